"""Checks records of matches (.qiyue): a second implementation, written from crates/record/FORMAT.md,
crates/protocol/SPEC.md and the vectors alone. Standard library only; Python 3.10 or later.

    python3 chain.py FILE ...             a verdict for each file (a .hex file of tests/vectors, too)
    python3 chain.py --tosses FILE ...    lists the joint tosses as well, as for two to five values
    python3 chain.py --quick FILE ...     leaves out the proofs of fights, which take half a second each

The rules of the games are not here: whether a move is allowed, who is due by them, what a position
digest is of and who has won need an engine (`qiyue audit`). Everything else is checked, and what was
left out is said. Where something is wrong in any case, but only the rules could tell whether a seat
has cheated or the record is invalid, the verdict is `refused`. Exit codes, the worst of all files:
0 complete, 3 unfinished or claimed, 2 trouble with reading, 4 unsupported, 1 anything wrong.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

import encoding  # noqa: E402
import ends  # noqa: E402
import frames  # noqa: E402
import hidden  # noqa: E402
from faults import CHECKS, Fault, unfit  # noqa: E402
from frames import Refusal  # noqa: E402
from steps import Match  # noqa: E402

# Rules versions that this verifier has been tried with.
GAMES = {"laoqi": 1, "junqi": 1, "shouhu": 1}
CODES = {"complete": 0, "unfinished": 3, "claimed": 3, "diverged": 1, "cheated": 1, "invalid": 1,
         "refused": 1, "unsupported": 4, "unreadable": 2}
WORST = [1, 4, 2, 3, 0]


class Verdict:
    def __init__(self, is_quick=False):
        self.is_quick = is_quick
        self.name, self.says, self.fault, self.torn, self.match = "unfinished", "", None, None, None

    @property
    def code(self):
        return CODES[self.name]


def begin(contract, is_quick=False):
    """A match from its contract (§3.3, 1 to 5)."""
    if contract.protocol != 1:
        raise NotImplementedError(f"protocol {contract.protocol}")
    if GAMES.get(contract.game) != contract.version:
        raise NotImplementedError(f"{ascii(contract.game)} with rules version {contract.version}")
    try:
        terms = hidden.terms_of(contract)
    except ValueError as bad:
        raise unfit("contract", str(bad)) from bad
    if terms:
        terms.is_quick = is_quick
    match = Match(contract, hidden=terms)
    match.count("contract")
    match.count("signatures", len(contract.players))
    return match


def take(verdict, part):
    """One frame of a record."""
    match = verdict.match
    if isinstance(part, encoding.Contract):
        verdict.match = begin(part, verdict.is_quick)
    elif isinstance(part, encoding.Step):
        if match.no_game is not None or match.is_agreed:
            raise unfit("result", "a step after the end of the game")
        stage = match.stage(part.slots)
        if stage.name == "Seal":
            # Of a game that is decided it is no step; before that nobody may seal.
            raise Fault("open", "legality", None, match.step, "seals in a closed step")
        match.check_step(part.slots, stage)
        match.close(part.slots, stage)
    else:
        verdict.name, verdict.says = ends.check_end(match, part)


def judge(data, is_quick=False):
    verdict, at = Verdict(is_quick), 0
    try:
        for at, part in frames.read(data):
            take(verdict, part)
        finish(verdict)
    except Refusal as refusal:
        refuse(verdict, refusal, len(data))
    except NotImplementedError as unknown:
        verdict.name, verdict.says = "unsupported", str(unknown)
    except Fault as fault:
        verdict.fault = fault
        told = {"misbehaviour": "cheated", "diverged": "cheated", "open": "refused"}
        verdict.name = told.get(fault.kind, "invalid")
        verdict.says = blame(fault, at, verdict.match)
    return verdict


def finish(verdict):
    """§15.7, for a record that has no end."""
    match = verdict.match
    if match.no_game is not None:
        verdict.name = "claimed"
        verdict.says = f"no game: seat {match.no_game} was silent in step {match.step - 1}"
    elif verdict.name == "unfinished":
        verdict.says = "or complete without seals: only the rules know"
        if match.is_agreed:
            verdict.name, verdict.says = "complete", "a draw that all agreed on; sealed by nobody"


def refuse(verdict, refusal, length):
    """§15.4: a torn tail leaves what stands before it."""
    if refusal.kind == "unknown version":
        verdict.name, verdict.says = "unsupported", f"format version {refusal.detail}"
    elif refusal.kind == "torn" and verdict.match:
        verdict.torn = refusal.offset
        finish(verdict)
    else:
        check = "contract" if refusal.kind in ("bad contract", "unsigned") else "chain"
        verdict.name, verdict.says = "invalid", f"{refusal}; {check}"
        verdict.fault = unfit(check, str(refusal))


def blame(fault, at, match):
    if fault.kind in ("misbehaviour", "diverged"):
        return f"seat {fault.seat}, step {fault.step}, {fault.check}: {fault.reason}"
    seat = "" if fault.seat is None else f"seat {fault.seat}, "
    step = "" if match is None else f"step {match.step}, "
    whose = "; whose fault it is, only the rules know" if fault.kind == "open" else ""
    return f"at {at}, {step}{seat}{fault.check}: {fault.reason}{whose}"


def report(path, verdict, lists_tosses=False):
    print(f"{path}: {verdict.name}: {verdict.says}")
    if verdict.torn is not None:
        print(f"  torn at {verdict.torn}")
    match = verdict.match
    if match is None:
        return
    counts = [f"{check} {match.counts[check]}" for check in CHECKS if check in match.counts]
    print(f"  {match.step} steps of {match.contract.game}; checked: {', '.join(counts)}")
    for what, times in sorted(match.unchecked.items()):
        print(f"  not checked, {times} times: {what}")
    for step, toss in match.tosses if lists_tosses else []:
        values = ", ".join(f"{count}: {toss.value(count)}" for count in range(2, 6))
        print(f"  toss of 32 bytes each in step {step}: {values}")


def load(path):
    data = pathlib.Path(path).read_bytes()
    if str(path).endswith(".hex"):
        lines = data.decode().splitlines()
        data = bytes.fromhex("".join(line for line in lines if ":" not in line))
    return data


def check_files(paths, options=()):
    """The worst exit code."""
    codes = {0}
    for path in paths:
        try:
            verdict = judge(load(path), "--quick" in options)
        except OSError as error:
            print(f"{path}: {error}")
            codes.add(2)
            continue
        report(path, verdict, "--tosses" in options)
        codes.add(verdict.code)
    return next(code for code in WORST if code in codes)


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    paths = [argument for argument in arguments if argument not in options]
    if not paths or options - {"--quick", "--tosses"}:
        print(__doc__)
        return 2
    return check_files(paths, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
