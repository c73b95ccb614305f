//! Layouts: what a seat sets up with, sealed until all have or hidden for good. Typed in one line,
//! kept, or by chance.

use std::collections::BTreeMap;

use catalog::{Any, Choice, Position, Rules, Secret};
use game::{
    Event, Fault, Game as _, Kind, Known, Node, PieceId, Seat, SeatSet, Showing, Token, View, Waits,
};

use crate::board::stones;

/// A legal layout of a seat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Layout {
    /// To be shown with those of all others.
    Sealed(Choice),
    /// To be proven and never shown.
    Hidden(Secret),
}

/// The seats that set up now, with more layouts than can be listed.
pub(crate) fn due(at: &Position) -> SeatSet {
    match Any::waits(at) {
        Waits::Choices(seats) if !Any::begun(at) => {
            let is_free = |seat: &Seat| Any::choices(at, *seat).is_none();
            seats.iter().filter(is_free).collect()
        }
        Waits::Deployments(seats) => seats,
        _ => SeatSet::EMPTY,
    }
}

/// A seat that sets up.
#[derive(Clone, Copy)]
pub(crate) struct SetUp<'a> {
    /// By which rules.
    pub(crate) rules: &'a Rules,
    /// The position, which waits for it.
    pub(crate) at: &'a Position,
    /// Who.
    pub(crate) seat: Seat,
}

impl SetUp<'_> {
    /// Reads a layout in one line; a piece is its letter, great or small, or its Chinese sign.
    pub(crate) fn read(&self, text: &str) -> Result<Layout, Vec<Fault>> {
        let line = self.tidy(text);
        if self.is_hidden() {
            let secret = Any::read_secret(self.at, self.seat, &line).map_err(|it| vec![it])?;
            Any::hides(self.at, self.seat, &secret)?;
            return Ok(Layout::Hidden(secret));
        }
        let choice = Any::read_choice(self.at, &line).map_err(|it| apart(&it))?;
        Any::admits(self.at, self.seat, &choice)?;
        Ok(Layout::Sealed(choice))
    }

    /// Reads the layout that was set up with, when setting up is over: whether it is that one, the
    /// match knows.
    pub(crate) fn again(&self, text: &str) -> Result<Layout, Vec<Fault>> {
        if !self.is_hidden() {
            return self.read(text);
        }
        let secret = Any::read_secret(self.at, self.seat, &self.tidy(text));
        secret.map(Layout::Hidden).map_err(|fault| vec![fault])
    }

    /// A layout by somebody's randomness.
    pub(crate) fn any(&self, below: &mut dyn FnMut(u32) -> u32) -> Option<Layout> {
        match self.is_hidden() {
            true => Any::any_secret(self.at, self.seat, below).map(Layout::Hidden),
            false => Some(Layout::Sealed(Any::any_choice(self.at, self.seat, below))),
        }
    }

    /// Some layout in one line.
    pub(crate) fn example(&self) -> String {
        match self.rules.game().layouts().first() {
            Some((_, line)) => (*line).to_owned(),
            None => self.any(&mut |_| 0).map(|layout| self.write(&layout)).unwrap_or_default(),
        }
    }

    /// A layout by the system's randomness.
    pub(crate) fn by_chance(&self) -> Option<Layout> {
        match self.is_hidden() {
            true => table::secret_by_chance(self.at, self.seat).map(Layout::Hidden),
            false => table::choice_by_chance(self.at, self.seat).map(Layout::Sealed),
        }
    }

    /// A layout in one line.
    pub(crate) fn write(&self, layout: &Layout) -> String {
        match layout {
            Layout::Sealed(choice) => Any::write_choice(self.at, choice),
            Layout::Hidden(secret) => Any::write_secret(self.at, secret),
        }
    }

    /// The board as its owner would see it, nobody else having set up.
    pub(crate) fn view(&self, layout: &Layout) -> View {
        let secrets = match layout {
            Layout::Hidden(secret) => BTreeMap::from([(self.seat, secret.clone())]),
            Layout::Sealed(_) => BTreeMap::new(),
        };
        let known = Known { viewer: Some(self.seat), secrets };
        let mut view = Any::view(self.at, &known);
        if let Layout::Sealed(choice) = layout {
            let shown = due(self.at).iter().map(|seat| (seat, Showing::Shown(choice.clone())));
            let mut after = self.at.clone();
            if Any::apply(&mut after, &Event::Unsealed(shown.collect())).is_ok() {
                for (old, new) in view.tokens.iter_mut().zip(Any::view(&after, &known).tokens) {
                    if old.is_some_and(|token| token.army == self.seat) {
                        *old = new;
                    }
                }
            }
        }
        view
    }

    /// The line of a layout with the pieces of two cells in each other's place.
    pub(crate) fn swapped(&self, layout: &Layout, cells: [Node; 2]) -> Option<String> {
        self.exchanged(&self.write(layout), cells)
    }

    /// The same of a line that need not be legal.
    pub(crate) fn exchanged(&self, line: &str, cells: [Node; 2]) -> Option<String> {
        let mut line: Vec<char> = line.chars().collect();
        let letters = (0..).zip(&line).filter(|(_, c)| **c != '/').map(|(place, _)| place);
        let letters: Vec<usize> = letters.collect();
        let own = self.places(letters.len())?;
        let place = |node: Node| letters.get(own.iter().position(|it| *it == node)?).copied();
        let [first, second] = cells;
        line.swap(place(first)?, place(second)?);
        Some(line.into_iter().collect())
    }

    /// The cells that the letters of a line stand for, in their order, if there are so many letters:
    /// where pieces stand already, in the order of the board; else the own half row by row, from the
    /// base on, as seat 0 sees the columns.
    pub(crate) fn places(&self, letters: usize) -> Option<Vec<Node>> {
        let view = Any::view(self.at, &Known::public());
        let is_own = |token: &Option<Token>| token.is_some_and(|token| token.army == self.seat);
        let stones: Vec<Node> = stones(&view).collect();
        let own = (0..).zip(&view.tokens).filter(|(_, token)| is_own(token));
        let own = own.filter(|(node, _)| !stones.contains(node));
        let mut own: Vec<Node> = own.map(|(node, _)| node).collect();
        if own.is_empty() {
            own = self.home();
        }
        (own.len() == letters).then_some(own)
    }

    /// The own half, row by row from the base on.
    fn home(&self) -> Vec<Node> {
        let board = Any::board(self.rules);
        let rows = board.nodes.iter().map(|node| i32::from(node.plane.1));
        let middle = rows.clone().min().unwrap_or(0) + rows.max().unwrap_or(0);
        let own = (0..).zip(&board.nodes).filter(|(_, node)| node.home == Some(self.seat));
        // Twice the way from the middle row: the base is the row that is farthest from it.
        let place = |node: &game::BoardNode| {
            let (x, y) = node.plane;
            (-(2 * i32::from(y) - middle).abs(), x)
        };
        let mut own: Vec<((i32, i16), Node)> =
            own.map(|(node, drawn)| (place(drawn), node)).collect();
        own.sort_unstable();
        own.into_iter().map(|(_, node)| node).collect()
    }

    fn is_hidden(&self) -> bool {
        matches!(Any::waits(self.at), Waits::Deployments(_))
    }

    /// A line as engines read it.
    fn tidy(&self, text: &str) -> String {
        let kinds = Any::kinds(self.rules);
        let letter = |c: char| {
            let marked = kinds.iter().find(|kind| kind.mark.chars().eq([c]));
            let plain = if c == '／' { '/' } else { c.to_ascii_uppercase() };
            marked.map_or(plain, |kind| kind.letter)
        };
        let line: String = text.chars().filter(|c| !c.is_whitespace()).map(letter).collect();
        if line.contains('/') {
            return line;
        }
        // Rows that run together are told apart by those of another layout.
        let Some(shape) = self.any(&mut |_| 0).map(|layout| self.write(&layout)) else {
            return line;
        };
        let places = shape.chars().filter(|c| *c != '/').count();
        if line.chars().count() != places {
            return line;
        }
        let mut letters = line.chars();
        let fill = |c: char| if c == '/' { Some(c) } else { letters.next() };
        shape.chars().filter_map(fill).collect()
    }
}

/// Several faults that an engine gave as one, a line for each.
fn apart(fault: &Fault) -> Vec<Fault> {
    if !fault.reason.contains('\n') {
        return vec![fault.clone()];
    }
    let each = fault.reason.lines().map(|line| match line.split_once(": ") {
        Some((place, reason)) => Fault::new(place, reason),
        None => Fault::new(fault.place.as_str(), line),
    });
    each.collect()
}

/// The whole layouts among what has been opened, each in one line.
pub(crate) fn opened(rules: &Rules, opened: &[(PieceId, Kind)]) -> Vec<(Seat, String)> {
    let Some(hiding) = Any::hiding(rules) else { return Vec::new() };
    let (kinds, at) = (Any::kinds(rules), Any::start(rules));
    let letters_of = |seat: Seat| -> Option<String> {
        let place = |place| hiding.piece(seat, place);
        let pieces = (0..=u8::MAX).map_while(place);
        let kind =
            |piece: PieceId| opened.iter().find(|(it, _)| *it == piece).map(|(_, kind)| kind);
        pieces.map(|piece| Some(kinds.get(usize::from(kind(piece)?.0))?.letter)).collect()
    };
    let seats = SeatSet::first(Any::seats(rules)).iter();
    let line = |seat| {
        let set_up = SetUp { rules, at: &at, seat };
        Some((seat, set_up.tidy(&letters_of(seat)?)))
    };
    seats.filter_map(line).collect()
}

/// What everybody knows after these have been opened.
pub(crate) fn known(rules: &Rules, opened: &[(PieceId, Kind)]) -> Known<Any> {
    let at = Any::start(rules);
    let secrets = self::opened(rules, opened).into_iter();
    let secrets =
        secrets.filter_map(|(seat, line)| Some((seat, Any::read_secret(&at, seat, &line).ok()?)));
    Known { viewer: None, secrets: secrets.collect() }
}

#[cfg(test)]
mod tests {
    use catalog::GameName;

    use super::*;

    const LINE: &str = "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE";

    /// Asks something of a seat that sets up by a preset.
    fn setting_up<T>(preset: &str, seat: u8, ask: impl FnOnce(SetUp<'_>) -> T) -> T {
        let rules = GameName::Junqi.rules([preset]).unwrap();
        let at = Any::start(&rules);
        ask(SetUp { rules: &rules, at: &at, seat: Seat::of(seat) })
    }

    #[test]
    fn a_line_may_be_typed_as_a_player_thinks_of_it() {
        for preset in ["open-2p", "qq-2p"] {
            setting_up(preset, 1, |set_up| {
                let wanted = set_up.read(LINE).unwrap();
                assert_eq!(set_up.write(&wanted), LINE);
                for typed in [
                    "mgddb brr yycc cpp peelz lflze",
                    "司军师师旅／旅团团／营营连连／连排排／排工工雷炸／雷旗雷炸工",
                    "MGDDBBRRYYCCCPPPEELZLFLZE",
                ] {
                    assert_eq!(set_up.read(typed), Ok(wanted.clone()), "{preset} {typed}");
                }
            });
        }
    }

    #[test]
    fn every_fault_has_its_cell() {
        for preset in ["open-2p", "qq-2p"] {
            setting_up(preset, 1, |set_up| {
                // A bomb in front, a mine in the third row, the flag outside, a marshal too many.
                let faults = set_up.read("ZGDDB/BRR/YYLC/CPP/PEECM/LMLZF").unwrap_err();
                let has = |place: &str| faults.iter().any(|fault| fault.place == place);
                assert!(["11a", "13d", "16e", "16b"].into_iter().all(has), "{preset} {faults:?}");
                let slashes = "/".repeat(900);
                for bad in ["", "/", "MGDDB", "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZ好", &slashes] {
                    assert!(set_up.read(bad).is_err(), "{bad}");
                }
            });
        }
    }

    #[test]
    fn its_owner_sees_it_and_may_exchange_pieces() {
        for preset in ["open-2p", "qq-2p", "open-4p", "liuguo"] {
            setting_up(preset, 1, |set_up| {
                let layout = set_up.read(LINE).unwrap();
                let board = Any::board(set_up.rules);
                let node = |name: &str| {
                    let found = board.nodes.iter().position(|node| node.name == name).unwrap();
                    u16::try_from(found).unwrap()
                };
                let view = set_up.view(&layout);
                let kind = |name: &str| {
                    view.tokens[usize::from(node(name))].unwrap().kind.map(|kind| kind.0)
                };
                assert_eq!((kind("11a"), kind("16b"), kind("01a")), (Some(0), Some(11), None));
                let swapped = |a: &str, b: &str| set_up.swapped(&layout, [node(a), node(b)]);
                let wanted = "EGDDB/BRR/YYCC/CPP/PEMLZ/LFLZE";
                assert_eq!(swapped("11a", "15c").as_deref(), Some(wanted), "{preset}");
                assert_eq!((swapped("11a", "01a"), swapped("11a", "12b")), (None, None));
            });
        }
    }

    /// A layout with free cells, on a board where nothing stands before.
    #[test]
    fn a_line_with_free_cells_stands_in_the_own_half() {
        let rules = GameName::Shouhu.rules(["red=seat_0"]).unwrap();
        let at = Any::start(&rules);
        let board = Any::board(&rules);
        let node = |name: &str| {
            let found = board.nodes.iter().position(|node| node.name == name).unwrap();
            u16::try_from(found).unwrap()
        };
        let (_, standard) = GameName::Shouhu.layouts()[0];
        for (seat, [corner, guardian, free]) in [["a1", "d2", "e1"], ["a9", "d8", "e9"]]
            .into_iter()
            .enumerate()
            .map(|(seat, names)| (Seat::of(seat as u8), names.map(node)))
        {
            let set_up = SetUp { rules: &rules, at: &at, seat };
            let layout = set_up.read(standard).unwrap();
            assert_eq!(set_up.write(&layout), standard);
            assert_eq!(set_up.read(&standard.replace('/', "")), Ok(layout.clone()));
            let places = set_up.places(32).unwrap();
            assert_eq!((places[0], places[11], places[4]), (corner, guardian, free));
            assert_eq!(set_up.places(31), None);
            let swapped = set_up.swapped(&layout, [corner, free]).unwrap();
            assert_eq!(
                swapped,
                "\
                .NB.RBNR/..AP.A../.C....C./P.P..P.P"
            );
            // Two guardians: told at their cell, not taken.
            let faults = set_up.read(&swapped).unwrap_err();
            let named = board.nodes[usize::from(guardian)].name.as_str();
            assert!(faults.iter().any(|fault| fault.place == named), "{faults:?}");
            // Unreadable lines have every fault at its place too.
            let faults = set_up.read("RNB..BN/..AX.A../.C....C./P.P..P.P").unwrap_err();
            assert_eq!(faults.len(), 2, "{faults:?}");
        }
    }

    #[test]
    fn any_layout_is_legal() {
        setting_up("qq-4p", 3, |set_up| {
            let drawn = set_up.by_chance().unwrap();
            assert_eq!(set_up.read(&set_up.write(&drawn)), Ok(drawn));
            assert_eq!(due(set_up.at), SeatSet::first(4));
        });
        setting_up("flip", 0, |set_up| assert_eq!(due(set_up.at), SeatSet::EMPTY));
        let laoqi = Any::start(&GameName::Laoqi.rules([]).unwrap());
        assert_eq!(due(&laoqi), SeatSet::EMPTY);
    }

    #[test]
    fn what_has_been_opened_is_a_line_if_it_is_a_whole_layout() {
        let rules = GameName::Junqi.rules(["qq-2p"]).unwrap();
        let at = Any::start(&rules);
        let secret = Any::read_secret(&at, Seat::of(1), LINE).unwrap();
        let pieces = Any::army(&secret).into_iter();
        let mut all: Vec<_> =
            pieces.map(|piece| (piece, Any::kind(&secret, piece).unwrap())).collect();
        assert_eq!(opened(&rules, &all), [(Seat::of(1), LINE.to_owned())]);
        all.pop();
        assert_eq!(opened(&rules, &all), []);
        let open = GameName::Junqi.rules(["open-2p"]).unwrap();
        assert_eq!(opened(&open, &all), []);
    }
}
