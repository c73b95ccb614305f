//! Golden playthroughs: scripted games in which every special rule occurs, printed step by step in
//! `tests/playthroughs/laoqi`. `UPDATE_GOLDEN=1` writes them anew.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeSet;
use std::path::PathBuf;

use laoqi::{Incite, Options, Promotion, Ties};
use support::script::{Scene, rules_shown, write_event, write_step};

const TWO: Options = Options::TWO;
const THREE: Options = Options::THREE;
const FOUR: Options = Options::FOUR;
const FIVE: Options = Options::FIVE;

const OTHERWISE: Options = Options {
    ties: Ties::Consecutive,
    incite: Incite::Demotes,
    promotion: Promotion::OnePerLoss,
    quiet_limit: 2,
    timeouts: 0,
    ..TWO
};

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
    let missing: Vec<_> = must
        .split(',')
        .map(str::trim)
        .filter(|rule| !shown.contains(*rule))
        .collect();
    assert!(missing.is_empty(), "{name} does not show: {missing:?}");

    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/playthroughs/laoqi")
        .join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    for (number, (is, was)) in text.lines().zip(kept.lines()).enumerate() {
        assert_eq!(is, was, "{name}, line {}", number + 1);
    }
    assert_eq!(text.len(), kept.len(), "{name}: UPDATE_GOLDEN=1 writes it anew");
}

/// What every number of seats has.
const COMMON: &str = "tie counts, pending, queued, mandate, pending ends, absent, pass, skipped, \
    thirty undecided, loser moves any piece, capture, command, to warrior, to assassin, \
    assassin dies, incite, push, push captures, shield aside, own king lost by a push, timed out, \
    agreed, won, out together, quiet";

/// What three seats and more have.
const MANY: &str = "play-off, losers' play-off, aside chosen, take-over, taken king passes on, \
    held army passes on, captor is not the pusher, assassin kills king, king takes king, \
    contest restarts, mover goes out, mandate stays";

#[test]
fn two_seats() {
    let scenes = [
        Scene {
            title: "A whole game: ties, pending, promotions, an Assassin, a push, an incitement",
            options: TWO,
            from: None,
            steps: "=SS =SS =JB c2-c3 0J c3-c4 0J c4xc5 1S b6=A 1S b6xc5 0S b1=W =SS 1J f6>e5 \
                0B d1-c1 0B c1:b1-b2 0B c1-d1 0B d1-d2 0B d2-d3 =JB e2-e3 0B d3xd4 0B d4-c4 \
                0B c4-c5 0B c5-c6 0B c6!e5 =SJ c6xd6",
        },
        Scene {
            title: "Two gestures in pending, each for one action",
            options: TWO,
            from: None,
            steps: "=JJ =JJ =JJ =JJ =BB =BB =BB =SJ a2-a3 =SJ skip =SJ d1-d2 =SJ b1-a2",
        },
        Scene {
            title: "A stuck winner passes, pending stays; the loser's action ends it",
            options: TWO,
            from: Some((
                "K0f3 K1f6 W0a1 S1a2 S1b1 W1d4",
                &[("pending", "J"), ("ply", "4"), ("quiet", "4")],
            )),
            steps: "=BS =SJ d4-d3 0J",
        },
        Scene {
            title: "Pushes: a run of Warrior, Shield, Warrior; a foreign Shield; one's own King lost",
            options: TWO,
            from: Some(("K0f3 S0a1 W0b2 S0c3 W0d4 K1f6 S1c6 W1e1", &[])),
            steps: "0S a1>b2 0S b2>c3 1S c6-b5 0S c4>b5 1J e1-e2 0S b5-c4 1J e2-d2 0S c3>d2 \
                1J e1-e2 0S d2-c1 0S c1-d1 0S d1>e2",
        },
        Scene {
            title: "An Assassin kills the King; an undecided ply passes",
            options: TWO,
            from: Some((
                "K0a1 A0c3 K1e4 W1a6",
                &[("lost", "1,0"), ("promoted", "1,0"), ("showings", "28")],
            )),
            steps: "=JJ =BB 0S c3-d3 =JJ =J. skip =.. 0S d3xe4",
        },
        Scene {
            title: "Options otherwise: consecutive ties, demotion, one promotion for each loss",
            options: OTHERWISE,
            from: Some(("K0a6 S0b1 W0c3 W1c4 K1f6 S1e6 S1f5", &[])),
            steps: "=JJ =JJ =BB =JJ 1J c4xc3 0S b1=A 0S skip",
        },
        Scene {
            title: "Demotion; quiet plies",
            options: OTHERWISE,
            from: Some(("K0a6 S0b1 W1c4 K1f6 S1e6 S1f5", &[])),
            steps: "0B a6!e6 0S b1-a2 1J c4-c3",
        },
        Scene {
            title: "Agreed",
            options: TWO,
            from: None,
            steps: "0J a2-a3 agree",
        },
        Scene {
            title: "Too many missed",
            options: TWO,
            from: Some(("K0a1 K1f6", &[("timeouts", "0,3")])),
            steps: "=J.",
        },
        Scene {
            title: "One withholds, the other has missed too many: out together",
            options: TWO,
            from: Some(("K0a1 K1f6", &[("timeouts", "0,3")])),
            steps: "=!. refuse:0",
        },
    ];
    golden("2.txt", &scenes, COMMON);
}
