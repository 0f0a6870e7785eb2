#!/usr/bin/env python3
"""Recomputes every score of OBF files, by the rules and nothing else.

    python3 tests/plain_minimax.py tests/data/endgame/*.obf

Shares no line with the program: boards are strings, every move is tried, and
the only shortcut is alpha-beta. Exits with 1 if any score differs.
"""

import math
import re
import sys

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def other(side):
    return "O" if side == "X" else "X"


def moves(board, side, n):
    """Each legal move, with the squares it turns over."""
    found = {}
    for at in range(n * n):
        flips = [f for step in DIRECTIONS for f in run(board, side, n, at, step)]
        if board[at] == "-" and flips:
            found[at] = flips
    return found


def run(board, side, n, at, step):
    x, y = at % n + step[0], at // n + step[1]
    squares = []
    while 0 <= x < n and 0 <= y < n:
        if board[y * n + x] != other(side):
            return squares if board[y * n + x] == side else []
        squares.append(y * n + x)
        x, y = x + step[0], y + step[1]
    return []


def after(board, side, move, flips):
    cells = list(board)
    for at in [move, *flips]:
        cells[at] = side
    return "".join(cells)


def score(board, side, n, low=-math.inf, high=math.inf):
    choices = moves(board, side, n)
    if not choices and moves(board, other(side), n):
        return -score(board, other(side), n, -high, -low)
    if not choices:
        lead = board.count(side) - board.count(other(side))
        return lead + (lead > 0) * board.count("-") - (lead < 0) * board.count("-")
    best = -math.inf
    for move, flips in choices.items():
        child = after(board, side, move, flips)
        best = max(best, -score(child, other(side), n, -high, -max(low, best)))
        if best >= high:
            break
    return best


def expected(board, side, n):
    """The fields that a line of the file should have."""
    choices = moves(board, side, n)
    if not choices:
        name = "PA:" if moves(board, other(side), n) else ""
        return {f"{name}{score(board, side, n):+d}"}
    fields = set()
    for move, flips in choices.items():
        value = -score(after(board, side, move, flips), other(side), n)
        fields.add(f"{chr(ord('A') + move % n)}{move // n + 1}:{value:+d}")
    return fields


def main(paths):
    wrong = 0
    for path in paths:
        with open(path) as file:
            lines = file.read().splitlines()
        for number, line in enumerate(lines, 1):
            if not line or line.startswith("%"):
                continue
            board, side, rest = re.match(r"([XO-]+) ([XO]);(.*)", line).groups()
            stated = {field.strip() for field in rest.split(";") if field.strip()}
            found = expected(board, side, math.isqrt(len(board)))
            if stated != found:
                wrong += 1
                print(f"{path}:{number}: it says {sorted(stated)}, not {sorted(found)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
