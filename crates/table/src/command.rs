//! What a window or command line asks of the table.

use catalog::{Any, Rules};
use game::Seat;
use protocol::Decision;
use record::Clock;

/// Who will sit at a seat of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatPlan {
    /// The player of this profile.
    Me,
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

/// A request to the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Opens a room.
    Host(RoomPlan),
    /// Asks for a seat at an address; the own seat is played by a machine if `bot` says so.
    Join {
        /// As typed.
        address: String,
        /// Whether a machine plays.
        bot: bool,
    },
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
    /// Closes the match because others are silent.
    CloseAsClaimed,
    /// Leaves whatever is going on; a decided match first gives the others time to seal it, and
    /// whoever waits for a signature is told that none will come.
    Leave,
}
