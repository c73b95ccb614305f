//! `qiyue demo`.

use crate::cli::{Demo, Globals};
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

pub(crate) fn run(_args: &Demo, _globals: &Globals, text: &Text) -> Exit {
    complain(text, &text.get("not-built"), "");
    Exit::Usage
}
