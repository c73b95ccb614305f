//! Single bits changed in every part of every field of a vector of each statement.

use std::ops::Range;

use super::judge::judged;
use super::text::{Vector, load};
use crate::tests::Draw;

/// So many bits are drawn in each part.
const DRAWN: usize = 20;

/// One good vector of each statement.
const VECTORS: [&str; 9] = [
    "setup_seat0",
    "among_movable",
    "attack_movable",
    "attack_flyers",
    "answer_code09",
    "no_move",
    "can_move_one",
    "can_move_all",
    "opening_kind11",
];

/// A part of a field: its name and where its bytes are.
struct Part {
    name: String,
    bytes: Vec<usize>,
}

/// Points, challenge and responses apart; the keys and the other points of rows apart.
fn parts(vector: &Vector, field: &str, length: usize) -> Vec<Part> {
    let words =
        |range: Range<usize>| -> Vec<usize> { (range.start * 32..range.end * 32).collect() };
    let part = |name: &str, bytes| Part { name: format!("{field} {name}"), bytes };
    let count = length / 32;
    match (vector.statement.as_str(), field) {
        (_, "row" | "target_row" | "rows" | "field") => {
            // What a piece is among, or whether it moves, depends on the V of other kinds only.
            let aside = match vector.statement.as_str() {
                "among" => vector.get("kinds"),
                "no-move" | "can-move" => vector.get("movable"),
                _ => None,
            };
            let aside =
                aside.map_or(0, |set| u32::from(u16::from_le_bytes(set.try_into().unwrap())));
            let (keys, mut bits): (Vec<_>, Vec<_>) = (0..length).partition(|at| at / 32 % 13 == 0);
            bits.retain(|at| aside << 1 >> (at / 32 % 13) & 1 == 0);
            vec![part("Y", keys), part("V", bits)]
        }
        ("setup", "proof") => vec![
            part("R", words(0..24)),
            part("c", words(24..25)),
            part("x", words(25..50)),
            part("d", words(50..75)),
            part("tau", words(75..100)),
        ],
        ("attack" | "answer", "proof") => vec![
            part("U", words(0..1)),
            part("W", words(1..2)),
            part("c", words(2..3)),
            part("x", words(3..4)),
            part("b", words(4..count - 1)),
            part("s", words(count - 1..count)),
        ],
        (_, "proof") => vec![part("c", words(0..1)), part("z", words(1..count))],
        (_, "answer") => {
            vec![part("m", vec![0]), part("c", (1..33).collect()), part("z", (33..65).collect())]
        }
        _ => vec![Part { name: field.to_owned(), bytes: (0..length).collect() }],
    }
}

/// Flips bits in every part of every field; how many.
fn flips(name: &str, good: &Vector, draw: &mut Draw) -> usize {
    assert_eq!(judged(good), "accepted", "{name}");
    let mut count = 0;
    for (field, bytes) in &good.fields {
        // An attack depends on no more of the table than the kinds that it is open to.
        if ["codes", "movable"].contains(&field.as_str()) && name == "attack_flyers" {
            continue;
        }
        for part in parts(good, field, bytes.len()) {
            let mut readable = 0;
            for _ in 0..DRAWN {
                let mut changed = good.clone();
                let at = part.bytes[draw.below(part.bytes.len())];
                changed.get_mut(field)[at] ^= 1 << draw.below(8);
                let said = judged(&changed);
                assert_ne!(said, "accepted", "{name}: byte {at} of {}", part.name);
                readable += usize::from(said != "malformed");
            }
            println!("{name}, {}: {DRAWN} refused, {readable} of them readable", part.name);
            count += DRAWN;
        }
    }
    count
}

#[test]
fn single_bits_changed_in_every_field_of_every_statement() {
    let (good, mut draw) = (load("good"), Draw(7));
    let count: usize = VECTORS.iter().map(|name| flips(name, &good[*name], &mut draw)).sum();
    println!("{count} vectors with one bit changed, none accepted");
    assert!(count >= 1_800, "{count}");
}

/// The same in a whole game: in its terms, and in some message of each sort.
#[test]
fn single_bits_changed_in_a_game() {
    let (good, mut draw) = (load("good"), Draw(8));
    let game = &good["game"];
    let mut sorts: Vec<&str> = game.fields.iter().map(|(name, _)| sort(name)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    assert_eq!(sorts.len(), 11, "{sorts:?}");
    for wanted in &sorts {
        let numbers = (0..game.fields.len()).filter(|at| sort(&game.fields[*at].0) == *wanted);
        let numbers: Vec<usize> = numbers.collect();
        for _ in 0..DRAWN {
            let mut changed = game.clone();
            let (name, bytes) = &mut changed.fields[numbers[draw.below(numbers.len())]];
            let at = draw.below(bytes.len());
            bytes[at] ^= 1 << draw.below(8);
            let name = name.clone();
            assert_ne!(judged(&changed), "accepted", "byte {at} of {name}");
        }
    }
    println!("{} games with one bit changed, none accepted", sorts.len() * DRAWN);
}

/// The first word of a field's name.
fn sort(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}
