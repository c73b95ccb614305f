//! 棋约: board games between people, without a server. The command line.

mod cli;
mod demo;
mod exit;
mod host;
mod join;
mod out;
mod resume;
mod text;

use std::process::ExitCode;

use cli::{Cli, Command, Globals, Stop};
use exit::Exit;
use text::Text;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    let text = Text::new(cli::language(&args));
    let exit = match cli::parse(args, &text) {
        Ok(cli) => run(&cli, &text),
        Err(Stop::Told(told)) => {
            out::Out::stdout().write(&told);
            Exit::Good
        }
        Err(Stop::Wrong { what, next }) => {
            out::complain(&text, &what, &next);
            Exit::Usage
        }
    };
    exit.into()
}

fn run(cli: &Cli, text: &Text) -> Exit {
    let globals: &Globals = &cli.globals;
    match &cli.command {
        None => greet(text),
        Some(Command::Host(args)) => host::run(args, globals, text),
        Some(Command::Join(args)) => join::run(args, globals, text),
        Some(Command::Resume(args)) => resume::run(args, globals, text),
        Some(Command::Demo(args)) => demo::run(args, globals, text),
        Some(Command::Audit(_) | Command::Inspect(_) | Command::Replay(_) | Command::Rules(_)) => {
            out::complain(text, &text.get("not-built"), "");
            Exit::Usage
        }
    }
}

/// What the program can do.
fn greet(text: &Text) -> Exit {
    let mut out = out::Out::stdout();
    out.line(&text.get("greeting"));
    Exit::Good
}
