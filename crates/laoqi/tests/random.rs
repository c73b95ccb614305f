//! Random games of every preset and option: they end, and everything that can be written can be read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;

use game::{Canon, Event, Game, Known, Pick, SeatSet, Showing, Waits, digest};
use laoqi::{
    Action, Asides, Cell, Crown, Gesture, Incite, Kind, Laoqi, Move, Options, Position, Promoted,
    Promotion, Rules, Stage, Ties,
};
use support::{Random, moves_of, random_event, seat};

fn variants() -> Vec<Options> {
    let mut all = Vec::new();
    for (_, preset) in Options::PRESETS {
        all.push(preset);
        all.push(Options {
            ties: Ties::Consecutive,
            incite: Incite::Demotes,
            promotion: Promotion::OnePerLoss,
            quiet_limit: 60,
            timeouts: 1,
            ..preset
        });
    }
    all.push(Options { crown: Crown::Off, ..Options::FIVE });
    all
}

fn games(options: Options, rare: u32, count: u64, mut each: impl FnMut(&Position, &Event<Laoqi>)) {
    let rules = Rules::new(&options).unwrap();
    for number in 0..count {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (number + 1) << 20 ^ u64::from(rare));
        let mut at = Position::start(&rules);
        let mut log = Vec::new();
        while !matches!(at.stage(), Stage::Over(_)) {
            let event = random_event(&at, &mut random, rare);
            each(&at, &event);
            at.apply(&event).unwrap();
            log.push(event);
            assert!(log.len() < 100_000, "the game ends");
        }
        let mut again = Position::start(&rules);
        for event in &log {
            again.apply(event).unwrap();
        }
        assert_eq!(digest::<Laoqi>(&at), digest::<Laoqi>(&again));
        check_texts(&rules, &at);
        assert!(at.apply(&Event::Agreed).is_err(), "nothing follows the end");
    }
}

fn check_texts(rules: &Rules, at: &Position) {
    let bytes = at.encode();
    assert_eq!(Position::decode(rules, &bytes).as_ref(), Ok(at));
    for viewer in [None, Some(seat(1))] {
        let known = Known { viewer, ..Known::public() };
        let line = Laoqi::write_position(at, &known);
        match Laoqi::read_position(rules, &line) {
            Ok((read, whose)) => assert_eq!((&read, whose.viewer), (at, viewer), "{line}"),
            Err(faults) => panic!("{line}: {faults:?}"),
        }
    }
}

fn check_moves(rules: &Rules, at: &Position) {
    let moves = moves_of(at);
    let Some(mover) = at.mover() else {
        assert!(moves.is_empty());
        return;
    };
    assert!(!moves.is_empty(), "a seat that is waited for can move");
    assert!(moves.is_sorted_by(|a, b| a < b), "each once");
    let mut picks: Vec<Vec<Pick>> = Vec::new();
    for mv in &moves {
        let text = Laoqi::write_move(at, mv);
        assert_eq!(Laoqi::read_move(at, &text).as_ref(), Ok(mv), "{text}");
        assert_eq!(Move::decode(rules, &mv.encode()).as_ref(), Ok(mv), "{text}");
        assert_eq!(at.check(mover, mv), Ok(()), "{text}");
        for other in at.seats().without(mover).iter() {
            assert!(at.check(other, mv).is_err(), "{text}");
        }
        picks.push(Laoqi::picks(at, mv));
    }
    picks.sort();
    for pair in picks.windows(2) {
        assert!(!pair[1].starts_with(&pair[0]), "{pair:?}");
    }
}

#[test]
fn games_of_every_preset_and_option_end() {
    for options in variants() {
        let rules = Rules::new(&options).unwrap();
        for rare in [0, 400] {
            games(options, rare, 12, |at, _| {
                check_texts(&rules, at);
                check_moves(&rules, at);
            });
        }
    }
}

/// Every move that can be written down for a position, with more than can be legal.
fn candidates(at: &Position) -> Vec<Move> {
    let board = at.board();
    let shields: Vec<Cell> = board
        .cells()
        .filter(|cell| at.at(*cell).is_some_and(|piece| piece.kind == Kind::Shield))
        .collect();
    let mut beside: BTreeSet<Cell> = BTreeSet::new();
    for shield in &shields {
        beside.extend(board.steps(*shield));
    }
    let forks: Vec<Option<Cell>> = ["0c3", "1c3", "2c3", "0d3", "1d3", "2d3"]
        .iter()
        .map(|name| board.find(name))
        .chain([None])
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut asides = vec![Asides::NONE];
    for first in &beside {
        let one = Asides::NONE.with(*first).unwrap();
        asides.push(one);
        asides.extend(beside.iter().filter_map(|second| one.with(*second)));
    }
    let mut actions = Vec::new();
    for from in board.cells().filter(|cell| at.at(*cell).is_some()) {
        for to in board.cells() {
            actions.push(Action::Step { from, to });
            actions.push(Action::Incite { king: from, shield: to });
        }
        for to in Promoted::ALL {
            actions.push(Action::Promote { at: from, to });
        }
        let near = board.steps(from).iter().flat_map(|cell| board.steps(*cell));
        let near: BTreeSet<_> = near.copied().collect();
        for (to, branch) in near.iter().flat_map(|to| forks.iter().map(|branch| (*to, *branch))) {
            for asides in &asides {
                actions.push(Action::Push { from, to, branch, asides: *asides });
            }
        }
    }
    let mut all: Vec<Move> = at.seats().iter().map(Move::Crown).collect();
    for action in actions {
        all.push(Move::Act(action));
        for king in board.steps(action.actor()) {
            all.push(Move::Command(*king, action));
        }
    }
    all
}

/// Two independent paths: the generator, and every candidate that the check lets pass.
#[test]
fn the_generator_lists_what_the_check_allows() {
    for options in variants() {
        let mut step = 0;
        games(options, 0, 3, |at, _| {
            step += 1;
            let Some(mover) = at.mover().filter(|_| step % 23 == 0) else {
                return;
            };
            let mut allowed = candidates(at);
            allowed.retain(|mv| at.check(mover, mv).is_ok());
            allowed.sort_unstable();
            allowed.dedup();
            assert_eq!(allowed, moves_of(at));
        });
    }
}

/// Counts of actions by a path of its own: candidates, the check, and events.
fn slow_count(at: &Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let line = Laoqi::write_position(at, &Known::public());
    let mut total = 0;
    for mover in at.living().iter() {
        for kinds in ["W", "SA", "K"] {
            let (front, _) = line.split_once("stage=").unwrap();
            let front = front.replace("showings=1", "showings=0");
            let text = format!("{front}stage=act:{mover}:{kinds}");
            // A mandate without an action is refused by the reader.
            let Ok((mandated, _)) = Laoqi::read_position(rules, &text) else {
                continue;
            };
            for mv in candidates(&mandated) {
                let mut next = mandated;
                if next.apply(&Event::Moved(mover, mv)).is_ok() {
                    total += match next.stage() {
                        Stage::Over(_) if depth > 1 => 0,
                        _ => slow_count(&next, rules, depth - 1),
                    };
                }
            }
        }
    }
    total
}

/// Counts of actions from each start to depth 1, 2, 3. Source: this engine; those to the depth in
/// the last column also by the slow path above, and 32 by hand (a2 3, c2 4, e2 4, b1>c2, f1>e2,
/// d1 3, for either seat).
const COUNTS: [(Options, [u64; 3], u32); 4] = [
    (Options::TWO, [32, 1_010, 31_768], 2),
    (Options::THREE, [48, 2_289, 108_948], 1),
    (Options::FOUR, [68, 4_588, 307_872], 1),
    (Options::FIVE, [89, 7_882, 695_626], 1),
];

#[test]
fn counts_agree_with_a_slow_path() {
    for (options, counts, slow) in COUNTS {
        let rules = Rules::new(&options).unwrap();
        let at = Position::start(&rules);
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(laoqi::count(&at, depth), expected, "{options:?} {depth}");
            if depth <= slow {
                assert_eq!(slow_count(&at, &rules, depth), expected, "{options:?} {depth}");
            }
        }
        let parts: u64 = laoqi::divide(&at, 2).iter().map(|(_, n)| n).sum();
        assert_eq!(parts, counts[1]);
    }
}

#[test]
fn what_is_not_waited_for_changes_nothing() {
    let options = Options::FIVE;
    games(options, 300, 3, |at, _| {
        let all: Vec<Event<Laoqi>> = vec![
            Event::Deployed(at.living()),
            Event::Tossed(0),
            Event::Ruled(Vec::new()),
            Event::Out(SeatSet::EMPTY, game::Cause::Resigned),
            Event::Out(SeatSet::one(seat(7)), game::Cause::Refused),
            Event::Out(at.seats().minus(at.living()), game::Cause::Refused),
            Event::Skipped(seat(6)),
            Event::Moved(seat(7), Move::Crown(seat(0))),
            Event::Unsealed(
                at.due()
                    .with(seat(7))
                    .iter()
                    .map(|seat| (seat, Showing::Shown(Gesture::Rock)))
                    .collect(),
            ),
            Event::Unsealed([].into()),
        ];
        for event in all {
            let mut next = *at;
            assert!(next.apply(&event).is_err(), "{event:?}");
            assert_eq!(next, *at);
        }
        if let Waits::Choices(due) = Laoqi::waits(at) {
            let mut next = *at;
            let first = due.lowest().unwrap();
            assert!(next.apply(&Event::Skipped(first)).is_err());
            assert_eq!(next, *at);
        }
    });
}

#[test]
fn hostile_bytes_and_text_are_refused_without_a_panic() {
    let mut random = Random(77);
    for options in variants() {
        let rules = Rules::new(&options).unwrap();
        let mut step = 0;
        games(options, 200, 2, |at, event| {
            step += 1;
            if step % 11 != 0 {
                return;
            }
            let bytes = at.encode();
            for _ in 0..60 {
                let mut bad = bytes.clone();
                for _ in 0..=random.below(3) {
                    let place = random.below(bad.len() as u32) as usize;
                    bad[place] = random.below(256) as u8;
                }
                if random.below(5) == 0 {
                    bad.truncate(random.below(bad.len() as u32) as usize);
                }
                if let Ok(mut odd) = Position::decode(&rules, &bad) {
                    assert_eq!(odd.encode(), bad, "one encoding");
                    wander(&mut odd, &mut random);
                }
            }
            let line = Laoqi::write_position(at, &Known::public());
            for _ in 0..30 {
                let mut bad: Vec<char> = line.chars().collect();
                let place = random.below(bad.len() as u32) as usize;
                bad[place] = char::from(33 + random.below(94) as u8);
                let bad: String = bad.into_iter().collect();
                if let Ok((odd, known)) = Laoqi::read_position(&rules, &bad) {
                    assert_eq!(Laoqi::write_position(&odd, &known), bad);
                }
            }
            if let Event::Moved(_, mv) = event {
                hostile_moves(&rules, at, mv, &mut random);
            }
        });
    }
}

/// A position that decodes can be played on.
fn wander(at: &mut Position, random: &mut Random) {
    for _ in 0..6 {
        if matches!(at.stage(), Stage::Over(_)) {
            return;
        }
        let event = random_event(at, random, 0);
        at.apply(&event).unwrap();
        let _ = Laoqi::view(at, &Known::public());
    }
}

fn hostile_moves(rules: &Rules, at: &Position, mv: &Move, random: &mut Random) {
    let bytes = mv.encode();
    for _ in 0..60 {
        let mut bad = bytes.clone();
        let place = random.below(bad.len() as u32) as usize;
        bad[place] = random.below(256) as u8;
        if let Ok(odd) = Move::decode(rules, &bad) {
            assert_eq!(odd.encode(), bad, "one encoding");
            let text = Laoqi::write_move(at, &odd);
            assert_eq!(Laoqi::read_move(at, &text), Ok(odd), "{text}");
            let mut next = *at;
            let mover = at.mover().unwrap();
            assert_eq!(next.apply(&Event::Moved(mover, odd)).is_ok(), moves_of(at).contains(&odd));
        }
    }
    for text in ["", "d1", "d1-", "^9", "^", "z9-d1", "d1=Q", "d1>c2/c3/c4/c5", ":d1-d2", "剪"] {
        assert!(Laoqi::read_move(at, text).is_err(), "{text}");
    }
}
