//! What is said at the table: lines that come are printed, and lines that are typed behind `say`
//! are sent. Nothing else that is typed ever goes there.

use std::sync::Arc;

use game::{Seat, SeatSet};
use table::{Command, Phrase, Spoken, TableView};

use super::Session;
use crate::out::complain;
use crate::problem::Teller;
use crate::said;
use crate::text::Text;

/// What has been printed of what is said.
#[derive(Default)]
pub(super) struct Heard {
    /// The last line.
    number: u64,
    /// Whom which of the last lines has not reached, as it was told.
    unreached: Vec<(u64, SeatSet)>,
}

impl Heard {
    /// What there is to print now.
    fn news(&mut self, text: &Text, view: &TableView) -> Vec<String> {
        let mut lines = Vec::new();
        for spoken in view.talk.lines.iter() {
            if spoken.number > self.number {
                self.number = spoken.number;
                lines.push(told(text, spoken));
            }
            let now = (spoken.number, spoken.unreached);
            if !spoken.unreached.is_empty() && !self.unreached.contains(&now) {
                let seats = said::seats(text, view, spoken.unreached);
                lines.push(text.with("talk-unreached", &[("seats", seats.into())]));
                self.unreached.push(now);
            }
        }
        let kept = view.talk.lines.first().map_or(self.number, |line| line.number);
        self.unreached.retain(|(number, _)| *number >= kept);
        lines
    }
}

fn told(text: &Text, spoken: &Arc<Spoken>) -> String {
    let words = ("words", said::words(text, &spoken.words).into());
    if spoken.is_own {
        return text.with("talk-own", &[words]);
    }
    let id = ("id", spoken.who.fingerprint.as_str().into());
    text.with("talk-line", &[("seat", said::who(text, spoken).into()), id, words])
}

impl Session<'_> {
    /// Prints what has been said.
    pub(super) fn show_talk(&mut self, view: &TableView) {
        for line in self.heard.news(self.text, view) {
            self.out.line(&line);
        }
    }

    /// Does what was typed, if it is about talking.
    pub(super) fn talks(&mut self, view: &TableView, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "say" | "说" => self.says(rest.trim()),
            "mute" | "屏蔽" => self.mutes(view, rest, true),
            "unmute" | "解除" => self.mutes(view, rest, false),
            "chat" | "聊天" => match rest.trim() {
                "on" | "开" => self.switches(true),
                "off" | "关" => self.switches(false),
                _ => self.talk_help(),
            },
            _ => return false,
        }
        true
    }

    fn says(&mut self, words: &str) {
        let numbered = words.strip_prefix(['#', '＃']).map(str::parse::<usize>);
        let phrase = match numbered {
            Some(Ok(number)) => number.checked_sub(1).and_then(|at| Phrase::ALL.get(at)).copied(),
            _ => None,
        };
        if let Some(phrase) = phrase {
            return self.table.apply(Command::Say(table::Words::Phrase(phrase)));
        }
        if words.is_empty() || matches!(numbered, Some(Ok(_))) {
            return self.talk_help();
        }
        match said::typed(self.text, words, Teller::Terminal) {
            Ok(line) => self.table.apply(Command::Say(table::Words::Line(line))),
            Err(why) => complain(self.text, &why.what, &why.next),
        }
    }

    fn mutes(&mut self, view: &TableView, number: &str, is_muted: bool) {
        let seat = number.trim().parse().ok().and_then(Seat::new);
        let Some(seat) = seat else { return self.say("talk-mute-usage") };
        if !view.talk.others.has(seat) {
            return self.say("talk-no-seat");
        }
        self.table.apply(Command::Mute(seat, is_muted));
        let key = if is_muted { "talk-muted" } else { "talk-heard" };
        let seat = said::seats(self.text, view, SeatSet::one(seat));
        let line = self.text.with(key, &[("seat", seat.into())]);
        self.out.line(&line);
    }

    fn switches(&mut self, is_on: bool) {
        self.table.apply(Command::Talk(is_on));
        self.say(if is_on { "talk-switched-on" } else { "talk-switched-off" });
    }

    pub(super) fn talk_help(&mut self) {
        let phrase = |(number, phrase): (usize, &Phrase)| {
            format!("#{number} {}", self.text.get(said::phrase_key(*phrase)))
        };
        let phrases: Vec<String> = (1..).zip(Phrase::ALL.iter()).map(phrase).collect();
        let line = self.text.with("talk-usage", &[("phrases", phrases.join("  ").into())]);
        self.out.line(&line);
        self.say("talk-mute-usage");
    }
}
