# The table of a match in the window.

board-empty = empty
board-own = own { $kind }
board-own-lent = own { $kind } of army { $army }
board-other = { $kind } of seat { $seat }
board-other-lent = { $kind } of army { $army }, led by seat { $seat }
board-go = can move here
board-take = can capture
board-pick = can be picked
board-chosen = chosen
board-start = can act
board-last = last move

## Whose turn it is

play-choose = Choose a gesture
play-choose-as = { $seat }: choose a gesture
play-move = Your turn to act
play-move-as = { $seat } is to act
play-begin = Waiting for all to confirm the start…
play-answer = The programs are settling it…
play-show = All are showing at once…
play-toss = Tossing a public random number…
play-seal = Signing the result…
play-over = The match is over
play-wait = Nothing for you to do now.
play-sealed = Sealed
play-sealed-wait = Waiting for { $seats }; all is shown at once when everybody has sealed.
play-sealing = Choose one. It is sealed and nobody sees it until all have chosen.
play-card = { $title }: { $beats }, { $moves } (press { $key })
choice-laoqi-J-beats = beats paper
choice-laoqi-J-moves = moves Warriors
choice-laoqi-S-beats = beats scissors
choice-laoqi-S-moves = moves Shields, Assassins
choice-laoqi-B-beats = beats rock
choice-laoqi-B-moves = moves the King

## A move

play-pick-first = Click a piece with a frame.
play-pick-next = Click where it goes: a dot is a move, a ring a capture. Click the piece again to cancel.
play-pick-word = Pick one:
play-pick-next-or-word = Click where it goes, or pick one:
play-cancel = Cancel (Esc)
play-push = Push
play-do = Do it
play-back = Back
play-follows = After this:
play-go = { $count } pieces move, see the arrows.
play-none-gone = No piece leaves the board.
type-title = Type a move (press /)
type-hint = like d2-d3
type-unread = Not understood ({ $place }: { $reason }).
type-illegal = This cannot be played now.

## Position and history

play-facts = Position
play-history = History
play-history-none = Nothing has happened yet.
play-offered = { $seat } offers a draw.
play-declined = { $seat } does not agree to a draw.
play-silent = The time of { $seat } is over without an answer. You can go on waiting, or close the match.
reveal-acts = { $seats } acts
reveal-again = A tie: once more
reveal-play-off = Level: { $seats } once more
reveal-passed = The ply passes; { $seats } choose for the next

## Seats

seat-is-machine = machine
seat-is-own = you
seat-is-here = at this screen
seat-out = out
seat-away = not connected
seat-for-draw = for a draw
seat-thinks = thinking…
seat-turn = to move
seat-choose = to choose
seat-sealed = sealed
seat-done = done

## At any time

act-draw = Draw
act-withdraw = Take back
act-accept = Accept
act-decline = Decline
act-record = Record
act-record-close = Hide
act-resign = Resign
act-confirm = Confirm
act-confirm-resign = Resign!
act-confirm-close = Close!
act-close = Close
act-leave = Leave
act-sure-resign = { $seats } resigns? Press “Resign!”.
act-sure-close = End as unanswered, no result? Press “Close!”.
act-offers = { $seats } for a draw.

## Handing over

cover-title = Hand the screen to { $seat }
cover-note = Everybody else, please look away.
cover-go = Handed over, go on

## Hints

hint-no-more = No more hints
hint-move = Click one of your pieces, then where it goes.
hint-preview = Arrows: what moves. Crosses: what leaves. Enter confirms, Esc goes back.
game-laoqi-hint-choose = Whoever wins rock, paper, scissors acts, with the pieces that the gesture drives.
game-laoqi-hint-K = The King steps, or commands an own piece beside it; on another base line it can incite a Shield.
game-laoqi-hint-W = A Warrior steps one cell straight and captures so. Nobody captures a Shield.
game-laoqi-hint-S = A Shield steps diagonally; onto a piece it pushes the whole run. Once a Warrior is lost it can be promoted.
game-laoqi-hint-A = An Assassin steps straight; diagonally it dies together with an enemy.

## Keys

keys-title = Keys
keys-choose = choose a gesture (or J S B)
keys-focus = move over the board
keys-enter = pick; confirm a preview
keys-escape = one step back
keys-type = type a move
keys-last = tell the last event
keys-facts = tell the position
keys-seats = tell the seats, clocks, connections
keys-sheet = show or hide this list
keys-close = Hide
