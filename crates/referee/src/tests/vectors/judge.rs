//! What this crate says of a vector.

use crypto::{Head, MatchId, MatchSecret, Place};
use curve25519_dalek::scalar::Scalar;
use game::{Hiding, Kind, KindSet};

use super::text::Vector;
use crate::bases::bases;
use crate::field::Row;
use crate::point::{Malformed, Point, words};
use crate::tests::{COUNTS, whole};
use crate::transcript::Transcript;
use crate::{
    AmongProof, AmongStatement, Answer, AnswerStatement, Army, Attack, AttackProof,
    AttackStatement, BadStatement, BadTerms, CanMoveProof, CanMoveStatement, Context, DoesNotOpen,
    Entropy, Field, KINDS, NoMoveProof, NoMoveStatement, Opening, PIECES, Piece, ProofFails,
    SetupProof, SetupStatement, Terms, Verified, derived,
};

/// Why a vector is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Malformed,
    NoStatement,
    Fails,
}

impl From<Malformed> for Refused {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

impl From<BadStatement> for Refused {
    fn from(_: BadStatement) -> Self {
        Self::NoStatement
    }
}

impl From<BadTerms> for Refused {
    fn from(_: BadTerms) -> Self {
        Self::NoStatement
    }
}

impl From<ProofFails> for Refused {
    fn from(_: ProofFails) -> Self {
        Self::Fails
    }
}

impl From<DoesNotOpen> for Refused {
    fn from(_: DoesNotOpen) -> Self {
        Self::Fails
    }
}

/// As the first line of a vector says it.
pub(crate) fn judged(vector: &Vector) -> &'static str {
    match judge(vector) {
        Ok(()) => "accepted",
        Err(Refused::Malformed) => "malformed",
        Err(Refused::NoStatement) => "no statement",
        Err(Refused::Fails) => "fails",
    }
}

fn judge(vector: &Vector) -> Result<(), Refused> {
    match vector.statement.as_str() {
        "bases" => equal(vector.array::<448>("points")?, &pinned()),
        "transcript" => transcript(vector),
        "derived" => derived_scalars(vector),
        "keys" => keys(vector),
        "challenges" => challenges(vector),
        "setup" => setup(vector),
        "among" => among(vector),
        "attack" => attack(vector).map(|_| ()),
        "answer" => answer(vector),
        "no-move" | "can-move" => mobility(vector),
        "opening" => opening(vector),
        "game" => whole::replay(vector),
        other => panic!("no statement {other}"),
    }
}

fn equal<T: AsRef<[u8]> + ?Sized>(given: &T, computed: &[u8]) -> Result<(), Refused> {
    if given.as_ref() == computed { Ok(()) } else { Err(Refused::Fails) }
}

impl Vector {
    /// The field of this name.
    pub(crate) fn read(&self, name: &str) -> Result<&[u8], Refused> {
        self.get(name).ok_or(Refused::Malformed)
    }

    pub(crate) fn array<const N: usize>(&self, name: &str) -> Result<&[u8; N], Refused> {
        self.read(name)?.try_into().map_err(|_| Refused::Malformed)
    }

    fn u8(&self, name: &str) -> Result<u8, Refused> {
        self.array(name).map(|[byte]| *byte)
    }

    fn piece(&self, name: &str) -> Result<Piece, Refused> {
        Piece::new(self.u8(name)?).ok_or(Refused::Malformed)
    }

    fn kinds(&self, name: &str) -> Result<KindSet, Refused> {
        self.array(name).map(|bytes| KindSet(u16::from_le_bytes(*bytes)))
    }

    /// The context, whose fields have names that begin so.
    fn context(&self, prefix: &str) -> Result<Context, Refused> {
        let place = Place {
            match_id: MatchId(*self.array("match_id")?),
            step: u32::from_le_bytes(*self.array(&format!("{prefix}step"))?),
            seat: self.u8(&format!("{prefix}seat"))?,
        };
        Ok(Context { place, head: Head(*self.array(&format!("{prefix}head"))?) })
    }

    /// The terms of the game; what a statement does not depend on is not in its vector.
    pub(crate) fn terms(&self) -> Result<Terms, Refused> {
        let counts = self.get("counts").unwrap_or(&COUNTS).to_vec();
        let masks = self.get("barred").unwrap_or(&[0; 4 * KINDS]);
        let (masks, []) = masks.as_chunks::<4>() else { return Err(Refused::Malformed) };
        let places = |mask: &[u8; 4]| {
            let mask = u32::from_le_bytes(*mask);
            (0..32).filter(|place| mask >> place & 1 == 1).collect()
        };
        let barred = masks.iter().map(places).collect();
        let movable =
            if self.get("movable").is_some() { self.kinds("movable")? } else { KindSet(0) };
        let codes = match self.get("codes") {
            None => vec![vec![0; KINDS]; KINDS],
            Some(codes) => match codes.as_chunks::<KINDS>() {
                (rows, []) if rows.len() <= KINDS => rows.iter().map(|row| row.to_vec()).collect(),
                _ => return Err(Refused::Malformed),
            },
        };
        Ok(Terms::new(&Hiding { counts, barred, movable, codes })?)
    }

    /// A field with these rows at these pieces, believed; the other rows are of no account.
    fn believed(&self, name: &str, seat: u8, pieces: &[Piece]) -> Result<Verified<Field>, Refused> {
        let (rows, rest) = self.read(name)?.as_chunks::<{ 32 * (1 + KINDS) }>();
        if rows.len() != pieces.len() || !rest.is_empty() {
            return Err(Refused::Malformed);
        }
        let filler = Row { key: bases().g, bits: bases().h };
        let mut field = Field {
            match_id: MatchId(*self.array("match_id").unwrap_or(&[0; 32])),
            seat,
            rows: Box::new([filler; PIECES]),
        };
        for (bytes, piece) in rows.iter().zip(pieces) {
            let points: Vec<Point> =
                words(bytes, 1 + KINDS)?.iter().map(Point::read).collect::<Result<_, _>>()?;
            let (key, bits) = points.split_first().ok_or(Refused::Malformed)?;
            let bits = bits.try_into().map_err(|_| Refused::Malformed)?;
            field.rows[usize::from(piece.number())] = Row { key: *key, bits };
        }
        Ok(Verified::after_check(field))
    }
}

/// G, H0 to H11, P.
pub(crate) fn pinned() -> Vec<u8> {
    let all = [&bases().g].into_iter().chain(&bases().h).chain([&bases().p]);
    all.flat_map(|point| *point.bytes()).collect()
}

fn transcript(vector: &Vector) -> Result<(), Refused> {
    let name = String::from_utf8(vector.read("name")?.to_vec()).unwrap();
    let mut transcript = Transcript::new(&vector.context("")?, &name);
    for (field, bytes) in &vector.fields {
        if let Some(label) = field.strip_prefix("absorb ") {
            transcript.absorb(label, bytes);
        }
    }
    equal(vector.read("state")?, transcript.digest())?;
    equal(vector.read("challenge")?, transcript.challenge().as_bytes())
}

fn scalars(bytes: &[u8]) -> Result<Vec<Scalar>, Refused> {
    let (words, []) = bytes.as_chunks::<32>() else { return Err(Refused::Malformed) };
    Ok(words.iter().map(crate::point::read_scalar).collect::<Result<_, _>>()?)
}

fn derived_scalars(vector: &Vector) -> Result<(), Refused> {
    let witness = scalars(vector.read("witness")?)?;
    let label = String::from_utf8(vector.read("label")?.to_vec()).unwrap();
    let given = vector.read("scalars")?;
    let entropy = Entropy::new(*vector.array("entropy")?);
    let count = given.len() / 32;
    let made = derived::scalars(&witness, &entropy, vector.array("state")?, &label, count);
    let bytes: Vec<u8> = made.iter().flat_map(Scalar::to_bytes).collect();
    equal(given, &bytes)
}

fn keys(vector: &Vector) -> Result<(), Refused> {
    let secret = MatchSecret::new(*vector.array("secret")?);
    let kinds = vector.array::<PIECES>("arrangement")?.map(Kind);
    let match_id = MatchId(*vector.array("match_id")?);
    let army = Army::new(&secret, match_id, vector.u8("seat")?, &kinds)
        .map_err(|_| Refused::NoStatement)?;
    let keys: Vec<u8> = Piece::all().flat_map(|piece| army.key(piece).to_bytes()).collect();
    equal(vector.read("keys")?, &keys)?;
    equal(vector.read("field")?, &army.field().bytes())
}

fn field(vector: &Vector, context: &Context) -> Result<Field, Refused> {
    Ok(Field::read(context.place.match_id, context.place.seat, vector.read("field")?)?)
}

fn challenges(vector: &Vector) -> Result<(), Refused> {
    let context = vector.context("")?;
    let (field, terms) = (field(vector, &context)?, crate::tests::terms());
    let statement = SetupStatement::new(&context, &terms, &field)?;
    let (y, z) = statement.challenges();
    let bytes: Vec<u8> = y.iter().flat_map(Scalar::to_bytes).collect();
    equal(vector.read("y")?, &bytes)?;
    equal(vector.read("z")?, z.as_bytes())
}

fn setup(vector: &Vector) -> Result<(), Refused> {
    let (context, terms) = (vector.context("")?, vector.terms()?);
    let field = field(vector, &context)?;
    let proof = SetupProof::read(vector.read("proof")?)?;
    SetupStatement::new(&context, &terms, &field)?.verify(&proof)?;
    Ok(())
}

fn among(vector: &Vector) -> Result<(), Refused> {
    let (context, piece) = (vector.context("")?, vector.piece("piece")?);
    let field = vector.believed("row", context.place.seat, &[piece])?;
    let proof = AmongProof::read(vector.read("proof")?)?;
    let statement = AmongStatement::new(&context, &field, piece, vector.kinds("kinds")?)?;
    Ok(statement.verify(&proof)?)
}

fn attack(vector: &Vector) -> Result<Verified<Attack>, Refused> {
    let (context, terms) = (vector.context("")?, vector.terms()?);
    let (piece, target) = (vector.piece("piece")?, vector.piece("target_piece")?);
    let own = vector.believed("row", context.place.seat, &[piece])?;
    let other = vector.believed("target_row", vector.u8("target_seat")?, &[target])?;
    let among = vector.kinds("among")?;
    let statement = AttackStatement::new(&context, &terms, (&own, piece), (&other, target), among)?;
    let proof = AttackProof::read(vector.read("proof")?, among)?;
    Ok(statement.verify(&proof)?)
}

fn answer(vector: &Vector) -> Result<(), Refused> {
    let attack = attack(vector)?;
    let answer = Answer::read(vector.read("answer")?)?;
    AnswerStatement::new(&vector.context("answer_")?, &attack)?.verify(&answer)?;
    Ok(())
}

fn mobility(vector: &Vector) -> Result<(), Refused> {
    let (context, terms) = (vector.context("")?, vector.terms()?);
    let numbers = vector.read("pieces")?.iter();
    let pieces: Option<Vec<Piece>> = numbers.map(|number| Piece::new(*number)).collect();
    let pieces = pieces.ok_or(Refused::Malformed)?;
    let field = vector.believed("rows", context.place.seat, &pieces)?;
    let proof = vector.read("proof")?;
    if vector.statement == "no-move" {
        let proof = NoMoveProof::read(proof)?;
        NoMoveStatement::new(&context, &terms, &field, &pieces)?.verify(&proof)?;
    } else {
        let proof = CanMoveProof::read(proof)?;
        CanMoveStatement::new(&context, &terms, &field, &pieces)?.verify(&proof)?;
    }
    Ok(())
}

fn opening(vector: &Vector) -> Result<(), Refused> {
    let piece = Piece::all().next().expect("there are pieces");
    let field = vector.believed("row", 0, &[piece])?;
    let kind = Opening::read(vector.read("key")?)?.open(&field, piece)?;
    equal(vector.array::<1>("kind")?, &[kind.0])
}
