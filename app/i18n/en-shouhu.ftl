# 守护棋: positions, layouts. The keys of zh-shouhu.ftl, checked by a test.

game-shouhu = Shouhu (guardian chess)

## Options

option-red = who has red and begins
option-red-toss = a joint toss says
option-red-seat_0 = seat 0
option-red-seat_1 = seat 1
option-placement = placement
option-placement-sealed = sealed
option-placement-alternate = in turn
option-placement-standard = standard
option-stones = stones in the river
option-stones-two = two
option-stones-four = four
option-stones-eight = the whole river
option-stones-none = none
option-win = who wins
option-win-first_to = enough points first
option-win-most_after = most points in the end
option-goal = points that win
option-plies = plies, then points count
option-placement-about = Sealed: both arrange and commit, then show together. In turn: one piece each, in the open.
option-shouhu-quiet_limit-about = So many plies without a point or a captured stone are a draw.
option-goal-about = A piece that enters the enemy zone scores a point.

preset-name-shouhu-sealed = Sealed
preset-name-shouhu-alternate = In turn
preset-name-shouhu-standard = Standard
preset-name-shouhu-four-stones = Four stones
preset-name-shouhu-eight-stones = River of stones
preset-name-shouhu-no-stones = No stones
preset-name-shouhu-most-after = Most points

## Moves, events, positions

word-place_chariot = place a Chariot
word-place_horse = place a Horse
word-place_cannon = place a Cannon
word-place_elephant = place an Elephant
word-place_advisor = place an Advisor
word-place_soldier = place a Soldier
word-stop = stop here
move-shouhu-drop = put down { $kind } { $move }
move-shouhu-return = send back { $move }
change-stones = a { $kind } leaves the board
change-held = captured army { $army }'s { $kind }: it is put back in its own half
change-score = { $seat } scores: { $a }
piece-of-army = { $army }'s { $kind }
fact-red = red: { $a }
fact-score = score: { $a }
fact-goal = { $a } points win
fact-plies = after { $a } plies more points win
fact-left = to be placed: seat 0 { $a }; seat 1 { $b }
fact-return = { $a } first sends the piece on { $b }, which has scored, back to the scorer's half
fact-drop = { $a } must put down { $b }
fact-guardians = guardians: { $a }
fact-shouhu-quiet = { $a } plies without a point or a captured stone, a draw after { $b }
fact-lends = { $a } lends its move to the Advisor on { $b }
fact-carries = { $a } carries the Soldier on { $b }

## Commands

demo-intro-shouhu =
    Demo: a second process of this program is started; two machines play Shouhu over real sockets.
    Layouts are committed to, then shown; every step is signed and kept in two records.
layout-line-shouhu = four ranks from your base, a to h, . where nothing stands: RNB..BNR/..AP.A../…
layout-line-junqi = from the first row, left to right, without the camps: MGDDB/BRR/…
match-help-shouhu =
    a move         a1-b3 goes (or a1 b3), d2-d4-f6 hops on, @c3 drops what was captured,
                   ^c3 sends back, R*c3 places
    moves d2       what can be played from d2, on the board
    the board      behind each piece its seat, behind a stone none; ~ is the river, # a zone;
                   < > is the last move

## The window

play-drop-first = Point at a cell: the captured { $kind } goes there.
play-return-first = Point at a cell: the piece on { $cell }, which has scored, goes back there.
board-river = river
board-zone = zone of seat { $seat }
board-guardian = guardian
game-shouhu-hint-R = A Chariot goes straight. It may capture enemy and own pieces and stones; a captured piece is put back in its own half.
game-shouhu-hint-N = A Horse leaps; nothing is in its way.
game-shouhu-hint-C = A Cannon goes straight; it captures over exactly one piece or stone.
game-shouhu-hint-B = An Elephant goes diagonally, as far as it likes.
game-shouhu-hint-A = An Advisor moves like a Chariot, Horse, Cannon or Elephant beside it; without one it cannot move.
game-shouhu-hint-P = A Soldier hops over a Chariot, Horse, Cannon or Elephant beside it, and on until it captures; "stop here" ends the hops.
game-shouhu-hint-layout = Point at a piece, then at a cell: they change places. At most one piece stands in your own zone: the guardian.

## Trying moves

trial-begin = Try from here
trial-title = Trying (nothing is recorded)
trial-undo = Take back
trial-leave = Back to the record

## The page for layouts

set-up-title = Set up
set-up-wait = Waiting for { $seats } to set up; all is shown when all have committed.
seat-set-up = set up
play-set-up = Set up your pieces
play-set-up-as = { $seat }: set up
set-up-state = setting up
set-up-note = Nobody sees it before it is committed.
set-up-swap = Point at two cells to exchange them; the marked ones are your half.
set-up-standard = Standard
set-up-random = Random
set-up-mirror = Mirror
set-up-line = The layout in one line
set-up-give = Commit this layout
set-up-legal = Legal
set-up-more = { $count } more faults.
set-up-kept = Kept layouts
set-up-none-kept = None has been kept yet.
set-up-name = Name
set-up-save = Keep
set-up-bad-name = This cannot be a name: one word, at most 72 bytes.
set-up-take = Take "{ $name }"
set-up-drop = Forget "{ $name }"
set-up-drop-short = Forget
