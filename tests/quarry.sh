#!/bin/sh
# Has Quarry, a GUI for GTP engines, play the engine against GRhino on a display
# of its own. Its settings are written beforehand, so that a few keys will do
# and it does not matter where on the screen anything is.
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
cat > "$directory/.quarry" << SETTINGS
[GTP Engine "Outflank"]
Screen name format = "%n %v"
Name = "Outflank"
Command line = "$engine --level 2 --log $directory/talk.log"
Supported games = "Reversi"

[GTP Engine "GRhino"]
Screen name format = "%n %v"
Name = "GRhino"
Command line = "$(command -v gtp-rhino || echo /usr/games/gtp-rhino)"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White is computer = true
Engine playing white = "Outflank"
Black is computer = true
Engine playing black = "GRhino"
SETTINGS

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

# Presses keys in a window, and says whether that brought something about.
press() {
    keys=$1 title=$2
    shift 2
    # shellcheck disable=SC2086 # Several keys are several words.
    xdotool windowfocus --sync "$(window "$title")" key --delay 300 $keys || true
    sleep 0.5
    "$@"
}

/usr/games/quarry > /dev/null 2>&1 &
quarry=$!
trap 'kill $quarry $server 2> /dev/null || true' EXIT

talks() { grep -q '> genmove' "$directory/talk.log"; }
enough() { [ "$(grep -c '> genmove' "$directory/talk.log")" -ge $moves ]; }

# New Game; then forward through its pages until the engines talk.
wait_for window 'Control Center'
wait_for press alt+n 'Control Center' window 'New Game'
wait_for press 'alt+f Return' 'New Game' talks
wait_for enough
if command -v import > /dev/null; then
    import -window root "$directory/screen.png"
fi
