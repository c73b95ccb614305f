//! Both languages are complete, and no key is missing or left over.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::*;

/// What a key may begin with when its rest is made at run time.
const MADE: [&str; 29] = [
    "arg-",
    "body-",
    "brief-",
    "check-",
    "choice-",
    "column-",
    "compare-seat-",
    "demo-intro-",
    "end-",
    "fact-",
    "field-",
    "game-",
    "gesture-",
    "header-",
    "match-help-",
    "move-shouhu-",
    "layout-line-",
    "level-",
    "heading-",
    "help",
    "notice-",
    "option-",
    "preset-",
    "trouble-",
    "unchecked-",
    "value-",
    "signature-",
    "step-",
    "word-",
];

fn keys(lang: Lang) -> BTreeSet<String> {
    let lines = lang.source().lines();
    let named = lines.filter_map(|line| line.split_once(" =").map(|(key, _)| key));
    // Engines give their reasons in English.
    let named = named.filter(|key| !key.starts_with([' ', '#']) && !key.starts_with("reason-"));
    named.map(str::to_owned).collect()
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("text/tests.rs") {
                files.push((path.clone(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files
}

/// Everything in double quotes that could be a key.
fn quoted(source: &str) -> BTreeSet<&str> {
    let is_key = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    source.split('"').filter(is_key).collect()
}

/// The keys that stand right behind one of the calls.
fn asked(source: &str) -> Vec<&str> {
    let calls = ["get(", "with(", "find(", "with(&format!(", "one(", "many("];
    let behind = |call: &&'static str| {
        source.match_indices(*call).filter_map(|(at, call)| {
            let rest = source[at + call.len()..].trim_start().strip_prefix('"')?;
            rest.split('"').next()
        })
    };
    let words = calls.iter().flat_map(behind);
    words.filter(|word| word.contains('-') && !word.contains('{')).collect()
}

#[test]
fn both_languages_have_the_same_keys() {
    let (zh, en) = (keys(Lang::Zh), keys(Lang::En));
    assert_eq!(zh.difference(&en).collect::<Vec<_>>(), Vec::<&String>::new(), "only in zh");
    assert_eq!(en.difference(&zh).collect::<Vec<_>>(), Vec::<&String>::new(), "only in en");
    assert!(zh.len() > 200, "{}", zh.len());
}

/// A later file would win, and somebody would be told something else than was meant.
#[test]
fn no_key_stands_twice() {
    for lang in [Lang::Zh, Lang::En] {
        let mut seen = BTreeSet::new();
        let lines = lang.source().lines().filter(|line| !line.starts_with([' ', '#']));
        let keys = lines.filter_map(|line| line.split_once(" =").map(|(key, _)| key));
        let twice: Vec<&str> = keys.filter(|key| !seen.insert(*key)).collect();
        assert_eq!(twice, Vec::<&str>::new(), "{}", lang.name());
    }
}

#[test]
fn both_files_can_be_read_to_their_end() {
    for lang in [Lang::Zh, Lang::En] {
        if let Err((_, errors)) = FluentResource::try_new(lang.source().to_owned()) {
            panic!("{}: {errors:?}", lang.name());
        }
        let text = Text::new(lang);
        for key in keys(lang) {
            assert!(text.find(&key, &[]).is_some(), "{} lacks {key}", lang.name());
        }
    }
}

#[test]
fn every_key_that_is_asked_for_exists() {
    let zh = keys(Lang::Zh);
    for (path, source) in sources() {
        for key in asked(&source) {
            assert!(zh.contains(key), "{}: no message {key}", path.display());
        }
    }
}

#[test]
fn every_key_is_used() {
    let sources = sources();
    let all: BTreeSet<&str> = sources.iter().flat_map(|(_, source)| quoted(source)).collect();
    for key in keys(Lang::Zh) {
        let made = MADE.iter().any(|start| key.starts_with(start));
        // What to do next goes with what is wrong, and may be something else in a window.
        let next = key.strip_suffix("-window").unwrap_or(&key);
        let cause = next.strip_suffix("-next").unwrap_or(&key);
        let used = all.contains(key.as_str()) || all.contains(cause);
        assert!(made || used, "nobody uses {key}");
    }
}

#[test]
fn chinese_is_chinese_and_english_is_not() {
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let (zh, en) = (Text::new(Lang::Zh), Text::new(Lang::En));
    let symbols = [
        "list-separator",
        "option-separator",
        "fault",
        "fact-other",
        "move-of-kind",
        "move-by-word",
        "way-name",
    ];
    let plain =
        ["event-moved", "showing", "replay-event", "change-pieces", "talk-line", "talk-says"];
    for key in keys(Lang::Zh) {
        let told = zh.get(&key);
        let exempt = symbols.contains(&key.as_str()) || plain.contains(&key.as_str());
        assert!(exempt || told.chars().any(is_han), "{key}: {told}");
    }
    for key in keys(Lang::En) {
        let told = en.get(&key);
        let named = told.contains("棋约") || told.contains("劳棋") || told.contains("中文");
        assert!(named || !told.chars().any(is_han), "{key}: {told}");
    }
}

#[test]
fn arguments_stand_in_the_text_without_marks_around_them() {
    let text = Text::new(Lang::Zh);
    assert_eq!(text.with("seat-named", &[("seat", 1.into()), ("name", "甲".into())]), "1 座（甲）");
    assert_eq!(text.with("header-key", &[("key", "ab".into())]), "钥匙 ab");
    assert_eq!(Text::new(Lang::En).get("no-such-key"), "no-such-key");
}

#[test]
fn nothing_in_an_argument_acts_on_a_screen() {
    let text = Text::new(Lang::Zh);
    let line = |name: &str| text.with("header-key", &[("key", name.into())]);
    assert_eq!(line("a\u{1b}[31m\u{202e}b\u{200b}"), "钥匙 a\\u{1b}[31m\\u{202e}b\\u{200b}");
    assert_eq!(line(&format!("e{}", "\u{301}".repeat(9))).matches('\u{301}').count(), 2);
    // Lists and lines of this program are put into others.
    assert_eq!(line("一\n二、“三”"), "钥匙 一\n二、“三”");
}

#[test]
fn a_language_is_known_by_its_first_part() {
    assert_eq!(Lang::of("zh_CN.UTF-8"), Some(Lang::Zh));
    assert_eq!(Lang::of("EN-gb"), Some(Lang::En));
    assert_eq!(Lang::of("fr"), None);
}
