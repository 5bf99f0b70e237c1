"""The logger that `maskscope run` loads before a game in pygame or Arcade. The game is left as it is.

`start` is called by the `sitecustomize` of a private folder. It waits until the game imports
an engine, and then hooks each function that tests, draws or ends a frame. A hook calls the original
first, so the game gets the same answers and the same exceptions; what goes wrong in the logger is
counted, and reported at the end. No code of the game runs for the logger: attributes, containers
and variables are read statically, and nothing of the game is kept alive.

- `imports` waits for modules; `builtin` replaces methods of the types of pygame.
- `guard` tells errors of the logger from the game's; `static` reads objects.
- `functions` hooks what tests, `zero` the same of Pygame Zero, `drawing` what draws, and `watched` what
  `--watch` names.
- `calls` reads the text of a call, `owners` finds by it the object to which a rectangle or a mask
  belongs, and `things` has what is known of each.
- `pictures` has what was drawn where, and `places` what was drawn of things unknown; `recorder` makes checks, and `writer` writes them when their
  frame has ended. `journal` and `frames` are what it shares with the logger for Arcade.
- `processes` has the logger loaded by further processes of the game.
- `stops` pauses a game that can be stopped, `link` is its connection to the program, `clocks` keeps the pauses out of the
  game's time, and `paused` is what pygame does meanwhile.
"""

import atexit
import os
import sys

from .imports import after_import
from .options import Options

__all__ = ["start"]


def start(environ):
    """Waits for pygame and Arcade, if `environ` names a log."""
    options = Options.take(environ)
    if options is not None:
        logger = _Logger(options, environ, _pauses(environ))
        atexit.register(logger.ended)  # before any function of the game: it runs after them
        after_import("pygame", lambda _: logger.hook("pygame", _of_pygame, _paused_pygame))
        after_import("arcade", lambda _: logger.hook("arcade", _of_arcade, _paused_arcade))
        after_import("maskscope", logger.leave)


def _of_pygame(options):
    """What records a game in pygame, once its functions are hooked."""
    from . import drawing, functions, watched
    from .recorder import Recorder

    recorder = Recorder(options)
    hooks = functions.install(recorder)
    drawing.install(recorder)
    for names in options.watch:
        watched.watch(hooks, *names)
    return recorder


def _of_arcade(options):
    """What records a game in Arcade, once its functions are hooked."""
    from .arcade import record

    return record(options)


def _paused_pygame(recorder, clocks):
    """What pauses a game in pygame."""
    from .paused import Paused

    return Paused(recorder, clocks)


def _paused_arcade(recorder, clocks):
    """What pauses a game in Arcade."""
    from .arcade.paused import Paused

    return Paused(recorder, clocks)


def _pauses(environ):
    """What pauses a game that can be stopped, or None. It stays in the environment, for further processes."""
    address = environ.get("MASKSCOPE_BREAK")
    if not address:
        return None
    from .stops import Pauses

    return Pauses(address)


class _Logger:
    """The recorders of a game, one for each engine that it has imported."""

    def __init__(self, options, environ, pauses=None):
        from .processes import follow

        self.options = options
        self.environ = environ
        self.pauses = pauses
        self.recorders = []
        self.is_by_hand = False
        follow(options.variables, lambda: self._call("flush"))

    def hook(self, engine, record, paused):
        """Hooks the functions of an engine."""
        if self.is_by_hand:
            return
        try:
            self.options.mark(engine)
            recorder = record(self.options)
            if not self.recorders:
                self._close_before_end()
            self.recorders.append(recorder)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            print(f"maskscope: this game cannot be recorded: {reason}", file=sys.stderr)
            return
        if self.pauses is not None:
            self.pauses.add(recorder, paused)

    def _close_before_end(self):
        """Closes the log where the game ends at once, too; a process that it forks has its own."""
        original = os._exit

        def end_at_once(*args, **kwargs):
            self.ended()
            return original(*args, **kwargs)

        end_at_once.__name__ = end_at_once.__qualname__ = "_exit"
        os._exit = end_at_once
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: self.is_by_hand or self._call("begin_again"))

    def leave(self, _):
        """A game that logs by the bridge is not recorded as well."""
        self.is_by_hand = True
        self.environ.update(self.options.variables)
        self._call("leave")
        if self.pauses is not None:
            self.pauses.close()

    def ended(self):
        """Ends the log."""
        if self.pauses is not None:
            self.pauses.close()
        self._call("close")

    def _call(self, name):
        for recorder in self.recorders:
            try:
                getattr(recorder, name)()
            except Exception as error:
                recorder.problems.observation(error)
                if name == "close":
                    recorder.writer.report(error)
