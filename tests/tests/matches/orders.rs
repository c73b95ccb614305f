//! A late entry, Missing and Shown, in every order in which they can be made and arrive; and programs
//! that were stopped meanwhile. Messages are delivered by hand.

use std::collections::{BTreeMap, BTreeSet};

use crypto::MatchSecret;
use game::toys::contest::{Contest, Gesture, Move, Options};
use game::{Game, Seat, SeatSet};
use protocol::{Decision, Item, Match, Millis, News, Output, Own, Packet, SeatClock, Stage};
use record::{Clock, Finding, JournalItem, Slot};
use tests::sim::{Setting, contract, key, peer};

/// What is on the way from one program to another: messages, and whether each is an answer.
type Way = Vec<(Vec<u8>, bool)>;

/// Three programs, each with a clock of its own, and what is on the way between them.
struct Hand {
    games: Vec<Match<Contest>>,
    now: Vec<Millis>,
    links: BTreeMap<(u8, u8), Way>,
    news: Vec<Vec<News<Contest>>>,
    /// What each has said about seat 0, in the step that is watched.
    missing: BTreeSet<u8>,
    shown: BTreeSet<u8>,
    /// To whom a Shown was delivered, or a message that builds on the entry.
    was_shown: BTreeSet<u8>,
    step: u32,
}

const SILENT: Seat = Seat::of(0);
const CLOCK_MS: u64 = 60_000;
const BUDGET_MS: u64 = 5_000;

impl Hand {
    fn new(clock: Clock) -> Self {
        let options = Options { seats: 3, goal: 60, plies: 60, crown: false };
        let setting = Setting::<Contest> {
            clock,
            machine_seconds: 5,
            ..Setting::new(Contest::rules(&options).unwrap())
        };
        let signed = contract(&setting, 0x50);
        let start = |n: u8| {
            let seat = Seat::of(n);
            let keys = BTreeMap::from([(seat, key(seat))]);
            let own = Own { peer: peer(n), keys, secret: MatchSecret::new([n + 7; 32]) };
            Match::start(signed.clone(), own, Millis(0)).unwrap()
        };
        let mut hand = Self {
            games: (0..3).map(start).collect(),
            now: vec![Millis(0); 3],
            links: BTreeMap::new(),
            news: vec![Vec::new(); 3],
            missing: BTreeSet::new(),
            shown: BTreeSet::new(),
            was_shown: BTreeSet::new(),
            step: u32::MAX,
        };
        for (n, other) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            hand.games[usize::from(n)].connected(&peer(other), Millis(0));
            hand.drain(n);
        }
        hand.work_until(|game| !game.awaited().is_empty());
        hand
    }

    /// Lets messages go to and fro until something holds for all.
    fn work_until(&mut self, holds: impl Fn(&Match<Contest>) -> bool) {
        for _ in 0..40 {
            self.deliver_all();
            if self.games.iter().all(&holds) {
                return;
            }
            for n in 0..3u8 {
                self.tick(n, self.now[usize::from(n)] + 250);
            }
        }
        panic!("it does not come to that");
    }

    /// All have shown, seat 0 has won and is due with its move.
    fn at_move() -> Self {
        let mut hand = Self::new(Clock::Each { seconds: 60 });
        for (n, gesture) in [(0, 0), (1, 1), (2, 1)] {
            let decision = Decision::Choose(Gesture(gesture));
            let now = hand.now[usize::from(n)];
            hand.games[usize::from(n)].decide(Seat::of(n), decision, now).unwrap();
            hand.drain(n);
        }
        hand.work_until(|game| game.due().map(|due| &due.stage) == Some(&Stage::Act));
        assert!(hand.games.iter().all(|game| game.silent() == SeatSet::one(SILENT)));
        hand.step = hand.games[0].progress().step();
        hand
    }

    /// Carries out what a program asks for.
    fn drain(&mut self, n: u8) {
        while let Some(output) = self.games[usize::from(n)].poll() {
            match output {
                Output::Send(to, bytes) => {
                    let to = (0..3).find(|m| peer(*m) == to).unwrap();
                    self.links.entry((n, to)).or_default().push((bytes, false));
                }
                Output::Tell(news) => self.news[usize::from(n)].push(news),
                Output::Persist(items) => self.note(n, &items),
                Output::Record(_) | Output::End(_) => {}
            }
        }
    }

    /// Notes what a program has said about the silent seat: it is on its disk before it leaves.
    fn note(&mut self, n: u8, items: &[JournalItem]) {
        for item in items {
            match item {
                JournalItem::Absence(absence) if absence.step == self.step => {
                    match absence.finding {
                        Finding::Missing => self.missing.insert(n),
                        Finding::Shown(_) => self.shown.insert(n),
                    };
                }
                _ => {}
            }
        }
    }

    /// Delivers everything that is on the way from one program to another.
    fn deliver(&mut self, from: u8, to: u8) {
        for (bytes, is_answer) in self.links.remove(&(from, to)).unwrap_or_default() {
            for item in Packet::decode(&bytes).unwrap().items {
                let shows = match &item {
                    Item::Absence(absence) => matches!(absence.finding, Finding::Shown(_)),
                    // A closed step comes together with what somebody has built on it.
                    Item::Step(step) => step.step >= self.step,
                    _ => false,
                };
                if shows {
                    self.was_shown.insert(to);
                }
            }
            let now = self.now[usize::from(to)];
            let game = &mut self.games[usize::from(to)];
            let _ = game.receive(&peer(from), &bytes, now);
            let answer = game.acknowledge();
            self.drain(to);
            if !is_answer {
                self.links.entry((to, from)).or_default().push((answer, true));
            }
            self.check();
        }
    }

    fn deliver_all(&mut self) {
        while let Some((from, to)) = self.links.keys().next().copied() {
            self.deliver(from, to);
        }
    }

    fn tick(&mut self, n: u8, now: Millis) {
        self.now[usize::from(n)] = now;
        self.games[usize::from(n)].tick(now);
        self.drain(n);
    }

    /// Time passes at one program, whose links work but bring nothing.
    fn pass(&mut self, n: u8, until: Millis) {
        while self.now[usize::from(n)] < until {
            let next = self.now[usize::from(n)] + 2_500;
            self.tick(n, next.min(until));
        }
    }

    /// When a program may call the silent seat silent.
    fn deadline(&self, n: u8) -> Millis {
        match self.games[usize::from(n)].clocks().first() {
            Some((SILENT, SeatClock::Runs(until))) => *until + BUDGET_MS,
            other => panic!("{other:?}"),
        }
    }

    /// Whether a program holds the entry of the silent seat in the open step.
    fn holds(&self, n: u8) -> bool {
        let game = &self.games[usize::from(n)];
        let step = usize::try_from(self.step).unwrap();
        match game.steps().get(step).and_then(|closed| closed.slot(SILENT)) {
            Some(slot) => matches!(slot, Slot::Entry(_)),
            None => !game.silent().has(SILENT) && game.progress().step() == self.step,
        }
    }

    /// What must hold at any time.
    fn check(&self) {
        for n in 1..3 {
            let both = self.missing.contains(&n) && self.shown.contains(&n);
            assert!(!both, "{n} has said both");
            if self.missing.contains(&n) && self.holds(n) {
                assert!(self.was_shown.contains(&n), "{n} took an entry that nobody showed");
            }
        }
        assert!(self.games.iter().all(|game| game.stop().is_none()));
    }

    /// Everything arrives in the end; all agree, and each says what it must.
    fn settle(&mut self) {
        let start = self.now.clone();
        for round in 1..=60 {
            for n in 0..3u8 {
                self.tick(n, start[usize::from(n)] + 500 * round);
            }
            self.deliver_all();
        }
        let heads: Vec<_> = self.games.iter().map(|game| game.progress().head()).collect();
        assert!(heads.windows(2).all(|pair| pair[0] == pair[1]), "they disagree");
        assert!(self.games[0].progress().step() > self.step, "the step is still open");
        let step = usize::try_from(self.step).unwrap();
        let is_empty = matches!(self.games[1].steps()[step].slot(SILENT), Some(Slot::Empty(_)));
        let all_missed = self.missing.len() == 2;
        assert_eq!(is_empty, all_missed, "empty if, and only if, all others have said so");
    }
}

/// One thing that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Happens {
    /// The silent seat moves after all.
    Moves,
    /// The deadline of this program is over.
    Deadline(u8),
    /// What is on the way from one to another arrives.
    Arrives(u8, u8),
}

/// What must have happened before.
fn needs(what: Happens) -> Option<Happens> {
    match what {
        Happens::Arrives(0, _) => Some(Happens::Moves),
        Happens::Arrives(from, _) => Some(Happens::Deadline(from)),
        Happens::Moves | Happens::Deadline(_) => None,
    }
}

/// All orders of these in which nothing comes before what it needs.
fn orders(all: &[Happens]) -> Vec<Vec<Happens>> {
    if all.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (n, last) in all.iter().enumerate() {
        if all.iter().any(|other| needs(*other) == Some(*last)) {
            continue;
        }
        let rest: Vec<Happens> = [&all[..n], &all[n + 1..]].concat();
        for mut order in orders(&rest) {
            order.push(*last);
            found.push(order);
        }
    }
    found
}

fn run(order: &[Happens]) -> (usize, bool) {
    let mut hand = Hand::at_move();
    let deadlines: BTreeMap<u8, Millis> = (1..3).map(|n| (n, hand.deadline(n))).collect();
    for (n, at) in &deadlines {
        hand.pass(*n, Millis(at.0 - 1));
    }
    // Only what comes from now on counts: who is where has been told before.
    hand.deliver(1, 2);
    hand.deliver(2, 1);
    hand.links.clear();
    for what in order {
        match *what {
            Happens::Moves => {
                let now = hand.now[0];
                // It may have heard already that its slot is empty.
                let _ = hand.games[0].decide(SILENT, Decision::Move(Move::Step(1)), now);
                hand.drain(0);
            }
            Happens::Deadline(n) => {
                let (held, said) = (hand.holds(n), hand.missing.contains(&n));
                hand.tick(n, deadlines[&n]);
                let is_new = hand.missing.contains(&n) && !said;
                assert!(!(held && is_new), "{n} holds the entry and says Missing: {order:?}");
            }
            Happens::Arrives(from, to) => hand.deliver(from, to),
        }
        hand.check();
    }
    hand.settle();
    (hand.missing.len(), hand.holds(1))
}

#[test]
fn late_entries_and_statements_may_come_in_any_order() {
    use Happens::{Arrives, Deadline, Moves};
    let all = [
        Moves,
        Deadline(1),
        Deadline(2),
        Arrives(0, 1),
        Arrives(0, 2),
        Arrives(1, 2),
        Arrives(2, 1),
    ];
    let orders = orders(&all);
    assert_eq!(orders.len(), 420);
    let mut outcomes: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    for order in &orders {
        *outcomes.entry(run(order)).or_default() += 1;
    }
    // Nobody, one and both have said Missing; only with both the slot is empty.
    let kinds: Vec<(usize, bool)> = outcomes.keys().copied().collect();
    assert_eq!(kinds, [(0, true), (1, true), (2, false)], "{outcomes:?}");
}

/// A program that was stopped for a minute: what the others have sent waits in its links.
fn stopped(hand: &mut Hand, n: u8, ms: u64) {
    let back = hand.now[usize::from(n)] + ms;
    // The first thing that it is told is the time, before anything that waits.
    hand.tick(n, back);
}

#[test]
fn who_was_stopped_calls_nobody_silent_before_it_has_heard_the_others() {
    for length in [CLOCK_MS + BUDGET_MS + 1, 600_000, u64::from(u32::MAX)] {
        let mut hand = Hand::at_move();
        let now = hand.now[0];
        hand.games[0].decide(SILENT, Decision::Move(Move::Step(1)), now).unwrap();
        hand.drain(0);
        hand.deliver(0, 2);
        stopped(&mut hand, 1, length);
        assert!(hand.missing.is_empty(), "it says so without having looked: {length}");
        assert_eq!(hand.games[1].silent(), SeatSet::one(SILENT));
        hand.deliver_all();
        hand.settle();
        assert!(hand.missing.is_empty() && hand.holds(1), "{length}");
    }
}

#[test]
fn who_was_stopped_still_finds_out_who_is_silent() {
    let mut hand = Hand::at_move();
    // Seat 0 is gone. Program 1 is stopped until long after the deadline; program 2 is not.
    hand.pass(2, hand.deadline(2));
    assert_eq!(hand.missing, BTreeSet::from([2]));
    stopped(&mut hand, 1, CLOCK_MS + BUDGET_MS + 10_000);
    assert_eq!(hand.missing, BTreeSet::from([2]));
    hand.games[1].disconnected(&peer(0), hand.now[1]);
    hand.drain(1);
    // It hears the other one, and then says so too.
    hand.deliver(2, 1);
    let next = hand.now[1] + 1;
    hand.tick(1, next);
    assert_eq!(hand.missing, BTreeSet::from([1, 2]));
}

#[test]
fn who_was_stopped_and_hears_nobody_waits_for_the_budget_once_more() {
    let mut hand = Hand::at_move();
    stopped(&mut hand, 1, CLOCK_MS + BUDGET_MS + 1);
    let back = hand.now[1];
    assert!(hand.games[1].close_as_claimed(back).is_err(), "nor does its player");
    hand.pass(1, back + (BUDGET_MS - 1));
    assert!(hand.missing.is_empty());
    hand.pass(1, back + BUDGET_MS);
    assert_eq!(hand.missing, BTreeSet::from([1]));
}

#[test]
fn who_was_stopped_before_a_step_counts_nothing_against_others() {
    let mut hand = Hand::at_move();
    let now = hand.now[0];
    hand.games[0].decide(SILENT, Decision::Move(Move::Step(1)), now).unwrap();
    hand.drain(0);
    stopped(&mut hand, 1, 600_000);
    hand.deliver_all();
    hand.settle();
    assert!(hand.news.iter().flatten().all(|news| !matches!(news, News::Silent(_))));
}

/// A program whose clock all but stands still, and which takes as much time as the others let it: it
/// has its total once, and the machine budget for each decision, and then it is called silent.
#[test]
fn a_liar_about_think_times_gains_the_machine_budget_and_no_more() {
    const TOTAL_MS: u64 = 10_000;
    const GRAIN_MS: u64 = 500;
    let mut hand = Hand::new(Clock::Total { seconds: 10, increment: 0 });
    let (mut taken, mut turns) = (0, 0);
    let is_silent = |hand: &Hand| {
        hand.news[1].iter().any(|news| matches!(news, News::Silent(seat) if *seat == SILENT))
    };
    'match_: while turns < 12 {
        turns += 1;
        for (n, gesture) in [(1, 1), (2, 2)] {
            let now = hand.now[usize::from(n)];
            let decision = Decision::Choose(Gesture(gesture));
            hand.games[usize::from(n)].decide(Seat::of(n), decision, now).unwrap();
            hand.drain(n);
        }
        // As late as somebody may come who has all of his total left, by his own account.
        for _ in 0..(TOTAL_MS + BUDGET_MS - GRAIN_MS) / GRAIN_MS {
            for n in [1, 2] {
                let next = hand.now[usize::from(n)] + GRAIN_MS;
                hand.tick(n, next);
            }
            hand.deliver(1, 2);
            hand.deliver(2, 1);
            taken += GRAIN_MS;
            if is_silent(&hand) {
                break 'match_;
            }
        }
        let now = hand.now[0];
        hand.games[0].decide(SILENT, Decision::Choose(Gesture(2)), now).unwrap();
        hand.drain(0);
        hand.work_until(|game| game.due().map(|due| &due.stage) == Some(&Stage::Act));
        let now = hand.now[1];
        hand.games[1].decide(Seat::of(1), Decision::Move(Move::Step(1)), now).unwrap();
        hand.drain(1);
        hand.work_until(|game| !game.awaited().is_empty());
    }
    assert!(is_silent(&hand), "{taken} ms in {turns} turns");
    assert!(taken > TOTAL_MS, "who comes late by less than the budget is not blamed: {taken}");
    assert!(taken <= TOTAL_MS + turns * (BUDGET_MS + GRAIN_MS), "{taken} ms in {turns} turns");
}
