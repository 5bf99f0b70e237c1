"""The clocks of a game that can be stopped: they stand still while it is paused."""

import functools
import time
from time import monotonic, perf_counter_ns  # the real ones, for the logger

NAMES = ("time", "monotonic", "perf_counter")

# Pauses that are kept one by one. Of older ones the sum is.
MOST_PAUSES = 100


class Clock:
    """A clock in the place of one of `time`. No function, which would become a method in a class of the game."""

    def __init__(self, original, now):
        functools.update_wrapper(self, original)
        self._now = now

    def __call__(self):
        return self._now()

    def __repr__(self):
        return repr(self.__wrapped__)

    def __reduce__(self):
        return self.__name__  # as a function of `time` is pickled and copied


class Clocks:
    """Replaces the clocks of Python, and keeps the pauses."""

    def __init__(self):
        self._pauses = []  # beginnings and ends in ns
        # The sum of those that have ended, and when the game was paused: other threads see both change at once.
        self._state = (0, None)
        for name in NAMES:
            seconds, ns = getattr(time, name), getattr(time, f"{name}_ns")
            setattr(time, name, Clock(seconds, self._seconds(seconds)))
            setattr(time, f"{name}_ns", Clock(ns, self._ns(ns)))

    def _seconds(self, original):
        def now():
            return original() - self.paused() if self._state != (0, None) else original()

        return now

    def _ns(self, original):
        def now():
            return original() - self._paused_ns()

        return now

    @property
    def is_stopped(self):
        """True while the game is paused."""
        return self._state[1] is not None

    def stop(self):
        """Has the clocks stand still."""
        total, since = self._state
        if since is None:
            self._state = (total, perf_counter_ns())

    def go_on(self):
        """Has them run again."""
        (total, since), now = self._state, perf_counter_ns()
        if since is None:
            return
        self._pauses.append((since, now))
        if len(self._pauses) > MOST_PAUSES:
            (start, end), (later, last) = self._pauses[:2]
            self._pauses[:2] = [(later - (end - start), last)]
        self._state = (total + now - since, None)

    def _paused_ns(self):
        total, since = self._state
        return total if since is None else total + perf_counter_ns() - since

    def paused(self):
        """The seconds of all pauses."""
        return self._paused_ns() / 1e9

    def paused_in(self, ms):
        """How many of the last milliseconds were pauses."""
        (total, since), now = self._state, perf_counter_ns()
        start = now - ms * 1_000_000
        found = now - max(since, start) if since is not None else 0
        if self._pauses and start <= self._pauses[0][0]:
            return (found + total) / 1e6
        for begin, end in reversed(self._pauses):
            if end <= start:
                break
            found += end - max(begin, start)
        return found / 1e6
