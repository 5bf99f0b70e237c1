"""What `maskscope run` requests, by the environment."""

import os

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Options:
    """The options of `maskscope run`."""

    def __init__(self, log, watch, near, last, save_key):
        self.log = log  # an absolute path
        self.watch = watch  # modules with the names of functions
        self.near = near
        self.last = last  # seconds, or None
        self.save_key = save_key

    @classmethod
    def take(cls, environ):
        """Takes the options out of `environ`, or returns None."""
        log = environ.pop("MASKSCOPE_LOG", None)
        watch = environ.pop("MASKSCOPE_WATCH", "")
        near = environ.pop("MASKSCOPE_NEAR", "") or 32
        last = environ.pop("MASKSCOPE_LAST", "")
        save_key = environ.pop("MASKSCOPE_SAVE_KEY", "") or "f12"
        if log is None:
            return None
        watched = [tuple(name.split(":", 1)) for name in watch.split(",") if ":" in name]
        return cls(log, watched, float(near), float(last) if last else None, save_key)

    def mark(self, name):
        """Leaves a file beside the logger, by which `maskscope run` knows what happened."""
        try:
            os.close(os.open(os.path.join(_FOLDER, name), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except OSError:
            return False
        return True

    def claim(self):
        """The path of this process's log: the first has the one that was requested, a further one `game.2.jsonl`."""
        if not os.path.isdir(_FOLDER):
            return self.log
        name, extension = os.path.splitext(self.log)
        for number in range(1, 1_000):
            path = self.log if number == 1 else f"{name}.{number}{extension}"
            if (number == 1 or _is_replaced(path)) and self.mark(f"log-{number}"):
                return path
        return None


def _is_replaced(path):
    """True if nothing stands at a path, or a log, or an empty file."""
    try:
        if not os.path.isfile(path):
            return not os.path.lexists(path)
        with open(path, "rb") as file:
            return file.read(16) in (b"", b'{"maskscope_log"')
    except OSError:
        return False
