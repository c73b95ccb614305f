# Friends far away: invitations, relays, connections
dial-no-relay = The relay in between cannot be used now, so { $address } is not reached.
dial-no-relay-next = It is tried again by itself. If it stays so, ask the host for an invitation with another relay.
dial-not-there = The relay says that the host is not online: { $address }.
dial-not-there-next = No need to paste again: it connects as soon as the host is back and the room is open.
refused-expired = The room of this invitation is closed.
refused-expired-next = Ask the host to open a room again and to send the new invitation.
invitation-none = There is no invitation in this text.
invitation-none-next = Ask the host to press "Copy invitation" and paste the whole message; the link begins with qiyue://.
invitation-typo = The invitation is cut off or mistyped.
invitation-typo-next = Copy it again from the host's message, to the last letter of the link.
invitation-newer = A newer program made this invitation (version { $theirs }, yours reads version { $ours }).
invitation-newer-next = Update your program, then use this invitation.
invitation-older = An older program made this invitation (version { $theirs }, yours reads version { $ours }).
invitation-older-next = Ask the host to update and to send another invitation.
invitation-kind = This is the link of a relay, not the invitation into a room.
invitation-kind-next = Give it to qiyue host --relay; to join a room takes the host's invitation.
invitation-kind-next-window = You can add it to your relays; to join a room takes the host's invitation.
invitation-malformed = This invitation makes no sense: it contradicts itself.
invitation-malformed-next = Ask the host to press "Copy invitation" once more.
invitation-expired = This invitation has expired ({ $ago }).
invitation-expired-next = Ask the host for another one. If it has just been sent, check the date and time of your computer.
relay-line-none = There is no relay link in this text.
relay-line-none-next = Ask whoever runs the relay for the line that begins with qiyue://r/, and paste all of it.
relay-line-typo = The relay link is cut off or mistyped.
relay-line-typo-next = Copy it again, to the last letter.
relay-line-newer = A newer program made this relay link (version { $theirs }, yours reads version { $ours }).
relay-line-newer-next = Update your program, then add this relay.
relay-line-older = An older program made this relay link (version { $theirs }, yours reads version { $ours }).
relay-line-older-next = Ask whoever runs the relay to update and to give you the link again.
relay-line-kind = This is the invitation into a room, not the link of a relay.
relay-line-kind-next = Join that room with qiyue join; links of relays begin with qiyue://r/.
relay-line-kind-next-window = Paste it on the first page to join that room.
relay-line-malformed = This relay link makes no sense: it contradicts itself.
relay-line-malformed-next = Ask whoever runs the relay for the link once more.
relay-dial = The relay "{ $name }" is not reached: { $why }.
relay-dial-next = Check your own network, and ask whoever runs the relay whether it is on. It is tried again by itself.
relay-token = The relay "{ $name }" wants a token, and the link has none or a wrong one.
relay-token-next = Ask whoever runs the relay for the link with the token, and add it again.
relay-full = The relay "{ $name }" is full.
relay-full-next = Try again later, or use another relay.
relay-draining = The relay "{ $name }" is being stopped and takes nobody new.
relay-draining-next = Wait until it is back, or use another relay.
relay-version = The relay "{ $name }" speaks another version.
relay-version-next = Update both programs to the same version.
relay-too-small = The relay "{ $name }" allows too little for a game (each connection: { $why }).
relay-too-small-next = Use another relay, or ask its owner to allow at least one hour and 1 MiB.
relay-none = "{ $name }" is no relay, or does not know its own address.
relay-none-next = Ask its owner to run qiyue relay check-config and to set the external address.
relay-refused = The relay "{ $name }" refused without a reason; perhaps there were too many requests.
relay-refused-next = Try again in some minutes, or use another relay.
relay-gone = The connection to the relay "{ $name }" broke.
relay-gone-next = It is being connected again; no step of a match is lost.

## How somebody is reached

way-here = this computer
way-lan = Direct, this network
way-lan-brief = LAN
way-internet = Direct, Internet
way-internet-brief = Internet
way-relay = Via relay "{ $name }"
way-relay-brief = relay
way-reconnecting = Reconnecting { $clock }
way-reconnecting-brief = back? { $clock }
way-never = Not connected yet
way-offline = Offline ({ $why })
way-offline-brief = offline
way-time = { $ms } ms
way-name = { $who }: { $way }
parting-asked = hung up
parting-gone = connection broke
parting-silent = no sign of life
parting-unused = not used for long
parting-misbehaved = sent what is not allowed
parting-foreign = another program
parting-blocked = kept out
tried-trying = being tried…
tried-connected = connected
tried-closed = was connected, then lost ({ $why })
tried-not-punched = a direct way around the relay was not found
tried-refused = no program waits there
tried-unreachable = no way leads there
tried-timed-out = no answer
tried-unknown-name = nobody knows this name
tried-wrong-peer = another program is there
tried-myself = this is your own address
tried-handshake = what is there does not understand, or hung up
tried-no-relay = the relay cannot be used now
tried-not-there = the relay says that they are not online
tried-other = not reached
ago-seconds = { $count } s ago
trail-title = How { $name } is reached
trail-try = { $way } · { $ago }:
trail-none = No address has been tried yet.
trail-close = Close
advice-direct = The two computers are connected directly; there is nothing to do.
advice-relay = Messages go through the relay, encrypted as ever; if a direct way is found, it is taken by itself.
advice-not-punched = No direct way was found, so the relay stays: encrypted as ever, only a little slower. On the same network it would be direct.
advice-no-relay = The relay cannot be used now. It is tried again by itself; if it stays so, ask its owner to look.
advice-not-there = The relay says that they are not online. It connects by itself as soon as they are; you need not do anything.
advice-reconnecting = It is being connected again, and no step of the match is lost. If it takes long, ask about their network.
advice-offline = Their program must come by itself: ask them to open it and to go on with this match.
advice-foreign = Another program is at that address; ask for a new invitation.
reached-lan = { $seat } reached directly on this network{ $time }
reached-internet = { $seat } reached directly over the Internet{ $time }
reached-relay = { $seat } reached through the relay { $name }{ $time }
reached-time = , { $ms } ms

## Invitations

invite-message =
    { $host } invites you to { $game } ({ $seats } players, { $clock }).
    Open Qiyue and copy this text: the first page recognises it.
    { $link }
invite-message-address =
    { $host } invites you to { $game } ({ $seats } players, { $clock }).
    Open Qiyue, paste all of this into the field at the foot of the first page, and press Enter.
    In a terminal: qiyue join { $address }
invite-qr = QR code
invite-qr-name = QR code of the invitation
invite-qr-about = Read it with a phone, then send the text to your friend.
invite-relay = Friends on other networks can come too: through the relay "{ $name }".
invite-relay-trying = The relay "{ $name }" is being reached; until then the invitation works only on this network.
invite-relay-failed = The relay "{ $name }" cannot be used now: the invitation works only on this network.
invite-local = The invitation works only on this network. For friends elsewhere, add a relay first.
invite-to-relays = Relay settings
invite-until = The invitation counts for { $hours } hours.
invite-addresses = Addresses
offer-title = { $host } invites you to { $game }
offer-terms = { " " }({ $seats } players, { $clock })
offer-join = Join, ready
offer-no = No
offer-relay = Add the relay of this link to your relays?
offer-relay-about = Friends on other networks can then come into the rooms you open.
offer-relay-add = Add relay
offer-rules = Your program has no version { $version } of the rules of "{ $game }".
offer-rules-next = Update your program, then use this invitation.
offer-older = The host's program is older (protocol { $theirs }, yours is { $ours }).
offer-older-next = Ask the host to update and to send another invitation.
offer-newer = Your program is older (protocol { $ours }, the host's is { $theirs }).
offer-newer-next = Update your program, then use this invitation.
offer-own = This is the invitation into your own room: send it to a friend.
asking-offline = The host is not online now
asking-offline-next = No need to paste again or to press anything: it connects as soon as the host is back.
asking-tries = What is being tried
asking-stays = It goes on trying by itself, and you are in the room as soon as it succeeds.

## Relays

relays = Relays
relays-about = A relay only passes on encrypted messages: it sees who is connected with whom, when, and how many bytes, but neither games nor names.
relays-none = No relay yet. On one network none is needed; for friends elsewhere, ask whoever runs a relay for its link.
relays-field = Link of a relay
relays-hint = Paste the link that begins with qiyue://r/
relays-add = Add
relays-use = Use it for my rooms
relays-use-name = Use the relay { $name } for my rooms
relays-check = Check
relays-check-name = Check the relay { $name }
relays-drop = Remove
relays-drop-name = Remove the relay { $name }
relay-idle = Not in use
relay-trying = Being asked…
relay-ready = Works (each connection: { $limits })
relay-reserved = In use: others find you through it (each connection: { $limits })
limit-hours = { $count } h
limit-minutes = { $count } min
limit-mib = { $count } MiB
limit-kib = { $count } KiB
limit-none = no limit

## The terminal

asking-host = Calling { $host } …
help-host-relay = A relay through which others can come: its line, beginning with qiyue://r/
help-host-qr = Show the invitation as a QR code too
