"""What is true of games that are stopped: each function of CASES plays one and asserts it."""

import base64
import importlib.util
import io
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pygame
from program import HERE, goes, judges, play, stops

GAMES = HERE / "games.py"


def game(unpack, *words, script=None, **options):
    """Plays a game that must end well."""
    ended = play(unpack, [GAMES, *words], script, **options)
    assert ended.code == 0, f"{words}: {ended.code}: {ended.errors}"
    return ended


def is_like(ended, plain):
    """Asserts that a game, its screens and its log are as without stops."""
    assert ended.out == plain.out, [both for both in zip(ended.out, plain.out) if both[0] != both[1]][:1]
    assert ended.bare == plain.data, f"{len(ended.bare)} and {len(plain.data)} bytes"
    assert not [it for it in ended.errors.splitlines() if it not in plain.errors.splitlines()], ended.errors


def wrong_frames(unpack):
    """It stops in each frame that makes a wrong check, the first and the last too, and in no other."""
    for name in ("boxes", "seldom"):
        ended = game(unpack, name, script=judges)
        frames = ended.facts["wrong"]
        assert frames and ended.link.all("paused") == frames, (name, frames, ended.link.all("paused"))
    assert [it["frame"] for it in ended.lines if "screen" in it] == frames
    asked = [it["frame"] for it in ended.link.messages if "end" in it]
    assert asked == [*range(0, 30, 2)], asked  # where it has no check, it does not ask
    return f"{len(frames)} stops"


def same_bytes(unpack):
    """Screens, random numbers and log are those of a game without stops, whatever its clock says and when."""
    for words in (["boxes"], ["boxes", "20", "0"], ["boxes", "20", "144"], ["boxes", "12", "59.5"], ["seldom"], ["parts"]):
        plain = game(unpack, *words)
        assert not plain.errors and plain.data.startswith(b'{"maskscope_log":1,'), plain.errors
        for script in (goes, judges, stops(None), stops([0], words=["step"]), lambda link: link.send("disarm")):
            is_like(game(unpack, *words, script=script), plain)
    return f"{len(plain.data)} bytes"


def first_frame(unpack):
    """The first frame is asked about at its own end; then the clock says its `fps`."""
    headers = []

    def script(link):
        link.send("arm")
        for message in link:
            if "end" in message:
                headers.append(link.lines(message["end"])[0])
                link.send("go")

    ended = game(unpack, "boxes", "9", "144", script=script)
    assert [it["frame"] for it in ended.link.messages] == [*range(9)], ended.link.messages
    assert [it["fps"] for it in headers] == [60, *[144] * 8], headers
    assert ended.lines[0]["fps"] == 144


def steps(unpack):
    """It pauses at the end of the next frame, also of one without a check, and of whole frames alone."""
    ended = game(unpack, "seldom", script=stops([4], words=["step"] * 7 + ["go"]))
    assert ended.link.all("paused") == [*range(4, 12)], ended.link.all("paused")
    ended = game(unpack, "parts", script=stops([2], words=["step"] * 3 + ["go"]))
    return f"parts: {ended.link.all('paused')}"


def stop_now(unpack):
    """It pauses where it is, wrong or not, armed or not; and its screen is written again."""

    def script(link):
        link.send("disarm")
        time.sleep(0.6)
        link.send("pause")
        for message in link:
            if "paused" in message:
                link.send("shot", "pause", "stop", "arm", "disarm", "shot")
                time.sleep(0.3)
                link.send("go")

    ended = game(unpack, "boxes", "200", "100", script=script)
    (frame,) = ended.link.all("paused")
    assert [it["frame"] for it in ended.lines if "screen" in it] == [frame] * 3
    is_like(ended, game(unpack, "boxes", "200", "100"))


def screens(unpack):
    """The screen is written small, after the checks of its frame; of so many, or not at all."""
    for width, wide in ((320, 320), (800, 320), (200, 200)):
        ended = game(unpack, "boxes", "9", "0", str(width), script=stops([3]))
        (at,) = [number for number, it in enumerate(ended.lines) if "screen" in it]
        assert ended.lines[at]["frame"] == 3 == ended.lines[at - 1]["frame"] and ended.lines[at + 1]["frame"] == 4
        data = base64.b64decode(ended.lines[at]["screen"])
        assert struct.unpack(">II", data[16:24]) == (wide, round(240 * wide / width)), (width, data[:30])
        colour = pygame.image.load(io.BytesIO(data), "screen.png").get_at((5, 5))
        assert all(abs(found - it) < 9 for found, it in zip(colour, (3, 40, 90))), colour
    ended = game(unpack, "boxes", "230", "0", script=stops(None))
    assert len(ended.link.all("paused")) == 230 and sum("screen" in it for it in ended.lines) == 200
    ended = game(unpack, "boxes", "9", "0", script=stops(None), MASKSCOPE_NO_SCREENS="1")
    assert len(ended.link.all("paused")) == 9 and not any("screen" in it for it in ended.lines)


def clocks(unpack):
    """After a stop of 2 s, clocks, ticks and timers are those of a game that was not stopped."""
    ended = game(unpack, "clocks", script=stops([30], 2))
    facts = ended.facts
    assert ended.link.all("paused") == [30] and 3.4 < facts["real"] < 3.8, facts
    off = {name: span - (facts["real"] - 2) for name, span in facts["spans"].items()}
    assert max(map(abs, off.values())) < 0.1, off
    (every, once, thrice), late = facts["timers"], 50 + facts["longest"]  # where the machine has much to do
    assert len(every) in (13, 14, 15) and all(abs(it - 100 * n) < late for n, it in enumerate(every, 1)), every
    assert len(once) == 1 and abs(once[0] - 700) < late, once
    assert len(thrice) == 3 and all(abs(it - 300 * n) < late for n, it in enumerate(thrice, 1)), thrice
    facts = game(unpack, "tasks", script=stops([30], 2)).facts
    rang = facts["rang"]
    assert all(0.2 * n - 0.02 < it < 0.3 * n for n, it in enumerate(rang, 1)) and 1.9 < facts["real"] - rang[-1] < 2.1, facts
    return f"off by {1000 * max(map(abs, off.values())):.0f} ms at most; timers at {every}"


def events(unpack):
    """Of keys and buttons the game gets what has changed, and of the keys that drive it nothing."""

    def script(link):
        link.send("arm")
        for message in link:
            if "end" in message:
                if message["frame"] == 10:
                    os.kill(link.pid, signal.SIGUSR1)
                link.send("stop" if message["frame"] in (3, 20) else "go")
            elif "paused" in message:
                os.kill(link.pid, signal.SIGUSR1)
            elif message.get("key") == "next":
                link.send("go")

    ended = game(unpack, "events", script=script)
    expected = [
        "UserEvent 1", "KeyDown a", "MouseButtonDown 1", "KeyUp a", "KeyDown c", "MouseButtonUp 1", "UserEvent 2", "UserEvent 3",
        "KeyDown f7", "KeyUp f7", "KeyUp c", "KeyUp f7", "KeyDown", "Quit", "UserEvent 4"
    ]  # fmt: skip
    assert ended.facts["seen"] == expected, ended.facts["seen"]
    assert ended.link.all("key") == ["next", "quit"] and ended.link.all("paused") == [3, 20], ended.link.messages
    assert ended.facts["frames"] == 21 and ended.link.messages[-1] == {"key": "quit"}


def signals(unpack):
    """Signals reach it while it is paused."""

    def script(link):
        stops([2], then=lambda link, _: os.kill(link.pid, signal.SIGINT), seconds=0.5)(link)

    ended = play(unpack, [GAMES, "boxes"], script)
    assert ended.code in (1, 130, -2) and "KeyboardInterrupt" in ended.errors, (ended.code, ended.errors)
    assert ended.out[-1].startswith("1 ") and ended.lines[-1]["frame"] == 2, ended.out[-1:]


def forks(unpack):
    """A process that it has forked has no part in the connection; another program has its own."""
    ended = game(unpack, "forked", script=stops(None, 0.05))
    assert ended.facts["child"] == 0 and ended.link.all("paused") == [*range(10)], ended.link.all("paused")
    assert len(ended.others) == 1 and b"screen" not in ended.others[0] and not ended.errors, ended.errors
    ended = game(unpack, "parent", script=judges)
    first, second = ended.links
    assert first.pid != second.pid and first.log != second.log and len(ended.others) == 1
    assert first.all("paused") == [0, 1, 2] and second.all("paused") == ended.facts["wrong"], second.all("paused")


def failures(unpack):
    """Where the connection fails, the game goes on, is told of no error, and the end says why."""
    plain = game(unpack, "boxes", "30", "100")

    def breaks(at, act):
        def script(link):
            link.send("arm")
            for message in link:
                if message.get("frame") == at or "paused" in message:
                    act(link)
                elif "end" in message:
                    link.send("stop" if at is None else "go")

        return script

    for at, act, why, seconds in (
        (5, lambda link: None, "after frame 5: maskscope did not answer", 1),
        (5, lambda link: link.close(), "after frame 5: maskscope has ended", 0),
        (5, lambda link: link.raw(b"\xffgarbage\n"), "after frame 5: maskscope sent a broken line", 0),
        (5, lambda link: link.raw(b'{"do":"dance"}\n'), "after frame 5: maskscope sent a broken line", 0),
        (5, lambda link: link.raw(b"[" * 100_000), "after frame 5: maskscope sent a broken line", 0),
        (None, lambda link: link.close(), "after frame 0: maskscope has ended", 0),
        (None, lambda link: link.raw(b"7\n"), "after frame 0: maskscope sent a broken line", 0),
    ):
        ended = game(unpack, "boxes", "30", "100", script=breaks(at, act))
        assert ended.out == plain.out and ended.bare.startswith(plain.data), why
        rest = [json.loads(line) for line in ended.bare[len(plain.data) :].splitlines()]
        assert [it["notes"] for it in rest] == [[f"no stops {why}"]], (rest, why)
        assert ended.errors.count("\n") == 1 and why in ended.errors, ended.errors
        assert seconds <= ended.seconds < plain.seconds + seconds + 1, (why, ended.seconds, plain.seconds)
    for address in ("tcp:127.0.0.1:1:token", "nonsense", "tcp:127.0.0.1:99999999:token", "unix:a:b:c"):
        ended = game(unpack, "boxes", "30", "100", address=address)
        assert ended.errors.startswith("maskscope: no stops: ") and ended.errors.count("\n") == 1, ended.errors
        assert ended.out == plain.out and ended.data == plain.data
    ended = game(unpack, "boxes", "30", "100", script=lambda link: time.sleep(3))
    assert "no stops: OSError: maskscope did not answer" in ended.errors and ended.data == plain.data, ended.errors
    ended = game(unpack, "boxes", "30", "100", script=goes, MASKSCOPE_LAST="5")
    assert "no stops: ValueError: the log has the last seconds alone" in ended.errors, ended.errors


def unusual(unpack):
    """Games without a display, with a display of another thread, and with threads that cannot be joined."""
    plain, ended = (game(unpack, "unseen", script=script) for script in (None, judges))
    assert ended.facts["hits"] == 20 and ended.data == plain.data and not ended.errors
    assert not ended.link.all("paused")
    ended = game(unpack, "second_thread", script=stops([3, 5], 0.2))
    assert ended.link.all("paused") == [3, 5] and not ended.errors, ended.errors
    plain, ended = (game(unpack, "joinless", script=script) for script in (None, judges))
    assert ended.link.all("paused") == ended.facts["wrong"]
    assert ended.bare == plain.data and plain.lines[-1]["frame"] == 19, plain.errors
    facts = game(unpack, "music", script=stops([20], 2)).facts
    assert facts["is_busy"] and 1000 < facts["played"] < 1900, facts
    return f"music played {facts['played']} ms in 1,500"


def zero(unpack):
    """A game of Pygame Zero, whose loop shows its frames."""
    if importlib.util.find_spec("pgzero") is None:
        return "skipped: Pygame Zero is not installed"
    words = [HERE / "zero.py"]
    plain, ended = (play(unpack, words, script) for script in (None, judges))
    assert plain.code == ended.code == 0, plain.errors + ended.errors
    assert ended.facts["wrong"] and ended.link.all("paused") == ended.facts["wrong"], (ended.facts, ended.link.all("paused"))
    is_like(ended, plain)
    return f"{len(ended.facts['wrong'])} stops"


def like_alone(unpack):
    """What the small games of `programs.py` print is the same where each frame is stopped."""
    sys.path.insert(0, str(HERE.parent))
    import harness
    import programs

    names = [it.__name__ for it in programs.PROGRAMS if it.__name__ not in ("forks", "children")]  # they print MASKSCOPE_BREAK
    for name in names:
        code, out, _ = harness.run([harness.HERE / "programs.py", name])
        ended = play(unpack, [harness.HERE / "programs.py", name], stops(None))
        assert (ended.code, ended.out) == (code, out.decode().splitlines()), (name, ended.out[-3:], ended.errors)
    return f"{len(names)} programs"


def judged(unpack, maskscope):
    """maskscope reads a log with stops as one without."""
    with tempfile.TemporaryDirectory() as folder:
        answers = []
        for script in (None, judges):
            path = Path(folder) / "game.jsonl"
            path.write_bytes(game(unpack, "boxes", script=script).data)
            answer = json.loads(subprocess.run([maskscope, "replay", path, "--json"], capture_output=True).stdout)
            skipped = [it for it in answer["lines_skipped"] if "screen" not in it["reason"]]
            answers.append((answer["checks"], answer["disagreements"], len(skipped) if script is None else 0))
    assert answers[0] == answers[1] and answers[0][1] > 0, answers
    return f"{answers[0][1]} of {answers[0][0]} checks are wrong"


CASES = [
    wrong_frames, same_bytes, first_frame, steps, stop_now, screens, clocks, events,
    signals, forks, failures, unusual, zero, like_alone
]  # fmt: skip
