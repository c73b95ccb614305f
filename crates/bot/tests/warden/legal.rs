//! Every decision is legal, within its nodes, and a function of what the seat is told.

use bot::{Decision, Dice, Draw, Player, Random, Warden};
use game::{Event, Game, Known, Seat, Showing, Waits};
use shouhu::{Options, Position, Shouhu, Stage};

use crate::games::{dice, start};

const LEVELS: [Warden; 2] = [Warden::ONE_PLY, Warden::MIDDLE];

fn is_legal(at: &Position, seat: Seat, decision: &Decision<Shouhu>) -> bool {
    match decision {
        Decision::Move(mv) => Shouhu::owes(at, seat, mv).is_ok(),
        Decision::Choice(layout) => Shouhu::admits(at, seat, layout).is_ok(),
        Decision::Secret(secret) => match *secret {},
    }
}

/// Calls `seen` with every position of a game of random play that asks `seat` for something.
fn walk(options: &Options, game: u64, seen: &mut dyn FnMut(&Position, Seat)) {
    let mut at = start(options);
    let mut throw = dice(game, Seat::of(7));
    let at_random = |at: &Position, seat, throw: &mut Dice| {
        Player::<Shouhu>::decide(&Random, at, &Known::of(seat), seat, throw).expect("it is due")
    };
    for _ in 0..300 {
        let event = match Shouhu::waits(&at) {
            Waits::Toss { below, .. } => Event::Tossed(throw.below(below.into()) as u16),
            Waits::Move(seat) => {
                seen(&at, seat);
                let Decision::Move(mv) = at_random(&at, seat, &mut throw) else { panic!() };
                Event::<Shouhu>::Moved(seat, mv)
            }
            Waits::Choices(due) => {
                let showing = |seat| {
                    seen(&at, seat);
                    match at_random(&at, seat, &mut throw) {
                        Decision::Choice(layout) => (seat, Showing::Shown(layout)),
                        other => panic!("{other:?}"),
                    }
                };
                Event::Unsealed(due.iter().map(showing).collect())
            }
            _ => return,
        };
        at.apply(&event).expect("random play is legal");
    }
}

#[test]
fn decisions_are_legal_within_their_nodes_and_repeatable() {
    let mut asked = 0;
    let mut stages = std::collections::BTreeSet::new();
    for (game, (name, options)) in Options::PRESETS.into_iter().enumerate() {
        let mut left = 30;
        walk(&options, game as u64, &mut |at, seat| {
            if left == 0 {
                return;
            }
            left -= 1;
            asked += 1;
            stages.insert(match at.stage() {
                Stage::SetUp => "set up",
                Stage::Placing => "place",
                Stage::Return(_) => "return",
                Stage::Drop(_) => "drop",
                _ => "turn",
            });
            for level in LEVELS {
                let throw = || dice(asked, seat);
                let (decision, nodes) = level.decide_counted(at, seat, &mut throw());
                let decision = decision.expect("a due seat decides");
                assert!(is_legal(at, seat, &decision), "{name} {decision:?} {at:?}");
                assert!(nodes <= level.nodes_max(), "{nodes}");
                let again = level.decide(at, &Known::of(seat), seat, &mut throw());
                assert_eq!(again, Some(decision));
            }
        });
    }
    assert!(asked >= 150, "{asked}");
    assert_eq!(stages.len(), 5, "{stages:?}");
}

#[test]
fn the_strong_one_keeps_to_its_nodes_and_repeats_itself() {
    let mut left = 6;
    walk(&Options::STANDARD, 3, &mut |at, seat| {
        if left > 0 {
            left -= 1;
            let decide = || Warden::STRONG.decide_counted(at, seat, &mut dice(left, seat));
            let (decision, nodes) = decide();
            assert!(nodes <= Warden::STRONG.nodes_max(), "{nodes}");
            assert!(is_legal(at, seat, decision.as_ref().expect("a due seat decides")));
            assert_eq!(decide(), (decision, nodes));
        }
    });
    assert_eq!(left, 0);
}

/// A copy of the position that has gone through its encoding decides alike.
#[test]
fn a_position_read_back_gets_the_same_decision() {
    use game::Canon;
    let rules = shouhu::Rules::new(&Options::SEALED).expect("rules");
    let mut left = 40;
    walk(&Options::SEALED, 9, &mut |at, seat| {
        if left > 0 {
            left -= 1;
            let copy = Position::decode(&rules, &at.encode()).expect("it encodes");
            let decide =
                |at| Warden::MIDDLE.decide(at, &Known::of(seat), seat, &mut Dice::new([left; 32]));
            assert_eq!(decide(at), decide(&copy));
        }
    });
    assert_eq!(left, 0);
}

#[test]
fn a_seat_that_is_not_asked_gives_nothing() {
    let options = Options { red: shouhu::Red::Seat0, ..Options::STANDARD };
    let at = start(&options);
    let idle = Seat::of(1);
    for level in LEVELS {
        assert_eq!(level.decide(&at, &Known::of(idle), idle, &mut dice(0, idle)), None);
        assert_eq!(level.draw(&at, &Known::of(idle), idle), Draw::Decline);
    }
}

/// Layouts differ from game to game: a seat that always set up alike could be prepared for.
#[test]
fn layouts_vary() {
    let options = Options { red: shouhu::Red::Seat0, ..Options::SEALED };
    let at = start(&options);
    let seat = Seat::of(1);
    let layouts: std::collections::BTreeSet<String> = (0..20)
        .map(|game| {
            match Warden::STRONG.decide(&at, &Known::of(seat), seat, &mut dice(game, seat)) {
                Some(Decision::Choice(layout)) => layout.write(),
                other => panic!("{other:?}"),
            }
        })
        .collect();
    assert!(layouts.len() >= 15, "{layouts:?}");
}
