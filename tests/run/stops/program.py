"""Stands for `maskscope run --break`: listens, starts a game with the logger, and speaks with it as a script says.

A script is a function of a `Link`. It runs in a thread of its own for each process of the game that connects.
"""

import base64
import io
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent


class Link:
    """A connection with a process of the game."""

    def __init__(self, connection):
        self.connection = connection
        self.messages = []  # what the game has said
        self.log = None
        self.error = None
        self.file = connection.makefile("rb")

    def __iter__(self):
        """What the game says; of what it asks, that the lines are there is tested."""
        try:
            for line in self.file:
                message = json.loads(line)
                self.messages.append(message)
                if "end" in message:
                    assert ("log" in message) == (self.log is None), message
                    self.log = self.log or message["log"]
                    lines = self.lines(message["end"])
                    assert lines and lines[-1]["frame"] == message["frame"], (message, lines[-1:])
                yield message
        except OSError:
            pass

    def lines(self, end=None):
        """The lines of the log up to a byte, all of which are whole."""
        data = Path(self.log).read_bytes()
        assert end is None or len(data) >= end and data[:end].endswith(b"\n"), (end, len(data))
        return [json.loads(line) for line in data[:end].splitlines()]

    def send(self, *words):
        for word in words:
            self.raw(json.dumps({"do": word}).encode() + b"\n")

    def raw(self, data):
        try:
            self.connection.sendall(data)
        except OSError:
            pass

    def close(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()

    def all(self, field):
        """The values of a field of what the game has said."""
        return [message[field] for message in self.messages if field in message]


class Ended:
    """A game that has ended."""

    def __init__(self, code, out, errors, log, links, seconds):
        self.code, self.errors, self.links, self.seconds = code, errors, links, seconds
        self.out = out.splitlines()
        self.data = log.read_bytes() if log.exists() else b""
        others = sorted(log.parent.glob(f"{log.stem}.*{log.suffix}"))
        self.others = [it.read_bytes() for it in others]

    @property
    def link(self):
        assert len(self.links) == 1, f"{len(self.links)} connections: {self.errors}"
        return self.links[0]

    @property
    def lines(self):
        return [json.loads(line) for line in self.data.splitlines()]

    @property
    def bare(self):
        """The log without what a stop adds."""
        return b"".join(line for line in self.data.splitlines(True) if b'"screen":' not in line)

    @property
    def facts(self):
        """What the game says of itself at its end."""
        return json.loads(self.out[-1])


def play(unpack, words, script=None, address=None, **variables):
    """Runs a game to its end; with a script it can be stopped."""
    token, links, threads = secrets.token_hex(16), [], []
    server = socket.create_server(("127.0.0.1", 0))
    if script is not None and address is None:
        address = f"tcp:127.0.0.1:{server.getsockname()[1]}:{token}"

    def speak(connection):
        link = Link(connection)
        hello = json.loads(link.file.readline())
        assert hello.keys() == {"token", "pid", "version"} and hello["version"] == 1 and hello["token"] == token, hello
        link.pid = hello["pid"]
        links.append(link)
        try:
            script(link)
        except Exception as error:
            link.error = error
            raise

    def listen():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threads.append(threading.Thread(target=speak, args=(connection,), daemon=True))
            threads[-1].start()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MASKSCOPE")}
    environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1", PYTHONDONTWRITEBYTECODE="1")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log" / "game.jsonl"
        log.parent.mkdir()
        unpack(Path(folder) / "logger")
        environ.update(PYTHONPATH=str(Path(folder) / "logger"), MASKSCOPE_LOG=str(log), **variables)
        if address is not None:
            environ["MASKSCOPE_BREAK"] = address
        begun = time.monotonic()
        ended = subprocess.run([sys.executable, *map(str, words)], env=environ, capture_output=True, text=True, timeout=60)
        seconds = time.monotonic() - begun
        for thread in threads:
            thread.join(5)
        server.close()
        it = Ended(ended.returncode, ended.stdout, ended.stderr, log, links, seconds)
    errors = [link.error for link in links if link.error is not None]
    assert not errors, f"{words}: {errors!r}: {it.errors}"
    return it


# Scripts.


def goes(link):
    """Never stops it."""
    link.send("arm")
    for message in link:
        if "end" in message:
            link.send("go")


def stops(frames, seconds=0.0, words=("go",), then=lambda link, frame: None):
    """Stops it in some frames, or all (None), for some seconds each, and then says `words`, one a pause."""

    def script(link):
        left = list(words)
        link.send("arm")
        for message in link:
            if "end" in message:
                link.send("stop" if frames is None or message["frame"] in frames else "go")
            elif "paused" in message:
                then(link, message["paused"])
                time.sleep(seconds)
                link.send(left.pop(0) if len(left) > 1 else left[0])

    return script


class Judge:
    """Finds the wrong checks of a log by pygame's masks."""

    def __init__(self):
        self.masks, self.read = {}, 0

    def wrong(self, lines):
        """The frames of the wrong checks among those lines that are new."""
        import pygame

        new, self.read = lines[self.read :], len(lines)
        found = []
        for line in new:
            if "png" in line:
                picture = pygame.image.load(io.BytesIO(base64.b64decode(line["png"])), "picture.png")
                self.masks[line["sprite"]] = pygame.mask.from_surface(picture)
            elif "hit" in line:
                a, b = line["a"], line["b"]
                offset = [int(v - u) for u, v in zip(a["position"], b["position"])]
                touches = self.masks[a["sprite"]].overlap(self.masks[b["sprite"]], offset) is not None
                if touches != line["hit"]:
                    found.append(line["frame"])
        return found


def judges(link):
    """Stops it at the end of each frame that made a wrong check."""
    judge = Judge()
    link.send("arm")
    for message in link:
        if "end" in message:
            link.send("stop" if judge.wrong(link.lines(message["end"])) else "go")
        elif "paused" in message:
            link.send("go")
