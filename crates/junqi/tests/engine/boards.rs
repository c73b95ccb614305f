//! rules.md §2: the boards, by the numbers of check.

use std::collections::{BTreeMap, BTreeSet};

use junqi::{Board, BoardKind, Cell, Cells, Ground, Mode, Options, Switch, Turns};

fn plain(seats: u8) -> Options {
    Options::plain(seats, Mode::Hidden)
}

fn boards() -> [(&'static str, &'static Board); 6] {
    let crossed = Options { crossings: Switch::On, ..plain(2) };
    let siguo = Options { board: BoardKind::Siguo, ..plain(2) };
    [
        ("duel", Board::of(&plain(2))),
        ("crossed", Board::of(&crossed)),
        ("corners", Board::of(&siguo)),
        ("three", Board::of(&plain(3))),
        ("four", Board::of(&plain(4))),
        ("six", Board::of(&plain(6))),
    ]
}

fn cell(board: &Board, name: &str) -> Cell {
    board.find(name).unwrap_or_else(|| panic!("{name}"))
}

fn names<'a>(board: &'a Board, cells: &Cells) -> BTreeSet<&'a str> {
    cells.iter().map(|cell| board.name(cell)).collect()
}

/// Where a lone piece that is no engineer, and where an engineer can go.
fn reach(board: &Board, name: &str) -> [u32; 2] {
    let from = cell(board, name);
    let occupied: Cells = [from].into_iter().collect();
    [board.ordinary(from, Turns::Lines, &occupied).len(), board.flight(from, &occupied).len()]
}

/// Cells, roads, rails, rail cells, lines, camps, headquarters; from-to pairs between rail cells, and
/// the others, none out of a headquarters.
#[test]
fn the_check_numbers_hold() {
    let expected = BTreeMap::from([
        ("duel", [60, 98, 35, 32, 7, 10, 4, 992, 184]),
        ("crossed", [60, 98, 37, 32, 9, 10, 4, 992, 184]),
        ("corners", [129, 196, 92, 73, 18, 20, 8, 5256, 368]),
        ("three", [97, 147, 69, 55, 15, 15, 6, 2970, 276]),
        ("four", [129, 196, 92, 73, 18, 20, 8, 5256, 368]),
        ("six", [193, 294, 138, 109, 27, 30, 12, 11772, 552]),
    ]);
    for (name, board) in boards() {
        let sum = |of: &dyn Fn(Cell) -> Cells| board.cells().map(|c| of(c).len()).sum::<u32>();
        let rail_cells = board.cells().filter(|c| !board.rails(*c).is_empty()).count() as u32;
        let none = Cells::NONE;
        let from: Vec<Cell> =
            board.cells().filter(|c| board.ground(*c) != Ground::Headquarters).collect();
        let pairs: u32 = from.iter().map(|c| board.flight(*c, &none).len()).sum();
        let rail_pairs = rail_cells * (rail_cells - 1);
        let numbers = [
            board.len() as u32,
            sum(&|c| board.roads(c)) / 2,
            sum(&|c| board.rails(c)) / 2,
            rail_cells,
            board.lines() as u32,
            board.camps().len(),
            board.headquarters().len(),
            rail_pairs,
            pairs - rail_pairs,
        ];
        assert_eq!(numbers, expected[name], "{name}");
        assert_eq!(board.drawing().links.len() as u32, numbers[1] + numbers[2], "{name}");
        for a in board.cells() {
            assert!(board.roads(a).and(&board.rails(a)).is_empty(), "an edge is of one sort");
            for b in board.near(a).iter() {
                assert!(board.near(b).has(a), "{name}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn a_lone_piece_reaches_so_many_cells() {
    type BySeats = [(u8, [u32; 2]); 4];
    let table: [(&str, BySeats); 4] = [
        ("01a", [(2, [14, 32]), (3, [22, 55]), (4, [22, 73]), (6, [22, 109])]),
        ("01c", [(2, [8, 34]), (3, [9, 57]), (4, [11, 75]), (6, [11, 111])]),
        ("03a", [(2, [12, 34]), (3, [20, 57]), (4, [20, 75]), (6, [20, 111])]),
        ("05a", [(2, [15, 33]), (3, [23, 56]), (4, [23, 74]), (6, [23, 110])]),
    ];
    for (name, by_seats) in table {
        for (seats, numbers) in by_seats {
            let board = Board::of(&plain(seats));
            for field in 0..seats {
                let name = format!("{field}{}", &name[1..]);
                assert_eq!(reach(board, &name), numbers, "{seats} {name}");
            }
        }
    }
    for (seats, numbers) in [(3, [6, 14, 24]), (4, [8, 16, 24]), (6, [12, 16, 24])] {
        let board = Board::of(&plain(seats));
        assert_eq!(["H", "M0", "C0"].map(|name| reach(board, name)[0]), numbers, "{seats}");
    }
    for (seats, number) in [(3, 54), (4, 72), (6, 108)] {
        assert_eq!(reach(Board::of(&plain(seats)), "H")[1], number, "{seats}");
    }
    for seats in [2, 3, 4, 6] {
        let board = Board::of(&plain(seats));
        for camp in board.camps().iter() {
            assert_eq!(board.ordinary(camp, Turns::Lines, &Cells::NONE).len(), 8);
        }
        assert_eq!(reach(board, "05b"), reach(board, "05d"));
        assert_eq!(reach(board, "05b")[0], 6);
        assert_eq!(reach(board, "06c")[0], 3);
    }
}

/// The 18 lines of the 四国 board, in the coordinates of its 17 rows and columns.
#[test]
fn the_siguo_board_has_its_lines() {
    let board = Board::of(&plain(4));
    let at = |x: u8, y: u8| {
        let nodes = &board.drawing().nodes;
        let found = nodes.iter().position(|node| node.print == (0, y, x));
        cell(board, &nodes[found.unwrap_or_else(|| panic!("{x},{y}"))].name)
    };
    let long = [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15];
    let middle = [5, 6, 8, 10, 11];
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for fixed in [6, 10] {
        lines.push(long.iter().map(|n| at(fixed, *n)).collect());
        lines.push(long.iter().map(|n| at(*n, fixed)).collect());
    }
    lines.push(middle.iter().map(|n| at(8, *n)).collect());
    lines.push(middle.iter().map(|n| at(*n, 8)).collect());
    for fixed in [1, 5, 11, 15] {
        lines.push((6..=10).map(|n| at(fixed, n)).collect());
        lines.push((6..=10).map(|n| at(n, fixed)).collect());
    }
    for (x, y, dx, dy) in [(6, 11, 5, 10), (10, 11, 11, 10), (10, 5, 11, 6), (6, 5, 5, 6)] {
        let down = |n: u8| if y == 11 { 15 - n } else { 1 + n };
        let out = |n: u8| if dx == 11 { 11 + n } else { 5 - n };
        lines.push((0..5).map(|n| at(x, down(n))).chain((0..5).map(|n| at(out(n), dy))).collect());
    }
    assert_eq!(lines.len(), board.lines());
    for a in board.cells() {
        let mut expected = board.roads(a);
        for line in lines.iter().filter(|line| line.contains(&a)) {
            line.iter().for_each(|cell| expected.insert(*cell));
        }
        expected.remove(a);
        assert_eq!(board.ordinary(a, Turns::Lines, &Cells::NONE), expected, "{}", board.name(a));
    }
    // The field cells are where the seats sit: below, right, above, left.
    for (name, x, y) in [("01a", 6, 11), ("11a", 11, 10), ("21a", 10, 5), ("31a", 5, 6)] {
        assert_eq!(cell(board, name), at(x, y), "{name}");
    }
}

/// notes of real games: curves pass beside the corner, runs never change line.
#[test]
fn runs_stop_at_what_is_in_the_way() {
    let board = Board::of(&plain(4));
    let all = |from: &str, occupied: &[&str], turns| {
        let occupied: Cells = occupied.iter().map(|name| cell(board, name)).collect();
        board.ordinary(cell(board, from), turns, &occupied)
    };
    let reaches = |set: Cells, name: &str| set.has(cell(board, name));
    // From the rear corner over the curve to the neighbour's rear; the corner may be taken.
    let run = all("05e", &["C0"], Turns::Lines);
    assert!(reaches(run, "15a") && reaches(run, "C0") && !reaches(run, "M1"));
    let run = all("05e", &["11a"], Turns::Lines);
    assert!(reaches(run, "11a") && !reaches(run, "12a") && reaches(run, "25a"));
    // Middle line from camp-side front centre to the far front centre.
    let run = all("01c", &[], Turns::Lines);
    assert!(["M0", "H", "M2", "21c"].iter().all(|name| reaches(run, name)));
    // No turn at a corner cell for others than engineers.
    let run = all("01a", &[], Turns::Lines);
    assert!(!reaches(run, "M0") && !reaches(run, "H"));
    let flight = board.flight(cell(board, "01a"), &Cells::NONE);
    assert!(reaches(flight, "M0") && reaches(flight, "H"));
    // Without curves the neighbour's front corner is one step and no run.
    let run = all("01e", &[], Turns::Straight);
    assert!(reaches(run, "11a") && !reaches(run, "12a") && reaches(run, "25a"));
    let run = all("02e", &[], Turns::Straight);
    assert!(!reaches(run, "11a") && reaches(run, "C0"));
    let run = all("05e", &[], Turns::Corners);
    assert!(reaches(run, "H"));
}

#[test]
fn the_border_of_the_duel_board_is_open_at_three_columns_or_five() {
    let board = Board::of(&plain(2));
    let near = |name: &str| names(board, &board.near(cell(board, name)));
    assert!(near("01a").contains("11e") && near("01c").contains("11c"));
    assert!(!near("01b").iter().any(|name| name.starts_with('1')));
    let crossed = Board::of(&Options { crossings: Switch::On, ..plain(2) });
    let run = crossed.ordinary(cell(crossed, "01b"), Turns::Lines, &Cells::NONE);
    assert!(run.has(cell(crossed, "11d")) && !run.has(cell(crossed, "12d")));
    // A run on column 0 crosses the border in a straight line of ten.
    let run = board.ordinary(cell(board, "05a"), Turns::Lines, &Cells::NONE);
    assert!(run.has(cell(board, "15e")) && run.has(cell(board, "06a")));
}

#[test]
fn neighbours_are_drawn_near_each_other_and_apart_from_the_rest() {
    for (name, board) in boards() {
        let place = |cell: Cell| {
            let (x, y) = board.drawing().nodes[cell.index()].plane;
            (i32::from(x), i32::from(y))
        };
        for a in board.cells() {
            assert!((0..=2400).contains(&place(a).0) && (0..=2400).contains(&place(a).1));
            for b in board.cells().filter(|b| *b != a) {
                let (dx, dy) = (place(a).0 - place(b).0, place(a).1 - place(b).1);
                let far = dx * dx + dy * dy;
                let (a, b) = (board.name(a), board.name(b));
                assert!(far >= 80 * 80, "{name} {a} {b} {far}");
            }
            for b in board.near(a).iter() {
                let (dx, dy) = (place(a).0 - place(b).0, place(a).1 - place(b).1);
                let far = dx * dx + dy * dy;
                let most = if name == "six" || name == "three" { 520 } else { 210 };
                assert!(far <= most * most, "{name} {} {} {far}", board.name(a), board.name(b));
            }
        }
    }
}
