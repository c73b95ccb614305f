"""The files of tests/vectors/referee, read and judged. Their format is in the README there."""

import hashlib
import pathlib

import proofs
from proofs import Fails, Malformed, NoStatement, Refused

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "referee"


class Vector:
    def __init__(self, text):
        head = {}
        self.fields = []
        for line in text.splitlines():
            if line.startswith("  "):
                self.fields[-1][1] += line.strip()
                continue
            name, _, rest = line.partition(":")
            if name in ("expect", "comment", "statement"):
                head[name] = rest.strip()
            else:
                self.fields.append([name, rest.strip()])
        self.expect, self.statement = head["expect"], head["statement"]
        self.fields = [(name, bytes.fromhex(digits)) for name, digits in self.fields]

    @classmethod
    def load(cls, path):
        return cls(pathlib.Path(path).read_text(encoding="utf-8"))

    def changed(self, name, at, bit):
        """The same with one bit flipped in the first field of this name."""
        other = object.__new__(Vector)
        other.expect, other.statement = self.expect, self.statement
        fields = dict(self.fields)
        data = bytearray(fields[name])
        data[at] ^= 1 << bit
        other.fields = [(n, bytes(data) if n == name else d) for n, d in self.fields]
        return other

    def has(self, name):
        return any(known == name for known, _ in self.fields)

    def get(self, name, length=None):
        for known, data in self.fields:
            if known == name:
                if length is not None and len(data) != length:
                    raise Malformed(f"{name} is of another length")
                return data
        raise Malformed(f"no {name}")

    def number(self, name, length):
        return int.from_bytes(self.get(name, length), "little")

    def piece(self, name):
        number = self.number(name, 1)
        if number >= proofs.PIECES:
            raise Malformed("no such piece")
        return number

    def context(self, prefix=""):
        return (
            self.get("match_id", 32),
            self.number(prefix + "step", 4),
            self.number(prefix + "seat", 1),
            self.get(prefix + "head", 32),
        )

    def counts(self):
        return list(self.get("counts", 12))

    def barred(self):
        data = self.get("barred", 48)
        masks = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 48, 4)]
        if any(mask >> proofs.PIECES for mask in masks):
            raise NoStatement("a place that there is not")
        return [[p for p in range(proofs.PIECES) if mask >> p & 1] for mask in masks]

    def movable(self):
        movable = self.number("movable", 2)
        if movable >> 12:
            raise NoStatement("a kind that there is not")
        return movable

    def codes(self):
        data = self.get("codes")
        if len(data) % 12:
            raise Malformed("codes that are no table")
        codes = [data[at : at + 12] for at in range(0, len(data), 12)]
        if any(kind >= len(codes) for kind in proofs.kind_set(self.movable())):
            raise NoStatement("a kind that can move has no codes")
        return codes


def equal(given, computed):
    if given != computed:
        raise Fails("computed otherwise")


def _bases(vector):
    points = [proofs.GENERATOR, *proofs.H, proofs.BLINDING]
    equal(vector.get("points"), b"".join(point.bytes for point in points))


def _transcript(vector):
    transcript = proofs.Transcript(vector.context(), vector.get("name").decode())
    for name, data in vector.fields:
        if name.startswith("absorb "):
            transcript.absorb(name.removeprefix("absorb "), data)
    equal(vector.get("state"), transcript.state)
    equal(vector.get("challenge"), proofs.scalar_bytes(transcript.challenge()))


def _derived(vector):
    given = vector.get("scalars")
    entropy, state = vector.get("entropy", 32), vector.get("state", 64)
    label = vector.get("label")
    made = proofs.derived(vector.get("witness"), entropy, state, label, len(given) // 32)
    equal(given, b"".join(map(proofs.scalar_bytes, made)))


def _keys(vector):
    kinds = vector.get("arrangement", 25)
    secret, match_id = vector.get("secret", 32), vector.get("match_id", 32)
    keys = proofs.keys(secret, match_id, vector.number("seat", 1), kinds)
    equal(vector.get("keys"), b"".join(map(proofs.scalar_bytes, keys)))
    rows = [proofs.row_bytes(key, kind) for key, kind in zip(keys, kinds)]
    equal(vector.get("field"), b"".join(rows))


def _challenges(vector):
    field = proofs.read_field(vector.get("field"))
    _, y, z = proofs.setup_challenges(vector.context(), field)
    equal(vector.get("y"), b"".join(map(proofs.scalar_bytes, y)))
    equal(vector.get("z"), proofs.scalar_bytes(z))


def _setup(vector):
    field = proofs.read_field(vector.get("field"))
    message = vector.get("proof", 3200)
    proofs.setup(vector.context(), vector.counts(), vector.barred(), field, message)


def _among(vector):
    row, kinds = proofs.Row(vector.get("row")), vector.number("kinds", 2)
    proofs.among(vector.context(), row, vector.piece("piece"), kinds, vector.get("proof"))


def _attack(vector):
    attacker = (proofs.Row(vector.get("row")), vector.piece("piece"))
    target = (proofs.Row(vector.get("target_row")), vector.number("target_seat", 1))
    defender = (*target, vector.piece("target_piece"))
    among, movable, codes = vector.number("among", 2), vector.movable(), vector.codes()
    proof, context = vector.get("proof"), vector.context()
    return proofs.attack(context, movable, codes, attacker, defender, among, proof)


def _answer(vector):
    attack = _attack(vector)
    proofs.answer(vector.context("answer_"), attack, vector.get("answer"))


def _mobility(vector):
    pieces, data = list(vector.get("pieces")), vector.get("rows")
    if any(piece >= proofs.PIECES for piece in pieces) or len(data) != 416 * len(pieces):
        raise Malformed("not a row for each piece")
    rows = [proofs.Row(data[at : at + 416]) for at in range(0, len(data), 416)]
    context, movable = vector.context(), vector.movable()
    proofs.mobility(vector.statement, context, movable, pieces, rows, vector.get("proof"))


def _opening(vector):
    kind = proofs.opening(proofs.Row(vector.get("row")), vector.get("key"))
    equal(vector.number("kind", 1), kind)


class _Game:
    """A game from its messages alone; nothing is believed that was not checked."""

    def __init__(self, vector):
        self.match_id = vector.get("match_id", 32)
        self.counts, self.barred = vector.counts(), vector.barred()
        self.movable, self.codes = vector.movable(), vector.codes()
        self.step, self.head = 0, self.match_id
        self.fields, self.sent = [], b""
        self.attack, self.fights, self.opened = None, [], []
        for name, message in vector.fields:
            word, *numbers = name.split(" ")
            play = getattr(self, f"play_{word}", None)
            if play:
                play(message, *map(int, numbers))
        self.ends(vector.get("root"))

    def close(self, messages):
        self.head = hashlib.sha256(self.head + messages).digest()
        self.step += 1

    def context(self, step, seat):
        if len(self.fields) != 4 or step != self.step or seat >= 4:
            raise NoStatement("not at this step")
        return self.match_id, step, seat, self.head

    def play_setup(self, message, seat):
        if seat != len(self.fields):
            raise NoStatement("not this seat's set-up")
        field = proofs.read_field(message[:10400])
        context = (self.match_id, 0, seat, self.match_id)
        proofs.setup(context, self.counts, self.barred, field, message[10400:])
        self.fields.append(field)
        self.sent += message
        if len(self.fields) == 4:
            self.close(self.sent)

    def play_among(self, message, step, seat, piece, kinds):
        context = self.context(step, seat)
        proofs.among(context, self.fields[seat][piece], piece, kinds, message)
        self.close(message)

    def play_attack(self, message, step, seat, piece, other, target, kinds):
        context = self.context(step, seat)
        attacker = (self.fields[seat][piece], piece)
        defender = (self.fields[other][target], other, target)
        codes = self.codes
        self.attack = proofs.attack(
            context, self.movable, codes, attacker, defender, kinds, message
        )
        self.fights.append([(seat, piece), (other, target)])
        self.close(message)

    def play_answer(self, message, step, seat):
        context = self.context(step, seat)
        if self.attack is None:
            raise NoStatement("no attack to be answered")
        self.fights[-1].append(proofs.answer(context, self.attack, message))
        self.attack = None
        self.close(message)

    def play_reveal(self, message, seat):
        keys = proofs.words(message, proofs.PIECES)
        rows = self.fields[seat]
        self.opened.append([proofs.opening(row, key) for row, key in zip(rows, keys)])

    def ends(self, root):
        for (a, piece), (d, target), code in self.fights:
            equal(code, self.codes[self.opened[a][piece]][self.opened[d][target]])
        equal([len(self.opened), len(self.fights)], [4, 80])
        equal(root, self.head)


_JUDGES = {
    "bases": _bases,
    "transcript": _transcript,
    "derived": _derived,
    "keys": _keys,
    "challenges": _challenges,
    "setup": _setup,
    "among": _among,
    "attack": _attack,
    "answer": _answer,
    "no-move": _mobility,
    "can-move": _mobility,
    "opening": _opening,
    "game": _Game,
}


def judge(vector):
    """'accepted', or how it is refused."""
    try:
        _JUDGES[vector.statement](vector)
    except Malformed:
        return "malformed"
    except NoStatement:
        return "no statement"
    except Refused:
        return "fails"
    return "accepted"
