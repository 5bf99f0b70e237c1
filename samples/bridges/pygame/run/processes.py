"""Further processes of a game: those of Python load the logger, too."""

import functools
import os
import sys

from .imports import after_import

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Where the events of Python name the program that starts.
_PROGRAMS = {"subprocess.Popen": 0, "os.exec": 0, "os.posix_spawn": 0, "os.spawn": 1, "os.system": 0}


def follow(variables, before_exec):
    """Gives programs of Python that the game starts the logger's variables.

    They are in the environment of the process alone while such a program starts, never in
    `os.environ`. A program that is started with an environment of its own is not followed.
    """

    def prepare(is_python):
        path = os.environ.get("PYTHONPATH")
        added = {**variables, "PYTHONPATH": os.pathsep.join(filter(None, (_FOLDER, path)))}
        added["MASKSCOPE_HAD_PYTHONPATH"] = "1" if path else ""
        for name, value in added.items():
            value = value if is_python else os.environ.get(name)
            if value is None:
                os.unsetenv(name)
            else:
                os.putenv(name, value)

    def audit(event, args):
        place = _PROGRAMS.get(event)
        if place is None:
            return
        try:
            words = [args[place], *(args[1:2] if event == "subprocess.Popen" else ())]
            prepare(any("python" in os.path.basename(_first(it)).lower() for it in words))
        except (IndexError, TypeError, ValueError):
            pass
        if event == "os.exec":
            before_exec()

    def spawns(module):
        original = getattr(module, "spawnv_passfds", None)
        if original is not None:

            @functools.wraps(original)
            def spawn(*args, **kwargs):
                prepare(True)
                return original(*args, **kwargs)

            module.spawnv_passfds = spawn

    sys.addaudithook(audit)
    after_import("multiprocessing.util", spawns)


def _first(words):
    """The program of a command: a path, the text of a shell, or a list of words."""
    words = words[0] if type(words) in (list, tuple) else words
    words = os.fsdecode(words) if type(words) in (str, bytes) else ""
    return words.split(" ")[0] if not os.path.exists(words) else words
