//! Games in words: seats, pieces, events, facts and results in the chosen language.

use std::collections::BTreeMap;

use catalog::{Any, Choice, Move, Position, Rules};
use game::{Cause, Event, Game, Kind, Outcome, Pick, Seat, SeatSet, Showing, View, Waits};

use crate::board::{Mark, Marks};
use crate::text::{Lang, Text};

/// What turns the values of one match into words.
pub(crate) struct Words<'a> {
    text: &'a Text,
    rules: &'a Rules,
    names: BTreeMap<Seat, String>,
}

impl<'a> Words<'a> {
    /// Words for a game whose seats have these names.
    pub(crate) fn new(text: &'a Text, rules: &'a Rules, names: BTreeMap<Seat, String>) -> Self {
        Self { text, rules, names }
    }

    /// A seat: its number, and its name if it has one.
    pub(crate) fn seat(&self, seat: Seat) -> String {
        seat_named(self.text, seat, self.names.get(&seat).map(String::as_str))
    }

    /// Several seats.
    pub(crate) fn seats(&self, seats: SeatSet) -> String {
        self.list(seats.iter().map(|seat| self.seat(seat)))
    }

    fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        let items: Vec<_> = items.into_iter().collect();
        items.join(&self.text.get("list-separator"))
    }

    /// A kind of piece.
    pub(crate) fn kind(&self, kind: Kind) -> String {
        let name = Any::kinds(self.rules).get(usize::from(kind.0));
        name.map_or_else(
            || self.text.get("kind-unknown"),
            |name| match self.text.lang() {
                Lang::Zh => name.zh.to_owned(),
                Lang::En => name.en.to_owned(),
            },
        )
    }

    /// A choice: in words if there are some, else in notation.
    pub(crate) fn choice(&self, at: &Position, choice: &Choice) -> String {
        let notation = Any::write_choice(at, choice);
        let key = format!("choice-{}-{notation}", self.rules.game().id());
        self.text.find(&key, &[]).unwrap_or(notation)
    }

    /// A word to point at.
    pub(crate) fn word(&self, word: &str) -> String {
        self.text.find(&format!("word-{word}"), &[]).unwrap_or_else(|| word.to_owned())
    }

    /// A move: which piece, and the notation.
    pub(crate) fn mv(&self, at: &Position, mv: &Move) -> String {
        let notation = Any::write_move(at, mv);
        let view = Any::view(at, &game::Known::public());
        let token = match Any::picks(at, mv).into_iter().next() {
            Some(Pick::Node(node)) => view.tokens.get(usize::from(node)).copied().flatten(),
            Some(Pick::Word(word)) => {
                let args = [("word", self.word(word).into()), ("move", notation.into())];
                return self.text.with("move-by-word", &args);
            }
            None => None,
        };
        match token.and_then(|token| token.kind) {
            Some(kind) => {
                let args = [("kind", self.kind(kind).into()), ("move", notation.into())];
                self.text.with("move-of-kind", &args)
            }
            None => notation,
        }
    }

    /// An event, told from the position before it.
    pub(crate) fn event(&self, before: &Position, event: &Event<Any>) -> String {
        let one =
            |key: &str, seat: &Seat| self.text.with(key, &[("seat", self.seat(*seat).into())]);
        let many = |key: &str, seats: &SeatSet| {
            self.text.with(key, &[("seats", self.seats(*seats).into())])
        };
        match event {
            Event::Moved(seat, mv) => {
                let args =
                    [("seat", self.seat(*seat).into()), ("move", self.mv(before, mv).into())];
                self.text.with("event-moved", &args)
            }
            Event::Unsealed(showings) => self.unsealed(before, showings),
            Event::Deployed(seats) => many("event-deployed", seats),
            Event::Tossed(value) => self.text.with("event-tossed", &[("value", (*value).into())]),
            Event::Ruled(answers) => {
                self.text.with("event-ruled", &[("count", answers.len().into())])
            }
            Event::Skipped(seat) => one("event-skipped", seat),
            Event::Out(seats, Cause::Resigned) => many("event-resigned", seats),
            Event::Out(seats, Cause::Refused) => many("event-refused", seats),
            Event::Agreed => self.text.get("event-agreed"),
        }
    }

    fn unsealed(&self, before: &Position, showings: &BTreeMap<Seat, Showing<Choice>>) -> String {
        let each = showings.iter().map(|(seat, showing)| {
            let what = match showing {
                Showing::Shown(choice) => self.choice(before, choice),
                Showing::Absent => self.text.get("showing-absent"),
                Showing::Withheld => self.text.get("showing-withheld"),
            };
            let args = [("seat", self.seat(*seat).into()), ("what", what.into())];
            self.text.with("showing", &args)
        });
        self.text.with("event-unsealed", &[("showings", self.list(each).into())])
    }

    /// What an event changed beside what it says: pieces gone and come, armies taken over, seats out.
    pub(crate) fn changes(&self, before: &View, after: &View) -> Vec<String> {
        let mut changes = Vec::new();
        let (old, new) = (census(before), census(after));
        let armies: SeatSet = old.keys().chain(new.keys()).map(|(army, _)| *army).collect();
        for army in armies.iter() {
            changes.extend(self.army_changes(army, &old, &new));
        }
        let (old, new) = (commands(before), commands(after));
        for (army, seat) in new.iter().filter(|(army, seat)| old.get(army) != Some(seat)) {
            let args = [("army", army.number().into()), ("seat", self.seat(*seat).into())];
            changes.push(self.text.with("change-commander", &args));
        }
        let out = before.living.minus(after.living);
        if !out.is_empty() {
            changes.push(self.text.with("change-out", &[("seats", self.seats(out).into())]));
        }
        changes
    }

    fn army_changes(&self, army: Seat, old: &Census, new: &Census) -> Option<String> {
        let kinds = old.keys().chain(new.keys()).filter(|(of, _)| *of == army);
        let kinds: std::collections::BTreeSet<_> = kinds.map(|(_, kind)| *kind).collect();
        let mut parts = Vec::new();
        for kind in kinds {
            let count = |census: &Census| census.get(&(army, kind)).copied().unwrap_or(0);
            let name = kind.map_or_else(|| self.text.get("kind-unknown"), |k| self.kind(Kind(k)));
            match count(new) - count(old) {
                0 => {}
                more @ 1.. => parts.push(format!("+{more} {name}")),
                fewer => parts.push(format!("{fewer} {name}")),
            }
        }
        let args = [("army", army.number().into()), ("parts", self.list(parts.clone()).into())];
        (!parts.is_empty()).then(|| self.text.with("change-pieces", &args))
    }

    /// How a game ended.
    pub(crate) fn outcome(&self, outcome: Outcome) -> String {
        outcome_named(self.text, outcome, |seats| self.seats(seats))
    }

    /// What a position waits for.
    pub(crate) fn waits(&self, at: &Position) -> String {
        let with =
            |key: &str, seats: SeatSet| self.text.with(key, &[("seats", self.seats(seats).into())]);
        match Any::waits(at) {
            Waits::Move(seat) => with("waits-move", SeatSet::one(seat)),
            Waits::Choices(seats) => with("waits-choices", seats),
            Waits::Deployments(seats) => with("waits-deployments", seats),
            Waits::Toss { from, .. } => with("waits-toss", from),
            Waits::Rulings(claims) => {
                with("waits-rulings", claims.iter().filter_map(|(_, seat)| *seat).collect())
            }
            Waits::Nothing(outcome) => self.outcome(outcome),
        }
    }

    /// The facts of a view, one line each; what is not worth a line is left out.
    pub(crate) fn facts(&self, view: &View) -> Vec<String> {
        let all = u32::from(view.living.len());
        let told = view.facts.iter().filter(|(key, numbers)| match *key {
            // What the position waits for says it.
            "contest" => false,
            // Only what is no longer so for everybody.
            "incite" => u32::try_from(numbers.len()) != Ok(all),
            _ => true,
        });
        told.filter_map(|(key, numbers)| self.fact(key, numbers)).collect()
    }

    fn fact(&self, key: &str, numbers: &[u32]) -> Option<String> {
        let (a, b) = self.fact_values(key, numbers)?;
        let args = [("key", key.into()), ("a", a.into()), ("b", b.into())];
        let own = self.text.find(&format!("fact-{key}"), &args);
        Some(own.unwrap_or_else(|| self.text.with("fact-other", &args)))
    }

    /// The numbers of a fact in words, in two parts; none: nothing worth a line.
    fn fact_values(&self, key: &str, numbers: &[u32]) -> Option<(String, String)> {
        let seats =
            |numbers: &[u32]| self.seats(numbers.iter().filter_map(seat_numbered).collect());
        let plain = |numbers: &[u32]| self.list(numbers.iter().map(u32::to_string));
        let (head, rest) = numbers.split_first()?;
        let one = std::slice::from_ref(head);
        // What is counted is told where it is not zero.
        let counted = |name: &dyn Fn(&u32) -> String| {
            let each = (0..).zip(numbers).filter(|(_, count)| **count > 0);
            let told: Vec<_> = each.map(|(at, n)| format!("{} {n}", name(&at))).collect();
            (!told.is_empty()).then(|| self.list(told))
        };
        let seat = |number: &u32| seats(std::slice::from_ref(number));
        let army = |number: &u32| self.text.with("army", &[("army", (*number).into())]);
        let only = |told: String| Some((told, String::new()));
        match key {
            "contest" | "losers" | "play_off" | "any_piece" | "crown" | "incite" => {
                only(seats(numbers))
            }
            "pick" => Some((seats(one), seats(rest))),
            "mandate" => {
                Some((seats(one), self.list(rest.iter().map(|kind| self.kind_numbered(*kind)))))
            }
            "pending" | "queue" => only(self.list(numbers.iter().map(|n| self.gesture(*n)))),
            "ties" => only(counted(&|number| self.gesture(*number))?),
            "lost" | "promoted" => only(counted(&army)?),
            "timeouts" => only(counted(&seat)?),
            "showing" if *head <= 1 => None,
            "quiet" if rest.iter().any(|limit| head.saturating_mul(4) < *limit) => None,
            "ply" | "quiet" | "showing" => Some((plain(one), plain(rest))),
            "timeouts_limit" | "shown" => None,
            _ => only(plain(numbers)),
        }
    }

    fn kind_numbered(&self, number: u32) -> String {
        u8::try_from(number).map_or_else(|_| number.to_string(), |number| self.kind(Kind(number)))
    }

    fn gesture(&self, number: u32) -> String {
        let key = format!("gesture-{number}");
        self.text.find(&key, &[]).unwrap_or_else(|| number.to_string())
    }

    /// The game and its options, in one line.
    pub(crate) fn options(&self) -> String {
        let each = self.rules.pairs().into_iter().map(|(key, value)| {
            let name = self.text.find(&format!("option-{key}"), &[]);
            let shown = self.text.find(&format!("option-{key}-{value}"), &[]);
            format!("{} {}", name.unwrap_or_else(|| key.to_owned()), shown.unwrap_or(value))
        });
        each.collect::<Vec<_>>().join(&self.text.get("option-separator"))
    }
}

fn seat_numbered(number: &u32) -> Option<Seat> {
    Seat::new(u8::try_from(*number).ok()?)
}

/// A seat with a name, or without.
pub(crate) fn seat_named(text: &Text, seat: Seat, name: Option<&str>) -> String {
    let number = seat.number().into();
    match name {
        Some(name) => text.with("seat-named", &[("seat", number), ("name", name.into())]),
        None => text.with("seat", &[("seat", number)]),
    }
}

/// How a game ended, with seats told by `seats`.
pub(crate) fn outcome_named(
    text: &Text,
    outcome: Outcome,
    seats: impl Fn(SeatSet) -> String,
) -> String {
    match outcome {
        Outcome::Won(winners) => text.with("outcome-won", &[("seats", seats(winners).into())]),
        Outcome::Drawn(all) => text.with("outcome-drawn", &[("seats", seats(all).into())]),
    }
}

/// The nodes that a move touched, marked.
pub(crate) fn touched(at: &Position, mv: &Move) -> Marks {
    let nodes = Any::picks(at, mv).into_iter().filter_map(|pick| match pick {
        Pick::Node(node) => Some((node, Mark::Last)),
        Pick::Word(_) => None,
    });
    nodes.collect()
}

/// How many pieces of each army and kind there are.
type Census = BTreeMap<(Seat, Option<u8>), i32>;

fn census(view: &View) -> Census {
    let mut census = Census::new();
    for token in view.tokens.iter().flatten() {
        *census.entry((token.army, token.kind.map(|kind| kind.0))).or_default() += 1;
    }
    census
}

fn commands(view: &View) -> BTreeMap<Seat, Seat> {
    view.tokens.iter().flatten().map(|token| (token.army, token.controller)).collect()
}
