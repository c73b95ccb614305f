"""The proofs of hidden 军棋 in a record (crates/protocol/SPEC.md section 20), with no more than the
record: which piece has moved or attacked only the rules know, so it is found by trying all. What no
piece makes right is wrong; what a piece makes right is counted. `record.py` checks them against the
pieces that the rules name."""

import proofs
import tables
from encoding import digest, frame
from proofs import PIECES, Refused

COUNTS = [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1]
MOVABLE = 0x3FF
# Sets of kinds that a claim is about, by how many they are: one, an engineer or a kind that was shown;
# flyers with bombs; all that can move without bombs, and with them (junqi/rules.md section 10).
SETS = {1: [0x100, *(1 << kind for kind in range(10) if kind != 8)], 2: [0x300], 9: [0x1FF],
        10: [MOVABLE]}
NOWHERE = range(0)


def table_bytes(options):
    """Twelve rows of twelve codes, zeros for the kinds that cannot attack."""
    rows = [[tables.code(a, d, options) for d in tables.KINDS] for a in tables.MOVABLE]
    return bytes(sum(rows, [])).ljust(144, b"\0")


def rules_digest(contract, table):
    start = frame(contract.game.encode()) + contract.version.to_bytes(2, "little")
    return digest("rules", start + frame(contract.rules) + frame(table))


def known_tables():
    values = tables.itertools.product(*tables.OPTIONS.values())
    return [table_bytes(dict(zip(tables.OPTIONS, each))) for each in values]


def terms_of(contract):
    """The terms of a game that hides pieces, None of one that does not; a ValueError if the rules
    digest is of no table."""
    if contract.rules_digest == rules_digest(contract, b""):
        return None
    for table in known_tables() if contract.game == "junqi" else []:
        if contract.rules_digest == rules_digest(contract, table):
            return Hidden([table[at : at + 12] for at in range(0, 144, 12)])
    raise ValueError("the rules digest is not that of the rules")


class Hidden:
    def __init__(self, codes):
        self.codes, self.fields, self.attack, self.is_quick = codes, {}, None, False

    @staticmethod
    def context(match, entry):
        return match.match_id, match.step, entry.seat, match.head

    def barred(self, is_front_barred):
        """junqi/rules.md 3.1: the flag in a headquarters, mines in the last two rows, bombs not in the
        first unless the options say so."""
        free = [NOWHERE] * 9 + [range(5) if is_front_barred else NOWHERE]
        return free + [range(15), [place for place in range(PIECES) if place not in (21, 23)]]

    def deploy(self, match, entry, field, proof):
        for is_front_barred in (True, False):
            try:
                rows = proofs.read_field(field)
                barred = self.barred(is_front_barred)
                proofs.setup(self.context(match, entry), COUNTS, barred, rows, proof)
            except Refused:
                continue
            self.fields[entry.seat] = rows
            match.count("set-ups")
            return
        raise match.refused("set-ups", entry, "no proof of a legal set-up")

    def field(self, match, entry):
        """What the author has set up."""
        if entry.seat not in self.fields:
            raise match.refused("legality", entry, "it has not set up")
        return self.fields[entry.seat]

    def moves(self, match, entry, moves):
        for proof in moves:
            kinds = len(proof) // 32 - 5
            if len(proof) == 64:
                self.among(match, entry, proof)
            elif len(proof) % 32 == 0 and 1 <= kinds <= 10:
                self.attack = self.context(match, entry), SETS.get(kinds, []), proof
            elif len(proof) == 96:
                match.leave("move-proofs: who says that he can move")
            else:
                raise match.refused("move-proofs", entry, "a proof of no known length")

    def among(self, match, entry, proof):
        context = self.context(match, entry)
        for kinds in [MOVABLE, *SETS[9], *SETS[1], *SETS[2]]:
            for piece, row in enumerate(self.field(match, entry)):
                if holds(proofs.among, context, row, piece, kinds, proof):
                    match.count("move-proofs")
                    return
        match.leave("move-proofs: of no single piece; who says that he is stuck, perhaps")

    def answers(self, match, entry, answers):
        for answer in answers:
            if len(answer) == 33:
                self.show(match, entry, answer)
            elif len(answer) == 65 and self.attack:
                self.fight(match, entry, answer)
            elif len(answer) in (65, 97):
                match.leave("move-proofs: who answers whether he can move")
            else:
                raise match.refused("fight-proofs", entry, "an answer of no known length")

    def fight(self, match, entry, answer):
        (context, sets, proof), self.attack = self.attack, None
        if self.is_quick:
            match.leave("fight-proofs: left out by --quick")
            return
        for among in sets:
            if self.fight_among(match, entry, (context, among, proof), answer):
                return
        match.leave("fight-proofs: a fight that no pair of pieces makes right")

    def fight_among(self, match, entry, attack, answer):
        """Whether some attacker, and some piece of the seat that answers, make both proofs right."""
        context, among, proof = attack
        if len(proof) < 64 or not all(holds(proofs.Point.read, proof[at : at + 32]) for at in (0, 32)):
            return False
        u, w = (proofs.Point.read(proof[at : at + 32]) for at in (0, 32))
        possible = {self.codes[j][k] for j in proofs.kind_set(among) for k in proofs.KINDS}
        here = self.context(match, entry)
        for target, row in enumerate(self.field(match, entry)):
            if holds(proofs.answer, here, (row, entry.seat, target, u, w, possible), answer):
                break
        else:
            return False
        for piece, own in enumerate(self.fields.get(context[2], ())):
            fight = (own, piece), (row, entry.seat, target), among, proof
            if holds(proofs.attack, context, MOVABLE, self.codes, *fight):
                match.count("fight-proofs", 2)
                return True
        return False

    def show(self, match, entry, answer):
        row = answer[0] < PIECES and self.field(match, entry)[answer[0]]
        if not row or not holds(proofs.opening, row, answer[1:]):
            raise match.refused("openings", entry, "a key that opens nothing")
        match.count("openings")

    def layout(self, match, entry, keys):
        rows = self.fields.get(entry.seat)
        if rows is None or len(keys) != 32 * PIECES:
            raise match.refused("openings", entry, "no 25 keys of a set-up")
        for place, row in enumerate(rows):
            if not holds(proofs.opening, row, keys[32 * place : 32 * place + 32]):
                raise match.refused("openings", entry, f"a key that does not open place {place}")
        match.count("openings")


def holds(check, *given):
    try:
        check(*given)
    except Refused:
        return False
    return True
