# All that the program says. The keys are those of zh.ftl; a test compares them.

## Errors

error-line = Error: { $what }
error-next = What to do: { $next }
not-built = This command is not built yet.

## Command line

greeting =
    qiyue 棋约: board games between friends without a server; everything is signed, so anybody can check it later.

    Play
      qiyue host             open a room and wait (--bots N: bots take seats)
      qiyue join ADDRESS     join somebody's room
      qiyue resume           go on with a match that broke off
      qiyue demo             watch bots play

    Check records (.qiyue files)
      qiyue audit FILE…      did anybody cheat, does the result stand
      qiyue replay FILE      watch it again in the terminal
      qiyue inspect FILE     what was signed, step by step

    Rules
      qiyue rules text       the rulebook
      qiyue rules moves      what can be played in a position
      qiyue rules play …     play moves and see the position
      qiyue rules perft N    count moves, to compare engines

    Every command explains itself: qiyue COMMAND --help. 中文：--lang zh

heading-usage = Usage:
heading-commands = Commands
heading-arguments = Arguments
heading-options = Options
value-command = COMMAND

help = qiyue: board games between friends without a server.
help-host = Open a room and wait for others
help-join = Join a room
help-resume = Go on with a match that broke off
help-demo = Watch bots play
help-audit = Check records
help-audit-after =
    Exit codes: 0 complete · 1 cheated, diverged or invalid · 2 usage or I/O · 3 unfinished or claimed · 4 unknown version.
    Several files are checked one by one, then compared; the exit code is the worst, from worst to mildest 1, 4, 2, 3, 0.
help-inspect = See what was signed in a record, step by step
help-replay = Watch a record again in the terminal
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
    Leading words are options; the first word that is none begins the events.
help-rules-text = Print the rulebook

arg-profile = Data directory (keys, matches); by default the system's place for user data
arg-lang = Language: zh or en; also by the environment variable QIYUE_LANG
arg-crash_at = For tests
arg-help = Show help
arg-version = Show the version
arg-game = Which game: laoqi (default)
arg-options = Options of the rules: a preset (two three four five), then name=value
arg-name = Your name
help-host-port = Port; 0 (default): the system picks one
help-host-listen = Address to wait at; 0.0.0.0 by default
help-host-clock = Seconds for each decision; 0 (default): no limit
help-host-machine = Seconds for steps that programs take by themselves; 120 by default
help-host-bots = How many seats bots take here
help-join-address = The address that the host gave you
help-join-yes = Agree to the contract without asking again
help-resume-id = Which match (the beginning of its id is enough); by default the latest
help-demo-seed = Seed of the bots; random by default
help-audit-files = Records
arg-json = Print JSON, for programs
arg-file = Record
help-inspect-at = Only this step, with every field
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
