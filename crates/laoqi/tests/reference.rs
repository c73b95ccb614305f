//! A second engine for the square boards, from coordinates alone and as naive as can be: what each
//! piece can do, and where everything stands afterwards. It shares no code with the first.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use game::{Game, Seat};
use laoqi::{Kinds, Laoqi, Options, Position, Rules, Stage};
use support::{Random, random_event};

type Place = (i32, i32);
type Men = BTreeMap<Place, (char, Seat)>;

struct Naive<'a> {
    at: &'a Position,
    men: Men,
}

/// What a direct action is called, and the men after it (no take-over done).
type Actions = BTreeMap<String, Men>;

fn place(name: &str) -> Place {
    let (file, rank) = name.split_at(1);
    let file = i32::from(file.as_bytes()[0] - b'a');
    (file, rank.parse::<i32>().unwrap() - 1)
}

fn name((file, rank): Place) -> String {
    let letter = char::from(b'a' + u8::try_from(file).unwrap());
    format!("{letter}{}", rank + 1)
}

fn men(at: &Position) -> Men {
    let cells = at.board().cells();
    cells
        .filter_map(|cell| {
            let piece = at.at(cell)?;
            Some((place(at.board().name(cell)), (piece.kind.letter(), piece.army)))
        })
        .collect()
}

impl<'a> Naive<'a> {
    fn new(at: &'a Position) -> Self {
        Self { at, men: men(at) }
    }

    fn exists(&self, (file, rank): Place) -> bool {
        let outer = |n: i32| !(2..8).contains(&n);
        if self.at.options().seats == 2 {
            (0..6).contains(&file) && (0..6).contains(&rank)
        } else {
            let inside = (0..10).contains(&file) && (0..10).contains(&rank);
            inside && !(outer(file) && outer(rank))
        }
    }

    fn holder(&self, army: Seat) -> Option<Seat> {
        self.at.army(army).controller
    }

    fn may_take(&self, by: Seat, place: Place) -> bool {
        let target = self.men.get(&place);
        target.is_some_and(|(kind, army)| *kind != 'S' && self.holder(*army) != self.holder(by))
    }

    fn actions(&self, seat: Seat) -> Actions {
        let mut all = Actions::new();
        for (from, (kind, army)) in &self.men {
            if self.holder(*army) != Some(seat) {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let to = (from.0 + dx, from.1 + dy);
                let free = self.exists(to) && !self.men.contains_key(&to);
                if *kind != 'S' && free || "KW".contains(*kind) && self.may_take(*army, to) {
                    self.step(*from, to, &mut all);
                }
            }
            for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let to = (from.0 + dx, from.1 + dy);
                if *kind == 'A' && self.may_take(*army, to)
                    || *kind == 'S' && self.exists(to) && !self.men.contains_key(&to)
                {
                    self.step(*from, to, &mut all);
                } else if *kind == 'S' && self.exists(to) {
                    self.pushes(*from, (dx, dy), &mut all);
                }
            }
        }
        all
    }

    fn step(&self, from: Place, to: Place, all: &mut Actions) {
        let mut men = self.men.clone();
        let (kind, army) = men.remove(&from).unwrap();
        let taken = men.insert(to, (kind, army)).is_some();
        if taken && kind == 'A' {
            men.remove(&to);
        }
        let mark = if taken { 'x' } else { '-' };
        all.insert(format!("{}{mark}{}", name(from), name(to)), men);
    }

    fn pushes(&self, from: Place, (dx, dy): Place, all: &mut Actions) {
        let on = |(x, y): Place| (x + dx, y + dy);
        let colour = self.men[&on(from)].1;
        let mut run = Vec::new();
        let mut next = on(from);
        while self.men.get(&next).is_some_and(|(_, army)| *army == colour) {
            run.push(next);
            next = on(next);
        }
        // Every way to send the pushed Shields aside: targets by place, and the name of the push.
        let first = format!("{}>{}", name(from), name(on(from)));
        let mut ways: Vec<(String, Vec<(Place, Place)>)> = vec![(first, Vec::new())];
        for place in &run {
            let (kind, _) = self.men[place];
            let (x, y) = *place;
            let targets = match (kind, self.at.options().seats) {
                ('S', 2) => vec![(x, y + dy)],
                ('S', _) => vec![(x + dx, y), (x, y + dy)],
                _ => vec![on(*place)],
            };
            let there: Vec<_> = targets.into_iter().filter(|to| self.exists(*to)).collect();
            let mut longer = Vec::new();
            for (text, moved) in &ways {
                for to in &there {
                    let fits = match (kind, self.men.get(to)) {
                        (_, None) => true,
                        ('S', Some(_)) => false,
                        (_, Some(_)) => run.contains(to) || self.may_take(colour, *to),
                    };
                    if fits {
                        let mut text = text.clone();
                        if there.len() > 1 {
                            text = format!("{text}/{}", name(*to));
                        }
                        let mut moved = moved.clone();
                        moved.push((*place, *to));
                        longer.push((text, moved));
                    }
                }
            }
            ways = longer;
        }
        for (text, moved) in ways {
            let mut men = self.men.clone();
            for (place, _) in &moved {
                men.remove(place);
            }
            for (place, to) in &moved {
                let man = self.men[place];
                if men.insert(*to, man).is_some() && man.0 == 'A' {
                    men.remove(to);
                }
            }
            let pusher = men.remove(&from).unwrap();
            men.insert(on(from), pusher);
            all.insert(text, men);
        }
    }
}

#[test]
fn steps_and_pushes_agree_with_a_naive_engine() {
    let mut pushes = BTreeSet::new();
    for options in [Options::TWO, Options::FOUR, Options::FIVE] {
        let rules = Rules::new(&options).unwrap();
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        for _ in 0..8 {
            let mut at = Position::start(&rules);
            while !matches!(at.stage(), Stage::Over(_)) {
                if at.mover().is_some() {
                    for seat in at.living().iter() {
                        compare(&at, seat, &mut pushes);
                    }
                }
                let event = random_event(&at, &mut random, 0);
                at.apply(&event).unwrap();
            }
        }
    }
    assert!(pushes.len() > 300, "pushes enough to mean something: {}", pushes.len());
}

fn compare(at: &Position, seat: Seat, pushes: &mut BTreeSet<String>) {
    let naive = Naive::new(at).actions(seat);
    let mut moves = Vec::new();
    at.actions_into(seat, Kinds::ANY, &mut moves);
    let mut named = BTreeSet::new();
    for mv in moves {
        let text = Laoqi::write_move(at, &mv);
        if text.contains([':', '=', '!']) {
            continue;
        }
        let Some(expected) = naive.get(&text) else {
            panic!("{text} is not what the naive engine lists: {:?}", naive.keys());
        };
        let mut next = *at;
        next.play(&mv);
        let kings = |men: &Men| men.values().filter(|(kind, _)| *kind == 'K').count();
        if kings(expected) == kings(&men(at)) {
            assert_eq!(&men(&next), expected, "{text}");
        }
        if text.contains('>') {
            pushes.insert(text.clone());
        }
        named.insert(text);
    }
    let listed: BTreeSet<_> = naive.into_keys().collect();
    assert_eq!(named, listed, "{:?}", at.stage());
}
