#!/usr/bin/env python3
"""Replays games by rules that are not ours.

    cargo run --release --example random_games -- 10000 | tests/second_opinion.py 8
    cargo run --release --example random_games -- 1000 --size 10 | tests/second_opinion.py 10
    tests/second_opinion.py 8 match.jsonl

`pyffish` (PyPI) is Fairy-Stockfish as a Python module. It plays Othello as
`flipello` and `flipello10`: moves are drops such as P@f5, and white moves
first. At every turn its legal moves must be the ones written in the game, and
at the end its discs and its result must be too. Of the games of a match, which
say nothing of other moves, every move must be legal, and the result the same.
"""

import json
import re
import sys

import pyffish

VARIANTS = {"8": ("flipello", 8), "10": ("flipello10", 10)}


def main():
    variant, side = VARIANTS[sys.argv[1]]
    if len(sys.argv) > 2:
        return replay_match(variant, side, sys.argv[2])
    games = turns = passes = 0
    for line in sys.stdin:
        start, *steps, discs = line.split()
        passes += replay(variant, side, start, steps, discs)
        games += 1
        turns += len(steps)
    print(f"{games} games, {turns} turns, {passes} passes: {variant} agrees")
    if games == 0:
        sys.exit("no games came")


def replay(variant, side, start, steps, discs):
    """Plays one game and returns how many passes it had."""

    def theirs(name):
        """Its start is our mirrored one; the standard one is that upside down."""
        column, row = name[0], int(name[1:])
        return f"P@{column}{row if start == 'mirrored' else side + 1 - row}"

    fen, passes = pyffish.start_fen(variant), 0
    for number, step in enumerate(steps, 1):
        legal, _, move = step.partition(">")
        found = pyffish.legal_moves(variant, fen, [])
        if legal == "pass":
            # A pass is the only move there is, and no drop.
            expect(len(found) == 1 and not found[0].startswith("P@"), steps, number, found)
            drop, passes = found[0], passes + 1
        else:
            expect(sorted(found) == sorted(map(theirs, legal.split(","))), steps, number, found)
            drop = theirs(move)
        fen = pyffish.get_fen(variant, fen, [drop])
    board = fen.split("[")[0]
    counted = f"{board.count('P')}-{board.count('p')}"
    expect(counted == discs, steps, "end", counted)
    expect(over(variant, fen), steps, "end", "not over")
    # Its result is for the side to move: positive if that side has won.
    result = pyffish.game_result(variant, fen, [])
    result = result if fen.split("] ")[1][0] == "w" else -result
    first, second = map(int, discs.split("-"))
    expect(sign(result) == sign(first - second), steps, "end", result)
    return passes


def replay_match(variant, side, path):
    """Plays the games of a results file that came to their end on the board."""
    games = turns = 0
    with open(path) as lines:
        next(lines)
        for record in map(json.loads, lines):
            if record["reason"] != "normal" or "board" in record:
                continue
            moves = re.findall(r"pa|[a-j]\d+", record["moves"])
            replay_record(variant, side, moves, record)
            games += 1
            turns += len(moves)
    print(f"{games} games of a match, {turns} turns: {variant} agrees")
    if games == 0:
        sys.exit("no games came")


def replay_record(variant, side, moves, record):
    start, made = pyffish.start_fen(variant), []
    for number, move in enumerate(moves, 1):
        if move == "pa":
            found = pyffish.legal_moves(variant, start, made)
            expect(len(found) == 1 and not found[0].startswith("P@"), moves, number, found)
            made.append(found[0])
        else:
            # Its board is upside down.
            made.append(f"P@{move[0]}{side + 1 - int(move[1:])}")
    # An illegal move among them is an error here.
    fen = pyffish.get_fen(variant, start, made)
    board = fen.split("[")[0]
    black, white = board.count("P"), board.count("p")
    empty = side * side - black - white
    difference = black - white + sign(black - white) * empty
    expect(over(variant, fen), moves, "end", "not over")
    expect(difference == record["difference"], moves, "end", difference)
    winner = ["white", "draw", "black"][sign(difference) + 1]
    expect(winner == record["result"], moves, "end", winner)


def over(variant, fen):
    """Whether neither side has a drop; it lets them pass to and fro for ever."""
    for _ in range(2):
        moves = pyffish.legal_moves(variant, fen, [])
        if any(move.startswith("P@") for move in moves):
            return False
        fen = pyffish.get_fen(variant, fen, moves[:1])
    return True


def sign(number):
    return (number > 0) - (number < 0)


def expect(holds, steps, number, found):
    if not holds:
        sys.exit(f"turn {number} of {' '.join(steps)}: {found}")


main()
