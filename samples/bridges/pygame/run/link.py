"""The connection to `maskscope run --break`, which says when the game pauses: lines of JSON in both directions."""

import _socket  # games replace what is in `socket`
import json
import os

from .clocks import monotonic

# How long the program may take for an answer, in seconds, and the bytes of a line.
PATIENCE = 1
MOST_BYTES = 1 << 12

WORDS = ("arm", "disarm", "stop", "go", "step", "pause", "shot")

_WITHOUT_SIGNAL = getattr(_socket, "MSG_NOSIGNAL", 0)  # games may let SIGPIPE end them


class Link:
    """A connection. Whatever fails closes it: the game goes on then."""

    def __init__(self, address):
        self.is_armed = False  # whether the program wants to be asked at the ends of frames
        self.reason = None  # why it is closed
        self._rest = b""
        kind, host, port, token = address.split(":")
        if kind != "tcp":
            raise ValueError(f"MASKSCOPE_BREAK is for {kind}")
        self._socket = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.connect((host, int(port)))
            self._socket.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        except (OSError, OverflowError):
            self.close()
            raise
        self.send(token=token, pid=os.getpid(), version=1)
        word = self.receive(PATIENCE)
        if word not in ("arm", "disarm"):
            self.close("maskscope did not answer")
            raise OSError(self.reason)
        self.is_armed = word == "arm"

    @property
    def is_open(self):
        return self._socket is not None

    def send(self, **message):
        """Sends a line."""
        if self._socket is None:
            return
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.sendall(json.dumps(message).encode() + b"\n", _WITHOUT_SIGNAL)
        except OSError as error:
            self.close(f"the connection failed: {error}")

    def receive(self, seconds):
        """The next word of the program, or None if none comes for so long, or no more."""
        end = monotonic() + seconds if seconds else 0
        while self._socket is not None:
            line, is_whole, rest = self._rest.partition(b"\n")
            if is_whole:
                self._rest = rest
                return self._word(line)
            try:
                self._socket.settimeout(max(0, end - monotonic()) if seconds else 0)
                data = self._socket.recv(MOST_BYTES)
            except (BlockingIOError, _socket.timeout):
                return None
            except OSError as error:
                self.close(f"the connection failed: {error}")
                return None
            self._rest += data
            if not data:
                self.close("maskscope has ended")
            elif len(self._rest) > MOST_BYTES and b"\n" not in self._rest:
                self.close("maskscope sent a broken line")
        return None

    def _word(self, line):
        try:
            word = json.loads(line)["do"]
        except (ValueError, LookupError, TypeError, RecursionError):
            word = None
        if word not in WORDS:
            self.close("maskscope sent a broken line")
            return None
        return word

    def close(self, reason=None):
        """Closes this end alone: a process that the game has forked closes its copy, and not the connection."""
        closed, self._socket = self._socket, None
        self.is_armed = False
        if closed is not None:
            self.reason = reason
            try:
                closed.close()
            except OSError:
                pass
