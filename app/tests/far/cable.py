#!/usr/bin/env python3
"""A cable with weather: passes Ethernet frames between two interfaces, late, and not all of them.

usage: cable.py ONE OTHER DELAY_MS LOSS_PERCENT SEED
       cable.py plain INTERFACE

The second form makes an interface cut its own frames and fill in their checksums, as the ends of
such a cable must. Works on packet sockets, so it needs no traffic control of the kernel. Prints "ready" when it passes
frames; a line "cut" on its input stops it passing anything, "mend" starts it again; the end of its
input ends it.
"""

import array
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import sys
import time

SIOCETHTOOL = 0x8946
# What sets the offloads that would make frames too long or leave their checksums to be filled in later.
OFFLOADS = (0x17, 0x1F, 0x22, 0x24, 0x2C)  # checksums, TSO, UFO, GSO, GRO
ETH_P_ALL = 0x0003
FRAME = 65536
# Frames on their way at most: more are lost, as in any cable.
UNDER_WAY = 4096


def plain(interface):
    """Switches the offloads of an interface off; what it does not know is not on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for command in OFFLOADS:
            value = array.array("B", struct.pack("II", command, 0))
            address, _ = value.buffer_info()
            request = struct.pack("16sP", interface.encode(), address)
            try:
                fcntl.ioctl(control.fileno(), SIOCETHTOOL, request)
            except OSError:
                pass


def opened(interface):
    plain(interface)
    end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    end.bind((interface, 0))
    end.setblocking(False)
    return end


def take(end):
    """The frames that have come in at an end; not those that went out there."""
    for _ in range(64):
        try:
            frame, (_, _, kind, _, _) = end.recvfrom(FRAME)
        except OSError:
            return
        if kind != socket.PACKET_OUTGOING:
            yield frame


def main():
    one, other = opened(sys.argv[1]), opened(sys.argv[2])
    delay, loss = float(sys.argv[3]) / 1000.0, float(sys.argv[4]) / 100.0
    chance = random.Random(int(sys.argv[5]))
    under_way, number, is_whole, asked = [], 0, True, b""
    passed, lost = 0, 0
    print("ready", flush=True)
    while True:
        now = time.monotonic()
        while under_way and under_way[0][0] <= now:
            _, _, to, frame = heapq.heappop(under_way)
            try:
                to.send(frame)
                passed += 1
            except OSError:
                pass
        wait = under_way[0][0] - now if under_way else None
        ready, _, _ = select.select([one, other, sys.stdin], [], [], wait)
        for end, to in ((one, other), (other, one)):
            for frame in take(end) if end in ready else ():
                if not is_whole or chance.random() < loss or len(under_way) >= UNDER_WAY:
                    lost += 1
                    continue
                number += 1
                heapq.heappush(under_way, (time.monotonic() + delay, number, to, frame))
        if sys.stdin in ready:
            said = os.read(sys.stdin.fileno(), 256)
            if not said:
                print(f"passed {passed} frames, lost {lost}", flush=True)
                return
            *lines, asked = (asked + said).split(b"\n")
            for line in lines:
                is_whole = line == b"mend"


if sys.argv[1] == "plain":
    plain(sys.argv[2])
else:
    main()
