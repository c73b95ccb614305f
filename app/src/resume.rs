//! `qiyue resume`: goes on with a match that was interrupted.

use std::net::{IpAddr, Ipv4Addr};

use table::Command;

use crate::cli::{Globals, Resume};
use crate::exit::Exit;
use crate::session::{Player, Session};
use crate::start;
use crate::text::Text;

pub(crate) fn run(args: &Resume, globals: &Globals, text: &Text) -> Exit {
    let listen = (IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);
    let table = match start::table(globals, args.name.as_deref(), listen, text) {
        Ok(table) => table,
        Err(exit) => return exit,
    };
    let id = args.id.clone().unwrap_or_default();
    table.apply(Command::Resume { id, bot: args.bot, at: args.at.clone() });
    let player = if args.bot { Player::Machine } else { Player::Person };
    Session::new(&table, text, player).resumed().run()
}
