//! What a window or a terminal shows: plain data, the same shape for every game.

use serde::Serialize;

use crate::claim::Kind;
use crate::seat::{Seat, SeatSet};

/// A node of a board: a cell, a station.
pub type Node = u16;

/// The drawing of a board: where its nodes are and what joins them. It holds no piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The nodes in the order of their numbers.
    pub nodes: Vec<BoardNode>,
    /// Pairs of nodes that a line joins, each once, lower number first.
    pub links: Vec<(Node, Node)>,
    /// Titles of the sheets on which a terminal prints the board, in order.
    pub sheets: Vec<String>,
}

/// One node of a [`Board`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardNode {
    /// Its name in notation, unique on the board.
    pub name: String,
    /// Place in the plane in hundredths of a cell's width, x to the right, y down, as seat 0 sees it.
    pub plane: (i16, i16),
    /// Place in print: sheet, row from the top, column from the left.
    pub print: (u8, u8, u8),
    /// Whose side of the board it belongs to (base line, half), if anybody's.
    pub home: Option<Seat>,
    /// What it is, where that shows even when nothing stands on it.
    pub ground: Ground,
}

/// What a node is to whoever draws it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Ground {
    /// Like any other.
    #[default]
    Plain,
    /// What stands there is safe.
    Camp,
    /// Where what must be guarded begins.
    Headquarters,
    /// Between the halves of the board: nobody's.
    River,
    /// Cells of one side, `home`, that the rules treat apart from the rest of its half.
    Zone,
}

/// The name of a kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindName {
    /// In Chinese, whole: 战士.
    pub zh: &'static str,
    /// In Chinese, one character for the board: 战.
    pub mark: &'static str,
    /// In English.
    pub en: &'static str,
    /// In notation, one ASCII letter.
    pub letter: char,
}

/// A piece as one viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Token {
    /// Whose colour it has.
    pub army: Seat,
    /// Who moves it.
    pub controller: Seat,
    /// What it is; none: this viewer does not know.
    pub kind: Option<Kind>,
}

/// What a viewer may see of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks; none: anybody.
    pub viewer: Option<Seat>,
    /// For each node the piece on it.
    pub tokens: Vec<Option<Token>>,
    /// The seats still in the game.
    pub living: SeatSet,
    /// Further facts in a fixed order: a key for translation, and its numbers.
    pub facts: Vec<(&'static str, Vec<u32>)>,
}

/// One thing to point at when entering a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// A node of the board.
    Node(Node),
    /// A word to choose, as a key for translation.
    Word(&'static str),
}
