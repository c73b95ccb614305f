//! NoMove and CanMove: whether any of some pieces is of a kind that can move.
//!
//! Over the pieces p of a list of n: `Ȳ = Σ Y_p`, `D = Σ V_pk` and `B = Σ H_k` over the kinds k that
//! never move, `X = Σ x_p`.
//!
//! ```text
//! NoMove :  Ȳ = X·G      D - n·G = X·B                         witness X
//! CanMove:  G = t·(n·G - D) + u·B      0 = t·Ȳ - u·G           witness t = 1/σ, u = t·X
//! ```
//!
//! **Why they suffice.** Ȳ fixes X, so `n·G - D = σ·G - X·B`, where σ is how many of them can move:
//! every row was proven one-hot. NoMove says σ = 0. CanMove's second equation says `u = t·X`, and so
//! its first `G = t·σ·G`: it has a solution only if σ is not 0.
//!
//! **What they hide.** Everything but that one bit: both are simulated from the rows.

use curve25519_dalek::scalar::Scalar;
use zeroize::Zeroizing;

use crate::among::own;
use crate::bases::bases;
use crate::derived::Entropy;
use crate::error::{BadStatement, CannotProve, ProofFails};
use crate::field::{Army, Field};
use crate::piece::{Piece, at_kind};
use crate::point::Malformed;
use crate::relation::{G, PointRef, Proof, Relation};
use crate::terms::{Terms, others};
use crate::transcript::{Context, Transcript};
use crate::verified::Verified;

/// How long the proof is that no piece can move.
pub const NO_MOVE_BYTES: usize = Proof::length(1);
/// How long the proof is that some piece can move.
pub const CAN_MOVE_BYTES: usize = Proof::length(2);

/// The pieces that a statement is about, and the sums over them.
pub(crate) struct Pieces {
    pieces: Vec<Piece>,
    terms: Terms,
    pub(crate) context: Context,
    pub(crate) relation: Relation,
    /// Ȳ.
    keys: PointRef,
    /// B.
    shade: PointRef,
    /// D, as unit coefficients.
    fixed: Vec<(Scalar, PointRef)>,
}

impl Pieces {
    fn new(
        context: &Context,
        terms: &Terms,
        field: &Verified<Field>,
        pieces: &[Piece],
    ) -> Result<Self, BadStatement> {
        own(context, field)?;
        if pieces.is_empty() || !pieces.is_sorted_by(|a, b| a < b) {
            return Err(BadStatement::Pieces);
        }
        if others(terms.movable()).next().is_none() || terms.movable().0 == 0 {
            return Err(BadStatement::Kinds);
        }
        let indices: Vec<u32> = pieces.iter().map(|piece| u32::from(piece.number())).collect();
        let mut relation = Relation::new(&indices);
        let ones = |points: Vec<PointRef>| -> Vec<(Scalar, PointRef)> {
            points.into_iter().map(|point| (Scalar::ONE, point)).collect()
        };
        let still = || others(terms.movable());
        let keys = relation.points(pieces.iter().map(|piece| &field.row(*piece).key));
        let bits = pieces.iter().flat_map(|piece| still().map(|kind| field.row(*piece).bit(kind)));
        let fixed = ones(relation.points(bits));
        let shades = relation.points(still().map(|kind| at_kind(&bases().h, kind)));
        let (keys, shade) = (relation.sum(ones(keys)), relation.sum(ones(shades)));
        let (terms, context) = (terms.clone(), *context);
        Ok(Self { pieces: pieces.to_vec(), terms, context, relation, keys, shade, fixed })
    }

    fn count(&self) -> Scalar {
        self.pieces.iter().map(|_| Scalar::ONE).sum()
    }

    /// How many of the pieces can move.
    fn movable(&self, army: &Army) -> Scalar {
        let can = |piece: &Piece| Scalar::from(u64::from(self.is_movable(army, *piece)));
        self.pieces.iter().map(can).sum()
    }

    fn is_movable(&self, army: &Army, piece: Piece) -> bool {
        self.terms.movable().has(army.kind(piece))
    }

    /// X.
    fn key(&self, army: &Army) -> Scalar {
        self.pieces.iter().map(|piece| army.key(*piece)).sum()
    }
}

/// What the two statements have in common: all but the equations and the witness.
macro_rules! mobility {
    (
        $name:literal, $bytes:ident, $secrets:literal,
        $(#[$of_statement:meta])* $statement:ident,
        $(#[$of_proof:meta])* $proof:ident
    ) => {
        $(#[$of_statement])*
        pub struct $statement(pub(crate) Pieces);

        impl $statement {
            /// About these pieces, in ascending order, of the seat that proves.
            ///
            /// # Errors
            /// A field of another seat or match, or no ascending list of pieces.
            pub fn new(
                context: &Context,
                terms: &Terms,
                field: &Verified<Field>,
                pieces: &[Piece],
            ) -> Result<Self, BadStatement> {
                let mut about = Pieces::new(context, terms, field, pieces)?;
                Self::state(&mut about);
                Ok(Self(about))
            }

            /// From a witness, true or not.
            pub(crate) fn prove_of(
                &self,
                witness: &[Scalar; $secrets],
                entropy: &Entropy,
            ) -> $proof {
                let transcript = Transcript::new(&self.0.context, $name);
                $proof(self.0.relation.prove(transcript, witness, entropy))
            }

            /// Checks a proof.
            ///
            /// # Errors
            /// The proof fails.
            pub fn verify(&self, proof: &$proof) -> Result<(), ProofFails> {
                let transcript = Transcript::new(&self.0.context, $name);
                if self.0.relation.accepts(transcript, &proof.0) { Ok(()) } else { Err(ProofFails) }
            }
        }

        $(#[$of_proof])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $proof(pub(crate) Proof);

        impl $proof {
            /// Reads one.
            ///
            /// # Errors
            /// Bytes of another length, or scalars that are not canonical.
            pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
                Proof::read(bytes, $secrets).map(Self)
            }

            #[doc = concat!("The [`", stringify!($bytes), "`] to send.")]
            pub fn bytes(&self) -> Vec<u8> {
                let mut bytes = Vec::new();
                self.0.write(&mut bytes);
                bytes
            }
        }
    };
}

mobility! {
    "no-move", NO_MOVE_BYTES, 1,
    /// That none of some pieces is of a kind that can move; see the module.
    NoMoveStatement,
    /// The proof that none of some pieces can move.
    NoMoveProof
}

mobility! {
    "can-move", CAN_MOVE_BYTES, 2,
    /// That one at least of some pieces is of a kind that can move; see the module.
    CanMoveStatement,
    /// The proof that some of some pieces can move.
    CanMoveProof
}

impl NoMoveStatement {
    fn state(about: &mut Pieces) {
        let mut terms = about.fixed.clone();
        terms.push((-about.count(), G));
        let fixed = about.relation.sum(terms);
        let x = about.relation.secret();
        about.relation.is_key(about.keys, x);
        let right = vec![(x, Scalar::ONE, about.shade)];
        about.relation.equation(vec![(Scalar::ONE, fixed)], right);
    }

    /// The proof about own pieces.
    ///
    /// # Errors
    /// An army of another seat or match, or one with a piece that can move.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<NoMoveProof, CannotProve> {
        army.proves_for(&self.0.context)?;
        if self.0.movable(army) != Scalar::ZERO {
            return Err(CannotProve::False);
        }
        Ok(self.prove_of(&Zeroizing::new([self.0.key(army)]), entropy))
    }
}

impl CanMoveStatement {
    fn state(about: &mut Pieces) {
        let one = Scalar::ONE;
        let mut terms: Vec<_> = about.fixed.iter().map(|(bit, point)| (-bit, *point)).collect();
        terms.push((about.count(), G));
        let movable = about.relation.sum(terms);
        let (t, u) = (about.relation.secret(), about.relation.secret());
        let right = vec![(t, one, movable), (u, one, about.shade)];
        about.relation.equation(vec![(one, G)], right);
        about.relation.equation(Vec::new(), vec![(t, one, about.keys), (u, -one, G)]);
    }

    /// The proof about own pieces.
    ///
    /// # Errors
    /// An army of another seat or match, or one of whose pieces none can move.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<CanMoveProof, CannotProve> {
        army.proves_for(&self.0.context)?;
        let movable = Zeroizing::new(self.0.movable(army));
        if *movable == Scalar::ZERO {
            return Err(CannotProve::False);
        }
        let t = movable.invert();
        Ok(self.prove_of(&Zeroizing::new([t, t * self.0.key(army)]), entropy))
    }
}
