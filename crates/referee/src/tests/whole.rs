//! As many statements as a whole hidden game of four seats has, everything drawn at random: four
//! set-ups, 24 Among, 80 fights, and in the end every piece opened. As one vector, which is made
//! here and can be replayed by who has nothing else.

use sha2::{Digest as _, Sha256};

use super::vectors::judge::Refused;
use super::vectors::text::Vector;
use super::*;
use crate::{
    AmongProof, AmongStatement, Answer, AnswerStatement, Attack, AttackProof, AttackStatement,
    FIELD_BYTES, OPENING_BYTES, Opening, SetupProof,
};

const SEATS: u8 = 4;
const MOVES: usize = 24;
const FIGHTS: usize = 80;

/// Where a game stands; every message but a set-up is a step of its own.
struct Course {
    match_id: MatchId,
    step: u32,
    head: [u8; 32],
}

impl Course {
    fn new(match_id: MatchId) -> Self {
        Self { match_id, step: 0, head: match_id.0 }
    }

    fn context(&self, seat: u8) -> Context {
        let place = Place { match_id: self.match_id, step: self.step, seat };
        Context { place, head: Head(self.head) }
    }

    /// Closes a step; what stands here for the head of a record.
    fn close(&mut self, messages: &[u8]) {
        self.head = Sha256::new_with_prefix(self.head).chain_update(messages).finalize().into();
        self.step += 1;
    }
}

/// The seats as they play, with all secrets.
struct Players {
    terms: Terms,
    armies: Vec<Army>,
    fields: Vec<Verified<Field>>,
    course: Course,
    vector: Vector,
    draw: Draw,
}

/// A game drawn from a seed, each proof with zero entropy.
pub(crate) fn play(seed: u64) -> Vector {
    let mut players = Players::set_up(seed);
    let mut left = [MOVES, FIGHTS];
    while left != [0, 0] {
        let what = usize::from(players.draw.below(left[0] + left[1]) >= left[0]);
        left[what] -= 1;
        if what == 0 { players.moves() } else { players.fights() }
    }
    let Players { armies, course, mut vector, .. } = players;
    for (army, seat) in armies.iter().zip(0..SEATS) {
        let keys = Piece::all().flat_map(|piece| Opening::of(army, piece).bytes());
        vector = vector.with(format!("reveal {seat}"), keys.collect::<Vec<u8>>());
    }
    vector.with("root", course.head)
}

impl Players {
    fn set_up(seed: u64) -> Self {
        let (mut draw, terms) = (Draw(seed), terms());
        let mut random = || [(); 32].map(|()| u8::try_from(draw.below(256)).unwrap());
        let course = Course::new(MatchId(random()));
        let secrets: Vec<MatchSecret> = (0..SEATS).map(|_| MatchSecret::new(random())).collect();
        let mut vector = Vector::good("game", &format!("a game of four seats, of seed {seed}"));
        vector = vector.with("match_id", course.match_id.0);
        vector = with_terms(vector, &hiding());
        let mut sent = Vec::new();
        let (mut armies, mut fields) = (Vec::new(), Vec::new());
        for (secret, seat) in secrets.iter().zip(0..SEATS) {
            let kinds = draw.arrangement().map(Kind);
            let army = Army::new(secret, course.match_id, seat, &kinds).unwrap();
            let (field, context) = (army.field(), course.context(seat));
            let statement = SetupStatement::new(&context, &terms, &field).unwrap();
            let proof = statement.prove(&army, &entropy(0)).unwrap();
            let message = [field.bytes(), proof.bytes()].concat();
            sent.extend_from_slice(&message);
            vector = vector.with(format!("setup {seat}"), message);
            fields.push(statement.verify(&proof).unwrap());
            armies.push(army);
        }
        let mut players = Self { terms, armies, fields, course, vector, draw };
        players.course.close(&sent);
        players
    }

    fn say(&mut self, name: String, message: Vec<u8>) {
        self.course.close(&message);
        self.vector.fields.push((name, message));
    }

    /// A seat, and one of its pieces that is of one of these kinds.
    fn mover(&mut self, set: KindSet) -> (u8, Piece) {
        let seat = self.draw.below(usize::from(SEATS));
        let army = &self.armies[seat];
        let pieces: Vec<Piece> = Piece::all().filter(|at| set.has(army.kind(*at))).collect();
        (u8::try_from(seat).unwrap(), pieces[self.draw.below(pieces.len())])
    }

    fn moves(&mut self) {
        let set = [MOVABLE, FLYERS, FLYERS_WITH_BOMBS][self.draw.below(3)];
        let (seat, piece) = self.mover(set);
        let (army, field) = (&self.armies[usize::from(seat)], &self.fields[usize::from(seat)]);
        let statement = AmongStatement::new(&self.course.context(seat), field, piece, set).unwrap();
        let proof = statement.prove(army, &entropy(0)).unwrap();
        let name = format!("among {} {seat} {} {}", self.course.step, piece.number(), set.0);
        self.say(name, proof.bytes());
    }

    fn fights(&mut self) {
        let set = [MOVABLE, MOVABLE, FLYERS, FLYERS_WITH_BOMBS][self.draw.below(4)];
        let (seat, by) = self.mover(set);
        let (other, on) = loop {
            let (other, on) = self.mover(KindSet(0xfff));
            if other != seat {
                break (other, on);
            }
        };
        let [a, d] = [seat, other].map(usize::from);
        let both = ((&self.fields[a], by), (&self.fields[d], on));
        let context = self.course.context(seat);
        let statement = AttackStatement::new(&context, &self.terms, both.0, both.1, set).unwrap();
        let proof = statement.prove(&self.armies[a], &entropy(0)).unwrap();
        let attack = statement.verify(&proof).unwrap();
        let step = self.course.step;
        let (from, to) = (by.number(), on.number());
        self.say(format!("attack {step} {seat} {from} {other} {to} {}", set.0), proof.bytes());
        let context = self.course.context(other);
        let statement = AnswerStatement::new(&context, &attack).unwrap();
        let answer = statement.prove(&self.armies[d], &entropy(0)).unwrap();
        let kinds = (self.armies[a].kind(by).0, self.armies[d].kind(on).0);
        assert_eq!(answer.code, code(kinds.0, kinds.1));
        self.say(format!("answer {} {other}", self.course.step), answer.bytes());
    }
}

/// The terms of a game as fields of a vector.
pub(crate) fn with_terms(vector: Vector, hiding: &Hiding) -> Vector {
    let mask = |places: &Vec<u8>| places.iter().fold(0u32, |mask, place| mask | 1 << place);
    let barred: Vec<u8> = hiding.barred.iter().flat_map(|at| mask(at).to_le_bytes()).collect();
    let vector = vector.with("counts", &hiding.counts).with("barred", barred);
    vector.with("movable", hiding.movable.0.to_le_bytes()).with("codes", hiding.codes.concat())
}

/// What somebody knows who only reads the messages.
struct Reader {
    terms: Terms,
    course: Course,
    fields: Vec<Verified<Field>>,
    attack: Option<Verified<Attack>>,
    /// Attacker and defender of each fight, and what it announced: compared when all is open.
    fights: Vec<[(u8, Piece); 2]>,
    codes: Vec<u8>,
    opened: Vec<Vec<Kind>>,
}

/// Checks a game from its messages alone.
pub(crate) fn replay(vector: &Vector) -> Result<(), Refused> {
    let course = Course::new(MatchId(*vector.array("match_id")?));
    let terms = vector.terms()?;
    let mut reader = Reader {
        terms,
        course,
        fields: Vec::new(),
        attack: None,
        fights: Vec::new(),
        codes: Vec::new(),
        opened: Vec::new(),
    };
    let mut sent = Vec::new();
    for (name, message) in &vector.fields {
        let words: Vec<&str> = name.split(' ').collect();
        let numbers = words.iter().skip(1).map(|word| word.parse().unwrap()).collect::<Vec<u32>>();
        match (*words.first().unwrap(), numbers.as_slice()) {
            ("setup", [seat]) => {
                reader.setup(*seat, message)?;
                sent.extend_from_slice(message);
                if reader.fields.len() == usize::from(SEATS) {
                    reader.course.close(&sent);
                }
            }
            ("among", [step, seat, piece, kinds]) => {
                reader.among(*step, *seat, [*piece, *kinds], message)?;
            }
            ("attack", [step, seat, rest @ ..]) => reader.attack(*step, *seat, rest, message)?,
            ("answer", [step, seat]) => reader.answer(*step, *seat, message)?,
            ("reveal", [seat]) => reader.reveal(*seat, message)?,
            _ => {}
        }
    }
    reader.ends(vector.read("root")?)
}

fn small(number: u32) -> u8 {
    u8::try_from(number).unwrap()
}

impl Reader {
    /// The context of the next message, and its seat as an index.
    fn at(&self, step: u32, seat: u32) -> Result<(Context, usize), Refused> {
        let all = self.fields.len() == usize::from(SEATS);
        if !all || step != self.course.step || seat >= u32::from(SEATS) {
            return Err(Refused::NoStatement);
        }
        Ok((self.course.context(small(seat)), seat as usize))
    }

    fn setup(&mut self, seat: u32, message: &[u8]) -> Result<(), Refused> {
        if seat as usize != self.fields.len() {
            return Err(Refused::NoStatement);
        }
        let context = self.course.context(small(seat));
        let (field, proof) = message.split_at_checked(FIELD_BYTES).ok_or(Refused::Malformed)?;
        let field = Field::read(context.place.match_id, context.place.seat, field)?;
        let statement = SetupStatement::new(&context, &self.terms, &field)?;
        self.fields.push(statement.verify(&SetupProof::read(proof)?)?);
        Ok(())
    }

    fn among(&mut self, step: u32, seat: u32, said: [u32; 2], sent: &[u8]) -> Result<(), Refused> {
        let (context, at) = self.at(step, seat)?;
        let (at, kinds) = (&self.fields[at], KindSet(u16::try_from(said[1]).unwrap()));
        let statement = AmongStatement::new(&context, at, piece(small(said[0])), kinds)?;
        statement.verify(&AmongProof::read(sent)?)?;
        self.course.close(sent);
        Ok(())
    }

    fn attack(&mut self, step: u32, seat: u32, said: &[u32], sent: &[u8]) -> Result<(), Refused> {
        let (context, at) = self.at(step, seat)?;
        let [by, other, on, among] = *said else { return Err(Refused::Malformed) };
        let (by, on) = (piece(small(by)), piece(small(on)));
        let target = self.fields.get(other as usize).ok_or(Refused::NoStatement)?;
        let among = KindSet(u16::try_from(among).unwrap());
        let both = ((&self.fields[at], by), (target, on));
        let statement = AttackStatement::new(&context, &self.terms, both.0, both.1, among)?;
        self.attack = Some(statement.verify(&AttackProof::read(sent, among)?)?);
        self.fights.push([(small(seat), by), (small(other), on)]);
        self.course.close(sent);
        Ok(())
    }

    fn answer(&mut self, step: u32, seat: u32, message: &[u8]) -> Result<(), Refused> {
        let (context, _) = self.at(step, seat)?;
        let attack = self.attack.take().ok_or(Refused::NoStatement)?;
        let answer = Answer::read(message)?;
        self.codes.push(AnswerStatement::new(&context, &attack)?.verify(&answer)?);
        self.course.close(message);
        Ok(())
    }

    fn reveal(&mut self, seat: u32, message: &[u8]) -> Result<(), Refused> {
        let field = self.fields.get(seat as usize).ok_or(Refused::NoStatement)?;
        let keys = message.chunks(OPENING_BYTES).zip(Piece::all());
        let open = |(key, piece)| Ok(Opening::read(key)?.open(field, piece)?);
        self.opened.push(keys.map(open).collect::<Result<_, Refused>>()?);
        Ok(())
    }

    /// Everything said was true, and nothing is missing.
    fn ends(&self, root: &[u8]) -> Result<(), Refused> {
        let kind = |(seat, piece): &(u8, Piece)| {
            self.opened[usize::from(*seat)][usize::from(piece.number())]
        };
        let codes = self.fights.iter().map(|[a, d]| code(kind(a).0, kind(d).0));
        let whole = self.opened.len() == usize::from(SEATS) && self.fights.len() == FIGHTS;
        if whole && codes.collect::<Vec<_>>() == self.codes && root == self.course.head {
            Ok(())
        } else {
            Err(Refused::Fails)
        }
    }
}

#[test]
fn a_whole_game_of_four_seats() {
    let game = play(4);
    let count = |what: &str| game.fields.iter().filter(|(name, _)| name.starts_with(what)).count();
    assert_eq!(["setup", "among", "attack", "answer", "reveal"].map(count), [4, 24, 80, 80, 4]);
    assert_eq!(replay(&game), Ok(()));
    let mut codes: Vec<u8> = Vec::new();
    codes.extend(game.fields.iter().filter(|(n, _)| n.starts_with("answer")).map(|(_, m)| m[0]));
    codes.sort_unstable();
    codes.dedup();
    println!("4 set-ups, 24 Among, 80 fights with the codes {codes:?}, 100 openings: all accepted");
}
