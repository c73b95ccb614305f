//! 军棋 without a network: counts, moves, events, layouts, imports.

use super::{Files, ends, wrong};

const LAYOUT: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

fn count(words: &[&str]) -> u64 {
    let ran = ends(&[&["rules", "perft", "--game", "junqi"], words].concat(), 0);
    ran.out.lines().last().unwrap().parse().unwrap()
}

/// The numbers of `crates/junqi/tests/perft.rs`, where two other paths come to the same.
#[test]
fn every_preset_is_counted_and_what_is_hidden_as_if_it_were_open() {
    for (preset, counted) in [
        ("open-2p", [34, 1_159, 36_192]),
        ("qq-2p", [34, 1_159, 36_192]),
        ("corners-2p", [53, 2_793, 154_221]),
        ("sanguo", [43, 1_837, 78_050]),
        ("open-4p", [42, 1_761, 73_368]),
        ("qq-4p", [42, 1_761, 73_368]),
        ("liuguo", [43, 1_845, 78_730]),
    ] {
        for (depth, wanted) in ["1", "2", "3"].into_iter().zip(counted) {
            assert_eq!(count(&[depth, preset, "--layout", LAYOUT]), wanted, "{preset} {depth}");
        }
    }
    let hidden = ends(&["rules", "perft", "1", "--game", "junqi", "liuguo"], 0);
    assert!(hidden.err.contains("数的是同样规则的明棋"), "{}", hidden.err);
    let open = ends(&["rules", "perft", "1", "--game", "junqi", "open-2p"], 0);
    assert!(!open.err.contains("明棋"), "{}", open.err);
}

#[test]
fn counts_take_layouts_for_each_seat_or_a_seed() {
    let seeded = |seed: &str| count(&["2", "sanguo", "--seed", seed]);
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
    let other = "EGDDB/BRR/YYCC/CPP/PEMLZ/LFLZE";
    let each = ["--layout", LAYOUT, "--layout", other];
    assert_eq!(count(&[&["1", "open-2p"], &each[..]].concat()), 34);
    let divided = ends(&["rules", "perft", "2", "--game", "junqi", "open-2p", "--divide"], 0).out;
    let counts = divided.lines().filter_map(|line| line.split_once(' '));
    let sum: u64 = counts.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 1_159);
    let perft =
        |words: &[&'static str]| [&["rules", "perft", "1", "--game", "junqi"], words].concat();
    wrong(&perft(&["open-4p", "--layout", LAYOUT, "--layout", LAYOUT]), "4");
    wrong(&perft(&["flip", "--seed", "1"]), "--layout");
    wrong(&perft(&["qq-2p", "--layout", "MGDDB"]), "六行");
}

#[test]
fn a_flip_is_counted_up_to_its_toss() {
    assert_eq!(count(&["1", "flip"]), 50);
    let ran = ends(&["rules", "perft", "2", "--game", "junqi", "flip"], 0);
    assert_eq!(ran.out, "0\n");
    assert!(ran.err.contains("公共随机数"), "{}", ran.err);
}

#[test]
fn every_fault_of_a_layout_is_told_with_its_cell() {
    let bad = "ZGDDB/BRR/YYLC/CPP/PEECM/LMLZF";
    let ran = ends(&["rules", "perft", "1", "--game", "junqi", "qq-2p", "--layout", bad], 2);
    for told in ["01a：第一行不许放炸弹", "03d：地雷要在后两行", "06e：军旗要在大本营", "M 多了"]
    {
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
    let shown = format!("0:{LAYOUT},1:{bad}");
    let ran = ends(&["rules", "play", "--game", "junqi", "open-2p", &shown], 2);
    for told in ["11a：第一行不许放炸弹", "13d：地雷要在后两行", "16e：军旗要在大本营"]
    {
        assert!(ran.err.contains(told), "{told}: {}", ran.err);
    }
}

/// Plays events by a preset; the last line is the position.
fn played(preset: &str, events: &[&str]) -> (String, String) {
    let ran = ends(&[&["rules", "play", "--game", "junqi", preset], events].concat(), 0);
    let position = ran.out.lines().last().unwrap().to_owned();
    (ran.out, position)
}

fn moves(preset: &str, position: &str, more: &[&str]) -> String {
    let words = ["rules", "moves", "--game", "junqi", preset, "--position", position];
    ends(&[&words, more].concat(), 0).out
}

#[test]
fn open_games_are_played_and_looked_at_by_cell() {
    let layouts = format!("0:{LAYOUT},1:{LAYOUT}");
    let (told, position) = played("open-2p", &[&layouts, "toss 1", "11cx01c"]);
    assert!(told.contains("1 座先走") && told.contains("师长 11cx01c"), "{told}");
    assert!(told.contains("0 军：-1 师长") && told.contains("1 军：-1 师长"), "{told}");
    let all = moves("open-2p", &position, &[]);
    assert!(all.lines().any(|line| line == "01d-01c"), "{all}");
    let some = moves("open-2p", &position, &["--from", "01d"]);
    assert!(some.contains("[师0]") && some.contains("( . )"), "{some}");
    assert!(some.ends_with("01d-01c\n01d-02d\n"), "{some}");
}

#[test]
fn hidden_and_flip_games_are_played_by_their_public_events() {
    let (told, fight) = played("qq-2p", &["deploy", "toss 0", "01cx11c"]);
    assert!(told.contains("01c 攻 11c，等待公布"), "{told}");
    assert_eq!(moves("qq-2p", &fight, &[]), "1:战果\n");
    let (told, _) = played("qq-2p", &["deploy", "toss 0", "01cx11c", "rule code:2"]);
    assert!(told.contains("01c 攻 11c：攻方胜") && told.contains("1 军：-1 未知棋子"), "{told}");
    wrong(&["rules", "play", "--game", "junqi", "deploy", "toss 0", "01cx11c", "rule 2"], "rule");
    let (told, _) = played("flip", &["toss 0", "*01a", "toss 0"]);
    assert!(told.contains("<司0>") && told.contains("面朝下的：0 军 军1"), "{told}");
    let all = moves("flip", &played("flip", &["toss 0"]).1, &[]);
    assert_eq!((all.lines().count(), all.lines().next()), (50, Some("*01a")));
}

#[test]
fn help_names_the_presets_and_the_rulebook_is_there() {
    let help = ends(&["host", "--help"], 0).out;
    for told in ["junqi", "qq-2p", "scouts-2p", "two", "--level"] {
        assert!(help.contains(told), "{told}: {help}");
    }
    assert!(ends(&["rules", "text", "--game", "junqi"], 0).out.starts_with("# 军棋规则"));
}

/// x and y of a cell in a `.jgs` file.
fn spot(name: &str) -> [u8; 2] {
    let [field, row, column] = name.as_bytes() else { panic!("{name}") };
    let (r, c) = (row - b'1', column - b'a');
    match field {
        b'0' => [6 + c, 11 + r],
        b'1' => [11 + r, 10 - c],
        b'2' => [10 - c, 5 - r],
        _ => [5 - r, 6 + c],
    }
}

/// Orange, which begins, is seat 1.
fn colour(seat: u8) -> u8 {
    (seat + 3) % 4
}

/// A move, as the file has it: how the fight ended, and whose turn is next.
fn goes(from: &str, to: &str, result: u8, next: u8) -> [u8; 10] {
    let ([a, b], [c, d]) = (spot(from), spot(to));
    [0x5f, result | colour(next) << 3, a, b, c, d, 0, 0, 0, 0]
}

/// A file in which all have set up in the same way.
fn jgs(records: &[[u8; 10]]) -> Vec<u8> {
    let rows = LAYOUT.split('/').zip(
        [[0, 1, 2, 3, 4], [0, 2, 4, 9, 9], [0, 1, 3, 4, 9]].into_iter().chain([
            [0, 2, 4, 9, 9],
            [0, 1, 2, 3, 4],
            [0, 1, 2, 3, 4],
        ]),
    );
    let mut field = [0; 30];
    for (row, (letters, columns)) in rows.enumerate() {
        for (letter, column) in letters.chars().zip(columns) {
            let code = match letter {
                'F' => 2,
                'L' => 3,
                'Z' => 4,
                _ => 5 + "MGDBRYCPE".find(letter).unwrap() as u8,
            };
            field[5 * row + column] = code;
        }
    }
    let mut bytes = vec![0; 0x19c];
    bytes[..11].copy_from_slice(b"QQGame JQS\0");
    bytes[0x10..0x12].copy_from_slice(&0x18cu16.to_le_bytes());
    bytes[0x1a] = records.len() as u8;
    for block in 0..4 {
        let at = 0x20 + 88 * block;
        bytes[at] = block as u8;
        bytes[at + 8..at + 11].copy_from_slice(b"Ada");
        bytes[at + 28..at + 58].copy_from_slice(&field);
    }
    bytes.extend(records.iter().flatten());
    bytes
}

const DRAW: [u8; 10] = [0xf5, 5, 0, 2, 0, 0, 0, 0, 0, 0];

#[test]
fn a_replay_is_imported_and_every_difference_named() {
    let files = Files::new();
    let begin = [goes("11b", "12b", 0, 2), goes("21b", "22b", 0, 3)];
    let whole = files.with("whole.jgs", &jgs(&[begin[0], begin[1], DRAW]));
    let out = files.path("whole.txt");
    let ran = ends(&["import", &whole, "--out", &out], 0);
    assert!(ran.out.contains("没有不同") && ran.out.contains("和棋"), "{}", ran.out);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("imported, not signed") && text.contains("1 11b-12b"), "{text}");
    // Nothing that is there is written over.
    ends(&["import", &whole, "--out", &out], 2);
    let shown = ends(&["import", &whole, "--out", "-"], 0);
    assert_eq!(shown.out, text);

    let half = files.with("half.jgs", &jgs(&begin));
    assert!(ends(&["import", &half], 3).out.contains("没有下完"));

    // A mine that moves, and a turn out of order.
    let odd = [begin[0], goes("25d", "24d", 0, 3), goes("11a", "12b", 0, 3)];
    let ran = ends(&["import", &files.with("odd.jgs", &jgs(&odd))], 1);
    assert!(ran.out.contains("25d-24d") && ran.out.contains("第 422 字节"), "{}", ran.out);
    assert!(ran.out.contains("11a-12b"), "{}", ran.out);
}

#[test]
fn a_hostile_file_is_refused_with_every_fault_at_its_byte() {
    let files = Files::new();
    let whole = jgs(&[goes("11b", "12b", 0, 2), DRAW]);
    for (name, bytes, told) in [
        ("empty", Vec::new(), "第 0 字节"),
        ("letter", b"a letter".to_vec(), "QQGame JQS"),
        ("torn", whole[..whole.len() - 7].to_vec(), "断了"),
        ("head", whole[..300].to_vec(), "第 300 字节"),
        ("long", vec![0; 3 << 20], "1048576"),
    ] {
        let ran = ends(&["import", &files.with(name, &bytes)], 1);
        assert!(ran.out.is_empty() && ran.err.contains(told), "{name}: {}", ran.err);
    }
    let mut two = whole.clone();
    (two[0x20 + 28], two[0x19c]) = (77, 9);
    let ran = ends(&["import", &files.with("two", &two)], 1);
    assert!(ran.err.contains("第 60 字节") && ran.err.contains("第 412 字节"), "{}", ran.err);
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        if at % 37 == 0 {
            let ran = super::qiyue(["import", &files.with("changed", &changed)]);
            assert!([0, 1, 3].contains(&ran.code), "{at}: {}", ran.err);
        }
    }
    wrong(&["import", &files.path("nowhere.jgs")], "nowhere.jgs");
    wrong(&["import"], "FILE");
}
