#!/bin/sh
# Plays two engines against each other with nothing but the shell.
#
#     examples/two_engines.sh [ENGINE [OTHER]]
#
# Each engine is a program between two named pipes. The engines know the
# rules, so the script need not: it passes the list of moves from one to the
# other until there is no move left, and asks who has won.
set -eu
black=${1:-target/release/outflank}
white=${2:-$black}

pipes=$(mktemp -d)
trap 'rm -r "$pipes"' EXIT
mkfifo "$pipes/to-black" "$pipes/from-black" "$pipes/to-white" "$pipes/from-white"
$black < "$pipes/to-black" > "$pipes/from-black" &
exec 3> "$pipes/to-black" 4< "$pipes/from-black"
# The second engine must not hold the pipes of the first.
$white < "$pipes/to-white" > "$pipes/from-white" 3>&- 4<&- &
exec 5> "$pipes/to-white" 6< "$pipes/from-white"

# Reads lines up to the one that begins with the word $1, and prints the rest
# of it.
answer() {
    while read -r word rest; do
        if [ "$word" = "$1" ]; then
            echo "$rest"
            return
        fi
    done
    echo "the engine has ended" >&2
    exit 1
}

# Asks for a move after the moves so far.
think() {
    echo "position startpos${moves:+ moves$moves}"
    echo "go depth 4"
}

moves=
turn=black
while :; do
    case $turn in
        black) think >&3; reply=$(answer bestmove <&4); turn=white ;;
        white) think >&5; reply=$(answer bestmove <&6); turn=black ;;
    esac
    move=${reply%% *}
    [ "$move" != none ] || break
    moves="$moves $move"
done

echo "moves$moves"
# The last move may have been the other engine's.
echo "position startpos moves$moves" >&3
echo status >&3
answer status <&4
echo quit >&3
echo quit >&5
wait
