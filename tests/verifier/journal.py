"""The journal file (crates/record/FORMAT.md section 6), for its vectors."""

import encoding
from encoding import Malformed, digest

MAGIC = b"QIYUEJNL"
LONGEST = 65536


class Damaged(Exception):
    """With the offset of the frame."""


def start(reader):
    reader.hash()
    encoding.contract_of(reader.bytes(8192))
    reader.u8()


ITEMS = [
    start,
    lambda r: (r.seat(), r.signature()),
    lambda r: (r.u32(), r.seat(), r.bytes(LONGEST)),
    encoding.entry,
    encoding.notice,
    encoding.absence,
    lambda r: r.tag(2),
]


def item(reader):
    tag = reader.tag(len(ITEMS))
    ITEMS[tag](reader)
    return tag


def says(data):
    """What a reader says, in the words of the vectors."""
    if data[:8] != MAGIC[: len(data[:8])]:
        return "not a journal"
    if len(data) < 10:
        return "not begun"
    version = int.from_bytes(data[8:10], "little")
    if version != 1:
        return f"unknown version {version}"
    at, items = 10, 0
    try:
        while at < len(data):
            end, count = frame_at(data, at, items == 0)
            if end is None:
                return f"cut at {at}, items {items}" if items else "not begun"
            at, items = end, items + count
    except Damaged:
        return f"damaged at {at}"
    return f"whole, items {items}" if items else "not begun"


def frame_at(data, at, is_first):
    """Where the next frame begins and how many items this one has; None for a torn tail."""
    if not any(data[at:]) or at + 4 > len(data):
        return None, 0
    length = int.from_bytes(data[at : at + 4], "little")
    if not 1 <= length <= LONGEST:
        raise Damaged
    end = at + 4 + length + 8
    if end > len(data):
        return None, 0
    payload = data[at + 4 : end - 8]
    if digest("journal", payload)[:8] != data[end - 8 : end]:
        if end == len(data):
            return None, 0
        raise Damaged
    try:
        tags = encoding.whole(payload, lambda r: r.list(LONGEST, item, least=1))
    except Malformed as bad:
        raise Damaged from bad
    if (tags[0] == 0) != is_first or 0 in tags[1:]:
        raise Damaged
    return end, len(tags)
