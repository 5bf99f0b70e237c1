"""The file of a log: written while the game runs, or at its end."""

import collections
import os
import sys
import threading
import weakref

# How often the thread writes what has come, in seconds. A thread that every line wakes competes with the game.
INTERVAL = 0.01


class Stream:
    """A log that a thread writes while the game runs."""

    def __init__(self, path):
        self.path = path
        self.is_open = True
        self._lines = collections.deque()
        self._is_over = threading.Event()
        self._writer = threading.Thread(target=self._write, name="maskscope", daemon=True)
        try:
            # Without a buffer no half line is left in a process that ends at once, and none is copied by a fork.
            self._file = open(path, "wb", buffering=0)
        except OSError as error:
            self._give_up(error)
        else:
            self._writer.start()

    def __len__(self):
        return len(self._lines)

    def begin(self, line):
        """Adds the header or a sprite: text, or a function that returns it."""
        self._lines.append(line)

    def add(self, _frame, line):
        self._lines.append(line)

    def flush(self):
        """Nothing waits for this."""

    def close(self):
        self.is_open = False
        self._is_over.set()
        self._writer.join()

    def _write(self):
        """The thread: writes whole lines, all that wait at once."""
        try:
            with self._file as file:
                is_over = False
                while not is_over:
                    is_over = self._is_over.wait(INTERVAL)
                    _write_all(file, [self._lines.popleft() for _ in range(len(self._lines))])
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error):
        self.is_open = False
        print(f"maskscope: {self.path} is no longer written: {error}", file=sys.stderr)


class Last:
    """A log of the last frames, written at the end or when the game asks for it."""

    def __init__(self, path, frames):
        self.path = path
        self.is_open = True
        self._frames = frames
        self._head = []  # the header and the sprites
        self._lines = collections.deque()

    def __len__(self):
        return 0

    def begin(self, line):
        """Adds the header or a sprite, which stay."""
        self._head.append(line)

    def add(self, frame, line):
        self._lines.append((frame, line))
        while self._lines[0][0] <= frame - self._frames:
            self._lines.popleft()

    def flush(self):
        try:
            with open(self.path, "wb", buffering=0) as file:
                _write_all(file, [*self._head, *(line for _, line in self._lines)])
        except OSError as error:
            print(f"maskscope: {self.path} cannot be written: {error}", file=sys.stderr)

    def close(self):
        self.flush()
        self.is_open = False


def _write_all(file, lines):
    text = "".join((line if isinstance(line, str) else line()) + "\n" for line in lines)
    rest = memoryview(text.encode("utf-8", "replace"))
    while rest:
        rest = rest[file.write(rest) :]


open_logs = weakref.WeakSet()


def _leave_to_parent():
    """In a process that a game has forked: the log stays with the game."""
    for log in open_logs:
        log._file.is_open = False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
