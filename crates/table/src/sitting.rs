//! A seat in somebody's room: what its host says, and whether the player agrees to it.

use catalog::Rules;
use crypto::PublicKey;
use game::{Seat, SeatSet};
use protocol::Millis;
use record::Contract;

use crate::command::{Guest, SeatPlan};
use crate::invitation::Invitation;
use crate::room::{Room, RoomMessage};
use crate::view::RoomView;

/// The host is told whether the room is agreed to so often, and tells in turn how the room is.
const SAY_MS: u64 = 3_000;
/// What is new is told at most so often, whatever the host does.
const HASTE_MS: u64 = 100;

/// A seat in a room.
///
/// Invariant: the room can become a match of this program, and the own key stands at its seat.
pub(crate) struct Sitting {
    room: Room,
    rules: Rules,
    guest: Guest,
    /// Grows when the room says something else.
    edition: u64,
    /// The player has said that he agrees to what the room says now.
    is_agreed: bool,
    /// What the host was last told.
    said: Option<Said>,
}

/// That a revision is agreed to or not, and when that was said.
#[derive(Clone, Copy)]
struct Said {
    at: Millis,
    revision: u64,
    is_ready: bool,
}

impl Sitting {
    /// A room as its host has told it; none, if it is not one to sit in with this key. Who came by
    /// an invitation has agreed to what it promises.
    pub(crate) fn new(
        room: Room,
        (guest, invitation): (Guest, Option<&Invitation>),
        key: PublicKey,
        edition: u64,
    ) -> Option<Self> {
        let rules = room.said.rules()?;
        let place = room.said.seats.get(room.seat.index())?;
        let is_own = place.who.as_ref().is_some_and(|who| who.key == key);
        let is_seat = is_own && place.plan == SeatPlan::Open;
        let is_agreed =
            guest == Guest::Invited && invitation.is_some_and(|it| it.promises(&room.said));
        is_seat.then_some(Self { room, rules, guest, edition, is_agreed, said: None })
    }

    /// The same seat in the room as it is now. A player who agreed has agreed to what was said then.
    pub(crate) fn renewed(self, new: Self) -> Self {
        if new.room.number <= self.room.number {
            return self;
        }
        let is_same = new.room.revision == self.room.revision && new.room.said == self.room.said;
        if !is_same {
            return Self { said: self.said, ..new };
        }
        Self { room: new.room, ..self }
    }

    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }

    pub(crate) fn view(&self) -> RoomView {
        let own = SeatSet::one(self.room.seat);
        let others = self.room.ready.minus(own);
        let ready = if self.is_ready() { others.or(own) } else { others };
        self.room.said.view(&self.rules, ready, own)
    }

    /// Whether this program agrees to the room: who reviews contracts agrees to every room.
    fn is_ready(&self) -> bool {
        match self.guest {
            Guest::Machine | Guest::Reviewing => true,
            Guest::Agreeing | Guest::Invited => self.is_agreed,
        }
    }

    /// Whether a contract may be signed without being shown.
    pub(crate) fn has_agreed_to(&self, contract: &Contract) -> bool {
        self.is_agreed && self.room.said.is_in(contract)
    }

    /// The player agrees to the room as it is, or no longer does.
    pub(crate) fn agree(&mut self, is_agreed: bool) {
        let is_asked = matches!(self.guest, Guest::Agreeing | Guest::Invited);
        self.is_agreed = is_agreed && is_asked;
    }

    /// Whether nobody has this seat.
    pub(crate) fn is_free(&self, seat: Seat) -> bool {
        let place = self.room.said.seats.get(seat.index());
        place.is_some_and(|place| place.plan == SeatPlan::Open && place.who.is_none())
    }

    /// When the host is to be told something; none: at once.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        let now = (self.room.revision, self.is_ready());
        let pause =
            |said: Said| if (said.revision, said.is_ready) == now { SAY_MS } else { HASTE_MS };
        self.said.map(|said| said.at + pause(said))
    }

    /// What to tell the host now.
    pub(crate) fn say(&mut self, now: Millis) -> Option<Vec<u8>> {
        if self.wake_at().is_some_and(|at| now < at) {
            return None;
        }
        let (revision, is_ready) = (self.room.revision, self.is_ready());
        self.said = Some(Said { at: now, revision, is_ready });
        Some(RoomMessage::Ready { revision, is_ready }.frame())
    }
}
