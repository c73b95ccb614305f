# qiyue relay and qiyue doctor

help-relay = Run a relay for friends: set it up, run it, look at it
help-relay-after =
    A relay passes on encrypted data: it sees who is connected to whom, from where and how many
    bytes, and nothing of the game. First init; send the line that it prints to your friends; then
    run. See tools/relay/README.md.
help-relay-init = Make a relay: a key, a commented configuration, the line for your friends
help-relay-init-name = What your friends see
help-relay-init-listen = Where it listens: IP:PORT; 0.0.0.0:4001 by default; may be given several times
help-relay-init-external = How others reach it: IP:PORT or NAME:PORT; may be given several times
help-relay-init-token = Ask for a token: only those who have the line can use it
help-relay-run = Run it until SIGTERM or Ctrl+C; games are finished first, a second signal ends it at once
help-relay-check-config = Check the configuration and print the line for your friends again
help-relay-status = Ask the running relay how it does
arg-dir = The relay's folder; by default beside the profile, with -relay behind its name

relay-default-name = a friend's relay
relay-made = The relay is made: { $folder }
relay-peer = Its peer id: { $peer }
relay-line = Send this line (or the code) to your friends, who paste it into 棋约 under Settings, Relays:
relay-made-next = Next: qiyue relay run --dir { $folder }
relay-serves = Others reach it at { $address }
relay-runs = It is ready. Ctrl+C stops it.
relay-config-good = The configuration is good.
relay-news-reserved = …{ $peer } can be reached through this relay
relay-news-left = …{ $peer } can be reached through it no more
relay-news-opened = …{ $peer } is connected to …{ $other }
relay-news-closed = …{ $peer } is connected to …{ $other } no more
relay-news-refused = refused …{ $peer }
relay-news-draining = No new connections are taken; games have at most { $seconds } seconds. Ctrl+C again ends it at once.
relay-status =
    Relay "{ $name }": { $state }, for { $minutes } minutes
    Peer id: { $peer }
    Clients that can be reached: { $clients } of { $clients_most }
    Circuits: { $circuits } of { $circuits_most }; { $circuits_total } in all
    Refused: { $refused } times
relay-status-good = running
relay-status-draining = being stopped
relay-status-odd = The status page cannot be read: another version may be running there.

relay-exists = There is a relay in { $path } already.
relay-exists-next = Choose another folder (--dir), or look at it with qiyue relay check-config.
relay-missing = There is no relay in { $path }.
relay-missing-next = Run qiyue relay init first, or name its folder with --dir.
relay-damaged-key = The key file { $path } is damaged.
relay-damaged-key-next = Restore it from a backup; without one make a new relay in another folder and send its line to your friends.
relay-unreadable = The configuration { $path }, line { $why }
relay-unreadable-next = Mend this line, then run qiyue relay check-config.
relay-io = { $path } cannot be used: { $why }
relay-io-next = See whether the folder is there, whether you may use it, and whether the disk is full.
relay-fault-name = { $key }: the name is empty, too long, or has characters that cannot be shown.
relay-fault-name-next = Write a short name of at most 48 letters.
relay-fault-empty = { $key }: nothing is listed.
relay-fault-empty-next = Write "0.0.0.0:4001".
relay-fault-address = { $key }: { $value } is not an address.
relay-fault-address-next = Write IP:PORT, for example 203.0.113.7:4001; an outside address may also be NAME:PORT.
relay-fault-port = { $key }: the port of { $value } cannot be 0.
relay-fault-port-next = Write a port from 1 to 65535, for example 4001.
relay-fault-token = { $key }: a token is 32 digits of hexadecimal.
relay-fault-token-next = Make one with openssl rand -hex 16.
relay-fault-loopback = { $key }: the status page can be on this machine only, not at { $value }.
relay-fault-loopback-next = Write 127.0.0.1:4002.
relay-fault-range = { $key }: it must be from { $least } to { $most }.
relay-fault-range-next = Write a number within this range.
relay-no-address = Nobody could reach this relay: it has only addresses of this machine, and no outside one is written down.
relay-no-address-next = Write under external in relay.toml the IP:PORT or NAME:PORT at which others reach it; behind a router forward the port too.
relay-listen = It cannot listen on { $address }: { $why }
relay-listen-next = See whether a relay is running already, or take another port in relay.toml.
relay-system = The system does not let the relay run: { $why }
relay-system-next = See whether the system restricts this program, and run it again.
relay-no-health = This relay has no status page.
relay-no-health-next = Write health = "127.0.0.1:4002" in relay.toml and start the relay again.
relay-no-status = { $address } does not answer: { $why }
relay-no-status-next = Start it with qiyue relay run.

help-doctor = Look at network, multicast, relays, clock, display; prints a report that can be given away
help-doctor-relay = Look at this relay too (its line); may be given several times
doctor-sign-good = [good]
doctor-sign-warn = [note]
doctor-sign-bad = [bad]
doctor-bad = Something does not work; see above.
doctor-bad-next = Do what is written below it. To ask somebody for help give him the report above: it has no names, keys or whole addresses in it.
doctor-program = 棋约 { $version }, { $system } { $machine }
doctor-no-interface = There is no network: this machine has no address but its own.
doctor-no-interface-next = Plug in a cable or join a Wi-Fi; without a network you can play the machine, or two at one screen.
doctor-interfaces = Network interfaces: { $list }
doctor-interfaces-bad = The network interfaces cannot be seen: { $why }
doctor-interfaces-bad-next = See whether the system restricts this program.
doctor-multicast = Multicast ({ $at }): works on this machine. Whether the router lets it pass cannot be seen from here.
doctor-multicast-bad = Multicast ({ $at }): does not work ({ $why }), so that rooms on this network do not show by themselves.
doctor-multicast-bad-next = Let UDP 5353 through the firewall, switch off the VPN and try again; or paste an invitation.
doctor-mdns = Rooms on this network can be looked for.
doctor-mdns-bad = Rooms on this network cannot be looked for: { $why }
doctor-mdns-bad-next = See whether another program keeps UDP 5353 for itself; or paste an invitation.
doctor-listening = Others can connect to this program.
doctor-listening-bad = Others cannot connect to this program: { $why }
doctor-listening-bad-next = See whether the system restricts this program; you can still join the rooms of others.
doctor-no-relay = There is no relay: friends on other networks will hardly get through.
doctor-no-relay-next = Ask a friend to run one with qiyue relay, and paste its line under Settings, Relays.
doctor-relay = Relay "{ $name }": a place in { $time } ms; each circuit has { $hours } and { $bytes }
doctor-unlimited = no limit
doctor-clock = The clock is right.
doctor-clock-bad = The clock is wrong: it is before the time when this program was made.
doctor-clock-bad-next = Set the system's clock; otherwise invitations seem to have expired.
doctor-clock-ahead = The clock is { $minutes } minutes ahead of the relay's.
doctor-clock-ahead-next = Set the system's clock; otherwise the invitations of others seem to have expired.
doctor-clock-behind = The clock is { $minutes } minutes behind the relay's.
doctor-clock-behind-next = Set the system's clock; otherwise your invitations seem expired to others.
doctor-display = There is a display for the window.
doctor-display-bad = There is no display: the window cannot open, the terminal can.
doctor-display-bad-next = Run it on a desktop, or set DISPLAY.
doctor-libraries = The system's libraries for the window are there.
doctor-libraries-bad = Libraries for the window are missing: { $names }
doctor-libraries-bad-next = Debian, Ubuntu: apt-get install libx11-6 libxcursor1 libxi6 libxrandr2 libx11-xcb1 libxkbcommon-x11-0 libgl1
doctor-libraries-unknown = Which libraries the system has cannot be seen.
doctor-libraries-unknown-next = If the window opens, all is well.
doctor-fonts = Own fonts: { $size } KiB; no Chinese font needs to be installed.
