//! What a room or contract says, in plain words for any page.

use catalog::{Any, Rules};
use game::Game as _;
use table::{Clock, Invitation};

pub(crate) use crate::clock::told as clock;
pub(crate) use crate::time::{ago, now};

use crate::text::Text;

/// The game's name.
pub(crate) fn game(text: &Text, id: &str) -> String {
    text.find(&format!("game-{id}"), &[]).unwrap_or_else(|| id.to_owned())
}

/// An option's name.
pub(crate) fn option(text: &Text, key: &str) -> String {
    text.find(&format!("option-{key}"), &[]).unwrap_or_else(|| key.to_owned())
}

/// The value of an option.
pub(crate) fn value(text: &Text, key: &str, value: &str) -> String {
    text.find(&format!("option-{key}-{value}"), &[]).unwrap_or_else(|| value.to_owned())
}

/// The options that are not as usual, or that all are.
pub(crate) fn unusual(text: &Text, rules: &Rules) -> String {
    let seats = format!("seats={}", Any::seats(rules));
    // Where the number of seats is no option, there is one usual game.
    let usual = rules.game().rules([seats.as_str()]);
    let usual = usual.or_else(|_| rules.game().rules([]));
    let usual = usual.map(|rules| rules.pairs()).unwrap_or_default();
    let differs = |pair: &(&'static str, String)| !usual.contains(pair);
    let told = rules
        .pairs()
        .into_iter()
        .filter(differs)
        .map(|(key, set)| format!("{} {}", option(text, key), value(text, key, &set)));
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        text.get("options-usual")
    } else {
        told.join(&text.get("option-separator"))
    }
}

/// Game, seats, time and what is not as usual, in one line.
pub(crate) fn line(text: &Text, rules: &Rules, time: Clock) -> String {
    let seats = text.with("seats-count", &[("count", Any::seats(rules).into())]);
    let parts = [game(text, rules.game().id()), seats, clock(text, time), unusual(text, rules)];
    parts.join(&text.get("option-separator"))
}

/// Who invites to what.
pub(crate) fn invited(text: &Text, invitation: &Invitation) -> String {
    let args = [
        ("host", invitation.host.as_str().into()),
        ("game", game(text, &invitation.game.game).into()),
    ];
    let title = text.with("offer-title", &args);
    let Some(rules) = &invitation.rules else { return title };
    let time = clock(text, invitation.clock);
    let args = [("seats", Any::seats(rules).into()), ("clock", time.into())];
    format!("{title}{}", text.with("offer-terms", &args))
}

/// The beginning of a fingerprint or id: enough to compare at a glance.
pub(crate) fn short(hex: &str) -> String {
    hex.chars().take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;
    use catalog::GameName;

    #[test]
    fn only_what_is_unusual_is_told() {
        let text = Text::new(Lang::Zh);
        let usual = GameName::Laoqi.rules(["three"]).unwrap();
        assert_eq!(line(&text, &usual, Clock::Unlimited), "劳棋 · 3 座 · 不限时 · 标准规则");
        let other = GameName::Laoqi.rules(["two", "ties=consecutive"]).unwrap();
        let time = Clock::Each { seconds: 120 };
        assert_eq!(line(&text, &other, time), "劳棋 · 2 座 · 每步 2 分钟 · 平局 须连续");
        let usual = GameName::Shouhu.rules([]).unwrap();
        assert_eq!(unusual(&text, &usual), "标准规则");
        let other = GameName::Shouhu.rules(["alternate"]).unwrap();
        assert_eq!(unusual(&text, &other), "布子 轮流");
    }
}
