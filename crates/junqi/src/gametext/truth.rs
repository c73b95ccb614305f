//! A hidden game held against layouts that are known.

use std::collections::BTreeMap;

use game::{Answer, Claim, Event, Game as _, Kinds as _, PieceId, Ruling, Seat};

use crate::Junqi;
use crate::layout::{Layout, Secret};
use crate::piece::Man;
use crate::position::Position;
use crate::table::code;

/// The layouts that are known.
pub(crate) struct Truth<'a>(pub(crate) &'a BTreeMap<Seat, Layout>);

/// What layouts say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// Nothing: too few are known.
    Unknown,
    /// An attack is not open to the piece.
    Never,
    /// This.
    Is(Ruling),
}

impl game::Kinds for Truth<'_> {
    fn kind(&self, piece: PieceId) -> Option<game::Kind> {
        let man = Man::from_id(piece)?;
        self.0.get(&man.seat())?.kind(man.place()).map(crate::Kind::number)
    }

    fn army(&self, seat: Seat) -> Option<Vec<PieceId>> {
        self.0.get(&seat).map(|layout| Junqi::army(&Secret { seat, layout: *layout }))
    }
}

impl Truth<'_> {
    /// Everything in which an event contradicts the layouts.
    pub(crate) fn contradicts(&self, at: &Position, event: &Event<Junqi>) -> Vec<&'static str> {
        if self.0.is_empty() || !at.is_hidden() {
            return Vec::new();
        }
        let owed = match event {
            Event::Moved(seat, mv) => at.owes(*seat, mv).unwrap_or_default(),
            Event::Skipped(seat) => at.owes_skip(*seat),
            Event::Ruled(answers) => {
                let pairs = at.claims().into_iter().zip(answers);
                return pairs
                    .filter_map(|((claim, _), answer)| self.denies(at, &claim, answer))
                    .collect();
            }
            _ => Vec::new(),
        };
        let untrue = owed.iter().filter(|claim| {
            matches!(self.settle(at, claim), Settled::Never | Settled::Is(Ruling::No))
        });
        untrue.map(|_| "by the layouts, this piece or seat cannot do so").collect()
    }

    fn denies(&self, at: &Position, claim: &Claim, answer: &Answer) -> Option<&'static str> {
        let Answer::Ruled(told) = answer else { return None };
        let settled = self.settle(at, claim);
        (settled != Settled::Unknown && settled != Settled::Is(*told)).then(|| told_truly(settled))
    }

    /// What the layouts say of a claim.
    pub(crate) fn settle(&self, at: &Position, claim: &Claim) -> Settled {
        if let Claim::Fight { attacker, among, .. } = claim
            && self.kind(*attacker).is_some_and(|kind| !among.has(kind))
        {
            return Settled::Never;
        }
        let ruling = at.rules().hiding().and_then(|hiding| claim.settle(&hiding, self));
        ruling.map_or(Settled::Unknown, Settled::Is)
    }
}

fn told_truly(settled: Settled) -> &'static str {
    let Settled::Is(Ruling::Code(announced)) = settled else {
        return "by the layouts, the answer is another";
    };
    if announced >= code::SCOUTED {
        return "by the layouts, the engineer finds another piece";
    }
    match announced & (code::ATTACKER_DIES | code::DEFENDER_DIES) {
        code::ATTACKER_DIES => "by the layouts, this fight is x<",
        code::DEFENDER_DIES => "by the layouts, this fight is x>",
        _ => "by the layouts, this fight is x=",
    }
}
