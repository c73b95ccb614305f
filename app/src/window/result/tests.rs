use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use game::{Seat, SeatSet};
use table::{PhaseView, Table};

use super::*;
use crate::window::stage::{
    Match, Stage, click, everywhere, has, idle, machines, settings, until, wait,
};

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

/// How much room it has.
const SIZE: [f32; 2] = [488.0, 368.0];

fn over(played: &Match) -> Stage<Over> {
    let over = Over { card: ResultCard::default(), game: MatchView::clone(&played.view) };
    Stage::new(over, idle())
}

#[test]
fn it_says_how_the_match_ended_and_that_the_record_holds() {
    let played = Match::play();
    let mut page = over(&played).open(SIZE, Over::ui);
    until(&mut page, |page| page.state().page.card.audited.is_some());
    page.run();
    assert!(has(&page, "记录已核对（"));
    assert!(has(&page, "个签名"));
    let title = match &played.view.ended {
        Some(Ended::Decided(Outcome::Won(_))) => "获胜",
        _ => "和棋",
    };
    assert!(has(&page, title));
    let height = page.get_by_label("离开").rect().bottom();
    assert!(height < 252.0, "{height}");
    click(&mut page, "收起");
    assert!(page.get_by_label("离开").rect().bottom() < height);
}

#[test]
fn the_record_is_shown_after_the_match_was_left() {
    let played = Match::play();
    let mut page = over(&played).open(SIZE, Over::ui);
    page.run();
    click(&mut page, "看棋谱");
    let acts = page.state_mut().took();
    assert_eq!(acts, [Act::Table(Box::new(Command::Leave)), Act::Open(played.record())]);
    click(&mut page, "离开");
    assert_eq!(page.state_mut().asked(), [Command::Leave]);
}

#[test]
fn the_same_again_is_wished_for_and_everybodys_wish_is_seen() {
    let played = Match::play();
    let mut page = over(&played).open(SIZE, Over::ui);
    page.run();
    // Nobody else plays: there is nothing to agree on.
    click(&mut page, "再来一局");
    assert_eq!(page.state_mut().asked(), [Command::Rematch(true)]);
    assert!(!has(&page, "都同意"));
    let game = &mut page.state_mut().page.game;
    game.contract.own = SeatSet::one(Seat::of(0));
    page.run();
    assert!(has(&page, "再来一局要都同意"));
    let place = page.get_by_label("再来一局").rect();
    page.state_mut().page.game.rematch = SeatSet::one(Seat::of(1));
    page.run();
    assert!(has(&page, "想再来一局：1 座"));
    page.state_mut().page.game.rematch = SeatSet::one(Seat::of(0));
    page.run();
    assert_eq!(page.get_by_label("不再来了").rect().min, place.min);
    click(&mut page, "不再来了");
    assert_eq!(page.state_mut().asked(), [Command::Rematch(false)]);
    // Whoever has gone leaves the button where it is, and it does nothing.
    let game = &mut page.state_mut().page.game;
    (game.rematch, game.can_rematch) = (SeatSet::EMPTY, false);
    page.run();
    assert!(has(&page, "来不成下一局"));
    assert_eq!(page.get_by_label("再来一局").rect().min, place.min);
    click(&mut page, "再来一局");
    assert_eq!(page.state_mut().asked(), []);
}

#[test]
fn the_table_plays_again_when_it_is_asked_so() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open(&settings(folder.path())).unwrap();
    table.apply(Command::Host { plan: machines(), start: table::Start::WhenFull });
    let ended = |view: &table::TableView| match &view.phase {
        PhaseView::Playing(game) => game.ended.is_some().then(|| Arc::clone(game)),
        _ => None,
    };
    let game = wait(&table, ended);
    table.apply(Command::Rematch(true));
    let other =
        wait(&table, |view| ended(view).filter(|other| other.contract.id != game.contract.id));
    assert_ne!(other.record, game.record);
    let names = |game: &MatchView| {
        game.contract.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&other), names(&game).into_iter().rev().collect::<Vec<_>>());
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
    let mut page = over(&played).open([448.0, 368.0], Over::ui);
    everywhere(&mut page, |page| {
        for end in &ends {
            page.state_mut().page.game.ended = Some(end.clone());
            page.step();
        }
    });
    let mut stage = over(&played);
    stage.page.game.bots = SeatSet::one(Seat::of(1));
    stage.page.game.ended = ends.first().cloned();
    let mut page = stage.open(SIZE, Over::ui);
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
    let mut page = stage.open(SIZE, Over::ui);
    until(&mut page, |page| page.state().page.card.audited.is_some());
    page.run();
    assert!(!has(&page, "记录已核对"));
    assert!(has(&page, "无效"));
}

#[test]
fn it_is_told_first_whether_whoever_sits_here_has_won() {
    let played = Match::play();
    let all = SeatSet::first(2);
    let [first, second] = [0, 1].map(|seat| SeatSet::one(Seat::of(seat)));
    for (bots, outcome, title) in [
        (second, Outcome::Won(first), "你赢了！"),
        (first, Outcome::Won(first), "你输了"),
        (SeatSet::EMPTY, Outcome::Won(all), "你们赢了！"),
        (second, Outcome::Drawn(all), "和棋"),
        (first, Outcome::Drawn(first), "你输了"),
    ] {
        let mut stage = over(&played);
        stage.page.game.bots = bots;
        stage.page.game.ended = Some(Ended::Decided(outcome));
        let mut page = stage.open(SIZE, Over::ui);
        page.run();
        assert!(page.query_by_label(title).is_some(), "{title}");
    }
    // Where one at this screen has won and the other has lost, it is told who.
    let mut stage = over(&played);
    stage.page.game.bots = SeatSet::EMPTY;
    stage.page.game.ended = Some(Ended::Decided(Outcome::Won(first)));
    let mut page = stage.open(SIZE, Over::ui);
    page.run();
    assert!(page.query_by_label_contains("获胜").is_some());
    assert!(page.query_by_label_contains("你").is_none());
}
