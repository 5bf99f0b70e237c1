"""Checks of sprites, kept until their frame ends, and what is drawn until then."""

import weakref

import arcade

from ..bridge.lines import Lines
from ..frames import place_of
from ..guard import Problems
from ..journal import Journal
from .cameras import camera_of, rectangle
from .sprites import Sprites
from .textures import Contents

# Pairs are followed to this distance beyond that of misses that are written.
REMOTE = 160

NO_FACTS = ("", "")


class ArcadeLines(Lines):
    """A log whose sprites are turned and scaled about their middle, between pixels."""

    engine = f"arcade {arcade.__version__}"
    rounding = "keep"
    most_gap = 1  # where no check was made, nobody knows the way

    facts = NO_FACTS  # of the sides of the check that is added

    def write(self, frame, a, b, *rest, **options):
        """Writes a check with its facts."""
        a.facts, b.facts = self.facts
        super().write(frame, a, b, *rest, **options)

    def _write_kept(self, pair):
        # Those at hand are of another check.
        facts, self.facts = self.facts, NO_FACTS
        super()._write_kept(pair)
        self.facts = facts

    def _said(self, side):
        return f"{super()._said(side)}{side.facts}}}"

    def _text(self, sprite, side):
        return side.text(sprite)


class Check:
    """A check that waits for the end of its frame."""

    __slots__ = ("facts", "frame", "hit", "is_apart", "is_drawn", "is_known", "is_shown", "place", "rule", "sides")

    def __init__(self, frame, sides, hit, place, rule, is_known, is_drawn):
        self.frame, self.sides, self.hit, self.place = frame, sides, hit, place
        self.rule, self.is_known = rule, is_known
        self.is_drawn = is_drawn  # whether its frame had begun to draw
        self.facts = NO_FACTS
        self.is_shown = None  # False where its sprites were never drawn; None until its frame ends
        self.is_apart = False  # whether different cameras draw them


class Writer(Journal):
    """The log of a game in Arcade."""

    lines = ArcadeLines

    def __init__(self, recorder):
        self.contents = Contents()
        self.frame, self.far, self.view = 0, 0, None
        self._recorder = recorder
        super().__init__(recorder)

    def first_view(self):
        """The screen in the world before the first check is written, or None."""
        return self.view

    def _see(self):
        """Finds what is drawn of the sprites that wait for this frame's end."""
        for check in self.waiting:
            if check.is_shown is None:
                self._look(check, True)

    def _look(self, check, is_ended):
        a, b = check.sides
        for side in check.sides:
            side.see(self._recorder.lists, self.frame)
        check.is_shown = a.is_shown and b.is_shown
        check.facts = a.facts_of(is_ended, check.is_drawn), b.facts_of(is_ended, check.is_drawn)
        check.is_apart = bool(a.cameras and b.cameras and not a.cameras & b.cameras)

    def _write(self, log, check):
        if check.is_shown is None:
            self._look(check, False)
        a, b = check.sides
        if check.is_apart:
            self._problems.not_judged["of sprites that are drawn by different cameras"] += 1
            return
        if not check.is_known and None in (a.filter, b.filter):
            self._problems.not_judged[f"by {check.rule}, of sprites whose pictures were not seen"] += 1
            return
        self._problems.unseen.update((side.kind, False) for side in check.sides if side.filter is None)
        log.frame, log.facts = check.frame, check.facts
        at = self._files.get(check.place) or self._file_name(check.place)
        log.add(a, b, bool(check.hit), check.rule, at, shown=check.is_shown)

    def write(self):
        """Writes what waits."""
        super().write()
        if self.frame % 600 == 0:
            self._log.forget()


class Recorder:
    """Makes checks of what is observed."""

    def __init__(self, options):
        self.options = options
        self.is_on = True
        self.remote = options.near + REMOTE
        self.problems = Problems()
        self.inside = {}  # by threads: the tests in the call of a watched function
        self.sprites = Sprites()
        self.lists = {}  # by the ids of lists of sprites: the last frame that drew them, how, and by which cameras
        self.writer = Writer(self)
        self.looks = None  # the side that looks around, as it was before
        self.is_drawn = False  # whether this frame has begun to draw
        self.stops = self.paused = None  # what asks the program, and what then pauses
        self._window, self._others = None, 0

    def observe(self, frame, one, other, hit, rule="hit box", is_known=True):
        """Records a test of two sprites; of their hit boxes, if these are known."""
        sides = self.sprites.pose(one), self.sprites.pose(other)
        if self.looks is not None:
            sides = [side.looking_from(self.looks) for side in sides]
        is_known = is_known and all(side.corners for side in sides)
        if not is_known:
            sides = [side.untested() for side in sides]
        place, _ = place_of(frame)
        self.writer.add(Check(self.writer.frame, sides, hit, place, rule, is_known, self.is_drawn))

    def look_from(self, sprite):
        """Begins tests of a sprite at places where it is not."""
        self.looks = self.sprites.pose(sprite)

    def drawn(self, _, sprites, *, filter=None, pixelated=None, **__):
        """Notes that a list of sprites is drawn."""
        context = self.sprites.context(sprites)
        if context is not None:
            self._draw(id(sprites), context, self.sprites.is_smooth(filter, pixelated))

    def drawn_alone(self, _, sprite, *, pixelated=False, **__):
        """Notes that one sprite is drawn by itself, which then stands for a list."""
        window = self._window and self._window()
        if window is not None:
            self._draw(id(sprite), window.ctx, not pixelated)

    def _draw(self, key, context, is_smooth):
        self.is_drawn = True
        now, camera = self.writer.frame, camera_of(context)
        known = self.lists.get(key)
        cameras = known[2] | {camera} if known is not None and known[0] == now else frozenset((camera,))
        self.lists[key] = (now, is_smooth, cameras)

    def flipped(self, _, window):
        """Ends the frame of the window that shows most; others are shown in between. Returns whether it has."""
        if self._window is None or self._window() is not window:
            self._others += 1
            if self._window is not None and self._others < 4:
                return False
            self._window = weakref.ref(window)
            rate = vars(window).get("_draw_rate")
            self.writer.fps = round(1 / rate) if type(rate) is float and 0 < rate <= 1 else self.writer.fps
        self._others = 0
        writer = self.writer
        if writer.waiting:
            keys = [key for side in writer.waiting[-1].sides for key in side.lists]
            cameras = [self.lists[key][2] for key in keys if self.lists.get(key, (-1,))[0] == writer.frame]
            writer.view = rectangle(min(cameras[0])) if cameras else writer.view
        writer.end_frame()
        if self.stops is not None:
            self.stops.ask()
        writer.frame += 1
        self.is_drawn = False
        self.sprites.bury()
        self.lists = {key: it for key, it in self.lists.items() if it[0] >= writer.frame - 2}
        return True

    def leave(self):
        """Records no more, and writes nothing: the log belongs to another."""
        self.is_on = False
        self.writer.waiting.clear()

    def flush(self):
        """Writes what waits before this process becomes another program."""
        if self.is_on:
            self.writer.flush()

    def begin_again(self):
        """Begins a log of its own, in a process that the game has forked."""
        self.is_on = True
        for it in (self.problems, self.sprites, self.writer.contents, self.writer):
            it.clear()
        self.writer.far = 0

    def close(self):
        """Writes what waits, and says what is not in the log."""
        if self.is_on:
            self.is_on = False
            self.writer.close()
