//! `qiyue doctor`: why nobody is found, or why the window does not open. What it prints can be given
//! to others: addresses are cut short, and there are no names, keys or paths in it.

#[cfg(feature = "gui")]
mod screen;
mod told;

use table::RelayLine;
use table::doctor::{examine, relays_of};

use crate::cli::{Doctor, Globals};
use crate::exit::Exit;
use crate::out::{Out, complain};
use crate::start;
use crate::text::Text;

pub(crate) use told::{Level, Line};

pub(crate) fn run(args: &Doctor, globals: &Globals, text: &Text) -> Exit {
    let mut relays = match start::profile(globals, text) {
        Ok(profile) => relays_of(&profile),
        Err(exit) => return exit,
    };
    for line in &args.relay {
        match RelayLine::read(line) {
            Ok(line) => relays.push(line),
            Err(error) => {
                let problem = table::Problem::RelayLine(error);
                crate::problem::tell(text, &problem);
                return Exit::Usage;
            }
        }
    }
    let mut out = Out::stdout();
    let mut worst = Level::Good;
    look(&relays, text, |line| {
        worst = worst.max(line.level);
        out.line(&line.shown(text));
        out.flush();
    });
    drop(out);
    if worst == Level::Bad {
        complain(text, &text.get("doctor-bad"), &text.get("doctor-bad-next"));
        return Exit::Network;
    }
    Exit::Good
}

/// Looks at everything, and tells each as soon as it is known.
pub(crate) fn look(relays: &[RelayLine], text: &Text, mut tell: impl FnMut(Line)) {
    tell(told::program(text));
    #[cfg(feature = "gui")]
    screen::look(text, &mut tell);
    examine(relays, |finding| tell(told::told(text, &finding)));
}
