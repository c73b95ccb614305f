//! Setting up: a layout is typed, drawn by chance or taken from those that are kept, looked at, and
//! only then given.

use game::{Fault, Game as _, Seat};
use table::{Command, Decision, KeptLayout, MatchView, Name, TableView};

use super::Session;
use super::moves::{cells_told, node_named};
use crate::board::Marks;
use crate::layouts::{Layout, SetUp};
use crate::out::plain;
use crate::reason::reason;

impl Session<'_> {
    pub(super) fn ask_layout(&mut self, game: &MatchView, seat: Seat) {
        self.input.hide(false);
        let example = set_up(game, seat).example();
        let line = self.text.with("ask-layout", &[("example", example.into())]);
        self.out.line(&line);
    }

    /// Says whether the own hidden layout is shown in the end, if that is what was typed.
    pub(super) fn keeps(&mut self, game: &MatchView, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_shown = match words.as_slice() {
            ["layout" | "布阵", "hide" | "保密"] => false,
            ["layout" | "布阵", "show" | "亮出"] => true,
            _ => return false,
        };
        if catalog::Any::hiding(&game.contract.rules).is_none() {
            self.say("layout-not-hidden");
        } else {
            self.say(if is_shown { "layout-will-show" } else { "layout-will-hide" });
            self.table.apply(Command::OpenLayouts(is_shown));
        }
        true
    }

    /// Says that a layout is no longer on this machine, once.
    pub(super) fn tell_lost(&mut self, game: &MatchView) {
        let is_new = !game.lost_layouts.is_within(self.lost);
        self.lost = game.lost_layouts;
        if is_new {
            self.say("layout-lost");
        }
    }

    /// Takes up a lost layout that is typed again, if that is what was typed.
    pub(super) fn finds_layout(&mut self, game: &MatchView, line: &str) -> bool {
        let Some(seat) = game.lost_layouts.lowest() else { return false };
        let line = ["layout ", "布阵 "].iter().find_map(|word| line.strip_prefix(word));
        let Some(line) = line.filter(|line| line.contains('/')) else { return false };
        match set_up(game, seat).again(line) {
            Ok(Layout::Sealed(choice)) => self.decide(seat, Decision::Choose(choice)),
            Ok(Layout::Hidden(secret)) => self.decide(seat, Decision::Deploy(secret)),
            Err(faults) => self.faults(&faults),
        }
        true
    }

    /// What was typed while a seat sets up.
    pub(super) fn lay_out(&mut self, view: &TableView, game: &MatchView, seat: Seat, line: &str) {
        if !game.awaited.has(seat) {
            self.say("not-your-turn");
            return;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ok" | "OK" | "好" | "go"] => self.give_layout(seat),
            ["swap" | "换", first, second] => self.swap(game, seat, [first, second]),
            ["layout" | "布阵"] => self.layout_help(game),
            ["layout" | "布阵", rest @ ..] => self.layout(view, game, seat, rest),
            _ => self.draft(game, seat, line),
        }
    }

    pub(super) fn layout_help(&mut self, game: &MatchView) {
        let of_game = format!("layout-line-{}", game.contract.rules.game().id());
        let [one, other] = cells_told(game);
        let args = [("line", self.text.get(&of_game).into()), one, other];
        let line = self.text.with("layout-help", &args);
        self.out.line(&line);
    }

    fn layout(&mut self, view: &TableView, game: &MatchView, seat: Seat, words: &[&str]) {
        match words {
            ["random" | "随机"] => {
                let drawn = set_up(game, seat).by_chance();
                drawn.into_iter().for_each(|layout| self.show_draft(game, seat, layout));
            }
            ["list" | "列表"] => self.list(view, game),
            ["save" | "存", name] => {
                let draft = self.draft.as_ref().filter(|(of, _)| *of == seat);
                match draft.map(|(_, layout)| set_up(game, seat).write(layout)) {
                    Some(line) => self.save(game, name, line),
                    None => self.say("layout-none"),
                }
            }
            ["save" | "存", name, rest @ ..] => match set_up(game, seat).read(&rest.join(" ")) {
                Ok(layout) => {
                    let line = set_up(game, seat).write(&layout);
                    self.save(game, name, line);
                }
                Err(faults) => self.faults(&faults),
            },
            ["forget" | "删", name] => match Name::new(name) {
                Ok(name) => {
                    self.table.apply(Command::DropLayout(game.contract.rules.game(), name));
                }
                Err(_) => self.say("layout-bad-name"),
            },
            [name] => match kept(view, game, name) {
                Some(line) => self.draft(game, seat, &line),
                // A line after the word is as good as one without it.
                None if name.contains('/') => self.draft(game, seat, name),
                None => {
                    let line = self.text.with("layout-unknown", &[("name", plain(name).into())]);
                    self.out.line(&line);
                }
            },
            rest => self.draft(game, seat, &rest.join(" ")),
        }
    }

    /// Takes a line as the layout that is being made, or says everything that is wrong with it.
    fn draft(&mut self, game: &MatchView, seat: Seat, line: &str) {
        match set_up(game, seat).read(line) {
            Ok(layout) => self.show_draft(game, seat, layout),
            Err(faults) => self.faults(&faults),
        }
    }

    fn show_draft(&mut self, game: &MatchView, seat: Seat, layout: Layout) {
        let set_up = set_up(game, seat);
        self.picture(game, &set_up.view(&layout), &Marks::new());
        let line = self.text.with("layout-draft", &[("line", set_up.write(&layout).into())]);
        self.out.line(&line);
        self.draft = Some((seat, layout));
    }

    fn swap(&mut self, game: &MatchView, seat: Seat, names: [&str; 2]) {
        let Some((_, layout)) = self.draft.clone().filter(|(of, _)| *of == seat) else {
            self.say("layout-none");
            return;
        };
        let [first, second] = names.map(|name| node_named(game, name));
        let cells = first.zip(second).map(|(first, second)| [first, second]);
        match cells.and_then(|cells| set_up(game, seat).swapped(&layout, cells)) {
            Some(line) => self.draft(game, seat, &line),
            None => {
                let line = self.text.with("layout-no-swap", &cells_told(game));
                self.out.line(&line);
            }
        }
    }

    fn give_layout(&mut self, seat: Seat) {
        match self.draft.take().filter(|(of, _)| *of == seat) {
            Some((_, Layout::Sealed(choice))) => {
                self.say("layout-given");
                self.decide(seat, Decision::Choose(choice));
            }
            Some((_, Layout::Hidden(secret))) => {
                self.say("layout-hidden");
                self.decide(seat, Decision::Deploy(secret));
            }
            None => self.say("layout-none"),
        }
    }

    fn save(&mut self, game: &MatchView, name: &str, line: String) {
        let Ok(name) = Name::new(name) else {
            self.say("layout-bad-name");
            return;
        };
        let args = [("name", name.as_str().to_owned().into()), ("line", line.clone().into())];
        let told = self.text.with("layout-saved", &args);
        self.out.line(&told);
        let game = game.contract.rules.game();
        self.table.apply(Command::KeepLayout(KeptLayout { game, name, line }));
    }

    fn list(&mut self, view: &TableView, game: &MatchView) {
        let game = game.contract.rules.game();
        let own = view.layouts.iter().filter(|kept| kept.game == game);
        let own = own.map(|kept| (kept.name.as_str(), kept.line.as_str()));
        let all: Vec<(&str, &str)> = own.chain(game.layouts().iter().copied()).collect();
        for (name, line) in all {
            self.out.line(&format!("  {line}  {name}"));
        }
    }

    fn faults(&mut self, faults: &[Fault]) {
        let title = self.text.with("layout-faults", &[("count", faults.len().into())]);
        self.out.line(&title);
        for fault in faults {
            let place = plain(&fault.place);
            let args =
                [("place", place.into()), ("reason", reason(self.text, &fault.reason).into())];
            let line = self.text.with("fault", &args);
            self.out.line(&format!("  {line}"));
        }
        self.say("layout-faults-next");
    }
}

fn set_up(game: &MatchView, seat: Seat) -> SetUp<'_> {
    SetUp { rules: &game.contract.rules, at: &game.position, seat }
}

/// The layout of this name: a kept one, else one of those that come with the game.
fn kept(view: &TableView, game: &MatchView, name: &str) -> Option<String> {
    let game = game.contract.rules.game();
    let own = view.layouts.iter().find(|kept| kept.game == game && kept.name.as_str() == name);
    let own = own.map(|kept| kept.line.clone());
    let given = || game.layouts().iter().find(|(known, _)| *known == name);
    own.or_else(|| given().map(|(_, line)| (*line).to_owned()))
}
