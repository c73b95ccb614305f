//! Games in words: seats, pieces, events, facts and results in the chosen language.

mod facts;

use std::collections::{BTreeMap, BTreeSet};

use catalog::{Any, Choice, Move, Position, Rules};
use game::{
    Cause, Claim, Event, Game, Kind, Known, Node, Outcome, Pick, Seat, SeatSet, Showing, View,
    Waits,
};

use crate::board::{self, Mark, Marks};
use crate::text::{Lang, Text};

/// If more pieces are shown at once, the board says it better.
const SHOWN_MAX: usize = 3;
/// Options are told one by one up to so many; of more only those that are not as usual.
const OPTIONS: usize = 8;

/// What turns the values of one match into words.
pub(crate) struct Words<'a> {
    text: &'a Text,
    rules: &'a Rules,
    names: BTreeMap<Seat, String>,
    known: Known<Any>,
}

impl<'a> Words<'a> {
    /// Words for a game whose seats have these names, as everybody sees it.
    pub(crate) fn new(text: &'a Text, rules: &'a Rules, names: BTreeMap<Seat, String>) -> Self {
        Self { text, rules, names, known: Known::public() }
    }

    /// The same as somebody sees it who knows this.
    pub(crate) fn seen_with(self, known: Known<Any>) -> Self {
        Self { known, ..self }
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
        let view = Any::view(at, &self.known);
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
            None => self.owed(&view, &notation).unwrap_or(notation),
        }
    }

    /// A move that begins with no piece, told by the fact that asks for it.
    fn owed(&self, view: &View, notation: &str) -> Option<String> {
        view.facts.iter().find_map(|(key, numbers)| {
            let key = format!("move-{}-{key}", self.rules.game().id());
            let kind = numbers.last().and_then(|kind| u8::try_from(*kind).ok());
            let kind = kind.map(|kind| self.kind(Kind(kind))).unwrap_or_default();
            self.text.find(&key, &[("kind", kind.into()), ("move", notation.into())])
        })
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
            Event::Tossed(value) => self.tossed(before, event, *value),
            Event::Ruled(answers) => self.ruled(before, event, answers.len()),
            Event::Skipped(seat) => one("event-skipped", seat),
            Event::Out(seats, Cause::Resigned) => many("event-resigned", seats),
            Event::Out(seats, Cause::Refused) => many("event-refused", seats),
            Event::Agreed => self.text.get("event-agreed"),
        }
    }

    /// What claims came to: of a fight who is left, by what everybody sees.
    fn ruled(&self, before: &Position, event: &Event<Any>, count: usize) -> String {
        let mut after = before.clone();
        let is_applied = Any::apply(&mut after, event).is_ok();
        let public = Known::public();
        let (old, new) = (Any::view(before, &public), Any::view(&after, &public));
        let fight = old.facts.iter().find(|(key, _)| *key == "fight");
        let Some([attacker, defender]) = fight.map(|(_, cells)| cells.as_slice()) else {
            return self.text.with("event-ruled", &[("count", count.into())]);
        };
        let army = |view: &View, node: u32| {
            let token = view.tokens.get(usize::try_from(node).ok()?).copied().flatten();
            token.map(|token| token.army)
        };
        let key = match army(&new, *defender) {
            None => "event-fight-both",
            left if left == army(&old, *attacker) => "event-fight-won",
            _ => "event-fight-lost",
        };
        let key = if is_applied { key } else { "event-fight" };
        let args =
            [("attacker", self.cell(*attacker).into()), ("defender", self.cell(*defender).into())];
        self.text.with(key, &args)
    }

    /// A toss: what it decided, if that is who begins.
    fn tossed(&self, before: &Position, event: &Event<Any>, value: u16) -> String {
        let mut after = before.clone();
        let begins = match Any::apply(&mut after, event).map(|()| Any::waits(&after)) {
            Ok(Waits::Move(seat)) if !Any::begun(before) => Some(seat),
            _ => None,
        };
        let value = ("value", value.into());
        match begins {
            Some(seat) => {
                self.text.with("event-tossed-first", &[value, ("seat", self.seat(seat).into())])
            }
            None => self.text.with("event-tossed", &[value]),
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

    /// What an event changed beside what it says: pieces shown, gone and come, armies taken over,
    /// seats out.
    pub(crate) fn changes(&self, before: &View, after: &View) -> Vec<String> {
        let mut changes = Vec::new();
        let shown = shown(before, after);
        if shown.len() <= SHOWN_MAX {
            changes.extend(shown.iter().filter_map(|node| self.shown(*node, after)));
        }
        let (old, new) = (census(before, after, &shown), census(after, after, &shown));
        changes.extend(self.counted_changes(before, after));
        let armies: SeatSet = old.keys().chain(new.keys()).map(|(army, _)| *army).collect();
        let out = before.living.minus(after.living);
        let is_left = |army: Seat| new.keys().any(|(of, _)| *of == army);
        // That the pieces of a seat that is out have gone needs no list of them.
        // Nor does a whole army that comes with its layout.
        let was_there = |army: Seat| old.keys().any(|(of, _)| *of == army);
        let told = |army: &Seat| was_there(*army) && (!out.has(*army) || is_left(*army));
        for army in armies.iter().filter(told) {
            changes.extend(self.army_changes(army, &old, &new));
        }
        let (old, new) = (commands(before), commands(after));
        let is_taken = |army: &Seat, seat: &Seat| old.get(army).is_some_and(|was| was != seat);
        for (army, seat) in new.iter().filter(|(army, seat)| is_taken(army, seat)) {
            let args = [("army", army.number().into()), ("seat", self.seat(*seat).into())];
            changes.push(self.text.with("change-commander", &args));
        }
        if !out.is_empty() {
            changes.push(self.text.with("change-out", &[("seats", self.seats(out).into())]));
        }
        changes
    }

    /// Points made, stones gone, and a piece that is in hand until it is put down.
    fn counted_changes(&self, before: &View, after: &View) -> Vec<String> {
        let mut changes = Vec::new();
        let is_gone = |node: &Node| !board::stones(after).any(|other| other == *node);
        for node in board::stones(before).filter(is_gone) {
            let token = before.tokens.get(usize::from(node)).copied().flatten();
            let kind = token.and_then(|token| token.kind).map(|kind| self.kind(kind));
            let args = [("kind", kind.unwrap_or_default().into())];
            changes.push(self.text.with("change-stones", &args));
        }
        if let (None, Some([_, army, kind])) = (fact(before, "drop"), fact(after, "drop")) {
            let kind = u8::try_from(*kind).map(|kind| self.kind(Kind(kind))).unwrap_or_default();
            let args = [("army", (*army).into()), ("kind", kind.into())];
            changes.push(self.text.with("change-held", &args));
        }
        if let (Some(old), Some(new)) = (fact(before, "score"), fact(after, "score")) {
            let pairs = (0..).zip(old.iter().zip(new));
            for (number, _) in pairs.filter(|(_, (old, new))| new > old) {
                let seat = Seat::new(number).map(|seat| self.seat(seat)).unwrap_or_default();
                let args = [("seat", seat.into()), ("a", self.score(new).into())];
                changes.push(self.text.with("change-score", &args));
            }
        }
        changes
    }

    /// What is seen to stand on a node.
    fn shown(&self, node: Node, view: &View) -> Option<String> {
        let token = view.tokens.get(usize::from(node)).copied().flatten()?;
        let args = [
            ("cell", self.cell(u32::from(node)).into()),
            ("army", token.army.number().into()),
            ("kind", self.kind(token.kind?).into()),
        ];
        Some(self.text.with("change-shown", &args))
    }

    /// The name of a node.
    pub(crate) fn cell(&self, node: u32) -> String {
        let board = Any::board(self.rules);
        let drawn = usize::try_from(node).ok().and_then(|node| board.nodes.get(node));
        drawn.map_or_else(|| node.to_string(), |drawn| drawn.name.clone())
    }

    fn army_changes(&self, army: Seat, old: &Census, new: &Census) -> Option<String> {
        let kinds = old.keys().chain(new.keys()).filter(|(of, _)| *of == army);
        let kinds: BTreeSet<_> = kinds.map(|(_, kind)| *kind).collect();
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

    /// What is claimed, in a few words.
    pub(crate) fn claim(&self, claim: &Claim) -> String {
        let key = match claim {
            Claim::CanMove { .. } => "claim-can-move",
            Claim::Fight { .. } => "claim-fight",
            Claim::Show { .. } => "claim-show",
            Claim::Stuck { .. } => "claim-stuck",
            Claim::Within { .. } => "claim-within",
        };
        self.text.get(key)
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

    /// The options, in one line.
    pub(crate) fn options(&self) -> String {
        self.told(self.rules.pairs())
    }

    /// The same without what is as usual, where that is much.
    pub(crate) fn brief(&self) -> String {
        let pairs = self.rules.pairs();
        if pairs.len() <= OPTIONS {
            return self.told(pairs);
        }
        let is_first = |key: &str| ["seats", "mode"].contains(&key);
        let first = pairs.iter().filter(|(key, _)| is_first(key));
        let words: Vec<String> = first.map(|(key, value)| format!("{key}={value}")).collect();
        let usual = self.rules.game().rules(words.iter().map(String::as_str));
        let usual = usual.map(|rules| rules.pairs()).unwrap_or_default();
        let is_told = |pair: &(&str, String)| is_first(pair.0) || !usual.contains(pair);
        self.told(pairs.into_iter().filter(|pair| is_told(pair)).collect())
    }

    fn told(&self, pairs: Vec<(&'static str, String)>) -> String {
        let each = pairs.into_iter().map(|(key, value)| {
            let name = self.text.find(&format!("option-{key}"), &[]);
            let shown = self.text.find(&format!("option-{key}-{value}"), &[]);
            format!("{} {}", name.unwrap_or_else(|| key.to_owned()), shown.unwrap_or(value))
        });
        each.collect::<Vec<_>>().join(&self.text.get("option-separator"))
    }
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

/// Nodes whose pieces were not known and now are.
fn shown(before: &View, after: &View) -> Vec<Node> {
    let pairs = (0..).zip(before.tokens.iter().zip(&after.tokens));
    // What lies face down is of no army yet.
    let lies = before.facts.iter().any(|(key, _)| *key == "face_down");
    let is_shown = |old: &game::Token, new: &game::Token| {
        old.kind.is_none() && new.kind.is_some() && (lies || old.army == new.army)
    };
    let shown = pairs.filter(|(_, (old, new))| {
        old.as_ref().zip(new.as_ref()).is_some_and(|(old, new)| is_shown(old, new))
    });
    shown.map(|(node, _)| node).collect()
}

/// Of a view; what the second one shows counts as if it had always been seen.
fn census(view: &View, later: &View, shown: &[Node]) -> Census {
    let mut census = Census::new();
    // What is in hand is not lost.
    if let Some([_, army, kind]) = fact(view, "drop")
        && let (Ok(army), Ok(kind)) = (u8::try_from(*army), u8::try_from(*kind))
        && let Some(army) = Seat::new(army)
    {
        census.insert((army, Some(kind)), 1);
    }
    let stones: BTreeSet<Node> = board::stones(view).collect();
    for (node, token) in (0..).zip(&view.tokens).filter(|(node, _)| !stones.contains(node)) {
        let seen = if shown.contains(&node) { later } else { view };
        let token = token.and(seen.tokens.get(usize::from(node)).copied().flatten());
        if let Some(token) = token {
            *census.entry((token.army, token.kind.map(|kind| kind.0))).or_default() += 1;
        }
    }
    census
}

/// The numbers of a fact.
pub(crate) fn fact<'a>(view: &'a View, key: &str) -> Option<&'a [u32]> {
    let found = view.facts.iter().find(|(known, _)| *known == key);
    found.map(|(_, numbers)| numbers.as_slice())
}

fn commands(view: &View) -> BTreeMap<Seat, Seat> {
    view.tokens.iter().flatten().map(|token| (token.army, token.controller)).collect()
}
