//! Who could score at once.

use game::Seat;
use shouhu::{Cells, Kind, Position, neighbours, other, zone};

use super::lines;

/// The pieces of a seat that could end a move in the enemy zone if it were its turn. A piece that
/// has just scored does not count: it goes home first.
pub(super) fn scorers(at: &Position, seat: Seat) -> Cells {
    let enemy_zone = zone(other(seat));
    let occupied = at.occupied().minus(at.army(seat).and(enemy_zone));
    let targets = enemy_zone.minus(occupied);
    let own = at.army(seat).minus(enemy_zone);
    let movers = Movers::of(at, own);
    let mut found = hoppers(at, own.and(at.of_kind(Kind::Soldier)), targets, occupied);
    for target in lines::targets(other(seat)) {
        if occupied.has(target.cell) {
            continue;
        }
        let on_line = target.straight.and(movers.straight);
        let on_line = on_line.or(target.diagonal.and(movers.diagonal));
        for from in on_line.minus(found).iter() {
            if target.is_open(from, occupied) {
                found = found.with(from);
            }
        }
        found = found.or(target.leaps.and(movers.leaping));
    }
    found
}

/// The pieces of a side by how they go to a free cell, 士 among them as they are lent to.
struct Movers {
    straight: Cells,
    diagonal: Cells,
    leaping: Cells,
}

impl Movers {
    fn of(at: &Position, own: Cells) -> Self {
        let runs = at.of_kind(Kind::Chariot).or(at.of_kind(Kind::Cannon));
        let (elephants, horses) = (at.of_kind(Kind::Elephant), at.of_kind(Kind::Horse));
        let mut movers = Self {
            straight: runs.and(own),
            diagonal: elephants.and(own),
            leaping: horses.and(own),
        };
        for advisor in at.of_kind(Kind::Advisor).and(own).iter() {
            let beside = neighbours(advisor);
            let lent = |lenders: Cells, set: Cells| {
                if beside.and(lenders).is_empty() { set } else { set.with(advisor) }
            };
            movers.straight = lent(runs, movers.straight);
            movers.diagonal = lent(elephants, movers.diagonal);
            movers.leaping = lent(horses, movers.leaping);
        }
        movers
    }
}

/// The 兵 from which hops lead to one of the targets: found backwards from there.
fn hoppers(at: &Position, soldiers: Cells, targets: Cells, occupied: Cells) -> Cells {
    let mut found = Cells::NONE;
    if soldiers.is_empty() {
        return found;
    }
    let lenders = at.lenders().and(occupied);
    let mut seen = targets;
    let mut todo = targets;
    while let Some(landing) = todo.lowest() {
        todo = todo.without(landing);
        for over in neighbours(landing).and(lenders).iter() {
            let Some(from) = lines::beyond(landing, over) else { continue };
            if soldiers.has(from) {
                found = found.with(from);
            } else if !occupied.has(from) && !seen.has(from) {
                seen = seen.with(from);
                todo = todo.with(from);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use shouhu::{Move, Options, Red, Rules, Stage};

    use super::*;
    use crate::dice::Dice;

    /// At every turn of random games the pieces found are those that the engine's moves score with.
    #[test]
    fn they_are_those_whose_moves_score() {
        let mut dice = Dice::new([3; 32]);
        let mut turns = 0;
        let mut scoring = 0;
        for options in [Options::STANDARD, Options { goal: 50, ..Options::STANDARD }] {
            let options = Options { red: Red::Seat0, quiet_limit: 0, ..options };
            let mut at = Position::start(&Rules::new(&options).unwrap());
            for _ in 0..3000 {
                let mut moves = Vec::new();
                at.moves_into(&mut moves);
                if *at.stage() == Stage::Turn {
                    let enemy_zone = zone(other(at.turn()));
                    let goes = moves.iter().filter_map(|mv| match mv {
                        Move::Go { from, to } if enemy_zone.has(*to) => Some(*from),
                        _ => None,
                    });
                    let expected: Cells = goes.collect();
                    assert_eq!(scorers(&at, at.turn()), expected, "{at:?}");
                    turns += 1;
                    scoring += i32::from(!expected.is_empty());
                }
                let Some(mv) = dice.one_of(&moves) else { break };
                at.play_unnoted(mv);
            }
        }
        assert!(turns > 300 && scoring > 50, "{turns} {scoring}");
    }
}
