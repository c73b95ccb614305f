//! 棋约: board games between people, without a server. The window and the command line.

mod audit;
mod board;
mod cli;
mod clock;
mod demo;
mod doctor;
mod exit;
mod files;
mod host;
mod import;
mod input;
mod inspect;
mod join;
mod layouts;
mod open;
mod out;
mod presence;
mod problem;
mod qr;
mod reached;
mod reason;
mod relay;
mod replay;
mod resume;
mod rules;
mod said;
mod session;
mod start;
mod talk;
mod text;
mod time;
mod watch;
#[cfg(feature = "gui")]
mod window;
mod words;

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
    if out::is_lost() {
        out::complain(&text, &text.get("output-lost"), &text.get("output-lost-next"));
        return Exit::Usage.into();
    }
    exit.into()
}

fn run(cli: &Cli, text: &Text) -> Exit {
    let globals: &Globals = &cli.globals;
    match &cli.command {
        None => open::run(None, globals, text),
        Some(Command::Host(args)) => host::run(args, globals, text),
        Some(Command::Join(args)) => join::run(args, globals, text),
        Some(Command::Watch(args)) => watch::run(args, globals, text),
        Some(Command::Resume(args)) => resume::run(args, globals, text),
        Some(Command::Demo(args)) => demo::run(args, globals, text),
        Some(Command::Audit(args)) => audit::run(args, globals, text),
        Some(Command::Inspect(args)) => inspect::run(args, globals, text),
        Some(Command::Replay(args)) => replay::run(args, globals, text),
        Some(Command::Import(args)) => import::run(args, globals, text),
        Some(Command::View(args)) => open::run(Some(args.record.clone()), globals, text),
        Some(Command::Doctor(args)) => doctor::run(args, globals, text),
        Some(Command::Relay(args)) => relay::run(args, globals, text),
        Some(Command::Rules(args)) => rules::run(args, globals, text),
    }
}
