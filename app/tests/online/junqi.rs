//! 军棋 between two processes.

use super::{Player, check_no_secrets, check_records, record};

const LAYOUT: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

/// Two processes of machines play to the end; both records are the same and audit clean.
fn machines(options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let words = [&["--game", "junqi", "--level", "random"], options].concat();
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
fn machines_play_open_flip_and_hidden_games_to_their_end() {
    machines(&["open-2p", "quiet_limit=20"]);
    machines(&["flip", "quiet_limit=10"]);
    machines(&["qq-2p", "quiet_limit=20"]);
}

#[test]
fn a_game_of_four_has_machines_beside_the_host() {
    machines(&["open-4p", "quiet_limit=10", "--bots", "2"]);
    machines(&["sanguo", "quiet_limit=10", "--bots", "1"]);
}

#[test]
fn a_program_killed_while_it_sets_up_or_flips_goes_on() {
    for (options, point) in [
        // Long before any of these games can be over.
        (["open-2p", "quiet_limit=30"], "after-send:4"),
        (["flip", "quiet_limit=10"], "after-send:9"),
        (["qq-2p", "quiet_limit=30"], "before-send:4"),
        (["qq-2p", "quiet_limit=30"], "after-send:8"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        let words = [&["--game", "junqi", "--level", "random"], &options[..]].concat();
        let mut host = Player::host(&a, None, &words);
        let address = host.address();
        let join = ["join", &address, "--bot", "--name", "B", "--level", "random"];
        let mut guest = Player::start(&b, Some(point), &join);
        assert_eq!(guest.wait(), None, "killed at {point}");
        let mut guest = Player::start(&b, None, &["resume", "--bot", "--level", "random"]);
        assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)), "{point}: {:?}", guest.said);
        check_records(&a, &b);
    }
}

/// The verifier in Python reads every proof of a hidden record, and refuses each with one bit
/// changed; the same record is a text that says who won.
#[test]
fn a_hidden_record_is_checked_by_a_second_verifier_and_told_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("demo");
    let run = |words: &[&std::ffi::OsStr]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_qiyue"));
        let output = program.args(["--lang", "en"]).args(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // The tosses are not of the seed; players that like to attack do so in every game.
    let words = ["demo", "--level", "quick", "--seed", "5", "--profile"];
    let words: Vec<&std::ffi::OsStr> = words.iter().map(std::ffi::OsStr::new).collect();
    let more = ["--game", "junqi", "qq-2p", "quiet_limit=20"].map(std::ffi::OsStr::new);
    run(&[&words[..], &[profile.as_os_str()], &more[..]].concat());
    let game = record(&profile.join("甲"));
    let whole = run(&["replay".as_ref(), "--text".as_ref(), game.as_os_str()]);
    assert!(whole.starts_with("[Game \"junqi 1\"]") && whole.contains("[Layout0 "), "{whole}");
    let told = folder.path().join("told.jsonl");
    std::fs::write(&told, run(&["inspect".as_ref(), "--json".as_ref(), game.as_os_str()])).unwrap();
    let script =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/verifier/record.py");
    let mut python = std::process::Command::new("python3");
    python.arg("-B").arg(script).arg("--bits").arg(told);
    let Ok(output) = python.output() else {
        println!("skipped: no python3");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("every proof holds"), "{said}");
    for what in ["2 set-ups", "2 layouts", "attacks", "answers", "changes refused"] {
        assert!(said.contains(what), "{what}: {said}");
    }
}

/// Somebody who types, and a machine; both have signed.
fn against_machine(folder: &std::path::Path, preset: &str) -> (Player, Player) {
    let words = ["host", "--game", "junqi", preset, "--listen", "127.0.0.1", "--name", "A"];
    let mut host = Player::person(&folder.join("a"), &words);
    let address = host.address();
    let join = ["join", &address, "--bot", "--name", "B", "--level", "random"];
    let guest = Player::start(&folder.join("b"), None, &join);
    host.until("Contract ");
    (host, guest)
}

#[test]
fn nothing_is_sent_before_a_layout_is_right_and_kept_ones_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, mut guest) = against_machine(folder.path(), "open-2p");
    host.until("Set up: type a line");
    host.until("seat 1 (B) committed");
    host.types("ok");
    host.until("There is no layout yet");
    host.types("ZGDDB/BRR/YYLC/CPP/PEECM/LMLZF");
    host.until("This layout has 5 faults");
    for told in ["01a: no bomb", "03d: mines lie", "06e: the flag stands", "nothing was sent"] {
        host.until(told);
    }
    let before = std::fs::read(record(&folder.path().join("a"))).unwrap();
    host.types("layout nobody");
    host.until("No layout is called \"nobody\"");
    host.types(&format!("layout save mine {LAYOUT}"));
    host.until("Kept \"mine\"");
    host.types("layout random");
    host.until("It is legal");
    assert_eq!(std::fs::read(record(&folder.path().join("a"))).unwrap(), before);
    host.types("quit");
    assert_eq!(host.wait(), Some(3));

    let mut host = Player::person(&folder.path().join("a"), &["resume"]);
    host.until("Set up: type a line");
    host.types("layout list");
    host.until("mine");
    host.types("layout mine");
    host.until("It is legal");
    host.types("swap 01a 05c");
    host.until("EGDDB/BRR/YYCC/CPP/PEMLZ/LFLZE");
    host.types("ok");
    host.until("shown: seat 0 (A) EGDDB/BRR/YYCC/CPP/PEMLZ/LFLZE, seat 1 (B) ");
    resign(&mut host, &mut guest);
    check_records(&folder.path().join("a"), &folder.path().join("b"));
}

fn resign(host: &mut Player, guest: &mut Player) {
    host.types("resign");
    host.until("once more");
    host.types("resign");
    assert_eq!((host.wait(), guest.wait()), (Some(0), Some(0)));
}

#[test]
fn a_flip_is_typed_as_a_cell_and_tossed_by_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, mut guest) = against_machine(folder.path(), "flip");
    host.until("Which move?");
    host.types("moves 99z");
    host.until("no cell \"99z\"");
    // One of them is not turned up yet, whatever the other has done before.
    host.types("06a");
    host.types("06b");
    host.until("seat 0 (A): *06");
    host.until("public toss:");
    let shown = host.until("06");
    assert!(shown.contains(" is army "), "{shown}");
    host.until("face down: army 0");
    resign(&mut host, &mut guest);
    check_records(&folder.path().join("a"), &folder.path().join("b"));
}

#[test]
fn a_hidden_game_is_played_by_hand_and_shows_no_rank() {
    let folder = tempfile::tempdir().unwrap();
    let (mut host, mut guest) = against_machine(folder.path(), "qq-2p");
    host.until("Set up: type a line");
    host.types(LAYOUT);
    host.until("It is legal");
    host.types("ok");
    host.until("Only proofs are sent");
    host.until("begins");
    host.until("Which move?");
    // Whatever the machine has done, some piece can go.
    host.types("1");
    let moved = host.until("seat 0 (A): ");
    host.until("plies played");
    host.types("layout hide");
    host.until("not shown when the match is over");
    host.types("quit");
    assert_eq!(host.wait(), Some(3));
    // A restart does not forget it.
    let mut host = Player::person(&folder.path().join("a"), &["resume"]);
    host.until("Which move?");
    resign(&mut host, &mut guest);
    let shown =
        |player: &Player| player.said.iter().any(|line| line.contains("The layout of seat 0"));
    assert!(!shown(&host) && !shown(&guest));
    assert_eq!(host.count("The layout of seat 1 (B): "), 1, "{:?}", host.said);
    let replayed = std::process::Command::new(env!("CARGO_BIN_EXE_qiyue"))
        .args(["--lang", "en", "replay"])
        .arg(record(&folder.path().join("a")))
        .output()
        .unwrap();
    let replayed = String::from_utf8(replayed.stdout).unwrap();
    assert!(replayed.contains("F1") && replayed.contains("?0") && !replayed.contains("F0"));
    // The other side is told the cells alone, this one its own piece too.
    let seen = guest.said.iter().find(|line| line.starts_with("seat 0 (A): ")).unwrap();
    assert!(
        moved.len() > seen.len() && moved.ends_with(seen.rsplit(' ').next().unwrap()),
        "{moved} {seen}"
    );
    check_records(&folder.path().join("a"), &folder.path().join("b"));
}
