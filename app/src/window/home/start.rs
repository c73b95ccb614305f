//! Games that begin with one click.

use catalog::{Any, GameName};
use game::Game as _;
use table::{Clock, Command, RoomPlan, SeatPlan, Start};

/// How long programs may take over what they do by themselves, in seconds.
pub(crate) const MACHINE_SECONDS: u32 = 120;

/// Against a machine.
pub(crate) fn against_machine() -> Command {
    host(SeatPlan::Bot)
}

/// Two at this screen.
pub(crate) fn two_here() -> Command {
    host(SeatPlan::Beside)
}

/// The usual game, with all other seats of one kind.
fn host(others: SeatPlan) -> Command {
    let game = GameName::Laoqi;
    let rules = game.rules([]).expect("a game has usual rules");
    let seats = (0..Any::seats(&rules)).map(|seat| if seat == 0 { SeatPlan::Me } else { others });
    let seats = seats.collect();
    let machine_seconds = MACHINE_SECONDS;
    let plan = RoomPlan { rules, clock: Clock::Unlimited, machine_seconds, seats };
    Command::Host { plan, start: Start::WhenFull }
}
