//! Spectators: they see what is over, check it themselves, write the same record, and are not heard.

use game::toys::contest::Contest;
use game::{Game, SeatSet};
use junqi::{Junqi, Options};
use protocol::{Item, Packet, Spectator, Stage, Verdict, audit};
use record::{ClosedStep, PeerBytes, encode_end_frame, encode_header, encode_step_frame};
use tests::sim::{Links, Setting, World, peer};

use crate::{long, setting, timed};

/// Somebody who watches, and what he has written down.
struct Watcher<G: Game> {
    spectator: Spectator<G>,
    record: Vec<u8>,
    sealed: bool,
}

impl<G: Game> Watcher<G> {
    fn new(world: &World<G>) -> Self {
        let signed = world.signed.clone();
        let record = encode_header(&signed);
        Self { spectator: Spectator::new(signed).unwrap(), record, sealed: false }
    }

    /// Asks a program once. True if there was something to see.
    fn look(&mut self, world: &World<G>, name: &PeerBytes, delay: u32) -> bool {
        let game = world.game(name);
        let shown = game.show(&self.spectator.ask(), delay).unwrap();
        for item in Packet::decode(&shown).unwrap().items {
            let step = match &item {
                Item::Step(step) => step.step,
                Item::Entry(entry) => entry.content.step,
                Item::Absence(absence) => absence.step,
                Item::Notice(_) | Item::Signature(..) | Item::Layout(..) => continue,
            };
            assert!(step < game.progress().step(), "nothing of the open step is shown");
        }
        let seen = self.spectator.receive(&shown).unwrap();
        let is_any = !seen.is_empty();
        for seen in seen {
            if seen.is_seal {
                self.sealed = true;
                let end = record::End::Sealed(seen.step.slots.clone());
                self.record.extend(encode_end_frame(&end));
            } else {
                self.record.extend(encode_step_frame(&seen.step));
            }
        }
        is_any
    }
}

/// Watches a match to its end, from one program after the other.
fn watched(mut world: World<Contest>, delay: u32, what: &str) {
    let mut watcher = Watcher::new(&world);
    let names: Vec<PeerBytes> = world.programs.keys().cloned().collect();
    for turn in 0..10_000 {
        let is_over = world.is_stopped();
        world.run_for(70);
        let name = &names[turn % names.len()];
        watcher.look(&world, name, delay);
        let games = || names.iter().map(|name| world.game(name));
        if games().all(|game| game.stop().is_none()) {
            let furthest = games().map(|game| game.progress().step()).max().unwrap_or_default();
            let seen = watcher.spectator.progress().step();
            assert!(seen + delay <= furthest.max(delay), "{what}: {seen} of {furthest}");
        }
        let all = world.record(&peer(0));
        let same = watcher.record.len().min(all.len());
        assert_eq!(watcher.record[..same], all[..same], "{what}: a record of its own");
        if is_over && !watcher.look(&world, name, delay) {
            break;
        }
    }
    assert!(watcher.sealed, "{what}");
    assert_eq!(watcher.record, world.record(&peer(0)), "{what}");
    let verdict = audit::<Contest>(watcher.record.as_slice(), &mut ()).unwrap().verdict;
    assert!(matches!(verdict, Verdict::Complete { .. }), "{what}: {verdict:?}");
}

#[test]
fn who_watches_sees_the_same_record() {
    for (seats, links) in [(2, Links::GOOD), (3, Links::BAD), (4, Links::GOOD)] {
        for delay in [0, 6] {
            let what = format!("{seats} seats, {links:?}, {delay} later");
            let mut world = World::new(&setting(seats), 11);
            world.links = links;
            watched(world, delay, &what);
        }
    }
}

#[test]
fn who_watches_is_never_shown_what_may_yet_be_undone() {
    // A seat whose slots the others find empty is in the game again and again.
    let mut world = World::new(&long(timed(3)), 5);
    world.think(300);
    world.program(&peer(1)).idle = SeatSet::one(game::Seat::of(1));
    let mut watcher = Watcher::new(&world);
    for round in 0..60 {
        if round % 20 == 10 {
            let pair = (peer(1), peer((round / 20 % 2) as u8 * 2));
            world.cut.insert(pair);
        }
        if round % 20 == 19 {
            world.cut.clear();
            (0..3).for_each(|n| world.connect_all(&peer(n)));
        }
        world.run_for(500);
        watcher.look(&world, &peer(1), 0);
        watcher.look(&world, &peer(0), 0);
        let steps = |n| &world.programs[&peer(n)].disk.steps;
        for n in [0, 2] {
            let seen = watcher.spectator.progress();
            let at = (seen.step() as usize).min(steps(n).len());
            let head = world.game(&peer(n)).progress().head_before(at as u32);
            assert_eq!(head, seen.head_before(at as u32), "round {round}, program {n}");
        }
    }
}

#[test]
fn what_a_spectator_sends_changes_nothing() {
    let mut world = World::new(&setting(3), 4);
    world.run_for(200);
    let honest: Vec<ClosedStep> = world.game(&peer(0)).steps().to_vec();
    let before = world.game(&peer(0)).acknowledge();
    let watcher = Watcher::new(&world);
    let ask = Packet::decode(&watcher.spectator.ask()).unwrap();
    let items = honest.iter().cloned().map(Item::Step).collect();
    let loud = Packet { items, ..ask }.encode();
    assert!(world.game(&peer(0)).show(&loud, 0).is_some());
    assert_eq!(world.game(&peer(0)).acknowledge(), before);
    // Nor is he taken for a player.
    let now = world.now;
    let game = world.program(&peer(0)).game.as_mut().unwrap();
    assert!(game.receive(&PeerBytes(vec![9, 9]), &loud, now).is_err());
    assert_eq!(world.game(&peer(0)).acknowledge(), before);
    for hostile in [&b""[..], &[0xff; 70_000], &loud[..loud.len() - 1]] {
        assert_eq!(world.game(&peer(0)).show(hostile, 0), None);
    }
}

#[test]
fn what_a_program_shows_is_checked() {
    let mut world = World::new(&setting(2), 4);
    world.run(600_000);
    let game = world.game(&peer(0));
    let mut watcher = Watcher::new(&world);
    let shown = Packet::decode(&game.show(&watcher.spectator.ask(), 0).unwrap()).unwrap();
    let mut spoilt = shown.clone();
    let Some(Item::Step(step)) = spoilt.items.get_mut(3) else { panic!("a step") };
    step.slots.pop();
    let seen = watcher.spectator.receive(&spoilt.encode()).unwrap();
    assert_eq!(seen.len(), 3, "as far as it holds");
    assert!(watcher.spectator.receive(&spoilt.encode()).is_err());
    assert!(!watcher.spectator.receive(&shown.encode()).unwrap().is_empty());
}

#[test]
fn six_set_ups_are_seen_though_no_message_holds_them() {
    let rules = Junqi::rules(&Options::LIUGUO).unwrap();
    let mut world = World::new(&Setting::<Junqi>::new(rules), 1);
    let begun = |world: &World<Junqi>| {
        let mut games = world.programs.values().filter_map(|program| program.game.as_ref());
        games.all(|game| game.due().is_some_and(|due| due.stage == Stage::Act))
    };
    assert!(world.run_until(600_000, begun));
    world.run_for(3_000);
    let mut watcher = Watcher::new(&world);
    let mut messages = 0;
    while watcher.spectator.progress().step() < 2 && messages < 6 {
        watcher.look(&world, &peer(0), 0);
        messages += 1;
    }
    assert!(watcher.spectator.progress().step() >= 2 && messages > 1, "in {messages} messages");
}
