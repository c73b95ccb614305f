# Rooms, joining, matches, the demo. The same keys as zh-play.ftl, as a test checks.

## Rooms

room-opening = Opening the room …
room-open = The room is open ({ $options }). Send the other player this line:
reach-local = { " " }It works on this network only; for friends elsewhere use qiyue host --relay LINK.
reach-relay = { " " }Friends on other networks can come too: through the relay "{ $name }".
reach-relay-trying = { " " }The relay "{ $name }" is being reached; until then it works on this network only.
reach-relay-failed = { " " }The relay "{ $name }" cannot be used now: it works on this network only. The relay is tried again.
room-seat = seat { $seat }: { $who }
room-unready-seats = Everybody is here; waiting for { $seats } to be ready …
room-agreed = Everybody is ready.
seat-bot = machine
seat-empty = empty, waiting
too-many-bots = Too many machines: at most { $most } seats can be theirs, one is yours.
arg-pace = milliseconds that machines take over a move, for those who watch
arg-bot = a machine plays for you
asking = Connecting to { $address } …
seated = You have a seat; { $missing } more must come.
signing = Signing the contract: { $signed } of { $seats } seats have signed.
signing-away = { $seats } not connected; waiting. Type quit to leave.
contract-title = Contract { $id }…
contract-rules = Rules: { $options }
contract-no-clock = Time: no limit
contract-clock = Time: { $seconds } seconds for each decision
contract-player = seat { $seat }: { $name } (fingerprint { $fingerprint }) { $own }
contract-own = ← you
contract-changed = The host has sent another contract instead. Read it anew:
ask-sign = Do you sign this contract? Type y to sign, n not to.
declined = Not signed; the host is told so.
left-early = You have left.
only-quit = There is nothing to do but wait; type quit to leave.
input-over-unsigned = There is no more input. The contract is not signed.
input-over = There is no more input. The match stays on the disk; go on with qiyue resume.

## A match

board-sheet = half
ask-seat = It is up to { $seat }.
ask-choice = Your gesture (not shown while you type): { $choices }
ask-choice-pipe = Your gesture: { $choices }
ask-choice-again = Not understood. Your gesture: { $choices }
committed = Committed ✓ All are shown together when everybody has committed.
moves-title = { $count } legal moves:
ask-time = You have { $seconds } seconds for it.
ask-move = Which move? Type its notation or number; ? for other commands.
move-illegal = That is not allowed now; type moves to see what is.
move-unread = Not understood ({ $place }: { $reason }); type moves to see what is allowed.
not-your-turn = It is not your turn; ? for what you can do.
match-help =
    notation or number   makes this move
    moves                lists the legal moves
    board                draws the board again
    draw                 offers a draw, or accepts one; withdraw takes it back, decline refuses
    pause                is for a pause, or agrees to one; resume takes it back; clock shows the clocks
    resign               resigns; must be typed twice
    seats                who is there and how, and what can be done while somebody is away
    handover             a machine plays for you, at random, quick or strong; takeback: you again
    rematch              when this is over, the same again with seats swapped (if all want it)
    close                ends the match as claimed when the other is silent for good
    quit                 leaves; go on later with qiyue resume
resign-again = Do you really resign? Type resign once more.
left = You have left. The match stays on the disk; go on with qiyue resume.
draw-stands = Your draw offer stands until you move; withdraw takes it back.
log-offered = { $seat } offers a draw. Type draw to accept, decline to refuse.
log-declined = { $seat } declines a draw.
log-silent = The time of { $seat } is over and there is no answer. Wait, or type close to end the match as claimed.
status-moves = Waiting for { $seats } to move …
status-ready = { $seats } committed ✓
status-choose = Waiting for { $seats } to commit …
status-choose-some = { $ready } committed ✓, waiting for { $seats } …
status-away = { $seats } not connected, reconnecting …
status-found-at = If the others do not find you, they go on with one of these:
status-back = { $seats } is back.
status-unsettled = Waiting for { $seats } to connect again; both sides compare before anything goes on.
ended-no-game = There is no game: { $seat } gave no answer.
ended-claimed = The match was closed as claimed: { $seats } gave no answer. There is no result; the record says so.
ended-cheated = { $seat } broke the protocol in step { $step } ({ $check }). The proof is in the record; check it with qiyue audit.
ended-diverged = In step { $step } { $seat } has another position. The match stops; check the record with qiyue audit.
ended-fault = The program failed: { $why }. The match stops; the record stays.
record-at = Record: { $path }

## Problems

bad-name = This name cannot be used: { $why }.
bad-name-next = Take another, of at most 24 Chinese characters and without control characters.
bad-crash = --crash-at is not understood: { $why }.
no-profile = There is no place for your data.
no-profile-next = Name one with --profile DIR.
profile-busy = Another qiyue is using { $why }.
profile-busy-next = Close it, or take another folder with --profile.
profile-bad = The data folder cannot be opened: { $why }.
problem-address = This is not an address: { $why }.
problem-address-next = Paste everything after join from the host's screen.
address-empty = there is nothing
address-long = it is too long
address-no-port = the port is missing
address-host = "{ $part }" is not a host
address-port = "{ $part }" is not a port
address-peer = "{ $part }" is not a program's identity
address-part = "{ $part }" is not understood
problem-no-match = There is no match to go on with.
problem-no-match-next = Name the folder of that match with --profile, or open a room with qiyue host.
problem-no-such-match = No match, or more than one, begins with { $id }.
problem-no-such-match-next = Give more of the id; it is the name of the folder in matches.
problem-contract = This contract cannot be signed: { $why }.
problem-contract-next = Ask the host to open a new room.
problem-declined = { $name } did not sign the contract.
problem-declined-next = The seat is free again and the room still open: wait for somebody, or agree on the rules first.
problem-disk = The disk failed: { $why }. Nothing was sent that is not stored.
problem-disk-next = See whether the disk is full, then go on with qiyue resume.
problem-misuse = This cannot be done now: { $why }
problem-network = The network cannot be used: { $why }.
problem-network-next = Take another port (--port), or see whether another qiyue is running.
problem-other-version = The other program speaks another version of the protocol.
problem-other-version-next = Both sides need the same version.
problem-room-closed = The host has closed the room.
problem-room-closed-next = Ask the host to open it again.
problem-unseated = { $name } asked for a seat in vain: { $why }
refused-full = The room is full.
refused-same-key = Another player at this table has the same key.
refused-same-key-next = Play with a profile of your own (--profile DIR); a copy cannot sit at the same table.
refused-no-room = Nobody waits for players there.
refused-no-room-next = Ask the other player to run qiyue host first.
refused-protocol = The protocol versions differ: the host's program uses version { $host }.
refused-protocol-next = Both sides need the same version.
refused-rules = The versions of the rules differ: the host's program has version { $version } of { $game }.
refused-rules-next = Both sides need the same version.
dial-refused = Nothing is listening at { $address }.
dial-refused-next = Ask the host to run qiyue host, and compare the port. Trying again.
dial-unreachable = There is no way to { $address }.
dial-unreachable-next = Compare the address; both computers must be on one network.
dial-timed-out = { $address } does not answer.
dial-timed-out-next = See whether a firewall is in the way, and compare the address.
dial-unknown-name = The name { $address } is not known.
dial-unknown-name-next = Compare the address, or use an IP address.
dial-wrong-peer = At { $address } another program answers: { $why }.
dial-wrong-peer-next = Ask the host for the address once more.
dial-myself = { $address } is your own address.
dial-myself-next = Use the host's address.
dial-handshake = What answers at { $address } does not speak our language, or hung up.
dial-handshake-next = Compare the port; it may not be qiyue.
dial-other = { $address } cannot be reached: { $why }.
misuse-early = the others still have time.
misuse-nobody-silent = nobody is silent.
misuse-unconfirmed = nobody is known to have your last entry: wait for somebody, or leave and go on another day.
misuse-not-own = This seat is not yours.
misuse-not-due = It is not your turn.
misuse-decided = You have already decided in this step.
misuse-wrong-kind = This is not what is asked for now.
misuse-illegal = The rules do not allow it.
misuse-over = The match is over.
misuse-unsettled = The others have not been reached since the restart.

## Demo

demo-intro = Demo: a second process of this program is started; two machines play over real sockets. Every step is signed and kept in two records.
demo-intro-laoqi =
    Demo: a second process of this program is started; two machines play 劳棋 over real sockets.
    Before every move both commit, then both show; every step is signed and kept in two records.
demo-intro-junqi =
    Demo: a second process of this program is started; two machines play Junqi over real sockets.
    Layouts and public tosses are committed to, then shown; every step is signed and kept in two records.
demo-second = The second process ({ $process }) connects to { $address }
demo-progress = ply { $ply } · step { $step } · { $living } seats in the game · head { $head }…
demo-late = The demo was not done within a minute.
demo-folder = There is no place for the demo's data: { $why }.
demo-no-second = The second process cannot be started: { $why }.
demo-unread = The record cannot be read: { $why }.
demo-complete = Audited: the record of { $name }, { $checks } checks passed
demo-incomplete = The record of { $name } is incomplete or wrong.
demo-same = Both records are the same, byte for byte. It took { $seconds } s.
demo-kept = Both records stay in { $path }; look at them with qiyue audit, replay and inspect.
demo-passing = The records were not kept; add --profile DIR to keep them.
demo-differ = The records differ. It took { $seconds } s.
