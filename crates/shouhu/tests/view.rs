//! What everybody sees.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use game::{Game as _, Known, Seat, Token};
use shouhu::{Cell, Kind, Options, Placement, Position, STONE, Shouhu};
use support::{BARE, PLAIN, board, play, rules};

fn numbers(cells: &str) -> Vec<u32> {
    let cells = cells.split_whitespace().map(|name| Cell::read(name).unwrap());
    cells.map(|cell| u32::from(cell.node())).collect()
}

fn fact(at: &Position, key: &str) -> Option<Vec<u32>> {
    let view = Shouhu::view(at, &Known::public());
    view.facts.into_iter().find(|(known, _)| *known == key).map(|(_, numbers)| numbers)
}

#[test]
fn pieces_and_stones_are_tokens() {
    let at = Shouhu::start(&rules(&PLAIN));
    let view = Shouhu::view(&at, &Known::of(Seat::of(1)));
    let token = |name: &str| *view.tokens.get(Cell::read(name).unwrap().index()).unwrap();
    let own = |seat, kind: Kind| {
        let army = Seat::of(seat);
        Some(Token { army, controller: army, kind: Some(kind.number()) })
    };
    assert_eq!(token("a1"), own(0, Kind::Chariot));
    assert_eq!(token("h6"), own(1, Kind::Soldier));
    assert_eq!(token("a5"), None);
    assert_eq!(token("d5").and_then(|token| token.kind), Some(STONE));
    let kinds = Shouhu::kinds(at.rules());
    assert_eq!(kinds.get(usize::from(STONE.0)).map(|name| name.zh), Some("河中石"));
    assert_eq!(fact(&at, "stones"), Some(numbers("d5 e5")));
    assert_eq!(fact(&at, "guardians"), Some(numbers("d2 d8")));
    assert_eq!(fact(&at, "zones"), Some(numbers("d1 d2 e1 e2 d8 d9 e8 e9")));
    assert_eq!(fact(&at, "goal"), Some(vec![4]));
    assert_eq!(fact(&at, "quiet"), Some(vec![0, 100]));
    assert_eq!(fact(&at, "red"), Some(vec![0]));
    assert_eq!(fact(&at, "turn"), Some(vec![0]));
}

/// Who lends a 士 its move, and what a 兵 can hop over: both sides' pieces, never 士, 兵, stones.
#[test]
fn lenders_are_told() {
    let at = board(&PLAIN, "8/8/8/3r4/2A*4/2nP4/8/8/8", &[]);
    assert_eq!(fact(&at, "lends"), Some(numbers("c5 c4 c5 d6")));
    assert_eq!(fact(&at, "carries"), Some(numbers("d4 c4")));
    let at = board(&BARE, "8/8/8/8/2A5/3P4/8/8/R7", &[]);
    assert_eq!((fact(&at, "lends"), fact(&at, "carries")), (None, None));
}

#[test]
fn second_steps_are_told() {
    let mut at = board(&BARE, "7r/8/8/8/8/8/8/3R4/7B", &[]);
    play(&mut at, "d2-d9");
    assert_eq!(fact(&at, "return"), Some([vec![1], numbers("d9")].concat()));
    assert_eq!((fact(&at, "score"), fact(&at, "turn")), (Some(vec![1, 0]), None));
    play(&mut at, "^h2 h9-h2");
    assert_eq!(fact(&at, "drop"), Some(vec![1, 0, Kind::Chariot as u32]));
    let mut at = Shouhu::start(&rules(&Options { placement: Placement::Alternate, ..PLAIN }));
    play(&mut at, "P*a1");
    assert_eq!(fact(&at, "placing"), Some(vec![1]));
    assert_eq!(fact(&at, "left"), Some(vec![2, 2, 2, 2, 2, 4, 2, 2, 2, 2, 2, 5]));
}
