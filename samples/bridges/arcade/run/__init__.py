"""Records the collision checks of a game in Arcade 3 or 2.6, for the logger of `maskscope run`.

It shares with pygame's the journal, the lines, the guards, the options and the processes. Each test of
two sprites ends in one function of Arcade, after its spatial hash has chosen the candidates: these are
the checks. What a hit box, a texture and a camera are is read from Arcade's own attributes.

- `hooks` replaces functions of Arcade, and those that `--watch` names; `recorder` makes checks, and writes them when their frame has ended.
- `sprites` reads sprites, `textures` their pictures, and `cameras` what a window shows.
- `paused` is what pauses where `maskscope run --break` stops a game.
"""

from .. import watched
from . import hooks
from .recorder import Recorder

__all__ = ["record"]


def record(options):
    """Hooks the functions of Arcade; returns what records them."""
    recorder = Recorder(options)
    hooks.install(recorder)
    for names in options.watch:
        watched.watch(hooks.PairFunctions(recorder), *names)
    return recorder
