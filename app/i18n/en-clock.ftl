# Clocks and pauses.

clock-total-minutes = { $minutes } min in all
clock-total-seconds = { $seconds } s in all
clock-total-increment = { $total }, { $increment } s more after each move
header-clock-total = { $clock }; { $machine } s for programs
contract-clock-total = Time: { $clock }

## Terminal

ask-time-left = You have { $clock } left.
clock-runs = { $seat } has { $clock } left, running
clock-stands = { $seat } has { $clock } left
pause-stands = You are for a pause. If all who are in the game agree, the clocks stand until this step is done; resume takes it back.
log-wished-pause = { $seat } is for a pause. Type pause to agree.
log-paused = All agree to a pause: the clocks stand. It ends with the next move.
misuse-no-clock = This match has no time limit, so no clock to stop.

## Window

play-wished-pause = { $seat } is for a pause.
play-paused = All agree to a pause: the clocks stand.
seat-clock-paused = { $what } stands { $clock }
seat-time-short = little time
act-pause = Pause
act-pause-too = Pause too
act-pause-back = No pause
act-wishes = { $seats } for a pause.
act-paused = Paused: it goes on with the next move.

## Watching

help-watch = Watch a match of others
help-watch-address = The invitation or address that the host gave you; a match that has not begun is shown when it does
help-host-watch = Let others watch; =steps: so many steps later (written like --watch=10)
help-resume-watch = Let others watch; =steps: so many steps later
watch-asking = Watching at { $address }: the match is shown when it begins.
watch-here = You are watching: you see what everybody sees. Type quit to leave.
watchers = Watching: { $count }
refused-no-watching = The host lets nobody watch.
refused-no-watching-next = Ask the host to allow it when opening the room (in a terminal: qiyue host --watch).
refused-no-watching-next-window = Ask the host to allow it when opening the room.
act-watching = You are watching.
create-watch = Watching
create-watch-no = Nobody watches
create-watch-yes = Others may watch
create-watch-later = { $steps } steps later
room-watch = Watch
room-watch-name = Watch the room of { $host }
