//! Contests, time and the end of games by example; each cites its paragraph in rules.md.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use game::{Cause, Event, Game, Illegal, Outcome, SeatSet, Waits};
use laoqi::{Crown, Gesture, Kinds, Laoqi, Move, Options, Position, Rules, Stage, Ties};
use support::{legal, mandate, play, scene, seat, seats, show};

const TWO: Options = Options::TWO;
const CONSECUTIVE: Options = Options { ties: Ties::Consecutive, ..Options::TWO };
const W: Kinds = Gesture::Scissors.kinds();
const SA: Kinds = Gesture::Rock.kinds();
const K: Kinds = Gesture::Paper.kinds();

fn start(options: Options) -> Position {
    Position::start(&Rules::new(&options).unwrap())
}

fn ties(at: &Position) -> [u8; 3] {
    Gesture::ALL.map(|gesture| at.ties(gesture))
}

fn queue(at: &Position) -> String {
    at.queue().iter().map(Gesture::letter).collect()
}

/// Shows one after the other.
fn all(at: &mut Position, showings: &[&str]) {
    for signs in showings {
        show(at, signs);
    }
}

fn act(at: &mut Position) {
    let first = legal(at).first().cloned().unwrap();
    play(at, &first);
}

fn due(at: &Position) -> SeatSet {
    match Laoqi::waits(at) {
        Waits::Choices(due) => due,
        other => panic!("{other:?}"),
    }
}

/// §1.6, §3.2, §3.3: who wins a showing, and what it may move.
#[test]
fn who_beats_most_acts() {
    let cases = [
        (2, "JB", Some((0, W))),
        (2, "JS", Some((1, SA))),
        (2, "SB", Some((1, K))),
        (2, "SS", None),
        (3, "JBB", Some((0, W))),
        (3, "JSB", None),
        (4, "SSJB", Some((3, K))),
        (4, "JJBS", Some((3, SA))),
        (4, "JJBB", None),
        (4, "JJJS", Some((3, SA))),
        (5, "JJJSB", Some((3, SA))),
        (5, "JBBSS", None),
        (5, "JJSSB", None),
        (5, "JBBBS", Some((0, W))),
    ];
    for (count, signs, expected) in cases {
        let mut at = start(Options {
            seats: count,
            crown: if count == 5 { Crown::Off } else { Crown::On },
            ..TWO
        });
        show(&mut at, signs);
        assert_eq!(mandate(&at), expected, "{signs}");
    }
}

/// §3.4, §3.5: the top scorers go on among themselves; their ties do not count.
#[test]
fn the_best_play_off() {
    let mut at = start(Options::FOUR);
    show(&mut at, "JJBB");
    assert_eq!((due(&at), ties(&at)), (seats(&[0, 1]), [0; 3]));
    all(&mut at, &["SS", "SS", "SS", "SS"]);
    assert_eq!((due(&at), ties(&at)), (seats(&[0, 1]), [0; 3]));
    show(&mut at, "BS");
    assert_eq!(mandate(&at), Some((0, K)), "the gesture of the deciding contest counts");
    // All of them best: a full contest again, and its tie counts.
    let mut at = start(Options::THREE);
    all(&mut at, &["JSB", "BBB"]);
    assert_eq!((due(&at), ties(&at)), (seats(&[0, 1, 2]), [0, 0, 1]));
}

/// §3.6, §3.7, §3.9
#[test]
fn three_ties_make_a_gesture_pending_until_an_action() {
    let mut at = start(TWO);
    all(&mut at, &["SS", "BB", "SS", "JS"]);
    act(&mut at);
    show(&mut at, "SS");
    assert_eq!((queue(&at), ties(&at)), ("S".into(), [0, 0, 1]));
    show(&mut at, "JB");
    assert_eq!(mandate(&at), Some((0, SA)), "scissors won, but rock is pending");
    act(&mut at);
    assert_eq!((queue(&at), ties(&at)), (String::new(), [0, 0, 1]));
    show(&mut at, "JB");
    assert_eq!(mandate(&at), Some((0, W)));

    let mut at = start(CONSECUTIVE);
    all(&mut at, &["SS", "SS", "BB"]);
    assert_eq!(ties(&at), [0, 0, 1], "another tie breaks the row");
    all(&mut at, &["SS", "SS", "JB"]);
    assert_eq!(ties(&at), [0, 0, 0], "a decided showing too");
    act(&mut at);
    all(&mut at, &["SS", "SS", "SS"]);
    assert_eq!(queue(&at), "S");
}

/// §3.8, §3.10
#[test]
fn a_second_gesture_queues_behind_the_pending_one() {
    let mut at = start(TWO);
    all(&mut at, &["JJ", "JJ", "JJ", "JJ"]);
    assert_eq!((queue(&at), ties(&at)), ("J".into(), [0, 0, 0]), "not counted");
    all(&mut at, &["BB", "BB", "BB", "BB"]);
    assert_eq!((queue(&at), ties(&at)), ("JB".into(), [0, 0, 0]));
    show(&mut at, "SJ");
    assert_eq!(mandate(&at), Some((0, W)));
    act(&mut at);
    assert_eq!(queue(&at), "B");
    show(&mut at, "SJ");
    assert_eq!(mandate(&at), Some((0, K)));
    act(&mut at);
    assert_eq!(queue(&at), "");

    let mut at = start(CONSECUTIVE);
    all(&mut at, &["JJ", "JJ", "JJ", "BB", "JJ"]);
    assert_eq!((queue(&at), ties(&at)), ("J".into(), [0, 0, 0]), "it resets the others");
}

/// §3.5, §3.7: what is no full showing neither counts nor resets.
#[test]
fn play_offs_and_absences_neither_count_nor_reset() {
    let consecutive = Options { seats: 3, ..CONSECUTIVE };
    let mut at = start(consecutive);
    all(&mut at, &["SSS", "SSS", "S.S"]);
    assert_eq!((due(&at), ties(&at)), (seats(&[0, 1, 2]), [0, 2, 0]), "§8.1");
    show(&mut at, "SSS");
    assert_eq!(queue(&at), "S");
    // A full showing with several best resets; the play-off after it does not.
    let mut at = start(consecutive);
    all(&mut at, &["SSS", "JJB"]);
    assert_eq!((due(&at), ties(&at)), (seats(&[0, 1]), [0, 0, 0]));
}

/// §3.9: a ply that passes does not end pending. §3.12: a seat that cannot act passes by itself.
#[test]
fn a_stuck_seat_passes_and_pending_stays() {
    let mut at =
        scene(TWO, "K0f3 K1f6 W0a1 S1a2 S1b1", &[("pending", "J"), ("ply", "4"), ("quiet", "4")]);
    show(&mut at, "BS");
    assert_eq!(mandate(&at), None);
    assert_eq!((at.ply().0, at.quiet(), queue(&at)), (5, 5, "J".into()));
    assert_eq!(due(&at), seats(&[0, 1]));
}

/// §3.11
#[test]
fn the_loser_moves_any_piece_when_the_winner_has_none_of_the_kind() {
    let mut at = scene(TWO, "K0f1 K1f6 W1a4 S1b4 S0c1", &[("pending", "J")]);
    show(&mut at, "BS");
    assert_eq!(mandate(&at), Some((1, Kinds::ANY)), "seat 0 has no Warrior");
    play(&mut at, "f6-e6");
    assert_eq!(queue(&at), "", "the loser's action ends pending too");
    // Nobody that it beat: the ply passes.
    let mut at = scene(TWO, "K0f1 K1f6 W1a4", &[]);
    show(&mut at, "J.");
    assert_eq!((at.ply().0, at.timeouts(seat(1))), (1, 1));
}

/// §3.11: several losers play off; a play-off does not count.
#[test]
fn several_losers_play_off_for_any_piece() {
    let kings = "K0h1 K1a8 K2h10 K3j3 W1b5 W2e8 W3h5 S3h6";
    let mut at = scene(Options::FOUR, kings, &[]);
    show(&mut at, "JBBB");
    assert_eq!(*at.stage(), Stage::Losers { due: seats(&[1, 2, 3]) });
    show(&mut at, "SSS");
    assert_eq!(ties(&at), [0; 3]);
    show(&mut at, "SSJ");
    assert_eq!(*at.stage(), Stage::Losers { due: seats(&[1, 2]) });
    show(&mut at, "BJ");
    assert_eq!(mandate(&at), Some((2, Kinds::ANY)));
    // One that stays away is no loser.
    let mut at = scene(Options::FOUR, kings, &[]);
    show(&mut at, "JB.B");
    assert_eq!(*at.stage(), Stage::Losers { due: seats(&[1, 3]) });
    show(&mut at, "S.");
    assert_eq!(mandate(&at), Some((1, Kinds::ANY)));
}

/// §3.13
#[test]
fn thirty_undecided_showings_pass() {
    let mut at = start(TWO);
    for n in 1..=29 {
        show(&mut at, "JJ");
        assert_eq!((at.ply().0, at.showings()), (0, n));
    }
    show(&mut at, "JJ");
    assert_eq!((at.ply().0, at.showings(), at.quiet()), (1, 0, 1));
    assert_eq!(queue(&at), "J");
    // The losers' showings count with the others.
    let pieces = "K0h1 K1a8 K2h10 K3j3 W1b5 W2e8 W3h5";
    let mut at = scene(Options::FOUR, pieces, &[("showings", "28")]);
    all(&mut at, &["JBBB", "SSS"]);
    assert_eq!(at.showings(), 29);
    show(&mut at, "SSJ");
    assert_eq!((at.ply().0, due(&at)), (1, seats(&[0, 1, 2, 3])));
}

/// §8.1
#[test]
fn a_seat_that_does_not_commit_is_left_out() {
    let mut at = start(Options::FOUR);
    show(&mut at, "J...");
    assert_eq!(mandate(&at), Some((0, W)), "alone it wins with its gesture");
    let mut at = start(Options::FOUR);
    show(&mut at, "....");
    assert_eq!((due(&at), at.showings()), (seats(&[0, 1, 2, 3]), 1));
    show(&mut at, "JBJ.");
    assert_eq!(due(&at), seats(&[0, 2]), "narrowing drops the absent");
    // Even when all that showed are best.
    let mut at = start(Options::FOUR);
    show(&mut at, "JSB.");
    assert_eq!(due(&at), seats(&[0, 1, 2]));
    show(&mut at, "JJJ");
    assert_eq!(ties(&at), [0; 3], "fewer than may show");
}

/// §8.2 - §8.5
#[test]
fn missing_too_often_puts_a_seat_out() {
    let mut at = start(Options::THREE);
    for n in 1..=3 {
        show(&mut at, "..J");
        assert_eq!(at.timeouts(seat(0)), n);
        let ply = at.ply();
        at.apply(&Event::Skipped(seat(2))).unwrap();
        assert_eq!(at.ply().0, ply.0 + 1, "an action not made in time is a pass");
    }
    show(&mut at, ".JJ");
    assert_eq!(at.living(), seats(&[1, 2]));
    assert_eq!((due(&at), at.showings()), (seats(&[1, 2]), 0), "the showing is void");
    assert_eq!(at.army(seat(0)).controller, None);
    assert_eq!(at.king(seat(0)), None, "its army has gone");
    show(&mut at, "JB");
    // Both more than they may: out together, a draw.
    let mut at = scene(TWO, "K0f1 K1f6", &[("timeouts", "3,3")]);
    show(&mut at, "..");
    assert_eq!(Laoqi::waits(&at), Waits::Nothing(Outcome::Drawn(seats(&[0, 1]))));
    // Missing its action for the fourth time: out, and its ply passes.
    let mut at =
        scene(Options::THREE, "K00d1 K11d1 K22d1", &[("timeouts", "0,3,0"), ("stage", "act:1:K")]);
    at.apply(&Event::Skipped(seat(1))).unwrap();
    assert_eq!((at.ply().0, at.living()), (1, seats(&[0, 2])));
    assert_eq!(due(&at), seats(&[0, 2]));
}

/// §8.3, §7.1
#[test]
fn a_seat_that_withholds_goes_out_and_the_showing_is_void() {
    let mut at = start(Options::THREE);
    all(&mut at, &["SSS", "SSS"]);
    show(&mut at, "!SS");
    assert_eq!((ties(&at), at.showings()), ([0, 2, 0], 2));
    at.apply(&Event::Out(seats(&[0]), Cause::Refused)).unwrap();
    assert_eq!((due(&at), ties(&at)), (seats(&[1, 2]), [0, 2, 0]));
    show(&mut at, "SS");
    assert_eq!(queue(&at), "S", "an elimination changes no count");
    // With one that has missed too much in the same showing.
    let mut at = scene(TWO, "K0f1 K1f6", &[("timeouts", "0,3")]);
    show(&mut at, "!.");
    at.apply(&Event::Out(seats(&[0]), Cause::Refused)).unwrap();
    assert_eq!(Laoqi::waits(&at), Waits::Nothing(Outcome::Drawn(seats(&[0, 1]))));
    // Seats put out before the same showing go out together.
    let mut at = scene(Options::THREE, "K00d1 K11d1 K22d1", &[("timeouts", "3,0,0")]);
    show(&mut at, ".SS");
    assert_eq!(due(&at), seats(&[1, 2]));
    at.apply(&Event::Out(seats(&[1, 2]), Cause::Resigned)).unwrap();
    assert_eq!(Laoqi::waits(&at), Waits::Nothing(Outcome::Drawn(seats(&[0, 1, 2]))));
}

/// §7.1, §7.4, §7.5
#[test]
fn who_resigns_takes_its_armies_along() {
    let taken = &[("living", "023"), ("control", "0023"), ("stage", "contest:023")];
    let pieces = "K0h1 W0h2 K1a8 W1b8 K2h10 K3j3";
    let mut at = scene(Options::FOUR, pieces, taken);
    at.apply(&Event::Out(seats(&[0]), Cause::Resigned)).unwrap();
    let left: Vec<_> = at.board().cells().filter_map(|cell| at.at(cell)).collect();
    assert_eq!(left.len(), 2);
    assert_eq!((at.living(), due(&at)), (seats(&[2, 3]), seats(&[2, 3])));
    // A play-off begins anew with those left; the undecided showings of the ply stay counted.
    let mut at = start(Options::FOUR);
    show(&mut at, "JJBB");
    at.apply(&Event::Out(seats(&[3]), Cause::Resigned)).unwrap();
    assert_eq!((due(&at), at.showings()), (seats(&[0, 1, 2]), 1));
    // The seat that is to act goes: its ply passes. Another goes: it still acts.
    show(&mut at, "JBB");
    let mut other = at;
    at.apply(&Event::Out(seats(&[0]), Cause::Resigned)).unwrap();
    assert_eq!((at.ply().0, due(&at)), (1, seats(&[1, 2])));
    other.apply(&Event::Out(seats(&[1]), Cause::Resigned)).unwrap();
    assert_eq!((other.ply().0, mandate(&other)), (0, Some((0, W))));
    // All that are left, together: a draw. All but one: it wins.
    let mut drawn = other;
    drawn.apply(&Event::Out(seats(&[0, 2]), Cause::Resigned)).unwrap();
    assert_eq!(Laoqi::waits(&drawn), Waits::Nothing(Outcome::Drawn(seats(&[0, 1, 2]))));
    other.apply(&Event::Out(seats(&[2]), Cause::Resigned)).unwrap();
    assert_eq!(Laoqi::waits(&other), Waits::Nothing(Outcome::Won(seats(&[0]))));
    assert_eq!(other.apply(&Event::Agreed), Err(Illegal("the game is over")));
}

/// §7.5: when armies leave, the seat that is to act may be left without an action.
#[test]
fn the_mandate_passes_when_its_actions_go() {
    let fields = &[("stage", "act:0:SA"), ("lost", "1,0,0"), ("promoted", "1,0,0")];
    let pieces = "K00a2 A00a1 S20b1 W10b2 K11d1 K22d1 W00a3";
    let mut at = scene(Options::THREE, pieces, fields);
    assert_eq!(legal(&at), ["0a1x0b2"]);
    at.apply(&Event::Out(seats(&[1]), Cause::Resigned)).unwrap();
    assert_eq!((at.ply().0, due(&at)), (1, seats(&[0, 2])));
}

/// §7.2, §7.3
#[test]
fn quiet_and_agreed_games_are_drawn() {
    let quiet = Options { quiet_limit: 2, ..TWO };
    let mut at = start(quiet);
    show(&mut at, "JB");
    play(&mut at, "a2-a3");
    show(&mut at, "JB");
    at.apply(&Event::Skipped(seat(0))).unwrap();
    assert_eq!(Laoqi::waits(&at), Waits::Nothing(Outcome::Drawn(seats(&[0, 1]))));
    let mut at = scene(quiet, "K0f1 K1f6 W0a1 W1a2", &[("quiet", "1"), ("ply", "9")]);
    show(&mut at, "JB");
    play(&mut at, "a1xa2");
    assert_eq!((at.quiet(), due(&at)), (0, seats(&[0, 1])));
    let mut at = start(Options { quiet_limit: 0, ..TWO });
    for _ in 0..300 {
        show(&mut at, "BS");
        let moves = legal(&at);
        play(&mut at, moves.iter().find(|text| text.contains('-')).unwrap());
    }
    assert_eq!(at.quiet(), 0);
    at.apply(&Event::Agreed).unwrap();
    assert_eq!(Laoqi::waits(&at), Waits::Nothing(Outcome::Drawn(seats(&[0, 1]))));
}

/// §3.1, §6.7, §6.8
#[test]
fn the_crown_picks_and_passes_on() {
    let five = start(Options::FIVE);
    assert_eq!((due(&five), five.crown()), (seats(&[0, 1, 2, 3]), Some(seat(4))));
    let mut at = five;
    show(&mut at, "JJBB");
    assert_eq!(Laoqi::waits(&at), Waits::Move(seat(4)));
    assert_eq!(legal(&at), ["^0", "^1"]);
    assert!(at.check(seat(0), &Move::Crown(seat(0))).is_err());
    assert!(at.check(seat(4), &Move::Crown(seat(2))).is_err());
    let mut late = at;
    play(&mut at, "^1");
    assert_eq!((mandate(&at), at.crown()), (Some((1, W)), Some(seat(1))));
    act(&mut at);
    assert_eq!(due(&at), seats(&[0, 2, 3, 4]));
    // Not in time: the ply passes and the crown stays.
    late.apply(&Event::Skipped(seat(4))).unwrap();
    assert_eq!((late.ply().0, late.crown()), (1, Some(seat(4))));
    assert_eq!(late.timeouts(seat(4)), 1);
    // One winner: nothing to pick. A tie among the four counts.
    let mut at = five;
    all(&mut at, &["JJJJ", "JBBB"]);
    assert_eq!((mandate(&at), ties(&at)), (Some((0, W)), [1, 0, 0]));
    assert_eq!(at.crown(), Some(seat(4)));
}

/// §6.7, §6.8, §3.11
#[test]
fn the_crown_goes_with_the_pick_and_ends_with_an_elimination() {
    // Seat 0 has no Warrior: picked, it holds the crown, and those it beat play off without it.
    let pieces = "K0h1 K1a8 K2h10 K3j3 K4e6 W1b5 W2e8 W3h5 W4e5";
    let mut at = scene(Options::FIVE, pieces, &[]);
    show(&mut at, "JJBB");
    play(&mut at, "^0");
    assert_eq!(at.crown(), Some(seat(0)));
    assert_eq!(*at.stage(), Stage::Losers { due: seats(&[2, 3]) });
    show(&mut at, "SB");
    assert_eq!(mandate(&at), Some((3, Kinds::ANY)));
    // An elimination while the crown is to pick: the contest begins anew among all.
    let mut at = start(Options::FIVE);
    show(&mut at, "JJBB");
    at.apply(&Event::Out(seats(&[2]), Cause::Resigned)).unwrap();
    assert_eq!((at.crown(), due(&at)), (None, seats(&[0, 1, 3, 4])));
    show(&mut at, "JJBB");
    assert_eq!(due(&at), seats(&[0, 1]), "a play-off, as without a crown");
    // A capture ends it too.
    let fields = &[("stage", "act:0:W")];
    let mut at = scene(Options::FIVE, "K0h1 W0a7 K1a8 K2h10 K3j3 K4e6", fields);
    play(&mut at, "a7xa8");
    assert_eq!((at.crown(), due(&at)), (None, seats(&[0, 2, 3, 4])));
}
