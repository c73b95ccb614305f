//! An open game and a hidden game with the same layouts, the hidden one settled by its claims, go
//! through the same public positions.

use std::collections::BTreeMap;

use crate::support::{Random, Truth};
use game::{Answer, Cause, Event, Game as _, Known, Outcome, Seat, SeatSet, Showing, Waits};
use junqi::{
    BoardKind, Cell, FlagAt, FlagTakers, FlagWin, Headquarters, Junqi, Kind, Layout, Mines, Mode,
    Move, Options, Position, Repetition, Rules, Secret, Sides, Switch, Turns, losses,
};

/// What must be the same: who stands where by number, flags, seats, counters, the end.
type Public = (Vec<Option<u8>>, Vec<FlagAt>, SeatSet, Option<(Seat, u16)>, Option<Outcome>);

fn public(at: &Position) -> Public {
    let on = |cell: Cell| at.on(cell).map(|man| man.number());
    let outcome = match Junqi::waits(at) {
        Waits::Nothing(outcome) => Some(outcome),
        _ => None,
    };
    let going_on = outcome.is_none().then(|| (at.turn(), at.quiet()));
    let flags = at.seats().iter().map(|army| at.flag(army)).collect();
    (at.board().cells().map(on).collect(), flags, at.living(), going_on, outcome)
}

struct Pair {
    open: Position,
    hidden: Position,
    secrets: BTreeMap<Seat, Secret>,
    random: Random,
    moves: u32,
    forbidden: u32,
    stuck: u32,
}

impl Pair {
    fn new(options: &Options, seed: u64) -> Self {
        let hidden = Rules::new(options).unwrap();
        let open = hidden.laid_open();
        assert_eq!(Rules::new(open.options()), Ok(open));
        let mut random = Random((seed + 1) << 20 ^ 0x9e37_79b9_7f4a_7c15);
        let layout = |seat| Secret { seat, layout: Layout::any(options, &mut |n| random.below(n)) };
        let secrets: BTreeMap<_, _> =
            hidden.seats().iter().map(layout).map(|secret| (secret.seat, secret)).collect();
        let [open, hidden] = [open, hidden].map(|rules| Position::start(&rules));
        Self { open, hidden, secrets, random, moves: 0, forbidden: 0, stuck: 0 }
    }

    fn both(&mut self, event: &Event<Junqi>) {
        assert_eq!(self.open.apply(event), Ok(()), "{event:?}");
        self.hide(event);
    }

    /// An event of the hidden game, and what it asks then.
    fn hide(&mut self, event: &Event<Junqi>) {
        assert_eq!(self.hidden.apply(event), Ok(()), "{event:?}");
        while let Waits::Rulings(claims) = Junqi::waits(&self.hidden) {
            let hiding = self.hidden.rules().hiding().unwrap();
            let settle = |(claim, _): &(game::Claim, _)| {
                Answer::Ruled(claim.settle(&hiding, &Truth(&self.secrets)).unwrap())
            };
            let answers = claims.iter().map(settle).collect();
            self.hidden.apply(&Event::Ruled(answers)).unwrap();
        }
    }

    fn known(&self) -> Known<Junqi> {
        let turn = self.hidden.turn();
        Known { viewer: Some(turn), secrets: [(turn, self.secrets[&turn])].into() }
    }

    /// Seats that say that they are stuck: the open game has put them out already.
    fn settle_stuck(&mut self) {
        while matches!(Junqi::waits(&self.hidden), Waits::Move(_)) {
            let turn = self.hidden.turn();
            if Junqi::moves(&self.hidden, turn, &self.known()) != [Move::Stuck] {
                return;
            }
            self.stuck += 1;
            self.hide(&Event::Moved(turn, Move::Stuck));
        }
    }

    fn play(&mut self) {
        let shown = self.secrets.iter().map(|(s, secret)| (*s, Showing::Shown(secret.layout)));
        self.open.apply(&Event::Unsealed(shown.collect())).unwrap();
        self.hide(&Event::Deployed(self.hidden.seats()));
        self.both(&Event::Tossed(0));
        loop {
            self.settle_stuck();
            assert_eq!(public(&self.open), public(&self.hidden));
            let Waits::Move(turn) = Junqi::waits(&self.hidden) else {
                assert!(matches!(Junqi::waits(&self.hidden), Waits::Nothing(_)));
                return;
            };
            match self.random.below(200) {
                0 => {
                    let living: Vec<Seat> = self.open.living().iter().collect();
                    let one = living[self.random.below(living.len() as u32) as usize];
                    self.both(&Event::Out(SeatSet::one(one), Cause::Resigned));
                }
                1 | 2 => self.both(&Event::Skipped(turn)),
                _ => self.step(turn),
            }
        }
    }

    fn step(&mut self, turn: Seat) {
        let hidden = Junqi::moves(&self.hidden, turn, &self.known());
        let open = Junqi::moves(&self.open, turn, &Known::of(turn));
        assert!(open.iter().all(|mv| hidden.binary_search(mv).is_ok()), "{open:?} {hidden:?}");
        // An attack that only open play forbids is an attack on a flag.
        for mv in hidden.iter().filter(|mv| open.binary_search(mv).is_err()) {
            let Move::Go { from, to } = *mv else { panic!("{mv:?}") };
            let kind =
                |cell| self.open.on(cell).and_then(|man| self.open.public_kind(man)).unwrap();
            assert_eq!(kind(to), Kind::Flag);
            assert_eq!(losses(self.open.options(), kind(from), Kind::Flag), 1, "it dies alone");
            self.forbidden += 1;
        }
        let attacks: Vec<Move> = open
            .iter()
            .filter(|mv| matches!(mv, Move::Go { to, .. } if self.open.on(*to).is_some()))
            .copied()
            .collect();
        let among = if attacks.is_empty() || self.random.below(2) == 0 { &open } else { &attacks };
        let mv = among[self.random.below(among.len() as u32) as usize];
        self.moves += 1;
        self.both(&Event::Moved(turn, mv));
    }
}

/// Repetition is off where 2 seats play: an open game compares kinds, a hidden one pieces.
fn variants() -> Vec<Options> {
    let hidden = |seats| {
        let plain = Options::plain(seats, Mode::Hidden);
        let repetition = if seats == 2 { Repetition::Off } else { Repetition::Draw };
        Options { repetition, ..plain }
    };
    let mut all: Vec<Options> = [2, 3, 4, 6].map(hidden).to_vec();
    for seats in [2, 4, 6] {
        all.extend([
            Options {
                flag_win: FlagWin::Carry,
                hq: Headquarters::Free,
                mines: Mines::Mutual,
                bomb_front: Switch::On,
                scouting: Switch::On,
                ..hidden(seats)
            },
            Options {
                flag_takers: FlagTakers::Engineer,
                turns: Turns::Corners,
                mines: Mines::MutualAll,
                ..hidden(seats)
            },
            Options {
                flag_takers: FlagTakers::NotMarshal,
                bomb_flies: Switch::On,
                marshal_shows_flag: Switch::Off,
                quiet_limit: 12,
                timeouts: 0,
                ..hidden(seats)
            },
        ]);
    }
    all.extend([
        Options { board: BoardKind::Siguo, turns: Turns::Straight, ..hidden(2) },
        Options { crossings: Switch::On, quiet_limit: 0, ..hidden(2) },
        Options { sides: Sides::Ffa, ..hidden(4) },
        Options { sides: Sides::Opposite, leader: SeatSet::first(3), ..hidden(6) },
        Options { leader: SeatSet::first(2), flag_win: FlagWin::Carry, ..hidden(6) },
    ]);
    all
}

#[test]
fn a_hidden_game_settled_by_its_claims_is_the_open_one() {
    let (mut moves, mut forbidden, mut stuck) = (0, 0, 0);
    for (number, options) in (0..).zip(variants()) {
        for seed in 0..40 {
            let mut pair = Pair::new(&options, number * 1000 + seed);
            pair.play();
            moves += pair.moves;
            forbidden += pair.forbidden;
            stuck += pair.stuck;
        }
    }
    assert!(moves > 100_000 && forbidden > 0 && stuck > 0, "{moves} {forbidden} {stuck}");
}
