//! The program as people and scripts meet it, without a network: what it prints where, and its exit
//! codes. Records are the files of `tests/vectors/audit`.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

#[path = "offline/junqi.rs"]
mod junqi;
#[path = "offline/shouhu.rs"]
mod shouhu;

/// What a run came to.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qiyue"));
    command.env_remove("QIYUE_LANG").env_remove("NO_COLOR").env("TERM", "xterm");
    command.stdin(Stdio::null());
    command
}

fn qiyue(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
    let output = program().args(args).output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Ran with this code, and neither a panic nor a debug dump anywhere.
fn ends(args: &[&str], code: i32) -> Ran {
    let ran = qiyue(args);
    assert_eq!(ran.code, code, "{args:?}\n{}\n{}", ran.out, ran.err);
    for bad in ["panicked", "RUST_BACKTRACE", "Some(", "Err(", "{ "] {
        let json = args.contains(&"--json");
        assert!(json || !ran.out.contains(bad) && !ran.err.contains(bad), "{args:?}: {bad}");
    }
    ran
}

/// Fails as wrong usage does: nothing on standard output, what is wrong and what to do on the other.
fn wrong(args: &[&str], what: &str) {
    let ran = ends(args, 2);
    assert_eq!(ran.out, "", "{args:?}");
    assert!(ran.err.starts_with("错误：") && ran.err.contains(what), "{args:?}: {}", ran.err);
    assert!(ran.err.contains("\n怎么办："), "{args:?}: {}", ran.err);
}

/// Records on disk.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// A file with these bytes.
    fn with(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// A file with the bytes of a vector.
    fn vector(&self, name: &str) -> String {
        self.with(&format!("{name}.qiyue"), &vector(name))
    }
}

fn vector(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/audit");
    let path: PathBuf = folder.join(name).with_extension("hex");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, body) = text.split_once("\n\n").unwrap();
    let digits: Vec<char> = body.chars().filter(|c| !c.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn alone_without_a_display_it_says_what_to_install_and_shows_a_game() {
    let folder = tempfile::tempdir().unwrap();
    // No display at all, and one that is not there.
    for display in ["", ":4242"] {
        let mut program = program();
        program.env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").env("DISPLAY", display);
        let output = program.arg("--local").arg("--profile").arg(folder.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.starts_with("错误：打不开窗口（"), "{said}");
        assert!(said.contains("libxkbcommon-x11-0") && said.contains("libgl1"), "{said}");
        for foreign in ["panicked", ".rs", "EventLoop"] {
            assert!(!said.contains(foreign), "{said}");
        }
        assert!(shown.contains("棋谱"), "{shown}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert_eq!(ends(&["--version"], 0).out, "qiyue 0.1.0\n");
    assert!(ends(&["--help"], 0).out.contains("核查棋谱"));
    assert!(ends(&["audit", "--help"], 0).out.contains("退出码"));
    assert!(ends(&["rules", "play", "--help", "--lang", "en"], 0).out.contains("seat:choice"));
}

#[test]
fn wrong_usage_is_told_with_what_to_do() {
    wrong(&["--nonsense"], "--nonsense");
    wrong(&["adit", "x"], "audit");
    wrong(&["audit"], "FILE");
    wrong(&["audit", "--jsn", "x"], "--json");
    wrong(&["rules"], "命令");
    wrong(&["--lang", "fr"], "fr");
    wrong(&["inspect", "x", "--at", "minus"], "minus");
    wrong(&["host", "--port", "99999"], "99999");
    wrong(&["rules", "moves", "--game", "go"], "laoqi");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let files = Files::new();
    for command in ["audit", "inspect", "replay"] {
        wrong(&[command, &files.path("nowhere.qiyue")], "nowhere.qiyue");
        wrong(&[command, files.0.path().to_str().unwrap()], "目录");
    }
    let ran = ends(&["audit", "--json", &files.path("nowhere.qiyue")], 2);
    assert_eq!(json_lines(&ran.out)[0]["exit"], 2);
}

#[test]
fn a_complete_record_is_told_check_by_check() {
    let files = Files::new();
    let ran = ends(&["audit", &files.vector("complete")], 0);
    for told in ["劳棋", "小明", "8a88-e3dd-7409", "签名", "35/35", "终局签名", "完整", "串通"]
    {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'), "no colour where nobody looks");
    let half = ends(&["audit", &files.vector("complete_other_match_half_sealed")], 0);
    assert!(half.out.contains("1 座（阿红）没有在终局上签名"), "{}", half.out);
}

#[test]
fn the_exit_code_says_what_a_record_comes_to() {
    let files = Files::new();
    ends(&["audit", &files.vector("five_seats")], 3);
    ends(&["audit", &files.vector("claimed")], 3);
    ends(&["audit", &files.vector("unknown_game_with_escapes")], 4);
    let mut later = vector("complete");
    later[8] = 9;
    let told = ends(&["audit", &files.with("later.qiyue", &later)], 4);
    assert!(told.out.contains("第 9 版"), "{}", told.out);
    let letter = ends(&["audit", &files.with("letter.txt", b"a letter")], 1);
    assert!(letter.out.contains("不是棋约的棋谱"), "{}", letter.out);
    ends(&["audit", &files.with("empty.qiyue", b"")], 1);
    let whole = vector("complete");
    let torn = ends(&["audit", &files.with("torn.qiyue", &whole[..3000])], 3);
    assert!(torn.out.contains("半截"), "{}", torn.out);
    let mut changed = whole;
    changed[2000] ^= 1;
    ends(&["audit", &files.with("changed.qiyue", &changed)], 1);
}

#[test]
fn a_cheat_is_named_and_the_next_command_shows_it() {
    let files = Files::new();
    let path = files.vector("cheated_illegal_move");
    let ran = ends(&["audit", &path], 1);
    assert!(ran.out.contains("作弊：0 座（小明）在第 3 步"), "{}", ran.out);
    assert!(ran.out.contains("legality"), "{}", ran.out);
    let next = ran.out.lines().find_map(|line| line.split_once("qiyue inspect ")).unwrap().1;
    let words: Vec<_> = ["inspect"].into_iter().chain(next.split_whitespace()).collect();
    let shown = ends(&words, 0);
    assert!(shown.out.contains("c2-c4") && shown.out.contains("证据"), "{}", shown.out);
}

#[test]
fn of_several_files_the_worst_counts_and_they_are_compared() {
    let files = Files::new();
    let complete = files.vector("complete");
    let same = ends(&["audit", &complete, &complete], 0);
    assert!(same.out.contains("18 步逐字节相同"), "{}", same.out);
    let forked = ends(&["audit", &complete, &files.vector("forked_in_step_4")], 1);
    assert!(forked.out.contains("第 4 步不同"), "{}", forked.out);
    assert!(forked.out.contains("1 座（阿红）在这一步签了两份不同的内容"), "{}", forked.out);
    let other = files.vector("complete_other_match_half_sealed");
    assert!(ends(&["audit", &complete, &other], 0).out.contains("不是同一局"));
    ends(&["audit", &complete, &files.path("nowhere")], 2);
    ends(&["audit", &files.vector("five_seats"), &files.vector("unknown_game_with_escapes")], 4);
}

#[test]
fn the_json_of_an_audit_keeps_its_shape() {
    let files = Files::new();
    let names = [files.vector("complete"), files.vector("forked_in_step_4")];
    let ran = ends(&["audit", "--json", &names[0], &names[1]], 1);
    let lines = json_lines(&ran.out);
    assert_eq!(lines.len(), 3, "one object a file, one a comparison");
    assert_eq!(lines[0]["schema"], "qiyue-audit/1");
    let shape = [
        "checks",
        "contract",
        "exit",
        "file",
        "plies",
        "schema",
        "steps",
        "torn",
        "unchecked",
        "verdict",
    ];
    assert_eq!(keys(&lines[0]), shape);
    assert_eq!(keys(&lines[0]["checks"][0]), ["failed", "id", "passed"]);
    let contract = [
        "clock",
        "clock_seconds",
        "game",
        "hiding",
        "increment_seconds",
        "machine_seconds",
        "match",
        "options",
        "players",
        "protocol",
        "rules_digest",
        "rules_version",
    ];
    assert_eq!(keys(&lines[0]["contract"]), contract);
    let player = ["fingerprint", "key", "name", "nonce", "peer", "seat", "signature"];
    assert_eq!(keys(&lines[0]["contract"]["players"][1]), player);
    assert_eq!(lines[0]["verdict"]["id"], "complete");
    assert_eq!(lines[0]["verdict"]["won"], serde_json::json!([0]));
    assert_eq!(lines[0]["unchecked"], serde_json::json!(["identity", "clocks", "collusion"]));
    assert_eq!(lines[2]["schema"], "qiyue-compare/1");
    let compared = ["first", "relation", "schema", "seats", "second", "step", "steps"];
    assert_eq!(keys(&lines[2]), compared);
    assert_eq!(lines[2]["seats"][0]["difference"], "twice");
    let cheated = ends(&["audit", "--json", &files.vector("cheated_illegal_move")], 1);
    let verdict = &json_lines(&cheated.out)[0]["verdict"];
    assert_eq!(keys(verdict), ["check", "id", "offset", "seat", "step"]);
}

#[test]
fn inspect_shows_every_slot_or_one_step_whole() {
    let files = Files::new();
    let path = files.vector("complete");
    let table = ends(&["inspect", &path], 0);
    assert!(table.out.lines().count() > 40 && table.out.contains("着法 c4xc5"), "{}", table.out);
    let one = ends(&["inspect", &path, "--at", "2"], 0);
    let signature = one.out.lines().find(|line| line.contains("签名  ")).unwrap();
    assert_eq!(signature.split_whitespace().last().unwrap().len(), 128, "{signature}");
    let end = ends(&["inspect", &path, "--at", "18"], 0);
    assert!(end.out.contains("终局签名"), "{}", end.out);
    wrong(&["inspect", &path, "--at", "19"], "第 19 步");
    let lines = json_lines(&ends(&["inspect", &path, "--json"], 0).out);
    let parts: Vec<_> = lines.iter().map(|line| line["part"].as_str().unwrap()).collect();
    assert_eq!((parts.len(), parts[0], parts[1], parts[19]), (20, "contract", "step", "end"));
    assert!(lines.iter().all(|line| line["schema"] == "qiyue-inspect/1"));
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_raw() {
    let files = Files::new();
    let path = files.vector("unknown_game_with_escapes");
    for command in ["audit", "inspect", "replay"] {
        let ran = qiyue([command, &path]);
        let raw = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
        assert!(!raw(&ran.out) && !raw(&ran.err), "{command}: {:?}", ran.out);
    }
    assert!(ends(&["audit", &path], 4).out.contains("\\u{1b}"));
}

#[test]
fn replay_draws_the_board_after_each_ply() {
    let files = Files::new();
    let ran = ends(&["replay", &files.vector("complete")], 0);
    assert_eq!(
        ran.out.matches("a    b    c    d    e    f").count(),
        6,
        "the start and five plies"
    );
    assert!(ran.out.contains("亮出：0 座（小明）剪刀、1 座（阿红）布"), "{}", ran.out);
    assert!(ran.out.contains("1 军：-1 国王"), "{}", ran.out);
    assert!(ran.out.ends_with("完整：每一项都成立。0 座（小明）获胜。\n"), "{}", ran.out);
    let path = files.vector("complete");
    let after = ends(&["replay", &path, "--to", "3"], 0);
    assert!(after.out.contains(" 3   .    .  <战0>"), "{}", after.out);
    assert!(after.out.lines().last().unwrap().starts_with("viewer=- board="), "{}", after.out);
    wrong(&["replay", &path, "--to", "18"], "第 18 步");
    let english = ends(&["replay", &path, "--to", "3", "--lang", "en"], 0);
    assert!(english.out.contains("<W0>"), "{}", english.out);
}

#[test]
fn replay_goes_as_far_as_a_broken_record_holds() {
    let files = Files::new();
    let whole = vector("complete");
    let torn = ends(&["replay", &files.with("torn.qiyue", &whole[..3000])], 3);
    assert!(torn.out.contains("第 2 手之后") && torn.out.contains("半截"), "{}", torn.out);
    let cheated = ends(&["replay", &files.vector("cheated_illegal_move")], 1);
    assert!(cheated.out.contains("作弊"), "{}", cheated.out);
    assert!(ends(&["replay", &files.vector("five_seats")], 3).out.contains("认输"));
}

#[test]
fn rules_list_moves_and_choices() {
    assert_eq!(ends(&["rules", "moves", "three"], 0).out, "0:J S B\n1:J S B\n2:J S B\n");
    let played = ends(&["rules", "play", "0:J,1:B"], 0).out;
    let position = played.lines().last().unwrap();
    let all = ends(&["rules", "moves", "--position", position], 0).out;
    assert!(all.lines().any(|line| line == "c2-c3"), "{all}");
    let some = ends(&["rules", "moves", "--position", position, "--from", "c2"], 0).out;
    assert!(some.contains("[战0]") && some.contains("( . )"), "{some}");
    assert!(some.ends_with("c2-c1\nc2-b2\nc2-d2\nc2-c3\n"), "{some}");
}

#[test]
fn rules_play_events_and_count() {
    let moves = ["0:J,1:B", "c2-c3", "0:J,1:-", "skip", "out", "1"];
    let played = ends(&[&["rules", "play", "two", "timeouts=5"], &moves[..]].concat(), 0).out;
    assert!(played.contains("1 座没有给出") && played.contains("1 座认输"), "{played}");
    assert!(played.lines().last().unwrap().ends_with("stage=won:0"), "{played}");
    let drawn = ends(&["rules", "play", "four", "draw"], 0).out;
    assert!(drawn.contains("0 座、1 座、2 座、3 座和棋"), "{drawn}");
    let whole = ends(&["rules", "perft", "2"], 0).out;
    let divided = ends(&["rules", "perft", "2", "--divide"], 0).out;
    let counts = divided.lines().filter_map(|line| line.split_once(' '));
    let sum: u64 = counts.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
    assert_eq!(whole.trim().parse::<u64>().unwrap(), sum);
    assert!(ends(&["rules", "text"], 0).out.starts_with("# 劳棋规则"));
}

#[test]
fn faults_are_told_all_at_once_each_at_its_place() {
    let ran = ends(&["rules", "moves", "ties=x", "seats=9", "loud"], 2);
    for place in ["ties：", "seats：", "loud："] {
        assert!(ran.err.contains(place), "{}", ran.err);
    }
    wrong(&["rules", "play", "0:J,1:B", "c2-c9"], "2. c2-c9");
    wrong(&["rules", "play", "0:J"], "0 1");
    wrong(&["rules", "play", "0:J,1:B", "a1-a2"], "2. a1-a2");
    wrong(&["rules", "play", "out"], "1. out");
    wrong(&["rules", "moves", "--position", "board=x"], "viewer");
    wrong(&["rules", "perft", "99"], "20");
}

#[test]
fn a_record_can_come_from_standard_input() {
    let mut child = program()
        .args(["audit", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&vector("complete")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("完整"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let files = Files::new();
    let path = files.vector("complete");
    for args in [&["replay", &path][..], &["rules", "text"], &["inspect", &path], &["--help"]] {
        let mut child =
            program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
        assert_eq!(told, "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["rules", "text"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("没有写完") && told.contains("怎么办"), "{told}");
}

/// An invitation that counted until 2001.
const EXPIRED: &str = concat!(
    "qiyue://j/agzqaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqli",
    "i7adakqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaqaagggnsap6",
    "bdaedqobyha4dqobyha4dqobyha4dqcd7iqca6pdul46nijzfyvxt3xjym5gozfznrwhtztppjxgsak3",
    "dbn5ywsaiiaiaaaaaazaaqgpardmqcvldweiaty6afaucqkbifaucybfhl3qb3nqa2kq",
);

#[test]
fn an_invitation_that_leads_nowhere_is_told_before_anybody_is_dialled() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().to_str().unwrap();
    let told = |text: &str, what: &str| {
        let ran = ends(&["--local", "--profile", profile, "join", text], 2);
        assert!(ran.err.contains(what) && ran.err.contains("怎么办："), "{what}: {}", ran.err);
        assert!(!ran.out.contains("正在"), "{}", ran.out);
    };
    told(&format!("来下棋：\n{EXPIRED}\n快来"), "过期");
    told(&format!("来下棋：{}", EXPIRED.get(..EXPIRED.len() - 2).unwrap()), "抄错了字");
    told("来下棋：qiyue://r/aefaaaicamcakbqhbaequnhqyoka", "中继");
}
