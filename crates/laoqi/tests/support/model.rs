//! A second engine for every board and the whole game, written from rules.md alone: contests, actions,
//! take-overs, ends. It shares no code with the first and is as naive as can be.

use std::collections::{BTreeMap, BTreeSet};

use laoqi::{Incite, Options, Promotion, Ties};

/// Half-board (0 on a square), file, rank.
pub(crate) type Place = (i32, i32, i32);
pub(crate) type Way = (i32, i32);
pub(crate) type Set = BTreeSet<u8>;
pub(crate) type Men = BTreeMap<Place, (char, u8)>;

const STRAIGHT: [Way; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(crate) const SLANTED: [Way; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(crate) const ANY: &str = "KWSA";
/// What J, S and B drive. Each beats the one two places on.
const DRIVES: [&str; 3] = ["W", "SA", "K"];
pub(crate) const SIGNS: [char; 3] = ['J', 'S', 'B'];

/// What a move does.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// Pieces go at once; only one may find an enemy there.
    Go(Vec<(Place, Place)>),
    Promote(Place, char),
    Incite(Place, Place),
}

pub(crate) type Deeds = Vec<(String, Deed)>;
/// Cells of a run, with the way that leads on and the cell there.
type Run = Vec<(Place, Way, Option<Place>)>;

#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Contest(Set),
    Losers(Set),
    Pick(BTreeMap<u8, usize>),
    Act(u8, &'static str),
    Over(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) options: Options,
    pub(crate) men: Men,
    pub(crate) control: Vec<Option<u8>>,
    pub(crate) lost: Vec<u32>,
    pub(crate) promoted: Vec<u32>,
    pub(crate) living: Set,
    pub(crate) incited: Set,
    pub(crate) fallen: Set,
    pub(crate) timeouts: Vec<u32>,
    pub(crate) ties: Vec<u32>,
    pub(crate) queue: Vec<usize>,
    pub(crate) crown: Option<u8>,
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
    pub(crate) showings: u32,
    pub(crate) stage: Stage,
    pub(crate) tally: BTreeMap<&'static str, u32>,
}

/// The boards, §2.
impl Model {
    fn exists(&self, (_, file, rank): Place) -> bool {
        let outer = |n: i32| !(2..8).contains(&n);
        match self.options.seats {
            2 => (0..6).contains(&file) && (0..6).contains(&rank),
            3 => (0..6).contains(&file) && (0..3).contains(&rank),
            _ => {
                let on = (0..10).contains(&file) && (0..10).contains(&rank);
                on && !(outer(file) && outer(rank))
            }
        }
    }

    fn step(&self, (half, file, rank): Place, (right, up): Way) -> Option<Place> {
        if self.options.seats == 3 && rank + up == 3 {
            let over = if file < 3 { half + 1 } else { half + 2 };
            return Some((over % 3, 5 - file, 2));
        }
        Some((half, file + right, rank + up)).filter(|to| self.exists(*to))
    }

    fn beside(&self, place: Place) -> Vec<Place> {
        STRAIGHT.iter().filter_map(|way| self.step(place, *way)).collect()
    }

    /// The next cell of a ray, and the way on from there: none, one, or the two of a fork.
    pub(crate) fn slant(&self, (half, file, rank): Place, (right, up): Way) -> Vec<(Place, Way)> {
        let (to, way) = ((half, file + right, rank + up), (right, up));
        if self.options.seats != 3 || to.2 != 3 {
            return if self.exists(to) { vec![(to, way)] } else { vec![] };
        }
        match (file, to.1) {
            (_, -1 | 6) => vec![],
            (2, 3) => [1, 2].map(|n| (((half + n) % 3, 2, 2), (-1, -1))).to_vec(),
            (3, 2) => [1, 2].map(|n| (((half + n) % 3, 3, 2), (1, -1))).to_vec(),
            (..3, there) => vec![(((half + 1) % 3, 5 - there, 2), (-right, -1))],
            (_, there) => vec![(((half + 2) % 3, 5 - there, 2), (-right, -1))],
        }
    }

    /// §5.3 - §5.5: the cells to which a Shield may be pushed aside.
    fn asides(&self, place: Place, (right, up): Way, next: Option<Place>) -> Vec<Place> {
        let sides = match next {
            _ if self.options.seats == 2 => vec![self.step(place, (0, up))],
            None => vec![self.step(place, (right, 0)), self.step(place, (0, up))],
            Some(next) => {
                let near = self.beside(next).into_iter();
                near.filter(|cell| self.beside(place).contains(cell)).map(Some).collect()
            }
        };
        sides.into_iter().flatten().collect()
    }

    fn base_of(&self, (half, file, rank): Place) -> Option<u8> {
        let far = if self.options.seats == 2 { 5 } else { 9 };
        match (self.options.seats, file, rank) {
            (3, _, 0) => u8::try_from(half).ok(),
            (3, ..) => None,
            (_, _, 0) => Some(0),
            (2, _, 5) => Some(1),
            (4.., 0, _) => Some(1),
            (4.., _, rank) if rank == far => Some(2),
            (4.., file, _) if file == far => Some(3),
            _ => None,
        }
    }

    pub(crate) fn name(&self, (half, file, rank): Place) -> String {
        let file = char::from(b'a' + u8::try_from(file).unwrap());
        let half = if self.options.seats == 3 { half.to_string() } else { String::new() };
        format!("{half}{file}{}", rank + 1)
    }
}

pub(crate) fn place(name: &str) -> Place {
    let (half, rest) = match name.as_bytes()[0] {
        digit @ b'0'..=b'2' => (i32::from(digit - b'0'), &name[1..]),
        _ => (0, name),
    };
    let file = i32::from(rest.as_bytes()[0] - b'a');
    (half, file, rest[1..].parse::<i32>().unwrap() - 1)
}

/// Actions, §4 and §5.
impl Model {
    pub(crate) fn holder(&self, army: u8) -> Option<u8> {
        self.control[usize::from(army)]
    }

    fn takes(&self, army: u8, at: Place) -> bool {
        let target = self.men.get(&at);
        target.is_some_and(|(kind, other)| *kind != 'S' && self.holder(*other) != self.holder(army))
    }

    pub(crate) fn list(&self, seat: u8, kinds: &str) -> Deeds {
        let mut deeds = Deeds::new();
        for (from, (kind, army)) in &self.men {
            if self.holder(*army) != Some(seat) || !kinds.contains(*kind) {
                continue;
            }
            deeds.extend(self.deeds(*from));
            if *kind != 'K' {
                continue;
            }
            for near in self.beside(*from) {
                if self.men.get(&near).is_some_and(|(_, army)| self.holder(*army) == Some(seat)) {
                    let king = self.name(*from);
                    let all = self.deeds(near).into_iter();
                    deeds.extend(all.map(|(text, deed)| (format!("{king}:{text}"), deed)));
                }
            }
            let Some(base) = self.base_of(*from).filter(|_| !self.incited.contains(&seat)) else {
                continue;
            };
            for (shield, man) in &self.men {
                if *man == ('S', base) && self.holder(base) != Some(seat) {
                    let text = format!("{}!{}", self.name(*from), self.name(*shield));
                    deeds.push((text, Deed::Incite(*from, *shield)));
                }
            }
        }
        deeds
    }

    /// What a piece can do whether commanded or not.
    pub(crate) fn deeds(&self, from: Place) -> Deeds {
        let (kind, army) = self.men[&from];
        let mut deeds = Deeds::new();
        let mut go = |to: Place, mark: char| {
            let text = format!("{}{mark}{}", self.name(from), self.name(to));
            deeds.push((text, Deed::Go(vec![(from, to)])));
        };
        for to in self.beside(from) {
            if kind != 'S' && !self.men.contains_key(&to) {
                go(to, '-');
            } else if "KW".contains(kind) && self.takes(army, to) {
                go(to, 'x');
            }
        }
        for (to, _) in SLANTED.iter().flat_map(|way| self.slant(from, *way)) {
            if kind == 'A' && self.takes(army, to) {
                go(to, 'x');
            } else if kind == 'S' && !self.men.contains_key(&to) {
                go(to, '-');
            }
        }
        if kind != 'S' {
            return deeds;
        }
        for (to, way) in SLANTED.iter().flat_map(|way| self.slant(from, *way)) {
            if self.men.contains_key(&to) {
                self.pushes(from, to, way, &mut deeds);
            }
        }
        let (lost, promoted) = (self.lost[usize::from(army)], self.promoted[usize::from(army)]);
        let one = self.options.promotion == Promotion::OnePerLoss;
        if lost > 0 && !(one && promoted >= lost) {
            for kind in ['W', 'A'] {
                deeds.push((format!("{}={kind}", self.name(from)), Deed::Promote(from, kind)));
            }
        }
        deeds
    }

    /// Every run that begins so, with the cell behind the fork that it reaches.
    fn runs(
        &self,
        at: Place,
        way: Way,
        run: &Run,
        fork: Option<Place>,
    ) -> Vec<(Run, Option<Place>)> {
        let longer = |next| {
            let mut longer = run.clone();
            longer.push((at, way, next));
            longer
        };
        let ways = self.slant(at, way);
        if ways.is_empty() {
            return vec![(longer(None), fork)];
        }
        let mut all = Vec::new();
        for (next, on) in &ways {
            let fork = if ways.len() > 1 { Some(*next) } else { fork };
            let colour = |at: &Place| self.men.get(at).map(|man| man.1);
            if colour(next) == colour(&at) {
                all.extend(self.runs(*next, *on, &longer(Some(*next)), fork));
            } else {
                all.push((longer(Some(*next)), fork));
            }
        }
        all
    }

    fn pushes(&self, from: Place, to: Place, way: Way, deeds: &mut Deeds) {
        let colour = self.men[&to].1;
        for (run, fork) in self.runs(to, way, &Run::new(), None) {
            let fork = fork.map_or(String::new(), |cell| format!("~{}", self.name(cell)));
            let first = format!("{}>{}{fork}", self.name(from), self.name(to));
            let mut ways: Vec<(String, Vec<(Place, Place)>)> = vec![(first, vec![(from, to)])];
            for (at, way, next) in &run {
                let shield = self.men[at].0 == 'S';
                let targets = match next {
                    _ if shield => self.asides(*at, *way, *next),
                    next => next.iter().copied().collect(),
                };
                let rear = |to: &Place| run.iter().any(|(other, ..)| other == to);
                let fits = |to: &Place| match self.men.contains_key(to) {
                    false => true,
                    true => !shield && (rear(to) || self.takes(colour, *to)),
                };
                let mut longer = Vec::new();
                for (text, gone) in &ways {
                    for to in targets.iter().filter(|to| fits(to)) {
                        let mut text = text.clone();
                        if shield && targets.len() > 1 {
                            text = format!("{text}/{}", self.name(*to));
                        }
                        let mut gone = gone.clone();
                        gone.push((*at, *to));
                        longer.push((text, gone));
                    }
                }
                ways = longer;
            }
            deeds.extend(ways.into_iter().map(|(text, gone)| (text, Deed::Go(gone))));
        }
    }

    /// Carries a deed out; whether the quiet limit starts anew.
    pub(crate) fn carry(&mut self, deed: &Deed) -> bool {
        match deed {
            Deed::Promote(at, kind) => {
                let man = self.men.get_mut(at).unwrap();
                man.0 = *kind;
                self.promoted[usize::from(man.1)] += 1;
                true
            }
            Deed::Incite(king, shield) => {
                let (_, joins) = self.men[king];
                let (_, stays) = self.men[shield];
                let defects = self.options.incite == Incite::Defects;
                self.men.insert(*shield, ('W', if defects { joins } else { stays }));
                self.incited.extend(self.holder(joins));
                true
            }
            Deed::Go(gone) => {
                let taken: Vec<_> = gone
                    .iter()
                    .filter_map(|(from, to)| Some((self.men.remove(from)?, *to)))
                    .collect();
                let mut capture = None;
                for (man, to) in taken {
                    if let Some(victim) = self.men.insert(to, man) {
                        assert!(capture.replace((to, man, victim)).is_none(), "one capture");
                    }
                }
                capture.inspect(|(to, man, victim)| self.captured(*to, *man, *victim)).is_some()
            }
        }
    }
}

/// Take-over and ends, §6 and §7; contests, §3 and §8.
impl Model {
    pub(crate) fn note(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn captured(&mut self, to: Place, by: (char, u8), (kind, army): (char, u8)) {
        if by.0 == 'A' {
            self.men.remove(&to);
        }
        if kind == 'W' {
            self.lost[usize::from(army)] += 1;
        }
        if kind != 'K' {
            return;
        }
        let heir = self.holder(by.1);
        let own = self.living.remove(&army);
        self.note(if own { "eliminated" } else { "passed on alone" });
        if own {
            self.crown = None;
        }
        if self.options.seats == 2 {
            return;
        }
        let mut armies = 0;
        for (other, holder) in self.control.iter_mut().enumerate() {
            if other == usize::from(army) || (own && *holder == Some(army)) {
                *holder = heir;
                armies += 1;
            }
        }
        if armies > 1 {
            self.note("several armies passed on");
        }
        match by.0 {
            'A' => self.note("assassinated"),
            'K' => self.note("King by King"),
            _ => _ = self.men.insert(to, ('K', army)),
        }
    }

    pub(crate) fn entitled(&self) -> Set {
        self.living.iter().copied().filter(|seat| self.crown != Some(*seat)).collect()
    }

    fn overdue(&self) -> Set {
        let most = u32::from(self.options.timeouts);
        let living = self.living.iter().copied();
        living.filter(|seat| self.timeouts[usize::from(*seat)] > most).collect()
    }

    /// Ends the ply; `acted` is whether the quiet limit starts anew, nothing for a pass.
    pub(crate) fn end(&mut self, acted: Option<bool>) {
        self.ply += 1;
        self.showings = 0;
        if acted.is_some() && !self.queue.is_empty() {
            self.queue.remove(0);
            self.note("pending ended");
        }
        let limit = u32::from(self.options.quiet_limit);
        self.quiet = if acted == Some(true) || limit == 0 { 0 } else { self.quiet + 1 };
        if self.settled() {
            return;
        }
        self.stage = if limit > 0 && self.quiet == limit {
            self.note("quiet draw");
            Stage::Over(format!("drawn:{}", digits(&self.living)))
        } else {
            Stage::Contest(self.entitled())
        };
    }

    fn settled(&mut self) -> bool {
        match self.living.len() {
            0 => self.stage = Stage::Over(format!("drawn:{}", digits(&self.fallen))),
            1 => self.stage = Stage::Over(format!("won:{}", digits(&self.living))),
            _ => return false,
        }
        true
    }

    pub(crate) fn out(&mut self, gone: &Set) {
        let gone: Set = gone.union(&self.overdue()).copied().collect();
        self.fallen.extend(&gone);
        self.living.retain(|seat| !gone.contains(seat));
        self.crown = None;
        for army in 0..self.options.seats {
            if self.holder(army).is_some_and(|seat| gone.contains(&seat)) {
                self.control[usize::from(army)] = None;
                self.men.retain(|_, man| man.1 != army);
            }
        }
        if self.settled() {
            return;
        }
        match self.stage {
            Stage::Act(seat, _) if gone.contains(&seat) => self.end(None),
            Stage::Act(seat, kinds) => self.grant(seat, kinds),
            _ => self.stage = Stage::Contest(self.entitled()),
        }
    }

    pub(crate) fn skip(&mut self) {
        let mover = match self.stage {
            Stage::Act(seat, _) => seat,
            _ => self.crown.unwrap(),
        };
        self.fallen.clear();
        self.timeouts[usize::from(mover)] += 1;
        let (ply, overdue) = (self.ply, self.overdue());
        if !overdue.is_empty() {
            self.out(&overdue);
        }
        if !matches!(self.stage, Stage::Over(_)) && self.ply == ply {
            self.end(None);
        }
    }

    pub(crate) fn act(&mut self, text: &str) {
        self.fallen.clear();
        match self.stage.clone() {
            Stage::Pick(table) => {
                let seat = text[1..].parse().unwrap();
                self.crown = Some(seat);
                self.won(seat, &table);
            }
            Stage::Act(seat, kinds) => {
                let deeds = self.list(seat, kinds);
                let (_, deed) = deeds.iter().find(|(known, _)| known == text).unwrap();
                let anew = self.carry(deed);
                self.end(Some(anew));
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    fn grant(&mut self, seat: u8, kinds: &'static str) {
        if self.list(seat, kinds).is_empty() {
            self.note("stuck");
            self.end(None);
        } else {
            self.stage = Stage::Act(seat, kinds);
        }
    }

    fn won(&mut self, seat: u8, table: &BTreeMap<u8, usize>) {
        let gesture = table[&seat];
        let kinds = DRIVES[self.queue.first().copied().unwrap_or(gesture)];
        let has =
            |(kind, army): &(char, u8)| kinds.contains(*kind) && self.holder(*army) == Some(seat);
        if self.men.values().any(has) {
            return self.grant(seat, kinds);
        }
        let losers: Set = top(table, |other| other == (gesture + 2) % 3);
        match losers.len() {
            0 => self.end(None),
            1 => self.grant(*losers.first().unwrap(), ANY),
            _ => self.stage = Stage::Losers(losers),
        }
    }

    pub(crate) fn due(&self) -> Set {
        match &self.stage {
            Stage::Contest(due) | Stage::Losers(due) => due.clone(),
            _ => Set::new(),
        }
    }

    /// `.` stays away, `!` withholds.
    pub(crate) fn show(&mut self, signs: &str) {
        self.fallen.clear();
        let (due, losers) = (self.due(), matches!(self.stage, Stage::Losers(_)));
        let mut table = BTreeMap::new();
        for (seat, sign) in due.iter().zip(signs.chars()) {
            match SIGNS.iter().position(|known| *known == sign) {
                Some(gesture) => _ = table.insert(*seat, gesture),
                None if sign == '.' => self.timeouts[usize::from(*seat)] += 1,
                None => {}
            }
        }
        if signs.contains('!') {
            return;
        }
        let overdue = self.overdue();
        if !overdue.is_empty() {
            return self.out(&overdue);
        }
        let best = best(&table);
        let alike: BTreeSet<usize> = table.values().copied().collect();
        let tie = if alike.len() == 1 { alike.first().copied() } else { None };
        if table.len() == self.entitled().len() && due == self.entitled() {
            self.count(tie);
        }
        if best.len() == 1 {
            let seat = *best.first().unwrap();
            return if losers { self.grant(seat, ANY) } else { self.won(seat, &table) };
        }
        if !best.is_empty() && tie.is_none() && self.crown.is_some() && !losers {
            self.stage = Stage::Pick(table);
            return;
        }
        self.showings += 1;
        if self.showings == 30 {
            self.note("thirty showings");
            return self.end(None);
        }
        if !best.is_empty() && tie.is_none() {
            self.stage = if losers { Stage::Losers(best) } else { Stage::Contest(best) };
        }
    }

    fn count(&mut self, tie: Option<usize>) {
        for gesture in 0..3 {
            if self.options.ties == Ties::Consecutive && tie != Some(gesture) {
                self.ties[gesture] = 0;
            }
        }
        let Some(gesture) = tie.filter(|gesture| !self.queue.contains(gesture)) else { return };
        self.ties[gesture] += 1;
        if self.ties[gesture] == 3 {
            self.ties[gesture] = 0;
            self.queue.push(gesture);
            self.note(["", "pending", "queued", "third in the queue"][self.queue.len()]);
        }
    }
}

/// Those who beat most.
pub(crate) fn best(table: &BTreeMap<u8, usize>) -> Set {
    let score = |gesture: usize| table.values().filter(|it| **it == (gesture + 2) % 3).count();
    let most = table.values().map(|gesture| score(*gesture)).max();
    top(table, |gesture| Some(score(gesture)) == most)
}

fn top(table: &BTreeMap<u8, usize>, fits: impl Fn(usize) -> bool) -> Set {
    table.iter().filter(|(_, gesture)| fits(**gesture)).map(|(seat, _)| *seat).collect()
}

pub(crate) fn digits(set: &Set) -> String {
    set.iter().map(u8::to_string).collect()
}
