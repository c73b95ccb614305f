//! A referee that nobody is: zero-knowledge statements about hidden pieces.
//!
//! A seat publishes its pieces as a [`Field`] in which nobody can read and nothing can be changed,
//! and from then on proves what the rules ask: that its army is legal ([`SetupStatement`]), that a
//! piece is of one of some kinds ([`AmongStatement`]), what a fight announces ([`AttackStatement`],
//! then [`AnswerStatement`]), whether it can move ([`NoMoveStatement`], [`CanMoveStatement`]), and,
//! where all may know, what a piece is ([`Opening`]). Anyone can check every proof, with no secret.
//!
//! The crate knows kinds as numbers, counts, barred places and a table of codes
//! ([`game::Hiding`], read as [`Terms`]); it knows no rule, no message and no turn. Time and
//! randomness it has none: [`Entropy`] is an argument.
//!
//! Each statement has one constructor, which prover and verifier call with the same public facts; so
//! what is proven is what is checked. A statement is bound to its [`Context`]: the match, the step,
//! the head before it and the seat that proves. What may follow only a check takes a [`Verified`]
//! value: fights take rows from a `Verified<Field>`, answers take a `Verified<Attack>`.
//!
//! # What is left to the caller
//! - The same [`Terms`] for a whole match: those of the rules that its contract names. A
//!   `Verified<Field>` does not remember under which terms it was verified, and a proof depends on
//!   them only as far as its equations do. A field that was verified under other counts, or a fight
//!   by another table, would be accepted and mean something else.
//! - Nobody attacks before *every* field of the match is verified.
//! - An attack is answered once only, by the seat attacked, and only when rules and turn allow it.
//! - The own program verifies its own proofs before it keeps or sends them.
//! - What was sent is kept and sent again in the same bytes after a restart.
//!
//! # Where to read on
//! The module of each statement says what its witness and equations are, why they suffice and what
//! they hide: [`field`], [`setup`], [`among`], [`attack`], [`answer`], [`opening`], [`stuck`]. All
//! proofs are of one kind, generalised Schnorr over ristretto255; its argument stands in
//! `src/relation.rs`. Every byte is in `book/proofs.md`, from which a second verifier was written;
//! both judge the vectors of `tests/vectors/referee`.
//!
//! # An example
//! ```
//! use crypto::{Head, MatchId, MatchSecret, Place};
//! use game::{Hiding, Kind, KindSet};
//! use referee::{
//!     AnswerStatement, Army, AttackStatement, Context, Entropy, Field, PIECES, Piece, SetupProof,
//!     SetupStatement, Terms, Verified,
//! };
//!
//! // 24 pieces of kind 0 that can move, one of kind 1 that cannot; no place is barred.
//! let (mut counts, mut codes) = (vec![0; 12], vec![vec![3; 12]]);
//! (counts[0], counts[1], codes[0][1]) = (24, 1, 6);
//! let movable = KindSet::default().with(Kind(0));
//! let hiding = Hiding { counts, barred: vec![vec![]; 12], movable, codes };
//! let terms = Terms::new(&hiding)?;
//!
//! let match_id = MatchId([1; 32]);
//! let context = |step, seat| Context {
//!     place: Place { match_id, step, seat },
//!     head: Head([0; 32]), // the head before the step
//! };
//! let entropy = || Entropy::new([0; 32]); // fresh from the operating system
//!
//! // Both seats deploy; what the other gets is bytes.
//! let mut kinds = [Kind(0); PIECES];
//! kinds[21] = Kind(1);
//! let deploy = |seat: u8| -> Result<(Army, Verified<Field>), Box<dyn std::error::Error>> {
//!     let army = Army::new(&MatchSecret::new([seat; 32]), match_id, seat, &kinds)?;
//!     let field = Field::read(match_id, seat, &army.field().bytes())?;
//!     let statement = SetupStatement::new(&context(0, seat), &terms, &field)?;
//!     let proof = SetupProof::read(&statement.prove(&army, &entropy())?.bytes())?;
//!     Ok((army, statement.verify(&proof)?))
//! };
//! let (attackers, attacking) = deploy(0)?;
//! let (defenders, defending) = deploy(1)?;
//!
//! // Seat 0 attacks with its piece 3 the piece 21 of seat 1, which answers.
//! let piece = |number| Piece::new(number).ok_or("no such piece");
//! let (a, d) = ((&attacking, piece(3)?), (&defending, piece(21)?));
//! let statement = AttackStatement::new(&context(1, 0), &terms, a, d, movable)?;
//! let attack = statement.verify(&statement.prove(&attackers, &entropy())?)?;
//! let statement = AnswerStatement::new(&context(2, 1), &attack)?;
//! let answer = statement.prove(&defenders, &entropy())?;
//! assert_eq!(statement.verify(&answer)?, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is assumed, and what stays open
//! No proof but the set-up's can be false, in the random oracle model; the set-up's also needs that
//! nobody knows the logarithm of one base. Pieces stay hidden as long as the decisional
//! Diffie-Hellman problem is hard, so a quantum computer could one day read old fields. Nothing here
//! stops allies from telling each other what they like, or a seat from falling silent.

pub mod among;
pub mod answer;
pub mod attack;
mod bases;
mod derived;
mod error;
pub mod field;
mod group;
pub mod opening;
mod piece;
mod point;
mod relation;
pub mod setup;
pub mod stuck;
mod terms;
#[cfg(test)]
mod tests;
mod transcript;
mod verified;

pub use among::{AMONG_BYTES, AmongProof, AmongStatement};
pub use answer::{ANSWER_BYTES, Answer, AnswerStatement};
pub use attack::{Attack, AttackProof, AttackStatement, attack_bytes};
pub use derived::Entropy;
pub use error::{BadStatement, CannotProve, ProofFails};
pub use field::{Army, FIELD_BYTES, Field, NoSuchKind};
pub use opening::{DoesNotOpen, OPENING_BYTES, Opening};
pub use piece::Piece;
pub use point::Malformed;
pub use setup::{SETUP_BYTES, SetupProof, SetupStatement};
pub use stuck::{
    CAN_MOVE_BYTES, CanMoveProof, CanMoveStatement, NO_MOVE_BYTES, NoMoveProof, NoMoveStatement,
};
pub use terms::{BadTerms, Terms};
pub use transcript::Context;
pub use verified::Verified;

/// How many pieces a seat has.
pub const PIECES: usize = 25;
/// How many kinds there are.
pub const KINDS: usize = 12;
