//! Vectors of the match protocol: files of `tests/vectors/protocol`.
//!
//! Each file is made here from fixed keys, compared, and then read again as somebody would who has
//! only the specification: hashes are made with SHA-256 alone.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a failed test may panic")]

mod course;
mod judged;
mod made;
mod notices;
mod rejects;
mod text;

use crypto::{PublicKey, Signature};
use game::toys::contest::Contest;
use protocol::{Packet, Verdict, audit};
use record::{Contract, Entry};
use sha2::{Digest as _, Sha256};

use crate::text::{Vector, Vectors, check, load};

const FOLDER: &str = "protocol";

fn sha(parts: &[&[u8]]) -> Vec<u8> {
    Sha256::digest(parts.concat()).to_vec()
}

/// `SHA-256(label ‖ 0 ‖ parts)`.
fn labelled(label: &str, parts: &[&[u8]]) -> Vec<u8> {
    sha(&[label.as_bytes(), &[0], &parts.concat()])
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat()
}

fn get(vector: &Vector, name: &str) -> Vec<u8> {
    vector.get(name).unwrap_or_else(|| panic!("no field {name}"))
}

fn le(vector: &Vector, name: &str) -> [u8; 4] {
    u32::try_from(vector.get_number(name)).unwrap().to_le_bytes()
}

fn is_signed(key: &[u8], label: &'static str, bytes: &[u8], signature: &[u8]) -> bool {
    let key = PublicKey::from_bytes(&key.try_into().unwrap()).unwrap();
    key.verify(label, bytes, &Signature(signature.try_into().unwrap())).is_ok()
}

/// The files whose name begins so; there must be some.
fn files(folder: &str, start: &str) -> Vectors {
    let files: Vectors = load(folder).into_iter().filter(|(n, _)| n.starts_with(start)).collect();
    assert!(!files.is_empty(), "no vectors {start}");
    files
}

/// Writes or compares all files of this folder and those below it.
fn golden() {
    check(FOLDER, &{
        let mut all = made::all();
        all.extend(course::all());
        all
    });
    check("protocol/rejects", &rejects::all());
    check("protocol/judged", &judged::all());
}

#[test]
fn every_file_is_what_is_made_from_fixed_keys() {
    golden();
}

#[test]
fn contracts_are_named_by_their_hash_and_signed() {
    for (name, vector) in files(FOLDER, "contract_") {
        let bytes = get(&vector, "contract");
        let contract = Contract::decode(&bytes).unwrap();
        assert_eq!(labelled("qiyue/contract/v1", &[&bytes]), get(&vector, "match_id"), "{name}");
        let mut signed = Vec::new();
        for seat in 0..contract.seats() {
            let field = |what: &str| get(&vector, &format!("{what}_{seat}"));
            let (key, signature) = (field("key"), field("signature"));
            assert!(is_signed(&key, "qiyue/contract/v1", &bytes, &signature), "{name} {seat}");
            signed.extend(signature);
        }
        assert!(get(&vector, "signed").ends_with(&signed), "{name}");
    }
}

#[test]
fn entries_and_notices_are_their_content_and_a_signature() {
    for (start, label) in [("entry", "qiyue/entry/v1"), ("notice", "qiyue/notice/v1")] {
        for (name, vector) in files(FOLDER, start) {
            let (content, signature) = (get(&vector, "content"), get(&vector, "signature"));
            assert_eq!(labelled(label, &[&content]), get(&vector, "id"), "{name}");
            assert!(is_signed(&get(&vector, "key"), label, &content, &signature), "{name}");
            let whole = get(&vector, start);
            // A notice does not write the match id that its content begins with.
            let content = if start == "notice" { content[32..].to_vec() } else { content };
            assert_eq!(whole, [content, signature].concat(), "{name}");
            assert!(start == "notice" || Entry::decode(&whole).unwrap().encode() == whole);
        }
    }
    for (name, vector) in files(FOLDER, "absence_") {
        let (content, signature) = (get(&vector, "content"), get(&vector, "signature"));
        assert!(
            is_signed(&get(&vector, "key"), "qiyue/absence/v1", &content, &signature),
            "{name}"
        );
        assert_eq!(get(&vector, "absence"), [&content[32..], &signature].concat(), "{name}");
    }
}

#[test]
fn commitments_and_nonces_are_hashes_of_their_place() {
    for (name, vector) in files(FOLDER, "commitment_") {
        let seat = [u8::try_from(vector.get_number("seat")).unwrap()];
        let (id, step) = (get(&vector, "match_id"), le(&vector, "step"));
        let (choice, secret) = (frame(&get(&vector, "choice")), get(&vector, "secret"));
        let what = frame(b"nonce");
        let nonce = labelled("qiyue/derived/v1", &[&secret, &what, &id, &step, &seat, &choice]);
        assert_eq!(nonce, get(&vector, "nonce"), "{name}");
        let commitment = labelled("qiyue/commitment/v1", &[&id, &step, &seat, &choice, &nonce]);
        assert_eq!(commitment, get(&vector, "commitment"), "{name}");
    }
    let vector = &files(FOLDER, "contribution")["contribution"];
    let seat = [u8::try_from(vector.get_number("seat")).unwrap()];
    let (id, step) = (get(vector, "match_id"), le(vector, "step"));
    let parts: [&[u8]; 6] =
        [&get(vector, "secret"), &frame(b"toss"), &id, &step, &seat, &frame(b"")];
    assert_eq!(labelled("qiyue/derived/v1", &parts), get(vector, "contribution"));
}

#[test]
fn tosses_are_drawn_from_their_seed() {
    for (name, vector) in files(FOLDER, "toss_") {
        let (id, head) = (get(&vector, "match_id"), get(&vector, "head"));
        let parts = get(&vector, "contributions");
        let (step, n) = (le(&vector, "step"), vector.get_number("n"));
        let seed = labelled("qiyue/toss/v1", &[&id, &step, &head, &le(&vector, "n"), &parts]);
        assert_eq!(seed, get(&vector, "seed"), "{name}");
        let most = (1_u128 << 64) - 1 - (1_u128 << 64) % u128::from(n);
        let draw =
            |i: u32| u64::from_le_bytes(sha(&[&seed, &i.to_le_bytes()])[..8].try_into().unwrap());
        let fair = (0..).map(draw).find(|u| u128::from(*u) <= most).unwrap();
        assert_eq!(fair % n, vector.get_number("value"), "{name}");
    }
}

#[test]
fn the_worked_example_of_the_specification_is_a_vector() {
    let page = include_str!("../../../crates/protocol/SPEC.md");
    let vector = &files(FOLDER, "toss_3")["toss_3"];
    let seed = text::hex(&get(vector, "seed"));
    let value = format!("value u_0 mod 3 = {}.", vector.get_number("value"));
    assert!(page.contains(&format!("The seed is `{seed}`")) && page.contains(&value));
}

#[test]
fn heads_are_hashes_of_the_slots_before() {
    let vector = &files(FOLDER, "heads")["heads"];
    let mut head = get(vector, "match_id");
    for n in 0..4 {
        assert_eq!(get(vector, &format!("before_{n}")), head);
        let (number, slots) = (le(vector, &format!("number_{n}")), format!("slots_{n}"));
        head = labelled("qiyue/head/v1", &[&head, &number, &get(vector, &slots)]);
        assert_eq!(get(vector, &format!("after_{n}")), head);
    }
}

#[test]
fn messages_read_and_write_as_the_same_bytes() {
    for (name, vector) in files(FOLDER, "packet_") {
        let bytes = get(&vector, "packet");
        assert_eq!(Packet::decode(&bytes).unwrap().encode(), bytes, "{name}");
    }
}

#[test]
fn the_record_of_the_whole_match_is_complete() {
    let record = get(&files(FOLDER, "match_two")["match_two"], "record");
    let report = audit::<Contest>(record.as_slice(), &mut ()).unwrap();
    assert!(matches!(report.verdict, Verdict::Complete { .. }), "{:?}", report.verdict);
}

#[test]
fn no_decoder_takes_a_reject() {
    for (name, vector) in files("protocol/rejects", "") {
        let is_taken = match (vector.get("entry"), vector.get("packet")) {
            (Some(bytes), _) => Entry::decode(&bytes).is_ok(),
            (_, Some(bytes)) => Packet::decode(&bytes).is_ok(),
            _ => panic!("{name}: nothing to read"),
        };
        assert!(!is_taken && vector.expect() == "malformed", "{name}");
    }
    let long = rejects::too_long();
    assert!(long.len() > crypto::limits::FRAME_BYTES && Packet::decode(&long).is_err());
}

#[test]
fn everything_is_judged_as_its_vector_says() {
    let files = files("protocol/judged", "");
    let wrong = files.iter().filter_map(|(name, vector)| {
        let is = judged::judge(vector);
        (is != vector.expect()).then(|| format!("{name}: {is}, not {}", vector.expect()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So does the verifier in Python, which was written from the documents and these files alone.
#[test]
fn a_second_verifier_judges_every_vector_as_it_says() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/verifier/protocol_vectors.py");
    let Ok(output) = std::process::Command::new("python3").args(["-B", script]).output() else {
        println!("skipped: no python3");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("none wrong"), "{said}{output:?}");
}
