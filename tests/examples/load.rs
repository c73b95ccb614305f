//! Many games at once through one relay: the ends of all of them. Not a test; `tests/load.sh` runs
//! it twice, on two hosts that have no way to each other, and says what the relay took.
//!
//! `load host FOLDER COUNT SECONDS LINE` opens rooms and leaves their invitations in the folder;
//! `load join FOLDER COUNT SECONDS` joins them.

#![expect(clippy::print_stdout, reason = "what was counted")]
#![expect(clippy::unwrap_used, reason = "whoever runs it wants to see why it failed")]

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::GameName;
use table::{
    Clock, Command, Guest, Name, PhaseView, RoomPlan, SeatPlan, Settings, Start, Table, TableView,
    Way,
};

/// One ply in this time.
const PACE: Duration = Duration::from_secs(1);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["host", folder, count, seconds, line] => {
            run(Path::new(folder), (count, seconds), Some(line));
        }
        ["join", folder, count, seconds] => run(Path::new(folder), (count, seconds), None),
        _ => {
            println!("usage: load host FOLDER COUNT SECONDS LINE | load join FOLDER COUNT SECONDS")
        }
    }
}

/// One end of a game, and the last that it has shown.
struct End {
    table: Table,
    view: Option<Arc<TableView>>,
}

fn run(folder: &Path, (count, seconds): (&str, &str), line: Option<&str>) {
    let (count, seconds): (usize, u64) = (count.parse().unwrap(), seconds.parse().unwrap());
    let mut ends: Vec<End> = (0..count).map(|number| open(folder, number, line)).collect();
    let begun = Instant::now();
    let mut told = Duration::ZERO;
    while begun.elapsed() < Duration::from_secs(seconds) {
        for (number, end) in ends.iter_mut().enumerate() {
            let seen = end.view.as_ref().map_or(0, |view| view.version);
            if let Some(view) = end.table.newer(seen, Duration::ZERO) {
                note_invitation(folder, number, &view);
                end.view = Some(view);
            }
        }
        if begun.elapsed() >= told {
            told += Duration::from_secs(5);
            println!("{:>4} s: {}", begun.elapsed().as_secs(), count_up(&ends));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    println!(" end: {}", count_up(&ends));
    let problems = ends.iter().filter_map(|end| end.view.as_ref()).flat_map(|it| &it.problems);
    for (_, problem) in problems {
        println!("      {problem}");
    }
}

fn open(folder: &Path, number: usize, line: Option<&str>) -> End {
    let side = if line.is_some() { "host" } else { "guest" };
    let table = Table::open(&Settings {
        profile: folder.join(format!("{side}-{number}")),
        name: Some(Name::new(side).unwrap()),
        host: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        port: 0,
        machines: table::Machines { pace: PACE, ..table::Machines::default() },
        find: false,
        crash: None,
    });
    let table = table.unwrap();
    if let Some(line) = line {
        table.apply(Command::AddRelay(line.to_owned()));
        let rules = GameName::Laoqi.rules([]).unwrap();
        let seats = vec![SeatPlan::Bot, SeatPlan::Open];
        let plan = RoomPlan { rules, clock: Clock::Unlimited, machine_seconds: 120, seats };
        table.apply(Command::Host { plan, start: Start::WhenFull });
    } else {
        let path = folder.join(format!("{number}.link"));
        let link = loop {
            match std::fs::read_to_string(&path) {
                Ok(link) => break link,
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        table.apply(Command::Join { address: link, guest: Guest::Machine });
    }
    End { table, view: None }
}

/// Gives away an invitation once it leads through the relay.
fn note_invitation(folder: &Path, number: usize, view: &TableView) {
    let is_reached = view.addresses.iter().any(|address| address.contains("p2p-circuit"));
    if let (true, Some(link)) = (is_reached, &view.invitation) {
        let path = folder.join(format!("{number}.link"));
        if !path.exists() {
            let part = path.with_extension("part");
            std::fs::write(&part, link).unwrap();
            std::fs::rename(&part, &path).unwrap();
        }
    }
}

fn count_up(ends: &[End]) -> String {
    let [mut playing, mut relayed, mut over, mut steps, mut problems, mut slowest] = [0_u64; 6];
    for view in ends.iter().filter_map(|end| end.view.as_ref()) {
        problems += view.problems.len() as u64;
        if let PhaseView::Playing(game) = &view.phase {
            playing += 1;
            steps += u64::from(game.step);
            over += u64::from(game.ended.is_some());
            let ways = game.links.iter();
            relayed += ways.clone().any(|link| matches!(link.way, Way::Relay { .. })) as u64;
            let times = ways.filter_map(|link| link.round_trip);
            slowest = slowest.max(times.map(|it| it.as_millis() as u64).max().unwrap_or(0));
        }
    }
    format!(
        "{playing} play, {relayed} through the relay, {over} are over, {steps} steps, {problems} \
         problems, slowest round trip {slowest} ms"
    )
}
