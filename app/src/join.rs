//! `qiyue join`: asks for a seat in somebody's room, and plays.

use table::{Command, Guest};

use crate::cli::{Globals, Join};
use crate::exit::Exit;
use crate::session::{Player, Session};
use crate::start::{self, Place};
use crate::text::Text;

pub(crate) fn run(args: &Join, globals: &Globals, text: &Text) -> Exit {
    let table = match start::table(globals, args.name.as_deref(), Place::QUIET, text) {
        Ok(table) => table,
        Err(exit) => return exit,
    };
    let guest = if args.bot { Guest::Machine } else { Guest::Reviewing };
    table.apply(Command::Join { address: args.address.clone(), guest });
    let player = match (args.bot, args.yes) {
        (true, _) => Player::Machine,
        (false, true) => Player::Trusting,
        (false, false) => Player::Person,
    };
    Session::new(&table, text, player).run()
}
