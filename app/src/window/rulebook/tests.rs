use egui_kittest::kittest::Queryable as _;

use super::super::look::Theme;
use super::super::samples::{Stage, harness};
use super::super::scene::Acts;
use super::*;
use crate::text::{Lang, Text};

fn stage() -> Stage<Rulebook> {
    Stage::new(Rulebook::default())
}

fn show(page: &mut Rulebook, ui: &mut Ui, scene: &Scene<'_>, _: &mut Acts) {
    page.ui(ui, scene);
}

#[test]
fn the_sections_lead_to_their_text() {
    let mut page = harness(stage(), [900.0, 548.0], show);
    page.run();
    assert!(page.query_all_by_label("一分钟学会劳棋").count() == 2);
    assert!(page.query_all_by_label_contains("§5.4").next().is_none());
    page.get_by_label("5. 推子 (Push)").click();
    page.run();
    page.run();
    assert!(page.query_all_by_label_contains("§5.4").next().is_some());
    assert!(page.query_all_by_label_contains("tied to").next().is_none());
}

#[test]
fn nothing_of_the_text_ties_it_to_the_engine() {
    let mut page = harness(stage(), [900.0, 12_000.0], show);
    page.run();
    assert!(page.query_all_by_label_contains("§10.1").next().is_some());
    assert!(page.query_all_by_label_contains("tied to").next().is_none());
    assert!(page.query_all_by_label_contains("sha256").next().is_none());
}

#[test]
fn a_search_goes_to_what_it_finds() {
    let mut page = harness(stage(), [900.0, 548.0], show);
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
    assert!(page.query_all_by_label_contains("持冠者不出").next().is_some());
    page.get_by_label("下一处").click();
    page.run();
    page.run();
    assert_eq!(page.state().page.at, 1);
    page.state_mut().page.query = "没有这个词".into();
    page.state_mut().page.found = Vec::new();
    page.run();
    assert!(page.query_by_label("没有找到").is_some());
}

#[test]
fn all_of_it_is_shown_in_both_languages_and_all_colours() {
    let mut page = harness(stage(), [900.0, 4000.0], show);
    for lang in [Lang::Zh, Lang::En] {
        page.state_mut().text = Text::new(lang);
        for theme in Theme::ALL {
            page.state_mut().prefs.theme = theme;
            page.step();
        }
    }
}
