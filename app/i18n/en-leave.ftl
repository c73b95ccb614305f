# Leaving and coming back: who is away, what can be done; machines that play on; draws; rematches.

## Rooms

problem-void = Somebody did not sign this contract; it is void.
problem-void-next = The room is still open and you have your seat: get ready again when all are there.
refused-removed = The host has asked you to leave this room.
refused-removed-next = It does not let you in again. If that was a mistake, ask the host to close it and open another.
kick-whom = Who is to go? Type the number of the seat, as in: kick 1
only-quit-or-kick = There is nothing to do but wait; type kick and a seat to ask a guest to go, quit to close the room.

## Who is away

way-bridged = through { $name }
way-bridged-brief = through others
way-offline-since = offline { $clock } ({ $why })
way-offline-brief-since = offline { $clock }
advice-bridged = There is no direct connection; another player's program passes on what this one signs, which counts just the same. A direct way is still looked for.
reached-bridged = { $seat } is not connected directly; what it signs comes through { $name }
seat-owes = due, and away
away-wait = You can wait, or offer a draw.
away-not-due = Nobody waits for who is away: play on until it is his turn.
away-close = You can wait, offer a draw, or close: the match then ends as claimed, without a winner.
away-close-later = You can wait or offer a draw; in { $clock } you can close: the match then ends as claimed, without a winner.
away-sealing = Wait or leave: the result counts just the same, and the record says whose signature is missing.
away-unsettled = Your program was restarted: at least one seat must connect and compare before you can go on.
away-unsettled-close = Your program was restarted: at least one seat must connect and compare before you can go on. If you do not want to wait, close: the match then ends as claimed, without a winner.
status-seal = The game is decided ({ $outcome }); the final signature of { $seats } is missing.
status-seal-here = { $seats } connected and about to sign.

## Draws

draw-for = for a draw: { $seats }
draw-against = against: { $seats }
draw-open = not said yet: { $seats }

## A machine plays on

seat-is-handed = a machine plays ({ $level })
level-random = at random
level-quick = quick
level-strong = strong
handed = { $seat }: { $told }. Type takeback to play yourself; draws and resigning stay yours.
handed-back = You play yourself again.
handover-level = There are three levels: random, quick, strong. For example: handover quick

## The same again

again-ask = Play again? Type rematch for the same with seats swapped; anything else leaves.
again-asked = You want a rematch with seats swapped; it begins when all do. Type quit to leave.
again-later = Noted: when this is over, you want a rematch with seats swapped.
again-not = No rematch.
again-others = A rematch is wanted by { $seats }.
again-gone = Somebody has left: there is no rematch.

## Window

act-hand-over = Hand over
act-take-back = Take back
hand-over-how = A machine plays for you until you take back:
hand-over-level = Hand over: { $level }
handed-note = A machine plays for { $seat }; draws and resigning stay yours. Take back to play yourself.
result-again-not = Rather not
rematch-open = A rematch needs everybody's word; each sits one seat further.
rematch-wanted = For a rematch: { $seats }
rematch-none = Somebody has left: there is no rematch.
seat-remove = Ask to leave
contract-remove = Ask { $name } to leave
