//! Import of `.jgs` files that are built here by the description of the format.

use std::collections::BTreeMap;

use crate::support::play::Play;
use crate::support::{Random, drawn, seat, won};
use game::{Answer, Canon as _, Cause, Event, Game as _, Outcome, Ruling, Seat, SeatSet, Waits};
use junqi::jgs::{FILE_MAX, Imported, import};
use junqi::{
    Board, Cell, Junqi, Kind, Layout, Man, Move, Options, Position, WholeGame, row_and_column,
};

const HEAD: usize = 0x19c;

/// x and y of a cell, by the formulas of the format's board.
fn spot(name: &str) -> (u8, u8) {
    let sign = |at: usize| name.as_bytes()[at];
    match sign(0) {
        b'H' => (8, 8),
        b'M' => [(8, 10), (10, 8), (8, 6), (6, 8)][usize::from(sign(1) - b'0')],
        b'C' => [(10, 10), (10, 6), (6, 6), (6, 10)][usize::from(sign(1) - b'0')],
        field => {
            let (r, c) = (sign(1) - b'1', sign(2) - b'a');
            match field {
                b'0' => (6 + c, 11 + r),
                b'1' => (11 + r, 10 - c),
                b'2' => (10 - c, 5 - r),
                _ => (5 - r, 6 + c),
            }
        }
    }
}

/// The colour of a seat in turn order from orange; the block of a seat.
fn colour(seat: Seat) -> u8 {
    (seat.number() + 3) % 4
}

fn block(seat: Seat) -> usize {
    usize::from((4 - colour(seat)) % 4)
}

fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Flag => 2,
        Kind::Mine => 3,
        Kind::Bomb => 4,
        other => 5 + other as u8,
    }
}

/// A file with these layouts and records.
fn file(layouts: &BTreeMap<Seat, Layout>, records: &[[u8; 10]]) -> Vec<u8> {
    let mut bytes = vec![0; HEAD];
    bytes[..11].copy_from_slice(b"QQGame JQS\0");
    bytes[0x0f] = 1;
    bytes[0x10..0x12].copy_from_slice(&0x18cu16.to_le_bytes());
    bytes[0x1a..0x1c].copy_from_slice(&(records.len() as u16).to_le_bytes());
    for (seat, layout) in layouts {
        let at = 0x20 + 88 * block(*seat);
        bytes[at] = block(*seat) as u8;
        let name: &[u8] = if seat.number() == 2 { b"\xc4\xe3\xba\xc3" } else { b"Ada L." };
        bytes[at + 8..at + 8 + name.len()].copy_from_slice(name);
        for (place, kind) in (0..).zip(layout.kinds()) {
            let (row, column) = row_and_column(place);
            bytes[at + 28 + usize::from(5 * row + column)] = code(*kind);
        }
    }
    bytes.extend(records.iter().flatten());
    bytes
}

fn event(kind: u8, seat: Option<Seat>, reason: u8) -> [u8; 10] {
    [0xf5, kind, seat.map_or(0, colour), reason, 0, 0, 0, 0, 0, 0]
}

fn going(from: &str, to: &str, result: u8, next: Seat) -> [u8; 10] {
    let ((a, b), (c, d)) = (spot(from), spot(to));
    [0x5f, result | colour(next) << 3, a, b, c, d, 0, 0, 0, 0]
}

/// The records of a game of `qq-4p`.
fn records(play: &Play) -> Vec<[u8; 10]> {
    let mut at = Position::start(play.at.rules());
    let name = |cell: Cell| Board::of(&Options::QQ_4P).name(cell).to_owned();
    let mut all: Vec<[u8; 10]> = Vec::new();
    let mut fight = 0;
    for happened in &play.events {
        let before = at.clone();
        at.apply(happened).unwrap();
        let fallen = before.living().minus(at.living());
        match happened {
            Event::Moved(_, Move::Go { from, to }) => {
                fight = all.len();
                all.push(going(&name(*from), &name(*to), 0, at.turn()));
            }
            Event::Ruled(answers) => {
                for answer in answers {
                    match answer {
                        Answer::Ruled(Ruling::Code(announced)) => {
                            let result = [0, 2, 1, 3][usize::from(announced & 3)];
                            all[fight][1] |= result | (announced & 16) << 2;
                        }
                        Answer::Ruled(Ruling::Piece(id)) => {
                            let man = Man::from_id(*id).unwrap();
                            let place = if man.seat() == before.turn() { 6 } else { 8 };
                            let (x, y) = spot(&name(before.piece(man).cell.unwrap()));
                            all[fight][place..place + 2].copy_from_slice(&[x, y]);
                        }
                        _ => {}
                    }
                }
            }
            Event::Skipped(seat) => all.push(event(2, Some(*seat), 0)),
            _ => {}
        }
        let reason = match happened {
            Event::Out(_, Cause::Resigned) => 4,
            Event::Out(..) | Event::Skipped(_) => 6,
            Event::Ruled(answers) if matches!(answers[0], Answer::Ruled(Ruling::Code(_))) => 1,
            _ => 2,
        };
        all.extend(fallen.iter().map(|seat| event(3, Some(seat), reason)));
    }
    match Junqi::waits(&at) {
        Waits::Nothing(Outcome::Won(_)) => all.push(event(5, None, 4)),
        Waits::Nothing(Outcome::Drawn(_)) => all.push(event(5, None, 2)),
        _ => {}
    }
    all
}

/// A game that orange begins, in which no attack stays unanswered: files know none.
fn play(seed: u64) -> Play {
    let mut play = Play::new(&Options::QQ_4P, seed);
    play.is_plain = true;
    play.apply(Event::Deployed(SeatSet::first(4)));
    play.apply(Event::Tossed(1));
    play.run(usize::MAX)
}

#[test]
fn games_by_our_rules_are_followed_to_the_same_end() {
    let (mut won, mut drawn) = (0, 0);
    for seed in 0..120 {
        let play = play(seed);
        let bytes = file(&play.layouts(), &records(&play));
        let read = import(&bytes).unwrap();
        assert_eq!(read.differences, [], "{seed}\n{}", read.text);
        let game = read.game.unwrap();
        assert_eq!(game.end().encode(), play.at.encode(), "{seed}");
        assert_eq!(game.write(), read.text);
        assert_eq!(WholeGame::read(&read.text), Ok(game.clone()));
        assert_eq!(game.source(), Some("imported, not signed"));
        let names: Vec<&str> = game.names().values().map(String::as_str).collect();
        assert_eq!(names, ["Ada L.", "Ada L.", "purple", "Ada L."]);
        match Junqi::waits(game.end()) {
            Waits::Nothing(Outcome::Won(_)) => won += 1,
            _ => drawn += 1,
        }
        // Comments after the records are nobody's business.
        let more = [bytes.as_slice(), b"\xc4\xe3\x00\xff 95"].concat();
        assert_eq!(import(&more).unwrap().text, read.text);
    }
    assert!(won > 10 && drawn > 10, "{won} {drawn}");
}

/// The board of the format, cell for cell.
#[test]
fn every_cell_is_where_the_format_has_it() {
    let board = Board::of(&Options::QQ_4P);
    for cell in board.cells() {
        let (_, y, x) = board.drawing().nodes[cell.index()].print;
        assert_eq!((x, y), spot(board.name(cell)), "{}", board.name(cell));
    }
}

fn places(bytes: &[u8]) -> Vec<String> {
    import(bytes).unwrap_err().into_iter().map(|fault| fault.place).collect()
}

#[test]
fn each_fault_is_named_by_its_byte() {
    let has_out = |play: &Play| records(play).iter().any(|record| record[..2] == [0xf5, 3]);
    let play = (0..).map(play).find(has_out).unwrap();
    let all = records(&play);
    let good = file(&play.layouts(), &all);
    let is_move = |record: &[u8; 10]| record[0] == 0x5f;
    let first_move = HEAD + 10 * all.iter().position(is_move).unwrap();
    let is_out = |record: &[u8; 10]| record[..2] == [0xf5, 3];
    let out = HEAD + 10 * all.iter().position(is_out).unwrap();
    let end = HEAD + 10 * (all.len() - 1);
    let layout = 0x20 + 28;
    for (at, byte) in [
        (0, b'q'),
        (10, 1),
        (0x0f, 4),
        (0x10, 0),
        (0x11, 0),
        (0x20, 0xff),
        (0x20, 4),
        (0x20 + 88, 0),
        (layout, 0),
        (layout, 1),
        (layout, 14),
        (layout, 2),
        (layout, 3),
        (layout, 4),
        (layout + 6, 5),
        (first_move, 0x60),
        (first_move + 1, 7),
        (first_move + 2, 200),
        (first_move + 5, 255),
        (first_move + 6, 1),
        (first_move + 9, 1),
        (out + 1, 6),
        (out + 2, 4),
        (out + 3, 7),
        (end + 3, 3),
    ] {
        let mut bad = good.clone();
        bad[at] = byte;
        let expected = match at {
            10 => 0,
            0x11 => 0x10,
            at if at == first_move + 5 => first_move + 4,
            at if at == first_move + 9 => first_move + 8,
            _ => at,
        };
        assert_eq!(places(&bad)[0], format!("byte {expected}"), "{at} {byte}");
    }
    // One too many of a kind is found where the last of them stands.
    let mut many = good.clone();
    let general = (0..30).find(|n| many[layout + n] == 6).unwrap();
    many[layout + general] = 5;
    let marshals: Vec<_> = (0..30).filter(|n| many[layout + n] == 5).collect();
    assert_eq!(places(&many), [format!("byte {}", layout + marshals[1])]);
    // Several at once, in the order of the file.
    let mut several = good.clone();
    (several[0], several[0x20 + 88], several[end + 3]) = (0, 9, 9);
    assert_eq!(places(&several), ["byte 0", "byte 120", &format!("byte {}", end + 3)]);
    let after_the_end = file(&play.layouts(), &[all.as_slice(), &[event(4, None, 0)]].concat());
    assert_eq!(places(&after_the_end), [format!("byte {}", end + 10)]);
    assert_eq!(places(&vec![0; FILE_MAX + 1]), ["file"]);
}

#[test]
fn every_truncation_is_named_where_the_file_ends() {
    let play = play(5);
    let good = file(&play.layouts(), &records(&play));
    for end in 0..good.len() {
        assert_eq!(places(&good[..end]), [format!("byte {end}")]);
    }
}

/// Whatever the bytes are, faults have a place in the file, or the text says what is refused.
fn look(bytes: &[u8]) -> Option<Imported> {
    match import(bytes) {
        Ok(read) => {
            let numbered = read.text.lines().filter(|line| line.ends_with(" !")).count();
            assert_eq!(read.game.is_none(), numbered > 0, "{}", read.text);
            assert!(numbered == 0 || !read.differences.is_empty());
            match &read.game {
                Some(game) => assert_eq!(game.write(), read.text),
                None => assert!(WholeGame::read(&read.text).is_err()),
            }
            Some(read)
        }
        Err(faults) => {
            for fault in faults {
                let at: usize = fault.place.strip_prefix("byte ").unwrap().parse().unwrap();
                assert!(at <= bytes.len(), "{fault}");
            }
            None
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    let mut random = Random(0x5eed);
    let (mut refused, mut followed, mut odd) = (0, 0, 0);
    for number in 0..2000 {
        let (layouts, all) = {
            let play = play(number % 40);
            (play.layouts(), records(&play))
        };
        let mut bytes = file(&layouts, &all);
        for _ in 0..=random.below(3) {
            // Half of them in the records, where the head is right.
            let from = if random.below(2) == 0 { HEAD as u32 } else { 0 };
            let place = from + random.below(bytes.len() as u32 - from);
            bytes[place as usize] = match random.below(3) {
                0 => random.below(256) as u8,
                1 => random.below(17) as u8,
                _ => bytes[random.below(bytes.len() as u32) as usize],
            };
        }
        match look(&bytes) {
            None => refused += 1,
            Some(read) if read.differences.is_empty() => followed += 1,
            Some(_) => odd += 1,
        }
    }
    assert!(refused > 200 && followed > 100 && odd > 200, "{refused} {followed} {odd}");
}

/// Records in any order: what our rules refuse is followed all the same.
#[test]
fn shuffled_records_never_panic() {
    let mut random = Random(77);
    for number in 0..150 {
        let play = play(number);
        let mut all = records(&play);
        all.pop();
        for _ in 0..1 + random.below(30) {
            let (a, b) = (random.below(all.len() as u32), random.below(all.len() as u32));
            all.swap(a as usize, b as usize);
        }
        look(&file(&play.layouts(), &all));
    }
}

const FRONTS: [&str; 4] = ["DGMDB", "DGBDM", "MGBDD", "DGMDB"];

/// What an import of these records has to say, and its text after the tags.
fn told(records: &[[u8; 10]]) -> (Vec<String>, Vec<String>, Option<Outcome>) {
    let layout = |n| Layout::read(&format!("{}/BRR/YYCC/CPP/PEELZ/LFLZE", FRONTS[n])).unwrap();
    let layouts = (0..4).map(|n| (seat(n as u8), layout(n))).collect();
    let read = look(&file(&layouts, records)).unwrap();
    let lines = read.text.lines().skip_while(|line| !line.is_empty()).skip(3);
    let outcome = read.game.and_then(|game| match Junqi::waits(game.end()) {
        Waits::Nothing(outcome) => Some(outcome),
        _ => None,
    });
    (
        read.differences.iter().map(ToString::to_string).collect(),
        lines.map(str::to_owned).collect(),
        outcome,
    )
}

#[test]
fn what_our_rules_see_otherwise_is_named_and_followed() {
    let [b, c, d] = [2, 3, 0].map(seat);
    // A fight with another result: 11a is a Major General, 01e a Brigadier.
    let (said, lines, _) = told(&[going("11a", "01e", 3, b), going("22a", "22b", 0, c)]);
    assert_eq!(said, ["record 1 (byte 412): 11ax=01e: by our rules D against B is x>"]);
    assert_eq!(lines, ["3. 1 11ax=01e !", "4. 2 22a-22b"]);
    // One that no kinds come to: a Marshal dies alone.
    let (said, lines, _) = told(&[going("11e", "21a", 1, b), going("22a", "22b", 0, c)]);
    assert_eq!(
        said,
        [
            "record 1 (byte 412): 11ex>21a: by our rules M against M is x=",
            "record 1 (byte 412): 11ex>21a: the record does not say that the defender's Marshal died",
        ]
    );
    assert_eq!(lines, ["3. 1 11ex>21a !", "4. 2 22a-22b"]);
    // Flags that are shown elsewhere, or not at all, or of no dead Marshal: the game itself is legal.
    let mut both = going("11e", "21a", 3, b);
    (both[1], both[6], both[7]) = (both[1] | 0x40, 12, 8);
    let (said, lines, _) = told(&[both]);
    assert_eq!(
        said,
        [
            "record 1 (byte 412): by our rules the flag of seat 1 is shown at 16b",
            "record 1 (byte 412): by our rules the flag of seat 2 is shown at 26b",
        ]
    );
    assert_eq!(lines, ["3. 1 11ex=21a marshal 12", "4. shows 1:16b 2:26b"]);
    let mut none = going("11a", "01e", 1, b);
    (none[8], none[9]) = spot("06b");
    let (said, _, _) = told(&[none]);
    assert_eq!(said, ["record 1 (byte 412): 11ax>01e: by our rules no flag is shown at 06b"]);
    // A turn round a corner, by a Colonel; then on.
    let (said, lines, _) = told(&[going("12e", "01b", 1, b), going("22a", "22b", 0, c)]);
    assert_eq!(said, ["record 1 (byte 412): 12ex>01b: no way leads there"]);
    assert_eq!(lines, ["3. 1 12ex>01b !", "4. 2 22a-22b"]);
    // A mine that moves is seen by its layout.
    let (said, lines, _) = told(&[going("15d", "14d", 0, b), going("22a", "22b", 0, c)]);
    assert_eq!(said, ["record 1 (byte 412): 15d-14d: L cannot go so"]);
    assert_eq!(lines, ["3. 1 15d-14d !", "4. 2 22a-22b"]);
    // Out of turn; from an empty cell; a fight with nobody.
    let (said, lines, _) =
        told(&[going("22a", "22b", 0, c), going("H", "M0", 0, d), going("32a", "32b", 3, d)]);
    assert_eq!(
        said,
        [
            "record 1 (byte 412): 22a-22b: by our rules it is the turn of seat 1",
            "record 2 (byte 422): H-M0: no piece stands there",
            "record 3 (byte 432): 32ax=32b: nobody stands there to fight",
        ]
    );
    assert_eq!(lines, ["3. 2 22a-22b !", "4. ? H-M0 !", "5. 3 32a-32b !"]);
}

#[test]
fn ends_that_our_rules_do_not_see_are_named() {
    let [a, b, c, d] = [1, 2, 3, 0].map(seat);
    let (said, _, outcome) = told(&[going("12a", "12b", 0, b), event(5, None, 4)]);
    assert_eq!(
        said,
        ["record 2 (byte 422): the record ends with a win; by our rules the game goes on"]
    );
    assert_eq!(outcome, None);
    let (said, lines, _) = told(&[event(3, Some(b), 1), event(3, Some(a), 2)]);
    assert_eq!(
        said,
        [
            "record 1 (byte 412): seat 2 is out; by our rules its flag stands",
            "record 2 (byte 422): seat 1 is out; by our rules it can move",
        ]
    );
    assert_eq!(lines, ["3. refuses 2 out 2 !", "4. refuses 1 out 1 !"]);
    let (said, _, _) = told(&[event(3, Some(d), 2)]);
    let early = "seat 0 is out; by our rules only a seat at its turn is out so";
    assert_eq!(said, [format!("record 1 (byte 412): {early}")]);
    let (said, _, _) = told(&[event(2, Some(c), 0)]);
    assert_eq!(said, ["record 1 (byte 412): a turn of seat 3 runs out; by our rules it has none"]);
    let out = |seat| event(3, Some(seat), 4);
    let (said, _, outcome) = told(&[out(a), out(c), going("22a", "22b", 0, d)]);
    assert_eq!(
        said,
        ["record 3 (byte 432): by our rules the game is over; nothing after this is followed"]
    );
    assert_eq!(outcome, won(&[0, 2]));
}

/// §11.1, §6.3, §8.1: skipped turns, seats that leave, surrender, agreement.
#[test]
fn events_of_a_file_are_events_of_ours() {
    let [a, b, c, d] = [1, 2, 3, 0].map(seat);
    let (said, lines, outcome) =
        told(&[event(2, Some(a), 0), event(3, Some(c), 4), event(5, None, 2)]);
    assert_eq!((said.len(), outcome), (0, drawn(&[0, 1, 2, 3])));
    assert_eq!(lines, ["3. 1 skips", "4. resigns 3 out 3", "5. draw"]);
    // Who left is passed over when its turn comes.
    let (said, lines, _) =
        told(&[event(4, Some(b), 0), going("12a", "12b", 0, b), going("32a", "32b", 0, d)]);
    assert_eq!(said.len(), 0);
    assert_eq!(lines, ["3. 1 12a-12b", "4. refuses 2 out 2", "5. 3 32a-32b"]);
    let (said, _, outcome) = told(&[event(4, Some(a), 0), event(4, Some(c), 0), event(5, None, 4)]);
    assert_eq!((said.len(), outcome), (0, won(&[0, 2])));
    // The fifth skipped turn puts out, by itself.
    let round = [
        event(2, Some(a), 0),
        going("22a", "22b", 0, c),
        event(2, Some(c), 0),
        event(2, Some(d), 0),
    ];
    let back = [
        event(2, Some(a), 0),
        going("22b", "22a", 0, c),
        event(2, Some(c), 0),
        event(2, Some(d), 0),
    ];
    let mut all = [round, back, round, back].concat();
    all.extend([event(2, Some(a), 0), event(3, Some(a), 6)]);
    let (said, lines, _) = told(&all);
    assert_eq!((said.len(), lines.last().map(String::as_str)), (0, Some("19. 1 skips out 1")));
}
