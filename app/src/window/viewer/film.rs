//! A record read for the viewer: what happened, one shot after the other, and what an audit says.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::SystemTime;

use catalog::{Any, Position, Rules};
use game::{Event, Game, Known, Node, Seat};
use table::auditing::{self, Audited, Source};

use super::super::ledger::Ledger;
use crate::audit::names;
use crate::text::{Lang, Text};
use crate::words::{Words, touched};

/// A position is kept once in so many shots; those between are played again when they are asked for.
const KEPT_EVERY: usize = 64;

/// A record, read, in the words of one language.
pub(crate) struct Film {
    /// The language of its words.
    pub(crate) lang: Lang,
    /// What an audit says.
    pub(crate) audited: Audited,
    /// Every step of it.
    pub(crate) ledger: Ledger,
    /// How many seconds ago it was written to, if the system says.
    pub(crate) age: Option<u64>,
    /// The rules, if this program knows them.
    pub(crate) rules: Option<Rules>,
    /// What happened, as far as it holds.
    pub(crate) shots: Vec<Shot>,
    kept: Vec<Position>,
}

/// One event of a record.
pub(crate) struct Shot {
    /// In which step.
    pub(crate) step: u32,
    /// How many plies are complete after it.
    pub(crate) ply: u32,
    /// In words, seats by their numbers.
    pub(crate) line: String,
    /// In words, seats with their names; then what it changed.
    pub(crate) told: Vec<String>,
    /// What a move touched.
    touched: Option<Vec<Node>>,
    event: Event<Any>,
}

/// Why a file is no film at all.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The system does not give it.
    Io(io::Error),
    /// It is a pipe, a device or the like, of which nobody knows where it ends.
    Odd,
}

impl Film {
    /// Reads a file, audits it, and puts it into words.
    pub(crate) fn read(path: &Path, lang: Lang) -> Result<Self, Unread> {
        let meta = std::fs::metadata(path).map_err(Unread::Io)?;
        if meta.is_dir() {
            return Err(Unread::Io(ErrorKind::IsADirectory.into()));
        }
        if !meta.is_file() {
            return Err(Unread::Odd);
        }
        let written = meta.modified().ok();
        let age = written.and_then(|then| SystemTime::now().duration_since(then).ok());
        let source = Source::open(path).map_err(Unread::Io)?;
        Ok(Self::of(source, lang, age.map(|age| age.as_secs())))
    }

    fn of(source: Source, lang: Lang, age: Option<u64>) -> Self {
        let text = Text::new(lang);
        let header = auditing::header(&source);
        let rules = header.as_ref().and_then(|header| header.rules.clone());
        let (mut shots, mut kept) = (Vec::new(), Vec::new());
        if let (Some(header), Some(rules)) = (&header, &rules) {
            kept.push(Any::start(rules));
            let short = Words::new(&text, rules, Default::default());
            let long = Words::new(&text, rules, names(header));
            auditing::replay(source.clone(), &mut |played| {
                let mut at = played.before.clone();
                for event in played.events {
                    let before = at.clone();
                    // The events of a step that holds can be applied.
                    let _ = Any::apply(&mut at, event);
                    shots.push(Shot::of(played.step, event, (&before, &at), (&short, &long)));
                    if shots.len().is_multiple_of(KEPT_EVERY) {
                        kept.push(at.clone());
                    }
                }
            });
        }
        let (ledger, audited) = Ledger::read(source);
        Self { lang, audited, ledger, age, rules, shots, kept }
    }

    /// The position after so many shots.
    pub(crate) fn position(&self, shots: usize) -> Option<Position> {
        let shots = shots.min(self.shots.len());
        let from = (shots / KEPT_EVERY).min(self.kept.len().checked_sub(1)?);
        let mut at = self.kept.get(from)?.clone();
        for shot in self.shots.iter().take(shots).skip(from * KEPT_EVERY) {
            let _ = Any::apply(&mut at, &shot.event);
        }
        Some(at)
    }

    /// What the last move before this touched.
    pub(crate) fn touched(&self, shots: usize) -> Vec<Node> {
        let before = self.shots.iter().take(shots).rev();
        before.filter_map(|shot| shot.touched.clone()).next().unwrap_or_default()
    }

    /// How many shots there are up to and with this step.
    pub(crate) fn shots_to(&self, step: u32) -> usize {
        self.shots.partition_point(|shot| shot.step <= step)
    }

    /// How a player is called, as far as is known.
    pub(crate) fn name(&self, seat: Seat) -> Option<&str> {
        let header = self.audited.header.as_ref()?;
        let player = header.players.iter().find(|player| player.seat == seat)?;
        Some(&player.name)
    }
}

impl Shot {
    fn of(
        step: u32,
        event: &Event<Any>,
        (before, after): (&Position, &Position),
        (short, long): (&Words<'_>, &Words<'_>),
    ) -> Self {
        let public = Known::public();
        let mut told = vec![long.event(before, event)];
        told.extend(long.changes(&Any::view(before, &public), &Any::view(after, &public)));
        let touched = match event {
            Event::Moved(_, mv) => Some(touched(before, mv).into_keys().collect()),
            _ => None,
        };
        let (line, ply) = (short.event(before, event), Any::ply(after).0);
        Self { step, ply, line, told, touched, event: event.clone() }
    }
}
