//! Single positions of two seats: what it must do and must not do.

use bot::{Contender, Decision, Draw, Player};
use game::{Game, Known, Seat};
use laoqi::{Board, Laoqi, Options, Position, Rules};

use crate::games::dice;

/// A position with these pieces (`K0d1 W1c2 …`) and this stage, everything else as at the start.
fn scene(pieces: &str, stage: &str, changes: &[(&str, &str)]) -> Position {
    let rules = Rules::new(&Options::TWO).expect("rules");
    let board = Board::of(2);
    let mut rows = vec![vec![".".to_owned(); 6]; 6];
    let line = Laoqi::write_position(&Laoqi::start(&rules), &Known::public());
    for word in pieces.split(' ') {
        let (piece, cell) = word.split_at(2);
        let place = board.find(cell).expect("a cell").index();
        rows[place / 6][place % 6] = piece.to_owned();
    }
    let rows: Vec<_> = rows.iter().map(|row| row.concat()).collect();
    let rows = rows.join("/");
    let fields = line.split(' ').map(|field| {
        let (name, old) = field.split_once('=').expect("name=value");
        let changed = changes.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        let value = match name {
            "board" => rows.as_str(),
            "stage" => stage,
            _ => changed.unwrap_or(old),
        };
        format!("{name}={value}")
    });
    let text: Vec<_> = fields.collect();
    let text = text.join(" ");
    Laoqi::read_position(&rules, &text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0
}

/// Every move that it may make there, over some dice.
fn moves(at: &Position) -> Vec<String> {
    let seat = at.mover().expect("a seat is to act");
    let mut moves = Vec::new();
    for level in [Contender::QUICK, Contender::STRONG] {
        for game in 0..8 {
            match level.decide(at, &Known::of(seat), seat, &mut dice(game, seat)) {
                Some(Decision::Move(mv)) => moves.push(Laoqi::write_move(at, &mv)),
                other => panic!("{other:?}"),
            }
        }
    }
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn it_takes_a_king_that_it_can_take() {
    let at = scene("K0d1 W0c5 W0a1 W1e2 K1d5 S1f6", "act:0:W", &[]);
    assert_eq!(moves(&at), ["c5xd5"]);
}

#[test]
fn it_takes_a_king_by_command() {
    let at = scene("K0d4 W0c4 W1a2 K1c5 S1f6", "act:0:K", &[]);
    assert!(moves(&at).iter().all(|mv| mv.contains("xc5")), "{:?}", moves(&at));
}

/// The King may take a Warrior, but then another Warrior takes the King.
#[test]
fn it_does_not_walk_its_king_into_danger() {
    let at = scene("K0d1 S0a1 W0a2 W1d2 W1d3 K1d6", "act:0:K", &[]);
    let king_on = |at: &Position| at.king(Seat::of(0)).map(|cell| at.board().name(cell).to_owned());
    for text in moves(&at) {
        let mut next = at;
        next.play(&Laoqi::read_move(&at, &text).expect("its own notation"));
        let king = king_on(&next).expect("it lives");
        assert!(["c1", "e1"].contains(&king.as_str()), "{text}");
    }
}

#[test]
fn it_does_not_push_an_enemy_onto_its_own_king() {
    // The Shield on b2 could push the Warrior on c3 onto its own King on d4.
    let at = scene("K0d4 S0b2 W0a6 W1c3 K1f6", "act:0:SA", &[]);
    let mut listed = Vec::new();
    at.moves_into(&mut listed);
    let loses = |text: &str| {
        let mut next = at;
        next.play(&Laoqi::read_move(&at, text).expect("notation"));
        !next.living().has(Seat::of(0))
    };
    let texts: Vec<_> = listed.iter().map(|mv| Laoqi::write_move(&at, mv)).collect();
    assert!(texts.iter().any(|text| loses(text)), "the scene offers the blunder: {texts:?}");
    assert!(!moves(&at).iter().any(|text| loses(text)));
}

/// Paper would give the opponent's scissors the King; rock and scissors do not lose it.
#[test]
fn it_hardly_shows_what_can_cost_its_king() {
    let at = scene("K0d1 S0a1 W0a2 W1d2 W1c4 K1d6 S1b6", "contest:01", &[]);
    let [scissors, rock, paper] = Contender::STRONG.mixture(&at, Seat::of(0)).0;
    assert!(paper < 150 && rock > scissors.min(paper), "{scissors} {rock} {paper}");
}

/// With paper pending every win moves a King, so a win is worth the same with every gesture.
#[test]
fn a_pending_gesture_makes_all_gestures_alike() {
    let pieces = "K0d1 S0a1 W0a2 W1d5 W1c4 K1d6 S1b6";
    let at = scene(pieces, "contest:01", &[("pending", "B")]);
    let mixture = Contender::STRONG.mixture(&at, Seat::of(0));
    assert!(mixture.0.iter().all(|part| (270..=400).contains(part)), "{mixture:?}");
}

#[test]
fn it_accepts_a_draw_when_behind_and_offers_one_when_nothing_happens() {
    let draw = |at: &Position| Contender::STRONG.draw(at, &Known::of(Seat::of(0)), Seat::of(0));
    let behind = scene("K0d1 W1d5 W1c4 W1a4 K1d6 S1b6", "contest:01", &[]);
    assert_eq!(draw(&behind), Draw::Accept);
    let stale = [("quiet", "160"), ("ply", "170")];
    let even = scene("K0d1 W0c1 K1d6 W1c6", "contest:01", &stale);
    assert_eq!(draw(&even), Draw::Offer);
    let early = scene("K0d1 W0c1 K1d6 W1c6", "contest:01", &[]);
    assert_eq!(draw(&early), Draw::Decline);
}
