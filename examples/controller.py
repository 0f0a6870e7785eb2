#!/usr/bin/env python3
"""A minimal controller: the engine against somebody who plays at random.

    examples/controller.py [ENGINE [ARGUMENT ...]]

It knows nothing about Othello. The engine keeps the game, lists the legal
moves and says who has won.
"""

import random
import subprocess
import sys


class Engine:
    """A program that speaks lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,  # each line is sent at once
        )

    def send(self, line):
        print(line, file=self.process.stdin)

    def answer(self, word):
        """The words after this one, on the first line that begins with it."""
        for line in self.process.stdout:
            first, *rest = line.split()
            if first == "error":
                raise ValueError(line)
            if first == word:
                return rest
        raise EOFError("the engine has ended")


def main():
    engine = Engine(sys.argv[1:] or ["target/release/outflank"])
    engine.send("newgame othello")
    engine.send("setoption name Level value 4")
    engine.send("isready")
    engine.answer("readyok")

    engine_moves = False
    played = []
    while True:
        engine.send("legal")
        legal = engine.answer("legal")
        if legal == ["none"]:
            break
        if engine_moves:
            engine.send("go")
            move = engine.answer("bestmove")[0]
        else:
            move = random.choice(legal)
        engine.send(f"play {move}")
        played.append(move)
        engine_moves = not engine_moves

    print("moves", *played)
    engine.send("status")
    print(*engine.answer("status"))
    engine.send("quit")
    engine.process.wait()


if __name__ == "__main__":
    main()
