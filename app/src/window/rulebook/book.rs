//! The engine's own text of the rules, in parts.

use catalog::GameName;

use crate::rules;

/// How a section begins in Markdown.
const SECTION: &str = "## ";
/// How the title begins.
const TITLE: &str = "# ";
/// What stands around a drawing.
const FENCE: &str = "```";

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The title of a section.
    Section(String),
    /// A clause, in Markdown.
    Prose(String),
    /// A drawing made of characters.
    Drawing(String),
}

/// The text in parts.
pub(super) struct Book {
    /// From the first to the last.
    pub(super) parts: Vec<Part>,
}

impl Book {
    /// The rules of a game. Every line outside of drawings is a clause of its own.
    pub(super) fn of(game: GameName) -> Self {
        let mut parts = Vec::new();
        let mut drawing: Option<Vec<&str>> = None;
        for line in rules::lines(game) {
            match &mut drawing {
                Some(lines) if line.starts_with(FENCE) => {
                    parts.push(Part::Drawing(lines.join("\n")));
                    drawing = None;
                }
                Some(lines) => lines.push(line),
                None if line.starts_with(FENCE) => drawing = Some(Vec::new()),
                None => parts.extend(part(line)),
            }
        }
        Self { parts }
    }

    /// The sections: where each begins, and its title.
    pub(super) fn sections(&self) -> impl Iterator<Item = (usize, &str)> {
        self.parts.iter().enumerate().filter_map(|(at, part)| match part {
            Part::Section(title) => Some((at, title.as_str())),
            Part::Prose(_) | Part::Drawing(_) => None,
        })
    }

    /// The parts that hold this text, in order.
    pub(super) fn find(&self, query: &str) -> Vec<usize> {
        let query = query.trim().to_lowercase();
        if query.is_empty() {
            return Vec::new();
        }
        let holds = |part: &Part| match part {
            Part::Section(text) | Part::Prose(text) | Part::Drawing(text) => {
                text.replace("**", "").replace('`', "").to_lowercase().contains(&query)
            }
        };
        let parts = self.parts.iter().enumerate();
        parts.filter(|(_, part)| holds(part)).map(|(at, _)| at).collect()
    }
}

fn part(line: &str) -> Option<Part> {
    if let Some(title) = line.strip_prefix(SECTION) {
        return Some(Part::Section(title.to_owned()));
    }
    if let Some(title) = line.strip_prefix(TITLE) {
        return Some(Part::Section(title.to_owned()));
    }
    (!line.trim().is_empty()).then(|| Part::Prose(line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_what_ties_the_text_to_the_engine_is_left_out() {
        let book = Book::of(GameName::Laoqi);
        let all: String = book
            .parts
            .iter()
            .map(|part| match part {
                Part::Section(text) | Part::Prose(text) | Part::Drawing(text) => text.as_str(),
            })
            .collect();
        assert!(!all.contains("tied to") && !all.contains("<!--"), "{all}");
        for line in GameName::Laoqi.rulebook().lines().filter(|line| line.starts_with('§')) {
            assert!(all.contains(line), "{line}");
        }
        assert_eq!(book.sections().count(), 11);
    }

    #[test]
    fn a_clause_is_found_by_its_number_and_by_its_words() {
        let book = Book::of(GameName::Laoqi);
        let clause = |query: &str| {
            let found = book.find(query);
            found.first().and_then(|at| book.parts.get(*at)).cloned()
        };
        let starts = |part: Option<Part>, start: &str| matches!(part, Some(Part::Prose(text)) if text.starts_with(start));
        assert!(starts(clause("§5.9"), "§5.9"));
        assert!(starts(clause("MANDATE"), "§1.8"));
        assert_eq!(book.find("  "), Vec::<usize>::new());
        assert_eq!(book.find("no such words"), Vec::<usize>::new());
    }
}
