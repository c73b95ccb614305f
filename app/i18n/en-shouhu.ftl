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
