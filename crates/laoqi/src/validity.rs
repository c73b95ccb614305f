//! What must hold in every position: bytes and text are believed only as far as this goes.

use game::{Fault, Outcome, Seat, SeatSet};

use crate::gesture::Gesture;
use crate::moves::candidates;
use crate::piece::{Kind, Kinds};
use crate::position::{Position, SHOWINGS_MAX, Stage, TIES_MAX, starts_with_crown};
use crate::rules::{Incite, Promotion, Ties};

type Faults = Vec<Fault>;

fn must(faults: &mut Faults, holds: bool, place: &str, reason: &str) {
    if !holds {
        faults.push(Fault::new(place, reason));
    }
}

impl Position {
    /// Everything that is wrong with it, each at its field of the position string.
    pub(crate) fn faults(&self) -> Faults {
        let mut faults = Vec::new();
        self.seat_faults(&mut faults);
        if faults.is_empty() {
            self.army_faults(&mut faults);
            self.count_faults(&mut faults);
            self.stage_faults(&mut faults);
        }
        faults
    }

    fn over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// Every seat named is one of the game.
    fn seat_faults(&self, faults: &mut Faults) {
        let seats = self.seats();
        let pieces = self.cells.iter().flatten();
        let colours: SeatSet = pieces.map(|piece| piece.army).collect();
        let controllers: SeatSet =
            seats.iter().filter_map(|army| self.army(army).controller).collect();
        let among = "not a seat of this game";
        must(faults, colours.is_within(seats), "board", among);
        must(faults, controllers.is_within(seats), "control", among);
        must(faults, self.living.is_within(seats), "living", among);
        must(faults, self.incited.is_within(seats), "incited", among);
        let apart = self.fallen.is_within(seats.minus(self.living));
        must(faults, apart, "fallen", "only seats that are out");
        let crown = self.crown.is_none_or(|holder| seats.has(holder));
        must(faults, crown, "crown", among);
        if let Stage::Action { seat, .. } = self.stage {
            must(faults, seats.has(seat), "stage", among);
        }
    }

    fn army_faults(&self, faults: &mut Faults) {
        for army in self.seats().iter() {
            self.pieces_faults(army, faults);
            self.control_faults(army, faults);
        }
    }

    fn count(&self, army: Seat, kind: Kind) -> u8 {
        let of = |piece: &&crate::piece::Piece| piece.army == army && piece.kind == kind;
        u8::try_from(self.cells.iter().flatten().filter(of).count()).unwrap_or(u8::MAX)
    }

    /// An army starts with a King, three Warriors and two Shields; only Shields change their kind.
    fn pieces_faults(&self, army: Seat, faults: &mut Faults) {
        let [kings, warriors, shields, assassins] = Kind::ALL.map(|kind| self.count(army, kind));
        must(faults, kings <= 1, "board", "an army has one King");
        must(faults, shields <= 2, "board", "an army has two Shields");
        let changed = 2u8.saturating_sub(shields);
        let joined = match self.options().incite {
            Incite::Defects => self.incited.len(),
            Incite::Demotes => 0,
        };
        let carried = self.army(army);
        let fighters = u16::from(warriors) + u16::from(assassins) + u16::from(carried.lost);
        let most = u16::from(3 + changed + joined);
        must(faults, fighters <= most, "board", "an army has more pieces than it can");
        let promoted = carried.promoted;
        let cause = match self.options().promotion {
            Promotion::AnyLoss => promoted == 0 || carried.lost > 0,
            Promotion::OnePerLoss => promoted <= carried.lost,
        };
        let made = promoted <= changed && assassins <= promoted;
        must(faults, cause && made, "promoted", "more promotions than there can be");
    }

    fn control_faults(&self, army: Seat, faults: &mut Faults) {
        let controller = self.army(army).controller;
        let own = controller == Some(army);
        let king = self.count(army, Kind::King) == 1;
        let two = self.options().seats == 2;
        let held = match controller {
            None => !self.living.has(army) && !self.has_pieces(army),
            Some(_) if two => own,
            Some(seat) => self.living.has(seat) && own == self.living.has(army),
        };
        must(faults, held, "control", "not who can control that army");
        let lives = !self.living.has(army) || (own && king);
        must(faults, lives, "living", "a living seat controls its own King");
        let falls = !two || self.living.has(army) || !king;
        must(faults, falls, "living", "a seat whose King stands is in the game");
    }

    fn has_pieces(&self, army: Seat) -> bool {
        self.cells.iter().flatten().any(|piece| piece.army == army)
    }

    fn count_faults(&self, faults: &mut Faults) {
        let options = self.options();
        let most = options.timeouts;
        for seat in self.seats().iter() {
            // One more than may be: a seat that goes out with those who withheld.
            let fits = self.timeouts(seat) <= most + 1;
            must(faults, fits, "timeouts", "more than put a seat out");
        }
        let below = self.ties.iter().all(|count| *count < TIES_MAX);
        must(faults, below, "ties", "three make a gesture pending");
        let counted = Gesture::ALL.map(|gesture| self.ties(gesture) > 0);
        let kinds = counted.iter().filter(|counts| **counts).count();
        let alone = options.ties == Ties::Cumulative || kinds <= 1;
        must(faults, alone, "ties", "consecutive ties count for one gesture");
        for gesture in Gesture::ALL {
            let times = self.queue.iter().filter(|queued| *queued == gesture).count();
            must(faults, times <= 1, "pending", "each gesture once");
            let idle = times == 0 || self.ties(gesture) == 0;
            must(faults, idle, "ties", "a pending gesture counts no ties");
        }
        let may = starts_with_crown(options).is_some() && self.living == self.seats();
        let crown = self.crown.is_some() == may;
        must(faults, crown, "crown", "there is one until somebody goes out");
        let quiet = self.quiet < options.quiet_limit || self.quiet == 0 || self.over();
        let quiet = quiet && self.quiet <= options.quiet_limit;
        let quiet = quiet && u32::from(self.quiet) <= self.ply;
        must(faults, quiet, "quiet", "more than there can be");
        let showings = self.showings < SHOWINGS_MAX;
        must(faults, showings, "showings", "the ply would have passed");
    }

    fn stage_faults(&self, faults: &mut Faults) {
        let entitled = self.entitled();
        let several = self.over() || self.living.len() >= 2;
        must(faults, several, "stage", "the game is over");
        let holds = match &self.stage {
            Stage::Contest { due } => {
                let narrowed = self.crown.is_none() && self.showings > 0;
                due.len() >= 2 && due.is_within(entitled) && (*due == entitled || narrowed)
            }
            Stage::Losers { due } => due.len() >= 2 && due.is_within(entitled) && *due != entitled,
            Stage::Pick { table } => {
                let many = candidates(table).len() >= 2;
                self.crown.is_some() && many && table.shown().is_within(entitled)
            }
            Stage::Action { seat, kinds } => {
                let pending = self.queue.pending();
                let driven = pending.is_none_or(|gesture| gesture.kinds() == *kinds);
                let granted = *kinds == Kinds::ANY || driven;
                self.living.has(*seat) && granted && self.has_action(*seat, *kinds)
            }
            Stage::Over(Outcome::Won(seats)) => seats.len() == 1 && *seats == self.living,
            Stage::Over(Outcome::Drawn(seats)) => match self.living.len() {
                0 => !seats.is_empty() && *seats == self.fallen,
                1 => false,
                _ => *seats == self.living,
            },
        };
        must(faults, holds, "stage", "not what this position can wait for");
    }
}
