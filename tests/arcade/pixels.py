"""What is true of sprites, by numpy: the pixels of their pictures, and the corners of their hit boxes."""

import math

import numpy

SIZE = 320


def rgba_of(solid):
    """A picture with these solid pixels."""
    rgba = numpy.full((*solid.shape, 4), 255, numpy.uint8)
    rgba[~solid, 3] = 0
    return rgba


def solid_of(width, height, kind):
    y, x = numpy.mgrid[0:height, 0:width]
    if kind == 0:
        u, v = (x - (width - 1) / 2) / width, (y - (height - 1) / 2) / height
        return (u * u + v * v <= 0.25) & ~((u > 0.1) & (v < 0))
    return (x * 7 + y * 13) % 23 < 9 if kind == 1 else (x < width / 3) | (y > height * 0.7)


class Pose:
    """Where a sprite stands, y up, how far it is turned clockwise, and its scale."""

    def __init__(self, place, angle, scale):
        self.x, self.y = place
        self.cos, self.sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        self.scale = scale

    def corners(self, points):
        """The corners of a hit box in the world, y down."""
        scaled = ((u * self.scale[0], v * self.scale[1]) for u, v in points)
        cos, sin = self.cos, self.sin
        return [[self.x + u * cos + v * sin, -(self.y - u * sin + v * cos)] for u, v in scaled]

    def drawn(self, solid, left, top, size=SIZE):
        """The pixels as a nearest filter draws them, in a square of the world whose top left is there, y down."""
        y, x = numpy.mgrid[0:size, 0:size] + 0.5
        x, y = x + left - self.x, y + top + self.y
        u, v = x * self.cos + y * self.sin, -x * self.sin + y * self.cos
        height, width = solid.shape
        column = numpy.floor((u / self.scale[0] / width + 0.5) * width).astype(int)
        row = numpy.floor((v / self.scale[1] / height + 0.5) * height).astype(int)
        inside = (0 <= column) & (column < width) & (0 <= row) & (row < height)
        return inside & solid[numpy.clip(row, 0, height - 1), numpy.clip(column, 0, width - 1)]


def box_around(corners):
    xs, ys = zip(*corners)
    return [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]


def boxes_of(sprite, pose, points):
    """The boxes around a sprite's hit box and its picture."""
    wide, high = sprite.texture.width / 2, sprite.texture.height / 2
    return [box_around(pose.corners(it)) for it in (points, [(-wide, -high), (wide, -high), (-wide, high), (wide, high)])]


class Drawn:
    """What a log must say of where sprites were in a frame, beside their tests: `drawn` are the boxes of their pictures in it."""

    def __init__(self):
        self.drawn = {}

    def add(self, checks, poses, ends, points_of):
        """Adds facts to the checks of a frame, each with the sprites of its sides; by their poses then and at its end."""
        before = self.drawn
        own, end = ({it: boxes_of(it, pose, points_of(it)) for it, pose in when.items()} for when in (poses, ends))
        self.drawn = {it: picture for it, (_, picture) in end.items()}
        for check, sprites in checks:
            for side, it in zip("ab", sprites):
                facts = check[side]["facts"] = {"own": own[it][0], "next": self.drawn[it], "end": end[it][0]}
                facts |= {"last": before[it]} if it in before else {}


def side_of(sprite, pose, points, way):
    """What a log must have of a sprite in a check; its hit box is also that of its texture by the algorithm `way`."""
    width, height = sprite.texture.width, sprite.texture.height
    in_px = [[x + width / 2, height / 2 - y] for x, y in points]
    place = [sprite.center_x, -sprite.center_y]
    return {"kind": type(sprite).__name__, "place": place, "polygon": pose.corners(points), way: in_px}
