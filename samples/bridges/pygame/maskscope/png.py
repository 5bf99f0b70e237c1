"""Sprites of a log as JSON: their pictures as PNG in base64, and the rows of their masks."""

import base64
import json
import struct
import zlib

# Masks that pygame makes of surfaces have the pixels whose alpha is above this.
THRESHOLD = 127

# The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
MOST_PIXELS = 1 << 25

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def sprite_line(name, picture, rows):
    """A sprite of the log: its name in quotes, its picture, and the rows of the mask that is tested."""
    line = f'{{"sprite":{name}'
    if picture is not None:
        line += f',"png":"{base64.b64encode(png(picture.size, picture.channels, picture.bytes)).decode()}","solid":{{"threshold":{THRESHOLD}}}'
    return line + (f',"mask":{_json(rows)}}}' if rows else "}")


def png(size, channels, pixels):
    """A picture as PNG; `channels` are `RGB` or `RGBA`."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    stride = len(channels) * size[0]
    rows = b"".join(b"\0" + pixels[start : start + stride] for start in range(0, len(pixels), stride))
    header = struct.pack(">IIBBBBB", *size, 8, {"RGB": 2, "RGBA": 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
