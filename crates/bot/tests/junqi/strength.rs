//! How often it wins. `cargo run --release -p bot --example junqi_matches` plays more.

use bot::{Effort, Player, Random, Tactician};
use game::Seat;
use junqi::{Junqi, Options};

use crate::games::play;

const TWENTIETH: Tactician = Tactician::with(Effort::FULL.divided(20));

/// Games won by the side of `hero`, whose place changes from game to game.
fn wins(options: &Options, games: u64, hero: &dyn Player<Junqi>) -> usize {
    let won = |game: &u64| {
        let place = Seat::of((game % u64::from(options.seats)) as u8);
        let at_seat = |seat| -> &dyn Player<Junqi> {
            if options.side(seat) == options.side(place) { hero } else { &Random }
        };
        play(options, *game, &at_seat).won(place)
    };
    (0..games).filter(won).count()
}

#[test]
fn a_twentieth_of_the_effort_beats_random_play_in_ten_games() {
    for options in [Options::QQ_2P, Options::OPEN_2P, Options::FLIP] {
        let won = wins(&options, 10, &TWENTIETH);
        assert!(won >= 9, "{won} of 10, {options:?}");
    }
}

#[test]
fn it_does_so_with_more_seats() {
    for options in [Options::QQ_4P, Options::SANGUO, Options::LIUGUO] {
        let won = wins(&options, 4, &TWENTIETH);
        assert!(won >= 3, "{won} of 4, {options:?}");
    }
}

#[test]
fn the_quick_one_beats_random_play_with_two_seats() {
    for options in [Options::QQ_2P, Options::OPEN_2P] {
        let won = wins(&options, 20, &Tactician::QUICK);
        assert!(won >= 16, "{won} of 20, {options:?}");
    }
}
