"""Small games that can be stopped, and write what is true of themselves.

    python games.py NAME [ARGUMENT…]
"""

import asyncio
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from time import perf_counter

import pygame

to_bytes = getattr(pygame.image, "tobytes", pygame.image.tostring)
CLOCKS = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")


class Diamond(pygame.sprite.Sprite):
    def __init__(self, x, y, size=40):
        super().__init__()
        self.image = pygame.Surface((size, size), pygame.SRCALPHA)
        half = size // 2
        pygame.draw.polygon(self.image, "white", [(0, half), (half, 0), (size, half), (half, size)])
        self.rect = self.image.get_rect(topleft=(x, y))
        self.solid = {(i, j) for i in range(size) for j in range(size) if self.image.get_at((i, j))[3] > 127}

    def touches(self, other):
        """True if they share a pixel. It calls nothing of pygame that is recorded."""
        x, y = other.rect.x - self.rect.x, other.rect.y - self.rect.y
        return not self.solid.isdisjoint((i + x, j + y) for i, j in other.solid)


class Game:
    """Two diamonds whose rectangles are tested: in some frames they meet by a corner, and no pixel is shared."""

    def __init__(self, size=(320, 240)):
        pygame.init()
        self.screen = pygame.display.set_mode(size)
        self.a, self.b = Diamond(100, 100), Diamond(165, 160)
        self.group = pygame.sprite.Group(self.a, self.b)
        self.frame, self.wrong, self.events = 0, [], []

    def step(self, is_wrong=False, is_tested=True):
        """A frame up to its end. It counts the hits that are wrong by masks."""
        self.events += pygame.event.get()
        self.b.rect.topleft = (132 + self.frame % 3, 132) if is_wrong else (125, 125) if self.frame % 5 == 4 else (165, 160)
        if is_tested:
            hit = pygame.sprite.collide_rect(self.a, self.b)
            if hit and not self.a.touches(self.b):
                self.wrong.append(self.frame)
        self.screen.fill((self.frame % 256, 40, 90))
        self.group.draw(self.screen)

    def show(self):
        pygame.display.flip()
        self.frame += 1

    def checksum(self):
        return hashlib.md5(to_bytes(self.screen, "RGB")).hexdigest()


def boxes(frames=40, fps=200, width=320):
    """Wrong in the first frame, in the last, and in some between; it prints each frame as it is shown."""
    game, clock = Game((int(width), 240)), pygame.time.Clock()
    random.seed(4)
    for frame in range(int(frames)):
        game.step(frame in (0, 7, 8, int(frames) - 1) or random.random() < 0.1)
        before = game.checksum()
        game.show()
        print(frame, before, game.checksum(), random.random())
        if float(fps):
            clock.tick(float(fps) if "." in str(fps) else int(fps))
    print(json.dumps({"wrong": game.wrong}))


def seldom():
    """Wrong in every tenth frame; every other makes no check."""
    game = Game()
    for frame in range(30):
        game.step(is_wrong=frame % 10 == 0, is_tested=frame % 2 == 0)
        game.show()
    print(json.dumps({"wrong": game.wrong}))


def parts():
    """Shows its screen in parts, twice in a frame, or in whole and a second time."""
    game, clock = Game(), pygame.time.Clock()
    for frame in range(12):
        game.step(is_wrong=True)
        pygame.display.update([game.a.rect])
        pygame.display.update([game.b.rect])
        clock.tick(100)
    print(json.dumps({"wrong": game.wrong}))


def clocks():
    """Compares all clocks with one that knows of no pause."""

    class Watch:
        now = time.monotonic  # a function would become a method

    real = lambda: time.clock_gettime(time.CLOCK_MONOTONIC)  # noqa: E731
    game, clock = Game(), pygame.time.Clock()
    every, once, thrice = pygame.USEREVENT, pygame.USEREVENT + 1, pygame.USEREVENT + 2
    kinds = {every: [], once: [], thrice: []}
    clock.tick()
    begun, ticks, named = {name: getattr(time, name)() for name in CLOCKS}, pygame.time.get_ticks(), perf_counter()
    first, watch, passed, times, longest = real(), Watch(), 0, 0, 0
    watched = watch.now()
    pygame.time.set_timer(every, 100)
    pygame.time.set_timer(once, 700, 1)
    pygame.time.set_timer(pygame.event.Event(thrice, mark=7), 300, loops=3)
    while clock_ms(ticks) < 1500:
        game.step()
        for event in game.events:
            if event.type in kinds:
                kinds[event.type].append(clock_ms(ticks))
                assert event.type != thrice or event.mark == 7
        game.events.clear()
        game.show()
        frame = clock.tick(60)
        passed, times, longest = passed + frame, times + clock.get_time(), max(longest, frame)
    spans = {name: getattr(time, name)() - begun[name] for name in CLOCKS}
    spans = {name: span / 1e9 if name.endswith("_ns") else span for name, span in spans.items()}
    spans.update(ticks=clock_ms(ticks) / 1e3, named=perf_counter() - named, tick=passed / 1e3, get_time=times / 1e3, watch=watch.now() - watched)
    print(json.dumps({"real": real() - first, "spans": spans, "longest": longest, "timers": list(kinds.values())}))


def clock_ms(since):
    return pygame.time.get_ticks() - since


def tasks():
    """Shows frames in a task of asyncio; another one sleeps."""
    rang = []

    async def sleeper(loop, begun):
        for _ in range(5):
            await asyncio.sleep(0.2)
            rang.append(loop.time() - begun)

    async def main():
        loop, game = asyncio.get_running_loop(), Game()
        begun, real = loop.time(), time.clock_gettime(time.CLOCK_MONOTONIC)
        task = asyncio.create_task(sleeper(loop, begun))
        while not task.done():
            game.step()
            game.show()
            await asyncio.sleep(0.01)
        print(json.dumps({"rang": rang, "real": time.clock_gettime(time.CLOCK_MONOTONIC) - real}))

    asyncio.run(main())


def events():
    """Gets events while it is paused: a signal posts the next of them."""
    game, clock = Game(), pygame.time.Clock()
    batches, seen = iter(BATCHES), []

    def post(*_):
        for kind, dictionary in next(batches):
            pygame.event.post(pygame.event.Event(kind, dictionary))

    signal.signal(signal.SIGUSR1, post)
    for frame in range(60):
        game.step()
        seen += [text_of(it) for it in game.events if it.type not in (pygame.ACTIVEEVENT, *WINDOW)]
        is_over = any(it.type == pygame.QUIT for it in game.events)
        game.events.clear()
        if is_over:
            break
        if frame == 3:
            post()
        game.show()
        clock.tick(100)
    print(json.dumps({"seen": seen, "frames": game.frame}))


WINDOW = {getattr(pygame, name) for name in dir(pygame) if name.startswith("WINDOW") or name in ("VIDEOEXPOSE", "AUDIODEVICEADDED")}


def text_of(event):
    its = event.dict
    what = pygame.key.name(its["key"]) if "key" in its else str(its.get("button", its.get("mark", "")))
    return f"{pygame.event.event_name(event.type)} {what}".strip()


def key(is_down, name):
    return pygame.KEYDOWN if is_down else pygame.KEYUP, {"key": getattr(pygame, f"K_{name}"), "mod": 0}


def button(is_down, number):
    return pygame.MOUSEBUTTONDOWN if is_down else pygame.MOUSEBUTTONUP, {"button": number, "pos": (1, 1)}


def mark(number):
    return pygame.USEREVENT, {"mark": number}


BATCHES = [
    [mark(1), key(True, "a"), button(True, 1)],  # these wait when it is stopped
    [
        key(False, "a"), mark(2), key(True, "b"), key(False, "b"), key(True, "c"), button(False, 1), button(True, 3),
        button(False, 3), (pygame.MOUSEMOTION, {"pos": (1, 2), "rel": (0, 0), "buttons": (0, 0, 0)}),
        (pygame.MOUSEWHEEL, {"x": 0, "y": 1}), (pygame.JOYBUTTONDOWN, {"button": 2}), mark(3),
        key(True, "F8"), key(False, "F8"), key(True, "F9"),
    ],
    [key(False, "F9"), key(True, "F7"), key(False, "F7"), key(False, "c")],  # while it runs
    [key(False, "F7"), (pygame.KEYDOWN, {}), (pygame.QUIT, {}), mark(4)],  # while it is paused again
]  # fmt: skip


def forked():
    """A process that it forks goes on by itself, and is never stopped."""
    game = Game()
    for _ in range(5):
        game.step(is_wrong=True)
        game.show()
    child = os.fork()
    if not child:
        begun = time.clock_gettime(time.CLOCK_MONOTONIC)
        for _ in range(10):
            game.step(is_wrong=True)
            game.show()
        os._exit(time.clock_gettime(time.CLOCK_MONOTONIC) - begun > 1)
    for _ in range(5):
        game.step(is_wrong=True)
        game.show()
    print(json.dumps({"child": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}))


def parent():
    """Starts another game."""
    game = Game()
    for _ in range(3):
        game.step(is_wrong=True)
        game.show()
    ended = subprocess.run([sys.executable, __file__, "boxes", "12"], capture_output=True, text=True)
    print(ended.stderr, end="", file=sys.stderr)
    print(ended.stdout.splitlines()[-1])


def unseen():
    """Never opens a display."""
    a, b, clock = pygame.Rect(0, 0, 9, 9), pygame.Rect(5, 5, 9, 9), pygame.time.Clock()
    hits = 0
    for _ in range(20):
        hits += a.colliderect(b)
        clock.tick(200)
    print(json.dumps({"hits": hits}))


def joinless():
    """Has threads that cannot be joined."""
    threading.Thread.join = None
    boxes(20)


def second_thread():
    """Shows its frames in another thread than the one that opened the display."""
    game = Game()

    def run():
        for _ in range(20):
            game.step(is_wrong=True)
            game.show()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    print(json.dumps({"wrong": game.wrong}))


def music():
    """Plays music, of which none is missed while it is paused."""
    import io
    import wave

    pygame.mixer.init(22050, -16, 1, 512)
    game, clock, file = Game(), pygame.time.Clock(), io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, 22050, 0, "NONE", ""))
        sound.writeframes(bytes(2 * 22050 * 10))
    file.seek(0)
    pygame.mixer.music.load(file, "wav")
    pygame.mixer.music.play()
    while pygame.time.get_ticks() < 1500:
        game.step()
        game.show()
        clock.tick(60)
    print(json.dumps({"played": pygame.mixer.music.get_pos(), "is_busy": pygame.mixer.music.get_busy()}))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
