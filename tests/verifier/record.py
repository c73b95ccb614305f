"""Checks every proof about hidden pieces in a record, from what `qiyue inspect --json RECORD` prints:
statements from crates/referee/book/proofs.md, their places from crates/protocol/SPEC.md section 20.
Chain, signatures and rules are not looked at here. Standard library only.

    qiyue inspect --json RECORD | python3 record.py
    python3 record.py FILE ...
    python3 record.py --bits FILE ...   flips a bit in every proof, too; none may be accepted then
"""

import copy
import json
import random
import sys
import time

sys.dont_write_bytecode = True

import proofs  # noqa: E402
from proofs import PIECES, Fails, Malformed, NoStatement, Refused  # noqa: E402


class Record:
    """The proofs of one match, in their order."""

    def __init__(self, contract):
        hiding = contract["hiding"]
        if hiding is None:
            raise NoStatement("a game that hides nothing")
        self.match_id = bytes.fromhex(contract["match"])
        self.counts, self.movable = hiding["counts"], hiding["movable"]
        self.barred, self.codes = hiding["barred"], [bytes(row) for row in hiding["codes"]]
        self.fields = {}
        self.waiting = None
        self.checked = {}

    def count(self, what):
        self.checked[what] = self.checked.get(what, 0) + 1

    def piece(self, number):
        """A piece by its number: seat, place and row."""
        seat, place = divmod(number, PIECES)
        if seat not in self.fields:
            raise NoStatement("a seat that has not set up")
        return seat, place, self.fields[seat][place]

    def own(self, context, number):
        seat, place, row = self.piece(number)
        if seat != context[2]:
            raise NoStatement("a piece of another seat")
        return place, row

    def __copy__(self):
        other = object.__new__(Record)
        other.__dict__ = {**self.__dict__, "fields": dict(self.fields), "checked": {}}
        return other

    def slot(self, entry):
        body = entry["body"]
        context = (self.match_id, entry["step"], entry["seat"], bytes.fromhex(entry["head"]))
        if entry["match"] != self.match_id.hex():
            raise NoStatement("of another match")
        match body["id"]:
            case "deploy":
                self.deploy(context, bytes.fromhex(body["field"]), bytes.fromhex(body["proof"]))
            case "prove" | "skip-proven":
                for proof in body["proofs"]:
                    self.owed(context, proof["claim"], bytes.fromhex(proof["proof"]))
            case "answer":
                for proof in body["proofs"]:
                    self.answer(context, proof["claim"], bytes.fromhex(proof["proof"]))
            case "seal-open":
                self.layout(context, bytes.fromhex(body["keys"]))

    def deploy(self, context, field, proof):
        if context[2] in self.fields:
            raise NoStatement("a seat sets up twice")
        rows = proofs.read_field(field)
        if len(proof) != 3200:
            raise Malformed("a set-up of another length")
        proofs.setup(context, self.counts, self.barred, rows, proof)
        self.fields[context[2]] = rows
        self.count("set-ups")

    def owed(self, context, claim, proof):
        match claim["id"]:
            case "within":
                place, row = self.own(context, claim["piece"])
                proofs.among(context, row, place, claim["kinds"], proof)
                self.count("among")
            case "fight":
                place, row = self.own(context, claim["attacker"])
                seat, target, their_row = self.piece(claim["defender"])
                fight = (row, place), (their_row, seat, target), claim["among"], proof
                self.waiting = proofs.attack(context, self.movable, self.codes, *fight)
                self.count("attacks")
            case "stuck":
                self.mobility("no-move", context, claim["pieces"], proof)
            case "can-move":
                self.mobility("can-move", context, claim["pieces"], proof)
            case other:
                raise NoStatement(f"nobody owes {other} with a move")

    def mobility(self, name, context, pieces, proof):
        places, rows = zip(*(self.own(context, piece) for piece in pieces))
        proofs.mobility(name, context, self.movable, list(places), list(rows), proof)
        self.count(name)

    def answer(self, context, claim, answer):
        match claim["id"]:
            case "fight":
                if self.waiting is None:
                    raise NoStatement("no attack waits for an answer")
                seat, target, _ = self.piece(claim["defender"])
                if (seat, target) != self.waiting[1:3]:
                    raise NoStatement("an answer about another piece")
                proofs.answer(context, self.waiting, answer)
                self.waiting = None
                self.count("answers")
            case "stuck" if answer[:1] in (b"\x00", b"\x01"):
                name = "can-move" if answer[0] else "no-move"
                self.mobility(name, context, claim["pieces"], answer[1:])
            case "show":
                if len(answer) != 33 or answer[0] >= PIECES or claim["seat"] != context[2]:
                    raise Malformed("an opening of another length, place or seat")
                row = self.fields[context[2]][answer[0]]
                if proofs.opening(row, answer[1:]) != claim["kind"]:
                    raise Fails("a piece of another kind")
                self.count("openings")
            case other:
                raise NoStatement(f"nobody answers {other}")

    def layout(self, context, keys):
        if len(keys) != 32 * PIECES:
            raise Malformed("keys of another length")
        for place, row in enumerate(self.fields[context[2]]):
            proofs.opening(row, keys[32 * place : 32 * place + 32])
        self.count("layouts")


def changed(entry, draw):
    """The entry once for each of its proofs, with one bit of it flipped."""
    body = entry["body"]
    keys = [key for key in ("field", "proof", "keys") if key in body]
    for place in keys or range(len(body.get("proofs", []))):
        other = copy.deepcopy(entry)
        holder, key = (other["body"], place) if keys else (other["body"]["proofs"][place], "proof")
        data = bytearray.fromhex(holder[key])
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        holder[key] = data.hex()
        yield other


def refuses_changes(record, entry, draw):
    for other in changed(entry, draw):
        try:
            copy.copy(record).slot(other)
        except (Refused, KeyError):
            record.count("changes refused")
            continue
        raise Fails(f"step {entry['step']}: a changed bit is accepted")


def check(lines, draw=None):
    """Returns how often each kind of proof was checked. With draw, a bit of each is flipped first."""
    record = None
    for line in lines:
        part = json.loads(line)
        if part.get("part") == "contract":
            record = Record(part["contract"])
            continue
        for slot in part["slots"]:
            if "entry" in slot:
                if draw:
                    refuses_changes(record, slot["entry"], draw)
                try:
                    record.slot(slot["entry"])
                except Refused as refused:
                    place = f"step {slot['entry']['step']}, seat {slot['seat']}"
                    raise type(refused)(f"{place}: {refused}") from refused
    return record.checked


def main(paths):
    started, wrong = time.monotonic(), 0
    draw = random.Random(1) if paths[:1] == ["--bits"] else None
    paths = paths[1:] if draw else paths
    for path in paths or ["-"]:
        lines = sys.stdin if path == "-" else open(path, encoding="utf-8")
        try:
            checked = check(lines, draw)
        except Refused as refused:
            wrong += 1
            print(f"{path}: {type(refused).__name__.lower()}, {refused}")
            continue
        told = ", ".join(f"{count} {what}" for what, count in sorted(checked.items()))
        print(f"{path}: every proof holds: {told} ({time.monotonic() - started:.1f} s)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
