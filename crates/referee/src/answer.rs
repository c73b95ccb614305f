//! Answer: what a fight announces, by the owner of the piece attacked.
//!
//! **Witness.** The key x of the piece attacked.
//!
//! **Equations.** `Y = x·G` and `W - m·G = x·U` for the code m and the ciphertext (U, W) of a
//! verified attack.
//!
//! **Why they suffice.** Y fixes x, and `W - x·U` is the code times G, whatever U is: no other m can
//! be claimed, and there is always one to claim.
//!
//! **What it hides.** Both kinds but for the code. It decrypts one ciphertext, which the attack proved
//! to be a code; answered without that proof it would decrypt anything, a row of the field too.

use curve25519_dalek::scalar::Scalar;

use crate::attack::Attack;
use crate::derived::Entropy;
use crate::error::{BadStatement, CannotProve, ProofFails};
use crate::field::Army;
use crate::point::Malformed;
use crate::relation::{G, Proof, Relation};
use crate::transcript::{Context, Transcript};
use crate::verified::Verified;

/// How long an answer is.
pub const ANSWER_BYTES: usize = 1 + Proof::length(1);

/// What a verified attack announces; see the module.
pub struct AnswerStatement<'a> {
    pub(crate) context: Context,
    pub(crate) attack: &'a Verified<Attack>,
}

/// The code of an announcement, with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub(crate) code: u8,
    pub(crate) proof: Proof,
}

impl Answer {
    /// Reads one.
    ///
    /// # Errors
    /// Bytes of another length, or scalars that are not canonical.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let (code, proof) = bytes.split_first().ok_or(Malformed::Length)?;
        Ok(Self { code: *code, proof: Proof::read(proof, 1)? })
    }

    /// The [`ANSWER_BYTES`] to send.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.code];
        self.proof.write(&mut bytes);
        bytes
    }
}

impl<'a> AnswerStatement<'a> {
    /// What this attack announces, said by the seat that proves: the one attacked.
    ///
    /// # Errors
    /// An attack of another match, or on another seat.
    pub fn new(context: &Context, attack: &'a Verified<Attack>) -> Result<Self, BadStatement> {
        if attack.match_id != context.place.match_id {
            return Err(BadStatement::Match);
        }
        if attack.seat != context.place.seat {
            return Err(BadStatement::Seat);
        }
        Ok(Self { context: *context, attack })
    }

    /// Decrypts the code and proves it.
    ///
    /// # Errors
    /// An army of another seat or match, or one that is not the one attacked.
    pub fn prove(&self, army: &Army, entropy: &Entropy) -> Result<Answer, CannotProve> {
        army.proves_for(&self.context)?;
        let key = army.key(self.attack.piece);
        let code = self.attack.decrypt(key).ok_or(CannotProve::False)?;
        Ok(self.prove_of(code, key, entropy))
    }

    /// With this code, true or not.
    pub(crate) fn prove_of(&self, code: u8, key: &Scalar, entropy: &Entropy) -> Answer {
        let transcript = Transcript::new(&self.context, "answer");
        let relation = self.relation(code);
        Answer { code, proof: relation.prove(transcript, std::slice::from_ref(key), entropy) }
    }

    /// Checks an answer; the code that it announces.
    ///
    /// # Errors
    /// The proof fails, or the code is none that this attack could announce.
    pub fn verify(&self, answer: &Answer) -> Result<u8, ProofFails> {
        let transcript = Transcript::new(&self.context, "answer");
        let in_table = self.attack.codes.contains(&answer.code);
        let accepted = in_table && self.relation(answer.code).accepts(transcript, &answer.proof);
        if accepted { Ok(answer.code) } else { Err(ProofFails) }
    }

    pub(crate) fn relation(&self, code: u8) -> Relation {
        let attack = self.attack;
        let mut relation = Relation::new(&[u32::from(attack.piece.number()), u32::from(code)]);
        let one = Scalar::ONE;
        let [key, u, w] = [&attack.key, &attack.u, &attack.w].map(|point| relation.point(point));
        let x = relation.secret();
        relation.is_key(key, x);
        relation.equation(vec![(one, w), (-Scalar::from(code), G)], vec![(x, one, u)]);
        relation
    }
}
