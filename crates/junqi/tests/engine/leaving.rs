//! rules.md §6, §7, §10 and §11 where seats leave: in set-up, in the middle of a question, by a skipped
//! turn, with a leader; and who draws then.

use std::collections::BTreeMap;

use crate::support::{Table, Truth, drawn, seat, won};
use game::{Claim, Event, Game as _, Known, SeatSet, Showing, Waits};
use junqi::{
    FlagWin, Junqi, Layout, Mode, Options, Position, Remains, Repetition, Rules, Sides, Stage,
};

const OPEN: Options = Options::OPEN_4P;
const FOUR: Options = Options::QQ_4P;
const SIX: Options = Options { leader: SeatSet::first(2), ..Options::plain(6, Mode::Open) };

/// §6.2: who leaves before its layout is shown has no pieces to leave behind.
#[test]
fn nothing_stays_of_who_never_set_up() {
    let stay = Options { remains: Remains::Stay, ..OPEN };
    let mut at = Position::start(&Rules::new(&stay).unwrap());
    at.apply(&Event::Out(SeatSet::one(seat(1)), game::Cause::Resigned)).unwrap();
    assert_eq!(at.on(at.board().find("11a").unwrap()), None);
    let layout = Layout::read("MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE").unwrap();
    let shown = [0, 2, 3].map(|n| (seat(n), Showing::Shown(layout)));
    at.apply(&Event::Unsealed(BTreeMap::from(shown))).unwrap();
    // After that, what it showed stays.
    at.apply(&Event::Out(SeatSet::one(seat(3)), game::Cause::Resigned)).unwrap();
    assert_eq!(Some(Junqi::waits(&at)), won(&[0, 2]).map(Waits::Nothing));
    assert!(at.on(at.board().find("31a").unwrap()).is_some());
}

/// §7.3, §7.6, §6.4: whose flag goes with its owner is no carrier any more, and a headquarters holds it.
#[test]
fn a_carrier_that_loses_its_flag_may_be_stuck() {
    let carry = Options { flag_win: FlagWin::Carry, ..Options::plain(3, Mode::Open) };
    let fields = [("flags", "home,with:@16b,home")];
    let table = |rest: &str, turn| {
        Table::with(&carry, &format!("0D=16b 0F=06b 1P=11c {rest}"), turn, "", &fields)
    };
    let mut stuck = table("2P=21c", 0);
    assert!(!stuck.from("16b").is_empty());
    stuck.resign(&[1]);
    assert_eq!(stuck.outcome(), won(&[2]), "on its turn it has no move");
    let mut both = table("2L=25c", 0);
    both.resign(&[1]);
    assert_eq!(both.outcome(), drawn(&[0, 2]), "no living seat has one");
    let mut later = table("2P=21c", 2);
    later.resign(&[1]);
    assert_eq!((later.outcome(), later.turn()), (None, 2));
    later.go("21c-21b");
    assert_eq!(later.outcome(), won(&[2]));
}

/// §10.3: while the others say whether they can move, one leaves and makes room for the seat to move.
#[test]
fn who_is_stuck_moves_if_others_make_room() {
    let pieces = "0P=06c 0F=06b 2C=05c 2P=06d 1L=15c 3P=31c 3L=35c";
    let mut table = Table::new(&FOUR, pieces, 3);
    table.start("31c-31b");
    assert_eq!((*table.at.stage(), table.at.turn()), (Stage::Stuck, seat(0)));
    let mut out = table.clone();
    out.settle();
    assert_eq!(out.living(), [1, 2, 3]);
    table.resign(&[2]);
    assert_eq!((table.turn(), table.living()), (0, vec![0, 1, 3]));
    table.go("06c-05c");
    assert_eq!(table.on("05c"), "0P");
}

/// §6.5, §7.1: a leader whose flag is taken falls, and its side with it.
#[test]
fn a_leader_falls_by_losing_its_flag() {
    let others = "2P=21c 3P=31c 4P=41c 5P=51c";
    let pieces = format!("0D=15b 0P=01c 1F=16b 1P=11c {others}");
    let mut open = Table::new(&SIX, &pieces, 0);
    open.go("15bx16b");
    assert_eq!(open.outcome(), won(&[0, 2, 4]));
    let hidden = Options { leader: SeatSet::first(2), ..Options::plain(6, Mode::Hidden) };
    let mut hidden = Table::new(&hidden, &pieces, 0);
    hidden.go("15bx16b");
    assert_eq!(hidden.outcome(), won(&[0, 2, 4]));
    // Another's flag puts out that seat alone.
    let pieces = "0D=35b 0P=01c 3F=36b 3P=31c 1P=11c 2P=21c 4P=41c 5P=51c";
    let mut other = Table::new(&SIX, pieces, 0);
    other.go("35bx36b");
    assert_eq!(other.living(), [0, 1, 2, 4, 5]);
}

/// §6.5, §7.2, §7.4, §7.5: with flags that must come home, not before.
#[test]
fn a_leader_falls_when_its_flag_is_home() {
    let pairs = Options {
        sides: Sides::Opposite,
        leader: SeatSet::first(3),
        flag_win: FlagWin::Carry,
        ..Options::plain(6, Mode::Open)
    };
    // 1 leads 4; 4 carries the flag of 0. 2 and 5 look on.
    let pieces = "0D=15b 0F=06b 1F=16b 1P=11c 2P=21c 4D=45b 5P=51c";
    let fields = [("flags", "home,home,home,home,home,home"), ("living", "012345")];
    let mut table = Table::with(&pairs, &format!("{pieces} 3P=31c 2F=26b"), 0, "", &fields);
    table.go("15bx16b");
    assert_eq!((table.flag(1), table.living().len()), ("with 16b".into(), 6));
    let home = [("flags", "home,with:@05b,with:@45b,home,home,home")];
    let pieces = "0D=05b 0F=06d 1P=11c 2P=21c 4D=45b 5P=51c 3P=31c";
    let mut table = Table::with(&pairs, pieces, 0, "", &home);
    table.go("05b-06b");
    assert_eq!(table.living(), [0, 2, 3, 5], "4 follows its leader");
    assert_eq!((table.flag(1), table.flag(2)), ("gone".into(), "45b".into()));
    assert_eq!((table.on("45b"), table.turn()), (".".into(), 2));
}

/// §6.3: in a draw the sides draw that still have a living seat, with their dead; all others have lost.
#[test]
fn dead_sides_do_not_draw() {
    let ffa = Options { sides: Sides::Ffa, quiet_limit: 2, ..OPEN };
    let mut quiet = Table::new(&ffa, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    quiet.resign(&[2]);
    quiet.go("01c-01b").go("11c-11b").go("31c-31b");
    assert_eq!(quiet.outcome(), drawn(&[0, 1, 3]));
    let pairs = Options { sides: Sides::Opposite, ..Options::plain(6, Mode::Open) };
    let mut agreed = Table::new(&pairs, "0P=01c 1P=11c 2P=21c 3P=31c 4P=41c 5P=51c", 0);
    agreed.resign(&[1, 4, 3]).apply(Event::Agreed);
    assert_eq!(agreed.outcome(), drawn(&[0, 2, 3, 5]));
    // Nobody who lives can move any more.
    let dead = Options { sides: Sides::Ffa, ..OPEN };
    let mut table = Table::new(&dead, "0D=01e 1D=11a 1F=16b 3L=35c 0F=06b 2P=21c", 0);
    table.resign(&[2]).go("01ex11a");
    assert_eq!(table.outcome(), drawn(&[0, 1, 3]));
    // The same where only proofs tell it.
    let hidden = Options { sides: Sides::Ffa, ..FOUR };
    let mut table = Table::new(&hidden, "0L=05c 0F=06b 1L=15c 2P=21c 3L=35c", 0);
    table.resign(&[2]).go("stuck");
    assert_eq!(table.outcome(), drawn(&[0, 1, 3]));
    // All go out at once: those that had a living seat before.
    let mut last = Table::new(&ffa, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    last.resign(&[2]).resign(&[0, 1, 3]);
    assert_eq!(last.outcome(), drawn(&[0, 1, 3]));
}

/// §11.1, §6.4: a skipped turn is a ply, and all checks follow it; notes test 16.
#[test]
fn a_skipped_turn_can_leave_others_stuck_or_end_the_game() {
    let none = Options { timeouts: 0, ..OPEN };
    let mut chain = Table::new(&none, "0P=01c 1L=15c 1F=16b 2P=21c 3P=31c", 0);
    chain.skip();
    assert_eq!((chain.living(), chain.turn(), chain.at.ply().0), (vec![2, 3], 2, 1));
    // The draw by count comes before the next seat is found stuck.
    let limit = Options { quiet_limit: 1, repetition: Repetition::Draw, ..OPEN };
    let mut drawn_first = Table::new(&limit, "0P=01c 1P=11c 2L=25c 2F=26b 3P=31c", 0);
    drawn_first.skip();
    assert_eq!((drawn_first.at.quiet(), drawn_first.outcome()), (1, None));
    drawn_first.skip();
    assert_eq!(drawn_first.outcome(), drawn(&[0, 1, 2, 3]));
    // The last skipped turn of the last piece that could move: nobody can, after its seat has left.
    let mut dead = Table::new(&none, "0P=01c 1L=15c 2L=25c 3L=35c", 0);
    dead.skip();
    assert_eq!(dead.outcome(), drawn(&[0, 1, 2, 3]), "its side lives in its ally");
}

/// §10.3: who cannot move cannot prove that it could, so it cannot skip; the next seat is asked for
/// nothing before its own turn.
#[test]
fn who_is_stuck_cannot_skip() {
    let mut table = Table::new(&FOUR, "0P=01c 1L=15c 1F=16b 2P=21c 3P=31c", 0);
    table.skip();
    assert_eq!((table.turn(), table.moves()), (1, vec!["stuck".to_owned()]));
    let owed = Junqi::owes_skip(&table.at, seat(1));
    assert!(matches!(owed.as_slice(), [Claim::CanMove { .. }]));
    let hiding = Junqi::hiding(table.at.rules()).unwrap();
    assert!(!owed[0].holds(&hiding, &Truth(&table.secrets)));
    table.go("stuck");
    assert_eq!((table.living(), table.turn()), (vec![0, 2, 3], 2));
    // After the skip of the seat before it, a seat of which all know that it is stuck is out.
    let mut public = Table::new(&FOUR, "0P=01c 1F=16b 1M=16d 2P=21c 3P=31c", 0);
    public.skip();
    assert_eq!((public.living(), public.turn()), (vec![0, 2, 3], 2));
}

/// Notes test 15: a game leaves nothing behind for the next.
#[test]
fn the_next_game_begins_as_the_first() {
    let rules = Rules::new(&Options::FLIP).unwrap();
    let first = Position::start(&rules);
    let mut at = first.clone();
    at.apply(&Event::Tossed(1)).unwrap();
    at.apply(&Event::Skipped(seat(1))).unwrap();
    at.apply(&Event::Agreed).unwrap();
    let next = Position::start(&rules);
    assert_eq!(next, first);
    assert_eq!(Junqi::view(&next, &Known::public()), Junqi::view(&first, &Known::public()));
}
