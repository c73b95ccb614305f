//! How often it wins.

use bot::{Random, Warden};
use shouhu::Options;

use crate::games::tally;

#[test]
fn it_beats_the_one_that_looks_no_further_than_its_move() {
    let tally = tally(&Options::SEALED, 0..10, &Warden::STRONG, &Warden::ONE_PLY);
    assert!(tally.won >= 9, "{tally:?}");
}

#[test]
fn every_level_beats_random_play() {
    for (level, games) in [(Warden::ONE_PLY, 20), (Warden::MIDDLE, 6), (Warden::STRONG, 2)] {
        let tally = tally(&Options::SEALED, 0..games, &level, &Random);
        assert_eq!(u64::from(tally.won), games, "{level:?} {tally:?}");
    }
}

#[test]
#[ignore = "minutes, in release"]
fn it_beats_the_one_that_looks_no_further_than_its_move_in_a_hundred_games() {
    let tally = tally(&Options::SEALED, 0..100, &Warden::STRONG, &Warden::ONE_PLY);
    assert!(tally.won >= 90, "{tally:?}");
}

#[test]
#[ignore = "minutes, in release"]
fn it_beats_random_play_in_a_hundred_games() {
    let tally = tally(&Options::SEALED, 0..100, &Warden::STRONG, &Random);
    assert_eq!(tally.won, 100, "{tally:?}");
}

#[test]
#[ignore = "minutes, in release"]
fn the_middle_one_stands_between() {
    let up = tally(&Options::SEALED, 0..60, &Warden::STRONG, &Warden::MIDDLE);
    let down = tally(&Options::SEALED, 0..100, &Warden::MIDDLE, &Warden::ONE_PLY);
    assert!(up.won > up.lost && down.won > 2 * down.lost, "{up:?} {down:?}");
}
