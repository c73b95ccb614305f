//! Bytes of a file, read strictly.

use std::collections::BTreeMap;

use game::{Fault, Seat};

use super::{FILE_MAX, Going, Reason, Record, Recorded, Replay};
use super::{colour_name, seat_of_block, seat_of_colour};
use crate::board::{Board, row_and_column};
use crate::cells::Cell;
use crate::layout::Layout;
use crate::options::Options;
use crate::piece::{ARMY, COUNTS, KINDS, Kind};
use crate::shape::{CAMPS, COLUMNS, ROWS};

const MAGIC: &[u8] = b"QQGame JQS\0";
const ROLE: usize = 0x0f;
const LENGTH: usize = 0x10;
const COUNT: usize = 0x1a;
const BLOCKS: usize = 0x20;
const BLOCK: usize = 88;
const NAME: usize = 8;
const NAME_LENGTH: usize = 20;
const LAYOUT: usize = 28;
const RECORDS: usize = 0x19c;
const RECORD: usize = 10;
/// What stands at [`LENGTH`]: how long the head is after it.
const HEAD: usize = RECORDS - LENGTH;
/// So many faults are named; more help nobody.
const FAULTS_MAX: usize = 100;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Replay, Vec<Fault>> {
    if bytes.len() > FILE_MAX {
        return Err(vec![Fault::new("file", format!("longer than {FILE_MAX} bytes"))]);
    }
    let mut reader = Reader { bytes, board: Board::of(&Options::QQ_4P), faults: Vec::new() };
    let replay = reader.replay();
    if reader.faults.is_empty() {
        return Ok(replay);
    }
    reader.faults.sort_by_key(|(at, _)| *at);
    let faults = reader.faults.into_iter();
    Err(faults.map(|(at, reason)| Fault::new(format!("byte {at}"), reason)).collect())
}

struct Reader<'a> {
    bytes: &'a [u8],
    board: &'static Board,
    faults: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, reason: impl Into<String>) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push((at, reason.into()));
        }
    }

    /// A byte; zero beyond the end, which is a fault of its own.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn number(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(at), self.byte(at + 1)]))
    }

    fn replay(&mut self) -> Replay {
        let bytes = self.bytes;
        if !MAGIC.starts_with(bytes.get(..MAGIC.len()).unwrap_or(bytes)) {
            self.fault(0, "a .jgs file begins with 'QQGame JQS' and a zero");
        }
        let mut replay = Replay {
            viewer: seat_of_block(self.byte(ROLE) & 3),
            names: BTreeMap::new(),
            layouts: BTreeMap::new(),
            records: Vec::new(),
        };
        if bytes.len() < RECORDS {
            self.fault(bytes.len(), format!("the file ends in its head of {RECORDS} bytes"));
            return replay;
        }
        if self.byte(ROLE) > 3 {
            self.fault(ROLE, "the role of who saved it is 0 to 3");
        }
        if self.number(LENGTH) != HEAD {
            self.fault(LENGTH, format!("the length of the head is {HEAD}"));
        }
        let mut colours = [false; 4];
        for block in 0..4 {
            let at = BLOCKS + BLOCK * usize::from(block);
            let seat = seat_of_block(block);
            match colours.get_mut(usize::from(self.byte(at))) {
                Some(is_there) if !*is_there => *is_there = true,
                Some(_) => self.fault(at, "this colour has a player already"),
                None if self.byte(at) == 0xff => {
                    self.fault(at, "no player here; only games of four are read");
                    continue;
                }
                None => self.fault(at, "a colour is 0 to 3"),
            }
            replay.names.insert(seat, self.name(at + NAME, seat));
            if let Some(layout) = self.layout(at + LAYOUT) {
                replay.layouts.insert(seat, layout);
            }
        }
        replay.records = self.records();
        replay
    }

    /// A name if it is plain ASCII; else the colour.
    fn name(&self, at: usize, seat: Seat) -> String {
        let bytes = self.bytes.get(at..at + NAME_LENGTH).unwrap_or(&[]);
        let name = bytes.split(|byte| *byte == 0).next().unwrap_or(&[]);
        let is_plain = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
        match std::str::from_utf8(name) {
            Ok(name) if !name.is_empty() && name.bytes().all(|byte| is_plain(&byte)) => {
                name.to_owned()
            }
            _ => colour_name(seat).to_owned(),
        }
    }

    /// A legal layout; every fault of another at its byte.
    fn layout(&mut self, at: usize) -> Option<Layout> {
        let before = self.faults.len();
        let mut counted = [0u8; KINDS];
        let mut kinds = [Kind::Engineer; ARMY as usize];
        for (row, column) in CAMPS {
            let place = at + usize::from(row * COLUMNS + column);
            if self.byte(place) != 0 {
                self.fault(place, "a camp is empty at the start");
            }
        }
        for (place, slot) in (0..ARMY).zip(&mut kinds) {
            let (row, column) = row_and_column(place);
            let byte = at + usize::from(row * COLUMNS + column);
            let Some(kind) = kind(self.byte(byte)) else {
                let reason = match self.byte(byte) {
                    0 => "a piece is missing here",
                    _ => "no such piece: they are 2 to 13",
                };
                self.fault(byte, reason);
                continue;
            };
            *slot = kind;
            if !crate::layout::allowed(place, &Options::QQ_4P).has(kind) {
                self.fault(byte, format!("{} may not stand here", kind.letter()));
            }
            if let (Some(count), Some(most)) =
                (counted.get_mut(kind.index()), COUNTS.get(kind.index()))
            {
                *count += 1;
                if *count > *most {
                    self.fault(byte, format!("one {} too many: a seat has {most}", kind.letter()));
                }
            }
        }
        // A kind that is short without another fault cannot be: all places are filled.
        (self.faults.len() == before).then(|| Layout::new(kinds))
    }

    fn records(&mut self) -> Vec<Record> {
        let count = self.number(COUNT);
        let there = (self.bytes.len() - RECORDS.min(self.bytes.len())) / RECORD;
        if there < count {
            let reason = format!("the file ends after {there} of its {count} records");
            self.fault(self.bytes.len(), reason);
        }
        let mut records = Vec::new();
        let mut is_over = false;
        for number in 0..count.min(there) {
            let offset = RECORDS + RECORD * number;
            if is_over {
                self.fault(offset, "nothing comes after the end");
                break;
            }
            if let Some(what) = self.record(offset) {
                is_over = matches!(what, Recorded::End { .. });
                records.push(Record { offset, what });
            }
        }
        records
    }

    fn record(&mut self, at: usize) -> Option<Recorded> {
        match self.byte(at) {
            0x5f => self.going(at).map(Recorded::Move),
            0xf5 => self.event(at),
            _ => {
                self.fault(at, "a record begins with 95 (a move) or 245 (an event)");
                None
            }
        }
    }

    fn going(&mut self, at: usize) -> Option<Going> {
        let bits = self.byte(at + 1);
        let result = bits & 7;
        if result > 3 {
            self.fault(at + 1, "the result of a move is 0 to 3");
        }
        let from = self.cell(at + 2);
        let to = self.cell(at + 4);
        let flags = [at + 6, at + 8].map(|place| self.flag(place));
        Some(Going {
            from: from?,
            to: to?,
            is_fight: result > 0,
            attacker_dies: matches!(result, 2 | 3),
            defender_dies: matches!(result, 1 | 3),
            is_marshal: bits & 0x40 != 0,
            flags,
        })
    }

    fn event(&mut self, at: usize) -> Option<Recorded> {
        let kind = self.byte(at + 1);
        if kind == 5 {
            return match self.byte(at + 3) {
                2 => Some(Recorded::End { is_draw: true }),
                4 => Some(Recorded::End { is_draw: false }),
                _ => {
                    self.fault(at + 3, "an end is 2 (a draw) or 4 (a win)");
                    None
                }
            };
        }
        if !(2..=4).contains(&kind) {
            self.fault(at + 1, "an event is 2 to 5");
            return None;
        }
        let colour = self.byte(at + 2);
        if colour > 3 {
            self.fault(at + 2, "a colour is 0 to 3");
            return None;
        }
        let seat = seat_of_colour(colour);
        match (kind, self.byte(at + 3)) {
            (2, _) => Some(Recorded::Timeout(seat)),
            (4, _) => Some(Recorded::Left(seat)),
            (_, 1) => Some(Recorded::Out(seat, Reason::Flag)),
            (_, 2) => Some(Recorded::Out(seat, Reason::Stuck)),
            (_, 4) => Some(Recorded::Out(seat, Reason::Surrender)),
            (_, 3 | 5 | 6) => Some(Recorded::Out(seat, Reason::Other)),
            _ => {
                self.fault(at + 3, "a seat is out for a reason from 1 to 6");
                None
            }
        }
    }

    /// The cell that stands at this byte as x and y; the board is drawn on the same grid.
    fn cell(&mut self, at: usize) -> Option<Cell> {
        let cell = self.find(at);
        if cell.is_none() {
            let (x, y) = (self.byte(at), self.byte(at + 1));
            self.fault(at, format!("({x}, {y}) is not on the board"));
        }
        cell
    }

    fn find(&self, at: usize) -> Option<Cell> {
        let print = (0, self.byte(at + 1), self.byte(at));
        let place = self.board.drawing().nodes.iter().position(|node| node.print == print);
        place.and_then(|place| u8::try_from(place).ok()).and_then(Cell::new)
    }

    /// The cell of a flag; none where both bytes are zero or all ones.
    fn flag(&mut self, at: usize) -> Option<Cell> {
        match (self.byte(at), self.byte(at + 1)) {
            (0, 0) | (0xff, 0xff) => None,
            _ => self.cell(at),
        }
    }
}

const _: () = assert!(ROWS as usize * COLUMNS as usize == 30);

/// The kind with this number in a file.
fn kind(code: u8) -> Option<Kind> {
    Some(match code {
        2 => Kind::Flag,
        3 => Kind::Mine,
        4 => Kind::Bomb,
        _ => {
            return code
                .checked_sub(5)
                .filter(|number| *number <= Kind::Engineer as u8)
                .and_then(Kind::new);
        }
    })
}
