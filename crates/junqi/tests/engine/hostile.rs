//! Bytes and text from outside: what is read has one form and can be played on; the rest is refused.

use crate::support::Random;
use game::{
    Answer, Canon as _, Cause, Event, Game as _, Known, Ruling, Seat, SeatSet, Showing, Waits,
};
use junqi::{
    FlagWin, Junqi, Layout, Mode, Options, Position, Remains, Repetition, Rules, Secret, Stage,
    Switch,
};

fn variants() -> Vec<Options> {
    let mut all: Vec<Options> = Options::PRESETS.iter().map(|(_, options)| *options).collect();
    let open = Options::plain(4, Mode::Open);
    all.push(Options { flag_win: FlagWin::Carry, remains: Remains::Stay, ..open });
    all.push(Options { repetition: Repetition::ChaserLoses, ..Options::OPEN_2P });
    all.push(Options { flag_win: FlagWin::Carry, scouting: Switch::On, ..Options::QQ_4P });
    all
}

/// Some event that the position waits for, rulings by the kinds left to its pieces.
fn any_event(at: &Position, random: &mut Random) -> Option<Event<Junqi>> {
    Some(match Junqi::waits(at) {
        Waits::Nothing(_) => return None,
        Waits::Deployments(seats) => Event::Deployed(seats),
        Waits::Choices(seats) => {
            let mut layout = || Layout::any(at.options(), &mut |n| random.below(n));
            Event::Unsealed(seats.iter().map(|seat| (seat, Showing::Shown(layout()))).collect())
        }
        Waits::Toss { below, .. } => Event::Tossed(random.below(u32::from(below)) as u16),
        Waits::Move(seat) => {
            let secret =
                Junqi::any_secret(&Position::start(at.rules()), seat, &mut |n| random.below(n));
            let secrets = secret.map(|secret: Secret| (seat, secret)).into_iter().collect();
            let moves = Junqi::moves(at, seat, &Known { viewer: None, secrets });
            let legal: Vec<_> = moves.into_iter().filter(|mv| at.owes(seat, mv).is_ok()).collect();
            match random.below(legal.len() as u32 + 1) as usize {
                n if n < legal.len() => Event::Moved(seat, legal[n]),
                _ => Event::Skipped(seat),
            }
        }
        Waits::Rulings(claims) => {
            let asked: SeatSet = claims.iter().filter_map(|(_, seat)| *seat).collect();
            let answers = claims.iter().map(|(claim, _)| match claim {
                game::Claim::Fight { .. } => Ruling::Code(random.below(44) as u8),
                game::Claim::Show { seat, .. } => {
                    let place = random.below(25) as u16;
                    Ruling::Piece(game::PieceId(u16::from(seat.number()) * 25 + place))
                }
                _ if random.below(2) == 0 => Ruling::Yes,
                _ => Ruling::No,
            });
            let event = Event::Ruled(answers.map(Answer::Ruled).collect());
            // A wrong guess is refused; then somebody leaves.
            if at.clone().apply(&event).is_ok() {
                event
            } else if asked.is_empty() {
                Event::Out(at.living(), Cause::Resigned)
            } else if random.below(4) == 0 {
                Event::Out(asked, Cause::Refused)
            } else {
                Event::Agreed
            }
        }
    })
}

/// Plays on; everything must be readable on the way.
fn wander(at: &Position, random: &mut Random, plies: u32) {
    let mut at = at.clone();
    for _ in 0..plies {
        let Some(event) = any_event(&at, random) else { return };
        assert_eq!(at.apply(&event), Ok(()), "{event:?} {:?}", at.stage());
        let _ = Junqi::view(&at, &Known::public());
        let bytes = at.encode();
        assert_eq!(Position::decode(at.rules(), &bytes).as_ref(), Ok(&at), "{event:?}");
    }
}

/// Positions of a random game, one in so many.
fn each(options: &Options, seed: u64, one_in: u32, mut look: impl FnMut(&Position, &mut Random)) {
    let mut random = Random(seed << 7 | 1);
    let mut at = Position::start(&Rules::new(options).unwrap());
    while let Some(event) = any_event(&at, &mut random) {
        if random.below(one_in) == 0 {
            look(&at, &mut random);
        }
        // Agreements come where a ruling was guessed wrong; they end the game too early here.
        if event == Event::Agreed {
            continue;
        }
        at.apply(&event).unwrap();
    }
}

#[test]
fn changed_bytes_are_refused_or_played_on() {
    for (number, options) in (1..).zip(variants()) {
        let mut odd = 0;
        let mut look = |at: &Position, random: &mut Random| {
            let bytes = at.encode();
            for _ in 0..60 {
                let mut bad = bytes.clone();
                for _ in 0..=random.below(3) {
                    let place = random.below(bad.len() as u32) as usize;
                    bad[place] = random.below(256) as u8;
                }
                if let Ok(read) = Position::decode(at.rules(), &bad) {
                    assert_eq!(read.encode(), bad);
                    odd += 1;
                    wander(&read, random, 8);
                }
            }
        };
        // Some random games are over after a few plies.
        for seed in 0..8 {
            each(&options, 8 * number + seed, 20, &mut look);
        }
        assert!(odd > 0, "{options:?}");
    }
}

#[test]
fn changed_lines_are_refused_or_read_back() {
    for (number, options) in (40..).zip(variants()) {
        each(&options, number, 40, |at, random| {
            let line = Junqi::write_position(at, &Known::of(Seat::of(1)));
            let (read, known) = Junqi::read_position(at.rules(), &line).unwrap();
            assert_eq!((&read, known.viewer), (at, Some(Seat::of(1))));
            for _ in 0..40 {
                let mut bad: Vec<char> = line.chars().collect();
                let place = random.below(bad.len() as u32) as usize;
                bad[place] = char::from(33 + random.below(94) as u8);
                let bad: String = bad.into_iter().collect();
                if let Ok((odd, known)) = Junqi::read_position(at.rules(), &bad) {
                    assert_eq!(Junqi::write_position(&odd, &known), bad);
                    wander(&odd, random, 4);
                }
            }
        });
    }
}

#[test]
fn every_fault_of_a_line_is_named() {
    let rules = Rules::new(&Options::OPEN_2P).unwrap();
    let at = Position::start(&rules);
    let line = Junqi::write_position(&at, &Known::public());
    assert_eq!(*at.stage(), Stage::SetUp);
    let bad = line.replace("living=01", "living=10").replace("turn=0", "turn=9");
    let bad = bad.replace("quiet=0", "quiet=00");
    let faults = Junqi::read_position(&rules, &bad).unwrap_err();
    let places: Vec<_> = faults.into_iter().map(|fault| fault.place).collect();
    assert_eq!(places, ["living", "turn", "quiet"]);
    for (from, to, place) in [
        ("flags=home,home", "flags=home,gone", "flags"),
        ("history=-", "history=00112233445566778899aabbccddee", "history"),
        ("quiet=0", "quiet=71", "timeouts"),
        ("timeouts=0,0", "timeouts=0,4", "timeouts"),
        ("men=01a:?", "men=01a:F", "men"),
        ("men=01a:?", "men=01b:?", "men"),
        (" stage", " more=1 stage", "stage"),
    ] {
        let faults = Junqi::read_position(&rules, &line.replace(from, to)).unwrap_err();
        assert_eq!(faults[0].place, place, "{from} {to} {faults:?}");
    }
    assert!(Junqi::read_position(&rules, &"x".repeat(100_000)).is_err());
}

/// Lines that no game comes to, though each of their fields could be.
#[test]
fn positions_that_cannot_be_are_refused() {
    let refused = |options: &Options, line: &str, changes: &[(&str, &str)], place: &str| {
        let rules = Rules::new(options).unwrap();
        assert!(Junqi::read_position(&rules, line).is_ok(), "{line}");
        let bad = changes.iter().fold(line.to_owned(), |line, (from, to)| {
            assert!(line.contains(from), "{from} in {line}");
            line.replacen(from, to, 1)
        });
        let faults = Junqi::read_position(&rules, &bad).map(|_| bad.clone()).unwrap_err();
        assert_eq!(faults[0].place, place, "{changes:?} {faults:?}");
    };
    let start = |options: &Options| {
        let at = Position::start(&Rules::new(options).unwrap());
        Junqi::write_position(&at, &Known::public())
    };
    // A game that has one side left is over.
    let four = Options { remains: Remains::Stay, ..Options::OPEN_4P };
    let pieces = "0P=01c 1P=11c 2P=21c 3P=31c";
    let at = crate::support::Table::new(&four, pieces, 0).at;
    let line = Junqi::write_position(&at, &Known::public());
    let dead = [("living=0123", "living=02"), ("home,home,home,home", "home,gone,home,gone")];
    refused(&four, &line, &dead, "living");
    // An open game never asks for a flag, nor a hidden one that does not show any.
    refused(&four, &line, &[("stage=turn", "stage=show:0")], "stage");
    let quiet = Options { marshal_shows_flag: Switch::Off, ..Options::QQ_4P };
    let at = crate::support::Table::new(&quiet, pieces, 0).at;
    let line = Junqi::write_position(&at, &Known::public());
    refused(&quiet, &line, &[("stage=turn", "stage=show:0")], "stage");
    // Before play everything is as at the start.
    for options in [Options::OPEN_2P, Options::QQ_2P] {
        let line = start(&options);
        refused(&options, &line, &[("01a:?", "-")], "stage");
        refused(&options, &line, &[("01a:?", "01a:(MG)")], "stage");
        refused(&options, &line, &[("01a:?", "02b:?")], "stage");
        refused(&options, &line, &[("quiet=0", "quiet=3")], "stage");
        refused(&options, &line, &[("timeouts=0,0", "timeouts=0,1")], "stage");
        let seen = format!("history={}", "0".repeat(32));
        refused(&options, &line, &[("history=-", &seen)], "stage");
    }
    let line = start(&Options::FLIP);
    refused(&Options::FLIP, &line, &[("01a:?", "02b:?")], "stage");
    refused(&Options::FLIP, &line, &[("colours=-", "colours=1")], "stage");
    refused(&Options::FLIP, &line, &[("01a:?", "01a:0M"), ("down=1", "down=0")], "stage");
}
