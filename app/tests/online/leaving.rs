//! Leaving and coming back, between processes.

use std::fs;
use std::path::Path;

use super::{Player, audit, check_records, record};

/// A host and a guest who type, in a match that waits for the first gestures.
fn pair(a: &Path, b: &Path) -> (Player, Player) {
    let mut host = Player::person(a, &["host", "--listen", "127.0.0.1", "--name", "A"]);
    let address = host.address();
    let mut guest = Player::person(b, &["join", &address, "--name", "B"]);
    guest.until("Do you sign");
    guest.types("y");
    host.until("Your gesture");
    guest.until("Your gesture");
    (host, guest)
}

fn resigns(player: &mut Player) {
    player.types("resign");
    player.until("once more");
    player.types("resign");
}

/// The records of all matches of a profile, in the order of their names.
fn records(profile: &Path) -> Vec<Vec<u8>> {
    let folders = fs::read_dir(profile.join("matches")).unwrap().flatten();
    let mut paths: Vec<_> = folders.map(|entry| entry.path().join("record.qiyue")).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn two_who_want_the_same_again_play_it_with_seats_swapped() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let (mut host, mut guest) = pair(&a, &b);
    // Said before the end it counts when that comes.
    for player in [&mut host, &mut guest] {
        player.types("rematch");
        player.until("you want a rematch");
    }
    resigns(&mut host);
    for player in [&mut host, &mut guest] {
        // Nobody is asked to sign what he has wished for.
        player.until("seat 1 (B) won");
        player.until("seat 0: B");
        player.until("seat 1: A");
        player.until("Your gesture");
    }
    resigns(&mut guest);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:#?}", host.said);
    assert!(host.said.iter().any(|line| line.contains("seat 1 (A) won")), "{:#?}", host.said);
    let (ours, theirs) = (records(&a), records(&b));
    assert_eq!((ours.len(), &ours), (2, &theirs));
    assert_eq!(host.count("Do you sign") + host.count("Contract "), 2);
}

#[test]
fn who_is_alone_at_the_end_is_told_who_is_missing_and_leaves_with_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let (mut host, mut guest) = pair(&a, &b);
    guest.types("J");
    host.until("seat 1 (B) committed");
    drop(guest);
    host.until("seat 1 (B) not connected");
    host.types("seats");
    host.until("seat 1 (B) · ");
    host.until("Nobody waits for who is away");
    resigns(&mut host);
    // The guest has given what he owed: it is decided, and only his final signature is missing.
    host.until("the final signature of seat 1 (B) is missing");
    host.types("quit");
    assert_eq!(host.wait(), Some(0), "{:#?}", host.said);
    assert!(host.said.iter().any(|line| line.contains("seat 1 (B) won")), "{:#?}", host.said);
    let (code, said) = audit(&[&record(&a)]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("seat 1 (B) did not sign the ending"), "{said}");
}

#[test]
fn a_machine_that_resumes_alone_at_the_end_does_not_wait_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = ["host", "--listen", "127.0.0.1", "--name", "A", "--machine", "10"];
    let mut host = Player::person(&a, &words);
    let address = host.address();
    let mut guest = Player::person(&b, &["join", &address, "--name", "B"]);
    guest.until("Do you sign");
    guest.types("y");
    guest.until("Your gesture");
    guest.types("J");
    host.until("seat 1 (B) committed");
    drop(guest);
    host.until("seat 1 (B) not connected");
    resigns(&mut host);
    host.until("the final signature of seat 1 (B) is missing");
    drop(host);
    let mut again = Player::start(&a, None, &["resume", "--bot"]);
    assert_eq!(again.wait(), Some(0), "{:#?}", again.said);
    assert_eq!(audit(&[&record(&a)]).0, 0);
}

#[test]
fn a_machine_plays_on_for_who_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host = Player::person(
        &a,
        &["--level", "random", "host", "--listen", "127.0.0.1", "--name", "A", "quiet_limit=12"],
    );
    let address = host.address();
    let mut guest = Player::start(&b, None, &["join", &address, "--bot", "--name", "B"]);
    host.until("Your gesture");
    host.types("handover best");
    host.until("three levels");
    host.types("handover random");
    host.until("a machine plays (at random)");
    host.until("shown: seat 0 (A)");
    host.types("seats");
    host.until("seat 0 (A) · a machine plays (at random)");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:#?}", host.said);
    check_records(&a, &b);
}

#[test]
fn a_guest_who_is_asked_to_go_goes() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
    let mut host = Player::person(&a, &["host", "three", "--listen", "127.0.0.1", "--name", "A"]);
    let address = host.address();
    let mut guest = Player::person(&b, &["join", &address, "--name", "B"]);
    guest.until("You have a seat");
    host.until("seat 1: B");
    host.types("kick 2");
    host.until("Who is to go?");
    host.types("kick 1");
    assert_eq!(guest.wait(), Some(3), "{:#?}", guest.said);
    // He is not let in again; others are.
    let mut again = Player::person(&b, &["join", &address, "--name", "B"]);
    assert_eq!(again.wait(), Some(3), "{:#?}", again.said);
    let mut other = Player::person(&c, &["join", &address, "--name", "C"]);
    other.until("You have a seat");
    host.types("quit");
    assert_eq!((host.wait(), other.wait()), (Some(3), Some(3)));
}

#[test]
fn a_profile_from_an_old_backup_adopts_what_the_other_holds() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let (mut host, guest) = pair(&a, &b);
    drop(guest);
    host.until("seat 1 (B) not connected");
    let old = folder.path().join("old");
    copy(&b, &old);
    let mut guest = Player::person(&b, &["resume"]);
    guest.until("Your gesture");
    guest.types("J");
    host.until("seat 1 (B) committed");
    host.types("S");
    host.until("shown: seat 0 (A) rock, seat 1 (B) scissors");
    host.until("Which move?");
    drop(guest);
    host.until("seat 1 (B) not connected");
    // As if the disk had died: what was given and shown since is not known to this profile.
    fs::remove_dir_all(&b).unwrap();
    copy(&old, &b);
    let mut guest = Player::person(&b, &["resume"]);
    guest.until("Waiting for seat 0 (A) to move");
    resigns(&mut guest);
    host.types("1");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:#?}", guest.said);
    check_records(&a, &b);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
