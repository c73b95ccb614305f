//! Golden playthroughs: scripted games in which every rule occurs, printed step by step in
//! `tests/playthroughs/shouhu`. `UPDATE_GOLDEN=1` writes them anew.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::BTreeSet;
use std::path::PathBuf;

use shouhu::{Options, Placement, Red, Stones, Win};
use support::script::{Scene, rules_shown, write_event, write_step};
use support::{BARE, PLAIN};

fn golden(name: &str, scenes: &[Scene], must: &str) {
    let mut text = String::new();
    let mut shown = BTreeSet::new();
    for scene in scenes {
        text += &format!("# {}\n\n", scene.title);
        text += &write_step(&scene.start(), None);
        for (before, event, after) in scene.play() {
            text += &format!("\n> {}\n", write_event(&before, &event));
            let rules = rules_shown(&before, &event, &after);
            if !rules.is_empty() {
                let rules: Vec<_> = rules.iter().map(String::as_str).collect();
                text += &format!("  [{}]\n", rules.join(", "));
            }
            text += &write_step(&after, Some(&before));
            shown.extend(rules);
        }
        text.push('\n');
    }
    let must = must.split(',').map(str::trim);
    let missing: Vec<_> = must.filter(|rule| !shown.contains(*rule)).collect();
    assert!(missing.is_empty(), "{name} does not show: {missing:?}");

    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs/shouhu");
    let file = folder.join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    for (number, (is, was)) in text.lines().zip(kept.lines()).enumerate() {
        assert_eq!(is, was, "{name}, line {}", number + 1);
    }
    assert_eq!(text.len(), kept.len(), "{name}: UPDATE_GOLDEN=1 writes it anew");
}

#[test]
fn placements() {
    const ALTERNATE: Options = Options { placement: Placement::Alternate, ..PLAIN };
    let scenes = [
        Scene::whole(
            "Sealed: a toss, both layouts at once, the first moves",
            Options::SEALED,
            "toss1 seal:RNB..BNR/..AP.A../.C....C./P.P..P.P:RRNN.CBB/AAP....C/P......./P.P....P \
                h8-h7 a1-a2 resign1",
        ),
        Scene::whole(
            "Sealed: one seat commits and does not show",
            Options { red: Red::Seat0, stones: Stones::Eight, ..Options::SEALED },
            "seal:-:RNB..BNR/..AP.A../.C....C./P.P..P.P refuse0",
        ),
        Scene::whole(
            "In turn: black has seat 0; a guardian each; time runs out in the middle",
            Options { red: Red::Toss, ..ALTERNATE },
            "toss1 R*a9 R*a1 P*d8 P*e1 N*h6 C*h4 skip",
        ),
        Scene::whole(
            "In turn, to the end",
            ALTERNATE,
            "R*a1 R*a9 R*h1 R*h9 N*b1 N*b9 N*g1 N*g9 C*b3 C*b7 C*g3 C*g7 B*c1 B*c9 B*f1 B*f9 \
                A*c2 A*c8 A*f2 A*f8 P*a4 P*a6 P*c4 P*c6 P*f4 P*f6 P*h4 P*h6 P*d2 P*d8 b1-c3",
        ),
        Scene::whole("Standard", Options::STANDARD, "toss0 b3-b9 @b8 b7-b3 agree"),
    ];
    golden(
        "placements.txt",
        &scenes,
        "toss, sealed, withheld, refused, placed, play begins, time is up, resigned, agreed, \
            guardian comes",
    );
}

#[test]
fn moves_and_captures() {
    let part = Scene::part;
    let four = Options { stones: Stones::Four, ..PLAIN };
    let scenes = [
        part(
            "Each kind goes; 士 as each neighbour, of either side",
            BARE,
            "7n/8/8/r1b5/1A6/8/8/1C1N4/R1B4P",
            &[],
            "d2-b3 h9-g7 b5-c6 @d9 a6-a7 c1-d2 a7-a8 b2-c2",
        ),
        part(
            "士 beside 炮 and 马: a shot over a screen; a leap",
            BARE,
            "7r/8/8/8/n7/1A2P1n1/1c6/8/R7",
            &[],
            "b4-g4 @a9 h9-h8",
        ),
        part(
            "Stones: a screen, and captured in the end",
            four,
            "7r/1p6/8/8/1*1**1*1/8/1C6/8/3R4",
            &[],
            "b3-b8 @a8 h9-h8 d1-d5",
        ),
        part(
            "兵 hops on, over either side's pieces, and captures at the end",
            BARE,
            "7r/8/2p5/1R1N4/8/1r1n4/2P5/8/8",
            &[],
            "c3-c7 @h8 h9-g9",
        ),
        part(
            "兵 hops through its own zone, which has a guardian",
            BARE,
            "7r/8/8/8/8/3PN3/3RN3/2R5/4A3",
            &[],
            "d4-b2",
        ),
        part(
            "An own piece is captured and becomes the guardian; a guardian leaves",
            BARE,
            "r2n4/8/8/8/8/8/8/R6B/8",
            &[],
            "a2-h2 @d1 d9-c7 d1-c2",
        ),
        part("Captured in the river: home", BARE, "8/8/8/8/R6n/8/8/8/8", &[], "a5-h5 @d8 d8-c6"),
    ];
    golden(
        "moves.txt",
        &scenes,
        "chariot, chariot captures, horse, cannon, cannon captures, elephant, advisor, advisor captures, soldier, \
            lent by chariot, lent by horse, lent by cannon, lent by elephant, lent by the enemy, \
            hops on, hops on and captures, hops through a zone, stone captured, own captured, \
            enemy captured, dropped, dropped into the zone, guardian comes, guardian leaves",
    );
}

#[test]
fn points_and_ends() {
    const COUNTED: Options = Options { win: Win::MostAfter, plies: 3, ..BARE };
    let part = Scene::part;
    let lone = "7r/8/8/8/8/8/8/8/3R4";
    let scenes = [
        part(
            "Points, returns, the goal",
            Options { goal: 2, ..BARE },
            lone,
            &[],
            "d1-d9 ^d1 h9-h8 d1-d9 ",
        ),
        part(
            "A return without room at home",
            BARE,
            "3R4/8/8/8/8/nnrccbba/appppprN/RNC2CBB/AAPP1PPP",
            &[("turn", "1"), ("stage", "return:d9"), ("score", "1,0")],
            "^a9",
        ),
        part("Most points after three plies", COUNTED, lone, &[], "d1-d9 ^a1 h9-h8 a1-a2"),
        part("Equal points after three plies", COUNTED, lone, &[], "d1-d2 h9-h8 d2-d1"),
        part("No move", BARE, "7p/8/8/8/8/8/8/8/R7", &[], "a1-a2"),
        part("No return leaves a move", BARE, "7p/8/8/8/8/8/8/8/3R4", &[], "d1-d9"),
        part("This return leaves none", BARE, "8/8/8/8/8/8/7p/8/3R4", &[], "d1-d9 ^a1"),
        part(
            "Three times the same",
            BARE,
            lone,
            &[],
            "d1-c1 h9-h8 c1-d1 h8-h9 d1-c1 h9-h8 c1-d1 h8-h9 d1-c1",
        ),
        part("Quiet plies", Options { quiet_limit: 2, ..BARE }, lone, &[], "d1-c1 h9-h8"),
        part("Out together", BARE, lone, &[], "resign01"),
    ];
    golden(
        "ends.txt",
        &scenes,
        "scores, returned, returned into the zone, no room at home, goal, most points, \
            equal points, no move, no return leaves a move, no move after the return, \
            third occurrence, quiet, out together, guardian moves",
    );
}
