//! Every decision is legal, within its nodes, and a function of what the seat is told.

use bot::{Contender, Decision, Dice, Draw, NODES_MAX, Player, Random};
use game::{Event, Game, Known, Seat, Showing, Waits};
use laoqi::{Crown, Incite, Laoqi, Options, Position, Promotion, Ties};

use crate::games::{dice, start};

/// Options that are not the default.
const ODD: Options = Options {
    ties: Ties::Consecutive,
    incite: Incite::Demotes,
    promotion: Promotion::OnePerLoss,
    quiet_limit: 40,
    ..Options::TWO
};

/// Calls `seen` with every position of a game of random play that asks `seat` for something.
fn walk(options: &Options, game: u64, seen: &mut dyn FnMut(&Position, Seat)) {
    let mut at = start(options);
    let mut throw = dice(game, Seat::of(7));
    for _ in 0..600 {
        let event = match Laoqi::waits(&at) {
            Waits::Move(seat) => {
                seen(&at, seat);
                match at_random(&at, seat, &mut throw) {
                    Some(Decision::Move(mv)) => Event::<Laoqi>::Moved(seat, mv),
                    other => panic!("{other:?}"),
                }
            }
            Waits::Choices(due) => {
                let showing = |seat| {
                    seen(&at, seat);
                    match at_random(&at, seat, &mut throw) {
                        Some(Decision::Choice(gesture)) => (seat, Showing::Shown(gesture)),
                        other => panic!("{other:?}"),
                    }
                };
                Event::Unsealed(due.iter().map(showing).collect())
            }
            _ => return,
        };
        at.apply(&event).expect("random play is legal");
    }
}

fn at_random(at: &Position, seat: Seat, throw: &mut Dice) -> Option<Decision<Laoqi>> {
    Random.decide(at, &Known::of(seat), seat, throw)
}

fn is_legal(at: &Position, seat: Seat, decision: &Decision<Laoqi>) -> bool {
    match decision {
        Decision::Move(mv) => Laoqi::owes(at, seat, mv).is_ok(),
        Decision::Choice(gesture) => Laoqi::admits(at, seat, gesture).is_ok(),
        Decision::Secret(secret) => match *secret {},
    }
}

#[test]
fn decisions_are_legal_within_their_nodes_and_repeatable() {
    let mut most = 0;
    let mut asked = 0;
    for seats in 2..=5 {
        let crown = if seats == 5 { Crown::Off } else { Crown::On };
        for (game, base) in [(1, Options::TWO), (2, ODD), (3, Options { crown, ..ODD })] {
            let mut left = 100;
            walk(&Options { seats, ..base }, game, &mut |at, seat| {
                if left == 0 {
                    return;
                }
                left -= 1;
                asked += 1;
                for level in [Contender::QUICK, Contender::STRONG] {
                    let throw = || dice(asked, seat);
                    let (decision, nodes) = level.decide_counted(at, seat, &mut throw());
                    let decision = decision.expect("a due seat decides");
                    assert!(is_legal(at, seat, &decision), "{seats} {decision:?} {at:?}");
                    assert!(nodes <= NODES_MAX, "{nodes}");
                    most = most.max(nodes);
                    let again = level.decide(at, &Known::of(seat), seat, &mut throw());
                    assert_eq!(again, Some(decision));
                }
            });
        }
    }
    println!("{asked} decisions, at most {most} nodes");
    assert!(asked >= 1000);
}

/// A copy of the position that has gone through its encoding decides alike: nothing but the public
/// position and the own dice goes in.
#[test]
fn a_position_read_back_gets_the_same_decision() {
    use game::Canon;
    let options = Options::THREE;
    let rules = laoqi::Rules::new(&options).expect("rules");
    let mut left = 40;
    walk(&options, 9, &mut |at, seat| {
        if left > 0 {
            left -= 1;
            let copy = Position::decode(&rules, &at.encode()).expect("it encodes");
            let decide = |at| {
                Contender::STRONG.decide(at, &Known::of(seat), seat, &mut Dice::new([left; 32]))
            };
            assert_eq!(decide(at), decide(&copy));
        }
    });
    assert_eq!(left, 0);
}

#[test]
fn a_seat_that_is_not_asked_gives_nothing() {
    let at = start(&Options::FIVE);
    let holder = Seat::of(4);
    for player in [&Contender::STRONG as &dyn Player<Laoqi>, &Random] {
        let mut throw = dice(0, holder);
        assert_eq!(player.decide(&at, &Known::of(holder), holder, &mut throw), None);
        assert_eq!(player.draw(&at, &Known::of(holder), holder), Draw::Decline);
    }
}
