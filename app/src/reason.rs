//! Reasons that engines give, in the chosen language.
//!
//! An engine writes English. Its sentence without quoted parts and numbers, in small letters with
//! hyphens, is the key of the translation; a sentence without one is shown as it is.

use crate::out::plain;
use crate::text::Text;

/// A reason in the chosen language.
pub(crate) fn reason(text: &Text, told: &str) -> String {
    let parts = Parts::of(told);
    let number = |at: usize| parts.numbers.get(at).cloned().unwrap_or_default();
    let args = [
        ("value", parts.value.into()),
        ("rest", parts.rest.into()),
        ("n", number(0).into()),
        ("m", number(1).into()),
    ];
    let translated = text.find(&format!("reason-{}", parts.key), &args);
    translated.unwrap_or_else(|| plain(told))
}

/// A sentence taken apart.
#[derive(PartialEq, Eq, Debug)]
struct Parts {
    key: String,
    /// What stood in quotes.
    value: String,
    /// The numbers, in order.
    numbers: Vec<String>,
    /// What came behind a colon or semicolon.
    rest: String,
}

impl Parts {
    fn of(told: &str) -> Self {
        let (value, told) = match (told.find('\''), told.rfind('\'')) {
            (Some(start), Some(end)) if start < end => {
                let value = told.get(start + 1..end).unwrap_or_default();
                let around =
                    [told.get(..start), told.get(end + 1..)].map(Option::unwrap_or_default);
                (plain(value), around.concat())
            }
            _ => (String::new(), told.to_owned()),
        };
        let split = told.split_once(": ").or_else(|| told.split_once("; "));
        let (sentence, rest) = split.unwrap_or((&told, ""));
        let is_letter = |c: char| c.is_ascii_alphanumeric();
        let words = sentence.split(|c| !is_letter(c)).filter(|word| !word.is_empty());
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
        let (numbers, words): (Vec<_>, Vec<_>) = words.partition(is_number);
        Self {
            key: words.join("-").to_ascii_lowercase(),
            value,
            numbers: numbers.into_iter().map(str::to_owned).collect(),
            rest: plain(rest.trim_start_matches("there are ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn reasons_are_translated_with_their_parts() {
        let zh = Text::new(Lang::Zh);
        let told = reason(&zh, "'9' is not a number from 2 to 5");
        assert_eq!(told, "“9”不是 2 到 5 的数");
        let told = reason(&zh, "'x' is not one of its values: on or off");
        assert_eq!(told, "没有“x”这个值，可用：on or off");
        assert_eq!(reason(&zh, "something new"), "something new");
        let en = Text::new(Lang::En);
        assert_eq!(reason(&en, "'9' is not a number"), "'9' is not a number");
    }

    #[test]
    fn what_engines_say_of_options_and_moves_is_translated() {
        use catalog::{Any, GameName};
        use game::Game;
        let zh = Text::new(Lang::Zh);
        let mut said: Vec<String> = Vec::new();
        for words in [["ties=x", "seats=9"], ["no=1", "loud"], ["crown=off", "timeouts=x"]] {
            let faults = GameName::Laoqi.rules(words).unwrap_err();
            said.extend(faults.into_iter().map(|fault| fault.reason));
        }
        let rules = GameName::Laoqi.rules([]).unwrap();
        let at = Any::start(&rules);
        for text in ["d9-d1", "d1", "^x", "d1=Q", &"d".repeat(99)] {
            said.push(Any::read_move(&at, text).unwrap_err().reason);
        }
        said.push(Any::read_choice(&at, "Q").unwrap_err().reason);
        let broken = "viewer=x board=x control=x lost=x promoted=x living=x incited=x fallen=x \
                      timeouts=x ties=x pending=x crown=x quiet=x ply=x showings=x stage=x more";
        for line in [broken, "nothing"] {
            let faults = Any::read_position(&rules, line).unwrap_err();
            said.extend(faults.into_iter().map(|fault| fault.reason));
        }
        for told in said {
            let translated = reason(&zh, &told);
            let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            let parts = Parts::of(&told);
            assert!(translated.chars().any(is_han) && translated != told, "{told}: {parts:?}");
        }
    }
}
