//! `qiyue host`.

use crate::cli::{Globals, Host};
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

pub(crate) fn run(_args: &Host, _globals: &Globals, text: &Text) -> Exit {
    complain(text, &text.get("not-built"), "");
    Exit::Usage
}
