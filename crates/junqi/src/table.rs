//! Fights: what is announced when one kind attacks another. The order of the lines is a rule.

use crate::options::{FlagTakers, Mines, Mode, Options, Switch};
use crate::piece::{KINDS, Kind};

/// Bits of an announcement.
pub(crate) mod code {
    pub(crate) const ATTACKER_DIES: u8 = 1;
    pub(crate) const DEFENDER_DIES: u8 = 2;
    /// The defender was a flag, and it is taken or destroyed.
    pub(crate) const FLAG: u8 = 4;
    /// The attacker was a Marshal, dies, and so shows its flag.
    pub(crate) const ATTACKER_SHOWS: u8 = 8;
    /// The same of the defender.
    pub(crate) const DEFENDER_SHOWS: u8 = 16;
    /// From here on: an engineer attacked a piece of the kind that is left over.
    pub(crate) const SCOUTED: u8 = 32;
}

/// Who dies in an attack and what that shows, without scouting, as bits. Kinds that never move never attack: 0.
pub fn losses(options: &Options, attacker: Kind, defender: Kind) -> u8 {
    use code::{ATTACKER_DIES, DEFENDER_DIES, FLAG};
    const BOTH: u8 = ATTACKER_DIES | DEFENDER_DIES;
    let takes = match options.flag_takers {
        FlagTakers::Any => true,
        FlagTakers::NotMarshal => attacker != Kind::Marshal,
        FlagTakers::Engineer => attacker == Kind::Engineer,
    };
    let died = match (attacker, defender) {
        (Kind::Mine | Kind::Flag, _) => return 0,
        (Kind::Bomb, Kind::Flag) => BOTH | FLAG,
        (Kind::Bomb, _) | (_, Kind::Bomb) => BOTH,
        (_, Kind::Flag) if takes => DEFENDER_DIES | FLAG,
        (_, Kind::Flag) => ATTACKER_DIES,
        (_, Kind::Mine) if options.mines == Mines::MutualAll => BOTH,
        (Kind::Engineer, Kind::Mine) => DEFENDER_DIES,
        (_, Kind::Mine) if options.mines == Mines::Spring => ATTACKER_DIES,
        (_, Kind::Mine) => BOTH,
        (a, d) if a == d => BOTH,
        (a, d) if a < d => DEFENDER_DIES,
        _ => ATTACKER_DIES,
    };
    let shows = options.mode == Mode::Hidden && options.marshal_shows_flag == Switch::On;
    let dies = |kind, bit| kind == Kind::Marshal && died & bit != 0;
    let mut code = died;
    if shows && dies(attacker, ATTACKER_DIES) {
        code |= code::ATTACKER_SHOWS;
    }
    if shows && dies(defender, DEFENDER_DIES) {
        code |= code::DEFENDER_SHOWS;
    }
    code
}

/// The announcement of an attack.
pub fn announced(options: &Options, attacker: Kind, defender: Kind) -> u8 {
    if options.scouting == Switch::On && attacker == Kind::Engineer {
        code::SCOUTED + defender as u8
    } else {
        losses(options, attacker, defender)
    }
}

/// The announcement table: `codes[attacker][defender]`.
pub fn codes(options: &Options) -> [[u8; KINDS]; KINDS] {
    Kind::ALL.map(|attacker| Kind::ALL.map(|defender| announced(options, attacker, defender)))
}
