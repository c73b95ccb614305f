//! What programs say that should not: for others, too much, or words that nobody may print.

use super::*;

const HEARD: [u8; 2] = [4, 1];
const UNHEARD: [u8; 2] = [4, 2];

/// A frame in which a seat says this, whatever it is.
fn say(seat: u8, text: &[u8]) -> Vec<u8> {
    let mut frame = vec![4, 0, seat, 1];
    to_bytes(&text.len(), &mut frame);
    frame.extend_from_slice(text);
    frame
}

/// A room of three, in which a guest has taken a seat and another program has none.
fn seated(folder: &Path) -> (Table, Stranger, Stranger) {
    let table = open(folder);
    table.apply(Command::Host {
        plan: RoomPlan {
            rules: GameName::Laoqi.rules(["three"]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open],
        },
        start: Start::WhenFull,
    });
    let address = wait_for(&table, |view| view.addresses.first().cloned());
    let mut guest = Stranger::new(40, &address);
    let key = SigningKey::from_seed([41; 32]);
    assert_eq!(guest.ask_as(&key, [1; 32]), Message::Seated { missing: 1 }.frame());
    let stranger = Stranger::new(42, &address);
    (table, guest, stranger)
}

fn said(view: &TableView) -> Vec<(u8, String)> {
    let line = |line: &std::sync::Arc<table::Spoken>| match &line.words {
        table::Words::Line(words) => (line.seat.number(), words.to_string()),
        table::Words::Phrase(phrase) => (line.seat.number(), format!("{phrase:?}")),
    };
    view.talk.lines.iter().map(line).collect()
}

#[test]
fn nobody_speaks_for_another_seat() {
    let folder = tempfile::tempdir().unwrap();
    let (table, mut guest, mut stranger) = seated(folder.path());
    for seat in 0..8 {
        assert_eq!(stranger.request(say(seat, b"I sit here")), UNHEARD, "{seat}");
    }
    for seat in [0, 2, 3, 7] {
        assert_eq!(guest.request(say(seat, b"I am another")), UNHEARD, "{seat}");
    }
    assert_eq!(guest.request(say(1, "我是客".as_bytes())), HEARD);
    wait_for(&table, |view| (said(view) == [(1, "我是客".to_owned())]).then_some(()));
    // Once the seat is given up nothing is said from it.
    assert_eq!(guest.say(&Message::Left), Message::Noted);
    assert_eq!(guest.request(say(1, b"still here")), UNHEARD);
    assert_eq!(state(&table), (None, true));
}

#[test]
fn hostile_words_are_dropped_and_cost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (table, mut guest, _) = seated(folder.path());
    let long = "长".repeat(201);
    for text in [
        "".as_bytes(),
        b" a",
        b"a\nb",
        b"\x1b]0;title\x07",
        "a\u{202e}b".as_bytes(),
        "a\u{2066}b".as_bytes(),
        "a\u{200b}b".as_bytes(),
        "e\u{301}\u{301}\u{301}".as_bytes(),
        "\u{feff}".as_bytes(),
        long.as_bytes(),
        b"\xed\xa0\x80\xed\xb0\x80",
        &[b'a'; 60_000],
    ] {
        assert_eq!(guest.request(say(1, text)), UNHEARD, "{text:?}");
    }
    // A phrase that this program does not know, an answer that nobody waits for, half a message.
    for frame in [&[4, 0, 1, 0, 200][..], &[4, 1], &[4, 2], &[4, 0], &[4]] {
        assert_eq!(guest.request(frame.to_vec()), UNHEARD, "{frame:?}");
    }
    let mut seed = 11_u64;
    for length in 0..150 {
        let garbage = (0..length).map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 56) as u8
        });
        // A tag that is none, and noise behind it.
        let frame: Vec<u8> = [4, 3].into_iter().chain(garbage).collect();
        assert_eq!(guest.request(frame), UNHEARD, "{length}");
    }
    assert_eq!(guest.request(vec![4, 0, 1, 0, 3]), HEARD);
    wait_for(&table, |view| (said(view) == [(1, "WellPlayed".to_owned())]).then_some(()));
    assert_eq!(state(&table), (None, true));
}

#[test]
fn who_never_stops_is_heard_a_few_times() {
    let folder = tempfile::tempdir().unwrap();
    let (table, mut guest, _) = seated(folder.path());
    let heard = (0..200).filter(|_| guest.request(say(1, b"again")) == HEARD).count();
    // Ten at once, and one for every three seconds that this takes.
    assert!((10..40).contains(&heard), "{heard}");
    let lines = wait_for(&table, |view| Some(said(view).len()).filter(|lines| *lines >= 10));
    assert!(lines <= heard);
    assert_eq!(state(&table), (None, true));
}
