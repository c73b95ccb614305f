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

fn golden(name: &str, scenes: &[Scene], must: &[&str]) {
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
        .iter()
        .flat_map(|rules| rules.split(','))
        .map(str::trim)
        .filter(|rule| !shown.contains(*rule))
        .collect();
    assert!(missing.is_empty(), "{name} does not show: {missing:?}");

    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs/laoqi").join(name);
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

fn two_games() -> Vec<Scene> {
    let part = Scene::part;
    vec![
        Scene::whole(
            "A whole game: ties, pending, promotions, an Assassin, a push, an incitement",
            TWO,
            "=SS =SS =JB c2-c3 0J c3-c4 0J c4xc5 1S b6=A 1S b6xc5 0S b1=W =SS 1J f6>e5 \
                0B d1-c1 0B c1:b1-b2 0B c1-d1 0B d1-d2 0B d2-d3 =JB e2-e3 0B d3xd4 0B d4-c4 \
                0B c4-c5 0B c5-c6 0B c6!e5 =JS c6xd6",
        ),
        Scene::whole(
            "Two gestures in pending, each for one action",
            TWO,
            "=JJ =JJ =JJ =JJ =BB =BB =BB =SJ a2-a3 =SJ skip =SJ d1-d2 =SJ b1-a2",
        ),
        part(
            "A stuck winner passes and pending stays",
            TWO,
            "K0f3 K1f6 W0a1 S1a2 S1b1 W1d4",
            "pending=J ply=4 quiet=4",
            "=BS 1S d4-d3",
        ),
        part(
            "The winner has no Warrior: the loser's action ends pending",
            TWO,
            "K0f1 S0c1 K1f6 W1a4 S1b4",
            "pending=J",
            "=BS f6-e6",
        ),
        part(
            "Pushes: Warrior, Shield and Warrior in one run; a foreign Shield goes down its file",
            TWO,
            "K0f3 S0a1 W0b2 S0c3 W0d4 K1f6 S1d2 W1e6",
            "",
            "0S a1>b2 0S b2>c3 0S c3>d2",
        ),
        part(
            "A pushed piece captures for its own side: a Warrior, then the pusher's King",
            TWO,
            "K0f4 S0b1 W1c2 W0d3 K1f6",
            "",
            "0S b1>c2 0B f4-e4 0S c2>d3",
        ),
    ]
}

fn two_ends() -> Vec<Scene> {
    let part = Scene::part;
    vec![
        part(
            "An Assassin kills the King; an undecided ply passes",
            TWO,
            "K0a1 A0c3 K1e4 W1a6",
            "lost=1,0 promoted=1,0 showings=28",
            "=JJ =BB 0S c3-d3 =JJ =J. =.. 0S d3xe4",
        ),
        part(
            "Options otherwise: consecutive ties, one promotion for each loss, out at the first miss",
            OTHERWISE,
            "K0a6 S0b1 W0c3 W1c4 K1f6 S1e6 S1f5",
            "",
            "=JJ =JJ =BB =JJ 1J c4xc3 0S b1=A 0S skip",
        ),
        part(
            "Options otherwise: demotion; a short quiet limit",
            OTHERWISE,
            "K0a6 S0b1 W1c4 K1f6 S1e6 S1f5",
            "",
            "0B a6!e6 0S b1-a2 1J c4-c3",
        ),
        Scene::whole("Agreed", TWO, "0J a2-a3 agree"),
        part("Too many missed", TWO, "K0a1 K1f6", "timeouts=0,3", "=J."),
        part(
            "One withholds, the other has missed too many: out together",
            TWO,
            "K0a1 K1f6",
            "timeouts=0,3",
            "=!. refuse:0",
        ),
    ]
}

#[test]
fn two_seats() {
    let mut scenes = two_games();
    scenes.extend(two_ends());
    golden("2.txt", &scenes, &[COMMON]);
}

fn three_games() -> Vec<Scene> {
    let part =
        |title, pieces: &str, fields, steps| Scene::part(title, THREE, pieces, fields, steps);
    vec![
        Scene::whole(
            "A whole game: play-offs, a take-over, its King captured again, the last King",
            THREE,
            "=JSB =JJB =JJ =JB 0c2-0c3 0J 0c3-1d3 0J 1d3-1d2 0J 1d2x1d1 \
                2J 2e2-2e3 2J 2e3-1b3 2J 1b3-1b2 2J 1b2x1c2 2J 1c2-1c1 2J 1c1x1d1 \
                0J 0e2-0e3 0J 0e3-2b3 0J 2b3-2c3 0J 2c3-2d3 0J 2d3-2d2 0J 2d2x2d1",
        ),
        Scene::whole(
            "Two gestures in pending, each for one action",
            THREE,
            "=JJJ =JJJ =JJJ =BBB =BBB =BBB 1S 1a2-1a3 1S skip 2J 2d1-2d2 =JJB =J. 0a2-0a3",
        ),
        part(
            "A fork, and Shields that the pusher sends aside",
            "K00f1 S00b2 S00d1 W10c3 S10e2 K11f1 W11c3 K22f1",
            "",
            "0S 0b2>0c3~1c3 0S 0c3-0b2 0S 0d1>0e2/0f2",
        ),
        part(
            "The captor takes over and not the pusher",
            "K00f1 S00b1 W20c2 K10d3 S11b2 K22f1",
            "",
            "0S 0b1>0c2 2B 0d3-0d2",
        ),
        part("The pusher's own King", "K00d3 S00b1 W20c2 K11f1 K22f1", "", "0S 0b1>0c2"),
        part(
            "An Assassin kills a King: taken over without one",
            "K00f1 A00c2 K10d3 W11a1 K22f1",
            "lost=1,0,0 promoted=1,0,0",
            "0S 0c2x0d3 0J 1a1-1a2",
        ),
        part("King takes King", "K00c3 K10d3 W11a1 K22f1", "", "0B 0c3x0d3 2B 2f1-2e1"),
    ]
}

fn three_ends() -> Vec<Scene> {
    let part =
        |title, pieces: &str, fields, steps| Scene::part(title, THREE, pieces, fields, steps);
    vec![
        part(
            "The winner has no Warrior: those it beat play off for any piece; nobody beaten: a pass",
            "K00f1 S00b2 K11f1 W11a1 K22f1 W22a1",
            "showings=28",
            "=JBB =SS =SS =JBB =SJ 1a1-1a2 =J.. 2J resign:0 2a1-2a2 2J resign:2",
        ),
        part(
            "Going out: a contest begins anew, a mandate stays, the ply of who goes out passes",
            "K00f1 W00a1 K11f1 W11a1 K22f1 W22a1",
            "timeouts=0,0,3",
            "=JJB resign:1 0J skip =J.",
        ),
        part(
            "The seat to act goes out",
            "K00f1 W00a1 K11f1 W11a1 K22f1 W22a1",
            "",
            "1J resign:1 2J resign:02",
        ),
        part(
            "Promotions, a command, an Assassin's end",
            "K00d1 S00c1 S00b2 W00e1 W10d2 K11d1 S11b1 K22d1",
            "lost=1,0,0",
            "0S 0b2=W 0S 0c1=A 0B 0d1:0e1-0e2 0S 0c1x0d2 agree",
        ),
        part(
            "Incitement, once",
            "K01f1 S00c1 K11d1 S11b1 S11a3 K22d1",
            "",
            "0B 1f1!1b1 0B 1f1-1e1",
        ),
        Scene::whole(
            "A short quiet limit",
            Options { quiet_limit: 2, ..THREE },
            "0J 0a2-0a3 =... =J.. skip",
        ),
    ]
}

#[test]
fn three_seats() {
    let mut scenes = three_games();
    scenes.extend(three_ends());
    golden("3.txt", &scenes, &[COMMON, MANY, "fork"]);
}

/// The games that four and five seats have alike; the fifth army is a King out of the way.
fn cross_scenes(options: Options) -> Vec<Scene> {
    let five = options.seats == 5;
    let part = |title, pieces: &str, fields: [&'static str; 2], steps: [&'static str; 2]| {
        let king = if five { " K4d8" } else { "" };
        let n = usize::from(five);
        Scene::part(title, options, &format!("{pieces}{king}"), fields[n], steps[n])
    };
    let kings = "K0h1 K1a8 K2h10 K3j3";
    let with = |pieces: &str| format!("{kings} {pieces}");
    vec![
        part(
            "Shields aside: by choice, and past the missing corner",
            &with("S0d4 S0d1 S1e5 S1c2"),
            ["", ""],
            ["0S d4>e5/f5 0S d1>c2"; 2],
        ),
        part(
            "The captor takes over; the taken King falls again; its holder falls",
            "K0h1 W0e4 S0c4 K1e6 S1b8 K2h10 W2d5 W2g1 K3j3",
            ["", ""],
            ["0S c4>d5 0J e4-e5 0J e5xe6 2J g1xh1"; 2],
        ),
        part("The pusher's own King", "K0e6 K1a8 K2h10 K3j3 S0c4 W2d5", ["", ""], ["0S c4>d5"; 2]),
        part(
            "An Assassin kills a King: taken over without one",
            &with("A0b7 W1d4"),
            ["lost=1,0,0,0 promoted=1,0,0,0", "lost=1,0,0,0,0 promoted=1,0,0,0,0"],
            ["0S b7xa8 0J d4-d5"; 2],
        ),
        part("King takes King", "K0a7 K1a8 W1d4 K2h10 K3j3", ["", ""], ["0B a7xa8"; 2]),
        part(
            "The winner has no Warrior: those it beat play off for any piece; nobody beaten: a pass",
            &with("W1b5 W2e8 W3h5"),
            ["", ""],
            ["=JBBB =SSS =SSJ =BJ e8-e7 =J..."; 2],
        ),
        part(
            "Undecided thirty times",
            &with("W1b5 W2e8 W3h5"),
            ["showings=28"; 2],
            ["=JBBB =SSS =SSJ"; 2],
        ),
        part(
            "Going out: a contest begins anew, a mandate stays",
            &with("W0c3 W1b5 W2e8 W3h5"),
            ["", ""],
            ["=JJBB resign:1 0J resign:2 c3-c4"; 2],
        ),
        part(
            "Going out: the ply of the seat to act passes; one misses too much; one is left",
            &with("W0c3 W1b5 W2e8 W3h5"),
            ["timeouts=0,0,0,3", "timeouts=0,0,0,3,0"],
            ["0J resign:0 1J skip =JJ. 1J resign:2", "0J resign:0 1J skip =JJ.J 1J resign:24"],
        ),
        part(
            "Too many missed; the others withhold: out together",
            &with("W0c3"),
            ["timeouts=3,0,0,0", "timeouts=3,0,0,0,0"],
            ["=.SSS =!!! refuse:123", "=.SSS =!!!! refuse:1234"],
        ),
        part(
            "Promotions, a command, an Assassin's end",
            "K0d1 S0c1 S0c3 W0e1 W1d2 K1a8 K2h10 K3j3",
            ["lost=1,0,0,0", "lost=1,0,0,0,0"],
            ["0S c3=W 0S c1=A 0B d1:e1-e2 0S c1xd2 agree"; 2],
        ),
        part("Incitement", "K0a4 S0c1 K1a8 S1b5 K2h10 K3j3", ["", ""], ["0B a4!b5"; 2]),
    ]
}

#[test]
fn four_seats() {
    let quiet = Options { quiet_limit: 2, ..FOUR };
    let mut scenes = vec![
        Scene::whole(
            "From the start: who beats most, play-offs, a take-over, a resignation",
            FOUR,
            "=SSJB j6-j5 =JJBB =SS =JB c2-c3 0J c3-c4 0J c4-c5 0J c5-b5 0J b5xa5 0B a5-b5 \
                =JJB resign:0 =SJ g10>f9",
        ),
        Scene::whole(
            "Two gestures in pending, each for one action",
            FOUR,
            "=JJJJ =JJJJ =JJJJ =BBBB =BBBB =BBBB 1S b8-c8 1S skip 2J e10-e9 =J.JJ 0J c2-c3",
        ),
        Scene::whole("A short quiet limit", quiet, "0J c2-c3 =.... =J... skip"),
    ];
    scenes.extend(cross_scenes(FOUR));
    golden("4.txt", &scenes, &[COMMON, MANY]);
}

#[test]
fn five_seats() {
    let quiet = Options { quiet_limit: 2, ..FIVE };
    let mut scenes = vec![
        Scene::whole(
            "From the start: the crown picks, is late, and ends when its first holder falls",
            FIVE,
            "=JJBB ^1 b8-c8 =JJBB skip =JBBB e2-e3 0J e3-e4 0J e4xe5 0J e5xe6 =JJBB =JB c2-c3",
        ),
        Scene::whole(
            "The crown's holder is to pick, and somebody resigns",
            FIVE,
            "=JJBB resign:2 =JBBB c2-c3",
        ),
        Scene::part(
            "Picked without a Warrior: the crown goes along, the beaten play off without it",
            FIVE,
            "K0h1 K1a8 K2h10 K3j3 K4e6 W1b5 W2e8 W3h5 W4e5",
            "",
            "=JJBB ^0 =SB h5-h6 =JJJJ",
        ),
        Scene::whole(
            "Two gestures in pending, each for one action",
            FIVE,
            "=JJJJ =JJJJ =JJJJ =BBBB =BBBB =BBBB 1S b8-c8 1S skip =SSJJ ^1 a5-b5 =J.JJ",
        ),
        Scene::whole("A short quiet limit", quiet, "0J c2-c3 =.... =J... skip"),
    ];
    scenes.extend(cross_scenes(FIVE));
    let crown = "crown to pick, crown passes, crown skipped, crown void";
    golden("5.txt", &scenes, &[COMMON, MANY, crown]);
}

/// The laws of every engine, under every preset.
#[test]
fn the_engine_conforms() {
    for (name, preset) in Options::PRESETS {
        let rules = game::conformance::check_options::<laoqi::Laoqi>(&preset);
        let tally = game::conformance::check::<laoqi::Laoqi>(&rules, 7, 8, 6_000);
        assert!(tally.count("Moved") > 0, "{name}");
    }
    let rules = game::conformance::check_options::<laoqi::Laoqi>(&OTHERWISE);
    game::conformance::check::<laoqi::Laoqi>(&rules, 8, 8, 6_000);
}
