"""Games in Arcade that a stub of `maskscope run --break` stops, against the truth that they write themselves.

    python arcade_stops.py [TEST ...]

By the Python that runs it, which must have Arcade and numpy. Without a display it starts an Xvfb; the keys need xdotool.
What this leaves out: window managers, Windows, macOS, Wayland, joysticks, sounds, several windows, graphics cards.
"""

import base64
import io
import json
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from harness import unpack  # noqa: E402

WINDOW = {"ARCADE_HEADLESS": "True", "ALSOFT_DRIVERS": "null", "PYTHONHASHSEED": "0"}

# Programs whose spatial hashes have sets of sprites, which are in another order each time.
UNORDERED = {"lists", "engines"}

F8, A, B = 0xFFC5, 97, 98  # as pyglet numbers keys


class Program:
    """What the program does: it starts a game, reads its log, and answers as `person` says.

    `person(program, why)` is called at each stop: `why` is the frame, and "hit" or "paused"; it returns what to do,
    or None where a key of the game's window does.
    """

    def __init__(self, game, folder, person=None, *, is_armed=True, is_breaking=True, stops_at=None, silent_from=None, early=None, **variables):
        self.folder, self.person = Path(folder), person
        self.log, self.truth_file = self.folder / "game.jsonl", self.folder / "truth.json"
        self.is_armed, self.stops_at, self.silent_from = is_armed, stops_at, silent_from
        self.asked, self.stopped, self.keys, self.was_hit, self.at = [], [], [], False, 0
        self.paused_seconds, self.is_hit = 0, False
        self.connection, self.buffer = None, b""
        server = socket.socket()
        server.bind(("127.0.0.1", 0))
        server.listen(4)
        logger = self.folder / "logger"
        unpack(logger)
        token = secrets.token_hex(16)
        environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", **variables}
        environ.update(PYTHONPATH=str(logger), MASKSCOPE_LOG=str(self.log))
        if is_breaking:
            environ["MASKSCOPE_BREAK"] = f"tcp:127.0.0.1:{server.getsockname()[1]}:{token}"
        words = game if isinstance(game, list) else [HERE / "arcade_games.py", game, self.truth_file]
        self.game = subprocess.Popen([sys.executable, *map(str, words)], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if early is not None:
            threading.Thread(target=early, args=[self], daemon=True).start()
        try:
            if is_breaking:
                self._serve(server, token)
            output = self.game.communicate(timeout=60)
        finally:
            if self.game.poll() is None:
                self.game.kill()
            server.close()
        self.stdout, self.stderr = (it.decode("utf-8", "replace") for it in output)
        self.said = [line for line in self.stderr.splitlines() if "maskscope" in line]
        self.code = self.game.returncode
        self.truth = json.loads(self.truth_file.read_text()) if self.truth_file.exists() else None

    @property
    def lines(self):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    @property
    def plain(self):
        """The log without the lines of screens."""
        return b"".join(line for line in self.log.read_bytes().splitlines(True) if b'"screen":' not in line)

    @property
    def screens(self):
        return {line["frame"]: base64.b64decode(line["screen"]) for line in self.lines if "screen" in line}

    def send(self, do):
        try:
            self.connection.sendall(json.dumps({"do": do}).encode() + b"\n")
        except OSError:
            pass

    def receive(self, seconds):
        """The next message; None after some time, False once the game has ended."""
        while b"\n" not in self.buffer:
            if not select.select([self.connection], [], [], seconds)[0]:
                return None
            try:
                data = self.connection.recv(65536)
            except OSError:
                data = b""
            if not data:
                return False
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)

    def _serve(self, server, token):
        server.settimeout(20)
        self.connection, _ = server.accept()
        hello = self.receive(5)
        assert hello["token"] == token and hello["version"] == 1 and hello["pid"] == self.game.pid, hello
        self.send("arm" if self.is_armed else "disarm")
        while True:
            message = self.receive(60)
            if not message:
                assert message is False, "the game hangs"
                break
            if "end" in message:
                self._asked(message)
            elif "paused" in message:
                self._paused(message["paused"])
            elif "key" in message:
                self._pressed(message["key"])
        self.connection.close()

    def _asked(self, message):
        frame, end = message["frame"], message["end"]
        data = self.log.read_bytes()
        assert len(data) == end, f"the log has {len(data)} bytes, not {end}"
        checks = [json.loads(line) for line in data[self.at :].splitlines() if b'"hit":' in line]
        self.at = end
        assert all(it["frame"] <= frame for it in checks), f"{frame}: {checks}"
        self.asked.append(frame)
        is_new = False
        for check in checks:
            is_new |= check["hit"] and not self.was_hit
            self.was_hit = check["hit"]
        if self.silent_from is not None and frame >= self.silent_from:
            return
        self.is_hit = self.person is not None and (is_new if self.stops_at is None else frame in self.stops_at)
        self.send("stop" if self.is_hit else "go")

    def _paused(self, frame):
        why, self.is_hit = "hit" if self.is_hit else "paused", False
        self.stopped.append((frame, why))
        begun = time.monotonic()
        do = self.person(self, frame, why)
        if do is not None:
            self.send(do)
        self.paused_seconds += time.monotonic() - begun

    def _pressed(self, name):
        self.keys.append(name)
        if name != "quit":
            self.send({"step": "step", "next": "go", "go": "go"}[name])


def in_folder(test):
    def run():
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))

    return run


def start(game, folder, name, *args, **options):
    (folder / name).mkdir()
    return Program(game, folder / name, *args, **options)


def assert_ended_well(*runs):
    for run in runs:
        assert run.code == 0 and run.truth is not None, run.stderr
        assert not run.said, run.said


# The tests.


@in_folder
def stops_at_the_frames_of_the_truth(folder):
    """Where incidents begin, the first frame and the last too, and nowhere else; logs and screens do not change."""
    for game in ("frames", "by_hand"):
        plain = start(game, folder, f"{game}-plain", is_breaking=False)
        unarmed = start(game, folder, f"{game}-unarmed", is_armed=False)
        armed = start(game, folder, f"{game}-armed")
        stopped = start(game, folder, f"{game}-stopped", lambda *_: time.sleep(0.05) or "go")
        assert_ended_well(plain, unarmed, armed, stopped)
        assert not unarmed.asked and armed.asked == stopped.asked, (armed.asked, stopped.asked)
        frames = [frame for frame, _ in stopped.stopped]
        assert frames == plain.truth["starts"], f"{game}: stopped in {frames}, not {plain.truth['starts']}"
        for other in (unarmed, armed, stopped):
            assert other.truth == plain.truth, f"{game}: {other.truth}\nis not {plain.truth}"
            assert other.plain == plain.plain, f"{game}: logs differ: {other.plain[:2000]}\n\n{plain.plain[:2000]}"
        assert not armed.screens and {*stopped.screens} == {*frames}, [*stopped.screens]


@in_folder
def steps_end_in_the_frames_that_follow(folder):
    """Each step pauses one frame later, and leaves the log as it is."""
    plain = start("frames", folder, "plain", is_breaking=False)
    left = {5: 3, 39: 0}

    def person(program, frame, why):
        if why == "hit" and frame not in left:
            return "go"
        first = max(it for it in left if it <= frame)
        return "step" if frame - first < left[first] else "go"

    run = start("frames", folder, "steps", person)
    assert_ended_well(plain, run)
    wanted = [(0, "hit"), (5, "hit"), (6, "paused"), (7, "paused"), (8, "paused"), (14, "hit"), (20, "hit"), (39, "hit")]
    assert run.stopped == wanted, run.stopped
    assert run.plain == plain.plain and run.truth == plain.truth


@in_folder
def a_screen_is_that_of_its_frame(folder):
    """At most 320 px wide, and the game's own picture of that frame made smaller."""
    import numpy
    from PIL import Image

    (folder / "pictures").mkdir()
    run = start("frames", folder, "run", lambda *_: "go", PICTURES=str(folder / "pictures"))
    assert_ended_well(run)
    assert [*run.screens] == run.truth["starts"], [*run.screens]
    for frame, data in run.screens.items():
        screen = Image.open(io.BytesIO(data))
        assert screen.mode == "RGB" and screen.width <= 320, (screen.mode, screen.size)
        wanted = Image.open(folder / f"pictures/{frame}.png").resize(screen.size, getattr(Image, "Resampling", Image).BOX)
        apart = numpy.abs(numpy.asarray(screen, int) - numpy.asarray(wanted, int))
        assert apart.max() <= 2, f"frame {frame}: {apart.max()}"
        assert screen.getextrema()[1][1] > 200, f"frame {frame}: no rock is on it"
        lines = run.lines
        at = next(number for number, line in enumerate(lines) if line.get("screen") and line["frame"] == frame)
        assert all(line["frame"] <= frame for line in lines[:at] if "hit" in line)
        assert all(line["frame"] > frame for line in lines[at + 1 :] if "hit" in line)


@in_folder
def time_stands_still(folder):
    """A stop of two seconds is none for the game."""
    plain = start("clocks", folder, "plain", is_breaking=False)
    armed = start("clocks", folder, "armed")
    begun = time.monotonic()
    run = start("clocks", folder, "run", lambda *_: time.sleep(2) or "go")
    real = time.monotonic() - begun
    assert_ended_well(plain, armed, run)
    assert run.stopped == [(60, "hit")] and run.paused_seconds >= 2 and real > 5, (run.stopped, real)
    print(f"  plain {_of(plain)}\n  armed {_of(armed)}\n  stop  {_of(run)}")
    before, after = plain.truth, run.truth
    for one, other in zip(before["seconds"], after["seconds"]):
        assert abs(other - one) <= 0.05 * one, (before["seconds"], after["seconds"])
    for name in ("updated", "once"):
        assert abs(after[name] - before[name]) <= 0.05 * before[name], (name, before[name], after[name])
    # How many updates there are, and how late one is, is up to the machine; the stop of two seconds is in none.
    assert max(after["ticks"]) < 1 and after["longest"] < 1, (max(after["ticks"]), after["longest"])
    assert abs(sum(after["ticks"]) - sum(before["ticks"])) <= 0.3, (sum(before["ticks"]), sum(after["ticks"]))


def _of(run):
    it = run.truth
    seconds = " ".join(f"{second:.3f}" for second in it["seconds"])
    return f"seconds {seconds}, {it['updates']} updates of {it['updated']:.3f}, longest {it['longest'] * 1000:.1f} ms, {len(it['ticks'])} intervals, longest {max(it['ticks']) * 1000:.1f} ms, once {it['once']:.3f}"


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True)
    time.sleep(0.06)


def window_of(program):
    found = subprocess.run(["xdotool", "search", "--name", "^game$"], capture_output=True, text=True).stdout.split()
    assert found, "the game has no window"
    return found[-1]


def heard(run, *kinds):
    return [it[:2] for it in run.truth["heard"] if it[0] in kinds]


def focus(program):
    window = window_of(program)
    xdotool("windowfocus", window)
    xdotool("mousemove", "--window", window, 100, 100)
    return window


@in_folder
def keys_of_ours_step_and_go_on(folder):
    """F7, F8 and F9 act on release, while it is paused alone, and the game sees neither half of any."""
    acted = []

    def person(program, frame, why):
        acted.append(frame)
        focus(program)
        key = {30: "F7", 31: "F8"}[frame] if frame < 40 else "F9"
        xdotool("keydown", key)
        time.sleep(0.3)
        assert program.receive(0.1) is None, f"{key} acts on its press"
        xdotool("keyup", key)

    for game in ("keys", "keys_by_hand"):
        acted.clear()
        run = start(game, folder, game, person, stops_at={30, 45})
        assert_ended_well(run)
        assert acted == [30, 31, 45] and run.keys == ["step", "next", "go"], (acted, run.keys)
        assert not heard(run, "press", "release"), heard(run, "press", "release")


@in_folder
def the_game_hears_both_halves_of_a_key_or_none(folder):
    """Also where the game goes on before a key of ours is released, and where it was pressed before the pause."""

    def person(program, frame, why):
        if frame == 30:
            focus(program)
            xdotool("keydown", "F7")
            threading.Timer(0.3, lambda: (xdotool("keyup", "F7"), xdotool("keydown", "F8"))).start()
            return "go"
        xdotool("keyup", "F8")
        assert program.receive(0.2) is None, "F8 acts, which was pressed before"
        return "go"

    for game in ("keys", "keys_by_hand"):
        run = start(game, folder, game, person, stops_at={30, 90})
        assert_ended_well(run)
        assert heard(run, "press", "release") == [["press", F8], ["release", F8]], run.truth["heard"]
        assert run.stopped == [(30, "hit"), (90, "hit")] and not run.keys, (run.stopped, run.keys)


@in_folder
def what_waited_is_heard_first(folder):
    """All that has come before the pause, each tap of it, and then what has changed in it."""

    def type_early(program):
        slow = Path(f"{program.truth_file}.slow")
        while not slow.exists():
            time.sleep(0.01)
        focus(program)
        xdotool("key", "a")
        xdotool("keydown", "b")

    def person(program, frame, why):
        xdotool("keyup", "b")
        xdotool("key", "Right")
        return "go"

    for game in ("keys", "keys_by_hand"):
        run = start(game, folder, game, person, early=type_early, SLOW="1")
        assert_ended_well(run)
        wanted = [["press", A], ["text", "a"], ["release", A], ["press", B], ["text", "b"], ["release", B]]
        found = heard(run, "press", "release", "text")
        found = [it for number, it in enumerate(found) if it[0] != "text" or it != found[number - 1]]  # a held key repeats
        assert found == wanted, run.truth["heard"]
        assert {it[2] for it in run.truth["heard"] if it[0] == "press"} == {31}, run.truth["heard"]


@in_folder
def only_changes_of_keys_are_heard(folder):
    """A key that is held at the stop and released since is one release, a held one one press, a tap nothing."""

    def person(program, frame, why):
        focus(program)
        if frame == 30:  # nothing is held before: b and the left button are from now on
            xdotool("key", "a")
            xdotool("keydown", "b")
            xdotool("mousedown", 1)
            xdotool("click", 3)
            xdotool("mousemove_relative", 20, 20)
            xdotool("click", 4)
            return "go"
        xdotool("keyup", "b")
        xdotool("key", "a")
        xdotool("mouseup", 1)
        xdotool("mousedown", 3)
        return "go"

    for game in ("keys", "keys_by_hand"):
        run = start(game, folder, game, person, stops_at={30, 60})
        xdotool("mouseup", 3)
        assert_ended_well(run)
        wanted = [["press", B], ["down", 1], ["release", B], ["up", 1], ["down", 4]]
        assert heard(run, "press", "release", "down", "up") == wanted, run.truth["heard"]
        frames = {it[2] for it in run.truth["heard"] if it[0] in ("press", "release", "down", "up")}
        assert frames == {31, 61}, frames
        # What a held key repeats when the game has gone on is heard by it.
        assert not [it for it in run.truth["heard"] if it[0] in ("text", "motion") and it[2] in (30, 31)], run.truth["heard"]


@in_folder
def the_rest_is_heard_in_order(folder):
    """A window that is resized, twice, hears so when it goes on."""

    def person(program, frame, why):
        window = focus(program)
        xdotool("windowsize", window, 500, 300)
        xdotool("windowsize", window, 520, 340)
        return "go"

    run = start("keys", folder, "run", person)
    assert_ended_well(run)
    resized = [it for it in run.truth["heard"] if it[0] == "resize" and it[2] >= 30]
    assert [it[1] for it in resized][-1] == [520, 340] and {it[2] for it in resized} == {31}, run.truth["heard"]


@in_folder
def closing_goes_on_at_once(folder):
    """The window's close button ends a paused game as it would end a running one, and it is not stopped again."""

    def person(program, frame, why):
        closed.append(time.monotonic())
        close(window_of(program))

    for game in ("keys", "keys_by_hand"):
        closed = []
        run = start(game, folder, game, person, SECONDS="20")
        assert time.monotonic() - closed[0] < 5, "it has not ended"
        assert_ended_well(run)
        assert run.keys == ["quit"] and run.stopped == [(30, "hit")], (run.keys, run.stopped)
        assert heard(run, "close") == [["close", None]], run.truth["heard"]


@in_folder
def a_window_closed_before_goes_on_at_once(folder):
    """The same where it was closed in the frame that then pauses."""

    def early(program):
        slow = Path(f"{program.truth_file}.slow")
        while not slow.exists():
            time.sleep(0.01)
        close(window_of(program))

    run = start("keys", folder, "run", lambda *_: None, early=early, SLOW="1", SECONDS="20")
    assert_ended_well(run)
    assert run.keys == ["quit"] and heard(run, "close") == [["close", None]], (run.keys, run.truth["heard"])


def close(window):
    """What the close button of a window manager sends."""
    code = f"""
from ctypes import byref
from pyglet.libs.x11 import xlib
display = xlib.XOpenDisplay(None)
event = xlib.XEvent()
event.xclient.type = xlib.ClientMessage
event.xclient.window = {window}
event.xclient.message_type = xlib.XInternAtom(display, b"WM_PROTOCOLS", False)
event.xclient.format = 32
event.xclient.data.l[0] = xlib.XInternAtom(display, b"WM_DELETE_WINDOW", False)
xlib.XSendEvent(display, {window}, False, 0, byref(event))
xlib.XSync(display, False)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@in_folder
def no_answer_frees_the_game(folder):
    """After a second without an answer the game goes on for good, and says so at its end."""
    plain = start("frames", folder, "plain", is_breaking=False)
    begun = time.monotonic()
    run = start("frames", folder, "run", silent_from=10)
    assert run.code == 0 and run.truth == plain.truth and run.plain[:1000] == plain.plain[:1000], run.stderr
    assert len(run.asked) == 11 and time.monotonic() - begun < 30, run.asked
    assert "answer" in " ".join(run.said) or any("answer" in str(it.get("notes")) for it in run.lines), (run.said, run.lines[-1])


@in_folder
def a_closed_connection_frees_a_paused_game(folder):
    def person(program, frame, why):
        program.connection.shutdown(socket.SHUT_RDWR)

    run = start("frames", folder, "run", person)
    assert run.code == 0 and run.truth is not None and run.stopped == [(0, "hit")], (run.code, run.stderr, run.stopped)


@in_folder
def signals_reach_a_paused_game(folder):
    def person(program, frame, why):
        time.sleep(0.2)
        program.game.send_signal(signal.SIGINT)
        program.game.wait(5)

    run = start("frames", folder, "run", person)
    assert "KeyboardInterrupt" in run.stderr and run.code not in (0, None), (run.code, run.stderr)
    assert run.stopped == [(0, "hit")], run.stopped


@in_folder
def programs_do_not_notice_stops(folder):
    """Each of `../../arcade/programs.py`, which are for Arcade 3, prints and ends as without stops, and so does its log."""
    if subprocess.run([sys.executable, "-c", "import arcade; assert arcade.__version__ < '3'"], env={**os.environ, **WINDOW}, capture_output=True).returncode == 0:
        return
    programs = HERE.parents[1] / "arcade/programs.py"
    listed = "import programs; print(*[it.__name__ for it in programs.PROGRAMS])"
    names = subprocess.run([sys.executable, "-c", listed], cwd=programs.parent, capture_output=True, text=True, env={**os.environ, **WINDOW, "PYTHONDONTWRITEBYTECODE": "1"})
    for name in names.stdout.split():
        options = {**WINDOW, "MASKSCOPE_WATCH": "programs:touches" * (name == "watched")}
        plain = start([programs, name], folder, f"{name}-plain", is_breaking=False, **options)
        run = start([programs, name], folder, f"{name}-stopped", lambda *_: "go", **options)
        # Tracebacks have the frames of the logger in them: their last line is the game's.
        # `MASKSCOPE_BREAK` stays in the environment, which one of them lists.
        both = [(it.code, it.stdout.replace(", 'MASKSCOPE_BREAK'", "").replace("'MASKSCOPE_BREAK'", ""), it.stderr.replace(str(it.folder), "").splitlines()[-1:]) for it in (plain, run)]
        assert both[0] == both[1], f"{name}: {both}"
        logs = [it.plain if it.log.exists() else None for it in (plain, run)]
        assert logs[0] == logs[1] or name in UNORDERED, f"{name}: {logs}"
        assert run.stopped or name in ("no_frame", "no_test"), f"{name}: {run.asked}"
        print(f"  {name}: {len(run.asked)} asked, {len(run.stopped)} stops")


NAMES = {name: it for name, it in globals().items() if getattr(it, "__qualname__", "") == "in_folder.<locals>.run"}


def main(names):
    # A job in the background ignores it, and so would the games.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    server = None
    if "DISPLAY" not in os.environ:
        ours, its = os.pipe()
        words = ["Xvfb", "-displayfd", str(its), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"]
        server = subprocess.Popen(words, pass_fds=[its], stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = ":" + os.read(ours, 20).decode().strip()
    failed = []
    try:
        for name in names or NAMES:
            begun = time.monotonic()
            try:
                NAMES[name]()
            except AssertionError as error:
                failed.append(name)
                print(f"FAILED {name}: {error}")
            else:
                print(f"ok {name} {time.monotonic() - begun:.1f} s", flush=True)
    finally:
        if server is not None:
            server.terminate()
    sys.exit(bool(failed))


if __name__ == "__main__":
    assert shutil.which("xdotool"), "this test needs xdotool"
    main(sys.argv[1:])
