//! rules.md §9: flip, by example.

use crate::support::{Table, drawn, seat, won};
use game::{Event, Game as _, SeatSet, Waits};
use junqi::{
    Colours, FlagTakers, FlagWin, Headquarters, Junqi, Kind, Move, Options, Position, Repetition,
    Rules, SmallHitsBig, Stage, Switch,
};

const FLIP: Options = Options::FLIP;

fn start(options: &Options) -> Position {
    let mut at = Position::start(&Rules::new(options).unwrap());
    at.apply(&Event::Tossed(0)).unwrap();
    at
}

/// Turns up the piece on a cell as one of this army and kind.
fn flip(at: &mut Position, cell: &str, army: u8, kind: Kind) {
    let cell = at.board().find(cell).unwrap();
    at.apply(&Event::Moved(at.turn(), Move::Flip(cell))).unwrap();
    let before: u8 = (0..army)
        .flat_map(|army| Kind::ALL.map(|kind| (army, kind)))
        .chain(Kind::ALL.into_iter().filter(|k| *k < kind).map(|kind| (army, kind)))
        .map(|(army, kind)| at.down(seat(army), kind))
        .sum();
    at.apply(&Event::Tossed(u16::from(before))).unwrap();
    let up = at.on(cell).unwrap();
    assert_eq!((at.piece(up).army, at.public_kind(up)), (Some(seat(army)), Some(kind)));
}

/// §9.1: fifty pieces, camps empty; a turn begins with a flip, which is bound before the toss.
#[test]
fn fifty_pieces_lie_face_down() {
    let mut at = start(&FLIP);
    assert_eq!(at.face_down().len(), 50);
    assert!(at.board().camps().and(&at.face_down()).is_empty());
    let moves = Junqi::moves(&at, seat(0), &game::Known::public());
    assert_eq!(moves.len(), 50);
    let cell = at.board().find("06b").unwrap();
    at.apply(&Event::Moved(seat(0), Move::Flip(cell))).unwrap();
    assert_eq!(Junqi::waits(&at), Waits::Toss { below: 50, from: SeatSet::first(2) });
    assert!(at.apply(&Event::Tossed(50)).is_err());
    assert!(at.apply(&Event::Skipped(seat(0))).is_err());
    at.apply(&Event::Tossed(49)).unwrap();
    let man = at.on(cell).unwrap();
    assert_eq!((at.piece(man).army, at.public_kind(man)), (Some(seat(1)), Some(Kind::Flag)));
    assert_eq!((at.turn(), at.face_down().len()), (seat(1), 49));
}

/// §9.2; notes test 36
#[test]
fn the_first_engineer_decides_the_colours() {
    let mut at = start(&FLIP);
    flip(&mut at, "01a", 0, Kind::Mine);
    flip(&mut at, "01b", 1, Kind::Mine);
    flip(&mut at, "01c", 0, Kind::Marshal);
    assert_eq!(at.colours(), None);
    let moves = Junqi::moves(&at, at.turn(), &game::Known::public());
    assert!(moves.iter().all(|mv| matches!(mv, Move::Flip(_))), "only flips until then");
    at.apply(&Event::Skipped(seat(1))).unwrap();
    assert_eq!(at.colours(), None, "a flip not made in time leaves them open");
    flip(&mut at, "01d", 1, Kind::Engineer);
    assert_eq!(at.colours(), Some(seat(1)), "seat 0 has army 1, so seat 1 has army 0");
    assert_eq!((at.army_of(seat(0)), at.army_of(seat(1))), (Some(seat(1)), Some(seat(0))));
    let mine = Junqi::moves(&at, seat(1), &game::Known::public());
    assert!(mine.iter().any(|mv| matches!(mv, Move::Go { .. })), "the Marshal is seat 1's");
    let mut first = start(&Options { colours: Colours::FirstFlip, ..FLIP });
    flip(&mut first, "01a", 1, Kind::Mine);
    assert_eq!(first.colours(), Some(seat(1)));
}

/// §9.1; notes test 36
#[test]
fn what_lies_face_down_blocks_and_is_safe() {
    let table = Table::with(&FLIP, "0M=01a ?=01b 1P=01d ?=02a", 0, "0P 1P", &[]);
    let to = table.from("01a");
    assert_eq!(to, ["02b", "11e", "12e", "13e", "14e", "15e"]);
    assert_eq!(table.refused("01ax01b"), "what lies face down cannot be attacked");
    assert_eq!(table.refused("01b-02b"), "no piece of this seat there");
    assert_eq!(table.refused("*01a"), "no piece lies face down there");
    assert!(table.moves().contains(&"*01b".to_owned()));
}

/// §9.1, §4.1
#[test]
fn headquarters_are_free_unless_they_lock() {
    let pieces = "0M=06b 1P=11c ?=15c";
    let free = Table::with(&FLIP, pieces, 0, "0P", &[]);
    assert_eq!(free.from("06b"), ["05b", "06a", "06c"]);
    let locked = Options { hq: Headquarters::Locked, ..FLIP };
    assert_eq!(Table::with(&locked, pieces, 0, "0P", &[]).from("06b"), [""; 0]);
}

/// §9.3, §5.9
#[test]
fn the_flag_is_taken_by_an_engineer_behind_its_mines_and_carried_home() {
    let pieces = "0E=15b 0M=15a 1F=16b 1P=11c 1L=15e 0P=01c ?=14a";
    let mines = Table::with(&FLIP, pieces, 0, "0C", &[]);
    assert_eq!(mines.refused("15bx16b"), "the rules forbid this attack");
    let pieces = pieces.replace(" 1L=15e", "");
    let down = Table::with(&FLIP, &pieces, 0, "1L", &[]);
    assert_eq!(down.refused("15bx16b"), "the rules forbid this attack", "a mine still lies down");
    let mut table = Table::with(&FLIP, &pieces, 0, "0C", &[]);
    assert_eq!(table.refused("15ax16b"), "no way leads there");
    table.go("15bx16b");
    assert_eq!(table.flag(1), "with 16b");
    table.go("11c-11b").go("16b-15b").go("11b-11c").go("15b-05b").go("11c-11b");
    assert_eq!(table.outcome(), None);
    table.go("05b-06b");
    assert_eq!(table.outcome(), won(&[0]));
    let capture = Options { flag_win: FlagWin::Capture, ..FLIP };
    let mut table = Table::with(&capture, &pieces, 0, "0C", &[]);
    table.go("15bx16b");
    assert_eq!(table.outcome(), won(&[0]));
    let any = Options { flag_takers: FlagTakers::Any, mines_first: Switch::Off, ..capture };
    let mut table = Table::with(&any, &pieces.replace("0E=15b", "0D=15b"), 0, "1L", &[]);
    table.go("15bx16b");
    assert_eq!(table.outcome(), won(&[0]));
}

/// §9.3: home is at the seat's field, whatever its colour.
#[test]
fn home_is_where_the_seat_sits() {
    let pieces = "0E=15b 0F=01a 1P=01c ?=14a";
    let fields = [("colours", "1"), ("flags", "home,with:@15b")];
    let mut table = Table::with(&FLIP, pieces, 1, "0C", &fields);
    table.go("15b-16b");
    assert_eq!(table.outcome(), won(&[1]));
}

/// §9.3
#[test]
fn who_has_no_piece_that_moves_has_lost() {
    let mut table = Table::with(&FLIP, "0M=01a 1P=11e 1L=15c 1F=16b", 0, "", &[]);
    table.go("01ax11e");
    assert_eq!(table.outcome(), won(&[0]));
    let mut down = Table::with(&FLIP, "0M=01a 1P=11e 1L=15c ?=16b", 0, "1E", &[]);
    down.go("01ax11e");
    assert_eq!(down.outcome(), None, "one still lies face down");
    let mut both = Table::with(&FLIP, "0P=01a 1P=11e 1L=15c 0F=06b ?=16b", 0, "1F", &[]);
    both.go("01ax11e");
    assert_eq!(both.outcome(), drawn(&[0, 1]));
    let mut stuck = Table::with(&FLIP, "0M=01c 1P=16a 1L=15a 1F=16b 0L=05a", 0, "", &[]);
    stuck.go("01c-01b");
    assert_eq!(stuck.outcome(), won(&[0]), "no legal turn");
}

/// §9.4
#[test]
fn hopeless_attacks_may_be_forbidden() {
    let pieces = "0P=01a 1M=11e 0E=14c 1L=15c 0D=15d 1D=15e ?=16a";
    let allowed = Table::with(&FLIP, pieces, 0, "0C", &[]);
    assert!(allowed.moves().contains(&"01ax11e".to_owned()));
    let options = Options { small_hits_big: SmallHitsBig::Forbidden, ..FLIP };
    let table = Table::with(&options, pieces, 0, "0C", &[]);
    assert_eq!(table.refused("01ax11e"), "the rules forbid this attack");
    assert_eq!(table.refused("15dx15c"), "the rules forbid this attack");
    let moves = table.moves();
    for text in ["14cx15c", "15dx15e"] {
        assert!(moves.contains(&text.to_owned()), "{text}");
    }
}

/// §8.2: forty plies without fight or flip are allowed.
#[test]
fn the_forty_first_quiet_ply_draws() {
    let options = Options { repetition: Repetition::Off, ..FLIP };
    let pieces = "0M=01c 1P=11a ?=16a ?=16b";
    let mut table = Table::with(&options, pieces, 0, "0C 1C", &[]);
    let dance = ["01c-01b", "11a-11b", "01b-01c", "11b-11a"];
    for ply in 0..40 {
        table.go(dance[ply % 4]);
    }
    assert_eq!((table.at.quiet(), table.outcome()), (40, None));
    let mut flipped = table.clone();
    flipped.start("*16a").apply(Event::Tossed(0));
    assert_eq!((flipped.at.quiet(), flipped.outcome()), (0, None));
    table.go("01c-01b");
    assert_eq!(table.outcome(), drawn(&[0, 1]));
}

/// §9.2: a seat that resigns before colours are set has lost, and so has one that withholds a toss.
#[test]
fn resigning_before_colours_are_set_loses() {
    let mut at = start(&FLIP);
    let cell = at.board().find("06b").unwrap();
    at.apply(&Event::Moved(seat(0), Move::Flip(cell))).unwrap();
    assert_eq!(*at.stage(), Stage::TurnUp(cell));
    at.apply(&Event::Out(SeatSet::one(seat(1)), game::Cause::Refused)).unwrap();
    assert_eq!(Some(Junqi::waits(&at)), won(&[0]).map(Waits::Nothing));
    assert_eq!(at.face_down().len(), 50);
}
