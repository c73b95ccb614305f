# The window: its frame, its home, rooms, settings.

window-failed = The window cannot be opened ({ $why }); here is a game in the terminal instead.
window-failed-next =
    On Debian or Ubuntu install: sudo apt-get install libx11-6 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libxkbcommon-x11-0 libgl1
    Then run qiyue on a desktop with a display. To play in the terminal: qiyue host, qiyue join ADDRESS.
window-none = This program was built without its window.
window-none-next = To watch a record in the terminal: qiyue replay FILE; to audit it: qiyue audit FILE.
window-name = Qiyue
bar-rules = Rules
bar-settings = Settings
theme-system = As the system
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast

## Everywhere

back = Back
clock-none = no time limit
clock-seconds = { $seconds } s a move
clock-minutes = { $minutes } min a move
seats-count = { $count } seats
options-usual = usual rules
option-quiet_limit-0 = none
ago-now = just now
ago-minutes = { $count } min ago
ago-hours = { $count } h ago
ago-days =
    { $count ->
        [1] yesterday
       *[other] { $count } days ago
    }
title-hosting = Waiting for players
title-room = In a room
title-sign = Read the contract
title-turn = Your turn
title-playing = In a match
title-over = Match over

## Home

seal = 棋约
hero-name = Qiyue
hero-line =
    Board games with people nearby, without a server.
    Every step is signed: anybody can check who won.
home-rooms = Rooms nearby
home-records = Records
home-create = New room
home-create-about = Opens at once, rules inside
home-machine = Play the computer
home-machine-about = A game at once
home-beside = Two at one screen
home-beside-about = Take turns at this computer
home-open = Open a record
home-open-about = Replay and check past matches
home-fingerprint = Fingerprint { $fingerprint }
fingerprint-about = Anybody can take any name, nobody can copy a fingerprint: compare it once in person, then you know whom you play.
alias-change = Rename
alias-later = Leave the room or match first
alias-field = Your name
alias-save = Take this
alias-empty = A name needs a visible character, and no space around it.
alias-long = The name is too long: at most 24 Chinese characters.
alias-character = A character cannot stand in a name; try plain letters.
join-field = The host's address
join-hint = Paste the host's address or message
join-address = Join
room-join = Join
room-join-name = Join the room of { $host }
room-seats = { $seats } seats, { $free } free
room-game = { $game }, rules version { $version }
room-version = version { $version }
room-gone = The host has left
room-full = All seats are taken
room-protocol-older = The host's program is older (protocol { $theirs }, yours { $ours }); ask for an update
room-protocol-newer = Your program is older (protocol { $ours }, the host's { $theirs }); update first
room-rules-unknown = Your program does not have version { $version } of { $game }; update first
finding-off = Rooms on this network are not looked for. Paste the host's address below to join.
finding-on = Other programs on this network: { $count }.
finding-failed = Rooms cannot be looked for ({ $why }). Paste the host's address below to join.
rooms-none = No rooms found yet
rooms-none-wifi = Not the same Wi-Fi: both computers must be on one network.
rooms-none-vpn = A VPN is on: switch it off and see.
rooms-none-firewall = A firewall is in the way: allow qiyue on the local network.
rooms-none-router = The router keeps devices apart, as guest networks do: use another.
steps-name = With friends
step-one = Press New room; its rules can be changed inside.
step-two = Friends see the room here, or join by the invitation you send.
step-three = When all are ready, press Start.
resume = Go on
resume-name = Go on with { $players }
resume-title = Not finished: with { $players }
resume-here = friends at this screen
resume-steps =
    { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }
resume-moved = They moved?
resume-field = Their present address
resume-hint = Paste their present address
resume-more = { $count } more
resume-less = Fewer
records-none = No records yet. Every match is kept here by itself.
records-drop = A record (.qiyue) can also be dropped on the window.
records-field = Path of a record
records-hint = Paste the path of a record
records-open = Open
records-name = Open the record of { $players }
drop-later = A record cannot be opened now.
drop-later-next = Drop it again when the match is over or left.

## New room

create-seats = Who sits where
create-seats-about = Friends join the open seats from this network or by the address.
create-seat-name = Seat { $seat }: { $who }
create-seat-me = To change seats, choose Me at another seat.
create-clock = Time
create-options = Rules
create-open = Open room
create-change = Change the room
create-faulty = Some rules contradict each other; see above.
plan-me = Me
plan-beside = Here
plan-bot = Machine
plan-open = Open
preset-laoqi-2 = Easiest to learn
preset-laoqi-3 = Three half boards in a ring
preset-laoqi-4 = A large board for all
preset-laoqi-5 = The middle wears the crown
option-ties-about = After three ties on one gesture its pieces are moved next.
option-incite-about = A King on another's base line may incite one Shield.
option-promotion-about = Shields are promoted only after a Warrior is lost.
option-crown-about = When several win, the holder of the crown picks who moves.
option-quiet_limit-about = So many plies without capture, promotion or incitement are a draw.
option-timeouts-about = A seat that is late more often is out.

## Room

room-start = Start
room-ready = Ready
room-unready = Not ready
room-leave = Leave
room-close = Close room
room-change = Rules and seats
room-complete = Everybody is here: you can start.
room-host-starts = Everybody is here: the host starts.
room-missing-seats = Free seats: { $count }
room-missing-ready = Waiting for { $names } to be ready
seat-free = Free
seat-mine = you
seat-host = host
seat-machine = a machine
seat-machine-level = machine · { $level }
seat-invite = for a friend
seat-ready = ✓ ready
seat-unready = not ready yet
seat-name = Seat { $seat }: { $name }, { $state }
seat-name-free = Take seat { $seat }: free
seat-take = Sit here
seat-to-bot = Machine instead
seat-to-beside = Somebody beside me
seat-free-host = click for a machine
seat-free-guest = click to sit here
seat-to-open = Leave it open
invite = Invite
invite-copy = Copy invitation
invite-about = Friends on this network see the room on their first page; send the others the invitation.
invite-alone = Only programs on this computer can join now.
invite-copied = The invitation is copied: send it to your friends.
brief = The rules in short
brief-laoqi =
    { $seats ->
        [2] Take the other King to win.
       *[other] Without its King a seat is out, and whoever took it commands the army. The last seat wins.
    }
    Every ply begins with rock, paper, scissors: all commit, then all show; the winner moves.
    Scissors move Warriors, rock moves Shields and Assassins, paper moves the King.
    Three ties on one gesture make it pending: next time its pieces are moved, whoever wins.
    A Shield pushes a whole run of one colour diagonally; Shields are never taken.
    { $crown ->
        [on] The middle seat wears the iron crown: when several win, it picks who moves.
       *[off] {""}
    }
brief-shouhu =
    Walk into the other forbidden zone for a point; the other then puts the piece back into your half.
    Enemies, your own pieces and stones can be taken; a taken piece is put down in its own half at once.
    An Advisor borrows the moves of pieces beside it; a Pawn hops over them, several times if it can.
    The piece in your own zone is the guardian: nobody can take it.
brief-all = All rules
asking-title = Calling the host …
asking-about = This takes a few seconds. If nobody answers, the reason is told below.
asking-cancel = Cancel
review-title = Read this contract
review-about = The contract is not what you saw in the room. Read all of it before you sign.
signing-title = The contract is being signed
signing-about = The match begins when all have signed.
signing-signed = signed
signing-waits = not yet
signing-gone = not connected
contract-sign = Sign
contract-decline = Do not sign
contract-machine = What programs do by themselves takes { $seconds } s at most.
contract-id = Id of the contract

## Settings

settings-lang = Language
settings-theme = Colours
settings-scale = Size
settings-scale-keys = Also Ctrl with +, - and 0.
settings-keys = Keys
settings-keys-all =
    Ctrl+Enter: the main thing on a page
    Ctrl+N: choose rules, then open a room. Ctrl+O: open a record
    Ctrl+M: against the computer. Ctrl+D: two at one screen
    F1: rules. F2: settings. F3: chat. Esc: back. In a match, ? shows more
settings-motion = Animations
settings-motion-about = Short ones that never delay a turn.
settings-hints = Hints
settings-hints-about = In the first games, what to do is told beside the board.
settings-coordinates = Names of cells
settings-coordinates-about = Rows and columns beside the board.
settings-alias = Your name
settings-profile = Data folder: { $folder }
settings-profile-about = Keys, matches and records are in this folder; take it along to another computer.
settings-version = Qiyue { $version }
settings-licence = The program may be used under MIT or Apache-2.0, the fonts under the SIL Open Font License.
settings-fonts = Licence of the fonts
settings-fonts-hide = Hide the licence
lang-zh = 中文 (Chinese)
lang-en = English

## Notes

notes-name = Notes
notes-read = OK
notes-read-name = OK: { $what }
profile-other = Another window uses your identity; this one is identity { $number }.
profile-other-next = Close both and open one again to have the first identity back.
problem-address-next-window = Ask the host to press Copy invitation, and paste the whole message.
problem-no-match-next-window = It may be in another data folder; or begin a new game.
problem-no-such-match-next-window = Choose it on the first page.
problem-disk-next-window = See whether the disk is full, then go on from the first page.
problem-network-next-window = See whether the network is down, then open Qiyue again.
refused-same-key-next-window = Every computer needs its own identity; a copied data folder cannot sit with the original.
refused-no-room-next-window = Ask the host to open a room and to send a new invitation.
dial-refused-next-window = Ask the host to open a room, and compare the address. Trying again.
