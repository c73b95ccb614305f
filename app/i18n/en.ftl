# All that the program says. The keys are those of zh.ftl; a test compares them.

## Errors

error-line = Error: { $what }
error-next = What to do: { $next }

output-lost = The output could not be written to its end.
output-lost-next = See whether the disk is full, then run it again.

## Command line

greeting =
    qiyue 棋约: board games between friends without a server; everything is signed, so anybody can check it later.

    Play
      qiyue host             open a room and wait (--bots N: bots take seats)
      qiyue join ADDRESS     join somebody's room
      qiyue resume           go on with a match that broke off
      qiyue host --game junqi qq-2p   Junqi, hidden; open-2p open, flip flip
      qiyue demo             watch bots play

    Check records (.qiyue files)
      qiyue audit FILE…      did anybody cheat, does the result stand
      qiyue replay FILE      watch it again in the terminal
      qiyue inspect FILE     what was signed, step by step
      qiyue import FILE.jgs  import a Junqi replay and follow it by the rules

    Rules
      qiyue rules text       the rulebook
      qiyue rules moves      what can be played in a position
      qiyue rules play …     play moves and see the position
      qiyue rules perft N    count moves, to compare engines

    A window is being built; for now, use the terminal. Every command explains itself: qiyue COMMAND --help. 中文：--lang zh

heading-usage = Usage:
heading-commands = Commands
heading-arguments = Arguments
heading-options = Options
value-command = COMMAND

help = qiyue: board games between friends without a server.
help-host = Open a room and wait for others
help-join = Join a room
help-resume = Go on with a match that broke off
help-demo = Watch bots play; by default a hidden game of Junqi
help-demo-game = Which game: junqi (default), laoqi or shouhu
help-audit = Check records
help-audit-after =
    Exit codes: 0 complete · 1 cheated, diverged or invalid · 2 usage or I/O · 3 unfinished or claimed · 4 unknown version.
    Several files are checked one by one, then compared; the exit code is the worst, from worst to mildest 1, 4, 2, 3, 0.
help-inspect = See what was signed in a record, step by step
help-replay = Watch a record again in the terminal
help-view = Open a record in the window: watch and audit it
help-view-record = A record file
help-local = On this machine only: look for nobody on the network, and be found by nobody
help-rules = Rules: text, moves, counts
help-rules-moves = List the moves of a position
help-rules-perft = Count the sequences of actions to a depth
help-rules-play = Play events one after the other and print the position
help-rules-play-after =
    Events:
      0:J,1:S      shown at once, seat:choice; 1:- gave nothing, 1:! committed and did not show
      d1-d2        a move of the seat whose turn it is
      skip         the seat whose turn it is did not move
      out 1        seat 1 resigns; refuse 1: seat 1 is put out
      draw         all agree to a draw
      toss 3       the value of a public toss
      0:LINE,1:LINE  layouts shown at once; deploy: all have set up in secret
      rule code:2  answers to claims: yes, no, code:N, piece:N, - for none
    Leading words are options; the first word that is none begins the events.
help-rules-text = Print the rulebook

arg-profile = Data directory (keys, matches); by default the system's place for user data
arg-lang = Language: zh or en; also by the environment variable QIYUE_LANG
arg-crash_at = For tests
arg-help = Show help
arg-version = Show the version
arg-game = Which game: laoqi (default), junqi or shouhu
arg-options = Options of the rules: a preset, then name=value. Presets: { $presets }
arg-name = Your name
help-host-port = Port; 0 (default): the system picks one
help-host-listen = Address to wait at; 0.0.0.0 by default
help-host-clock = Time: none (default) no limit, 30s or 2m for each decision, 5m+3s five minutes in all and 3 s more after each
help-host-machine = Seconds for steps that programs take by themselves; 120 by default
help-host-bots = How many seats bots take here
help-join-address = The invitation or address that the host gave you, or the whole message in quotes
help-join-yes = Agree to the contract without asking again
help-resume-at = Where the other player is now, if his address has changed
help-resume-id = Which match (the beginning of its id is enough); by default the latest
help-demo-seed = Seed of the bots; random by default
help-audit-files = Records
arg-json = Print JSON, for programs
arg-file = Record
help-inspect-at = Only this step, with every field
help-replay-text = the whole game as text: a line for each ply, opened layouts first
help-replay-to = Only the position after this step
arg-position = Position (one line of text); by default the start
help-rules-perft-depth = How many actions
help-rules-perft-divide = Count for each first action by itself
help-rules-play-words = Options of the rules, then events

usage-next = Run qiyue --help for the commands, qiyue COMMAND --help for how to use one.
usage-missing-command = A command is needed here.
usage-unknown-argument = There is no option '{ $arg }', and no further word may stand here.
usage-unknown-command = There is no command '{ $name }'.
usage-missing-argument = { $arg } is missing.
usage-missing-value = { $arg } needs a value.
usage-bad-value = '{ $value }' cannot be used for { $arg }.
usage-twice = { $arg } can be given once only.
usage-other = This command cannot be understood.
usage-suggestion = { " " }Did you mean { $name }?
help-rules-moves-from = Only moves that begin at this cell, and draw the board

## Files

file-missing = There is no file { $file }.
file-denied = You may not read { $file }.
file-folder = { $file } is a folder, not a file.
file-error = { $file } cannot be read: { $error }.
file-next = Check the name; records end in .qiyue. '-' reads standard input.

## Seats, pieces, moves

list-separator = {", "}
seat = seat { $seat }
seat-named = seat { $seat } ({ $name })
army = army { $army }
kind-unknown = unknown piece
move-by-word = { $word } ({ $move })
move-of-kind = { $kind } { $move }

game-laoqi = Laoqi 劳棋
choice-laoqi-J = scissors
choice-laoqi-S = rock
choice-laoqi-B = paper
gesture-0 = scissors
gesture-1 = rock
gesture-2 = paper

option-separator = { " · " }
option-seats = seats
option-ties = ties
option-ties-cumulative = cumulative
option-ties-consecutive = consecutive
option-incite = incitement
option-incite-defects = defects
option-incite-demotes = demotes
option-promotion = promotion
option-promotion-any_loss = after any loss
option-promotion-one_per_loss = one for each loss
option-crown = iron crown
option-crown-on = yes
option-crown-off = no
option-quiet_limit = quiet plies to a draw
option-timeouts = timeouts allowed

word-incite = incites
word-promote_warrior = becomes a Warrior
word-promote_assassin = becomes an Assassin
word-seat_0 = picks seat 0
word-seat_1 = picks seat 1
word-seat_2 = picks seat 2
word-seat_3 = picks seat 3
word-seat_4 = picks seat 4

## Events

event-moved = { $seat }: { $move }
event-unsealed = shown: { $showings }
showing = { $seat } { $what }
showing-absent = nothing
showing-withheld = committed, not shown
event-deployed = { $seats } set up
event-tossed = public toss: { $value }
event-ruled = { $count } rulings
event-skipped = { $seat } did not move
event-resigned = { $seats } resigned
event-refused = { $seats } did not give what was owed, and is out
event-agreed = all agreed to a draw
change-pieces = army { $army }: { $parts }
change-commander = army { $army } is now moved by { $seat }
change-out = { $seats } out
outcome-won = { $seats } won
outcome-drawn = { $seats } drew

waits-move = { $seats } to move
waits-choices = { $seats } to choose at once
waits-deployments = { $seats } to set up
waits-toss = { $seats } to toss
waits-rulings = { $seats } to answer

## Positions

fact-ply = plies played: { $a }
fact-contest = contest: { $a }
fact-losers = losers' contest: { $a }
fact-play_off = play-off: only { $a }
fact-showing = showing { $a } of this ply, { $b } at most
fact-pick = { $a } holds the iron crown and picks from { $b }
fact-mandate = { $a } may move: { $b }
fact-any_piece = { $a } may move any piece
fact-ties = ties counted: { $a }
fact-pending = pending gesture: { $a }
fact-queue = pending after it: { $a }
fact-crown = iron crown: { $a }
fact-incite = may still incite: { $a }
fact-lost = Warriors lost: { $a }
fact-promoted = Shields promoted: { $a }
fact-quiet = { $a } quiet plies, a draw at { $b }
fact-timeouts = timeouts: { $a }
fact-other = { $key }: { $a }

## Audit

header-game = game
header-game-value = { $game } ({ $id }), rules version { $version }, { $seats } seats
header-options = options
header-match = match
header-clock = clock
header-clock-none = no limit; { $machine } s for programs
header-clock-each = { $seconds } s for each decision; { $machine } s for programs
header-players = players
header-key = key { $key }
header-progress = length
header-progress-value =
    { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }, { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    }

audit-checks = Checked (holds/all)
audit-unchecked = Not checked, and not to be known from a record
audit-verdict = Verdict
unchecked-identity = who is behind a key: compare the beginning of the key in person
unchecked-clocks = true time: each seat tells its own
unchecked-collusion = collusion outside the game

check-failed = {"  "}✗ fails; nothing behind it was checked
check-contract = contract
check-signatures = signatures
check-chain = hash chain
check-turn = turns
check-commitments = commitments
check-tosses = public tosses
check-set-ups = set-up proofs
check-move-proofs = move proofs
check-fight-proofs = fight proofs
check-openings = opened pieces
check-legality = legal moves
check-clock = skips
check-notices = carried notices
check-absences = absences
check-positions = position digests
check-double = one content for a slot
check-result = result
check-seals = seals

check-contract-failed = It means: the contract's rules, seats or signatures are wrong.
check-signatures-failed = It means: a signature is not by that key; the content may have been changed.
check-chain-failed = It means: this step does not follow the one before.
check-turn-failed = It means: the seat signed when it was not due.
check-commitments-failed = It means: what was shown is not what was committed to.
check-tosses-failed = It means: the public toss is not made of what everybody gave.
check-set-ups-failed = It means: the proof that its set-up is legal fails.
check-move-proofs-failed = It means: the seat moved a hidden piece without proving that this piece may move so.
check-fight-proofs-failed = It means: the proof of its attack or of its answer fails.
check-openings-failed = It means: a piece that the seat opened is not the one that it set up.
check-legality-failed = It means: the seat signed a move or choice that the rules do not allow.
check-clock-failed = It means: the seat skipped before its time was over.
check-notices-failed = It means: the seat carried a notice that may not stand there.
check-absences-failed = It means: an empty slot without the word of all others.
check-positions-failed = It means: the seat signed another position than the rules lead to.
check-double-failed = It means: the seat signed two contents where one may be.
check-result-failed = It means: something follows after the game was decided.
check-seals-failed = It means: the seals are not over this ending.

verdict-complete = Complete: everything holds. { $outcome }.
verdict-unsealed = { $seats } did not sign the ending; the result does not depend on it.
verdict-unfinished = Unfinished: the first { $steps } steps hold, nobody has won yet.
verdict-claimed =
    { $count ->
        [0] Claimed: { $silent } gave nothing in step { $step }; nobody testifies to it.
       *[other] Claimed: { $silent } gave nothing in step { $step }, say { $signed }. That they say so is all that is proven.
    }
verdict-diverged = Diverged: before step { $step } two programs came to different positions; this program cannot say whose is wrong.
verdict-cheated = Cheated: { $seat } broke the protocol in step { $step } (check { $check }, byte { $offset } of the file).
verdict-no-contract = Invalid: from byte { $offset } on the file cannot be read; there is no match in it to check.
verdict-invalid = Invalid: no match leaves such a file (step { $step }, check { $check }, byte { $offset }); nobody can be named.
verdict-torn = The file ends in an unfinished piece (from byte { $offset }), which was left out.
verdict-next = See that step: qiyue inspect { $file } --at { $step }
invalid-reason = Technical reason: { $reason }

trouble-bad-contract = It means: the contract contradicts itself (two seats with one key, say).
trouble-malformed = It means: this part of the file cannot be read; it is damaged or was changed.
trouble-not-a-record = It means: this file is no record of a match.
trouble-out-of-order = It means: this part may not stand here; something was moved, removed or added.
trouble-too-long = It means: this part is longer than allowed.
trouble-torn = It means: the file breaks off before the contract; nothing can be checked.
trouble-unknown-version = It means: the version of the file format is not known.
trouble-unsigned = It means: a seat has not signed the contract.

unknown-format = Unsupported: record format version { $version } is not known here. Update the program.
unknown-protocol = Unsupported: protocol version { $version } is not known here. Update the program.
unknown-game = Unsupported: this program does not know the game '{ $game }'. Update the program.
unknown-rules = Unsupported: the record uses version { $asked } of the rules, this program has { $known }. Use a program with that version.
unknown-other = Unsupported: { $reason }. Update the program.

compare-title = Compared
compare-unreadable = { $second } has no contract that can be read; it cannot be compared.
compare-other-match = { $second } is not of the same match as those before.
compare-same = { $first } and { $second } are of one match; the { $steps } steps that both have are the same, byte for byte.
compare-resigned = { $first } and { $second } are of one match; the { $steps } steps that both have say the same; from step { $step } on some signatures were made anew, which is allowed.
compare-differs = { $first } and { $second } are of one match, but differ in step { $step }:
compare-seat-twice = { $seat } signed two different contents in this step; both signatures are good: it cheated.
compare-seat-missing = { $seat }: one has its content, the other says it gave none.
compare-seat-unproven = { $seat }: the contents differ, but a signature is false; nobody can be named.

## Inspect

column-step = step
column-seat = seat
column-what = what
column-think = seconds
column-notices = notices
column-id = id
body-begin = begin
body-act = move
body-commit = commit
body-reveal = reveal
body-skip = skip
body-yield = yield
body-deploy = hidden set-up
body-prove = move with proof
body-answer = answer with proof
body-skip-proven = time up, with proof
body-seal-open = seal, and the layout opened
body-seal = seal
notice-draw = draw
notice-pause = pause
notice-resign = resign
slot-of = Seat { $seat }
slot-resigned = resigned before
slot-empty = empty ({ $count } testify)
step-title = Step { $step }
step-holds = yes
step-does-not-hold = no
end-sealed = End: seals (byte { $offset })
end-claimed = End: a claim (byte { $offset })
end-cheated = End: evidence of a fault (byte { $offset })
end-diverged = End: divergence (byte { $offset })
evidence = Evidence
field-offset = offset
field-length = length
field-holds = holds
field-head-after = head after
field-id = id
field-match = match
field-step = step
field-seat = seat
field-head = head before
field-position = position
field-think = think, ms
field-body = body
field-move = move
field-bytes = bytes
field-commitment = commitment
field-choice = choice
field-points = points
field-proof = proof
field-keys = keys
field-nonce = nonce
field-carries = carries
field-notice = notice
field-signature = signature
field-signed = signature good
field-accused = accused
signature-good = yes
signature-bad = no
absence-missing = Seat { $by } says: nothing came from seat { $about } in step { $step }
absence-shown = Seat { $by } says: this came from seat { $about } in step { $step }
inspect-no-step = The record has no step { $step }.

## Replay

replay-event = step { $step }  { $event }  [{ $seconds } s]
replay-ply = -- after ply { $ply }
replay-no-step = The record does not reach step { $step }; { $steps } steps hold.
replay-no-text = Games of this kind have no text for a whole game yet.
replay-no-text-next = Use qiyue replay without --text to see the board, or qiyue inspect to see each step.
replay-last = The last one to see is step { $last }.
replay-none = There is no step at all; see qiyue audit.

## Rules

fault = { $place }: { $reason }
faults = { $count ->
    [one] One thing is wrong:{ $list }
   *[other] { $count } things are wrong:{ $list }
}
faults-next = Correct it and try again; qiyue rules moves lists what can be played, qiyue rules text is the rulebook.
no-such-cell = the board has no such cell
perft-too-deep = at most { $most } actions
perft-took = { $seconds } s
event-illegal = not allowed here ({ $reason }); { $waits }
event-no-move = nobody is to move now
event-no-number = toss needs a number
event-no-seat = a seat's number is needed, for example 1
event-no-showing = write seat:choice, for example 0:J,1:S
event-not-the-due = name every seat that is due, once: { $due }
event-nothing-fits = neither a move nor a choice is waited for now
