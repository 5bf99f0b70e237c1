"""Plays a game of this folder with its checks logged by hand, and writes the verdicts that pygame itself gives.

    python by_hand.py GAME FRAMES LOG EXPECTED

EXPECTED gets JSON: for each pair of kinds, how many checks had which verdict.
"""

import collections
import importlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "samples/bridges/pygame"))

import maskscope  # noqa: E402
import pygame  # noqa: E402


shown = {}  # what the bridge is given for each thing that is drawn other than it is tested


def drawn(thing):
    """The picture of a thing and its place on the screen."""
    return thing.turned() if hasattr(thing, "turned") else (thing.image, thing.rect)


def boxed(thing, hitbox):
    """A thing of the same class and identity, with what is drawn and what is tested."""
    kind = type(thing).__name__
    it = shown.setdefault(id(thing), type(kind, (), {})())
    it.image, it.rect = drawn(thing)
    it.hitbox = hitbox
    return it


def share_a_pixel(a, b):
    """True if the pictures of two things share a pixel, as a player sees them."""
    (a, at), (b, there) = drawn(a), drawn(b)
    masks = [pygame.mask.from_surface(picture) for picture in (a, b)]
    return masks[0].overlap_area(masks[1], (there[0] - at[0], there[1] - at[1])) > 0


def boxes(hitbox):
    """Logs a check of two boxes, which `hitbox` returns."""
    return lambda log, a, b, hit: log.rects(boxed(a, hitbox(a)), boxed(b, hitbox(b)), hit)


HANDS = {
    "kept_mask": lambda log, a, b, _: log.collide_mask(a, b),
    "turned_picture": boxes(lambda thing: thing.rect),
    "forgiving_boxes": boxes(lambda thing: thing.rect.inflate(-10, -10)),
    "three_kinds": lambda log, a, b, _: log.collide_rect(a, b),
}


def main():
    name, frames, log_path, expected_path = sys.argv[1:]
    game = importlib.import_module(name)
    touches, flip = game.touches, pygame.display.flip
    kinds = collections.defaultdict(collections.Counter)
    with maskscope.Log(log_path, game=name, view=(0, 0, *game.SIZE)) as log:

        def touches_logged(a, b):
            hit, is_seen = bool(touches(a, b)), share_a_pixel(a, b)
            verdict = "right" if hit == is_seen else "unfair-hit" if hit else "missed-touch"
            kinds[f"{type(a).__name__} × {type(b).__name__}"][verdict] += 1
            return HANDS[name](log, a, b, hit)

        def flip_counted():
            log.next_frame()
            flip()

        game.touches, pygame.display.flip = touches_logged, flip_counted
        game.play(int(frames))
    assert log.lost == 0, log.notes
    Path(expected_path).write_text(json.dumps(kinds), encoding="utf-8")


if __name__ == "__main__":
    main()
