//! rules.md §5 and §7: fights and flags, by example; and the tables of announcements.

use std::path::Path;

use crate::support::{Table, drawn, won};
use game::Game as _;
use junqi::{
    FlagTakers, FlagWin, Headquarters, Junqi, Kind, Kinds, Mines, Options, Remains, Rules, Switch,
    announced,
};

const OPEN: Options = Options::OPEN_2P;
const CARRY: Options = Options { flag_win: FlagWin::Carry, ..OPEN };

/// What stands on the cell attacked after `0A=01a` takes `1D=11e`, with pieces that go on.
fn fight(options: &Options, attacker: char, defender: char) -> String {
    let pieces = format!("0{attacker}=01a 1{defender}=11e 0P=02c 0M=05c 1P=12c 1M=15c 1G=14a");
    let mut table = Table::new(options, &pieces, 0);
    table.go("01ax11e");
    assert_eq!(table.on("01a"), ".");
    table.on("11e")
}

/// §5.4, §5.5
#[test]
fn the_stronger_stays_on_the_cell_and_equals_go() {
    let order = ['D', 'B', 'R', 'Y', 'C', 'P', 'E'];
    for (a, attacker) in order.into_iter().enumerate() {
        for (d, defender) in order.into_iter().enumerate() {
            let stays = match a.cmp(&d) {
                std::cmp::Ordering::Less => format!("0{attacker}"),
                std::cmp::Ordering::Equal => ".".to_owned(),
                std::cmp::Ordering::Greater => format!("1{defender}"),
            };
            assert_eq!(fight(&OPEN, attacker, defender), stays, "{attacker}{defender}");
        }
    }
}

/// §5.1; notes test 35
#[test]
fn a_bomb_takes_both_with_it() {
    for (a, d) in [('Z', 'D'), ('D', 'Z'), ('Z', 'Z'), ('Z', 'E')] {
        assert_eq!(fight(&OPEN, a, d), ".", "{a}{d}");
    }
}

/// §5.3, §5.1; notes test 6
#[test]
fn mines_spring_or_take_the_attacker_with_them() {
    let with = |mines| Options { mines, ..OPEN };
    let mine = |mines, attacker: char| {
        let pieces = format!("0{attacker}=14e 1L=15e 0P=02c 1P=12c");
        let mut table = Table::new(&with(mines), &pieces, 0);
        table.go("14ex15e");
        table.on("15e")
    };
    let all = [Mines::Spring, Mines::Mutual, Mines::MutualAll];
    assert_eq!(all.map(|mines| mine(mines, 'D')), ["1L", ".", "."]);
    assert_eq!(all.map(|mines| mine(mines, 'E')), ["0E", "0E", "."]);
    assert_eq!(all.map(|mines| mine(mines, 'Z')), [".", ".", "."]);
}

/// §5.2, §5.6, §6.1; notes test 2
#[test]
fn a_flag_is_taken_by_whom_the_options_allow() {
    let with = |flag_takers| Options { flag_takers, ..OPEN };
    let table = |options: &Options| {
        Table::new(options, "0M=15b 0D=15a 0E=15c 0Z=14b 0P=01c 1F=16b 1P=11c 1L=16a", 0)
    };
    let mut any = table(&with(FlagTakers::Any));
    any.go("15bx16b");
    assert_eq!((any.outcome(), any.on("16b")), (won(&[0]), "0M".into()));
    assert_eq!(any.on("11c"), ".", "its pieces leave the board");
    let not_marshal = table(&with(FlagTakers::NotMarshal));
    assert_eq!(not_marshal.refused("15bx16b"), "the rules forbid this attack");
    // Who may take the flag stands beside it.
    let engineer = with(FlagTakers::Engineer);
    for (kind, is_allowed) in [('M', false), ('D', false), ('E', true), ('Z', true)] {
        let table = Table::new(&engineer, &format!("0{kind}=15b 0P=01c 1F=16b 1P=11c"), 0);
        assert_eq!(table.from("15b").contains(&"16b".to_owned()), is_allowed, "{kind}");
    }
}

/// §5.1: a bomb takes the flag, whoever may.
#[test]
fn a_bomb_destroys_a_flag() {
    let mut table = Table::new(&OPEN, "0Z=15b 0P=01c 1F=16b 1P=11c", 0);
    table.go("15bx16b");
    assert_eq!((table.outcome(), table.on("16b")), (won(&[0]), ".".into()));
}

/// §5.9
#[test]
fn a_flag_is_safe_behind_its_mines() {
    let options = Options { mines_first: Switch::On, ..OPEN };
    let pieces = "0M=15b 0Z=15c 0P=01c 1F=16b 1P=11c";
    for mover in ["0M", "0Z"] {
        let pieces = format!("{mover}=15b 0P=01c 1F=16b 1P=11c");
        let table = Table::new(&options, &format!("{pieces} 1L=15e"), 0);
        assert_eq!(table.refused("15bx16b"), "the rules forbid this attack");
        assert!(Table::new(&options, &pieces, 0).from("15b").contains(&"16b".to_owned()));
    }
    assert!(Table::new(&OPEN, &format!("{pieces} 1L=15e"), 0).from("15b").contains(&"16b".into()));
}

/// §7.2, §7.3, §7.4; notes test 8: a flag counts for its owner, wherever it is
#[test]
fn a_carried_flag_counts_when_it_is_home() {
    let mut table = Table::new(&CARRY, "0D=15b 0P=01c 1F=16b 1P=11c 1C=11a 0F=06b 0G=06d", 0);
    table.go("15bx16b");
    assert_eq!((table.flag(1), table.living()), ("with 16b".into(), vec![0, 1]));
    // The owner plays on, and the carrier is not locked in.
    table.go("11a-11b").go("16b-16a").go("11b-11a").go("16a-15a");
    table.go("11a-11b").go("15a-05e").go("11b-11a");
    assert_eq!((table.flag(1), table.outcome()), ("with 05e".into(), None));
    // Both own headquarters are full: next to one that is held is home.
    table.go("05e-05d");
    assert_eq!((table.flag(1), table.outcome()), ("gone".into(), won(&[0])));
}

/// §7.4: an empty headquarters must be entered; one that an enemy holds is none.
#[test]
fn home_is_a_headquarters_or_beside_one_that_is_held() {
    let table = |pieces: &str| {
        let cell = pieces.get(3..6).unwrap();
        Table::with(&CARRY, pieces, 0, "", &[("flags", &format!("home,with:@{cell}"))])
    };
    let mut empty = table("0D=05e 0F=06b 1P=11c");
    empty.go("05e-05d").go("11c-11b").go("05d-06d");
    assert_eq!(empty.outcome(), won(&[0]));
    let mut held = table("0D=05e 0F=06b 1P=06d 1C=11c");
    held.go("05e-05d").go("11c-11b");
    assert_eq!(held.outcome(), None);
    held.go("05dx06d");
    assert_eq!(held.outcome(), won(&[0]), "won in a fight that the carrier survives");
    // A guard that comes to hold the headquarters beside the carrier brings the flag home.
    let mut later = table("0D=05d 0C=06e 0F=06b 1P=11c");
    later.go("06e-06d");
    assert_eq!(later.outcome(), won(&[0]));
}

/// §7.4: an ally's headquarters is home too.
#[test]
fn an_allys_headquarters_is_home() {
    let options = Options { flag_win: FlagWin::Carry, ..Options::OPEN_4P };
    let fields = [("flags", "home,with:@25b,home,home")];
    let mut table = Table::with(&options, "0D=25b 1P=11c 2P=21c 3P=31c", 0, "", &fields);
    table.go("25b-26b");
    assert_eq!(table.living(), [0, 2, 3]);
    assert_eq!(table.turn(), 2, "the turn goes on past the seat that is out");
}

/// §7.5, §7.2
#[test]
fn a_flag_lies_where_its_carrier_falls() {
    let carried = [("flags", "home,with:@01a")];
    let table = |pieces: &str| Table::with(&CARRY, pieces, 0, "", &carried);
    // The attacker falls: its flag lies on the cell attacked, which the owner's piece guards.
    let mut guarded = table("0D=01a 0P=03a 1G=11e 1P=12c");
    guarded.go("01ax11e");
    assert_eq!((guarded.flag(1), guarded.on("11e")), ("11e".into(), "1G".into()));
    guarded.go("11e-12e").go("03a-11e");
    assert_eq!(guarded.flag(1), "with 11e", "who enters takes it up");
    // Both fall: it lies there and blocks nobody.
    let mut both = table("0D=01a 0P=05a 1D=11e 1P=12c");
    both.go("01ax11e").go("12c-11c").go("05a-13e");
    assert_eq!(both.flag(1), "11e");
    // The carrier is attacked and falls; the owner's piece stands on its flag and does not carry it.
    let mut hit = Table::with(&CARRY, "0D=01a 0P=03a 1G=11e 1P=12c", 1, "", &carried);
    hit.go("11ex01a");
    assert_eq!(hit.flag(1), "01a");
    // A bomb does not hurt a carried flag.
    let mut bomb = Table::with(&CARRY, "0D=01a 0P=03e 1Z=11e 1P=12c", 1, "", &carried);
    bomb.go("11ex01a");
    assert_eq!((bomb.flag(1), bomb.living()), ("01a".into(), vec![0, 1]));
}

/// §7.2: carriers are of the kinds that take flags; mines carry nothing.
#[test]
fn only_takers_carry() {
    let options = Options { flag_takers: FlagTakers::Engineer, ..CARRY };
    let lies = [("flags", "home,on:01a")];
    for (kind, carries) in [('E', "with 01a"), ('D', "01a"), ('Z', "01a")] {
        let pieces = format!("0{kind}=02a 1P=12c 0P=03c");
        let mut table = Table::with(&options, &pieces, 0, "", &lies);
        table.go("02a-01a");
        assert_eq!(table.flag(1), carries, "{kind}");
    }
    let pieces = "1D=14e 1P=12c 0L=05c 0P=03c 0D=05b";
    let fields = [("flags", "with:@05d,home")];
    let mut table = Table::with(&CARRY, &pieces.replace("14e", "05d"), 1, "", &fields);
    table.go("05dx05c");
    assert_eq!(table.flag(0), "05c", "on its owner's mine");
}

/// §7.2: allies of the owner guard its flag too; entering it does not take it up.
#[test]
fn allies_guard_a_flag() {
    let options = Options { flag_win: FlagWin::Carry, ..Options::OPEN_4P };
    let fields = [("flags", "home,on:05e,home,home")];
    let mut table = Table::with(&options, "0P=01c 1P=11c 2P=21c 3D=04e", 3, "", &fields);
    table.go("04e-05e");
    assert_eq!(table.flag(1), "05e");
    table.go("01c-01b").go("11c-11b").go("21c-21b").go("05e-04e").go("01b-01e").go("11b-11c");
    table.go("21b-21c").go("04e-03e").go("01e-02e");
    assert_eq!(table.flag(1), "05e", "a flag that lies blocks nobody");
}

/// §7.6, §7.5
#[test]
fn a_flag_leaves_with_its_owner_and_lies_where_a_carrier_left() {
    let options = Options { flag_win: FlagWin::Carry, ..Options::OPEN_4P };
    let fields = [("flags", "with:@14b,home,with:@34b,home")];
    let pieces = "0P=01c 1D=14b 2P=21c 3D=34b";
    let mut table = Table::with(&options, pieces, 0, "", &fields);
    table.resign(&[1]);
    assert_eq!([table.flag(0), table.flag(1)], ["14b", "gone"]);
    table.resign(&[0]);
    assert_eq!((table.flag(0), table.outcome()), ("gone".into(), None));
    let mut bombed = Table::new(&options, "0Z=15b 0P=01c 1F=16b 1P=11c 2P=21c 3P=31c", 0);
    bombed.go("15bx16b");
    assert_eq!((bombed.flag(1), bombed.living()), ("gone".into(), vec![0, 2, 3]));
}

/// §6.2
#[test]
fn what_a_seat_leaves_behind_may_stay() {
    let stay = Options { remains: Remains::Stay, ..Options::OPEN_4P };
    let pieces = "0D=15b 0P=01c 1F=16b 1P=11c 1C=12b 2D=M1 3P=31c";
    let mut table = Table::new(&stay, pieces, 0);
    table.go("15bx16b");
    assert_eq!((table.living(), table.on("11c"), table.turn()), (vec![0, 2, 3], "1P".into(), 2));
    assert_eq!(table.refused("M1x12b"), "no way leads there");
    table.go("M1x11c");
    assert_eq!(table.on("11c"), "2D");
    let mut vanish = Table::new(&Options::OPEN_4P, pieces, 0);
    vanish.go("15bx16b");
    assert_eq!(vanish.on("11c"), ".");
    // Former allies attack what is left, but not in a camp; the flag is gone from the board.
    let mut ally = Table::new(&stay, "0D=35b 0P=11a 3F=36b 3P=31c 1D=M3 1C=11c 3C=32b 2P=21c", 0);
    ally.go("35bx36b");
    assert!(ally.from("M3").contains(&"31c".to_owned()));
}

/// §5.7, §5.8, §5.6: the tables that a hidden game is settled by, byte for byte.
#[test]
fn the_announcement_tables_are_the_golden_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/referee/tables");
    let mut files = 0;
    for (mines, mines_word) in
        [(Mines::Spring, "spring"), (Mines::Mutual, "mutual"), (Mines::MutualAll, "mutual_all")]
    {
        for (flag_takers, takers_word) in [
            (FlagTakers::Any, "any"),
            (FlagTakers::NotMarshal, "not_marshal"),
            (FlagTakers::Engineer, "engineer"),
        ] {
            for marshal_shows_flag in [Switch::On, Switch::Off] {
                for scouting in [Switch::On, Switch::Off] {
                    let options = Options {
                        mines,
                        flag_takers,
                        marshal_shows_flag,
                        scouting,
                        ..Options::QQ_2P
                    };
                    let word = |switch| if switch == Switch::On { "on" } else { "off" };
                    let pairs = [
                        ("mines", mines_word),
                        ("flag_takers", takers_word),
                        ("marshal_shows_flag", word(marshal_shows_flag)),
                        ("scouting", word(scouting)),
                    ];
                    let name = pairs.map(|(key, value)| format!("{key}_{value}")).join("-");
                    let golden = std::fs::read_to_string(folder.join(name + ".txt")).unwrap();
                    assert_eq!(table_text(&options, &pairs), golden, "{pairs:?}");
                    files += 1;
                }
            }
        }
    }
    assert_eq!(files, std::fs::read_dir(folder).unwrap().count());
}

fn table_text(options: &Options, pairs: &[(&str, &str)]) -> String {
    let hiding = Junqi::hiding(&Rules::new(options).unwrap()).unwrap();
    let head: Vec<_> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let mut text = head.join(" ") + "\n";
    for row in hiding.codes.iter().take(10) {
        let codes: Vec<_> = row.iter().map(|code| format!("{code:>2}")).collect();
        text += &(codes.join(" ") + "\n");
    }
    assert_eq!(hiding.codes.len(), 12);
    assert_eq!(hiding.movable, Kinds::MOVABLE.set());
    text
}

/// Equal announcements have equal codes and different ones different codes.
#[test]
fn a_code_says_what_is_announced_and_no_more() {
    for (_, options) in
        Options::PRESETS.iter().filter(|(_, o)| Rules::new(o).unwrap().hiding().is_some())
    {
        let plain = Options { scouting: Switch::Off, ..*options };
        for a in Kinds::MOVABLE.iter() {
            for d in Kind::ALL {
                let code = announced(&plain, a, d);
                let dies = |kind, bit| kind == Kind::Marshal && code & bit != 0;
                let shows = [dies(a, 1), dies(d, 2)];
                assert_eq!([code & 8 != 0, code & 16 != 0], shows, "{a:?} {d:?}");
                assert_eq!(code & 4 != 0, d == Kind::Flag && code & 2 != 0, "{a:?} {d:?}");
                assert!(code & 3 != 0 && code < 32);
                let scouted = announced(&Options { scouting: Switch::On, ..plain }, a, d);
                let expected = if a == Kind::Engineer { 32 + d as u8 } else { code };
                assert_eq!(scouted, expected);
            }
        }
    }
}

/// §6.4: nobody has a piece that moves any more.
#[test]
fn when_the_last_pieces_take_each_other_it_is_a_draw() {
    let mut table = Table::new(&OPEN, "0D=01a 1D=11e 0F=06b 1F=16b", 0);
    table.go("01ax11e");
    assert_eq!(table.outcome(), drawn(&[0, 1]));
    let free = Options { hq: Headquarters::Free, ..OPEN };
    let mut table = Table::new(&free, "0D=01a 1D=11e 0F=06b 1F=16b 1E=16d", 0);
    table.go("01ax11e");
    assert_eq!(table.outcome(), None, "it is the turn of the one who can");
    table.go("16d-15d");
    assert_eq!(table.outcome(), won(&[1]));
}

/// §6.2: what stays never moves, is attacked by all, is safe in a camp, and carries nothing.
#[test]
fn what_stays_is_a_target_and_no_more() {
    let stay = Options { remains: Remains::Stay, flag_win: FlagWin::Carry, ..Options::OPEN_4P };
    let fields = [("flags", "home,home,with:@11a,home")];
    let pieces = "0D=11b 0P=01c 1F=16b 1P=12b 1C=11a 2P=21c 3D=12a 3P=32c";
    let mut table = Table::with(&stay, pieces, 1, "", &fields);
    table.resign(&[1]);
    assert_eq!(["16b", "12b", "11a"].map(|cell| table.on(cell)), [".", "1P", "1C"]);
    assert_eq!((table.flag(1), table.flag(2), table.turn()), ("gone".into(), "11a".into(), 2));
    // Its former ally takes the cell, and takes up what lies under the piece that stays.
    table.go("21c-21b").go("12ax11a");
    assert_eq!((table.on("11a"), table.flag(2)), ("3D".into(), "with 11a".into()));
    assert_eq!(table.refused("11bx12b"), "a camp protects what stands in it");
}

/// §7.2
#[test]
fn a_piece_carries_several_flags() {
    let options =
        Options { flag_win: FlagWin::Carry, sides: junqi::Sides::Ffa, ..Options::OPEN_4P };
    let fields = [("flags", "home,on:05e,on:05e,home")];
    let mut table = Table::with(&options, "0D=04e 0F=06b 1P=11c 2P=21c 3P=31c", 0, "", &fields);
    table.go("04e-05e");
    assert_eq!([table.flag(1), table.flag(2)], ["with 05e", "with 05e"]);
    table.go("11c-11b").go("21c-21b").go("31c-31b").go("05e-06e");
    table.go("11b-11c").go("21b-21c").go("31b-31c");
    table.go("06e-06d");
    assert_eq!((table.living(), table.turn()), (vec![0, 3], 3));
}
