"""The file of a log: written while the game runs, or at its end."""

import collections
import json
import os
import stat
import weakref
from threading import Event, Thread
from time import sleep

# As they are before the game, which may put functions of its own in their place.
_open, _put, _close, _truncate = os.open, os.write, os.close, os.ftruncate
_stat, _fstat, _seek, _open_text = os.stat, os.fstat, os.lseek, open
_join = Thread.join

# How often the thread writes what has come, in seconds. A thread that every line wakes competes with the game.
INTERVAL = 0.01

# The bytes of lines that may wait.
MOST_BYTES = 8 << 20


def refuse_other(path, is_forced=False):
    """Raises an `OSError` if something else stands at a path than a log or an empty file; if forced, than a file."""
    try:
        found = _stat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a regular file")
    if found.st_size and not is_forced:
        with _open_text(path, encoding="utf-8-sig", errors="replace") as file:
            start = file.read(1 << 16).lstrip().partition("\n")[0]
        try:
            first = json.loads(start)
        except (ValueError, RecursionError):
            first = None
        if not isinstance(first, dict) or "maskscope_log" not in first:
            raise OSError("it is not a log")


class Stream:
    """A log that a thread writes while the game runs, from its first check on, until the disk refuses a line."""

    def __init__(self, path, report, check):
        self.path = path
        self.is_open = True
        self.check = check  # raises an error if no log may stand at a path
        self.error = None  # why it is no longer written
        self.unwritten = 0  # how many checks the disk has refused
        self._report = report  # is called with a line for standard error
        self._lines = collections.deque()  # each with its bytes, and whether it is a check
        self._bytes = 0
        self._file = None
        self._has_check = False
        self._is_closed = False
        self._is_held = False  # no thread writes it
        self._size = 0  # of the file, in bytes
        self._first = 0  # of its first line
        self._is_over = Event()
        self._writer = None  # the thread, once a line waits

    def _start(self):
        self._is_over.clear()
        writer = Thread(target=self._write, name="maskscope", daemon=True)
        try:
            writer.start()
        except RuntimeError:
            return  # the program ends: it is written then
        self._writer = writer

    def pause(self):
        """Ends the thread until the next line, so that the program can fork."""
        if self._writer is not None:
            self._is_over.set()
            writer, self._writer = self._writer, None
            _join(writer)

    def hold(self):
        """Has no thread write: what waits is written by `write_now`, and at the end."""
        self.pause()
        self._is_held = True

    def release(self):
        """Has a thread write again."""
        self._is_held = False
        if self._writer is None and self._has_check and self._lines and self.is_open and not self._is_closed:
            self._start()

    def write_now(self):
        """Writes what waits while it is held; returns how many bytes the file has, or None without a file."""
        self._write_waiting()
        return self._size if self._file is not None else None

    def correct(self, line):
        """Writes another first line over the first, if that is written and as long."""
        self.pause()
        data = f"{line}\n".encode("utf-8", "replace")
        if self._file is not None and self.is_open and len(data) == self._first:
            _seek(self._file, 0, os.SEEK_SET)
            _write_all(self._file, data)
            _seek(self._file, 0, os.SEEK_END)

    def __len__(self):
        return len(self._lines)

    def begin(self, line, size=0, _name=None):
        """Adds the header or a sprite: text, or a function that returns it and holds `size` bytes until then."""
        self._add(line, size or len(str(line)), False)

    def add(self, _frame, line, _sprites=()):
        """Adds a line that belongs to a frame."""
        self._add(line, len(line), True)

    def _add(self, line, size, is_check):
        if self._writer is None and is_check and self.is_open and not self._is_closed and not self._is_held:
            self._start()
        if self._bytes > MOST_BYTES:
            self._make_room()
        if self.is_open:
            self._bytes += size + 100
            self._lines.append((line, size + 100, is_check))
            self._has_check |= is_check
        else:
            self.unwritten += is_check

    def _make_room(self):
        """Lets the game wait for a disk that is slower than it, for a while."""
        if self._is_held:
            self._write_waiting()
        for _ in range(1_000):
            if self._bytes <= MOST_BYTES or not self.is_open or self._writer is None:
                break
            sleep(INTERVAL / 5)

    def flush(self):
        """Waits until what is there has been written, for a second at most."""
        if self._is_held:
            self._write_waiting()
        for _ in range(200):
            if not self._has_check or not self._lines or not self.is_open or self._writer is None:
                break
            sleep(INTERVAL / 2)

    def close(self):
        """Writes what waits."""
        self._is_closed = True
        self.pause()
        self._write_waiting()
        self.is_open = False
        if self._file is not None:
            _close(self._file)
            self._file = None

    def _write(self):
        """The thread: writes whole lines, all that wait at once."""
        while self.is_open and not self._is_over.wait(INTERVAL):
            self._write_waiting()

    def _write_waiting(self):
        checks = 0
        if not self._has_check:
            return
        try:
            if self._file is None and self._lines:
                self.check(self.path)
                self._file = _open_new(self.path)
            while self._lines:
                text, checks = self._take()
                _write_all(self._file, text)
                self._first = self._first or text.index(b"\n") + 1
                self._size += len(text)
        except OSError as error:
            self.error, self.is_open = error, False
            self.unwritten += checks + sum(is_check for *_, is_check in self._lines)
            self._lines.clear()
            state = "not" if self._file is None else "no longer"
            self._report(f"maskscope: {self.path} is {state} written: {error}")

    def _take(self):
        """Some of the lines that wait, as text, and how many checks they are."""
        texts, size, checks = [], 0, 0
        while self._lines and size < 1 << 20:
            line, its, is_check = self._lines.popleft()
            self._bytes -= its
            texts.append(_text(line))
            size += len(texts[-1])
            checks += is_check
        return "".join(texts).encode("utf-8", "replace"), checks


def _text(line):
    try:
        return (line if isinstance(line, str) else line()) + "\n"
    except Exception as error:
        return f'{{"note":"a sprite cannot be written: {type(error).__name__}"}}\n'


def _open_new(path):
    """A file without a buffer: no half line is left in a process that ends at once, and none is copied by a fork."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    return _open(path, flags, 0o666)


def _write_all(file, data):
    """Writes whole lines: where the disk refuses some, none of them is left in half."""
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[_put(file, rest) :]
    except OSError:
        written = len(data) - len(rest)
        half = written - (data.rfind(b"\n", 0, written) + 1)
        if half and stat.S_ISREG(_fstat(file).st_mode):
            _truncate(file, _fstat(file).st_size - half)
        raise


class Last:
    """A log of the last frames, written at the end or when the game asks for it."""

    def __init__(self, path, frames, report, check, forget):
        self.path = path
        self.is_open = True
        self.check = check  # raises an error if no log may stand at a path
        self.error = None  # why it could not be written
        self.unwritten = 0
        self._report = report  # is called with a line for standard error
        self._frames = frames  # a function, since a clock may say it later
        self._forget = forget  # is called with the names of sprites that are dropped
        self._head = {}  # the header, kinds, and the sprites by their names
        self._lines = collections.deque()
        self._bytes = 0
        self._held = 0  # bytes of what stays
        self._most = MOST_BYTES  # after which sprites that no line names are dropped

    def __len__(self):
        return 0

    def begin(self, line, size=0, name=None):
        """Adds what stays: the header, a kind, or while a line names it, a sprite."""
        size = size or len(str(line))
        self._head[name or line] = (line, size)
        self._held += size

    def add(self, frame, line, sprites=()):
        """Adds a line that belongs to a frame, and forgets what is older than the last frames."""
        self._lines.append((frame, line, sprites))
        self._bytes += len(line) + 200
        while self._lines[0][0] <= frame - self._frames() or self._bytes > 4 * MOST_BYTES:
            self._bytes -= len(self._lines.popleft()[1]) + 200
        if self._held > self._most:
            self._drop()

    def _drop(self):
        """Drops the sprites that no line names."""
        used = {name for *_, sprites in self._lines for name in sprites}
        gone = {it for it, (line, _) in self._head.items() if it != line and it not in used}
        for name in gone:
            del self._head[name]
        self._held = sum(size for _, size in self._head.values())
        self._most = max(MOST_BYTES, 2 * self._held)
        self._forget(gone)

    def hold(self):
        """No thread writes it."""

    def correct(self, _):
        """Its first line is not written yet."""

    release = hold

    def flush(self):
        """Writes the last frames."""
        if not self._lines or not self.is_open:
            return
        head = [_text(line) for line, _ in self._head.values()]
        text = "".join([*head, *(f"{line}\n" for _, line, _ in self._lines)])
        try:
            self.check(self.path)
            file = _open_new(self.path)
            try:
                _write_all(file, text.encode("utf-8", "replace"))
            finally:
                _close(file)
        except OSError as error:
            self.error, self.unwritten = error, len(self._lines)
            self._report(f"maskscope: {self.path} cannot be written: {error}")

    def close(self):
        """Writes the last frames."""
        self.flush()
        self.is_open = False


open_logs = weakref.WeakSet()


def _leave_to_parent():
    """In a process that a game has forked: the log stays with the game."""
    for log in open_logs:
        log._file.is_open = False


def _pause():
    """Before a game forks: Python warns of other threads."""
    for log in list(open_logs):
        if isinstance(log._file, Stream):
            log._file.pause()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_pause, after_in_child=_leave_to_parent)
