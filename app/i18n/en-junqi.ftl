# 军棋: positions, layouts, imports. The keys of zh-junqi.ftl, checked by a test.

problem-layout = There is no such layout, or 64 are kept already.
problem-layout-next = Type layout list to see those that are kept, layout forget NAME to drop one.

game-junqi = Junqi (army chess)

## Options

option-mode = mode
option-mode-hidden = hidden
option-mode-open = open
option-mode-flip = flip
option-board = board
option-board-duel = for two seats
option-board-siguo = for four seats
option-crossings = more crossings
option-crossings-off = no
option-crossings-on = yes
option-sides = allies
option-sides-ffa = none
option-sides-opposite = opposite seats
option-sides-alternate = every other seat
option-leader = leaders
option-leader-off = none
option-hq = headquarters
option-hq-locked = hold what enters
option-hq-free = let pieces out
option-turns = rails
option-turns-lines = straight and curved
option-turns-straight = a curve is one step
option-turns-corners = all as engineers
option-bomb_flies = bombs turn corners
option-bomb_flies-off = no
option-bomb_flies-on = yes
option-bomb_front = bombs in the first row
option-bomb_front-off = no
option-bomb_front-on = yes
option-mines = mines
option-mines-spring = stay
option-mines-mutual = die with the attacker
option-mines-mutual_all = die with engineers too
option-flag_takers = flags are taken by
option-flag_takers-any = any
option-flag_takers-not_marshal = all but the Marshal
option-flag_takers-engineer = engineers
option-flag_win = a flag counts
option-flag_win-capture = when taken
option-flag_win-carry = when carried home
option-mines_first = mines first
option-mines_first-off = no
option-mines_first-on = yes
option-marshal_shows_flag = dead Marshals show the flag
option-marshal_shows_flag-off = no
option-marshal_shows_flag-on = yes
option-scouting = engineers scout
option-scouting-off = no
option-scouting-on = yes
option-remains = pieces of who is out
option-remains-vanish = vanish
option-remains-stay = stay
option-ally_view = allies' pieces
option-ally_view-none = unseen
option-ally_view-allies = seen
option-losers_view = who is out sees allies
option-losers_view-allies = yes
option-losers_view-none = no
option-colours = colours by
option-colours-first_engineer = the first engineer
option-colours-first_flip = the first flip
option-small_hits_big = hopeless attacks
option-small_hits_big-allowed = allowed
option-small_hits_big-forbidden = forbidden
option-repetition = third occurrence
option-repetition-draw = draw
option-repetition-chaser_loses = the chaser loses
option-repetition-off = nothing

## Events and positions

word-stuck = stuck
event-tossed-first = { $seat } begins (public toss: { $value })
change-shown = { $cell } is army { $army }'s { $kind }
fact-junqi-lost = pieces off the board: { $a }
fact-colours = army 0: { $a }, army 1: { $b }
fact-face_down = face down: army 0 { $a }; army 1 { $b }
fact-fight = { $a } attacks { $b }, the announcement is awaited
fact-show = must show the flag: { $a }
fact-stuck = { $a } cannot move, it says
fact-turn_up = { $a } is being turned up
fact-carried = flags on the way: { $a }
fact-lying = flags on the ground: { $a }
fact-junqi-quiet = quiet for { $a } plies, a draw after { $b }

## Layouts

ask-layout =
    Set up: type a line, as { $example }; or
      layout random · layout list for those that are kept · layout NAME to take one
    Look at it, then type ok to give it; nothing is sent before. ? lists other commands.
layout-help =
    a line         { $line }
    layout random  one by chance
    layout list    those that are kept
    layout NAME    take one
    layout save NAME [LINE]   keep a line, or what you are looking at
    layout forget NAME        drop one
    swap { $one } { $other }     exchange two cells
    layout hide    do not show it when a hidden game is over; layout show: do
    ok             give it
layout-draft =
    { $line }
    It is legal. Type ok to give it, or change it.
layout-faults = This layout has { $count } faults:
layout-faults-next = Correct them and type it again; nothing was sent.
layout-none = There is no layout yet: type a line, or layout random.
layout-no-swap = Only two cells of your own field can be exchanged, as in swap { $one } { $other }.
layout-unknown = No layout is called "{ $name }"; layout list shows those that are.
layout-bad-name = This cannot be a name: one word, at most 72 bytes.
layout-saved = Kept "{ $name }": { $line }
layout-given = Committed ✓ It is shown when all have set up.
layout-hidden = Given ✓ Only proofs are sent: nobody sees the layout.
status-layouts = Waiting for { $seats } to set up …
moves-many = { $count } moves. Type moves to list them all, moves CELL for those from one cell, on the board.
look-one = One cell only, as in moves { $one }.
look-no-cell = The board has no cell "{ $cell }"; cells are called as { $one } or { $other }.
move-illegal-because = This cannot be played: { $why }. Type moves to see what can.
match-help-junqi =
    a move         05a-04a goes, 05ax15a attacks (or 05a 15a), *05a turns up (or just 05a)
    moves 05a      what can be played from 05a, on the board
    the board      behind each piece its army; o is an empty camp, # an empty headquarters;
                   < > is the last move

## Commands about rules

help-rules-perft-layout = a layout: given once it is everybody's, else one for each seat; a usual one by default
help-rules-perft-seed = layouts by chance, from this seed
help-rules-perft-after =
    Of a hidden game the open one with the same rules is counted: it has the same moves. A flip game is
    counted up to its flips: what a flip shows is tossed, and nothing behind it is counted.
    The lowest seat begins.
choices-many = There are too many layouts to list; one is as { $example }.
perft-open = A hidden game: the open game with the same rules is counted.
perft-toss = A flip is followed by a toss; nothing behind it is counted.
perft-no-layouts = nobody sets up here
perft-layout-count = once, or once for each of { $count } seats
event-no-ruling = rule takes { $count } answers with commas: yes, no, code:N, piece:N, or - for none
claim-can-move = a piece can move
claim-fight = what the fight comes to
claim-show = where the flag is
claim-stuck = no piece can move
claim-within = a piece that can go so

## The window

elsewhere = This program's window cannot play { $game } yet; a terminal can.
elsewhere-next = Leave here, then run in a terminal:
elsewhere-join = Run qiyue join in a terminal, with this invitation behind it.
elsewhere-copy = Copy the command
elsewhere-leave = Leave

arg-level = How well machines play: random, quick or strong (default)

event-fight = { $attacker } attacks { $defender }
event-fight-won = { $attacker } attacks { $defender } and wins
event-fight-lost = { $attacker } attacks { $defender } and dies
event-fight-both = { $attacker } attacks { $defender }: both die

## Imports

help-import = Import a .jgs replay (Junqi for four) and play it through by our rules
help-import-file = A .jgs file; "-" is standard input
help-import-out = Write the game as text to this new file; "-" is standard output
help-import-after =
    It is followed under the preset qq-4p: moves that our rules refuse and fights that end otherwise are
    listed. The text says that the game was imported and is not signed.
    Exit codes: 0 followed to its end, no difference · 1 differences, or not a valid file · 2 usage or
    I/O · 3 no difference, but the game is not over.
import-read = { $records } records.
import-differs = { $count } differences from our rules:
import-more = { $count } more are not listed.
import-same = No difference from our rules. { $outcome }.
import-open = No difference from our rules; the game is not over.
import-unsigned = It was imported and is not signed: who played it, and whether anybody did, cannot be checked.
import-bad = { $file } cannot be imported; { $count } faults: { $list }
import-bad-next = Take another file: a .jgs file of four players who had set up.
import-no-out = { $file } cannot be written: { $why }.
import-no-out-next = Take a new name; a file that is there is never changed.

layout-opened = The layout of { $seat }: { $line }
layout-not-hidden = Everybody sees the layouts of this match.
layout-will-show = Your layout is shown when the match is over.
layout-will-hide = Your layout is not shown when the match is over; layout show changes that.
layout-lost = Your layout of this match is no longer on this machine: what you owe cannot be shown or proven. Type layout and the line that you set up with, and you play on; else restore the data directory from a backup that has it, or resign.

demo-set-up = Proofs: the own set-up took { $longest } ms
demo-set-up-checked = Proofs: the other's set-up was checked in { $longest } ms
demo-moved = Proofs: { $times } own attacks and the like, { $mean } ms each, { $longest } ms at most
demo-attacked = Proofs: { $times } attacks checked and answered, { $mean } ms each, { $longest } ms at most
demo-answered = Proofs: { $times } answers checked, { $mean } ms each, { $longest } ms at most
