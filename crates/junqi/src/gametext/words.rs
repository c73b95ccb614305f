//! The words of a line: what they say, before it is held against a position.

use game::{Cause, Seat, SeatSet};

use crate::action::Move;
use crate::board::Board;
use crate::cells::Cell;
use crate::piece::Kind;

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    SetUp(SeatSet),
    First(Seat),
    /// A piece goes or attacks; none: nothing is said of a fight.
    Goes(Seat, Move, Option<Told>),
    /// A piece is turned up.
    Flips(Seat, Cell, Option<(Seat, Kind)>),
    Stuck(Seat),
    Skips(Seat),
    Leave(SeatSet, Cause),
    Draw,
    /// The answer to an attack; none: withheld.
    Fight(Option<Told>),
    Up(Seat, Kind),
    /// Where flags are; none: withheld.
    Shows(Vec<(Seat, Option<Cell>)>),
    /// Whether seats are stuck; none: withheld.
    Answers(Vec<(Seat, Option<bool>)>),
}

/// What is told of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    pub(crate) attacker_dies: bool,
    pub(crate) defender_dies: bool,
    pub(crate) is_flag: bool,
    pub(crate) scouted: Option<Kind>,
    pub(crate) marshals: SeatSet,
}

/// Seats as digits.
pub(crate) fn seats(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect()
}

/// The sign of a fight.
pub(crate) const fn mark(attacker_dies: bool, defender_dies: bool) -> &'static str {
    match (attacker_dies, defender_dies) {
        (true, true) => "x=",
        (true, false) => "x<",
        (false, true) => "x>",
        (false, false) => "x?",
    }
}

/// Reads the words of lines of one game.
pub(crate) struct Reader {
    pub(crate) board: &'static Board,
    pub(crate) seats: SeatSet,
}

type Read<T> = Result<T, String>;

impl Reader {
    /// What a line says, its number taken away. What it says of seats that it puts out is not kept:
    /// that follows from the rest.
    pub(crate) fn line(&self, text: &str) -> Read<Said> {
        let mut words = text.split(' ').peekable();
        let first = words.next().unwrap_or("");
        let said = match first {
            "set" => {
                let up = words.next();
                if up != Some("up") {
                    return Err("'set' is followed by 'up'".into());
                }
                Said::SetUp(self.seats(&mut words)?)
            }
            "first" => Said::First(self.seat(next(&mut words)?)?),
            "resigns" => Said::Leave(self.seats(&mut words)?, Cause::Resigned),
            "refuses" => Said::Leave(self.seats(&mut words)?, Cause::Refused),
            "draw" => Said::Draw,
            "fight" => match next(&mut words)? {
                "-" => Said::Fight(None),
                sign => Said::Fight(Some(self.told(sign, &mut words)?)),
            },
            "up" => {
                let (army, kind) = self.piece(next(&mut words)?)?;
                Said::Up(army, kind)
            }
            "shows" => Said::Shows(self.list(&mut words, |text| self.cell(text))?),
            "answers" => Said::Answers(self.list(&mut words, |text| match text {
                "stuck" => Ok(true),
                "moves" => Ok(false),
                _ => Err(format!("'{text}' is not stuck, moves or -")),
            })?),
            _ => self.of_seat(self.seat(first)?, &mut words)?,
        };
        if words.next_if_eq(&"out").is_some() {
            self.seats(&mut words)?;
        }
        match words.next() {
            None => Ok(said),
            Some(word) => Err(format!("'{word}' means nothing here")),
        }
    }

    fn of_seat<'a>(&self, seat: Seat, words: &mut Words<'a>) -> Read<Said> {
        let word = next(words)?;
        match word {
            "stuck" => return Ok(Said::Stuck(seat)),
            "skips" => return Ok(Said::Skips(seat)),
            _ => {}
        }
        if let Some(name) = word.strip_prefix('*') {
            let piece = match words.peek() {
                None | Some(&"out") => None,
                Some(_) => Some(self.piece(next(words)?)?),
            };
            return Ok(Said::Flips(seat, self.cell(name)?, piece));
        }
        if let Some((from, to)) = word.split_once('-') {
            return Ok(Said::Goes(seat, self.go(from, to)?, None));
        }
        let place = word.find('x').ok_or_else(|| {
            format!("'{word}' is no move; one is as 05a-04a, 05ax>15a, *05a, stuck or skips")
        })?;
        let (from, rest) = word.split_at(place);
        let (sign, to) = rest.split_at_checked(2).ok_or("a fight is x>, x<, x= or x?")?;
        let mv = self.go(from, to)?;
        let told = if sign == "x?" { None } else { Some(self.told(sign, words)?) };
        Ok(Said::Goes(seat, mv, told))
    }

    fn told<'a>(&self, sign: &str, words: &mut Words<'a>) -> Read<Told> {
        let (attacker_dies, defender_dies) = match sign {
            "x>" => (false, true),
            "x<" => (true, false),
            "x=" => (true, true),
            _ => return Err(format!("'{sign}' is not x>, x< or x=")),
        };
        let is_flag = words.next_if_eq(&"flag").is_some();
        let mut told =
            Told { attacker_dies, defender_dies, is_flag, scouted: None, marshals: SeatSet::EMPTY };
        if words.next_if_eq(&"scouts").is_some() {
            told.scouted = Some(self.kind(next(words)?)?);
        }
        if words.next_if_eq(&"marshal").is_some() {
            told.marshals = self.seats(words)?;
        }
        Ok(told)
    }

    fn go(&self, from: &str, to: &str) -> Read<Move> {
        Ok(Move::Go { from: self.cell(from)?, to: self.cell(to)? })
    }

    fn list<'a, T>(
        &self,
        words: &mut Words<'a>,
        read: impl Fn(&str) -> Read<T>,
    ) -> Read<Vec<(Seat, Option<T>)>> {
        let mut all = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "out") {
            let (seat, answer) = word.split_once(':').ok_or("an answer is as 0:06b or 0:-")?;
            let answer = if answer == "-" { None } else { Some(read(answer)?) };
            // More than there are seats cannot be right.
            if all.len() >= usize::from(self.seats.len()) {
                return Err("one answer for each seat asked".into());
            }
            all.push((self.seat(seat)?, answer));
        }
        Ok(all)
    }

    fn seat(&self, text: &str) -> Read<Seat> {
        let digit = text.parse::<u8>().ok().filter(|_| text.len() == 1).and_then(Seat::new);
        digit
            .filter(|seat| self.seats.has(*seat))
            .ok_or_else(|| format!("'{text}' is no seat of this game"))
    }

    fn seats<'a>(&self, words: &mut Words<'a>) -> Read<SeatSet> {
        let text = next(words)?;
        let mut all = SeatSet::EMPTY;
        for sign in text.chars() {
            all = all.with(self.seat(sign.encode_utf8(&mut [0; 4]))?);
        }
        Ok(all)
    }

    fn cell(&self, name: &str) -> Read<Cell> {
        self.board.find(name).ok_or_else(|| format!("'{name}' is no cell of this board"))
    }

    fn kind(&self, text: &str) -> Read<Kind> {
        let mut signs = text.chars();
        let kind = signs.next().and_then(Kind::from_letter).filter(|_| signs.next().is_none());
        kind.ok_or_else(|| format!("'{text}' is no kind of piece"))
    }

    fn piece(&self, text: &str) -> Read<(Seat, Kind)> {
        let (army, kind) =
            text.split_at_checked(1).ok_or_else(|| format!("'{text}' is no piece, as 0M"))?;
        Ok((self.seat(army)?, self.kind(kind)?))
    }
}

type Words<'a> = std::iter::Peekable<std::str::Split<'a, char>>;

fn next<'a>(words: &mut Words<'a>) -> Read<&'a str> {
    words.next().ok_or_else(|| "the line ends too early".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn answers_name_their_seats() {
        let reader = Reader { board: Board::of(&Options::QQ_4P), seats: SeatSet::first(4) };
        let [a, b, c] = [1, 2, 3].map(Seat::of);
        let said = reader.line("answers 1:moves 2:stuck 3:- out 0");
        assert_eq!(said, Ok(Said::Answers(vec![(a, Some(false)), (b, Some(true)), (c, None)])));
        for wrong in ["answers 1:may", "answers 4:moves", "answers 1", "answers 1:moves out"] {
            assert!(reader.line(wrong).is_err(), "{wrong}");
        }
        let many = "answers".to_owned() + &" 1:-".repeat(5);
        assert!(reader.line(&many).is_err());
    }
}
