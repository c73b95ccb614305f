"""What the protocol asks of the rules of a game (crates/protocol/SPEC.md section 4.2), as far as a
verifier without the games can answer. None means: only the rules know."""

from dataclasses import dataclass


@dataclass
class Stage:
    """due, toss and begun are None where only the rules know; is_guess says that the name is read from
    the entries that stand there, and blames nobody."""

    name: str
    due: frozenset = None
    toss: bool = None
    begun: bool = None
    is_guess: bool = False


def bodies(slots):
    return {value.body for _, kind, value in slots if kind == "Entry"}


class Unknown:
    """A game of which nothing is known: the stage is read from the bodies of the step itself."""

    is_exact = False

    def stage(self, match, slots):
        seen = bodies(slots)
        names = [("Commit", {"Commit"}), ("Deploy", {"Deploy"}), ("Answer", {"Answer"}),
                 ("Seal", {"Seal", "SealOpen"}), ("Act", {"Act", "Prove", "SkipProven"})]
        for name, these in names:
            if seen & these:
                toss = False if name == "Commit" and "Skip" in seen else None
                return Stage(name, toss=toss, is_guess=True)
        # Only skips, yields and empty slots: one seat can be in an Act or alone in a Commit.
        name = "Act or Commit" if len(slots) == 1 else "Commit"
        return Stage(name, toss=False if seen else None, is_guess=True)

    def admits_move(self, match, seat, move):
        return None

    def admits_choice(self, match, seat, choice):
        return None

    def sides(self, match, seats):
        return None

    def own_event(self, match, stage, slots):
        return None

    def living(self, match):
        return None


class Contest:
    """The toy contest of SPEC.md section 19.3, for the files in tests/vectors/protocol/judged."""

    is_exact = True
    BEATS = {0: 1, 1: 2, 2: 0}

    def __init__(self, contract):
        self.seats = frozenset(range(len(contract.players)))
        self.goal, self.waits, self.gone = contract.rules[1], "toss", 0

    def stage(self, match, slots):
        if self.waits == "toss":
            return Stage("Commit", self.seats, True, True)
        if self.waits == "choices":
            return Stage("Commit", self.seats, False, True)
        if self.waits == "over":
            return Stage("Seal", self.seats, False, True)
        return Stage("Act", frozenset([self.waits]), False, True)

    def admits_move(self, match, seat, move):
        return len(move) == 2 and move[0] == 1 and 1 <= move[1] <= 3

    def admits_choice(self, match, seat, choice):
        return len(choice) == 1 and choice[0] < 3

    def sides(self, match, seats):
        return len(seats)

    def living(self, match):
        return match.maybe_living

    def own_event(self, match, stage, slots):
        """Whether the step has an event of its own; goes on by it."""
        entries = {seat: value for seat, kind, value in slots if kind == "Entry"}
        if stage.name == "Act":
            return self.act(entries)
        if stage.name == "Commit" and not stage.toss:
            skipped = any(kind == "Empty" or kind == "Entry" and value.body == "Skip"
                          for _, kind, value in slots)
            return not match.committed(slots) and skipped
        if stage.name == "Reveal" and stage.toss:
            if len(entries) == len(slots):
                self.waits = "choices"
            return len(entries) == len(slots)
        if stage.name == "Reveal":
            shown = {seat: entry.fields[0][0] for seat, entry in entries.items()}
            wins = {seat: sum(self.BEATS[mine] == other for other in shown.values())
                    for seat, mine in shown.items()}
            best = [seat for seat, won in wins.items() if won == max(wins.values())]
            self.waits = best[0] if len(best) == 1 else "choices"
            return True
        return False

    def act(self, entries):
        body = [entry for entry in entries.values() if entry.body != "Yield"]
        if entries and not body:
            return False
        self.waits = "choices"
        if body and body[0].body == "Act":
            self.gone += body[0].fields[0][1]
            if self.gone >= self.goal:
                self.waits = "over"
        return True
