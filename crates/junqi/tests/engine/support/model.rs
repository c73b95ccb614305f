//! A second way to the moves of an open game: cells by name, lines written out, paths walked step
//! by step. It shares nothing with the engine but names.

use std::collections::{BTreeMap, BTreeSet};

use game::Seat;
use junqi::{BoardKind, FlagTakers, Headquarters, Kind, Options, Position, Switch, Turns};

type Name = String;

pub struct Model {
    roads: BTreeSet<(Name, Name)>,
    lines: Vec<Vec<Name>>,
    /// Pairs of cells that a curve joins.
    curves: BTreeSet<(Name, Name)>,
}

const CAMPS: [&str; 5] = ["2b", "2d", "3c", "4b", "4d"];

fn cell(field: u8, row: u8, column: char) -> Name {
    format!("{field}{row}{column}")
}

fn column(field: u8, letter: char) -> Vec<Name> {
    (1..=5).map(|row| cell(field, row, letter)).collect()
}

fn joined(parts: &[Vec<Name>]) -> Vec<Name> {
    parts.concat()
}

fn back(mut line: Vec<Name>) -> Vec<Name> {
    line.reverse();
    line
}

impl Model {
    pub fn new(options: &Options) -> Self {
        let is_duel = options.seats == 2 && options.board == BoardKind::Duel;
        let fields = match options.seats {
            2 if is_duel => 2,
            2 => 4,
            seats => seats,
        };
        let mut model = Self { roads: [].into(), lines: Vec::new(), curves: [].into() };
        for field in 0..fields {
            model.field(field);
        }
        if is_duel {
            model.border(options.crossings == Switch::On);
        } else {
            model.ring(fields);
        }
        model
    }

    fn field(&mut self, field: u8) {
        for row in [1, 5] {
            self.lines.push("abcde".chars().map(|c| cell(field, row, c)).collect());
        }
        let all = || (1..=6u8).flat_map(|r| "abcde".chars().map(move |c| (r, c)));
        for ((r, c), (s, d)) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let (rows, columns) = (r.abs_diff(s), (c as u32).abs_diff(d as u32));
            let is_camp = |r: u8, c: char| CAMPS.contains(&format!("{r}{c}").as_str());
            let is_rail = (r == s && (r == 1 || r == 5))
                || (c == d && (c == 'a' || c == 'e') && r.max(s) < 6);
            let meet = match (rows, columns) {
                (0, 1) | (1, 0) => !is_rail,
                (1, 1) => is_camp(r, c) || is_camp(s, d),
                _ => false,
            };
            if meet {
                self.roads.insert((cell(field, r, c), cell(field, s, d)));
            }
        }
    }

    fn border(&mut self, crossings: bool) {
        self.lines.push(joined(&[back(column(0, 'a')), column(1, 'e')]));
        self.lines.push(joined(&[back(column(0, 'e')), column(1, 'a')]));
        self.lines.push(vec![cell(0, 1, 'c'), cell(1, 1, 'c')]);
        if crossings {
            self.lines.push(vec![cell(0, 1, 'b'), cell(1, 1, 'd')]);
            self.lines.push(vec![cell(0, 1, 'd'), cell(1, 1, 'b')]);
        }
    }

    fn ring(&mut self, n: u8) {
        for k in 0..n {
            let (next, over) = ((k + 1) % n, (k + 2) % n);
            let curve = (cell(k, 1, 'e'), cell(next, 1, 'a'));
            self.curves.insert((curve.1.clone(), curve.0.clone()));
            self.curves.insert(curve);
            self.lines.push(joined(&[back(column(k, 'e')), column(next, 'a')]));
            let ring = [format!("C{k}"), format!("M{next}"), format!("C{next}")];
            self.lines.push(joined(&[back(column(k, 'e')), ring.to_vec(), column(over, 'a')]));
            let spoke = vec![cell(k, 1, 'c'), format!("M{k}"), "H".to_owned()];
            if n % 2 == 1 {
                self.lines.push(spoke);
            } else if k < n / 2 {
                let far = k + n / 2;
                self.lines.push(joined(&[spoke, vec![format!("M{far}"), cell(far, 1, 'c')]]));
            }
        }
    }

    fn are_joined_by_rail(&self, a: &Name, b: &Name) -> bool {
        let meet = |pair: &[Name]| (&pair[0], &pair[1]) == (a, b) || (&pair[0], &pair[1]) == (b, a);
        self.lines.iter().any(|line| line.windows(2).any(meet))
    }

    fn neighbours(&self, from: &Name) -> BTreeSet<Name> {
        let all = self.lines.iter().flatten();
        all.filter(|to| self.are_joined_by_rail(from, to)).cloned().collect()
    }

    fn flight(&self, from: &Name, occupied: &BTreeMap<Name, Seat>) -> BTreeSet<Name> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(at) = open.pop() {
            for to in self.neighbours(&at) {
                if to != *from && seen.insert(to.clone()) && !occupied.contains_key(&to) {
                    open.push(to);
                }
            }
        }
        seen
    }

    fn runs(&self, from: &Name, occupied: &BTreeMap<Name, Seat>, bends: bool) -> BTreeSet<Name> {
        let mut reached = BTreeSet::new();
        for line in &self.lines {
            let Some(place) = line.iter().position(|name| name == from) else { continue };
            let ahead: Vec<_> = line[place + 1..].to_vec();
            for run in [ahead, back(line[..place].to_vec())] {
                let mut last = from.clone();
                for (step, to) in run.into_iter().enumerate() {
                    let is_curve = self.curves.contains(&(last.clone(), to.clone()));
                    if is_curve && !bends && step > 0 {
                        break;
                    }
                    reached.insert(to.clone());
                    if occupied.contains_key(&to) || (is_curve && !bends) {
                        break;
                    }
                    last = to;
                }
            }
        }
        reached
    }

    /// The moves of the seat to move, in notation, in no order. Under options that forbid no attack
    /// but those on flags.
    pub fn moves(&self, at: &Position) -> BTreeSet<String> {
        let (board, options) = (at.board(), at.options());
        let men = || board.cells().filter_map(|cell| Some((cell, at.on(cell)?)));
        let occupied: BTreeMap<Name, Seat> =
            men().map(|(cell, man)| (board.name(cell).to_owned(), man.seat())).collect();
        let flags: BTreeSet<&str> = men()
            .filter(|(_, man)| at.public_kind(*man) == Some(Kind::Flag))
            .map(|(cell, _)| board.name(cell))
            .collect();
        let mut moves = BTreeSet::new();
        for (cell, man) in men().filter(|(_, man)| man.seat() == at.turn()) {
            let (from, kind) = (board.name(cell).to_owned(), at.public_kind(man).unwrap());
            let is_headquarters = from.ends_with("6b") || from.ends_with("6d");
            let is_locked = options.hq == Headquarters::Locked && is_headquarters;
            if kind >= Kind::Mine || is_locked && !at.is_carrier(man) {
                continue;
            }
            let flies = kind == Kind::Engineer
                || options.turns == Turns::Corners
                || kind == Kind::Bomb && options.bomb_flies == Switch::On;
            let mut reached = if flies {
                self.flight(&from, &occupied)
            } else {
                self.runs(&from, &occupied, options.turns == Turns::Lines)
            };
            reached.extend(self.roads.iter().filter(|(a, _)| *a == from).map(|(_, b)| b.clone()));
            for to in reached {
                let Some(other) = occupied.get(&to) else {
                    moves.insert(format!("{from}-{to}"));
                    continue;
                };
                let is_camp = CAMPS.iter().any(|camp| to.ends_with(camp));
                let takes = match options.flag_takers {
                    FlagTakers::Any => true,
                    FlagTakers::NotMarshal => kind != Kind::Marshal,
                    FlagTakers::Engineer => kind == Kind::Engineer || kind == Kind::Bomb,
                };
                let is_ally =
                    options.side(*other) == options.side(at.turn()) && at.living().has(*other);
                if !is_camp && !is_ally && (takes || !flags.contains(to.as_str())) {
                    moves.insert(format!("{from}x{to}"));
                }
            }
        }
        moves
    }
}
