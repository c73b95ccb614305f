//! The vectors that are accepted, made from fixed secrets and an entropy of zeros.

use std::collections::BTreeMap;

use super::judge::pinned;
use super::text::{Vector, Vectors};
use crate::tests::tables;
use crate::tests::whole::{play, with_terms};
use crate::tests::*;
use crate::transcript::Transcript;
use crate::{
    AmongStatement, AnswerStatement, AttackProof, AttackStatement, CanMoveStatement,
    NoMoveStatement, Opening, SetupProof, derived,
};

/// The sets of kinds that moves and attacks are open to.
const SETS: [(&str, KindSet); 3] =
    [("movable", MOVABLE), ("flyers", FLYERS), ("flyers_with_bombs", FLYERS_WITH_BOMBS)];

/// The seed of the game that is kept.
const GAME: u64 = 5;

/// All of them by name.
pub(crate) fn all() -> Vectors {
    let mut all = basics();
    let (own, other, terms, hiding) = (player(0), player(1), terms(), hiding());
    for seat in [&own, &other] {
        let at = context(0, seat.field.seat());
        let proof = SetupStatement::new(&at, &terms, &seat.field).unwrap();
        let proof = proof.prove(&seat.army, &entropy(0)).unwrap();
        let comment = format!("the army of seat {}", at.place.seat);
        let vector = setup(&comment, &at, &hiding, &seat.field, &proof);
        all.insert(format!("setup_seat{}", at.place.seat), vector);
    }
    all.insert("challenges".to_owned(), challenges(&own.field));
    for (name, set) in SETS {
        let at = of_kind(ENGINEER);
        all.insert(format!("among_{name}"), among("an engineer", 3, &own, at, set));
        let attack = Attacked::new(&own, at, &other, of_kind(GENERAL), set, &hiding);
        let comment = "an engineer attacks a general";
        all.insert(format!("attack_{name}"), attack.vector("attack", comment));
    }
    all.extend(answers(&own, &other));
    all.extend(moves(&own));
    for kind in 0..12 {
        let vector = opening("a piece by its key", &own, of_kind(kind), Some(kind));
        all.insert(format!("opening_kind{kind:02}"), vector);
    }
    all.insert("game".to_owned(), play(GAME));
    all
}

/// Bases, transcript, derived scalars, keys.
fn basics() -> Vectors {
    let mut transcript = Transcript::new(&context(3, 2), "attack");
    let mut vector = Vector::good("transcript", "absorbed in the order given, then one challenge");
    vector = with_context(vector, "", &context(3, 2)).with("name", "attack");
    for (label, bytes) in [("field", vec![1, 2, 3]), ("y", vec![11]), ("z", vec![])] {
        transcript.absorb(label, &bytes);
        vector = vector.with(format!("absorb {label}"), bytes);
    }
    let vector = vector.with("state", transcript.digest());
    let transcript = vector.with("challenge", transcript.challenge().as_bytes());
    let witness = [Scalar::from(2u8), -Scalar::ONE];
    let bytes = |scalars: &[Scalar]| scalars.iter().flat_map(Scalar::to_bytes).collect::<Vec<_>>();
    let scalars = derived::scalars(&witness, &entropy(0), &[9; 64], "rho", 3);
    let derived = Vector::good("derived", "three scalars from two, without entropy")
        .with("witness", bytes(&witness))
        .with("entropy", [0; 32])
        .with("state", [9; 64])
        .with("label", "rho")
        .with("scalars", bytes(&scalars));
    let army = army_of(0, LEGAL);
    let keys: Vec<Scalar> = Piece::all().map(|piece| *army.key(piece)).collect();
    let keys = Vector::good("keys", "the keys of an arrangement, and its field")
        .with("secret", [1; 32])
        .with("match_id", MATCH.0)
        .with("seat", [0])
        .with("arrangement", LEGAL)
        .with("keys", bytes(&keys))
        .with("field", army.field().bytes());
    let bases = Vector::good("bases", "G, H0 to H11, P").with("points", pinned());
    let named = [("bases", bases), ("transcript", transcript), ("derived", derived)];
    named.into_iter().chain([("keys", keys)]).map(|(n, v)| (n.to_owned(), v)).collect()
}

pub(crate) fn with_context(vector: Vector, prefix: &str, context: &Context) -> Vector {
    let Context { place, head } = context;
    let vector = if prefix.is_empty() { vector.with("match_id", place.match_id.0) } else { vector };
    vector
        .with(format!("{prefix}step"), place.step.to_le_bytes())
        .with(format!("{prefix}seat"), [place.seat])
        .with(format!("{prefix}head"), head.0)
}

/// A set-up under the counts and barred places of a game.
pub(crate) fn setup(
    comment: &str,
    context: &Context,
    hiding: &Hiding,
    field: &Field,
    proof: &SetupProof,
) -> Vector {
    let mut vector = with_context(Vector::good("setup", comment), "", context);
    let terms = with_terms(Vector::good("", ""), hiding);
    vector.fields.extend(terms.fields.into_iter().take(2));
    vector.with("field", field.bytes()).with("proof", proof.bytes())
}

fn challenges(field: &Field) -> Vector {
    let (at, terms) = (context(0, 0), terms());
    let statement = SetupStatement::new(&at, &terms, field).unwrap();
    let (y, z) = statement.challenges();
    with_context(Vector::good("challenges", "y and z of the set-up of seat 0"), "", &at)
        .with("field", field.bytes())
        .with("y", y.iter().flat_map(Scalar::to_bytes).collect::<Vec<_>>())
        .with("z", z.to_bytes())
}

/// That a piece is of one of some kinds.
pub(crate) fn among(comment: &str, step: u32, own: &Player, at: Piece, set: KindSet) -> Vector {
    let context = context(step, own.field.seat());
    let statement = AmongStatement::new(&context, &own.field, at, set).unwrap();
    let proof = statement.prove_of(own.army.key(at), &entropy(0));
    with_context(Vector::good("among", comment), "", &context)
        .with("piece", [at.number()])
        .with("kinds", set.0.to_le_bytes())
        .with("row", own.field.row(at).bytes())
        .with("proof", proof.bytes())
}

/// An attack at step 7, and its answer at step 8.
pub(crate) struct Attacked<'a> {
    own: &'a Player,
    other: &'a Player,
    at: Piece,
    on: Piece,
    pub(crate) set: KindSet,
    hiding: &'a Hiding,
    pub(crate) proof: AttackProof,
}

impl<'a> Attacked<'a> {
    pub(crate) fn new(
        own: &'a Player,
        at: Piece,
        other: &'a Player,
        on: Piece,
        set: KindSet,
        hiding: &'a Hiding,
    ) -> Self {
        Self::claiming(own.army.kind(at), (own, at), (other, on), set, hiding)
    }

    /// With a claim to be of this kind, true or not.
    pub(crate) fn claiming(
        kind: Kind,
        (own, at): (&'a Player, Piece),
        (other, on): (&'a Player, Piece),
        set: KindSet,
        hiding: &'a Hiding,
    ) -> Self {
        let terms = Terms::new(hiding).unwrap();
        let both = ((&own.field, at), (&other.field, on));
        let context = context(7, own.field.seat());
        let statement = AttackStatement::new(&context, &terms, both.0, both.1, set).unwrap();
        let proof = if own.army.kind(at) == kind {
            statement.prove(&own.army, &entropy(0)).unwrap()
        } else {
            let bits = kinds().filter(|k| set.has(*k));
            let bits = bits.map(|k| Scalar::from(u64::from(k == kind)));
            let known: Vec<Scalar> = std::iter::once(*own.army.key(at)).chain(bits).collect();
            statement.prove_of(&known, &Scalar::from(9u8), &entropy(0))
        };
        Self { own, other, at, on, set, hiding, proof }
    }

    pub(crate) fn vector(&self, statement: &str, comment: &str) -> Vector {
        let seat = self.own.field.seat();
        let mut vector = with_context(Vector::good(statement, comment), "", &context(7, seat))
            .with("piece", [self.at.number()])
            .with("target_seat", [self.other.field.seat()])
            .with("target_piece", [self.on.number()])
            .with("among", self.set.0.to_le_bytes());
        let terms = with_terms(Vector::good("", ""), self.hiding);
        vector.fields.extend(terms.fields.into_iter().skip(2));
        vector
            .with("row", self.own.field.row(self.at).bytes())
            .with("target_row", self.other.field.row(self.on).bytes())
            .with("proof", self.proof.bytes())
    }

    /// With the answer, true or with another code.
    pub(crate) fn answered(&self, comment: &str, code: Option<u8>) -> Vector {
        let terms = Terms::new(self.hiding).unwrap();
        let both = ((&self.own.field, self.at), (&self.other.field, self.on));
        let at = context(7, self.own.field.seat());
        let statement = AttackStatement::new(&at, &terms, both.0, both.1, self.set).unwrap();
        let attack = statement.verify(&self.proof).unwrap();
        let at = context(8, self.other.field.seat());
        let statement = AnswerStatement::new(&at, &attack).unwrap();
        let answer = match code {
            None => statement.prove(&self.other.army, &entropy(0)).unwrap(),
            Some(code) => statement.prove_of(code, self.other.army.key(self.on), &entropy(0)),
        };
        let vector = with_context(self.vector("answer", comment), "answer_", &at);
        vector.with("answer", answer.bytes())
    }
}

/// An answer for every code of every table.
fn answers(own: &Player, other: &Player) -> Vectors {
    let mut fights = BTreeMap::new();
    for table in tables::all().values() {
        for (a, row) in (0u8..).zip(&table.codes) {
            for (d, code) in (0u8..).zip(row) {
                fights.entry(*code).or_insert((a, d, table.codes.clone()));
            }
        }
    }
    let answer = |(code, (a, d, codes)): (u8, (u8, u8, Vec<Vec<u8>>))| {
        let hiding = Hiding { codes, ..hiding() };
        let attacked = Attacked::new(own, of_kind(a), other, of_kind(d), MOVABLE, &hiding);
        let comment = format!("kind {a} attacks kind {d}: the code {code}");
        (format!("answer_code{code:02}"), attacked.answered(&comment, None))
    };
    fights.into_iter().map(answer).collect()
}

fn moves(own: &Player) -> Vectors {
    let list = |of: fn(u8) -> bool| Piece::all().filter(|at| of(own.army.kind(*at).0)).collect();
    let (still, all): (Vec<Piece>, Vec<Piece>) = (list(|kind| kind >= MINE), list(|_| true));
    let one: Vec<Piece> = list(|kind| kind == MARSHAL || kind == FLAG);
    [
        ("no_move", no_move("mines and the flag", own, &still)),
        ("can_move_one", can_move("one of two", own, &one, None)),
        ("can_move_all", can_move("21 of 25", own, &all, None)),
    ]
    .map(|(name, vector)| (name.to_owned(), vector))
    .into()
}

fn about(vector: Vector, own: &Player, pieces: &[Piece], proof: &[u8]) -> Vector {
    let rows: Vec<u8> = pieces.iter().flat_map(|at| own.field.row(*at).bytes()).collect();
    with_context(vector, "", &context(9, own.field.seat()))
        .with("movable", MOVABLE.0.to_le_bytes())
        .with("pieces", pieces.iter().map(|at| at.number()).collect::<Vec<u8>>())
        .with("rows", rows)
        .with("proof", proof)
}

fn sum(own: &Player, pieces: &[Piece]) -> Scalar {
    pieces.iter().map(|at| own.army.key(*at)).sum()
}

/// That none of these pieces can move, true or not.
pub(crate) fn no_move(comment: &str, own: &Player, pieces: &[Piece]) -> Vector {
    let (at, terms) = (context(9, own.field.seat()), terms());
    let statement = NoMoveStatement::new(&at, &terms, &own.field, pieces).unwrap();
    let proof = statement.prove_of(&[sum(own, pieces)], &entropy(0));
    about(Vector::good("no-move", comment), own, pieces, &proof.bytes())
}

/// That some of these pieces can move, with the right t or another.
pub(crate) fn can_move(comment: &str, own: &Player, pieces: &[Piece], t: Option<Scalar>) -> Vector {
    let (at, terms) = (context(9, own.field.seat()), terms());
    let statement = CanMoveStatement::new(&at, &terms, &own.field, pieces).unwrap();
    let proof = match t {
        None => statement.prove(&own.army, &entropy(0)).unwrap(),
        Some(t) => statement.prove_of(&[t, t * sum(own, pieces)], &entropy(0)),
    };
    about(Vector::good("can-move", comment), own, pieces, &proof.bytes())
}

/// The key of a piece, said to be of this kind or of its own.
pub(crate) fn opening(comment: &str, own: &Player, at: Piece, kind: Option<u8>) -> Vector {
    Vector::good("opening", comment)
        .with("row", own.field.row(at).bytes())
        .with("key", Opening::of(&own.army, at).bytes())
        .with("kind", [kind.unwrap_or(own.army.kind(at).0)])
}
