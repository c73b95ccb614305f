//! Among: a piece is of one of these kinds; for moves.
//!
//! **Witness.** The key x of the piece.
//!
//! **Equations.** `Y = x·G` and, over the kinds k that are ruled out, `Σ V_k = x·Σ H_k`.
//!
//! **Why they suffice.** Y fixes x; `Σ V_k - x·Σ H_k` is G as often as the piece has a bit among
//! those kinds, and the set-up proved that it has exactly one bit in all.
//!
//! **What it hides.** Which of the remaining kinds it is: the proof is simulated from Y and the V.

use curve25519_dalek::scalar::Scalar;
use game::KindSet;

use crate::bases::bases;
use crate::derived::Entropy;
use crate::error::{BadStatement, CannotProve, ProofFails};
use crate::field::{Army, Field, Row};
use crate::piece::{Piece, at_kind};
use crate::point::Malformed;
use crate::relation::{Proof, Relation};
use crate::terms::others;
use crate::transcript::{Context, Transcript};
use crate::verified::Verified;

/// How long the proof is.
pub const AMONG_BYTES: usize = Proof::length(1);

/// That a piece is of one of these kinds; see the module.
pub struct AmongStatement {
    context: Context,
    piece: Piece,
    kinds: KindSet,
    pub(crate) transcript: Transcript,
    pub(crate) relation: Relation,
}

/// The proof that a piece is of one of some kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AmongProof(pub(crate) Proof);

impl AmongProof {
    /// Reads one.
    ///
    /// # Errors
    /// Bytes of another length, or scalars that are not canonical.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        Proof::read(bytes, 1).map(Self)
    }

    /// The [`AMONG_BYTES`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.write(&mut bytes);
        bytes
    }
}

impl AmongStatement {
    /// That this piece of the seat that proves is of one of these kinds.
    ///
    /// # Errors
    /// A field of another seat or match; no kinds, or all.
    pub fn new(
        context: &Context,
        field: &Verified<Field>,
        piece: Piece,
        kinds: KindSet,
    ) -> Result<Self, BadStatement> {
        own(context, field)?;
        if others(kinds).next().is_none() || others(KindSet(!kinds.0)).next().is_none() {
            return Err(BadStatement::Kinds);
        }
        let relation = Self::relation(field.row(piece), piece, kinds);
        let transcript = Transcript::new(context, "among");
        Ok(Self { context: *context, piece, kinds, transcript, relation })
    }

    fn relation(row: &Row, piece: Piece, kinds: KindSet) -> Relation {
        let mut relation = Relation::new(&[u32::from(piece.number()), u32::from(kinds.0)]);
        let key = relation.point(&row.key);
        let x = relation.secret();
        relation.is_key(key, x);
        let bits = relation.points(others(kinds).map(|kind| row.bit(kind)));
        let shades = relation.points(others(kinds).map(|kind| at_kind(&bases().h, kind)));
        let ones = |points: Vec<_>| points.into_iter().map(|point| (Scalar::ONE, point)).collect();
        let (bits, shades) = (relation.sum(ones(bits)), relation.sum(ones(shades)));
        relation.equation(vec![(Scalar::ONE, bits)], vec![(x, Scalar::ONE, shades)]);
        relation
    }

    /// The proof about an own piece.
    ///
    /// # Errors
    /// An army of another seat or match, or a piece of another kind.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<AmongProof, CannotProve> {
        army.proves_for(&self.context)?;
        if !self.kinds.has(army.kind(self.piece)) {
            return Err(CannotProve::False);
        }
        Ok(self.prove_of(army.key(self.piece), entropy))
    }

    /// From the key, true or not.
    pub(crate) fn prove_of(&self, key: &Scalar, entropy: &Entropy) -> AmongProof {
        AmongProof(self.relation.prove(self.transcript.clone(), std::slice::from_ref(key), entropy))
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// The proof fails.
    pub fn verify(&self, proof: &AmongProof) -> Result<(), ProofFails> {
        let accepted = self.relation.accepts(self.transcript.clone(), &proof.0);
        if accepted { Ok(()) } else { Err(ProofFails) }
    }
}

/// Whether this is the field of the seat that proves.
pub(crate) fn own(context: &Context, field: &Verified<Field>) -> Result<(), BadStatement> {
    if field.match_id != context.place.match_id {
        Err(BadStatement::Match)
    } else if !field.is_of(context) {
        Err(BadStatement::Seat)
    } else {
        Ok(())
    }
}
