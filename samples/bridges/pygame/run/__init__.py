"""The logger that `maskscope run` loads before a game in pygame. No line of the game changes.

`start` is called by the `sitecustomize` of a private folder. It waits until the game imports pygame, and then puts a
function of its own in the place of each that tests, draws or ends a frame. Each calls the original first, so the game
gets the same answers and the same exceptions; what goes wrong behind that is counted, and reported at the end.

- `imports` waits for modules.
- `builtin` replaces methods of the types of pygame, which refuse `setattr`.
- `functions` replaces the functions that test, and `hearing` makes checks of their calls; `drawing` hears what is drawn,
  and where frames end.
- `finding` and `sites` find the sprite to which a rectangle or a mask belongs, by the text of the call.
- `recorder` makes checks of it, and writes them when their frame ends.
"""

import sys

from .imports import after_import
from .options import Options

__all__ = ["start"]


def start(environ):
    """Waits for pygame, if `environ` names a log."""
    options = Options.take(environ)
    if options is None:
        return
    state = {"recorder": None, "by_hand": False}

    def hear(_):
        if state["by_hand"]:
            return
        try:
            from . import drawing, functions
            from .recorder import Recorder

            recorder = state["recorder"] = Recorder(options)
            functions.install(recorder)
            drawing.install(recorder)
            for watched in options.watch:
                functions.watch(recorder, *watched)
        except Exception as error:
            print(f"maskscope: this game cannot be heard: {type(error).__name__}: {error}", file=sys.stderr)

    def leave(_):
        """A game that logs by the bridge is not heard as well."""
        state["by_hand"] = True
        environ["MASKSCOPE_LOG"] = options.log
        if state["recorder"] is not None:
            state["recorder"].leave()

    after_import("pygame", hear)
    after_import("maskscope", leave)
