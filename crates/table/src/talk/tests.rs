//! Talk without a network: what is kept, and for how long.

use super::*;

fn person(name: &str, fingerprint: &str) -> Person {
    Person { name: name.into(), fingerprint: fingerprint.into() }
}

fn spoken(seat: u8, who: &Person) -> Spoken {
    Spoken {
        number: 0,
        seat: Seat::of(seat),
        who: who.clone(),
        words: Words::Phrase(Phrase::Hello),
        is_own: false,
        unreached: SeatSet::EMPTY,
    }
}

#[test]
fn only_the_latest_lines_are_kept_and_nothing_of_them_when_all_is_over() {
    let mut talk = Talk::new(true);
    let who = person("甲", "aaaa");
    for _ in 0..LINES + 7 {
        talk.add(spoken(1, &who));
    }
    assert_eq!(talk.lines.len(), LINES);
    assert_eq!(talk.lines.first().map(|line| line.number), Some(8));
    talk.forget();
    assert!(talk.lines.is_empty());
    talk.add(spoken(1, &who));
    // Whoever has looked at a line does not take a new one for it.
    assert_eq!(talk.lines.first().map(|line| line.number), Some(LINES as u64 + 8));
}

#[test]
fn who_is_silenced_is_so_by_his_key_and_not_by_his_name() {
    let mut talk = Talk::new(true);
    let (one, other) = (person("小明", "aaaa"), person("小明", "bbbb"));
    for who in [&one, &other] {
        talk.add(spoken(1, who));
    }
    talk.mute(&one, true);
    assert!(talk.is_muted(&one) && !talk.is_muted(&other));
    let left: Vec<&str> = talk.lines.iter().map(|line| line.who.fingerprint.as_str()).collect();
    assert_eq!(left, ["bbbb"]);
    talk.mute(&one, false);
    assert!(!talk.is_muted(&one));
    for number in 0..1000 {
        talk.mute(&person("x", &number.to_string()), true);
    }
    assert_eq!(talk.muted.len(), MUTED);
}

#[test]
fn a_line_that_is_not_heard_says_so() {
    let mut talk = Talk::new(true);
    let seats = SeatSet::one(Seat::of(2));
    let missed = |talk: &Talk| talk.lines.last().map(|line| line.unreached);
    let heard = TalkMessage::Heard.frame();
    for (answer, is_heard) in [
        (Some(heard.as_slice()), true),
        (Some(&TalkMessage::Unheard.frame()[..]), false),
        // A program that knows nothing of talk, and one that is gone.
        (Some(&[1, 4][..]), false),
        (Some(&[][..]), false),
        (None, false),
    ] {
        talk.add(spoken(0, &person("我", "cccc")));
        let number = talk.number;
        talk.wait_for(number, (number, seats));
        assert!(talk.answered(number, answer));
        let expected = if is_heard { SeatSet::EMPTY } else { seats };
        assert_eq!(missed(&talk), Some(expected), "{answer:?}");
        assert!(!talk.answered(number, answer), "answered once");
    }
    for tag in 100..1000 {
        talk.wait_for(tag, (1, seats));
    }
    assert_eq!(talk.waiting.len(), WAITING);
}

#[test]
fn a_seat_that_never_stops_is_not_heard_and_the_others_are() {
    let mut talk = Talk::new(true);
    let flood = (0..1000).filter(|_| talk.may_speak(Seat::of(1), Millis(5))).count();
    assert_eq!(flood, usize::try_from(HEARD_AT_ONCE).unwrap());
    assert!(talk.may_speak(Seat::of(2), Millis(5)));
}
