"""The functions that `--watch` names, recorded from their first call."""

import dis
import os
import sys
import threading
import types

from .imports import after_import

_this_thread = threading.get_ident
_wanted = {}  # functions of the main script that were not called yet, by their names


def watch(hooks, module, name):
    """Watches a function of two things, or of their numbers, that the game wrote itself."""
    unrecorded, wanted = hooks.problems.unrecorded, f"there is no function {module}:{name} to watch"
    unrecorded[wanted] = 1
    *classes, last = name.split(".")

    def find(loaded):
        for part in (*classes, last):
            owner, loaded = loaded, vars(loaded).get(part) if hasattr(loaded, "__dict__") else None
        if type(loaded) is not types.FunctionType:
            return None
        setattr(owner, last, hooks.pair_function(loaded))
        unrecorded.pop(wanted, None)
        return loaded

    path = sys.argv[0] if sys.argv else ""
    if module in ("__main__", os.path.splitext(os.path.basename(path))[0]):
        _watch_main(hooks, last, lambda: find(sys.modules["__main__"]))
    else:
        after_import(module, find)


def _watch_main(hooks, name, find):
    """Watches a function of the main script: its first call is seen as a profiler sees it."""
    if _wanted:
        _wanted[name] = find
    elif sys.getprofile() is None:
        _wanted[name] = find
        sys.setprofile(_profile(hooks))


def _profile(hooks):
    """A profiler that watches each wanted function of the main script from its first call."""
    running, inside = [], hooks.recorder.inside

    def profile(frame, event, arg):
        code = frame.f_code
        name = code.co_name
        if event == "call" and name in _wanted and not running:
            function = _wanted[name]() if frame.f_globals.get("__name__") == "__main__" else None
            if function is None or function.__code__ is not code:
                return
            # Not `variables`: after this function Python writes them back.
            found, tests = frame.f_locals, []
            args = tuple(found[it] for it in code.co_varnames[: code.co_argcount] if it in found)
            inside[_this_thread()] = tests
            running.append((frame, args, tests))
        elif event == "return" and running and running[0][0] is frame:
            del _wanted[name]
            if not _wanted:
                sys.setprofile(None)
            inside.pop(_this_thread(), None)
            _, args, tests = running.pop()
            try:
                # Else it has raised.
                if dis.opname[code.co_code[frame.f_lasti]].startswith("RETURN"):
                    hooks.pair(frame.f_back, args, None, arg, name, tests)
            except Exception as error:
                hooks.problems.check(error)

    return profile
