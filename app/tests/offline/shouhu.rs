//! 守护棋 without a network: moves, events, layouts, counts.

use super::{ends, wrong};

const LAYOUT: &str = "RNB..BNR/..AP.A../.C....C./P.P..P.P";

fn rules(words: &[&str]) -> Vec<String> {
    let (what, rest) = words.split_first().unwrap();
    let all = ["rules", what, "--game", "shouhu"].into_iter().chain(rest.iter().copied());
    all.map(str::to_owned).collect()
}

fn told(words: &[&str]) -> String {
    let words = rules(words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    ends(&words, 0).out
}

/// Plays events and gives what was told, and the position after them.
fn played(preset: &[&str], events: &[&str]) -> (String, String) {
    let out = told(&[&["play"], preset, events].concat());
    let position = out.lines().last().unwrap().to_owned();
    (out, position)
}

#[test]
fn the_first_moves_are_as_many_as_the_rules_say() {
    for (stones, wanted) in [("two", "76"), ("four", "72"), ("eight", "68"), ("none", "76")] {
        let stones = format!("stones={stones}");
        let out = told(&["moves", "standard", "red=seat_0", &stones]);
        assert_eq!(out.lines().count().to_string(), wanted);
        let words = ["perft", "--game", "shouhu", "1", "standard", "red=seat_0", &stones];
        let ran = ends(&[&["rules"], &words[..]].concat(), 0);
        assert_eq!(ran.out.trim(), wanted);
    }
}

#[test]
fn options_and_every_contradiction_are_told_in_words() {
    let words = rules(&["moves", "win=most_after", "goal=3", "stones=x"]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    wrong(&words, "goal：只有先得够分的比法有这个分数");
    wrong(&words, "stones：没有“x”这个值");
}

#[test]
fn a_board_shows_river_zones_and_stones_of_nobody() {
    let out = told(&["moves", "standard", "red=seat_0", "--from", "d2"]);
    assert!(out.contains(" 石 ") && !out.contains("石0"), "{out}");
    assert!(out.contains(" ~ ") && out.contains(" # ") && out.contains("[兵0]"), "{out}");
}

/// A capture, its drop, a point and the return: second steps have words of their own.
#[test]
fn drops_points_and_returns_are_told() {
    let start = ["standard", "red=seat_0"];
    let (out, _) = played(&start, &["a1-a3"]);
    assert!(out.contains("0 座：车 a1-a3"), "{out}");
    assert!(out.contains("比分：0 座 0、1 座 0") && out.contains("执红：0 座"), "{out}");
    assert!(out.contains("守护者：d2、d8") && out.contains("1 手，满 100 手和棋"), "{out}");
    // A stone leaves the board.
    let bare = "viewer=- cells=4r3/8/8/8/3R*3/8/8/8/8 red=0 turn=0 score=0,0 quiet=7 ply=7 \
                living=01 history=- stage=turn";
    let (out, _) = played(&start, &["--position", bare, "d5-e5"]);
    assert!(out.contains("一枚河中石离开棋盘"), "{out}");
    // A piece is captured and put down.
    let bare = "viewer=- cells=7r/8/8/3R2p1/8/8/8/8/8 red=0 turn=0 score=0,0 quiet=7 ply=7 \
                living=01 history=- stage=turn";
    let (out, held) = played(&start, &["--position", bare, "d6-g6"]);
    assert!(out.contains("吃到 1 军的兵，要放回它的半场"), "{out}");
    assert!(out.contains("0 座要放下吃到的1 军的兵") && !out.contains("-1"), "{out}");
    let (out, _) = played(&start, &["--position", &held, "@a9"]);
    assert!(out.contains("放下兵 @a9"), "{out}");
    // A point, and the other side sends back.
    let bare = "viewer=- cells=7r/8/8/3R4/8/8/8/8/8 red=0 turn=0 score=0,0 quiet=7 ply=7 \
                living=01 history=- stage=turn";
    let (out, owed) = played(&start, &["--position", bare, "d6-d8"]);
    assert!(out.contains("0 座得分，比分 0 座 1、1 座 0"), "{out}");
    assert!(out.contains("1 座先把 d8 上得了分的棋子放回得分方的半场"), "{out}");
    let (out, _) = played(&start, &["--position", &owed, "^a1"]);
    assert!(out.contains("遣返 ^a1"), "{out}");
    let words = ["play", "standard", "red=seat_0", "--position", &owed, "h9-h8"];
    let words = rules(&words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    wrong(&words, "先要遣返得了分的棋子");
}

#[test]
fn every_fault_of_a_layout_is_told_with_its_cell() {
    let two = "RNBR.BN./..APCA../.C....C./P.P..P..";
    for (seat, layouts) in [(0, format!("0:{two},1:{LAYOUT}")), (1, format!("0:{LAYOUT},1:{two}"))]
    {
        let words = rules(&["play", "red=seat_0", &layouts]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let cells = if seat == 0 { ["d2", "e2", "g3"] } else { ["d8", "e8", "g7"] };
        for cell in &cells[..2] {
            wrong(&words, &format!("{cell}：禁区里只能有一枚守护者"));
        }
        wrong(&words, &format!("{}：C 多了一枚", cells[2]));
        wrong(&words, "P 只放了 4 枚，应有 5 枚");
    }
    let torn = format!("0:RNB/..AX.A../.C....C./P.P..P.P,1:{LAYOUT}");
    let words = rules(&["play", "red=seat_0", &torn]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for told in ["一行要有八个", "d2：“X”不是棋子"] {
        wrong(&words, told);
    }
}

#[test]
fn sealed_layouts_are_shown_and_pieces_placed_in_turn() {
    let (out, _) = played(&["red=seat_1"], &[&format!("0:{LAYOUT},1:{LAYOUT}"), "a9-a7"]);
    assert!(out.contains("1 座：车 a9-a7"), "{out}");
    let (out, _) = played(&["alternate", "red=seat_0"], &["R*a1", "P*a9"]);
    assert!(out.contains("0 座：放车（R*a1）") && out.contains("1 座：放兵（P*a9）"), "{out}");
    assert!(out.contains("还没有放的：0 座 车1 马2"), "{out}");
}
