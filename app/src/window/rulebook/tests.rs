use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::window::stage::{SMALL, Shown, Stage, click, everywhere, has, idle};

fn shown(size: [f32; 2]) -> Shown<Rulebook> {
    Stage::new(Rulebook::default(), idle()).open(size, |page, ui, scene, _| page.ui(ui, scene))
}

#[test]
fn the_sections_lead_to_their_text() {
    let mut page = shown(SMALL);
    page.run();
    assert!(page.query_all_by_label("一分钟学会劳棋").count() == 2);
    assert!(!has(&page, "§5.4"));
    click(&mut page, "5. 推子 (Push)");
    page.run();
    assert!(has(&page, "§5.4"));
    assert!(!has(&page, "tied to"));
}

#[test]
fn nothing_of_the_text_ties_it_to_the_engine() {
    let mut page = shown([868.0, 12_000.0]);
    page.run();
    assert!(has(&page, "§10.1"));
    assert!(!has(&page, "tied to"));
    assert!(!has(&page, "sha256"));
}

#[test]
fn a_search_goes_to_what_it_finds() {
    let mut page = shown(SMALL);
    page.run();
    let field = page.get_by_label("查找规则");
    field.focus();
    page.run();
    let field = page.get_by_label("查找规则");
    field.type_text("铁皇冠");
    page.run();
    page.run();
    assert_eq!(page.state().page.query, "铁皇冠");
    assert!(page.state().page.found.len() > 2);
    assert!(has(&page, "持冠者不出"));
    click(&mut page, "下一处");
    page.run();
    assert_eq!(page.state().page.at, 1);
    page.state_mut().page.query = "没有这个词".into();
    page.state_mut().page.found = Vec::new();
    page.run();
    assert!(page.query_by_label("没有找到").is_some());
}

#[test]
fn all_of_it_is_shown_in_both_languages_and_all_colours() {
    let mut page = shown([868.0, 4000.0]);
    everywhere(&mut page, Harness::step);
}

#[test]
fn the_rules_are_those_of_the_game_that_is_asked_for_or_at_the_table() {
    use catalog::GameName;

    use crate::window::stage::{game_of, playing, rules_of};

    let mut page = shown([868.0, 12_000.0]);
    page.run();
    assert!(!has(&page, "两个禁区以外"));
    click(&mut page, "守护棋");
    page.run();
    assert!(has(&page, "两个禁区以外") && !has(&page, "一分钟学会劳棋"));
    let game = game_of(&rules_of(GameName::Shouhu, "standard"), &[0]);
    let mut page = Stage::new(Rulebook::default(), playing(game))
        .open([868.0, 12_000.0], |page, ui, scene, _| page.ui(ui, scene));
    page.run();
    assert!(has(&page, "两个禁区以外"));
    click(&mut page, "劳棋");
    page.run();
    assert!(has(&page, "一分钟学会劳棋"));
}
