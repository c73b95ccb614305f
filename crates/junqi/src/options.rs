//! Options as typed: their names, values, defaults and presets.

use game::options::{name, names, number, word};
use game::{Fault, Seat, SeatSet, choice};
use serde::{Deserialize, Serialize};

/// The most skipped turns that [`Options::timeouts`] may allow.
pub const TIMEOUTS_MAX: u8 = 99;
/// The most plies that [`Options::quiet_limit`] may allow.
pub const QUIET_MAX: u16 = 999;

choice! {
    /// Who knows what.
    Mode {
        /// 暗棋: an owner knows its own pieces.
        Hidden = "hidden",
        /// 明棋: everybody sees everything.
        Open = "open",
        /// 翻棋: nobody knows a piece before it is turned up.
        Flip = "flip",
    }
}
choice! {
    /// Which board two seats use.
    BoardKind {
        /// Two fields that meet.
        Duel = "duel",
        /// Opposite fields of the 四国 board.
        Siguo = "siguo",
    }
}
choice! {
    /// An option that is on or off.
    Switch {
        /// Not so.
        Off = "off",
        /// So.
        On = "on",
    }
}
choice! {
    /// Whether a piece may leave a headquarters.
    Headquarters {
        /// It stays there.
        Locked = "locked",
        /// It goes as from anywhere.
        Free = "free",
    }
}
choice! {
    /// How ordinary pieces run on rails.
    Turns {
        /// Along straight lines and curves.
        Lines = "lines",
        /// Along straight lines; a curve is a single step.
        Straight = "straight",
        /// As engineers.
        Corners = "corners",
    }
}
choice! {
    /// What a mine does to a piece that is no engineer.
    Mines {
        /// The attacker dies, the mine stays.
        Spring = "spring",
        /// Both die.
        Mutual = "mutual",
        /// Both die, with engineers too.
        MutualAll = "mutual_all",
    }
}
choice! {
    /// Who may take a flag.
    FlagTakers {
        /// Any piece that moves.
        Any = "any",
        /// Any but the Marshal.
        NotMarshal = "not_marshal",
        /// Engineers.
        Engineer = "engineer",
    }
}
choice! {
    /// What becomes of the pieces of a seat that is out.
    Remains {
        /// They leave the board.
        Vanish = "vanish",
        /// They stay and never move.
        Stay = "stay",
    }
}
choice! {
    /// When a taken flag puts its owner out.
    FlagWin {
        /// At once.
        Capture = "capture",
        /// When it has been carried home.
        Carry = "carry",
    }
}
choice! {
    /// Whose pieces a living seat of a hidden game sees beside its own.
    AllyView {
        /// Nobody's.
        None = "none",
        /// Its allies'.
        Allies = "allies",
        /// Everybody's: that is an open game, and refused here.
        All = "all",
    }
}
choice! {
    /// Whose pieces a seat that is out sees in a hidden game.
    LosersView {
        /// Its allies'.
        Allies = "allies",
        /// Only what is public.
        None = "none",
    }
}
choice! {
    /// Who is allied.
    Sides {
        /// Everyone for himself.
        Ffa = "ffa",
        /// Opposite seats.
        Opposite = "opposite",
        /// Every other seat.
        Alternate = "alternate",
    }
}
choice! {
    /// What decides the colours in flip.
    Colours {
        /// Who first turns up an engineer has its colour.
        FirstEngineer = "first_engineer",
        /// Who turns up the first piece has its colour.
        FirstFlip = "first_flip",
    }
}
choice! {
    /// Whether an attack is legal in which only the attacker dies.
    SmallHitsBig {
        /// It is.
        Allowed = "allowed",
        /// It is not.
        Forbidden = "forbidden",
    }
}
choice! {
    /// What the third occurrence of a position does.
    Repetition {
        /// A draw.
        Draw = "draw",
        /// Who alone has been chasing loses; otherwise a draw.
        ChaserLoses = "chaser_loses",
        /// Nothing.
        Off = "off",
    }
}

/// Options as somebody picked them; they may contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// 2, 3, 4 or 6.
    pub seats: u8,
    /// Who knows what.
    pub mode: Mode,
    /// The board of two seats.
    pub board: BoardKind,
    /// Two more crossings at the border of the duel board.
    pub crossings: Switch,
    /// Who is allied.
    pub sides: Sides,
    /// One leader of each side, whose going out puts its side out; empty: none.
    pub leader: SeatSet,
    /// Whether headquarters hold what enters them.
    pub hq: Headquarters,
    /// How ordinary pieces run.
    pub turns: Turns,
    /// Whether bombs run as engineers.
    pub bomb_flies: Switch,
    /// Whether bombs may be set up in the first row.
    pub bomb_front: Switch,
    /// What mines do.
    pub mines: Mines,
    /// Who takes flags.
    pub flag_takers: FlagTakers,
    /// When a taken flag counts.
    pub flag_win: FlagWin,
    /// Whether a flag in its place is safe while its owner has a mine.
    pub mines_first: Switch,
    /// Whether a Marshal that dies shows its flag.
    pub marshal_shows_flag: Switch,
    /// Whether an attacking engineer shows its target to all.
    pub scouting: Switch,
    /// What is left of a seat that is out.
    pub remains: Remains,
    /// What allies see.
    pub ally_view: AllyView,
    /// What losers see.
    pub losers_view: LosersView,
    /// What decides the colours.
    pub colours: Colours,
    /// Whether hopeless attacks are legal.
    pub small_hits_big: SmallHitsBig,
    /// What repetition does.
    pub repetition: Repetition,
    /// So many plies in a row without a fight (in flip: without fight or flip) are allowed, one more
    /// is a draw; 0: no limit.
    pub quiet_limit: u16,
    /// Skipped turns that a seat may have; one more puts it out.
    pub timeouts: u8,
}

impl Options {
    /// Two seats, hidden, everything by default but the skipped turns, of which the fifth loses.
    pub const QQ_2P: Self = Self { timeouts: 4, ..Self::plain(2, Mode::Hidden) };
    /// Four seats in two sides, hidden.
    pub const QQ_4P: Self = Self { timeouts: 4, ..Self::plain(4, Mode::Hidden) };
    /// The first source's own defaults: mines take the attacker with them.
    pub const CLASSIC: Self = Self { mines: Mines::Mutual, ..Self::plain(2, Mode::Hidden) };
    /// The second source's flip game.
    pub const FLIP: Self = Self::plain(2, Mode::Flip);
    /// Three seats, everyone for himself.
    pub const SANGUO: Self = Self::plain(3, Mode::Hidden);
    /// Six seats in two sides; mines take the attacker with them, headquarters are free.
    pub const LIUGUO: Self =
        Self { mines: Mines::Mutual, hq: Headquarters::Free, ..Self::plain(6, Mode::Hidden) };
    /// Two seats, everything open.
    pub const OPEN_2P: Self = Self::plain(2, Mode::Open);
    /// 四明: four seats in two sides, everything open.
    pub const OPEN_4P: Self = Self::plain(4, Mode::Open);
    /// 双明: four seats that see their ally's pieces.
    pub const ALLIES_4P: Self =
        Self { ally_view: AllyView::Allies, ..Self::plain(4, Mode::Hidden) };
    /// The second source's two seats on opposite corners of the 四国 board.
    pub const CORNERS_2P: Self = Self { board: BoardKind::Siguo, ..Self::plain(2, Mode::Hidden) };
    /// The second source's upright game: engineers scout, a flag must be carried home.
    pub const SCOUTS_2P: Self =
        Self { scouting: Switch::On, flag_win: FlagWin::Carry, ..Self::plain(2, Mode::Hidden) };
    /// The presets with their names.
    pub const PRESETS: [(&'static str, Self); 11] = [
        ("qq-2p", Self::QQ_2P),
        ("qq-4p", Self::QQ_4P),
        ("classic", Self::CLASSIC),
        ("flip", Self::FLIP),
        ("sanguo", Self::SANGUO),
        ("liuguo", Self::LIUGUO),
        ("open-2p", Self::OPEN_2P),
        ("open-4p", Self::OPEN_4P),
        ("allies-4p", Self::ALLIES_4P),
        ("corners-2p", Self::CORNERS_2P),
        ("scouts-2p", Self::SCOUTS_2P),
    ];
    /// The options by name.
    pub const KEYS: [&'static str; 24] = [
        "seats",
        "mode",
        "board",
        "crossings",
        "sides",
        "leader",
        "hq",
        "turns",
        "bomb_flies",
        "bomb_front",
        "mines",
        "flag_takers",
        "flag_win",
        "mines_first",
        "marshal_shows_flag",
        "scouting",
        "remains",
        "ally_view",
        "losers_view",
        "colours",
        "small_hits_big",
        "repetition",
        "quiet_limit",
        "timeouts",
    ];

    /// The defaults for so many seats in this mode.
    pub const fn plain(seats: u8, mode: Mode) -> Self {
        let is_flip = matches!(mode, Mode::Flip);
        Self {
            seats,
            mode,
            board: BoardKind::Duel,
            crossings: Switch::Off,
            sides: match seats {
                4 => Sides::Opposite,
                6 => Sides::Alternate,
                _ => Sides::Ffa,
            },
            leader: SeatSet::EMPTY,
            hq: if is_flip { Headquarters::Free } else { Headquarters::Locked },
            turns: Turns::Lines,
            bomb_flies: Switch::Off,
            bomb_front: Switch::Off,
            mines: Mines::Spring,
            flag_takers: if is_flip { FlagTakers::Engineer } else { FlagTakers::Any },
            flag_win: if is_flip { FlagWin::Carry } else { FlagWin::Capture },
            mines_first: if is_flip { Switch::On } else { Switch::Off },
            marshal_shows_flag: Switch::On,
            scouting: Switch::Off,
            remains: Remains::Vanish,
            ally_view: AllyView::None,
            losers_view: LosersView::Allies,
            colours: Colours::FirstEngineer,
            small_hits_big: SmallHitsBig::Allowed,
            repetition: Repetition::Draw,
            quiet_limit: if is_flip { 40 } else { 70 },
            timeouts: 3,
        }
    }

    /// The preset with this name.
    pub fn preset(name: &str) -> Option<Self> {
        let mut all = Self::PRESETS.into_iter();
        all.find(|(known, _)| *known == name).map(|(_, options)| options)
    }

    /// The number of the side that a seat is on.
    pub const fn side(&self, seat: Seat) -> u8 {
        match (self.sides, self.seats) {
            (Sides::Ffa, _) | (_, 0 | 1) => seat.number(),
            (Sides::Opposite, seats) => seat.number() % (seats / 2),
            (Sides::Alternate, _) => seat.number() % 2,
        }
    }

    /// The lowest seat of each side, as `leader=lowest` takes them.
    pub fn lowest_of_sides(&self) -> SeatSet {
        let sides = match (self.sides, self.seats) {
            (Sides::Ffa, seats) => seats,
            (Sides::Opposite, seats) => seats / 2,
            (Sides::Alternate, _) => 2,
        };
        SeatSet::first(sides.min(game::SEATS_MAX))
    }

    /// The same for other seats or in another mode: what was at its default there is at its default
    /// here.
    fn moved_to(&self, seats: u8, mode: Mode) -> Self {
        let old = Self::plain(self.seats, self.mode);
        let mut new = Self::plain(seats, mode);
        for key in Self::KEYS.iter().filter(|key| !["seats", "mode"].contains(key)) {
            let value = self.value(key);
            if value != old.value(key) {
                // A value that an option has is one that it can have.
                let _ = new.set(key, &value);
            }
        }
        new
    }

    /// These options with others by name. Seats, mode and sides count first, for they give the others
    /// their defaults and their meaning.
    ///
    /// Beside them comes every unknown option and wrong value; contradictions are found by
    /// [`crate::Rules::new`].
    pub fn with<'a>(
        mut self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<Fault>) {
        const FIRST: [&str; 3] = ["seats", "mode", "sides"];
        let mut pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let rank = |key: &str| FIRST.iter().position(|first| *first == key);
        pairs.sort_by_key(|(key, _)| rank(key).unwrap_or(FIRST.len()));
        let faults = pairs.iter().filter_map(|(key, value)| self.set(key, value).err()).collect();
        (self, faults)
    }

    /// Sets one option by its name. Other seats or another mode move what is at its default to the
    /// default there.
    ///
    /// # Errors
    /// No such option, or not a value of it; the fault lists what there is. Nothing is changed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        match key {
            "seats" => *self = self.moved_to(number(key, value, 2, 6)?, self.mode),
            "mode" => *self = self.moved_to(self.seats, word(key, value, Mode::WORDS)?),
            "board" => self.board = word(key, value, BoardKind::WORDS)?,
            "crossings" => self.crossings = word(key, value, Switch::WORDS)?,
            "sides" => self.sides = word(key, value, Sides::WORDS)?,
            "leader" => self.leader = self.leaders(value)?,
            "hq" => self.hq = word(key, value, Headquarters::WORDS)?,
            "turns" => self.turns = word(key, value, Turns::WORDS)?,
            "bomb_flies" => self.bomb_flies = word(key, value, Switch::WORDS)?,
            "bomb_front" => self.bomb_front = word(key, value, Switch::WORDS)?,
            "mines" => self.mines = word(key, value, Mines::WORDS)?,
            "flag_takers" => self.flag_takers = word(key, value, FlagTakers::WORDS)?,
            "flag_win" => self.flag_win = word(key, value, FlagWin::WORDS)?,
            "mines_first" => self.mines_first = word(key, value, Switch::WORDS)?,
            "marshal_shows_flag" => self.marshal_shows_flag = word(key, value, Switch::WORDS)?,
            "scouting" => self.scouting = word(key, value, Switch::WORDS)?,
            "remains" => self.remains = word(key, value, Remains::WORDS)?,
            "ally_view" => self.ally_view = word(key, value, AllyView::WORDS)?,
            "losers_view" => self.losers_view = word(key, value, LosersView::WORDS)?,
            "colours" => self.colours = word(key, value, Colours::WORDS)?,
            "small_hits_big" => self.small_hits_big = word(key, value, SmallHitsBig::WORDS)?,
            "repetition" => self.repetition = word(key, value, Repetition::WORDS)?,
            "quiet_limit" => self.quiet_limit = number(key, value, 0, QUIET_MAX)?,
            "timeouts" => self.timeouts = number(key, value, 0, TIMEOUTS_MAX)?,
            _ => {
                let known = Self::KEYS.join(", ");
                return Err(Fault::new(key, format!("no such option; there are {known}")));
            }
        }
        Ok(())
    }

    fn leaders(&self, value: &str) -> Result<SeatSet, Fault> {
        match value {
            "off" => return Ok(SeatSet::EMPTY),
            "lowest" => return Ok(self.lowest_of_sides()),
            _ => {}
        }
        let mut seats = SeatSet::EMPTY;
        for sign in value.chars() {
            let seat = sign.to_digit(10).and_then(|n| Seat::new(n as u8));
            let seat = seat.filter(|seat| !seats.has(*seat)).ok_or_else(|| {
                let reason = format!("'{value}' is not 'off', 'lowest' or the seats, as 01");
                Fault::new("leader", reason)
            })?;
            seats = seats.with(seat);
        }
        Ok(seats)
    }

    /// Every option with its value, as [`Options::set`] takes them.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        Self::KEYS.iter().map(|key| (*key, self.value(key))).collect()
    }

    fn value(&self, key: &str) -> String {
        match key {
            "seats" => self.seats.to_string(),
            "mode" => name(self.mode, Mode::WORDS),
            "board" => name(self.board, BoardKind::WORDS),
            "crossings" => name(self.crossings, Switch::WORDS),
            "sides" => name(self.sides, Sides::WORDS),
            "leader" if self.leader.is_empty() => "off".to_owned(),
            "leader" => self.leader.iter().map(|seat| seat.to_string()).collect(),
            "hq" => name(self.hq, Headquarters::WORDS),
            "turns" => name(self.turns, Turns::WORDS),
            "bomb_flies" => name(self.bomb_flies, Switch::WORDS),
            "bomb_front" => name(self.bomb_front, Switch::WORDS),
            "mines" => name(self.mines, Mines::WORDS),
            "flag_takers" => name(self.flag_takers, FlagTakers::WORDS),
            "flag_win" => name(self.flag_win, FlagWin::WORDS),
            "mines_first" => name(self.mines_first, Switch::WORDS),
            "marshal_shows_flag" => name(self.marshal_shows_flag, Switch::WORDS),
            "scouting" => name(self.scouting, Switch::WORDS),
            "remains" => name(self.remains, Remains::WORDS),
            "ally_view" => name(self.ally_view, AllyView::WORDS),
            "losers_view" => name(self.losers_view, LosersView::WORDS),
            "colours" => name(self.colours, Colours::WORDS),
            "small_hits_big" => name(self.small_hits_big, SmallHitsBig::WORDS),
            "repetition" => name(self.repetition, Repetition::WORDS),
            "quiet_limit" => self.quiet_limit.to_string(),
            "timeouts" => self.timeouts.to_string(),
            _ => String::new(),
        }
    }

    /// The values that an option may have, or its bounds, for people.
    pub fn values(key: &str) -> Option<String> {
        Some(match key {
            "seats" => "2, 3, 4 or 6".to_owned(),
            "leader" => "off, lowest, or one seat of each side, as 01".to_owned(),
            "quiet_limit" => format!("0 (never) to {QUIET_MAX}"),
            "timeouts" => format!("0 to {TIMEOUTS_MAX}"),
            "mode" => names(Mode::WORDS),
            "board" => names(BoardKind::WORDS),
            "sides" => names(Sides::WORDS),
            "hq" => names(Headquarters::WORDS),
            "turns" => names(Turns::WORDS),
            "mines" => names(Mines::WORDS),
            "flag_takers" => names(FlagTakers::WORDS),
            "flag_win" => names(FlagWin::WORDS),
            "remains" => names(Remains::WORDS),
            "ally_view" => names(AllyView::WORDS),
            "losers_view" => names(LosersView::WORDS),
            "colours" => names(Colours::WORDS),
            "small_hits_big" => names(SmallHitsBig::WORDS),
            "repetition" => names(Repetition::WORDS),
            _ if Self::KEYS.contains(&key) => names(Switch::WORDS),
            _ => return None,
        })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::QQ_2P
    }
}
