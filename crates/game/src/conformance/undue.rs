//! Events that no position here waits for: each is refused and changes nothing.

use std::collections::BTreeMap;

use super::codec::calm;
use super::law::{Kept, keep};
use super::walk::Walk;
use crate::canon::Canon as _;
use crate::claim::{Answer, Claim, PieceId, Ruling};
use crate::event::{Cause, Event, Showing, Waits};
use crate::game::Game;
use crate::seat::{SEATS_MAX, Seat, SeatSet};

/// Every undue event that this page can think of.
pub(super) fn hold<G: Game>(walk: &mut Walk<'_, G>, waits: &Waits) -> Kept {
    let mut events = of_other_kinds(walk, waits);
    events.extend(of_nobody_living::<G>(G::living(&walk.at)));
    match waits {
        Waits::Move(seat) => events.extend(of_other_seats(walk, *seat)),
        Waits::Choices(seats) => events.extend(of_wrong_slots(walk, *seats)),
        Waits::Deployments(seats) => {
            let rest = seats_beyond(*seats);
            events.extend(rest.iter().map(|seat| Event::Deployed(seats.with(*seat))));
        }
        Waits::Toss { below, .. } => {
            events.extend([Event::Tossed(*below), Event::Tossed(u16::MAX)]);
        }
        Waits::Rulings(claims) => events.extend(of_wrong_answers(walk, claims)),
        Waits::Nothing(_) => {}
    }
    for event in events {
        walk.tally.add("refused events");
        refused(walk, &event)?;
    }
    Ok(())
}

fn refused<G: Game>(walk: &Walk<'_, G>, event: &Event<G>) -> Kept {
    let mut next = walk.at.clone();
    let taken = calm("apply", event, || G::apply(&mut next, event))?;
    keep!(taken.is_err(), Refuses, "{:?} takes {event:?}", G::waits(&walk.at));
    let same = next == walk.at && next.encode() == walk.bytes;
    keep!(same, Untouched, "{event:?} is refused and changes the position");
    if let Event::Moved(seat, mv) = event {
        let owed = calm("owes", event, || G::owes(&walk.at, *seat, mv))?;
        keep!(owed.is_err(), OwesIsApply, "{event:?} is refused and owes allows it: {owed:?}");
    }
    Ok(())
}

fn every_seat() -> impl Iterator<Item = Seat> {
    SeatSet::first(SEATS_MAX).iter()
}

fn seats_beyond(seats: SeatSet) -> Vec<Seat> {
    every_seat().filter(|seat| !seats.has(*seat)).collect()
}

/// One and more events of each kind that is not the one due.
fn of_other_kinds<G: Game>(walk: &Walk<'_, G>, waits: &Waits) -> Vec<Event<G>> {
    let living = G::living(&walk.at);
    let mut events = Vec::new();
    if !matches!(waits, Waits::Move(_)) {
        for seat in every_seat() {
            events.push(Event::Skipped(seat));
            events.extend(walk.past_moves.first().map(|mv| Event::Moved(seat, mv.clone())));
            events.extend(walk.past_moves.last().map(|mv| Event::Moved(seat, mv.clone())));
        }
    }
    if !matches!(waits, Waits::Choices(_)) {
        let absent = |seats: SeatSet| seats.iter().map(|seat| (seat, Showing::Absent)).collect();
        events.extend([Event::Unsealed(BTreeMap::new()), Event::Unsealed(absent(living))]);
        if let Some(choice) = walk.past_choices.last() {
            let shown = living.iter().map(|seat| (seat, Showing::Shown(choice.clone())));
            events.push(Event::Unsealed(shown.collect()));
        }
    }
    if !matches!(waits, Waits::Deployments(_)) {
        events.extend([Event::Deployed(SeatSet::EMPTY), Event::Deployed(living)]);
    }
    if !matches!(waits, Waits::Toss { .. }) {
        events.extend([Event::Tossed(0), Event::Tossed(1)]);
    }
    if !matches!(waits, Waits::Rulings(_)) {
        events.extend([
            Event::Ruled(Vec::new()),
            Event::Ruled(vec![Answer::Ruled(Ruling::Yes)]),
            Event::Ruled(vec![Answer::Ruled(Ruling::Code(0))]),
            Event::Ruled(vec![Answer::Withheld]),
        ]);
    }
    if matches!(waits, Waits::Nothing(_)) {
        events.extend([Event::Agreed, Event::Out(living, Cause::Resigned)]);
        events.extend(living.iter().map(|seat| Event::Out(SeatSet::one(seat), Cause::Refused)));
    }
    events
}

/// Seats that cannot go out: nobody, the dead, those that the match has not.
fn of_nobody_living<G: Game>(living: SeatSet) -> Vec<Event<G>> {
    let mut events = vec![Event::Out(SeatSet::EMPTY, Cause::Resigned)];
    for seat in seats_beyond(living) {
        events.push(Event::Out(SeatSet::one(seat), Cause::Refused));
        events.push(Event::Out(living.with(seat), Cause::Resigned));
    }
    events
}

/// Legal moves by the wrong seat.
fn of_other_seats<G: Game>(walk: &Walk<'_, G>, mover: Seat) -> Vec<Event<G>> {
    let listed = G::moves(&walk.at, mover, &walk.known(mover));
    let mut events = Vec::new();
    for seat in every_seat().filter(|seat| *seat != mover) {
        events.push(Event::Skipped(seat));
        events.extend(listed.iter().step_by(7).map(|mv| Event::Moved(seat, mv.clone())));
    }
    events
}

/// One slot too few, one too many.
fn of_wrong_slots<G: Game>(walk: &mut Walk<'_, G>, seats: SeatSet) -> Vec<Event<G>> {
    let full: BTreeMap<_, _> = seats
        .iter()
        .map(|s| (s, Showing::Shown(G::any_choice(&walk.at, s, &mut |n| walk.random.below(n)))))
        .collect();
    let mut events = vec![Event::Unsealed(BTreeMap::new())];
    for seat in seats.iter() {
        let mut fewer = full.clone();
        fewer.remove(&seat);
        events.push(Event::Unsealed(fewer));
    }
    for seat in seats_beyond(seats) {
        for extra in [Showing::Absent, Showing::Withheld] {
            let mut more = full.clone();
            more.insert(seat, extra);
            events.push(Event::Unsealed(more));
        }
    }
    events
}

/// One answer too few, one too many, and answers of the wrong kind.
fn of_wrong_answers<G: Game>(
    walk: &Walk<'_, G>,
    claims: &[(Claim, Option<Seat>)],
) -> Vec<Event<G>> {
    let right: Option<Vec<Answer>> =
        claims.iter().map(|(claim, _)| walk.settle(claim).map(Answer::Ruled)).collect();
    let Some(right) = right else {
        return Vec::new();
    };
    let shorter: Vec<Answer> = right.iter().skip(1).copied().collect();
    let longer: Vec<Answer> = right.iter().copied().chain([Answer::Ruled(Ruling::Yes)]).collect();
    let mut events = vec![Event::Ruled(shorter), Event::Ruled(longer)];
    for (place, (claim, _)) in claims.iter().enumerate() {
        let odd: &[Ruling] = match claim {
            Claim::Fight { .. } => {
                &[Ruling::Yes, Ruling::No, Ruling::Piece(PieceId(0)), Ruling::Code(255)]
            }
            Claim::Show { .. } => {
                &[Ruling::Yes, Ruling::No, Ruling::Code(0), Ruling::Piece(PieceId(u16::MAX))]
            }
            Claim::CanMove { .. } | Claim::Stuck { .. } | Claim::Within { .. } => {
                &[Ruling::Code(0), Ruling::Piece(PieceId(0))]
            }
        };
        for ruling in odd {
            let mut answers = right.clone();
            if let Some(answer) = answers.get_mut(place) {
                *answer = Answer::Ruled(*ruling);
            }
            events.push(Event::Ruled(answers));
        }
    }
    events
}
