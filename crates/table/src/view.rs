//! What the table shows: plain data, replaced as a whole when anything changes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bot::Level;
use catalog::{Any, Choice, GameName, Move, Position, Rules};
use game::{Event, Kind, Known, Outcome, PieceId, Seat, SeatSet};
use protocol::Check;
use record::{Clock, Name};
use thiserror::Error;

use crate::command::SeatPlan;
use crate::invitation::{Invitation, InvitationError};
use crate::room::{GameVersion, Refusal};
use crate::spent::Proofs;
use crate::talk::{TalkView, Unsaid};
use crate::ways::{LinkView, RelayView};

/// Everything that a window or command line may show.
#[derive(Clone, Debug)]
pub struct TableView {
    /// Grows with every change.
    pub version: u64,
    /// The player of this profile.
    pub me: Person,
    /// Where this program can be reached, ready to be given away.
    pub addresses: Vec<String>,
    /// The relays that this player knows.
    pub relays: Vec<RelayView>,
    /// The invitation into the own room, if others can come.
    pub invitation: Option<String>,
    /// What is going on.
    pub phase: PhaseView,
    /// How many steps later others may watch; none: they may not.
    pub lets_watch: Option<u32>,
    /// Who else is on this network, and what they play.
    pub lobby: Arc<Lobby>,
    /// What is on the disk.
    pub shelf: Arc<Shelf>,
    /// The layouts that the player has kept.
    pub layouts: Vec<KeptLayout>,
    /// What is said at the table.
    pub talk: TalkView,
    /// How well machines of this program play.
    pub level: Level,
    /// What went wrong, the latest last; each has a number that grows.
    pub problems: Vec<(u64, Problem)>,
}

/// A layout that the player has kept for other games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptLayout {
    /// Of which game.
    pub game: GameName,
    /// What the player calls it.
    pub name: Name,
    /// The layout in one line; whether it is legal depends on the rules of the match.
    pub line: String,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// How he calls himself.
    pub name: String,
    /// What tells him apart.
    pub fingerprint: String,
}

/// What is going on.
#[derive(Clone, Debug)]
pub enum PhaseView {
    /// Nothing.
    Idle,
    /// An own room waits for players.
    Hosting(RoomView),
    /// A seat was asked for in somebody's room.
    Asking {
        /// Where.
        address: String,
        /// The room, once seated in it.
        room: Option<RoomView>,
        /// How its host is reached; none before anything was tried.
        link: Option<LinkView>,
        /// What the invitation said, if there was one.
        invitation: Option<Box<Invitation>>,
    },
    /// A contract waits for the player to sign it.
    Reviewing(ContractView),
    /// The contract is signed here, not yet by all.
    Signing {
        /// What it says.
        contract: ContractView,
        /// Who has signed.
        signed: SeatSet,
        /// Guests of the own room who have not, and can be asked to go.
        removable: SeatSet,
        /// Seats whose program is connected, or runs here.
        connected: SeatSet,
        /// How each seat's program is reached, in seat order.
        links: Vec<LinkView>,
    },
    /// A match.
    Playing(Arc<MatchView>),
    /// All is over; others are being told.
    Leaving,
}

/// A room before there is a contract.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomView {
    /// What is played.
    pub rules: Rules,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// The seats in order.
    pub seats: Vec<RoomSeat>,
    /// The seats of this program.
    pub own: SeatSet,
}

impl RoomView {
    /// How many seats nobody has taken.
    pub fn free(&self) -> usize {
        self.seats.iter().filter(|seat| seat.person.is_none()).count()
    }
}

/// One seat of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomSeat {
    /// Who is meant to sit there: in somebody else's room [`SeatPlan::Me`] is its host.
    pub plan: SeatPlan,
    /// Who has come; a machine has a name too.
    pub person: Option<Person>,
    /// Whether he agrees to the room as it is.
    pub is_ready: bool,
    /// How his program is reached; none, if this one does not keep a link to it.
    pub link: Option<LinkView>,
}

/// Who else is on this network.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lobby {
    /// Whether others are looked for.
    pub finding: Finding,
    /// The rooms, by when they were first seen.
    pub rooms: Vec<FoundRoom>,
}

/// Whether others are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Finding {
    /// No.
    #[default]
    Off,
    /// Yes.
    On {
        /// How many other programs have been met and are still there.
        others: u32,
    },
    /// It cannot be done here.
    Failed(String),
}

/// A room of somebody else on this network.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundRoom {
    /// Whose: the name of his program on the network; no two rooms have the same.
    pub id: String,
    /// What the host calls himself, and the key that he says is his.
    pub host: Person,
    /// What is played.
    pub game: GameVersion,
    /// The same, if this program knows it.
    pub rules: Option<Rules>,
    /// Time for people.
    pub clock: Clock,
    /// How many seats there are.
    pub seats: u8,
    /// How many of them are free.
    pub free: u8,
    /// The version of the host's program.
    pub version: String,
    /// What to join.
    pub address: String,
    /// Why it cannot be joined.
    pub trouble: Option<RoomTrouble>,
    /// Whether nothing has been heard of it for too long, or its owner has gone.
    pub is_stale: bool,
}

/// Why a room cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoomTrouble {
    /// Every seat is taken.
    Full,
    /// The host's program uses another version of the match protocol.
    Protocol {
        /// His.
        theirs: u16,
        /// Ours.
        ours: u16,
    },
    /// This program does not know the game or this version of its rules.
    Rules(GameVersion),
}

/// What is on the disk, the latest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shelf {
    /// Matches that have not ended and can be gone on with.
    pub open: Vec<KeptMatch>,
    /// Records of matches.
    pub records: Vec<KeptRecord>,
}

/// A match on the disk that has not ended.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptMatch {
    /// Its contract.
    pub contract: ContractView,
    /// How many steps are closed.
    pub steps: u32,
    /// When it was last written to, in seconds since 1970.
    pub written: u64,
}

/// A record on the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptRecord {
    /// Where.
    pub path: PathBuf,
    /// Id of the match, in hex.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// What the players call themselves, in seat order.
    pub players: Vec<String>,
    /// When it was last written to, in seconds since 1970.
    pub written: u64,
}

/// What a contract says.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractView {
    /// The id of the match, in hex.
    pub id: String,
    /// What is played.
    pub rules: Rules,
    /// Time for people.
    pub clock: Clock,
    /// Time for programs, in seconds.
    pub machine_seconds: u32,
    /// The players in seat order.
    pub players: Vec<Person>,
    /// The seats of this program.
    pub own: SeatSet,
}

/// What the open step of a match is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageView {
    /// All confirm the contract.
    Begin,
    /// A seat moves.
    Move(Seat),
    /// Seats choose in secret.
    Choose,
    /// Seats set up in secret, and show nothing of it.
    Deploy,
    /// Programs settle what hidden pieces do.
    Answer,
    /// A number is tossed.
    Toss,
    /// What was committed is shown.
    Show,
    /// The result is signed.
    Seal,
    /// Nothing more.
    Over,
}

/// A match in progress, or just over.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The contract.
    pub contract: ContractView,
    /// The position.
    pub position: Position,
    /// The open step.
    pub step: u32,
    /// The head before it, in hex.
    pub head: String,
    /// What each own seat knows, its own arrangement if it has one.
    pub known: BTreeMap<Seat, Known<Any>>,
    /// What the pieces are that have been opened to everybody.
    pub opened: Vec<(PieceId, Kind)>,
    /// Whether own hidden layouts stay hidden when the match is over.
    pub keeps_layouts: bool,
    /// Own seats whose layout is no longer on this disk: they cannot give what they owe until the same
    /// one is given again.
    pub lost_layouts: SeatSet,
    /// What proofs have cost this program so far.
    pub proofs: Proofs,
    /// What it is for.
    pub stage: StageView,
    /// Who is due in it.
    pub due: SeatSet,
    /// Who of them has given nothing yet.
    pub silent: SeatSet,
    /// Own seats that a person must decide for now; several, if several people play at this screen.
    pub awaited: SeatSet,
    /// The legal moves of the awaited seat, with their notation.
    pub moves: Vec<(Move, String)>,
    /// The choices of the awaited seats, with their notation.
    pub choices: Vec<(Choice, String)>,
    /// Who is for a draw at this point.
    pub draws: SeatSet,
    /// Who has declined a draw at this point.
    pub declined: SeatSet,
    /// Who is for a pause at this point.
    pub pauses: SeatSet,
    /// Whether all have agreed to a pause: clocks stand until the open step closes.
    pub is_paused: bool,
    /// The clock of each living seat, in seat order; none: the match has no clock.
    pub clocks: Vec<(Seat, ClockView)>,
    /// Which seats machines of this program play.
    pub bots: SeatSet,
    /// Own seats of people for whom a machine plays now, and how well. Others cannot know of it.
    pub handed: BTreeMap<Seat, Level>,
    /// Seats whose program is connected, or runs here.
    pub connected: SeatSet,
    /// How each seat's program is reached, in seat order.
    pub links: Vec<LinkView>,
    /// From when on the match may be closed because others are silent; none: not at all now.
    pub claims_from: Option<Instant>,
    /// Whether own seats may sign: after a restart only when another has been reached.
    pub is_settled: bool,
    /// When the time for people is over.
    pub deadline: Option<Instant>,
    /// Everything that has happened in the match.
    pub log: Arc<Vec<Arc<LogEntry>>>,
    /// Why it goes on no more.
    pub ended: Option<Ended>,
    /// Whether all others are known to hold everything.
    pub is_delivered: bool,
    /// Whose players want the same again, with each one seat further.
    pub rematch: SeatSet,
    /// Whether it can come to that: the match is over, and everybody is still there.
    pub can_rematch: bool,
    /// Where its record is.
    pub record: PathBuf,
    /// Whether this program only watches: it is shown closed steps, perhaps later, and no more.
    pub is_watching: bool,
    /// How many others watch what this program shows.
    pub watchers: usize,
}

impl MatchView {
    /// What this seat knows; of others' seats, what they see of the pieces, no more.
    pub fn known(&self, seat: Seat) -> Known<Any> {
        self.known.get(&seat).cloned().unwrap_or_else(|| Known::of(seat))
    }

    /// What a seat knows; of nobody: what everybody knows.
    pub fn known_by(&self, viewer: Option<Seat>) -> Known<Any> {
        viewer.map_or_else(Known::public, |seat| self.known(seat))
    }
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockView {
    /// It stands, with so much time.
    Stands(Duration),
    /// It runs, and is over then.
    Runs(Instant),
}

impl ClockView {
    /// How much is left.
    pub fn left(self, now: Instant) -> Duration {
        match self {
            Self::Stands(left) => left,
            Self::Runs(until) => until.saturating_duration_since(now),
        }
    }
}

/// Something that happened in a match.
#[derive(Clone, PartialEq, Debug)]
pub enum LogEntry {
    /// An event.
    Event {
        /// In which step.
        step: u32,
        /// The position before it.
        before: Box<Position>,
        /// What.
        event: Event<Any>,
    },
    /// A seat is for a draw.
    Offered(Seat),
    /// A seat is against a draw.
    Declined(Seat),
    /// A seat is for a pause.
    WishedPause(Seat),
    /// All have agreed to a pause.
    Paused,
    /// The time of a silent seat is over.
    Silent(Seat),
}

/// Why a match goes on no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The game is decided.
    Decided(Outcome),
    /// A seat gave nothing before the game had begun.
    NoGame(Seat),
    /// It was closed because these seats were silent.
    Claimed(SeatSet),
    /// A seat broke the protocol.
    Cheated {
        /// Who.
        seat: Seat,
        /// In which step.
        step: u32,
        /// Which check failed.
        check: Check,
    },
    /// Positions differ after the same history.
    Diverged {
        /// Whose.
        seat: Seat,
        /// In which step.
        step: u32,
    },
    /// A bug of this program.
    Fault(String),
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The address cannot be read.
    #[error("this is not an address: {0}")]
    Address(net::AddressError),
    /// The contract is not acceptable.
    #[error("the contract cannot be signed: {0}")]
    Contract(String),
    /// Somebody did not sign the contract.
    #[error("{0} did not sign the contract")]
    Declined(String),
    /// Somebody did not sign the contract, and it is not known who.
    #[error("somebody did not sign the contract")]
    Void,
    /// Nobody was reached at the address.
    #[error("nobody was reached at {address}: {reason}")]
    Dial {
        /// Where.
        address: String,
        /// Why.
        reason: net::DialFailure,
    },
    /// The text holds no invitation that can be used.
    #[error("the invitation cannot be used: {0}")]
    Invitation(InvitationError),
    /// A relay cannot be used.
    #[error("the relay {name} cannot be used: {reason}")]
    Relay {
        /// Its name, or the beginning of its peer id.
        name: String,
        /// Why.
        reason: net::RelayFailure,
    },
    /// The text is not the line of a relay.
    #[error("this is not the line of a relay: {0}")]
    RelayLine(InvitationError),
    /// A layout cannot be kept, or is not there to be forgotten.
    #[error("no such layout, or no room for one more")]
    Layout,
    /// The disk failed; nothing was sent that is not on it.
    #[error("the disk failed: {0}")]
    Disk(String),
    /// A decision could not be carried out.
    #[error("this cannot be done now: {0}")]
    Misuse(protocol::Misuse),
    /// There is no such match on the disk, or more than one.
    #[error("no match, or more than one, begins with '{0}'")]
    NoSuchMatch(String),
    /// The network could not be started.
    #[error("the network cannot be used: {0}")]
    Network(String),
    /// The other program speaks another version.
    #[error("the other program speaks another version of the protocol")]
    OtherVersion,
    /// The host has no seat for this player.
    #[error("no seat: {0:?}")]
    Refused(Refusal),
    /// The host has closed the room.
    #[error("the host has closed the room")]
    RoomClosed,
    /// What the player wanted to say is not said.
    #[error("it is not said: {0:?}")]
    Unsaid(Unsaid),
    /// A guest's program could not play here.
    #[error("{name} was refused: {reason:?}")]
    Unseated {
        /// Who.
        name: String,
        /// Why.
        reason: Refusal,
    },
}

impl Problem {
    /// The game and version that is missing, if that is the problem.
    pub fn missing_rules(&self) -> Option<&GameVersion> {
        match self {
            Self::Refused(Refusal::Rules(it))
            | Self::Unseated { reason: Refusal::Rules(it), .. } => Some(it),
            _ => None,
        }
    }
}
