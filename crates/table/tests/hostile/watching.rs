//! Somebody without a seat asks to watch, and says more than he should.

use record::SignedContract;

use super::*;

/// Watch, as a frame.
const WATCH: [u8; 2] = [1, 13];
const NOTED: [u8; 2] = [1, 4];

/// Somebody else's machine takes the open seat.
fn guest(folder: &Path, address: &str) -> Table {
    let guest = open(folder);
    guest.apply(Command::Join { address: address.to_owned(), guest: Guest::Machine });
    guest
}

/// The step that a match is in.
fn step(view: &TableView) -> Option<u32> {
    match &view.phase {
        PhaseView::Playing(game) => Some(game.step),
        _ => None,
    }
}

#[test]
fn a_stranger_watches_only_where_he_may_and_is_not_heard() {
    let folder = tempfile::tempdir().unwrap();
    let table = open(&folder.path().join("host"));
    table.apply(Command::Host {
        plan: RoomPlan {
            rules: GameName::Laoqi.rules([]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![SeatPlan::Me, SeatPlan::Open],
        },
        start: Start::WhenFull,
    });
    let address = wait_for(&table, |view| view.addresses.first().cloned());
    let mut stranger = Stranger::new(3, &address);
    // Refused: nobody watches.
    assert_eq!(stranger.request(WATCH.to_vec()), [1, 2, 7]);
    table.apply(Command::LetWatch(Some(0)));
    wait_for(&table, |view| view.lets_watch);
    // Later: the match has not begun.
    assert_eq!(stranger.request(WATCH.to_vec()), [1, 15]);

    let _guest = guest(&folder.path().join("guest"), &address);
    let chooses = |view: &TableView| match &view.phase {
        PhaseView::Playing(game) => game.awaited.lowest().map(|_| game.step),
        _ => None,
    };
    let before = wait_for(&table, chooses);
    let answer = stranger.request(WATCH.to_vec());
    assert_eq!(answer[..2], [1, 14]);
    let contract: Vec<u8> = from_bytes("contract", &answer[2..]).unwrap();
    let signed = SignedContract::decode(&contract).unwrap();

    // An acknowledgement of nothing: Signing, and no items.
    let mut hello = vec![2];
    to_bytes(&(signed.contract().id(), (0u8, 0u8), Vec::<u8>::new()), &mut hello);
    let shown = stranger.request(hello.clone());
    assert_eq!(shown[..1], [2], "an answer of the match");
    // At once again: too soon.
    let many: Vec<Vec<u8>> = (0..30).map(|_| stranger.request(hello.clone())).collect();
    assert!(many.iter().filter(|answer| **answer == NOTED).count() > 20);
    for garbage in [&[2][..], &[2, 0xff], &[2; 60_000], &shown[..shown.len() - 1]] {
        assert_eq!(stranger.request(garbage.to_vec()), NOTED);
    }
    assert_eq!(wait_for(&table, step), before);
    let watchers = |view: &TableView| match &view.phase {
        PhaseView::Playing(game) => (game.watchers == 1).then_some(()),
        _ => None,
    };
    wait_for(&table, watchers);
    table.apply(Command::LetWatch(None));
    wait_for(&table, |view| view.lets_watch.is_none().then_some(()));
    assert_eq!(stranger.request(WATCH.to_vec()), [1, 2, 7]);
    assert_eq!(stranger.request(hello), NOTED);
}
