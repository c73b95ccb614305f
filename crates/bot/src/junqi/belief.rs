//! What hidden pieces may be: arrangements that agree with everything that the position says.
//!
//! A position tells the kinds left to each piece, which pieces are off the board, and whether a flag
//! has been shown, which says whether its Marshal lives. It does not tell who beat whom.

use game::{Known, Seat};
use junqi::{
    ARMY, COUNTS, FlagAt, Junqi, KINDS, Kind, Kinds, Man, Position, Switch, allowed, row_and_column,
};

use crate::dice::Dice;
use crate::junqi::arrangement::weighted;

const MEN: usize = ARMY as usize;
/// Kinds in the order in which they are dealt: those with the fewest places first.
const ORDER: [Kind; KINDS] = [
    Kind::Flag,
    Kind::Mine,
    Kind::Bomb,
    Kind::Engineer,
    Kind::Marshal,
    Kind::General,
    Kind::MajorGeneral,
    Kind::Brigadier,
    Kind::Colonel,
    Kind::Major,
    Kind::Captain,
    Kind::Lieutenant,
];

/// What a seat can tell of one army.
#[derive(Clone, Debug)]
struct Army {
    men: [Suspect; MEN],
}

/// One piece with the kinds that it can be and how likely each is.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    kinds: Kinds,
    likely: [u32; KINDS],
}

/// What a seat can tell of every army whose kinds it does not know.
#[derive(Clone, Debug)]
pub(crate) struct Belief {
    armies: Vec<Option<Army>>,
}

/// The kinds of all pieces that are on the board, as supposed once.
#[derive(Clone, Debug)]
pub(crate) struct World {
    armies: Vec<Option<[Kind; MEN]>>,
}

impl World {
    /// What a piece is in it.
    pub(crate) fn kind(&self, man: Man) -> Option<Kind> {
        let army = self.armies.get(man.seat().index())?.as_ref()?;
        army.get(usize::from(man.place())).copied()
    }
}

impl Belief {
    /// What follows from a position and what its viewer knows.
    pub(crate) fn of(at: &Position, known: &Known<Junqi>) -> Self {
        let army = |seat: Seat| {
            let is_told = known.secrets.contains_key(&seat);
            (at.is_hidden() && !is_told).then(|| Army::of(at, seat))
        };
        Self { armies: at.seats().iter().map(army).collect() }
    }

    /// One world, as likely as the weights say.
    pub(crate) fn world(&self, known: &Known<Junqi>, dice: &mut Dice) -> World {
        let deal = |(seat, army): (u8, &Option<Army>)| match army {
            Some(army) => Some(army.deal(dice)),
            None => known.secrets.get(&Seat::of(seat)).map(|secret| *secret.layout.kinds()),
        };
        World { armies: (0..).zip(&self.armies).map(deal).collect() }
    }

    /// How likely a hidden piece is of each kind, in parts of the sum.
    pub(crate) fn shares(&self, man: Man) -> Option<[u32; KINDS]> {
        let army = self.armies.get(man.seat().index())?.as_ref()?;
        let suspect = army.men.get(usize::from(man.place()))?;
        let mut shares = [0; KINDS];
        for (kind, share) in Kind::ALL.into_iter().zip(&mut shares) {
            *share = suspect.weight(kind) * army.left(kind);
        }
        Some(shares)
    }
}

impl Suspect {
    fn weight(&self, kind: Kind) -> u32 {
        if self.kinds.has(kind) { self.likely.get(kind.index()).copied().unwrap_or(0) } else { 0 }
    }
}

impl Army {
    fn of(at: &Position, seat: Seat) -> Self {
        let lives = at.living().has(seat);
        let flag_shown = at.flag(seat) != FlagAt::Home
            || men(seat).any(|man| at.public_kind(man) == Some(Kind::Flag));
        // A Marshal that dies shows its flag.
        let tells = at.options().marshal_shows_flag == Switch::On && lives;
        let marshal_lives = tells && !flag_shown;
        let marshal_died = tells && flag_shown && at.flag(seat) == FlagAt::Home;
        let suspect = |man: Man| {
            let piece = at.piece(man);
            let mut kinds = piece.kinds;
            match piece.cell {
                Some(_) if marshal_died && kinds.only().is_none() => {
                    kinds = kinds.without(Kind::Marshal);
                }
                Some(_) => {}
                None => {
                    kinds = allowed(man.place(), at.options());
                    if at.flag(seat) == FlagAt::Home {
                        kinds = kinds.without(Kind::Flag);
                    }
                    if marshal_lives {
                        kinds = kinds.without(Kind::Marshal);
                    }
                }
            }
            Suspect { kinds, likely: likely(at, man) }
        };
        let mut suspects = men(seat).map(suspect);
        let none = Suspect { kinds: Kinds::ALL, likely: [1; KINDS] };
        Self { men: std::array::from_fn(|_| suspects.next().unwrap_or(none)) }
    }

    /// How many of a kind are among those whose kind is not certain.
    fn left(&self, kind: Kind) -> u32 {
        let certain = self.men.iter().filter(|man| man.kinds.only() == Some(kind)).count() as u32;
        let all = COUNTS.get(kind.index()).copied().unwrap_or(0);
        u32::from(all).saturating_sub(certain).max(u32::from(certain > 0))
    }

    /// Deals every kind to a piece that can be it.
    fn deal(&self, dice: &mut Dice) -> [Kind; MEN] {
        let mut dealt = [None; MEN];
        let mut left = COUNTS;
        for (man, slot) in self.men.iter().zip(&mut dealt) {
            if let Some(kind) = man.kinds.only()
                && let Some(count) = left.get_mut(kind.index())
                && *count > 0
            {
                *count -= 1;
                *slot = Some(kind);
            }
        }
        for kind in ORDER {
            for _ in 0..left.get(kind.index()).copied().unwrap_or(0) {
                let free: Vec<(usize, u32)> = (0..)
                    .zip(self.men.iter().zip(&dealt))
                    .filter(|(_, (man, slot))| slot.is_none() && man.kinds.has(kind))
                    .map(|(place, (man, _))| (place, man.weight(kind)))
                    .collect();
                match weighted(&free, dice) {
                    Some(place) => put(&mut dealt, place, kind),
                    None => {
                        self.augment(&mut dealt, kind, &mut [false; MEN]);
                    }
                }
            }
        }
        dealt.map(|kind| kind.unwrap_or(Kind::Lieutenant))
    }

    /// Deals a kind for which no free piece is left: other pieces pass their kinds on.
    fn augment(
        &self,
        dealt: &mut [Option<Kind>; MEN],
        kind: Kind,
        tried: &mut [bool; MEN],
    ) -> bool {
        for (place, man) in self.men.iter().enumerate() {
            let is_tried = tried.get(place).copied().unwrap_or(true);
            if is_tried || !man.kinds.has(kind) {
                continue;
            }
            if let Some(slot) = tried.get_mut(place) {
                *slot = true;
            }
            let holds = dealt.get(place).copied().flatten();
            if holds.is_none_or(|other| self.augment(dealt, other, tried)) {
                put(dealt, place, kind);
                return true;
            }
        }
        false
    }
}

fn put(dealt: &mut [Option<Kind>; MEN], place: usize, kind: Kind) {
    if let Some(slot) = dealt.get_mut(place) {
        *slot = Some(kind);
    }
}

fn men(seat: Seat) -> impl Iterator<Item = Man> {
    (0..ARMY).filter_map(move |place| Man::of(seat, place))
}

/// How likely a piece is of each kind by where it began and where it is now.
fn likely(at: &Position, man: Man) -> [u32; KINDS] {
    let (row, _) = row_and_column(man.place());
    let home = at.board().cell_of(man.seat(), man.place());
    let cell = at.piece(man).cell;
    let is_out = cell.is_none();
    let has_moved = !is_out && cell != home;
    let is_abroad = cell.is_some_and(|cell| at.board().home(cell).is_some_and(|s| s != man.seat()));
    let is_late = at.ply().0 / u32::from(at.seats().len()) > 15;
    Kind::ALL.map(|kind| {
        let by_row: [u32; 6] = match kind {
            Kind::Marshal | Kind::General => [6, 8, 8, 6, 3, 1],
            Kind::MajorGeneral | Kind::Brigadier => [10, 8, 7, 6, 3, 1],
            Kind::Bomb => [1, 8, 10, 8, 4, 2],
            Kind::Engineer => [2, 4, 4, 7, 8, 4],
            Kind::Mine => [0, 0, 0, 0, 8, 10],
            Kind::Lieutenant => [4, 5, 5, 6, 8, 8],
            _ => [7, 6, 6, 6, 6, 5],
        };
        let mut weight = by_row.get(usize::from(row)).copied().unwrap_or(1) * 4;
        let is_strong = kind <= Kind::Brigadier;
        if is_out && kind == Kind::Mine {
            weight /= 4;
        }
        if has_moved && is_strong {
            weight = weight * 3 / 2;
        }
        if is_abroad && is_strong {
            weight *= 2;
        }
        if !has_moved && !is_out && is_late && row >= 4 {
            weight = if is_strong { weight / 3 } else { weight };
            weight = if kind == Kind::Mine { weight * 2 } else { weight };
        }
        weight.max(1)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::{Answer, Event, Game, PieceId, Waits};
    use junqi::{Move, Options, Rules, Secret};

    use super::*;
    use crate::junqi::arrangement::arrangement;

    struct Truth<'a>(&'a BTreeMap<Seat, Secret>);

    impl game::Kinds for Truth<'_> {
        fn kind(&self, piece: PieceId) -> Option<game::Kind> {
            self.0.values().find_map(|secret| Junqi::kind(secret, piece))
        }

        fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
            self.0.get(&seat).map(Junqi::army)
        }
    }

    /// Plays at random and calls `seen` at every move.
    fn walk(options: &Options, dice: &mut Dice, seen: &mut dyn FnMut(&Position, &Known<Junqi>)) {
        let rules = Rules::new(options).expect("rules");
        let hiding = rules.hiding().expect("hidden");
        let secret = |seat| Secret { seat, layout: arrangement(&rules, seat, dice) };
        let all: Vec<Secret> = rules.seats().iter().map(secret).collect();
        let secrets: BTreeMap<_, _> = all.into_iter().map(|it| (it.seat, it)).collect();
        let mut at = Position::start(&rules);
        at.apply(&Event::Deployed(rules.seats())).expect("set up");
        loop {
            let event = match Junqi::waits(&at) {
                Waits::Move(seat) => {
                    let own = [(seat, secrets[&seat])].into();
                    let known = Known { viewer: Some(seat), secrets: own };
                    seen(&at, &known);
                    let moves = Junqi::moves(&at, seat, &known);
                    Event::Moved(seat, *dice.one_of(&moves).expect("a move"))
                }
                Waits::Toss { .. } => Event::Tossed(0),
                Waits::Rulings(claims) => {
                    let settle = |(claim, _): &(game::Claim, _)| {
                        Answer::Ruled(claim.settle(&hiding, &Truth(&secrets)).expect("a ruling"))
                    };
                    Event::Ruled(claims.iter().map(settle).collect())
                }
                _ => return,
            };
            at.apply(&event).expect("legal");
        }
    }

    /// Whether a world contradicts nothing that the position says.
    fn check(at: &Position, known: &Known<Junqi>, world: &World) {
        for seat in at.seats().iter() {
            let mut counts = [0u8; KINDS];
            for man in men(seat) {
                let kind = world.kind(man).expect("every piece is something");
                counts[kind.index()] += 1;
                let piece = at.piece(man);
                assert!(piece.cell.is_none() || piece.kinds.has(kind), "{man:?} {kind:?}");
                if let Some(secret) = known.secrets.get(&seat) {
                    assert_eq!(secret.kind(man), Some(kind));
                } else if at.living().has(seat) && at.flag(seat) == FlagAt::Home {
                    assert!(piece.cell.is_some() || kind != Kind::Flag, "a flag is in its place");
                    let shown = men(seat).any(|man| at.public_kind(man) == Some(Kind::Flag));
                    let tells = at.options().marshal_shows_flag == Switch::On;
                    let is_marshal = kind == Kind::Marshal && tells;
                    assert!(!is_marshal || piece.cell.is_none() == shown, "a Marshal shows it");
                }
            }
            assert_eq!(counts, COUNTS);
        }
    }

    #[test]
    fn worlds_contradict_nothing_that_is_known() {
        let mut dice = Dice::new([3; 32]);
        let mut checked = 0;
        for options in [
            Options::QQ_2P,
            Options::QQ_4P,
            Options::SCOUTS_2P,
            Options { bomb_flies: Switch::On, ..Options::QQ_2P },
            Options { marshal_shows_flag: Switch::Off, ..Options::QQ_2P },
        ] {
            for _ in 0..4 {
                let mut throw = Dice::new([4; 32]);
                walk(&options, &mut dice, &mut |at, known| {
                    let belief = Belief::of(at, known);
                    check(at, known, &belief.world(known, &mut throw));
                    checked += 1;
                });
            }
        }
        assert!(checked > 1500, "{checked}");
    }

    #[test]
    fn a_supposed_game_has_the_same_moves() {
        let mut dice = Dice::new([5; 32]);
        walk(&Options::QQ_4P, &mut dice.clone(), &mut |at, known| {
            let world = Belief::of(at, known).world(known, &mut dice);
            let supposed = at.supposing(|man| world.kind(man));
            let mut moves = Vec::new();
            supposed.moves_into(|man| supposed.public_kind(man), &mut moves);
            let own = Junqi::moves(at, at.turn(), known);
            assert!(moves == own || own == [Move::Stuck], "{moves:?} {own:?}");
            let mut attacks = Vec::new();
            supposed.attacks_into(|man| supposed.public_kind(man), &mut attacks);
            moves.retain(|mv| matches!(mv, Move::Go { to, .. } if at.on(*to).is_some()));
            assert_eq!(attacks, moves);
        });
    }
}
