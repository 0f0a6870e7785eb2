#!/bin/sh
# Has Quarry, a GUI for GTP engines, play the engine against GRhino on a display
# of its own.
#
#     tests/quarry.sh ENGINE DIRECTORY
#
# Leaves in the directory what was said (talk.log) and a picture of the board
# (screen.png), and ends when the engine has been asked for a few moves.
set -eu
engine=$1
directory=$2
moves=8

HOME=$directory
export HOME
Xvfb -displayfd 3 -screen 0 1024x768x24 3> "$directory/display" 2> /dev/null &
server=$!
trap 'kill $server 2> /dev/null || true' EXIT
until [ -s "$directory/display" ]; do sleep 0.2; done
DISPLAY=:$(cat "$directory/display")
export DISPLAY

# Waits until a command succeeds.
wait_for() {
    tries=300
    until "$@" > /dev/null 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { echo "waited in vain: $*" >&2; exit 1; }
        sleep 0.2
    done
}

window() { xdotool search --onlyvisible --name "$1"; }

# Clicks at a place, once the picture has had time to settle.
click() {
    sleep 1
    xdotool mousemove "$1" "$2" click 1
}

/usr/games/quarry > /dev/null 2>&1 &
quarry=$!
trap 'kill $quarry $server 2> /dev/null || true' EXIT
wait_for window 'Control Center'
control=$(window 'Control Center')

# Preferences, GTP Engines, Add.
click 97 188
wait_for window 'Preferences'
click 112 174
click 683 87
wait_for window 'New GTP Engine'
xdotool windowfocus "$(window 'New GTP Engine')"
click 255 26
xdotool type --delay 20 "$engine --level 2 --log $directory/talk.log"
click 462 163
wait_for grep -q quit "$directory/talk.log"

# New Game: Reversi, white is the last of the list, black the first.
sleep 1
xdotool windowraise "$control"
click 97 26
wait_for window 'New Game'
click 36 137
click 36 234
click 293 234
sleep 1
xdotool key End Return
click 36 335
click 436 422
click 440 422

enough() { [ "$(grep -c '> genmove' "$directory/talk.log")" -ge $moves ]; }
wait_for enough
if command -v import > /dev/null; then
    import -window root "$directory/screen.png"
fi
