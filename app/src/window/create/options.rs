//! The values that can be chosen for each option. The engine has the last word on each.

use catalog::{GameName, Rules};

/// Options of 劳棋. How many seats there are says the preset.
const LAOQI: &[(&str, &[&str])] = &[
    ("ties", &["cumulative", "consecutive"]),
    ("incite", &["defects", "demotes"]),
    ("promotion", &["any_loss", "one_per_loss"]),
    ("crown", &["on", "off"]),
    ("quiet_limit", &["50", "100", "200", "0"]),
    ("timeouts", &["0", "1", "3", "5", "10"]),
];

/// Options of 军棋. How many seats there are, and who knows what, says the preset.
const JUNQI: &[(&str, &[&str])] = &[
    ("board", &["duel", "siguo"]),
    ("crossings", &["off", "on"]),
    ("sides", &["opposite", "alternate", "ffa"]),
    ("leader", &["off", "lowest"]),
    ("hq", &["locked", "free"]),
    ("turns", &["lines", "straight", "corners"]),
    ("bomb_flies", &["off", "on"]),
    ("bomb_front", &["off", "on"]),
    ("mines", &["spring", "mutual", "mutual_all"]),
    ("flag_takers", &["any", "not_marshal", "engineer"]),
    ("flag_win", &["capture", "carry"]),
    ("mines_first", &["off", "on"]),
    ("marshal_shows_flag", &["on", "off"]),
    ("scouting", &["off", "on"]),
    ("remains", &["vanish", "stay"]),
    ("ally_view", &["none", "allies"]),
    ("losers_view", &["allies", "none"]),
    ("colours", &["first_engineer", "first_flip"]),
    ("small_hits_big", &["allowed", "forbidden"]),
    ("repetition", &["draw", "chaser_loses", "off"]),
    ("quiet_limit", &["40", "70", "100", "0"]),
    ("timeouts", &["0", "1", "3", "4", "5", "10"]),
];

/// Options of 守护棋.
const SHOUHU: &[(&str, &[&str])] = &[
    ("red", &["toss", "seat_0", "seat_1"]),
    ("placement", &["sealed", "alternate", "standard"]),
    ("stones", &["two", "four", "eight", "none"]),
    ("win", &["first_to", "most_after"]),
    ("goal", &["1", "2", "4", "6", "10"]),
    ("plies", &["60", "120", "200"]),
    ("quiet_limit", &["50", "100", "200", "0"]),
];

/// The values of an option; none if it is not chosen by itself.
pub(super) fn values(game: GameName, key: &str) -> &'static [&'static str] {
    let table = match game {
        GameName::Laoqi => LAOQI,
        GameName::Junqi => JUNQI,
        GameName::Shouhu => SHOUHU,
    };
    table.iter().find(|(known, _)| *known == key).map_or(&[], |(_, values)| values)
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
                for (key, usual) in
                    rules.pairs().into_iter().filter(|(key, _)| !FIXED.contains(key))
                {
                    let values = values(game, key);
                    assert!(values.contains(&usual.as_str()), "{}: {key}={usual}", preset.name);
                }
            }
        }
        for (game, table) in
            [(GameName::Laoqi, LAOQI), (GameName::Junqi, JUNQI), (GameName::Shouhu, SHOUHU)]
        {
            for (key, value) in
                table.iter().flat_map(|(key, all)| all.iter().map(move |v| (key, v)))
            {
                // With some preset every option has its use.
                let word = format!("{key}={value}");
                let has_it = |rules: Rules| {
                    let pair = (*key, (*value).to_owned());
                    rules.pairs().contains(&pair) || *value == "lowest"
                };
                let rules = |preset: &str| game.rules([preset, word.as_str()]).ok();
                let is_value =
                    game.presets().iter().any(|preset| rules(preset.name).is_some_and(has_it));
                assert!(is_value, "{word}");
            }
        }
    }

    /// What a preset says once and for all.
    const FIXED: [&str; 2] = ["seats", "mode"];

    #[test]
    fn what_has_no_effect_is_no_choice() {
        let two = GameName::Laoqi.rules(["two"]).unwrap();
        let five = GameName::Laoqi.rules(["five"]).unwrap();
        assert!(!has_choice(&two, "crown") && has_choice(&five, "crown"));
        assert!(has_choice(&two, "ties") && !has_choice(&two, "seats"));
    }
}
