//! A whole match of two programs over perfect links, as messages and as record.

use std::collections::{BTreeMap, VecDeque};

use crypto::MatchSecret;
use game::Seat;
use game::toys::contest::{Contest, Gesture, Move};
use protocol::{Decision, Match, Millis, Output, Own, Stage};
use record::{encode_end_frame, encode_header, encode_step_frame};
use tests::sim::{key, peer};

use crate::made::two;
use crate::text::{Vector, Vectors};

struct Program {
    game: Match<Contest>,
    record: Vec<u8>,
}

/// Messages on their way: from which program, whether an answer, and the bytes.
type Mail = VecDeque<(u8, bool, Vec<u8>)>;

fn secret(program: u8) -> [u8; 32] {
    [0x70 + program; 32]
}

fn start(program: u8) -> Program {
    let own = Own {
        peer: peer(program),
        keys: BTreeMap::from([(Seat::of(program), key(Seat::of(program)))]),
        secret: MatchSecret::new(secret(program)),
    };
    let game = Match::start(two(), own, Millis(0)).unwrap();
    Program { game, record: encode_header(&two()) }
}

fn carry_out(program: &mut Program, number: u8, mail: &mut Mail) {
    while let Some(output) = program.game.poll() {
        match output {
            Output::Record(step) => program.record.extend(encode_step_frame(&step)),
            Output::End(end) => program.record.extend(encode_end_frame(&end)),
            Output::Send(_, bytes) => mail.push_back((number, false, bytes)),
            Output::Persist(_) | Output::Tell(_) => {}
        }
    }
}

/// Seat 0 shows 0, which beats the 1 of seat 1, and steps home.
fn decide(program: &mut Program, number: u8, now: Millis) {
    let seat = Seat::of(number);
    if program.game.awaited().has(seat) {
        let decision = match program.game.due().map(|due| &due.stage) {
            Some(Stage::Act) => Decision::Move(Move::Step(1)),
            _ => Decision::Choose(Gesture(number)),
        };
        program.game.decide(seat, decision, now).unwrap();
    }
}

pub(crate) fn all() -> Vectors {
    let mut now = Millis(0);
    let mut mail = Mail::new();
    let mut programs = [start(0), start(1)];
    for (number, program) in (0..).zip(&mut programs) {
        program.game.connected(&peer(1 - number), now);
        carry_out(program, number, &mut mail);
    }
    let mut vector = Vector::new(
        "two programs, every message and every answer in the order in which they arrive, 1 ms apart",
    )
    .bytes("secret_0", &secret(0))
    .bytes("secret_1", &secret(1));
    while let Some((from, is_answer, bytes)) = mail.pop_front() {
        now = now + 1;
        let to = 1 - from;
        let program = &mut programs[usize::from(to)];
        vector = vector
            .bytes(&format!("{}_{from}", ["message", "answer"][usize::from(is_answer)]), &bytes);
        program.game.receive(&peer(from), &bytes, now).unwrap();
        let answer = program.game.acknowledge();
        carry_out(program, to, &mut mail);
        if !is_answer {
            mail.push_back((to, true, answer));
        }
        if mail.is_empty() {
            for (number, program) in (0..).zip(&mut programs) {
                decide(program, number, now);
                carry_out(program, number, &mut mail);
            }
        }
    }
    assert_eq!(programs[0].record, programs[1].record);
    Vectors::from([("match_two".to_owned(), vector.bytes("record", &programs[0].record))])
}
