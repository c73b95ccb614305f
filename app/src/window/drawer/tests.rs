use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::window::scene::Act;
use crate::window::stage::{Match, Stage, everywhere, has, idle, until};

/// A drawer over a match.
struct Beside {
    drawer: Drawer,
    game: MatchView,
}

impl Beside {
    fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, acts: &mut Acts) {
        self.drawer.ui(ui, scene, acts, &self.game);
    }
}

/// How much room it has.
const SIZE: [f32; 2] = [328.0, 868.0];

fn beside(played: &Match) -> Stage<Beside> {
    let game = MatchView::clone(&played.view);
    Stage::new(Beside { drawer: Drawer::default(), game }, idle())
}

#[test]
fn it_lists_the_steps_and_tells_what_is_in_them() {
    let played = Match::play();
    let mut page = beside(&played).open(SIZE, Beside::ui);
    until(&mut page, |page| page.state().page.drawer.ledger.is_some());
    page.run();
    let count = page.state().page.drawer.ledger.as_ref().map_or(0, Ledger::len);
    assert!(count > 8, "{count}");
    let reveal = page.query_all_by_label_contains("· 亮出").next();
    reveal.expect("a step in which something is shown").click();
    page.run();
    let signatures = page.query_all_by_label_contains("复制签名 ").count();
    assert_eq!(signatures, 2);
    let one = page.query_all_by_label_contains("复制随机数 ").next();
    one.expect("a nonce").click();
    page.run();
    let acts = page.state_mut().took();
    assert!(acts.iter().any(|act| matches!(act, Act::Copy(hex) if hex.len() == 64)), "{acts:?}");
}

#[test]
fn it_reads_again_only_when_the_record_has_grown() {
    let played = Match::play();
    let mut page = beside(&played).open(SIZE, Beside::ui);
    until(&mut page, |page| page.state().page.drawer.ledger.is_some());
    let bytes = played.bytes();
    let first = page.state().page.drawer.ledger.as_ref().map(Ledger::len);
    let path = played.file("growing.qiyue", &bytes[..bytes.len() / 2]);
    page.state_mut().page.game.record = path.clone();
    until(&mut page, |page| page.state().page.drawer.ledger.is_some());
    let half = page.state().page.drawer.ledger.as_ref().map(Ledger::len);
    assert!(half < first, "{half:?} of {first:?}");
    std::fs::write(&path, &bytes).unwrap();
    page.run();
    std::thread::sleep(std::time::Duration::from_millis(100));
    page.run();
    assert_eq!(page.state().page.drawer.ledger.as_ref().map(Ledger::len), half);
    page.state_mut().page.game.step += 1;
    until(&mut page, |page| page.state().page.drawer.ledger.as_ref().map(Ledger::len) == first);
}

#[test]
fn the_open_step_says_who_has_given_what_is_due() {
    let played = Match::play();
    let mut stage = beside(&played);
    let game = &mut stage.page.game;
    game.stage = StageView::Choose;
    game.due = SeatSet::first(2);
    game.silent = SeatSet::one(Seat::of(1));
    let mut page = stage.open(SIZE, Beside::ui);
    page.run();
    assert!(page.query_by_label("✓ 已给出").is_some());
    assert!(page.query_by_label("还没有给").is_some());
    assert!(has(&page, "封存手势"));
}

#[test]
fn a_record_that_cannot_be_read_is_no_trouble_for_the_match() {
    let played = Match::play();
    let mut stage = beside(&played);
    stage.page.game.record = played.folder.path().join("none.qiyue");
    let mut page = stage.open(SIZE, Beside::ui);
    until(&mut page, |page| page.state().page.drawer.is_lost);
    page.run();
    assert!(has(&page, "读不到记录文件"));
}

#[test]
fn it_is_shown_in_both_languages_and_all_colours() {
    let played = Match::play();
    let mut page = beside(&played).open([288.0, 668.0], Beside::ui);
    until(&mut page, |page| page.state().page.drawer.ledger.is_some());
    let Drawer { ledger, list, .. } = &mut page.state_mut().page.drawer;
    list.show_step(ledger.as_ref().unwrap(), 3);
    everywhere(&mut page, Harness::step);
}
