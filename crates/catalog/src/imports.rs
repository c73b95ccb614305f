//! Games from other programs' files.

use game::{Fault, Outcome};

/// The longest file that can be imported, in bytes.
pub const IMPORT_MAX: usize = junqi::jgs::FILE_MAX;

/// What came of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Where our rules see it otherwise: moves that they refuse, results that differ.
    pub differences: Vec<Fault>,
    /// Differences beyond those that are named.
    pub unnamed: usize,
    /// The game as text, marked as imported and not signed.
    pub text: String,
    /// How many things happened in the file.
    pub records: usize,
    /// How the game ended, if it is over by our rules and they refuse nothing.
    pub outcome: Option<Outcome>,
}

/// Imports a `.jgs` file: a recorded game of 军棋 for four.
///
/// # Errors
/// Every fault of the file, each at its byte.
pub fn import_jgs(bytes: &[u8]) -> Result<Imported, Vec<Fault>> {
    let found = junqi::jgs::import(bytes)?;
    let outcome = found.game.as_ref().and_then(|game| match game.end().stage() {
        junqi::Stage::Over(outcome) => Some(*outcome),
        _ => None,
    });
    Ok(Imported {
        records: found.replay.records.len(),
        differences: found.differences,
        unnamed: found.unnamed,
        text: found.text,
        outcome,
    })
}
