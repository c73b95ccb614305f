use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use game::{Seat, SeatSet};
use table::{Name, PhaseView, Settings, Table};

use super::super::look::Theme;
use super::super::samples::{Match, Stage, harness, machines, until, wait};
use super::*;
use crate::text::{Lang, Text};

/// A card over a match.
struct Over {
    card: ResultCard,
    game: MatchView,
}

impl Over {
    fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        self.card.ui(ui, scene, acts, &self.game);
    }
}

fn over(played: &Match) -> Stage<Over> {
    Stage::new(Over { card: ResultCard::default(), game: MatchView::clone(&played.view) })
}

fn commands(acts: Vec<Act>) -> Vec<Command> {
    let commands = acts.into_iter().filter_map(|act| match act {
        Act::Table(command) => Some(*command),
        _ => None,
    });
    commands.collect()
}

#[test]
fn it_says_how_the_match_ended_and_that_the_record_holds() {
    let played = Match::play();
    let mut page = harness(over(&played), [520.0, 400.0], Over::ui);
    until(&mut page, |page| page.state().page.card.audited.is_some());
    page.run();
    assert!(page.query_all_by_label_contains("记录已核对（").next().is_some());
    assert!(page.query_all_by_label_contains("个签名").next().is_some());
    let title = match &played.view.ended {
        Some(Ended::Decided(Outcome::Won(_))) => "获胜",
        _ => "和棋",
    };
    assert!(page.query_all_by_label_contains(title).next().is_some());
    let height = page.get_by_label("离开").rect().bottom();
    assert!(height < 260.0, "{height}");
    page.get_by_label("收起").click();
    page.run();
    assert!(page.get_by_label("离开").rect().bottom() < height);
}

#[test]
fn the_record_is_shown_after_the_match_was_left() {
    let played = Match::play();
    let mut page = harness(over(&played), [520.0, 400.0], Over::ui);
    page.run();
    page.get_by_label("看棋谱").click();
    page.run();
    let acts = page.state_mut().take();
    assert_eq!(acts, [Act::Table(Box::new(Command::Leave)), Act::Open(played.record())]);
    page.get_by_label("离开").click();
    page.run();
    assert_eq!(commands(page.state_mut().take()), [Command::Leave]);
}

#[test]
fn the_same_is_played_again_only_where_nobody_else_is_needed() {
    let played = Match::play();
    let mut page = harness(over(&played), [520.0, 400.0], Over::ui);
    page.run();
    page.get_by_label("再来一局").click();
    page.run();
    let again = Command::Host { plan: machines(), start: Start::WhenFull };
    assert_eq!(commands(page.state_mut().take()), [Command::Leave, again]);
    page.state_mut().page.game.bots = SeatSet::EMPTY;
    let key = played.view.contract.players.get(1).unwrap().fingerprint.clone();
    let plan = super::again(&key, &page.state().page.game).unwrap();
    assert_eq!(plan.seats, [SeatPlan::Beside, SeatPlan::Me]);
    page.state_mut().page.game.contract.own = SeatSet::one(Seat::of(0));
    page.run();
    assert!(page.query_by_label("再来一局").is_none());
}

#[test]
fn the_table_plays_again_when_it_is_asked_so() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        profile: folder.path().to_owned(),
        name: Some(Name::new("甲").unwrap()),
        host: std::net::Ipv4Addr::LOCALHOST.into(),
        port: 0,
        pace: std::time::Duration::ZERO,
        find: false,
        crash: None,
    };
    let table = Table::open(&settings).unwrap();
    table.apply(Command::Host { plan: machines(), start: Start::WhenFull });
    let ended = |view: &table::TableView| match &view.phase {
        PhaseView::Playing(game) => game.ended.is_some().then(|| Arc::clone(game)),
        _ => None,
    };
    let game = wait(&table, ended);
    let plan = again("", &game).unwrap();
    table.apply(Command::Leave);
    table.apply(Command::Host { plan, start: Start::WhenFull });
    let other =
        wait(&table, |view| ended(view).filter(|other| other.contract.id != game.contract.id));
    assert_ne!(other.record, game.record);
}

#[test]
fn every_end_is_told_in_both_languages_and_all_colours() {
    let played = Match::play();
    let ends = [
        Ended::Decided(Outcome::Won(SeatSet::one(Seat::of(0)))),
        Ended::Decided(Outcome::Drawn(SeatSet::first(2))),
        Ended::NoGame(Seat::of(1)),
        Ended::Claimed(SeatSet::one(Seat::of(1))),
        Ended::Cheated { seat: Seat::of(1), step: 3, check: table::Check::Turn },
        Ended::Diverged { seat: Seat::of(1), step: 3 },
        Ended::Fault("a bug".into()),
    ];
    let mut page = harness(over(&played), [480.0, 400.0], Over::ui);
    for lang in [Lang::Zh, Lang::En] {
        page.state_mut().text = Text::new(lang);
        for theme in Theme::ALL {
            page.state_mut().prefs.theme = theme;
            for end in &ends {
                page.state_mut().page.game.ended = Some(end.clone());
                page.step();
            }
        }
    }
    let mut stage = over(&played);
    stage.page.game.bots = SeatSet::one(Seat::of(1));
    stage.page.game.ended = ends.first().cloned();
    let mut page = harness(stage, [520.0, 400.0], Over::ui);
    page.run();
    // One person at this screen, who has won; but the machine's seat is not a person.
    assert!(page.query_by_label("你赢了！").is_some());
}

#[test]
fn a_record_that_does_not_hold_is_not_called_verified() {
    let played = Match::play();
    let mut bytes = played.bytes();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let mut stage = over(&played);
    stage.page.game.record = played.file("bad.qiyue", &bytes);
    let mut page = harness(stage, [520.0, 400.0], Over::ui);
    until(&mut page, |page| page.state().page.card.audited.is_some());
    page.run();
    assert!(page.query_all_by_label_contains("记录已核对").next().is_none());
    assert!(page.query_all_by_label_contains("无效").next().is_some());
}
