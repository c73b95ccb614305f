//! Bytes: pinned bases, strict reading, exact lengths.

use curve25519_dalek::scalar::Scalar;
use game::KindSet;

use super::*;
use crate::point::read_scalar;
use crate::{
    AMONG_BYTES, ANSWER_BYTES, AmongProof, Answer, AttackProof, CAN_MOVE_BYTES, CanMoveProof,
    FIELD_BYTES, Malformed, NO_MOVE_BYTES, NoMoveProof, OPENING_BYTES, Opening, SETUP_BYTES,
    SetupProof, attack_bytes,
};

/// G, H0 to H11, P. A change of any makes every old proof worthless.
const PINNED: [&str; 14] = [
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6ec3d8c630457fefe69bb4d7ac9f86f292fa73d1a175fd40a151939895edd809",
    "d86a9af2da35f7d6279b13e206d6322d1e679b0fa7733c192b98f602350a184e",
    "0e0ec086f857111c62684257def9b32d44d64ea456d28049ca0dbf5353384c5c",
    "2a27c718918adf838b1cce11b6e91536410d2b78ec1c253351960b419572fe31",
    "0287df8931cd76f8268b5711842b7f14fbff022d1107339317160235638e904a",
    "841611d0e32512d35511d93c8c8157d368a18c3e6ec22c93edf132f54a580825",
    "f248ac9fcd160302278a0db49aa9d65470c36778cf2f1eeab361df5dd46a5959",
    "8c72f0029ca7315d126004b7810802750357afdc2ab54dd89800e140da1a607c",
    "1e9f0e341f1d8baa5a96cd93f5dd424eaad67660fc84f003b23dd24189e53d14",
    "1cc332dd54257cca4246e0bf9f797e4e53f76ddbecee5e3673af3a7b38702126",
    "d2376e8d310ff27fc1ccec33eea8643ac1df1aa4a5b9ec1152d0b3a4e239227a",
    "28a99f19682156de3b8f86c2ce43acbfdb87b5209eafa72f4027717ecaba2552",
    "845f43d4fb447e3445f6acaa390901eb424fc4a14a287d7c11c6c4fd1e8a2503",
];

/// The order of the group, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_bases_are_pinned_and_distinct_and_none_is_the_identity() {
    let all: Vec<_> = [&bases().g].into_iter().chain(&bases().h).chain([&bases().p]).collect();
    assert_eq!(all.iter().map(|point| hex(point.bytes())).collect::<Vec<_>>(), PINNED);
    for (at, point) in all.iter().enumerate() {
        assert_eq!(Point::read(point.bytes()).as_ref(), Ok(*point));
        assert!(all.iter().take(at).all(|other| other != point));
    }
}

#[test]
fn sizes_are_those_of_the_design() {
    assert_eq!((FIELD_BYTES, SETUP_BYTES), (10_400, 3_200));
    assert_eq!((AMONG_BYTES, ANSWER_BYTES, OPENING_BYTES), (64, 65, 32));
    assert_eq!((NO_MOVE_BYTES, CAN_MOVE_BYTES), (64, 96));
    assert_eq!([10, 1, 2].map(attack_bytes), [64 + 416, 64 + 128, 64 + 160]);
}

#[test]
fn t14_a_scalar_not_below_the_order_is_refused() {
    assert_eq!(read_scalar(&ORDER), Err(Malformed::Scalar));
    assert_eq!(read_scalar(&[0xff; 32]), Err(Malformed::Scalar));
    assert_eq!(read_scalar(&(-Scalar::ONE).to_bytes()), Ok(-Scalar::ONE));
    // The same residue in another encoding: 1 + l.
    let mut again = ORDER;
    again[0] += 1;
    assert_eq!(read_scalar(&again), Err(Malformed::Scalar));
    let good = Scalar::ONE.to_bytes();
    assert!(AmongProof::read(&[good, good].concat()).is_ok());
    assert_eq!(AmongProof::read(&[good, again].concat()), Err(Malformed::Scalar));
    assert_eq!(AmongProof::read(&[again, good].concat()), Err(Malformed::Scalar));
}

#[test]
fn t15_points_that_are_not_canonical_or_the_identity_are_refused() {
    let good = *bases().h[0].bytes();
    let change = |at: usize, bits: u8| {
        let mut bytes = good;
        bytes[at] ^= bits;
        bytes
    };
    let mut big = [0xff; 32];
    (big[0], big[31]) = (0xed, 0x7f);
    for bad in [[0; 32], [0xff; 32], change(31, 0x80), change(0, 1), big] {
        assert_eq!(Point::read(&bad), Err(Malformed::Point), "{}", hex(&bad));
    }
    assert_eq!(crate::point::words(&good[..31], 1), Err(Malformed::Length));
}

#[test]
fn t16_every_message_has_one_length() {
    let one = Scalar::ONE.to_bytes();
    let point = *bases().h[0].bytes();
    let scalars = |count: usize| one.repeat(count);
    let setup = [point.repeat(24), scalars(76)].concat();
    let attack = [point.repeat(2), scalars(13)].concat();
    let answer = [vec![1], scalars(2)].concat();
    type Read = fn(&[u8]) -> Result<Vec<u8>, Malformed>;
    let all: [(Vec<u8>, Read); 8] = [
        (point.repeat(325), |b| Field::read(MATCH, 0, b).map(|m| m.bytes())),
        (setup, |b| SetupProof::read(b).map(|m| m.bytes())),
        (scalars(2), |b| AmongProof::read(b).map(|m| m.bytes())),
        (attack, |b| AttackProof::read(b, MOVABLE).map(|m| m.bytes())),
        (answer, |b| Answer::read(b).map(|m| m.bytes())),
        (scalars(1), |b| Opening::read(b).map(|m| m.bytes())),
        (scalars(2), |b| NoMoveProof::read(b).map(|m| m.bytes())),
        (scalars(3), |b| CanMoveProof::read(b).map(|m| m.bytes())),
    ];
    for (bytes, read) in all {
        assert_eq!(read(&bytes), Ok(bytes.clone()));
        for short in [0, 1, bytes.len().saturating_sub(32), bytes.len() - 1] {
            assert_eq!(read(&bytes[..short]), Err(Malformed::Length));
        }
        for more in [1, 31, 32, 64] {
            let long = [bytes.clone(), vec![0; more]].concat();
            assert_eq!(read(&long), Err(Malformed::Length));
        }
    }
    let attack = [point.repeat(2), scalars(13)].concat();
    assert_eq!(AttackProof::read(&attack, KindSet(1)), Err(Malformed::Length));
}

#[test]
fn t29_a_key_of_zero_is_refused() {
    assert_eq!(Opening::read(&[0; 32]), Err(Malformed::Scalar));
    // Its field would have the identity for Y.
    let army = Army::forged(MATCH, 0, LEGAL, [Scalar::ZERO; PIECES]);
    assert_eq!(Field::read(MATCH, 0, &army.field().bytes()), Err(Malformed::Point));
}

#[test]
fn keys_are_of_one_match_seat_arrangement_and_piece() {
    let mut other = LEGAL;
    other.swap(0, 1);
    let secret = || MatchSecret::new([1; 32]);
    let army = |id, seat, kinds: [u8; PIECES]| {
        Army::new(&secret(), MatchId([id; 32]), seat, &kinds.map(Kind)).unwrap()
    };
    let armies = [army(7, 0, LEGAL), army(8, 0, LEGAL), army(7, 1, LEGAL), army(7, 0, other)];
    let mut keys: Vec<[u8; 32]> =
        armies.iter().flat_map(|a| Piece::all().map(|p| a.key(p).to_bytes())).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 4 * PIECES);
    assert_eq!(army(7, 0, LEGAL).field(), armies[0].field());
    assert!(Army::new(&secret(), MATCH, 0, &[Kind(12); PIECES]).is_err());
}

#[test]
fn secrets_are_not_printed() {
    let army = army_of(0, LEGAL);
    assert_eq!(format!("{army:?}"), "Army(secret)");
    assert_eq!(format!("{:?}", Opening::of(&army, piece(0))), "Opening(secret)");
    assert_eq!(format!("{:?}", entropy(3)), "Entropy(secret)");
}
