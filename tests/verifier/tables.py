"""The announcement tables of hidden 军棋, from the written rules of fights.

    python3 tables.py          compares the files with what the rules say
    python3 tables.py --write  writes them

The files are described in tests/vectors/referee/README.md. Standard library only.
"""

import itertools
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "referee" / "tables"

# Kinds by number, the strongest first. Those before the mine can move.
KINDS = ["marshal", "general", "major_general", "brigadier", "colonel", "major", "captain",
         "lieutenant", "engineer", "bomb", "mine", "flag"]
MOVABLE = KINDS[:10]
STRENGTH = KINDS[:9]

# The options that a hidden fight depends on.
OPTIONS = {
    "mines": ["spring", "mutual", "mutual_all"],
    "flag_takers": ["any", "not_marshal", "engineer"],
    "marshal_shows_flag": ["on", "off"],
    "scouting": ["off", "on"],
}


def may_take_flag(attacker, takers):
    """Whether a flag falls to this attacker. It never speaks of bombs."""
    if takers == "any":
        return True
    if takers == "not_marshal":
        return attacker != "marshal"
    return attacker == "engineer"


def fight(attacker, defender, options):
    """What becomes of them: whether the attacker dies, the defender dies, the flag is lost."""
    if "bomb" in (attacker, defender):
        return True, True, defender == "flag"
    if defender == "flag":
        if may_take_flag(attacker, options["flag_takers"]):
            return False, True, True
        return True, False, False
    if defender == "mine":
        if options["mines"] == "mutual_all":
            return True, True, False
        if attacker == "engineer":
            return False, True, False
        if options["mines"] == "spring":
            return True, False, False
        return True, True, False
    if attacker == defender:
        return True, True, False
    if STRENGTH.index(attacker) < STRENGTH.index(defender):
        return False, True, False
    return True, False, False


def code(attacker, defender, options):
    """The announcement of this fight as a number."""
    if options["scouting"] == "on" and attacker == "engineer":
        return 32 + KINDS.index(defender)
    attacker_dies, defender_dies, flag_lost = fight(attacker, defender, options)
    number = 1 * attacker_dies + 2 * defender_dies + 4 * flag_lost
    if options["marshal_shows_flag"] == "on":
        number += 8 * (attacker == "marshal" and attacker_dies)
        number += 16 * (defender == "marshal" and defender_dies)
    return number


def table(options):
    """One file: the options, then a line for each attacker with a number for each defender."""
    lines = [" ".join(f"{name}={value}" for name, value in options.items())]
    for attacker in MOVABLE:
        lines.append(" ".join(f"{code(attacker, defender, options):2}" for defender in KINDS))
    return "\n".join(lines) + "\n"


def tables():
    """All of them by file name."""
    for values in itertools.product(*OPTIONS.values()):
        options = dict(zip(OPTIONS, values))
        name = "-".join(f"{option}_{value}" for option, value in options.items()) + ".txt"
        yield name, table(options)


def main(arguments):
    if arguments == ["--write"]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, text in tables():
            (FOLDER / name).write_bytes(text.encode())
        return 0
    wanted = dict(tables())
    found = {path.name: path.read_bytes().decode() for path in FOLDER.glob("*.txt")}
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            print(f"{name}: not what the rules say")
    print(f"{len(wanted)} tables")
    return 0 if wanted == found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
