"""What stops add to a frame of a game that `maskscope run --break` could stop, before anything is judged.

    python benches/stops.py              prints a table: time of a frame, medians of seven rounds
    python benches/stops.py CHECKS       one run: plays frames, and prints the milliseconds of the median frame

Each round plays the same game with the logger, a second time as a control, with stops that are off, and with stops that are
on and answered at once.
"""

import json
import os
import secrets
import socket
import statistics
import sys
import threading
import time

from support.recording import run

CHECKS = (5, 100, 2000)
FRAMES, ROUNDS = 120, 7


class Program:
    """Answers each question of a game at once."""

    def __init__(self, word):
        self._word = word
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp:127.0.0.1:{self._server.getsockname()[1]}:{secrets.token_hex(16)}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            game, _ = self._server.accept()
            game.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            game.sendall(json.dumps({"do": self._word}).encode() + b"\n")
            for line in game.makefile("rb"):
                if b'"end"' in line:
                    game.sendall(b'{"do": "go"}\n')


def play(checks):
    """Plays frames, and returns the milliseconds of the median one."""
    import pygame

    pygame.display.init()
    screen = pygame.display.set_mode((320, 240))
    image = pygame.Surface((16, 16))
    rects = [image.get_rect(topleft=(number % 20 * 16, 100)) for number in range(checks)]
    mine = image.get_rect(topleft=(0, 100))
    times = []
    for number in range(FRAMES):
        start = time.clock_gettime(time.CLOCK_MONOTONIC)
        mine.x = number % 300
        for rect in rects:
            mine.colliderect(rect)
        screen.blit(image, mine)
        pygame.display.flip()
        times.append(time.clock_gettime(time.CLOCK_MONOTONIC) - start)
    return 1000 * statistics.median(times[20:])


def main():
    os.environ.pop("MASKSCOPE_BREAK", None)
    ways = [{}, {}, {"MASKSCOPE_BREAK": Program("disarm").address}, {"MASKSCOPE_BREAK": Program("arm").address}]
    print("| checks a frame | logger, ms | the same again | stops off | stops on |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for checks in CHECKS:
        rounds = [[run(__file__, str(checks), "logger", **way) for way in ways] for _ in range(ROUNDS)]
        alone, *others = map(statistics.median, zip(*rounds))
        print(f"| {checks:,} | {alone:.3f} | " + " | ".join(f"{it - alone:+.3f}" for it in others) + " |")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(play(int(sys.argv[1])))
    else:
        main()
