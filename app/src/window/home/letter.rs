//! What was pasted or lies on the clipboard, read before anybody is dialled.

use table::{Invitation, InvitationError, Problem, RoomTrouble, TableView};

use crate::problem::{self, Teller, Told};
use crate::text::Text;
use crate::window::elsewhere;
use crate::window::terms;

/// How much of a text is looked at, in characters: the longest link and a message around it.
pub(super) const LONGEST: usize = 4000;

/// What a text is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Letter {
    /// An invitation into a room.
    Room(Box<Invitation>),
    /// The link of a relay.
    Relay,
    /// A link that cannot be used.
    Wrong(InvitationError),
    /// Anything else: an address, perhaps.
    Other,
}

impl Letter {
    /// What this text is.
    pub(super) fn read(text: &str) -> Self {
        match Invitation::find(text) {
            Ok(invitation) => Self::Room(Box::new(invitation)),
            Err(InvitationError::None) => Self::Other,
            Err(InvitationError::Kind) => Self::Relay,
            Err(error) => Self::Wrong(error),
        }
    }

    /// Why it leads nowhere, and what to do about it.
    pub(super) fn trouble(&self, text: &Text, view: &TableView) -> Option<Told> {
        match self {
            Self::Room(invitation) if is_own(invitation, view) => {
                Some(Told { what: text.get("offer-own"), next: String::new() })
            }
            Self::Room(invitation) => trouble(text, invitation),
            Self::Wrong(error) => {
                Some(problem::told(text, &Problem::Invitation(error.clone()), Teller::Window))
            }
            Self::Relay | Self::Other => None,
        }
    }

    /// Whether it leads to this program.
    pub(super) fn is_own(&self, view: &TableView) -> bool {
        matches!(self, Self::Room(invitation) if is_own(invitation, view))
    }
}

fn is_own(invitation: &Invitation, view: &TableView) -> bool {
    let host = invitation.host_id();
    view.addresses.iter().any(|address| address.ends_with(&host))
}

fn trouble(text: &Text, invitation: &Invitation) -> Option<Told> {
    if let Some(rules) = invitation.rules.as_ref().filter(|rules| !elsewhere::is_played(rules)) {
        let what = elsewhere::line(text, rules);
        return Some(Told { what, next: text.get("elsewhere-join") });
    }
    let (key, args) = match invitation.trouble()? {
        RoomTrouble::Full => return None,
        RoomTrouble::Protocol { theirs, ours } => {
            let key = if theirs < ours { "offer-older" } else { "offer-newer" };
            (key, [("theirs", theirs.into()), ("ours", ours.into())])
        }
        RoomTrouble::Rules(it) => {
            let game = terms::game(text, &it.game).into();
            ("offer-rules", [("game", game), ("version", it.version.into())])
        }
    };
    let next = text.find(&format!("{key}-next"), &args).unwrap_or_default();
    Some(Told { what: text.with(key, &args), next })
}
