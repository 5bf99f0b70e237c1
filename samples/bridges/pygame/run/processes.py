"""Further processes of a game: those of Python load the logger, too."""

import functools
import os

from .imports import after_import

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def follow(variables, before_exec):
    """Gives programs of Python that the game starts the logger's variables.

    They are in the environment of the process alone while such a program starts, never in
    `os.environ`. A program that is started with an environment of its own is not followed.
    """

    def prepare(words):
        names = (os.path.basename(_first(it)).lower() for it in words)
        is_python = any("python" in name for name in names)
        path = os.environ.get("PYTHONPATH")
        added = {**variables, "PYTHONPATH": os.pathsep.join(filter(None, (_FOLDER, path)))}
        added["MASKSCOPE_HAD_PYTHONPATH"] = "1" if path else ""
        for name, value in added.items():
            value = value if is_python else os.environ.get(name)
            if value is None:
                os.unsetenv(name)
            else:
                os.putenv(name, value)

    def hook(owner, name, place=0):
        original = getattr(owner, name, None)
        if original is None:
            return

        @functools.wraps(original)
        def start(*args, **kwargs):
            prepare([*args[place : place + 1], kwargs.get("args"), kwargs.get("executable")])
            if name[:4] == "exec":
                before_exec()
            return original(*args, **kwargs)

        setattr(owner, name, start)

    for name in ("execv", "execve", "posix_spawn", "posix_spawnp", "system"):
        hook(os, name)
    after_import("subprocess", lambda module: hook(module.Popen, "__init__", 1))
    after_import("multiprocessing.util", lambda module: hook(module, "spawnv_passfds"))


def _first(words):
    """The program of a command: a path, the text of a shell, or a list of words."""
    words = words[0] if type(words) in (list, tuple) and words else words
    words = os.fsdecode(words) if type(words) in (str, bytes) else ""
    return words if os.path.exists(words) else words.split(" ")[0]
