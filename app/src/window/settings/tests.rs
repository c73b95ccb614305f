//! The page by its labels.

mod relays;

use egui_kittest::kittest::Queryable as _;

use super::{Prefs, Settings, Theme, scaled};
use crate::window::scene::Act;
use crate::window::stage::{SMALL, Shown, Stage, everywhere, idle, run};

fn shown(page: Settings) -> Shown<Settings> {
    Stage::new(page, idle()).open(SMALL, Settings::ui)
}

#[test]
fn it_can_be_read_in_every_language_and_theme() {
    let page = Settings { has_licence: true, ..Settings::default() };
    everywhere(&mut shown(page), run);
}

#[test]
fn each_change_is_told_at_once() {
    let mut page = shown(Settings::default());
    let before = Prefs { motion: false, ..Prefs::default() };
    for (label, next) in [
        ("English（英文）", Prefs { lang: "en".into(), ..before.clone() }),
        ("深色", Prefs { theme: Theme::Dark, ..before.clone() }),
        ("140%", Prefs { scale: 140, ..before.clone() }),
        ("动画", Prefs { motion: true, ..before.clone() }),
        ("新手提示", Prefs { hints: false, ..before.clone() }),
        ("格子的名字", Prefs { coordinates: false, ..before.clone() }),
    ] {
        page.get_by_label(label).click_accesskit();
        page.run();
        assert_eq!(page.state_mut().took(), [Act::Set(Box::new(next))], "{label}");
    }
}

#[test]
fn talk_is_switched_off_and_on() {
    let mut page = shown(Settings::default());
    for is_on in [false, true] {
        page.get_by_label("聊天").click_accesskit();
        page.run();
        assert_eq!(page.state_mut().asked(), [table::Command::Talk(is_on)]);
        page.state_mut().view.talk.is_on = is_on;
    }
}

#[test]
fn the_size_goes_by_steps_and_has_ends() {
    let size = |scale, steps| scaled(&Prefs { scale, ..Prefs::default() }, steps).scale;
    assert_eq!([size(100, 1), size(100, -1), size(160, 0)], [110, 90, 100]);
    assert_eq!([size(200, 1), size(80, -1)], [200, 80]);
}
