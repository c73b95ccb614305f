//! Two people at terminals talk, in the match that they play.

use super::*;

/// Everything that reaches a terminal: no control but the end of a line.
fn is_harmless(said: &[String]) -> bool {
    said.iter().all(|line| !line.chars().any(char::is_control))
}

#[test]
fn two_at_terminals_talk_both_ways_and_one_silences_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut host =
        Player::person(&a, &["host", "--listen", "127.0.0.1", "--name", "小明", "quiet_limit=20"]);
    let address = host.address();
    // A name that looks the same: what tells them apart is the key.
    let mut guest = Player::person(&b, &["join", &address, "--name", "小明"]);
    guest.until("Type y to sign");
    guest.types("say 你好\u{1b}[2J\u{202e}，等我看完");
    let line = host.until("你好");
    assert!(line.starts_with("» seat 1 (小明) ["), "{line}");
    assert!(line.ends_with("]: 你好[2J，等我看完"), "{line}");
    let id = line.split(['[', ']']).nth(1).unwrap().to_owned();
    assert_eq!(id.len(), "0123-4567-89ab".len());
    guest.types("y");
    host.until("Your gesture");
    host.types("say #4");
    let answer = guest.until("» seat 0");
    assert!(answer.ends_with("]: Well played"), "{answer}");
    assert!(!answer.contains(&id), "{answer}");

    host.types("mute 1");
    host.until("is not shown any more");
    host.types("unmute 1");
    host.until("is shown again");
    guest.types("say two");
    assert!(host.until("]: ").ends_with("]: two"), "{:#?}", host.said);
    host.types("mute 1");
    host.until("is not shown any more");
    guest.types("say one");
    guest.until("» me: one");
    // While both commit and show, a line would long have come.
    for player in [&mut host, &mut guest] {
        player.types("J");
    }
    for player in [&mut host, &mut guest] {
        player.until("shown: ");
    }

    guest.types("chat off");
    guest.until("Chat is off");
    host.types("say anybody?");
    host.until("Did not reach seat 1 (小明)");
    guest.types("say no");
    guest.types("say");
    guest.until("#1 Hello");
    for player in [&mut host, &mut guest] {
        player.types("quit");
        assert_eq!(player.wait(), Some(3));
        assert!(is_harmless(&player.said), "{:#?}", player.said);
        assert!(!player.said.iter().any(|line| line.ends_with("]: one")), "{:#?}", player.said);
    }
}
