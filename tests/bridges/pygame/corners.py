"""Logs checks in which sprites and masks are unusual, and dumps three scenes, into a folder, for `tests/bridges.rs`.

    python corners.py FOLDER            corners.jsonl, lost.jsonl, things.jsonl, visits.jsonl, last.jsonl and the scenes
    python corners.py FOLDER crash      crash.jsonl; it ends in the middle of a game, by an exception
    python corners.py FOLDER full       logs to a disk that is full: full.jsonl
    python corners.py FOLDER slow       logs to a disk that writes nothing until the game is over: slow.jsonl
"""

import dataclasses
import faulthandler
import os
import sys
import threading
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

sys.path.insert(0, str(Path(__file__).parents[3] / "samples/bridges/pygame"))

import maskscope  # noqa: E402
import pygame  # noqa: E402
from maskscope import contents, files  # noqa: E402


class Rock(pygame.sprite.Sprite):
    def __init__(self, rows, at):
        super().__init__()
        self.image = drawn(rows)
        self.rect = pygame.Rect(at, self.image.get_size())


class Floating(Rock):
    """Has a rectangle of decimals, which only pygame-ce knows."""

    def __init__(self, rows, at):
        super().__init__(rows, (0, 0))
        self.rect = pygame.FRect(at, self.image.get_size())


def drawn(rows):
    surface = pygame.Surface((len(rows[0]), len(rows)), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            surface.set_at((x, y), (10, 20, 30, {"#": 255, "+": 128, "-": 127, ".": 0}[cell]))
    return surface


def mask(rows):
    return pygame.mask.from_surface(drawn(rows))


L = ["######", "##....", "##....", "##...."]


def corners(folder):
    with maskscope.Log(folder / "corners.jsonl", game='co"rn\\ers') as log:
        ship, dot = Rock(L, (10, 20)), Rock(["#"], (15, 23))
        ship.name = 'L "ö" \\ 1'
        assert log.collide_rect(ship, dot)  # 0
        dot.rect.topleft = (11, 23)
        log.next_frame()
        assert log.collide_mask(ship, dot) == (1, 3)  # 1
        assert log.collided(pygame.sprite.collide_circle_ratio(2), "circle × 2")(ship, dot)  # 1
        # The mask has a pixel that the picture has not.
        ship.mask = mask(["######", "##....", "##....", "##...#"])
        dot.rect.topleft = (15, 23)
        log.next_frame()
        assert log.collide_mask(ship, dot) == (5, 3)  # 1
        # The mask itself changes.
        ship.mask.set_at((5, 3), 0)
        log.next_frame()
        assert log.collide_mask(ship, dot) is None  # 0
        assert log.collide_rect(ship, dot)  # 0
        # Half of the alphas are solid.
        log.next_frame()
        assert log.collide_mask(Rock(["-+"], (0, 0)), Rock(["#"], (0, 0))) is None  # 0
        assert log.collide_mask(Rock(["-+"], (0, 0)), Rock(["#"], (1, 0))) == (1, 0)  # 1
        # Decimals are truncated where pygame draws.
        log.next_frame()
        assert log.collide_rect(Floating(["##"], (-0.75, 0.5)), Floating(["#"], (1.1, 0.99)))  # 1
        # Masks without sprites.
        a, b = mask(L), mask(["##", "##"])
        log.next_frame()
        assert log.overlap(a, b, (1, -1), names=("ship", "rock"), at=(100, 50)) == (1, 0)  # 2
        assert log.overlap(a, b, (2, 1), names=("ship", "rock")) is None  # 0
        assert log.overlap_area(a, b, (-1, 3), names=("ship", "rock")) == 1  # 1
        assert log.check(ship, dot, [], "by hand") == []  # 0, and the game says so
        # A sprite without a picture is its rectangle.
        zone = pygame.sprite.Sprite()
        zone.rect = pygame.Rect(12, 22, 3, 3)
        zone.name = "zone"
        assert log.collide_rect(zone, dot) is False and log.collide_rect(ship, zone)  # 0 and 0
        zone.rect.left = 11
        assert log.collide_rect(ship, zone)  # 2
        # Once the pictures have all the pixels that they may have, masks alone.
        log.contents._pixels = contents.MOST_PIXELS
        assert log.collide_mask(Rock(["+-+"], (13, 23)), dot) == (2, 0)  # 1
    assert log.collide_rect(ship, dot), "a closed log answers, too"

    with maskscope.Log(folder / "lost.jsonl", backlog=0) as log:
        for _ in range(3):
            assert log.collide_rect(ship, dot)
        log.backlog = 10
        assert log.collide_rect(ship, dot)
        assert log.lost == 3

    things(folder)
    visits(folder)
    contact(folder)
    last(folder)
    maskscope.dump(mask(L), mask(["#"]), (1, 3), folder / "agrees.scene.json", hit=True)
    maskscope.dump(mask(L), mask(["#"]), (5, 3), folder / "disagrees.scene.json", hit=True)
    maskscope.dump(mask(L), mask(["#"]), (5, 3), folder / "plain.scene.json")


def visits(folder):
    """The cells that a loop of the game's own reads are in its next check, up to a number of them."""
    with maskscope.Log(folder / "visits.jsonl") as log:
        ship, dot = Rock(L, (10, 20)), Rock(["#"], (11, 23))
        log.visit(1, 1)
        log.check(ship, "a word", True)  # is not logged
        log.visit(11, 23)
        log.visit(-9.5, 20, 6, 4)
        log.visit(0, 0, 0, 4)
        log.check(ship, dot, True, "mask")
        log.check(ship, dot, True, "mask")
        log._visits_left = 1
        log.visit(10, 20)
        log.visit(11, 20)
        log.check(ship, dot, True, "mask")
    log.visit(12, 20)


class Tile(Rock):
    """Is meant to be touched."""


class Door(Rock):
    """Is not."""


def contact(folder):
    """Kinds that are meant to be touched, and the lines that the log names."""
    with maskscope.Log(folder / "contact.jsonl") as log:
        bumps = log.collided(lambda a, b: True, "box")
        log.contact("Tile")
        log.contact("Tile")
        log.next_frame()
        hero = Rock(L, (10, 20))
        log.rects(hero, Tile(["#"], (13, 22)), True)  # the first check
        bumps(hero, Door(["#"], (13, 22)))  # the second check


@dataclasses.dataclass
class Unhashable:
    """Compares by its fields, and cannot be a key."""

    rect: pygame.Rect
    image: pygame.Surface


class Slots:
    """Has no dictionary, and no weak reference leads to it."""

    __slots__ = ("hitbox",)

    def __init__(self, *box):
        self.hitbox = pygame.Rect(box)


def things(folder):
    """Whatever a game compares is logged, and nothing raises."""
    with maskscope.Log(folder / "things.jsonl") as log:
        ship, slots = Unhashable(pygame.Rect(0, 0, 6, 4), drawn(L)), Slots(4, 2, 4, 4)
        assert log.rects(ship, slots, True)
        assert log.rects(ship.rect, (5, 3, 2, 2), True)
        assert not log.rects((0, 0, 2, 2), (2, 0, 2, 2), False)
        assert log.circles((0, 0, 3), (0, 4, 2), True)
        assert not log.circles((0, 0, 3), (0, 6, 2), False)
        # What lies far away is counted, and written before what is near.
        for x in (500, 400, 300, 8, 4):
            slots.hitbox.x = x
            log.next_frame()
            log.rects(ship, slots, ship.rect.colliderect(slots.hitbox))
        slots.hitbox.x = 500
        log.jump(slots)
        log.next_frame()
        log.rects(ship, slots, False)
        # What is no sprite is counted.
        assert log.check(ship, "a word", True)
        assert log.rects(ship, None, False) is False
        assert log.lost == 2


def last(folder):
    """The last two seconds of frames are kept."""
    with maskscope.Log(folder / "last.jsonl", fps=10, last=2) as log:
        ship, dot = Rock(L, (10, 20)), Rock(["#"], (15, 23))
        for _ in range(100):
            log.next_frame()
            log.collide_rect(ship, dot)


def crash(folder):
    log = maskscope.Log(folder / "crash.jsonl")
    ship, dot = Rock(L, (10, 20)), Rock(["#"], (15, 23))
    for _ in range(1_000):
        log.next_frame()
        log.collide_rect(ship, dot)
    raise RuntimeError("the game crashes")


def full(folder):
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    with maskscope.Log(folder / "full.jsonl") as log:
        ship, dot = Rock(L, (10, 20)), Rock(["#"], (15, 23))
        while log.is_open:
            assert log.collide_rect(ship, dot)
        assert log.collide_rect(ship, dot)


def slow(folder):
    faulthandler.dump_traceback_later(60, exit=True)
    is_over, write_all = threading.Event(), files._write_all

    def write_later(file, data):
        is_over.wait()
        write_all(file, data)

    files._write_all = write_later
    log = maskscope.Log(folder / "slow.jsonl")
    ship, dot = Rock(L, (10, 20)), Rock(["#"], (15, 23))
    for _ in range(5_000):
        log.next_frame()
        log.collide_rect(ship, dot)
    # It waits in memory, and the game did not.
    is_over.set()
    log.close()
    assert log.lost == 0


if __name__ == "__main__":
    folder, *mode = sys.argv[1:]
    modes = {"crash": crash, "full": full, "slow": slow}
    (modes[mode[0]] if mode else corners)(Path(folder))
