//! `qiyue watch`: shows a match of others.

use table::Command;

use crate::cli::{Globals, Watch};
use crate::exit::Exit;
use crate::session::{Player, Session};
use crate::start::{self, Place};
use crate::text::Text;

pub(crate) fn run(args: &Watch, globals: &Globals, text: &Text) -> Exit {
    let table = match start::table(globals, None, Place::QUIET, text) {
        Ok(table) => table,
        Err(exit) => return exit,
    };
    table.apply(Command::Watch { address: args.address.clone() });
    // Who watches is asked nothing.
    Session::new(&table, text, Player::Machine).watching().run()
}
