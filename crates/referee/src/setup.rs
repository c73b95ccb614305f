//! Set-up: the field is a legal army.
//!
//! **Statement.** Every row is that of one kind; the kinds have the counts of the [`Terms`]; no piece
//! of a barred kind stands on a place where it may not.
//!
//! **Witness.** For each piece its key x_p, `d_p = y_κ - z` for its kind κ, and τ_p.
//!
//! **Equations.** y_0 … y_11 and z are challenges over the context and the field. With
//! `H* = Σ y_k·H_k`, `c* = Π (y_k - z)^count_k`, `R_-1 = G`, `R_24 = c*·G`, and the other R sent:
//!
//! ```text
//! Y_p = x_p·G        Σ y_k·V_pk - z·G = d_p·G + x_p·H*        R_p = d_p·R_(p-1) + τ_p·P
//! Σ_p V_pk = Σ_p x_p·H_k      for each barred kind k, over the places p barred to it
//! ```
//!
//! **Why they suffice.** Y_p fixes x_p and so a matrix b of scalars before y and z exist. The second
//! equation fixes `d_p = Σ y_k·b_pk - z`; the third links the d_p to a chain of products that ends in
//! c*, unless the prover knows the logarithm of P. So `Π (Σ y_k·b_pk - z) = Π (y_k - z)^count_k` at a
//! point that was drawn after b: by degree it is an identity of polynomials, but for a chance of 25
//! in the order of the group per hash. Polynomials factor in one way, and each factor has -1 at z,
//! so the rows of b are unit vectors with the right multiplicities. Sums of bits are zero only if
//! every bit is.
//!
//! **What it hides.** Everything else: the R are blinded perfectly, the rest can be simulated.

use curve25519_dalek::scalar::Scalar;
use game::Kind;
use zeroize::Zeroizing;

use crate::bases::bases;
use crate::derived::{self, Entropy};
use crate::error::{BadStatement, CannotProve, ProofFails};
use crate::field::{Army, Field};
use crate::piece::{Piece, at_kind};
use crate::point::{Malformed, Point, words};
use crate::relation::{G, PointRef, Proof, Relation, Secret};
use crate::terms::{Terms, kinds};
use crate::transcript::{Context, Transcript};
use crate::verified::Verified;
use crate::{KINDS, PIECES, group};

/// How long the proof of a set-up is.
pub const SETUP_BYTES: usize = 32 * CHAIN + Proof::length(SECRETS);

const CHAIN: usize = PIECES - 1;
const SECRETS: usize = 3 * PIECES;

/// That a field is a legal army; see the module.
pub struct SetupStatement<'a> {
    terms: &'a Terms,
    field: &'a Field,
    context: Context,
    transcript: Transcript,
    y: [Scalar; KINDS],
    z: Scalar,
}

/// The proof of a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupProof {
    pub(crate) chain: Vec<Point>,
    pub(crate) proof: Proof,
}

impl SetupProof {
    /// Reads one.
    ///
    /// # Errors
    /// Bytes of another length, or points or scalars that are not canonical.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let (chain, proof) = bytes.split_at_checked(32 * CHAIN).ok_or(Malformed::Length)?;
        let chain = words(chain, CHAIN)?.iter().map(Point::read).collect::<Result<_, _>>()?;
        Ok(Self { chain, proof: Proof::read(proof, SECRETS)? })
    }

    /// The [`SETUP_BYTES`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.chain.iter().flat_map(|point| *point.bytes()).collect();
        self.proof.write(&mut bytes);
        bytes
    }
}

impl<'a> SetupStatement<'a> {
    /// That this field is a legal army of the seat that proves in this context.
    ///
    /// # Errors
    /// A field of another seat or match.
    pub fn new(
        context: &Context,
        terms: &'a Terms,
        field: &'a Field,
    ) -> Result<Self, BadStatement> {
        if field.match_id != context.place.match_id {
            return Err(BadStatement::Match);
        }
        if field.seat != context.place.seat {
            return Err(BadStatement::Seat);
        }
        let mut transcript = Transcript::new(context, "setup");
        transcript.absorb("field", &field.bytes());
        let mut draw = |label: &str, number: &[u8]| {
            transcript.absorb(label, number);
            transcript.challenge()
        };
        let mut y = [Scalar::ZERO; KINDS];
        kinds().zip(&mut y).for_each(|(kind, y)| *y = draw("y", &[kind.0]));
        let z = draw("z", &[]);
        Ok(Self { terms, field, context: *context, transcript, y, z })
    }

    /// The proof of the own field, which the own program verifies like everybody's before it is
    /// kept or sent.
    ///
    /// # Errors
    /// An army of another seat or match, or one that is not legal.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<SetupProof, CannotProve> {
        army.proves_for(&self.context)?;
        if !self.is_legal(army) {
            return Err(CannotProve::False);
        }
        let mut known = Zeroizing::new(Vec::with_capacity(2 * PIECES));
        known.extend(Piece::all().map(|piece| *army.key(piece)));
        known.extend(Piece::all().map(|piece| self.factor(|kind| army.bit(piece, kind))));
        Ok(self.prove_of(&known, entropy))
    }

    /// From the keys and factors, true or not.
    pub(crate) fn prove_of(&self, known: &[Scalar], entropy: &Entropy) -> SetupProof {
        let (chain, witness) = self.chain(known, entropy);
        let (transcript, relation) = self.relation(&chain);
        let proof = relation.prove(transcript, &witness, entropy);
        SetupProof { chain, proof }
    }

    /// The blinded products, and the whole witness.
    pub(crate) fn chain(
        &self,
        known: &[Scalar],
        entropy: &Entropy,
    ) -> (Vec<Point>, Zeroizing<Vec<Scalar>>) {
        let (_, factors) = known.split_at(PIECES);
        let blinds = derived::scalars(known, entropy, self.transcript.digest(), "rho", CHAIN);
        let (mut product, mut before) = (Scalar::ONE, Scalar::ZERO);
        let mut chain = Vec::with_capacity(CHAIN);
        let mut witness = Zeroizing::new(Vec::with_capacity(SECRETS));
        witness.extend_from_slice(known);
        for (at, factor) in factors.iter().enumerate() {
            // The last link is public: it has no blind.
            let blind = blinds.get(at).copied().unwrap_or(Scalar::ZERO);
            witness.push(blind - factor * before);
            before = blind;
            product *= factor;
            if at < CHAIN {
                let blinded = group::secret_mul(&blind, &bases().p.value());
                chain.push(Point::of(group::secret_base(&product) + blinded));
            }
        }
        (chain, witness)
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// The proof fails.
    pub fn verify(&self, proof: &SetupProof) -> Result<Verified<Field>, ProofFails> {
        let (transcript, relation) = self.relation(&proof.chain);
        if relation.accepts(transcript, &proof.proof) {
            Ok(Verified::after_check(self.field.clone()))
        } else {
            Err(ProofFails)
        }
    }

    /// What a row of these bits contributes to the product.
    pub(crate) fn factor(&self, bit: impl Fn(Kind) -> Scalar) -> Scalar {
        kinds().map(|kind| bit(kind) * at_kind(&self.y, kind)).sum::<Scalar>() - self.z
    }

    fn is_legal(&self, army: &Army) -> bool {
        let count = |kind| Piece::all().filter(|piece| army.kind(*piece) == kind).count();
        let counted = kinds().zip(self.terms.counts()).all(|(k, n)| count(k) == usize::from(*n));
        let mut barred = self.terms.barred();
        counted && barred.all(|(kind, at)| at.iter().all(|piece| army.kind(*piece) != kind))
    }

    /// y and z.
    #[cfg(test)]
    pub(crate) fn challenges(&self) -> (&[Scalar; KINDS], &Scalar) {
        (&self.y, &self.z)
    }

    pub(crate) fn product(&self) -> Scalar {
        let power = |(y, count): (&Scalar, &u8)| -> Scalar {
            std::iter::repeat_n(y - self.z, usize::from(*count)).product()
        };
        self.y.iter().zip(self.terms.counts()).map(power).product()
    }

    pub(crate) fn relation(&self, chain: &[Point]) -> (Transcript, Relation) {
        let mut transcript = self.transcript.clone();
        chain.iter().for_each(|link| transcript.absorb("R", link.bytes()));
        let mut relation = Relation::new(&[]);
        let one = Scalar::ONE;
        let blinding = relation.point(&bases().p);
        let bases = relation.points(&bases().h);
        let mixed = relation.sum(self.y.iter().copied().zip(bases.iter().copied()).collect());
        let keys = relation.secrets(PIECES);
        let factors = relation.secrets(PIECES);
        let blinds = relation.secrets(PIECES);
        let links = relation.points(chain);
        let rows: Vec<(PointRef, Vec<PointRef>)> = self
            .field
            .rows
            .iter()
            .map(|row| (relation.point(&row.key), relation.points(&row.bits)))
            .collect();
        let mut before = G;
        let last = (self.product(), G);
        let ends = links.iter().map(|link| (one, *link)).chain([last]);
        let secrets = keys.iter().zip(&factors).zip(&blinds);
        for (((key, bits), ((x, d), tau)), end) in rows.iter().zip(secrets).zip(ends) {
            relation.is_key(*key, *x);
            let mut left: Vec<_> = self.y.iter().copied().zip(bits.iter().copied()).collect();
            left.push((-self.z, G));
            relation.equation(left, vec![(*d, one, G), (*x, one, mixed)]);
            relation.equation(vec![end], vec![(*d, one, before), (*tau, one, blinding)]);
            before = end.1;
        }
        self.bar(&mut relation, &bases, &rows, &keys);
        (transcript, relation)
    }

    /// No piece of a barred kind on a place where it may not stand.
    fn bar(
        &self,
        relation: &mut Relation,
        bases: &[PointRef],
        rows: &[(PointRef, Vec<PointRef>)],
        keys: &[Secret],
    ) {
        for (kind, places) in self.terms.barred() {
            let at = |piece: &Piece| usize::from(piece.number());
            let base = *bases.get(usize::from(kind.0)).expect("a base for each kind");
            let bit = |piece: &Piece| rows.get(at(piece))?.1.get(usize::from(kind.0)).copied();
            let key = |piece: &Piece| keys.get(at(piece)).copied();
            let left = places.iter().filter_map(bit).map(|bit| (Scalar::ONE, bit)).collect();
            let right = places.iter().filter_map(key).map(|x| (x, Scalar::ONE, base)).collect();
            relation.equation(left, right);
        }
    }
}
