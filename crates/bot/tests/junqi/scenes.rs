//! Single positions with an obvious answer.

use bot::{Decision, Draw, Effort, Player, Tactician};
use game::{Game, Seat};
use junqi::{Junqi, Options};

use crate::games::dice;
use crate::support::{Table, seat};

const STRONG: Tactician = Tactician::with(Effort::FULL.divided(20));

fn answer(player: &Tactician, table: &Table, number: u64) -> String {
    let turn = table.at.turn();
    let decision = player.decide(&table.at, &table.known(turn), turn, &mut dice(number, 0));
    let Some(Decision::Move(mv)) = decision else { panic!("{decision:?}") };
    Junqi::write_move(&table.at, &mv)
}

#[test]
fn both_take_a_flag_that_they_can_take() {
    let pieces = "0C=15b 0F=06b 0M=02a 1F=16b 1G=11a 1C=13a";
    for options in [Options::OPEN_2P, Options::QQ_2P] {
        let table = Table::new(&options, pieces, 0);
        for player in [Tactician::QUICK, STRONG] {
            // Where kinds are hidden: the other headquarters is empty, so it can only be the flag.
            assert_eq!(answer(&player, &table, 1), "15bx16b", "{player:?}");
        }
    }
}

#[test]
fn the_stronger_sees_what_retakes() {
    let pieces = "0D=01a 0F=06b 0P=03c 0C=05c 1F=16b 1C=11e 1M=13e 1P=13c 1Y=15a";
    let table = Table::new(&Options::OPEN_2P, pieces, 0);
    assert_eq!(answer(&Tactician::QUICK, &table, 1), "01ax11e");
    for number in 0..5 {
        assert_ne!(answer(&STRONG, &table, number), "01ax11e");
    }
}

#[test]
fn the_stronger_takes_what_threatens_its_flag() {
    // A Captain beside the flag; a Major can take it, and there is a Colonel to be had elsewhere.
    let pieces = "0Y=05a 0F=06b 0D=01a 0C=03c 1F=16b 1C=05b 1R=11e 1P=13c 1L=15b";
    let table = Table::new(&Options::OPEN_2P, pieces, 0);
    assert_eq!(answer(&STRONG, &table, 3), "05ax05b");
}

#[test]
fn who_is_far_behind_takes_a_draw_and_who_leads_does_not() {
    let pieces = "0C=03c 0F=06b 1F=16b 1M=13c 1G=11a 1D=13a 1D=13e";
    for options in [Options::OPEN_2P, Options::QQ_2P] {
        let table = Table::new(&options, pieces, 0);
        let asked = |seat: Seat| STRONG.draw(&table.at, &table.known(seat), seat);
        assert_eq!(asked(seat(1)), Draw::Decline);
        if options == Options::OPEN_2P {
            assert_eq!(asked(seat(0)), Draw::Accept);
        }
    }
}
