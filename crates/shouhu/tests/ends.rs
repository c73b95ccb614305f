//! rules.md §7, §8: every end, and their order.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::{Cause, Event, Game as _, Outcome, Seat, SeatSet, Waits};
use shouhu::{Options, Position, Shouhu, Stage, Win};
use support::{BARE, BLACK, RED, board, drawn, play, refused, won};

const COUNTED: Options = Options { win: Win::MostAfter, ..BARE };

/// §7.1: after so many plies the higher score wins; equal is a draw.
#[test]
fn most_points_after_so_many_plies_win() {
    let last = |score: &'static str| {
        let fields = [("ply", "119"), ("score", score)];
        let mut at = board(&COUNTED, "7r/8/8/8/8/8/8/8/3R4", &fields);
        play(&mut at, "d1-d2")
    };
    assert_eq!([last("2,2"), last("7,6"), last("0,1")], [drawn(), won(0), won(1)]);
    // A point with the last ply counts.
    let fields = [("ply", "119"), ("score", "2,2")];
    let mut at = board(&COUNTED, "7r/8/8/8/8/8/8/8/3R4", &fields);
    assert_eq!(play(&mut at, "d1-d9"), won(0));
    // There is no goal before.
    let fields = [("ply", "100"), ("score", "9,2")];
    let mut at = board(&COUNTED, "7r/8/8/8/8/8/8/8/3R4", &fields);
    assert_eq!(play(&mut at, "d1-d9"), Waits::Move(BLACK));
}

/// §7.1: plies are counted to the end of the turn, the drop included.
#[test]
fn the_last_ply_ends_with_its_drop() {
    let fields = [("ply", "119"), ("score", "1,0")];
    let mut at = board(&COUNTED, "8/8/8/7r/8/8/8/8/7R", &fields);
    assert_eq!(play(&mut at, "h1-h6"), Waits::Move(RED));
    assert_eq!(play(&mut at, "@h9"), won(0));
}

/// §7.3 (3): who cannot move on its turn loses.
#[test]
fn who_cannot_move_loses() {
    let mut at = board(&BARE, "7p/8/8/8/8/8/8/8/R7", &[]);
    assert_eq!(play(&mut at, "a1-a2"), won(0));
    // A lender beside it carries it.
    let mut at = board(&BARE, "7p/8/8/8/8/8/8/8/7R", &[]);
    assert_eq!(play(&mut at, "h1-h8"), Waits::Move(BLACK));
    // Red too, at the start of its own turn.
    let mut at = board(&BARE, "7r/8/8/8/8/8/8/8/A7", &[("turn", "1")]);
    assert_eq!(play(&mut at, "h9-h8"), won(1));
}

/// §7.4: no move after the return made loses, though another return would have left one.
#[test]
fn who_cannot_move_after_its_return_loses() {
    let start = || board(&BARE, "7p/8/8/8/8/8/8/8/3R4", &[]);
    // The 车 goes home, where the 兵 cannot use it: every return leaves nothing.
    let mut at = start();
    assert_eq!(play(&mut at, "d1-d9"), won(0));
    assert_eq!(at.score(RED), 1);
    // With a 兵 in the other half some returns leave a move, others do not.
    let mut at = board(&BARE, "8/8/8/8/8/8/7p/8/3R4", &[]);
    assert_eq!(play(&mut at, "d1-d9"), Waits::Move(BLACK));
    assert_eq!(refused(&at, "^a1"), None);
    let mut beside = at.clone();
    assert_eq!(play(&mut beside, "^g3"), Waits::Move(BLACK));
    assert!(matches!(beside.stage(), Stage::Turn));
    assert_eq!(play(&mut at, "^a1"), won(0));
}

/// §7.3 (4), §7.5: the third occurrence; the first position counts.
#[test]
fn a_position_seen_three_times_is_a_draw() {
    let mut at = Shouhu::start(&support::rules(&support::PLAIN));
    assert_eq!(play(&mut at, "a1-a2 a9-a8 a2-a1 a8-a9"), Waits::Move(RED));
    assert_eq!(play(&mut at, "a1-a2 a9-a8 a2-a1"), Waits::Move(BLACK));
    assert_eq!(play(&mut at, "a8-a9"), drawn());
    assert_eq!(at.ply().0, 8);
}

/// §7.5: points and captured stones cannot be undone; what was before them is forgotten.
#[test]
fn what_cannot_be_undone_begins_the_count_anew() {
    let mut at = board(&support::PLAIN, "r7/8/8/8/3**3/8/8/3R4/7B", &[]);
    play(&mut at, "h1-g2 a9-a8 g2-h1 a8-a9 h1-g2 a9-a8 d2-d5 a8-a9");
    assert_eq!(at.quiet(), 1);
    assert_eq!(play(&mut at, "g2-h1 a9-a8 h1-g2 a8-a9 g2-h1 a9-a8"), Waits::Move(RED));
    assert_eq!(play(&mut at, "h1-g2"), drawn());
}

/// §7.3 (5): so many plies without a point or a captured stone; captured pieces do not count.
#[test]
fn quiet_plies_end_in_a_draw() {
    let options = Options { quiet_limit: 3, ..BARE };
    let mut at = board(&options, "7r/8/8/8/8/8/8/8/R6B", &[]);
    assert_eq!(play(&mut at, "a1-h1"), Waits::Move(RED));
    assert_eq!((at.quiet(), play(&mut at, "@a1"), at.quiet()), (0, Waits::Move(BLACK), 1));
    assert_eq!(play(&mut at, "h9-h8"), Waits::Move(RED));
    assert_eq!(play(&mut at, "h1-g1"), drawn());
    // Whatever the score; and a point begins it anew.
    let fields = [("quiet", "2"), ("score", "3,0")];
    let mut at = board(&options, "7r/8/8/8/8/8/8/8/3R4", &fields);
    assert_eq!(play(&mut at.clone(), "d1-d2"), drawn());
    assert_eq!(play(&mut at, "d1-d9"), won(0));
    // Without a limit nothing is counted.
    let mut at = board(&Options { quiet_limit: 0, ..BARE }, "7r/8/8/8/8/8/8/8/3R4", &[]);
    play(&mut at, "d1-d2");
    assert_eq!(at.quiet(), 0);
}

/// §7.3: the order. A ply that is quiet for the last time and leaves no move wins; a goal comes before
/// everything; the third occurrence and the quiet limit both draw.
#[test]
fn ends_come_in_their_order() {
    let options = Options { quiet_limit: 3, ..BARE };
    let mut at = board(&options, "7p/8/8/8/8/8/8/8/R7", &[("quiet", "2")]);
    assert_eq!(play(&mut at, "a1-a2"), won(0));
    // The last ply by count, and no move left: points decide.
    let fields = [("ply", "119"), ("score", "0,1")];
    let mut at = board(&COUNTED, "7p/8/8/8/8/8/8/8/R7", &fields);
    assert_eq!(play(&mut at, "a1-a2"), won(1));
    // The goal, and no move left.
    let mut at = board(&BARE, "8/8/8/8/8/8/8/7p/3R4", &[("score", "3,3")]);
    assert_eq!(play(&mut at, "d1-d9"), won(0));
}

fn out(at: &Position, seats: &[u8], cause: Cause) -> Waits {
    let mut at = at.clone();
    let seats: SeatSet = seats.iter().map(|n| Seat::of(*n)).collect();
    at.apply(&Event::Out(seats, cause)).unwrap();
    Shouhu::waits(&at)
}

/// §7.6, §8.1: resignation, time, agreement, in every stage of play.
#[test]
fn seats_go_out_and_agree_at_any_time() {
    let stages = [
        board(&BARE, "7r/8/8/8/8/8/8/8/3R4", &[]),
        board(&BARE, "3R4/8/8/8/r7/8/8/8/8", &[("turn", "1"), ("stage", "return:d9")]),
        board(&BARE, "7R/8/8/8/8/8/8/8/8", &[("stage", "drop:r")]),
    ];
    for at in stages {
        for cause in [Cause::Resigned, Cause::Refused] {
            assert_eq!(out(&at, &[0], cause), won(1));
            assert_eq!(out(&at, &[1], cause), won(0));
            assert_eq!(out(&at, &[0, 1], cause), drawn());
        }
        let mut agreed = at.clone();
        agreed.apply(&Event::Agreed).unwrap();
        assert_eq!(Shouhu::waits(&agreed), drawn());
        let mut late = at.clone();
        assert!(late.apply(&Event::Skipped(shouhu::other(at.turn()))).is_err());
        late.apply(&Event::Skipped(at.turn())).unwrap();
        assert_eq!(Shouhu::waits(&late), won(1 - at.turn().number()));
        assert_eq!(late.living(), SeatSet::one(shouhu::other(at.turn())));
        assert!(late.apply(&Event::Agreed).is_err(), "it is over");
        assert!(matches!(late.stage(), Stage::Over(Outcome::Won(_))));
    }
}
