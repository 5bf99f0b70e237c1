"""Compares the engine with pygame-ce, SciPy and OpenCV, taking turns in one run.

    python3 benches/peers.py              every case, as Markdown
    python3 benches/peers.py overlaps     the cases whose question begins with this: mask_ for those of masks without tables
    python3 benches/peers.py --rounds 9   fewer rounds, for a quick look

Both sides get the same masks and must give the same answer before either is timed. In each round the engine and the peer take
two turns each, of at least four milliseconds of thread CPU time. The score is the median of the rounds' ratios. The ratio of the
peer's second turn to its first (A/A) shows the noise of the machine: where it is off by more than 3 %, the case is repeated, up to three
times.

pygame-ce takes longer to be called than many a test takes in C. So in the same rounds it is also called on masks of one pixel, which
hit where the case hits, and "kernel" is the ratio without what that takes: the median over the rounds, left empty where the
difference is less than two standard errors.

Both sides run with an allocator that keeps freed memory. Otherwise a map of a megabyte is mostly page faults on either side,
and how many depends on what was freed before.
"""

import argparse
import datetime
import itertools
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

NEEDED = {"numpy": "numpy", "pygame": "pygame-ce", "scipy": "scipy", "cv2": "opencv-python-headless"}
HERE = pathlib.Path(__file__).resolve().parent
TURN_NANOS = 4_000_000


def need_peers():
    missing = []
    for module, package in NEEDED.items():
        try:
            __import__(module)
        except ImportError:
            missing.append(package)
    if missing:
        print(f"skipped: pip install {' '.join(missing)}")
        sys.exit(0)


class Engine:
    """Our side: benches/peers.rs, behind a pipe."""

    def __init__(self):
        build = ["cargo", "bench", "--no-default-features", "--bench", "peers", "--no-run", "--message-format=json"]
        messages = subprocess.run(build, cwd=HERE.parent, check=True, stdout=subprocess.PIPE).stdout.splitlines()
        built = [json.loads(message) for message in messages]
        program = [m["executable"] for m in built if m.get("target", {}).get("name") == "peers" and m.get("executable")]
        self.process = subprocess.Popen(program[-1], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.levels = self.say("levels").split()

    def say(self, line, data=b""):
        self.process.stdin.write(line.encode() + b"\n" + data)
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode().strip()
        if not answer:
            sys.exit(f"the engine gave no answer to: {line}")
        return answer

    def send(self, kind, name, array):
        self.say(f"{kind} {name} {array.shape[1]} {array.shape[0]}", array.tobytes())

    def ask(self, question):
        return int(self.say(f"ask {question}"))

    def time(self, question, runs):
        return int(self.say(f"time {question} {runs}"))


def time_peer(peer, runs):
    start = time.thread_time_ns()
    for _ in itertools.repeat(None, runs):
        peer()
    return time.thread_time_ns() - start


def runs_for_a_turn(timer):
    runs = 1
    while (nanos := timer(runs)) < TURN_NANOS:
        runs = max(runs + 1, min(runs * 10, int(runs * 1.2 * TURN_NANOS / max(nanos, 1))))
    return runs


def share_of_kernel(peer_times, calls, our_times):
    """How many times ours the peer takes without being called, by rounds; None where the calls are too noisy to tell."""
    kernels = [theirs - call for theirs, call in zip(peer_times, calls)]
    middle = statistics.median(kernels)
    # The standard error of a median, from the median deviation: a few rounds that were disturbed do not matter.
    deviation = 1.4826 * statistics.median(abs(kernel - middle) for kernel in kernels)
    error = 1.2533 * deviation / math.sqrt(len(kernels))
    if middle < 2 * error or middle <= 0:
        return None
    return statistics.median(kernel / mine for kernel, mine in zip(kernels, our_times))


def duel(engine, question, peers, rounds, call=None):
    """Nanoseconds of ours and of the best peer, the median ratio, that without a `call` of the peer's, and the A/A control."""
    ours = lambda runs: engine.time(question, runs)
    our_runs = runs_for_a_turn(ours)

    def cost(peer):
        runs = runs_for_a_turn(lambda runs: time_peer(peer, runs))
        return statistics.median(time_peer(peer, runs) / runs for _ in range(3)), runs

    costs = [cost(peer) for peer in peers]
    best = min(range(len(peers)), key=costs.__getitem__)
    peer, peer_runs = peers[best], costs[best][1]
    call_runs = runs_for_a_turn(lambda runs: time_peer(call, runs)) if call else 0
    for _ in range(3):
        ratios, controls, our_times, peer_times, calls = [], [], [], [], []
        for _ in range(rounds):
            # Each turn follows one of the other side, so each finds the caches as the other left them.
            turns = []
            for _ in range(2):
                turns.append((ours(our_runs) / our_runs, time_peer(peer, peer_runs) / peer_runs))
                if call:
                    calls.append(time_peer(call, call_runs) / call_runs)
            mine, theirs = (sum(times) / 2 for times in zip(*turns))
            ratios.append(theirs / mine)
            controls.append(turns[1][1] / turns[0][1])
            our_times.append(mine)
            peer_times.append(theirs)
        control = statistics.median(controls)
        if abs(control - 1) <= 0.03:
            break
    kernel = None
    if call:
        both_calls = [(first + second) / 2 for first, second in zip(calls[::2], calls[1::2])]
        kernel = share_of_kernel(peer_times, both_calls, our_times)
    return statistics.median(our_times), statistics.median(peer_times), statistics.median(ratios), kernel, control


# Masks -----------------------------------------------------------------------------------------------------------------


def radius(width, height):
    x = (np.arange(width) + 0.5) / width * 2 - 1
    y = (np.arange(height) + 0.5) / height * 2 - 1
    return np.hypot(x[None, :], y[:, None])


def disc(width, height=None):
    return radius(width, height or width) < 1


def ring(side):
    return (radius(side, side) >= 0.8) & (radius(side, side) < 1)


def board(side, odd):
    return np.add.outer(np.arange(side), np.arange(side)) % 2 == odd


def noise(width, height, share, seed):
    return np.random.default_rng(seed).random((height, width)) < share


def sprite(side):
    """A body with a hole, limbs and a ragged edge: two to four runs in most rows."""
    x, y = np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side))
    angle, reach = np.arctan2(y, x), np.hypot(x, y)
    return (reach < 0.7 + 0.25 * np.sin(5 * angle)) & (reach > 0.2) & ~((np.abs(x) < 0.06) & (y > 0.1))


def apart(a, b, x, y):
    """`b` without the pixels that it shares with `a` at the offset, so that a scan has to read everything."""
    b = b.copy()
    for row, column in np.argwhere(b):
        at_x, at_y = column + x, row + y
        if 0 <= at_y < a.shape[0] and 0 <= at_x < a.shape[1] and a[at_y, at_x]:
            b[row, column] = False
    return b


def one_pixel(side, x, y):
    mask = np.zeros((side, side), bool)
    mask[y, x] = True
    return mask


def corners(side):
    """The offset at which two discs nearly touch along the diagonal, their boxes sharing a corner."""
    step = int(side * 0.7072) + 1
    return step, step


# Cases -----------------------------------------------------------------------------------------------------------------


def cases():
    """The question, the name of the case, both masks or the image, the offset, and the goal or None."""
    for side, goal in [(64, 5), (256, 5), (1024, 4.5), (4096, 5)]:
        at = (5, -3)
        yield "overlaps", f"full scan, checkerboards {side}² at 5,-3", board(side, 0), board(side, 1), at, goal
        a = noise(side, side, 0.01, 1)
        yield "overlaps", f"full scan, random 1 % {side}² at 5,-3", a, apart(a, noise(side, side, 0.01, 2), *at), at, goal
        # Where no word has to be shifted, pygame has a loop of its own.
        yield "overlaps", f"full scan, checkerboards {side}² at 0,0", board(side, 0), board(side, 1), (0, 0), None
    for side, goal in [(256, 12), (1024, 40), (4096, 150)]:
        yield "overlaps", f"discs at corners {side}²", disc(side), disc(side), corners(side), goal
    for side in (256, 1024, 2048):
        inner = disc(side * 3 // 4)
        yield "overlaps", f"disc in ring {side}²", ring(side), inner, (side // 8, side // 8), None
    for side in (64, 256, 1024):
        middle = one_pixel(side, side // 2, side // 2)
        yield "overlaps", f"hit in the middle only {side}²", np.ones((side, side), bool), middle, (0, 0), None
        a, b = noise(side, side, 0.5, 3), noise(side, side, 0.5, 4)
        yield "overlaps", f"random 50 % {side}²", a, b, (1, 1), None
        full, empty = np.ones((side, side), bool), np.zeros((side, side), bool)
        yield "overlaps", f"full on full {side}²", full, full, (-3, -7), None
        yield "overlaps", f"full on empty {side}²", full, empty, (-3, -7), None
    for (width, height), at in [((100, 90), (-9, -4)), ((250, 250), (-31, -17)), ((1000, 999), (-129, -65))]:
        a = noise(width, height, 0.01, 5)
        b = apart(a, noise(width, height, 0.01, 6), *at)
        yield "overlaps", f"full scan, random 1 % {width} × {height} at {at[0]},{at[1]}", a, b, at, None
    for side, goal in [(64, None), (256, 4), (1024, None)]:
        for name, a, b in [
            ("random 50 %", noise(side, side, 0.5, 7), noise(side, side, 0.5, 8)),
            ("discs", disc(side), disc(side)),
        ]:
            yield "overlap_area", f"overlap area, {name} {side}²", a, b, (3, 5), goal
    yield "area_query", "query on an area map, 256²", disc(256), disc(256), (37, -21), None
    for side in (64, 128, 256, 300, 512):
        contents = {
            "disc": (disc(side), disc(side), {256: 9}.get(side, 1)),
            "sprite": (sprite(side), sprite(side), {256: 2}.get(side, 1)),
            "random 1 %": (noise(side, side, 0.01, 1), noise(side, side, 0.01, 2), 1),
            "random 50 %": (noise(side, side, 0.5, 1), noise(side, side, 0.5, 2), 1),
            "checkerboards": (board(side, 0), board(side, 1), 1),
        }
        for name, (a, b, goal) in contents.items():
            yield "area_map", f"area map, {name} {side}²", a, b, (0, 0), goal
    for side in (64, 256, 512, 1024, 2048):
        # A sprite with a soft edge: on random alphas pygame's loop mispredicts every second branch.
        image = np.zeros((side, side, 4), np.uint8)
        image[:, :, 3] = np.clip((1 - radius(side, side)) * side * 32, 0, 255)
        yield "from_rgba", f"mask from RGBA {side}²", image, None, (0, 0), 4.5 if side <= 1024 else None
    yield from cases_of_masks()


def cases_of_masks():
    """Questions to masks without tables; for a scaled mask the offset is its size."""
    for side in (64, 256, 1024):
        at = (5, -3)
        a, b = noise(side, side, 0.5, 9), noise(side, side, 0.5, 10)
        full, middle = np.ones((side, side), bool), one_pixel(side, side // 2, side // 2)
        yield "mask_overlap", f"Mask.overlap, checkerboards {side}²", board(side, 0), board(side, 1), at, None
        yield "mask_overlap", f"Mask.overlap, hit in the middle only {side}²", full, middle, at, None
        yield "mask_area", f"Mask.overlap_area, random 50 % {side}²", a, b, at, None
        yield "mask_shared", f"Mask.overlap_mask, random 50 % {side}²", a, b, at, None
        yield "mask_and", f"Mask &, random 50 % {side}²", a, b, (0, 0), None
        yield "mask_or", f"Mask |, random 50 % {side}²", a, b, (0, 0), None
        yield "mask_without", f"Mask & !, random 50 % {side}²", a, b, (0, 0), None
        yield "mask_invert", f"Mask !, random 50 % {side}²", a, b, (0, 0), None
        for size in (side // 2, side * 3 // 2):
            yield "mask_scale", f"Mask.scaled to {size}², sprite {side}²", sprite(side), full, (size, size), None
            yield "mask_scale", f"Mask.scaled to {size}², random 50 % {side}²", a, full, (size, size), None
        yield "mask_centroid", f"Mask.centroid, sprite {side}²", sprite(side), full, (0, 0), None
        yield "mask_centroid", f"Mask.centroid, random 50 % {side}²", a, full, (0, 0), None
        discs = np.tile(disc(side // 8), (8, 8))
        discs[:: side // 8] = discs[:, :: side // 8] = False
        yield "mask_components", f"Mask.components, sprite {side}²", sprite(side), full, (0, 0), None
        yield "mask_components", f"Mask.components, 64 discs {side}²", discs, full, (0, 0), None
        yield "mask_outline", f"Mask.outline, sprite {side}²", sprite(side), full, (0, 0), None


def pygame_mask(pixels):
    surface = pygame.Surface(pixels.shape[::-1], pygame.SRCALPHA, 32)
    pygame.surfarray.pixels_alpha(surface)[:] = np.where(pixels.T, 255, 0)
    return pygame.mask.from_surface(surface)


def map_by_scipy(a, b, kind):
    """The overlap area at every offset, as an image of counts."""
    height, width = (m + n - 1 for m, n in zip(a.shape, b.shape))
    shape = [scipy.fft.next_fast_len(n, real=True) for n in (height, width)]
    a, flipped = a.astype(kind), np.ascontiguousarray(b[::-1, ::-1]).astype(kind)

    def run():
        spectrum = scipy.fft.rfft2(a, shape) * scipy.fft.rfft2(flipped, shape)
        return scipy.fft.irfft2(spectrum, shape)[:height, :width]

    return run


def map_by_opencv(a, b):
    a = np.pad(a.astype(np.float32), [(n - 1, n - 1) for n in b.shape])
    b = b.astype(np.float32)
    return lambda: cv2.matchTemplate(a, b, cv2.TM_CCORR)


def peers_of(what, a, b, at):
    """Each peer as a function, and what turns its answer into a number."""
    if what == "from_rgba":
        surface = pygame.image.frombuffer(a.tobytes(), a.shape[1::-1], "RGBA")
        return [lambda: pygame.mask.from_surface(surface)], lambda mask: mask.count()
    first, second = pygame_mask(a), pygame_mask(b)
    if what == "overlaps":
        return [lambda: first.overlap(second, at)], lambda hit: hit is not None
    if what == "overlap_area":
        return [lambda: first.overlap_area(second, at)], int
    if what == "area_query":
        return [lambda: first.overlap_area(second, at)], int
    if what.startswith("mask_"):
        return peer_of_masks(what, first, second, at)
    kind = np.float32 if np.prod(a.shape) <= 512 * 512 else np.float64
    peers = [map_by_scipy(a, b, kind)]
    if a.shape[0] <= 300:
        peers.append(map_by_opencv(a, b))
    return peers, lambda areas: digest(np.rint(areas).astype(np.uint64))


def changed(mask, change):
    """A changed copy of a mask: pygame changes masks in place, and ours are new ones."""
    copy = mask.copy()
    change(copy)
    return copy


def peer_of_masks(what, a, b, at):
    peers = {
        "mask_overlap": (lambda: a.overlap(b, at), lambda cell: place(cell) if cell else 0),
        "mask_area": (lambda: a.overlap_area(b, at), int),
        "mask_shared": (lambda: a.overlap_mask(b, at), digest_of_mask),
        "mask_and": (lambda: a.overlap_mask(b, (0, 0)), digest_of_mask),
        "mask_or": (lambda: changed(a, lambda copy: copy.draw(b, (0, 0))), digest_of_mask),
        "mask_without": (lambda: changed(a, lambda copy: copy.erase(b, (0, 0))), digest_of_mask),
        "mask_invert": (lambda: changed(a, lambda copy: copy.invert()), digest_of_mask),
        "mask_scale": (lambda: a.scale(at), digest_of_mask),
        "mask_centroid": (a.centroid, place),
        "mask_components": (a.connected_components, lambda masks: sum(map(digest_of_mask, masks)) % (1 << 64)),
        "mask_outline": (a.outline, digest_of_outline),
    }
    peer, answer = peers[what]
    return [peer], answer


def place(cell):
    """A cell as a number above 0, for masks of at most 4096 columns."""
    return 4096 * cell[1] + cell[0] + 1


def digest_of_mask(mask):
    """A checksum of the pixels in the tight bounds of a mask, row by row."""
    surface = mask.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    pixels = pygame.surfarray.array_alpha(surface).T > 0
    if not pixels.any():
        return 0
    (top, left), (bottom, right) = np.argwhere(pixels).min(axis=0), np.argwhere(pixels).max(axis=0)
    return digest(pixels[top : bottom + 1, left : right + 1].astype(np.uint64))


def digest_of_outline(cells):
    """A checksum of an outline without its end, which repeats its first pixel."""
    cells = cells[:-1] if len(cells) > 1 else cells
    return digest(np.array([place(cell) for cell in cells], np.uint64))


def one_pixel_call(what, hits):
    """The peer's call on masks of one pixel: what it costs before its kernel starts, and to return such an answer."""
    pixel = np.full((1, 1), bool(hits))
    return peers_of(what, pixel, pixel, (0, 0))[0][0]


def digest(areas):
    """A checksum of a map: the sum of each area times its position, wrapping."""
    areas = np.ascontiguousarray(areas).ravel()
    places = np.arange(1, len(areas) + 1, dtype=np.uint64)
    return int((areas * places).sum(dtype=np.uint64))


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        facts = dict(line.split("\t: ", 1) for line in (l.replace("\t\t", "\t") for l in lines) if "\t: " in line)
        return f"{facts['model name']} (family {facts['cpu family']}, model {facts['model']})"
    except (OSError, KeyError):
        return platform.processor() or platform.machine()


def nanos(value):
    return f"{value:,.1f} ns" if value < 100 else f"{value:,.0f} ns" if value < 10_000 else f"{value / 1000:,.1f} µs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("begins", nargs="*", help="only questions that begin with this, or cases that contain it")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--levels", action="store_true", help="force each instruction set in turn")
    options = parser.parse_args()
    engine = Engine()
    peer = f"pygame-ce {pygame.version.ver}, SciPy {scipy.__version__}, OpenCV {cv2.__version__}"
    load = f"; load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{processor()}; {peer}; {datetime.date.today()}; {options.rounds} rounds{load}\n")
    calls = [statistics.median(time_peer(one_pixel_call("overlaps", hits), 10_000) / 10_000 for _ in range(31)) for hits in (0, 1)]
    print(
        f"A call of `Mask.overlap` on one pixel takes {calls[0]:.0f} ns where it misses and {calls[1]:.0f} ns where it hits; "
        "\"kernel\" is the ratio without such a call, empty where that is less than its noise.\n"
    )
    print("| case | instructions | ours | peer | ratio | kernel | A/A | goal | |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    short = 0
    for what, name, a, b, at, goal in cases():
        if options.begins and not any(what.startswith(begin) or begin in name for begin in options.begins):
            continue
        if what == "from_rgba":
            engine.send("rgba", "a", a)
        else:
            engine.send("mask", "a", a.astype(np.uint8))
            engine.send("mask", "b", b.astype(np.uint8))
        peers, answer = peers_of(what, a, b, at)
        expected = [int(answer(peer())) for peer in peers]
        levels = engine.levels if options.levels else engine.levels[-1:]
        if what == "from_rgba":
            levels = ["sse2"]
        elif what == "mask_centroid":
            levels = engine.levels[-1:]
        elif what.startswith("mask_"):
            levels = ["portable"]
        for level in levels:
            forced = "portable" if level == "sse2" else level
            question = f"{what} {forced} a b {at[0]} {at[1]}"
            found = engine.ask(question)
            if any(found != value for value in expected):
                sys.exit(f"{name}: we answer {found}, the peers {expected}")
            # On masks one pixel wide, connected_components of pygame-ce 2.5.8 reads beyond its table.
            has_call = what.startswith(("overlap", "mask_")) and what != "mask_components"
            call = one_pixel_call(what, expected[0] > 0) if has_call else None
            ours, theirs, ratio, kernel, control = duel(engine, question, peers, options.rounds, call)
            kernel = f"{kernel:.1f}x" if kernel else ""
            if what.endswith("query"):
                goal_text, passed = "<= 2 ns", ours <= 2
            else:
                goal_text, passed = f">= {goal}x" if goal else "", goal is None or ratio >= goal
            verdict = "" if not goal_text else "pass" if passed else "short"
            short += verdict == "short"
            times = f"{nanos(ours)} | {nanos(theirs)} | {ratio:.1f}x | {kernel} | {control:.2f}"
            print(f"| {name} | {level} | {times} | {goal_text} | {verdict} |", flush=True)
    print(f"\nCases short of their goal: {short}." if short else "\nEvery goal is met.")


if __name__ == "__main__":
    if "MALLOC_TRIM_THRESHOLD_" not in os.environ:
        kept = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 30)}
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | kept)
    need_peers()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import cv2
    import numpy as np
    import pygame
    import scipy
    import scipy.fft

    cv2.setNumThreads(1)
    main()
