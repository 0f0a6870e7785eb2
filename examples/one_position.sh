#!/bin/sh
# Pipes one position into the engine and prints the best move.
#
#     examples/one_position.sh [ENGINE [ARGUMENT ...]]
#
# The position is the one after f5 d6 c3 d3 c4, as 65 characters: the side to
# move, then a1 a2 .. a8 b1 .. h8. A search with a depth is always finished,
# so nothing has to wait for the answer.
set -eu
[ $# -gt 0 ] || set -- target/release/outflank

board='O------------------XX-------XXO-----XX-------X-------------------'
printf 'setboard %s\ngo depth 8\nquit\n' "$board" | "$@" |
    while read -r word move _; do
        [ "$word" != bestmove ] || echo "$move"
    done
