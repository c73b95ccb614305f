//! The example of `FORMAT.md` is what the code writes.

use crate::common::smallest;
use crate::vectors::unhex;

#[test]
fn the_example_in_the_description_is_what_is_written() {
    let page = include_str!("../../FORMAT.md");
    let lines = page.lines().filter_map(|line| {
        let (offset, bytes) = line.split_once("  ")?;
        let is_dump = offset.len() == 3 && u16::from_str_radix(offset, 16).is_ok();
        is_dump.then(|| bytes.to_owned())
    });
    let dump: Vec<String> = lines.collect();
    assert_eq!(unhex(&dump.concat()), smallest());
}
