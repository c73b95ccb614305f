//! Made-up programs on a made-up network, with a made-up clock.

use catalog::{Any, GameName};
use crypto::{Signature, SigningKey, labels};
use game::Game as _;
use net::Identity;
use record::{Clock, Name};

use super::*;
use crate::card::RoomCard;
use crate::hosting::own_games;
use crate::room::GameVersion;
use crate::view::{FoundRoom, RoomTrouble};

/// Names of programs in their order: the first is the smallest.
fn peers(count: u16) -> Vec<PeerId> {
    let seed = |number: u16| {
        let mut seed = [7; 32];
        seed[..2].copy_from_slice(&number.to_le_bytes());
        seed
    };
    let mut peers: Vec<_> = (0..count).map(|n| Identity::from_seed(seed(n)).peer()).collect();
    peers.sort();
    peers
}

fn room() -> RoomCard {
    let rules = GameName::Laoqi.rules([]).unwrap();
    RoomCard {
        game: GameVersion { game: "laoqi".into(), version: Any::version(&rules) },
        rules: Any::write_rules(&rules),
        clock: Clock::Unlimited,
        seats: 2,
        free: 1,
        port: 4001,
    }
}

fn card(room: Option<RoomCard>) -> Card {
    Card {
        protocol: record::PROTOCOL,
        version: "0.1.0".into(),
        games: own_games(),
        name: Name::new("甲").unwrap(),
        key: SigningKey::from_seed([1; 32]).public(),
        proof: Signature([0; 64]),
        stays: true,
        room,
    }
}

/// The same card, as a program says it of itself.
fn of(peer: PeerId, card: Card) -> Card {
    let proof = SigningKey::from_seed([1; 32]).sign(labels::PEER, &peer.to_bytes());
    Card { proof, ..card }
}

fn words(peer: PeerId, card: &Card) -> Vec<u8> {
    of(peer, card.clone()).frame().split_off(1)
}

fn place(port: u16) -> Address {
    std::net::SocketAddr::from(([10, 77, 1, 2], port)).into()
}

fn dialled() -> Link {
    (place(4001), Direction::Dialled)
}

fn accepted() -> Link {
    (place(50_000), Direction::Accepted)
}

fn on(own: PeerId) -> Lobby {
    Lobby::new(own, true, card(None))
}

fn rooms(lobby: &mut Lobby, now: u64) -> Vec<FoundRoom> {
    lobby.view(Millis(now)).rooms.clone()
}

/// What is due at this time, without what is sent.
fn dials(lobby: &mut Lobby, now: u64) -> Vec<Address> {
    let dial = |act| match act {
        Act::Dial(address) => Some(address),
        Act::Send(..) | Act::Close(_) => None,
    };
    lobby.due(Millis(now), false).into_iter().filter_map(dial).collect()
}

/// Who is sent a card at this time, and what it says.
fn sent(lobby: &mut Lobby, now: u64, is_quiet: bool) -> Vec<(PeerId, Card)> {
    let send = |act| match act {
        Act::Send(peer, frame) => Some((peer, Card::decode(&frame[1..]).unwrap())),
        Act::Dial(_) | Act::Close(_) => None,
    };
    lobby.due(Millis(now), is_quiet).into_iter().filter_map(send).collect()
}

/// A lobby that has heard of a room at time 0, over a link that it has accepted.
fn with_room() -> (Lobby, PeerId) {
    let [own, peer] = peers(2).try_into().unwrap();
    let mut lobby = on(own);
    lobby.found(Millis(0), peer, vec![place(4001)], None);
    lobby.linked(Millis(0), peer, &accepted());
    assert!(lobby.heard(Millis(0), peer, Some(&accepted()), &words(peer, &card(Some(room())))));
    (lobby, peer)
}

#[test]
fn a_room_behind_a_relay_is_not_on_this_network() {
    let [own, peer, relay] = peers(3).try_into().unwrap();
    let behind = place(4600).with_peer(relay).to_behind(peer).unwrap();
    for direction in [Direction::Accepted, Direction::Dialled] {
        let link = (behind.clone(), direction);
        let mut lobby = on(own);
        lobby.linked(Millis(0), peer, &link);
        lobby.heard(Millis(0), peer, Some(&link), &words(peer, &card(Some(room()))));
        assert_eq!(rooms(&mut lobby, 0), []);
    }
}

#[test]
fn of_two_programs_the_smaller_dials_and_the_other_if_nobody_comes() {
    let [small, great] = peers(2).try_into().unwrap();
    let (mut one, mut two) = (on(small), on(great));
    one.found(Millis(0), great, vec![place(2)], None);
    two.found(Millis(0), small, vec![place(1)], None);
    assert_eq!(dials(&mut one, 0), [place(2)]);
    assert_eq!(dials(&mut two, 0), []);
    assert_eq!(two.wake_at(Millis(0), false), Some(Millis(PATIENCE_MS)));
    assert_eq!(dials(&mut two, PATIENCE_MS), [place(1)]);
    let mut patient = on(great);
    patient.found(Millis(0), small, vec![place(1)], None);
    patient.linked(Millis(1), small, &accepted());
    assert_eq!(dials(&mut patient, PATIENCE_MS), [], "it came");
}

#[test]
fn nobody_is_greeted_often_and_who_never_speaks_less_and_less() {
    let [own, peer] = peers(2).try_into().unwrap();
    let mut lobby = on(own);
    let mut greeted = Vec::new();
    for now in (0..4_000_000).step_by(1000) {
        // It comes and goes all the time.
        lobby.found(Millis(now), peer, vec![place(1), place(2)], None);
        for address in dials(&mut lobby, now) {
            greeted.push((now / 1000, address));
            lobby.dial_ended(peer);
        }
    }
    let at = |second, port| (second, place(port));
    let expected =
        [at(0, 2), at(30, 1), at(90, 2), at(210, 1), at(450, 2), at(930, 1), at(1890, 2)];
    assert_eq!(greeted[..7], expected);
    assert_eq!(greeted.len(), 9);
    let mut flapping = on(own);
    let mut greetings = 0;
    for now in (0..300_000).step_by(1000) {
        flapping.found(Millis(now), peer, vec![place(1)], None);
        greetings += dials(&mut flapping, now).len();
        flapping.dial_ended(peer);
        flapping.lost(Millis(now), peer);
        flapping.due(Millis(now), false);
    }
    assert_eq!(greetings, 10, "once in 30 seconds");
}

#[test]
fn only_so_many_are_dialled_at_once_and_none_during_a_match() {
    let peers = peers(20);
    let mut lobby = on(peers[0]);
    for peer in &peers[1..] {
        lobby.found(Millis(0), *peer, vec![place(1)], None);
    }
    assert_eq!(lobby.due(Millis(0), true), []);
    assert_eq!(lobby.wake_at(Millis(0), true), None);
    assert_eq!(dials(&mut lobby, 0).len(), IN_FLIGHT);
    assert_eq!(dials(&mut lobby, 0), []);
    assert_eq!(lobby.wake_at(Millis(0), false), None, "what has no place does not wake");
    peers.iter().for_each(|peer| lobby.dial_ended(*peer));
    assert_eq!(dials(&mut lobby, 0).len(), IN_FLIGHT);
}

#[test]
fn two_programs_swap_cards_and_go_on_doing_so() {
    let [small, great] = peers(2).try_into().unwrap();
    let mut one = on(small);
    let mut two = Lobby::new(great, true, of(great, card(Some(room()))));
    one.found(Millis(0), great, vec![place(4001)], None);
    assert_eq!(dials(&mut one, 0).len(), 1);
    one.linked(Millis(5), great, &dialled());
    one.dial_ended(great);
    let mut exchange = |now| {
        let cards = sent(&mut one, now, false);
        for (to, card) in &cards {
            assert_eq!((*to, card.stays), (great, true));
            // The other one has not found us, and knows us by the card.
            let answer = two.asked(Millis(now), small, Some(&accepted()), &words(small, card));
            let answer = answer.expect("a card");
            assert!(one.heard(Millis(now), great, Some(&dialled()), &answer[1..]));
        }
        assert_eq!(sent(&mut two, now, false), [], "one exchange is enough for both");
        cards.len()
    };
    assert_eq!(exchange(5), 1);
    assert_eq!(exchange(5 + CARD_MS - 1), 0);
    assert_eq!(exchange(5 + CARD_MS), 1);
    let seen = one.view(Millis(5 + CARD_MS));
    assert_eq!(seen.finding, Finding::On { others: 1 });
    let [found] = seen.rooms.as_slice() else { panic!("{seen:?}") };
    assert_eq!(found.id, great.to_string());
    assert_eq!(found.address, place(4001).with_peer(great).to_string());
    assert_eq!((found.seats, found.free, found.is_stale), (2, 1, false));
    assert_eq!((&found.trouble, found.host.name.as_str()), (&None, "甲"));
    assert!(found.rules.is_some());
    assert_eq!(two.view(Millis(0)).finding, Finding::On { others: 1 });
    // If the first says nothing, the second does.
    let late = 5 + 2 * CARD_MS + TURN_MS;
    assert_eq!(sent(&mut two, late, false).len(), 1);
}

#[test]
fn who_does_not_answer_with_a_card_is_not_asked_for_ever() {
    let [own, peer] = peers(2).try_into().unwrap();
    let mut lobby = on(own);
    lobby.found(Millis(0), peer, vec![place(1)], None);
    lobby.linked(Millis(0), peer, &dialled());
    let cards = (0..600).map(|second| sent(&mut lobby, second * 1000, false).len());
    assert_eq!(cards.sum::<usize>(), UNANSWERED as usize);
    assert_eq!(lobby.wake_at(Millis(600_000), false), None);
}

#[test]
fn a_room_of_which_nothing_is_heard_fades_and_goes() {
    let (mut lobby, _) = with_room();
    assert!(!rooms(&mut lobby, STALE_MS - 1)[0].is_stale);
    assert!(rooms(&mut lobby, STALE_MS)[0].is_stale);
    assert_eq!(lobby.view(Millis(STALE_MS)).finding, Finding::On { others: 0 });
    let gone = STALE_MS + GONE_MS;
    lobby.due(Millis(gone - 1), true);
    assert_eq!(rooms(&mut lobby, gone - 1).len(), 1);
    assert_eq!(lobby.wake_at(Millis(gone - 1), true), Some(Millis(gone)));
    lobby.due(Millis(gone), true);
    assert_eq!(rooms(&mut lobby, gone), []);
}

#[test]
fn a_room_whose_owner_goes_is_stale_at_once() {
    let (mut lobby, peer) = with_room();
    lobby.unlinked(Millis(1000), peer);
    assert!(rooms(&mut lobby, 1000)[0].is_stale);
    // He comes back: the same room, in its place.
    lobby.linked(Millis(2000), peer, &accepted());
    lobby.heard(Millis(2000), peer, None, &words(peer, &card(Some(room()))));
    assert!(!rooms(&mut lobby, 2000)[0].is_stale);
    lobby.lost(Millis(3000), peer);
    assert!(!rooms(&mut lobby, 3000)[0].is_stale, "the link knows better");
    lobby.stopped(Millis(4000));
    assert!(rooms(&mut lobby, 4000)[0].is_stale);
    lobby.heard(Millis(4000), peer, Some(&accepted()), &words(peer, &card(None)));
    assert_eq!(rooms(&mut lobby, 4000), [], "it was closed");
}

#[test]
fn links_that_are_let_go_are_closed_and_their_rooms_stay() {
    let all = peers(LINKS as u16 + 2);
    let mut lobby = on(all[0]);
    for peer in &all[1..] {
        lobby.found(Millis(0), *peer, vec![place(1)], Some(&dialled()));
    }
    let cards = sent(&mut lobby, 0, false);
    assert_eq!(cards.iter().filter(|(_, card)| card.stays).count(), LINKS);
    let (surplus, _) = *cards.iter().find(|(_, card)| !card.stays).unwrap();
    lobby.heard(Millis(0), surplus, None, &words(surplus, &card(Some(room()))));
    let parting = lobby.due(Millis(PARTING_MS), false);
    assert_eq!(parting, [Act::Close(surplus)]);
    lobby.unlinked(Millis(PARTING_MS), surplus);
    assert!(!rooms(&mut lobby, PARTING_MS)[0].is_stale);
    // The same for a room whose owner lets the link go.
    let (mut lobby, peer) = with_room();
    lobby.heard(Millis(1), peer, None, &words(peer, &Card { stays: false, ..card(Some(room())) }));
    lobby.unlinked(Millis(2), peer);
    assert!(!rooms(&mut lobby, 2)[0].is_stale);
}

#[test]
fn changes_are_told_at_once_also_during_a_match_but_not_too_often() {
    let (mut lobby, peer) = with_room();
    assert_eq!(sent(&mut lobby, 0, false), []);
    assert_eq!(lobby.wake_at(Millis(0), true), Some(Millis(STALE_MS)));
    lobby.announce(Millis(100), card(None));
    assert_eq!(lobby.wake_at(Millis(100), true), Some(Millis(STALE_MS)), "nothing is new");
    lobby.announce(Millis(100), card(Some(room())));
    assert_eq!(sent(&mut lobby, 100, true), [(peer, card(Some(room())))]);
    lobby.announce(Millis(101), card(None));
    assert_eq!(sent(&mut lobby, 101, true), []);
    assert_eq!(sent(&mut lobby, 100 + CHANGE_MS, true), [(peer, card(None))]);
    // An answer tells it as well.
    lobby.announce(Millis(5000), card(Some(room())));
    lobby.asked(Millis(5000), peer, None, &words(peer, &card(None)));
    assert_eq!(sent(&mut lobby, 5000, true), []);
}

#[test]
fn rooms_that_cannot_be_joined_say_why() {
    let other = GameVersion { game: "mahjong".into(), version: 1 };
    let newer = GameVersion { game: "laoqi".into(), version: 999 };
    let ours = record::PROTOCOL;
    let in_room = |game: &GameVersion| card(Some(RoomCard { game: game.clone(), ..room() }));
    for (card, trouble) in [
        (in_room(&other), RoomTrouble::Rules(other.clone())),
        (in_room(&newer), RoomTrouble::Rules(newer.clone())),
        (card(Some(RoomCard { free: 0, ..room() })), RoomTrouble::Full),
        (
            Card { protocol: ours + 1, ..card(Some(room())) },
            RoomTrouble::Protocol { theirs: ours + 1, ours },
        ),
    ] {
        let (mut lobby, peer) = with_room();
        assert!(lobby.heard(Millis(1), peer, None, &words(peer, &card)));
        assert_eq!(rooms(&mut lobby, 1)[0].trouble, Some(trouble));
    }
}

#[test]
fn rooms_are_in_the_order_in_which_they_were_first_seen() {
    let all = peers(4);
    let mut lobby = on(all[0]);
    let order = [all[3], all[1], all[2]];
    for _ in 0..3 {
        for (second, peer) in (0..).zip(order) {
            let now = Millis(second * 1000);
            lobby.asked(now, peer, Some(&accepted()), &words(peer, &card(Some(room()))));
        }
    }
    let ids: Vec<_> = rooms(&mut lobby, 3000).into_iter().map(|room| room.id).collect();
    assert_eq!(ids, order.map(|peer| peer.to_string()));
    // One that was closed and is opened again is a new one.
    lobby.heard(Millis(4000), all[3], None, &words(all[3], &card(None)));
    lobby.heard(Millis(5000), all[3], None, &words(all[3], &card(Some(room()))));
    assert_eq!(rooms(&mut lobby, 5000)[2].id, all[3].to_string());
}

#[test]
fn hostile_cards_change_nothing() {
    let (mut lobby, peer) = with_room();
    let before = lobby.view(Millis(1));
    assert!(!lobby.heard(Millis(1), peer, None, b""));
    assert_eq!(lobby.asked(Millis(1), peer, None, &[0xff; 2000]), None);
    assert!(Arc::ptr_eq(&before, &lobby.view(Millis(1))), "it is the same view");
    // More than so many in a second are not read.
    let mut read = 0;
    for millisecond in 2000..3000 {
        let free = u8::from(millisecond % 2 == 0);
        let card = card(Some(RoomCard { free, ..room() }));
        read += u32::from(lobby.heard(Millis(millisecond), peer, None, &words(peer, &card)));
    }
    assert_eq!(read, CARDS_PER_SECOND);
    // A thousand strangers find no more than the places there are, and push out nobody who is there.
    for stranger in peers(1000) {
        if stranger != peer {
            let words = words(stranger, &card(Some(room())));
            assert!(lobby.asked(Millis(4000), stranger, Some(&accepted()), &words).is_some());
        }
    }
    assert_eq!(lobby.neighbours.len(), KNOWN);
    assert_eq!(rooms(&mut lobby, 4000)[0].id, peer.to_string());
}

#[test]
fn who_does_not_look_is_not_seen() {
    let [own, peer] = peers(2).try_into().unwrap();
    let mut lobby = Lobby::new(own, false, card(None));
    assert_eq!(lobby.asked(Millis(0), peer, Some(&accepted()), &words(peer, &card(None))), None);
    assert_eq!((lobby.due(Millis(0), false), lobby.wake_at(Millis(0), false)), (Vec::new(), None));
    assert_eq!(lobby.view(Millis(0)).finding, Finding::Off);
    let mut lobby = on(own);
    lobby.failing(Some("no multicast".into()));
    assert_eq!(lobby.view(Millis(0)).finding, Finding::Failed("no multicast".into()));
    lobby.found(Millis(0), peer, vec![place(1)], None);
    assert_eq!(lobby.view(Millis(0)).finding, Finding::On { others: 0 });
}

#[test]
fn a_flood_of_names_does_not_keep_one_from_being_greeted() {
    let peers = peers(64);
    let (honest, flood) = peers.split_last().unwrap();
    let mut lobby = on(flood[0]);
    let mut under_way: Vec<(u64, PeerId)> = Vec::new();
    let mut greeted = 0;
    for now in (0..600_000).step_by(1000) {
        // Each is somewhere else every second, so that none is greeted less often than it may be.
        for peer in flood.iter().skip(1) {
            let at = place(1 + u16::try_from(now / 1000).unwrap()).with_peer(*peer);
            lobby.found(Millis(now), *peer, vec![at], None);
        }
        lobby.found(Millis(now), *honest, vec![place(9).with_peer(*honest)], None);
        let ended = under_way.extract_if(.., |(until, _)| *until <= now);
        ended.for_each(|(_, peer)| lobby.dial_ended(peer));
        for address in dials(&mut lobby, now) {
            let peer = address.peer().unwrap();
            greeted += u32::from(peer == *honest);
            under_way.push((now + 8_000, peer));
        }
    }
    assert!(greeted > 3, "{greeted} times in ten minutes");
}

#[test]
fn a_card_with_the_key_of_another_player_is_not_taken() {
    let [own, peer, thief] = peers(3).try_into().unwrap();
    let mut lobby = on(own);
    let card = words(peer, &card(Some(room())));
    assert_eq!(lobby.asked(Millis(0), thief, Some(&accepted()), &card), None);
    assert_eq!(rooms(&mut lobby, 0), []);
    assert!(lobby.asked(Millis(0), peer, Some(&accepted()), &card).is_some());
    assert_eq!(rooms(&mut lobby, 0).len(), 1);
}
