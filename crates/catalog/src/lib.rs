//! The closed list of games. The only crate that names every game.

mod any;
mod counts;
mod imports;
mod offers;
mod texts;

pub use any::{Any, Choice, Move, Options, Position, Rules, Secret};
pub use imports::{IMPORT_MAX, Imported, import_jgs};
pub use offers::{GameName, Preset};
pub use texts::game_text;

#[cfg(test)]
mod tests {
    use game::{BadRules, Game, rules_digest};

    use super::*;

    #[test]
    fn any_has_the_digest_of_its_game() {
        for game in GameName::ALL {
            for preset in game.presets() {
                let rules = Any::rules(&preset.options).unwrap();
                let own = match &rules {
                    Rules::Laoqi(inner) => rules_digest::<laoqi::Laoqi>(inner),
                    Rules::Junqi(inner) => rules_digest::<junqi::Junqi>(inner),
                    Rules::Shouhu(inner) => rules_digest::<shouhu::Shouhu>(inner),
                };
                assert_eq!(rules_digest::<Any>(&rules), own, "{}", preset.name);
            }
        }
    }

    #[test]
    fn unknown_games_are_named_without_their_control_characters() {
        let bad = Any::read_rules("go\u{1b}[2J", 1, &[]).unwrap_err();
        assert_eq!(bad, BadRules::UnknownGame("go[2J".into()));
    }

    #[test]
    fn words_make_rules_and_all_faults_are_told_at_once() {
        let rules = GameName::Laoqi.rules(["three", "ties=consecutive"]).unwrap();
        assert_eq!(Any::seats(&rules), 3);
        let faults = GameName::Laoqi.rules(["ties=never", "x=1", "loud"]).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
    }

    #[test]
    fn layouts_to_begin_with_are_legal_by_every_preset() {
        for (game, preset) in GameName::ALL
            .into_iter()
            .flat_map(|game| game.presets().into_iter().map(move |it| (game, it)))
        {
            let rules = Any::rules(&preset.options).unwrap().laid_open();
            let at = Any::start(&rules);
            let game::Waits::Choices(seats) = Any::waits(&at) else { continue };
            for (name, line) in game.layouts() {
                let layout = Any::read_choice(&at, line).unwrap();
                for seat in seats.iter() {
                    assert_eq!(Any::admits(&at, seat, &layout), Ok(()), "{} {name}", preset.name);
                }
            }
        }
    }
}
