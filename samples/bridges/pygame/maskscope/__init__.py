"""Logs the collision checks of a pygame game while it runs, for maskscope to judge them by their pixels.

    import maskscope

    log = maskscope.Log("game.jsonl", fps=60)                                   # once
    log.next_frame()                                                            # at the start of each frame
    pygame.sprite.spritecollide(ship, rocks, False, collided=log.collide_rect)  # as pygame.sprite.collide_rect

`maskscope follow game.jsonl` then shows every check while the game runs, and where the game, the shapes it tests
and the pixels disagree; `maskscope replay game.jsonl` judges all of them without a window. `maskscope run game.py`
needs none of these lines. Works with pygame 2.1.3 or newer and with pygame-ce; needs nothing else.

- `log.collide_rect`, `log.collide_circle` and `log.collide_mask` answer as pygame's functions of the same
  names. They fit wherever pygame takes `collided`: `spritecollide`, `spritecollideany`, `groupcollide`.
- `log.collided(function, rule)` does the same for any function of two sprites, such as
  `pygame.sprite.collide_rect_ratio(0.7)`.
- `log.rects(a, b, hit)` logs a test of two rectangles, `log.circles(a, b, hit)` one of two circles, and
  `log.check(a, b, hit, rule)` any other. Each returns `hit`.
- `log.overlap(mask, other, offset, names=("ship", "rock 3"))` is `mask.overlap(other, offset)` without sprites;
  so is `log.overlap_area`.
- `log.visit(x, y)` in a pixel loop of the game's own records each cell of the world that it reads; the next check has
  them in their order. `log.visit(x, y, width, height)` records a rectangle that is read at once.
- `log.jump(ship)` says that the ship was put elsewhere: what lies between is not passed through.
- `dump(mask, other, offset)` writes one scene file, at a breakpoint, for a bug report.

`a` and `b` are sprites, or any objects with a `rect` or a `hitbox`; rectangles; tuples of four numbers, or of three for
a circle. They need not be hashable. The log has the tested shape beside the picture: the `image` if there is one, and
the `mask` beside it where the game tests masks and they differ. Each content is written once, as `Rock`, `Rock~2` and
so on, after the class. Instances are called `Rock`, `Rock 2`, after their attribute `name` or their class. A picture is
read again in each frame in which it is tested; one of more than `LARGE` pixels, once a second.

Misses of sprites more than `near` pixels apart are counted, not written. With `last=30` the log keeps the last 30 seconds
of frames, and `log.flush()` or the end of the program writes them; else a thread writes what has come, a hundred times a
second, so no frame waits for the disk. A game never fails by its log: `log.lost` counts the checks that are not in it,
for example because more than `backlog` lines wait; the log and standard error say how many, and why.
The end of the program closes the log, and so does `with maskscope.Log(…) as log:`. If `maskscope run` has started the
game, the log is the one that it follows.
"""

import importlib.util
import sys

__all__ = ["Log", "dump"]

# While `python -m maskscope` looks for the program, which needs no pygame, the first argument is "-m". The logger of
# `maskscope run` has this module under another name, for what needs no pygame either.
if __name__ == "maskscope" and importlib.util.find_spec("pygame") is None and sys.argv[:1] != ["-m"]:
    raise ImportError(
        'maskscope logs games in pygame, which is not installed: pip install "maskscope[pygame]"; '
        "the program, python -m maskscope, does not need it"
    )


def __getattr__(name):
    # What needs pygame is imported when it is asked for.
    if name == "Log":
        from .log import Log

        return Log
    if name == "dump":
        from .contents import dump

        return dump
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
