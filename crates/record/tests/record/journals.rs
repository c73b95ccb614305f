//! Journals: what was persisted is there after a crash, and no secret leaves them.

use std::io::Cursor;

use crypto::MatchSecret;
use game::Seat;
use record::{
    Body, Closing, Finding, Journal, JournalError, JournalItem, NoticeKind, RecordFile,
    SecretBytes, Start, Tail, WriteError,
};

use crate::common::{Match, SECRET, everything, own_seats, signatures};
use crate::files::Disk;

const CHOICE: &[u8] = b"a choice that nobody may see yet";

fn start(all: &Match) -> Start {
    Start {
        secret: MatchSecret::new(SECRET),
        contract: all.contract.contract().bytes().to_vec(),
        seats: own_seats(),
    }
}

/// What a program appends in a match, each list at one time.
pub(crate) fn batches() -> Vec<Vec<JournalItem>> {
    let all = everything();
    let signed = signatures(all.contract.contract());
    vec![
        vec![JournalItem::Signature(Seat::of(0), signed[0])],
        vec![
            JournalItem::Signature(Seat::of(1), signed[1]),
            JournalItem::Signature(Seat::of(2), signed[2]),
        ],
        vec![
            JournalItem::Choice {
                step: 8,
                seat: Seat::of(0),
                choice: SecretBytes::new(CHOICE.to_vec()),
            },
            JournalItem::Entry(all.entry(0, Body::Skip, Vec::new())),
        ],
        vec![
            JournalItem::Notice(all.notice(2, NoticeKind::Resign)),
            JournalItem::Absence(all.absence(1, 0, Finding::Missing)),
        ],
        vec![JournalItem::Closed(Closing::Left)],
    ]
}

/// The bytes after each write.
fn written() -> Vec<Vec<u8>> {
    let all = everything();
    let mut journal = Journal::begin(Cursor::<Vec<u8>>::default(), &start(&all)).unwrap();
    let mut states = Vec::new();
    for batch in batches() {
        let bytes = journal.into_storage().into_inner();
        states.push(bytes.clone());
        journal = Journal::go_on(Cursor::new(bytes)).unwrap().0;
        journal.append(&batch).unwrap();
    }
    states.push(journal.into_storage().into_inner());
    states
}

fn items_of(batches: &[Vec<JournalItem>]) -> Vec<JournalItem> {
    let all = everything();
    let first = vec![JournalItem::Start(start(&all))];
    std::iter::once(&first).chain(batches).flatten().cloned().collect()
}

#[test]
fn what_is_appended_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.journal");
    let all = everything();
    let mut journal = Journal::create(&path, &start(&all)).unwrap();
    assert!(matches!(Journal::create(&path, &start(&all)), Err(WriteError::Exists)));
    batches().iter().for_each(|batch| journal.append(batch).unwrap());
    journal.append(&[]).unwrap();
    drop(journal);
    let (_, items, cut) = Journal::open(&path).unwrap();
    assert_eq!((items, cut), (items_of(&batches()), None));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "only its owner may read it");
    }
}

#[test]
fn a_crash_in_a_write_leaves_all_of_it_or_nothing() {
    let states = written();
    let bytes = &states[states.len() - 1];
    for length in 0..=bytes.len() {
        let whole = states.iter().rposition(|state| state.len() <= length);
        match (Journal::go_on(Cursor::new(bytes[..length].to_vec())), whole) {
            (Err(JournalError::NotBegun), None) => {}
            (Ok((mut journal, items, cut)), Some(batch)) => {
                assert_eq!(items, items_of(&batches()[..batch]));
                let torn = length - states[batch].len();
                assert_eq!(cut.as_ref().map_or(0, |cut| cut.bytes), torn as u64);
                assert!(cut.is_none_or(|cut| cut.tail == Tail::Torn));
                batches()[batch..].iter().for_each(|more| journal.append(more).unwrap());
                assert_eq!(journal.into_storage().get_ref(), bytes, "it goes on the same");
            }
            (other, _) => panic!("{length}: {:?}", other.map(|(_, items, cut)| (items, cut))),
        }
    }
}

#[test]
fn a_tail_that_a_power_failure_left_unwritten_is_torn() {
    let states = written();
    let (before, bytes) = (states[2].len(), &states[3]);
    for written in [0, 1, 4, 30] {
        let mut lost = bytes.clone();
        lost[before + written..].fill(0);
        let (_, items, cut) = Journal::go_on(Cursor::new(lost)).unwrap();
        assert_eq!(items, items_of(&batches()[..2]), "{written} bytes written");
        assert_eq!(cut.unwrap().offset, before as u64);
    }
}

#[test]
fn damage_before_the_last_frame_is_told_with_its_place() {
    let states = written();
    let bytes = &states[states.len() - 1];
    for at in states[1].len()..states[2].len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let error = Journal::go_on(Cursor::new(damaged)).map(|(_, items, cut)| (items.len(), cut));
        let offset = states[1].len() as u64;
        // A length that grew beyond the file looks like a torn tail: nobody can tell.
        if at == states[1].len() + 1 {
            continue;
        }
        assert!(
            matches!(error, Err(JournalError::Damaged { offset: o }) if o == offset),
            "{at}: {error:?}"
        );
    }
}

#[test]
fn a_journal_starts_once() {
    let all = everything();
    let mut journal = Journal::begin(Cursor::<Vec<u8>>::default(), &start(&all)).unwrap();
    let again = journal.append(&[JournalItem::Start(start(&all))]);
    assert!(matches!(again, Err(WriteError::Misuse(_))));
}

#[test]
fn a_full_disk_takes_nothing_and_room_lets_it_go_on() {
    let all = everything();
    let states = written();
    for room in states[0].len()..states[1].len() {
        let journal = Journal::begin(Disk::new(usize::MAX), &start(&all)).unwrap();
        let mut disk = journal.into_storage();
        disk.room = room;
        let mut journal = Journal::go_on(disk).unwrap().0;
        assert!(matches!(journal.append(&batches()[0]), Err(WriteError::Full)));
        let mut disk = journal.into_storage();
        assert_eq!(disk.bytes.get_ref(), &states[0]);
        disk.room = usize::MAX;
        let mut journal = Journal::go_on(disk).unwrap().0;
        journal.append(&batches()[0]).unwrap();
        assert_eq!(journal.into_storage().bytes.get_ref(), &states[1]);
    }
}

#[test]
fn after_a_failed_wait_for_the_disk_nothing_more_is_taken() {
    let all = everything();
    let journal = Journal::begin(Disk::new(usize::MAX), &start(&all)).unwrap();
    let mut disk = journal.into_storage();
    disk.syncs = false;
    let mut journal = Journal::go_on(disk).unwrap().0;
    assert!(matches!(journal.append(&batches()[0]), Err(WriteError::Io(_))));
    assert!(matches!(journal.append(&batches()[0]), Err(WriteError::Unsure)));
}

#[test]
fn the_longest_that_a_program_signs_at_a_time_fits_and_more_is_refused() {
    let all = everything();
    let mut journal = Journal::begin(Cursor::<Vec<u8>>::default(), &start(&all)).unwrap();
    let choice = |seat| JournalItem::Choice {
        step: 8,
        seat: Seat::of(seat),
        choice: SecretBytes::new(vec![1; crypto::limits::CHOICE_BYTES]),
    };
    let notices: Vec<_> = (0..8).map(|_| all.notice(0, NoticeKind::Draw)).collect();
    let body = Body::Act(vec![2; crypto::limits::MOVE_BYTES]);
    let entry = JournalItem::Entry(all.entry(0, body, notices));
    let batch: Vec<_> = (0..8).flat_map(|seat| [choice(seat), entry.clone()]).collect();
    journal.append(&batch).unwrap();
    let too_much: Vec<_> = batch.iter().cycle().take(100).cloned().collect();
    assert!(matches!(journal.append(&too_much), Err(WriteError::TooLong)));
    journal.append(&batch).unwrap();
}

#[test]
fn attack_41_a_record_never_holds_the_secret_and_nothing_prints_it() {
    let all = everything();
    let folder = tempfile::tempdir().unwrap();
    let (public, private) = (folder.path().join("m.qiyue"), folder.path().join("m.journal"));
    let mut journal = Journal::create(&private, &start(&all)).unwrap();
    batches().iter().for_each(|batch| journal.append(batch).unwrap());
    let mut record = RecordFile::create(&public, &all.contract).unwrap();
    all.steps.iter().for_each(|step| record.append(step).unwrap());
    record.end(&all.sealed()).unwrap();
    let (public, private) = (std::fs::read(&public).unwrap(), std::fs::read(&private).unwrap());
    let has = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    for secret in [&SECRET[..], CHOICE] {
        assert!(has(&private, secret), "the journal is where it is kept");
        assert!(!has(&public, secret), "the record must not have it");
    }
    for seat in 0..3 {
        let seed = crate::common::key(seat).seed();
        assert!(!has(&public, &*seed) && !has(&private, &*seed), "signing keys stand in neither");
    }
    let items: Vec<_> = items_of(&batches()).into_iter().take(5).collect();
    let shown = format!("{items:?} {items:#?}");
    let listed = format!("{:?}", &SECRET[..4]);
    let listed = listed.trim_matches(['[', ']']);
    assert!(shown.contains("MatchSecret(secret)") && shown.contains("SecretBytes(secret)"));
    assert!(!shown.contains(listed) && !shown.contains("this never"), "{shown}");
    assert!(!shown.contains(&format!("{:?}", &CHOICE[..4])[1..10]), "{shown}");
}
