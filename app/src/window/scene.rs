//! What a page may see, and what it may ask for.

use std::path::PathBuf;

use table::{Command, TableView};

use super::look::Look;
use super::prefs::Prefs;
use crate::text::Text;

/// What a page may see: everything but how to change it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The messages of the language.
    pub(crate) text: &'a Text,
    /// The colours.
    pub(crate) look: &'a Look,
    /// The settings.
    pub(crate) prefs: &'a Prefs,
    /// The table.
    pub(crate) view: &'a TableView,
}

/// A page for when no room and no match has the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// Where everything begins.
    Home,
    /// What a room is to be, before it is opened or while nobody has begun in it.
    Create,
    /// A record.
    Viewer,
}

/// A page that lies over whatever else there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// The rules.
    Rules,
    /// The settings.
    Settings,
}

/// What a page asks for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Act {
    /// Something of the table.
    Table(Box<Command>),
    /// A room as it was last chosen on [`Page::Create`].
    Host,
    /// Another page.
    Show(Page),
    /// A page over this one, or none any more.
    Lay(Option<Over>),
    /// Other settings.
    Set(Box<Prefs>),
    /// Text to be copied.
    Copy(String),
    /// A record to be looked at.
    Open(PathBuf),
    /// A note of the window itself, as a key for translation.
    Tell(&'static str),
}

/// What the pages have asked for in one frame.
#[derive(Default)]
pub(crate) struct Acts(Vec<Act>);

impl Acts {
    /// Asks for something.
    pub(crate) fn push(&mut self, act: Act) {
        self.0.push(act);
    }

    /// Asks the table for something.
    pub(crate) fn table(&mut self, command: Command) {
        self.0.push(Act::Table(Box::new(command)));
    }

    /// Everything, in the order it was asked for.
    pub(crate) fn take(self) -> Vec<Act> {
        self.0
    }
}
