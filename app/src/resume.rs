//! `qiyue resume`: goes on with a match that was interrupted.

use table::Command;

use crate::cli::{Globals, Resume};
use crate::exit::Exit;
use crate::session::{Player, Session};
use crate::start::{self, Place};
use crate::text::Text;

pub(crate) fn run(args: &Resume, globals: &Globals, text: &Text) -> Exit {
    let table = match start::table(globals, args.name.as_deref(), Place::QUIET, text) {
        Ok(table) => table,
        Err(exit) => return exit,
    };
    let id = args.id.clone().unwrap_or_default();
    table.apply(Command::Resume { id, bot: args.bot, at: args.at.clone() });
    if args.watch.is_some() {
        table.apply(Command::LetWatch(args.watch));
    }
    let player = if args.bot { Player::Machine } else { Player::Person };
    Session::new(&table, text, player).resumed().run()
}
