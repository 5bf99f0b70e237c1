"""The log of a process, and the checks that wait until their frame has ended."""

import atexit
import base64
import os
import signal
import sys

from .guard import Stderr, plural

# Checks that wait for the end of a frame; a game that ends no frame is written all the same.
MOST_WAITING = 20_000

# Pairs whose last frames are kept.
MOST_FRAMES = 50_000

# The frames after which the header's `fps` stays as it is, and the characters that it has until then.
FPS_FRAMES, FPS_ROOM = 2, 20

# The pictures of the screen in a log.
MOST_SCREENS = 200


class Journal:
    """The log of this process, and the checks that wait for it. An engine's has

    - `lines`, the class of its log, and `contents`, its pictures; `frame` and `view`, as they are now;
    - `far`, the checks of things far apart that no line has counted;
    - `_see`, which finds the pictures of the frame, and `_write`, which writes a check.
    """

    def __init__(self, recorder):
        self.waiting = []
        self._fps = 60
        self._options, self._problems = recorder.options, recorder.problems
        self._stderr = Stderr()
        self._folder = _working_folder()
        self._files = {}  # lines of the game, by their paths and numbers
        self._is_held = False  # no thread writes
        self.clear()
        self._ends = 0

    def clear(self):
        """Begins again, without a log."""
        self.waiting, self._log, self._reports = [], None, []
        self._ends = FPS_FRAMES  # ends of frames
        self._screens = 0
        self._frames = {}  # by pair of names: the frame of the last check that is written
        self._most_frames = MOST_FRAMES  # after which those of long ago are forgotten

    @property
    def fps(self):
        """How many frames there are in a second, once the game's clock has said it."""
        return self._fps

    @fps.setter
    def fps(self, fps):
        self._fps = fps
        if self._log is not None and self._ends < FPS_FRAMES:
            self._log.set_fps(fps)

    def add(self, check):
        """Keeps a check until its frame ends."""
        self.waiting.append(check)
        if len(self.waiting) >= MOST_WAITING:
            self.write()

    def end_frame(self):
        """Writes the checks of a frame, whose pictures are known now."""
        self._see()
        self._ends += 1
        if self._log is not None or self.waiting or self._ends >= FPS_FRAMES:
            self.write()
        if self._ends == FPS_FRAMES:
            self.hold(self._is_held)

    def hold(self, is_held):
        """Has no thread write to the file, but `write_now`; or again a thread.

        Until the header is complete no thread writes either: who follows the file need not read it twice.
        """
        self._is_held = is_held
        if self._log is not None:
            self._log.hold(is_held or self._ends < FPS_FRAMES)

    def write_now(self):
        """Writes to the file what waits for it; returns how many bytes that has, or None without a file."""
        return self._log.write_now() if self._log is not None else None

    def screen(self, frame, png):
        """Adds a picture of the screen to a frame, if there is a log that has room for it."""
        if self._log is not None and self._screens < MOST_SCREENS:
            self._screens += 1
            self._log.begin(f'{{"frame":{frame},"screen":"{base64.b64encode(png).decode()}"}}')

    @property
    def checks(self):
        """How many checks the log has."""
        return self._log.checks if self._log is not None else 0

    @property
    def path(self):
        """The path of the log, once it has a check."""
        return self._log.path

    def flush(self):
        """Writes what waits, also the last seconds."""
        self._see()
        if self._log is not None or self.waiting:
            self.write()
            self._log.flush()

    def close(self):
        """Writes what waits, and says what is not in the log."""
        self._see()
        is_silent = not self.waiting and not self.far and not self._problems.notes()
        if self._log is None and is_silent:
            return  # it has tested nothing
        self.write()
        log = self._log
        for reason, count in self._problems.dropped.items():
            log.drop(reason, count)
        log.notes += self._problems.notes()
        log.close()
        unwritten, error = log.unwritten
        if unwritten:
            lost = plural(unwritten, "check")
            self._reports = [f"maskscope: {log.path}: {lost} not in the log: {error}"]
        if self._reports:
            self._stderr.write("; ".join(self._reports))

    def report(self, error):
        """Says that the end of the log is missing."""
        self._stderr.write(f"maskscope: the end of the log is not written: {type(error).__name__}: {error}")

    def write(self):
        """Writes what waits."""
        if self._log is None:
            self._begin()
        log = self._log
        waiting, self.waiting = self.waiting, []
        log.frame, log.view = self.frame, self.view
        written = 0
        try:
            for check in waiting:
                written += 1
                try:
                    self._write(log, check)
                except Exception as error:
                    self._problems.check(error)
        finally:
            if written < len(waiting):
                self.waiting[:0] = waiting[written:]  # a signal handler of the game has raised
        far, self.far = self.far, 0
        log.count_far(far)

    # The file.

    def _file_name(self, place):
        """A line of the game; its file is relative to the folder where it began, if it lies there."""
        name = path = place[0]
        if self._folder is not None and os.path.isabs(path):
            inner = os.path.relpath(path, self._folder) if path[:1] == self._folder[:1] else ".."
            name = os.path.basename(path) if inner.startswith("..") else inner
        name = self._files[place] = f"{name.replace(os.sep, '/')}:{place[1]}"
        return name

    def _begin(self):
        """Opens the log while no handler of signals, which may raise, can run."""
        if not hasattr(signal, "pthread_sigmask"):
            self._log = self._open()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            self._log = self._open()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _open(self):
        path = self._options.claim()
        if path is None:
            raise OSError("too many processes")
        argv = sys.argv if type(sys.argv) is list and sys.argv and sys.argv[0] else [None]
        game = argv[0] and os.path.splitext(os.path.basename(argv[0]))[0]
        log = self.lines(
            path, game=game, fps=self.fps, near=self._options.near, last=self._options.last,
            view=self.first_view(), backlog=1_000_000, report=self._reports.append,
            is_forced="MASKSCOPE_FORCE" in self._options.variables, fps_room=FPS_ROOM
        )  # fmt: skip
        atexit.unregister(log.close)  # what waits here is written first
        log.path = path
        log.contents = self.contents
        log.contents.log = log
        log.hold(self._is_held or self._ends < FPS_FRAMES)
        return log


def _working_folder():
    try:
        return os.getcwd()
    except OSError:
        return None
