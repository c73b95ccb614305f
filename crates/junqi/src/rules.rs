//! Checked options, and every reason why options are none.

use game::canon::{from_bytes, to_bytes};
use game::{BadRules, Fault, Hiding, SeatSet};

use crate::layout;
pub use crate::options::{
    AllyView, BoardKind, Colours, FlagTakers, FlagWin, Headquarters, LosersView, Mines, Mode,
    Options, QUIET_MAX, Remains, Repetition, Sides, SmallHitsBig, Switch, TIMEOUTS_MAX, Turns,
};
use crate::piece::{COUNTS, Kind, Kinds};
use crate::table;

/// The game's name in contracts.
pub const ID: &str = "junqi";
/// Version of the rules; a change of meaning raises it.
pub const VERSION: u16 = 1;

/// Checked options: only [`Rules::new`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules(Options);

impl Rules {
    /// The options as checked rules.
    ///
    /// # Errors
    /// Every fault and contradiction at once. An option without effect must keep its default.
    pub fn new(options: &Options) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults { options: *options, found: Vec::new() };
        faults.of_seats();
        faults.of_boards();
        faults.of_hiding();
        faults.of_play();
        if faults.found.is_empty() { Ok(Self(*options)) } else { Err(faults.found) }
    }

    /// The options that made them.
    pub const fn options(&self) -> &Options {
        &self.0
    }

    /// The same rules under which positions may repeat.
    pub(crate) const fn without_repetition(&self) -> Self {
        Self(Options { repetition: Repetition::Off, ..self.0 })
    }

    /// The same rules with another limit of skipped turns.
    pub(crate) const fn with_timeouts(&self, timeouts: u8) -> Self {
        Self(Options { timeouts, ..self.0 })
    }

    /// The open game that a hidden one is: the same moves and fights, everything seen. For counts of
    /// moves and for tests; rules that are not hidden stay as they are.
    #[must_use]
    pub const fn laid_open(&self) -> Self {
        let open = Options::plain(self.0.seats, Mode::Open);
        match self.0.mode {
            Mode::Open | Mode::Flip => *self,
            Mode::Hidden => Self(Options {
                mode: Mode::Open,
                scouting: open.scouting,
                marshal_shows_flag: open.marshal_shows_flag,
                ally_view: open.ally_view,
                losers_view: open.losers_view,
                ..self.0
            }),
        }
    }

    /// All seats.
    pub const fn seats(&self) -> SeatSet {
        SeatSet::first(self.0.seats)
    }

    /// The kinds that run as engineers.
    pub const fn flyers(&self) -> Kinds {
        let engineers = Kinds::of(Kind::Engineer);
        match (self.0.turns, self.0.bomb_flies) {
            (Turns::Corners, _) => Kinds::MOVABLE,
            (_, Switch::On) => engineers.with(Kind::Bomb),
            (_, Switch::Off) => engineers,
        }
    }

    /// The kinds that may take a flag in a fight, 炸弹 aside.
    pub const fn takers(&self) -> Kinds {
        match self.0.flag_takers {
            FlagTakers::Any => Kinds::MOVABLE,
            FlagTakers::NotMarshal => Kinds::MOVABLE.without(Kind::Marshal),
            FlagTakers::Engineer => Kinds::of(Kind::Engineer),
        }
    }

    /// All that a referee needs, if pieces are hidden.
    pub fn hiding(&self) -> Option<Hiding> {
        if self.0.mode != Mode::Hidden {
            return None;
        }
        Some(Hiding {
            counts: COUNTS.to_vec(),
            barred: Kind::ALL.map(|kind| layout::barred(kind, &self.0)).to_vec(),
            movable: Kinds::MOVABLE.set(),
            codes: table::codes(&self.0).iter().map(|row| row.to_vec()).collect(),
        })
    }

    /// Canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        to_bytes(&self.0, &mut out);
        out
    }

    /// Reads what [`Rules::encode`] wrote.
    ///
    /// # Errors
    /// Another game or version, or bytes that are not canonical rules.
    pub fn decode(id: &str, version: u16, bytes: &[u8]) -> Result<Self, BadRules> {
        if id != ID {
            return Err(BadRules::UnknownGame(id.to_owned()));
        }
        if version != VERSION {
            return Err(BadRules::UnknownVersion { game: ID, asked: version, known: VERSION });
        }
        let options = from_bytes("rules", bytes).map_err(|_| BadRules::Malformed)?;
        Self::new(&options).map_err(|_| BadRules::Malformed)
    }
}

/// The rules that these options make, on top of the defaults for their mode and seats.
///
/// # Errors
/// Every unknown option, wrong value and contradiction at once.
pub fn rules_from_pairs<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Rules, Vec<Fault>> {
    let (options, mut faults) = Options::plain(2, Mode::Hidden).with(pairs);
    match Rules::new(&options) {
        Ok(rules) if faults.is_empty() => Ok(rules),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    }
}

/// Collects what is wrong.
struct Faults {
    options: Options,
    found: Vec<Fault>,
}

impl Faults {
    fn unless(&mut self, is_right: bool, key: &str, reason: &str) {
        if !is_right {
            self.found.push(Fault::new(key, reason));
        }
    }

    fn has_allies(&self) -> bool {
        self.options.sides != Sides::Ffa
    }

    fn of_seats(&mut self) {
        let Options { seats, mode, sides, leader, quiet_limit, timeouts, .. } = self.options;
        self.unless(matches!(seats, 2..=4 | 6), "seats", "there are boards for 2, 3, 4 and 6");
        let is_two = mode != Mode::Flip || seats == 2;
        self.unless(is_two, "seats", "flip is for 2 seats: there are two colours");
        let fits = match seats {
            4 => sides != Sides::Alternate,
            6 => true,
            _ => sides == Sides::Ffa,
        };
        let reason = "2 and 3 seats: ffa; 4: opposite or ffa; 6: alternate, opposite or ffa";
        self.unless(fits, "sides", reason);
        if !leader.is_empty() {
            let is_six = seats == 6 && self.has_allies();
            self.unless(is_six, "leader", "only 6 seats with allies have leaders; switch it off");
            let sides_led = leader.iter().map(|seat| self.options.side(seat));
            let mut sides_led: Vec<u8> = sides_led.collect();
            sides_led.sort_unstable();
            let all = self.options.lowest_of_sides().iter().map(|seat| self.options.side(seat));
            let one_each = sides_led == all.collect::<Vec<u8>>();
            let seated = leader.is_within(SeatSet::first(seats.min(6)));
            self.unless(one_each && seated, "leader", "one seat of each side leads");
        }
        self.unless(quiet_limit <= QUIET_MAX, "quiet_limit", "at most 999 plies");
        self.unless(timeouts <= TIMEOUTS_MAX, "timeouts", "at most 99");
    }

    fn of_boards(&mut self) {
        let Options { seats, mode, board, crossings, turns, bomb_flies, .. } = self.options;
        let is_duel = seats == 2 && board == BoardKind::Duel;
        let may_differ = board == BoardKind::Duel || (seats == 2 && mode != Mode::Flip);
        let reason = "only 2 seats, and not in flip, have another board; leave it at duel";
        self.unless(may_differ, "board", reason);
        let reason = "only the duel board has a border to cross; switch it off";
        self.unless(crossings == Switch::Off || is_duel, "crossings", reason);
        let reason = "the duel board has no curves; take lines";
        self.unless(turns != Turns::Straight || !is_duel, "turns", reason);
        let reason = "with turns=corners every piece flies already; switch it off";
        let flies = bomb_flies == Switch::On && turns == Turns::Corners;
        self.unless(!flies, "bomb_flies", reason);
    }

    fn of_hiding(&mut self) {
        let o = self.options;
        let is_hidden = o.mode == Mode::Hidden;
        let reason = "only hidden games have something to scout; switch it off";
        self.unless(is_hidden || o.scouting == Switch::Off, "scouting", reason);
        let reason = "only hidden games have a flag to show; leave it on";
        self.unless(is_hidden || o.marshal_shows_flag == Switch::On, "marshal_shows_flag", reason);
        let reason = "in hidden games it would tell which pieces were mines; switch it off";
        self.unless(!is_hidden || o.mines_first == Switch::Off, "mines_first", reason);
        let reason = "all seats that see everything play an open game: take mode=open";
        self.unless(!is_hidden || o.ally_view != AllyView::All, "ally_view", reason);
        let has_view = is_hidden && self.has_allies();
        let reason = "only hidden games with allies have it; leave it at none";
        let is_plain = o.ally_view == AllyView::None || (is_hidden && o.ally_view == AllyView::All);
        self.unless(has_view || is_plain, "ally_view", reason);
        let reason = "only hidden games with allies have it; leave it at allies";
        self.unless(has_view || o.losers_view == LosersView::Allies, "losers_view", reason);
        let stays = o.remains == Remains::Stay;
        let reason =
            "in hidden games pieces that stay would have to show what they are; take vanish";
        self.unless(!stays || !is_hidden, "remains", reason);
        let reason = "only open games of more than 2 seats go on without a seat; take vanish";
        let goes_on = o.mode == Mode::Open && o.seats > 2;
        self.unless(!stays || is_hidden || goes_on, "remains", reason);
    }

    fn of_play(&mut self) {
        let o = self.options;
        let is_flip = o.mode == Mode::Flip;
        let reason = "nobody sets up in flip; switch it off";
        self.unless(!is_flip || o.bomb_front == Switch::Off, "bomb_front", reason);
        let reason = "flip has engineer or any";
        self.unless(!is_flip || o.flag_takers != FlagTakers::NotMarshal, "flag_takers", reason);
        let reason = "only flip has colours to decide; leave it at first_engineer";
        self.unless(is_flip || o.colours == Colours::FirstEngineer, "colours", reason);
        let reason = "only flip has it; leave it at allowed";
        let is_allowed = o.small_hits_big == SmallHitsBig::Allowed;
        self.unless(is_flip || is_allowed, "small_hits_big", reason);
        let reason = "only 2 seats have it; leave it at draw";
        let is_draw = o.repetition == Repetition::Draw;
        self.unless(o.seats == 2 || is_draw, "repetition", reason);
        let chases = o.repetition == Repetition::ChaserLoses && o.mode == Mode::Hidden;
        let reason = "in hidden games it is not public what a piece threatens; take draw or off";
        self.unless(!chases, "repetition", reason);
    }
}
