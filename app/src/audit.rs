//! `qiyue audit`: what a record proves, what it does not, and what it comes to.

use std::collections::BTreeMap;
use std::path::Path;

use catalog::Any;
use game::{Game as _, Seat, SeatSet};
use serde_json::{Value, json};
use table::Clock;
use table::auditing::{self, Agreement, Audited, Difference, Header, Relation, Unknown, Verdict};
use unicode_width::UnicodeWidthStr;

use crate::cli;
use crate::clock;
use crate::exit::Exit;
use crate::files;
use crate::out::{Out, pad, plain};
use crate::text::Text;
use crate::words::{Words, outcome_named, seat_named};

/// What no audit can know, by the keys of the sentences about it.
pub(crate) const UNCHECKED: [&str; 3] = ["identity", "clocks", "collusion"];

/// Audits files one by one, then compares them.
pub(crate) fn run(args: &cli::Audit, _: &cli::Globals, text: &Text) -> Exit {
    let mut out = Out::stdout();
    let mut exit = Exit::Good;
    let mut read: Vec<(&Path, Audited)> = Vec::new();
    for (number, path) in args.files.iter().enumerate() {
        if number > 0 && !args.json {
            out.line("");
        }
        match files::open(path) {
            Err(error) => {
                out.flush();
                exit = exit.worst(files::unreadable(path, &error, text));
                if args.json {
                    out.line(&unread(path, &error, text).to_string());
                }
            }
            Ok(source) => {
                let audited = auditing::audit(source);
                exit = exit.worst(Exit::of_code(audited.verdict.exit_code()));
                if args.json {
                    out.line(&as_json(path, &audited).to_string());
                } else {
                    report_lines(&audited, path, text).iter().for_each(|line| out.line(line));
                }
                read.push((path, audited));
            }
        }
    }
    let (paths, records): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let agreements = auditing::compare(&records);
    if !args.json && !agreements.is_empty() {
        out.line(&format!("\n{}", text.get("compare-title")));
    }
    for agreement in &agreements {
        exit = exit.worst(weight(&agreement.relation));
        let pair = Pair { agreement, paths: &paths, records: &records, text };
        out.line(&if args.json { pair.as_json().to_string() } else { pair.sentence() });
    }
    exit
}

/// Names of the players in a header.
pub(crate) fn names(header: &Header) -> BTreeMap<Seat, String> {
    let named = |player: &auditing::Player| (player.seat, plain(&player.name));
    header.players.iter().map(named).collect()
}

/// The lines that say what a record is about; with the number of steps and plies, if given.
pub(crate) fn header_lines(
    header: &Header,
    length: Option<(u32, u32)>,
    text: &Text,
) -> Vec<String> {
    let game = plain(&header.game);
    let known = text.find(&format!("game-{game}"), &[]);
    let title = [
        ("game", known.unwrap_or_else(|| game.clone()).into()),
        ("id", game.clone().into()),
        ("version", header.rules_version.into()),
        ("seats", header.players.len().into()),
    ];
    let mut rows = vec![("header-game", text.with("header-game-value", &title))];
    if let Some(rules) = &header.rules {
        let words = Words::new(text, rules, BTreeMap::new());
        rows.push(("header-options", words.options()));
    }
    rows.push(("header-match", header.match_id.clone()));
    let machine = [("machine", header.machine.into())];
    rows.push((
        "header-clock",
        match header.clock {
            Clock::Unlimited => text.with("header-clock-none", &machine),
            Clock::Each { seconds } => {
                let [machine] = machine;
                text.with("header-clock-each", &[("seconds", seconds.into()), machine])
            }
            clock @ Clock::Total { .. } => {
                let [machine] = machine;
                let time = clock::told(text, clock);
                text.with("header-clock-total", &[("clock", time.into()), machine])
            }
        },
    ));
    let seat =
        |player: &auditing::Player| seat_named(text, player.seat, Some(&plain(&player.name)));
    let longest = header.players.iter().map(|player| seat(player).width()).max().unwrap_or(0);
    for player in &header.players {
        let key = [("key", player.fingerprint.clone().into())];
        let line = format!("{}  {}", pad(&seat(player), longest), text.with("header-key", &key));
        rows.push((if player.seat.number() == 0 { "header-players" } else { "" }, line));
    }
    if let Some((steps, plies)) = length {
        let args = [("steps", steps.into()), ("plies", plies.into())];
        rows.push(("header-progress", text.with("header-progress-value", &args)));
    }
    table(&rows, text)
}

/// Two columns: titles by their keys, and values.
fn table(rows: &[(&str, String)], text: &Text) -> Vec<String> {
    let title = |key: &str| if key.is_empty() { String::new() } else { text.get(key) };
    let longest = rows.iter().map(|(key, _)| title(key).width()).max().unwrap_or(0);
    rows.iter().map(|(key, value)| format!("  {}  {value}", pad(&title(key), longest))).collect()
}

/// The whole report on one record.
pub(crate) fn report_lines(audited: &Audited, path: &Path, text: &Text) -> Vec<String> {
    let mut lines = vec![files::shown(path)];
    if let Some(header) = &audited.header {
        lines.extend(header_lines(header, Some((audited.steps, audited.plies)), text));
        lines.push(text.get("audit-checks"));
        lines.extend(check_lines(&audited.checks, text));
        lines.push(text.get("audit-unchecked"));
        lines.extend(UNCHECKED.map(|key| format!("  {}", text.get(&format!("unchecked-{key}")))));
    }
    lines.push(text.get("audit-verdict"));
    let verdict = verdict_lines(audited, path, text);
    lines.extend(verdict.iter().map(|line| format!("  {line}")));
    lines
}

fn check_lines(checks: &[auditing::Count], text: &Text) -> Vec<String> {
    let title = |id: &str| text.get(&format!("check-{id}"));
    let longest = checks.iter().map(|count| title(count.check).width()).max().unwrap_or(0);
    let line = |count: &auditing::Count| {
        let made = count.passed + u64::from(count.failed);
        let mark = if count.failed { text.get("check-failed") } else { String::new() };
        format!("  {}  {}/{made}{mark}", pad(&title(count.check), longest), count.passed)
    };
    checks.iter().map(line).collect()
}

/// What a record comes to: a sentence, then what it means and what to do.
pub(crate) fn verdict_lines(audited: &Audited, path: &Path, text: &Text) -> Vec<String> {
    let mut lines = verdict_sentences(audited, text);
    if let Some(offset) = audited.torn {
        lines.push(text.with("verdict-torn", &[("offset", offset.into())]));
    }
    if let Some(step) = place(&audited.verdict).filter(|_| audited.header.is_some()) {
        let args = [("file", files::quoted(path).into()), ("step", step.into())];
        lines.push(text.with("verdict-next", &args));
    }
    lines
}

/// What a record comes to, and what that means.
pub(crate) fn verdict_sentences(audited: &Audited, text: &Text) -> Vec<String> {
    let names = audited.header.as_ref().map(names).unwrap_or_default();
    let seat = |seat: Seat| seat_named(text, seat, names.get(&seat).map(String::as_str));
    let seats = |seats: SeatSet| {
        let all: Vec<_> = seats.iter().map(seat).collect();
        all.join(&text.get("list-separator"))
    };
    let at_step = |key: &str, step: u32| text.with(key, &[("step", step.into())]);
    match &audited.verdict {
        Verdict::Complete { outcome, unsealed } => {
            let outcome = outcome_named(text, *outcome, seats);
            let complete = text.with("verdict-complete", &[("outcome", outcome.into())]);
            let open = || text.with("verdict-unsealed", &[("seats", seats(*unsealed).into())]);
            let open = (!unsealed.is_empty()).then(open);
            [complete].into_iter().chain(open).collect()
        }
        Verdict::Unfinished => {
            vec![text.with("verdict-unfinished", &[("steps", audited.steps.into())])]
        }
        Verdict::Claimed { silent, step, signed } => {
            let args = [
                ("silent", seats(*silent).into()),
                ("step", (*step).into()),
                ("signed", seats(*signed).into()),
                ("count", signed.len().into()),
            ];
            vec![text.with("verdict-claimed", &args)]
        }
        Verdict::Diverged { step } => vec![at_step("verdict-diverged", *step)],
        Verdict::Cheated { seat: who, step, check, offset } => {
            let args = [
                ("seat", seat(*who).into()),
                ("step", (*step).into()),
                ("check", (*check).into()),
                ("offset", (*offset).into()),
            ];
            let means = text.get(&format!("check-{check}-failed"));
            vec![text.with("verdict-cheated", &args), means]
        }
        Verdict::Invalid { .. } => invalid_sentences(audited, text),
        Verdict::Unsupported(unknown) => vec![unknown_sentence(unknown, text)],
    }
}

fn invalid_sentences(audited: &Audited, text: &Text) -> Vec<String> {
    let Verdict::Invalid { offset, step, check, trouble, reason } = &audited.verdict else {
        return Vec::new();
    };
    let args = [
        ("offset", (*offset).into()),
        ("step", (*step).into()),
        ("check", (*check).into()),
        ("reason", plain(reason).into()),
    ];
    let key = if audited.header.is_some() { "verdict-invalid" } else { "verdict-no-contract" };
    let mut lines = vec![text.with(key, &args)];
    match trouble {
        Some(trouble) => lines.push(text.get(&format!("trouble-{}", trouble.id()))),
        None => {
            lines.push(text.get(&format!("check-{check}-failed")));
            lines.push(text.with("invalid-reason", &args));
        }
    }
    lines
}

/// The step to look at.
pub(crate) fn place(verdict: &Verdict) -> Option<u32> {
    match verdict {
        Verdict::Claimed { step, .. }
        | Verdict::Diverged { step }
        | Verdict::Cheated { step, .. }
        | Verdict::Invalid { step, .. } => Some(*step),
        Verdict::Complete { .. } | Verdict::Unfinished | Verdict::Unsupported(_) => None,
    }
}

fn unknown_sentence(unknown: &Unknown, text: &Text) -> String {
    match unknown {
        Unknown::Format(version) => text.with("unknown-format", &[("version", (*version).into())]),
        Unknown::Protocol(version) => {
            text.with("unknown-protocol", &[("version", (*version).into())])
        }
        Unknown::Game(game) => text.with("unknown-game", &[("game", plain(game).into())]),
        Unknown::Rules { asked, known } => {
            let args = [("asked", (*asked).into()), ("known", (*known).into())];
            text.with("unknown-rules", &args)
        }
        Unknown::Other(reason) => text.with("unknown-other", &[("reason", plain(reason).into())]),
    }
}

/// What a comparison adds to the exit code.
fn weight(relation: &Relation) -> Exit {
    match relation {
        Relation::Differs { .. } => Exit::Bad,
        Relation::Unreadable
        | Relation::OtherMatch
        | Relation::Same { .. }
        | Relation::Resigned { .. } => Exit::Good,
    }
}

struct Pair<'a> {
    agreement: &'a Agreement,
    paths: &'a [&'a Path],
    records: &'a [Audited],
    text: &'a Text,
}

impl Pair<'_> {
    fn path(&self, number: usize) -> String {
        self.paths.get(number).map_or_else(String::new, |path| files::shown(path))
    }

    fn sentence(&self) -> String {
        let text = self.text;
        let first = ("first", self.path(self.agreement.first).into());
        let second = ("second", self.path(self.agreement.second).into());
        let told = match &self.agreement.relation {
            Relation::Unreadable => text.with("compare-unreadable", &[first, second]),
            Relation::OtherMatch => text.with("compare-other-match", &[first, second]),
            Relation::Same { steps } => {
                text.with("compare-same", &[first, second, ("steps", (*steps).into())])
            }
            Relation::Resigned { steps, step } => {
                let args = [first, second, ("steps", (*steps).into()), ("step", (*step).into())];
                text.with("compare-resigned", &args)
            }
            Relation::Differs { step, seats } => {
                let mut told =
                    text.with("compare-differs", &[first, second, ("step", (*step).into())]);
                for (seat, difference) in seats {
                    told.push_str(&format!("\n    {}", self.difference(*seat, *difference)));
                }
                told
            }
        };
        format!("  {told}")
    }

    fn difference(&self, seat: Seat, difference: Difference) -> String {
        let record = self.records.get(self.agreement.first);
        let names = record.and_then(|record| record.header.as_ref()).map(names);
        let name = names.and_then(|names| names.get(&seat).cloned());
        let args = [("seat", seat_named(self.text, seat, name.as_deref()).into())];
        self.text.with(&format!("compare-seat-{}", difference_id(difference)), &args)
    }

    fn as_json(&self) -> Value {
        let (relation, steps, step, seats) = match &self.agreement.relation {
            Relation::Unreadable => ("unreadable", None, None, &[][..]),
            Relation::OtherMatch => ("other-match", None, None, &[][..]),
            Relation::Same { steps } => ("same", Some(steps), None, &[][..]),
            Relation::Resigned { steps, step } => ("resigned", Some(steps), Some(step), &[][..]),
            Relation::Differs { step, seats } => ("differs", None, Some(step), seats.as_slice()),
        };
        let seats = seats.iter().map(|(seat, difference)| {
            json!({ "seat": seat.number(), "difference": difference_id(*difference) })
        });
        json!({
            "schema": "qiyue-compare/1",
            "first": self.path(self.agreement.first),
            "second": self.path(self.agreement.second),
            "relation": relation,
            "steps": steps,
            "step": step,
            "seats": seats.collect::<Vec<_>>(),
        })
    }
}

const fn difference_id(difference: Difference) -> &'static str {
    match difference {
        Difference::Twice => "twice",
        Difference::Missing => "missing",
        Difference::Unproven => "unproven",
    }
}

fn unread(path: &Path, error: &std::io::Error, text: &Text) -> Value {
    let (error, _) = files::why(path, error, text);
    let file = files::shown(path);
    json!({ "schema": "qiyue-audit/1", "file": file, "exit": 2, "error": error })
}

fn as_json(path: &Path, audited: &Audited) -> Value {
    let count = |count: &auditing::Count| json!({ "id": count.check, "passed": count.passed, "failed": count.failed });
    json!({
        "schema": "qiyue-audit/1",
        "file": files::shown(path),
        "exit": audited.verdict.exit_code(),
        "verdict": verdict_json(&audited.verdict),
        "contract": audited.header.as_ref().map(header_json),
        "steps": audited.steps,
        "plies": audited.plies,
        "checks": audited.checks.iter().map(count).collect::<Vec<_>>(),
        "unchecked": UNCHECKED,
        "torn": audited.torn,
    })
}

/// A contract as JSON.
pub(crate) fn header_json(header: &Header) -> Value {
    let player = |player: &auditing::Player| {
        json!({
            "seat": player.seat.number(),
            "name": player.name,
            "key": player.key,
            "fingerprint": player.fingerprint,
            "peer": player.peer,
            "nonce": player.nonce,
            "signature": player.signature,
        })
    };
    let options = header.rules.as_ref().map(|rules| {
        let pairs = rules.pairs().into_iter();
        pairs.map(|(key, value)| (key.to_owned(), json!(value))).collect::<serde_json::Map<_, _>>()
    });
    let (kind, seconds, increment) = match header.clock {
        Clock::Unlimited => ("unlimited", None, None),
        Clock::Each { seconds } => ("each", Some(seconds), None),
        Clock::Total { seconds, increment } => ("total", Some(seconds), Some(increment)),
    };
    json!({
        "match": header.match_id,
        "protocol": header.protocol,
        "game": header.game,
        "rules_version": header.rules_version,
        "rules_digest": header.rules_digest,
        "options": options,
        "hiding": header.rules.as_ref().and_then(Any::hiding).map(|hiding| hiding_json(&hiding)),
        "clock": kind,
        "clock_seconds": seconds,
        "increment_seconds": increment,
        "machine_seconds": header.machine,
        "players": header.players.iter().map(player).collect::<Vec<_>>(),
    })
}

/// All that a referee is told: counts by kind, places barred to each kind, kinds that can move as a
/// mask, the announcement table by attacker and defender.
fn hiding_json(hiding: &game::Hiding) -> Value {
    json!({
        "counts": hiding.counts,
        "barred": hiding.barred,
        "movable": hiding.movable.0,
        "codes": hiding.codes,
    })
}

fn verdict_json(verdict: &Verdict) -> Value {
    let set = |seats: &SeatSet| seats.iter().map(Seat::number).collect::<Vec<_>>();
    let mut fields = match verdict {
        Verdict::Complete { outcome, unsealed } => {
            let (key, seats) = match outcome {
                game::Outcome::Won(seats) => ("won", seats),
                game::Outcome::Drawn(seats) => ("drawn", seats),
            };
            json!({ key: set(seats), "unsealed": set(unsealed) })
        }
        Verdict::Unfinished => json!({}),
        Verdict::Claimed { silent, step, signed } => {
            json!({ "silent": set(silent), "step": step, "signed": set(signed) })
        }
        Verdict::Diverged { step } => json!({ "step": step }),
        Verdict::Cheated { seat, step, check, offset } => {
            json!({ "seat": seat.number(), "step": step, "check": check, "offset": offset })
        }
        Verdict::Invalid { offset, step, check, trouble, reason } => json!({
            "offset": offset,
            "step": step,
            "check": check,
            "trouble": trouble.as_ref().map(auditing::Trouble::id),
            "reason": reason,
        }),
        Verdict::Unsupported(unknown) => match unknown {
            Unknown::Format(version) => json!({ "format": version }),
            Unknown::Protocol(version) => json!({ "protocol": version }),
            Unknown::Game(game) => json!({ "game": game }),
            Unknown::Rules { asked, known } => json!({ "rules": asked, "known": known }),
            Unknown::Other(reason) => json!({ "reason": reason }),
        },
    };
    if let Some(fields) = fields.as_object_mut() {
        fields.insert("id".to_owned(), json!(verdict.id()));
    }
    fields
}
