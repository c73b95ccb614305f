//! Games of machines at one table, to their end: every preset, every number of seats.

use catalog::{Any, GameName, Rules};
use game::{Event, Game as _};
use table::auditing::{self, Source, Verdict};
use table::{
    Clock, Ended, Level, LogEntry, Machines, MatchView, RoomPlan, SeatPlan, Settings, Table,
};

use super::{open, playing, settings, wait_for};

/// What ends a game of random moves soon, once it has become quiet.
const SOON: &str = "quiet_limit=12";

/// Plays it, and audits the record.
fn played(rules: Rules) -> std::sync::Arc<MatchView> {
    let folder = tempfile::tempdir().unwrap();
    let machines = Machines { level: Level::Random, ..Machines::default() };
    let table = Table::open(&Settings { machines, ..settings(folder.path(), "甲") }).unwrap();
    let seats = vec![SeatPlan::Bot; usize::from(Any::seats(&rules))];
    let plan =
        RoomPlan { rules: rules.clone(), clock: Clock::Unlimited, machine_seconds: 120, seats };
    table.apply(open(plan));
    let game = wait_for(&table, "the end", |view| {
        assert_eq!(view.problems, []);
        playing(view).filter(|game| game.ended.is_some() && game.is_delivered)
    });
    drop(table);
    let Some(Ended::Decided(outcome)) = &game.ended else { panic!("{:?}", game.ended) };
    let audited = auditing::audit(Source::open(&game.record).unwrap());
    let Verdict::Complete { outcome: found, .. } = &audited.verdict else {
        panic!("{:?}: {:?}", rules.pairs(), audited.verdict);
    };
    assert_eq!(found, outcome);
    assert_eq!(audited.opened, game.opened);
    let mut last = None;
    auditing::replay(Source::open(&game.record).unwrap(), &mut |played| {
        last = Some(played.after.clone());
    });
    assert_eq!(last.as_ref(), Some(&game.position));
    game
}

fn count(game: &MatchView, is_it: impl Fn(&Event<Any>) -> bool) -> usize {
    let events = game.log.iter().filter_map(|entry| match entry.as_ref() {
        LogEntry::Event { event, .. } => Some(event),
        _ => None,
    });
    events.filter(|event| is_it(event)).count()
}

#[test]
fn every_preset_of_junqi_is_played_to_its_end_by_machines() {
    for preset in GameName::Junqi.presets() {
        let rules = GameName::Junqi.rules([preset.name, SOON]).unwrap();
        let game = played(rules);
        let plies = Any::ply(&game.position).0;
        assert!(plies > 12, "{}: {plies} plies", preset.name);
        let is_hidden = Any::hiding(&game.contract.rules).is_some();
        let set_ups = count(&game, |event| matches!(event, Event::Deployed(_)));
        assert_eq!(set_ups, usize::from(is_hidden), "{}", preset.name);
        let proven = if is_hidden { u32::from(Any::seats(&game.contract.rules)) } else { 0 };
        assert_eq!(game.proofs.set_up.times, proven, "{}", preset.name);
        // In the end every layout is shown.
        assert_eq!(game.opened.len(), 25 * usize::try_from(proven).unwrap(), "{}", preset.name);
    }
}

#[test]
fn every_number_of_seats_plays_openly() {
    for words in [["sanguo", "mode=open"], ["liuguo", "mode=open"], ["open-4p", "sides=ffa"]] {
        let rules = GameName::Junqi.rules(words.into_iter().chain([SOON])).unwrap();
        assert_eq!(count(&played(rules), |event| matches!(event, Event::Unsealed(_))), 1);
    }
    let flip = GameName::Junqi.rules(["flip", "quiet_limit=2"]).unwrap();
    let tosses = count(&played(flip), |event| matches!(event, Event::Tossed(_)));
    assert!(tosses > 3, "{tosses}");
}
