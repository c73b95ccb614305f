//! Moves: what is listed, looked at, and typed.

use catalog::{Any, Move};
use fluent_bundle::FluentValue;
use game::{Game as _, Node, Pick, Seat};
use table::{Decision, MatchView};

use super::Session;
use crate::board::{Mark, Marks};
use crate::reason::reason;
use crate::talk;

/// More moves than this are listed only for who asks.
const MANY: usize = 30;

impl Session<'_> {
    /// Asks for a move.
    pub(super) fn ask_move(&mut self, game: &MatchView) {
        if game.moves.len() > MANY {
            let count = [("count", game.moves.len().into())];
            let line = self.text.with("moves-many", &count);
            self.out.line(&line);
        } else {
            let lines = talk::moves(self.text, &game.moves);
            self.out.write(&lines);
        }
        self.say("ask-move");
    }

    /// Lists moves, if that is what was typed: all, or those from one cell.
    pub(super) fn looks(&mut self, game: &MatchView, line: &str) -> bool {
        let mut words = line.split_whitespace();
        if !words.next().is_some_and(|word| ["moves", "着法", "look", "看"].contains(&word)) {
            return false;
        }
        match (words.next(), words.next()) {
            (None, _) => {
                let lines = talk::moves(self.text, &game.moves);
                self.out.write(&lines);
            }
            (Some(cell), None) => self.look_at(game, cell),
            _ => {
                let line = self.text.with("look-one", &cells_told(game));
                self.out.line(&line);
            }
        }
        true
    }

    /// The board with where a piece can go, and its moves.
    fn look_at(&mut self, game: &MatchView, name: &str) {
        let Some(node) = node_named(game, name) else {
            let [one, other] = cells_told(game);
            let args = [("cell", crate::out::plain(name).into()), one, other];
            let line = self.text.with("look-no-cell", &args);
            self.out.line(&line);
            return;
        };
        let mut marks = Marks::from([(node, Mark::Chosen)]);
        let mut found = Vec::new();
        for (number, (mv, notation)) in (1..).zip(&game.moves) {
            let picks = Any::picks(&game.position, mv);
            if picks.first() == Some(&Pick::Node(node)) {
                found.push((number, notation.as_str()));
                if let Some(Pick::Node(next)) = picks.get(1) {
                    marks.insert(*next, Mark::Target);
                }
            }
        }
        let viewer = game.contract.own.minus(game.bots).lowest();
        let view = Any::view(&game.position, &game.known_by(viewer));
        self.picture(game, &view, &marks);
        let lines = talk::numbered(self.text, found.into_iter());
        self.out.write(&lines);
    }

    /// A move, by notation, by its number in the list, or by the cells that it points at.
    pub(super) fn move_typed(
        &mut self,
        game: &MatchView,
        seat: Seat,
        number: Option<usize>,
        line: &str,
    ) {
        let listed = number.and_then(|n| game.moves.get(n)).map(|(mv, _)| mv.clone());
        let pointed = listed.or_else(|| pointed_at(game, line));
        match pointed.map_or_else(|| Any::read_move(&game.position, line), Ok) {
            Ok(mv) if game.moves.iter().any(|(legal, _)| *legal == mv) => {
                self.decide(seat, Decision::Move(mv));
            }
            Ok(mv) => {
                let why = Any::owes(&game.position, seat, &mv).err();
                let line = match why {
                    Some(illegal) => {
                        let why = reason(self.text, illegal.0);
                        self.text.with("move-illegal-because", &[("why", why.into())])
                    }
                    None => self.text.get("move-illegal"),
                };
                self.out.line(&line);
            }
            Err(fault) => {
                let why = reason(self.text, &fault.reason);
                let place = crate::out::plain(&fault.place);
                let args = [("place", place.into()), ("reason", why.into())];
                let line = self.text.with("move-unread", &args);
                self.out.line(&line);
            }
        }
    }
}

/// The node with this name; letters may be great or small.
pub(super) fn node_named(game: &MatchView, name: &str) -> Option<Node> {
    let board = Any::board(&game.contract.rules);
    let find = |is_it: &dyn Fn(&str) -> bool| {
        (0..).zip(&board.nodes).find(|(_, drawn)| is_it(&drawn.name)).map(|(node, _)| node)
    };
    find(&|known| known == name).or_else(|| find(&|known| known.eq_ignore_ascii_case(name)))
}

/// Names of two cells as examples: of the own side, where it has one.
pub(super) fn cells_told(game: &MatchView) -> [(&'static str, FluentValue<'static>); 2] {
    let board = Any::board(&game.contract.rules);
    let own = game.contract.own.minus(game.bots);
    let is_own = |home: Option<Seat>| home.is_some_and(|seat| own.has(seat));
    let (mut names, others): (Vec<_>, Vec<_>) =
        board.nodes.into_iter().partition(|node| is_own(node.home));
    names.extend(others);
    let mut names = names.into_iter().map(|node| node.name);
    ["one", "other"].map(|key| (key, names.next().unwrap_or_default().into()))
}

/// The only move that points at just these cells.
fn pointed_at(game: &MatchView, line: &str) -> Option<Move> {
    let words = line.split_whitespace();
    let picks: Option<Vec<Pick>> =
        words.map(|word| node_named(game, word).map(Pick::Node)).collect();
    let picks = picks.filter(|picks| !picks.is_empty())?;
    let fits = |mv: &&(Move, String)| Any::picks(&game.position, &mv.0) == picks;
    let mut found = game.moves.iter().filter(fits);
    let only = found.next().filter(|_| found.next().is_none());
    only.map(|(mv, _)| mv.clone())
}
