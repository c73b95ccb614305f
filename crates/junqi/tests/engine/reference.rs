//! Whole open games beside a second engine that is written from the rules' text alone, with maps and
//! names and no thought of speed. It shares the board's edges with the first, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::play::Play;
use game::{Cause, Event, Game as _, Outcome, Seat, SeatSet, Waits};
use junqi::{
    Board, FlagAt, FlagTakers, FlagWin, Ground, Headquarters, Junqi, Kind, Mines, Mode, Move,
    Options, Position, Remains, Repetition, Sides, Switch,
};

type Name = String;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Flag {
    Home,
    Lies(Name),
    With(Name),
    Gone,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Game {
    options: Options,
    on: BTreeMap<Name, (u8, Kind)>,
    flags: Vec<Flag>,
    living: BTreeSet<u8>,
    turn: u8,
    quiet: u16,
    skipped: Vec<u8>,
    seen: Vec<String>,
    /// Winners or drawers.
    over: Option<(bool, BTreeSet<u8>)>,
}

impl Game {
    fn new(at: &Position) -> Self {
        let seats = at.options().seats;
        let mut game = Self {
            options: *at.options(),
            on: BTreeMap::new(),
            flags: vec![Flag::Home; usize::from(seats)],
            living: at.living().iter().map(Seat::number).collect(),
            turn: at.turn().number(),
            quiet: 0,
            skipped: vec![0; usize::from(seats)],
            seen: Vec::new(),
            over: None,
        };
        game.on = pieces(at);
        game.flags = flags(at);
        game.seen.push(game.public(game.turn));
        game
    }

    fn board(&self) -> &'static Board {
        Board::of(&self.options)
    }

    fn seats(&self) -> std::ops::Range<u8> {
        0..self.options.seats
    }

    fn side(&self, seat: u8) -> u8 {
        match self.options.sides {
            Sides::Ffa => seat,
            Sides::Opposite => seat % (self.options.seats / 2),
            Sides::Alternate => seat % 2,
        }
    }

    fn allied(&self, a: u8, b: u8) -> bool {
        self.side(a) == self.side(b)
    }

    fn ground(&self, name: &str) -> Ground {
        self.board().ground(self.board().find(name).unwrap())
    }

    fn near(&self, name: &str) -> Vec<Name> {
        let board = self.board();
        let cells = board.near(board.find(name).unwrap());
        cells.iter().map(|cell| board.name(cell).to_owned()).collect()
    }

    fn may_attack(&self, seat: u8, kind: Kind, to: &str) -> bool {
        let (army, target) = self.on[to];
        if self.ground(to) == Ground::Camp {
            return false;
        }
        // What a dead seat left may be attacked by all.
        if self.living.contains(&army) && self.allied(seat, army) {
            return false;
        }
        if target != Kind::Flag {
            return true;
        }
        let mines = self.on.values().filter(|piece| **piece == (army, Kind::Mine)).count();
        if self.options.mines_first == Switch::On && mines > 0 {
            return false;
        }
        kind == Kind::Bomb || self.takes(kind)
    }

    fn takes(&self, kind: Kind) -> bool {
        match self.options.flag_takers {
            FlagTakers::Any => !matches!(kind, Kind::Mine | Kind::Flag),
            FlagTakers::NotMarshal => !matches!(kind, Kind::Mine | Kind::Flag | Kind::Marshal),
            FlagTakers::Engineer => kind == Kind::Engineer,
        }
    }

    fn carries(&self, name: &str) -> bool {
        self.flags.contains(&Flag::With(name.to_owned()))
    }

    fn can_move(&self, seat: u8) -> bool {
        self.on.iter().filter(|(_, (army, _))| *army == seat).any(|(name, (_, kind))| {
            let held = self.options.hq == Headquarters::Locked
                && self.ground(name) == Ground::Headquarters
                && !self.carries(name);
            let free = |to: &Name| !self.on.contains_key(to) || self.may_attack(seat, *kind, to);
            !held && !matches!(kind, Kind::Mine | Kind::Flag) && self.near(name).iter().any(free)
        })
    }

    /// A piece that now stands here takes up what lies here, if it may.
    fn take_up(&mut self, name: &str) {
        let Some((army, kind)) = self.on.get(name).copied() else { return };
        for owner in self.seats() {
            let lies = self.flags[usize::from(owner)] == Flag::Lies(name.to_owned());
            let enemy = !self.allied(army, owner);
            if lies && enemy && self.living.contains(&army) && self.takes(kind) {
                self.flags[usize::from(owner)] = Flag::With(name.to_owned());
            }
        }
    }

    fn drop(&mut self, from: &str, to: &str) {
        for flag in &mut self.flags {
            if *flag == Flag::With(from.to_owned()) {
                *flag = Flag::Lies(to.to_owned());
            }
        }
    }

    fn step(&mut self, from: &str, to: &str) {
        let piece = self.on.remove(from).unwrap();
        self.on.insert(to.to_owned(), piece);
        for flag in &mut self.flags {
            if *flag == Flag::With(from.to_owned()) {
                *flag = Flag::With(to.to_owned());
            }
        }
        self.take_up(to);
    }

    /// Fights in their order: whether the attacker and the defender die.
    fn fight(&self, a: Kind, d: Kind) -> (bool, bool) {
        if a == Kind::Bomb || d == Kind::Bomb {
            return (true, true);
        }
        if d == Kind::Flag {
            return (false, true);
        }
        if d == Kind::Mine {
            return match (self.options.mines, a == Kind::Engineer) {
                (Mines::MutualAll, _) | (Mines::Mutual, false) => (true, true),
                (Mines::Spring | Mines::Mutual, true) => (false, true),
                (Mines::Spring, false) => (true, false),
            };
        }
        if a == d { (true, true) } else { ((d as u8) < a as u8, (a as u8) < d as u8) }
    }

    fn go(&mut self, from: &str, to: &str) {
        let mut fallen = BTreeSet::new();
        let (_, kind) = self.on[from];
        if let Some((army, target)) = self.on.get(to).copied() {
            let (attacker_dies, defender_dies) = self.fight(kind, target);
            if attacker_dies {
                self.drop(from, to);
            }
            if defender_dies {
                self.drop(to, to);
                self.on.remove(to);
            }
            if target == Kind::Flag {
                let flag = &mut self.flags[usize::from(army)];
                if attacker_dies || self.options.flag_win == FlagWin::Capture {
                    *flag = Flag::Gone;
                    fallen.insert(army);
                } else {
                    *flag = Flag::With(from.to_owned());
                }
            }
            if attacker_dies {
                self.on.remove(from);
                self.take_up(to);
            } else {
                self.step(from, to);
            }
            self.quiet = 0;
            self.seen.clear();
        } else {
            self.step(from, to);
            self.quiet += u16::from(self.options.quiet_limit > 0);
        }
        fallen.extend(self.home());
        self.after(fallen, true);
    }

    /// The owners of flags that are home.
    fn home(&mut self) -> BTreeSet<u8> {
        let mut all = BTreeSet::new();
        for owner in self.seats() {
            let Flag::With(name) = self.flags[usize::from(owner)].clone() else { continue };
            let (carrier, _) = self.on[&name];
            let own = |name: &str| {
                let home = self.board().home(self.board().find(name).unwrap());
                self.ground(name) == Ground::Headquarters
                    && home.is_some_and(|seat| self.allied(seat.number(), carrier))
            };
            let held = |name: &Name| {
                let by = self.on.get(name).map(|(army, _)| *army);
                own(name)
                    && by.is_some_and(|by| self.living.contains(&by) && self.allied(by, carrier))
            };
            if own(&name) || self.near(&name).iter().any(held) {
                self.flags[usize::from(owner)] = Flag::Gone;
                all.insert(owner);
            }
        }
        all
    }

    /// (1) to (5).
    fn after(&mut self, mut fallen: BTreeSet<u8>, mut is_ply: bool) {
        let before = self.living.clone();
        let mut passes = is_ply;
        loop {
            self.leave(&fallen);
            let sides: BTreeSet<u8> = self.living.iter().map(|seat| self.side(*seat)).collect();
            match sides.len() {
                0 => return self.end(false, &before),
                1 => return self.end(true, &self.living.clone()),
                _ => {}
            }
            if !self.living.iter().any(|seat| self.can_move(*seat)) {
                return self.end(false, &self.living.clone());
            }
            passes |= !self.living.contains(&self.turn);
            let next = if passes { self.next() } else { self.turn };
            if is_ply && self.is_drawn(next) {
                return self.end(false, &self.living.clone());
            }
            (is_ply, passes, self.turn) = (false, false, next);
            if self.can_move(next) {
                return;
            }
            fallen = BTreeSet::from([next]);
        }
    }

    fn next(&self) -> u8 {
        let n = self.options.seats;
        (1..=n).map(|k| (self.turn + k) % n).find(|seat| self.living.contains(seat)).unwrap()
    }

    fn is_drawn(&mut self, next: u8) -> bool {
        let limit = self.options.quiet_limit;
        if limit > 0 && self.quiet > limit {
            return true;
        }
        if self.options.seats != 2 || self.options.repetition == Repetition::Off {
            return false;
        }
        let now = self.public(next);
        self.seen.push(now.clone());
        self.seen.iter().filter(|seen| **seen == now).count() >= 3
    }

    fn public(&self, next: u8) -> String {
        format!("{next} {:?} {:?} {:?}", self.living, self.on, self.flags)
    }

    fn leave(&mut self, fallen: &BTreeSet<u8>) {
        let mut all = fallen.clone();
        for leader in fallen.iter().filter(|seat| self.options.leader.has(Seat::of(**seat))) {
            all.extend(self.living.iter().filter(|seat| self.allied(**seat, *leader)));
        }
        all.retain(|seat| self.living.contains(seat));
        if !all.is_empty() {
            self.seen.clear();
        }
        for seat in &all {
            self.living.remove(seat);
            self.flags[usize::from(*seat)] = Flag::Gone;
        }
        for (name, (army, kind)) in self.on.clone() {
            if all.contains(&army) {
                self.drop(&name, &name);
                if self.options.remains == Remains::Vanish || kind == Kind::Flag {
                    self.on.remove(&name);
                }
            }
        }
    }

    fn end(&mut self, is_won: bool, seats: &BTreeSet<u8>) {
        let with = |seat: &u8| seats.iter().any(|other| self.allied(*seat, *other));
        self.over = Some((is_won, self.seats().filter(with).collect()));
    }

    fn apply(&mut self, at: &Position, event: &Event<Junqi>) {
        match event {
            Event::Moved(_, Move::Go { from, to }) => {
                let name = |cell| at.board().name(cell).to_owned();
                self.go(&name(*from), &name(*to));
            }
            Event::Skipped(seat) => {
                let count = &mut self.skipped[seat.index()];
                *count += 1;
                let out = (*count > self.options.timeouts).then(|| seat.number());
                self.quiet += u16::from(self.options.quiet_limit > 0);
                self.after(out.into_iter().collect(), true);
            }
            Event::Out(seats, _) => self.after(seats.iter().map(Seat::number).collect(), false),
            Event::Agreed => self.end(false, &self.living.clone()),
            _ => panic!("{event:?}"),
        }
    }
}

fn pieces(at: &Position) -> BTreeMap<Name, (u8, Kind)> {
    let piece = |cell| {
        let man = at.on(cell)?;
        let army = at.piece(man).army.unwrap().number();
        Some((at.board().name(cell).to_owned(), (army, at.public_kind(man).unwrap())))
    };
    at.board().cells().filter_map(piece).collect()
}

fn flags(at: &Position) -> Vec<Flag> {
    let name = |cell| at.board().name(cell).to_owned();
    let flag = |army| match at.flag(army) {
        FlagAt::Home => Flag::Home,
        FlagAt::Gone => Flag::Gone,
        FlagAt::Lying(cell) => Flag::Lies(name(cell)),
        FlagAt::Carried(man) => Flag::With(name(at.piece(man).cell.unwrap())),
    };
    at.seats().iter().map(flag).collect()
}

/// What is compared.
fn compare(game: &Game, at: &Position, event: &Event<Junqi>) {
    let over = match Junqi::waits(at) {
        Waits::Nothing(Outcome::Won(seats)) => Some((true, seats)),
        Waits::Nothing(Outcome::Drawn(seats)) => Some((false, seats)),
        _ => None,
    };
    let over = over.map(|(won, seats)| (won, seats.iter().map(Seat::number).collect()));
    assert_eq!(game.over, over, "{event:?}");
    assert_eq!(game.on, pieces(at), "{event:?}");
    assert_eq!(game.flags, flags(at), "{event:?}");
    let living: BTreeSet<u8> = at.living().iter().map(Seat::number).collect();
    assert_eq!((&game.living, game.quiet), (&living, at.quiet()), "{event:?}");
    if over.is_none() {
        assert_eq!(game.turn, at.turn().number(), "{event:?}");
        // A seat that is to move can.
        assert!(game.can_move(game.turn));
    }
}

fn variants() -> Vec<Options> {
    let plain = |seats| Options::plain(seats, Mode::Open);
    let carry = |seats| Options { flag_win: FlagWin::Carry, ..plain(seats) };
    let mut all = Vec::new();
    for seats in [2, 3, 4, 6] {
        all.extend([
            plain(seats),
            carry(seats),
            Options { hq: Headquarters::Free, mines: Mines::Mutual, ..carry(seats) },
            Options {
                flag_takers: FlagTakers::NotMarshal,
                mines: Mines::MutualAll,
                ..carry(seats)
            },
            Options { flag_takers: FlagTakers::Engineer, timeouts: 0, ..carry(seats) },
            Options { mines_first: Switch::On, quiet_limit: 12, ..carry(seats) },
        ]);
        if seats > 2 {
            let stay = Remains::Stay;
            all.extend([
                Options { remains: stay, ..plain(seats) },
                Options { remains: stay, hq: Headquarters::Free, ..carry(seats) },
                Options { remains: stay, sides: Sides::Ffa, ..carry(seats) },
                Options { remains: stay, mines_first: Switch::On, ..plain(seats) },
            ]);
        }
    }
    for (sides, leaders) in [(Sides::Alternate, 2), (Sides::Opposite, 3)] {
        let led = Options { sides, leader: SeatSet::first(leaders), ..carry(6) };
        all.extend([led, Options { remains: Remains::Stay, ..led }]);
        all.push(Options { flag_win: FlagWin::Capture, ..led });
    }
    all.push(Options { repetition: Repetition::Off, quiet_limit: 0, ..carry(2) });
    all
}

/// A move of the seat to move that is likely to take flags and to bring them home.
fn lively(play: &mut Play) -> Event<Junqi> {
    let turn = play.at.turn();
    let moves = play.moves(turn);
    let worth = |mv: &Move| {
        let Move::Go { from, to } = mv else { return 0 };
        let at = &play.at;
        let lies = |army| at.flag(army) == FlagAt::Lying(*to);
        let target = at.on(*to).map(|man| at.public_kind(man));
        let is_own = at.board().home(*to).is_some_and(|home| at.are_allies(home, turn));
        let is_back = at.board().name(*to).contains(['5', '6']);
        if target == Some(Some(Kind::Flag)) || at.seats().iter().any(lies) {
            return 4;
        }
        match at.is_carrier(at.on(*from).unwrap()) {
            true if is_own && is_back => 4,
            true if is_own => 3,
            true => 2,
            false => u32::from(target.is_some()),
        }
    };
    let best = moves.iter().map(worth).max().unwrap();
    let some: Vec<Move> = moves.iter().filter(|mv| worth(mv) == best).copied().collect();
    let among = if play.random.below(3) == 0 { moves } else { some };
    Event::Moved(turn, among[play.random.below(among.len() as u32) as usize])
}

fn any_event(play: &mut Play) -> Event<Junqi> {
    let living: Vec<Seat> = play.at.living().iter().collect();
    match play.random.below(400) {
        0 => {
            let one = living[play.random.below(living.len() as u32) as usize];
            Event::Out(SeatSet::one(one), Cause::Resigned)
        }
        1 if play.random.below(4) == 0 => {
            let some = living.iter().filter(|_| play.random.below(2) == 0).copied().collect();
            if SeatSet::is_empty(some) { Event::Agreed } else { Event::Out(some, Cause::Refused) }
        }
        2..=4 => Event::Skipped(play.at.turn()),
        _ => lively(play),
    }
}

#[test]
fn open_games_go_as_the_rules_text_says() {
    let (mut events, mut homes, mut lies) = (0, 0, 0);
    for (number, options) in (0..).zip(variants()) {
        for seed in 0..25 {
            let mut play = Play::new(&options, 300 * number + seed);
            play.once();
            let first = play.random.below(u32::from(options.seats)) as u16;
            play.apply(Event::Tossed(first));
            let mut game = Game::new(&play.at);
            while game.over.is_none() {
                let event = any_event(&mut play);
                let before = (play.at.clone(), game.flags.clone());
                play.apply(event.clone());
                game.apply(&before.0, &event);
                compare(&game, &play.at, &event);
                events += 1;
                for (old, new) in before.1.iter().zip(&game.flags) {
                    homes += u32::from(matches!((old, new), (Flag::With(_), Flag::Gone)));
                    lies += u32::from(matches!((old, new), (Flag::With(_), Flag::Lies(_))));
                }
            }
        }
    }
    assert!(events > 100_000 && homes > 30 && lies > 100, "{events} {homes} {lies}");
}
