//! Single positions.

use bot::{Decision, Draw, Player, Warden};
use game::{Event, Game, Known, Outcome, Seat, SeatSet};
use shouhu::{Move, Options, Position, Red, Rules, Shouhu, Stage, zone};

use crate::games::{dice, start};

const LEVELS: [Warden; 3] = [Warden::ONE_PLY, Warden::MIDDLE, Warden::STRONG];

fn read(cells: &str, rest: &str) -> Position {
    let text = format!("viewer=- cells={cells} red=0 turn=0 {rest} living=01 history=- stage=turn");
    let rules = Rules::new(&Options::STANDARD).expect("rules");
    Shouhu::read_position(&rules, &text).unwrap_or_else(|faults| panic!("{faults:?}")).0
}

/// What it does until the turn passes.
fn turn(level: Warden, at: &Position, throw: u64) -> Position {
    let mut next = at.clone();
    let seat = at.turn();
    while next.turn() == seat && !next.is_over() {
        let decision = level.decide(&next, &Known::of(seat), seat, &mut dice(throw, seat));
        let Some(Decision::Move(mv)) = decision else { panic!("{decision:?}") };
        next.apply(&Event::Moved(seat, mv)).expect("legal");
    }
    next
}

fn can_score(at: &Position) -> bool {
    let mut moves = Vec::new();
    at.moves_into(&mut moves);
    let goal = zone(shouhu::other(at.turn()));
    moves.iter().any(|mv| matches!(mv, Move::Go { to, .. } if goal.has(*to)))
}

#[test]
fn it_takes_the_point_that_wins() {
    let at = read("R6n/8/6n1/8/3**3/8/8/8/1N1P4", "score=3,3 quiet=4 ply=60");
    for level in LEVELS {
        for throw in 0..5 {
            let next = turn(level, &at, throw);
            let won = Stage::Over(Outcome::Won(SeatSet::one(Seat::of(0))));
            assert_eq!(*next.stage(), won, "{level:?}");
        }
    }
}

/// The enemy 车 on a1 would score along the rank and win. The 马 can capture it, and then it must be
/// put down where it has no line; or the line is shut.
#[test]
fn it_parries_the_point_that_would_win() {
    let at = read("3n4/8/7n/8/3**3/8/1N5N/8/r3P2R", "score=0,3 quiet=4 ply=60");
    let mut passed = at.clone();
    passed.play(&Shouhu::read_move(&at, "h3-g5").expect("legal"));
    assert!(can_score(&passed), "the enemy threatens");
    for level in [Warden::MIDDLE, Warden::STRONG] {
        for throw in 0..5 {
            let next = turn(level, &at, throw);
            let line = Shouhu::write_position(&next, &Known::public());
            assert!(!next.is_over() && !can_score(&next), "{level:?} {line}");
        }
    }
}

#[test]
fn it_accepts_a_draw_only_when_it_is_well_behind() {
    let cells = "3n4/8/7n/8/3**3/8/1N5N/8/r3P2R";
    let seats = [0, 1].map(Seat::of);
    let answers = |score: &str| {
        let at = read(cells, &format!("score={score} quiet=4 ply=60"));
        seats.map(|seat| Warden::STRONG.draw(&at, &Known::of(seat), seat))
    };
    assert_eq!(answers("0,3"), [Draw::Accept, Draw::Decline]);
    assert_eq!(answers("3,0"), [Draw::Decline, Draw::Accept]);
    assert_eq!(answers("1,1"), [Draw::Decline, Draw::Decline]);
    // While layouts are made there is nothing to end.
    let at = start(&Options { red: Red::Seat0, ..Options::SEALED });
    assert_eq!(Warden::STRONG.draw(&at, &Known::of(seats[0]), seats[0]), Draw::Decline);
}
