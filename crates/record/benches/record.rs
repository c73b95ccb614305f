//! What a program does for each step: sign its entry, close the step, append it to the record.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use crypto::{Head, SigningKey};
use game::{Digest, Seat};
use record::{
    Body, Clock, ClosedStep, Content, Contract, Entry, Name, PeerBytes, Player, RecordFile,
    SignedContract, Slot, Terms,
};

fn contract(keys: &[SigningKey]) -> SignedContract {
    let player = |(n, key): (u8, &SigningKey)| Player {
        key: key.public(),
        peer: PeerBytes(vec![n; 38]),
        nonce: [n; 32],
        name: Name::new("somebody").expect("a name"),
    };
    let terms = Terms {
        protocol: record::PROTOCOL,
        game: "laoqi".to_owned(),
        rules_version: 1,
        rules: vec![0; 40],
        rules_digest: Digest([0; 32]),
        clock: Clock::Unlimited,
        machine_seconds: 120,
        seats: (0..).zip(keys).map(player).collect(),
    };
    let contract = Contract::new(terms).expect("a contract");
    let signatures = keys.iter().map(|key| contract.sign(key)).collect();
    SignedContract::new(contract, signatures).expect("all have signed")
}

fn entry(contract: &SignedContract, step: u32, seat: u8, key: &SigningKey) -> Entry {
    let content = Content {
        match_id: contract.contract().id(),
        step,
        seat: Seat::of(seat),
        head: Head([5; 32]),
        position: Digest([6; 32]),
        think_ms: 1234,
        notices: Vec::new(),
        body: Body::Act(vec![1, 2, 3, 4]),
    };
    Entry::sign(content, key)
}

fn append_signed(criterion: &mut Criterion) {
    let keys = [1, 2].map(|n| SigningKey::from_seed([n; 32]));
    let contract = contract(&keys);
    let theirs = entry(&contract, 0, 1, &keys[1]);
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = 0_u32;
    let mut new_file = || {
        files += 1;
        let path = folder.path().join(format!("{files}.qiyue"));
        (RecordFile::create(&path, &contract).expect("a new file"), 0_u32)
    };
    let mut open = new_file();
    criterion.benchmark_group("record").bench_function("append_signed", |bench| {
        bench.iter_batched(
            || theirs.clone(),
            |theirs| {
                if open.1 == crypto::limits::STEPS {
                    open = new_file();
                }
                let (file, step) = &mut open;
                let own = entry(&contract, *step, 0, &keys[0]);
                let slots =
                    vec![(Seat::of(0), Slot::Entry(own)), (Seat::of(1), Slot::Entry(theirs))];
                file.append(&ClosedStep { step: *step, slots }).expect("room on the disk");
                *step += 1;
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, append_signed);
criterion_main!(benches);
