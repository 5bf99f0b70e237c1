"""What `maskscope run` asks for, by the environment."""

import os


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
        """Takes the options out of `environ`: the processes that the game starts are not logged."""
        log = environ.pop("MASKSCOPE_LOG", None)
        watch = environ.pop("MASKSCOPE_WATCH", "")
        near = environ.pop("MASKSCOPE_NEAR", "") or 32
        last = environ.pop("MASKSCOPE_LAST", "")
        save_key = environ.pop("MASKSCOPE_SAVE_KEY", "") or "f12"
        if log is None:
            return None
        watched = [tuple(name.split(":", 1)) for name in watch.split(",") if ":" in name]
        return cls(os.path.abspath(log), watched, float(near), float(last) if last else None, save_key)
