//! What a position with known kinds is worth to one side.
//!
//! Prices and places are worked out once for each position that a search begins with, for they
//! change slowly; a judgement then only adds them up.

use game::{Outcome, Seat};
use junqi::{
    ARMY, Board, CELLS_MAX, Cell, FlagAt, FlagTakers, FlagWin, Ground, Headquarters, KINDS, Kind,
    Kinds, Man, Mines, Options, Position, Stage, Switch, losses,
};

use crate::junqi::maps::{FAR, Map};

/// What a won game is worth; a lost one costs as much. All other judgements lie between.
pub(crate) const WIN: i32 = 60_000;
/// A seat of the own side that is still in the game.
const SEAT: i32 = 2500;
/// An enemy beside the flag that is not taken at once.
const THREAT: i32 = 8000;
/// The most seats of the game.
const SEATS: usize = 6;
/// Rank alone, by kind.
const RANK: [i32; KINDS] = [520, 400, 310, 240, 180, 130, 90, 60, 70, 200, 90, 0];
/// A movable piece that beats every enemy gets so much more.
const DOMINANCE: i32 = 500;
/// So many steps from the enemy's flag.
const APPROACH: [i32; 24] =
    [600, 420, 240, 150, 100, 74, 58, 46, 38, 33, 28, 24, 21, 18, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1];
/// With two seats, what comes near the own flag weighs so many times what comes near the other's.
const DANGER: i32 = 2;
/// A camp protects.
const CAMP: i32 = 14;
/// A mine beside the own flag.
const GUARD: i32 = 140;
/// What the enemy's flag in the hands of the own side is worth, and each step nearer home.
const CARRIED: i32 = 2200;
const CARRIED_STEP: i32 = 60;
const LYING: i32 = 700;
/// The prices of attacking what is near.
const HUNT_DIVISOR: i32 = 12;

const BEATS: u8 = 2;
const DIES: u8 = 1;

/// Prices and places for one search.
#[derive(Debug)]
pub(crate) struct Judge {
    options: Options,
    side: u8,
    /// The army of each seat is on the own side.
    prices: [[i32; KINDS]; SEATS],
    /// By army, kind and cell: what being there is worth beside the price.
    places: Vec<i16>,
    /// By army, kind and cell: price and place together as the side of the search sees them.
    scores: Vec<i32>,
    /// Steps home for those who carry flags, by army.
    homes: Vec<Map>,
    /// Where flags stand.
    flags: Vec<(Seat, Cell)>,
    others: i32,
}

/// The pieces on the board: army, kind, cell.
fn pieces(at: &Position) -> impl Iterator<Item = (Seat, Kind, Cell)> + '_ {
    let all = (0..at.seats().len() * ARMY).filter_map(Man::new);
    all.filter_map(|man| {
        let piece = at.piece(man);
        Some((piece.army?, piece.kinds.only()?, piece.cell?))
    })
}

/// Where a table by army, kind and cell has them.
const fn index(army: Seat, kind: usize, cell: Cell) -> usize {
    (army.index() * KINDS + kind) * CELLS_MAX + cell.index()
}

/// Where flags stand in their places.
fn flag_cells(at: &Position) -> Vec<(Seat, Cell)> {
    let flags = pieces(at).filter(|(_, kind, _)| *kind == Kind::Flag);
    flags.map(|(army, _, cell)| (army, cell)).collect()
}

/// Which side an army is on; none before that is decided.
fn side_of(at: &Position, army: Seat) -> Option<u8> {
    at.seat_of(army).map(|seat| at.options().side(seat))
}

impl Judge {
    /// For a search that begins here, for the side of this seat.
    pub(crate) fn of(at: &Position, seat: Seat) -> Self {
        let options = *at.options();
        let side = options.side(seat);
        let mut others: Vec<u8> = at.living().iter().map(|seat| options.side(seat)).collect();
        others.sort_unstable();
        others.dedup();
        let mut judge = Self {
            options,
            side,
            prices: [[0; KINDS]; SEATS],
            places: vec![0; SEATS * KINDS * CELLS_MAX],
            scores: Vec::new(),
            homes: Vec::new(),
            flags: flag_cells(at),
            others: (others.len() as i32 - 1).max(1),
        };
        judge.set_prices(at);
        judge.set_places(at);
        judge.set_homes(at);
        judge.set_scores(at);
        judge
    }

    /// The price of a kind in an army.
    pub(crate) fn price(&self, army: Seat, kind: Kind) -> i32 {
        let row = self.prices.get(army.index());
        row.and_then(|row| row.get(kind.index())).copied().unwrap_or(0)
    }

    /// What to add to the worth of a position if its seat to move attacks nothing now: its flag may
    /// fall next.
    pub(crate) fn threat(&self, at: &Position) -> i32 {
        match self.is_threatened(at) {
            true if self.is_own(at.turn()) => -THREAT,
            true => THREAT / self.others,
            false => 0,
        }
    }

    /// Whether an enemy stands beside the flag of the seat to move and may take it.
    fn is_threatened(&self, at: &Position) -> bool {
        let is_plain = self.options.mines_first == Switch::Off
            && self.options.flag_takers == FlagTakers::Any
            && self.options.flag_win == FlagWin::Capture;
        if !is_plain || *at.stage() != Stage::Turn {
            return false;
        }
        let own = self.flags.iter().filter(|(army, _)| *army == at.turn());
        let mut near = own.flat_map(|(_, flag)| at.board().near(*flag).iter());
        near.any(|cell| {
            let enemy = at.on(cell).map(|man| at.piece(man));
            enemy.is_some_and(|piece| {
                let is_enemy = piece.army.is_some_and(|army| is_against(at, army, at.turn()));
                is_enemy && piece.kinds.is_within(Kinds::MOVABLE)
            })
        })
    }

    /// What an attack gains by prices, the attacker's loss taken off.
    pub(crate) fn gain(&self, at: &Position, attacker: Man, defender: Man) -> i32 {
        let (a, d) = (at.piece(attacker), at.piece(defender));
        let (Some(own), Some(enemy)) = (a.army, d.army) else { return 0 };
        let (Some(a), Some(d)) = (a.kinds.only(), d.kinds.only()) else { return 0 };
        let lost = losses(&self.options, a, d);
        let mut gain = 0;
        if lost & BEATS != 0 {
            gain += if d == Kind::Flag { WIN / 2 } else { self.price(enemy, d) };
        }
        if lost & DIES != 0 {
            gain -= self.price(own, a);
        }
        gain
    }

    fn place(&self, army: Seat, kind: Kind, cell: Cell) -> i32 {
        i32::from(self.places.get(index(army, kind.index(), cell)).copied().unwrap_or(0))
    }

    /// How much nearer to its aims a piece comes by going from cell to cell.
    pub(crate) fn progress(&self, army: Seat, kind: Kind, from: Cell, to: Cell) -> i32 {
        self.place(army, kind, to) - self.place(army, kind, from)
    }

    /// The worth of a position that belongs to this search.
    pub(crate) fn worth(&self, at: &Position) -> i32 {
        if let Stage::Over(outcome) = at.stage() {
            return self.ended(outcome);
        }
        let mut lead = 0;
        for man in (0..at.seats().len() * ARMY).filter_map(Man::new) {
            let piece = at.piece(man);
            if let (Some(army), Some(cell)) = (piece.army, piece.cell) {
                let kind = piece.kinds.mask().trailing_zeros() as usize;
                lead += self.scores.get(index(army, kind, cell)).copied().unwrap_or(0);
            }
        }
        for seat in at.living().iter() {
            lead += self.signed(self.is_own(seat), SEAT);
        }
        if at.is_flip() {
            lead += self.face_down(at);
        }
        if self.options.flag_win == FlagWin::Carry {
            lead += self.flags(at);
        }
        self.damped(at, lead)
    }

    /// What somebody has, as the side of the search sees it.
    const fn signed(&self, is_own: bool, worth: i32) -> i32 {
        if is_own { worth } else { -worth / self.others }
    }

    /// What lies face down.
    fn face_down(&self, at: &Position) -> i32 {
        let mut lead = 0;
        for army in at.seats().iter() {
            let is_own = side_of(at, army) == Some(self.side);
            for kind in Kind::ALL {
                let worth = self.price(army, kind) * i32::from(at.down(army, kind));
                lead += self.signed(is_own, worth);
            }
        }
        lead
    }

    /// Whether a seat is on the side of the search.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        self.options.side(seat) == self.side
    }

    fn ended(&self, outcome: &Outcome) -> i32 {
        match outcome {
            Outcome::Won(seats) if seats.iter().any(|seat| self.is_own(seat)) => WIN,
            Outcome::Drawn(seats) if seats.iter().any(|seat| self.is_own(seat)) => 0,
            Outcome::Won(_) | Outcome::Drawn(_) => -WIN,
        }
    }

    /// A lead fades when the game is about to be drawn.
    fn damped(&self, at: &Position, lead: i32) -> i32 {
        let limit = i32::from(self.options.quiet_limit);
        let quiet = i32::from(at.quiet());
        if limit > 0 && quiet * 3 > limit {
            lead * (limit - quiet + 1) * 3 / (2 * limit + 3)
        } else {
            lead
        }
    }

    /// What flags away from their places are worth.
    fn flags(&self, at: &Position) -> i32 {
        let mut lead = 0;
        for army in at.seats().iter() {
            let lives = at.seat_of(army).filter(|seat| at.living().has(*seat));
            let Some(owner) = lives else { continue };
            match at.flag(army) {
                FlagAt::Carried(man) => {
                    let (Some(by), Some(cell)) = (at.owner(man), at.piece(man).cell) else {
                        continue;
                    };
                    let steps = self.homes.get(by.index()).map_or(FAR, |map| map.at(cell));
                    let worth = CARRIED - CARRIED_STEP * i32::from(steps.min(30));
                    lead += self.signed(self.is_own(by), worth);
                }
                FlagAt::Lying(_) => lead -= self.signed(self.is_own(owner), LYING),
                FlagAt::Home | FlagAt::Gone => {}
            }
        }
        lead
    }

    fn set_scores(&mut self, at: &Position) {
        let mut scores = vec![0; self.places.len()];
        for army in at.seats().iter() {
            let is_own = side_of(at, army) == Some(self.side);
            for kind in Kind::ALL {
                for cell in at.board().cells() {
                    let worth = self.price(army, kind) + self.place(army, kind, cell);
                    if let Some(score) = scores.get_mut(index(army, kind.index(), cell)) {
                        *score = self.signed(is_own, worth);
                    }
                }
            }
        }
        self.scores = scores;
    }

    fn set_prices(&mut self, at: &Position) {
        let mut counts = [[0i32; KINDS]; SEATS];
        for army in at.seats().iter() {
            let Some(row) = counts.get_mut(army.index()) else { continue };
            for (count, kind) in row.iter_mut().zip(Kind::ALL) {
                *count = i32::from(at.down(army, kind));
            }
        }
        for (army, kind, _) in pieces(at) {
            let row = counts.get_mut(army.index());
            if let Some(count) = row.and_then(|row| row.get_mut(kind.index())) {
                *count += 1;
            }
        }
        for army in at.seats().iter() {
            let mut enemy = [0; KINDS];
            for (other, row) in at.seats().iter().zip(&counts) {
                if is_against(at, army, other) {
                    enemy.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
                }
            }
            let own = counts.get(army.index()).copied().unwrap_or_default();
            let prices = Kind::ALL.map(|kind| self.price_of(kind, &own, &enemy));
            if let Some(row) = self.prices.get_mut(army.index()) {
                *row = prices;
            }
        }
    }

    fn price_of(&self, kind: Kind, own: &[i32; KINDS], enemy: &[i32; KINDS]) -> i32 {
        let count =
            |counts: &[i32; KINDS], kind: Kind| counts.get(kind.index()).copied().unwrap_or(0);
        let rank = RANK.get(kind.index()).copied().unwrap_or(0);
        let movable: i32 = Kinds::MOVABLE.iter().map(|kind| count(enemy, kind)).sum();
        match kind {
            Kind::Flag => 0,
            Kind::Mine => rank,
            Kind::Bomb => {
                // Worth what it can take with it.
                let best = Kinds::MOVABLE.iter().find(|kind| count(enemy, *kind) > 0);
                let best = best.map_or(0, |kind| RANK.get(kind.index()).copied().unwrap_or(0));
                rank / 2 + best * 2 / 3
            }
            _ => {
                let beats = |other: &Kind| {
                    let lost = losses(&self.options, kind, *other);
                    lost & BEATS != 0 && lost & DIES == 0
                };
                let beaten: i32 =
                    Kinds::MOVABLE.iter().filter(beats).map(|other| count(enemy, other)).sum();
                let mines = count(enemy, Kind::Mine);
                // The last engineers are the only ones to open a way through mines.
                let opens = if kind == Kind::Engineer
                    && mines > 0
                    && self.options.mines != Mines::MutualAll
                {
                    [0, 160, 90, 50].get(count(own, kind) as usize).copied().unwrap_or(50)
                } else {
                    0
                };
                rank + DOMINANCE * beaten / movable.max(1) + opens
            }
        }
    }

    fn set_places(&mut self, at: &Position) {
        let board = at.board();
        let danger = if self.options.seats == 2 { DANGER } else { 1 };
        let mines: Vec<(Seat, Cell)> = pieces(at)
            .filter(|(_, kind, _)| *kind == Kind::Mine)
            .map(|(army, _, cell)| (army, cell))
            .collect();
        let flags = flag_cells(at);
        let has_mine = |cell: Cell| mines.iter().any(|(_, mine)| *mine == cell);
        let is_locking = |cell: Cell| {
            self.options.hq == Headquarters::Locked && board.ground(cell) == Ground::Headquarters
        };
        let maps: Vec<(Seat, Map, Map)> = flags
            .iter()
            .map(|(army, flag)| {
                let toll = |mine| {
                    move |cell: Cell| match (is_locking(cell), has_mine(cell)) {
                        (true, _) => FAR,
                        (false, true) => mine,
                        (false, false) => 0,
                    }
                };
                let plain = Map::to(board, [*flag], toll(7));
                (*army, plain, Map::to(board, [*flag], toll(1)))
            })
            .collect();
        for army in at.seats().iter() {
            let foes: Vec<&(Seat, Map, Map)> =
                maps.iter().filter(|(other, ..)| is_against(at, army, *other)).collect();
            let is_own = side_of(at, army) == Some(self.side);
            for cell in board.cells() {
                let steps = |opens: bool| {
                    let steps = |(_, plain, through): &&(Seat, Map, Map)| {
                        if opens { through.at(cell) } else { plain.at(cell) }
                    };
                    foes.iter().map(steps).min().unwrap_or(FAR)
                };
                let (plain, through) = (steps(false), steps(true));
                for kind in Kind::ALL {
                    let place = self.place_of(board, kind, cell, (plain, through));
                    let place = if is_own { place } else { place * danger };
                    self.set_place(army, kind, cell, place);
                }
            }
            self.guard(board, army, &flags);
            if at.is_flip() {
                self.hunt(at, army);
            }
        }
    }

    fn place_of(&self, board: &Board, kind: Kind, cell: Cell, steps: (u8, u8)) -> i32 {
        if !Kinds::MOVABLE.has(kind) {
            return 0;
        }
        let (plain, through) = steps;
        let approach = |steps: u8| APPROACH.get(usize::from(steps)).copied().unwrap_or(0);
        let near = match kind {
            Kind::Engineer => approach(through) * 3 / 4,
            Kind::Bomb => approach(through) / 3,
            Kind::Marshal | Kind::General => approach(plain) * 3 / 4,
            _ => approach(plain),
        };
        let ground = match board.ground(cell) {
            Ground::Camp => CAMP,
            Ground::Station => 0,
            Ground::Headquarters if self.options.hq == Headquarters::Locked => -120,
            Ground::Headquarters => 0,
        };
        near + ground
    }

    fn set_place(&mut self, army: Seat, kind: Kind, cell: Cell, place: i32) {
        if let Some(slot) = self.places.get_mut(index(army, kind.index(), cell)) {
            *slot = place.clamp(-30_000, 30_000) as i16;
        }
    }

    /// Mines beside the own flag are worth more.
    fn guard(&mut self, board: &Board, army: Seat, flags: &[(Seat, Cell)]) {
        for (_, flag) in flags.iter().filter(|(owner, _)| *owner == army) {
            for cell in board.near(*flag).iter() {
                self.set_place(army, Kind::Mine, cell, GUARD);
            }
        }
    }

    /// Where there is something to beat nearby.
    fn hunt(&mut self, at: &Position, army: Seat) {
        let board = at.board();
        let prey: Vec<(Kind, Cell, i32)> = pieces(at)
            .filter(|(other, _, cell)| {
                is_against(at, army, *other) && board.ground(*cell) != Ground::Camp
            })
            .map(|(other, kind, cell)| (kind, cell, self.price(other, kind)))
            .collect();
        for (target, on, price) in prey {
            let map = Map::to(board, [on], |_| 0);
            for kind in Kinds::MOVABLE.iter() {
                let lost = losses(&self.options, kind, target);
                if lost & BEATS == 0 {
                    continue;
                }
                let gain = price - if lost & DIES != 0 { self.price(army, kind) } else { 0 };
                if gain <= 0 {
                    continue;
                }
                for cell in board.cells() {
                    let steps = i32::from(map.at(cell));
                    let worth = gain * 3 / (HUNT_DIVISOR * (steps + 2));
                    if worth > self.place(army, kind, cell) {
                        self.set_place(army, kind, cell, worth);
                    }
                }
            }
        }
    }

    fn set_homes(&mut self, at: &Position) {
        if self.options.flag_win != FlagWin::Carry {
            return;
        }
        let board = at.board();
        for seat in at.seats().iter() {
            let is_home =
                |cell: &Cell| board.home(*cell).is_some_and(|home| at.are_allies(home, seat));
            let targets: Vec<Cell> = board.headquarters().iter().filter(is_home).collect();
            self.homes.push(Map::to(board, targets, |_| 0));
        }
    }
}

/// Whether two armies fight each other.
fn is_against(at: &Position, army: Seat, other: Seat) -> bool {
    match (side_of(at, army), side_of(at, other)) {
        (Some(one), Some(two)) => {
            one != two && at.seat_of(other).is_some_and(|seat| at.living().has(seat))
        }
        _ => army != other,
    }
}
