//! How often to show which gesture, so that counting does not help an opponent.

use game::Seat;
use laoqi::Gesture;

use crate::contender::payoffs::{Payoff, Payoffs};
use crate::contender::scores::{Scores, WIN};
use crate::dice::Dice;

/// The parts that a mixture has.
pub const PARTS: u32 = 1000;
/// What every gesture gets at least, unless showing it is plainly wrong.
pub const FLOOR: u32 = 100;

/// With this at stake or less, the initiative included, all gestures are shown equally often.
const QUIET_STAKE: i32 = 150;
/// With this at stake or more the mixture is what fictitious play makes of it.
const SHARP_STAKE: i32 = 320;

/// Fictitious play is repeated so often with a better guess of what a tie is worth.
const GUESSES: u32 = 3;

/// How often a seat shows each gesture, in parts of [`PARTS`], in the order of [`Gesture::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mixture(pub [u32; 3]);

impl Mixture {
    /// One gesture by the dice.
    pub fn draw(&self, dice: &mut Dice) -> Gesture {
        let mut thrown = dice.below(PARTS);
        for (gesture, part) in Gesture::ALL.into_iter().zip(self.0) {
            if thrown < part {
                return gesture;
            }
            thrown -= part;
        }
        Gesture::Paper
    }

    /// The mixture of a seat: what fictitious play of all seats makes of these payoffs, with
    /// [`FLOOR`] for every gesture that is not plainly wrong.
    pub(crate) fn of(payoffs: &Payoffs, seat: Seat, rounds: u32) -> Self {
        let place = payoffs.seats().iter().position(|other| *other == seat).unwrap_or(0);
        let (play, again) = settle(payoffs, rounds);
        let counts = play.counts.get(place).copied().unwrap_or([1; 3]);
        let rows = payoffs.rows(place, again.of(seat));
        let wrong = [0, 1, 2].map(|gesture| is_wrong(&rows, gesture));
        Self(blend(spread(counts, wrong), stake(&rows)))
    }
}

/// The value of the contest to each seat; none if nothing can come of it.
pub(crate) fn value(payoffs: &Payoffs, rounds: u32) -> Option<Scores> {
    guess(payoffs)?;
    Some(settle(payoffs, rounds).1)
}

/// Fictitious play, and what a tie is worth: as much as the contest.
fn settle(payoffs: &Payoffs, rounds: u32) -> (Play, Scores) {
    let mut again = guess(payoffs).unwrap_or(Scores::all(0));
    let mut play = Play::run(payoffs, &again, rounds);
    for _ in 1..GUESSES {
        again = play.value(payoffs, &again);
        play = Play::run(payoffs, &again, rounds);
    }
    let value = play.value(payoffs, &again);
    (play, value)
}

/// What a contest is worth if all gestures are equally likely.
fn guess(payoffs: &Payoffs) -> Option<Scores> {
    Scores::mean(payoffs.cells().iter().filter_map(|payoff| match payoff {
        Payoff::Settled(scores) => Some(*scores),
        Payoff::Again => None,
    }))
}

/// Repeated play in which every seat answers best to all that the others have shown so far. With
/// two seats this comes close to the mixtures that nobody can exploit; with more it is a sensible
/// guess.
struct Play {
    rounds: u32,
    counts: Vec<[u32; 3]>,
    /// What each gesture would have scored against all that the others showed.
    sums: Vec<[i64; 3]>,
}

impl Play {
    fn run(payoffs: &Payoffs, again: &Scores, rounds: u32) -> Self {
        let seats = payoffs.seats().len();
        let mut play = Self { rounds, counts: vec![[0; 3]; seats], sums: vec![[0; 3]; seats] };
        let mut shown = vec![0; seats];
        for _ in 0..rounds {
            for ((gesture, sums), counts) in shown.iter_mut().zip(&play.sums).zip(&mut play.counts)
            {
                *gesture = best(sums);
                if let Some(count) = counts.get_mut(*gesture) {
                    *count += 1;
                }
            }
            play.learn(payoffs, again, &mut shown);
        }
        play
    }

    /// Adds what each gesture of each seat would have scored against what the others have shown.
    fn learn(&mut self, payoffs: &Payoffs, again: &Scores, shown: &mut [usize]) {
        for (place, (seat, sums)) in payoffs.seats().iter().zip(&mut self.sums).enumerate() {
            let own = shown.get(place).copied();
            for (gesture, sum) in sums.iter_mut().enumerate() {
                shown.get_mut(place).into_iter().for_each(|place| *place = gesture);
                *sum += i64::from(match payoffs.get(shown) {
                    Some(Payoff::Settled(scores)) => scores.of(*seat),
                    Some(Payoff::Again) | None => again.of(*seat),
                });
            }
            if let (Some(place), Some(own)) = (shown.get_mut(place), own) {
                *place = own;
            }
        }
    }

    /// What the contest is worth to each seat: with two, the middle of what both could get.
    fn value(&self, payoffs: &Payoffs, again: &Scores) -> Scores {
        let rounds = i64::from(self.rounds.max(1));
        let most = |sums: &[i64; 3]| sums.iter().copied().max().unwrap_or(0);
        let narrow = |sum: i64| i32::try_from(sum / rounds).unwrap_or(0);
        let mut value = *again;
        if let ([one, other], [ones, others]) = (payoffs.seats(), self.sums.as_slice())
            && payoffs.is_even()
        {
            let middle = narrow((most(ones) - most(others)) / 2);
            value.set(*one, middle);
            value.set(*other, -middle);
            return value;
        }
        for (seat, sums) in payoffs.seats().iter().zip(&self.sums) {
            value.set(*seat, narrow(most(sums)));
        }
        value
    }
}

fn best(sums: &[i64; 3]) -> usize {
    let places = sums.iter().enumerate();
    places.max_by_key(|(place, sum)| (**sum, 2 - place)).map_or(0, |(place, _)| place)
}

/// Whether showing this gesture is plainly wrong: another one is never worse and sometimes better,
/// or it can cost the King and another one cannot.
fn is_wrong(rows: &[Vec<i32>; 3], gesture: usize) -> bool {
    let row = rows.get(gesture).map_or(&[][..], Vec::as_slice);
    let others = || rows.iter().enumerate().filter(|(other, _)| *other != gesture);
    let never_worse = |other: &[i32]| other.iter().zip(row).all(|(other, own)| other >= own);
    let lethal = |row: &[i32]| row.iter().any(|score| *score <= LOST);
    others().any(|(_, other)| {
        (never_worse(other) && other.as_slice() != row) || (lethal(row) && !lethal(other))
    })
}

/// How much the best and the worst that can follow lie apart.
fn stake(rows: &[Vec<i32>; 3]) -> i32 {
    let all = || rows.iter().flatten().copied();
    all().max().unwrap_or(0) - all().min().unwrap_or(0)
}

/// The parts, moved towards even ones where little is at stake: there the differences are smaller
/// than the errors of judgement, and even parts leave nothing to count.
fn blend(parts: [u32; 3], stake: i32) -> [u32; 3] {
    let sharp = u32::try_from((stake - QUIET_STAKE).clamp(0, SHARP_STAKE - QUIET_STAKE));
    let (sharp, all) = (sharp.unwrap_or(0), (SHARP_STAKE - QUIET_STAKE).unsigned_abs());
    let mut blended = parts.map(|part| (part * sharp + PARTS / 3 * (all - sharp)) / all);
    let missing = PARTS - blended.iter().sum::<u32>();
    if let Some(most) = blended.iter_mut().max() {
        *most += missing;
    }
    blended
}

/// At or below this a seat is out.
const LOST: i32 = -WIN + WIN / 20;

/// Counts as parts of [`PARTS`], with the floor where it applies.
fn spread(counts: [u32; 3], wrong: [bool; 3]) -> [u32; 3] {
    let floors = wrong.map(|wrong| if wrong { 0 } else { FLOOR });
    let total = counts.iter().sum::<u32>().max(1);
    let rest = PARTS - floors.iter().sum::<u32>();
    let mut parts = [0; 3];
    for ((part, count), floor) in parts.iter_mut().zip(counts).zip(floors) {
        *part = floor + count * rest / total;
    }
    // What rounding leaves goes to the gesture shown most.
    let missing = PARTS - parts.iter().sum::<u32>();
    if let Some(most) = parts.iter_mut().max() {
        *most += missing;
    }
    parts
}

#[cfg(test)]
mod tests {
    use game::Game;
    use laoqi::{Laoqi, Options, Position, Rules, Stage};

    use super::*;
    use crate::contender::search::Search;

    const ROUNDS: u32 = 600;

    fn random_position(game: u64, plies: u32) -> Option<Position> {
        let mut at = Laoqi::start(&Rules::new(&Options::TWO).unwrap());
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&game.to_le_bytes());
        let mut dice = Dice::new(seed);
        let mut moves = Vec::new();
        while at.ply().0 < plies && !matches!(at.stage(), Stage::Over(_)) {
            moves.clear();
            at.moves_into(&mut moves);
            if let Some(mv) = dice.one_of(&moves) {
                at.play(mv);
            } else {
                let mut table = laoqi::Table::EMPTY;
                for seat in at.due().iter() {
                    table.set(seat, dice.one_of(&Gesture::ALL).copied());
                }
                at.show(&table);
            }
        }
        matches!(at.stage(), Stage::Contest { .. }).then_some(at)
    }

    /// What the best answer to this mixture scores above the value of the contest.
    fn concedes(payoffs: &Payoffs, mixture: &Mixture, seat: usize) -> i32 {
        let again = settle(payoffs, ROUNDS).1;
        let other = payoffs.seats()[1 - seat];
        let answers = payoffs.rows(1 - seat, again.of(other)).map(|row| {
            let parts = row.iter().zip(mixture.0);
            parts.map(|(score, part)| score * i32::try_from(part).unwrap()).sum::<i32>() / 1000
        });
        answers.into_iter().max().unwrap() - again.of(other)
    }

    /// With two seats nobody gains much by knowing the mixture, so counting gains no more: at most
    /// a third of a Warrior on average, and never as much as a twentieth of the game. What it gains
    /// is the price of the floor.
    #[test]
    fn the_best_answer_gains_little() {
        let (mut count, mut sum) = (0, 0);
        for game in 0..150 {
            let Some(at) = random_position(game, (game % 25) as u32) else { continue };
            let payoffs = Payoffs::of(&mut Search::new(10_000), &at, 1);
            for (place, seat) in payoffs.seats().iter().enumerate() {
                let mixture = Mixture::of(&payoffs, *seat, ROUNDS);
                let gain = concedes(&payoffs, &mixture, place);
                assert!(gain < WIN / 10, "{game}: {gain} {mixture:?} {payoffs:?}");
                count += 1;
                sum += gain;
            }
        }
        println!("{count} mixtures, mean gain {}", sum / count);
        assert!(count > 100 && sum / count < 33, "{sum} / {count}");
    }

    #[test]
    fn parts_add_up_and_the_floor_holds() {
        assert_eq!(spread([600, 0, 0], [false; 3]), [800, 100, 100]);
        assert_eq!(spread([0, 300, 300], [true, false, false]), [0, 500, 500]);
        assert_eq!(spread([1, 1, 1], [false; 3]).iter().sum::<u32>(), PARTS);
    }

    #[test]
    fn a_gesture_that_never_helps_or_costs_the_king_is_wrong() {
        let rows = |rows: [[i32; 3]; 3]| rows.map(|row| row.to_vec());
        let even = rows([[0, -30, 30], [30, 0, -30], [-30, 30, 0]]);
        assert!(![0, 1, 2].iter().any(|gesture| is_wrong(&even, *gesture)));
        let worse = rows([[0, -30, -40], [30, 0, -30], [-30, 30, 0]]);
        assert!(is_wrong(&worse, 0) && !is_wrong(&worse, 1));
        let lethal = rows([[0, -30, 30], [30, 0, -30], [-WIN, 30, 0]]);
        assert!(is_wrong(&lethal, 2) && !is_wrong(&lethal, 0));
    }

    #[test]
    fn every_gesture_is_drawn_as_often_as_it_should() {
        let mut dice = Dice::new([3; 32]);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[Mixture([500, 300, 200]).draw(&mut dice) as usize] += 1;
        }
        assert!((4800..5200).contains(&counts[0]) && (1850..2150).contains(&counts[2]));
    }
}
