//! Two and three independent paths to the legal moves, and counts of them.

use std::collections::BTreeSet;

use crate::support::Random;
use crate::support::model::Model;
use game::{Event, Game as _, Known, Showing, Waits};
use junqi::{
    BoardKind, FlagTakers, FlagWin, Headquarters, Junqi, Layout, Mode, Move, Options, Position,
    Remains, Rules, Stage, Switch, Turns, count, divide,
};

const LAYOUT: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

fn start(options: &Options, layout: &mut dyn FnMut() -> Layout) -> Position {
    let rules = Rules::new(options).unwrap();
    let mut at = Position::start(&rules);
    let shown = rules.seats().iter().map(|seat| (seat, Showing::Shown(layout())));
    at.apply(&Event::Unsealed(shown.collect())).unwrap();
    at.apply(&Event::Tossed(0)).unwrap();
    at
}

fn standard(options: &Options) -> Position {
    start(options, &mut || Layout::read(LAYOUT).unwrap())
}

/// Every pair of cells, filtered by `owes`, and made by events.
fn slow_count(at: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Waits::Move(turn) = Junqi::waits(at) else {
        return 0;
    };
    let mut total = 0;
    for from in at.board().cells() {
        for to in at.board().cells() {
            let mv = Move::Go { from, to };
            if Junqi::owes(at, turn, &mv).is_ok() {
                let mut next = at.clone();
                next.apply(&Event::Moved(turn, mv)).unwrap();
                total += slow_count(&next, depth - 1);
            }
        }
    }
    total
}

/// Counts from the start in which every seat has the layout above, to depth 1, 2, 3. Source: this
/// engine; and the slow path.
const COUNTS: [(Options, [u64; 3]); 5] = [
    (Options::OPEN_2P, [34, 1_159, 36_192]),
    (Options { mode: Mode::Open, ..Options::CORNERS_2P }, [53, 2_793, 154_221]),
    (Options { mode: Mode::Open, ..Options::SANGUO }, [43, 1_837, 78_050]),
    (Options::OPEN_4P, [42, 1_761, 73_368]),
    (Options { mode: Mode::Open, ..Options::LIUGUO }, [43, 1_845, 78_730]),
];

#[test]
fn counts_agree_with_the_slow_path() {
    for (options, counts) in COUNTS {
        let at = standard(&options);
        let fast = [1, 2, 3].map(|depth| count(&at, depth));
        let slow = [1, 2, 3].map(|depth| slow_count(&at, depth));
        assert_eq!(fast, slow, "{options:?}");
        assert_eq!(fast, counts, "{options:?}");
        let parts: u64 = divide(&at, 3).iter().map(|(_, n)| n).sum();
        assert_eq!(parts, fast[2]);
    }
}

/// The same one ply deeper. Source: the slow path, in release.
#[test]
#[ignore = "takes minutes without optimisation"]
fn deeper_counts_agree_with_the_slow_path() {
    for (options, _) in COUNTS {
        let at = standard(&options);
        let (fast, slow) = (count(&at, 4), slow_count(&at, 4));
        println!("{} seats, {} cells: {fast}", options.seats, at.board().len());
        assert_eq!(fast, slow, "{options:?}");
    }
}

/// The third path: a model that shares nothing with the engine but names.
#[test]
fn the_generator_lists_what_the_model_does() {
    let open = |seats| Options::plain(seats, Mode::Open);
    let mut variants = [2, 3, 4, 6].map(open).to_vec();
    variants.extend([
        Options { board: BoardKind::Siguo, turns: Turns::Straight, ..open(2) },
        Options { crossings: Switch::On, flag_takers: FlagTakers::Engineer, ..open(2) },
        Options { turns: Turns::Straight, bomb_flies: Switch::On, ..open(4) },
        Options { turns: Turns::Corners, hq: Headquarters::Free, ..open(3) },
        Options { flag_win: FlagWin::Carry, remains: Remains::Stay, ..open(4) },
        Options { flag_takers: FlagTakers::NotMarshal, turns: Turns::Straight, ..open(6) },
    ]);
    for (number, options) in (1..).zip(variants) {
        let model = Model::new(&options);
        let mut compared = 0;
        for seed in 0..3 {
            let mut random = Random((number * 97 + seed) << 9 | 1);
            let mut at = start(&options, &mut || Layout::any(&options, &mut |n| random.below(n)));
            let mut plies = 0;
            while *at.stage() == Stage::Turn {
                let moves = Junqi::moves(&at, at.turn(), &Known::public());
                if plies % 9 == 0 {
                    let listed: BTreeSet<String> =
                        moves.iter().map(|mv| Junqi::write_move(&at, mv)).collect();
                    assert_eq!(listed, model.moves(&at), "{options:?}");
                    compared += 1;
                }
                let mv = moves[random.below(moves.len() as u32) as usize];
                at.apply(&Event::Moved(at.turn(), mv)).unwrap();
                plies += 1;
            }
        }
        assert!(compared > 20, "{options:?} {compared}");
    }
}
