//! Somebody watches a match of two others.

use super::*;

/// A program that watches.
fn watch(profile: &Path, address: &str) -> Player {
    Player::person(profile, &["watch", address])
}

/// Waits until who watches has seen the end, or until he is sent away: those who play may be gone
/// before he has seen all.
fn leave(watcher: &mut Player) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(5) {
        if watcher.child.try_wait().unwrap().is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    watcher.types("quit");
    watcher.wait();
}

/// What was watched is the beginning of what the players have, and audits like it.
fn check(watched: &Path, played: &Path) -> (usize, usize) {
    let (seen, all) = (fs::read(record(watched)).unwrap(), fs::read(record(played)).unwrap());
    assert!(all.starts_with(&seen), "{} of {} bytes", seen.len(), all.len());
    let (code, said) = audit(&[&record(watched)]);
    assert!(code == 0 || code == 3, "{said}");
    assert!(fs::read_dir(record(watched).parent().unwrap()).unwrap().flatten().count() == 1);
    (seen.len(), all.len())
}

#[test]
fn a_match_is_watched_from_its_room_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| folder.path().join(name));
    let words = ["quiet_limit=20", "--watch", "--clock", "5m+3s"];
    let mut host = Player::host(&a, None, &words);
    let address = host.address();
    // One is there before the match begins, one comes while it goes on.
    let mut early = watch(&c, &address);
    early.until("Watching");
    let mut guest = Player::join(&b, None, &address);
    early.until("You are watching");
    let mut late = watch(&d, &address);
    late.until("You are watching");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
    check_records(&a, &b);
    let (_, said) = audit(&[&record(&a)]);
    assert!(said.contains("5 min in all, 3 s more after each move"), "{said}");
    for (watcher, profile) in [(&mut early, &c), (&mut late, &d)] {
        leave(watcher);
        let (seen, all) = check(profile, &a);
        println!("{seen} of {all} bytes were seen");
        assert!(seen > 1_000, "hardly anything was seen");
    }
    host.said.extend(host.lines.try_iter());
    assert!(host.said.iter().any(|line| line.contains("Watching: 1")), "{:#?}", host.said);
}

#[test]
fn nobody_watches_where_the_host_does_not_want_it() {
    let folder = tempfile::tempdir().unwrap();
    let [a, c] = ["a", "c"].map(|name| folder.path().join(name));
    let mut host = Player::host(&a, None, &["quiet_limit=20"]);
    let address = host.address();
    let mut watcher = watch(&c, &address);
    assert_eq!(watcher.wait(), Some(3));
    assert!(!c.join("matches").read_dir().is_ok_and(|mut files| files.next().is_some()));
}
