//! Random play: which event comes next, and the laws that hold from one position to the next.

use std::collections::{BTreeMap, BTreeSet};

use super::law::{Broken, Kept, Law, Tally, keep};
use super::random::Random;
use super::{codec, moves, sight, undue};
use crate::canon::Digest;
use crate::claim::{Answer, Claim, Kind, Kinds, PieceId, Ruling};
use crate::event::{Cause, Event, Showing, Waits};
use crate::game::{Game, Known, digest};
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// How the seats of one random game behave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Seats stay away and let their time run out.
    slack: bool,
    /// Seats resign and refuse what they owe.
    unruly: bool,
    /// A draw is agreed at some point.
    agrees: bool,
    /// Every position is looked at closely, not one in eight.
    close: bool,
}

impl Manner {
    /// Game by game: orderly, slack, unruly, agreeing.
    pub(super) fn of(game: u32) -> Self {
        Self {
            slack: !game.is_multiple_of(4),
            unruly: game % 4 > 1,
            agrees: game % 4 == 3,
            close: game < 4,
        }
    }
}

/// One random game. It is nobody's seat, so it may know every secret.
pub(super) struct Walk<'a, G: Game> {
    pub(super) rules: &'a G::Rules,
    pub(super) at: G::Position,
    pub(super) bytes: Vec<u8>,
    pub(super) secrets: BTreeMap<Seat, G::Secret>,
    /// The position at which secrets were laid down, with the seats that did.
    pub(super) camp: Option<(G::Position, SeatSet)>,
    pub(super) random: Random,
    pub(super) tally: Tally,
    /// Moves and choices met so far: candidates for positions where they are not legal.
    pub(super) past_moves: Vec<G::Move>,
    pub(super) past_choices: Vec<G::Choice>,
    log: Vec<(Event<G>, Digest)>,
    manner: Manner,
}

/// What all secrets together say: the reference that claims are settled by.
pub(super) struct Truth<'a, G: Game>(pub(super) &'a BTreeMap<Seat, G::Secret>);

impl<G: Game> Kinds for Truth<'_, G> {
    fn kind(&self, piece: PieceId) -> Option<Kind> {
        self.0.values().find_map(|secret| G::kind(secret, piece))
    }

    fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
        self.0.get(&seat).map(G::army)
    }
}

impl<'a, G: Game> Walk<'a, G> {
    pub(super) fn new(
        rules: &'a G::Rules,
        manner: Manner,
        random: Random,
        tally: Tally,
    ) -> Result<Self, Broken> {
        let at = G::start(rules);
        codec::round_trip(rules, &at)?;
        keep!(
            G::living(&at) == SeatSet::first(G::seats(rules)),
            Living,
            "not all live at the start"
        );
        Ok(Self {
            rules,
            bytes: crate::canon::Canon::encode(&at),
            at,
            secrets: BTreeMap::new(),
            camp: None,
            random,
            tally,
            past_moves: Vec::new(),
            past_choices: Vec::new(),
            log: Vec::new(),
            manner,
        })
    }

    /// Plays to the end.
    pub(super) fn play(&mut self, limit: u32) -> Kept {
        loop {
            let waits = G::waits(&self.at);
            self.due(&waits)?;
            if self.manner.close && self.log.len() < 64 || self.random.one_in(8) {
                self.look(&waits)?;
            }
            if let Waits::Nothing(outcome) = waits {
                self.tally.add(match outcome {
                    Outcome::Won(_) => "Won",
                    Outcome::Drawn(_) => "Drawn",
                });
                self.look(&waits)?;
                return self.replay();
            }
            keep!(self.log.len() < limit as usize, Ends, "not over after {limit} events");
            let (event, refusing) = self.next(&waits)?;
            self.go(event)?;
            let out = refusing.and(G::living(&self.at));
            if !out.is_empty() && !matches!(G::waits(&self.at), Waits::Nothing(_)) {
                self.go(Event::Out(out, Cause::Refused))?;
            }
        }
    }

    /// What a seat knows: its own secret.
    pub(super) fn known(&self, seat: Seat) -> Known<G> {
        let own = |(owner, _): &(&Seat, &G::Secret)| **owner == seat;
        let secrets = self.secrets.iter().filter(own).map(|(s, secret)| (*s, secret.clone()));
        Known { viewer: Some(seat), secrets: secrets.collect() }
    }

    /// What a claim comes to by all secrets.
    pub(super) fn settle(&self, claim: &Claim) -> Option<Ruling> {
        claim.settle(&G::hiding(self.rules)?, &Truth::<G>(&self.secrets))
    }

    /// Whether claims hold by all secrets.
    pub(super) fn hold(&self, claims: &[Claim]) -> bool {
        let hiding = G::hiding(self.rules).unwrap_or_default();
        claims.iter().all(|claim| claim.holds(&hiding, &Truth::<G>(&self.secrets)))
    }

    /// Claims are stated in one way only.
    pub(super) fn stated(&mut self, claims: &[Claim]) -> Kept {
        for claim in claims {
            self.tally.add(match claim {
                Claim::CanMove { .. } => "CanMove",
                Claim::Fight { .. } => "Fight",
                Claim::Show { .. } => "Show",
                Claim::Stuck { .. } => "Stuck",
                Claim::Within { .. } => "Within",
            });
            if let Claim::CanMove { pieces } | Claim::Stuck { pieces } = claim {
                let ascending = pieces.iter().zip(pieces.iter().skip(1)).all(|(a, b)| a < b);
                keep!(ascending, Claims, "{claim:?} does not list its pieces in ascending order");
            }
        }
        Ok(())
    }

    /// The close look at one position.
    fn look(&mut self, waits: &Waits) -> Kept {
        let at = self.at.clone();
        let rules = self.rules;
        codec::round_trip(rules, &at)?;
        for other in codec::strict(rules, &at, &mut self.random, &mut self.tally)? {
            codec::round_trip(rules, &other)?;
        }
        moves::hold(self, waits)?;
        undue::hold(self, waits)?;
        sight::hold(self)
    }

    /// Who is due lives, and an outcome names whole sides.
    fn due(&self, waits: &Waits) -> Kept {
        let living = G::living(&self.at);
        let due = match waits {
            Waits::Move(seat) => SeatSet::one(*seat),
            Waits::Choices(seats) | Waits::Deployments(seats) => *seats,
            Waits::Toss { below, from } => {
                keep!(*below > 0, Due, "a toss below 0");
                *from
            }
            Waits::Rulings(claims) => {
                keep!(!claims.is_empty(), Due, "rulings on no claim");
                let from: SeatSet = claims.iter().filter_map(|(_, seat)| *seat).collect();
                if from.is_empty() { living } else { from }
            }
            Waits::Nothing(outcome) => return self.ended(*outcome),
        };
        keep!(!due.is_empty(), Due, "{waits:?}: of nobody");
        keep!(due.is_within(living), Due, "{waits:?}, but only {living:?} live");
        Ok(())
    }

    fn ended(&self, outcome: Outcome) -> Kept {
        let (Outcome::Won(named) | Outcome::Drawn(named)) = outcome;
        let all = SeatSet::first(G::seats(self.rules));
        keep!(!named.is_empty() && named.is_within(all), Outcome, "{outcome:?} of {all:?}");
        let sides: BTreeSet<_> = named.iter().map(|seat| G::side(self.rules, seat)).collect();
        let whole: SeatSet =
            all.iter().filter(|seat| sides.contains(&G::side(self.rules, *seat))).collect();
        keep!(whole == named, Outcome, "{outcome:?} splits a side; whole sides are {whole:?}");
        Ok(())
    }

    /// Applies an event that is due, and holds the step to its laws.
    fn go(&mut self, event: Event<G>) -> Kept {
        let (living, ply, begun) = (G::living(&self.at), G::ply(&self.at), G::begun(&self.at));
        let twin = codec::calm("decode", &self.bytes, || {
            crate::canon::Canon::decode(self.rules, &self.bytes)
        })?;
        if let Err(illegal) = G::apply(&mut self.at, &event) {
            let law = Law::Takes;
            return Err(Broken { law, detail: format!("{event:?}: {illegal}") });
        }
        self.bytes = crate::canon::Canon::encode(&self.at);
        let followed = twin.is_ok_and(|mut twin: G::Position| {
            G::apply(&mut twin, &event).is_ok() && crate::canon::Canon::encode(&twin) == self.bytes
        });
        keep!(followed, Coded, "the decoded position goes on differently after {event:?}");
        let after = G::living(&self.at);
        keep!(after.is_within(living), Living, "{event:?}: {living:?} become {after:?}");
        keep!(G::ply(&self.at) >= ply, Forward, "{event:?}: the ply falls below {ply:?}");
        keep!(G::begun(&self.at) || !begun, Forward, "{event:?}: no longer begun");
        self.after(&event)?;
        self.count(&event);
        self.log.push((event, digest::<G>(&self.at)));
        Ok(())
    }

    /// What resignation and agreement lead to.
    fn after(&self, event: &Event<G>) -> Kept {
        let (living, waits) = (G::living(&self.at), G::waits(&self.at));
        match event {
            Event::Out(seats, _) => {
                keep!(seats.and(living).is_empty(), Living, "{event:?}, and still {living:?} live");
                let sides: BTreeSet<_> =
                    living.iter().map(|seat| G::side(self.rules, seat)).collect();
                let right = match (sides.len(), &waits) {
                    (0, Waits::Nothing(Outcome::Drawn(_))) => true,
                    (1, Waits::Nothing(Outcome::Won(winners))) => living.is_within(*winners),
                    (0 | 1, _) => false,
                    _ => true,
                };
                keep!(right, LastSide, "{event:?} leaves {living:?}, and then {waits:?}");
            }
            Event::Agreed => {
                let drawn = matches!(waits, Waits::Nothing(Outcome::Drawn(_)));
                keep!(drawn, Agreed, "after it the position waits for {waits:?}");
            }
            _ => {}
        }
        Ok(())
    }

    fn count(&mut self, event: &Event<G>) {
        self.tally.add(match event {
            Event::Moved(..) => "Moved",
            Event::Unsealed(_) => "Unsealed",
            Event::Deployed(_) => "Deployed",
            Event::Tossed(_) => "Tossed",
            Event::Ruled(_) => "Ruled",
            Event::Skipped(_) => "Skipped",
            Event::Out(_, Cause::Resigned) => "Resigned",
            Event::Out(_, Cause::Refused) => "Refused",
            Event::Agreed => "Agreed",
        });
        if let Event::Unsealed(showings) = event {
            for showing in showings.values() {
                self.tally.add(match showing {
                    Showing::Shown(_) => "Shown",
                    Showing::Absent => "Absent",
                    Showing::Withheld => "Withheld",
                });
            }
        }
        if let Event::Ruled(answers) = event
            && answers.contains(&Answer::Withheld)
        {
            self.tally.add("Unanswered");
        }
    }

    /// The next event, and the seats that go out for what they withheld in it.
    fn next(&mut self, waits: &Waits) -> Result<(Event<G>, SeatSet), Broken> {
        let begun = G::begun(&self.at);
        if self.manner.agrees && begun && self.random.one_in(24) {
            return Ok((Event::Agreed, SeatSet::EMPTY));
        }
        if self.manner.unruly && self.random.one_in(32) {
            return Ok((
                Event::Out(self.some(G::living(&self.at)), Cause::Resigned),
                SeatSet::EMPTY,
            ));
        }
        let (slack, unruly) = (self.manner.slack && begun, self.manner.unruly && begun);
        match waits {
            Waits::Move(seat) => Ok((self.next_move(*seat, slack)?, SeatSet::EMPTY)),
            // A sealed layout can be withheld too.
            Waits::Choices(seats) => Ok(self.next_choices(*seats, slack, self.manner.unruly)),
            Waits::Deployments(seats) => Ok((self.next_camp(*seats)?, SeatSet::EMPTY)),
            Waits::Toss { from, .. } if unruly && self.random.one_in(12) => {
                Ok((Event::Out(self.some(*from), Cause::Refused), SeatSet::EMPTY))
            }
            Waits::Toss { below, .. } => {
                let value = self.random.below(u32::from(*below)) as u16;
                Ok((Event::Tossed(value), SeatSet::EMPTY))
            }
            Waits::Rulings(claims) => self.next_answers(claims, unruly),
            Waits::Nothing(outcome) => {
                let detail = format!("{outcome:?} is over");
                Err(Broken { law: Law::Due, detail })
            }
        }
    }

    /// One of these seats, rarely more.
    fn some(&mut self, seats: SeatSet) -> SeatSet {
        let all: Vec<Seat> = seats.iter().collect();
        let one = self.random.one_of(&all).map_or(SeatSet::EMPTY, |seat| SeatSet::one(*seat));
        if self.random.one_in(4) {
            one.or(seats.and(SeatSet::from_mask(self.random.below(256) as u8)))
        } else {
            one
        }
    }

    fn next_move(&mut self, seat: Seat, slack: bool) -> Result<Event<G>, Broken> {
        if slack && self.random.one_in(6) {
            let owed = G::owes_skip(&self.at, seat);
            self.stated(&owed)?;
            if self.hold(&owed) {
                return Ok(Event::Skipped(seat));
            }
        }
        let listed = G::moves(&self.at, seat, &self.known(seat));
        let Some(mv) = self.random.one_of(&listed).cloned() else {
            let detail = format!("{seat:?} is to move and has no move");
            return Err(Broken { law: Law::Turn, detail });
        };
        remember(&mut self.past_moves, &mv, &mut self.random);
        Ok(Event::Moved(seat, mv))
    }

    fn next_choices(&mut self, seats: SeatSet, slack: bool, unruly: bool) -> (Event<G>, SeatSet) {
        let (mut showings, mut refusing) = (BTreeMap::new(), SeatSet::EMPTY);
        for seat in seats.iter() {
            let showing = if slack && self.random.one_in(8) {
                Showing::Absent
            } else if unruly && self.random.one_in(16) {
                refusing = refusing.with(seat);
                Showing::Withheld
            } else {
                let choice = G::any_choice(&self.at, seat, &mut |n| self.random.below(n));
                remember(&mut self.past_choices, &choice, &mut self.random);
                Showing::Shown(choice)
            };
            showings.insert(seat, showing);
        }
        (Event::Unsealed(showings), refusing)
    }

    fn next_camp(&mut self, seats: SeatSet) -> Result<Event<G>, Broken> {
        for seat in seats.iter() {
            let secret = sight::secret(self, &self.at.clone(), seat)?;
            self.secrets.insert(seat, secret);
        }
        self.camp = Some((self.at.clone(), seats));
        Ok(Event::Deployed(seats))
    }

    fn next_answers(
        &mut self,
        claims: &[(Claim, Option<Seat>)],
        unruly: bool,
    ) -> Result<(Event<G>, SeatSet), Broken> {
        let asked: SeatSet = claims.iter().filter_map(|(_, seat)| *seat).collect();
        let refusing =
            if unruly && self.random.one_in(8) { self.some(asked) } else { SeatSet::EMPTY };
        let mut answers = Vec::new();
        for (claim, seat) in claims {
            self.stated(std::slice::from_ref(claim))?;
            answers.push(if seat.is_some_and(|seat| refusing.has(seat)) {
                Answer::Withheld
            } else {
                let ruling = self.settle(claim);
                let Some(ruling) = ruling else {
                    let detail = format!("{claim:?} is asked of {seat:?} and has no ruling");
                    return Err(Broken { law: Law::Claims, detail });
                };
                Answer::Ruled(ruling)
            });
        }
        Ok((Event::Ruled(answers), refusing))
    }

    /// The same events from the start give the same positions.
    fn replay(&self) -> Kept {
        let mut at = G::start(self.rules);
        for (step, (event, digest_then)) in self.log.iter().enumerate() {
            let taken = G::apply(&mut at, event);
            keep!(taken.is_ok(), Replay, "step {step}, {event:?}: {taken:?}");
            let now = digest::<G>(&at);
            keep!(
                now == *digest_then,
                Replay,
                "step {step}, {event:?}: {now:?}, then {digest_then:?}"
            );
        }
        let bytes = crate::canon::Canon::encode(&at);
        keep!(at == self.at && bytes == self.bytes, Replay, "the last positions differ");
        Ok(())
    }
}

/// Keeps a sample of at most 48 values.
fn remember<T: Clone + PartialEq>(past: &mut Vec<T>, value: &T, random: &mut Random) {
    if past.contains(value) {
        return;
    }
    if past.len() < 48 {
        past.push(value.clone());
    } else if let Some(slot) = past.get_mut(random.index(48)) {
        *slot = value.clone();
    }
}
