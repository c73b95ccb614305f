//! As many statements as a whole hidden game of four seats has, with everything drawn at random;
//! and every kind of message with single bits changed.

use super::*;
use crate::{
    AmongProof, AmongStatement, Answer, AnswerStatement, Attack, AttackProof, AttackStatement,
    CanMoveProof, CanMoveStatement, NoMoveProof, NoMoveStatement, Opening, SetupProof,
};

/// Flips single bits, drawn, in every word of 32 bytes; nothing may be accepted then. How many.
fn flipped(bytes: &[u8], draw: &mut Draw, accepted: impl Fn(&[u8]) -> bool) -> usize {
    assert!(accepted(bytes));
    let mut count = 0;
    for start in (0..bytes.len()).step_by(32) {
        let each = if bytes.len() > 1000 { 1 } else { 20 };
        for _ in 0..each {
            let at = start + draw.below((bytes.len() - start).min(32));
            let mut changed = bytes.to_vec();
            changed[at] ^= 1 << draw.below(8);
            assert!(!accepted(&changed), "a bit of byte {at} of {} changed", bytes.len());
            count += 1;
        }
    }
    count
}

#[test]
fn a_whole_game_of_four_seats() {
    let (terms, mut draw) = (terms(), Draw(4));
    let armies: Vec<Army> = (0..4).map(|seat| army_of(seat, draw.arrangement())).collect();
    let fields: Vec<Verified<Field>> = armies.iter().map(|army| verified(&terms, army)).collect();
    let movers = |seat: usize, set: KindSet| -> Vec<Piece> {
        Piece::all().filter(|at| set.has(armies[seat].kind(*at))).collect()
    };
    for step in 1..=24 {
        let seat = draw.below(4);
        let set = [MOVABLE, FLYERS][draw.below(2)];
        let pieces = movers(seat, set);
        let at = pieces[draw.below(pieces.len())];
        let context = context(step, u8::try_from(seat).unwrap());
        let statement = AmongStatement::new(&context, &fields[seat], at, set).unwrap();
        let proof = statement.prove(&armies[seat], &entropy(2)).unwrap();
        assert_eq!(statement.verify(&proof), Ok(()));
    }
    for step in 100..180 {
        let (a, d) = (draw.below(4), draw.below(3));
        let d = if d < a { d } else { d + 1 };
        let pieces = movers(a, MOVABLE);
        let (by, on) =
            (pieces[draw.below(pieces.len())], piece(u8::try_from(draw.below(25)).unwrap()));
        let both = ((&fields[a], by), (&fields[d], on));
        let at = context(step, u8::try_from(a).unwrap());
        let statement = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
        let proof = statement.prove(&armies[a], &entropy(3)).unwrap();
        let attack = statement.verify(&proof).unwrap();
        let at = context(step + 1, u8::try_from(d).unwrap());
        let statement = AnswerStatement::new(&at, &attack).unwrap();
        let answer = statement.prove(&armies[d], &entropy(4)).unwrap();
        let announced = code(armies[a].kind(by).0, armies[d].kind(on).0);
        assert_eq!(statement.verify(&answer), Ok(announced));
    }
    for (army, field) in armies.iter().zip(&fields) {
        for at in Piece::all() {
            assert_eq!(Opening::of(army, at).open(field, at), Ok(army.kind(at)));
        }
    }
}

#[test]
fn single_bits_changed_in_every_message() {
    let (terms, mut draw) = (terms(), Draw(5));
    let (own, other) = (player(0), player(1));
    let mut count = 0;
    let at = context(0, 0);
    let setup = SetupStatement::new(&at, &terms, &own.field).unwrap();
    let proof = setup.prove(&own.army, &entropy(1)).unwrap();
    count += flipped(&proof.bytes(), &mut draw, |bytes| {
        SetupProof::read(bytes).is_ok_and(|proof| setup.verify(&proof).is_ok())
    });
    count += flipped(&own.field.bytes(), &mut draw, |bytes| {
        let field = Field::read(MATCH, 0, bytes);
        field.is_ok_and(|field| {
            SetupStatement::new(&at, &terms, &field).unwrap().verify(&proof).is_ok()
        })
    });
    let at = context(3, 0);
    let among = AmongStatement::new(&at, &own.field, piece(0), MOVABLE).unwrap();
    count += flipped(&among.prove(&own.army, &entropy(2)).unwrap().bytes(), &mut draw, |bytes| {
        AmongProof::read(bytes).is_ok_and(|proof| among.verify(&proof).is_ok())
    });
    let both = ((&own.field, piece(0)), (&other.field, piece(4)));
    let attack = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
    let proof = attack.prove(&own.army, &entropy(3)).unwrap();
    count += flipped(&proof.bytes(), &mut draw, |bytes| {
        let read = AttackProof::read(bytes, MOVABLE);
        read.is_ok_and(|proof| attack.verify(&proof).is_ok())
    });
    let attack = attack.verify(&proof).unwrap();
    let answer = AnswerStatement::new(&context(4, 1), &attack).unwrap();
    let proof = answer.prove(&other.army, &entropy(4)).unwrap();
    count += flipped(&proof.bytes(), &mut draw, |bytes| {
        Answer::read(bytes).is_ok_and(|proof| answer.verify(&proof).is_ok())
    });
    let still: Vec<Piece> = Piece::all().filter(|at| own.army.kind(*at).0 >= MINE).collect();
    let all: Vec<Piece> = Piece::all().collect();
    let no = NoMoveStatement::new(&at, &terms, &own.field, &still).unwrap();
    count += flipped(&no.prove(&own.army, &entropy(5)).unwrap().bytes(), &mut draw, |bytes| {
        NoMoveProof::read(bytes).is_ok_and(|proof| no.verify(&proof).is_ok())
    });
    let can = CanMoveStatement::new(&at, &terms, &own.field, &all).unwrap();
    count += flipped(&can.prove(&own.army, &entropy(6)).unwrap().bytes(), &mut draw, |bytes| {
        CanMoveProof::read(bytes).is_ok_and(|proof| can.verify(&proof).is_ok())
    });
    count += flipped(&Opening::of(&own.army, piece(0)).bytes(), &mut draw, |bytes| {
        Opening::read(bytes).is_ok_and(|opening| opening.open(&own.field, piece(0)).is_ok())
    });
    println!("{count} messages with one bit changed, none accepted");
    assert!(count >= 800, "{count}");
}

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
