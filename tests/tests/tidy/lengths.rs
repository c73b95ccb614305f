//! Files of at most 600 lines, functions of at most 70 (100 in the window's panels).

use crate::text::{block_end, code_only, is_word};
use crate::{Complaints, File, clean, files, finds};

const FILE_LINES: usize = 600;
const FUNCTION_LINES: usize = 70;
const PANEL_FUNCTION_LINES: usize = 100;

fn long_files(files: &[File]) -> Complaints {
    let rust = files.iter().filter(|file| file.is_rust());
    let long = rust.filter(|file| file.text.lines().count() > FILE_LINES);
    long.map(|file| {
        format!("{}: {} lines, at most {FILE_LINES}", file.path, file.text.lines().count())
    })
    .collect()
}

fn long_functions(files: &[File]) -> Complaints {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let most =
            if file.path.starts_with("app/src/") { PANEL_FUNCTION_LINES } else { FUNCTION_LINES };
        for (name, line, lines) in functions(&code_only(&file.text)) {
            if lines > most {
                complaints.push(format!(
                    "{}:{line}: fn {name}: {lines} lines, at most {most}",
                    file.path
                ));
            }
        }
    }
    complaints
}

/// Name, line and count of lines of each function that has a body.
fn functions(code: &str) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        if code[..at].chars().next_back().is_some_and(is_word) {
            continue;
        }
        let name: String = code[at + 3..].chars().take_while(|c| is_word(*c)).collect();
        let Some(open) = body(&code[at..]) else { continue };
        let end = open + block_end(&code[at + open..]);
        if !name.is_empty() {
            let line = code[..at].matches('\n').count() + 1;
            found.push((name, line, code[at..at + end].lines().count()));
        }
    }
    found
}

/// Where the body of the function opens that begins here; none if it has none.
fn body(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return None,
            ')' | ']' => depth -= 1,
            ';' | ',' | '}' | '=' if depth == 0 && is_end(code, at) => return None,
            '{' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// A `,` and a `=` may stand in bounds; a `;` or a `}` ends a function without a body.
fn is_end(code: &str, at: usize) -> bool {
    matches!(code.as_bytes().get(at), Some(b';' | b'}'))
}

#[test]
fn files_are_short() {
    clean(long_files(&files()));
}

#[test]
fn functions_are_short() {
    clean(long_functions(&files()));
}

#[test]
fn the_length_checks_can_fail() {
    let body = "    a();\n".repeat(69);
    let long = format!(
        "struct S;\nimpl S {{\nfn long<T>(x: [u8; 2])\nwhere T: Iterator<Item = u8>,\n{{\n{body}}}\n}}\n"
    );
    let short =
        format!("fn short() {{\n{}}}\nfn none(f: fn(u8) -> u8);\n", "    b();\n".repeat(68));
    let wide = format!("fn panel() {{\n{}}}\n", "    c();\n".repeat(99));
    let samples = [
        File::sample("crates/game/src/a.rs", &long),
        File::sample("crates/game/src/b.rs", &short),
        File::sample("app/src/panels/c.rs", &wide),
        File::sample("crates/game/src/d.rs", &"//\n".repeat(601)),
        File::sample("crates/game/src/e.rs", &"//\n".repeat(600)),
    ];
    let complaints = long_functions(&samples);
    finds(&complaints, &["a.rs:3: fn long: 73 lines", "c.rs:1: fn panel: 101 lines"]);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    let complaints = long_files(&samples);
    finds(&complaints, &["d.rs: 601 lines"]);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
}
