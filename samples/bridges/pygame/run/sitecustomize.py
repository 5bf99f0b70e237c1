"""Loaded by Python before the game: makes the environment what it was, and starts the logger."""

import importlib.machinery
import importlib.util
import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _restore():
    """Takes the logger's folder out of the paths, also for the processes that the game starts."""
    rest = [path for path in os.environ.pop("PYTHONPATH", "").split(os.pathsep) if path != _FOLDER]
    if os.environ.pop("MASKSCOPE_HAD_PYTHONPATH", ""):
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != _FOLDER]


def _start():
    sys.path.insert(0, _FOLDER)
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        from _maskscope import start

        start(os.environ)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        print(f"maskscope: the logger does not start: {reason}", file=sys.stderr)
    finally:
        sys.dont_write_bytecode = written
        sys.path.remove(_FOLDER)


def _chain():
    """Runs the `sitecustomize` that this one hides."""
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize")
    if spec is not None:
        module = sys.modules["sitecustomize"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)


_restore()
_start()
_chain()
