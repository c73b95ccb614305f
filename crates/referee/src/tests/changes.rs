//! Facts changed, one at a time, in what a statement says and where it stands.

use super::*;
use crate::{
    AmongStatement, AnswerStatement, Attack, AttackProof, AttackStatement, CanMoveStatement,
    NoMoveStatement,
};

/// A message of each kind, made for steps 0 and 3 by seat 0, and the answer by seat 1.
struct Messages {
    terms: Terms,
    own: Player,
    other: Player,
    still: Vec<Piece>,
    all: Vec<Piece>,
}

/// Everything public that statements are made of.
#[derive(Clone)]
struct Facts {
    context: Context,
    hiding: Hiding,
    piece: u8,
    target: u8,
    target_seat: u8,
    kinds: KindSet,
    pieces: Vec<Piece>,
}

const STATEMENTS: [&str; 6] = ["setup", "among", "attack", "answer", "no-move", "can-move"];

impl Messages {
    fn new() -> Self {
        let (own, other) = (player(0), player(1));
        let still = Piece::all().filter(|at| own.army.kind(*at).0 >= MINE).collect();
        Self { terms: terms(), own, other, still, all: Piece::all().collect() }
    }

    fn facts(&self, statement: &str) -> Facts {
        let pieces = if statement == "no-move" { &self.still } else { &self.all }.clone();
        let context = match statement {
            "setup" => context(0, 0),
            "answer" => context(4, 1),
            _ => context(3, 0),
        };
        let hiding = hiding();
        Facts { context, hiding, piece: 0, target: 4, target_seat: 1, kinds: MOVABLE, pieces }
    }

    /// The fields as somebody would hold them who believes these facts.
    fn fields(&self, facts: &Facts) -> [Verified<Field>; 2] {
        let as_of = |player: &Player, seat| {
            let match_id = facts.context.place.match_id;
            let rows = player.field.rows.clone();
            Verified::after_check(Field { match_id, seat, rows })
        };
        [as_of(&self.own, facts.context.place.seat), as_of(&self.other, facts.target_seat)]
    }

    /// Makes the honest message, then says whether it is accepted of these facts.
    fn is_accepted(&self, statement: &str, facts: &Facts) -> bool {
        let Ok(terms) = Terms::new(&facts.hiding) else { return false };
        let fields = self.fields(facts);
        let good = self.facts(statement);
        let (good_fields, at) = (self.fields(&good), &facts.context);
        let (army, own) = (&self.own.army, &good_fields[0]);
        match statement {
            "setup" => {
                let made = SetupStatement::new(&good.context, &self.terms, own).unwrap();
                let proof = made.prove(army, &entropy(1)).unwrap();
                SetupStatement::new(at, &terms, &fields[0]).is_ok_and(|s| s.verify(&proof).is_ok())
            }
            "among" => {
                let made = AmongStatement::new(&good.context, own, piece(0), MOVABLE).unwrap();
                let proof = made.prove(army, &entropy(2)).unwrap();
                let read = AmongStatement::new(at, &fields[0], piece(facts.piece), facts.kinds);
                read.is_ok_and(|s| s.verify(&proof).is_ok())
            }
            "attack" => {
                let (_, proof) = self.attack();
                let a = (&fields[0], piece(facts.piece));
                let d = (&fields[1], piece(facts.target));
                let read = AttackStatement::new(at, &terms, a, d, facts.kinds);
                read.is_ok_and(|s| s.verify(&proof).is_ok())
            }
            "answer" => {
                let (attack, _) = self.attack();
                let made = AnswerStatement::new(&good.context, &attack).unwrap();
                let proof = made.prove(&self.other.army, &entropy(4)).unwrap();
                let mut believed = Attack::clone(&attack);
                believed.match_id = at.place.match_id;
                believed.seat = at.place.seat;
                believed.piece = piece(facts.target);
                let believed = Verified::after_check(believed);
                AnswerStatement::new(at, &believed).unwrap().verify(&proof).is_ok()
            }
            "no-move" => {
                let new = NoMoveStatement::new(&good.context, &self.terms, own, &self.still);
                let proof = new.unwrap().prove(army, &entropy(5)).unwrap();
                let read = NoMoveStatement::new(at, &terms, &fields[0], &facts.pieces);
                read.is_ok_and(|s| s.verify(&proof).is_ok())
            }
            _ => {
                let new = CanMoveStatement::new(&good.context, &self.terms, own, &self.all);
                let proof = new.unwrap().prove(army, &entropy(6)).unwrap();
                let read = CanMoveStatement::new(at, &terms, &fields[0], &facts.pieces);
                read.is_ok_and(|s| s.verify(&proof).is_ok())
            }
        }
    }

    fn attack(&self) -> (Verified<Attack>, AttackProof) {
        let both = ((&self.own.field, piece(0)), (&self.other.field, piece(4)));
        let at = context(3, 0);
        let made = AttackStatement::new(&at, &self.terms, both.0, both.1, MOVABLE).unwrap();
        let proof = made.prove(&self.own.army, &entropy(3)).unwrap();
        (made.verify(&proof).unwrap(), proof)
    }
}

type Change = fn(&mut Facts, &mut Draw);

/// What each statement is about beside the rows: one drawn change of each.
fn changes(statement: &str) -> Vec<Change> {
    let mut all: Vec<Change> = vec![
        |f, draw| f.context.place.match_id.0[draw.below(32)] ^= 1 << draw.below(8),
        |f, draw| f.context.place.step ^= 1 << draw.below(32),
        |f, draw| f.context.place.seat ^= 1 << draw.below(8),
        |f, draw| f.context.head.0[draw.below(32)] ^= 1 << draw.below(8),
    ];
    let piece: Change = |f, draw| f.piece = 1 + u8::try_from(draw.below(24)).unwrap();
    let target: Change = |f, draw| f.target = 5 + u8::try_from(draw.below(20)).unwrap();
    let kinds: Change = |f, draw| f.kinds.0 ^= 1 << draw.below(16);
    let codes: Change =
        |f, draw| f.hiding.codes[draw.below(10)][draw.below(12)] ^= 1 << draw.below(8);
    let more: &[Change] = match statement {
        "setup" => &[
            |f, draw| f.hiding.barred[draw.below(9)].push(u8::try_from(draw.below(25)).unwrap()),
            |f, draw| {
                f.hiding.counts.swap(draw.below(2), 2 + draw.below(9));
            },
        ],
        "among" => &[piece, kinds],
        "attack" => &[piece, target, kinds, codes, |f, draw| {
            f.target_seat = 2 + u8::try_from(draw.below(200)).unwrap();
        }],
        "answer" => &[target],
        _ => &[
            |f, draw| {
                let at = draw.below(f.pieces.len());
                f.pieces.remove(at);
            },
            |f, draw| f.hiding.movable.0 ^= 1 << draw.below(10),
        ],
    };
    all.extend(more);
    all
}

#[test]
fn one_change_in_every_context_and_statement() {
    let (messages, mut draw) = (Messages::new(), Draw(6));
    let mut count = 0;
    for statement in STATEMENTS {
        let good = messages.facts(statement);
        assert!(messages.is_accepted(statement, &good), "{statement}");
        for (number, change) in changes(statement).iter().enumerate() {
            for _ in 0..20 {
                let mut facts = good.clone();
                change(&mut facts, &mut draw);
                assert!(!messages.is_accepted(statement, &facts), "{statement}: change {number}");
                count += 1;
            }
        }
    }
    println!("{count} changes of context or statement, none accepted");
}
