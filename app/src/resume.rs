//! `qiyue resume`.

use crate::cli::{Globals, Resume};
use crate::exit::Exit;
use crate::out::complain;
use crate::text::Text;

pub(crate) fn run(_args: &Resume, _globals: &Globals, text: &Text) -> Exit {
    complain(text, &text.get("not-built"), "");
    Exit::Usage
}
