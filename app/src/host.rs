//! `qiyue host`: opens a room, waits for players, plays.

use catalog::Any;
use game::Game as _;
use table::{Command, RoomPlan, SeatPlan, Start};

use crate::cli::{Globals, Host};
use crate::exit::Exit;
use crate::out::complain;
use crate::rules;
use crate::session::{Player, Session};
use crate::start::{self, Place};
use crate::text::Text;

pub(crate) fn run(args: &Host, globals: &Globals, text: &Text) -> Exit {
    let plan = match plan(args, text) {
        Ok(plan) => plan,
        Err(exit) => return exit,
    };
    let find = args.listen.is_unspecified();
    let place = Place { host: args.listen, port: args.port, find };
    let table = match start::table(globals, args.name.as_deref(), place, text) {
        Ok(table) => table,
        Err(exit) => return exit,
    };
    table.apply(Command::Host { plan, start: Start::WhenFull });
    if args.watch.is_some() {
        table.apply(Command::LetWatch(args.watch));
    }
    // After the room: a table where nothing goes on, but much changes, is one that has given up.
    if let Some(line) = &args.relay {
        table.apply(Command::AddRelay(line.clone()));
    }
    let player = if args.bot { Player::Machine } else { Player::Person };
    let session = Session::new(&table, text, player);
    if args.qr { session.with_code().run() } else { session.run() }
}

fn plan(args: &Host, text: &Text) -> Result<RoomPlan, Exit> {
    let words = args.options.iter().map(String::as_str);
    let rules = args.game.rules(words).map_err(|faults| rules::refuse(&faults, text))?;
    let seats = Any::seats(&rules);
    if args.bots >= seats {
        let most = [("most", (seats - 1).into())];
        complain(text, &text.with("too-many-bots", &most), "");
        return Err(Exit::Usage);
    }
    let who = |seat: u8| match seat {
        0 if args.bot => SeatPlan::Bot,
        0 => SeatPlan::Me,
        seat if seat <= args.bots => SeatPlan::Bot,
        _ => SeatPlan::Open,
    };
    let seats = (0..seats).map(who).collect();
    Ok(RoomPlan { rules, clock: args.clock, machine_seconds: args.machine, seats })
}
