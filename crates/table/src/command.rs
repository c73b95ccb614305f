//! What a window or command line asks of the table.

use bot::Level;
use catalog::{Any, GameName, Rules};
use game::Seat;
use protocol::Decision;
use record::{Clock, Name};
use serde::{Deserialize, Serialize};

use crate::talk::Words;
use crate::view::KeptLayout;

/// Who will sit at a seat of a room. The order is that of the tags on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeatPlan {
    /// The player of this profile.
    Me,
    /// Another person at this screen.
    Beside,
    /// A machine, run by this program.
    Bot,
    /// Whoever comes.
    Open,
}

/// A room to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomPlan {
    /// What is played.
    pub rules: Rules,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// Who sits where, in seat order.
    pub seats: Vec<SeatPlan>,
}

/// When a room becomes a match. Its guests must have agreed to the room as it is, in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// As soon as every seat is taken: the host agrees to whoever comes.
    WhenFull,
    /// When the host has said [`Command::Ready`] too.
    WhenReady,
}

/// How a guest signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guest {
    /// A machine plays, and signs what it is sent.
    Machine,
    /// He is ready at once, and is shown every contract before he signs it.
    Reviewing,
    /// Who says [`Command::Ready`] signs what he was shown: a contract that says just the same as
    /// the room. Any other one he is shown first.
    Agreeing,
    /// The same, and he has agreed by joining: to a room that is in all respects what his
    /// invitation said. To any other one he says [`Command::Ready`].
    Invited,
}

/// A request to the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Is called otherwise from now on. Only while nothing is going on.
    Rename(Name),
    /// Opens a room; one without open seats is a match at once.
    Host {
        /// What is played, and who sits where.
        plan: RoomPlan,
        /// When it begins.
        start: Start,
    },
    /// Changes the own room; nobody is ready afterwards, and who has no seat any more must go.
    Change(RoomPlan),
    /// Asks for a seat at an address, or where an invitation leads.
    Join {
        /// As typed or pasted: an address, an invitation, or a message that holds one.
        address: String,
        /// How its seat signs.
        guest: Guest,
    },
    /// Watches a match of others, or that of a room once it begins.
    Watch {
        /// As typed or pasted, as for [`Command::Join`].
        address: String,
    },
    /// Lets others watch what is played here, so many steps later; none: they may not. It stays so
    /// until it is said again.
    LetWatch(Option<u32>),
    /// Agrees, or no longer agrees, to the room as it is shown. A room that changes afterwards is
    /// not agreed to.
    Ready(bool),
    /// Moves to a free seat of the room, or, in the own room, changes places with whoever has it.
    Sit(Seat),
    /// Asks the guest at this seat of the own room to go; he does not come back into this room.
    Remove(Seat),
    /// Signs the contract that was shown, and no other.
    Accept {
        /// Its id.
        id: String,
    },
    /// Does not sign the contract that is shown.
    Decline,
    /// Goes on with a match on the disk.
    Resume {
        /// The beginning of its id; empty: the latest that has not ended.
        id: String,
        /// Whether a machine plays the own seats.
        bot: bool,
        /// Where another program of the match is now, as typed; none: where it was.
        at: Option<String>,
    },
    /// A decision of an own seat.
    Decide(Seat, Box<Decision<Any>>),
    /// Remembers a relay, asks it how it does, and uses it for own rooms from now on.
    AddRelay(String),
    /// Uses this relay for own rooms, or none.
    UseRelay(Option<String>),
    /// Knows this relay no more.
    DropRelay(String),
    /// Asks this relay how it does.
    CheckRelay(String),
    /// Keeps a layout for other games, in the place of one of the same game and name.
    KeepLayout(KeptLayout),
    /// Forgets a layout.
    DropLayout(GameName, Name),
    /// Whether own hidden layouts are shown when the match is over; they are, if nothing is said.
    OpenLayouts(bool),
    /// Says something to everybody in the room or match.
    Say(Words),
    /// Hears a seat no more, or again. Only this program knows.
    Mute(Seat, bool),
    /// Whether the player wants to hear and say anything at all, from now on.
    Talk(bool),
    /// Closes the match because others are silent.
    CloseAsClaimed,
    /// Wants the same again when a match is over, or no longer does. It begins when all want it, by
    /// the same rules and times, each player one seat further.
    Rematch(bool),
    /// Lets a machine of this level play an own seat for its player from now on; none: the player
    /// plays himself again. It plays, chooses and sets up; draws and resignations stay his.
    HandOver(Seat, Option<Level>),
    /// Leaves whatever is going on; a decided match first gives the others time to seal it, and
    /// whoever waits for a signature is told that none will come.
    Leave,
}
