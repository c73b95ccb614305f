"""Checks proofs about hidden pieces: a second implementation, written from
crates/referee/book/proofs.md and the vectors alone. Standard library only.

    python3 verify.py                 judges every file of tests/vectors/referee
    python3 verify.py FILE ...        judges these files
    python3 verify.py --bits N [SEED] flips N bits in each part of each field of a good file of each
                                      statement; none may be accepted then
"""

import pathlib
import random
import sys
import time

sys.dont_write_bytecode = True

from vectors import FOLDER, Vector, judge  # noqa: E402

# One good file of each statement.
EXAMPLES = ["setup_seat0", "among_movable", "attack_movable", "attack_flyers", "answer_code09",
            "no_move", "can_move_one", "can_move_all", "opening_kind11"]


def judge_files(paths):
    wrong, started = 0, time.monotonic()
    for path in paths:
        vector = Vector.load(path)
        said = judge(vector)
        if said != vector.expect:
            wrong += 1
            print(f"{path}: {said}, expected {vector.expect}")
    seconds = time.monotonic() - started
    print(f"{len(paths)} files judged in {seconds:.1f} s, {wrong} wrong")
    return 1 if wrong else 0


def parts(vector, name, length):
    """The parts of a field: name and places of its bytes."""
    count = length // 32

    def words(*edges):
        return [range(32 * a, 32 * b) for a, b in zip(edges, edges[1:])]

    if name in ("row", "target_row", "rows", "field"):
        # What a piece is among, or whether it moves, depends on the V of the other kinds only.
        kinds = {"among": "kinds", "no-move": "movable", "can-move": "movable"}
        aside = vector.number(kinds[vector.statement], 2) if vector.statement in kinds else 0
        keys = [at for at in range(length) if at // 32 % 13 == 0]
        bits = [at for at in range(length) if not (aside << 1 | 1) >> at // 32 % 13 & 1]
        return [("Y", keys), ("V", bits)]
    if name == "proof" and vector.statement == "setup":
        return list(zip(["R", "c", "x", "d", "tau"], words(0, 24, 25, 50, 75, 100)))
    if name == "proof" and vector.statement in ("attack", "answer"):
        return list(zip("U W c x b s".split(), words(0, 1, 2, 3, 4, count - 1, count)))
    if name == "proof":
        return list(zip("cz", words(0, 1, count)))
    if name == "answer":
        return [("m", range(1)), ("c", range(1, 33)), ("z", range(33, 65))]
    return [("", range(length))]


def flip_bits(drawn, seed):
    draw, total, accepted = random.Random(seed), 0, 0
    for example in EXAMPLES:
        vector = Vector.load(FOLDER / "good" / f"{example}.txt")
        assert judge(vector) == "accepted", example
        refused = {}
        for name, data in vector.fields:
            # An attack depends on no more of the table than the kinds that it is open to.
            if name in ("codes", "movable") and example == "attack_flyers":
                continue
            for part, places in parts(vector, name, len(data)):
                for _ in range(drawn):
                    at, bit = draw.choice(places), draw.randrange(8)
                    said = judge(vector.changed(name, at, bit))
                    refused[said] = refused.get(said, 0) + 1
                    if said == "accepted":
                        print(f"{example}: bit {bit} of byte {at} of {name} {part}")
                        accepted += 1
        count = sum(refused.values())
        total += count
        print(f"{example}: {count} bits changed: {refused}")
    print(f"{total} files with one bit changed, {accepted or 'none'} accepted")
    return 1 if accepted else 0


def main(arguments):
    if arguments and arguments[0] == "--bits":
        return flip_bits(int(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 1)
    paths = [pathlib.Path(path) for path in arguments]
    if not paths:
        folders = [FOLDER / "good", FOLDER / "rejects"]
        paths = [path for folder in folders for path in sorted(folder.glob("*.txt"))]
    return judge_files(paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
