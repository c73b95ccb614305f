//! `qiyue join`.

use crate::cli::{Globals, Join};
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

pub(crate) fn run(_args: &Join, _globals: &Globals, text: &Text) -> Exit {
    complain(text, &text.get("not-built"), "");
    Exit::Usage
}
