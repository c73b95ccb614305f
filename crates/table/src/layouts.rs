//! Layouts that a player has kept for other games, and layouts by chance.

use std::fmt::Write as _;

use bot::Dice;
use catalog::{Any, Choice, GameName, Position, Secret};
use game::{Game as _, Seat};
use record::Name;

use crate::profile::random;
use crate::view::KeptLayout;

/// Layouts that a profile keeps at most.
const KEPT: usize = 64;
/// Longest layout in one line, in bytes.
const LINE_BYTES: usize = 96;
/// First line of the file.
const TITLE: &str = "qiyue layouts 1";
/// Bytes of the file that are looked at: room for every layout and its name.
pub(crate) const FILE_BYTES: u64 = 16 * 1024;

/// The layouts of a profile.
#[derive(Default)]
pub(crate) struct Layouts(Vec<KeptLayout>);

impl Layouts {
    /// What is in the file of a profile; what cannot be read of it is not known.
    pub(crate) fn read(text: &str) -> Self {
        let mut layouts = Self::default();
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return layouts;
        }
        for kept in lines.take(KEPT).filter_map(read_line) {
            layouts.keep(kept);
        }
        layouts
    }

    /// What is to be in the file.
    pub(crate) fn write(&self) -> String {
        let mut text = format!("{TITLE}\n");
        for kept in &self.0 {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}\t{}\t{}", kept.game.id(), kept.name.as_str(), kept.line);
        }
        text
    }

    /// Keeps a layout, in the place of one of the same game and name. False, if there is no room or
    /// the line cannot be one.
    pub(crate) fn keep(&mut self, kept: KeptLayout) -> bool {
        if kept.line.is_empty() || kept.line.len() > LINE_BYTES || !is_plain(&kept.line) {
            return false;
        }
        let is_same = |old: &&mut KeptLayout| old.game == kept.game && old.name == kept.name;
        let has_room = self.0.len() < KEPT;
        match self.0.iter_mut().find(is_same) {
            Some(old) => *old = kept,
            None if has_room => self.0.push(kept),
            None => return false,
        }
        true
    }

    /// Forgets a layout. False, if it was not known.
    pub(crate) fn drop(&mut self, game: GameName, name: &Name) -> bool {
        let before = self.0.len();
        self.0.retain(|kept| kept.game != game || kept.name != *name);
        self.0.len() < before
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<KeptLayout> {
        self.0.clone()
    }
}

fn read_line(line: &str) -> Option<KeptLayout> {
    let mut parts = line.split('\t');
    let game = GameName::by_id(parts.next()?)?;
    let name = Name::new(parts.next()?).ok()?;
    let line = parts.next()?.to_owned();
    parts.next().is_none().then_some(KeptLayout { game, name, line })
}

fn is_plain(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A legal choice by the system's randomness, where choices are too many to list.
pub fn choice_by_chance(at: &Position, seat: Seat) -> Option<Choice> {
    let mut dice = Dice::new(random().ok()?);
    Some(Any::any_choice(at, seat, &mut |below| dice.below(below)))
}

/// A legal hidden arrangement by the system's randomness; none where the game has none.
pub fn secret_by_chance(at: &Position, seat: Seat) -> Option<Secret> {
    let mut dice = Dice::new(random().ok()?);
    Any::any_secret(at, seat, &mut |below| dice.below(below))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, line: &str) -> KeptLayout {
        let name = Name::new(name).unwrap();
        KeptLayout { game: GameName::Junqi, name, line: line.to_owned() }
    }

    #[test]
    fn what_is_kept_comes_back() {
        let mut layouts = Layouts::default();
        assert!(layouts.keep(kept("攻 左", "MGDDB/BRR")) && layouts.keep(kept("b", "x")));
        assert!(layouts.keep(kept("b", "y")), "in the place of the other");
        let text = layouts.write();
        let mut again = Layouts::read(&text);
        assert_eq!(again.all(), [kept("攻 左", "MGDDB/BRR"), kept("b", "y")]);
        let name = Name::new("b").unwrap();
        assert!(again.drop(GameName::Junqi, &name) && !again.drop(GameName::Junqi, &name));
    }

    #[test]
    fn a_damaged_or_hostile_file_keeps_nothing_that_is_no_layout() {
        let long = "A".repeat(LINE_BYTES + 1);
        for bad in ["", "qiyue layouts 2\njunqi\ta\tx", "junqi\ta\tx"] {
            assert_eq!(Layouts::read(bad).all(), []);
        }
        let lines = ["go\ta\tx", "junqi\t\tx", "junqi\ta\t", "junqi\ta\tx y", "junqi\ta\tx\tz"];
        for line in lines.into_iter().chain([format!("junqi\ta\t{long}").as_str()]) {
            assert_eq!(Layouts::read(&format!("{TITLE}\n{line}")).all(), [], "{line}");
        }
    }

    #[test]
    fn there_is_room_for_so_many() {
        let mut layouts = Layouts::default();
        let line = "A".repeat(LINE_BYTES);
        let name = |number: usize| format!("{number:02}{}", "棋".repeat(23));
        assert!((0..KEPT).all(|number| layouts.keep(kept(&name(number), &line))));
        assert!(!layouts.keep(kept("one more", &line)) && layouts.keep(kept(&name(3), "B")));
        assert!(layouts.write().len() as u64 <= FILE_BYTES);
        assert_eq!(Layouts::read(&layouts.write()).all(), layouts.all());
    }
}
