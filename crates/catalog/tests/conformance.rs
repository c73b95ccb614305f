//! `Any` passes the suite of every game for every preset.

use catalog::{Any, GameName};
use game::conformance;

#[test]
fn any_conforms() {
    for game in GameName::ALL {
        for preset in game.presets() {
            let rules = conformance::check_options::<Any>(&preset.options);
            conformance::check::<Any>(&rules, 7, 4, 20_000);
        }
    }
}
