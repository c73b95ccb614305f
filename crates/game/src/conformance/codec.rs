//! Laws of encodings: of positions, moves and choices.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::law::{Broken, Kept, Law, Tally, keep};
use super::random::Random;
use crate::canon::Canon;

/// The outcome of a call that must not panic, whatever it is given.
pub(super) fn calm<T>(
    what: &str,
    given: &dyn Debug,
    call: impl FnOnce() -> T,
) -> Result<T, Broken> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| Broken {
        law: Law::NoPanic,
        detail: format!("{what} panicked on {given:02x?}"),
    })
}

/// The value encodes to bytes that give it back.
pub(super) fn round_trip<C, T: Canon<C> + Eq + Debug>(context: &C, value: &T) -> Kept {
    let bytes = value.encode();
    let back = calm("decode", &bytes, || T::decode(context, &bytes))?;
    keep!(back.as_ref() == Ok(value), Coded, "{value:?} comes back as {back:?}");
    Ok(())
}

/// Bytes near those of the value: every length up to 8 and some beyond, one more byte, bits turned.
pub(super) fn mutations(bytes: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> =
        (0..bytes.len().min(8)).map(|n| bytes.iter().copied().take(n).collect()).collect();
    for _ in 0..4 {
        let length = random.index(bytes.len());
        all.push(bytes.iter().copied().take(length).collect());
    }
    for last in [0, 1, 0xFF, random.below(256) as u8] {
        all.push(bytes.iter().copied().chain([last]).collect());
    }
    for _ in 0..24 {
        let mut turned = bytes.to_vec();
        for _ in 0..=random.below(2) {
            let place = random.index(turned.len());
            if let Some(byte) = turned.get_mut(place) {
                *byte ^= match random.below(3) {
                    0 => 0x80,
                    1 => 1 << random.below(3),
                    _ => 1 << random.below(8),
                };
            }
        }
        all.push(turned);
    }
    all
}

/// Decodes mutated bytes of a value: no panic, and what decodes encodes to those bytes. Returns the
/// other values found on the way.
pub(super) fn strict<C, T: Canon<C> + Eq + Debug>(
    context: &C,
    value: &T,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<Vec<T>, Broken> {
    let mut found = Vec::new();
    let bytes = value.encode();
    for mutated in mutations(&bytes, random) {
        tally.add("mutated bytes");
        let Ok(other) = calm("decode", &mutated, || T::decode(context, &mutated))? else {
            continue;
        };
        let again = other.encode();
        keep!(
            again == mutated,
            Strict,
            "{mutated:02x?} decodes to {other:?}, which encodes to {again:02x?}"
        );
        if other != *value {
            found.push(other);
        }
    }
    Ok(found)
}

/// Text near a given one: cut, doubled, one character another.
pub(super) fn garbled(text: &str, random: &mut Random) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let strange = ['0', '9', 'z', ' ', '-', '/', '\u{0}', '王', '\u{301}', '+', '=', ':'];
    (0..8)
        .map(|n| {
            let mut other = chars.clone();
            let place = random.index(chars.len().max(1));
            match n % 4 {
                0 => other.truncate(place),
                1 => other.extend_from_slice(&chars),
                _ => {
                    let new = random.one_of(&strange).copied().unwrap_or('0');
                    match other.get_mut(place) {
                        Some(old) if n % 4 == 2 => *old = new,
                        _ => other.insert(place.min(chars.len()), new),
                    }
                }
            }
            other.into_iter().collect()
        })
        .collect()
}
