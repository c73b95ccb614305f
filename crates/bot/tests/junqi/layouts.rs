//! Arrangements.

use std::collections::BTreeSet;

use bot::{Decision, Player, Tactician};
use game::{Known, Seat};
use junqi::{
    ARMY, Board, BoardKind, Junqi, Kind, Layout, Mode, Options, Position, Rules, Sides, Switch,
};

use crate::games::dice;

fn layout(options: &Options, seat: Seat, game: u64) -> Layout {
    let at = Position::start(&Rules::new(options).expect("rules"));
    let mut dice = dice(game, seat.number());
    match Tactician::STRONG.decide(&at, &Known::of(seat), seat, &mut dice) {
        Some(Decision::Choice(layout)) => layout,
        Some(Decision::Secret(secret)) if secret.seat == seat => secret.layout,
        other => panic!("{other:?}"),
    }
}

fn variants() -> Vec<Options> {
    let presets = Options::PRESETS.map(|(_, options)| options).into_iter();
    let mut all: Vec<Options> = presets.filter(|options| options.mode != Mode::Flip).collect();
    for base in all.clone() {
        all.push(Options { bomb_front: Switch::On, ..base });
    }
    all.push(Options { board: BoardKind::Siguo, ..Options::OPEN_2P });
    all.push(Options { sides: Sides::Ffa, ..Options::QQ_4P });
    all
}

#[test]
fn layouts_are_legal_for_every_option_and_seat() {
    for options in variants() {
        let rules = Rules::new(&options).expect("rules");
        for seat in rules.seats().iter() {
            for game in 0..20 {
                let layout = layout(&options, seat, game);
                assert_eq!(layout.faults(&rules, seat), [], "{}", layout.write());
            }
        }
    }
}

#[test]
fn mines_stand_beside_the_flag_and_no_two_layouts_are_alike() {
    let board = Board::of(&Options::QQ_2P);
    let seat = Seat::of(0);
    let (mut written, mut flags, mut beside) = (BTreeSet::new(), BTreeSet::new(), 0);
    for game in 0..100 {
        let layout = layout(&Options::QQ_2P, seat, game);
        let cells = |kind| {
            let is_it = move |place: &u8| layout.kind(*place) == Some(kind);
            (0..ARMY).filter(is_it).filter_map(|place| board.cell_of(seat, place))
        };
        let flag = cells(Kind::Flag).next().expect("a flag");
        let near = board.near(flag);
        beside += cells(Kind::Mine).filter(|mine| near.has(*mine)).count();
        flags.insert(flag);
        written.insert(layout.write());
    }
    assert!(beside >= 180, "{beside} of 300 mines beside the flag");
    assert_eq!((written.len(), flags.len()), (100, 2));
}

#[test]
fn flip_has_nothing_to_set_up() {
    let at = Position::start(&Rules::new(&Options::FLIP).expect("rules"));
    let seat = Seat::of(0);
    let player: &dyn Player<Junqi> = &Tactician::STRONG;
    assert_eq!(player.decide(&at, &Known::of(seat), seat, &mut dice(0, 0)), None);
}
