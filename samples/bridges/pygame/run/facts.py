"""What a check says of its sides beside shapes: who made a rectangle, and where its owner was and goes."""

from .bridge.sides import RECTS
from .static import NUMBERS, attribute, is_object, own_of, values
from .tracks import PLACE, POINTS, follow, is_rect, whole_or_not


def holder_of(owner, role, box, what=None):
    """The attribute of an object that holds a tested rectangle; None of one that was made for the test.

    `what` is the shape that was tested in its place, or a mask and its place.
    """
    if type(what) is dict and "box" in what:
        tested = what["box"]
        if role == PLACE and [*map(int, tested)] == [*box] or point_of(role, box):
            return role
        held = (name for name, it in values(owner) if is_rect(it) and [*numbers(it)] == tested)
        return next(held, None)
    if role == PLACE or what or point_of(role, box):
        return role
    held = follow(owner, role)
    is_four = type(held) in (tuple, list) and len(held) == 4
    is_four = is_four and all(type(it) in NUMBERS for it in held)
    is_held = is_object(held) if not is_four and not is_rect(held) else type(box)(held) == box
    return role if is_held else None


def point_of(role, box):
    """The rectangle and its corner or middle that a tested point is, by their names; None of an area."""
    name, _, point = role.rpartition(".")
    return (name, point) if point in (*POINTS, "pos") and max(box[2:]) <= 1 else None


def numbers(rect):
    """The four numbers of a rectangle, whose class may have methods of its own."""
    return (*(rect if type(rect) in RECTS else whole_or_not(rect)(rect)),)


def place_of(drawn, thing, camera):
    """Where in the world a picture was drawn, in a frame that has ended."""
    x, y = drawn.anchor[0] + drawn.dx, drawn.anchor[1] + drawn.dy
    if drawn is not thing.drawn and drawn is not thing.drawn_before:  # another followed in its frame
        x, y = drawn.at[0] - camera[0], drawn.at[1] - camera[1]
    return (x, y, *drawn.content.size)


def text_of(test, last, after, is_ended):
    """The facts of a side as JSON, behind its other fields; `last` and `after` are its pictures."""
    found = ',"made":true' if test.is_made else ""
    for name, box in (("own", test.own), ("last", last), ("next", after)):
        if box is not None:
            found += f',"{name}":{_json(box)}'
    end = end_of(test) if is_ended else ()
    return found + ("" if end == () else f',"end":{_json(end)}')


def _json(box):
    return "null" if box is None else "[%s,%s,%s,%s]" % (*box,)


def end_of(test):
    """Where the tested rectangle is now, or its owner's if it was made; None if gone, () if unknown."""
    thing, rect = test.thing, test.held and test.held()
    owner = thing.owner()
    if owner is None:
        if rect is not None:
            return numbers(rect)
        is_kept = thing.part is None and test.held is not None and not test.is_made
        return None if thing.ref is not None or is_kept else ()
    if test.holder == PLACE and test.tested:  # an actor of Pygame Zero, tested with its decimals
        it = attribute(owner, "_rect", owner)
        found = [attribute(it, name) for name in "xywh"]
        return found if all(type(number) in NUMBERS for number in found) else ()
    point = point_of(test.role, test.rect)
    kept = test.holder and follow(owner, point[0] if point else test.holder)
    if point and type(kept) in RECTS:
        return (*getattr(kept, point[1]), *test.rect[2:])
    own = kept if is_rect(kept) else own_of(owner)
    return () if own is None else numbers(own)
