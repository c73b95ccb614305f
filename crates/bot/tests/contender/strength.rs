//! How often it wins.

use bot::{Contender, Player, Random};
use game::Seat;
use laoqi::{Laoqi, Options};

use crate::games::play;

/// Games that `hero` wins alone against random play, sitting on every seat in turn.
fn wins(hero: &dyn Player<Laoqi>, seats: u8, games: u64) -> u64 {
    let options = Options { seats, ..Options::TWO };
    let won = |game: &u64| {
        let place = Seat::of((game % u64::from(seats)) as u8);
        let player = |seat| if seat == place { hero } else { &Random };
        play(&options, *game, &player).won(place)
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn it_beats_random_play_with_two_seats() {
    let won = wins(&Contender::STRONG, 2, 200);
    assert!(won >= 190, "{won} of 200");
}

#[test]
fn the_quick_one_does_too() {
    let won = wins(&Contender::QUICK, 2, 200);
    assert!(won >= 190, "{won} of 200");
}

#[test]
fn it_beats_random_play_with_more_seats() {
    for (seats, games) in [(3, 16), (4, 8), (5, 5)] {
        let won = wins(&Contender::STRONG, seats, games);
        assert!(won * 10 >= games * 7, "{seats} seats: {won} of {games}");
    }
    for (seats, games) in [(3, 50), (4, 40), (5, 40)] {
        let won = wins(&Contender::QUICK, seats, games);
        assert!(won * 10 >= games * 8, "{seats} seats: {won} of {games}");
    }
}

/// A single game says little here; over these it must not be worse.
#[test]
fn looking_further_does_not_hurt() {
    let games = 60;
    let won = (0..games)
        .filter(|game| {
            let place = Seat::of((game % 2) as u8);
            let player = |seat: Seat| -> &dyn Player<Laoqi> {
                if seat == place { &Contender::STRONG } else { &Contender::QUICK }
            };
            play(&Options::TWO, 7000 + game, &player).won(place)
        })
        .count();
    assert!(won >= 27, "{won} of {games}");
}
