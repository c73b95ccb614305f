//! Positions from a few words, and play by move texts.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "each test uses a part"
)]

pub mod model;
pub mod play;

use std::collections::BTreeMap;

use game::{Answer, Claim, Event, Game, Illegal, Known, Outcome, PieceId, Seat, SeatSet, Waits};
use junqi::{
    ARMY, Board, COUNTS, FlagAt, Junqi, Kind, Kinds, Layout, Man, Mode, Options, Position, Rules,
    Secret, Stage, allowed,
};

/// xorshift64: the games are the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::of(number)
}

pub fn won(seats: &[u8]) -> Option<Outcome> {
    Some(Outcome::Won(seats.iter().map(|n| seat(*n)).collect()))
}

pub fn drawn(seats: &[u8]) -> Option<Outcome> {
    Some(Outcome::Drawn(seats.iter().map(|n| seat(*n)).collect()))
}

/// What all secrets together say.
pub struct Truth<'a>(pub &'a BTreeMap<Seat, Secret>);

impl game::Kinds for Truth<'_> {
    fn kind(&self, piece: PieceId) -> Option<game::Kind> {
        self.0.values().find_map(|secret| Junqi::kind(secret, piece))
    }

    fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
        self.0.get(&seat).map(Junqi::army)
    }
}

/// The pieces on the board with their cells and what they are; none: face down.
type Placed = BTreeMap<Man, (String, Option<(Seat, Kind)>)>;

/// A position with all secrets.
#[derive(Clone)]
pub struct Table {
    pub at: Position,
    pub secrets: BTreeMap<Seat, Secret>,
}

impl Table {
    /// Pieces as `0M=05a`, those of seat 0, with everything else off the board. In flip `?=05a` lies
    /// face down, and `down` names what does, as `0M`. Further fields replace those of the line; `@05a` in them is
    /// the piece on that cell.
    pub fn new(options: &Options, pieces: &str, turn: u8) -> Self {
        Self::with(options, pieces, turn, "", &[])
    }

    pub fn with(
        options: &Options,
        pieces: &str,
        turn: u8,
        down: &str,
        fields: &[(&str, &str)],
    ) -> Self {
        let rules = Rules::new(options).unwrap();
        let board = Board::of(options);
        let mut there: Placed = BTreeMap::new();
        for word in pieces.split_whitespace() {
            let (what, cell) = word.split_once('=').unwrap();
            let kind = parse(what);
            let man = free_man(options, board, &there, kind, cell);
            assert!(there.insert(man, (cell.to_owned(), kind)).is_none(), "{word}");
        }
        let secrets =
            if options.mode == Mode::Hidden { secrets(options, &there) } else { [].into() };
        let mut text = line(options, &there, turn, down, fields);
        for (man, (cell, _)) in &there {
            let number = format!("{}.{}", man.number() / ARMY, man.place());
            text = text.replace(&format!("@{cell}"), &number);
        }
        let (at, _) =
            Junqi::read_position(&rules, &text).unwrap_or_else(|f| panic!("{text}\n{f:?}"));
        Self { at, secrets }
    }

    pub fn known(&self, seat: Seat) -> Known<Junqi> {
        let own = self.secrets.get(&seat).map(|secret| (seat, *secret));
        Known { viewer: Some(seat), secrets: own.into_iter().collect() }
    }

    /// The legal moves of the seat to move, in notation.
    pub fn moves(&self) -> Vec<String> {
        let turn = self.at.turn();
        let moves = Junqi::moves(&self.at, turn, &self.known(turn));
        moves.iter().map(|mv| Junqi::write_move(&self.at, mv)).collect()
    }

    /// Where the piece on this cell may go.
    pub fn from(&self, cell: &str) -> Vec<String> {
        let all = self.moves().into_iter();
        all.filter_map(|text| text.strip_prefix(cell).map(|to| to[1..].to_owned())).collect()
    }

    /// Moves, legally, and settles what is asked then by the truth.
    pub fn go(&mut self, text: &str) -> &mut Self {
        self.start(text);
        self.settle();
        self
    }

    /// Moves, legally, and leaves what is asked then.
    pub fn start(&mut self, text: &str) -> &mut Self {
        let moves = self.moves();
        assert!(moves.iter().any(|mv| mv == text), "{text} is not among {moves:?}");
        let mv = Junqi::read_move(&self.at, text).unwrap();
        self.apply(Event::Moved(self.at.turn(), mv));
        self
    }

    pub fn settle(&mut self) {
        while let Waits::Rulings(claims) = Junqi::waits(&self.at) {
            let hiding = Junqi::hiding(self.at.rules()).unwrap();
            let truth = Truth(&self.secrets);
            let answers = claims.iter().map(|(claim, _)| {
                Answer::Ruled(claim.settle(&hiding, &truth).unwrap_or_else(|| panic!("{claim:?}")))
            });
            let answers = answers.collect();
            self.apply(Event::Ruled(answers));
        }
    }

    pub fn apply(&mut self, event: Event<Junqi>) -> &mut Self {
        let taken = Junqi::apply(&mut self.at, &event);
        assert_eq!(taken, Ok(()), "{event:?} at {:?}", self.at.stage());
        self
    }

    /// Why the seat to move may not move so.
    pub fn refused(&self, text: &str) -> &'static str {
        let mv = Junqi::read_move(&self.at, text).unwrap();
        let Illegal(reason) = Junqi::owes(&self.at, self.at.turn(), &mv).unwrap_err();
        assert!(!self.moves().iter().any(|mv| mv == text));
        reason
    }

    pub fn owes(&self, text: &str) -> Vec<Claim> {
        let mv = Junqi::read_move(&self.at, text).unwrap();
        Junqi::owes(&self.at, self.at.turn(), &mv).unwrap()
    }

    pub fn resign(&mut self, seats: &[u8]) -> &mut Self {
        let seats: SeatSet = seats.iter().map(|n| seat(*n)).collect();
        self.apply(Event::Out(seats, game::Cause::Resigned))
    }

    pub fn skip(&mut self) -> &mut Self {
        self.apply(Event::Skipped(self.at.turn()))
    }

    /// What really stands on a cell, as `0M`; `.` if nothing does.
    pub fn on(&self, cell: &str) -> String {
        let Some(man) = self.man(cell) else { return ".".into() };
        let Some(army) = self.at.piece(man).army else { return "?".into() };
        let secret = || self.secrets.get(&man.seat())?.kind(man);
        let kind = self.at.public_kind(man).or_else(secret).unwrap();
        format!("{army}{}", kind.letter())
    }

    pub fn man(&self, cell: &str) -> Option<Man> {
        self.at.on(self.at.board().find(cell).unwrap())
    }

    pub fn flag(&self, army: u8) -> String {
        match self.at.flag(seat(army)) {
            FlagAt::Home => "home".into(),
            FlagAt::Gone => "gone".into(),
            FlagAt::Lying(cell) => self.at.board().name(cell).into(),
            FlagAt::Carried(man) => {
                let cell = self.at.piece(man).cell.unwrap();
                format!("with {}", self.at.board().name(cell))
            }
        }
    }

    pub fn turn(&self) -> u8 {
        assert!(matches!(self.at.stage(), Stage::Turn), "{:?}", self.at.stage());
        self.at.turn().number()
    }

    pub fn living(&self) -> Vec<u8> {
        self.at.living().iter().map(Seat::number).collect()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match Junqi::waits(&self.at) {
            Waits::Nothing(outcome) => Some(outcome),
            _ => None,
        }
    }
}

fn parse(what: &str) -> Option<(Seat, Kind)> {
    let (army, letter) = what.split_at_checked(1)?;
    let kind = Kind::from_letter(letter.chars().next()?)?;
    Some((seat(army.parse().ok()?), kind))
}

/// A piece of the seat that may be of this kind: the one that began on this cell if it may, else one
/// whose place is least needed by others.
fn free_man(
    options: &Options,
    board: &Board,
    there: &Placed,
    kind: Option<(Seat, Kind)>,
    cell: &str,
) -> Man {
    let all = (0..options.seats * ARMY).filter_map(Man::new);
    let is_flip = options.mode == Mode::Flip;
    let fits = |man: &Man| {
        !there.contains_key(man)
            && kind.is_none_or(|(army, kind)| {
                is_flip || (man.seat() == army && allowed(man.place(), options).has(kind))
            })
    };
    let home = |man: &Man| board.cell_of(man.seat(), man.place()) == board.find(cell);
    all.clone().filter(fits).find(home).or_else(|| all.clone().find(fits)).unwrap()
}

/// Legal layouts in which the pieces on the board are what they are.
fn secrets(options: &Options, there: &Placed) -> BTreeMap<Seat, Secret> {
    let rules = Rules::new(options).unwrap();
    let layout = |seat: Seat| {
        let mut kinds: [Option<Kind>; ARMY as usize] = [None; ARMY as usize];
        let mut left = COUNTS;
        for (man, (_, kind)) in there.iter().filter(|(man, _)| man.seat() == seat) {
            let (_, kind) = kind.unwrap();
            kinds[usize::from(man.place())] = Some(kind);
            left[kind.index()] -= 1;
        }
        for kind in [Kind::Flag, Kind::Mine, Kind::Bomb].into_iter().chain(Kind::ALL) {
            for _ in 0..std::mem::take(&mut left[kind.index()]) {
                let place = (0..ARMY).rev().find(|place| {
                    kinds[usize::from(*place)].is_none() && allowed(*place, options).has(kind)
                });
                kinds[usize::from(place.unwrap())] = Some(kind);
            }
        }
        Layout::new(kinds.map(Option::unwrap))
    };
    let seats = rules.seats().iter();
    let all: BTreeMap<Seat, Secret> =
        seats.map(|seat| (seat, Secret { seat, layout: layout(seat) })).collect();
    for (seat, secret) in &all {
        assert_eq!(secret.layout.faults(&rules, *seat), []);
    }
    all
}

fn line(
    options: &Options,
    there: &Placed,
    turn: u8,
    down: &str,
    fields: &[(&str, &str)],
) -> String {
    let board = Board::of(options);
    let man_text = |man: Man| {
        let Some((cell, kind)) = there.get(&man) else { return "-".to_owned() };
        let letter = kind.map_or('?', |(_, kind)| kind.letter());
        match options.mode {
            Mode::Open => format!("{cell}:{letter}"),
            Mode::Flip => {
                let army = kind.map(|(army, _)| army.to_string()).unwrap_or_default();
                format!("{cell}:{army}{letter}")
            }
            Mode::Hidden => {
                let first = allowed(man.place(), options);
                let has_moved = board.cell_of(man.seat(), man.place()) != board.find(cell);
                let is_front = first.and(Kinds::MOVABLE) == first;
                format!("{cell}:{}", if has_moved && !is_front { '+' } else { '?' })
            }
        }
    };
    let field = |n: u8| (0..ARMY).map(move |p| Man::of(seat(n), p).unwrap());
    let men: Vec<String> =
        (0..options.seats).map(|n| field(n).map(man_text).collect::<Vec<_>>().join(",")).collect();
    let mut counts = [[0u8; 12]; 2];
    for (army, kind) in down.split_whitespace().filter_map(parse) {
        counts[army.index()][kind.index()] += 1;
    }
    let is_flip = options.mode == Mode::Flip;
    let counts: String = counts.iter().flatten().map(u8::to_string).collect();
    let list = |word: &str| vec![word; usize::from(options.seats)].join(",");
    let living: String = (0..options.seats).map(|n| n.to_string()).collect();
    let mut values = BTreeMap::from([
        ("viewer", "-".to_owned()),
        ("secrets", "-".to_owned()),
        ("men", men.join("/")),
        ("living", living),
        ("turn", turn.to_string()),
        ("flags", list("home")),
        ("down", if is_flip { counts } else { "-".to_owned() }),
        ("colours", if is_flip { "0".to_owned() } else { "-".to_owned() }),
        ("timeouts", list("0")),
        ("quiet", "0".to_owned()),
        ("ply", "0".to_owned()),
        ("history", "-".to_owned()),
        ("stage", "turn".to_owned()),
    ]);
    for (name, value) in fields {
        values.insert(name, (*value).to_owned());
    }
    let order = [
        "viewer", "secrets", "men", "living", "turn", "flags", "down", "colours", "timeouts",
        "quiet", "ply", "history", "stage",
    ];
    order.map(|name| format!("{name}={}", values[name])).join(" ")
}
