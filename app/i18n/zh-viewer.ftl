# Records in the window: the viewer, the report, the drawer, the rules.
