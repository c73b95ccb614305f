//! Whole flip games beside a second engine that is written from the rules' text alone. It shares the
//! board's edges with the first, and nothing else.

use std::collections::BTreeMap;

use crate::support::play::Play;
use game::{Event, Game as _, Outcome, Seat, Waits};
use junqi::{
    Board, COUNTS, Colours, FlagAt, FlagTakers, FlagWin, Ground, Headquarters, Junqi, Kind, Mines,
    Move, Options, Position, Repetition, SmallHitsBig, Switch,
};

type Name = String;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Flag {
    Home,
    Lies(Name),
    With(Name),
    Gone,
}

struct Game {
    options: Options,
    /// None: face down.
    on: BTreeMap<Name, Option<(u8, Kind)>>,
    /// What lies face down, in the order of toss values.
    down: Vec<(u8, Kind)>,
    flags: [Flag; 2],
    /// The seat of army 0.
    colours: Option<u8>,
    turn: u8,
    quiet: u16,
    skipped: [u8; 2],
    seen: Vec<String>,
    /// Winners or drawers.
    over: Option<(bool, Vec<u8>)>,
}

fn is_movable(kind: Kind) -> bool {
    !matches!(kind, Kind::Mine | Kind::Flag)
}

impl Game {
    fn new(at: &Position) -> Self {
        let army = |army| {
            let all = Kind::ALL.into_iter().zip(COUNTS);
            all.flat_map(move |(kind, n)| vec![(army, kind); usize::from(n)])
        };
        let mut game = Self {
            options: *at.options(),
            on: pieces(at),
            down: army(0).chain(army(1)).collect(),
            flags: [Flag::Home, Flag::Home],
            colours: None,
            turn: at.turn().number(),
            quiet: 0,
            skipped: [0; 2],
            seen: Vec::new(),
            over: None,
        };
        game.seen.push(game.public(game.turn));
        game
    }

    fn seat_of(&self, army: u8) -> u8 {
        if army == 0 { self.colours.unwrap() } else { 1 - self.colours.unwrap() }
    }

    fn army_of(&self, seat: u8) -> u8 {
        if Some(seat) == self.colours { 0 } else { 1 }
    }

    fn board(&self) -> &'static Board {
        Board::of(&self.options)
    }

    fn ground(&self, name: &str) -> Ground {
        self.board().ground(self.board().find(name).unwrap())
    }

    fn near(&self, name: &str) -> Vec<Name> {
        let cells = self.board().near(self.board().find(name).unwrap());
        cells.iter().map(|cell| self.board().name(cell).to_owned()).collect()
    }

    /// How many pieces of an army are left, face up or down.
    fn left(&self, army: u8, is: impl Fn(Kind) -> bool) -> usize {
        let up = self.on.values().flatten();
        up.chain(&self.down).filter(|(own, kind)| *own == army && is(*kind)).count()
    }

    fn takes(&self, kind: Kind) -> bool {
        match self.options.flag_takers {
            FlagTakers::Engineer => kind == Kind::Engineer,
            _ => is_movable(kind),
        }
    }

    fn fight(&self, a: Kind, d: Kind) -> (bool, bool) {
        match (a, d) {
            (Kind::Bomb, _) | (_, Kind::Bomb) => (true, true),
            (_, Kind::Flag) => (false, true),
            (Kind::Engineer, Kind::Mine) if self.options.mines != Mines::MutualAll => (false, true),
            (_, Kind::Mine) => (true, self.options.mines != Mines::Spring),
            _ if a == d => (true, true),
            _ => ((a as u8) > d as u8, (a as u8) < d as u8),
        }
    }

    fn may_attack(&self, army: u8, kind: Kind, to: &str) -> bool {
        let Some((enemy, target)) = self.on[to] else { return false };
        if enemy == army || self.ground(to) == Ground::Camp {
            return false;
        }
        if target == Kind::Flag {
            let is_safe = self.options.mines_first == Switch::On
                && self.left(enemy, |kind| kind == Kind::Mine) > 0;
            return !is_safe && (kind == Kind::Bomb || self.takes(kind));
        }
        self.options.small_hits_big == SmallHitsBig::Allowed
            || self.fight(kind, target) != (true, false)
    }

    fn can_move(&self, seat: u8) -> bool {
        if !self.down.is_empty() {
            return true;
        }
        let own = self.army_of(seat);
        let mut up = self.on.iter().filter_map(|(name, piece)| piece.map(|p| (name, p)));
        up.any(|(name, (army, kind))| {
            let held = self.options.hq == Headquarters::Locked
                && self.ground(name) == Ground::Headquarters
                && !self.flags.contains(&Flag::With(name.clone()));
            let open = |to: &Name| !self.on.contains_key(to) || self.may_attack(own, kind, to);
            army == own && is_movable(kind) && !held && self.near(name).iter().any(open)
        })
    }

    fn take_up(&mut self, name: &str) {
        let Some(Some((army, kind))) = self.on.get(name).copied() else { return };
        let enemy = usize::from(1 - army);
        if self.flags[enemy] == Flag::Lies(name.to_owned()) && self.takes(kind) {
            self.flags[enemy] = Flag::With(name.to_owned());
        }
    }

    fn change(&mut self, from: &Flag, to: &Flag) {
        self.flags.iter_mut().filter(|flag| *flag == from).for_each(|flag| *flag = to.clone());
    }

    fn go(&mut self, from: &str, to: &str) {
        let (army, kind) = self.on[from].unwrap();
        let (own, there) = (from.to_owned(), to.to_owned());
        let mut fallen = Vec::new();
        let mut stays = true;
        if let Some(target) = self.on.get(to).copied() {
            let (enemy, target) = target.unwrap();
            assert!(self.may_attack(army, kind, to));
            let (attacker_dies, defender_dies) = self.fight(kind, target);
            stays = !attacker_dies;
            if attacker_dies {
                self.change(&Flag::With(own.clone()), &Flag::Lies(there.clone()));
                self.on.remove(from);
            }
            if defender_dies {
                self.change(&Flag::With(there.clone()), &Flag::Lies(there.clone()));
                self.on.remove(to);
            }
            if target == Kind::Flag {
                let is_carried = !attacker_dies && self.options.flag_win == FlagWin::Carry;
                self.flags[usize::from(enemy)] =
                    if is_carried { Flag::With(own.clone()) } else { Flag::Gone };
                if !is_carried {
                    fallen.push(self.seat_of(enemy));
                }
            }
            self.quiet = 0;
            self.seen.clear();
            let bare = (0..2).filter(|army| self.left(*army, is_movable) == 0);
            fallen.extend(bare.map(|army| self.seat_of(army)).collect::<Vec<_>>());
        } else {
            self.quiet += u16::from(self.options.quiet_limit > 0);
        }
        if stays {
            let piece = self.on.remove(from).unwrap();
            self.on.insert(there.clone(), piece);
            self.change(&Flag::With(own), &Flag::With(there));
        }
        self.take_up(to);
        fallen.extend(self.home());
        self.after(&fallen);
    }

    /// Whose flag is home: at the field where the carrier's seat sits.
    fn home(&mut self) -> Vec<u8> {
        let mut lost = Vec::new();
        for army in 0..2u8 {
            let Flag::With(name) = self.flags[usize::from(army)].clone() else { continue };
            let carrier = self.seat_of(1 - army);
            let own = |name: &str| {
                let home = self.board().home(self.board().find(name).unwrap());
                self.ground(name) == Ground::Headquarters && home == Some(Seat::of(carrier))
            };
            let held = |name: &Name| {
                let by = self.on.get(name).copied().flatten();
                own(name) && by.is_some_and(|(by, _)| self.seat_of(by) == carrier)
            };
            if own(&name) || self.near(&name).iter().any(held) {
                self.flags[usize::from(army)] = Flag::Gone;
                lost.push(1 - carrier);
            }
        }
        lost
    }

    fn flip(&mut self, name: &str, value: u16) {
        let (army, kind) = self.down.remove(usize::from(value));
        self.on.insert(name.to_owned(), Some((army, kind)));
        let decides = self.options.colours == Colours::FirstFlip || kind == Kind::Engineer;
        if self.colours.is_none() && decides {
            self.colours = Some(if army == 0 { self.turn } else { 1 - self.turn });
        }
        self.quiet = 0;
        self.seen.clear();
        self.after(&[]);
    }

    fn after(&mut self, fallen: &[u8]) {
        let living: Vec<u8> = (0..2).filter(|seat| !fallen.contains(seat)).collect();
        match living.len() {
            0 => return self.over = Some((false, vec![0, 1])),
            1 => return self.over = Some((true, living)),
            _ => {}
        }
        if (0..2).all(|seat| !self.can_move(seat)) {
            return self.over = Some((false, vec![0, 1]));
        }
        let next = 1 - self.turn;
        let now = self.public(next);
        self.seen.push(now.clone());
        let is_third = self.options.repetition != Repetition::Off
            && self.seen.iter().filter(|seen| **seen == now).count() >= 3;
        let limit = self.options.quiet_limit;
        if is_third || (limit > 0 && self.quiet > limit) {
            return self.over = Some((false, vec![0, 1]));
        }
        self.turn = next;
        if !self.can_move(next) {
            self.over = Some((true, vec![1 - next]));
        }
    }

    fn public(&self, next: u8) -> String {
        format!("{next} {:?} {:?}", self.on, self.flags)
    }
}

fn pieces(at: &Position) -> BTreeMap<Name, Option<(u8, Kind)>> {
    let piece = |cell| {
        let man = at.on(cell)?;
        let army = at.piece(man).army.map(Seat::number);
        let up = army.map(|army| (army, at.public_kind(man).unwrap()));
        Some((at.board().name(cell).to_owned(), up))
    };
    at.board().cells().filter_map(piece).collect()
}

fn compare(game: &Game, at: &Position) {
    let over = match Junqi::waits(at) {
        Waits::Nothing(Outcome::Won(seats)) => Some((true, seats)),
        Waits::Nothing(Outcome::Drawn(seats)) => Some((false, seats)),
        _ => None,
    };
    let over = over.map(|(won, seats)| (won, seats.iter().map(Seat::number).collect()));
    assert_eq!(game.over, over, "{:?}", game.on);
    if over.is_some() {
        return;
    }
    let name = |cell| at.board().name(cell).to_owned();
    let flags = [0, 1].map(|army| match at.flag(Seat::of(army)) {
        FlagAt::Home => Flag::Home,
        FlagAt::Gone => Flag::Gone,
        FlagAt::Lying(cell) => Flag::Lies(name(cell)),
        FlagAt::Carried(man) => Flag::With(name(at.piece(man).cell.unwrap())),
    });
    assert_eq!((&game.on, &game.flags), (&pieces(at), &flags));
    assert_eq!((game.turn, game.quiet), (at.turn().number(), at.quiet()));
    assert_eq!(game.colours, at.colours().map(Seat::number));
}

fn variants() -> Vec<Options> {
    let capture = Options { flag_win: FlagWin::Capture, ..Options::FLIP };
    vec![
        Options::FLIP,
        capture,
        Options { flag_takers: FlagTakers::Any, mines_first: Switch::Off, ..capture },
        Options { flag_takers: FlagTakers::Any, mines: Mines::Mutual, ..Options::FLIP },
        Options { mines_first: Switch::Off, hq: Headquarters::Locked, ..Options::FLIP },
        Options {
            colours: Colours::FirstFlip,
            small_hits_big: SmallHitsBig::Forbidden,
            mines: Mines::MutualAll,
            crossings: Switch::On,
            ..Options::FLIP
        },
        Options { repetition: Repetition::Off, quiet_limit: 300, ..Options::FLIP },
    ]
}

/// Attacks first, then what a carrier does.
fn choose(play: &mut Play, game: &Game) -> Move {
    let moves = play.moves(play.at.turn());
    let worth = |mv: &&Move| match mv {
        Move::Go { from, to } => {
            play.at.on(*to).is_some() || play.at.is_carrier(play.at.on(*from).unwrap())
        }
        _ => false,
    };
    assert!(game.can_move(game.turn) && !moves.is_empty());
    let some: Vec<Move> = moves.iter().filter(worth).copied().collect();
    let among = if some.is_empty() || play.random.below(3) == 0 { moves } else { some };
    among[play.random.below(among.len() as u32) as usize]
}

#[test]
fn flip_games_go_as_the_rules_text_says() {
    let (mut events, mut taken, mut won, mut bare) = (0, 0, 0, 0);
    for (number, options) in (0..).zip(variants()) {
        for seed in 0..60 {
            let mut play = Play::new(&options, 700 * number + seed);
            let first = play.random.below(2) as u16;
            play.apply(Event::Tossed(first));
            let mut game = Game::new(&play.at);
            while game.over.is_none() {
                let turn = play.at.turn();
                let name = |cell| Board::of(&options).name(cell).to_owned();
                if play.random.below(200) == 0 {
                    play.apply(Event::Skipped(turn));
                    game.skipped[turn.index()] += 1;
                    game.quiet += u16::from(options.quiet_limit > 0);
                    let is_out = game.skipped[turn.index()] > options.timeouts;
                    game.after(if is_out { &[0, 1][turn.index()..=turn.index()] } else { &[] });
                } else {
                    let mv = choose(&mut play, &game);
                    play.apply(Event::Moved(turn, mv));
                    match mv {
                        Move::Flip(cell) => {
                            let value = play.random.below(game.down.len() as u32) as u16;
                            play.apply(Event::Tossed(value));
                            game.flip(&name(cell), value);
                        }
                        Move::Go { from, to } => game.go(&name(from), &name(to)),
                        Move::Stuck => panic!("everybody sees who can move"),
                    }
                }
                compare(&game, &play.at);
                events += 1;
                taken += u32::from(game.flags.iter().any(|flag| matches!(flag, Flag::With(_))));
            }
            won += u32::from(game.over.as_ref().is_some_and(|(won, _)| *won));
            bare += u32::from((0..2).any(|army| game.left(army, is_movable) == 0));
        }
    }
    assert!(
        events > 30_000 && taken > 100 && won > 50 && bare > 10,
        "{events} {taken} {won} {bare}"
    );
}
