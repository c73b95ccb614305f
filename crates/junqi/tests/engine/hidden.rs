//! rules.md §10: the kinds left to a piece, claims and what others are asked, by example.

use crate::support::{Table, drawn, seat, won};
use game::{Answer, Cause, Claim, Event, Game as _, KindSet, Ruling, Seat, SeatSet, Waits};
use junqi::{
    FlagTakers, FlagWin, Junqi, Kind, Kinds, Mode, Options, Rules, Stage, Switch, Turns, allowed,
};

const TWO: Options = Options::QQ_2P;
const FOUR: Options = Options::QQ_4P;
const MOVABLE: KindSet = Kinds::MOVABLE.set();
const ENGINEER: KindSet = Kinds::of(Kind::Engineer).set();

fn fight(table: &Table, from: &str, to: &str, among: KindSet) -> Claim {
    let id = |cell| table.man(cell).unwrap().id();
    Claim::Fight { attacker: id(from), defender: id(to), among }
}

fn asked(table: &Table) -> Vec<Option<Seat>> {
    match Junqi::waits(&table.at) {
        Waits::Rulings(claims) => claims.into_iter().map(|(_, asked)| asked).collect(),
        _ => Vec::new(),
    }
}

/// §10.1, §3.1; n62: fifteen pieces never need a proof to move.
#[test]
fn kinds_left_begin_with_the_place() {
    let never = (0..25).filter(|place| allowed(*place, &TWO).is_within(Kinds::MOVABLE)).count();
    assert_eq!(never, 15);
    assert!(!allowed(0, &TWO).has(Kind::Bomb) && allowed(5, &TWO).has(Kind::Bomb));
    let flags = (0..25).filter(|place| allowed(*place, &TWO).has(Kind::Flag));
    assert_eq!(flags.collect::<Vec<_>>(), [21, 23]);
    let hiding = Junqi::hiding(&Rules::new(&TWO).unwrap()).unwrap();
    assert_eq!(hiding.counts, [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1]);
    let barred: Vec<usize> = hiding.barred.iter().map(Vec::len).collect();
    assert_eq!(barred, [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 15, 23]);
    let front = Rules::new(&Options { bomb_front: Switch::On, ..TWO }).unwrap();
    assert_eq!(front.hiding().unwrap().barred[9], [0; 0]);
    for options in [Options::OPEN_2P, Options::FLIP] {
        assert_eq!(Rules::new(&options).unwrap().hiding(), None);
    }
}

/// §10.2; n47, n51: which proof a move carries is a function of the kinds left to the piece.
#[test]
fn a_move_owes_what_is_not_public() {
    let mut table = Table::new(&TWO, "0E=05a 0P=01c 1R=12c 1P=15c", 0);
    let piece = table.man("05a").unwrap();
    let within = |kinds| vec![Claim::Within { piece: piece.id(), kinds }];
    assert_eq!(table.owes("05a-04a"), within(MOVABLE));
    assert_eq!(table.owes("05a-01b"), within(ENGINEER));
    assert_eq!(table.owes("01c-01b"), []);
    let mut flown = table.clone();
    table.go("05a-04a").go("12c-11c");
    assert_eq!(table.at.piece(piece).kinds, Kinds::MOVABLE);
    assert_eq!(table.owes("04a-03a"), []);
    assert_eq!(table.owes("04a-01b"), within(ENGINEER));
    flown.go("05a-01b").go("12c-11c");
    assert_eq!(flown.at.public_kind(piece), Some(Kind::Engineer));
    assert_eq!(flown.owes("01b-01a"), []);
    assert_eq!(flown.owes("01b-14e"), []);
    // With flying bombs the same way is open to two kinds.
    let mut bombs = Table::new(&Options { bomb_flies: Switch::On, ..TWO }, "0Z=05a 1P=15c", 0);
    let piece = bombs.man("05a").unwrap();
    let kinds = Kinds::of(Kind::Engineer).with(Kind::Bomb).set();
    assert_eq!(bombs.owes("05a-01b"), [Claim::Within { piece: piece.id(), kinds }]);
    bombs.go("05a-01b");
    assert_eq!(bombs.at.piece(piece).kinds.set(), kinds);
    let corners = Table::new(&Options { turns: Turns::Corners, ..TWO }, "0P=01c 1P=15c", 0);
    assert_eq!(corners.owes("01c-05b"), []);
}

/// §10.2, §5: an attack is a claim, then a question to the seat attacked; n43.
#[test]
fn an_attack_is_answered_by_the_seat_attacked() {
    let pieces = "0E=01a 0G=02e 1R=11e 1P=15c 1B=11a 0P=03c";
    let mut table = Table::new(&TWO, pieces, 0);
    let claim = fight(&table, "01a", "11e", Kinds::MOVABLE.without(Kind::Bomb).set());
    assert_eq!(table.owes("01ax11e"), std::slice::from_ref(&claim));
    table.start("01ax11e");
    assert_eq!(Junqi::waits(&table.at), Waits::Rulings(vec![(claim, Some(seat(1)))]));
    // Only what the kinds left allow can be announced.
    for ruling in [Ruling::Code(6), Ruling::Code(32), Ruling::Yes, Ruling::Piece(game::PieceId(0))]
    {
        let event = Event::Ruled(vec![Answer::Ruled(ruling)]);
        assert!(Junqi::apply(&mut table.at, &event).is_err(), "{ruling:?}");
    }
    table.apply(Event::Ruled(vec![Answer::Ruled(Ruling::Code(1))]));
    assert_eq!((table.on("11e"), table.turn()), ("1R".into(), 1));
    // A flight that ends in an attack narrows the attacker.
    let mut table = Table::new(&TWO, pieces, 0);
    let around = fight(&table, "01a", "11a", ENGINEER);
    assert_eq!(table.owes("01ax11a"), [around]);
    table.go("01ax11a");
    assert_eq!((table.on("11a"), table.at.quiet()), ("1B".into(), 0));
}

/// §10.1: an attack cuts the kinds left to a survivor.
#[test]
fn fights_cut_the_kinds_left() {
    let mut table = Table::new(&TWO, "0G=05a 0P=01c 1R=15e 1P=15c", 0);
    table.go("05ax15e");
    let man = table.man("15e").unwrap();
    assert_eq!(table.at.piece(man).kinds, Kinds::MOVABLE);
    assert_eq!(table.on("05a"), ".");
}

/// §5.7, §10.4; notes test 10
#[test]
fn a_dead_marshal_shows_its_flag() {
    let pieces = "0M=01a 0F=06b 0P=03c 1Z=11e 1F=16d 1P=15c 1M=12c";
    let mut table = Table::new(&TWO, pieces, 0);
    table.start("01ax11e");
    assert_eq!(asked(&table), [Some(seat(1))]);
    table.apply(Event::Ruled(vec![Answer::Ruled(Ruling::Code(11))]));
    let show = Claim::Show { seat: seat(0), kind: Kind::Flag.number() };
    assert_eq!(Junqi::waits(&table.at), Waits::Rulings(vec![(show, Some(seat(0)))]));
    for wrong in ["03c", "16d"] {
        let id = table.man(wrong).unwrap().id();
        let event = Event::Ruled(vec![Answer::Ruled(Ruling::Piece(id))]);
        assert!(Junqi::apply(&mut table.at, &event).is_err(), "{wrong} n37");
    }
    table.settle();
    assert_eq!(table.at.public_kind(table.man("06b").unwrap()), Some(Kind::Flag));
    assert_eq!(table.turn(), 1);
    // Everybody sees it, and an attack on it needs no answer.
    let view = Junqi::view(&table.at, &game::Known::public());
    let cell = table.at.board().find("06b").unwrap();
    assert_eq!(view.tokens[cell.index()].unwrap().kind, Some(Kind::Flag.number()));
    table.go("12c-11c");
    let mut both = Table::new(&TWO, "0M=01a 0F=06b 0P=03c 1M=11e 1F=16d 1P=15c", 0);
    both.start("01ax11e").apply(Event::Ruled(vec![Answer::Ruled(Ruling::Code(27))]));
    assert_eq!(asked(&both), [Some(seat(0)), Some(seat(1))]);
    let off = Options { marshal_shows_flag: Switch::Off, ..TWO };
    let mut none = Table::new(&off, pieces, 0);
    none.go("01ax11e");
    assert_eq!(none.turn(), 1);
}

/// §10.2, §10.4: a flag that was shown is open; nobody is asked about it.
#[test]
fn nobody_is_asked_about_an_open_flag() {
    let mut table = Table::new(&TWO, "0M=01a 0F=06b 0P=03c 1Z=11e 1F=16d 1P=05b 1D=12c", 0);
    table.go("01ax11e");
    table.start("05bx06b");
    assert_eq!(asked(&table), [None]);
    let withheld = Event::Ruled(vec![Answer::Withheld]);
    assert!(Junqi::apply(&mut table.at, &withheld).is_err());
    table.settle();
    assert_eq!(table.outcome(), won(&[1]));
}

/// §5.6: a taking that the rules forbid is no illegal move here: the attacker dies.
#[test]
fn a_forbidden_taking_costs_the_attacker() {
    let options = Options { flag_takers: FlagTakers::Engineer, ..TWO };
    let mut table = Table::new(&options, "0D=15b 0P=03c 1F=16b 1P=12c", 0);
    table.go("15bx16b");
    assert_eq!((table.on("16b"), table.living()), ("1F".into(), vec![0, 1]));
}

/// §5.8
#[test]
fn an_engineer_that_attacks_shows_its_target() {
    let options = Options { scouting: Switch::On, ..TWO };
    let mut table = Table::new(&options, "0E=01a 0P=03c 1R=11e 1P=12c 1E=12a", 0);
    table.go("01ax11e");
    let colonel = table.man("11e").unwrap();
    assert_eq!(
        (table.on("11e"), table.at.public_kind(colonel)),
        ("1R".into(), Some(Kind::Colonel))
    );
    // A scouted piece is not open to all: its owner still answers.
    let mut mine = Table::new(&options, "0E=14e 0P=03c 1L=15e 1P=12c", 0);
    mine.go("14ex15e");
    assert_eq!(mine.at.public_kind(mine.man("15e").unwrap()), Some(Kind::Engineer));
    let mut again = Table::new(&options, "0E=01a 0G=02a 0P=03c 1R=11e 1P=12c", 0);
    again.go("01ax11e").go("12c-11c").start("02ax11e");
    assert_eq!(asked(&again), [Some(seat(1))]);
    // An engineer that is attacked shows nothing.
    let mut hit = Table::new(&options, "0R=01a 0P=03c 1E=11e 1P=12c", 0);
    hit.go("01ax11e");
    assert_eq!(hit.at.public_kind(hit.man("11e").unwrap()), None);
}

/// §7.2: any kind picks up a lying flag, for asking would show it.
#[test]
fn any_piece_picks_up_a_lying_flag_here() {
    let options = Options { flag_win: FlagWin::Carry, flag_takers: FlagTakers::Engineer, ..TWO };
    let lies = [("flags", "home,on:01a")];
    let mut table = Table::with(&options, "0D=02a 1P=12c 0P=03c", 0, "", &lies);
    table.go("02a-01a");
    assert_eq!(table.flag(1), "with 01a");
}

/// §10.4: who does not answer is out, and the attacker stands on the cell; n53.
#[test]
fn an_attack_on_a_seat_that_leaves_ends_on_the_cell() {
    let pieces = "0G=01e 0P=03c 1R=11a 1P=13c 2P=22c 3P=32c";
    let mut table = Table::new(&FOUR, pieces, 0);
    table.start("01ex11a").apply(Event::Ruled(vec![Answer::Withheld]));
    table.apply(Event::Out(SeatSet::one(seat(1)), Cause::Refused));
    assert_eq!((table.on("11a"), table.on("13c"), table.turn()), ("0G".into(), ".".into(), 2));
    assert_eq!(table.at.ply().0, 1);
    // The attacker leaves: nothing has happened, and the turn passes.
    let mut table = Table::new(&FOUR, pieces, 0);
    table.start("01ex11a").resign(&[0]);
    assert_eq!((table.on("11a"), table.on("01e"), table.turn()), ("1R".into(), ".".into(), 1));
    // Somebody else leaves: the question stands.
    let mut table = Table::new(&FOUR, pieces, 0);
    table.start("01ex11a").resign(&[2]);
    assert_eq!(asked(&table), [Some(seat(1))]);
    // Both leave.
    let mut table = Table::new(&FOUR, pieces, 0);
    table.start("01ex11a").resign(&[0, 1]);
    assert_eq!(table.turn(), 2);
    let mut two = Table::new(&TWO, "0G=01a 1R=11e 0P=03c 1P=13c", 0);
    two.start("01ax11e").resign(&[1]);
    assert_eq!((two.outcome(), two.on("11e")), (won(&[0]), "0G".into()));
}

/// §10.4: an owed opening; the others' stand.
#[test]
fn a_flag_that_is_not_shown_puts_its_owner_out() {
    let pieces = "0M=01e 0F=06b 0P=03c 1M=11a 1F=16b 1P=13c 2P=22c 3P=32c";
    let mut table = Table::new(&FOUR, pieces, 0);
    table.start("01ex11a").apply(Event::Ruled(vec![Answer::Ruled(Ruling::Code(27))]));
    let flag = table.man("06b").unwrap().id();
    table.apply(Event::Ruled(vec![Answer::Ruled(Ruling::Piece(flag)), Answer::Withheld]));
    assert_eq!(asked(&table), [Some(seat(1))]);
    table.apply(Event::Out(SeatSet::one(seat(1)), Cause::Refused));
    assert_eq!((table.living(), table.turn()), (vec![0, 2, 3], 2));
    assert_eq!(table.at.public_kind(table.man("06b").unwrap()), Some(Kind::Flag));
}

/// §10.3
#[test]
fn who_is_stuck_says_so_and_the_others_answer() {
    // 0 has a mine with free cells beside it and the flag; nobody knows that it is a mine.
    let pieces = "0L=05c 0F=06b 1P=11c 2L=25c 2F=26b 3P=31c";
    let mut table = Table::new(&FOUR, pieces, 0);
    assert_eq!(table.moves(), ["stuck"]);
    let mine = table.man("05c").unwrap().id();
    assert_eq!(table.owes("stuck"), [Claim::Stuck { pieces: vec![mine] }]);
    assert_eq!(Junqi::owes_skip(&table.at, seat(0)), [Claim::CanMove { pieces: vec![mine] }]);
    table.start("stuck");
    let other = table.man("25c").unwrap().id();
    let claim = Claim::Stuck { pieces: vec![other] };
    assert_eq!(Junqi::waits(&table.at), Waits::Rulings(vec![(claim, Some(seat(2)))]));
    table.settle();
    assert_eq!((table.living(), table.turn()), (vec![1, 2, 3], 1), "1 can move, as all know");
    // All are stuck: a draw.
    let mut all = Table::new(&FOUR, "0L=05c 0F=06b 1L=15c 2L=25c 3L=35c", 0);
    all.start("stuck");
    assert_eq!(asked(&all), [1, 2, 3].map(|n| Some(seat(n))));
    let mut left = all.clone();
    all.settle();
    assert_eq!(all.outcome(), drawn(&[0, 1, 2, 3]));
    // Who does not answer is out; the turn stays, and the rest are asked anew.
    let yes = Answer::Ruled(Ruling::Yes);
    left.apply(Event::Ruled(vec![yes, Answer::Withheld, yes]));
    left.apply(Event::Out(SeatSet::one(seat(2)), Cause::Refused));
    assert_eq!((left.turn(), left.moves()), (0, vec!["stuck".to_owned()]));
    left.start("stuck");
    assert_eq!(asked(&left), [1, 3].map(|n| Some(seat(n))));
    left.settle();
    assert_eq!(left.outcome(), drawn(&[0, 1, 2, 3]));
}

/// §10.3: what is public needs no claim.
#[test]
fn public_mobility_owes_nothing() {
    let table = Table::new(&TWO, "0P=01c 0L=05c 1P=11c", 0);
    assert_eq!(Junqi::owes_skip(&table.at, seat(0)), []);
    let stuck = Junqi::owes(&table.at, seat(0), &junqi::Move::Stuck);
    assert!(stuck.is_err());
    // A seat of which everybody knows that it is stuck goes out at its turn without a word.
    let mut table = Table::new(&FOUR, "0P=01c 1F=16b 1M=16d 2P=21c 3P=31c", 0);
    table.go("01c-01b");
    assert_eq!((table.living(), table.turn()), (vec![0, 2, 3], 2));
    // The last of its movable pieces falls; the others must still be asked whether they can.
    let mut asked_others = Table::new(&FOUR, "0P=01c 1F=16b 1M=16d 2L=25c 3L=35c", 0);
    asked_others.start("01c-01b");
    assert_eq!(*asked_others.at.stage(), Stage::Stuck);
    assert_eq!(asked(&asked_others), [Some(seat(2)), Some(seat(3))]);
    asked_others.settle();
    assert_eq!((asked_others.living(), asked_others.turn()), (vec![0, 2, 3], 2));
    let open = Table::new(&Options { mode: Mode::Open, ..FOUR }, "0P=01c 1P=11c 2P=21c 3P=31c", 0);
    assert_eq!(Junqi::owes_skip(&open.at, seat(0)), []);
}

/// A seat sees its own pieces and what is public; notes test 12.
#[test]
fn a_view_shows_own_and_public_kinds() {
    let table = Table::new(&TWO, "0G=01a 0F=06b 1R=11e 1P=13c", 0);
    let kinds = |viewer: Option<u8>| {
        let known = viewer.map_or(game::Known::public(), |n| table.known(seat(n)));
        let view = Junqi::view(&table.at, &known);
        ["01a", "06b", "11e"].map(|name| {
            let cell = table.at.board().find(name).unwrap();
            view.tokens[cell.index()].unwrap().kind.map(|kind| kind.0)
        })
    };
    assert_eq!(kinds(None), [None; 3]);
    assert_eq!(kinds(Some(0)), [Some(1), Some(11), None]);
    assert_eq!(kinds(Some(1)), [None, None, Some(4)]);
}

/// §5.7: what is public is not shown again, nor what goes with its seat.
#[test]
fn nothing_is_shown_that_need_not_be() {
    let carry = Options { flag_win: FlagWin::Carry, ..TWO };
    // The flag of the Marshal that dies is carried already.
    let fields = [("flags", "with:@14c,home")];
    let pieces = "0M=01a 0P=03c 1Z=11e 1F=16d 1P=14c";
    let mut table = Table::with(&carry, pieces, 0, "", &fields);
    table.go("01ax11e");
    assert_eq!((table.turn(), table.flag(0)), (1, "with 14c".into()));
    // A Marshal that leaves with its seat shows nothing.
    let mut left = Table::new(&FOUR, "0M=01a 0F=06b 1P=13c 2P=22c 3P=32c", 1);
    left.resign(&[0]);
    assert_eq!((left.turn(), left.living()), (1, vec![1, 2, 3]));
}

/// §7.2, §7.4 in a hidden game: the taking is public, and the flag is home in an empty headquarters.
#[test]
fn a_hidden_flag_is_carried_home_in_the_open() {
    let carry = Options { flag_win: FlagWin::Carry, ..TWO };
    let mut table = Table::new(&carry, "0D=15b 0F=06b 0P=03c 1F=16b 1P=12c", 0);
    table.go("15bx16b");
    assert_eq!(table.flag(1), "with 16b");
    let man = table.man("16b").unwrap();
    assert_eq!(table.at.piece(man).kinds, allowed(man.place(), &carry).and(Kinds::MOVABLE));
    table.go("12c-12b").go("16b-15b").go("12b-12c").go("15b-15a").go("12c-12b");
    table.go("15a-05e").go("12b-12c").go("05e-05d").go("12c-12b").go("05d-06d");
    assert_eq!((table.outcome(), table.flag(1)), (won(&[0]), "gone".into()));
}

/// §7.2, §7.5: a mine that survives the attack of a carrier has its flags, for asking would show the
/// kind; in the open it has not.
#[test]
fn a_mine_has_what_a_carrier_drops_on_it() {
    let carry = Options { flag_win: FlagWin::Carry, ..FOUR };
    let pieces = "0L=05a 0P=01c 1D=04a 1P=11c 2P=21c 3P=31c";
    let fields = [("flags", "home,home,with:@04a,home")];
    let table = |options: &Options| {
        let mut table = Table::with(options, pieces, 1, "", &fields);
        table.go("04ax05a");
        table.flag(2)
    };
    assert_eq!(table(&Options { sides: junqi::Sides::Ffa, ..carry }), "with 05a");
    assert_eq!(table(&carry), "05a", "the flag of an ally: it stands guard");
    let open = Options { mode: Mode::Open, sides: junqi::Sides::Ffa, ..carry };
    assert_eq!(table(&open), "05a");
}
