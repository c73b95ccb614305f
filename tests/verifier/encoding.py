"""The values of crates/record/FORMAT.md sections 1 to 5, from their bytes. Every reader here refuses
what is not canonical, so the bytes that were read are the encoding of the value.
"""

import hashlib
from dataclasses import dataclass, field

import ed25519

SEATS = 8
BODIES = ["Begin", "Act", "Commit", "Reveal", "Skip", "Yield", "Seal", "Deploy", "Prove", "Answer",
          "SkipProven", "SealOpen"]
NOTICES = ["Draw", "Pause", "Resign"]
NAME_RANGES = """20-7E A1-AC AE-2FF 370-482 48A-52F 2010-2027 2030-205E 3001-3029 3030-3098 309B-312F
3400-9FFF AC00-D7A3 F900-FAFF FF01-FF9F 1F300-1F64F 20000-2EBE0""".split()
NAME_RANGES = [tuple(int(end, 16) for end in ends.split("-")) for ends in NAME_RANGES]


class Malformed(Exception):
    """Bytes that encode nothing."""


def u32le(number):
    return number.to_bytes(4, "little")


def frame(data):
    return u32le(len(data)) + data


def labelled(label, data):
    return b"qiyue/" + label.encode() + b"/v1\0" + data


def digest(label, data):
    return hashlib.sha256(labelled(label, data)).digest()


class Reader:
    """Reads values one after another."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Malformed("ends early")
        self.at += count
        return self.data[self.at - count : self.at]

    def u8(self):
        return self.take(1)[0]

    def varint(self, bits):
        value = 0
        for place in range(0, 35, 7):
            byte = self.u8()
            value |= (byte & 127) << place
            if byte < 128:
                if (byte == 0 and place) or value >> bits:
                    raise Malformed("a number overlong or too large")
                return value
        raise Malformed("a number too large")

    def u16(self):
        return self.varint(16)

    def u32(self):
        return self.varint(32)

    def hash(self):
        return self.take(32)

    def signature(self):
        return self.take(64)

    def seat(self):
        seat = self.u8()
        if seat >= SEATS:
            raise Malformed("no seat")
        return seat

    def tag(self, count):
        tag = self.u32()
        if tag >= count:
            raise Malformed("an unknown tag")
        return tag

    def bytes(self, most):
        count = self.u32()
        if count > most:
            raise Malformed("too long")
        return self.take(count)

    def list(self, most, read, least=0):
        count = self.u32()
        if not least <= count <= most:
            raise Malformed("too many, or none")
        return [read(self) for _ in range(count)]

    def ascending(self, most, read, order):
        values = self.list(most, read)
        orders = [order(value) for value in values]
        if any(a >= b for a, b in zip(orders, orders[1:])):
            raise Malformed("not in order")
        return values

    def end(self):
        if self.at != len(self.data):
            raise Malformed("bytes after the value")


def whole(data, read):
    """The one value that the bytes are."""
    reader = Reader(data)
    value = read(reader)
    reader.end()
    return value


@dataclass
class Player:
    key: bytes
    peer: bytes
    nonce: bytes
    name: str


@dataclass
class Contract:
    protocol: int
    game: str
    version: int
    rules: bytes
    rules_digest: bytes
    seconds: int
    increment: int
    machine: int
    players: list
    match_id: bytes = b""


@dataclass
class Notice:
    seat: int
    kind: str
    head: bytes
    signature: bytes

    def content(self, match_id):
        return match_id + bytes([self.seat, NOTICES.index(self.kind)]) + self.head

    def id(self, match_id):
        return digest("notice", self.content(match_id))


@dataclass
class Absence:
    step: int
    about: int
    by: int
    shown: bytes
    raw: bytes
    signature: bytes

    def content(self, match_id):
        return match_id + self.raw


@dataclass
class Entry:
    match_id: bytes
    step: int
    seat: int
    head: bytes
    position: bytes
    think: int
    notices: list
    body: str
    fields: list
    content: bytes
    signature: bytes

    def id(self):
        return digest("entry", self.content)


@dataclass
class Step:
    number: int
    slots: list


@dataclass
class End:
    kind: str
    slots: list
    absences: list = field(default_factory=list)
    seat: int = None
    evidence: tuple = None
    entry: Entry = None


@dataclass
class Signed:
    kind: str
    value: object
    signature: bytes = b""


# --- contract, §4.1 ---


def is_name(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if not 1 <= len(data) <= 72 or text.strip(" ") != text or "  " in text:
        return False
    return all(any(a <= ord(c) <= b for a, b in NAME_RANGES) for c in text)


def player(reader):
    read = Player(reader.hash(), reader.bytes(66), reader.hash(), reader.bytes(72))
    if ed25519.key(read.key) is None:
        raise Malformed("a key that is none")
    if not is_name(read.name):
        raise Malformed("not a name")
    read.name = read.name.decode("utf-8")
    return read


def terms(reader):
    protocol, game, version = reader.u16(), reader.bytes(16), reader.u16()
    if not game or not game.isascii():
        raise Malformed("not the name of a game")
    rules, rules_digest = reader.bytes(4096), reader.hash()
    clock = reader.tag(3)
    seconds = reader.u32() if clock else None
    increment = reader.u32() if clock == 2 else None
    machine = reader.u32()
    if clock and not 1 <= seconds <= 1209600 or clock == 2 and increment > 86400:
        raise Malformed("a clock out of range")
    if not 5 <= machine <= 1209600:
        raise Malformed("a machine budget out of range")
    players = reader.list(SEATS, player, least=1)
    for values in ([p.key for p in players], [p.nonce for p in players]):
        if len(set(values)) != len(values):
            raise Malformed("two seats have the same key or nonce")
    start = protocol, game.decode(), version, rules, rules_digest
    return Contract(*start, seconds, increment, machine, players)


def contract_of(data):
    """A contract from its bytes, with its match id. seconds and increment are None where the clock
    has none."""
    if len(data) > 8192:
        raise Malformed("a contract too long")
    contract = whole(data, terms)
    contract.match_id = digest("contract", data)
    return contract


# --- entries, notices, statements, §4.2 to §4.4 ---


def notice(reader):
    return Notice(reader.seat(), NOTICES[reader.tag(3)], reader.hash(), reader.signature())


def notices(reader):
    return reader.ascending(8, notice, lambda n: (n.seat, NOTICES.index(n.kind)))


def proof_list(reader):
    return reader.list(8, lambda r: r.bytes(3200), least=1)


BODY_FIELDS = {
    "Act": [lambda r: r.bytes(512)],
    "Commit": [Reader.hash],
    "Reveal": [lambda r: r.bytes(1024), Reader.hash],
    "Deploy": [lambda r: r.bytes(10400), lambda r: r.bytes(3200)],
    "Prove": [lambda r: r.bytes(512), proof_list],
    "Answer": [proof_list],
    "SkipProven": [proof_list],
    "SealOpen": [lambda r: r.bytes(800)],
}


def entry(reader):
    start = reader.at
    head = [reader.hash(), reader.u32(), reader.seat(), reader.hash(), reader.hash(), reader.u32()]
    carried = notices(reader)
    body = BODIES[reader.tag(len(BODIES))]
    fields = [read(reader) for read in BODY_FIELDS.get(body, [])]
    content = reader.data[start : reader.at]
    return Entry(*head, carried, body, fields, content, reader.signature())


def absence(reader):
    start = reader.at
    step, about, by = reader.u32(), reader.seat(), reader.seat()
    shown = reader.hash() if reader.tag(2) else None
    raw = reader.data[start : reader.at]
    return Absence(step, about, by, shown, raw, reader.signature())


def absences(reader):
    return reader.ascending(56, absence, lambda a: (a.about, a.by))


# --- steps and ends, §4.5, §5 ---


def slot(reader):
    seat = reader.seat()
    kind = ["Entry", "Resigned", "Empty"][reader.tag(3)]
    return seat, kind, {"Entry": entry, "Resigned": notice, "Empty": absences}[kind](reader)


def slots(reader):
    return reader.ascending(8, slot, lambda s: s[0])


def step(reader):
    return Step(reader.u32(), slots(reader))


def signed(reader):
    kind = ["Absence", "Contract", "Entry", "Notice"][reader.tag(4)]
    if kind == "Contract":
        return Signed(kind, reader.bytes(8192), reader.signature())
    return Signed(kind, {"Absence": absence, "Entry": entry, "Notice": notice}[kind](reader))


def evidence(reader):
    if reader.tag(2):
        return "Refused", entry(reader)
    return "Double", signed(reader), signed(reader)


def end(reader):
    kind = ["Sealed", "Claimed", "Cheated", "Diverged"][reader.tag(4)]
    seat = reader.seat() if kind == "Cheated" else None
    found = End(kind, slots(reader), seat=seat)
    if kind == "Claimed":
        found.absences = absences(reader)
    if kind == "Cheated":
        found.evidence = evidence(reader)
    if kind == "Diverged":
        found.entry = entry(reader)
    return found
