//! Three to five processes: killed at every named point, stopped for a while; all end the same match.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use super::*;

/// The named points at which a program dies.
const POINTS: [&str; 4] = ["before-persist", "before-send", "after-send", "mid-record"];
/// Each is to be hit so often.
const HITS: usize = 5;
/// Matches played for that, at most. Two or three are enough.
const MATCHES: usize = 8;

/// The programs of one match, the host first.
struct Crowd {
    folder: TempDir,
    players: Vec<Player>,
}

impl Crowd {
    /// Everybody sits down; each with the point at which it dies, if it does.
    fn gather(options: &[&str], crashes: &[Option<String>]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let crash = |seat: usize| crashes[seat].as_deref();
        let home = |seat: usize| folder.path().join(seat.to_string());
        let mut host = Player::host(&home(0), crash(0), options);
        let address = host.address();
        let mut players = vec![host];
        for seat in 1..crashes.len() {
            players.push(Player::join(&home(seat), crash(seat), &address));
        }
        Self { folder, players }
    }

    fn home(&self, seat: usize) -> PathBuf {
        self.folder.path().join(seat.to_string())
    }

    /// A program that died goes on.
    fn again(&mut self, seat: usize, crash: Option<&str>) {
        self.players[seat] = Player::start(&self.home(seat), crash, &["resume", "--bot"]);
    }

    /// Stops a program, so that it is there and says nothing, or lets it go on.
    fn signal(&self, seat: usize, signal: &str) {
        let id = self.players[seat].child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// All come to the end by themselves.
    fn finish(&mut self) {
        for player in &mut self.players {
            assert_eq!(player.wait(), Some(0), "{:#?}", player.said);
        }
        self.check();
    }

    /// All records are whole, the same, and audit clean.
    fn check(&self) {
        for seat in 1..self.players.len() {
            check_records(&self.home(0), &self.home(seat));
        }
    }
}

/// How often each program died at each point.
#[derive(Default)]
struct Deaths(BTreeMap<(&'static str, usize), usize>);

impl Deaths {
    fn at(&self, point: &str) -> usize {
        self.0.iter().filter(|((at, _), _)| *at == point).map(|(_, count)| count).sum()
    }

    /// The point that was hit least.
    fn rarest(&self, seat: usize) -> &'static str {
        let hits =
            |point: &&&'static str| self.0.get(&(**point, seat)).copied().unwrap_or_default();
        POINTS.iter().min_by_key(|point| (hits(point), self.at(point))).unwrap()
    }

    fn print(&self, seats: usize) {
        for point in POINTS {
            let row =
                (0..seats).map(|seat| self.0.get(&(point, seat)).copied().unwrap_or_default());
            let row: Vec<String> = row.map(|count| format!("{count:>4}")).collect();
            println!("{point:<15}{}", row.concat());
        }
    }
}

/// Plays one match of three programs, each of which dies again and again, and says who died where.
fn die_and_go_on(deaths: &mut Deaths) {
    // Later and later, so that points in all kinds of steps are hit.
    let mut count = [1_u32, 2, 3];
    let mut plans: Vec<Option<(&'static str, u32)>> = Vec::new();
    for (seat, count) in count.iter().enumerate() {
        plans.push(Some((deaths.rarest(seat), *count)));
    }
    let said = |plan: Option<(&str, u32)>| plan.map(|(point, count)| format!("{point}:{count}"));
    let first: Vec<_> = plans.iter().map(|plan| said(*plan)).collect();
    let mut crowd = Crowd::gather(&["three", "quiet_limit=10"], &first);
    let mut is_done = [false; 3];
    let start = Instant::now();
    while is_done != [true; 3] {
        assert!(start.elapsed() < 3 * PATIENCE, "{is_done:?} {:#?}", crowd.players[0].said);
        thread::sleep(Duration::from_millis(10));
        for seat in (0..3).filter(|seat| !is_done[*seat]).collect::<Vec<_>>() {
            let player = &mut crowd.players[seat];
            player.said.extend(player.lines.try_iter());
            let Some(status) = player.child.try_wait().unwrap() else { continue };
            if status.code().is_some() {
                assert_eq!(status.code(), Some(0), "{:#?}", player.said);
                is_done[seat] = true;
                continue;
            }
            let (point, _) = plans[seat].unwrap();
            *deaths.0.entry((point, seat)).or_default() += 1;
            count[seat] += 2;
            // Whoever has died four times is left in peace: the others want to go on too.
            let is_enough = count[seat] > 8;
            plans[seat] = (!is_enough).then(|| (deaths.rarest(seat), count[seat]));
            let plan = said(plans[seat]);
            crowd.again(seat, plan.as_deref());
        }
    }
    crowd.check();
}

#[test]
fn three_programs_die_at_every_point_and_end_the_same_match() {
    let mut deaths = Deaths::default();
    for _ in 0..MATCHES {
        if POINTS.iter().all(|point| deaths.at(point) >= HITS) {
            break;
        }
        die_and_go_on(&mut deaths);
    }
    deaths.print(3);
    for point in POINTS {
        assert!(deaths.at(point) >= HITS, "{point}");
    }
}

#[cfg(unix)]
#[test]
fn five_programs_end_their_match_though_one_dies_twice_and_one_is_stopped() {
    let mut plans = vec![None; 5];
    plans[3] = Some("after-send:9".to_owned());
    let mut crowd = Crowd::gather(&["five", "quiet_limit=10"], &plans);
    assert_eq!(crowd.players[3].wait(), None);
    // As if the computer of another slept.
    crowd.signal(1, "-STOP");
    // Not before the other goes on: till then it keeps what it is told, and an entry of its own.
    crowd.again(3, Some("before-send:20"));
    crowd.players[3].until("not connected");
    crowd.signal(1, "-CONT");
    assert_eq!(crowd.players[3].wait(), None);
    crowd.again(3, None);
    crowd.finish();
}
