"""Functions that are called when a module has been imported."""

import importlib.util
import sys


class _Finder:
    """Finds modules as the other finders do, and calls functions when each is complete."""

    def __init__(self):
        self.waiting = {}

    def find_spec(self, name, path=None, target=None):
        calls = self.waiting.pop(name, None)
        if calls is None:
            return None
        # The others find it: this name is waited for no longer.
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None or not hasattr(spec.loader, "exec_module"):
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            spec.loader.__dict__.pop("exec_module", None)
            execute(module)
            for call in calls:
                call(module)

        spec.loader.exec_module = exec_module
        return spec


_finder = _Finder()


def after_import(name, call):
    """Calls `call` with the module `name` as soon as it is imported; at once if it is."""
    if name in sys.modules:
        call(sys.modules[name])
        return
    _finder.waiting.setdefault(name, []).append(call)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
