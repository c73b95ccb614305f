//! rules.md §10: options, their contradictions, their encoding.

#![allow(clippy::unwrap_used, reason = "tests")]

use game::{BadRules, Fault};
use shouhu::{ID, Options, Placement, Red, Rules, Stones, VERSION, Win, rules_from_pairs};

fn places(faults: Vec<Fault>) -> Vec<String> {
    faults.into_iter().map(|fault| fault.place).collect()
}

#[test]
fn every_preset_holds_and_is_found_by_its_name() {
    for (name, options) in Options::PRESETS {
        assert_eq!(Options::preset(name), Some(options));
        let rules = Rules::new(&options).unwrap();
        assert_eq!(Rules::decode(ID, VERSION, &rules.encode()), Ok(rules));
    }
    assert_eq!(Options::preset("sealed"), Some(Options::default()));
    assert_eq!(Options::preset("loud"), None);
}

#[test]
fn options_come_back_from_their_names() {
    let all = [
        Options::SEALED,
        Options { red: Red::Seat1, stones: Stones::None, goal: 9, ..Options::STANDARD },
        Options { win: Win::MostAfter, plies: 7, quiet_limit: 3, ..Options::ALTERNATE },
    ];
    for options in all {
        let pairs = options.pairs();
        assert!(pairs.iter().map(|(key, _)| *key).eq(Options::KEYS));
        let pairs = pairs.iter().map(|(key, value)| (*key, value.as_str()));
        assert_eq!(rules_from_pairs(pairs), Rules::new(&options));
        for key in Options::KEYS {
            assert!(Options::values(key).is_some());
        }
    }
    assert_eq!(Options::values("x"), None);
}

/// Everything that is wrong, at once.
#[test]
fn unknown_options_and_wrong_values_are_told_together() {
    let pairs = [
        ("red", "me"),
        ("placement", ""),
        ("stones", "three"),
        ("win", "first"),
        ("goal", "0"),
        ("plies", "1000"),
        ("quiet_limit", "-1"),
        ("x", "1"),
    ];
    let faults = rules_from_pairs(pairs).unwrap_err();
    assert!(faults.iter().all(|fault| !fault.reason.is_empty()));
    let named: Vec<&str> = pairs.iter().map(|(key, _)| *key).collect();
    assert_eq!(places(faults), named);
    let faults = rules_from_pairs([("stones", "three"), ("plies", "60")]).unwrap_err();
    assert_eq!(places(faults), ["stones", "plies"]);
}

/// §10.1: an option without effect keeps its default.
#[test]
fn contradictions_are_told_together() {
    let faults = |options: Options| places(Rules::new(&options).map(|_| ()).unwrap_err());
    assert_eq!(faults(Options { plies: 60, ..Options::SEALED }), ["plies"]);
    assert_eq!(faults(Options { goal: 5, ..Options::MOST_AFTER }), ["goal"]);
    let late = Options { goal: 5, quiet_limit: 120, ..Options::MOST_AFTER };
    assert_eq!(faults(late), ["goal", "quiet_limit"]);
    let short = Options { plies: 100, ..Options::MOST_AFTER };
    assert!(Rules::new(&short).is_ok());
    assert_eq!(faults(Options { quiet_limit: 0, ..short }), ["quiet_limit"]);
    assert!(Rules::new(&Options { quiet_limit: 99, ..short }).is_ok());
    assert!(Rules::new(&Options { quiet_limit: 0, ..Options::MOST_AFTER }).is_ok());
    let out = Options { goal: 0, plies: 0, quiet_limit: 1000, ..Options::SEALED };
    assert_eq!(faults(out), ["goal", "plies", "quiet_limit", "plies"]);
}

#[test]
fn other_bytes_are_no_rules() {
    let bytes = Rules::new(&Options::SEALED).unwrap().encode();
    assert_eq!(
        Rules::decode("junqi", VERSION, &bytes),
        Err(BadRules::UnknownGame("junqi".to_owned()))
    );
    let unknown = BadRules::UnknownVersion { game: ID, asked: 2, known: VERSION };
    assert_eq!(Rules::decode(ID, 2, &bytes), Err(unknown));
    // A contradiction is not rules, however well encoded: plies without effect.
    let mut wrong = bytes.clone();
    let place = wrong.iter().position(|byte| *byte == 120).unwrap();
    *wrong.get_mut(place).unwrap() = 60;
    assert_eq!(Rules::decode(ID, VERSION, &wrong), Err(BadRules::Malformed));
    assert_eq!(Rules::decode(ID, VERSION, &[]), Err(BadRules::Malformed));
    assert_eq!(Options::STANDARD.placement, Placement::Standard);
}
