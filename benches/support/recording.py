"""Processor time that recording adds to a frame of a game: the same run without it, with hooks that do nothing, and with it."""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
FRAMES = 60
RUNS = 5


def places():
    """Places of 2,000 sprites around (300, 240), 100 of them less than 32 px away."""
    random.seed(2)
    yield from ((random.randrange(270, 330), random.randrange(210, 270)) for _ in range(100))
    left = 1900
    while left:
        x, y = random.randrange(4000), random.randrange(4000)
        if max(abs(x - 300), abs(y - 240)) > 140:
            left -= 1
            yield x, y


def median_frame(frame):
    """Milliseconds of processor time of the median frame; `frame` is given the way in which all sprites move."""
    times = []
    for number in range(FRAMES):
        start = time.process_time()
        frame(1 if number % 16 < 8 else -1)
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times[10:])


def run(program, way, kind, **variables):
    """The median frame of a run of its own."""
    sys.path.insert(0, str(ROOT / "tests/run"))
    import harness

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl" if kind == "logger" else None
        code, text, errors = harness.run([program, way, kind], log, **variables)
    assert code == 0, errors
    return float(text)


def main(program, ways, play, hook_nothing, **variables):
    """Plays one way of testing, or prints the table of all."""
    if sys.argv[1:]:
        way, kind = sys.argv[1:]
        if kind == "hook":
            hook_nothing()
        print(play(way))
        return
    print("| way of testing | without, ms | hooks that do nothing | logger | ratio of what is added |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for way in ways:
        rounds = [[run(program, way, kind, **variables) for kind in ("alone", "hook", "logger")] for _ in range(RUNS)]
        alone, hook, logger = map(statistics.median, zip(*rounds))
        ratio = f"{(logger - alone) / (hook - alone):.1f}" if hook - alone > 0.05 else "–"
        print(f"| {way} | {alone:.2f} | {hook - alone:+.2f} | {logger - alone:+.2f} | {ratio} |")
