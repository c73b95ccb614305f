"""A match from its steps: what crates/protocol/SPEC.md sections 4 to 10 say of entries, notices,
statements and closed steps. Without the rules of the game (rules.Unknown) what they alone know is
left out and counted in `unchecked`."""

import clocks
import ed25519
import tosses
from encoding import digest, frame, labelled, u32le
from faults import Fault, stale, unfit
from rules import Stage, Unknown, bodies

FITS = {
    "Begin": {"Begin"},
    "Deploy": {"Deploy", "Yield"},
    "Act": {"Act", "Prove", "Skip", "SkipProven", "Yield"},
    "Commit": {"Commit", "Skip", "Yield"},
    "Act or Commit": {"Skip", "Yield"},
    "Reveal": {"Reveal"},
    "Answer": {"Answer"},
    "Seal": {"Seal", "SealOpen"},
}


def commitment(match_id, step, seat, choice, nonce):
    return digest("commitment", match_id + u32le(step) + bytes([seat]) + frame(choice) + nonce)


def slot_id(match_id, kind, value):
    if kind == "Empty":
        return bytes(32)
    return value.id() if kind == "Entry" else value.id(match_id)


def head_after(match_id, before, number, slots):
    ids = [bytes([seat]) + slot_id(match_id, kind, value) for seat, kind, value in slots]
    return digest("head", before + u32le(number) + b"".join(ids))


class Match:
    def __init__(self, contract, rules=None, hidden=None, positions=None):
        self.contract, self.rules, self.hidden = contract, rules or Unknown(), hidden
        self.match_id = self.head = contract.match_id
        self.seats = frozenset(range(len(contract.players)))
        self.step, self.position = 0, None
        self.positions = positions or {}
        self.maybe_living = set(self.seats)
        self.opens = {self.head: 0}
        self.last_entry, self.standing = {}, {}
        # Commitments of the step before; whether a Reveal follows: True, False or None (rules).
        self.commits, self.reveals, self.toss = {}, False, None
        self.no_game, self.is_agreed = None, False
        self.clocks = clocks.Clocks(contract)
        self.past = []
        self.tosses = []
        self.counts, self.unchecked = {}, {}

    def count(self, check, number=1):
        self.counts[check] = self.counts.get(check, 0) + number

    def leave(self, what):
        self.unchecked[what] = self.unchecked.get(what, 0) + 1

    def refused(self, check, entry, reason):
        return Fault("misbehaviour", check, entry.seat, entry.step, reason)

    def verify(self, seat, label, content, signature):
        return ed25519.verifies(self.contract.players[seat].key, labelled(label, content), signature)

    # --- stages, §4.3 ---

    def stage(self, slots=()):
        """What the open step is for, from what is known or else from its slots."""
        if self.no_game is not None:
            return Stage("Begin", frozenset(), False)
        if self.step == 0:
            return Stage("Begin", self.seats, False)
        if self.reveals:
            return Stage("Reveal", frozenset(self.commits), self.toss)
        if self.reveals is None and "Reveal" in bodies(slots):
            return Stage("Reveal", frozenset(self.commits), self.toss, is_guess=True)
        return self.rules.stage(self, slots)

    def expected_position(self):
        return self.position or self.positions.get((self.match_id, self.step, self.head))

    def check_position(self, entry):
        """Without the rules: whether those of one position say the same of it."""
        expected = self.expected_position()
        if expected not in (None, entry.position):
            if self.rules.is_exact:
                raise Fault("diverged", "positions", entry.seat, self.step, "another position")
            raise Fault("open", "positions", None, self.step, "two digests of one position")
        self.count("positions")
        self.leave("positions: what they are digests of")

    # --- an entry, §5.3 ---

    def check_entry(self, entry, stage):
        if entry.match_id != self.match_id or entry.step != self.step or self.no_game is not None:
            raise stale("an entry of another match or step")
        if entry.seat not in self.seats:
            raise unfit("chain", "a seat that there is not")
        if not self.verify(entry.seat, "entry", entry.content, entry.signature):
            raise unfit("signatures", "an entry that its seat has not signed", entry.seat)
        self.count("signatures")
        if entry.head != self.head:
            raise Fault("forked", "chain", entry.seat, self.step, "another head")
        self.count("chain")
        self.check_position(entry)
        self.check_turn(entry, stage)
        for notice in entry.notices:
            self.check_carried(notice, entry)
        if stage.name == "Commit" and stage.toss:
            fits = {"Commit"}
        else:
            fits = FITS[stage.name]
        if entry.body not in fits and stage.is_guess:
            raise Fault("open", "legality", None, self.step, "bodies that do not go together")
        if entry.body not in fits:
            raise self.refused("legality", entry, f"{entry.body} where {stage.name} is due")
        self.check_body(entry, stage)

    def check_turn(self, entry, stage):
        is_out = entry.seat not in self.maybe_living and stage.name != "Seal"
        if stage.due is not None and entry.seat not in stage.due and stage.is_guess:
            raise Fault("open", "turn", None, self.step, "a Reveal of a seat that had not committed")
        if is_out or stage.due is not None and entry.seat not in stage.due:
            raise self.refused("turn", entry, "it was not due")
        if entry.seat in self.standing:
            raise self.refused("double", entry, "it had resigned")
        self.count("turn")

    def check_carried(self, notice, entry):
        """§9.3."""
        if notice.kind == "Resign" and notice.seat == entry.seat:
            raise self.refused("notices", entry, "carries its own resignation")
        if notice.seat not in self.maybe_living:
            raise self.refused("notices", entry, "carries a notice of a seat that is out")
        try:
            self.check_notice(notice)
        except Fault as fault:
            if fault.kind == "misbehaviour":
                raise
            raise self.refused("notices", entry, f"carries a bad notice: {fault.reason}") from fault
        self.count("signatures")
        self.count("notices")

    def check_body(self, entry, stage):
        check = getattr(self, "body_" + entry.body.lower(), None)
        if check:
            check(entry, stage, *entry.fields)

    def body_reveal(self, entry, stage, choice, nonce):
        made = commitment(self.match_id, self.step - 1, entry.seat, choice, nonce)
        if made != self.commits[entry.seat]:
            raise self.refused("commitments", entry, "not what it committed to")
        self.count("commitments")
        if stage.toss and len(choice) != 32:
            raise self.refused("tosses", entry, "not 32 bytes")
        if stage.toss is False:
            admitted = self.rules.admits_choice(self, entry.seat, choice)
            if admitted is False:
                raise self.refused("legality", entry, "a choice that the rules refuse")
        if stage.toss is not True and not self.rules.is_exact:
            self.leave("legality: choices, unless they are for tosses")

    def body_act(self, entry, stage, move):
        admitted = self.rules.admits_move(self, entry.seat, move)
        if admitted is False:
            raise self.refused("legality", entry, "a move that the rules refuse")
        if admitted:
            self.count("legality")
        else:
            self.leave("legality: moves")

    def body_prove(self, entry, stage, move, proofs):
        self.body_act(entry, stage, move)
        self.prove(entry, proofs)

    def body_skip(self, entry, stage):
        """Whether its time was over (§10.2a), which is known to the millisecond only if it is known in
        which steps the game had begun."""
        pauses = {n.seat for n in entry.notices if n.kind == "Pause"}
        if self.contract.seconds is None or entry.think < self.clocks.least(entry.seat):
            raise self.refused("clock", entry, "skips before its time is over")
        if pauses >= self.maybe_living:
            raise self.refused("clock", entry, "skips in a pause")
        if len(pauses) > 1 and not self.rules.is_exact:
            self.leave("clock: whether all living seats had paused when a seat skipped")
        if entry.think < self.clocks.most(entry.seat):
            self.leave("clock: whether the time of a seat that skipped was over")
        self.count("clock")
        if stage.begun is None:
            self.leave("clock: whether the game had begun when a seat skipped")

    def body_skipproven(self, entry, stage, proofs):
        self.body_skip(entry, stage)
        self.prove(entry, proofs)

    def body_yield(self, entry, stage):
        """§9.7: whether the carried notices suffice. Seats that the rules have put out are not known."""
        draws = {n.seat for n in entry.notices if n.kind == "Draw"}
        resigns = {n.seat for n in entry.notices if n.kind == "Resign"}
        living = self.maybe_living
        if draws >= living or resigns and resigns >= living - {entry.seat}:
            return
        may = not self.rules.is_exact and (len(draws) > 1 and entry.seat in draws or resigns)
        if not may:
            raise self.refused("notices", entry, "yields to less than all others say")
        self.leave("notices: whether a Yield has those of all living seats")

    def body_deploy(self, entry, stage, field, proof):
        self.hide("deploy", entry, field, proof)

    def body_answer(self, entry, stage, answers):
        self.hide("answers", entry, answers)

    def body_seal(self, entry, stage):
        self.count("seals")

    def body_sealopen(self, entry, stage, keys):
        self.hide("layout", entry, keys)
        self.count("seals")

    def prove(self, entry, proofs):
        self.hide("moves", entry, proofs)

    def hide(self, what, entry, *fields):
        if self.hidden is None:
            self.leave("proofs of hidden pieces: the terms of this game are not known")
        else:
            getattr(self.hidden, what)(self, entry, *fields)

    # --- notices, §9.2; statements, §10.3 ---

    def check_notice(self, notice):
        if notice.seat not in self.seats:
            raise unfit("chain", "a notice of no seat")
        if not self.verify(notice.seat, "notice", notice.content(self.match_id), notice.signature):
            raise unfit("signatures", "a notice that its seat has not signed", notice.seat)
        if notice.head not in self.opens:
            raise stale("a notice over an unknown head")
        if notice.kind != "Resign":
            if notice.head != self.head:
                raise stale("a notice over an old head")
            return
        stands = self.standing.get(notice.seat)
        if stands and stands.head != notice.head:
            raise Fault("misbehaviour", "double", notice.seat, self.step, "resigns over two heads")
        last = self.last_entry.get(notice.seat)
        if last is not None and last >= self.opens[notice.head]:
            raise Fault("misbehaviour", "double", notice.seat, last, "resigned, and played on")

    def check_absence(self, absence, stage):
        if absence.step != self.step:
            raise stale("a statement about another step")
        due = stage.due
        if absence.by not in self.maybe_living or absence.by == absence.about:
            raise unfit("absences", "a statement by a seat that cannot make it", absence.by)
        if absence.about not in self.seats or due is not None and absence.about not in due:
            raise unfit("absences", "a statement about a seat that was not due", absence.about)
        content = absence.content(self.match_id)
        if not self.verify(absence.by, "absence", content, absence.signature):
            raise unfit("signatures", "a statement that its seat has not signed", absence.by)
        self.count("signatures")

    # --- a closed step, §8.1 ---

    def carried(self, slots, kind):
        return {n.seat: n for _, what, entry in slots if what == "Entry" for n in entry.notices
                if n.kind == kind}

    def due(self, stage):
        """Who may be due: without the rules, whoever is not known to be out."""
        if stage.due is not None:
            known = stage.due
        else:
            known = self.seats
        return known if self.rules.is_exact or stage.name == "Seal" else known & self.maybe_living

    def check_step(self, slots, stage):
        """The slots of a closed step: entries, then resignations, then whose they are, then each."""
        for _, kind, value in slots:
            if kind == "Entry":
                self.check_entry(value, stage)
                self.position = self.position or value.position
        for seat, kind, value in slots:
            if kind == "Resigned":
                self.check_resigned(seat, value)
                self.count("signatures")
                self.count("notices")
        there = {seat for seat, _, _ in slots}
        if stage.due is not None and there != stage.due or there - self.due(stage):
            raise unfit("chain", "not the slots of those who are due")
        if stage.name in ("Act", "Act or Commit") and len(there) != 1:
            raise unfit("chain", "not one slot for one move")
        for seat, kind, value in slots:
            self.check_slot(seat, kind, value, slots, stage)

    def check_open(self, slots, stage):
        """The slots of an end (§15.6): each as a whole, in seat order, then one beside the other."""
        for seat, kind, value in slots:
            if kind == "Entry":
                self.check_entry(value, stage)
                self.position = self.position or value.position
            if seat not in self.due(stage):
                raise unfit("chain", "a slot of a seat that is not due", seat)
            if kind == "Resigned":
                self.check_resigned(seat, value)
            self.check_slot(seat, kind, value, (), stage)
        for seat, kind, value in slots:
            self.check_beside(seat, kind, value, slots)

    def check_slot(self, seat, kind, value, slots, stage):
        if kind == "Entry" and value.seat != seat:
            raise unfit("chain", "an entry in the slot of another seat", seat)
        self.check_beside(seat, kind, value, slots)
        if kind == "Empty":
            self.check_empty(seat, value, stage)

    def check_beside(self, seat, kind, value, slots):
        if seat in self.carried(slots, "Resign"):
            if kind == "Entry":
                raise self.refused("double", value, "resigned, and played on")
            if kind == "Empty":
                raise unfit("absences", "an empty slot beside a resignation", seat)

    def check_resigned(self, seat, notice):
        if notice.kind != "Resign" or notice.seat != seat:
            raise unfit("notices", "no resignation of this seat", seat)
        self.check_notice(notice)

    def check_empty(self, seat, statements, stage):
        def bad(reason):
            return unfit("absences", f"a slot cannot be empty: {reason}", seat)

        others = self.maybe_living - {seat}
        by = {a.by for a in statements}
        if any(a.about != seat or a.shown is not None for a in statements) or by - others:
            raise bad("another statement than Missing by another living seat")
        if by != others:
            if self.rules.is_exact or len(by) < 2:
                raise bad("somebody has not said so")
            self.leave("absences: whether the seats that said nothing were out")
        if len({self.contract.players[other].peer for other in by}) < 2:
            raise bad("one program alone says so")
        sides = self.rules.sides(self, others)
        if sides is None:
            self.leave("absences: whether those who say so are of two sides")
        elif sides < 2:
            raise bad("one side alone says so")
        if stage.name == "Seal" or seat in self.standing:
            raise bad("it has resigned, or seals are due")
        for statement in statements:
            self.check_absence(statement, stage)
        self.count("absences")

    # --- what follows from it, §8.2 to §8.5 ---

    def committed(self, slots):
        return {seat: value.fields[0] for seat, kind, value in slots
                if kind == "Entry" and value.body == "Commit"}

    def close(self, slots, stage):
        """Goes on by a closed step that was checked."""
        entries = {seat: value for seat, kind, value in slots if kind == "Entry"}
        empty = [seat for seat, kind, _ in slots if kind == "Empty"]
        self.past.append((self.head, self.position, stage))
        if empty and stage.name in ("Begin", "Deploy"):
            self.no_game = empty[0]
        self.clocks.close(slots, stage, self.rules.is_exact)
        event = self.own_event(slots, stage, entries, empty)
        gone = self.refusing(slots, stage, entries)
        resigned = self.carried(slots, "Resign")
        resigned |= {seat: value for seat, kind, value in slots if kind == "Resigned"}
        out = self.maybe_living & (gone | set(resigned))
        self.maybe_living -= out
        self.standing |= {seat: notice for seat, notice in resigned.items()}
        self.last_entry |= {seat: self.step for seat in entries}
        agreed = self.agreed(set(self.carried(slots, "Draw")))
        self.is_agreed = self.is_agreed or agreed is True
        if out or agreed:
            event = True
        elif agreed is None and event is False:
            event = None
        self.reveal_next(slots, stage, event, empty)
        if event is not False:
            self.position = None
        self.head = head_after(self.match_id, self.head, self.step, slots)
        self.step += 1
        self.opens[self.head] = self.step

    def own_event(self, slots, stage, entries, empty):
        """Whether the step had an event of its own: True, False, or None if the rules must say."""
        if stage.name == "Reveal" and stage.toss is not False:
            self.toss_value(slots, stage, entries)
        if self.rules.is_exact:
            return self.rules.own_event(self, stage, slots)
        if stage.name in ("Begin", "Seal"):
            return False
        if stage.name == "Commit":
            skipped = any(entry.body == "Skip" for entry in entries.values())
            if self.committed(slots):
                return False
            return True if skipped else None if empty else False
        if stage.name == "Act":
            resigned = not entries and not empty
            return not resigned and any(e.body != "Yield" for e in entries.values()) or bool(empty)
        return None if stage.name == "Act or Commit" and not entries else True

    def refusing(self, slots, stage, entries):
        """§8.2, 2: those who are out because they withheld, as far as it is certain."""
        if stage.name in ("Reveal", "Answer") or stage.name == "Commit" and stage.toss:
            return {seat for seat, _, _ in slots} - set(entries)
        return set()

    def agreed(self, draws):
        if draws >= self.maybe_living:
            return True
        return False if self.rules.is_exact or len(draws) < 2 else None

    def reveal_next(self, slots, stage, event, empty):
        """§4.5. Who was silent in a Commit to a toss is out, and then nothing is shown."""
        self.commits = self.committed(slots) if stage.name == "Commit" else {}
        self.toss = stage.toss if stage.name == "Commit" else None
        self.reveals = False
        if self.commits and event is not True:
            self.reveals = True if event is False and (not empty or stage.toss is False) else None

    def toss_value(self, slots, stage, entries):
        """§7. How many values there are, only the rules know."""
        shown = [entry.fields[0] for entry in entries.values()]
        if len(entries) == len(slots) and all(len(choice) == 32 for choice in shown):
            self.tosses.append((self.step, tosses.Toss(self.match_id, self.step, self.head, shown)))
            self.count("tosses")
