//! Two tables with profiles of their own meet over real sockets and play.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod invitations;
mod leaving;
mod local;
mod matches;
mod rooms;
mod talk;

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::GameName;
use game::Seat;
use table::{
    Clock, Command, Decision, Ended, Guest, MatchView, Misuse, Name, PhaseView, Problem, RoomPlan,
    SeatPlan, Settings, StageView, Start, Table, TableView,
};

const PATIENCE: Duration = Duration::from_secs(120);

fn settings(folder: &Path, name: &str) -> Settings {
    Settings {
        profile: folder.join(name),
        name: Some(Name::new(name).unwrap()),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        crash: None,
        machines: table::Machines::default(),
        find: false,
    }
}

fn table(folder: &Path, name: &str) -> Table {
    Table::open(&settings(folder, name)).unwrap()
}

/// Waits for a view that holds what is looked for.
fn wait_for<T>(table: &Table, what: &str, look: impl Fn(&TableView) -> Option<T>) -> T {
    let start = Instant::now();
    let mut version = 0;
    let mut last = None;
    while start.elapsed() < PATIENCE {
        if let Some(view) = table.newer(version, Duration::from_millis(500)) {
            version = view.version;
            if let Some(found) = look(&view) {
                return found;
            }
            last = Some(view);
        }
    }
    panic!("{what}: {last:#?}");
}

fn playing(view: &TableView) -> Option<Arc<MatchView>> {
    match &view.phase {
        PhaseView::Playing(game) => Some(Arc::clone(game)),
        _ => None,
    }
}

fn open(plan: RoomPlan) -> Command {
    Command::Host { plan, start: Start::WhenFull }
}

fn plan(words: &[&str], seats: &[SeatPlan]) -> RoomPlan {
    RoomPlan {
        rules: GameName::Laoqi.rules(words.iter().copied()).unwrap(),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: seats.to_vec(),
    }
}

#[test]
fn two_machines_play_a_whole_match_over_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let (host, guest) = (table(folder.path(), "甲"), table(folder.path(), "乙"));
    let words = ["quiet_limit=30"];
    host.apply(open(plan(&words, &[SeatPlan::Bot, SeatPlan::Open])));
    let address = wait_for(&host, "an address", |view| view.addresses.first().cloned());
    guest.apply(Command::Join { address, guest: Guest::Machine });
    let decided = |view: &TableView| {
        let game = playing(view)?;
        (game.ended.is_some() && game.is_delivered).then_some(game)
    };
    let a = wait_for(&host, "the host's end", decided);
    let b = wait_for(&guest, "the guest's end", decided);
    assert!(matches!(a.ended, Some(Ended::Decided(_))), "{:?}", a.ended);
    assert_eq!(a.ended, b.ended);
    let bytes = std::fs::read(&a.record).unwrap();
    assert_eq!(bytes, std::fs::read(&b.record).unwrap());

    // To go on with it would cut off its end.
    drop((host, guest));
    let host = table(folder.path(), "甲");
    host.apply(Command::Resume { id: a.contract.id.clone(), bot: true, at: None });
    let refused = |view: &TableView| view.problems.first().map(|(_, problem)| problem.clone());
    let problem = wait_for(&host, "a refusal", refused);
    assert_eq!(problem, Problem::Misuse(Misuse::Over));
    drop(host);
    assert_eq!(std::fs::read(&a.record).unwrap(), bytes);
}

#[test]
fn a_match_among_machines_can_be_watched_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    host.apply(open(plan(&["quiet_limit=500"], &[SeatPlan::Bot; 2])));
    let begun = |view: &TableView| {
        let game = playing(view).filter(|game| !game.log.is_empty())?;
        Some(game.ended.is_some())
    };
    assert!(!wait_for(&host, "its first events", begun), "it is shown before it is over");
    host.apply(Command::Leave);
    let idle = |view: &TableView| matches!(view.phase, PhaseView::Idle).then_some(());
    wait_for(&host, "an idle table", idle);
}

/// The match of two players at one table, interrupted after `spoil` has been done to its folder.
fn resumed(spoil: impl FnOnce(&Path)) -> Arc<MatchView> {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    host.apply(open(plan(&[], &[SeatPlan::Me, SeatPlan::Me])));
    let awaited = |view: &TableView| playing(view).filter(|game| game.awaited.len() == 2);
    let game = wait_for(&host, "both to choose", awaited);
    drop(host);
    spoil(game.record.parent().unwrap());
    let host = table(folder.path(), "甲");
    host.apply(Command::Resume { id: String::new(), bot: false, at: None });
    wait_for(&host, "a choice", |view| playing(view).filter(|game| !game.awaited.is_empty()))
}

#[test]
fn two_players_at_one_table_stay_two_after_a_restart() {
    assert!(resumed(|_| {}).bots.is_empty());
}

#[test]
fn files_that_a_crash_has_left_do_not_stop_a_match() {
    // A record that was not even begun, and nothing that can be read of the addresses.
    resumed(|folder| {
        std::fs::write(folder.join("record.qiyue"), b"QIYUE").unwrap();
        std::fs::remove_file(folder.join("places")).unwrap();
        std::fs::create_dir(folder.join("places")).unwrap();
    });
    resumed(|folder| {
        let hostile = "99999\nmachines: 0 77 -1 x\nnonsense\n".repeat(100_000);
        std::fs::write(folder.join("places"), hostile).unwrap();
    });
}

#[test]
fn a_table_whose_match_is_over_rests() {
    let folder = tempfile::tempdir().unwrap();
    let pace = Duration::from_millis(300);
    let host = Table::open(&Settings {
        machines: table::Machines { pace, ..table::Machines::default() },
        ..settings(folder.path(), "甲")
    })
    .unwrap();
    host.apply(open(plan(&[], &[SeatPlan::Me, SeatPlan::Bot])));
    let me = Seat::of(0);
    // Until the machine takes its time over a move: then the player resigns.
    loop {
        let next = |view: &TableView| {
            let game = playing(view)?;
            let is_theirs = game.stage == StageView::Move(Seat::of(1));
            (is_theirs || game.awaited.has(me)).then_some(game)
        };
        let game = wait_for(&host, "a decision", next);
        let decision = match (game.choices.first(), game.moves.first()) {
            (Some((choice, _)), _) => Decision::Choose(choice.clone()),
            (None, Some((mv, _))) => Decision::Move(mv.clone()),
            (None, None) => break,
        };
        host.apply(Command::Decide(me, Box::new(decision)));
        let later = |view: &TableView| playing(view).filter(|now| now.step > game.step);
        wait_for(&host, "the next step", later);
    }
    host.apply(Command::Decide(me, Box::new(Decision::Resign)));
    let ended = |view: &TableView| playing(view).filter(|game| game.ended.is_some());
    wait_for(&host, "the end", ended);
    std::thread::sleep(2 * pace);
    let version = host.newer(0, PATIENCE).unwrap().version;
    std::thread::sleep(Duration::from_secs(1));
    let views = host.newer(0, PATIENCE).unwrap().version - version;
    assert!(views < 50, "{views} views in a second of rest");
}

/// Clocks stand as soon as the person wants it, whoever plays the other seats here.
#[test]
fn machines_wait_with_the_person_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let host = table(folder.path(), "甲");
    let clock = Clock::Total { seconds: 300, increment: 3 };
    let seats = [SeatPlan::Me, SeatPlan::Bot, SeatPlan::Bot];
    host.apply(open(RoomPlan { clock, ..plan(&["three"], &seats) }));
    let asked = |view: &TableView| playing(view).filter(|game| !game.awaited.is_empty());
    let game = wait_for(&host, "to be asked", asked);
    assert!(!game.is_paused && game.pauses.is_empty());
    let seat = game.awaited.lowest().unwrap();
    host.apply(Command::Decide(seat, Box::new(Decision::WishPause)));
    wait_for(&host, "a pause", |view| playing(view).filter(|game| game.is_paused));
}
