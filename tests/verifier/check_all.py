"""Checks every record below a folder, and the vectors if asked. Standard library only.

    python3 check_all.py [--quick] [--vectors] FOLDER ...

Fails if a record is anything but complete, unfinished or claimed, if a folder has no record at all, or
if two records of one match differ in a step that both have.
"""

import pathlib
import sys
import time

sys.dont_write_bytecode = True

import chain  # noqa: E402
import protocol_vectors  # noqa: E402

FINE = {"complete", "unfinished", "claimed"}


def compare(verdict, known):
    """Whether the heads of this match agree with those of its other records, as far as both go."""
    match = verdict.match
    if match is None:
        return True
    heads = [head for head, _ in sorted(match.opens.items(), key=lambda item: item[1])]
    other = known.setdefault(match.match_id, heads)
    if len(heads) > len(other):
        known[match.match_id] = heads
    return all(a == b for a, b in zip(heads, other))


def check_folder(folder, is_quick, known):
    """How many records there are, and how many of them are not fine."""
    wrong, seen = 0, {}
    paths = sorted(pathlib.Path(folder).rglob("*.qiyue"))
    for path in paths:
        started, data = time.monotonic(), path.read_bytes()
        if data in seen:
            first, is_fine = seen[data]
            wrong += not is_fine
            print(f"{path}: byte for byte {first}")
            continue
        verdict = chain.judge(data, is_quick)
        is_same = compare(verdict, known)
        is_fine = verdict.name in FINE and is_same
        wrong += not is_fine
        seen[data] = path, is_fine
        chain.report(path, verdict)
        if not is_same:
            print("  another record of this match has another head: somebody signed two histories")
        print(f"  {time.monotonic() - started:.1f} s")
    return len(paths), wrong


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    folders = [argument for argument in arguments if argument not in options]
    if not folders and "--vectors" not in options or options - {"--quick", "--vectors"}:
        print(__doc__)
        return 2
    is_wrong, known = False, {}
    if "--vectors" in options:
        is_wrong = protocol_vectors.main() != 0
    for folder in folders:
        count, wrong = check_folder(folder, "--quick" in options, known)
        print(f"{folder}: {count} records, {wrong} not fine")
        is_wrong = is_wrong or wrong > 0 or count == 0
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
