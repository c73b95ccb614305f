# The table of a match in the window.
