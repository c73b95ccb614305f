//! What a seed makes of a match: which game, which faults, which cheat.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use game::toys::contest::{self, Contest};
use game::{Claim, Game, Known, Seat, Waits};
use junqi::Junqi;
use laoqi::Laoqi;
use protocol::{Decision, Match, Packet, Stop};
use record::Clock;
use shouhu::Shouhu;

use super::{Chaos, Plan};
use crate::cheats::Scheme;
use crate::contracts;
use crate::phase::{Cheat, Fault, Matrix, Phase, Row};
use crate::sim::{Brain, Dice};

/// Every so many seeds one is wild.
const WILD: u64 = 4;
/// What directed seeds aim at in turn, twice in a round; then follows a phase in which something is
/// proven, which takes as long as ten others.
const TURNS: [Phase; 7] = [
    Phase::Begin,
    Phase::TossCommit,
    Phase::TossReveal,
    Phase::Commit,
    Phase::Reveal,
    Phase::Act,
    Phase::Seal,
];
/// From here on a seed says which cell it aims at: `CELL + number of the cell * TRIES + try`.
const CELL: u64 = 1 << 40;
const TRIES: u64 = 1 << 16;

/// What came of a seed.
#[derive(Debug, Default)]
pub struct Ran {
    /// Which game was played, or at which table.
    pub game: String,
    /// What does not hold.
    pub found: Vec<String>,
    /// What happened, in order.
    pub log: Vec<String>,
    /// Faults that took effect.
    pub faults: Matrix<Fault>,
    /// Cheats that took effect.
    pub cheats: Matrix<Cheat>,
    /// How the match ended for honest programs, where a cheat took effect.
    pub ends: BTreeMap<(Cheat, &'static str), u64>,
}

/// How a seed is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Everything at random.
    Wild,
    /// At one phase.
    Aimed,
}

/// One seed.
pub fn play(seed: u64) -> Ran {
    match seed {
        CELL.. => at_cell(seed),
        _ if seed % WILD == WILD - 1 => wild(seed),
        _ => directed(seed),
    }
}

/// The seeds that aim at one cell of a matrix and nothing else. Cells are numbered, those of faults
/// first, in the order of [`Row::cells`].
pub fn seeds_for(cell: usize) -> impl Iterator<Item = u64> {
    let from = CELL + cell as u64 * TRIES;
    from..from + TRIES
}

/// One seed for one cell.
fn at_cell(seed: u64) -> Ran {
    let cell = ((seed - CELL) / TRIES) as usize;
    let mut dice = Dice::new(seed ^ 0xce11_0000_0000_0000);
    let faults = Fault::cells();
    if let Some(strike) = faults.get(cell) {
        return aimed(strike.1, vec![*strike], None, seed, dice);
    }
    let cheats = Cheat::cells();
    let (cheat, phase) = cheats[(cell - faults.len()) % cheats.len()];
    let scheme = Scheme { cheat, phase, skip: 0, most: 1 + dice.below(4) };
    aimed(phase, Vec::new(), Some(scheme), seed, dice)
}

/// One wild seed: mostly the toy contest, sometimes 劳棋.
pub fn wild(seed: u64) -> Ran {
    let mut dice = Dice::new(seed ^ 0xc4a0_5000_0000_0000);
    let plan = Plan::new(&mut dice);
    if seed % 25 == 24 {
        let rules = laoqi_rules(plan.seats);
        return ran::<Laoqi>(Chaos::new(rules, plan, seed, dice), Course::Wild);
    }
    let rules = contest_rules(plan.seats, &mut dice);
    ran::<Contest>(Chaos::new(rules, plan, seed, dice), Course::Wild)
}

fn contest_rules(seats: u8, dice: &mut Dice) -> contest::Rules {
    let (goal, plies) = (1 + dice.below(12) as u8, 2 + dice.below(10) as u16);
    let options = contest::Options { seats, goal, plies, crown: dice.chance(30) };
    Contest::rules(&options).unwrap()
}

fn laoqi_rules(seats: u8) -> laoqi::Rules {
    let presets = &laoqi::Options::PRESETS;
    let preset = presets.iter().find(|(_, options)| options.seats == seats).unwrap();
    Laoqi::rules(&laoqi::Options { quiet_limit: 10, ..preset.1 }).unwrap()
}

fn ran<G: Game>(mut chaos: Chaos<G>, course: Course) -> Ran {
    let result = catch_unwind(AssertUnwindSafe(|| {
        match course {
            Course::Wild => chaos.run(),
            Course::Aimed => chaos.run_aimed(),
        }
        chaos.violations()
    }));
    let found = result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        vec![format!("panic: {text:?}")]
    });
    for (name, program) in &chaos.world.programs {
        let game = program.game.as_ref();
        let state = |game: &Match<G>| {
            let phase = game.due().map(|due| Phase::of(&due.stage));
            format!("step {} {phase:?} {:?}", game.progress().step(), game.stop())
        };
        chaos.log.push(format!("{name:?} {:?}", game.map(state)));
        let open = game.filter(|game| game.stop().is_none()).map(Match::acknowledge);
        chaos.log.extend(open.map(|ack| format!("{:?}", Packet::decode(&ack).map(|p| p.ack))));
    }
    let ends = ends(&chaos);
    let tale = chaos.world.tale.take();
    let log = std::mem::take(&mut chaos.log);
    Ran { game: "Wild".into(), found, log, faults: tale.faults, cheats: tale.cheats, ends }
}

/// How a match ended for honest programs, if its cheat took effect.
fn ends<G: Game>(chaos: &Chaos<G>) -> BTreeMap<(Cheat, &'static str), u64> {
    let mut ends = BTreeMap::new();
    let Some(scheme) = chaos.plan.scheme else {
        return ends;
    };
    if chaos.world.tale.borrow().cheats.count(scheme.cheat, scheme.phase) == 0 {
        return ends;
    }
    for name in chaos.honest() {
        let Some(game) = &chaos.world.programs[&name].game else {
            continue;
        };
        let end = match game.stop() {
            Some(Stop::Cheated(_) | Stop::Diverged { .. }) => "named",
            Some(Stop::Sealed(_)) => "played",
            Some(Stop::NoGame(_)) => "no game",
            Some(Stop::Claimed(_)) => "claimed",
            Some(Stop::Engine(_)) => "engine",
            None => "waits",
        };
        *ends.entry((scheme.cheat, end)).or_default() += 1;
    }
    ends
}

/// The games with the phases that they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Table {
    Contest,
    Laoqi,
    Shouhu,
    Open,
    Flip,
    Hidden,
    Hidden3,
    Hidden4,
    Duel,
}

impl Table {
    /// So often it is played in a phase, of a hundred.
    fn any(phase: Phase, dice: &mut Dice) -> Self {
        let of_100 = dice.below(100);
        match phase {
            Phase::Deploy | Phase::Answer => match of_100 {
                0..86 => Self::Hidden,
                86..98 => Self::Hidden3,
                _ => Self::Hidden4,
            },
            Phase::Commit | Phase::Reveal => match of_100 {
                0..66 => Self::Contest,
                66..88 => Self::Laoqi,
                _ => Self::Shouhu,
            },
            // Only what lies face down is tossed in the middle of a game.
            Phase::TossCommit | Phase::TossReveal => match of_100 {
                0..40 => Self::Contest,
                40..76 => Self::Flip,
                76..84 => Self::Shouhu,
                84..92 => Self::Open,
                92..98 => Self::Hidden,
                _ => Self::Hidden3,
            },
            Phase::Begin | Phase::Act | Phase::Seal => match of_100 {
                0..60 => Self::Contest,
                60..68 => Self::Laoqi,
                68..76 => Self::Shouhu,
                76..84 => Self::Open,
                84..92 => Self::Flip,
                92..98 => Self::Hidden,
                _ => Self::Hidden3,
            },
        }
    }

    /// The same for three seats and more.
    fn of_three(phase: Phase, dice: &mut Dice) -> Self {
        match phase {
            Phase::Deploy | Phase::Answer => Self::Hidden3,
            _ if dice.chance(80) => Self::Contest,
            _ => Self::Laoqi,
        }
    }
}

/// One directed seed: its phase and its cells are a function of its number.
fn directed(seed: u64) -> Ran {
    let number = seed - seed / WILD;
    let (round, turn) = (number / 8, (number % 8) as usize);
    let proven = if round % 2 == 0 { Phase::Deploy } else { Phase::Answer };
    let (phase, round) = match TURNS.get(turn) {
        Some(phase) => (*phase, round),
        None => (proven, round / 2),
    };
    let mut dice = Dice::new(seed ^ 0xa13d_0000_0000_0000);
    let faults: Vec<Fault> = possible(phase);
    let cheats: Vec<Cheat> = possible(phase);
    let is_fair = round % 3 == 2;
    let is_often = matches!(phase, Phase::Act | Phase::Commit | Phase::Reveal);
    let scheme = (!is_fair).then(|| Scheme {
        cheat: cheats[((round - round / 3) % cheats.len() as u64) as usize],
        phase,
        skip: dice.below(3) * u32::from(is_often),
        most: 1 + dice.below(3),
    });
    let count = if is_fair && is_often { 3 } else { 1 };
    let from = if is_often { round / 3 * 5 + round % 3 } else { round };
    let strike = |n: u64| (faults[(n % faults.len() as u64) as usize], phase);
    aimed(phase, (from..from + count).map(strike).collect(), scheme, seed, dice)
}

/// A match in which these faults and this cheat are aimed at a phase.
fn aimed(
    phase: Phase,
    mut strikes: Vec<(Fault, Phase)>,
    scheme: Option<Scheme>,
    seed: u64,
    mut dice: Dice,
) -> Ran {
    // Nothing else dies beside an old backup: what two have lost nobody can give back.
    let has_backups = strikes.iter().any(|(fault, _)| *fault == Fault::OldBackup);
    if has_backups {
        strikes.retain(|(fault, _)| *fault == Fault::OldBackup);
    }
    let scheme = scheme.filter(|_| !has_backups);
    if scheme.is_some_and(|scheme| scheme.cheat == Cheat::SplitContract) {
        return contracts::split(&mut dice);
    }
    let table = table_for(phase, &strikes, scheme, &mut dice);
    let wants_three = wants_three(&strikes);
    let seats = match table {
        Table::Contest | Table::Laoqi if wants_three => 3 + dice.below(3) as u8,
        Table::Contest | Table::Laoqi => 2 + dice.below(4) as u8,
        Table::Hidden3 => 3,
        Table::Hidden4 => 4,
        Table::Shouhu | Table::Open | Table::Flip | Table::Hidden | Table::Duel => 2,
    };
    let mut plan = plan(seats, scheme, strikes, has_backups, &mut dice);
    let is_hidden = matches!(table, Table::Hidden | Table::Hidden3 | Table::Hidden4 | Table::Duel);
    plan.is_short = dice.chance(if is_hidden { 75 } else { 25 });
    seat(table, plan, seed, dice)
}

/// Whether what goes wrong needs two others.
fn wants_three(strikes: &[(Fault, Phase)]) -> bool {
    strikes.iter().any(|(fault, _)| matches!(fault, Fault::Unheard | Fault::Late))
}

/// Where it can happen.
fn table_for(
    phase: Phase,
    strikes: &[(Fault, Phase)],
    scheme: Option<Scheme>,
    dice: &mut Dice,
) -> Table {
    let resigns_in_toss = strikes
        .iter()
        .any(|strike| matches!(strike, (Fault::Resign, Phase::TossCommit | Phase::TossReveal)));
    match scheme.map(|scheme| (scheme.cheat, phase)) {
        // Only there something is proven or opened.
        Some((Cheat::BadProof, _) | (Cheat::BadOpening, Phase::Seal)) => Table::Hidden,
        Some((Cheat::BadOpening, Phase::Answer)) => Table::Duel,
        // In the others every move of the form of one is legal, or proven.
        Some((Cheat::Illegal, Phase::Act)) => {
            [Table::Laoqi, Table::Shouhu, Table::Open, Table::Flip][dice.below(4) as usize]
        }
        // There a toss is made in the middle of a game, and whoever resigns has no part in it.
        _ if resigns_in_toss && dice.chance(70) => Table::Flip,
        // Where two play, each waits for the other.
        _ if wants_three(strikes) => Table::of_three(phase, dice),
        _ => Table::any(phase, dice),
    }
}

fn possible<R: Row>(phase: Phase) -> Vec<R> {
    R::ALL.iter().copied().filter(|row| row.impossible(phase).is_none()).collect()
}

fn plan(
    seats: u8,
    scheme: Option<Scheme>,
    strikes: Vec<(Fault, Phase)>,
    has_backups: bool,
    dice: &mut Dice,
) -> Plan {
    let wants_clock = strikes
        .iter()
        .any(|(fault, _)| matches!(fault, Fault::Pause | Fault::Unheard | Fault::Late));
    let skips = scheme.is_some_and(|scheme| scheme.cheat == Cheat::EarlySkip);
    let clock = match dice.below(100) {
        // Of a time in all nothing may be left.
        _ if skips => Clock::Each { seconds: 3 },
        0..50 => Clock::Each { seconds: 1 + dice.below(4) },
        50..65 => Clock::Total { seconds: 1 + dice.below(40), increment: dice.below(3) },
        _ if wants_clock => Clock::Each { seconds: 3 },
        _ => Clock::Unlimited,
    };
    // Sometimes one program holds two seats.
    let double = seats > 2 && dice.chance(15);
    let programs = (0..seats).map(|n| if double && n == seats - 1 { 0 } else { n }).collect();
    Plan {
        seats,
        programs,
        clock,
        machine_seconds: 5 + dice.below(8),
        think_ms: [20, 500, 2_000][dice.below(3) as usize],
        events: if has_backups { 0 } else { [0, 0, 3][dice.below(3) as usize] },
        cheat: scheme.map(|_| dice.below(u32::from(seats - 1)) as u8),
        is_stubborn: dice.chance(50),
        has_backups,
        is_short: false,
        strikes,
        scheme,
    }
}

fn seat(table: Table, plan: Plan, seed: u64, mut dice: Dice) -> Ran {
    let quiet_limit = 10 + dice.below(10) as u16;
    let junqi =
        |options: junqi::Options| Junqi::rules(&junqi::Options { quiet_limit, ..options }).unwrap();
    let mut ran = match table {
        Table::Contest => {
            let rules = contest_rules(plan.seats, &mut dice);
            aim::<Contest>(rules, plan, None, seed, dice)
        }
        Table::Laoqi => aim::<Laoqi>(laoqi_rules(plan.seats), plan, None, seed, dice),
        Table::Shouhu => {
            let options = shouhu::Options { quiet_limit, ..shouhu::Options::SEALED };
            let rules = Shouhu::rules(&options).unwrap();
            aim::<Shouhu>(rules, plan, None, seed, dice)
        }
        Table::Open => aim::<Junqi>(junqi(junqi::Options::OPEN_2P), plan, None, seed, dice),
        Table::Flip => aim::<Junqi>(junqi(junqi::Options::FLIP), plan, None, seed, dice),
        Table::Hidden => {
            aim::<Junqi>(junqi(junqi::Options::QQ_2P), plan, Some(fighter), seed, dice)
        }
        Table::Hidden3 => {
            aim::<Junqi>(junqi(junqi::Options::SANGUO), plan, Some(fighter), seed, dice)
        }
        Table::Hidden4 => {
            aim::<Junqi>(junqi(junqi::Options::QQ_4P), plan, Some(fighter), seed, dice)
        }
        Table::Duel => aim::<Junqi>(junqi(junqi::Options::QQ_2P), plan, Some(duellist), seed, dice),
    };
    ran.game = format!("{table:?}");
    ran
}

fn aim<G: Game>(
    rules: G::Rules,
    plan: Plan,
    brain: Option<Brain<G>>,
    seed: u64,
    dice: Dice,
) -> Ran {
    ran(Chaos::aimed(rules, plan, brain, seed, dice), Course::Aimed)
}

/// Mostly attacks where it can, so that something is answered; else moves at random.
fn fighter(
    at: &junqi::Position,
    known: &Known<Junqi>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Decision<Junqi>> {
    let is_attack = |mv: &junqi::Move| {
        let owed = Junqi::owes(at, seat, mv).unwrap_or_default();
        owed.iter().any(|claim| matches!(claim, Claim::Fight { .. }))
    };
    let mut moves = Junqi::moves(at, seat, known);
    if dice.chance(70) && moves.iter().any(is_attack) {
        moves.retain(is_attack);
    }
    let at = dice.below(moves.len() as u32) as usize;
    moves.get(at).copied().map(Decision::Move)
}

/// The Marshals face each other and fall in the first attack: then both owe their flags.
fn duellist(
    at: &junqi::Position,
    known: &Known<Junqi>,
    seat: Seat,
    dice: &mut Dice,
) -> Option<Decision<Junqi>> {
    if matches!(Junqi::waits(at), Waits::Deployments(_)) {
        let front = if seat == Seat::of(0) { "MGDER" } else { "RGDEM" };
        let layout = format!("{front}/ZDB/BRYY/CCC/PPPLE/LFLZE");
        return Junqi::read_secret(at, seat, &layout).ok().map(Decision::Deploy);
    }
    let moves = Junqi::moves(at, seat, known);
    let text = |mv: &&junqi::Move| Junqi::write_move(at, mv);
    let duel = moves.iter().find(|mv| ["01ax11e", "11ex01a"].contains(&text(mv).as_str()));
    duel.copied().map(Decision::Move).or_else(|| fighter(at, known, seat, dice))
}
