"""Joint tosses (crates/protocol/SPEC.md section 7)."""

import hashlib
from dataclasses import dataclass

from encoding import digest, u32le


@dataclass
class Toss:
    match_id: bytes
    step: int
    head: bytes
    shown: list

    def seed(self, count):
        place = self.match_id + u32le(self.step) + self.head + u32le(count)
        return digest("toss", place + b"".join(self.shown))

    def value(self, count):
        """The value, if it is one of so many."""
        seed, number = self.seed(count), 0
        while True:
            drawn = int.from_bytes(hashlib.sha256(seed + u32le(number)).digest()[:8], "little")
            if drawn <= 2**64 - 1 - 2**64 % count:
                return drawn % count
            number += 1
