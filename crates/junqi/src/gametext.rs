//! A whole game as text: tags, then a numbered line for each thing that everybody saw.
//!
//! ```text
//! game    = tags "\n" { line }
//! tags    = '[Game "junqi 1"]'          name and version of the rules
//!           '[Options "seats=2 mode=open quiet_limit=90"]'
//!                                       seats, mode, and what is not at its default for them
//!           '[Source "…"]'              where it comes from, if that must be said
//!           '[Seat0 "…"]' …             names of players, as far as they are known
//!           '[Layout0 "GDDBB/…"]' …     layouts, as far as they are known; in flip there are none
//!           '[Result "won 02"]'         or "drawn 01"; "*": the game is not over
//! line    = number ". " what [" out " seats] "\n"
//! what    = "set up " seats             all layouts are there
//!         | "first " seat               the toss: who moves first
//!         | seat " " cell "-" cell      a piece goes
//!         | seat " " cell fight cell { " " word }
//!         | seat " *" cell [" " piece]  a piece is turned up; without what it is: not yet tossed
//!         | seat " stuck"               'none of my pieces can move'
//!         | seat " skips"               the time of a turn ran out
//!         | "resigns " seats | "refuses " seats
//!         | "draw"                      agreed
//!         | "fight " ( fight { " " word } | "-" )
//!                                       the answer to an attack, if it did not come at once
//!         | "up " piece                 the toss of a flip, if it did not come at once
//!         | "shows " seat ":" ( cell | "-" ) …
//!                                       where the flags are whose Marshals died
//!         | "answers " seat ":" ( "stuck" | "moves" | "-" ) …
//!                                       whether the others can move
//! fight   = "x>"                        the attacker stays, on the cell attacked
//!         | "x<"                        the attacker dies
//!         | "x="                        both die
//!         | "x?"                        no answer, or not yet
//! word    = "flag"                      a flag is taken or destroyed
//!         | "scouts " kind              what was attacked
//!         | "marshal " seats            whose Marshals died, if that shows their flags
//! piece   = seat kind                   in flip: army and kind, as 0M
//! seats   = digits, as 02; "-" in answers: withheld
//! ```
//! Cells, kinds and layouts are those of [`crate::notation`] and [`Layout::write`] on every board.
//! `out` names the seats that the line has put out, for whatever reason.
//!
//! There is one text for a game. Reading replays every line by the rules, so that a text against them
//! is refused, and writes it again, so that what a line says of its consequences is true. Where
//! layouts of a hidden game are given, moves and answers must be what they say. A line that ends in
//! ` !` was imported and is against the rules ([`crate::jgs`]): it is for people and never read.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use game::{Cause, Event, Seat, SeatSet};
//! use junqi::{Options, Rules, WholeGame};
//!
//! let rules = Rules::new(&Options::QQ_2P).unwrap();
//! let events = vec![
//!     Event::Deployed(SeatSet::first(2)),
//!     Event::Tossed(1),
//!     Event::Out(SeatSet::one(Seat::of(1)), Cause::Resigned),
//! ];
//! // Of a hidden game the layouts that were opened; none here.
//! let game = WholeGame::new(&rules, BTreeMap::new(), events).unwrap();
//! let text = game.with_name(Seat::of(0), "Ada").write();
//! assert!(text.ends_with("\n\n1. set up 01\n2. first 1\n3. resigns 1 out 1\n"));
//! assert_eq!(WholeGame::read(&text).unwrap().write(), text);
//! ```

mod line;
mod read;
mod truth;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use game::{Event, Fault, Outcome, Seat, SeatSet, Showing};

use crate::Junqi;
use crate::layout::Layout;
use crate::options::{Mode, Options};
use crate::position::{Position, Stage};
use crate::rules::{ID, Rules, VERSION};

pub(crate) use line::{length, out, tell, told};
pub(crate) use truth::{Settled, Truth};
pub(crate) use words::{Told, mark};

/// What the tag `Source` says of a game that nobody has signed.
pub const IMPORTED: &str = "imported, not signed";
/// What ends the line of something that an import had to follow against the rules.
pub(crate) const REFUSED: &str = " !";
/// The longest text that is looked at, in bytes.
pub const TEXT_MAX: usize = 4 << 20;
/// The most events that a text can hold. No limit of the rules keeps a game shorter.
pub const EVENTS_MAX: usize = 100_000;
/// The most signs of a name.
pub const NAME_MAX: usize = 64;
/// So many faults are named; more help nobody.
const FAULTS_MAX: usize = 50;

/// A whole game: its rules, what everybody saw of it, and what is known of its layouts. It is legal:
/// only [`WholeGame::new`] and [`WholeGame::read`] make one.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeGame {
    rules: Rules,
    source: Option<String>,
    names: BTreeMap<Seat, String>,
    layouts: BTreeMap<Seat, Layout>,
    events: Vec<Event<Junqi>>,
    end: Position,
}

impl WholeGame {
    /// The game that these events are. Of a hidden game the layouts may be given that are known; those
    /// of an open one are in its events.
    ///
    /// # Errors
    /// An event against the rules, and every one that the layouts contradict, each as `event 12`.
    pub fn new(
        rules: &Rules,
        layouts: BTreeMap<Seat, Layout>,
        events: Vec<Event<Junqi>>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = faults_of_layouts(rules, &layouts);
        if events.len() > EVENTS_MAX {
            faults.push(Fault::new("events", format!("more than {EVENTS_MAX}")));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let truth = Truth(&layouts);
        let mut end = Position::start(rules);
        for (number, event) in events.iter().enumerate() {
            let place = || format!("event {}", number + 1);
            for reason in truth.contradicts(&end, event) {
                if faults.len() < FAULTS_MAX {
                    faults.push(Fault::new(place(), reason));
                }
            }
            if let Err(illegal) = end.apply(event) {
                faults.push(Fault::new(place(), illegal.0));
                break;
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let layouts = if rules.options().mode == Mode::Open { opened(&events) } else { layouts };
        let names = BTreeMap::new();
        Ok(Self { rules: *rules, source: None, names, layouts, events, end })
    }

    /// With the name of a player. Signs that cannot be shown become `?`, and a long name is cut.
    #[must_use]
    pub fn with_name(mut self, seat: Seat, name: &str) -> Self {
        if self.rules.seats().has(seat) {
            self.names.insert(seat, clean(name));
        }
        self
    }

    /// With a word on where it comes from, such as [`IMPORTED`].
    #[must_use]
    pub fn with_source(mut self, source: &str) -> Self {
        self.source = Some(clean(source));
        self
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where it comes from, if that was said.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The names that are known.
    pub const fn names(&self) -> &BTreeMap<Seat, String> {
        &self.names
    }

    /// The layouts that are known.
    pub const fn layouts(&self) -> &BTreeMap<Seat, Layout> {
        &self.layouts
    }

    /// What everybody saw, in order. Of the tosses that turn up one and the same piece, a game that was
    /// read has the lowest.
    pub fn events(&self) -> &[Event<Junqi>] {
        &self.events
    }

    /// The position that it comes to.
    pub const fn end(&self) -> &Position {
        &self.end
    }

    /// As text.
    pub fn write(&self) -> String {
        let mut text = self.write_tags();
        text.push('\n');
        let mut at = Position::start(&self.rules);
        let mut rest = self.events.as_slice();
        let mut number = 0u32;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(length(rest).min(rest.len()));
            // All events have been applied before.
            let Ok(line) = tell(&mut at, now) else { break };
            number += 1;
            let _ = writeln!(text, "{number}. {line}");
            rest = later;
        }
        text
    }

    /// Reads what [`WholeGame::write`] wrote.
    ///
    /// # Errors
    /// Every fault as `line 12`, up to the first line that the rules refuse.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        read::read(text)
    }

    fn write_tags(&self) -> String {
        let tags = Tags {
            options: self.rules.options(),
            source: self.source.as_deref(),
            names: &self.names,
            layouts: &self.layouts,
            end: self.end.stage(),
        };
        tags.write()
    }
}

/// What stands above the lines.
pub(crate) struct Tags<'a> {
    pub(crate) options: &'a Options,
    pub(crate) source: Option<&'a str>,
    pub(crate) names: &'a BTreeMap<Seat, String>,
    pub(crate) layouts: &'a BTreeMap<Seat, Layout>,
    pub(crate) end: &'a Stage,
}

impl Tags<'_> {
    pub(crate) fn write(&self) -> String {
        let mut text = tag("Game", &format!("{ID} {VERSION}"));
        text += &tag("Options", &write_options(self.options));
        if let Some(source) = self.source {
            text += &tag("Source", source);
        }
        for (seat, name) in self.names {
            text += &tag(&format!("Seat{seat}"), name);
        }
        for (seat, layout) in self.layouts {
            text += &tag(&format!("Layout{seat}"), &layout.write());
        }
        let result = match self.end {
            Stage::Over(Outcome::Won(seats)) => format!("won {}", words::seats(*seats)),
            Stage::Over(Outcome::Drawn(seats)) => format!("drawn {}", words::seats(*seats)),
            _ => "*".to_owned(),
        };
        text + &tag("Result", &result)
    }
}

fn tag(key: &str, value: &str) -> String {
    format!("[{key} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Seats and mode, and every option that is not at its default for them.
fn write_options(options: &Options) -> String {
    let plain = Options::plain(options.seats, options.mode).pairs();
    let pairs = options.pairs().into_iter().zip(plain);
    let told = pairs.filter(|(own, plain)| own != plain || ["seats", "mode"].contains(&own.0));
    let words: Vec<String> = told.map(|((key, value), _)| format!("{key}={value}")).collect();
    words.join(" ")
}

/// What can be shown in one line and turns nothing around: no control signs, no marks of direction.
pub(crate) fn clean(text: &str) -> String {
    let is_odd = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().take(NAME_MAX).map(|sign| if is_odd(sign) { '?' } else { sign }).collect()
}

/// The layouts that an open game showed.
fn opened(events: &[Event<Junqi>]) -> BTreeMap<Seat, Layout> {
    let mut layouts = BTreeMap::new();
    for event in events {
        if let Event::Unsealed(showings) = event {
            for (seat, showing) in showings {
                if let Showing::Shown(layout) = showing {
                    layouts.insert(*seat, *layout);
                }
            }
        }
    }
    layouts
}

fn faults_of_layouts(rules: &Rules, layouts: &BTreeMap<Seat, Layout>) -> Vec<Fault> {
    let seated: SeatSet = layouts.keys().copied().collect();
    if !seated.is_within(rules.seats()) {
        return vec![Fault::new("layouts", "of a seat that the game does not have")];
    }
    if rules.options().mode == Mode::Flip && !layouts.is_empty() {
        return vec![Fault::new("layouts", "nobody sets up in flip")];
    }
    layouts.iter().flat_map(|(seat, layout)| layout.faults(rules, *seat)).collect()
}
