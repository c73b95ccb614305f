//! The suite of laws under every preset and a sample of options.

use game::conformance::{self, Tally};
use junqi::{
    Colours, FlagTakers, FlagWin, Headquarters, Junqi, Mines, Mode, Options, Remains, Repetition,
    Sides, SmallHitsBig, Switch, Turns,
};

fn check(options: &Options, seed: u64, games: u32) -> Tally {
    let rules = conformance::check_options::<Junqi>(options);
    conformance::check::<Junqi>(&rules, seed, games, 20_000)
}

#[test]
fn every_preset_obeys_the_laws() {
    let mut all = Tally::default();
    for (name, options) in Options::PRESETS {
        let tally = check(&options, 1, 4);
        for what in ["Moved", "Tossed", "Skipped"] {
            assert!(tally.count(what) > 0, "{name}: {what}");
        }
        all = all.and(&tally);
    }
    for what in [
        "Unsealed",
        "Deployed",
        "Ruled",
        "Resigned",
        "Refused",
        "Agreed",
        "Unanswered",
        "Within",
        "Fight",
        "Won",
        "Drawn",
    ] {
        assert!(all.count(what) > 0, "{what}: {all:?}");
    }
}

/// Options that a preset does not have, each where it can act.
#[test]
fn options_obey_the_laws() {
    let (hidden, open, flip) = (Mode::Hidden, Mode::Open, Mode::Flip);
    let variants = [
        Options { turns: Turns::Corners, ..Options::plain(2, hidden) },
        Options {
            bomb_flies: Switch::On,
            turns: Turns::Straight,
            scouting: Switch::On,
            flag_win: FlagWin::Carry,
            hq: Headquarters::Free,
            bomb_front: Switch::On,
            ..Options::plain(4, hidden)
        },
        Options {
            flag_takers: FlagTakers::NotMarshal,
            marshal_shows_flag: Switch::Off,
            crossings: Switch::On,
            repetition: Repetition::Off,
            quiet_limit: 0,
            timeouts: 0,
            ..Options::plain(2, hidden)
        },
        Options {
            leader: Options::LIUGUO.lowest_of_sides(),
            flag_win: FlagWin::Carry,
            ..Options::LIUGUO
        },
        Options { sides: Sides::Opposite, ..Options::plain(6, hidden) },
        Options { repetition: Repetition::ChaserLoses, ..Options::plain(2, open) },
        Options {
            remains: Remains::Stay,
            flag_win: FlagWin::Carry,
            mines: Mines::MutualAll,
            flag_takers: FlagTakers::Engineer,
            ..Options::plain(4, open)
        },
        Options { mines_first: Switch::On, ..Options::plain(3, open) },
        Options {
            colours: Colours::FirstFlip,
            small_hits_big: SmallHitsBig::Forbidden,
            repetition: Repetition::ChaserLoses,
            ..Options::plain(2, flip)
        },
        Options {
            flag_win: FlagWin::Capture,
            flag_takers: FlagTakers::Any,
            mines_first: Switch::Off,
            hq: Headquarters::Locked,
            ..Options::plain(2, flip)
        },
    ];
    for (number, options) in (7..).zip(variants) {
        check(&options, number, 4);
    }
}
