"""Guards around everything that the logger does inside a call of the game."""

import collections
import os
import sys

from .bridge.png import THRESHOLD

# Code that may raise in a guarded block: the logger's own, and the library's that it calls.
_LIBRARY = os.path.dirname(os.__file__)
_PLACES = (os.path.dirname(os.path.abspath(__file__)) + os.sep, _LIBRARY + os.sep, "<frozen ")
_SITES = tuple(os.path.join(_LIBRARY, name) for name in ("site-packages", "dist-packages"))
_PILLOW = f"{os.sep}PIL{os.sep}"
_MODULES = ("builtins", "pygame", "zlib", "struct", "json.decoder", "binascii")


def is_own(error):
    """True if the logger has raised an error itself: a signal handler of the game may run in it."""
    if type(error).__module__ not in _MODULES:
        return False
    step = error.__traceback__
    while step is not None:
        path = step.tb_frame.f_code.co_filename
        if _PILLOW not in path and (not path.startswith(_PLACES) or path.startswith(_SITES)):
            return False
        step = step.tb_next
    return True


def hooked(recorder, observe, count, original, before=False):
    """A function that calls `original`, and has its answer and its arguments observed.

    What `observe` raises is counted. `before` observes first: the program may end in `original`.
    """

    def function(*args, **kwargs):
        answer = None if before else original(*args, **kwargs)
        if recorder.is_on:
            try:
                observe(answer, *args, **kwargs)
            except Exception as error:
                count(error)
        return original(*args, **kwargs) if before else answer

    return function


class Problems:
    """What could not be recorded, by its reason."""

    def __init__(self):
        self.dropped = collections.Counter()  # checks
        self.unrecorded = {}  # sentences that say what is not recorded
        self.unobserved = collections.Counter()  # pictures and frames
        self.not_judged = collections.Counter()  # tests of a kind that makes no check
        self.unseen = collections.Counter()  # checks of things without pictures, by kind
        self.hidden = {}  # sentences that say why pictures may not have been seen

    def clear(self):
        """Forgets all that was counted."""
        for counts in (self.dropped, self.unobserved, self.not_judged, self.unseen):
            counts.clear()

    def check(self, error):
        """Counts a check that is dropped, or raises an error of the game."""
        self._count(self.dropped, error)

    def observation(self, error):
        """Counts a picture or a frame that is missed, or raises an error of the game."""
        self._count(self.unobserved, error)

    def _count(self, counts, error):
        if not is_own(error):
            raise error
        reason = f"{type(error).__name__}: {error}"[:200]
        counts[reason if reason in counts or len(counts) < 100 else "others"] += 1

    def notes(self):
        """What the end of the log says, apart from the dropped checks."""
        notes = [*self.unrecorded]
        for (kind, is_adrift), count in self.unseen.most_common():
            checks = plural(count, "check")
            if is_adrift:
                notes.append(f"where the pictures of {kind} lie in the world ({checks}) is unknown")
            else:
                notes.append(f"the pictures of {kind} ({checks}) were not seen, or no pixel of them is above alpha {THRESHOLD}")
        notes += self.hidden if self.unseen else ()
        for reason, count in self.unobserved.most_common():
            notes.append(f"{plural(count, 'look')} at a picture or a frame failed: {reason}")
        for reason, count in self.not_judged.most_common():
            notes.append(f"{plural(count, 'test')} not judged: {reason}")
        return notes


def plural(count, one):
    """A number and what is counted."""
    return f"{count:,} {one if count == 1 else one + 's'}"


class Stderr:
    """Standard error as it was when the game began: the one line goes there, and nowhere else."""

    def __init__(self):
        self._file = self._identity()

    def _identity(self):
        try:
            status = os.fstat(sys.__stderr__.fileno())
        except (AttributeError, OSError, ValueError):
            return None
        return (status.st_dev, status.st_ino)

    def write(self, line):
        """Writes a line, if standard error is open and still what it was."""
        try:
            if self._file is not None and self._identity() == self._file:
                sys.__stderr__.write(line + "\n")
                sys.__stderr__.flush()
        except (OSError, ValueError):
            pass
