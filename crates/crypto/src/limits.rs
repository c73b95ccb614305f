//! Every bound of the protocol and of records, with its reason.

/// A frame on the wire: the transport refuses longer ones before it reads them.
pub const FRAME_BYTES: usize = 64 * 1024;
/// A closed step in a file: six set-ups with proofs are 83 kB.
pub const STEP_BYTES: usize = 128 * 1024;
/// A contract: rules of at most 4 KiB and eight seats.
pub const CONTRACT_BYTES: usize = 8 * 1024;
/// The rules inside a contract.
pub const RULES_BYTES: usize = 4 * 1024;
/// The name of a game in a contract.
pub const GAME_BYTES: usize = 16;
/// A transport peer id in a contract: an Ed25519 one has 38 bytes, the largest kind 66.
pub const PEER_BYTES: usize = 66;
/// A player's name in a contract, in bytes: 24 Chinese characters.
pub const NAME_BYTES: usize = 72;
/// A move: the longest known, a push of a whole line with a side for each Shield, is far shorter.
pub const MOVE_BYTES: usize = 512;
/// A choice: the longest known is a sealed layout of a few dozen cells.
pub const CHOICE_BYTES: usize = 1024;
/// Notices that one entry carries: one of each kind for the seats of a table, and no more.
pub const NOTICES: usize = 8;
/// An entry with its signature: the longest holds a set-up, whose field and proof are 13,600 bytes.
pub const ENTRY_BYTES: usize = 16 * 1024;
/// A field of hidden pieces: 25 rows of 13 points.
pub const FIELD_BYTES: usize = 10_400;
/// One proof: the longest, of a set-up, has 3,200 bytes.
pub const PROOF_BYTES: usize = 3_200;
/// Proofs of one entry: one for each claim that a seat can have to settle in a step.
pub const PROOFS: usize = 8;
/// The keys of all pieces of a seat.
pub const LAYOUT_KEYS_BYTES: usize = 25 * 32;
/// Statements in an empty slot: one of each other seat.
pub const ABSENCES: usize = 7;
/// Steps of a match: a hundred times the longest game played by machines.
pub const STEPS: u32 = 200_000;
/// A record file: `STEPS` steps of two signed entries stay below it.
pub const RECORD_BYTES: u64 = 128 * 1024 * 1024;
/// A frame of a journal: all that one program signs at a time, for eight seats an entry and a choice
/// each; or the start, with a contract.
pub const JOURNAL_FRAME_BYTES: usize = 64 * 1024;
/// Items of one message: a step of eight entries with everything about them, several times over.
pub const ITEMS: usize = 256;
/// The least machine budget in seconds: it must cover a reconnection.
pub const MACHINE_SECONDS_MIN: u32 = 5;
/// The greatest time limit in seconds: two weeks, a correspondence game.
pub const SECONDS_MAX: u32 = 14 * 24 * 3600;
/// The greatest increment of a clock in seconds: a day, for correspondence games.
pub const INCREMENT_MAX: u32 = 24 * 3600;
