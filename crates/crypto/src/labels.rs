//! Every domain label. Each hash and signature starts with one, followed by a zero byte, so that
//! bytes made for one purpose never serve another. Those of the proofs stand in length frames instead
//! of before a zero byte; the bases' is the beginning of a hashed name.

/// The signed content of an entry, and its id.
pub const ENTRY: &str = "qiyue/entry/v1";
/// A contract: its signatures and its hash, the match id.
pub const CONTRACT: &str = "qiyue/contract/v1";
/// The head after a closed step.
pub const HEAD: &str = "qiyue/head/v1";
/// A commitment to a choice.
pub const COMMITMENT: &str = "qiyue/commitment/v1";
/// The seed of a joint toss.
pub const TOSS: &str = "qiyue/toss/v1";
/// A notice: resign, draw, pause.
pub const NOTICE: &str = "qiyue/notice/v1";
/// A statement about a silent seat: missing or shown.
pub const ABSENCE: &str = "qiyue/absence/v1";
/// A transport peer, signed by the key of the player who is there: said before there is a contract.
pub const PEER: &str = "qiyue/peer/v1";
/// Nonces and toss contributions derived from a match secret.
pub const DERIVED: &str = "qiyue/derived/v1";
/// The checksum of a link: an invitation, or the line of a relay.
pub const LINK: &str = "qiyue/link/v1";
/// The checksum of a frame in a journal.
pub const JOURNAL: &str = "qiyue/journal/v1";
/// Signing keys derived from a profile's key, for further seats.
pub const SEAT_KEY: &str = "qiyue/seat-key/v1";
/// The context of every zero-knowledge proof.
pub const PROOF: &str = "qiyue/zk/v1";
/// The bases of the proofs: hashed to the group with a name behind it.
pub const PROOF_BASE: &str = "qiyue/zk/gen/v1/";
/// The secret randomness of a proof.
pub const PROOF_NONCE: &str = "qiyue/zk/nonce/v1";
/// The digest of an arrangement, from which the keys of its pieces are derived.
pub const ARRANGEMENT: &str = "qiyue/zk/arrangement/v1";
