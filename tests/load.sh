#!/usr/bin/env bash
# Many games at once through one relay, on hosts of their own (network namespaces): how much the
# relay takes. Run by hand: tests/load.sh [GAMES] [SECONDS] [FOLDER], with QIYUE and LOAD naming the
# programs (release builds; a folder in memory keeps the disk out of it).
set -euo pipefail
games=${1:-200} seconds=${2:-60} folder=${3:-$(mktemp -d)}
: "${QIYUE:?the program qiyue}" "${LOAD:?the example load of crate tests}"
ulimit -n "$(ulimit -Hn)"
name() { printf 'qiyue-load-%s-%s' $$ "$1"; }
hosts=$(name hosts) guests=$(name guests) middle=$(name relay)
clean() {
    # shellcheck disable=SC2046
    kill $(jobs -p) 2>/dev/null || true
    for host in "$hosts" "$guests" "$middle"; do ip netns delete "$host" 2>/dev/null || true; done
}
trap clean EXIT
for host in "$hosts" "$guests" "$middle"; do
    ip netns add "$host"
    ip -n "$host" link set lo up
done
cable() {
    ip link add net netns "$1" type veth peer name "$4" netns "$middle"
    ip -n "$1" address add "$2" dev net
    ip -n "$1" link set net up
    ip -n "$middle" address add "$3" dev "$4"
    ip -n "$middle" link set "$4" up
}
cable "$hosts" 10.77.1.2/24 10.77.1.1/24 left
cable "$guests" 10.77.2.2/24 10.77.2.1/24 right
at=(ip netns exec "$middle" "$QIYUE" --lang en relay)
"${at[@]}" init --dir "$folder/relay" --name load --external 10.77.1.1:4001 \
    --external 10.77.2.1:4001 >"$folder/init"
line=$(grep -m1 '^qiyue://r/' "$folder/init")
sed -i -e 's/^rate_limits = .*/rate_limits = false/' -e 's/^circuits = .*/circuits = 1000/' \
    -e 's/^clients = .*/clients = 1000/' "$folder/relay/relay.toml"
"${at[@]}" run --dir "$folder/relay" >"$folder/relay.log" 2>&1 &
relay=$!
until grep -q ready "$folder/relay.log"; do sleep 0.1; done
ip netns exec "$hosts" "$LOAD" host "$folder" "$games" $((seconds + 30)) "$line" >"$folder/hosts.log" &
ip netns exec "$guests" "$LOAD" join "$folder" "$games" "$seconds" >"$folder/guests.log" &
guests_pid=$!
sleep $((seconds / 3))
ticks() { awk '{ print $14 + $15 }' "/proc/$relay/stat"; }
before=$(ticks) from=$SECONDS
sleep $((seconds / 3))
took=$((SECONDS - from)) used=$(($(ticks) - before))
printf 'relay: %s %% of a core over %s s, %s\n' $((used * 100 / took / $(getconf CLK_TCK))) \
    "$took" "$(grep -E 'VmRSS|VmHWM' "/proc/$relay/status" | tr -s '\t ' ' ' | tr '\n' ' ')"
"${at[@]}" status --dir "$folder/relay" --json
for pid in $(pgrep -f "$LOAD" || true); do
    printf 'load program %s: %s ticks\n' "$pid" "$(awk '{ print $14 + $15 }' "/proc/$pid/stat")"
done
wait "$guests_pid"
tail -n 20 "$folder/hosts.log" "$folder/guests.log"
