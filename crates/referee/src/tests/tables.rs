//! The golden tables of announcements: one file for each set of options of 军棋. They are made from
//! the written rules by `tests/verifier/tables.py`; here they are read, and what every table must
//! keep is checked.

use std::collections::BTreeMap;
use std::fs;

use super::vectors::text::folder;
use super::*;
use crate::{AnswerStatement, AttackStatement};

/// A file.
pub(crate) struct Table {
    options: BTreeMap<String, String>,
    pub(crate) codes: Vec<Vec<u8>>,
}

impl Table {
    fn is(&self, option: &str, value: &str) -> bool {
        self.options.get(option).map(String::as_str) == Some(value)
    }

    fn parse(text: &str) -> Self {
        let (first, rows) = text.split_once('\n').unwrap();
        let option = |word: &str| {
            let (name, value) = word.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        };
        let row = |line: &str| line.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let options = first.split(' ').map(option).collect();
        Self { options, codes: rows.lines().map(row).collect() }
    }

    /// As a file has it.
    fn text(&self, names: &[&str]) -> String {
        let options: Vec<String> =
            names.iter().map(|name| format!("{name}={}", self.options[*name])).collect();
        let mut text = options.join(" ") + "\n";
        for row in &self.codes {
            let codes: Vec<String> = row.iter().map(|code| format!("{code:2}")).collect();
            text += &(codes.join(" ") + "\n");
        }
        text
    }
}

const NAMES: [&str; 4] = ["mines", "flag_takers", "marshal_shows_flag", "scouting"];

/// All tables by file name.
pub(crate) fn all() -> BTreeMap<String, Table> {
    let files = fs::read_dir(folder().join("tables")).unwrap().map(|file| file.unwrap().path());
    let table = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let table = Table::parse(&text);
        assert_eq!(table.text(&NAMES), text, "a table is written in one way");
        (path.file_name().unwrap().to_str().unwrap().to_owned(), table)
    };
    files.map(table).collect()
}

/// What everybody is told of a fight.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Announcement {
    attacker_dies: bool,
    defender_dies: bool,
    flag_lost: bool,
    /// Whose flag must be shown now: the attacker's, the defender's.
    shown: [bool; 2],
    /// The kind that an engineer scouted; then both kinds are public.
    scouted: Option<u8>,
}

/// By the rules, in other words than the script's.
fn announced(table: &Table, a: u8, d: u8) -> Announcement {
    let takes = match table.options["flag_takers"].as_str() {
        "any" => true,
        "not_marshal" => a != MARSHAL,
        _ => a == ENGINEER,
    };
    let (attacker_dies, defender_dies) = match (a, d) {
        (BOMB, _) | (_, BOMB) => (true, true),
        (_, FLAG) => (!takes, takes),
        (ENGINEER, MINE) => (table.is("mines", "mutual_all"), true),
        (_, MINE) => (true, !table.is("mines", "spring")),
        _ => (a >= d, a <= d),
    };
    let shows = table.is("marshal_shows_flag", "on");
    let scouts = table.is("scouting", "on") && a == ENGINEER;
    Announcement {
        attacker_dies,
        defender_dies,
        flag_lost: d == FLAG && defender_dies,
        shown: [a == MARSHAL && attacker_dies, d == MARSHAL && defender_dies].map(|s| s && shows),
        scouted: scouts.then_some(d),
    }
}

fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (0..10).flat_map(|a| (0..12).map(move |d| (a, d)))
}

#[test]
fn n59_there_is_a_table_for_every_set_of_options() {
    let tables = all();
    assert_eq!(tables.len(), 3 * 3 * 2 * 2);
    for (name, table) in &tables {
        let parts: Vec<String> =
            NAMES.iter().map(|option| format!("{option}_{}", table.options[*option])).collect();
        assert_eq!(*name, parts.join("-") + ".txt");
        let hiding = Hiding { codes: table.codes.clone(), ..hiding() };
        assert!(Terms::new(&hiding).is_ok(), "{name}");
        assert_eq!(table.codes.len(), 10, "{name}");
    }
    let default = &tables["mines_spring-flag_takers_any-marshal_shows_flag_on-scouting_off.txt"];
    assert_eq!(default.codes, hiding().codes, "the table of the other tests");
}

#[test]
fn n59_equal_announcements_have_equal_codes_and_others_have_others() {
    for (name, table) in all() {
        let (mut codes, mut meanings) = (BTreeMap::new(), BTreeMap::new());
        for (a, d) in pairs() {
            let code = table.codes[usize::from(a)][usize::from(d)];
            let what = announced(&table, a, d);
            assert!(code < 44, "{name}: {a} {d}");
            assert_eq!(*codes.entry(what.clone()).or_insert(code), code, "{name}: {a} {d}");
            assert_eq!(*meanings.entry(code).or_insert(what.clone()), what, "{name}: {a} {d}");
        }
    }
}

#[test]
fn n59_codes_are_sums_of_what_they_say() {
    for (name, table) in all() {
        for (a, d) in pairs() {
            let what = announced(&table, a, d);
            let [own, other] = what.shown;
            let facts = [what.attacker_dies, what.defender_dies, what.flag_lost, own, other];
            let sum = (0u32..).zip(facts).map(|(bit, fact)| u8::from(fact) << bit).sum();
            let code = what.scouted.map_or(sum, |kind| 32 + kind);
            assert_eq!(table.codes[usize::from(a)][usize::from(d)], code, "{name}: {a} {d}");
        }
        // A bomb destroys a flag, whoever may take flags.
        assert_eq!(table.codes[usize::from(BOMB)][usize::from(FLAG)], 7, "{name}");
    }
}

/// All 4,320 pairs would take long; ten of every table, drawn.
#[test]
fn t00_fights_by_every_table_announce_its_codes() {
    let (own, other, mut draw) = (player(0), player(1), Draw(59));
    for (name, table) in all() {
        let hiding = Hiding { codes: table.codes.clone(), ..hiding() };
        let terms = Terms::new(&hiding).unwrap();
        for _ in 0..10 {
            let (a, d) = (draw.below(10), draw.below(12));
            let [by, on] = [a, d].map(|kind| of_kind(u8::try_from(kind).unwrap()));
            let both = ((&own.field, by), (&other.field, on));
            let at = context(7, 0);
            let statement = AttackStatement::new(&at, &terms, both.0, both.1, MOVABLE).unwrap();
            let attack = statement.prove(&own.army, &entropy(5)).unwrap();
            let attack = statement.verify(&attack).unwrap();
            let statement = AnswerStatement::new(&context(8, 1), &attack).unwrap();
            let answer = statement.prove(&other.army, &entropy(6)).unwrap();
            assert_eq!(statement.verify(&answer), Ok(table.codes[a][d]), "{name}: {a} {d}");
        }
    }
}
