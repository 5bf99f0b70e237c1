"""Stops of a game at the end of a frame, where the program says so, and its way on, frame by frame."""

import os
import sys

from .clocks import Clocks
from .link import PATIENCE, Link

# How often what waits for a paused game is looked at, in seconds.
INTERVAL = 0.02


class Pauses:
    """The clocks of a process, its connection to the program, and the stops of its engines."""

    def __init__(self, address):
        self._address = address
        self._clocks = Clocks()
        self._link = None
        self._stops = []

    def add(self, recorder, paused):
        """Has a game be stopped whose engine is recorded; `paused` returns what that does while it is paused."""
        try:
            if recorder.options.last is not None:
                raise ValueError("the log has the last seconds alone")
            engine = paused(recorder, self._clocks)
            if self._link is None:
                self._link = Link(self._address)
                if hasattr(os, "register_at_fork"):
                    os.register_at_fork(after_in_child=self._begin_again)
            stops = Stops(recorder, self._link, self._clocks, engine)
            engine.install(stops)
            recorder.stops = stops
            self._stops.append(stops)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            print(f"maskscope: no stops: {reason}", file=sys.stderr)

    def _begin_again(self):
        for stops in self._stops:
            stops.begin_again()

    def close(self):
        """Stops the game no more."""
        for stops in self._stops:
            stops.close()


class Stops:
    """Asks the program at the end of each frame with checks, and pauses the game."""

    def __init__(self, recorder, link, clocks, engine):
        self._link, self._clocks, self._engine = link, clocks, engine
        self._writer, self._problems = recorder.writer, recorder.problems
        self._has_screens = recorder.options.has_screens
        self._frame, self._is_end = None, False  # the frame that is shown now, and whether it ends
        self._is_asked = False
        self._is_due = False  # it pauses at the end of this frame
        self._after = None  # it pauses at the end of the first frame after this one
        self._checks = 0  # that the program was asked about
        self._path = None  # of the log, once the program knows it
        self._is_held = False  # this thread writes the log
        self._is_over = False
        self._hold()

    # Frames.

    def ask(self, is_end=True):
        """Asks what to do after a frame, before that is shown."""
        link, writer = self._link, self._writer
        if not link.is_open or self._clocks.is_stopped:
            return
        self._frame, self._is_end = writer.frame, is_end
        self._hold()
        is_new, self._checks = writer.checks != self._checks, writer.checks
        if not self._is_held:
            return
        end = writer.write_now()
        if is_new and end is not None:
            is_first, self._path = self._path is None, writer.path
            link.send(frame=self._frame, end=end, **{"log": self._path} if is_first else {})
            self._is_asked = True

    def wait(self, flip=None):
        """Waits for the answer once the frame is shown, and pauses the game; `flip` shows it again."""
        if self._clocks.is_stopped:
            return
        self._try(self._engine.resumed_frame)
        is_stop = self._link.is_open and self._answer()
        if self._link.is_open and (is_stop or self._is_end and self._frame is not None and self._is_now()):
            self._pause(flip)
        if not self._link.is_open:
            self._end()
        self._hold()

    def _answer(self):
        """True if the program says stop. What has come besides is done."""
        is_asked, self._is_asked = self._is_asked, False
        while True:
            word = self._link.receive(PATIENCE if is_asked else 0)
            if word is None:
                if is_asked and self._link.is_open:
                    self._link.close("maskscope did not answer")
                return False
            if is_asked and word in ("go", "stop"):
                return word == "stop"
            self._do(word)

    def _do(self, word):
        if word in ("arm", "disarm"):
            self._link.is_armed = word == "arm"
        elif word == "step":
            self._after = self._frame
        elif word in ("pause", "stop"):
            self._is_due = True

    def _is_now(self):
        return self._is_due or self._after is not None and self._frame > self._after

    # Pauses.

    def _pause(self, flip):
        self._is_due, self._after = False, None
        self._clocks.stop()
        try:
            self._try(self._engine.enter)
            self._shot()
            self._link.send(paused=self._frame)
            self._stay(flip)
        finally:
            self._clocks.go_on()
            self._try(self._engine.leave)

    def _stay(self, flip):
        link = self._link
        while link.is_open:
            key = self._try(self._engine.pump, flip)
            if key is not None:
                link.send(key=key)
            if key == "quit":
                link.is_armed = False
                return
            word = link.receive(INTERVAL)
            if word == "shot":
                self._shot()
            elif word in ("arm", "disarm", "step"):
                self._do(word)
            if word in ("go", "step"):
                return

    def _shot(self):
        """Writes the screen of the game, after what waits of the log."""
        self._hold(True)
        picture = self._try(self._engine.screen) if self._has_screens else None
        if picture is not None:
            self._writer.screen(self._frame, picture)
        self._writer.write_now()

    # The log.

    def _hold(self, is_paused=False):
        """Has the game's thread write the log while the program wants to be asked, and else a thread."""
        is_held = is_paused or self._link.is_armed
        if is_held is not self._is_held:
            self._is_held = is_held
            self._writer.hold(is_held)

    def _end(self):
        """Leaves the game alone, once the connection is closed, and has the log say why."""
        if not self._is_over:
            self._is_over = True
            self._hold()
            if self._link.reason is not None:
                since = "" if self._frame is None else f" after frame {self._frame}"
                self._problems.unrecorded[f"no stops{since}: {self._link.reason}"] = 1

    def begin_again(self):
        """Leaves a process alone that the game has forked; the connection is its parent's."""
        self._is_over = True
        self._link.close()
        self._clocks.go_on()
        self._hold()

    def close(self):
        """Ends it with the game."""
        self._end()
        self._link.close()

    def _try(self, call, *args):
        """What a function of the engine returns; its errors are counted."""
        try:
            return call(*args)
        except Exception as error:
            self._problems.observation(error)
            return None
