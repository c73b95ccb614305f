//! Every codec on inputs that nobody sends: random ones, and messages changed in many ways.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test may panic")]

mod targets;

use targets::{
    WORLD, fuzz_among, fuzz_answer, fuzz_attack, fuzz_can_move, fuzz_field, fuzz_no_move,
    fuzz_opening, fuzz_setup, fuzz_terms,
};

/// A small generator, for what is drawn in tests.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.byte()).collect()
    }
}

/// Words of 32 bytes at the edges of what can be read.
fn edges() -> Vec<[u8; 32]> {
    let order = *b"\xed\xd3\xf5\x5c\x1a\x63\x12\x58\xd6\x9c\xf7\xa2\xde\xf9\xde\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10";
    let mut field = [0xff; 32];
    (field[0], field[31]) = (0xed, 0x7f);
    let near = |word: [u8; 32], by: u8| {
        let mut word = word;
        word[0] = word[0].wrapping_add(by);
        word
    };
    let mut all = vec![[0; 32], [0xff; 32], near([0; 32], 1), near([0; 32], 2)];
    for word in [order, field] {
        all.extend([0, 1, 2, 255, 254].map(|by| near(word, by)));
    }
    all
}

/// A change of a message.
fn mutated(message: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = message.to_vec();
    let words = bytes.len() / 32;
    // Messages are words of 32 bytes; an answer has one byte before them.
    let word = bytes.len() % 32 + 32 * draw.below(words);
    let other = bytes.len() % 32 + 32 * draw.below(words);
    match draw.below(9) {
        0 | 1 => {
            let at = draw.below(bytes.len());
            bytes[at] ^= 1 << draw.below(8);
        }
        2 => {
            let edges = edges();
            bytes[word..word + 32].copy_from_slice(&edges[draw.below(edges.len())]);
        }
        3 => bytes.copy_within(other..other + 32, word),
        4 => {
            let random = draw.bytes(32);
            bytes[word..word + 32].copy_from_slice(&random);
            // Below the order more often than not.
            bytes[word + 31] &= 0x0f;
        }
        5 => bytes.truncate(draw.below(bytes.len() + 1)),
        6 => {
            let more = 1 + draw.below(40);
            bytes.extend(draw.bytes(more));
        }
        7 => {
            let start = bytes.len() % 32;
            bytes[start..].rotate_left(32 * draw.below(words));
        }
        _ => bytes[0] = draw.byte(),
    }
    bytes
}

/// Calls a target on its message, on changes of it, and on random bytes.
fn exercise(message: &[u8], rounds: usize, seed: u64, target: fn(&[u8])) {
    let mut draw = Draw(seed);
    target(message);
    for _ in 0..rounds {
        let once = mutated(message, &mut draw);
        target(&once);
        if once.len() >= 32 && draw.below(4) == 0 {
            target(&mutated(&once, &mut draw));
        }
        let length = [message.len(), draw.below(2 * message.len())][draw.below(2)];
        target(&draw.bytes(length));
    }
}

#[test]
fn fields() {
    exercise(&WORLD.field, 250, 1, fuzz_field);
}

#[test]
fn set_ups() {
    exercise(&WORLD.setup, 250, 2, fuzz_setup);
}

#[test]
fn moves() {
    exercise(&WORLD.among, 4000, 3, fuzz_among);
    exercise(&WORLD.no_move, 4000, 4, fuzz_no_move);
    exercise(&WORLD.can_move, 4000, 5, fuzz_can_move);
    exercise(&WORLD.opening, 4000, 6, fuzz_opening);
}

#[test]
fn attacks() {
    exercise(&WORLD.attack, 1000, 7, fuzz_attack);
    // As long as an attack of one kind, and of two.
    exercise(&WORLD.attack[..192], 1000, 8, fuzz_attack);
    exercise(&WORLD.attack[..224], 1000, 9, fuzz_attack);
}

#[test]
fn answers() {
    exercise(&WORLD.answer, 600, 10, fuzz_answer);
}

#[test]
fn terms() {
    let mut draw = Draw(11);
    for _ in 0..20_000 {
        let length = draw.below(400);
        fuzz_terms(&draw.bytes(length));
    }
}
