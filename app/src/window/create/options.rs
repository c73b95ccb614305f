//! The values that can be chosen for each option. The engine has the last word on each.

use catalog::{GameName, Rules};

/// Options of 劳棋. How many seats there are says the preset.
const LAOQI: [(&str, &[&str]); 6] = [
    ("ties", &["cumulative", "consecutive"]),
    ("incite", &["defects", "demotes"]),
    ("promotion", &["any_loss", "one_per_loss"]),
    ("crown", &["on", "off"]),
    ("quiet_limit", &["50", "100", "200", "0"]),
    ("timeouts", &["0", "1", "3", "5", "10"]),
];

/// The values of an option; none if it is not chosen by itself.
pub(super) fn values(game: GameName, key: &str) -> &'static [&'static str] {
    let table = match game {
        GameName::Laoqi => LAOQI,
    };
    table.into_iter().find(|(known, _)| *known == key).map_or(&[], |(_, values)| values)
}

/// Whether another value of an option goes with the other options.
pub(crate) fn has_choice(rules: &Rules, key: &str) -> bool {
    let game = rules.game();
    let pairs = rules.pairs();
    let others = values(game, key)
        .iter()
        .filter(|value| !pairs.iter().any(|(known, now)| *known == key && now == *value));
    let is_accepted = |other: &&str| {
        let words: Vec<String> = pairs
            .iter()
            .map(|(known, now)| format!("{known}={}", if *known == key { *other } else { now }))
            .collect();
        game.rules(words.iter().map(String::as_str)).is_ok()
    };
    others.copied().any(|other| is_accepted(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_chosen_and_every_value_is_one() {
        for game in GameName::ALL {
            for preset in game.presets() {
                let rules = game.rules([preset.name]).unwrap();
                for (key, usual) in rules.pairs().into_iter().filter(|(key, _)| *key != "seats") {
                    let values = values(game, key);
                    assert!(values.contains(&usual.as_str()), "{}: {key}={usual}", preset.name);
                }
            }
            // With all seats every option has its use.
            let most = game.presets().last().map(|preset| preset.name).unwrap();
            for (key, values) in LAOQI {
                for value in values {
                    let word = format!("{key}={value}");
                    let rules = game.rules([most, word.as_str()]).unwrap();
                    assert!(rules.pairs().contains(&(key, (*value).to_owned())), "{word}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_effect_is_no_choice() {
        let two = GameName::Laoqi.rules(["two"]).unwrap();
        let five = GameName::Laoqi.rules(["five"]).unwrap();
        assert!(!has_choice(&two, "crown") && has_choice(&five, "crown"));
        assert!(has_choice(&two, "ties") && !has_choice(&two, "seats"));
    }
}
