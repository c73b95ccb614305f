"""The time that a seat has for a step (crates/protocol/SPEC.md section 10.2a). When a game has begun
only its rules know, so without them a seat has between `least` and `most`."""

HUMAN = {"Deploy", "Act", "Commit", "Act or Commit"}
LONGEST = 1209600000


class Clocks:
    def __init__(self, contract):
        self.seconds, self.increment = contract.seconds, contract.increment
        full = None if self.seconds is None else self.seconds * 1000
        self.left = {seat: [full, full] for seat in range(len(contract.players))}

    def least(self, seat):
        return self.left[seat][0]

    def most(self, seat):
        """A seat may skip only when the game has begun; so there is no time before that here."""
        return self.left[seat][1]

    def close(self, slots, stage, is_exact):
        """After a step whose slots were filled so. A step before the game has begun changes nothing."""
        if self.increment is None or stage.name not in HUMAN or stage.toss or stage.begun is False:
            return
        for seat, kind, value in slots:
            if kind == "Resigned":
                continue
            after = [self.after(left, kind, value) for left in self.left[seat]]
            if stage.begun or is_exact:
                self.left[seat] = after
            else:
                self.left[seat] = [min(self.left[seat] + after), max(self.left[seat] + after)]

    def after(self, left, kind, entry):
        spent = left if kind == "Empty" else entry.think
        return min(max(left - spent, 0) + self.increment * 1000, LONGEST)
