//! The command line: what can be asked, and help and errors in the chosen language.

use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use catalog::GameName;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use table::Level;

use crate::text::{Lang, Text};

#[derive(Parser)]
#[command(
    name = "qiyue",
    bin_name = "qiyue",
    version,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What every command takes.
#[derive(Args)]
pub(crate) struct Globals {
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) profile: Option<PathBuf>,
    #[arg(long, global = true, value_name = "zh|en", value_parser = language_named)]
    pub(crate) lang: Option<Lang>,
    #[arg(long, global = true)]
    pub(crate) local: bool,
    /// For tests: stop at this point, at the nth time.
    #[arg(long, global = true, value_name = "POINT:N", hide = true)]
    pub(crate) crash_at: Option<String>,
    /// For shows: how long machines take over a move, in milliseconds.
    #[arg(long, global = true, value_name = "MS", default_value_t = 0, hide = true)]
    pub(crate) pace: u64,
    #[arg(long, global = true, value_name = "LEVEL", value_parser = level_named)]
    pub(crate) level: Option<Level>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Host(Host),
    Join(Join),
    Watch(Watch),
    Resume(Resume),
    Demo(Demo),
    Audit(Audit),
    Inspect(Inspect),
    Replay(Replay),
    Import(Import),
    View(View),
    Doctor(Doctor),
    #[command(subcommand, disable_help_subcommand = true)]
    Relay(Relay),
    #[command(subcommand, disable_help_subcommand = true)]
    Rules(Rules),
}

#[derive(Args)]
pub(crate) struct Host {
    #[arg(value_name = "OPTION")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "GAME", default_value = "laoqi", value_parser = game_named)]
    pub(crate) game: GameName,
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    #[arg(long, value_name = "IP", default_value = "0.0.0.0")]
    pub(crate) listen: IpAddr,
    #[arg(long, value_name = "CLOCK", default_value = "none", value_parser = crate::clock::read)]
    pub(crate) clock: table::Clock,
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub(crate) machine: u32,
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) bots: u8,
    #[arg(long)]
    pub(crate) bot: bool,
    #[arg(long, value_name = "LINE")]
    pub(crate) relay: Option<String>,
    #[arg(long)]
    pub(crate) qr: bool,
    #[arg(long, value_name = "STEPS", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = delay_named)]
    pub(crate) watch: Option<u32>,
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
}

#[derive(Args)]
pub(crate) struct Join {
    #[arg(value_name = "ADDRESS")]
    pub(crate) address: String,
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    #[arg(long)]
    pub(crate) yes: bool,
    #[arg(long)]
    pub(crate) bot: bool,
}

#[derive(Args)]
pub(crate) struct Watch {
    #[arg(value_name = "ADDRESS")]
    pub(crate) address: String,
}

#[derive(Args)]
pub(crate) struct Resume {
    #[arg(value_name = "MATCH")]
    pub(crate) id: Option<String>,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) at: Option<String>,
    #[arg(long, value_name = "STEPS", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = delay_named)]
    pub(crate) watch: Option<u32>,
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    #[arg(long)]
    pub(crate) bot: bool,
}

#[derive(Args)]
pub(crate) struct Demo {
    #[arg(value_name = "OPTION")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "GAME", default_value = "junqi", value_parser = game_named)]
    pub(crate) game: GameName,
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct Audit {
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Inspect {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "STEP")]
    pub(crate) at: Option<u32>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct View {
    #[arg(value_name = "FILE")]
    pub(crate) record: PathBuf,
}

#[derive(Args)]
pub(crate) struct Replay {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "STEP")]
    pub(crate) to: Option<u32>,
    #[arg(long, conflicts_with = "to")]
    pub(crate) text: bool,
}

#[derive(Args)]
pub(crate) struct Import {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum Rules {
    Moves(Moves),
    Perft(Perft),
    Play(Play),
    Text(Book),
}

#[derive(Args)]
pub(crate) struct Doctor {
    #[arg(long, value_name = "LINE")]
    pub(crate) relay: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum Relay {
    Init(RelayInit),
    Run(RelayAt),
    CheckConfig(RelayAt),
    Status(RelayStatus),
}

#[derive(Args)]
pub(crate) struct RelayInit {
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    #[arg(long, value_name = "IP:PORT")]
    pub(crate) listen: Vec<SocketAddr>,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) external: Vec<String>,
    #[arg(long)]
    pub(crate) token: bool,
}

#[derive(Args)]
pub(crate) struct RelayAt {
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct RelayStatus {
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Moves {
    #[arg(value_name = "OPTION")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "GAME", default_value = "laoqi", value_parser = game_named)]
    pub(crate) game: GameName,
    #[arg(long, value_name = "LINE")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "CELL")]
    pub(crate) from: Option<String>,
}

#[derive(Args)]
pub(crate) struct Perft {
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,
    #[arg(value_name = "OPTION")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "GAME", default_value = "laoqi", value_parser = game_named)]
    pub(crate) game: GameName,
    #[arg(long, value_name = "LINE")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "LINE")]
    pub(crate) layout: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with = "layout")]
    pub(crate) seed: Option<u64>,
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args)]
pub(crate) struct Play {
    /// Options, then events: the first word that is no option begins the events.
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    #[arg(long, value_name = "GAME", default_value = "laoqi", value_parser = game_named)]
    pub(crate) game: GameName,
    #[arg(long, value_name = "LINE")]
    pub(crate) position: Option<String>,
}

#[derive(Args)]
pub(crate) struct Book {
    #[arg(long, value_name = "GAME", default_value = "laoqi", value_parser = game_named)]
    pub(crate) game: GameName,
}

/// Why there is nothing to run.
pub(crate) enum Stop {
    /// Help or the version was asked for: this is it.
    Told(String),
    /// What was asked for is not understood.
    Wrong {
        /// What is wrong.
        what: String,
        /// What to do.
        next: String,
    },
}

/// The language asked for before anything else is read: `--lang`, else `QIYUE_LANG`, else Chinese.
pub(crate) fn language(args: &[OsString]) -> Lang {
    let words: Vec<_> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let after = words.iter().zip(words.iter().skip(1)).find(|(flag, _)| **flag == "--lang");
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    let asked = after.map(|(_, name)| *name).or(joined).and_then(Lang::of);
    let from_system = || Lang::of(&std::env::var("QIYUE_LANG").ok()?);
    asked.or_else(from_system).unwrap_or_default()
}

/// Reads the command line.
pub(crate) fn parse(args: Vec<OsString>, text: &Text) -> Result<Cli, Stop> {
    let mut command = command(text);
    let matches = command.try_get_matches_from_mut(args);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Stop::Told(error.to_string()),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Stop::Wrong {
                what: text.get("usage-missing-command"),
                next: text.get("usage-next"),
            },
            _ => Stop::Wrong { what: explain(&error, text), next: text.get("usage-next") },
        }
    })
}

/// The commands with their help in the language of `text`.
pub(crate) fn command(text: &Text) -> clap::Command {
    translate(Cli::command(), "help", text)
}

fn translate(mut command: clap::Command, path: &str, text: &Text) -> clap::Command {
    let heading = |name: &str| text.get(&format!("heading-{name}"));
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{}\n  {{usage}}\n\n{{all-args}}{{after-help}}\n",
        heading("usage")
    );
    command = command
        .help_template(template)
        .about(text.get(path))
        .subcommand_help_heading(heading("commands"))
        .subcommand_value_name(text.get("value-command"));
    if let Some(more) = text.find(&format!("{path}-after"), &[]) {
        command = command.after_help(more);
    }
    command = command.mut_args(|arg| {
        let key = help_key(path, &arg, text);
        let kind = if arg.is_positional() { "arguments" } else { "options" };
        let help: StyledStr = text.with(&key, &[("presets", presets().into())]).into();
        let arg = if arg.get_id() == "game" {
            arg.value_name(GameName::ALL.map(GameName::id).join("|"))
        } else {
            arg
        };
        let takes_value = arg.get_action().takes_values();
        arg.help(help).help_heading(heading(kind)).hide_default_value(takes_value)
    });
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    command = command.arg(help.help(text.get("arg-help")).help_heading(heading("options")));
    if path == "help" {
        let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
        let version = version.help(text.get("arg-version"));
        command = command.arg(version.help_heading(heading("options")));
    }
    let names: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        let path = format!("{path}-{name}");
        command = command.mut_subcommand(name, |sub| translate(sub, &path, text));
    }
    command
}

/// The presets of every game.
fn presets() -> String {
    let of = |game: GameName| {
        let names: Vec<&str> = game.presets().iter().map(|preset| preset.name).collect();
        format!("{}: {}", game.id(), names.join(" "))
    };
    GameName::ALL.map(of).join("; ")
}

/// The key of an argument's help: its own for the command, else one for all commands.
fn help_key(path: &str, arg: &Arg, text: &Text) -> String {
    let own = format!("{path}-{}", arg.get_id());
    if text.find(&own, &[]).is_some() { own } else { format!("arg-{}", arg.get_id()) }
}

/// What is wrong with a command line, in one sentence.
fn explain(error: &clap::Error, text: &Text) -> String {
    let of = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => one.clone(),
        Some(ContextValue::Strings(several)) => several.join(", "),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let (arg, value) = (of(ContextKind::InvalidArg), of(ContextKind::InvalidValue));
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand]
        .into_iter()
        .map(of)
        .find(|name| !name.is_empty());
    let args = [("arg", arg.into()), ("value", value.into())];
    let mut what = match error.kind() {
        ErrorKind::UnknownArgument => text.with("usage-unknown-argument", &args),
        ErrorKind::InvalidSubcommand => {
            let name = of(ContextKind::InvalidSubcommand);
            text.with("usage-unknown-command", &[("name", name.into())])
        }
        ErrorKind::MissingRequiredArgument => text.with("usage-missing-argument", &args),
        ErrorKind::MissingSubcommand => text.get("usage-missing-command"),
        ErrorKind::InvalidValue if error.get(ContextKind::InvalidValue).is_none_or(is_empty) => {
            text.with("usage-missing-value", &args)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => text.with("usage-bad-value", &args),
        ErrorKind::ArgumentConflict => text.with("usage-twice", &args),
        _ => text.get("usage-other"),
    };
    if let Some(name) = suggested {
        what.push_str(&text.with("usage-suggestion", &[("name", name.into())]));
    }
    what
}

fn is_empty(value: &ContextValue) -> bool {
    matches!(value, ContextValue::String(text) if text.is_empty())
}

fn language_named(name: &str) -> Result<Lang, &'static str> {
    Lang::of(name).ok_or("zh, en")
}

fn level_named(name: &str) -> Result<Level, String> {
    let known = || Level::ALL.map(Level::name).join(", ");
    Level::named(name).ok_or_else(known)
}

fn delay_named(steps: &str) -> Result<u32, String> {
    let known = || format!("0, 1 … {}", table::DELAY_MAX);
    steps.parse().ok().filter(|steps| *steps <= table::DELAY_MAX).ok_or_else(known)
}

fn game_named(name: &str) -> Result<GameName, String> {
    let known = || GameName::ALL.map(GameName::id).join(", ");
    GameName::by_id(name).ok_or_else(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &clap::Command, path: &str, text: &Text) {
        let keys = command.get_arguments().map(|arg| help_key(path, arg, text));
        for key in keys.chain([path.to_owned()]) {
            assert!(text.find(&key, &[]).is_some(), "no help {key}");
        }
        for sub in command.get_subcommands() {
            check(sub, &format!("{path}-{}", sub.get_name()), text);
        }
    }

    #[test]
    fn everything_has_help_in_both_languages() {
        for lang in [Lang::Zh, Lang::En] {
            let text = Text::new(lang);
            command(&text).debug_assert();
            check(&Cli::command(), "help", &text);
        }
    }

    #[test]
    fn the_language_is_found_before_anything_else() {
        let lang = |words: &[&str]| language(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(lang(&["qiyue", "audit", "--lang", "en"]), Lang::En);
        assert_eq!(lang(&["qiyue", "--lang=en", "--nonsense"]), Lang::En);
        assert_eq!(lang(&["qiyue", "--lang"]), Lang::Zh);
    }
}
