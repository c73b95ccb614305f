//! Words that code may not have, by crate.

use crate::text::{code_only, is_word, test_modules, without_tests};
use crate::{Complaints, File, clean, files, finds};

/// Where a ban holds.
enum Where {
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

/// One ban.
struct Ban {
    words: &'static [&'static str],
    place: Where,
    /// Whether tests and benches keep to it too.
    in_tests: bool,
    why: &'static str,
}

const PURE: &[&str] = &["game", "laoqi", "junqi", "shouhu"];

const BANS: &[Ban] = &[
    Ban {
        words: &["Instant::now", "SystemTime::now"],
        place: Where::AllBut(&["net", "table", "app"]),
        in_tests: false,
        why: "time is an argument",
    },
    Ban {
        words: &["HashMap", "HashSet"],
        place: Where::AllBut(&["net"]),
        in_tests: true,
        why: "order is part of the value: BTreeMap, BTreeSet or a sorted Vec",
    },
    Ban {
        words: &["print!", "println!", "eprint!", "eprintln!"],
        place: Where::AllBut(&["app"]),
        in_tests: false,
        why: "only the program speaks to people",
    },
    Ban {
        words: &["todo!", "unimplemented!", "dbg!", ".unwrap()"],
        place: Where::AllBut(&[]),
        in_tests: false,
        why: "an error is returned, an invariant is expected with its reason",
    },
    Ban {
        words: &["f32", "f64"],
        place: Where::Only(&[
            "game", "laoqi", "junqi", "shouhu", "referee", "record", "protocol", "crypto",
        ]),
        in_tests: false,
        why: "no floats where all peers must agree",
    },
    Ban {
        words: &["std::fs", "std::net", "std::env", "std::thread", "std::time", "std::process"],
        place: Where::Only(PURE),
        in_tests: false,
        why: "rules know no network, clock, randomness or file",
    },
    Ban {
        words: &["std::fs", "std::net", "std::env", "std::thread", "std::process"],
        place: Where::Only(&["protocol"]),
        in_tests: false,
        why: "the protocol does no input or output",
    },
];

impl Ban {
    fn holds_in(&self, krate: &str) -> bool {
        match self.place {
            Where::Only(crates) => crates.contains(&krate),
            Where::AllBut(crates) => !crates.contains(&krate),
        }
    }
}

fn banned(files: &[File]) -> Complaints {
    let mut complaints = Vec::new();
    let for_tests = test_files(files);
    for file in files.iter().filter(|file| file.is_rust()) {
        let all = code_only(&file.text);
        let shipped = without_tests(&all);
        let is_test =
            is_test_path(&file.path) || for_tests.iter().any(|start| is_below(file, start));
        for ban in BANS.iter().filter(|ban| ban.holds_in(file.krate())) {
            if is_test && !ban.in_tests {
                continue;
            }
            let code = if ban.in_tests { &all } else { &shipped };
            for word in ban.words {
                for line in lines_with(code, word) {
                    complaints.push(format!("{}:{line}: {word}: {}", file.path, ban.why));
                }
            }
        }
    }
    complaints
}

/// Beginnings of the paths of files that are compiled for tests only.
fn test_files(files: &[File]) -> Vec<String> {
    let mut starts = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let (directory, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let stem = name.trim_end_matches(".rs");
        let own = match stem {
            "lib" | "main" | "mod" => directory.to_owned(),
            _ => format!("{directory}/{stem}"),
        };
        for module in test_modules(&code_only(&file.text)) {
            starts.push(format!("{own}/{module}"));
        }
    }
    starts
}

fn is_below(file: &File, start: &str) -> bool {
    let rest = file.path.strip_prefix(start);
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

fn is_test_path(path: &str) -> bool {
    path.split('/').any(|part| ["tests", "benches", "examples"].contains(&part))
}

/// The lines on which the word stands by itself.
fn lines_with(code: &str, word: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for (at, _) in code.match_indices(word) {
        let glued_before = word.starts_with(is_word) && code[..at].ends_with(is_word);
        let glued_after = word.ends_with(is_word) && code[at + word.len()..].starts_with(is_word);
        if !glued_before && !glued_after {
            lines.push(code[..at].matches('\n').count() + 1);
        }
    }
    lines
}

#[test]
fn no_banned_word_is_used() {
    clean(banned(&files()));
}

#[test]
fn the_check_of_words_can_fail() {
    let samples = [
        File::sample(
            "crates/game/src/a.rs",
            "fn a() { let t = Instant::now(); let f = 1f32 as f64; }",
        ),
        File::sample(
            "crates/table/src/b.rs",
            "fn b() { Instant::now(); todo!() }\n#[cfg(test)]\nmod tests { fn c() { x.unwrap(); let h = HashMap::new(); } }",
        ),
        File::sample("crates/record/src/c.rs", "fn d() { eprintln!(\"x\");\n y.unwrap() }"),
        File::sample("crates/protocol/src/d.rs", "use std::fs::File; #[cfg(test)] mod dense;"),
    ];
    let complaints = banned(&samples);
    finds(
        &complaints,
        &[
            "a.rs:1: Instant::now",
            "a.rs:1: f64",
            "b.rs:1: todo!",
            "b.rs:3: HashMap",
            "c.rs:1: eprintln!",
            "c.rs:2: .unwrap()",
            "d.rs:1: std::fs",
        ],
    );
    assert_eq!(complaints.len(), 7, "{complaints:#?}");
}

#[test]
fn what_is_allowed_is_allowed() {
    let samples = [
        File::sample(
            "crates/net/src/a.rs",
            "use std::collections::HashMap; fn a() { Instant::now(); }",
        ),
        File::sample(
            "crates/game/src/b.rs",
            "// HashMap\nfn b() { a(\"dbg!\"); x.unwrap_or(0); let y = buf32; MyHashMapper; }",
        ),
        File::sample("crates/game/tests/c.rs", "fn c() { x.unwrap(); println!(\"\"); }"),
        File::sample(
            "crates/game/src/d.rs",
            "#[cfg(test)]\nmod dense;\n#[cfg(test)]\nmod tests { fn e() { x.unwrap() } }",
        ),
        File::sample("crates/game/src/d/dense.rs", "fn f() { x.unwrap() }"),
        File::sample("app/src/main.rs", "fn g() { println!(\"\"); }"),
    ];
    clean(banned(&samples));
}
