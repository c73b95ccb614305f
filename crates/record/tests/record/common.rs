//! Small matches with fixed keys. Their bytes are right; no game's rules stand behind them.

use crypto::{Commitment, Head, MatchSecret, Place, Signature, SigningKey};
use game::{Digest, Seat, SeatSet};
use record::{
    Absence, Body, Clock, ClosedStep, Content, Contract, End, Entry, Evidence, Finding, Item, Name,
    Notice, NoticeKind, PeerBytes, Player, ReadError, RecordReader, Signed, SignedContract, Slot,
    Terms, encode_end_frame, encode_header, encode_step_frame,
};

/// The secret that all commitments here come from.
pub(crate) const SECRET: [u8; 32] = *b"this never stands in a record.  ";

pub(crate) fn key(seat: u8) -> SigningKey {
    SigningKey::from_seed([seat + 1; 32])
}

pub(crate) fn terms(seats: u8) -> Terms {
    let player = |seat: u8| Player {
        key: key(seat).public(),
        peer: PeerBytes(vec![0xa0 + seat; 4]),
        nonce: [0x10 + seat; 32],
        name: Name::new(["甲", "Bob", "丙 three"][usize::from(seat)]).unwrap(),
    };
    Terms {
        protocol: record::PROTOCOL,
        game: "laoqi".to_owned(),
        rules_version: 1,
        rules: vec![1, 2, 3],
        rules_digest: Digest([0xdd; 32]),
        clock: Clock::Each { seconds: 300 },
        machine_seconds: 120,
        seats: (0..seats).map(player).collect(),
    }
}

pub(crate) fn signed(terms: Terms) -> SignedContract {
    let contract = Contract::new(terms).unwrap();
    let signatures = signatures(&contract);
    SignedContract::new(contract, signatures).unwrap()
}

pub(crate) fn signatures(contract: &Contract) -> Vec<Signature> {
    (0..contract.seats()).map(|seat| contract.sign(&key(seat))).collect()
}

/// A match as it grows.
#[derive(Clone)]
pub(crate) struct Match {
    pub(crate) contract: SignedContract,
    pub(crate) steps: Vec<ClosedStep>,
    pub(crate) head: Head,
}

impl Match {
    pub(crate) fn new(seats: u8) -> Self {
        let contract = signed(terms(seats));
        let head = contract.contract().id().first_head();
        Self { contract, steps: Vec::new(), head }
    }

    pub(crate) fn step(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap()
    }

    pub(crate) fn entry(&self, seat: u8, body: Body, notices: Vec<Notice>) -> Entry {
        let content = Content {
            match_id: self.contract.contract().id(),
            step: self.step(),
            seat: Seat::of(seat),
            head: self.head,
            position: Digest([0xcc; 32]),
            think_ms: 1500,
            notices,
            body,
        };
        Entry::sign(content, &key(seat))
    }

    pub(crate) fn notice(&self, seat: u8, kind: NoticeKind) -> Notice {
        let id = self.contract.contract().id();
        Notice::sign(id, Seat::of(seat), kind, self.head, &key(seat))
    }

    pub(crate) fn absence(&self, about: u8, by: u8, finding: Finding) -> Absence {
        let id = self.contract.contract().id();
        Absence::sign(id, self.step(), Seat::of(about), Seat::of(by), finding, &key(by))
    }

    pub(crate) fn place(&self, step: u32, seat: u8) -> Place {
        Place { match_id: self.contract.contract().id(), step, seat: Seat::of(seat).number() }
    }

    pub(crate) fn close(&mut self, slots: Vec<(u8, Slot)>) {
        let slots = slots.into_iter().map(|(seat, slot)| (Seat::of(seat), slot)).collect();
        let step = ClosedStep { step: self.step(), slots };
        self.head = step.head_after(self.contract.contract().id(), self.head);
        self.steps.push(step);
    }

    pub(crate) fn play(&mut self, bodies: &[(u8, Body)]) {
        let slot = |(seat, body): &(u8, Body)| {
            (*seat, Slot::Entry(self.entry(*seat, body.clone(), Vec::new())))
        };
        let slots = bodies.iter().map(slot).collect();
        self.close(slots);
    }

    /// Header and steps.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = encode_header(&self.contract);
        bytes.extend(self.steps.iter().flat_map(encode_step_frame));
        bytes
    }

    pub(crate) fn sealed(&self) -> End {
        let seats = 0..self.contract.contract().seats();
        let seal = |seat| (Seat::of(seat), Slot::Entry(self.entry(seat, Body::Seal, Vec::new())));
        End::Sealed(seats.map(seal).collect())
    }

    /// The four ways to end.
    pub(crate) fn ends(&self) -> [End; 4] {
        let act = |byte| self.entry(0, Body::Act(vec![byte]), Vec::new());
        let slots = vec![(Seat::of(0), Slot::Entry(act(1)))];
        let absences = vec![
            self.absence(1, 0, Finding::Missing),
            self.absence(1, 2, Finding::Shown(act(1).id())),
        ];
        let double =
            Evidence::Double(Box::new(Signed::Entry(act(1))), Box::new(Signed::Entry(act(2))));
        [
            self.sealed(),
            End::Claimed { slots: slots.clone(), absences },
            End::Cheated { seat: Seat::of(0), slots: slots.clone(), evidence: Box::new(double) },
            End::Diverged { slots, entry: Box::new(act(3)) },
        ]
    }
}

/// Three seats; every kind of body, slot and notice.
pub(crate) fn everything() -> Match {
    let mut all = Match::new(3);
    all.play(&[(0, Body::Begin), (1, Body::Begin), (2, Body::Begin)]);
    let secret = MatchSecret::new(SECRET);
    let (first, second) = (all.place(1, 0), all.place(1, 2));
    let (n0, n2) = (secret.nonce(&first, b"J"), secret.nonce(&second, b"S"));
    all.play(&[
        (0, Body::Commit(Commitment::new(&first, b"J", &n0))),
        (2, Body::Commit(Commitment::new(&second, b"S", &n2))),
    ]);
    all.play(&[
        (0, Body::Reveal { choice: b"J".to_vec(), nonce: n0 }),
        (2, Body::Reveal { choice: b"S".to_vec(), nonce: n2 }),
    ]);
    all.play(&[(0, Body::Act(vec![3, 4]))]);
    let missing = [0, 2].map(|by| all.absence(1, by, Finding::Missing));
    all.close(vec![(1, Slot::Empty(missing.to_vec()))]);
    all.play(&[(1, Body::Skip)]);
    let notices = vec![
        all.notice(0, NoticeKind::Draw),
        all.notice(0, NoticeKind::Pause),
        all.notice(1, NoticeKind::Draw),
    ];
    all.close(vec![(2, Slot::Entry(all.entry(2, Body::Yield, notices)))]);
    let resigned = all.notice(1, NoticeKind::Resign);
    let carries = all.entry(0, Body::Act(vec![7]), vec![resigned.clone()]);
    all.close(vec![(0, Slot::Entry(carries)), (1, Slot::Resigned(resigned))]);
    all
}

/// One seat, one step, sealed: the example of the format description.
pub(crate) fn smallest() -> Vec<u8> {
    let mut one = Match::new(1);
    one.play(&[(0, Body::Begin)]);
    let mut bytes = one.bytes();
    bytes.extend(encode_end_frame(&one.sealed()));
    bytes
}

/// Where each frame begins, and the end: by the lengths alone.
pub(crate) fn frames(bytes: &[u8]) -> Vec<usize> {
    let mut at = vec![10];
    while let Some(head) = bytes.get(at[at.len() - 1]..).filter(|rest| !rest.is_empty()) {
        let length = u32::from_le_bytes(head[1..5].try_into().unwrap()) as usize;
        at.push(at[at.len() - 1] + 5 + length);
    }
    at
}

/// Reads all of it.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Item>, ReadError> {
    let mut reader = RecordReader::new(bytes)?;
    let mut items = Vec::new();
    while let Some(item) = reader.next()? {
        assert!(reader.item_offset() < reader.position());
        assert!(reader.position() <= bytes.len() as u64, "no byte is read that is not there");
        items.push(item);
    }
    Ok(items)
}

pub(crate) fn own_seats() -> SeatSet {
    [0, 2].map(Seat::of).into_iter().collect()
}
