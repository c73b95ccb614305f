//! `qiyue join`: asks for a seat in somebody's room, and plays.

use std::net::{IpAddr, Ipv4Addr};

use table::{Command, Guest};

use crate::cli::{Globals, Join};
use crate::exit::Exit;
use crate::session::{Player, Session};
use crate::start;
use crate::text::Text;

pub(crate) fn run(args: &Join, globals: &Globals, text: &Text) -> Exit {
    let listen = (IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);
    let table = match start::table(globals, args.name.as_deref(), listen, text) {
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
