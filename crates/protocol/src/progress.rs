//! How far a match is: the position and the chain that every peer, and every auditor, agrees on.

use std::collections::BTreeMap;

use crypto::{Head, MatchId};
use game::{Digest, Game, Kind, Outcome, PieceId, Seat, SeatSet, Waits, digest, rules_digest};
use record::{Contract, Entry, Notice, PROTOCOL};
use referee::Context;

use crate::clocks::Purse;
use crate::due::{Due, Stage};
use crate::fault::Incompatible;
use crate::hidden::Hidden;

/// Why a match ends without a result of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoGame {
    /// Who gave nothing while the match was being set up.
    pub seat: Seat,
    /// In which step.
    pub step: u32,
}

/// The state of a match after some closed steps: a pure function of contract and steps.
///
/// [`Progress::check`] says whether an entry may stand in the open step; [`Progress::close`] moves
/// on when every slot is filled. Live matches and audits run this same code.
#[derive(Clone, Debug)]
pub struct Progress<G: Game> {
    pub(crate) contract: Contract,
    pub(crate) rules: G::Rules,
    pub(crate) position: G::Position,
    pub(crate) digest: Digest,
    pub(crate) step: u32,
    /// The head before each step, the open one last.
    pub(crate) heads: Vec<Head>,
    pub(crate) head_steps: BTreeMap<Head, u32>,
    pub(crate) due: Due,
    /// Where pieces are hidden: what is public of them.
    pub(crate) hidden: Option<Hidden>,
    /// Digest and due seats of each closed step.
    pub(crate) past: Vec<(Digest, SeatSet)>,
    /// Resignations that have acted or stand in a slot.
    pub(crate) resigned: BTreeMap<Seat, Notice>,
    /// The latest entry of each seat.
    pub(crate) latest: BTreeMap<Seat, Entry>,
    /// What seats have left of a total time.
    pub(crate) purse: Purse,
    pub(crate) no_game: Option<NoGame>,
    pub(crate) sealed: bool,
}

impl<G: Game> Progress<G> {
    /// The start of the match that a contract names.
    ///
    /// # Errors
    /// Rules, protocol or seats that this program cannot play or check.
    pub fn new(contract: &Contract) -> Result<Self, Incompatible> {
        let terms = contract.terms();
        if terms.protocol != PROTOCOL {
            return Err(Incompatible::Protocol { asked: terms.protocol });
        }
        let rules = G::read_rules(&terms.game, terms.rules_version, &terms.rules)?;
        if rules_digest::<G>(&rules) != terms.rules_digest {
            return Err(Incompatible::Digest);
        }
        let (found, needed) = (contract.seats(), G::seats(&rules));
        if found != needed {
            return Err(Incompatible::Seats { found, needed });
        }
        let hidden = G::hiding(&rules).map(Hidden::new).transpose()?;
        let position = G::start(&rules);
        let head = contract.id().first_head();
        Ok(Self {
            digest: digest::<G>(&position),
            contract: contract.clone(),
            rules,
            position,
            step: 0,
            heads: vec![head],
            head_steps: BTreeMap::from([(head, 0)]),
            due: Due::begin(found),
            hidden,
            past: Vec::new(),
            resigned: BTreeMap::new(),
            latest: BTreeMap::new(),
            purse: Purse::new(contract),
            no_game: None,
            sealed: false,
        })
    }

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The rules.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The position before the open step.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Its digest.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The number of the open step: how many are closed.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The head before the open step.
    pub fn head(&self) -> Head {
        self.heads.last().copied().unwrap_or(self.contract.id().first_head())
    }

    /// The head before a step that is closed or open.
    pub fn head_before(&self, step: u32) -> Option<Head> {
        self.heads.get(usize::try_from(step).ok()?).copied()
    }

    /// What the open step waits for; none: the match is over.
    pub fn due(&self) -> Option<&Due> {
        (!self.is_over()).then_some(&self.due)
    }

    /// Whether there is no open step.
    pub fn is_over(&self) -> bool {
        self.sealed || self.no_game.is_some()
    }

    /// Whether the open step, or the last one, is the sealing of a decided game.
    pub fn is_decided(&self) -> bool {
        self.due.stage == Stage::Seal
    }

    /// The result, once the game is decided.
    pub fn outcome(&self) -> Option<Outcome> {
        match G::waits(&self.position) {
            Waits::Nothing(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Why there is no game, if so.
    pub fn no_game(&self) -> Option<NoGame> {
        self.no_game
    }

    /// The seats still in the game.
    pub fn living(&self) -> SeatSet {
        G::living(&self.position)
    }

    /// The resignation that fills this seat's slots from now on.
    pub fn resignation(&self, seat: Seat) -> Option<&Notice> {
        self.resigned.get(&seat)
    }

    /// Position digest before a closed step, and who was due in it.
    pub(crate) fn past(&self, step: u32) -> Option<(Digest, SeatSet)> {
        self.past.get(usize::try_from(step).ok()?).copied()
    }

    pub(crate) fn match_id(&self) -> MatchId {
        self.contract.id()
    }

    /// Where a proof of this seat in the open step stands.
    pub(crate) fn context(&self, seat: Seat) -> Context {
        Context { place: self.commit_place(seat, self.step), head: self.head() }
    }

    /// What the pieces are that have been opened to everybody, in ascending order.
    pub fn opened(&self) -> Vec<(PieceId, Kind)> {
        self.hidden.iter().flat_map(Hidden::opened).collect()
    }

    /// All seats of the contract.
    pub fn seats(&self) -> SeatSet {
        SeatSet::first(self.contract.seats())
    }

    /// Whether a slot of `about` can come to be empty: all other living seats are of at least two
    /// sides, the seat's own included, and are held by at least two programs.
    pub fn can_be_empty(&self, about: Seat) -> bool {
        let others = self.living().without(about);
        let side = |seat| G::side(&self.rules, seat);
        let peer = |seat| self.contract.player(seat).map(|player| &player.peer);
        let differ = |a: Seat, b: Seat| side(a) != side(b);
        let two_sides = others.iter().any(|a| others.iter().any(|b| differ(a, b)));
        let two_peers = others.iter().any(|a| others.iter().any(|b| peer(a) != peer(b)));
        two_sides && two_peers && !self.is_decided()
    }
}
