"""The record file (crates/record/FORMAT.md section 3), frame by frame."""

import encoding
from encoding import Malformed, labelled

import ed25519

MAGIC = b"QIYUEREC"
LONGEST = {1: 8192 + 515, 2: 131072, 3: 131072}
FILE, STEPS = 134217728, 200000


class Refusal(Exception):
    """What a reader says, with the offset of the frame at fault."""

    def __init__(self, kind, offset, detail=""):
        super().__init__(f"{kind} at {offset}" + (f": {detail}" if detail else ""))
        self.kind, self.offset, self.detail = kind, offset, detail


def check_start(data):
    if len(data) >= 8 and data[:8] != MAGIC or data[:8] != MAGIC[: len(data[:8])]:
        raise Refusal("not a record", 0)
    if len(data) < 10:
        raise Refusal("torn", 0)
    version = int.from_bytes(data[8:10], "little")
    if version != 1:
        raise Refusal("unknown version", 8, str(version))


def signed_contract(reader):
    data = reader.bytes(8192)
    contract = encoding.contract_of(data)
    signatures = reader.list(len(contract.players), encoding.Reader.signature)
    reader.end()
    return contract, data, signatures


def read_contract(payload, at):
    try:
        contract, data, signatures = signed_contract(encoding.Reader(payload))
    except Malformed as bad:
        raise Refusal("bad contract", at, str(bad)) from bad
    for seat, player in enumerate(contract.players):
        good = seat < len(signatures)
        if not good or not ed25519.verifies(player.key, labelled("contract", data), signatures[seat]):
            raise Refusal("unsigned", at, f"seat {seat}")
    return contract


def read_frame(data, at, started):
    """Tag and payload of the frame there."""
    if at + 5 > len(data):
        raise Refusal("torn", at)
    tag, length = data[at], int.from_bytes(data[at + 1 : at + 5], "little")
    if tag not in LONGEST:
        raise Refusal("malformed", at, "an unknown tag")
    if (tag == 1) == started:
        raise Refusal("out of order", at)
    if length > LONGEST[tag] or at + 5 + length > FILE:
        raise Refusal("too long", at)
    if at + 5 + length > len(data):
        raise Refusal("torn", at)
    return tag, data[at + 5 : at + 5 + length]


def read(data):
    """Yields (offset, part): the contract, each closed step, the end. Raises Refusal."""
    check_start(data)
    at, next_step, started, ended = 10, 0, False, False
    while at < len(data) or not started:
        if ended:
            raise Refusal("out of order", at, "something after the end")
        tag, payload = read_frame(data, at, started)
        if tag == 1:
            yield at, read_contract(payload, at)
        elif tag == 2 and next_step >= STEPS:
            raise Refusal("too long", at)
        else:
            try:
                part = encoding.whole(payload, encoding.step if tag == 2 else encoding.end)
            except Malformed as bad:
                raise Refusal("malformed", at, str(bad)) from bad
            if tag == 2 and part.number != next_step:
                raise Refusal("out of order", at, f"step {part.number}, not {next_step}")
            yield at, part
        started, ended = True, tag == 3
        next_step += tag == 2
        at += 5 + len(payload)
