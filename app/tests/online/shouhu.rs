//! 守护棋 between two processes.

use std::fs;
use std::path::Path;

use super::{Player, check_no_secrets, check_records, record};

const LAYOUT: &str = "RNB..BNR/..AP.A../.C....C./P.P..P.P";

/// Two processes of machines play to the end; both records are the same and audit clean.
fn machines(options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = [&["--game", "shouhu", "--level", "random"], options].concat();
    let mut host = Player::host(&a, None, &words);
    let address = host.address();
    let level = ["join", &address, "--bot", "--name", "B", "--level", "random"];
    let mut guest = Player::start(&b, None, &level);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{options:?}: {:?}", host.said);
    check_records(&a, &b);
    for player in [&host, &guest] {
        check_no_secrets(&[&a, &b], &player.said);
    }
}

#[test]
fn machines_play_every_placement_to_the_end() {
    machines(&["sealed", "quiet_limit=20"]);
    machines(&["alternate", "win=most_after", "plies=12"]);
    machines(&["standard", "goal=1", "quiet_limit=20"]);
}

#[test]
fn a_program_killed_while_it_sets_up_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = ["--game", "shouhu", "--level", "random", "quiet_limit=10"];
    let mut host = Player::host(&a, None, &words);
    let address = host.address();
    let join = ["join", &address, "--bot", "--name", "B", "--level", "random"];
    let mut guest = Player::start(&b, Some("after-send:4"), &join);
    assert_eq!(guest.wait(), None, "killed");
    let mut guest = Player::start(&b, None, &["resume", "--bot", "--level", "random"]);
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:?}", guest.said);
    check_records(&a, &b);
}

#[test]
fn a_layout_is_refused_before_it_is_sent_and_a_game_is_typed_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = ["host", "--game", "shouhu", "red=seat_0", "win=most_after", "plies=1"];
    let more = ["--listen", "127.0.0.1", "--name", "A"];
    let mut host = Player::person(&a, &[&words[..], &more[..]].concat());
    let address = host.address();
    let join = ["join", &address, "--bot", "--name", "B", "--level", "random"];
    let mut guest = Player::start(&b, None, &join);
    host.until("Set up: type a line");
    host.until("seat 1 (B) committed");
    // Two more in the zone, a cannon too many, a soldier too few.
    host.types("RNBR.BN./..APCA../.C....C./P.P..P..");
    host.until("This layout has 4 faults");
    for told in ["d2: a zone has one guardian", "e2: a zone", "g3: one C too many", "layout: 4 of"]
    {
        host.until(told);
    }
    host.until("nothing was sent");
    host.types("RNB/XNB..BNR/.C....C./P.P..P.P");
    host.until("This layout has 2 faults");
    host.until("rank 1: 8 signs");
    host.until("a2: 'X' is no piece");
    host.types("layout");
    host.until("four ranks from your base");
    host.types("layout standard");
    host.until(LAYOUT);
    host.types("swap a1 d1");
    host.until("This layout has 1 faults");
    host.types("swap a1 b1");
    host.until("NRB..BNR/..AP.A../.C....C./P.P..P.P");
    let before = std::fs::read(record(&a)).unwrap();
    host.types("layout save mine");
    host.until("Kept \"mine\"");
    assert_eq!(std::fs::read(record(&a)).unwrap(), before);
    host.types("ok");
    host.until("shown: seat 0 (A) NRB..BNR/..AP.A../.C....C./P.P..P.P, seat 1 (B) ");
    host.until("Which move?");
    host.types("a1-a9");
    host.until("This cannot be played");
    host.types("moves z9");
    host.until("cells are called as a1");
    host.types("a1 b3x");
    host.until("Not understood");
    host.types("g1-e2");
    host.until("two guardians in one zone");
    host.types("d2-d2");
    host.types("g1 h3");
    host.until("seat 0 (A): Horse g1-h3");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:?}", host.said);
    check_records(&a, &b);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// A profile from before the layout was sealed: who types the same one again plays on.
#[test]
fn a_layout_that_a_backup_lacks_is_typed_again() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, old] = ["a", "b", "old"].map(|name| folder.path().join(name));
    let words = ["host", "--game", "shouhu", "red=seat_0", "win=most_after", "plies=1"];
    let more = ["--listen", "127.0.0.1", "--name", "A"];
    let mut host = Player::person(&a, &[&words[..], &more[..]].concat());
    let address = host.address();
    let mut guest = Player::person(&b, &["join", &address, "--name", "B"]);
    guest.until("Do you sign");
    guest.types("y");
    host.until("Set up: type a line");
    drop(host);
    copy(&a, &old);
    let mut host = Player::person(&a, &["resume"]);
    host.until("Set up: type a line");
    host.types(LAYOUT);
    host.types("ok");
    guest.until("seat 0 (A) committed");
    drop(host);
    fs::remove_dir_all(&a).unwrap();
    fs::rename(&old, &a).unwrap();
    let mut host = Player::person(&a, &["resume"]);
    guest.until("seat 0 (A) is back");
    guest.types(LAYOUT);
    guest.types("ok");
    host.until("no longer on this machine");
    host.types("layout NRB..BNR/..AP.A../.C....C./P.P..P.P");
    host.types(&format!("layout {LAYOUT}"));
    host.until(&format!("shown: seat 0 (A) {LAYOUT}"));
    host.until("Which move?");
    host.types("g1-h3");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{:?}", host.said);
    check_records(&a, &b);
}
