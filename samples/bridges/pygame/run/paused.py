"""A game in pygame while it is paused: its window lives, and its events, timers, clocks and music wait."""

import sys
import threading
from functools import partial

import pygame

from . import builtin
from .bridge.png import png
from .clocks import Clock
from .guard import hooked
from .imports import after_import

# The width of the pictures of the screen.
WIDTH = 320

# A timer of which no event waits may not have rung yet although it was due so short a time ago, in ms.
LAG = 10

# Keys of the game's window while it is paused, and what they request.
KEYS = {pygame.K_F7: "step", pygame.K_F8: "next", pygame.K_F9: "go"}


def _kinds(names):
    return {getattr(pygame, name) for name in names.split() if hasattr(pygame, name)}


DOWN = _kinds("KEYDOWN MOUSEBUTTONDOWN")
PRESSES = DOWN | _kinds("KEYUP MOUSEBUTTONUP")
PRESSED = {"key", "button"}  # of which those events say one
EXPOSED = _kinds("VIDEOEXPOSE WINDOWEXPOSED")
# What is dropped: a person who looks at a paused game does not play it.
DROPPED = _kinds(
    "TEXTINPUT TEXTEDITING MOUSEMOTION MOUSEWHEEL JOYAXISMOTION JOYBALLMOTION JOYHATMOTION JOYBUTTONDOWN JOYBUTTONUP"
    " CONTROLLERAXISMOTION CONTROLLERBUTTONDOWN CONTROLLERBUTTONUP CONTROLLERTOUCHPADDOWN CONTROLLERTOUCHPADMOTION"
    " CONTROLLERTOUCHPADUP CONTROLLERSENSORUPDATE FINGERDOWN FINGERUP FINGERMOTION MULTIGESTURE"
    " ACTIVEEVENT WINDOWFOCUSGAINED WINDOWFOCUSLOST WINDOWTAKEFOCUS WINDOWENTER WINDOWLEAVE"
)


def _own(function):
    """A function of pygame itself, which a hook of the logger may have replaced."""
    return getattr(function, "__wrapped__", function)


# The functions of pygame as they are before the game, which may put functions of its own in their place.
_get, _post, _set_timer = map(_own, (pygame.event.get, pygame.event.post, pygame.time.set_timer))
_ticks, _delay = pygame.time.get_ticks, pygame.time.delay
_tick, _time = map(_own, (pygame.time.Clock.tick, pygame.time.Clock.get_time))
_flip, _screen, _is_shown = _own(pygame.display.flip), pygame.display.get_surface, pygame.display.get_init
_held_keys, _held_buttons = pygame.key.get_pressed, pygame.mouse.get_pressed
_smoothscale, _bytes = pygame.transform.smoothscale, getattr(pygame.image, "tobytes", pygame.image.tostring)
_Surface = pygame.Surface
_size, _depth, _convert = _Surface.get_size, _Surface.get_bitsize, _Surface.convert


class Paused:
    """What pygame does while a game is paused."""

    def __init__(self, recorder, clocks):
        self._recorder, self._clocks = recorder, clocks
        self._presses = _Presses()
        self._timers = _Timers(clocks)
        self._thread = threading.main_thread().ident  # the display's
        self._before, self._rest = [], []  # events that waited, and those that have come since
        self._music = None

    def install(self, stops):
        """Hooks what shows a frame, the events, and the clocks of pygame."""
        recorder, count = self._recorder, self._recorder.problems.observation

        def shown(flip):
            return partial(hooked, recorder, lambda *_, **__: stops.wait(flip), count)

        for name in ("flip", "update"):
            builtin.hook(pygame.display, name, shown(_flip))
        present = shown(None)  # what a renderer has presented cannot be shown again
        after_import("pygame._sdl2.video", lambda module: builtin.hook(module.Renderer, "present", present))
        builtin.hook(pygame.display, "set_mode", self._opened)
        self._presses.install()
        self._timers.install(count)
        if pygame.time.Clock.__module__.partition(".")[0] == "pygame":  # else its time is not the real one
            _Ticks(self._clocks).install()

    def _opened(self, original):
        def set_mode(*args, **kwargs):
            self._thread = threading.get_ident()
            return original(*args, **kwargs)

        return set_mode

    def enter(self):
        """Takes the events that wait, and stops timers and music."""
        self._before, self._rest = [], []
        self._music = None
        self._timers.stop()
        if self._is_here():
            self._before = [it for it in _get() if it.type != pygame.NOEVENT]
            self._presses.begin()
        mixer = sys.modules.get("pygame.mixer")
        if mixer is not None and mixer.get_init() and mixer.music.get_busy():
            mixer.music.pause()
            self._music = mixer.music

    def pump(self, flip=None):
        """Takes the events that have come; returns what one of them requests."""
        if not self._is_here():
            return None
        pressed = None
        for event in _get():
            kind = event.type
            if kind in PRESSES and PRESSED.intersection(event.dict):
                pressed = self._presses.take(event) or pressed
            elif kind not in DROPPED and kind != pygame.NOEVENT:
                self._rest.append(event)
                if kind in EXPOSED and flip is not None:
                    self._show_again(flip)
        is_over = any(it.type == pygame.QUIT for it in (*self._before, *self._rest))
        return "quit" if is_over else pressed

    def _is_here(self):
        """True if this thread may read the events of the display."""
        return _is_shown() and threading.get_ident() == self._thread

    def _show_again(self, flip):
        if not self._recorder.has_opengl:
            flip()

    def leave(self):
        """Gives the events back, and has timers and music go on."""
        before, rest = self._before, self._rest
        self._before, self._rest = [], []
        if _is_shown():
            for event in (*before, *self._presses.end(), *rest):
                _post(event)
        self._timers.go_on({it.type for it in before})
        music, self._music = self._music, None
        if music is not None and sys.modules["pygame.mixer"].get_init():
            music.unpause()

    def resumed_frame(self):
        """Has timers that have rung once since a pause ring periodically."""
        self._timers.renew()

    def screen(self):
        """The game's screen as PNG, small; None without a screen, or if OpenGL draws it."""
        screen = _screen() if _is_shown() else None
        if screen is None or self._recorder.has_opengl:
            return None
        width, height = _size(screen)
        if width > WIDTH:
            screen = screen if _depth(screen) >= 24 else _convert(screen, 24)
            screen = _smoothscale(screen, (WIDTH, max(1, round(height * WIDTH / width))))
        return png(_size(screen), "RGB", _bytes(screen, "RGB"))


class _Presses:
    """Keys and buttons that are pressed or released while the game is paused: it gets what is left of them."""

    def __init__(self):
        self._events = {}  # by key or button: the first and the last, in the order of the last
        self._held = set()  # keys of KEYS that were pressed during a pause: the game sees no release
        self._keys, self._buttons = {}, ()  # that were held at its beginning

    def begin(self):
        """Notes what is held when the game is paused."""
        self._events = {}
        self._keys, self._buttons = _held_keys(), _held_buttons()

    def take(self, event):
        """Keeps an event, or returns what it requests."""
        key, is_down = event.dict.get("key"), event.type in DOWN
        if key in KEYS:
            if is_down and not self._is_down_before(event):
                self._held.add(key)
            if key in self._held:
                if is_down:
                    return None
                self._held.discard(key)
                return KEYS[key]
        it = (key, event.dict.get("button"))
        first, _ = self._events.pop(it, (event, None))
        self._events[it] = (first, event)
        return None

    def _is_down_before(self, event):
        """True if the key or button of an event, the first of it in a pause, was pressed before."""
        if event.type not in DOWN:
            return True
        its = event.dict
        try:
            return bool(self._keys[its["key"]] if "key" in its else self._buttons[its["button"] - 1])
        except (LookupError, TypeError):
            return False  # none of a keyboard or a mouse

    def end(self):
        """The events that the game gets: where a key or button is not as it was."""
        events, self._events = self._events, {}
        return [last for first, last in events.values() if self._is_down_before(first) != (last.type in DOWN)]

    def install(self):
        """Has the game not see the release of a key of KEYS that was pressed during a pause."""

        def is_hidden(event):
            key, was_held = event.dict.get("key"), len(self._held)
            if event.type == pygame.KEYDOWN and not event.dict.get("repeat") or event.type == pygame.KEYUP:
                self._held.discard(key)
            return event.type == pygame.KEYUP and len(self._held) < was_held

        def several(original):
            def get(*args, **kwargs):
                events = original(*args, **kwargs)
                return [it for it in events if not is_hidden(it)] if self._held else events

            return get

        def one(original):
            def next_one(*args, **kwargs):
                event = original(*args, **kwargs)
                while self._held and is_hidden(event):
                    event = original(*args, **kwargs)
                return event

            return next_one

        builtin.hook(pygame.event, "get", several)
        for name in ("poll", "wait"):
            builtin.hook(pygame.event, name, one)


class _Timer:
    """A timer of `pygame.time.set_timer`."""

    __slots__ = ("due", "event", "is_late", "loops", "ms", "rung")

    def __init__(self, event, ms, loops, due):
        self.event, self.ms = event, ms
        self.loops = loops  # how often it rings yet, from `due` on; 0 for ever, None no more
        self.due = due  # when it rings, in ticks of the game
        self.is_late = False  # it rings once, and then is set anew
        self.rung = 0  # how often it has at the last look

    def pass_to(self, now):
        """Counts how often it has rung since it was due; returns that."""
        rung = max(0, (now - self.due) // self.ms + 1)
        if self.loops:
            rung = min(rung, self.loops)
            self.loops = self.loops - rung or None
        self.due += rung * self.ms
        return rung


class _Timers:
    """The timers of the game. After a pause each rings first when what was left of its time has passed."""

    def __init__(self, clocks):
        self._clocks = clocks
        self._timers = {}  # by kinds of events

    def now(self):
        """Milliseconds as `pygame.time.get_ticks` says them to the game."""
        return _ticks_without(self._clocks)

    def install(self, count):
        """Observes `set_timer`."""

        def make(original):
            def set_timer(*args, **kwargs):
                answer = original(*args, **kwargs)
                try:
                    self._set(*args, **kwargs)
                except Exception as error:
                    count(error)
                return answer

            return set_timer

        builtin.hook(pygame.time, "set_timer", make)

    def _set(self, event, millis, loops=0):
        kind = event if issubclass(type(event), int) else event.type
        self._timers.pop(kind, None)
        if millis > 0:
            self._timers[kind] = _Timer(event, int(millis), max(0, int(loops)), self.now() + int(millis))

    def stop(self):
        """Stops all."""
        for timer in self._timers.values():
            _set_timer(timer.event, 0)

    def go_on(self, waiting):
        """Starts all with what was left of their times; `waiting` are the kinds of events that wait for the game."""
        now = self.now()
        for timer in self._ringing(waiting):
            timer.is_late = True
            _set_timer(timer.event, max(1, timer.due - now), 1)

    def renew(self):
        """Sets those anew that have rung since a pause."""
        for timer in self._ringing() if any(it.is_late for it in self._timers.values()) else ():
            if timer.is_late and timer.rung:
                timer.is_late = False
                timer.due = self.now() + timer.ms
                _set_timer(timer.event, timer.ms, timer.loops)

    def _ringing(self, waiting=()):
        """The timers that ring yet, and how often they have since."""
        now = self.now()
        for kind, timer in list(self._timers.items()):
            timer.rung = timer.pass_to(now if kind in waiting else now - LAG)
            if timer.is_late:
                for _ in range(timer.rung - 1):
                    _post(_event(timer.event))  # what it has missed
            if timer.loops is None:
                del self._timers[kind]
            else:
                yield timer


def _event(it):
    return pygame.event.Event(it) if issubclass(type(it), int) else it


class _Ticks:
    """The clocks of pygame without the pauses."""

    def __init__(self, clocks):
        self._clocks = clocks
        self._times = {}  # by ids of clocks: what a tick with a pause in it was, and is for the game

    def install(self):
        """Replaces `get_ticks`, and methods of `Clock`."""
        clocks = self._clocks
        pygame.time.get_ticks = Clock(_ticks, lambda: _ticks_without(clocks))
        for name in ("tick", "tick_busy_loop"):
            builtin.hook(pygame.time.Clock, name, self._tick)
        builtin.hook(pygame.time.Clock, "get_time", self._get_time)

    def _tick(self, original):
        paused_in, times = self._clocks.paused_in, self._times

        def tick(clock, framerate=0):
            passed = original(clock, framerate)
            if times:
                times.pop(id(clock), None)
            paused = paused_in(passed)
            if not paused:
                return passed
            passed = max(0, round(passed - paused))
            left = int(1000 / framerate) - passed if framerate > 0 else 0
            if left > 0:
                _delay(left)
                passed += _tick(clock)
            times[id(clock)] = (_time(clock), passed)
            return passed

        return tick

    def _get_time(self, original):
        def get_time(clock):
            time, known = original(clock), self._times.get(id(clock))
            return known[1] if known is not None and known[0] == time else time

        return get_time


def _ticks_without(clocks):
    ticks = _ticks()
    return max(0, round(ticks - clocks.paused_in(ticks)))
