//! Counts of moves.

use std::collections::BTreeMap;
use std::time::Instant;

use catalog::{Any, GameName, Position, Rules};
use game::{Event, Fault, Game as _, Seat, SeatSet, Showing, Waits};

use crate::cli;
use crate::layouts::{self, Layout, SetUp};
use crate::out::{Out, note};
use crate::text::Text;

/// The deepest count: it takes longer than anybody waits.
const DEPTH_MAX: u32 = 20;

/// Counts the moves of a position; where something is hidden those of the game in which all is seen,
/// which has the same.
pub(super) fn run(args: &cli::Perft, text: &Text) -> Result<(), Vec<Fault>> {
    if args.depth > DEPTH_MAX {
        let reason = text.with("perft-too-deep", &[("most", DEPTH_MAX.into())]);
        return Err(vec![Fault::new(args.depth.to_string(), reason)]);
    }
    let typed = args.game.rules(args.options.iter().map(String::as_str))?;
    let rules = typed.laid_open();
    let mut at = match args.position.as_deref() {
        Some(line) => Any::read_position(&rules, line)?.0,
        None => Any::start(&rules),
    };
    let (layouts, seed) = (args.layout.as_slice(), args.seed);
    set_up(args.game, &rules, &mut at, (layouts, seed), text)?;
    if rules != typed {
        note(&text.get("perft-open"));
    }
    let mut out = Out::stdout();
    let begun = Instant::now();
    if args.divide {
        let mut parts = at.divide(args.depth);
        parts.sort();
        for (mv, count) in parts {
            out.line(&format!("{} {count}", Any::write_move(&at, &mv)));
        }
    }
    let count = at.count(args.depth);
    out.line(&count.to_string());
    let took = begun.elapsed().as_secs_f64();
    note(&text.with("perft-took", &[("seconds", format!("{took:.3}").into())]));
    if args.depth > 1 && tosses(&at) {
        note(&text.get("perft-toss"));
    }
    Ok(())
}

/// Whether some move is followed by a toss, behind which nothing is counted.
fn tosses(at: &Position) -> bool {
    let Waits::Move(seat) = Any::waits(at) else { return false };
    Any::moves(at, seat, &game::Known::of(seat)).into_iter().any(|mv| {
        let mut after = at.clone();
        let moved = Any::apply(&mut after, &Event::Moved(seat, mv));
        moved.is_ok() && matches!(Any::waits(&after), Waits::Toss { .. })
    })
}

/// Sets up with one layout for all or one for each seat, else by a seed, else as usual; the lowest
/// seat begins.
fn set_up(
    game: GameName,
    rules: &Rules,
    at: &mut Position,
    (lines, seed): (&[String], Option<u64>),
    text: &Text,
) -> Result<(), Vec<Fault>> {
    let due = layouts::due(at);
    if !due.is_empty() {
        let shown = chosen(game, rules, at, due, (lines, seed), text)?;
        let shown = shown.into_iter().filter_map(|(seat, layout)| match layout {
            Layout::Sealed(choice) => Some((seat, Showing::Shown(choice))),
            Layout::Hidden(_) => None,
        });
        apply(at, &Event::Unsealed(shown.collect()))?;
    } else if !lines.is_empty() || seed.is_some() {
        return Err(vec![Fault::new("--layout", text.get("perft-no-layouts"))]);
    }
    if !Any::begun(at) && matches!(Any::waits(at), Waits::Toss { .. }) {
        apply(at, &Event::Tossed(0))?;
    }
    Ok(())
}

fn chosen(
    game: GameName,
    rules: &Rules,
    at: &Position,
    due: SeatSet,
    (lines, seed): (&[String], Option<u64>),
    text: &Text,
) -> Result<BTreeMap<Seat, Layout>, Vec<Fault>> {
    if lines.len() > 1 && lines.len() != usize::from(due.len()) {
        let args = [("count", due.len().into())];
        return Err(vec![Fault::new("--layout", text.with("perft-layout-count", &args))]);
    }
    let usual = game.layouts().first().map(|(_, line)| *line);
    // A game without usual layouts has those of a seed.
    let seed = seed.or((lines.is_empty() && usual.is_none()).then_some(0));
    let mut state = seed.unwrap_or_default();
    let (mut layouts, mut faults) = (BTreeMap::new(), Vec::new());
    for (number, seat) in (0..).zip(due.iter()) {
        let set_up = SetUp { rules, at, seat };
        let layout = match (seed, lines.get(number).or(lines.first())) {
            (Some(_), _) => Ok(set_up.any(&mut |below| next(&mut state, below))),
            (None, line) => {
                set_up.read(line.map_or(usual.unwrap_or_default(), String::as_str)).map(Some)
            }
        };
        match layout {
            Ok(layout) => layouts.extend(layout.map(|layout| (seat, layout))),
            // What is wrong with everybody's is told once.
            Err(more) if lines.len() <= 1 => return Err(more),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(layouts) } else { Err(faults) }
}

fn apply(at: &mut Position, event: &Event<Any>) -> Result<(), Vec<Fault>> {
    Any::apply(at, event).map_err(|illegal| vec![Fault::new("--layout", illegal.0)])
}

/// SplitMix64: the same layouts for the same seed everywhere.
fn next(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    u32::try_from(((mixed >> 32) * u64::from(below)) >> 32).unwrap_or_default()
}
