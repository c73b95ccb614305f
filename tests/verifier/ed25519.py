"""Strict Ed25519 as crates/record/FORMAT.md section 2 has it: key and R canonical and not of small
order, s below the group order, the equation without the cofactor. Standard library only; for
checking, never for secrets (signing is here for tests).
"""

import functools
import hashlib

from ristretto import D, IDENTITY, L, P, add, combine, sqrt_ratio

BASE_Y = 4 * pow(5, -1, P) % P


def decode(data):
    """The point of 32 bytes; None if they are not canonical."""
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    if len(data) != 32 or y >= P:
        return None
    was_square, x = sqrt_ratio(y * y - 1, D * y * y + 1)
    if not was_square or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decode(BASE_Y.to_bytes(32, "little"))


def is_small(point):
    """Whether eight times the point is nothing."""
    for _ in range(3):
        point = add(point, point)
    return encode(point) == encode(IDENTITY)


@functools.lru_cache(maxsize=1000)
def key(data):
    """The point of a public key; None if it is not one that may stand in a contract."""
    point = decode(data)
    return None if point is None or is_small(point) else point


@functools.lru_cache(maxsize=100000)
def verifies(public, message, signature):
    point = key(public)
    if point is None or len(signature) != 64:
        return False
    head, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(head + public + message).digest(), "little") % L
    found = combine([(s, BASE), (L - k, point)])
    # Equal bytes show that R is canonical; only what they stand for may still be small.
    return encode(found) == head and not is_small(found)


def public_of(seed):
    return encode(combine([(_secret(seed)[0], BASE)]))


def sign(seed, message):
    """RFC 8032: for tests that make records."""
    scalar, prefix = _secret(seed)
    nonce = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % L
    head = encode(combine([(nonce, BASE)]))
    wide = hashlib.sha512(head + public_of(seed) + message).digest()
    s = (nonce + int.from_bytes(wide, "little") * scalar) % L
    return head + s.to_bytes(32, "little")


def _secret(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return scalar, digest[32:]
