"""Packets (crates/protocol/SPEC.md section 12.1)."""

import encoding
from encoding import Malformed, Reader

LONGEST, SETS, LAYOUT = 65536, 256, 800


def seat_set(reader):
    return reader.u8()


def standing(reader):
    step, head = reader.u32(), reader.hash()
    sets = [seat_set(reader) for _ in range(4)]
    absences = reader.ascending(8, lambda r: (r.seat(), seat_set(r)), lambda pair: pair[0])
    layouts = seat_set(reader)
    declined = reader.ascending(8, lambda r: (r.seat(), r.u32()), lambda pair: pair[0])
    return step, head, sets, absences, layouts, declined


def layout(reader):
    seat, keys = reader.seat(), reader.bytes(LAYOUT)
    if len(keys) != LAYOUT:
        raise Malformed("keys of 25 pieces")
    return seat, keys


def item(reader):
    kind = ["Signature", "Step", "Entry", "Notice", "Absence", "Layout"][reader.tag(6)]
    read = {"Signature": lambda r: (r.seat(), r.signature()), "Step": encoding.step,
            "Entry": encoding.entry, "Notice": encoding.notice, "Absence": encoding.absence,
            "Layout": layout}
    return kind, read[kind](reader)


def packet(reader):
    if len(reader.data) > LONGEST:
        raise Malformed("too long")
    match_id = reader.hash()
    ack = standing(reader) if reader.tag(2) else seat_set(reader)
    return match_id, ack, reader.list(256, item)
