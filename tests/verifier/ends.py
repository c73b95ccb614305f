"""Evidence and ends (crates/protocol/SPEC.md sections 11 and 15)."""

import encoding
import ed25519
from encoding import Malformed, labelled
from faults import Fault, unfit
from rules import Stage


def proves(match, evidence, seat):
    """(step, check) of what is proven against the seat; None if nothing; raises Fault('open') if only
    the rules know."""
    if seat not in match.seats:
        return None
    if evidence[0] == "Refused":
        return refused(match, evidence[1], seat)
    first, second = evidence[1:]
    pair = first.kind, second.kind
    if pair == ("Notice", "Entry"):
        first, second, pair = second, first, ("Entry", "Notice")
    check = DOUBLES.get(pair)
    if not check or not all(is_signed(match, part, seat) for part in (first, second)):
        return None
    step = check(match, first.value, second.value, seat)
    return None if step is None else (step, "double")


def is_signed(match, part, seat):
    value = part.value
    if part.kind == "Contract":
        key = match.contract.players[seat].key
        return ed25519.verifies(key, labelled("contract", value), part.signature)
    if part.kind == "Entry":
        is_own = value.seat == seat and value.match_id == match.match_id
        return is_own and match.verify(seat, "entry", value.content, value.signature)
    author = value.by if part.kind == "Absence" else value.seat
    label, content = part.kind.lower(), value.content(match.match_id)
    return author == seat and match.verify(seat, label, content, value.signature)


def two_entries(match, a, b, seat):
    return a.step if a.step == b.step and a.id() != b.id() else None


def entry_and_resign(match, entry, notice, seat):
    if notice.kind != "Resign":
        return None
    opens = match.opens.get(notice.head)
    is_broken = notice.head == entry.head if opens is None else opens <= entry.step
    return entry.step if is_broken else None


def two_resigns(match, a, b, seat):
    return match.step if a.kind == b.kind == "Resign" and a.head != b.head else None


def two_statements(match, a, b, seat):
    is_same = (a.step, a.about) == (b.step, b.about)
    return a.step if is_same and a.shown != b.shown else None


def two_contracts(match, a, b, seat):
    own = match.contract.players[seat]
    if a == b:
        return None
    for data in (a, b):
        try:
            players = encoding.contract_of(data).players
        except Malformed:
            return None
        if not any((p.key, p.nonce) == (own.key, own.nonce) for p in players):
            return None
    return 0


DOUBLES = {
    ("Entry", "Entry"): two_entries,
    ("Entry", "Notice"): entry_and_resign,
    ("Notice", "Notice"): two_resigns,
    ("Absence", "Absence"): two_statements,
    ("Contract", "Contract"): two_contracts,
}


def refused(match, entry, seat):
    """§11.4. To blame is the entry's author, or the author of a resignation that it carries."""
    if entry.match_id != match.match_id:
        return None
    if entry.step < match.step:
        if entry.seat != seat:
            return None
        head, position, stage = match.past[entry.step]
        is_here = (entry.head, entry.position) == (head, position)
        is_signed = match.verify(seat, "entry", entry.content, entry.signature)
        is_due = stage.due is None or seat in stage.due
        return (entry.step, "turn") if is_here and is_signed and not is_due else None
    slots = [(seat, "Entry", entry)]
    stage = match.stage(slots)
    try:
        match.check_entry(entry, stage)
    except Fault as fault:
        if fault.kind == "open":
            raise
        if fault.kind == "misbehaviour" and fault.seat == seat:
            return fault.step, fault.check
        return None
    if not match.rules.is_exact and entry.seat == seat:
        raise Fault("open", "legality", seat, match.step, "the rules refuse it, says the record")
    return None


# --- ends, §15.6 ---


def check_end(match, end):
    """(verdict, what it says). Raises Fault."""
    stage = match.stage(end.slots)
    if end.kind == "Sealed":
        stage = sealed_stage(match)
    match.check_open(end.slots, stage)
    return {"Sealed": sealed, "Claimed": claimed, "Cheated": cheated, "Diverged": diverged}[
        end.kind
    ](match, end, stage)


def sealed_stage(match):
    if match.reveals or match.step == 0 or match.no_game is not None:
        raise unfit("seals", "sealed while a Begin or a Reveal is due, or without a game")
    if match.rules.is_exact:
        stage = match.stage()
        if stage.name != "Seal":
            raise unfit("seals", "sealed before the game was decided")
        return stage
    return Stage("Seal", match.seats, is_guess=True)


def sealed(match, end, stage):
    there = {seat for seat, kind, _ in end.slots}
    match.count("result")
    if not match.is_agreed:
        match.leave("result: whether the game is decided, and for whom")
    missing = sorted(match.seats - there - set(match.standing))
    return "complete", f"not sealed by {missing}" if missing else "sealed by all"


def claimed(match, end, stage):
    if stage.name == "Seal":
        raise unfit("absences", "a claim where seals are due")
    there = {seat for seat, _, _ in end.slots}
    if match.rules.is_exact or match.reveals or match.step == 0 or match.no_game is not None:
        if there >= stage.due:
            raise unfit("absences", "a claim, and no slot is open")
        silent = stage.due - there
    else:
        # Who is due only the rules know: of those without a slot, those of whom it is said.
        stage.due = None
        silent = {absence.about for absence in end.absences} - there
        match.leave("absences: who was due at the end")
    for absence in end.absences:
        match.check_absence(absence, stage)
        match.count("absences")
    by = sorted({absence.by for absence in end.absences if absence.shown is None})
    return "claimed", f"seats {sorted(silent)} silent in step {match.step}, say {by or 'none'}"


def cheated(match, end, stage):
    counts, unchecked = dict(match.counts), dict(match.unchecked)
    try:
        found = proves(match, end.evidence, end.seat)
    finally:
        # What is shown as evidence has not passed.
        match.counts, match.unchecked = counts, unchecked
    if found is None:
        raise unfit("double", "evidence that proves nothing")
    step, check = found
    raise Fault("misbehaviour", check, end.seat, step, "proven by the evidence at the end")


def diverged(match, end, stage):
    entry = end.entry
    try:
        match.check_entry(entry, match.stage([*end.slots, (entry.seat, "Entry", entry)]))
    except Fault as fault:
        if fault.check != "positions":
            raise
    return "diverged", f"seat {entry.seat} had another position in step {match.step}"
