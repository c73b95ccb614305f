//! The engine beside a second one that shares no code with it: both are led through the same games,
//! from the starts and from made-up positions, and must agree after every event.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/model.rs"]
mod model;
mod support;

use std::collections::BTreeMap;

use game::{Cause, Event, Game, Known};
use laoqi::{Board, Crown, Incite, Kinds, Laoqi, Options, Position, Promotion, Rules, Ties};
use model::{ANY, Men, Model, Place, SIGNS, SLANTED, Set, Stage, Way, best, digits, place};
use support::{Random, moves_of, scene, seats, showing};

/// Both engines side by side.
impl Model {
    fn of(at: &Position) -> Self {
        let line = Laoqi::write_position(at, &Known::public());
        let fields: BTreeMap<_, _> =
            line.split(' ').filter_map(|part| part.split_once('=')).collect();
        let set = |text: &str| -> Set {
            text.chars().filter_map(|sign| sign.to_digit(10)).map(|n| n as u8).collect()
        };
        let list = |name: &str| fields[name].split(',').map(|n| n.parse().unwrap()).collect();
        let number = |name: &str| fields[name].parse().unwrap();
        let seat = |sign: char| sign.to_digit(10).map(|n| n as u8);
        let (stage, due) = fields["stage"].split_once(':').unwrap();
        assert_eq!(stage, "contest");
        Self {
            options: *at.options(),
            men: men(at),
            control: fields["control"].chars().map(seat).collect(),
            lost: list("lost"),
            promoted: list("promoted"),
            living: set(fields["living"]),
            incited: set(fields["incited"]),
            fallen: set(fields["fallen"]),
            timeouts: list("timeouts"),
            ties: list("ties"),
            queue: fields["pending"]
                .chars()
                .filter_map(|c| SIGNS.iter().position(|s| *s == c))
                .collect(),
            crown: fields["crown"].chars().next().and_then(seat),
            quiet: number("quiet"),
            ply: number("ply"),
            showings: number("showings"),
            stage: Stage::Contest(set(due)),
            tally: BTreeMap::new(),
        }
    }

    /// The fields of the position string after the board.
    fn text(&self) -> String {
        let seats = |set: &Set| if set.is_empty() { "-".into() } else { digits(set) };
        let sign = |seat: &Option<u8>| seat.map_or("-".into(), |seat| seat.to_string());
        let list = |numbers: &[u32]| {
            let texts: Vec<_> = numbers.iter().map(u32::to_string).collect();
            texts.join(",")
        };
        let queue: String = self.queue.iter().map(|gesture| SIGNS[*gesture]).collect();
        let stage = match &self.stage {
            Stage::Contest(due) => format!("contest:{}", digits(due)),
            Stage::Losers(due) => format!("losers:{}", digits(due)),
            Stage::Act(seat, kinds) => format!("act:{seat}:{kinds}"),
            Stage::Over(how) => how.clone(),
            Stage::Pick(table) => {
                let shown = |seat| table.get(&seat).map_or('-', |gesture| SIGNS[*gesture]);
                format!("pick:{}", (0..self.options.seats).map(shown).collect::<String>())
            }
        };
        format!(
            "control={} lost={} promoted={} living={} incited={} fallen={} timeouts={} ties={} \
             pending={} crown={} quiet={} ply={} showings={} stage={stage}",
            self.control.iter().map(sign).collect::<String>(),
            list(&self.lost),
            list(&self.promoted),
            seats(&self.living),
            seats(&self.incited),
            seats(&self.fallen),
            list(&self.timeouts),
            list(&self.ties),
            if queue.is_empty() { "-" } else { &queue },
            sign(&self.crown),
            self.quiet,
            self.ply,
            self.showings,
        )
    }

    /// What may be done now, in notation.
    fn legal(&self) -> Vec<String> {
        match &self.stage {
            Stage::Act(seat, kinds) => self.list(*seat, kinds).into_iter().map(|it| it.0).collect(),
            Stage::Pick(table) => best(table).iter().map(|seat| format!("^{seat}")).collect(),
            _ => Vec::new(),
        }
    }

    fn compare(&self, at: &Position, log: &[String]) {
        let line = Laoqi::write_position(at, &Known::public());
        let rest = line.split_once(" control").unwrap().1;
        let again = Laoqi::read_position(at.rules(), &line).map(|(again, _)| again);
        assert_eq!(again.as_ref(), Ok(at), "{log:#?}");
        assert_eq!(format!("control{rest}"), self.text(), "{log:#?}");
        assert_eq!(men(at), self.men, "{log:#?}");
        let same = |moves: Vec<laoqi::Move>, mut expected: Vec<String>| {
            let mut found: Vec<_> = moves.iter().map(|mv| Laoqi::write_move(at, mv)).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{log:#?}");
        };
        same(moves_of(at), self.legal());
        for seat in at.living().iter().filter(|_| !matches!(self.stage, Stage::Over(_))) {
            let mut moves = Vec::new();
            at.actions_into(seat, Kinds::ANY, &mut moves);
            same(moves, self.list(seat.number(), ANY).into_iter().map(|it| it.0).collect());
        }
    }
}

fn men(at: &Position) -> Men {
    let cells = at.board().cells();
    let man = |cell| {
        let piece = at.at(cell)?;
        Some((place(at.board().name(cell)), (piece.kind.letter(), piece.army.number())))
    };
    cells.filter_map(man).collect()
}

fn any<'a, T>(list: &'a [T], random: &mut Random) -> &'a T {
    &list[random.below(list.len() as u32) as usize]
}

/// One event led into both, and what happened, for the log.
fn event(at: &mut Position, model: &mut Model, random: &mut Random) -> String {
    if random.below(60) == 0 {
        let all: Vec<u8> = model.living.iter().copied().collect();
        let mut gone: Set = all.iter().copied().filter(|_| random.below(3) == 0).collect();
        gone.insert(*any(&all, random));
        put_out(at, model, &gone, Cause::Resigned);
        return format!("out {}", digits(&gone));
    }
    let Some(mover) = at.mover() else {
        return contest(at, model, random);
    };
    if random.below(25) == 0 {
        at.apply(&Event::Skipped(mover)).unwrap();
        model.skip();
        return "skipped".into();
    }
    let mut legal = model.legal();
    let sharp = |text: &String| text.contains(['x', '>', '=', '!']);
    if random.below(2) == 0 && legal.iter().any(sharp) {
        legal.retain(sharp);
    }
    let text = any(&legal, random).clone();
    for (sign, what) in MOVES {
        if text.contains(sign) {
            model.note(what);
        }
    }
    let mv = Laoqi::read_move(at, &text).unwrap();
    at.apply(&Event::Moved(mover, mv)).unwrap();
    model.act(&text);
    text
}

const MOVES: [(char, &str); 8] = [
    ('x', "capture"),
    ('>', "push"),
    ('~', "fork"),
    ('/', "choice of sides"),
    ('=', "promotion"),
    ('!', "incitement"),
    (':', "command"),
    ('^', "pick"),
];

fn put_out(at: &mut Position, model: &mut Model, gone: &Set, cause: Cause) {
    let list: Vec<u8> = gone.iter().copied().collect();
    at.apply(&Event::Out(seats(&list), cause)).unwrap();
    model.out(gone);
}

/// A showing: often all alike, often with somebody missing.
fn contest(at: &mut Position, model: &mut Model, random: &mut Random) -> String {
    let alike = (random.below(3) == 0).then(|| *any(&SIGNS, random));
    let rare = *any(&[8, 60], random);
    let mut sign = || match random.below(rare * 4) {
        0 => '!',
        1..4 => '.',
        4..8 => *any(&SIGNS, random),
        _ => alike.unwrap_or_else(|| *any(&SIGNS, random)),
    };
    let due = model.due();
    let text: String = due.iter().map(|_| sign()).collect();
    let before = (matches!(model.stage, Stage::Losers(_)), due == model.entitled());
    model.note(match before {
        (true, _) => "losers' play-off",
        (_, true) => "contest of all",
        (_, false) => "play-off",
    });
    let shown = showing(at, &text);
    at.apply(&shown).unwrap();
    model.show(&text);
    let kept = due.iter().zip(text.chars()).filter(|(_, sign)| *sign == '!');
    let kept: Set = kept.map(|(seat, _)| *seat).collect();
    if !kept.is_empty() {
        model.note("withheld");
        put_out(at, model, &kept, Cause::Refused);
    }
    text
}

/// A made-up position: some seats are out, their armies taken over or gone, what is left of all
/// stands close together.
fn made_up(options: Options, random: &mut Random) -> Position {
    let all: Vec<u8> = (0..options.seats).collect();
    let mut living: Vec<u8> = all.clone();
    if random.below(2) == 0 {
        living.retain(|seat| *seat < 2 || random.below(3) > 0);
        let shift = random.below(u32::from(options.seats)) as u8;
        living = living.iter().map(|seat| (seat + shift) % options.seats).collect();
        living.sort_unstable();
    }
    let crowned = options.seats == 5 && options.crown == Crown::On && living == all;
    let board = Board::of(options.seats);
    let mut near = vec![board.cells().nth(random.below(board.len() as u32) as usize).unwrap()];
    for at in 0.. {
        let Some(cell) = near.get(at).filter(|_| near.len() < 26) else { break };
        let steps: Vec<_> = board.steps(*cell).to_vec();
        near.extend(steps.into_iter().filter(|to| !near.contains(to)).collect::<Vec<_>>());
    }
    let (mut pieces, mut control) = (Vec::new(), String::new());
    let (mut lost, mut promoted) = (Vec::new(), Vec::new());
    for army in &all {
        let own = living.contains(army);
        let gone = !own && random.below(3) == 0;
        let holder = if own { *army } else { *any(&living, random) };
        control += &if gone { "-".into() } else { holder.to_string() };
        let shields = *any(&[0, 1, 2, 2], random);
        let assassins = random.below(3 - shields);
        let dead = assassins + *any(&[0, 0, 1], random);
        let warriors = random.below(4).min((5 - shields).saturating_sub(assassins + dead));
        lost.push(dead.to_string());
        promoted.push(assassins.to_string());
        let king = u32::from(own || random.below(2) == 0);
        for (kind, count) in [('K', king), ('W', warriors), ('S', shields), ('A', assassins)] {
            for _ in 0..if gone { 0 } else { count.min(near.len() as u32) } {
                let cell = near.swap_remove(random.below(near.len() as u32) as usize);
                pieces.push(format!("{kind}{army}{}", board.name(cell)));
            }
        }
    }
    let crown = crowned.then(|| *any(&all, random));
    let due: String =
        living.iter().filter(|seat| crown != Some(**seat)).map(u8::to_string).collect();
    let text: String = living.iter().map(u8::to_string).collect();
    let fields = [
        ("control", control),
        ("lost", lost.join(",")),
        ("promoted", promoted.join(",")),
        ("living", text),
        ("crown", crown.map_or("-".into(), |seat| seat.to_string())),
        ("ties", (*any(&["0,0,0", "2,0,0", "0,2,0", "0,0,2"], random)).into()),
        ("showings", (*any(&["0", "0", "0", "28"], random)).into()),
        ("stage", format!("contest:{due}")),
    ];
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    scene(options, &pieces.join(" "), &fields)
}

fn variants() -> Vec<Options> {
    let mut all = Vec::new();
    for (_, preset) in Options::PRESETS {
        all.push(preset);
        let other = Options { incite: Incite::Demotes, promotion: Promotion::OnePerLoss, ..preset };
        all.push(Options { ties: Ties::Consecutive, quiet_limit: 9, timeouts: 1, ..other });
        all.push(Options { quiet_limit: 0, timeouts: 99, ..preset });
    }
    all.push(Options { crown: Crown::Off, quiet_limit: 30, ..Options::FIVE });
    all
}

fn together(mut at: Position, events: u32, random: &mut Random) -> BTreeMap<&'static str, u32> {
    let mut model = Model::of(&at);
    let mut log = vec![Laoqi::write_position(&at, &Known::public())];
    model.compare(&at, &log);
    for _ in 0..events {
        if matches!(model.stage, Stage::Over(_)) {
            break;
        }
        let text = event(&mut at, &mut model, random);
        log.push(text);
        model.compare(&at, &log);
    }
    model.tally
}

/// Every run of up to five on every ray of every board, with every place for up to two Shields in it,
/// and what every push of it leads to.
#[test]
fn every_run_is_pushed_alike() {
    let mut pushes = 0;
    for options in [Options::TWO, Options::THREE, Options::FOUR] {
        let start = Position::start(&Rules::new(&options).unwrap());
        let board = Model::of(&start);
        for cell in start.board().cells() {
            let from = place(start.board().name(cell));
            for ray in SLANTED.iter().flat_map(|way| board.rays(from, *way)) {
                for (pieces, front) in armies(ray.len()) {
                    pushes += pushed(&board, from, &ray, &pieces, front);
                }
            }
        }
    }
    assert!(pushes > 30_000, "pushes enough to mean something: {pushes}");
}

/// Armies of this many and fewer in a row, and who stands in front of them.
fn armies(longest: usize) -> Vec<(String, char)> {
    let mut all = Vec::new();
    for count in 1..=longest.min(5) {
        for shields in 0..1 << count {
            let kinds: String = (0..count).map(|n| ['W', 'S'][shields >> n & 1]).collect();
            let shields = kinds.matches('S').count();
            if shields <= 2 && count - shields <= 3 {
                all.extend([' ', 'W', 'S'].map(|front| (kinds.clone(), front)));
            }
        }
    }
    all
}

impl Model {
    /// The cells behind a cell this way, once for each branch.
    fn rays(&self, from: Place, way: Way) -> Vec<Vec<Place>> {
        let mut all = Vec::new();
        for (next, way) in self.slant(from, way) {
            let rests = self.rays(next, way);
            all.extend(rests.into_iter().map(|rest| [vec![next], rest].concat()));
        }
        if all.is_empty() { vec![vec![]] } else { all }
    }
}

/// Compares the pushes of a Shield of army 0 onto these pieces of army 1, and what they lead to.
fn pushed(board: &Model, from: Place, ray: &[Place], run: &str, front: char) -> usize {
    let mut men = Men::from([(from, ('S', 0))]);
    men.extend(ray.iter().copied().zip(run.chars().map(|kind| (kind, 1))));
    if let (Some(at), 'W' | 'S') = (ray.get(run.len()), front) {
        men.insert(*at, (front, 0));
    }
    let cells = Board::of(board.options.seats);
    let mut free = cells.cells().map(|cell| place(cells.name(cell)));
    for army in 0..board.options.seats {
        let home = free.by_ref().find(|at| !men.contains_key(at) && !ray.contains(at)).unwrap();
        men.insert(home, ('K', army));
    }
    let pieces = men.iter().map(|(at, (kind, army))| format!("{kind}{army}{}", board.name(*at)));
    let pieces: Vec<_> = pieces.collect();
    let at = scene(board.options, &pieces.join(" "), &[]);
    let model = Model::of(&at);
    let log = [pieces.join(" ")];
    model.compare(&at, &log);
    let pushes = model.deeds(from).into_iter().filter(|(text, _)| text.contains('>'));
    let mut count = 0;
    for (text, deed) in pushes {
        let (mut at, mut model) = (at, model.clone());
        at.play(&Laoqi::read_move(&at, &text).unwrap());
        let anew = model.carry(&deed);
        model.end(Some(anew));
        model.compare(&at, &log);
        count += 1;
    }
    count
}

#[test]
fn the_engine_agrees_with_a_naive_one() {
    let mut random = Random(0x5545_f491_4f6c_dd1e);
    let mut tally: BTreeMap<&str, u32> = BTreeMap::new();
    for options in variants() {
        let start = Position::start(&Rules::new(&options).unwrap());
        for round in 0..ROUNDS {
            let (at, events) = match round % 20 {
                0 => (start, 400),
                _ => (made_up(options, &mut random), 40),
            };
            for (what, count) in together(at, events, &mut random) {
                *tally.entry(what).or_default() += count;
            }
        }
    }
    for what in NOTES {
        let count = tally.get(what).copied().unwrap_or(0);
        assert!(count >= 3, "too few of these to mean something: {what}: {count} of {tally:#?}");
    }
}

/// What must have happened.
const NOTES: [&str; 24] = [
    "King by King",
    "assassinated",
    "capture",
    "choice of sides",
    "command",
    "contest of all",
    "eliminated",
    "fork",
    "incitement",
    "losers' play-off",
    "passed on alone",
    "pending",
    "pending ended",
    "pick",
    "play-off",
    "promotion",
    "push",
    "queued",
    "quiet draw",
    "several armies passed on",
    "stuck",
    "third in the queue",
    "thirty showings",
    "withheld",
];

const ROUNDS: u32 = 80;
