"""The names of sprites in a log."""

import collections
import json

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class SpriteNames:
    """The names of the sprites that a log has, in quotes, by their kinds and looks; of at most so many, the last ones."""

    def __init__(self, most=None):
        self._most = most
        self._names = collections.OrderedDict()
        self._counts = {}  # how many sprites each kind has

    def of(self, kind, *look):
        """The name of what is of a kind and looks so, and whether that is new."""
        key = (kind, *look)
        name = self._names.get(key)
        if name is not None:
            self._names.move_to_end(key)
            return name, False
        number = self._counts[kind] = self._counts.get(kind, 0) + 1
        name = self._names[key] = _json(kind if number == 1 else f"{kind}~{number}")
        if self._most is not None and len(self._names) > self._most:
            self._names.popitem(last=False)
        return name, True

    def forget(self, names):
        """Forgets sprites that are in the log no longer."""
        for key in [key for key, name in self._names.items() if name in names]:
            del self._names[key]

    def clear(self):
        """Forgets all, also how many there were."""
        self._names.clear()
        self._counts.clear()
