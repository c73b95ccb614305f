//! Moves and gestures in notation.
//!
//! ```text
//! move    = "^" seat                              the crown picks a seat
//!         | [ cell ":" ] action                   the King on that cell commands
//! action  = cell ( "-" | "x" ) cell               step, capture
//!         | cell ">" cell [ "~" cell ] { "/" cell }   push; branch of a fork; where Shields go
//!         | cell "=" ( "W" | "A" )                promotion
//!         | cell "!" cell                         the King incites the Shield
//! gesture = "J" | "S" | "B"                       剪 石 布
//! ```
//! Cells are named as the board names them: `d1` on a square, `0d1` (half-board, file, row) on the
//! ring. Reading takes `-` and `x` for each other, for it says nothing of legality.

use game::{Fault, Seat};

use crate::action::{Action, Asides, Move, Promoted};
use crate::board::{Board, Cell};
use crate::gesture::Gesture;
use crate::position::Position;

/// The longest move there is fits; longer text is not looked at.
const MOVE_MAX: usize = 40;

/// A move in notation.
pub fn write_move(at: &Position, mv: &Move) -> String {
    match mv {
        Move::Crown(seat) => format!("^{seat}"),
        Move::Act(action) => write_action(at, action),
        Move::Command(king, action) => {
            format!("{}:{}", at.board().name(*king), write_action(at, action))
        }
    }
}

fn write_action(at: &Position, action: &Action) -> String {
    let name = |cell: Cell| at.board().name(cell);
    match *action {
        Action::Step { from, to } => {
            let mark = if at.at(to).is_some() { 'x' } else { '-' };
            format!("{}{mark}{}", name(from), name(to))
        }
        Action::Push { from, to, branch, asides } => {
            let mut text = format!("{}>{}", name(from), name(to));
            for (mark, cell) in branch
                .map(|cell| ('~', cell))
                .into_iter()
                .chain(asides.iter().map(|cell| ('/', cell)))
            {
                text.push(mark);
                text.push_str(name(cell));
            }
            text
        }
        Action::Promote { at: cell, to } => {
            format!("{}={}", name(cell), to.kind().letter())
        }
        Action::Incite { king, shield } => format!("{}!{}", name(king), name(shield)),
    }
}

/// Reads what [`write_move`] wrote; says nothing of legality.
///
/// # Errors
/// What is wrong, with the part of the text where it is.
pub fn read_move(at: &Position, text: &str) -> Result<Move, Fault> {
    if text.len() > MOVE_MAX {
        return Err(Fault::new("move", format!("longer than {MOVE_MAX} bytes")));
    }
    let board = at.board();
    if let Some(number) = text.strip_prefix('^') {
        let seat = number.parse().ok().and_then(Seat::new);
        let seat = seat.filter(|seat| at.seats().has(*seat));
        return seat
            .map(Move::Crown)
            .ok_or_else(|| Fault::new(text, "after ^ stands the number of a seat"));
    }
    match text.split_once(':') {
        Some((king, action)) => Ok(Move::Command(cell(board, king)?, read_action(board, action)?)),
        None => Ok(Move::Act(read_action(board, text)?)),
    }
}

fn read_action(board: &Board, text: &str) -> Result<Action, Fault> {
    let Some(at) = text.find(['-', 'x', '>', '=', '!']) else {
        let reason = "a move has one of - x > = ! after its first cell, as d1-d2 or b1>c2";
        return Err(Fault::new(text, reason));
    };
    let (from, rest) = text.split_at(at);
    let from = cell(board, from)?;
    let mut signs = rest.chars();
    let mark = signs.next();
    let rest = signs.as_str();
    match mark {
        Some('>') => read_push(board, from, rest),
        Some('=') => Promoted::ALL
            .into_iter()
            .find(|to| rest == to.kind().letter().to_string())
            .map(|to| Action::Promote { at: from, to })
            .ok_or_else(|| Fault::new(rest, "a Shield becomes W or A")),
        Some('!') => Ok(Action::Incite { king: from, shield: cell(board, rest)? }),
        _ => Ok(Action::Step { from, to: cell(board, rest)? }),
    }
}

fn read_push(board: &Board, from: Cell, text: &str) -> Result<Action, Fault> {
    let mut parts = text.split('/');
    let line = parts.next().unwrap_or_default();
    let (to, branch) = match line.split_once('~') {
        Some((to, branch)) => (to, Some(cell(board, branch)?)),
        None => (line, None),
    };
    let to = cell(board, to)?;
    let mut asides = Asides::NONE;
    for part in parts {
        let more = asides.with(cell(board, part)?);
        asides = more.ok_or_else(|| Fault::new(part, "a push moves at most two Shields"))?;
    }
    Ok(Action::Push { from, to, branch, asides })
}

fn cell(board: &Board, name: &str) -> Result<Cell, Fault> {
    board.find(name).ok_or_else(|| Fault::new(name, "the board has no such cell"))
}

/// A gesture in notation.
pub fn write_gesture(gesture: Gesture) -> String {
    gesture.letter().to_string()
}

/// Reads a gesture: `J`, `S`, `B`, or its Chinese name, short or whole.
///
/// # Errors
/// It is none of these.
pub fn read_gesture(text: &str) -> Result<Gesture, Fault> {
    let mut signs = text.chars();
    let gesture = signs.next().and_then(Gesture::from_sign);
    let whole = match gesture {
        Some(Gesture::Scissors) => "剪刀",
        Some(Gesture::Rock) => "石头",
        Some(Gesture::Paper) | None => "布",
    };
    gesture
        .filter(|_| signs.as_str().is_empty() || text == whole)
        .ok_or_else(|| Fault::new(text, "a gesture is J (剪), S (石) or B (布)"))
}
