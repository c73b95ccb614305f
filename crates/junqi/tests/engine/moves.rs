//! rules.md §4: moves, by example.

use crate::support::Table;
use junqi::{Headquarters, Mode, Options, Switch, Turns};

const OPEN: Options = Options::OPEN_2P;
const FOUR: Options = Options::OPEN_4P;

fn has(list: &[String], names: &[&str]) -> bool {
    names.iter().all(|name| list.iter().any(|known| known == name))
}

fn has_none(list: &[String], names: &[&str]) -> bool {
    !names.iter().any(|name| list.iter().any(|known| known == name))
}

/// §4.2; notes test 1
#[test]
fn a_piece_stops_anywhere_on_a_free_line() {
    let table = Table::new(&OPEN, "0R=05a 1R=16c", 0);
    let to = table.from("05a");
    assert!(has(&to, &["04a", "03a", "02a", "01a", "11e", "12e", "13e", "14e", "15e"]), "{to:?}");
    assert_eq!(to.len(), 15);
}

/// §4.2; notes test 4
#[test]
fn roads_are_walked_step_by_step() {
    let table = Table::new(&OPEN, "0C=02c 0D=01a 1R=16c", 0);
    let to = table.from("02c");
    assert!(has_none(&to, &["02a", "04c"]), "{to:?}");
    assert!(has(&table.from("01a"), &["01e", "01c"]));
    assert_eq!(table.refused("02c-02a"), "no way leads there");
    // §2.2: the middle crossing is one step, no run along the column.
    let table = Table::new(&OPEN, "0C=01c 1R=16c", 0);
    assert!(has(&table.from("01c"), &["11c"]) && has_none(&table.from("01c"), &["12c"]));
    // §2.2: no way over the mountains.
    let table = Table::new(&OPEN, "0C=01b 1R=16c", 0);
    assert!(has_none(&table.from("01b"), &["11b", "11d"]));
}

/// §4.1
#[test]
fn mines_and_flags_do_not_move_and_headquarters_hold() {
    let pieces = "0L=05c 0F=06b 0M=06d 0E=01a 1R=16c";
    let table = Table::new(&OPEN, pieces, 0);
    for from in ["05c", "06b", "06d"] {
        assert_eq!(table.from(from), [""; 0], "{from}");
    }
    assert_eq!(table.refused("06d-05d"), "a headquarters holds what has entered it");
    assert_eq!(table.refused("05c-04c"), "this piece cannot go so");
    let free = Table::new(&Options { hq: Headquarters::Free, ..OPEN }, pieces, 0);
    assert_eq!(free.from("06d"), ["05d", "06c", "06e"]);
    assert_eq!(free.from("06b"), [""; 0]);
    // Into any headquarters, and never out of it.
    let mut table = Table::new(&OPEN, "0M=15b 0E=01a 1R=11a 1F=16d", 0);
    assert!(has(&table.from("15b"), &["16b"]));
    table.go("15b-16b").go("11a-11b");
    assert_eq!(table.from("16b"), [""; 0]);
}

/// §4.1: what stands in a headquarters is attacked as anywhere.
#[test]
fn a_headquarters_protects_nothing() {
    let mut table = Table::new(&OPEN, "0M=15b 1P=16b 1R=11a 0E=01a", 0);
    table.go("15bx16b");
    assert_eq!(table.on("16b"), "0M");
}

/// §4.5; notes test 5
#[test]
fn a_camp_protects_and_is_entered_from_every_side() {
    let table = Table::new(&OPEN, "0G=03b 1P=03c 0E=01a 1R=11a", 0);
    assert_eq!(table.refused("03bx03c"), "a camp protects what stands in it");
    let table = Table::new(&OPEN, "0G=03b 1P=13c 1R=11a", 0);
    assert!(has(&table.from("03b"), &["02b", "03c", "04b"]), "{:?}", table.from("03b"));
    let table = Table::new(&OPEN, "0G=04a 1P=13c 1R=11a", 0);
    assert!(has(&table.from("04a"), &["04b"]) && has_none(&table.from("04a"), &["03b"]));
    let table = Table::new(&OPEN, "0G=05a 1P=13c 1R=11a", 0);
    assert!(has(&table.from("05a"), &["04b"]));
}

/// §4.3; notes tests 18, 22, 23, 24
#[test]
fn engineers_turn_on_rails_only_and_pass_nobody() {
    let table = Table::new(&OPEN, "0E=02c 1R=16c 0D=16a", 0);
    assert_eq!(table.from("02c"), ["01c", "02b", "02d", "03c"]);
    let table = Table::new(&OPEN, "0E=06a 1R=16c", 0);
    assert_eq!(table.from("06a"), ["05a", "06b"]);
    let table = Table::new(&OPEN, "0E=05b 1R=16c 1P=15b", 0);
    assert!(has(&table.from("05b"), &["01c", "11c", "15c", "15b"]), "{:?}", table.from("05b"));
    // Every way to the far side is closed by somebody.
    let walls = "0E=05b 0D=01a 1P=01c 1D=01e 1R=16c";
    let table = Table::new(&OPEN, walls, 0);
    let to = table.from("05b");
    assert!(has(&to, &["02a", "02e", "01e"]), "{to:?}");
    assert!(has_none(&to, &["01a", "01b", "01c", "11a", "11e"]), "{to:?}");
    // §4.2: others do not turn at a cell where lines meet.
    let table = Table::new(&FOUR, "0Y=01a 1R=16c", 0);
    assert_eq!(table.refused("01a-H"), "no way leads there");
    let table = Table::new(&FOUR, "0E=01a 1R=16c", 0);
    assert!(has(&table.from("01a"), &["H", "M0", "25c"]));
}

/// §2.4, §4.2; notes tests 19, 20, 21
#[test]
fn lines_of_the_siguo_board_curve_and_cross_the_middle() {
    let table = Table::new(&FOUR, "0G=05e 1P=C0 2P=16c", 0);
    let to = table.from("05e");
    assert!(has(&to, &["15a", "C0"]) && has_none(&to, &["M1"]), "{to:?}");
    let table = Table::new(&FOUR, "0G=05e 1P=11a 2P=16c", 0);
    let to = table.from("05e");
    assert!(has(&to, &["11a", "25a"]) && has_none(&to, &["12a"]), "{to:?}");
    let table = Table::new(&FOUR, "0Y=01c 1P=11a", 0);
    assert!(has(&table.from("01c"), &["M0", "H", "M2", "21c"]));
}

/// §4.5; notes test 25
#[test]
fn allies_are_neither_attacked_nor_passed() {
    let table = Table::new(&FOUR, "0G=05a 2P=03a 1P=11a 2R=04b 3R=36c", 0);
    let to = table.from("05a");
    assert!(has(&to, &["04a"]) && has_none(&to, &["03a", "02a", "04b"]), "{to:?}");
    assert_eq!(table.refused("05ax04b"), "own pieces and allies are not attacked");
}

/// §4.4
#[test]
fn turns_and_flying_bombs_are_options() {
    let pieces = "0Z=05e 0Y=02e 1P=16c 2P=26c";
    let lines = Table::new(&FOUR, pieces, 0);
    assert!(has_none(&lines.from("05e"), &["15a", "H"]), "behind the own piece");
    let straight = Table::new(&Options { turns: Turns::Straight, ..FOUR }, pieces, 0);
    assert!(has(&lines.from("02e"), &["12a"]) && has_none(&straight.from("02e"), &["11a", "12a"]));
    assert!(has(&straight.from("02e"), &["C0", "25a"]));
    let flies = Table::new(&Options { bomb_flies: Switch::On, ..FOUR }, pieces, 0);
    assert!(has(&flies.from("05e"), &["01c", "H"]) && has_none(&flies.from("02e"), &["H"]));
    let both = Options { bomb_flies: Switch::On, turns: Turns::Straight, ..FOUR };
    assert!(has(&Table::new(&both, pieces, 0).from("05e"), &["12a", "H"]));
    let corners = Table::new(&Options { turns: Turns::Corners, ..FOUR }, pieces, 0);
    assert!(has(&corners.from("05e"), &["H"]) && has(&corners.from("02e"), &["H", "M0"]));
}

/// §2.6
#[test]
fn crossings_open_the_border() {
    let crossed = Options { crossings: Switch::On, ..OPEN };
    let table = Table::new(&crossed, "0Y=01b 1P=16c", 0);
    assert!(has(&table.from("01b"), &["11d"]) && has_none(&table.from("01b"), &["12d"]));
}

/// §2.5: fields of nobody are used as any other.
#[test]
fn two_seats_use_the_whole_siguo_board() {
    let options = Options { mode: Mode::Open, ..Options::CORNERS_2P };
    let mut table = Table::new(&options, "0Y=05e 1P=21a", 0);
    assert!(has(&table.from("05e"), &["15a", "14a"]));
    table.go("05e-15a").go("21a-22a").go("15a-16a").go("22a-21a").go("16a-16b").go("21a-22a");
    assert_eq!(table.living(), [1], "who is locked in a headquarters cannot move");
}

/// notes test 9
#[test]
fn what_is_not_on_the_board_is_refused() {
    let table = Table::new(&OPEN, "0Y=01b 1P=16c", 0);
    for text in ["01b-07a", "01b-01f", "01b-21a", "01b-C0", "01b", "*01b-", "01b-01c-01d", ""] {
        let read = junqi::notation::read_move(&table.at, text);
        assert!(read.is_err(), "{text} is read as {read:?}");
    }
}
