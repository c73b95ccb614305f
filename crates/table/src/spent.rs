//! How long proofs take here: what a player of hidden games may ask of his machine.

use std::time::{Duration, Instant};

use catalog::Any;
use protocol::{Match, Stage};

/// How often something was done, and how long it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How often.
    pub times: u32,
    /// In all.
    pub sum: Duration,
    /// At most.
    pub longest: Duration,
}

impl Spent {
    fn note(&mut self, took: Duration) {
        self.times = self.times.saturating_add(1);
        self.sum = self.sum.saturating_add(took);
        self.longest = self.longest.max(took);
    }

    /// On average.
    pub fn mean(&self) -> Duration {
        self.sum.checked_div(self.times).unwrap_or_default()
    }
}

/// What a match with hidden pieces has cost this program so far, the disk left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proofs {
    /// Setting up: an own layout committed to and proven legal.
    pub set_up: Spent,
    /// The same of another seat, checked.
    pub set_up_checked: Spent,
    /// Own moves that prove something.
    pub moved: Spent,
    /// An attack by another seat, checked; and answered, if an own piece was attacked.
    pub attacked: Spent,
    /// An answer of another seat, checked.
    pub answered: Spent,
}

/// What is being measured: begun before something is done, and noted afterwards.
pub(crate) struct Measure {
    begun: Instant,
    stage: Option<Stage>,
    step: u32,
}

impl Measure {
    /// Begins, if there is anything to hide in the match.
    pub(crate) fn of(game: &Match<Any>) -> Self {
        let stage = game.due().map(|due| due.stage.clone());
        Self { begun: Instant::now(), stage, step: game.progress().step() }
    }

    /// An own decision has been carried out; `owes`: it had to prove something.
    pub(crate) fn decided(self, owes: bool, proofs: &mut Proofs) {
        match self.stage {
            Some(Stage::Deploy) => proofs.set_up.note(self.begun.elapsed()),
            Some(Stage::Act) if owes => proofs.moved.note(self.begun.elapsed()),
            _ => {}
        }
    }

    /// A message of another program has been taken.
    pub(crate) fn received(self, game: &Match<Any>, proofs: &mut Proofs) {
        let steps = game.progress().step().saturating_sub(self.step);
        let has_moved_on = steps > 0;
        let now = game.due().map(|due| &due.stage);
        // The own answer closes a step of its own at once.
        let has_fought = steps > 1 || matches!(now, Some(Stage::Answer(_)));
        match self.stage {
            Some(Stage::Deploy) if has_moved_on => proofs.set_up_checked.note(self.begun.elapsed()),
            Some(Stage::Act) if has_moved_on && has_fought => {
                proofs.attacked.note(self.begun.elapsed());
            }
            Some(Stage::Answer(_)) if has_moved_on => proofs.answered.note(self.begun.elapsed()),
            _ => {}
        }
    }
}
