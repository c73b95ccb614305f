//! Two people at terminals stop their clocks, and one of them is gone in between.

use super::*;

#[test]
fn two_people_agree_to_a_pause_that_outlives_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = ["host", "--listen", "127.0.0.1", "--name", "A", "--clock", "5m+3s"];
    let mut host = Player::person(&a, &words);
    let address = host.address();
    let mut guest = Player::person(&b, &["join", &address, "--yes", "--name", "B"]);
    for player in [&mut host, &mut guest] {
        player.until("You have 5:00 left");
    }
    host.types("pause");
    guest.until("is for a pause");
    guest.types("pause");
    for player in [&mut host, &mut guest] {
        player.until("All agree to a pause");
        player.types("clock");
        // Four minutes and something, that do not grow less.
        player.until("left");
    }
    guest.child.kill().unwrap();
    guest.wait();
    let mut guest = Player::person(&b, &["resume"]);
    guest.until("All agree to a pause");
    for player in [&mut host, &mut guest] {
        player.types("quit");
        assert_eq!(player.wait(), Some(3), "{:#?}", player.said);
    }
}
