"""Writes the checks of a game in pygame: their pictures are known once their frame has ended."""

import json

import pygame

from .bridge.log import Log
from .bridge.sides import box_around, box_shape
from .facts import place_of, point_of, text_of
from .journal import MOST_FRAMES, Journal
from .pictures import CLEAR
from .things import Thing
from .tracks import follow, is_rect, overhang, overlaps

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class GameLog(Log):
    """A log whose sides carry facts."""

    def _text(self, sprite, side):
        return f"{super()._text(sprite, side)[:-1]}{side.facts}}}"

    def finer(self, check, at):
        """Writes that another check has replaced one."""
        names = f'"a":{check.one.name},"b":{check.other.name}'
        self._file.add(check.frame, f'{{"frame":{check.frame},"finer":{{{names},"at":{_json(at)}}}}}')


class Writer(Journal):
    """The log of a game in pygame."""

    lines = GameLog

    def __init__(self, recorder):
        self._pictures, self._things = recorder.pictures, recorder.things
        self.contents = self._pictures.contents
        super().__init__(recorder)

    frame = property(lambda self: self._things.frame)
    view = property(lambda self: self._pictures.view)

    @property
    def far(self):
        """How many checks of things far apart no line has counted."""
        return self._things.far

    @far.setter
    def far(self, far):
        self._things.far = far

    def first_view(self):
        """The screen in the world before anything is drawn, or None."""
        screen = pygame.display.get_surface() if pygame.display.get_init() else None
        return (0, 0, *pygame.Surface.get_size(screen)) if screen is not None else None

    def _write(self, log, check):
        at = self._files.get(check.place) or self._file_name(check.place)
        if check.finer:
            log.finer(check, at)
            return
        one, other = check.one, check.other
        for test in (one, other):
            if test.shown is None:
                self._show(test)
        pair, now = (one.name, other.name), self._things.frame
        if self._frames.get(pair, -1) > check.frame:
            self._things.far += 1  # another rectangle of these two has been tested since
            return
        if len(self._frames) > self._most_frames:
            self._frames = {it: frame for it, frame in self._frames.items() if frame > now - 600}
            self._most_frames = max(MOST_FRAMES, 2 * len(self._frames))
        self._frames[pair] = check.frame
        if (one.picture is None or other.picture is None) and not self._is_judged(check):
            return
        shown = check.shown is not False or check.frame < now - 1
        what = check.hit, check.rule, at, check.point, check.area, check.jump, shown
        log.write(check.frame, one, other, *what)

    def _is_judged(self, check):
        """Counts a check of things whose pictures are not known; False if nothing is known of it."""
        tests, screen = (check.one, check.other), self._pictures.screen
        is_screen = (it.picture is None and (*it.rect[2:],) == screen for it in tests)
        if check.rule == "box" and any(is_screen):
            self._problems.not_judged["whether something is on the screen"] += 1
            return False
        unseen = [test for test in tests if test.is_unseen]
        if any(test.tested == {} for test in unseen):
            self._problems.not_judged[f"{check.rule} of objects whose pictures were not seen"] += 1
            return False
        self._problems.unseen.update({(it.thing.kind, it.thing.is_adrift) for it in unseen})
        return True

    # Pictures.

    def _see(self):
        """Finds the pictures of the checks of this frame."""
        for check in self.waiting:
            if check.shown is not None:
                continue
            try:
                one, other = check.one, check.other
                if one.shown is None:
                    self._show(one, True)
                if other.shown is None:
                    self._show(other, True)
                if check.finer:
                    check.finer = self._is_of_picture(one) and self._is_of_picture(other)
                check.shown = one.shown and other.shown
            except Exception as error:
                self._problems.check(error)

    def _is_of_picture(self, test):
        """True if the rectangle of the whole picture was tested."""
        picture, dx, dy = self._picture(test)
        place = (test.origin[0] + dx, test.origin[1] + dy)
        return picture is not None and tuple(test.rect) == (*place, *picture.size)

    def _show(self, test, is_ended=False):
        """Finds a side of a check as its frame shows it, which has ended or not."""
        thing, mask, shape, rect = test.thing, test.own_mask, test.tested, test.rect
        if test.is_ahead:
            self._follow(test)
        picture, dx, dy = self._picture(test)
        position = (test.origin[0] + dx, test.origin[1] + dy)
        blits = self._blits(test)
        places = [self._place(test, it) for it in blits]
        if test.is_by_blit and any(blits) and test.image is not CLEAR:
            is_after = self._is_after(test, *places)
            picture, position = self._content(test, blits[is_after]), places[is_after][:2]
        test.facts = "" if test.is_kept else text_of(test, *places, is_ended)
        tested_at = None
        if test.is_kept and mask is not None and picture is not None:
            shape, mask = {}, None
        if shape is None and mask is None:
            shape = box_shape(None, rect)
        if picture is None:
            box = (*test.mask_at, *mask.size) if mask else box_around(shape) or (*rect,)
            position = (box[0], box[1])
            test.is_unseen = (thing.ref or thing.part) is not None
        else:
            box = (*position, *picture.size)
            if mask is not None and test.mask_at != position:
                tested_at = test.mask_at
                shape = {"mask": True, "at": [*tested_at]}
            elif mask is None and shape and test.role == "rect" and (dx, dy) == (0, 0):
                mask = test.other_image  # `collide_mask` would test that, and not what is drawn
        if test.role != "rect" and shape:
            tested = box_around(shape) or (*rect,)
            probe = self._probe(test, tested, picture and box)
            if probe is not None:
                thing, picture, box = probe, None, tested
                test.is_unseen = False
                position = (box[0], box[1])
        is_apart = test.is_made and picture is not None and overlaps(rect, box) == (0, 0)
        if thing is test.thing and not is_apart:
            fit = dx, dy, picture, rect[2], rect[3]
            if thing.fit != fit:
                thing.fit = fit
                thing.overhang = max(thing.overhang, overhang(rect, box))
        test.kind, test.name = thing.kind, thing.name or self._things.name(thing)
        test.position, test.box, test.picture, test.mask = position, box, picture, mask
        test.shape, test.tested_at = shape, tested_at
        test.shown = test.is_by_blit or self._pictures.was_shown(test.thing, test.origin)

    def _picture(self, test):
        """The picture that an owner had at a test, or None, and how far from its rectangle it is drawn."""
        found = self._pictures.of(test.thing, test.image, test.origin, test.rect)
        if found[0] is None or not self._is_replaced(test):
            return found
        last, image = test.last, test.image
        if last is None:
            return None, 0, 0
        return (image, *last.offset_of(image)) if image and last.is_image else (last.content, last.dx, last.dy)

    def _is_replaced(self, test):
        """True if another picture has been drawn since a test, such as a burst.

        It is not the `image` of its owner, as the one before was, or its owner's rectangle has another size.
        """
        last, drawn = test.last, test.thing.drawn
        if drawn is None or drawn.is_image or test.is_kept or last is not None and last is not test.thing.drawn_before:
            return False
        if last is None:  # it was never seen
            return drawn.frame == test.frame and not drawn.is_loose and test.room not in (None, drawn.room)
        return last.is_image and test.image is not None or last.room == test.room != drawn.room

    def _blits(self, test):
        """The pictures of an owner before a test and, in the same frame, after it."""
        thing, drawn = test.thing, test.thing.drawn
        if thing.is_adrift or test.is_kept:
            return None, None
        is_after = drawn is not None and drawn is not test.last and drawn.frame == test.frame
        return test.last, drawn if is_after and not self._is_replaced(test) else None

    def _place(self, test, drawn):
        return drawn and place_of(drawn, test.thing, self._pictures.camera_of(drawn.target))

    def _is_after(self, test, last, after):
        """True if a test is of its owner where that is drawn next, and not where it was.

        Of a made rectangle, the surer of both is the one from which it was as far at the test before.
        """
        if last is None or after is None or not test.is_made:
            return after is not None
        x, y, *_ = test.rect
        shifts = [(x - it[0], y - it[1]) for it in (last, after)]
        *before, lead = test.thing.shifts.get(test.role, (None, None, 0))
        lead += (shifts[1] == before[1]) - (shifts[0] == before[0])
        test.thing.shifts[test.role] = (*shifts, lead)
        return lead >= 0

    def _content(self, test, drawn):
        """What was drawn, or the `image` that its owner had at the test."""
        image = test.image
        is_other = image is not None and drawn.is_image and image.digest != drawn.content.digest
        return image if is_other else drawn.content

    def _follow(self, test):
        """Places a picture by a rectangle that moves, and is tested, before its owner's own."""
        owner, role = test.thing.owner(), test.role
        now = follow(owner, role) if owner is not None else None
        own = test.thing.own_rect(owner, role, now) if is_rect(now) else None
        if own is not None and own is not now:
            test.origin = (test.rect[0] - now[0] + own[0], test.rect[1] - now[1] + own[1])

    def _probe(self, test, box, picture):
        """The thing that a kept rectangle is that cannot stand for its owner, or a point of it.

        That is decided once for each role; until its owner has a picture only of points.
        """
        owner, role = test.thing, test.role
        if test.is_made or role in ("rect", "", owner.role) or owner.owner() is None:
            return None
        if role not in owner.probes:
            is_point = point_of(role, test.rect) is not None
            if not is_point and picture is None:
                return None
            is_probe = is_point or _is_outside(box, picture)
            probe = owner.probes[role] = Thing(f"{owner.kind} {role}") if is_probe else None
            if is_probe:
                self._pictures.contents.probes.add(probe.kind)
        return owner.probes[role]


def _is_outside(box, picture):
    """True if half of a box lies outside a picture, or if it is small and not in its middle."""
    (x, y, width, height), (left, top, wide, high) = box, picture
    inside_x, inside_y = overlaps(box, picture)
    if 2 * inside_x * inside_y <= width * height:
        return True
    apart_x, apart_y = x + width / 2 - left - wide / 2, y + height / 2 - top - high / 2
    return 4 * width * height < wide * high and max(abs(apart_x), abs(apart_y)) > 2
