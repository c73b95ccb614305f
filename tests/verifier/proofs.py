"""The statements of crates/referee/book/proofs.md, checked as that page says. § is a section of it.

Each check returns nothing and raises Malformed, NoStatement or Fails.
"""

import hashlib
import hmac
import struct

import ristretto
from ristretto import G, IDENTITY, L

KINDS = range(12)
PIECES = 25


class Refused(Exception):
    """Why something is not accepted."""


class Malformed(Refused):
    """Bytes that encode nothing."""


class NoStatement(Refused):
    """Something that cannot be said."""


class Fails(Refused):
    """A proof that is none."""


# --- § 1, encodings ---


def u8(number):
    return struct.pack("<B", number)


def u32(number):
    return struct.pack("<I", number)


def frame(data):
    return u32(len(data)) + data


def sha512(data):
    return hashlib.sha512(data).digest()


def reduce(wide):
    return int.from_bytes(wide, "little") % L


def scalar_bytes(scalar):
    return (scalar % L).to_bytes(32, "little")


def words(data, count):
    if len(data) != 32 * count:
        raise Malformed(f"{len(data)} bytes, not {32 * count}")
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def read_scalar(data):
    scalar = int.from_bytes(data, "little")
    if scalar >= L:
        raise Malformed("a scalar that is not below l")
    return scalar


class Point:
    """A point with its bytes."""

    def __init__(self, value, data=None):
        self.value = value
        self.bytes = ristretto.encode(value) if data is None else data

    @classmethod
    def read(cls, data):
        value = ristretto.decode(data)
        if value is None or data == bytes(32):
            raise Malformed("not a canonical point, or the identity")
        return cls(value, data)


class Row:
    """§ 6: Y, then a V for each kind."""

    def __init__(self, data):
        self.bytes = data
        self.y, *self.v = [Point.read(word) for word in words(data, 13)]


def read_field(data):
    if len(data) != 10400:
        raise Malformed("a field of another length")
    return [Row(data[at : at + 416]) for at in range(0, 10400, 416)]


def kind_set(number):
    return [kind for kind in KINDS if number >> kind & 1]


def other_kinds(number):
    return [kind for kind in KINDS if not number >> kind & 1]


# --- § 2, bases ---


def base(name):
    return Point(ristretto.from_hash(sha512(b"qiyue/zk/gen/v1/" + name.encode())))


GENERATOR = Point(G)
H = [base(f"H{kind}") for kind in KINDS]
BLINDING = base("P")


# --- § 3, transcript ---


class Transcript:
    """context: match id, step, seat, head."""

    def __init__(self, context, name):
        match_id, step, seat, head = context
        start = frame(b"qiyue/zk/v1") + frame(b"ristretto255-sha512")
        start += match_id + u32(step) + u8(seat) + head + frame(name.encode())
        self.state = sha512(start)

    def absorb(self, label, data):
        self.state = sha512(self.state + frame(label.encode()) + frame(data))

    def challenge(self):
        return reduce(sha512(self.state + b"c"))


# --- § 4, relations ---


class Relation:
    def __init__(self, indices):
        self.indices = indices
        self.points, self.origins = [], []
        self.secrets = 0
        self.equations = []
        self.point(GENERATOR)

    def _push(self, value, label, data):
        self.points.append(value)
        self.origins.append((label, data))
        return len(self.points) - 1

    def point(self, point):
        return self._push(point.value, "point", point.bytes)

    def sum(self, pairs):
        ones = [self.points[at] for coefficient, at in pairs if coefficient == 1]
        rest = [(coefficient, self.points[at]) for coefficient, at in pairs if coefficient != 1]
        value = ristretto.total(ones)
        if rest:
            value = ristretto.add(value, ristretto.combine(rest))
        return self._push(value, "sum", pair_bytes(pairs))

    def secret(self):
        self.secrets += 1
        return self.secrets - 1

    def equation(self, left, right):
        self.equations.append((left, right))

    def key(self, point, secret):
        self.equation([(1, point)], [(secret, 1, 0)])

    def absorb(self, transcript):
        counts = [len(self.points), self.secrets, len(self.equations)]
        transcript.absorb("counts", b"".join(map(u32, counts)))
        transcript.absorb("indices", b"".join(map(u32, self.indices)))
        for label, data in self.origins:
            transcript.absorb(label, data)
        for left, right in self.equations:
            transcript.absorb("left", pair_bytes(left))
            triples = [u32(s) + u32(p) + scalar_bytes(c) for s, c, p in right]
            transcript.absorb("right", b"".join(triples))

    def verify(self, transcript, proof):
        challenge, *responses = [read_scalar(word) for word in words(proof, 1 + self.secrets)]
        self.absorb(transcript)
        for left, right in self.equations:
            weights = {}
            for secret, coefficient, point in right:
                weights[point] = weights.get(point, 0) + responses[secret] * coefficient
            for coefficient, point in left:
                weights[point] = weights.get(point, 0) - challenge * coefficient
            value = ristretto.combine([(w, self.points[at]) for at, w in weights.items()])
            transcript.absorb("T", ristretto.encode(value))
        if transcript.challenge() != challenge:
            raise Fails("the challenge is another")


def pair_bytes(pairs):
    return b"".join(u32(point) + scalar_bytes(coefficient) for coefficient, point in pairs)


# --- § 5, § 6, what provers derive ---


def derived(witness, entropy, state, label, count):
    key = sha512(frame(b"qiyue/zk/nonce/v1") + frame(witness) + frame(entropy) + frame(state))
    return [reduce(sha512(key + label + u32(number))) for number in range(count)]


def keys(secret, match_id, seat, kinds):
    digest = sha512(frame(b"qiyue/zk/arrangement/v1") + kinds)
    extracted = hmac.new(bytes(64), secret, "sha512").digest()

    def key(piece):
        info = match_id + u8(seat) + digest + u8(piece)
        return reduce(hmac.new(extracted, info + b"\x01", "sha512").digest())

    return [key(piece) for piece in range(PIECES)]


def row_bytes(key, kind):
    points = [ristretto.combine([(key, G)])]
    points += [ristretto.combine([(int(k == kind), G), (key, H[k].value)]) for k in KINDS]
    return b"".join(map(ristretto.encode, points))


# --- § 7, set-up ---


def setup_challenges(context, field):
    transcript = Transcript(context, "setup")
    transcript.absorb("field", b"".join(row.bytes for row in field))
    y = []
    for kind in KINDS:
        transcript.absorb("y", u8(kind))
        y.append(transcript.challenge())
    transcript.absorb("z", b"")
    return transcript, y, transcript.challenge()


def setup(context, counts, barred, field, message):
    """counts: 12 numbers; barred: for each kind the places that are barred to it, ascending."""
    if sum(counts) != PIECES:
        raise NoStatement("not 25 pieces")
    chain = [Point.read(word) for word in words(message[: 24 * 32], 24)]
    transcript, y, z = setup_challenges(context, field)
    for link in chain:
        transcript.absorb("R", link.bytes)
    product = 1
    for kind in KINDS:
        product = product * pow(y[kind] - z, counts[kind], L) % L

    relation = Relation([])
    blinding = relation.point(BLINDING)
    bases = [relation.point(point) for point in H]
    mixed = relation.sum(list(zip(y, bases)))
    links = [relation.point(link) for link in chain]
    rows = [(relation.point(row.y), [relation.point(v) for v in row.v]) for row in field]
    x, d, tau = ([relation.secret() for _ in range(PIECES)] for _ in range(3))
    before = 0
    for p, (key, bits) in enumerate(rows):
        relation.key(key, x[p])
        relation.equation(list(zip(y, bits)) + [(-z, 0)], [(d[p], 1, 0), (x[p], 1, mixed)])
        end = (1, links[p]) if p < 24 else (product, 0)
        relation.equation([end], [(d[p], 1, before), (tau[p], 1, blinding)])
        before = end[1]
    for kind in KINDS:
        if barred[kind]:
            left = [(1, rows[p][1][kind]) for p in barred[kind]]
            relation.equation(left, [(x[p], 1, bases[kind]) for p in barred[kind]])
    relation.verify(transcript, message[24 * 32 :])


# --- § 8, fights ---


def attack(context, movable, codes, attacker, defender, among, message):
    """attacker: row and piece; defender: row, seat and piece; codes: a row for each movable kind.
    Returns what an answer needs."""
    (row, piece), (target, target_seat, target_piece) = attacker, defender
    candidates = kind_set(among)
    if target_seat == context[2]:
        raise NoStatement("a seat attacks itself")
    if not candidates or among & ~movable:
        raise NoStatement("not kinds that can move")
    u, w = (Point.read(word) for word in words(message[:64], 2))

    relation = Relation([piece, target_seat, target_piece, among])
    bases = [relation.point(point) for point in H]
    key, *bits = [relation.point(point) for point in (row.y, *row.v)]
    their_key, *their_bits = [relation.point(point) for point in (target.y, *target.v)]
    at_u, at_w = relation.point(u), relation.point(w)
    out_bits = relation.sum([(1, bits[k]) for k in other_kinds(among)])
    out_bases = relation.sum([(1, bases[k]) for k in other_kinds(among)])
    x = relation.secret()
    b = {kind: relation.secret() for kind in candidates}
    s = relation.secret()
    relation.key(key, x)
    for kind in candidates:
        relation.equation([(1, bits[kind])], [(b[kind], 1, 0), (x, 1, bases[kind])])
    relation.equation([(1, out_bits)], [(x, 1, out_bases)])
    for left, points, last in ((at_u, bases, 0), (at_w, their_bits, their_key)):
        right = [(b[j], codes[j][k], points[k]) for j in candidates for k in KINDS]
        relation.equation([(1, left)], right + [(s, 1, last)])
    relation.verify(Transcript(context, "attack"), message[64:])
    possible = {codes[j][k] for j in candidates for k in KINDS}
    return target, target_seat, target_piece, u, w, possible


def answer(context, verified_attack, message):
    """Returns the code that is announced."""
    target, target_seat, target_piece, u, w, possible = verified_attack
    if context[2] != target_seat:
        raise NoStatement("answered by another seat")
    if len(message) != 65:
        raise Malformed("an answer of another length")
    code = message[0]
    if code not in possible:
        raise Fails("a code that cannot be announced")
    relation = Relation([target_piece, code])
    key, at_u, at_w = (relation.point(point) for point in (target.y, u, w))
    x = relation.secret()
    relation.key(key, x)
    relation.equation([(1, at_w), (-code, 0)], [(x, 1, at_u)])
    relation.verify(Transcript(context, "answer"), message[1:])
    return code


# --- § 9, kinds and moves ---


def among(context, row, piece, kinds, message):
    if not kind_set(kinds) or not other_kinds(kinds):
        raise NoStatement("no kinds, or all")
    relation = Relation([piece, kinds])
    key = relation.point(row.y)
    bits = [(1, relation.point(row.v[k])) for k in other_kinds(kinds)]
    bases = [(1, relation.point(H[k])) for k in other_kinds(kinds)]
    at_bits, at_bases = relation.sum(bits), relation.sum(bases)
    x = relation.secret()
    relation.key(key, x)
    relation.equation([(1, at_bits)], [(x, 1, at_bases)])
    relation.verify(Transcript(context, "among"), message)


def mobility(name, context, movable, pieces, rows, message):
    """name: 'no-move' or 'can-move'."""
    if not pieces or any(a >= b for a, b in zip(pieces, pieces[1:])):
        raise NoStatement("not an ascending list of pieces")
    still = other_kinds(movable)
    if not still or not kind_set(movable):
        raise NoStatement("every kind can move, or none")
    relation = Relation(pieces)
    ys = [(1, relation.point(row.y)) for row in rows]
    fixed = [relation.point(row.v[k]) for row in rows for k in still]
    bases = [(1, relation.point(H[k])) for k in still]
    y, shade = relation.sum(ys), relation.sum(bases)
    count = len(pieces)
    if name == "no-move":
        end = relation.sum([(1, v) for v in fixed] + [(-count, 0)])
        x = relation.secret()
        relation.key(y, x)
        relation.equation([(1, end)], [(x, 1, shade)])
    else:
        end = relation.sum([(-1, v) for v in fixed] + [(count, 0)])
        t, u = relation.secret(), relation.secret()
        relation.equation([(1, 0)], [(t, 1, end), (u, 1, shade)])
        relation.equation([], [(t, 1, y), (u, -1, 0)])
    relation.verify(Transcript(context, name), message)


# --- § 10, openings ---


def opening(row, message):
    """Returns the kind of the piece."""
    (word,) = words(message, 1)
    key = read_scalar(word)
    if key == 0:
        raise Malformed("zero is nobody's key")
    if ristretto.encode(ristretto.combine([(key, G)])) != row.y.bytes:
        raise Fails("the key of another piece")
    found = []
    for kind in KINDS:
        bit = ristretto.combine([(1, row.v[kind].value), (-key, H[kind].value)])
        plain = ristretto.encode(bit)
        if plain == GENERATOR.bytes:
            found.append(kind)
        elif plain != ristretto.encode(IDENTITY):
            raise Fails("a row that is none")
    if len(found) != 1:
        raise Fails("a row that is none")
    return found[0]
