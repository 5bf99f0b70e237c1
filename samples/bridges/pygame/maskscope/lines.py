"""The lines of a log: its header, sprites, and checks of two sides, near or far."""

import atexit
import collections
import functools
import json
import math
import os
import sys

from .files import Last, Stream, open_logs, refuse_other

# The distance of sprites whose misses are only counted.
NEAR = 32

# The visits of a log; those after them are counted.
MOST_VISITS = 1_000_000

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_quoted = functools.lru_cache(maxsize=4096)(_json)


class Lines:
    """A file to which each check adds a line. The first writes over a log that was there."""

    contents = None  # what makes the lines of sprites
    engine = None  # its name and version
    rounding = None  # of positions between pixels
    most_gap = math.inf  # the frames from check to check of a pair within which its way is straight

    def __init__(
        self, path="game.jsonl", *, game=None, fps=60, near=NEAR, last=None, view=None, backlog=100_000, report=None,
        is_forced=False, fps_room=0
    ):  # fmt: skip
        self.frame = 0  # a game that counts its frames may set it
        self.view = view  # the screen's rectangle in the world; a camera moves it
        self.near = near
        self.backlog = backlog  # how many lines may wait to be written
        self.lost = 0
        self.fps = fps
        self._reasons = collections.Counter()  # why checks are not in the log
        self.notes = []  # what else the end of the log says
        self._reported = 0  # how many of the lost checks the log has counted
        self._far = 0  # checks of sprites far apart that no line has counted
        self._visits = []  # the cells that the game has read since its last check
        self._visits_left = MOST_VISITS
        self._visits_dropped = 0
        self._pairs = {}
        self._view = view and [*view]
        self._game, self._fps_room = game, fps_room
        self.checks = 0  # that are written
        path = os.environ.get("MASKSCOPE_LOG") or path
        self._report = report or _report  # is called with lines for standard error
        is_forced = is_forced or bool(os.environ.get("MASKSCOPE_FORCE"))
        check = functools.partial(refuse_other, is_forced=is_forced)
        if last is None:
            self._file = Stream(path, self._report, check)
        else:
            self._file = Last(
                path, lambda: last * self.fps, self._report, check, lambda names: self.contents.names.forget(names)
            )
        try:
            check(path)
        except OSError as error:
            self._file.error, self._file.is_open = error, False
            self._report(f"maskscope: {path} is not written: {error}")
        self._file.begin(self._header, 200)
        open_logs.add(self)
        atexit.register(self.close)

    def _header(self):
        """The first line, with room for another `fps`."""
        header = {"maskscope_log": 1, "game": self._game, "engine": self.engine, "fps": self.fps, "view": self._view}
        texts = {field: _json(value) for field, value in header.items() if value is not None}
        texts["fps"] = texts["fps"].ljust(self._fps_room)
        return "{" + ",".join(f'"{field}":{text}' for field, text in texts.items()) + "}"

    def set_fps(self, fps):
        """Corrects how many frames there are in a second, also in the header."""
        self.fps = fps
        self._file.correct(self._header())

    def hold(self, is_held):
        """Has no thread write what waits, but `write_now`; or again a thread."""
        self._file.hold() if is_held else self._file.release()

    def write_now(self):
        """Writes what waits while it is held; returns how many bytes the file has, or None without a file."""
        return self._file.write_now()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def is_open(self):
        """False once it is closed, or cannot be written. Checks are then answered, but not logged."""
        return self._file.is_open

    def close(self):
        """Writes what still waits, and ends the log."""
        atexit.unregister(self.close)
        if self.is_open:
            for pair in self._pairs.values():
                self._write_kept(pair)
            self.count_far()
            lost = self._reasons.most_common()
            notes = [f"{count:,} {'check' if count == 1 else 'checks'} not in the log: {reason}" for reason, count in lost]
            notes += self.notes
            if self._visits_dropped:
                visits = "visit" if self._visits_dropped == 1 else "visits"
                notes.append(f"{self._visits_dropped:,} {visits} not in the log: more than {MOST_VISITS:,}")
            if notes:
                # Far checks that are none carry what no check can.
                self._file.add(self.frame, _json({"frame": self.frame, "far": 0, "notes": notes}))
            self._file.close()
            if notes:
                self._report(f"maskscope: {self._file.path}: {'; '.join(notes)}")

    def flush(self):
        """Writes the last seconds, of a log that keeps only those."""
        self._file.flush()

    @property
    def unwritten(self):
        """How many checks the disk has refused, and why."""
        return self._file.unwritten, self._file.error

    def next_frame(self):
        """Counts a frame: the checks that follow are of this one."""
        self.count_far()
        self.frame += 1
        if self.frame % 600 == 0:
            self.forget()

    def drop(self, reason, count=1):
        """Counts checks that cannot be logged, and drops what they have visited."""
        self._visits = []
        self.lost += count
        self._reasons[reason] += count

    def add(self, a, b, hit, rule, at, point=None, area=None, shown=True):
        """Logs a check of two sides, or counts it where they are far apart."""
        if not self.is_open:
            return
        visits = self._take_visits()
        key = (a.name, b.name)
        pair = self._pairs.get(key)
        if pair is None:
            pair = self._pairs[key] = Pair()
        jumps = a.jumps + b.jumps
        jump = pair.jumps is not None and (pair.jumps != jumps or self.frame - pair.frame > self.most_gap)
        pair.jumps = jumps
        beyond = beyond_near(a.box, b.box, self.near)
        still = 0 if hit else beyond & pair.beyond
        pair.beyond, pair.frame = still or beyond, self.frame
        if still:
            self._far += pair.kept is not None
            pair.kept = (self.frame, a, b, rule, at, visits, jump or bool(pair.kept and pair.kept[-1]))
            return
        self._write_kept(pair)
        self.write(self.frame, a, b, hit, rule, at, point, area, jump, shown, visits)

    def _take_visits(self):
        """The visits since the last check as JSON, or None. Empty rectangles are not among them."""
        if not self._visits:
            return None
        visits, self._visits = self._visits, []
        if isinstance(self._file, Stream):
            self._visits_left -= len(visits)
        cells = [[int(number // 1) for number in visit] for visit in visits]
        cells = [visit for visit in cells if min(visit[2:], default=1) > 0]
        return _json(cells) if cells else None

    def _write_kept(self, pair):
        """Writes the last check of a pair that was far apart."""
        if pair.kept is not None:
            frame, a, b, rule, at, visits, jump = pair.kept
            pair.kept = None
            self.write(frame, a, b, False, rule, at, jump=jump, visits=visits)

    def begin(self, line, *size_and_name):
        """Adds a sprite: text, or a function that returns it."""
        self._file.begin(line, *size_and_name)

    def write(self, frame, a, b, hit, rule, at, point=None, area=None, jump=False, shown=True, visits=None):
        """Writes a check, or counts it as lost if too many lines wait."""
        if len(self._file) >= self.backlog:
            self.drop("more lines wait than its backlog")
            return
        self.checks += 1
        line = f'{{"frame":{frame},"a":{self._said(a)},"b":{self._said(b)},"hit":{"true" if hit else "false"}'
        is_between = a.is_between or b.is_between
        if rule is not None:
            line += f',"rule":{_quoted(rule)}'
        if area is not None:
            line += f',"area":{area}'
        if point is not None and not is_between:
            x, y = a.tested_at or a.position
            line += f',"first":[{int(x) + point[0]},{int(y) + point[1]}]'
        if is_between:
            line += f',"rounding":"{self.rounding}"'
        if jump:
            line += ',"jump":true'
        if not shown:
            line += ',"shown":false'
        if visits is not None:
            line += f',"visits":{visits}'
        if self.view is not None and [*self.view] != self._view:
            line += f',"view":{_json([*self.view])}'
        if self.lost > self._reported:
            line += f',"lost":{self.lost - self._reported}'
            self._reported = self.lost
        self._file.add(frame, f'{line},"at":{_quoted(at)}}}', (a.sprite, b.sprite))

    def _said(self, side):
        """A side as a check says it. Its content is logged before, if it is new."""
        if not side.is_current:
            sprite = self.contents.sprite(side)
            if sprite != side.sprite:
                side.json = self._text(sprite, side)
            side.sprite, side.is_current = sprite, True
        return side.json

    def _text(self, sprite, side):
        x, y = side.position
        side.is_between = bool(x % 1 or y % 1)
        shape = f',"shape":{shape_text(side.shape)}' if side.shape else ""
        return f'{{"sprite":{sprite},"name":{side.name},"position":[{x},{y}]{shape}}}'

    def count_far(self, count=0):
        """Writes how many checks were of sprites far apart, `count` more among them."""
        self._far += count
        if self._far:
            self._file.add(self.frame, f'{{"frame":{self.frame},"far":{self._far}}}')
            self._far = 0

    def forget(self):
        """Forgets the pairs that were not tested for ten seconds."""
        for key, pair in list(self._pairs.items()):
            if pair.frame + 10 * self.fps < self.frame:
                self._far += pair.kept is not None
                del self._pairs[key]


def _report(line):
    if sys.stderr is not None:
        sys.stderr.write(line + "\n")  # in one piece: the program may be ending


class Pair:
    """Two instances, as their last check left them."""

    __slots__ = ("beyond", "frame", "jumps", "kept")

    def __init__(self):
        self.beyond = 0b1111  # the sides on which B was far away
        self.frame = 0
        self.jumps = None
        self.kept = None  # the last check, if it was of sprites far apart: it is written before the next that is not


def beyond_near(a, b, near):
    """The sides of box `a` on which box `b` lies more than `near` away: bits for left, right, above and below.

    While a pair stays beyond one side, the straight way from check to check stays there, too.
    """
    ax, ay, aw, ah = a
    bx, by, bw, bh = b
    across = (bx + bw < ax - near) | (bx > ax + aw + near) << 1
    return across | (by + bh < ay - near) << 2 | (by > ay + ah + near) << 3


def shape_text(shape):
    """A shape as JSON: most are boxes, and those are written at once."""
    box = shape.get("box")
    return _json(shape) if box is None else '{"box":[%s,%s,%s,%s]}' % tuple(box)


@functools.lru_cache(maxsize=None)
def file_name(path):
    """A file of the game as people write it: relative to the working directory, if it lies there."""
    relative = os.path.relpath(path) if os.path.splitdrive(path)[0] == os.path.splitdrive(os.getcwd())[0] else ".."
    return (os.path.basename(path) if relative.startswith("..") else relative).replace(os.sep, "/")
