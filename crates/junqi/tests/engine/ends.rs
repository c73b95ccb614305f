//! rules.md §6, §8 and §11: who goes out, who wins, draws and time, by example.

use crate::support::{Table, drawn, seat, won};
use game::{Cause, Event, Game as _, SeatSet, Waits};
use junqi::{Junqi, LosersView, Options, Position, Repetition, Rules, Sides};

const OPEN: Options = Options::OPEN_2P;
const FOUR: Options = Options::OPEN_4P;

/// §6.1, §6.4 (5); notes test 7
#[test]
fn who_cannot_move_on_its_turn_is_out() {
    let mut table = Table::new(&OPEN, "0P=01c 1L=15c 1F=16b 1M=16d 0F=06b", 0);
    table.go("01c-01b");
    assert_eq!(table.outcome(), won(&[0]));
    // The ally plays on, and the turn passes over the seat that is out.
    let mut four = Table::new(&FOUR, "0P=01c 1L=15c 1F=16b 2P=21c 3P=31c", 0);
    four.go("01c-01b");
    assert_eq!((four.living(), four.turn(), four.outcome()), (vec![0, 2, 3], 2, None));
}

/// §6.4 (3): with several seats that cannot move, all together is a draw, one by one is not.
#[test]
fn when_nobody_can_move_it_is_a_draw() {
    let mut draw = Table::new(&FOUR, "0D=01e 1D=11a 1F=16b 2F=26b 3L=35c 0F=06b", 0);
    draw.go("01ex11a");
    assert_eq!(draw.outcome(), drawn(&[0, 1, 2, 3]));
    // 1 and 2 cannot move, 3 can: 1 goes out, then 2, and 3 is to move.
    let mut table = Table::new(&FOUR, "0D=01e 1D=11a 1F=16b 2F=26b 3P=31c 0F=06b", 0);
    table.go("01ex11a");
    assert_eq!((table.living(), table.turn()), (vec![0, 3], 3));
}

/// §6.3; notes tests 26, 27
#[test]
fn a_side_wins_with_its_dead() {
    let mut table = Table::new(&FOUR, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    table.resign(&[1]);
    assert_eq!((table.turn(), table.on("11c")), (0, ".".into()));
    table.resign(&[2]);
    assert_eq!(table.turn(), 0, "the turn stays");
    table.resign(&[3]);
    assert_eq!(table.outcome(), won(&[0, 2]));
    let mut own = Table::new(&FOUR, "0P=01c 1P=11c 2P=21c 3P=31c", 3);
    own.resign(&[3]);
    assert_eq!((own.turn(), own.at.quiet()), (0, 0), "unless it was the resigner's");
    own.resign(&[1]);
    assert_eq!(own.outcome(), won(&[0, 2]));
    let mut all = Table::new(&FOUR, "0P=01c 1P=11c 2P=21c 3P=31c", 3);
    all.resign(&[0]).resign(&[1, 2, 3]);
    assert_eq!(all.outcome(), drawn(&[0, 1, 2, 3]), "the sides that had a living seat");
}

/// §6.3
#[test]
fn a_draw_is_of_the_sides_that_live() {
    let options = Options { sides: Sides::Ffa, ..FOUR };
    let mut table = Table::new(&options, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    table.resign(&[1]).apply(Event::Agreed);
    assert_eq!(table.outcome(), drawn(&[0, 2, 3]));
    let mut four = Table::new(&FOUR, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    four.resign(&[1]).apply(Event::Agreed);
    assert_eq!(four.outcome(), drawn(&[0, 1, 2, 3]));
}

/// §6.5
#[test]
fn with_its_leader_a_side_is_out() {
    let led = Options { leader: Options::LIUGUO.lowest_of_sides(), ..Options::LIUGUO };
    let start = |options: &Options| {
        let rules = Rules::new(options).unwrap();
        let mut at = Position::start(&rules);
        at.apply(&Event::Deployed(SeatSet::first(6))).unwrap();
        at.apply(&Event::Tossed(0)).unwrap();
        at
    };
    let out = |at: &mut Position, number| {
        at.apply(&Event::Out(SeatSet::one(seat(number)), Cause::Resigned)).unwrap();
        Junqi::waits(at)
    };
    let mut at = start(&led);
    assert_eq!(out(&mut at, 3), Waits::Move(seat(0)));
    assert_eq!(Some(out(&mut at, 1)), won(&[0, 2, 4]).map(Waits::Nothing));
    let mut at = start(&Options::LIUGUO);
    assert_eq!(out(&mut at, 1), Waits::Move(seat(0)));
    // Three sides of two: one goes with its leader, two play on.
    let pairs = Options { sides: Sides::Opposite, leader: SeatSet::first(3), ..Options::LIUGUO };
    let mut at = start(&pairs);
    assert_eq!(out(&mut at, 0), Waits::Move(seat(1)));
    assert_eq!(at.living().mask(), 0b110110);
}

/// §8.2
#[test]
fn the_quiet_limit_draws_one_ply_after_it() {
    let options = Options { quiet_limit: 3, repetition: Repetition::Off, ..OPEN };
    let mut table = Table::new(&options, "0P=01c 1P=11a", 0);
    table.go("01c-01b").skip().go("01b-01c");
    assert_eq!((table.at.quiet(), table.outcome()), (3, None));
    let mut fight = table.clone();
    table.go("11a-11b");
    assert_eq!(table.outcome(), drawn(&[0, 1]));
    fight.skip();
    assert_eq!(fight.outcome(), drawn(&[0, 1]), "a skipped turn counts");
    let mut fight = Table::new(&options, "0P=01c 1P=11a 0D=01e 1C=12c", 0);
    fight.go("01c-01b").skip().go("01b-01c").go("12c-12b");
    assert!(fight.outcome().is_some());
    let mut fight = Table::new(&options, "0P=01c 1P=11a 0D=01e 1C=12c", 0);
    fight.go("01c-01b").skip().go("01ex11a").go("12c-12b").go("11a-11b");
    assert_eq!((fight.at.quiet(), fight.outcome()), (2, None), "a fight begins the count anew");
    let never = Options { quiet_limit: 0, ..options };
    let mut table = Table::new(&never, "0P=01c 1P=11a", 0);
    for _ in 0..100 {
        table.go("01c-01b").go("11a-11b").go("01b-01c").go("11b-11a");
    }
    assert_eq!(table.outcome(), None);
}

/// §8.2: the default; the 71st draws.
#[test]
fn seventy_plies_are_allowed() {
    let options = Options { repetition: Repetition::Off, ..OPEN };
    let mut table = Table::new(&options, "0P=01c 1P=11a", 0);
    for ply in 0..70 {
        assert_eq!(table.outcome(), None, "{ply}");
        let text = ["01c-01b", "11a-11b", "01b-01c", "11b-11a"][ply % 4];
        table.go(text);
    }
    table.go("01b-01c");
    assert_eq!(table.outcome(), drawn(&[0, 1]));
}

/// §8.3: the start of play counts, and who is to move matters.
#[test]
fn the_third_time_is_a_draw() {
    let rules = Rules::new(&OPEN).unwrap();
    let mut at = Position::start(&rules);
    let layouts = [0, 1].map(|n| {
        let mut random = crate::support::Random(77 + n);
        junqi::Layout::any(&OPEN, &mut |n| random.below(n))
    });
    let shown = [0u8, 1].map(|n| (seat(n), game::Showing::Shown(layouts[usize::from(n)])));
    at.apply(&Event::Unsealed(shown.into_iter().collect())).unwrap();
    at.apply(&Event::Tossed(0)).unwrap();
    // A piece in front steps into the camp behind it and back; two rounds are two more times.
    for text in ["01b-02b", "11b-12b", "02b-01b", "12b-11b"].repeat(2) {
        assert!(matches!(Junqi::waits(&at), Waits::Move(_)), "{text}");
        let mv = Junqi::read_move(&at, text).unwrap();
        at.apply(&Event::Moved(at.turn(), mv)).unwrap();
    }
    assert_eq!(Some(Junqi::waits(&at)), drawn(&[0, 1]).map(Waits::Nothing));
}

/// §8.3: what cannot be undone begins the count anew; `off` counts nothing.
#[test]
fn repetition_forgets_what_is_past() {
    let dance = ["01c-01b", "11a-11b", "01b-01c", "11b-11a"];
    let pieces = "0P=01c 1P=11a 0D=01e 1C=12c 1R=14a";
    let mut table = Table::new(&OPEN, pieces, 0);
    for text in dance.repeat(2) {
        table.go(text);
    }
    assert_eq!(table.outcome(), None, "a position from outside has no start of play");
    let mut again = table.clone();
    again.go("01c-01b");
    assert_eq!(again.outcome(), drawn(&[0, 1]));
    let mut fight = table.clone();
    let kept = |table: &Table| {
        let line = Junqi::write_position(&table.at, &game::Known::public());
        let history = line.split(' ').find_map(|field| field.strip_prefix("history=")).unwrap();
        history.split(',').count()
    };
    assert_eq!(kept(&fight), 8);
    fight.go("01ex11a");
    assert_eq!(kept(&fight), 1, "what a fight makes impossible is forgotten");
    fight.go("14a-15a");
    for text in ["01c-01b", "15a-16a", "01b-01c", "16a-15a"].repeat(2) {
        assert_eq!(fight.outcome(), None);
        fight.go(text);
    }
    assert_eq!(fight.outcome(), drawn(&[0, 1]));
    let off = Options { repetition: Repetition::Off, ..OPEN };
    let mut table = Table::new(&off, pieces, 0);
    for text in dance.repeat(9) {
        table.go(text);
    }
    assert_eq!(table.outcome(), None);
}

/// §8.4; notes test 34
#[test]
fn who_alone_chases_loses() {
    let options = Options { repetition: Repetition::ChaserLoses, ..OPEN };
    let round = ["14a-15a", "14b-15c", "15a-14a", "15c-14b"];
    let play = |pieces: &str, round: &[&str]| {
        let mut table = Table::new(&options, pieces, 1);
        let mut plies = 0;
        while table.outcome().is_none() {
            let text = round[plies % round.len()];
            if text == "skip" {
                table.skip()
            } else {
                table.go(text)
            };
            plies += 1;
        }
        assert_eq!(plies, 9, "the third time, not counting the start");
        table.outcome()
    };
    let rest = "1F=16b 0F=06b";
    assert_eq!(play(&format!("0G=14b 1C=14a {rest}"), &round), won(&[1]));
    assert_eq!(
        play(&format!("0C=14b 1G=14a {rest}"), &round),
        drawn(&[0, 1]),
        "it would die alone"
    );
    assert_eq!(play(&format!("0C=14b 1C=14a {rest}"), &round), won(&[1]), "a trade is enough");
    let facing = ["13e-12e", "02a-03a", "12e-13e", "03a-02a"];
    let both = format!("0C=02a 1C=13e {rest}");
    assert_eq!(play(&both, &facing), drawn(&[0, 1]), "each chases");
    // From 14d nothing is attacked; nor while a turn is skipped.
    let gap =
        ["14a-15a", "14b-15c", "15a-14a", "15c-14d", "14a-15a", "14d-15c", "15a-14a", "15c-14b"];
    let mut table = Table::new(&options, &format!("0G=14b 1C=14a {rest}"), 1);
    for text in gap.iter().cycle().take(10) {
        assert_eq!(table.outcome(), None);
        table.go(text);
    }
    assert_eq!(table.outcome(), drawn(&[0, 1]));
    let mut table = Table::new(&options, &format!("0G=14b 1C=14a 1P=11c {rest}"), 1);
    let skipped =
        ["11c-11b", "skip", "11b-11c", "14b-15c", "11c-11b", "15c-14b", "11b-11c", "skip"];
    for text in skipped.iter().cycle() {
        if table.outcome().is_some() || table.at.timeouts(seat(0)) == 3 {
            break;
        }
        if *text == "skip" {
            table.skip()
        } else {
            table.go(text)
        };
    }
    assert_eq!(table.outcome(), drawn(&[0, 1]), "a skipped turn ends the chase");
    let draw = Options { repetition: Repetition::Draw, ..OPEN };
    let mut table = Table::new(&draw, &format!("0G=14b 1C=14a {rest}"), 1);
    for text in round.iter().cycle().take(9) {
        table.go(text);
    }
    assert_eq!(table.outcome(), drawn(&[0, 1]));
}

/// §11.1, §6.1
#[test]
fn who_skips_too_often_is_out() {
    let options = Options { timeouts: 1, ..FOUR };
    let mut table = Table::new(&options, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    table.skip().go("11c-11b").go("21c-21b").go("31c-31b");
    assert_eq!((table.at.timeouts(seat(0)), table.at.quiet()), (1, 4));
    table.skip();
    assert_eq!((table.living(), table.turn(), table.at.quiet()), (vec![1, 2, 3], 1, 5));
    assert_eq!(table.at.ply().0, 5, "the last one is a skipped turn like the others");
    let mut two = Table::new(&Options { timeouts: 0, ..OPEN }, "0P=01c 1P=11c", 0);
    two.skip();
    assert_eq!(two.outcome(), won(&[1]));
}

/// §3.4
#[test]
fn who_may_see_whose_pieces() {
    let sees = |options: &Options, out: &[u8], viewer: u8| {
        let rules = Rules::new(options).unwrap();
        let mut at = Position::start(&rules);
        for number in out {
            at.apply(&Event::Out(SeatSet::one(seat(*number)), Cause::Resigned)).unwrap();
        }
        at.may_see(seat(viewer)).mask()
    };
    assert_eq!(sees(&Options::QQ_4P, &[], 0), 0);
    assert_eq!(sees(&Options::ALLIES_4P, &[], 0), 0b100);
    assert_eq!(sees(&Options::QQ_4P, &[0], 0), 0b100);
    assert_eq!(sees(&Options::QQ_4P, &[0], 2), 0);
    let blind = Options { losers_view: LosersView::None, ..Options::QQ_4P };
    assert_eq!(sees(&blind, &[0], 0), 0);
    assert_eq!(sees(&Options::LIUGUO, &[0, 2], 0), 0b10100, "dead allies' too");
    assert_eq!(sees(&Options::SANGUO, &[0], 0), 0);
}

/// §8.3: open play compares kinds, hidden play which piece it is.
#[test]
fn pieces_that_change_places_repeat_an_open_position_only() {
    let pieces = "0P=01a 0P=01b 0F=06b 1P=11a 1F=16b";
    let swap = ["01a-02a", "01b-01a", "02a-02b", "02b-01b"];
    let wait = ["11a-11b", "11b-11a"];
    let plies = |options: &Options| {
        let mut table = Table::new(options, pieces, 0);
        let mut plies = 0;
        while table.outcome().is_none() {
            let text = if plies % 2 == 0 { swap[plies / 2 % 4] } else { wait[plies / 2 % 2] };
            table.go(text);
            plies += 1;
        }
        assert_eq!(table.outcome(), drawn(&[0, 1]));
        plies
    };
    assert_eq!([plies(&OPEN), plies(&Options::QQ_2P)], [17, 33]);
}

/// §8.5
#[test]
fn history_is_bounded() {
    let options = Options { quiet_limit: 0, ..OPEN };
    let mut table = Table::new(&options, "0P=01c 1P=11c", 0);
    // A walk that is not the same twice soon: around the rails, each at its own pace.
    let mut random = crate::support::Random(11);
    let mut longest = 0;
    for _ in 0..20_000 {
        let moves = table.moves();
        let quiet: Vec<_> = moves.iter().filter(|mv| !mv.contains('x')).collect();
        let text = quiet[random.below(quiet.len() as u32) as usize].clone();
        table.go(&text);
        let line = Junqi::write_position(&table.at, &game::Known::public());
        longest = longest.max(line.matches(',').count());
        if table.outcome().is_some() {
            table = Table::new(&options, "0P=01c 1P=11c", 0);
        }
    }
    assert!(longest < junqi::HISTORY_MAX + 80, "{longest}");
}
