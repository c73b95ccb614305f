//! Every decision is legal, within its nodes, and a function of what the seat is told.

use bot::{Draw, Effort, Player, Random, Tactician};
use game::{Game, Known, Seat, Waits};
use junqi::{Junqi, Mode, Options, Position, Rules};

use crate::games::{Table, dice};

const SMALL: Effort = Effort { worlds: 3, nodes: 900 };

fn at_random(_: Seat) -> &'static dyn Player<Junqi> {
    &Random
}

/// Calls `seen` at some moves of games of random play under every preset.
fn walk(every: usize, seen: &mut dyn FnMut(&Position, &Known<Junqi>, Seat)) {
    for (_, options) in Options::PRESETS {
        for game in 0..2 {
            let mut table = Table::new(&options, game, &at_random);
            let mut moves = 0;
            loop {
                if let Waits::Move(seat) = Junqi::waits(&table.at) {
                    moves += 1;
                    if moves % every == 0 {
                        seen(&table.at, &table.known(seat), seat);
                    }
                }
                if table.step().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn decisions_are_legal_within_their_nodes_and_repeatable() {
    let mut asked = 0;
    walk(7, &mut |at, known, seat| {
        asked += 1;
        let legal = Junqi::moves(at, seat, known);
        for player in [Tactician::QUICK, Tactician::with(SMALL)] {
            let throw = || dice(asked, seat.number());
            let (decision, nodes) = player.decide_counted(at, known, seat, &mut throw());
            let Some(bot::Decision::Move(mv)) = decision else { panic!("{decision:?}") };
            assert!(legal.contains(&mv), "{mv:?}");
            assert!(nodes <= SMALL.nodes_for(at.options().seats), "{nodes}");
            assert_eq!(player.decide(at, known, seat, &mut throw()), decision);
        }
    });
    assert!(asked > 300, "{asked}");
}

/// A position that has gone through its text decides alike: nothing but the public position, what
/// the seat knows and the own dice goes in.
#[test]
fn a_position_read_back_gets_the_same_decision() {
    let mut asked = 0;
    walk(31, &mut |at, known, seat| {
        asked += 1;
        let text = Junqi::write_position(at, &Known::public());
        let (copy, told) = Junqi::read_position(at.rules(), &text).expect("it reads back");
        assert_eq!((&copy, told.secrets.len()), (at, 0));
        let player = Tactician::with(SMALL);
        let decide = |at| player.decide(at, known, seat, &mut dice(asked, 0));
        assert_eq!(decide(&copy), decide(at));
    });
    assert!(asked > 60, "{asked}");
}

#[test]
fn a_seat_that_is_not_asked_gives_nothing() {
    let at = Position::start(&Rules::new(&Options::QQ_2P).expect("rules"));
    let nobody = Seat::of(4);
    let known = Known::of(nobody);
    assert_eq!(Tactician::STRONG.decide(&at, &known, nobody, &mut dice(0, 0)), None);
    assert_eq!(Tactician::STRONG.draw(&at, &known, nobody), Draw::Decline);
}

#[test]
fn at_the_start_nobody_takes_a_draw() {
    let mut modes = Vec::new();
    walk(1, &mut |at, known, seat| {
        if at.ply().0 < 4 && at.quiet() < 4 {
            assert_eq!(Tactician::QUICK.draw(at, known, seat), Draw::Decline);
            modes.push(at.options().mode);
        }
    });
    assert!([Mode::Open, Mode::Hidden, Mode::Flip].iter().all(|mode| modes.contains(mode)));
}
