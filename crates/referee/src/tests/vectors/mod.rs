//! The frozen vectors of `tests/vectors/referee`: made again here, byte by byte, and judged as
//! somebody would who has only the files.

mod bits;
pub(crate) mod judge;
mod made;
mod python;
mod rejects;
pub(crate) mod text;

use judge::judged;
use text::{check, load};

#[test]
fn every_file_is_what_is_made_from_fixed_secrets() {
    check("good", &made::all());
    check("rejects", &rejects::all());
}

#[test]
fn every_file_is_judged_as_it_says() {
    let (good, rejects) = (load("good"), load("rejects"));
    assert!(good.values().all(|vector| vector.expect == "accepted"));
    assert!(rejects.values().all(|vector| vector.expect != "accepted"));
    for (name, vector) in good.iter().chain(&rejects) {
        assert_eq!(judged(vector), vector.expect, "{name}");
    }
    println!("{} files accepted, {} refused", good.len(), rejects.len());
}
