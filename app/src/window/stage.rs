//! For tests: a page alone on a stage.

use std::sync::Arc;

use eframe::egui::Ui;
use egui_kittest::Harness;
use table::{Command, Lobby, Person, PhaseView, Shelf, TableView};

use super::fonts;
use super::look::{Look, Theme};
use super::prefs::Prefs;
use super::scene::{Act, Acts, Scene};
use crate::text::{Lang, Text};

/// A page, what it sees, and what it has asked for.
pub(crate) struct Stage<P> {
    /// The page.
    pub(crate) page: P,
    /// What it sees.
    pub(crate) view: TableView,
    text: Text,
    look: Look,
    prefs: Prefs,
    acts: Vec<Act>,
}

impl<P> Stage<P> {
    /// What the page has asked for since the last time.
    pub(crate) fn took(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    /// What it has asked of the table since the last time.
    pub(crate) fn asked(&mut self) -> Vec<Command> {
        let commands = self.took().into_iter().filter_map(|act| match act {
            Act::Table(command) => Some(*command),
            _ => None,
        });
        commands.collect()
    }
}

/// A table where nothing is going on.
pub(crate) fn idle() -> TableView {
    TableView {
        version: 1,
        me: Person { name: "我自己".into(), fingerprint: "abcd-ef01-2345".into() },
        addresses: Vec::new(),
        phase: PhaseView::Idle,
        lobby: Arc::new(Lobby::default()),
        shelf: Arc::new(Shelf::default()),
        problems: Vec::new(),
    }
}

/// A page in Chinese on a small window.
pub(crate) fn stage<P: 'static>(
    page: P,
    view: TableView,
    show: impl Fn(&mut P, &mut Ui, &Scene<'_>, &mut Acts) + 'static,
) -> Harness<'static, Stage<P>> {
    let look = Look::of(Theme::Light, false);
    let shown = look.clone();
    let stage = Stage {
        page,
        view,
        text: Text::new(Lang::Zh),
        look,
        prefs: Prefs { motion: false, ..Prefs::default() },
        acts: Vec::new(),
    };
    Harness::builder()
        .with_size([868.0, 516.0])
        .with_context_setup(move |ctx| {
            fonts::install(ctx);
            shown.apply(ctx);
        })
        .build_ui_state(
            move |ui, stage: &mut Stage<P>| {
                let Stage { page, view, text, look, prefs, acts } = stage;
                let mut asked = Acts::default();
                show(page, ui, &Scene { text, look, prefs, view }, &mut asked);
                acts.extend(asked.take());
            },
            stage,
        )
}

/// Shows a page in every theme, and by turns in every language: a missing glyph or name ends the test.
pub(crate) fn everywhere<P: 'static>(
    page: P,
    views: impl IntoIterator<Item = TableView>,
    show: impl Fn(&mut P, &mut Ui, &Scene<'_>, &mut Acts) + 'static,
) {
    let mut stage = stage(page, idle(), show);
    for view in views {
        stage.state_mut().view = view;
        for (number, theme) in Theme::ALL.into_iter().enumerate() {
            let lang = if number % 2 == 0 { Lang::Zh } else { Lang::En };
            let look = Look::of(theme, false);
            look.apply(&stage.ctx);
            (stage.state_mut().text, stage.state_mut().look) = (Text::new(lang), look);
            stage.run();
        }
    }
}
