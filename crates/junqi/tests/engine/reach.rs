//! What every position must fulfil that a game can come to, whoever leaves when.

use crate::support::play::Play;
use game::{Canon as _, Cause, Game as _, Known, SeatSet, Waits};
use junqi::{
    FlagTakers, FlagWin, Headquarters, Junqi, Mode, Options, Position, Remains, Sides, Stage,
    Switch,
};

fn variants() -> Vec<Options> {
    let mut all: Vec<Options> = Options::PRESETS.iter().map(|(_, options)| *options).collect();
    let carry = |seats, mode| Options { flag_win: FlagWin::Carry, ..Options::plain(seats, mode) };
    all.extend([
        Options { remains: Remains::Stay, ..carry(4, Mode::Open) },
        Options { remains: Remains::Stay, sides: Sides::Ffa, ..carry(6, Mode::Open) },
        Options {
            remains: Remains::Stay,
            mines_first: Switch::On,
            ..Options::plain(3, Mode::Open)
        },
        Options { leader: SeatSet::first(2), hq: Headquarters::Free, ..carry(6, Mode::Hidden) },
        Options { flag_takers: FlagTakers::Engineer, ..carry(4, Mode::Hidden) },
        Options { flag_takers: FlagTakers::NotMarshal, ..carry(3, Mode::Open) },
        Options { hq: Headquarters::Locked, timeouts: 0, ..Options::FLIP },
    ]);
    all
}

fn check(at: &Position) {
    let bytes = at.encode();
    assert_eq!(Position::decode(at.rules(), &bytes).as_ref(), Ok(at), "{:?}", at.stage());
    let line = Junqi::write_position(at, &Known::public());
    assert_eq!(Junqi::read_position(at.rules(), &line).unwrap().0, *at);
    match Junqi::waits(at) {
        Waits::Move(seat) if !at.is_hidden() => {
            assert!(!Junqi::moves(at, seat, &Known::of(seat)).is_empty(), "{line}");
        }
        Waits::Rulings(claims) => {
            assert!(at.is_hidden() && !claims.is_empty(), "{line}");
        }
        _ => {}
    }
}

#[test]
fn every_position_of_a_game_reads_back_and_can_go_on() {
    let mut stages = [0; 8];
    for (number, options) in (0..).zip(variants()) {
        for seed in 0..25 {
            let mut play = Play::new(&options, 500 * number + seed);
            check(&play.at);
            // Somebody leaves at any time, more often in some games.
            let often = [4000, 400, 40][seed as usize % 3];
            while !matches!(play.at.stage(), Stage::Over(_)) {
                let is_early = matches!(play.at.stage(), Stage::SetUp | Stage::First);
                if play.random.below(if is_early { 3 } else { often }) == 0 {
                    play.leave(Cause::Resigned);
                } else {
                    play.once();
                }
                check(&play.at);
                stages[match play.at.stage() {
                    Stage::SetUp => 0,
                    Stage::First => 1,
                    Stage::Turn => 2,
                    Stage::Fight { .. } => 3,
                    Stage::Show(_) => 4,
                    Stage::Stuck => 5,
                    Stage::TurnUp(_) => 6,
                    Stage::Over(_) => 7,
                }] += 1;
            }
        }
    }
    assert!(stages.iter().all(|count| *count > 0), "{stages:?}");
}
