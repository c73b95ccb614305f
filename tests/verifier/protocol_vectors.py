"""Judges every file of tests/vectors/record, audit and protocol (their format: SPEC.md section 19, and
the first lines of the files). Standard library only.

    python3 protocol_vectors.py
"""

import pathlib
import sys

sys.dont_write_bytecode = True

import chain  # noqa: E402
import ed25519  # noqa: E402
import encoding  # noqa: E402
import ends  # noqa: E402
import frames  # noqa: E402
import journal  # noqa: E402
import packets  # noqa: E402
from encoding import Malformed, digest, frame, labelled, u32le  # noqa: E402
from faults import Fault  # noqa: E402
from rules import Contest  # noqa: E402
from steps import Match, commitment, head_after, slot_id  # noqa: E402
from tosses import Toss  # noqa: E402

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"


def fields_of(path):
    """Names and values in order; hex as bytes, numbers as int, expect and comment as text."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            found[-1][1] += line.strip()
        elif ":" in line:
            name, _, rest = line.partition(":")
            found.append([name, rest.strip()])
        elif " = " in line:
            name, _, rest = line.partition(" = ")
            found.append([name, int(rest)])
    texts = ("expect", "comment")
    return [(n, v if n in texts or isinstance(v, int) else bytes.fromhex(v)) for n, v in found]


def same(given, found):
    if given != found:
        raise AssertionError(f"{found!r}, not {given!r}")


def hex_file(path):
    lines = path.read_text().splitlines()
    expect = lines[0].removeprefix("expect: ")
    return expect, chain.load(path)


# --- tests/vectors/record, audit ---


def frames_say(data):
    steps, end = 0, "none"
    try:
        for _, part in frames.read(data):
            steps += isinstance(part, encoding.Step)
            end = part.kind.lower() if isinstance(part, encoding.End) else end
    except frames.Refusal as refusal:
        if refusal.kind == "not a record":
            return refusal.kind
        if refusal.kind == "unknown version":
            return f"unknown version {refusal.detail}"
        told = f": {refusal.detail}" if refusal.kind == "unsigned" else ""
        return f"{refusal.kind} at {refusal.offset}{told}"
    return f"whole, steps {steps}, end {end}"


def record_file(path):
    expect, data = hex_file(path)
    found = frames_say(data)
    # Behind the offset stands a reason in words, which is not normative.
    same(expect if found in expect and "unsigned" in expect else expect.split(": ")[0], found)


def audit_file(path):
    expect, data = hex_file(path)
    found = chain.judge(data).name
    # Whether it was cheating only the rules know where they refused a move.
    same(expect, expect if (expect, found) == ("cheated", "refused") else found)


def journal_file(path):
    expect, data = hex_file(path)
    same(expect, journal.says(data))


# --- tests/vectors/protocol ---


def contract_file(fields):
    contract = encoding.contract_of(fields["contract"])
    same(fields["match_id"], contract.match_id)
    for seat, player in enumerate(contract.players):
        key, signature = fields[f"key_{seat}"], fields[f"signature_{seat}"]
        same(key, player.key)
        same(key, ed25519.public_of(fields[f"seed_{seat}"]))
        same(signature, ed25519.sign(fields[f"seed_{seat}"], labelled("contract", fields["contract"])))
        assert ed25519.verifies(key, labelled("contract", fields["contract"]), signature)
    read = encoding.Reader(fields["signed"])
    same(fields["contract"], frames.signed_contract(read)[1])


def signed_file(label, fields):
    match_id, whole = fields["content"][:32], fields[label]
    if label == "entry":
        value = encoding.whole(whole, encoding.entry)
        same((fields["content"], fields["id"]), (value.content, value.id()))
    else:
        value = encoding.whole(whole, getattr(encoding, label))
        same(fields["content"], value.content(match_id))
        if label == "notice":
            same(fields["id"], value.id(match_id))
    same(fields["signature"], value.signature)
    assert ed25519.verifies(fields["key"], labelled(label, fields["content"]), value.signature)


def derived(fields, what, data):
    place = fields["match_id"] + u32le(fields["step"]) + bytes([fields["seat"]])
    return digest("derived", fields["secret"] + frame(what) + place + frame(data))


def commitment_file(fields):
    same(fields["nonce"], derived(fields, b"nonce", fields["choice"]))
    place = fields["match_id"], fields["step"], fields["seat"]
    same(fields["commitment"], commitment(*place, fields["choice"], fields["nonce"]))


def toss_file(fields):
    data, count = fields["contributions"], fields["n"]
    shown = [data[at : at + 32] for at in range(0, len(data), 32)]
    toss = Toss(fields["match_id"], fields["step"], fields["head"], shown)
    same((fields["seed"], fields["value"]), (toss.seed(count), toss.value(count)))


def heads_file(fields):
    for at in range(4):
        step = encoding.whole(fields[f"step_{at}"], encoding.step)
        same(fields[f"number_{at}"], step.number)
        match_id, before = fields["match_id"], fields[f"before_{at}"]
        ids = [bytes([s]) + slot_id(match_id, kind, value) for s, kind, value in step.slots]
        # The entries here are of another match: nothing but their ids is used.
        same(fields[f"slots_{at}"], b"".join(ids))
        same(fields[f"after_{at}"], head_after(match_id, before, step.number, step.slots))


def packet_file(fields):
    encoding.whole(fields["packet"], packets.packet)


def match_file(path):
    """The messages can be read; the record holds as far as can be seen without rules, and by them."""
    for name, value in fields_of(path):
        if name.startswith(("message", "answer")):
            encoding.whole(value, packets.packet)
        if name == "record":
            parts = [part for _, part in frames.read(value)]
            replay(parts, {})


def good_file(path):
    fields = dict(fields_of(path))
    label = path.stem.split("_")[0]
    files = {"contract": contract_file, "commitment": commitment_file, "toss": toss_file,
             "heads": heads_file, "packet": packet_file}
    if label in ("entry", "notice", "absence"):
        signed_file(label, fields)
    elif label == "contribution":
        same(fields["contribution"], derived(fields, b"toss", b""))
    elif label == "match":
        match_file(path)
    else:
        files[label](fields)


def reject_file(path):
    label = path.stem.split("_")[0]
    read = packets.packet if label == "packet" else encoding.entry
    try:
        encoding.whole(dict(fields_of(path))[label], read)
    except Malformed:
        return
    raise AssertionError("taken")


# --- tests/vectors/protocol/judged ---


def replay(parts, positions):
    """The match of the toy contest after a record's frames, each of which must hold."""
    contract, *rest = parts
    match = Match(contract, Contest(contract), positions=positions)
    for part in rest:
        if isinstance(part, encoding.End):
            ends.check_end(match, part)
            continue
        stage = match.stage(part.slots)
        match.check_step(part.slots, stage)
        match.close(part.slots, stage)
    return match


def known_positions(paths):
    """Digests of positions by match, step and head, from the entries of all histories."""
    found = {}
    for path in paths:
        for _, part in frames.read(dict(fields_of(path))["record"]):
            for _, kind, value in part.slots if isinstance(part, encoding.Step) else []:
                if kind == "Entry":
                    found.setdefault((value.match_id, value.step, value.head), value.position)
    return found


def judged(fields, positions):
    match = replay([part for _, part in frames.read(fields["record"])], positions)
    if "evidence" in fields:
        found = ends.proves(match, encoding.whole(fields["evidence"], encoding.evidence), fields["seat"])
        if found is None:
            return "proves nothing"
        return f"proven, seat {fields['seat']}, step {found[0]}, {found[1]}"
    try:
        judge_subject(match, fields)
    except Fault as fault:
        return str(fault)
    return "taken"


def judge_subject(match, fields):
    stage = match.stage()
    if "entry" in fields:
        match.check_entry(encoding.whole(fields["entry"], encoding.entry), stage)
    elif "notice" in fields:
        match.check_notice(encoding.whole(fields["notice"], encoding.notice))
    elif "absence" in fields:
        match.check_absence(encoding.whole(fields["absence"], encoding.absence), stage)
    else:
        step = encoding.whole(fields["step"], encoding.step)
        match.check_step(step.slots, stage)
        match.close(step.slots, stage)


def main():
    protocol = VECTORS / "protocol"
    paths = sorted((protocol / "judged").glob("*.txt"))
    positions = known_positions(paths)

    def judged_file(path):
        fields = dict(fields_of(path))
        same(fields["expect"], judged(fields, positions))

    groups = [
        ("record", VECTORS / "record", record_file),
        ("journal", VECTORS / "record" / "journal", journal_file),
        ("audit", VECTORS / "audit", audit_file),
        ("protocol", protocol, good_file),
        ("rejects", protocol / "rejects", reject_file),
        ("judged", protocol / "judged", judged_file),
    ]
    wrong = 0
    for name, folder, check in groups:
        paths = sorted([*folder.glob("*.txt"), *folder.glob("*.hex")])
        for path in paths:
            try:
                check(path)
            except (AssertionError, Fault, Malformed, frames.Refusal) as problem:
                wrong += 1
                print(f"{path.relative_to(VECTORS)}: {type(problem).__name__} {problem}")
        print(f"{name}: {len(paths)} files")
        wrong += not paths
    print(f"{wrong or 'none'} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
