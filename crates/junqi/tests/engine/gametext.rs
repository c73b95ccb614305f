//! A whole game as text: every game goes there and back, and a wrong text is refused at its line.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::play::Play;
use crate::support::{Random, seat};
use game::{Answer, Cause, Event, Fault, Game as _, Ruling, Seat, SeatSet};
use junqi::gametext::{IMPORTED, NAME_MAX, TEXT_MAX};
use junqi::{
    Colours, FlagWin, Junqi, Layout, Mode, Options, Position, Remains, Repetition, Rules, Switch,
    WholeGame,
};

fn variants() -> Vec<Options> {
    let mut all: Vec<Options> = Options::PRESETS.iter().map(|(_, options)| *options).collect();
    let carry = Options { flag_win: FlagWin::Carry, ..Options::plain(4, Mode::Open) };
    all.extend([
        Options { remains: Remains::Stay, ..carry },
        Options { leader: SeatSet::first(2), scouting: Switch::On, ..Options::LIUGUO },
        Options { flag_win: FlagWin::Carry, quiet_limit: 9, ..Options::QQ_4P },
        Options { colours: Colours::FirstFlip, ..Options::FLIP },
        Options { quiet_limit: 0, repetition: Repetition::Off, ..Options::QQ_2P },
    ]);
    all
}

fn game(play: &Play, layouts: BTreeMap<Seat, Layout>) -> WholeGame {
    let game = WholeGame::new(play.at.rules(), layouts, play.events.clone()).unwrap();
    assert_eq!(game.end(), &play.at);
    game
}

#[test]
fn every_game_goes_there_and_back() {
    let mut words = BTreeSet::new();
    for (number, options) in (0..).zip(variants()) {
        // Without limits games go on until somebody is stuck.
        let seeds = if options.quiet_limit == 0 { 60 } else { 30 };
        for seed in 0..seeds {
            let most = if seed % 5 == 4 { 40 } else { usize::MAX };
            let play = Play::new(&options, 1000 * number + seed).run(most);
            let is_flip = options.mode == Mode::Flip;
            let known = if is_flip { BTreeMap::new() } else { play.layouts() };
            let mut all = vec![game(&play, known.clone())];
            if options.mode == Mode::Hidden {
                all.push(game(&play, BTreeMap::new()));
                all.push(game(&play, known.into_iter().take(1).collect()));
            }
            for game in all {
                let game = game.with_name(seat(1), "a \"b\" \\ 甲");
                let text = game.write();
                let read = WholeGame::read(&text).unwrap_or_else(|f| panic!("{f:?}\n{text}"));
                assert_eq!(read.write(), text);
                assert_eq!((read.end(), read.names()), (game.end(), game.names()));
                // Of the tosses that turn up the same piece, the lowest is read.
                if !is_flip {
                    assert_eq!(read, game);
                }
                for word in text
                    .lines()
                    .skip_while(|line| !line.is_empty())
                    .flat_map(|l| l.split([' ', ':']).skip(1))
                {
                    let place = word.find('x').filter(|_| word.len() > 2).unwrap_or(0);
                    let end = (place + 2).min(word.len());
                    words.insert(if place > 0 { &word[place..end] } else { word }.to_owned());
                }
            }
        }
    }
    for word in [
        "x>", "x<", "x=", "x?", "flag", "scouts", "marshal", "shows", "answers", "stuck", "skips",
        "resigns", "refuses", "draw", "out", "fight", "up", "-", "set", "first",
    ] {
        assert!(words.contains(word), "{word} was never said");
    }
}

/// A whole short game, as people read it.
#[test]
fn a_game_reads_as_it_was_played() {
    let rules = Rules::new(&Options { quiet_limit: 4, ..Options::QQ_2P }).unwrap();
    let layout = Layout::read("MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE").unwrap();
    let at = Position::start(&rules);
    let go = |n, text| Event::Moved(seat(n), Junqi::read_move(&at, text).unwrap());
    let code = |n| Event::Ruled(vec![Answer::Ruled(Ruling::Code(n))]);
    let events = vec![
        Event::Deployed(SeatSet::first(2)),
        Event::Tossed(1),
        go(1, "11c-12b"),
        Event::Skipped(seat(0)),
        go(1, "11ex01a"),
        code(1),
        Event::Out(SeatSet::one(seat(0)), Cause::Resigned),
    ];
    let layouts = BTreeMap::from([(seat(0), layout)]);
    let game = WholeGame::new(&rules, layouts, events).unwrap();
    let game = game.with_source(IMPORTED).with_name(seat(0), "甲\n");
    assert_eq!(
        game.write(),
        "[Game \"junqi 1\"]\n\
         [Options \"seats=2 mode=hidden quiet_limit=4 timeouts=4\"]\n\
         [Source \"imported, not signed\"]\n\
         [Seat0 \"甲?\"]\n\
         [Layout0 \"MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE\"]\n\
         [Result \"won 1\"]\n\
         \n\
         1. set up 01\n\
         2. first 1\n\
         3. 1 11c-12b\n\
         4. 0 skips\n\
         5. 1 11ex<01a\n\
         6. resigns 0 out 0\n"
    );
}

fn places(text: &str) -> Vec<String> {
    WholeGame::read(text).unwrap_err().into_iter().map(|fault| fault.place).collect()
}

const HIDDEN: &str = "[Game \"junqi 1\"]\n\
    [Options \"seats=2 mode=hidden timeouts=4\"]\n\
    [Layout0 \"MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE\"]\n\
    [Layout1 \"CGDDM/BRR/YYCB/CPP/PEELZ/LFLZE\"]\n\
    [Result \"drawn 01\"]\n\
    \n\
    1. set up 01\n\
    2. first 1\n\
    3. 1 11ax<01e\n\
    4. 0 01ax=11e marshal 01\n\
    5. shows 0:06b 1:16b\n\
    6. 1 12a-11a\n\
    7. draw\n";

/// Each fault at its line, and all of them where lines do not depend on each other.
#[test]
fn faults_are_named_by_their_lines() {
    assert_eq!(WholeGame::read(HIDDEN).map(|game| game.write()), Ok(HIDDEN.to_owned()));
    let bad = |from: &str, to: &str| {
        assert!(HIDDEN.contains(from), "{from}");
        places(&HIDDEN.replacen(from, to, 1))
    };
    for (from, to, line) in [
        ("junqi 1", "junqi 2", 1),
        ("[Game", "[Gane", 1),
        ("timeouts=4", "timeouts=x", 2),
        ("timeouts=4", "timeouts=3", 2),
        ("timeouts=4", "mines=spring timeouts=4", 2),
        ("timeouts=4", "timeouts=4 timeouts=4", 2),
        ("\"]\n[Layout0", "]\n[Layout0", 2),
        ("[Layout0 \"MG", "[Layout0 \"GG", 3),
        ("[Layout1", "[Layout0", 4),
        ("[Layout1", "[Layout2", 4),
        ("[Layout1", "[Seat3", 5),
        ("[Layout1", "[Rank1", 4),
        ("drawn 01", "won 0", 5),
        ("drawn 01", "*", 5),
        ("1. set up 01", "1. set up 0", 7),
        ("1. set up 01", "1. set up 012", 7),
        ("2. first 1", "2. first 2", 8),
        ("2. first 1", "3. first 1", 8),
        ("2. first 1", "2. first  1", 8),
        ("2. first 1", "2. first 0", 9),
        ("11ax<01e", "11ax>01e", 9),
        ("11ax<01e", "11a-01e", 9),
        ("11ax<01e", "11ax?01e", 10),
        ("11ax<01e", "11ax<01e flag", 9),
        ("11ax<01e", "11ax<01e out 1", 9),
        ("11ax<01e", "11ax<01f", 9),
        ("11ax<01e", "14ex<01e", 9),
        ("11ax<01e", "16bx<01e", 9),
        (" marshal 01", "", 10),
        ("marshal 01", "scouts M", 10),
        ("0:06b 1:16b", "0:06b 1:16d", 11),
        ("0:06b 1:16b", "0:06b", 11),
        ("0:06b 1:16b", "1:16b 0:06b", 11),
        ("0:06b 1:16b", "0:06b 1:14c", 11),
        ("12a-11a", "12a-11b", 12),
        ("12a-11a", "12ax>11a", 12),
        ("7. draw\n", "7. draw\n8. draw\n", 14),
        ("7. draw\n", "7. draw\n\n", 14),
        ("7. draw\n", "7. draw", 13),
        ("7. draw\n", "7. draw\r\n", 13),
        ("7. draw\n", "7. draw !\n", 13),
    ] {
        assert_eq!(bad(from, to)[0], format!("line {line}"), "{from} {to} {:?}", bad(from, to));
    }
    // The same order as in the text, several at once.
    let many =
        HIDDEN.replace("first 1", "second 1").replace("12a", "19a").replace("draw\n", "drew\n");
    assert_eq!(places(&many), ["line 8", "line 12", "line 13"]);
    let many = HIDDEN.replace("11ax<01e", "11ax>01e").replace("11e marshal", "11e flag marshal");
    assert_eq!(places(&many)[0], "line 9");
    let faults = WholeGame::read(&HIDDEN.replace("11ax<01e", "11ax=01e")).unwrap_err();
    assert_eq!(faults[0], Fault::new("line 9", "by the layouts, this fight is x<"));
}

/// Without layouts nobody can say that an answer is wrong; with one, what it alone tells is held
/// against it.
#[test]
fn layouts_are_held_against_what_was_said() {
    let lines: Vec<&str> = HIDDEN.lines().collect();
    let without = |words: &[&str]| {
        let kept = lines.iter().filter(|line| !words.iter().any(|word| line.contains(word)));
        kept.fold(String::new(), |text, line| text + line + "\n")
    };
    let other = |text: String| {
        text.replace("11ax<01e", "11ax=01e")
            .replace("4. 0 01ax=11e marshal 01", "4. 0 01ax>11e")
            .replace("5. shows 0:06b 1:16b", "5. 1 12a-12b")
            .replace("6. 1 12a-11a", "6. 0 skips")
    };
    let public = other(without(&["Layout"]));
    assert!(WholeGame::read(&public).is_ok(), "{:?}", WholeGame::read(&public));
    assert_eq!(places(&other(HIDDEN.to_owned())), ["line 9", "line 10"]);
    // A mine goes: its owner's layout alone tells.
    let text = without(&["5. ", "6. ", "7. ", "Layout0", "4. 0"]).replace("drawn 01", "*");
    let text = text + "4. 0 02a-02b\n5. 1 15d-14d\n";
    assert_eq!(places(&text), ["line 10"]);
    let no_mine = text.replace("PEELZ", "PELEZ");
    assert!(WholeGame::read(&no_mine).is_ok(), "{:?}", WholeGame::read(&no_mine));
}

#[test]
fn an_event_against_the_rules_is_no_game() {
    let rules = Rules::new(&Options::QQ_2P).unwrap();
    let layouts = BTreeMap::new();
    let events = vec![Event::Deployed(SeatSet::first(2)), Event::Tossed(2)];
    let faults = WholeGame::new(&rules, layouts.clone(), events).unwrap_err();
    assert_eq!(faults[0].place, "event 2");
    let flip = Rules::new(&Options::FLIP).unwrap();
    let layout = Layout::read("MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE").unwrap();
    assert!(WholeGame::new(&flip, BTreeMap::from([(seat(0), layout)]), vec![]).is_err());
    assert!(WholeGame::new(&rules, BTreeMap::from([(seat(2), layout)]), vec![]).is_err());
    let bad = Layout::read("MGDDB/BRR/YYCC/CPP/PEELZ/FLLZE").unwrap();
    let faults = WholeGame::new(&rules, BTreeMap::from([(seat(1), bad)]), vec![]).unwrap_err();
    assert_eq!(faults[0].place, "16a");
    let events = vec![Event::Agreed; 1];
    assert!(WholeGame::new(&rules, layouts, events).is_ok());
}

#[test]
fn names_cannot_break_a_line() {
    let rules = Rules::new(&Options::QQ_2P).unwrap();
    let game = WholeGame::new(&rules, BTreeMap::new(), vec![]).unwrap();
    let long = "\u{202e}\"]\n[Result \"won 0\"]\r\0".repeat(20);
    let game = game.with_name(seat(0), &long).with_name(seat(1), "").with_name(seat(5), "x");
    let text = game.write();
    assert_eq!(WholeGame::read(&text), Ok(game.clone()));
    assert_eq!(game.names()[&seat(0)].chars().count(), NAME_MAX);
    assert_eq!(game.names().len(), 2);
}

/// Whatever a text is, it is read and written back as it is, or refused at lines that it has.
fn look(text: &str) -> bool {
    match WholeGame::read(text) {
        Ok(game) => {
            assert_eq!(game.write(), text);
            true
        }
        Err(faults) => {
            let lines = text.split('\n').count();
            assert!(!faults.is_empty() && faults.len() <= 50);
            for fault in faults {
                let number: Option<usize> =
                    fault.place.strip_prefix("line ").and_then(|n| n.parse().ok());
                assert!(number.is_some_and(|n| n >= 1 && n <= lines + 1), "{fault}\n{text}");
            }
            false
        }
    }
}

#[test]
fn cut_texts_are_refused() {
    for (number, options) in (0..).zip(variants()) {
        let play = Play::new(&options, 7000 + number).run(60);
        let layouts = if options.mode == Mode::Hidden { play.layouts() } else { BTreeMap::new() };
        let text = game(&play, layouts).write();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let is_whole_line = text[..end].ends_with('\n');
            if look(&text[..end]) {
                assert!(is_whole_line, "{}", &text[..end]);
            }
        }
    }
}

#[test]
fn changed_texts_never_panic() {
    let mut random = Random(99);
    let mut good = 0;
    for (number, options) in (0..).zip(variants()) {
        let play = Play::new(&options, 8000 + number).run(80);
        let layouts = if options.mode == Mode::Hidden { play.layouts() } else { BTreeMap::new() };
        let text = game(&play, layouts).write();
        for _ in 0..120 {
            let mut bad: Vec<char> = text.chars().collect();
            for _ in 0..=random.below(2) {
                let place = random.below(bad.len() as u32) as usize;
                match random.below(4) {
                    0 => {
                        bad.remove(place);
                    }
                    1 => bad.insert(place, bad[random.below(bad.len() as u32) as usize]),
                    2 => bad[place] = char::from(random.below(128) as u8),
                    _ => bad[place] = bad[random.below(bad.len() as u32) as usize],
                }
            }
            good += u32::from(look(&bad.into_iter().collect::<String>()));
        }
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        for _ in 0..20 {
            let (a, b) = (random.below(lines.len() as u32), random.below(lines.len() as u32));
            lines.swap(a as usize, b as usize);
            look(&lines.concat());
        }
    }
    assert!(good < 300, "{good}");
    for text in [
        "",
        "\n",
        "\n\n",
        "\n\n\n",
        "[",
        "[\"]\n\n1. ",
        "[Game \"junqi 1\\\"]",
        "[Options \"\"]\n\n1. é",
    ] {
        assert!(!look(text));
    }
    assert!(WholeGame::read(&"x".repeat(TEXT_MAX + 1)).is_err());
    assert!(!look(&"[Seat0 \"\"]\n".repeat(100_000)));
}
