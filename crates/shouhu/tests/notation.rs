//! rules.md §9: moves and positions in writing, and what is pointed at.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::{Fault, Game as _, Known, Pick};
use shouhu::{ALL, Cell, Kind, Move, Options, Placement, Position, Shouhu, neighbours, notation};
use support::{BARE, BLACK, PLAIN, Random, board, legal, mv, play, rules};

fn cell(name: &str) -> Cell {
    Cell::read(name).unwrap()
}

fn go(from: &str, to: &str) -> Move {
    Move::Go { from: cell(from), to: cell(to) }
}

fn places(faults: Vec<Fault>) -> Vec<String> {
    faults.into_iter().map(|fault| fault.place).collect()
}

/// A ring of lenders: two ways of equal length lead from c3 to c7, by a5 and by e5.
fn ring() -> Position {
    board(&BARE, "8/8/8/1R1N4/8/1r1n4/2P5/8/8", &[])
}

/// §9.2: the shortest way; of equal ones that which comes first in alphabetical order.
#[test]
fn the_way_of_a_hop_is_the_first_of_the_shortest() {
    let at = ring();
    let texts: Vec<String> = legal(&at).into_iter().filter(|text| text.starts_with('c')).collect();
    assert_eq!(texts, ["c3-a5", "c3-a5-c7", "c3-e5"]);
    assert_eq!(Shouhu::write_move(&at, &go("c3", "c7")), "c3-a5-c7");
    // Read is any way that the hops can take, or none.
    for text in ["c3-c7", "c3-a5-c7", "c3-e5-c7"] {
        assert_eq!(Shouhu::read_move(&at, text), Ok(go("c3", "c7")), "{text}");
    }
    assert_eq!(Shouhu::read_move(&at, "c3-e5-c7-a5"), Ok(go("c3", "a5")));
}

/// Every way of hops that enters no cell twice, from the last of these cells on.
fn all_ways(at: &Position, way: &mut Vec<Cell>, all: &mut Vec<Vec<Cell>>) {
    let from = *way.last().unwrap();
    for over in neighbours(from).iter() {
        let is_lender = at.kind(over).is_some_and(Kind::is_lender);
        let step = |a: u8, b: u8| 2 * (b as i8 - a as i8);
        let landing = from.step(step(from.file(), over.file()), step(from.rank(), over.rank()));
        let Some(to) = landing.filter(|to| is_lender && !way.contains(to)) else { continue };
        way.push(to);
        all.push(way.clone());
        if at.on(to).is_none() {
            all_ways(at, way, all);
        }
        way.pop();
    }
}

/// §3.8, §9.2: the ways of 兵 are those that are found by trying everything.
#[test]
fn ways_are_the_first_of_all_there_are() {
    let mut random = Random(12);
    let mut longest = 0;
    for _ in 0..300 {
        let mut cells: Vec<char> = "RRNNCCBBPrrnnccbb".chars().collect();
        cells.resize(56, '1');
        for last in (1..cells.len()).rev() {
            cells.swap(last, random.below(last as u32 + 1) as usize);
        }
        // Nothing in the zones: ranks 3 to 7, and the outer files.
        let ranks: Vec<String> = cells.chunks(8).take(5).map(String::from_iter).collect();
        let ranks = (1..=8)
            .rev()
            .fold(ranks.join("/"), |text, run| text.replace(&"1".repeat(run), &format!("<{run}>")));
        let ranks = ranks.replace(['<', '>'], "");
        let line = support::line(&format!("8/8/{ranks}/8/8"), &[]);
        let Ok((at, _)) = Shouhu::read_position(&rules(&BARE), &line) else { continue };
        let Some(start) = at.of_kind(Kind::Soldier).lowest() else { continue };
        let mut all = Vec::new();
        all_ways(&at, &mut vec![start], &mut all);
        all.sort_by_key(|way| (way.len(), way.clone()));
        let hops = at.hops(start).unwrap();
        for to in ALL.iter() {
            let first = all.iter().find(|way| way.last() == Some(&to));
            assert_eq!(hops.way(to).as_ref(), first, "{line} {to}");
            longest = longest.max(first.map_or(0, Vec::len));
        }
    }
    assert!(longest > 4, "{longest}");
}

/// §9.1, §9.2: every fault of a move at its place.
#[test]
fn every_fault_of_a_move_is_named() {
    let at = ring();
    let faults = |text: &str| places(notation::read_move(&at, text).unwrap_err());
    assert_eq!(faults("c3-a6-c7"), ["a6", "c7"]);
    assert_eq!(faults("c3-a5-c3"), ["c3"]);
    assert_eq!(faults("c3-a5-c7-a5"), ["a5"]);
    assert_eq!(faults("b4-a5-c7"), ["b4"]);
    assert_eq!(faults("j1-a0-c5-"), ["j1", "a0", ""]);
    assert_eq!(faults("c1"), ["c1"]);
    assert_eq!(faults("@j9"), ["j9"]);
    assert_eq!(faults("^"), [""]);
    assert_eq!(faults("X*k1"), ["X", "k1"]);
    assert_eq!(faults("RR*a1"), ["RR"]);
    assert_eq!(faults(&"a1-".repeat(100)), ["move"]);
    let told = Shouhu::read_move(&at, "j1-a0").unwrap_err();
    assert!(told.reason.contains("j1") && told.reason.contains("a0"), "{told}");
    // A chain ends where it captures.
    let at = board(&BARE, "8/8/8/8/2n5/1R6/p7/1r6/2P5", &[]);
    let faults = notation::read_move(&at, "c1-a3-c5").unwrap_err();
    assert_eq!(places(faults), ["a3"]);
}

/// §9.1: each kind of move reads back as it is written.
#[test]
fn moves_are_written_as_the_rules_say() {
    let mut at = board(&BARE, "3r4/8/8/7r/8/8/8/8/3P3R", &[]);
    assert!(legal(&at).contains(&"h1-h6".to_owned()));
    play(&mut at, "h1-h6");
    assert!(legal(&at).contains(&"@a9".to_owned()));
    assert_eq!(mv(&at, "@c3"), Move::Drop(cell("c3")));
    assert_eq!(mv(&at, "^c3"), Move::Return(cell("c3")));
    let at = Shouhu::start(&rules(&Options { placement: Placement::Alternate, ..PLAIN }));
    assert!(legal(&at).contains(&"A*c3".to_owned()));
}

/// No legal move's picks begin another's; a 兵 is led hop by hop, and `stop` ends a way that leads on.
#[test]
fn picks_lead_hop_by_hop() {
    let at = ring();
    let node = |name: &str| Pick::Node(cell(name).node());
    let picks = |text: &str| Shouhu::picks(&at, &mv(&at, text));
    assert_eq!(picks("c3-c7"), [node("c3"), node("a5"), node("c7")]);
    assert_eq!(picks("c3-a5"), [node("c3"), node("a5"), Pick::Word("stop")]);
    assert_eq!(picks("c3-e5"), [node("c3"), node("e5")]);
    let mut random = Random(31);
    for (_, options) in Options::PRESETS {
        let mut at = Shouhu::start(&rules(&Options { placement: Placement::Standard, ..options }));
        at.apply(&game::Event::Tossed(0)).unwrap();
        while !at.is_over() && at.ply().0 < 150 {
            let mut moves = Vec::new();
            at.moves_into(&mut moves);
            let mut all: Vec<_> = moves.iter().map(|mv| Shouhu::picks(&at, mv)).collect();
            all.sort();
            let begins = all.iter().zip(all.iter().skip(1)).find(|(a, b)| b.starts_with(a));
            assert_eq!(begins, None);
            at.play(moves.get(random.below(moves.len() as u32) as usize).unwrap());
        }
    }
}

/// §9.4: the line gives back the position and its viewer.
#[test]
fn positions_are_written_in_one_line() {
    let mut at = Shouhu::start(&rules(&PLAIN));
    play(&mut at, "b3-b9");
    let line = Shouhu::write_position(&at, &Known::of(BLACK));
    let (start, history) = line.split_once(" history=").unwrap();
    let cells = "rCb2bnr/2ap1a2/1c4c1/p1p2p1p/3**3/P1P2P1P/6C1/2AP1A2/RNB2BNR";
    let counters = "red=0 turn=0 score=0,0 quiet=0 ply=0 living=01";
    assert_eq!(start, format!("viewer=1 cells={cells} {counters}"));
    assert!(history.ends_with(" stage=drop:n"), "{line}");
    let (read, known) = Shouhu::read_position(at.rules(), &line).unwrap();
    assert_eq!((read, known.viewer), (at, Some(BLACK)));
}
