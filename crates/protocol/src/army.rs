//! The own hidden pieces: what is made of them when something must be proven.

use crypto::MatchSecret;
use game::{Claim, Game, Kind, Seat};
use record::journal::SecretBytes;
use referee::{
    AnswerStatement, Army, CannotProve, Context, Entropy, Opening, PIECES, Piece, SetupStatement,
};

use crate::hidden::{CAN, CANNOT, Hidden};

/// An own arrangement with its keys. Secret; the keys are derived from the secret of the match and
/// the arrangement, so a restarted program finds the same.
pub(crate) struct OwnArmy<G: Game> {
    pub(crate) secret: G::Secret,
    army: Army,
    keys: SecretBytes,
}

/// Where and with what an own seat proves something.
pub(crate) struct Prover<'a> {
    pub(crate) hidden: &'a Hidden,
    pub(crate) context: Context,
    pub(crate) secret: &'a MatchSecret,
}

impl Prover<'_> {
    /// Never the same for two seats or steps; the transcript of each proof goes into its nonces
    /// beside it.
    fn entropy(&self) -> Entropy {
        Entropy::new(self.secret.proof_entropy(&self.context.place))
    }
}

impl<G: Game> OwnArmy<G> {
    /// The pieces of an arrangement of this seat; none if it is not one of 25 pieces.
    pub(crate) fn new(secret: G::Secret, seat: Seat, prover: &Prover<'_>) -> Option<Self> {
        let mut kinds = [Kind(0); PIECES];
        let pieces = G::army(&secret);
        if pieces.len() != PIECES {
            return None;
        }
        for piece in pieces {
            let (owner, place) = prover.hidden.place(piece)?;
            let slot = kinds.get_mut(usize::from(place.number()));
            *slot.filter(|_| owner == seat)? = G::kind(&secret, piece)?;
        }
        let match_id = prover.context.place.match_id;
        let army = Army::new(prover.secret, match_id, seat.number(), &kinds).ok()?;
        let keys = Piece::all().flat_map(|piece| Opening::of(&army, piece).bytes()).collect();
        Some(Self { secret, army, keys: SecretBytes::new(keys) })
    }

    /// The bytes of its field.
    pub(crate) fn field(&self) -> Vec<u8> {
        self.army.field().bytes()
    }

    /// The field and the proof that it is legal.
    pub(crate) fn deploy(&self, prover: &Prover<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
        let field = self.army.field();
        let terms = prover.hidden.terms();
        let statement = SetupStatement::new(&prover.context, terms, &field).ok()?;
        let proof = statement.prove(&self.army, &prover.entropy()).ok()?;
        Some((field.bytes(), proof.bytes()))
    }

    /// The proof of a claim that a move or a skipped turn owes; none if it is not true.
    pub(crate) fn prove(&self, prover: &Prover<'_>, claim: &Claim) -> Option<Vec<u8>> {
        let (hidden, ctx, entropy) = (prover.hidden, &prover.context, prover.entropy());
        let army = &self.army;
        match claim {
            Claim::Within { .. } => {
                hidden.among(ctx, claim)?.prove(army, &entropy).ok().map(|proof| proof.bytes())
            }
            Claim::Stuck { pieces } => {
                hidden.no_move(ctx, pieces)?.prove(army, &entropy).ok().map(|proof| proof.bytes())
            }
            Claim::CanMove { pieces } => {
                hidden.can_move(ctx, pieces)?.prove(army, &entropy).ok().map(|proof| proof.bytes())
            }
            Claim::Fight { .. } => {
                hidden.fight(ctx, claim)?.prove(army, &entropy).ok().map(|proof| proof.bytes())
            }
            Claim::Show { .. } => None,
        }
    }

    /// What a claim comes to, with its proof. The attack that it may be about has been verified:
    /// there is no other way to hold it.
    pub(crate) fn answer(&self, prover: &Prover<'_>, claim: &Claim) -> Option<Vec<u8>> {
        let (hidden, ctx, entropy) = (prover.hidden, &prover.context, prover.entropy());
        match claim {
            Claim::Fight { .. } => {
                let statement = AnswerStatement::new(ctx, hidden.attack()?).ok()?;
                statement.prove(&self.army, &entropy).ok().map(|answer| answer.bytes())
            }
            Claim::Stuck { pieces } => {
                let said = |said: u8, proof: Vec<u8>| [vec![said], proof].concat();
                match hidden.no_move(ctx, pieces)?.prove(&self.army, &entropy) {
                    Ok(proof) => Some(said(CANNOT, proof.bytes())),
                    Err(CannotProve::False) => {
                        let proof = hidden.can_move(ctx, pieces)?.prove(&self.army, &entropy);
                        proof.ok().map(|proof| said(CAN, proof.bytes()))
                    }
                    Err(_) => None,
                }
            }
            Claim::Show { kind, .. } => {
                let piece = Piece::all().find(|piece| self.army.kind(*piece) == *kind)?;
                let key = Opening::of(&self.army, piece).bytes();
                Some([vec![piece.number()], key].concat())
            }
            Claim::CanMove { .. } | Claim::Within { .. } => None,
        }
    }

    /// The keys of all its pieces, by place.
    pub(crate) fn keys(&self) -> &SecretBytes {
        &self.keys
    }
}
