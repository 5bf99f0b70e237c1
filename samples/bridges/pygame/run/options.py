"""What `maskscope run` requests, by the environment."""

import os

from .bridge.files import refuse_other  # before the game, whose `os` may have functions of its own

_open, _close, _stat = os.open, os.close, os.stat
_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NAMES = tuple(f"MASKSCOPE_{name}" for name in ("LOG", "WATCH", "NEAR", "LAST", "SAVE_KEY", "FORCE", "NO_SCREENS"))


class Options:
    """The options of `maskscope run`."""

    def __init__(self, variables):
        log, watch, near, last, save_key, _, no_screens = (variables.get(name, "") for name in _NAMES)
        self.variables = variables  # of the environment
        self.log = log  # an absolute path
        self.watch = [name.split(":", 1) for name in watch.split(",") if ":" in name]
        self.near = float(near or 32)
        self.last = float(last) if last else None  # seconds
        self.save_key = save_key or "f12"
        self.has_screens = not no_screens

    @classmethod
    def take(cls, environ):
        """Takes the options out of `environ`, or returns None."""
        variables = {name: environ.pop(name) for name in _NAMES if name in environ}
        return cls(variables) if "MASKSCOPE_LOG" in variables else None

    def mark(self, name):
        """Leaves a file beside the logger, by which `maskscope run` knows what happened."""
        try:
            _close(_open(os.path.join(_FOLDER, name), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except OSError:
            return False
        return True

    def claim(self):
        """The path of this process's log: that requested, or `game.2.jsonl` of a further one."""
        try:
            _stat(_FOLDER)
        except OSError:
            return self.log
        name, extension = os.path.splitext(self.log)
        for number in range(1, 1_000):
            path = self.log if number == 1 else f"{name}.{number}{extension}"
            if (number == 1 or _is_free(path)) and self.mark(f"log-{number}"):
                return path
        return None


def _is_free(path):
    """True if a log may be written at a path."""
    try:
        refuse_other(path)
    except OSError:
        return False
    return True
