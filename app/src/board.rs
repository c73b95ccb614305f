//! A board as text, from the engine's own drawing of it; knows no game.
//!
//! ```text
//!  3    .    .   [战0]  .    .    .       [ ] chosen   ( ) may go there   < > last move
//!  2   战0   .    .    .   战0>1  .       战0 a piece of army 0; >1: seat 1 moves it
//!       a    b    c    d    e    f
//! ```
//!
//! A board of several fields, whose nodes are called by field, row and column, has its labels beside
//! each field.

mod fields;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use game::{Board, BoardNode, Ground, Kind, KindName, Node, Token, View};
use unicode_width::UnicodeWidthStr;

use fields::Fields;

/// Why a node is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    /// It has been pointed at.
    Chosen,
    /// It can be pointed at next.
    Target,
    /// The last move touched it.
    Last,
}

impl Mark {
    const fn brackets(self) -> (char, char) {
        match self {
            Self::Chosen => ('[', ']'),
            Self::Target => ('(', ')'),
            Self::Last => ('<', '>'),
        }
    }
}

/// Marked nodes.
pub(crate) type Marks = BTreeMap<Node, Mark>;

/// How to draw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Style {
    /// Armies in colour as well as by number.
    pub(crate) color: bool,
    /// Kinds by their letters instead of their Chinese characters.
    pub(crate) letters: bool,
    /// What a sheet is called, where there are several.
    pub(crate) sheet: String,
}

/// The fact that says that pieces of unknown kind lie face down.
const FACE_DOWN: &str = "face_down";

/// The fact that names the nodes where something stands that is nobody's.
const STONES: &str = "stones";

/// The nodes where something stands that is nobody's.
pub(crate) fn stones(view: &View) -> impl Iterator<Item = Node> + '_ {
    let named = view.facts.iter().filter(|(key, _)| *key == STONES);
    named.flat_map(|(_, nodes)| nodes).filter_map(|node| Node::try_from(*node).ok())
}

/// Terminal colours of the armies: red, blue, green, yellow, magenta, cyan, then again.
const COLORS: [u8; 8] = [91, 94, 92, 93, 95, 96, 91, 94];

/// Draws a board with what a viewer sees on it; every line ends with a line break.
pub(crate) fn draw(
    board: &Board,
    view: &View,
    kinds: &[KindName],
    marks: &Marks,
    style: &Style,
) -> String {
    let painter = Painter::new(board, view, kinds, marks, style);
    let sheets: Vec<Sheet<'_>> =
        (0..board.sheets.len()).map(|number| Sheet::of(board, number)).collect();
    let drawn = |is_tight: bool| -> Vec<String> {
        let each = sheets.iter().zip(&board.sheets);
        each.map(|(sheet, title)| painter.titled(sheet, title, is_tight)).collect()
    };
    let (loose, tight) = (drawn(false), drawn(true));
    // As it is; side by side, where that needs more than a screen; then closer together.
    let ways = [stacked(&loose), beside(&loose), beside(&tight)];
    let fits = |text: &&String| {
        text.lines().count() <= LINES && text.lines().all(|line| shown_width(line) <= WIDTH)
    };
    let [.., last] = &ways;
    ways.iter().find(fits).unwrap_or(last).clone()
}

/// Lines and columns of a terminal that a board fits in, if it can.
const LINES: usize = 24;
const WIDTH: usize = 79;
/// Columns between sheets that stand side by side.
const GAP: usize = 3;

fn stacked(sheets: &[String]) -> String {
    sheets.concat()
}

/// Sheets from left to right, as many in a row as fit.
fn beside(sheets: &[String]) -> String {
    let mut text = String::new();
    let mut row: Vec<&String> = Vec::new();
    let mut used = 0;
    for sheet in sheets {
        let width = sheet.lines().map(shown_width).max().unwrap_or(0);
        if !row.is_empty() && used + GAP + width > WIDTH {
            merge(&row, &mut text);
            row.clear();
            used = 0;
        }
        used += width + if row.is_empty() { 0 } else { GAP };
        row.push(sheet);
    }
    merge(&row, &mut text);
    text
}

fn merge(row: &[&String], text: &mut String) {
    let height = row.iter().map(|sheet| sheet.lines().count()).max().unwrap_or(0);
    for number in 0..height {
        let mut line = String::new();
        let mut column = 0;
        for sheet in row {
            let part = sheet.lines().nth(number).unwrap_or_default();
            let width = sheet.lines().map(shown_width).max().unwrap_or(0);
            line.push_str(&" ".repeat(column));
            line.push_str(part);
            column = width - shown_width(part) + GAP;
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// Columns that a line takes, without its colours.
fn shown_width(line: &str) -> usize {
    let mut width = 0;
    for (number, part) in line.split('\u{1b}').enumerate() {
        let seen =
            if number == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        width += seen.width();
    }
    width
}

/// A number in an army's colour, as pieces of the army have it.
pub(crate) fn paint(text: &str, army: usize, style: &Style) -> String {
    match COLORS.get(army) {
        Some(color) if style.color => format!("\u{1b}[1;{color}m{text}\u{1b}[0m"),
        _ => text.to_owned(),
    }
}

/// The nodes of one sheet by row and column, and the labels of rows and columns.
struct Sheet<'a> {
    nodes: BTreeMap<(u8, u8), (Node, &'a BoardNode)>,
    rows: u8,
    columns: u8,
    labels: Option<Labels>,
    fields: Option<Fields>,
}

/// What stands before a row and below a column, when names are made of them.
struct Labels {
    prefix: String,
    rows: BTreeMap<u8, String>,
    columns: BTreeMap<u8, String>,
}

impl<'a> Sheet<'a> {
    fn of(board: &'a Board, number: usize) -> Self {
        let mut nodes = BTreeMap::new();
        for (node, drawn) in (0..).zip(&board.nodes) {
            let (sheet, row, column) = drawn.print;
            if usize::from(sheet) == number {
                nodes.insert((row, column), (node, drawn));
            }
        }
        let rows = nodes.keys().map(|(row, _)| row + 1).max().unwrap_or(0);
        let columns = nodes.keys().map(|(_, column)| column + 1).max().unwrap_or(0);
        let labels = Labels::of(&nodes);
        let fields = if labels.is_none() { Fields::of(&nodes) } else { None };
        Self { nodes, rows, columns, labels, fields }
    }
}

impl Labels {
    /// Labels, if every name is `prefix letters digits` with one prefix for all, the letters of its
    /// column and the digits of its row.
    fn of(nodes: &BTreeMap<(u8, u8), (Node, &BoardNode)>) -> Option<Self> {
        let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
        let mut prefixes = BTreeSet::new();
        for ((row, column), (_, drawn)) in nodes {
            let (prefix, letters, digits) = parts(&drawn.name)?;
            prefixes.insert(prefix.to_owned());
            let same = |known: &mut String, now: &str| known.as_str() == now;
            let row_same = same(rows.entry(*row).or_insert_with(|| digits.to_owned()), digits);
            let column = columns.entry(*column).or_insert_with(|| letters.to_owned());
            if !row_same || !same(column, letters) {
                return None;
            }
        }
        let prefix = prefixes.pop_first()?;
        prefixes.is_empty().then_some(Self { prefix, rows, columns })
    }
}

/// `0d1` as `0`, `d`, `1`.
fn parts(name: &str) -> Option<(&str, &str, &str)> {
    let start = name.find(|c: char| !c.is_ascii_digit())?;
    let (prefix, rest) = name.split_at(start);
    let end = rest.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, digits) = rest.split_at(end);
    let plain = !letters.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    plain.then_some((prefix, letters, digits))
}

struct Painter<'a> {
    board: &'a Board,
    view: &'a View,
    kinds: &'a [KindName],
    marks: &'a Marks,
    style: &'a Style,
    /// The kinds of what is nobody's.
    stones: BTreeSet<Option<Kind>>,
    /// Columns of text for what stands on a node, without brackets.
    width: usize,
}

impl<'a> Painter<'a> {
    fn new(
        board: &'a Board,
        view: &'a View,
        kinds: &'a [KindName],
        marks: &'a Marks,
        style: &'a Style,
    ) -> Self {
        let stones = stones(view).filter_map(|node| view.tokens.get(usize::from(node)).copied());
        let stones = stones.flatten().map(|token| token.kind).collect();
        let mut painter = Self { board, view, kinds, marks, style, stones, width: 3 };
        let tokens = view.tokens.iter().flatten();
        let longest = tokens.map(|token| painter.token(token).width()).max();
        painter.width = painter.width.max(longest.unwrap_or(0));
        painter
    }

    /// A piece: its mark, the number of its army, and who moves it if that is another seat.
    fn token(&self, token: &Token) -> String {
        let name = token.kind.and_then(|kind| self.kinds.get(usize::from(kind.0)));
        let mut text = match (name, self.style.letters) {
            (Some(name), false) => name.mark.to_owned(),
            (Some(name), true) => name.letter.to_string(),
            (None, false) => "？".to_owned(),
            (None, true) => "?".to_owned(),
        };
        if !self.is_owned(token) {
            return text;
        }
        let _ = write!(text, "{}", token.army);
        if token.controller != token.army {
            let _ = write!(text, ">{}", token.controller);
        }
        text
    }

    /// Whether a piece is somebody's: none is that lies face down, and no stone.
    fn is_owned(&self, token: &Token) -> bool {
        let is_down =
            token.kind.is_none() && self.view.facts.iter().any(|(key, _)| *key == FACE_DOWN);
        !is_down && !self.stones.contains(&token.kind)
    }

    /// What stands on a node, in so many columns; and whose it is.
    fn body(&self, node: Node) -> (String, Option<usize>) {
        let token = self.view.tokens.get(usize::from(node)).copied().flatten();
        let ground = self.board.nodes.get(usize::from(node)).map(|drawn| drawn.ground);
        let empty = match ground.unwrap_or_default() {
            Ground::Plain => ".",
            Ground::Camp => "o",
            Ground::Headquarters | Ground::Zone => "#",
            Ground::River => "~",
        };
        match token {
            Some(token) if !self.is_owned(&token) => (self.token(&token), None),
            Some(token) => (self.token(&token), Some(token.army.index())),
            None => (empty.to_owned(), None),
        }
    }

    /// The brackets of a node.
    fn brackets(&self, node: Node) -> (char, char) {
        self.marks.get(&node).map_or((' ', ' '), |mark| mark.brackets())
    }

    /// One node with its brackets.
    fn cell(&self, node: Node) -> String {
        let (text, army) = self.body(node);
        let (left, right) = self.brackets(node);
        let painted = army.map_or(text.clone(), |army| paint(&text, army, self.style));
        let space = self.width.saturating_sub(text.width());
        let blank = |count: usize| " ".repeat(count);
        match army {
            Some(_) => format!("{left}{painted}{right}{}", blank(space)),
            None => format!("{left}{}{text}{}{right}", blank(space / 2), blank(space - space / 2)),
        }
    }

    /// One node in as many columns as a piece takes, without its brackets.
    fn tight_cell(&self, node: Node) -> String {
        let (text, army) = self.body(node);
        let space = self.width.saturating_sub(text.width());
        match army {
            Some(army) => format!("{}{}", paint(&text, army, self.style), " ".repeat(space)),
            None => format!("{}{text}{}", " ".repeat(space / 2), " ".repeat(space - space / 2)),
        }
    }

    /// A sheet with its title, where there are several.
    fn titled(&self, sheet: &Sheet<'_>, title: &str, is_tight: bool) -> String {
        let mut text = String::new();
        if self.board.sheets.len() > 1 {
            let _ = writeln!(text, "{} {title}", self.style.sheet);
        }
        match &sheet.fields {
            Some(fields) => self.fields(sheet, fields, is_tight, &mut text),
            None => self.sheet(sheet, &mut text),
        }
        text
    }

    fn sheet(&self, sheet: &Sheet<'_>, text: &mut String) {
        let names = if sheet.labels.is_none() { self.longest_name(sheet) } else { 0 };
        let margin = sheet.labels.as_ref().map_or(1, |labels| {
            let longest = labels.rows.values().map(|label| label.len()).max();
            longest.unwrap_or(0) + 1
        });
        self.across(sheet, 0, margin, text);
        for row in 0..sheet.rows {
            let label = sheet.labels.as_ref().and_then(|labels| labels.rows.get(&row));
            let mut line = format!("{:>margin$} ", label.map_or("", String::as_str));
            for column in 0..sheet.columns {
                line.push_str(&match sheet.nodes.get(&(row, column)) {
                    None => " ".repeat(self.width + 2 + names),
                    Some((node, _)) if names == 0 => self.cell(*node),
                    Some((node, drawn)) => format!("{:>names$}{}", drawn.name, self.cell(*node)),
                });
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if sheet.rows > 1 {
            self.across(sheet, sheet.rows - 1, margin, text);
        }
        if let Some(labels) = &sheet.labels {
            let mut line = " ".repeat(margin + 1);
            for column in 0..sheet.columns {
                let label = labels.columns.get(&column).map_or("", String::as_str);
                let label = centred(&format!("{}{label}", labels.prefix), self.width);
                let _ = write!(line, " {label:<width$} ", width = self.width);
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    fn longest_name(&self, sheet: &Sheet<'_>) -> usize {
        sheet.nodes.values().map(|(_, drawn)| drawn.name.len()).max().unwrap_or(0) + 1
    }

    /// The names of the nodes of other sheets that an outer row leads to, beside it.
    fn across(&self, sheet: &Sheet<'_>, row: u8, margin: usize, text: &mut String) {
        let mut line = " ".repeat(margin + 1);
        for column in 0..sheet.columns {
            let next = sheet.nodes.get(&(row, column)).and_then(|(node, _)| self.beyond(*node));
            let name = next.map_or("", |drawn| drawn.name.as_str());
            let _ = write!(line, " {:<width$} ", centred(name, self.width), width = self.width);
        }
        if !line.trim().is_empty() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }

    /// A node on another sheet that a line joins to this one.
    fn beyond(&self, node: Node) -> Option<&'a BoardNode> {
        let at = |node: Node| self.board.nodes.get(usize::from(node));
        let here = at(node)?.print.0;
        let others = self.board.links.iter().filter_map(|(a, b)| match node {
            _ if *a == node => at(*b),
            _ if *b == node => at(*a),
            _ => None,
        });
        others.into_iter().find(|other| other.print.0 != here)
    }
}

/// Text with spaces before it, so that it stands in the middle of this many columns.
fn centred(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width()) / 2))
}

#[cfg(test)]
mod tests {
    use catalog::{Any, GameName};
    use game::{Game, Known, Seat};

    use super::*;

    fn picture(words: &[&str], style: &Style, change: impl Fn(&mut View, &mut Marks)) -> String {
        let rules = GameName::Laoqi.rules(words.iter().copied()).unwrap();
        let mut view = Any::view(&Any::start(&rules), &Known::public());
        let mut marks = Marks::new();
        change(&mut view, &mut marks);
        draw(&Any::board(&rules), &view, Any::kinds(&rules), &marks, style)
    }

    #[test]
    fn two_seats_with_marks() {
        let drawn = picture(&["two"], &Style::default(), |_, marks| {
            *marks = [(8, Mark::Chosen), (14, Mark::Target), (31, Mark::Last)].into();
        });
        let expected = [
            " 6   .  <盾1>  .   王1   .   盾1",
            " 5  战1   .   战1   .   战1   .",
            " 4   .    .    .    .    .    .",
            " 3   .    .  ( . )  .    .    .",
            " 2  战0   .  [战0]  .   战0   .",
            " 1   .   盾0   .   王0   .   盾0",
            "     a    b    c    d    e    f",
            "",
        ];
        assert_eq!(drawn, expected.join("\n"));
    }

    #[test]
    fn the_ring_says_where_its_rivers_lead() {
        let style = Style { sheet: "分盘".into(), ..Style::default() };
        let drawn = picture(&["three"], &style, |_, _| {});
        let first: Vec<_> = drawn.lines().take(6).collect();
        let expected = [
            "分盘 0",
            "    1f3  1e3  1d3  2c3  2b3  2a3",
            " 3   .    .    .    .    .    .",
            " 2  战0   .   战0   .   战0   .",
            " 1   .   盾0   .   王0   .   盾0",
            "    0a   0b   0c   0d   0e   0f",
        ];
        assert_eq!(first, expected);
    }

    #[test]
    fn every_line_of_a_cross_fits_a_terminal_and_lines_up() {
        let plain = |view: &mut View, _: &mut Marks| {
            for token in view.tokens.iter_mut().flatten() {
                token.controller = Seat::of(0);
            }
        };
        for words in [["four"], ["five"]] {
            let drawn = picture(&words, &Style::default(), plain);
            assert!(drawn.lines().all(|line| line.width() <= 79), "{drawn}");
            let letters = Style { letters: true, ..Style::default() };
            assert!(picture(&words, &letters, plain).is_ascii());
        }
    }

    #[test]
    fn colour_adds_nothing_but_escapes() {
        let plain = picture(&["five"], &Style::default(), |_, _| {});
        let style = Style { color: true, ..Style::default() };
        let mut painted = picture(&["five"], &style, |_, _| {});
        assert!(painted.contains('\u{1b}'));
        for color in COLORS {
            painted = painted.replace(&format!("\u{1b}[1;{color}m"), "");
        }
        assert_eq!(painted.replace("\u{1b}[0m", ""), plain);
    }

    #[test]
    fn names_that_are_no_grid_stand_at_their_nodes() {
        let drawn = |name: &str, print| BoardNode {
            name: name.into(),
            plane: (0, 0),
            print,
            home: None,
            ground: Ground::Plain,
        };
        let nodes = vec![drawn("hq", (0, 0, 0)), drawn("gate", (0, 1, 1))];
        let board = Board { nodes, links: vec![(0, 1)], sheets: vec!["one".into()] };
        let token = Token { army: Seat::of(1), controller: Seat::of(1), kind: None };
        let view = View {
            viewer: None,
            tokens: vec![None, Some(token)],
            living: game::SeatSet::first(2),
            facts: Vec::new(),
        };
        let text = draw(&board, &view, &[], &Marks::new(), &Style::default());
        assert_eq!(text, "     hq  .\n             gate ？1\n");
    }

    fn board_of(preset: &str, marks: &Marks, style: &Style) -> String {
        let rules = GameName::Junqi.rules([preset]).unwrap();
        let view = Any::view(&Any::start(&rules), &Known::public());
        draw(&Any::board(&rules), &view, Any::kinds(&rules), marks, style)
    }

    #[test]
    fn two_fields_have_their_labels_beside_them() {
        let marks = [(25, Mark::Chosen), (0, Mark::Target), (37, Mark::Last)].into();
        let drawn = board_of("open-2p", &marks, &Style::default());
        let expected = [
            "     e    d    c    b    a",
            "16  ？1  ？1  ？1  ？1  ？1",
            "15  ？1  ？1  ？1  ？1  ？1",
            "14  ？1   o   ？1   o   ？1",
            "13  ？1  ？1   o   ？1  ？1",
            "12  ？1   o  <？1>  o   ？1",
            "11  ？1  ？1  ？1  ？1  ？1",
            "01 (？0) ？0  ？0  ？0  ？0",
            "02  ？0   o   ？0   o   ？0",
            "03  ？0  ？0   o   ？0  ？0",
            "04  ？0   o   ？0   o   ？0",
            "05  ？0  ？0  ？0  ？0  ？0",
            "06 [？0] ？0  ？0  ？0  ？0",
            "     a    b    c    d    e",
            "",
        ];
        assert_eq!(drawn, expected.join("\n"));
    }

    #[test]
    fn every_board_fits_a_terminal_and_shows_every_piece_and_the_way_to_every_name() {
        for preset in GameName::Junqi.presets() {
            let rules = GameName::Junqi.rules([preset.name]).unwrap();
            let pieces = usize::from(Any::seats(&rules)) * 25;
            for letters in [false, true] {
                let style = Style { letters, sheet: "分盘".into(), ..Style::default() };
                let drawn = board_of(preset.name, &Marks::new(), &style);
                assert!(drawn.lines().all(|line| line.width() <= WIDTH), "{drawn}");
                assert!(drawn.lines().count() <= 26, "{drawn}");
                let signs = drawn.matches(if letters { "?" } else { "？" }).count();
                assert_eq!(signs, pieces, "{drawn}");
            }
        }
        let cross = board_of("open-4p", &Marks::new(), &Style::default());
        for name in ["C0", "C1", "C2", "C3", "M0", "M1", "M2", "M3", "H", "26", "36", "16", "06"] {
            assert_eq!(cross.matches(name).count(), 1, "{name}\n{cross}");
        }
    }

    #[test]
    fn neighbours_that_stand_tight_share_their_brackets() {
        let marks = [(0, Mark::Chosen), (1, Mark::Target)].into();
        let drawn = board_of("open-4p", &marks, &Style::default());
        assert!(drawn.contains("01[？0|？0)？0 ？0 ？0"), "{drawn}");
        let style = Style { color: true, ..Style::default() };
        let mut painted = board_of("liuguo", &marks, &style);
        for color in COLORS {
            painted = painted.replace(&format!("\u{1b}[1;{color}m"), "");
        }
        let plain = board_of("liuguo", &marks, &Style::default());
        assert_eq!(painted.replace("\u{1b}[0m", ""), plain);
    }
}
