//! Two tables with profiles of their own meet over real sockets and play.

#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::GameName;
use table::{
    Clock, Command, Ended, MatchView, Name, PhaseView, RoomPlan, SeatPlan, Settings, Table,
    TableView,
};

const PATIENCE: Duration = Duration::from_secs(120);

fn table(folder: &Path, name: &str) -> Table {
    Table::open(&Settings {
        profile: folder.join(name),
        name: Some(Name::new(name).unwrap()),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        crash: None,
        pace: Duration::ZERO,
    })
    .unwrap()
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
    host.apply(Command::Host(plan(&words, &[SeatPlan::Bot, SeatPlan::Open])));
    let address = wait_for(&host, "an address", |view| view.addresses.first().cloned());
    guest.apply(Command::Join { address, bot: true });
    let decided = |view: &TableView| {
        let game = playing(view)?;
        (game.ended.is_some() && game.is_delivered).then_some(game)
    };
    let a = wait_for(&host, "the host's end", decided);
    let b = wait_for(&guest, "the guest's end", decided);
    assert!(matches!(a.ended, Some(Ended::Decided(_))), "{:?}", a.ended);
    assert_eq!(a.ended, b.ended);
    let (a, b) = (std::fs::read(&a.record).unwrap(), std::fs::read(&b.record).unwrap());
    assert_eq!(a, b);
}
