#!/usr/bin/env bash
# Starts the program under Xvfb, goes through its pages as a player would, and takes a picture of
# each: tests/screens.sh [FOLDER] makes the whole set (every page, light and dark, zh and en, 1x and
# 2x), tests/screens.sh --smoke [FOLDER] one picture of each page, and fails where a page is blank.
# Needs Xvfb, xdotool and ImageMagick; as root it runs in a network namespace of its own, in which a
# second program opens a room.
set -euo pipefail
cd "$(dirname "$0")/.."

smoke=false
[[ ${1:-} == --smoke ]] && smoke=true && shift
folder=${1:-target/screens}
program=${QIYUE:-${CARGO_TARGET_DIR:-target}/debug/qiyue}

for tool in Xvfb xdotool import identify; do
    command -v "$tool" >/dev/null || { printf 'skipped: no %s here\n' "$tool"; exit 0; }
done
[[ -x $program ]] || { printf 'build first: cargo build\n' >&2; exit 2; }

# A network of its own: nobody else's rooms in the pictures, and nobody else sees ours.
if [[ -z ${QIYUE_SCREENS_NET:-} && $(id -u) -eq 0 ]] && unshare -n true 2>/dev/null; then
    QIYUE_SCREENS_NET=own exec unshare -n "$0" $($smoke && echo --smoke) "$folder"
fi
network=--local
if [[ ${QIYUE_SCREENS_NET:-} == own ]] && ip link set lo up &&
    ip link add qs0 type veth peer name qs1 2>/dev/null; then
    ip addr add 10.77.0.1/24 dev qs0
    ip link set qs0 up
    ip link set qs1 up
    network=
fi

work=$(mktemp -d)
server='' window='' host='' guests=''
finish() {
    kill $window $host $guests $server 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
mkdir -p "$folder"

# Points of the window, at 1180x800; pictures are of the whole screen, which has the window's size.
factor=1
at() {
    click "$@"
    settle
}
click() {
    xdotool mousemove $(($1 * factor)) $(($2 * factor)) mousedown 1
    sleep 0.1
    xdotool mouseup 1
}
press() {
    xdotool key --clearmodifiers "$@"
    settle
}
# Waits until the screen is the same twice, for a time that does not depend on the machine's speed.
settle() {
    local before='' now
    sleep "${1:-0.2}"
    for _ in $(seq 20); do
        now=$(import -window root -format '%#' info: 2>/dev/null)
        [[ $now == "$before" ]] && return
        before=$now
        sleep 0.2
    done
}

taken=0
picture() {
    local file=$folder/$prefix-$1.png colours
    import -window root "$file"
    colours=$(identify -format '%k' "$file")
    if ((colours < 60)); then
        printf 'blank: %s\n' "$file" >&2
        return 1
    fi
    taken=$((taken + 1))
}

screen() {
    [[ -n $server ]] && kill "$server" && wait "$server" 2>/dev/null || true
    local size=$(($1 * factor))x$(($2 * factor))x24
    Xvfb -displayfd 3 -screen 0 "$size" -nolisten tcp 3>"$work/display" 2>/dev/null &
    server=$!
    for _ in $(seq 50); do
        sleep 0.1
        [[ -s $work/display ]] && break
    done
    export DISPLAY=:$(<"$work/display")
}

# A window with settings of its own, in the middle of the screen and with the keyboard.
open() {
    close
    mkdir -p "$work/player"
    printf '{"lang": "%s", "theme": "%s", "motion": false}' "$lang" "$theme" \
        >"$work/player/window.json"
    [[ $lang == zh ]] && printf '东海飞鱼' >"$work/player/name"
    [[ $lang == en ]] && printf 'Heron' >"$work/player/name"
    WINIT_X11_SCALE_FACTOR=$factor "$program" $network --profile "$work/player" "$@" \
        2>"$work/window.log" &
    window=$!
    for _ in $(seq 100); do
        sleep 0.2
        [[ $(import -window root -format '%k' info: 2>/dev/null || echo 1) -gt 60 ]] && break
    done
    kill -0 "$window" || { cat "$work/window.log" >&2; return 1; }
    xdotool mousemove $((590 * factor)) $((24 * factor))
    eval "$(xdotool getmouselocation --shell)"
    xdotool windowfocus "$WINDOW"
    settle 1.5
}

close() {
    [[ -n $window ]] && kill "$window" 2>/dev/null && wait "$window" 2>/dev/null || true
    window=''
}

# Somebody else's room, if there is a network to see it on.
room() {
    [[ -n $host ]] && kill "$host" 2>/dev/null && wait "$host" 2>/dev/null || true
    host=''
    [[ -n $network ]] && return
    "$program" --profile "$work/host" host three --name "$1" </dev/null >/dev/null 2>&1 &
    host=$!
}

# Others sit down in the room that the window has opened, each with a word for those who are there.
sit() {
    local name port=''
    for _ in $(seq 50); do
        [[ -s $work/player/port ]] && port=$(<"$work/player/port") && break
        sleep 0.1
    done
    for name in "$@"; do
        "$program" --profile "$work/guest-$name" join "10.77.0.1:$port" --name "$name" --bot \
            < <(sleep 2; echo 'say #1') >/dev/null 2>&1 &
        guests="$guests $!"
        sleep 0.5
    done
}

# Rock until it wins: keys for gestures do nothing while a move is due.
win() {
    for _ in $(seq "${1:-14}"); do press 2; done
}

pages() {
    # Where the viewer has its report.
    local name=小明 report=763
    [[ $lang == en ]] && name=Ming && report=832
    rm -rf "$work/player"
    room "$name"
    open
    settle 2
    picture 01-home
    press F1
    picture 02-rules
    press Escape
    press F2
    picture 03-settings
    press Escape
    press ctrl+n
    picture 04-create
    press ctrl+Return
    settle 1
    picture 05-room
    open
    press ctrl+m
    settle 1
    picture 06-choose
    win
    at 200 650
    picture 07-move
    at 288 562
    picture 08-push
    press Escape
    press Escape
    at 1128 724
    settle 1
    picture 09-drawer
    at 1128 724
    # The second step of resigning waits for a few seconds only.
    click 890 766
    sleep 2
    at 969 766
    settle 1.5
    picture 10-result
    at "${look_at[@]}"
    settle 1.5
    picture 11-viewer
    at "$report" 136
    settle 1
    picture 12-report
    # The game with layouts: its presets, a layout, a position.
    open
    press ctrl+n
    at 170 87
    picture 13-shouhu
    at 250 467
    press ctrl+Return
    settle 1
    picture 14-set-up
    at 700 156
    settle 2
    picture 15-shouhu-move
    # Four others in a room, who talk, and then at the table.
    [[ -n $network ]] && return
    open
    press ctrl+n
    at 1014 168
    press ctrl+Return
    settle 1
    sit "$name" 老王 Bob
    settle 3
    picture 16-room-five
    press F3
    settle 1
    picture 17-room-talk
    press F3
    sit Eve
    settle 1
    press ctrl+Return
    settle 2
    picture 18-table-five
    press F3
    settle 1
    picture 19-table-talk
    kill $guests 2>/dev/null || true
    guests=''
    rm -rf "$work"/guest-*
}

# Where the result card has 看棋谱.
look_at=(294 391)

langs=(${LANGS:-zh en}) themes=(${THEMES:-light dark}) factors=(${FACTORS:-1 2})
$smoke && langs=(zh) themes=(light) factors=(1)
for factor in "${factors[@]}"; do
    screen 1180 800
    for theme in "${themes[@]}"; do
        for lang in "${langs[@]}"; do
            prefix=$lang-$theme-${factor}x
            pages
        done
    done
done
printf '%d pictures in %s\n' "$taken" "$folder"
