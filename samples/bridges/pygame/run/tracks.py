"""Tested rectangles: where they are, and how far from those that they are tested against."""

from .bridge.sides import RECTS
from .static import attribute, box_of, item

NOWHERE = 4  # the side of a pair that has not been far apart
POINTS = (
    "topleft", "topright", "bottomleft", "bottomright", "midtop", "midleft", "midbottom",
    "midright", "center"
)  # fmt: skip
PLACE = "x, y"  # the role of a rectangle that an object has as numbers


def plain(rect):
    """A copy of a rectangle, without the class that a game may have given it."""
    kind = type(rect)
    return rect.copy() if kind in RECTS else whole_or_not(rect)(rect)


def whole_or_not(rect):
    """The class of pygame that a rectangle is: of whole numbers, or of decimals."""
    return RECTS[0] if issubclass(type(rect), RECTS[0]) else RECTS[1]


def is_rect(it):
    """True for a rectangle, of whatever class."""
    return issubclass(type(it), RECTS)


def follow(owner, role):
    """The attribute to which a role such as `rect`, `sensors[2]` or `boxes['head']` leads, or None."""
    if role == PLACE:
        return box_of(owner)
    if not role or role[-1] != "]":
        return attribute(owner, role) if role else owner if role == "" else None
    name, *keys = role[:-1].replace("][", "[").split("[")
    found = attribute(owner, name)
    for key in keys:
        found = item(found, int(key) if key.lstrip("-").isdigit() else key.strip("'\""))
    return found


def overhang(inner, outer):
    """How far the box `outer` reaches beyond `inner`, in pixels."""
    x, y, width, height = inner
    left, top, wide, high = outer
    return max(x - left, y - top, left + wide - x - width, top + high - y - height)


def overlaps(box, other):
    """How much two boxes share, in width and in height."""
    (x, y, width, height), (left, top, wide, high) = box, other
    shared = min(x + width, left + wide) - max(x, left), min(y + height, top + high) - max(y, top)
    return shared if min(shared) > 0 else (0, 0)


class Track:
    """A tested rectangle: where it was, and which others it was tested against."""

    ref = None  # weak, to a rectangle that the game keeps
    thing = role = None  # once its owner is known
    operand = None  # that named it, if it has no owner
    overhang = 0  # how far its picture and its shapes reach beyond it
    test = None  # the last test of its own rectangle
    tested = -1  # the frame of the pictures in which that was
    what = None  # its shape, or its mask and the place of that
    settled = -1  # when its owner was seen to have it

    def __init__(self, rect, near, born):
        self.key = self  # by which others have it in their pairs
        self.pairs = {}
        self.partners = set()  # tracks that have it in their pairs
        self.near = near
        self.born = born
        self.move(rect)

    def move(self, rect):
        """Notes where it is now."""
        self.box = plain(rect)
        self.edges = None  # of what is near; made when needed

    def is_same(self, now, what):
        """True if it was tested so in the frame `now` of the pictures, and its owner was not drawn since."""
        if self.tested != now or self.what != what:
            return False
        test = self.test
        return test.rect is self.box and test.last is test.thing.drawn

    def gap(self, side, rect):
        """How far another is beyond what is near: 0 at the left, 1 at the right, 2 above, 3 below."""
        edges = self.edges
        if edges is None:
            x, y, width, height = self.box
            reach = self.near + self.overhang
            edges = self.edges = x - reach, x + width + reach, y - reach, y + height + reach
        if side == 0:
            return edges[0] - rect.right
        if side == 1:
            return rect.left - edges[1]
        return edges[2] - rect.bottom if side == 2 else rect.top - edges[3]


class Pair:
    """Two tested rectangles, the first of which is asked, as their last check left them."""

    __slots__ = (
        "box_a", "box_b", "far_frame", "has_jumped", "is_away", "is_new", "masks_at", "other", "side"
    )

    def __init__(self, track, other):
        self.other = other  # the track of the second
        self.box_a, self.box_b = track.box, other.box
        self.is_new = True
        # On which they have been far apart since the last written check: straight ways stay there.
        self.side = NOWHERE
        self.far_frame = None  # of the last check, if it was far: written before the next near one
        self.masks_at = None  # where that tested masks
        self.has_jumped = False  # before that check
        self.is_away = False  # too far apart to be followed

    def is_far(self, a, rect):
        """True if they are far apart, and have been since the last check that is written."""
        return self.is_new and self.look(a, rect) or self.is_apart(a, rect)

    def is_apart(self, a, rect):
        """True if they are far apart on the side on which they were."""
        return self.side != NOWHERE and a.gap(self.side, rect) > self.other.overhang

    def look(self, a, rect):
        """Notes on which side the second is far away, if it is."""
        gaps = [a.gap(side, rect) for side in range(4)]
        widest = max(gaps)
        is_far = widest > self.other.overhang
        self.side = gaps.index(widest) if is_far else NOWHERE
        self.is_new = self.is_new and not is_far
        return is_far

    def is_written(self, a, rect):
        """Notes where they are at a check that is written."""
        self.box_a, self.box_b, self.is_new, self.far_frame = a.box, rect, False, None
        self.has_jumped = self.is_away = False
        self.look(a, rect)
