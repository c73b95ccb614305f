//! Cheats over the sans-IO core. The numbers are those of the table of attacks.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test may panic")]

use crypto::{Commitment, Nonce, Place};
use game::toys::contest::{Contest, Options};
use game::{Digest, Game, Seat, SeatSet};
use protocol::{Ack, Check, Item, Packet, Standing, Stop};
use record::{Absence, Body, Clock, Content, Finding, Notice, NoticeKind};
use tests::forge::{change_entries, is_of, resigned};
use tests::sim::{Dice, Setting, World, key, peer};
use tests::verdict::{check_blamed, check_complete, check_live_is_audit};

fn setting(seats: u8) -> Setting<Contest> {
    let options = Options { seats, goal: 3, plies: 6, crown: false };
    Setting::new(Contest::rules(&options).unwrap())
}

fn world(seats: u8) -> World<Contest> {
    World::new(&setting(seats), 3)
}

fn timed(seats: u8) -> World<Contest> {
    let setting = Setting { clock: Clock::Each { seconds: 2 }, ..setting(seats) };
    World::new(&Setting { machine_seconds: 5, ..setting }, 3)
}

/// The last seat is the cheat.
fn cheat(seats: u8) -> Seat {
    Seat::of(seats - 1)
}

/// What the cheat sends (to one program, or to all) is changed by this and signed again.
fn forge(
    world: &mut World<Contest>,
    by: Seat,
    only_to: Option<u8>,
    change: impl Fn(&mut Content) + 'static,
) {
    world.tamper = Some(Box::new(move |from, to, packet| {
        let is_target = only_to.is_none_or(|number| *to == peer(number));
        if *from != peer(by.number()) || !is_target {
            return vec![packet];
        }
        vec![change_entries(packet, |entry| {
            if entry.content.seat != by {
                return Some(entry);
            }
            Some(resigned(&entry, &change))
        })]
    }));
}

/// In every step: what the cheat signs is changed by this; all others must come to blame it so.
fn blame_in_every_step(
    seats: u8,
    check: Check,
    change: impl Fn(&mut Content) -> bool + Clone + 'static,
) -> u32 {
    let mut caught = 0;
    for step in 0..14 {
        let mut world = world(seats);
        let by = cheat(seats);
        let change = change.clone();
        forge(&mut world, by, None, move |content| {
            if content.step == step {
                change(content);
            }
        });
        world.run(60_000);
        if world.programs[&peer(0)].game.as_ref().unwrap().stop().is_none_or(is_sealed) {
            continue;
        }
        check_blamed(&world, by, Some(check), &format!("{seats} seats, step {step}"));
        caught += 1;
    }
    caught
}

fn is_sealed(stop: &Stop) -> bool {
    matches!(stop, Stop::Sealed(_))
}

#[test]
fn attack_07_08_two_contents_for_one_slot_in_every_step() {
    for seats in 2..=4 {
        for step in 0..16 {
            let what = format!("{seats} seats, step {step}");
            let mut world = world(seats);
            let by = cheat(seats);
            forge(&mut world, by, Some(0), move |content| {
                if content.step == step {
                    content.think_ms += 1;
                }
            });
            if seats == 2 {
                // With nobody else, the other content comes over the same connection later.
                let mut both = Vec::new();
                world.tamper = Some(Box::new(move |from, _, packet: Packet| {
                    if *from != peer(by.number()) {
                        return vec![packet];
                    }
                    let second = change_entries(packet.clone(), |entry| {
                        is_of(&entry, by, step).then(|| resigned(&entry, |c| c.think_ms += 1))
                    });
                    both.push(packet.clone());
                    vec![packet, second]
                }));
            }
            world.run(120_000);
            let stops = world.stops();
            if stops.iter().flatten().any(is_sealed) {
                let steps = world.game(&peer(0)).steps();
                let left = steps.get(step as usize).and_then(|closed| closed.slot(by));
                let is_last = step as usize + 1 >= steps.len();
                assert!(is_last || left.is_none(), "{what}: {stops:?}");
                continue;
            }
            check_blamed(&world, by, Some(Check::Double), &what);
        }
    }
}

#[test]
fn attack_01_02_something_else_is_shown_than_was_committed_to() {
    let caught = blame_in_every_step(3, Check::Commitments, |content| match &mut content.body {
        Body::Reveal { nonce, .. } => {
            nonce.0[0] ^= 1;
            true
        }
        _ => false,
    });
    assert!(caught >= 3, "{caught}");
}

/// Commits to these bytes from a step on, and shows them with what an honest seat shows.
fn commit_to(world: &mut World<Contest>, by: Seat, from_step: u32, choice: &'static [u8]) {
    let nonce = Nonce([7; 32]);
    world.tamper = Some(Box::new(move |_, _, packet: Packet| {
        let mut shown = Vec::new();
        let mut forged = change_entries(packet, |entry| {
            let content = &entry.content;
            match &content.body {
                Body::Commit(_) if content.seat == by && content.step >= from_step => {
                    let (match_id, step) = (content.match_id, content.step);
                    let place = Place { match_id, step, seat: by.number() };
                    Some(resigned(&entry, |content| {
                        content.body = Body::Commit(Commitment::new(&place, choice, &nonce));
                    }))
                }
                Body::Reveal { .. } if content.seat == by && content.step > from_step => None,
                Body::Reveal { .. } if content.step > from_step => {
                    shown.push(resigned(&entry, |content| {
                        content.seat = by;
                        let nonce = nonce.clone();
                        content.body = Body::Reveal { choice: choice.to_vec(), nonce };
                    }));
                    Some(entry)
                }
                _ => Some(entry),
            }
        });
        forged.items.extend(shown.into_iter().map(Item::Entry));
        vec![forged]
    }));
}

#[test]
fn attack_09_an_illegal_choice_is_shown() {
    for choice in [&[3][..], &[9], &[0, 0], &[]] {
        let mut world = world(3);
        commit_to(&mut world, cheat(3), 3, choice);
        world.run(60_000);
        check_blamed(&world, cheat(3), Some(Check::Legality), &format!("{choice:?}"));
    }
    for bytes in [&[1; 31][..], &[1; 33], &[]] {
        let mut world = world(3);
        commit_to(&mut world, cheat(3), 1, bytes);
        world.run(60_000);
        check_blamed(&world, cheat(3), Some(Check::Tosses), &format!("{} bytes", bytes.len()));
    }
}

#[test]
fn attack_08_illegal_moves_and_bodies_of_other_stages() {
    for bytes in [&[1, 0][..], &[1, 4], &[0, 0], &[2], &[]] {
        let mut caught = 0;
        for seed in 0..20 {
            let mut world = World::new(&setting(2), seed);
            forge(&mut world, cheat(2), None, move |content| {
                if matches!(content.body, Body::Act(_)) {
                    content.body = Body::Act(bytes.to_vec());
                }
            });
            world.run(60_000);
            if !world.game(&peer(0)).stop().is_some_and(is_sealed) {
                check_blamed(&world, cheat(2), Some(Check::Legality), &format!("{bytes:?}"));
                caught += 1;
            }
        }
        assert!(caught > 1, "{bytes:?}");
    }
    for body in [Body::Begin, Body::Seal, Body::Act(vec![1, 1])] {
        let caught = blame_in_every_step(3, Check::Legality, move |content| {
            let is_same = std::mem::discriminant(&content.body) == std::mem::discriminant(&body);
            if !is_same {
                content.body = body.clone();
            }
            !is_same
        });
        assert!(caught >= 5);
    }
}

#[test]
fn attack_37_38_a_skip_before_its_time() {
    for has_clock in [true, false] {
        let mut world = if has_clock { timed(3) } else { world(3) };
        forge(&mut world, cheat(3), None, |content| {
            if content.step >= 3 && matches!(content.body, Body::Commit(_) | Body::Act(_)) {
                content.body = Body::Skip;
                content.think_ms = 1_999;
            }
        });
        world.run(60_000);
        check_blamed(&world, cheat(3), Some(Check::Clock), "skips");
    }
}

#[test]
fn a_yield_without_the_notices_it_needs() {
    let caught = blame_in_every_step(3, Check::Notices, |content| {
        let fits = content.step >= 3 && matches!(content.body, Body::Commit(_) | Body::Act(_));
        if fits {
            content.body = Body::Yield;
        }
        fits
    });
    assert!(caught >= 2);
}

#[test]
fn attack_05_a_forged_or_foreign_notice_is_its_carriers_fault() {
    for seat in [0, 2] {
        for kind in [NoticeKind::Draw, NoticeKind::Pause, NoticeKind::Resign] {
            let caught = blame_in_every_step(3, Check::Notices, move |content| {
                let head = content.head;
                let wrong = key(Seat::of(1));
                let notice = Notice::sign(content.match_id, Seat::of(seat), kind, head, &wrong);
                content.notices = vec![notice];
                true
            });
            assert!(caught >= 8, "{kind:?} {caught}");
        }
    }
}

#[test]
fn attack_35_36_another_position_stops_the_match_and_the_audit_names_the_seat() {
    for step in 0..12 {
        for only_to in [None, Some(0)] {
            let mut world = world(3);
            forge(&mut world, cheat(3), only_to, move |content| {
                if content.step == step {
                    content.position = Digest([1; 32]);
                }
            });
            world.run(60_000);
            for number in 0..2 {
                let stop = world.game(&peer(number)).stop();
                match stop {
                    Some(Stop::Diverged { seat, .. }) => assert_eq!(*seat, cheat(3)),
                    Some(Stop::Cheated(fault)) => assert_eq!(fault.seat, cheat(3)),
                    Some(Stop::Sealed(_)) => {}
                    other => panic!("step {step} {only_to:?}: {other:?}"),
                }
            }
            check_live_is_audit(&world, &[2]);
        }
    }
}

/// With the first message of the cheat that has its entry of this step goes what `make` makes of it.
fn inject(
    world: &mut World<Contest>,
    by: Seat,
    step: u32,
    only_to: Option<u8>,
    make: impl Fn(&Content) -> Vec<Item> + 'static,
) {
    world.tamper = Some(Box::new(move |from, to, packet: Packet| {
        let is_target = only_to.is_none_or(|number| *to == peer(number));
        if *from != peer(by.number()) || !is_target {
            return vec![packet];
        }
        let entries = packet.items.iter().filter_map(|item| match item {
            Item::Entry(entry) if is_of(entry, by, step) => Some(entry.content.clone()),
            _ => None,
        });
        let made = entries.flat_map(|content| make(&content)).collect();
        let extra = Packet { items: made, ..packet.clone() };
        vec![packet, extra]
    }));
}

#[test]
fn a_seat_that_resigns_and_moves() {
    for only_to in [None, Some(0)] {
        for step in 0..12 {
            let mut world = world(3);
            let by = cheat(3);
            inject(&mut world, by, step, only_to, move |content| {
                let (id, head) = (content.match_id, content.head);
                vec![Item::Notice(Notice::sign(id, by, NoticeKind::Resign, head, &key(by)))]
            });
            world.run(120_000);
            if world.stops().iter().flatten().any(is_sealed) {
                continue;
            }
            check_blamed(&world, by, Some(Check::Double), &format!("step {step} {only_to:?}"));
        }
    }
}

#[test]
fn attack_37_an_entry_of_a_seat_that_is_not_due() {
    for only_to in [None, Some(0)] {
        let mut caught = 0;
        for seed in 0..8 {
            let mut world = World::new(&setting(3), seed);
            let by = cheat(3);
            world.tamper = Some(Box::new(move |from, to, packet: Packet| {
                let is_target = only_to.is_none_or(|number| *to == peer(number));
                let acts = packet.items.iter().find_map(|item| match item {
                    Item::Entry(entry) if matches!(entry.content.body, Body::Act(_)) => {
                        Some(entry.clone())
                    }
                    _ => None,
                });
                match acts.filter(|entry| entry.content.seat != by && is_target && *from != *to) {
                    Some(entry) => {
                        let undue = resigned(&entry, |content| content.seat = by);
                        let extra = Packet { items: vec![Item::Entry(undue)], ..packet.clone() };
                        vec![extra, packet]
                    }
                    None => vec![packet],
                }
            }));
            world.run(60_000);
            if !world.stops().iter().flatten().any(is_sealed) {
                check_blamed(&world, by, Some(Check::Turn), &format!("seed {seed} {only_to:?}"));
                caught += 1;
            }
        }
        assert!(caught > 3, "{caught}");
    }
}

#[test]
fn a_seat_that_says_missing_and_shown() {
    for split in [false, true] {
        let mut world = timed(4);
        world.program(&peer(1)).idle = SeatSet::one(Seat::of(1));
        let alone = |world: &World<Contest>| {
            (0..4).all(|n| world.game(&peer(n)).silent() == SeatSet::one(Seat::of(1)))
        };
        assert!(world.run_until(2_000, alone));
        let by = cheat(4);
        let (id, silent) = (world.game(&peer(0)).id(), Seat::of(1));
        let step = world.game(&peer(0)).progress().step();
        world.tamper = Some(Box::new(move |from, to, packet: Packet| {
            if *from != peer(by.number()) {
                return vec![packet];
            }
            let state =
                |finding| Item::Absence(Absence::sign(id, step, silent, by, finding, &key(by)));
            let (missing, shown) =
                (state(Finding::Missing), state(Finding::Shown(crypto::SlotId([4; 32]))));
            let items = match (split, *to == peer(0)) {
                (false, _) => vec![missing, shown],
                (true, true) => vec![missing],
                (true, false) => vec![shown],
            };
            vec![Packet { items, ..packet.clone() }, packet]
        }));
        world.kill(&peer(1));
        world.run_for(30_000);
        for number in [0, 2] {
            let stop = world.game(&peer(number)).stop();
            assert!(
                matches!(stop, Some(Stop::Cheated(fault)) if fault.seat == by),
                "{split} {number}: {stop:?}"
            );
        }
        check_live_is_audit(&world, &[by.number()]);
    }
}

#[test]
fn a_missing_before_its_time_empties_nothing() {
    let mut world = timed(3);
    let by = cheat(3);
    world.tamper = Some(Box::new(move |from, _, packet: Packet| {
        let Ack::Playing(standing) = packet.ack.clone() else {
            return vec![packet];
        };
        let is_own = |item: &Item| matches!(item, Item::Absence(absence) if absence.by == by);
        let items = packet.items.iter().filter(|item| !is_own(item)).cloned().collect();
        let packet = Packet { items, ..packet };
        if *from != peer(by.number()) {
            return vec![packet];
        }
        let state = |about| {
            let (id, step) = (packet.match_id, standing.step);
            Item::Absence(Absence::sign(id, step, about, by, Finding::Missing, &key(by)))
        };
        let items = (0..2).map(|n| state(Seat::of(n))).collect();
        vec![Packet { items, ..packet.clone() }, packet]
    }));
    world.run(60_000);
    let slots = world.game(&peer(0)).steps().iter().flat_map(|closed| &closed.slots);
    assert!(slots.into_iter().all(|(_, slot)| !matches!(slot, record::Slot::Empty(_))));
    check_complete(&world, "early");
}

#[test]
fn attack_27_a_right_entry_over_the_wrong_connection_is_taken() {
    let mut world = world(3);
    world.cut.insert((peer(1), peer(2)));
    world.run(600_000);
    check_complete(&world, "all goes through one program");
}

#[test]
fn attack_18_31_a_wrong_signature_is_dropped_and_blames_nobody() {
    let mut world = world(3);
    world.tamper = Some(Box::new(|from, _, packet: Packet| {
        if *from != peer(2) {
            return vec![packet];
        }
        let forged = change_entries(packet.clone(), |mut entry| {
            entry.content.think_ms ^= 1;
            Some(entry)
        });
        let spoofed = change_entries(packet.clone(), |entry| {
            if entry.content.seat != Seat::of(2) {
                return None;
            }
            let mut other = resigned(&entry, |content| content.think_ms ^= 1);
            other.content.seat = Seat::of(0);
            Some(other)
        });
        vec![forged, spoofed, packet]
    }));
    world.run(600_000);
    check_complete(&world, "forged");
}

#[test]
fn attack_05_06_33_replays_and_splices_change_nothing() {
    let mut other = World::new(&setting(3), 9);
    other.tape = Some(Vec::new());
    other.run(600_000);
    let foreign = other.tape.take().unwrap();
    let mut world = world(3);
    world.tape = Some(Vec::new());
    for round in 0..40 {
        world.run_for(60);
        let id = world.game(&peer(0)).id();
        let own = world.tape.clone().unwrap();
        for (n, (from, to, bytes)) in own.iter().chain(&foreign).enumerate() {
            if n % 40 == round {
                let mut packet = Packet::decode(bytes).unwrap();
                world.post(from.clone(), to.clone(), bytes.clone(), true);
                packet.match_id = id;
                world.post(from.clone(), to.clone(), packet.encode(), true);
            }
        }
    }
    world.tape = None;
    world.run(600_000);
    check_complete(&world, "replayed");
}

#[test]
fn acknowledgements_that_lie_stop_nobody() {
    let all = SeatSet::from_mask(0xff);
    for seats in 3..=4 {
        for lie in 0..6 {
            let mut world = timed(seats);
            let by = peer(cheat(seats).number());
            world.tamper = Some(Box::new(move |from, _, packet: Packet| {
                let Ack::Playing(truth) = packet.ack.clone() else {
                    return vec![packet];
                };
                let absences = (0..8).map(|n| (Seat::of(n), all)).collect();
                let ack = match lie {
                    0 => Standing { step: u32::MAX, ..truth },
                    1 => Standing { step: 0, ..truth },
                    2 => Standing { head: crypto::Head([9; 32]), ..truth },
                    3 => Standing { slots: all, draws: all, resigns: all, absences, ..truth },
                    4 => Standing { step: truth.step.saturating_sub(3), absences, ..truth },
                    _ => Standing { declined: vec![(Seat::of(0), u32::MAX); 8], ..truth },
                };
                let items = packet.items.clone();
                let lying = Packet { ack: Ack::Playing(ack), items, ..packet };
                vec![if *from == by { lying } else { packet }]
            }));
            world.run_for(400);
            world.kill(&peer(0));
            world.run_for(50);
            world.restart(&peer(0));
            world.run(600_000);
            world.leave();
            for number in 0..seats - 1 {
                let stop = world.game(&peer(number)).stop();
                let is_fair = match stop {
                    Some(Stop::Sealed(_)) => true,
                    Some(Stop::NoGame(no_game)) => no_game.seat == cheat(seats),
                    _ => false,
                };
                assert!(is_fair, "{seats} seats, lie {lie}: {number} {stop:?}");
            }
            let living = world.game(&peer(0)).progress().living();
            assert!(living.has(Seat::of(0)), "lie {lie}: an honest seat went out");
            assert!(world.sent < 6_000, "lie {lie}: {} messages", world.sent);
        }
    }
}

/// Bytes changed in one of several ways.
fn mutated(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len() as u32 + 1) as usize;
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.next() as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            3 if at < bytes.len() => bytes[at] = 0xff,
            4 => bytes.splice(at..at, [0xff, 0xff, 0xff, 0xff, 0x0f]).for_each(drop),
            5 => bytes.extend_from_within(at..),
            _ => {}
        }
    }
    bytes
}

#[test]
fn attack_24_25_29_garbled_messages_neither_panic_nor_blame() {
    let mut dice = Dice::new(24);
    let mut world = timed(3);
    for round in 0..6 {
        world = timed(3);
        world.tape = Some(Vec::new());
        for _ in 0..=round {
            world.run_for(70);
            for (from, to, bytes) in world.tape.clone().unwrap() {
                let bytes = mutated(&bytes, &mut dice);
                let now = world.now;
                let game = world.program(&to).game.as_mut().unwrap();
                let _ = game.receive(&from, &bytes, now);
                assert!(game.acknowledge().len() < 64 * 1024);
            }
        }
        world.run(600_000);
        check_complete(&world, "garbled");
    }
    let game = world.program(&peer(0)).game.as_mut().unwrap();
    for length in [0, 1, 65_535, 65_536, 65_537, 1 << 20] {
        assert!(game.receive(&peer(1), &vec![0xff; length], protocol::Millis(0)).is_err());
        assert!(game.receive(&peer(1), &vec![0; length], protocol::Millis(0)).is_err());
    }
}
