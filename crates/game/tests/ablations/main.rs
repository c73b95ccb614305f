//! No law of the suite is a test that cannot fail: for each there is a game that breaks it, and
//! the suite says which law it broke.

mod bent;

use std::collections::BTreeSet;

use bent::{Base, Bent, Flaw, with};
use game::Game;
use game::conformance::{Broken, Law, Tally, check, survey};
use game::toys::contest::{self, Contest};
use game::toys::skirmish::{self, Skirmish};

impl Base for Contest {
    fn preset() -> Self::Rules {
        let options = contest::Options { seats: 4, goal: 12, crown: true, ..Default::default() };
        Self::rules(&options).expect("the preset is without fault")
    }
}

impl Base for Skirmish {
    fn preset() -> Self::Rules {
        Self::rules(&skirmish::Options::default()).expect("the preset is without fault")
    }
}

fn run<B: Base>(flaw: Flaw) -> Result<Tally, Broken> {
    with(flaw, || survey::<Bent<B>>(&B::preset(), 7, 16, 600))
}

fn contest(flaw: Flaw) -> Result<Tally, Broken> {
    run::<Contest>(flaw)
}

fn skirmish(flaw: Flaw) -> Result<Tally, Broken> {
    run::<Skirmish>(flaw)
}

/// Which toy, with which flaw, breaks which law.
type Ablation = (fn(Flaw) -> Result<Tally, Broken>, Flaw, Law);

const ABLATIONS: &[Ablation] = &[
    (contest, Flaw::RulesUnread, Law::RulesCoded),
    (contest, Flaw::RulesLoose, Law::RulesCoded),
    (contest, Flaw::AnyGame, Law::RulesRefused),
    (contest, Flaw::AnyVersion, Law::RulesRefused),
    (contest, Flaw::TwinNodes, Law::Board),
    (contest, Flaw::BackwardLink, Law::Board),
    (contest, Flaw::Endless, Law::Ends),
    (contest, Flaw::Drifts, Law::Replay),
    (contest, Flaw::NoSkip, Law::Takes),
    (contest, Flaw::NoAgreed, Law::Takes),
    (contest, Flaw::NoOut, Law::Takes),
    (contest, Flaw::NoSilence, Law::Takes),
    (contest, Flaw::TossAnytime, Law::Refuses),
    (contest, Flaw::DeadGoOut, Law::Refuses),
    (contest, Flaw::ExtraSlots, Law::Refuses),
    (contest, Flaw::FewerSlots, Law::Refuses),
    (contest, Flaw::MovesAfterEnd, Law::Refuses),
    (contest, Flaw::OthersSkip, Law::Refuses),
    (skirmish, Flaw::AnyAnswer, Law::Refuses),
    (contest, Flaw::MutatesFirst, Law::Untouched),
    (skirmish, Flaw::MutatesFirst, Law::Untouched),
    (contest, Flaw::OwesOthers, Law::OwesIsApply),
    (contest, Flaw::ApplyLoose, Law::OwesIsApply),
    (contest, Flaw::ApplyStrict, Law::OwesIsApply),
    (contest, Flaw::ShowsStrict, Law::OwesIsApply),
    (contest, Flaw::AdmitsAll, Law::OwesIsApply),
    (contest, Flaw::PositionUnread, Law::Coded),
    (contest, Flaw::MoveUnread, Law::Coded),
    (contest, Flaw::ChoiceUnread, Law::Coded),
    (contest, Flaw::PositionLoose, Law::Strict),
    (contest, Flaw::MoveLoose, Law::Strict),
    (contest, Flaw::ChoiceLoose, Law::Strict),
    (contest, Flaw::PositionPanics, Law::NoPanic),
    (contest, Flaw::MovePanics, Law::NoPanic),
    (contest, Flaw::ChoicePanics, Law::NoPanic),
    (contest, Flaw::TextPanics, Law::NoPanic),
    (contest, Flaw::OwesPanics, Law::NoPanic),
    (contest, Flaw::OthersMove, Law::Turn),
    (contest, Flaw::NoMoves, Law::Turn),
    (contest, Flaw::Reversed, Law::Sorted),
    (contest, Flaw::MoveTwice, Law::Sorted),
    (contest, Flaw::OwesStrict, Law::Allowed),
    (contest, Flaw::MoveMissing, Law::Complete),
    (skirmish, Flaw::MoveMissing, Law::Complete),
    (skirmish, Flaw::FalseClaim, Law::Claims),
    (skirmish, Flaw::UnorderedClaim, Law::Claims),
    (skirmish, Flaw::NoRuling, Law::Claims),
    (contest, Flaw::ChoiceTwice, Law::Choices),
    (contest, Flaw::ChoiceMissing, Law::Choices),
    (contest, Flaw::AdmitsNone, Law::Choices),
    (contest, Flaw::MoveUnreadable, Law::Notation),
    (contest, Flaw::MovePadded, Law::Notation),
    (contest, Flaw::ChoiceUnreadable, Law::Notation),
    (contest, Flaw::SameText, Law::NotationUnique),
    (contest, Flaw::SameChoiceText, Law::NotationUnique),
    (skirmish, Flaw::LineUnreadable, Law::PositionText),
    (skirmish, Flaw::LineForgetsViewer, Law::PositionText),
    (contest, Flaw::TwoLines, Law::PositionText),
    (contest, Flaw::SamePicks, Law::Picks),
    (contest, Flaw::PicksBeyond, Law::Picks),
    (contest, Flaw::NoPicks, Law::Picks),
    (skirmish, Flaw::Leaks, Law::Sight),
    (skirmish, Flaw::FalseKind, Law::Truth),
    (contest, Flaw::FalseLiving, Law::Truth),
    (skirmish, Flaw::HidesNothing, Law::Secrets),
    (skirmish, Flaw::ArmyUnordered, Law::Secrets),
    (skirmish, Flaw::WrongCounts, Law::Secrets),
    (contest, Flaw::AllLive, Law::Living),
    (contest, Flaw::DeadAreDue, Law::Due),
    (contest, Flaw::NobodyDue, Law::Due),
    (contest, Flaw::PlyFalls, Law::Forward),
    (contest, Flaw::BeginsTwice, Law::Forward),
    (contest, Flaw::NobodyWins, Law::Outcome),
    (skirmish, Flaw::SplitSide, Law::Outcome),
    (contest, Flaw::LosersWin, Law::LastSide),
    (contest, Flaw::AgreedWins, Law::Agreed),
];

#[test]
fn without_a_flaw_no_law_is_broken() {
    assert_eq!(contest(Flaw::None).err(), None);
    assert_eq!(skirmish(Flaw::None).err(), None);
}

#[test]
fn each_flaw_breaks_its_law() {
    let mut missed = Vec::new();
    for (run, flaw, law) in ABLATIONS {
        match run(*flaw) {
            Ok(_) => missed.push(format!("{flaw:?} is not found; it breaks {law:?}")),
            Err(broken) if broken.law == *law => {}
            Err(broken) => missed.push(format!("{flaw:?} should break {law:?}, not: {broken}")),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_law_has_a_flaw_that_breaks_it() {
    let broken: BTreeSet<Law> = ABLATIONS.iter().map(|(_, _, law)| *law).collect();
    let untested: Vec<_> = Law::ALL.iter().filter(|law| !broken.contains(law)).collect();
    assert!(untested.is_empty(), "no flaw breaks {untested:?}");
}

#[test]
#[should_panic(expected = "law broken: moves are listed in ascending order, each once (Sorted)")]
fn the_message_names_the_law() {
    with(Flaw::Reversed, || check::<Bent<Contest>>(&Contest::preset(), 7, 4, 600));
}
