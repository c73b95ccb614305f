//! Opponents that count what the bot has shown.

use std::collections::BTreeMap;

use bot::{Contender, Decision, Dice, Mixture, PARTS, Player, Random};
use game::{Event, Game, Known, Outcome, Seat, SeatSet, Showing, Waits};
use laoqi::{Gesture, Laoqi, Options, Position, Stage, Table};

use crate::games::{dice, start};

const BOT: Seat = Seat::of(0);
const COUNTER: Seat = Seat::of(1);

/// What an opponent predicts from: the gestures that followed the same last `memory` ones, among
/// the last `window`.
#[derive(Clone, Copy, Debug)]
struct Counter {
    memory: usize,
    window: usize,
}

/// Frequency, recent frequency, and Markov chains of first, second and third order.
const COUNTERS: [Counter; 5] = [
    Counter { memory: 0, window: usize::MAX },
    Counter { memory: 0, window: 12 },
    Counter { memory: 1, window: usize::MAX },
    Counter { memory: 2, window: usize::MAX },
    Counter { memory: 3, window: usize::MAX },
];

impl Counter {
    /// The gesture that beats the most likely next one; of equals the first.
    fn answer(self, history: &[Gesture]) -> Gesture {
        let history = &history[history.len().saturating_sub(self.window)..];
        let mut counts = [0u32; 3];
        let last = &history[history.len().saturating_sub(self.memory)..];
        for window in history.windows(self.memory + 1) {
            let (next, before) = window.split_last().expect("at least one");
            counts[*next as usize] += u32::from(before == last);
        }
        let mut gestures = Gesture::ALL.into_iter().rev();
        let likely = gestures.by_ref().max_by_key(|gesture| counts[*gesture as usize]);
        beating(likely.expect("three gestures"))
    }
}

fn beating(gesture: Gesture) -> Gesture {
    Gesture::ALL.into_iter().find(|other| other.beats() == gesture).expect("one does")
}

/// Positions before a contest: the start, and some that random games come to.
fn positions() -> Vec<Position> {
    let mut found = vec![start(&Options::TWO)];
    for game in 0..200 {
        let mut at = start(&Options::TWO);
        let mut throw = dice(game, BOT);
        while at.ply().0 < 6 + game as u32 % 20 && !matches!(at.stage(), Stage::Over(_)) {
            step_at_random(&mut at, &mut throw);
        }
        if matches!(at.stage(), Stage::Contest { .. }) && found.len() < 13 {
            found.push(at);
        }
    }
    found
}

fn step_at_random(at: &mut Position, throw: &mut Dice) {
    let mut choose = |at: &Position, seat: Seat| {
        Player::<Laoqi>::decide(&Random, at, &Known::of(seat), seat, throw).expect("due")
    };
    match Laoqi::waits(at) {
        Waits::Move(seat) => match choose(at, seat) {
            Decision::Move(mv) => at.play(&mv),
            other => panic!("{other:?}"),
        },
        Waits::Choices(due) => {
            let mut table = Table::EMPTY;
            for seat in due.iter() {
                let Decision::Choice(gesture) = choose(at, seat) else { panic!("a gesture") };
                table.set(seat, Some(gesture));
            }
            at.show(&table);
        }
        _ => {}
    }
}

/// What is tested next draws from the mixture itself: this is how decisions are made.
#[test]
fn a_gesture_is_drawn_from_the_mixture_of_the_position_alone() {
    for at in positions() {
        let mixture = Contender::STRONG.mixture(&at, BOT);
        assert_eq!(mixture.0.iter().sum::<u32>(), PARTS);
        for game in 0..20 {
            let (mut one, mut other) = (dice(game, BOT), dice(game, BOT));
            let decision = Contender::STRONG.decide(&at, &Known::of(BOT), BOT, &mut one);
            assert_eq!(decision, Some(Decision::Choice(mixture.draw(&mut other))));
        }
    }
}

/// At a fixed position an opponent that knew the mixture would win a contest with the probability
/// of the gesture shown most. Counting 4000 contests wins no more than that: the bound is three
/// standard deviations, which chance alone passes about once in 700 times.
#[test]
fn counting_wins_no_more_contests_than_the_mixture_concedes() {
    let contests = 4000;
    for (number, at) in positions().iter().enumerate() {
        let mixture = Contender::STRONG.mixture(at, BOT);
        let concedes = f64::from(*mixture.0.iter().max().expect("three")) / f64::from(PARTS);
        let bound = concedes + 3.0 * (concedes * (1.0 - concedes) / f64::from(contests)).sqrt();
        for counter in COUNTERS {
            let won = wins(counter, &mixture, contests, number as u64);
            let share = f64::from(won) / f64::from(contests);
            assert!(share <= bound, "{number} {counter:?}: {share} > {bound} {mixture:?}");
        }
    }
}

/// Nothing is at stake at the start: there no gesture is likelier than another, so that counting
/// wins one contest in three like anybody, within three standard deviations.
#[test]
fn counting_wins_one_in_three_where_nothing_is_at_stake() {
    for seats in 2..=5 {
        let at = start(&Options { seats, ..Options::TWO });
        let mixture = Contender::STRONG.mixture(&at, BOT);
        assert!(mixture.0.iter().all(|part| (333..=334).contains(part)), "{seats}: {mixture:?}");
        for counter in COUNTERS {
            let won = wins(counter, &mixture, 4000, 100 + u64::from(seats));
            assert!(won <= 1333 + 3 * 30, "{seats} {counter:?}: {won} of 4000");
        }
    }
}

fn wins(counter: Counter, mixture: &Mixture, contests: u32, game: u64) -> u32 {
    let mut throw = dice(game, BOT);
    let mut history = Vec::new();
    let mut won = 0;
    for _ in 0..contests {
        let answer = counter.answer(&history);
        let shown = mixture.draw(&mut throw);
        won += u32::from(answer.beats() == shown);
        history.push(shown);
    }
    won
}

/// Whole games against opponents that act as well as the bot. One that counts may win more
/// contests, for the bot gives away those that matter less; it must not win more games for it than
/// one that shows gestures at random, within three standard deviations of the difference.
#[test]
fn counting_through_games_gains_nothing() {
    let games = 150;
    let count = |pick: &dyn Fn(u64) -> Option<Counter>| {
        (0..games).filter(|game| loses_to(pick(*game), *game)).count()
    };
    let counting = count(&|game| Some(COUNTERS[game as usize % COUNTERS.len()]));
    let random = count(&|_| None);
    println!("lost {counting} of {games} to counting, {random} to random gestures");
    assert!(counting <= random + 3 * 9, "{counting} against {random}");
}

/// Whether the bot loses a game to an opponent that counts, or shows gestures at random.
fn loses_to(counter: Option<Counter>, game: u64) -> bool {
    let mut at = start(&Options::TWO);
    let (mut own, mut other) = (dice(game, BOT), dice(game, COUNTER));
    let mut history = Vec::new();
    loop {
        match Laoqi::waits(&at) {
            Waits::Nothing(outcome) => return outcome == Outcome::Won(SeatSet::one(COUNTER)),
            Waits::Move(seat) => {
                let throw = if seat == BOT { &mut own } else { &mut other };
                let decision = Contender::QUICK.decide(&at, &Known::of(seat), seat, throw);
                let Some(Decision::Move(mv)) = decision else { panic!("a move") };
                at.apply(&Event::Moved(seat, mv)).expect("legal");
            }
            _ => {
                let decision = Contender::QUICK.decide(&at, &Known::of(BOT), BOT, &mut own);
                let Some(Decision::Choice(shown)) = decision else { panic!("a gesture") };
                let answer = match counter {
                    Some(counter) => counter.answer(&history),
                    None => *other.one_of(&Gesture::ALL).expect("three"),
                };
                history.push(shown);
                let showings = [(BOT, Showing::Shown(shown)), (COUNTER, Showing::Shown(answer))];
                at.apply(&Event::Unsealed(BTreeMap::from(showings))).expect("legal");
            }
        }
    }
}

#[test]
fn the_counter_answers_what_it_predicts() {
    use Gesture::{Paper, Rock, Scissors};
    let frequency = COUNTERS[0];
    assert_eq!(frequency.answer(&[Rock, Rock, Paper]), Paper);
    let markov = COUNTERS[2];
    assert_eq!(markov.answer(&[Rock, Scissors, Paper, Rock]), Rock, "rock led to scissors");
}
