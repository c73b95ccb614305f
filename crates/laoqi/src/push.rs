//! The push: the run of one colour along a Shield's ray, and where each piece of it goes.

use std::ops::ControlFlow;

use game::Illegal;

use crate::action::{Action, Asides};
use crate::board::{Board, Cell, Exit};
use crate::piece::Kind;
use crate::position::Position;

/// No ray of any board has more cells behind the pusher (a test says so).
const RUN_MAX: usize = 10;

/// The unbroken line of pieces of one colour that a push moves.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    count: usize,
    /// Cells from the pusher on, each with the way on from it.
    links: [(Cell, Exit); RUN_MAX],
}

impl Run {
    /// The run that begins behind `first`, the way from the pusher's cell to it. `branch` says where
    /// to go on where the ray forks.
    ///
    /// # Errors
    /// No piece there; a branch that is none, or is named where the run reaches no fork.
    pub(crate) fn trace(
        at: &Position,
        board: &Board,
        first: Exit,
        branch: Option<Cell>,
    ) -> Result<Self, Illegal> {
        let Some((start, head)) = first.next.and_then(|cell| Some((cell, at.at(cell)?))) else {
            return Err(Illegal("nothing to push"));
        };
        let mut run = Self { count: 0, links: [(start, first); RUN_MAX] };
        let (mut cell, mut entry, mut forked) = (start, first.entry, false);
        loop {
            let exit = match board.exits(cell, entry + 2) {
                [only] => *only,
                ways => {
                    forked = true;
                    let way = ways.iter().find(|way| way.next == branch);
                    *way.ok_or(Illegal("the ray forks here: which branch?"))?
                }
            };
            let place = run.links.get_mut(run.count);
            *place.ok_or(Illegal("the run is too long"))? = (cell, exit);
            run.count += 1;
            match exit.next.and_then(|next| Some((next, at.at(next)?))) {
                Some((next, piece)) if piece.army == head.army => {
                    (cell, entry) = (next, exit.entry);
                }
                _ => break,
            }
        }
        if branch.is_some() && !forked {
            return Err(Illegal("the run reaches no fork"));
        }
        Ok(run)
    }

    pub(crate) fn links(&self) -> &[(Cell, Exit)] {
        self.links.get(..self.count).unwrap_or(&[])
    }

    /// Whether every piece but the Shields can go on: none leaves the board, and the front one
    /// finds an empty cell or something that it may capture.
    fn goes_on(&self, at: &Position) -> bool {
        let Some(((cell, exit), rear)) = self.links().split_last() else {
            return false;
        };
        // Rear pieces always have a next cell: the next one of the run.
        debug_assert!(rear.iter().all(|(_, exit)| exit.next.is_some()));
        match (at.at(*cell), exit.next) {
            (Some(front), _) if front.kind == Kind::Shield => true,
            (Some(front), Some(next)) => match at.at(next) {
                None => true,
                Some(target) => at.may_capture(front, target),
            },
            _ => false,
        }
    }

    /// The Shields of the run with the cells to which each may step aside, full or empty.
    fn shields<'a>(&'a self, at: &'a Position) -> impl Iterator<Item = &'a [Cell]> {
        let shield = |cell: Cell| at.at(cell).is_some_and(|piece| piece.kind == Kind::Shield);
        self.links()
            .iter()
            .filter(move |(cell, _)| shield(*cell))
            .map(|(_, exit)| exit.asides.as_slice())
    }

    /// Where each piece goes, from the pusher on; `None` for one that has no such cell.
    pub(crate) fn targets(
        &self,
        at: &Position,
        asides: Asides,
    ) -> impl Iterator<Item = (Cell, Option<Cell>)> {
        let mut chosen = asides.iter();
        self.links().iter().map(move |(cell, exit)| {
            let shield = at.at(*cell).is_some_and(|piece| piece.kind == Kind::Shield);
            let target = match exit.asides.as_slice() {
                _ if !shield => exit.next,
                [] => None,
                [only] => Some(*only),
                _ => chosen.next(),
            };
            (*cell, target)
        })
    }

    /// Whether the push may be made with these choices.
    fn check(&self, at: &Position, asides: Asides) -> Result<(), Illegal> {
        if !self.goes_on(at) {
            return Err(Illegal("the front piece of the run cannot go on"));
        }
        let mut chosen = asides.iter();
        for ways in self.shields(at) {
            let aside = match ways {
                [only] => Some(*only),
                [] => None,
                _ => chosen.next().filter(|cell| ways.contains(cell)),
            };
            match aside {
                Some(cell) if at.at(cell).is_none() => {}
                Some(_) => return Err(Illegal("a pushed Shield's cell is not empty")),
                None => return Err(Illegal("a pushed Shield has no such cell")),
            }
        }
        match chosen.next() {
            None => Ok(()),
            Some(_) => Err(Illegal("more cells than Shields that have a choice")),
        }
    }
}

/// Whether a push may be made.
///
/// # Errors
/// Why not.
pub(crate) fn check(
    at: &Position,
    from: Cell,
    to: Cell,
    branch: Option<Cell>,
    asides: Asides,
) -> Result<(), Illegal> {
    let board = at.board();
    let Some(first) = board.diagonal(from, to) else {
        return Err(Illegal("a Shield steps diagonally"));
    };
    Run::trace(at, board, first, branch)?.check(at, asides)
}

/// Every legal push of the Shield on `from` onto the piece behind `first`.
pub(crate) fn each<F>(at: &Position, from: Cell, first: Exit, mut found: F) -> ControlFlow<()>
where
    F: FnMut(Action) -> ControlFlow<()>,
{
    let board = at.board();
    let Some(to) = first.next else {
        return ControlFlow::Continue(());
    };
    match Run::trace(at, board, first, None) {
        Ok(run) => each_of(at, from, to, None, &run, &mut found),
        Err(_) => {
            // It reaches a fork: try each way that any fork offers.
            for branch in forks_ahead(board, to, first.entry) {
                if let Ok(run) = Run::trace(at, board, first, Some(branch)) {
                    each_of(at, from, to, Some(branch), &run, &mut found)?;
                }
            }
            ControlFlow::Continue(())
        }
    }
}

/// The cells behind the first fork on the ray that enters `cell` through this corner.
fn forks_ahead(board: &Board, cell: Cell, entry: u8) -> impl Iterator<Item = Cell> {
    let (mut cell, mut entry) = (cell, entry);
    let mut ways: &[Exit] = &[];
    for _ in 0..RUN_MAX {
        match board.exits(cell, entry + 2) {
            [only] => match only.next {
                Some(next) => (cell, entry) = (next, only.entry),
                None => break,
            },
            fork => {
                ways = fork;
                break;
            }
        }
    }
    ways.iter().filter_map(|way| way.next)
}

fn each_of<F>(
    at: &Position,
    from: Cell,
    to: Cell,
    branch: Option<Cell>,
    run: &Run,
    found: &mut F,
) -> ControlFlow<()>
where
    F: FnMut(Action) -> ControlFlow<()>,
{
    if !run.goes_on(at) {
        return ControlFlow::Continue(());
    }
    let mut ways = run.shields(at);
    let nearer = ways.next();
    let farther = ways.next();
    if ways.next().is_some() {
        return ControlFlow::Continue(());
    }
    let mut asides_of = |asides| found(Action::Push { from, to, branch, asides });
    each_aside(at, nearer, Asides::NONE, &mut |asides| {
        each_aside(at, farther, asides, &mut asides_of)
    })
}

/// Every way for one Shield to step aside, after the choices made so far.
fn each_aside<F>(
    at: &Position,
    ways: Option<&[Cell]>,
    asides: Asides,
    found: &mut F,
) -> ControlFlow<()>
where
    F: FnMut(Asides) -> ControlFlow<()>,
{
    match ways {
        None => found(asides),
        Some([]) => ControlFlow::Continue(()),
        Some([only]) if at.at(*only).is_none() => found(asides),
        Some([_]) => ControlFlow::Continue(()),
        Some(ways) => {
            for cell in ways.iter().filter(|cell| at.at(**cell).is_none()) {
                if let Some(asides) = asides.with(*cell) {
                    found(asides)?;
                }
            }
            ControlFlow::Continue(())
        }
    }
}
