//! Attack: an encryption, to the owner of the piece attacked, of what the fight announces.
//!
//! **Statement.** The attacker is of one of the kinds `among`, and (U, W) encrypts the code of the
//! announcement of this attacker and this defender. Nobody knows both kinds when it is made.
//!
//! **Witness.** The key x of the attacking piece a, its bits b_j for j in `among`, and s.
//!
//! **Equations.** With `F_j = Σ_k f(j,k)·H_k` and `W_j = Σ_k f(j,k)·V_dk` over the code table f and
//! the row of the defender d:
//!
//! ```text
//! Y_a = x·G      V_aj = b_j·G + x·H_j  (j in among)      Σ V_aj = x·Σ H_j  (j not in among)
//! U = Σ b_j·F_j + s·G                                    W = Σ b_j·W_j + s·Y_d
//! ```
//!
//! **Why they suffice.** The b_j are the bits that the set-up proved to be one-hot, so the kind of a
//! is in `among` and (U, W) is fixed but for s: `W - x_d·U = f(kind of a, kind of d)·G` for every s,
//! because the row of d is one-hot too. That is why both rows must be verified: a row with
//! `b_k = 16^k` would decrypt to the attacker's kind.
//!
//! **What it hides.** The attacker's kind but for what the code tells, from everybody; the code
//! itself from everybody but the owner of d, until he answers.

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use game::{Kind, KindSet};
use zeroize::Zeroizing;

use crate::among::own;
use crate::bases::bases;
use crate::derived::{self, Entropy};
use crate::error::{BadStatement, CannotProve, ProofFails};
use crate::field::{Army, Field, Row};
use crate::opening::Opening;
use crate::piece::Piece;
use crate::point::{Malformed, Point, words};
use crate::relation::{PointRef, Proof, Relation, Secret};
use crate::terms::{Terms, kinds, others};
use crate::transcript::{Context, Transcript};
use crate::verified::Verified;
use crate::{KINDS, group};
use crypto::MatchId;

/// How long an attack open to so many kinds is.
pub const fn attack_bytes(among: usize) -> usize {
    64 + Proof::length(secrets(among))
}

/// The key, the bits, and s.
const fn secrets(among: usize) -> usize {
    among + 2
}

/// That an attack announces what the table says; see the module.
pub struct AttackStatement<'a> {
    terms: &'a Terms,
    context: Context,
    attacker: (&'a Row, Piece),
    defender: (&'a Row, Piece),
    /// The seat of the defender.
    seat: u8,
    among: KindSet,
}

/// The ciphertext and the proof that an attack carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackProof {
    pub(crate) u: Point,
    pub(crate) w: Point,
    pub(crate) proof: Proof,
}

impl AttackProof {
    /// Reads one of an attack that is open to these kinds.
    ///
    /// # Errors
    /// Bytes of another length, or points or scalars that are not canonical.
    pub fn read(bytes: &[u8], among: KindSet) -> Result<Self, Malformed> {
        let (cipher, proof) = bytes.split_at_checked(64).ok_or(Malformed::Length)?;
        let [u, w] = words(cipher, 2)? else { return Err(Malformed::Length) };
        let (u, w) = (Point::read(u)?, Point::read(w)?);
        Ok(Self { u, w, proof: Proof::read(proof, secrets(size(among)))? })
    }

    /// The [`attack_bytes`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = [*self.u.bytes(), *self.w.bytes()].concat();
        self.proof.write(&mut bytes);
        bytes
    }
}

/// An attack as its verification found it. Only a [`Verified`] one can be answered: an answer to an
/// unproven ciphertext decrypts whatever somebody asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub(crate) match_id: MatchId,
    /// The seat that must answer, and with which piece.
    pub(crate) seat: u8,
    pub(crate) piece: Piece,
    pub(crate) key: Point,
    pub(crate) u: Point,
    pub(crate) w: Point,
    /// Every code that this attack could announce, ascending.
    pub(crate) codes: Vec<u8>,
}

impl Attack {
    /// The seat and the piece that are attacked.
    pub fn target(&self) -> (u8, Piece) {
        (self.seat, self.piece)
    }

    /// What it announces, read with the key of the piece attacked, which has been opened; none if
    /// the key is another's.
    pub fn announces(&self, opening: &Opening) -> Option<u8> {
        self.decrypt(opening.key())
    }

    /// The code that the key finds, if any. Every code is tried, so the time tells nothing.
    pub(crate) fn decrypt(&self, key: &Scalar) -> Option<u8> {
        let plain = self.w.value() - group::secret_mul(key, &self.u.value());
        let (mut found, mut multiple, mut reached) = (None, RistrettoPoint::identity(), 0);
        for code in &self.codes {
            while reached < *code {
                multiple += RISTRETTO_BASEPOINT_POINT;
                reached += 1;
            }
            if plain == multiple {
                found = Some(*code);
            }
        }
        found
    }
}

impl<'a> AttackStatement<'a> {
    /// That this piece of the seat that proves, being of one of the kinds `among`, attacks that piece
    /// of another seat.
    ///
    /// # Errors
    /// Fields of other matches, an attacker of another seat than the context's, a defender of the
    /// same seat, or kinds that are none or never move.
    pub fn new(
        context: &Context,
        terms: &'a Terms,
        attacker: (&'a Verified<Field>, Piece),
        defender: (&'a Verified<Field>, Piece),
        among: KindSet,
    ) -> Result<Self, BadStatement> {
        own(context, attacker.0)?;
        if defender.0.match_id != context.place.match_id {
            return Err(BadStatement::Match);
        }
        if defender.0.seat == context.place.seat {
            return Err(BadStatement::Seat);
        }
        if among.0 == 0 || among.0 & !terms.movable().0 != 0 {
            return Err(BadStatement::Kinds);
        }
        Ok(Self {
            terms,
            context: *context,
            attacker: (attacker.0.row(attacker.1), attacker.1),
            defender: (defender.0.row(defender.1), defender.1),
            seat: defender.0.seat,
            among,
        })
    }

    /// The ciphertext of the own attack with its proof.
    ///
    /// # Errors
    /// An army of another seat or match, or an attacker of another kind.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<AttackProof, CannotProve> {
        army.proves_for(&self.context)?;
        let (_, piece) = self.attacker;
        if !self.among.has(army.kind(piece)) {
            return Err(CannotProve::False);
        }
        let mut known = Zeroizing::new(Vec::with_capacity(KINDS + 1));
        known.push(*army.key(piece));
        known.extend(self.candidates().map(|kind| army.bit(piece, kind)));
        let s = derived::scalars(&known, entropy, self.blind_digest().digest(), "s", 1);
        Ok(self.prove_of(&known, s.first().expect("one was asked for"), entropy))
    }

    /// From the key and the bits, of which one is 1 at most, true or not, with this s.
    pub(crate) fn prove_of(&self, known: &[Scalar], s: &Scalar, entropy: &Entropy) -> AttackProof {
        let bits = known.split_first().map_or(&[][..], |(_, bits)| bits);
        // The row of the table that the one bit picks, read like every other row.
        let (mut codes, mut largest) = (Zeroizing::new([0u8; KINDS]), 0);
        for (kind, bit) in self.candidates().zip(bits) {
            let mask = bit.as_bytes().first().map_or(0, |one| one.wrapping_neg());
            for (picked, code) in codes.iter_mut().zip(self.terms.row(kind)) {
                *picked |= mask & code;
                largest = largest.max(*code);
            }
        }
        let (row, _) = self.defender;
        let encrypted = |points: &[Point; KINDS]| {
            let points = points.map(|point| point.value());
            group::small_sum(codes.as_slice(), largest, &points)
        };
        let u = Point::of(encrypted(&bases().h) + group::secret_base(s));
        let w = Point::of(encrypted(&row.bits) + group::secret_mul(s, &row.key.value()));
        let mut witness = Zeroizing::new(Vec::with_capacity(known.len() + 1));
        witness.extend_from_slice(known);
        witness.push(*s);
        let (transcript, relation) = self.relation(&u, &w);
        AttackProof { u, w, proof: relation.prove(transcript, &witness, entropy) }
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// The proof fails.
    pub fn verify(&self, message: &AttackProof) -> Result<Verified<Attack>, ProofFails> {
        let (transcript, relation) = self.relation(&message.u, &message.w);
        if !relation.accepts(transcript, &message.proof) {
            return Err(ProofFails);
        }
        let mut codes: Vec<u8> = self.candidates().flat_map(|kind| *self.terms.row(kind)).collect();
        codes.sort_unstable();
        codes.dedup();
        let (row, piece) = self.defender;
        Ok(Verified::after_check(Attack {
            match_id: self.context.place.match_id,
            seat: self.seat,
            piece,
            key: row.key,
            u: message.u,
            w: message.w,
            codes,
        }))
    }

    fn candidates(&self) -> impl Iterator<Item = Kind> {
        let among = self.among;
        kinds().filter(move |kind| among.has(*kind))
    }

    /// What s depends on beside the witness: context, both rows, candidates.
    fn blind_digest(&self) -> Transcript {
        let mut transcript = Transcript::new(&self.context, "attack");
        transcript.absorb("attacker", &self.attacker.0.bytes());
        transcript.absorb("defender", &self.defender.0.bytes());
        transcript.absorb("among", &self.among.0.to_le_bytes());
        transcript
    }

    pub(crate) fn relation(&self, u: &Point, w: &Point) -> (Transcript, Relation) {
        let ((row, piece), (target, target_piece)) = (self.attacker, self.defender);
        let mut relation = Relation::new(&[
            u32::from(piece.number()),
            u32::from(self.seat),
            u32::from(target_piece.number()),
            u32::from(self.among.0),
        ]);
        let one = Scalar::ONE;
        let bases = relation.points(&bases().h);
        let own: Vec<PointRef> = relation.points(row.points());
        let theirs: Vec<PointRef> = relation.points(target.points());
        let (u, w) = (relation.point(u), relation.point(w));
        let [(key, bits), (their_key, their_bits)] =
            [&own, &theirs].map(|row| row.split_first().expect("a row has a key"));
        let x = relation.secret();
        let secrets: Vec<(Kind, Secret)> =
            self.candidates().map(|kind| (kind, relation.secret())).collect();
        let s = relation.secret();
        let at = |points: &[PointRef], kind: Kind| {
            *points.get(usize::from(kind.0)).expect("a point for each kind")
        };
        relation.is_key(*key, x);
        for (kind, bit) in &secrets {
            let right = vec![(*bit, one, crate::relation::G), (x, one, at(&bases, *kind))];
            relation.equation(vec![(one, at(bits, *kind))], right);
        }
        let rest = |points: &[PointRef]| others(self.among).map(|k| (one, at(points, k))).collect();
        let (bits_out, bases_out) = (relation.sum(rest(bits)), relation.sum(rest(&bases)));
        relation.equation(vec![(one, bits_out)], vec![(x, one, bases_out)]);
        let coded = |points: &[PointRef]| -> Vec<(Secret, Scalar, PointRef)> {
            let row = |(kind, bit): &(Kind, Secret)| {
                let (bit, codes) = (*bit, self.terms.row(*kind));
                codes.iter().zip(points).map(move |(code, p)| (bit, Scalar::from(*code), *p))
            };
            secrets.iter().flat_map(|secret| row(secret).collect::<Vec<_>>()).collect()
        };
        let with = |mut terms: Vec<_>, last| {
            terms.push(last);
            terms
        };
        let right = with(coded(&bases), (s, one, crate::relation::G));
        relation.equation(vec![(one, u)], right);
        relation.equation(vec![(one, w)], with(coded(their_bits), (s, one, *their_key)));
        (Transcript::new(&self.context, "attack"), relation)
    }
}

/// How many of the twelve kinds are in a set.
fn size(set: KindSet) -> usize {
    kinds().filter(|kind| set.has(*kind)).count()
}
