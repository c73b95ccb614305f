"""What a check finds, and what is counted (crates/protocol/SPEC.md section 11.1 and 15.2)."""

CHECKS = ["contract", "signatures", "chain", "turn", "commitments", "tosses", "set-ups",
          "move-proofs", "fight-proofs", "openings", "legality", "clock", "notices", "absences",
          "positions", "double", "result", "seals"]


class Fault(Exception):
    """Kinds: stale, unfit, forked, diverged, misbehaviour; and open: wrong in any case, but only the
    rules could tell whose fault it is."""

    def __init__(self, kind, check, seat=None, step=None, reason=""):
        super().__init__(reason)
        self.kind, self.check, self.seat, self.step, self.reason = kind, check, seat, step, reason

    def __str__(self):
        """As the files of tests/vectors/protocol/judged have it."""
        if self.kind == "misbehaviour":
            return f"misbehaviour, seat {self.seat}, step {self.step}, {self.check}"
        if self.kind in ("forked", "diverged"):
            return f"{self.kind}, seat {self.seat}"
        return "stale" if self.kind == "stale" else f"{self.kind}, {self.check}"


def stale(reason):
    return Fault("stale", "chain", reason=reason)


def unfit(check, reason, seat=None):
    return Fault("unfit", check, seat, reason=reason)
