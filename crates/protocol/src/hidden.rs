//! Hidden pieces: what everybody knows of them, and the check of what is proven about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Claim, Hiding, Kind, PieceId, Ruling, Seat};
use referee::{
    AmongProof, AmongStatement, Answer, AnswerStatement, Attack, AttackProof, AttackStatement,
    CanMoveProof, CanMoveStatement, Context, Field, NoMoveProof, NoMoveStatement, OPENING_BYTES,
    Opening, PIECES, Piece, SetupProof, SetupStatement, Terms, Verified,
};

use crate::check::Check;
use crate::fault::Incompatible;
use crate::mutant::{Mutant, has};

/// Before an answer about being stuck: nothing can move, or something can.
pub(crate) const CANNOT: u8 = 0;
pub(crate) const CAN: u8 = 1;

/// What everybody knows of the hidden pieces of a match.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    hiding: Hiding,
    terms: Terms,
    /// Of the seats that have set up. No attack is possible before every seat has: rows come only
    /// from here.
    fields: BTreeMap<Seat, Arc<Verified<Field>>>,
    /// The keys of pieces that have been opened, and what they are.
    opened: BTreeMap<PieceId, (Opening, Kind)>,
    /// The attack that waits for its answer.
    attack: Option<Arc<Verified<Attack>>>,
}

/// What the check of an entry has found, beside that it may stand: what later checks take only from
/// here.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    field: Option<Arc<Verified<Field>>>,
    attack: Option<Arc<Verified<Attack>>>,
    opened: Vec<(PieceId, Opening, Kind)>,
    pub(crate) rulings: Vec<Ruling>,
}

impl Hidden {
    /// Nothing has been set up.
    pub(crate) fn new(hiding: Hiding) -> Result<Self, Incompatible> {
        let terms = Terms::new(&hiding).map_err(|_| Incompatible::Hiding)?;
        let (fields, opened) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { hiding, terms, fields, opened, attack: None })
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(crate) fn field(&self, seat: Seat) -> Option<&Verified<Field>> {
        self.fields.get(&seat).map(|field| &**field)
    }

    pub(crate) fn attack(&self) -> Option<&Verified<Attack>> {
        self.attack.as_deref()
    }

    /// What the pieces are that have been opened.
    pub(crate) fn opened(&self) -> impl Iterator<Item = (PieceId, Kind)> {
        self.opened.iter().map(|(piece, (_, kind))| (*piece, *kind))
    }

    /// Takes what a closed step has brought. An attack waits until claims are asked no more.
    pub(crate) fn take(&mut self, facts: &BTreeMap<Seat, Facts>, is_asking: bool) {
        for (seat, found) in facts {
            if let Some(field) = &found.field {
                self.fields.insert(*seat, field.clone());
            }
            for (piece, opening, kind) in &found.opened {
                self.opened.insert(*piece, (opening.clone(), *kind));
            }
        }
        let made = facts.values().find_map(|found| found.attack.clone());
        self.attack = made.or(self.attack.take()).filter(|_| is_asking);
    }

    /// The seat and the piece by its number in a field.
    pub(crate) fn place(&self, piece: PieceId) -> Option<(Seat, Piece)> {
        let (seat, place) = self.hiding.place(piece)?;
        Some((seat, Piece::new(place)?))
    }

    fn own(&self, ctx: &Context, piece: PieceId) -> Option<Piece> {
        let (seat, place) = self.place(piece)?;
        (seat.number() == ctx.place.seat).then_some(place)
    }

    pub(crate) fn own_all(&self, ctx: &Context, pieces: &[PieceId]) -> Option<Vec<Piece>> {
        pieces.iter().map(|piece| self.own(ctx, *piece)).collect()
    }

    fn own_field(&self, ctx: &Context) -> Option<&Verified<Field>> {
        self.field(Seat::new(ctx.place.seat)?)
    }

    /// Checks a set-up.
    pub(crate) fn check_setup(&self, ctx: &Context, field: &[u8], proof: &[u8]) -> Option<Facts> {
        let field = Field::read(ctx.place.match_id, ctx.place.seat, field).ok()?;
        let statement = SetupStatement::new(ctx, &self.terms, &field).ok()?;
        let verified = statement.verify(&SetupProof::read(proof).ok()?).ok()?;
        Some(Facts { field: Some(Arc::new(verified)), ..Facts::default() })
    }

    /// Checks the proofs that a move or a skipped turn owes.
    ///
    /// # Errors
    /// The check that failed, or that a proof lacks or is one too many.
    pub(crate) fn check_owed(
        &self,
        ctx: &Context,
        claims: &[Claim],
        proofs: &[Vec<u8>],
    ) -> Result<(Facts, Vec<Check>), Check> {
        if claims.len() != proofs.len() {
            return Err(claims.first().map_or(Check::MoveProofs, check_of));
        }
        let mut facts = Facts::default();
        for (claim, proof) in claims.iter().zip(proofs) {
            match claim {
                Claim::Fight { .. } => {
                    let attack = self.check_attack(ctx, claim, proof).ok_or(check_of(claim))?;
                    facts.attack = Some(Arc::new(attack));
                }
                _ => self.check_own(ctx, claim, proof).ok_or(check_of(claim))?,
            }
        }
        Ok((facts, claims.iter().map(check_of).collect()))
    }

    pub(crate) fn among(&self, ctx: &Context, claim: &Claim) -> Option<AmongStatement> {
        let Claim::Within { piece, kinds } = claim else { return None };
        AmongStatement::new(ctx, self.own_field(ctx)?, self.own(ctx, *piece)?, *kinds).ok()
    }

    pub(crate) fn no_move(&self, ctx: &Context, pieces: &[PieceId]) -> Option<NoMoveStatement> {
        let own = self.own_all(ctx, pieces)?;
        NoMoveStatement::new(ctx, &self.terms, self.own_field(ctx)?, &own).ok()
    }

    pub(crate) fn can_move(&self, ctx: &Context, pieces: &[PieceId]) -> Option<CanMoveStatement> {
        let own = self.own_all(ctx, pieces)?;
        CanMoveStatement::new(ctx, &self.terms, self.own_field(ctx)?, &own).ok()
    }

    pub(crate) fn fight(&self, ctx: &Context, claim: &Claim) -> Option<AttackStatement<'_>> {
        let Claim::Fight { attacker, defender, among } = claim else { return None };
        let attacker = (self.own_field(ctx)?, self.own(ctx, *attacker)?);
        let (seat, piece) = self.place(*defender)?;
        let defender = (self.field(seat)?, piece);
        AttackStatement::new(ctx, &self.terms, attacker, defender, *among).ok()
    }

    fn check_attack(&self, ctx: &Context, claim: &Claim, proof: &[u8]) -> Option<Verified<Attack>> {
        let Claim::Fight { among, .. } = claim else { return None };
        self.fight(ctx, claim)?.verify(&AttackProof::read(proof, *among).ok()?).ok()
    }

    fn check_own(&self, ctx: &Context, claim: &Claim, proof: &[u8]) -> Option<()> {
        if has(Mutant::ProofUnchecked) {
            return Some(());
        }
        match claim {
            Claim::Within { .. } => {
                self.among(ctx, claim)?.verify(&AmongProof::read(proof).ok()?).ok()
            }
            Claim::Stuck { pieces } => {
                self.no_move(ctx, pieces)?.verify(&NoMoveProof::read(proof).ok()?).ok()
            }
            Claim::CanMove { pieces } => {
                self.can_move(ctx, pieces)?.verify(&CanMoveProof::read(proof).ok()?).ok()
            }
            Claim::Fight { .. } | Claim::Show { .. } => None,
        }
    }

    /// Checks what a seat says that the claims come to which it must settle.
    ///
    /// # Errors
    /// The check that failed, or that an answer lacks or is one too many.
    pub(crate) fn check_answers(
        &self,
        ctx: &Context,
        claims: &[&Claim],
        answers: &[Vec<u8>],
    ) -> Result<(Facts, Vec<Check>), Check> {
        if claims.len() != answers.len() {
            return Err(claims.first().map_or(Check::FightProofs, |claim| check_of(claim)));
        }
        let mut facts = Facts::default();
        for (claim, answer) in claims.iter().zip(answers) {
            let found = self.check_answer(ctx, claim, answer, &mut facts.opened);
            facts.rulings.push(found.ok_or(check_of(claim))?);
        }
        Ok((facts, claims.iter().map(|claim| check_of(claim)).collect()))
    }

    fn check_answer(
        &self,
        ctx: &Context,
        claim: &Claim,
        answer: &[u8],
        opened: &mut Vec<(PieceId, Opening, Kind)>,
    ) -> Option<Ruling> {
        match claim {
            Claim::Fight { defender, .. } => {
                let attack = self.attack_on(*defender)?;
                if has(Mutant::ProofUnchecked) {
                    return answer.first().map(|code| Ruling::Code(*code));
                }
                let answer = Answer::read(answer).ok()?;
                let code = AnswerStatement::new(ctx, attack).ok()?.verify(&answer).ok()?;
                Some(Ruling::Code(code))
            }
            Claim::Stuck { pieces } => {
                let (said, proof) = answer.split_first()?;
                match *said {
                    CANNOT => {
                        let proof = NoMoveProof::read(proof).ok()?;
                        self.no_move(ctx, pieces)?.verify(&proof).ok()?;
                        Some(Ruling::Yes)
                    }
                    CAN => {
                        let proof = CanMoveProof::read(proof).ok()?;
                        self.can_move(ctx, pieces)?.verify(&proof).ok()?;
                        Some(Ruling::No)
                    }
                    _ => None,
                }
            }
            Claim::Show { seat, kind } => {
                let (place, key) = answer.split_first()?;
                let opening = Opening::read(key).ok()?;
                let shown = opening.open(self.field(*seat)?, Piece::new(*place)?).ok()?;
                let piece = self.hiding.piece(*seat, *place).filter(|_| shown == *kind)?;
                opened.push((piece, opening, *kind));
                Some(Ruling::Piece(piece))
            }
            Claim::CanMove { .. } | Claim::Within { .. } => None,
        }
    }

    /// The attack that waits, if it is on this piece.
    fn attack_on(&self, defender: PieceId) -> Option<&Verified<Attack>> {
        let (seat, piece) = self.place(defender)?;
        self.attack().filter(|attack| attack.target() == (seat.number(), piece))
    }

    /// What a claim comes to that everybody can settle: an attack on a piece that has been opened.
    pub(crate) fn settle(&self, claim: &Claim, facts: &BTreeMap<Seat, Facts>) -> Option<Ruling> {
        let Claim::Fight { defender, .. } = claim else { return None };
        let (seat, piece) = self.place(*defender)?;
        let made = facts.values().find_map(|found| found.attack.as_deref());
        let attack = made.or(self.attack())?;
        let (opening, _) = self.opened.get(defender)?;
        let is_on_it = attack.target() == (seat.number(), piece);
        is_on_it.then(|| attack.announces(opening)).flatten().map(Ruling::Code)
    }

    /// Checks the keys of all pieces of a seat.
    pub(crate) fn check_layout(&self, ctx: &Context, keys: &[u8]) -> Option<Facts> {
        let seat = Seat::new(ctx.place.seat)?;
        let field = self.field(seat)?;
        let (keys, rest) = keys.as_chunks::<OPENING_BYTES>();
        if keys.len() != PIECES || !rest.is_empty() {
            return None;
        }
        let open = |(piece, key): (Piece, &[u8; OPENING_BYTES])| {
            let opening = Opening::read(key).ok()?;
            let kind = opening.open(field, piece).ok()?;
            Some((self.hiding.piece(seat, piece.number())?, opening, kind))
        };
        let opened = Piece::all().zip(keys).map(open).collect::<Option<_>>()?;
        Some(Facts { opened, ..Facts::default() })
    }
}

impl Facts {
    /// The kinds of the pieces that were opened, in the order of their numbers.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        self.opened.iter().map(|(_, _, kind)| *kind).collect()
    }
}

/// What the proof of a claim counts as.
fn check_of(claim: &Claim) -> Check {
    match claim {
        Claim::Within { .. } | Claim::Stuck { .. } | Claim::CanMove { .. } => Check::MoveProofs,
        Claim::Fight { .. } => Check::FightProofs,
        Claim::Show { .. } => Check::Openings,
    }
}
