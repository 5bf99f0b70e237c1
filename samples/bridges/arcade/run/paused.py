"""A paused game in Arcade: its windows live, but no code of the game runs until it goes on."""

import contextlib
import functools

import pyglet
from PIL import Image
from pyglet import gl
from pyglet.window import key

from ..bridge.png import png

# Keys of the game's window, and what they ask for.
KEYS = {key.F7: "step", key.F8: "next", key.F9: "go"}

# The width of a picture of the screen, in pixels, and how it is made smaller.
MOST_WIDTH = 320
AVERAGE = getattr(Image, "Resampling", Image).BOX

# Events that a game never hears of if they come while it is paused.
DROPPED = {
    "on_activate", "on_deactivate", "on_mouse_drag", "on_mouse_enter", "on_mouse_leave", "on_mouse_motion", "on_mouse_scroll",
    "on_text", "on_text_motion", "on_text_motion_select"
}  # fmt: skip

# Of keys and buttons, which these events are of, only the change from before to after is told.
CHANGES = {
    **{f"on_key_{what}": lambda symbol, _: ("key", symbol) for what in ("press", "release")},
    **{f"on_mouse_{what}": lambda _, __, button, ___: ("button", button) for what in ("press", "release")},
}


class Paused:
    """What pauses in a game in Arcade, at the end of a frame of the window that shows most.

    The program answers before the frame is shown: a window has no picture of it any more once it is,
    and only what stops is read.
    """

    def __init__(self, recorder, _clocks):
        self._recorder = recorder
        self._stops = self._window = self._flip = None
        self._is_shown = False
        self._answer = self._error = None  # of the game's flip
        self._pixels = None  # of the screen, with its size, y up
        self._before = []  # what had happened before the pause: windows and events
        self._since = {}  # what happened in it: the first and the last event of a key, a button or one of the rest
        self._down = set()  # windows and keys of ours that are held
        self._hidden = []  # windows from which releases of these are hidden
        self._is_closed = False

    def install(self, stops):
        """Has each frame end before it is shown."""
        self._stops = stops
        self._recorder.paused = self

    def show(self, flip, window, *args, **kwargs):
        """A window's flip, which may pause: what it returns and raises is the original's."""
        recorder = self._recorder
        if not recorder.is_on:
            return flip(window, *args, **kwargs)
        self._window, self._flip = window, functools.partial(flip, window, *args, **kwargs)
        self._is_shown, self._answer, self._error = False, None, None
        try:
            if recorder.flipped(None, window):
                self._stops.wait()
        except Exception as error:
            recorder.problems.observation(error)
        finally:
            self._window = self._flip = None
        if not self._is_shown:
            return flip(window, *args, **kwargs)
        error, self._error = self._error, None
        if error is not None:
            raise error
        return self._answer

    def _show(self):
        """Shows the frame in which the game pauses."""
        self._pixels = _read(self._window)
        self._is_shown = True
        try:
            self._answer = self._flip()
        except Exception as error:
            self._error = error

    # What `Stops` asks for.

    def enter(self):
        """The game pauses."""
        self._before, self._since, self._is_closed = [], {}, False
        self._show()
        self._unhide()
        self._before = self._heard()
        self._is_closed = any(name == "on_close" for _, (name, *_) in self._before)

    def pump(self, _):
        """Lets the windows live; returns what is asked for by a key, or by closing one."""
        asked = None
        for window, event in self._heard():
            name, *details = event
            if name in ("on_key_press", "on_key_release") and self._is_ours(window, name, details[0]):
                if name == "on_key_release":
                    asked = KEYS[details[0]]
            elif name in CHANGES:
                which = window, *CHANGES[name](*details)
                first, _ = self._since.pop(which, (event, None))
                self._since[which] = first, event
            elif name not in DROPPED:
                self._is_closed |= name == "on_close"
                self._since[window, object()] = event, event
        return "quit" if self._is_closed else asked

    def _is_ours(self, window, name, symbol):
        """True of both halves of a key of ours that is pressed while the game is paused."""
        if name == "on_key_press" and symbol in KEYS:
            self._down.add((window, symbol))
            return True
        is_held = (window, symbol) in self._down
        self._down.discard((window, symbol))
        return is_held

    def leave(self):
        """The game goes on: it hears of what has changed, where it would have heard of it next."""
        self._hide()
        before, since, self._before, self._since, self._pixels = self._before, self._since, [], {}, None
        for window, event in before:
            _tell(window, event)
        for (window, *_), (first, last) in since.items():
            if first[0] == last[0]:  # a key that was released and is pressed again has not changed
                _tell(window, last)

    def resumed_frame(self):
        """Nothing is left to do after a pause."""

    def screen(self):
        """The picture of the frame, as it was drawn before it was shown, as PNG."""
        if self._pixels is None:
            return None
        size, data = self._pixels
        picture = Image.frombytes("RGB", size, data, "raw", "RGB", 0, -1)
        if size[0] > MOST_WIDTH:
            picture = picture.resize((MOST_WIDTH, max(1, round(size[1] * MOST_WIDTH / size[0]))), AVERAGE)
        return png(picture.size, "RGB", picture.tobytes())

    # Events.

    def _heard(self):
        """What has happened to the windows: each with the event of which its handlers would be told."""
        found = []
        with contextlib.ExitStack() as stack:
            windows = [*pyglet.app.windows]
            for window in windows:
                stack.enter_context(_deaf(window, found))
            # A window that is being moved or resized has some systems draw the game's next frame.
            for name in ("idle", "enter_blocking"):
                stack.enter_context(_instead(pyglet.app.event_loop, name, lambda: None))
            for window in windows:
                pyglet.window.Window.dispatch_events(window)
        return found

    def _hide(self):
        """The release of a key of ours that is still held is no more for the game than its press was."""
        down = self._down
        for window in {window for window, _ in down}:

            def dispatch_event(name, *details, _window=window):
                if name == "on_key_release" and details[:1] and (_window, details[0]) in down:
                    down.discard((_window, details[0]))
                    return None
                return type(_window).dispatch_event(_window, name, *details)

            vars(window)["dispatch_event"] = dispatch_event
            self._hidden.append(window)

    def _unhide(self):
        for window in self._hidden:
            vars(window).pop("dispatch_event", None)
        self._hidden.clear()


@contextlib.contextmanager
def _instead(it, name, value):
    """Gives an object an attribute for a while."""
    own = vars(it)
    before = own.get(name), name in own
    own[name] = value
    try:
        yield
    finally:
        own.pop(name, None)
        if before[1]:
            own[name] = before[0]


@contextlib.contextmanager
def _deaf(window, found):
    """A window whose events go to a list, while those that wait in it wait on."""
    waiting, is_allowed = window._event_queue, window._allow_dispatch_event
    window._event_queue = type(waiting)()
    try:
        with _instead(window, "dispatch_event", lambda *event: found.append((window, event))):
            yield
    finally:
        window._event_queue, window._allow_dispatch_event = waiting, is_allowed


def _tell(window, event):
    """Has a window's handlers called when those of the next events are."""
    if pyglet.app.event_loop.is_running:
        pyglet.app.platform_event_loop.post_event(window, *event)
    else:
        window._event_queue.append(event)


def _read(window):
    """The size and the pixels, y up, of what a window is about to show; its context is left as it was. None if that is not at hand."""
    if gl.current_context is not window.context:
        return None
    try:
        return _pixels(*window.get_framebuffer_size())
    except gl.lib.GLException:
        return None


def _pixels(width, height):
    values = gl.GLint(), gl.GLint(), gl.GLint()
    names = gl.GL_READ_FRAMEBUFFER_BINDING, gl.GL_PIXEL_PACK_BUFFER_BINDING, gl.GL_PACK_ALIGNMENT
    for name, value in zip(names, values):
        gl.glGetIntegerv(name, value)
    data = (gl.GLubyte * (3 * width * height))()
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, 0)
    gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    try:
        gl.glReadPixels(0, 0, width, height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, data)
    finally:
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, values[2].value)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, values[1].value)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, values[0].value)
    return (width, height), bytes(data)
