"""Small games that write what is true of their tests, by arithmetic and numpy, without pygame's functions.

    python truth.py GAME TRUTH [traced]

TRUTH gets JSON: each check that the log must have, in order, and how many tests there were. `traced` runs the game under a
trace function, as a debugger does.
"""

import json
import sys
import types

import numpy
import pygame

SIZE = (320, 240)


def picture_of(solid):
    rgba = numpy.zeros((*solid.shape, 4), numpy.uint8)
    rgba[solid] = (250, 120, 40, 255)
    return pygame.image.frombuffer(rgba.tobytes(), solid.shape[::-1], "RGBA")


class Thing:
    """Something with a picture, of which the solid pixels are known."""

    def __init__(self, x, y, size, inset=0):
        steps = numpy.arange(size) - (size - 1) / 2
        self.solid = steps[:, None] ** 2 + steps[None, :] ** 2 <= (size / 2) ** 2
        self.image = picture_of(self.solid)
        self.rect = pygame.Rect(x, y, size, size)
        self.inset = inset

    @property
    def body(self):
        return self.rect.inflate(-6, -6)

    @property
    def sword(self):
        return pygame.Rect(self.rect.right, self.rect.y + 4, 14, 6)


class Ship(Thing):
    pass


class Rock(Thing):
    pass


class ShipSprite(Ship, pygame.sprite.Sprite):
    def __init__(self, *args):
        pygame.sprite.Sprite.__init__(self)
        Ship.__init__(self, *args)
        self.mask = pygame.mask.Mask((len(self.solid), len(self.solid)))
        for y, x in zip(*numpy.nonzero(self.solid)):
            self.mask.set_at((int(x), int(y)))


class Bare:
    """Has a hitbox, no rect, and is drawn above and left of it."""

    def __init__(self, x, y, size, inset):
        it = Thing(x, y, size)
        self.image, self.solid, self.inset = it.image, it.solid, inset
        self.hitbox = pygame.Rect(x + inset, y + inset, size - 2 * inset, size - 2 * inset)


class Truth:
    def __init__(self):
        pygame.display.init()
        self.screen = pygame.display.set_mode(SIZE)
        self.frame, self.tests, self.checks = 0, 0, []
        self.finer = []  # tests of boxes that a finer one replaces: frame, names, line
        self.camera = (0, 0)

    def add(self, answer, expected, a, b, rule="box", **fields):
        """A test on the line that calls this: pygame's answer must be `expected`; `a` and `b` are kinds, shapes and places."""
        assert bool(answer) == expected, (self.frame, answer, expected)
        line = sys._getframe(1).f_lineno
        self.tests += 1
        self.checks.append({"frame": self.frame, "a": a, "b": b, "hit": expected, "rule": rule, "line": line, **fields})

    def far(self):
        self.tests += 1

    def end_frame(self, *things):
        self.screen.fill("black")
        for thing in things:
            inset = getattr(thing, "inset", 0)
            if isinstance(thing, Bare):
                self.screen.blit(thing.image, (thing.hitbox.x - inset, thing.hitbox.y - inset))
            else:
                self.screen.blit(thing.image, thing.rect)
        pygame.display.flip()
        self.frame += 1


def line_here():
    """The line that calls this; code that looks at its own frame has no owners by the names of its variables."""
    return sys._getframe(1).f_lineno


def boxes_hit(a, b):
    """True if two boxes share an area."""
    return bool(a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3])


def numbers(rect):
    return [rect[0], rect[1], rect[2], rect[3]]


def side(thing, box=None, kind=None, place=None):
    """A side as the log must have it: kind, tested box, the picture's place."""
    if place is None:
        place = [thing.rect.x, thing.rect.y]
    box = box if box is None or isinstance(box, dict) else numbers(box)
    has_rect = "rect" in vars(thing) or isinstance(thing, pygame.sprite.Sprite)
    facts = {"own": numbers(thing.rect)} if has_rect else {}
    return {"kind": kind or type(thing).__name__, "box": box, "place": place, "facts": facts}


def made(thing, box, **named):
    """A side with a rectangle that no attribute holds."""
    return {**side(thing, box, **named), "made": True}


def probe(thing, box, role):
    return side(thing, box, f"{type(thing).__name__} {role}", [box[0], box[1]])


def shared(a, b):
    """How many solid pixels two things share where they are."""
    canvas = [numpy.zeros((600, 700), bool) for _ in range(2)]
    for it, (solid, (x, y)) in zip(canvas, (a, b)):
        it[y + 100 : y + 100 + solid.shape[0], x + 100 : x + 100 + solid.shape[1]] = solid
    return int((canvas[0] & canvas[1]).sum())


def pixels(a, b, at_a=None, at_b=None):
    return shared((a.solid, at_a or (a.rect.x, a.rect.y)), (b.solid, at_b or (b.rect.x, b.rect.y)))


def two_boxes(truth):
    """Two hitboxes of each sprite are tested in each frame, in either order."""
    ship, rock = Ship(20, 60, 40), Rock(80, 60, 36)
    for frame in range(60):
        ship.rect.x = 20 + frame
        a, b = numbers(ship.rect), numbers(rock.rect)
        body, its = [a[0] + 3, a[1] + 3, 34, 34], [b[0] + 3, b[1] + 3, 30, 30]
        sword = [a[0] + 40, a[1] + 4, 14, 6]
        hits = boxes_hit(sword, its), boxes_hit(body, its)
        area = pixels(ship, rock)
        if frame % 2:
            truth.add(ship.sword.colliderect(rock.body), hits[0], made(ship, sword), made(rock, its))
            truth.add(ship.body.colliderect(rock.body), hits[1], made(ship, body), made(rock, its), area=area)
        else:
            truth.add(ship.body.colliderect(rock.body), hits[1], made(ship, body), made(rock, its), area=area)
            truth.add(ship.sword.colliderect(rock.body), hits[0], made(ship, sword), made(rock, its))
        truth.end_frame(ship, rock)


def decimals(truth):
    """Rectangles with fractions, and four numbers, which are read by the class that is asked."""
    ship, rock, stone = Ship(20, 60, 40), Rock(58, 90, 36), Rock(58, 40, 36)
    stone.rect = pygame.FRect(62.75, 40, 36, 36)
    for frame in range(40):
        x = 20.25 + frame / 8
        ship.rect = pygame.FRect(x, 60.5, 40, 40)
        r = rock.rect
        its = numbers(r)
        hit = boxes_hit([x, 60.5, 40, 40], its)
        truth.add(ship.rect.colliderect(r.x, r.y, r.w, r.h), hit, side(ship, [x, 60.5, 40, 40]), made(rock, its))
        s = stone.rect
        hit = boxes_hit([x, 60.5, 40, 40], numbers(s))
        truth.add(ship.rect.colliderect(s.x, s.y, s.w, s.h), hit, side(ship, [x, 60.5, 40, 40]), made(stone, numbers(s)))
        cut = [int(x), 60, 40, 40]
        hit = boxes_hit(its, cut)
        truth.add(rock.rect.colliderect(ship.rect), hit, side(rock, its), side(ship, cut))
        truth.end_frame(ship, rock, stone)


def no_rect(truth):
    """Objects with a hitbox and no rect: their pictures are larger, and lie above and left."""
    hero, crate = Bare(0, 60, 30, 2), Bare(60, 64, 24, 1)
    for frame in range(80):
        hero.hitbox.x = frame + 2
        a, b = [frame + 2, 62, 26, 26], [61, 65, 22, 22]
        area = shared((hero.solid, (frame, 60)), (crate.solid, (60, 64))) if frame else None
        hit = hero.hitbox.colliderect(crate.hitbox)
        truth.add(hit, boxes_hit(a, b), side(hero, a, place=[frame, 60]), side(crate, b, place=[60, 64]), area=area, above=1)
        truth.end_frame(hero, crate)


def both_ask(truth):
    """A asks B, and B asks A: two checks, each as it was asked."""
    ship, rock = Ship(20, 60, 40), Rock(80, 70, 36)
    for frame in range(60):
        ship.rect.x = 20 + 2 * frame
        a, b = numbers(ship.rect), numbers(rock.rect)
        hit, area = boxes_hit(a, b), pixels(ship, rock)
        truth.add(ship.rect.colliderect(rock.rect), hit, side(ship, a), side(rock, b), area=area)
        truth.add(rock.rect.colliderect(ship.rect), hit, side(rock, b), side(ship, a), area=area)
        truth.end_frame(ship, rock)


def lists(truth):
    """Each function of several: the first of three is missed, the second is hit, the third too."""
    ship = ShipSprite(20, 60, 40)
    rocks = [ShipSprite(20, 110, 30), ShipSprite(30, 80, 30), ShipSprite(40, 50, 30)]
    group, sprite = pygame.sprite.Group(rocks), pygame.sprite
    alone = sprite.Group(ship)
    by = {}
    for frame in range(12):
        ship.rect.x = 20 + frame % 3
        a = numbers(ship.rect)
        boxes = [numbers(rock.rect) for rock in rocks]
        by = {n: rock.rect for n, rock in enumerate(rocks)}
        calls = (
            (lambda: sprite.spritecollide(ship, group, False), 3),
            (lambda: sprite.spritecollideany(ship, group), 2),
            (lambda: sprite.groupcollide(alone, group, False, False), 3),
            (lambda: ship.rect.collidelist([rock.rect for rock in rocks]), 2),
            (lambda: ship.rect.collidelistall([rock.rect for rock in rocks]), 3),
            (lambda: ship.rect.collidedict(by, True), 2),
            (lambda: ship.rect.collidedictall(by, True), 3),
            (lambda: ship.rect.collideobjects(rocks), 2),
            (lambda: ship.rect.collideobjectsall(rocks), 3),
            (lambda: ship.rect.collideobjects(rocks, key=lambda rock: rock.rect), 2),
            (lambda: ship.rect.collideobjectsall(rocks, key=lambda rock: rock.rect), 3),
        )
        if not hasattr(ship.rect, "collideobjects"):
            calls = calls[:7]
        for call, tested in calls:
            line = call.__code__.co_firstlineno
            call()
            for number in range(tested):
                hit = boxes_hit(a, boxes[number])
                assert hit == (number > 0)
                truth.tests += 1
                b = side(rocks[number], boxes[number])
                area = pixels(ship, rocks[number])
                truth.checks.append({"frame": frame, "a": side(ship, a), "b": b, "hit": hit, "rule": "box", "line": line, "area": area})
        truth.end_frame(ship, *rocks)


def comes_late(truth):
    """What is far apart is counted; the last of it is written before the next that is near."""
    ship, rock = Ship(0, 60, 20), Rock(270, 62, 20)
    last = None
    for frame in range(60):
        x = 5 * frame
        ship.rect.x = x
        a, b = numbers(ship.rect), numbers(rock.rect)
        gap = max(b[0] - a[0] - 20, a[0] - b[0] - 20)
        truth.far()
        check = {"frame": frame, "a": side(ship, a), "b": side(rock, b), "hit": boxes_hit(a, b), "rule": "box", "area": pixels(ship, rock)}
        assert bool(ship.rect.colliderect(rock.rect)) == check["hit"]
        if gap <= 32:
            if last is not None:
                truth.checks.append(last)
            truth.checks.append(check)
        last = check if gap > 32 else None
        truth.end_frame(ship, rock)


def away(truth):
    """Farther away than pairs are followed: the first check there that is far is kept, and the way from there is a jump."""
    ship, rock = Ship(0, 60, 20), Rock(0, 62, 20)
    kept, is_away, is_near = None, False, False
    for frame in range(40):
        rock.rect.x = (30, 245, 30, 30, 245, 120, 30, 120)[frame // 5] + frame % 5
        a, b = numbers(ship.rect), numbers(rock.rect)
        check = {"frame": frame, "a": side(ship, a), "b": side(rock, b), "hit": False, "rule": "box", "jump": False}
        assert not ship.rect.colliderect(rock.rect)
        truth.tests += 1
        gap = b[0] - 20
        if gap <= 32 or is_near:  # the way from a near check is written to its end
            truth.checks += [kept] if kept else []
            truth.checks.append({**check, "jump": is_away})
            kept, is_away = None, False
        elif gap > 208:
            kept, is_away = kept if is_away else check, True
        else:
            kept = {**check, "jump": is_away or bool(kept and kept["jump"])}
            is_away = False
        is_near = gap <= 32
        truth.end_frame(ship, rock)


def far_ways(truth):
    """Whatever tests two things far apart, each test is counted once; then they are near, and each is a check."""
    ship, rock = ShipSprite(20, 60, 40), ShipSprite(600, 66, 36)
    group, sprite = pygame.sprite.Group(rock), pygame.sprite
    half = sprite.collide_rect_ratio(0.5)

    def meet(one, other):
        return one.rect.colliderect(other.rect)

    calls = (
        lambda: sprite.collide_rect(ship, rock),
        lambda: sprite.spritecollide(ship, group, False),
        lambda: sprite.spritecollideany(ship, group),
        lambda: sprite.spritecollide(ship, group, False, sprite.collide_mask),
        lambda: sprite.spritecollide(ship, group, False, sprite.collide_circle),
        lambda: sprite.spritecollide(ship, group, False, half),
        lambda: sprite.spritecollide(ship, group, False, meet),
        lambda: ship.rect.colliderect(rock.rect),
        lambda: ship.rect.inflate(-2, -2).colliderect(rock.rect),
        lambda: ship.rect.colliderect(rock.rect.inflate(-2, -2)),
        lambda: ship.rect.collidelist([rock.rect]) >= 0,
        lambda: ship.rect.collidelistall([rock.rect]),
        lambda: ship.rect.collidedictall({1: rock.rect}, True),
        lambda: ship.mask.overlap(rock.mask, (rock.rect.x - ship.rect.x, 6)),
    )
    for frame in range(20):
        rock.rect.x = 600 - frame
        for call in calls:
            assert not call()
            truth.far()
        truth.end_frame(ship, rock)


def jumps(truth):
    """A rock that leaves the screen comes again at the other side of it, also outside: a jump, no way."""
    ship, rock = Ship(280, 60, 30), Rock(250, 62, 20)
    for frame in range(30):
        before = rock.rect.x
        rock.rect.x = 310 + 4 * (frame % 6) if frame % 6 < 5 else 262
        if frame % 6 == 0:
            rock.rect.x = 322
        jump = frame > 0 and abs(rock.rect.x - before) > 20 and (before >= 320 or rock.rect.x >= 320)
        a, b = numbers(ship.rect), numbers(rock.rect)
        truth.add(ship.rect.colliderect(rock.rect), boxes_hit(a, b), side(ship, a), side(rock, b), jump=bool(jump))
        truth.end_frame(ship, rock)


def points(truth):
    """A point of another thing's rectangle; one of the mouse is no check."""
    ship, rock = Ship(20, 60, 40), Rock(90, 50, 36)
    for frame in range(40):
        ship.rect.x = 20 + 2 * frame
        b = numbers(rock.rect)
        x, y = ship.rect.x + 40, 60 + 20
        hit = boxes_hit([x, y, 1, 1], b)
        truth.add(rock.rect.collidepoint(ship.rect.midright), hit, side(rock, b), probe(ship, [x, y, 1, 1], "rect.midright"))
        rock.rect.collidepoint((frame, 60))
        truth.end_frame(ship, rock)


def culled(truth):
    """What is not on the screen is not drawn: the tests for that are no collisions, wherever the screen lies in the world."""
    ship, rock, view = Ship(20, 60, 40), Rock(60, 50, 36), pygame.Rect(0, 0, *SIZE)
    for frame in range(20):
        ship.rect.x += 1
        view.x = frame
        shown = [it for it in (ship, rock) if view.colliderect(it.rect) and truth.screen.get_rect().colliderect(it.rect.move(2, 2))]
        hit, area = boxes_hit(numbers(ship.rect), numbers(rock.rect)), pixels(ship, rock)
        truth.add(ship.rect.colliderect(rock.rect), hit, side(ship, ship.rect), side(rock, rock.rect), area=area)
        truth.end_frame(*shown)


def masks(truth):
    """Masks; the test of both pictures' rectangles before one is part of it, that of smaller ones is not."""
    ship, rock = ShipSprite(20, 60, 40), ShipSprite(70, 66, 36)
    for frame in range(56):
        ship.rect.x = 20 + 2 * frame
        a, b, at, there = numbers(ship.rect), numbers(rock.rect), [20 + 2 * frame, 60], [70, 66]
        area = pixels(ship, rock)
        sides = side(ship), side(rock)
        hit, line = ship.rect.colliderect(rock.rect), line_here()
        if hit:
            truth.tests += 1
            truth.finer.append([frame, "ShipSprite", "ShipSprite 2", line])
            truth.add(pygame.sprite.collide_mask(ship, rock), area > 0, *sides, rule="mask", area=area)
        else:
            truth.add(hit, boxes_hit(a, b), side(ship, a), side(rock, b), area=area, above=6)
        small = [a[0] + 3, 63, 34, 34]
        truth.add(ship.body.colliderect(rock.rect), boxes_hit(small, b), made(ship, small), side(rock, b), area=area)
        offset = (there[0] - at[0], there[1] - at[1])
        truth.add(ship.mask.overlap_area(rock.mask, offset) > 0, area > 0, *sides, rule="mask", area=area, stated=area)
        truth.end_frame(ship, rock)


def turning(truth):
    """A car that makes its mask in each frame turns on its way; its far check that is kept has its picture of that frame."""
    car, shadow, rock = (ShipSprite(*it) for it in ((20, 60, 40), (20, 90, 36), (160, 66, 36)))
    car.solid[:20] = False
    last = None
    for frame in range(40):
        car.solid = numpy.rot90(car.solid)
        car.image = picture_of(car.solid)
        car.mask = pygame.mask.from_surface(car.image)
        car.rect.x = shadow.rect.x = 20 + 3 * frame
        for other in (shadow, rock):
            hit, area, line = pygame.sprite.collide_mask(car, other), pixels(car, other), sys._getframe().f_lineno
            assert (hit is not None) == (area > 0)
            check = {"frame": frame, "hit": area > 0, "rule": "mask", "stated": None, "line": line, "a": side(car), "b": side(other), "area": area, "is_masked": False}
            truth.tests += 1
            is_far = other is rock and 160 - car.rect.right > 32
            truth.checks += [] if is_far else filter(None, (other is rock and last, check))
            last = check if is_far else None if other is rock else last
        truth.end_frame(car, shadow, rock)


def hidden(truth):
    """A shot that ends where it hits was never drawn there."""
    ship = Ship(20, 60, 40)
    for frame in range(40):
        rock = Rock(66, 62, 20) if frame % 8 == 0 else rock
        truth.end_frame(ship, rock)
        rock.rect.x -= 2
        b = numbers(rock.rect)
        truth.add(ship.rect.colliderect(rock.rect), boxes_hit(numbers(ship.rect), b), side(ship, [20, 60, 40, 40]), side(rock, b), shown=frame % 8 != 7)
        if frame % 8 == 7:
            rock.rect.x += 40


def scrolled(truth, inset=3):
    """A camera follows a hero, whose picture is larger than its rectangle; the tiles are bare rectangles."""
    hero = Hero(400, 863, 36)
    tiles = [pygame.Rect(360 + 36 * n, 900, 36, 36) for n in range(12)]
    tile = pygame.Surface((36, 36))
    full = numpy.ones((36, 36), bool)
    last, gaps = {}, {}
    for frame in range(60):
        hero.x += 3
        hero.rect.topleft = hero.x + inset, 864
        a, kept = numbers(hero.rect), []
        for n, it in enumerate(tiles):
            hit, b = boxes_hit(a, numbers(it)), numbers(it)
            gap = max(b[0] - a[0] - a[2], a[0] - b[0] - b[2], b[1] - a[1] - a[3])
            assert bool(hero.rect.colliderect(it)) == hit
            truth.tests += 1
            check = {"frame": frame, "hit": hit, "rule": "box", "a": side(hero, a, place=[hero.x, 863]), "b": {"kind": "it", "box": b, "place": b[:2]}}
            check["area"] = shared((hero.solid, (hero.x - 300, 100)), (full, (b[0] - 300, 137))) if frame else None
            # The picture reaches three pixels beyond the rectangle; the first that is farther than near is written.
            before, gaps[n] = gaps.get(n, gap), gap
            if min(gap, before) > 35:
                last[n] = check
                continue
            kept += [last.pop(n)] if n in last else []
            kept.append(check)
        truth.checks += kept
        truth.screen.fill("black")
        for it in tiles:
            truth.screen.blit(tile, (it.x - hero.x + 150, it.y - 763))
        hero.draw(truth.screen, (hero.x - 150, 763))
        pygame.display.flip()
        truth.frame += 1


def untold(truth):
    """A camera follows a hero, whose picture is larger than its rectangle, and nothing tells where the camera is."""
    hero = Hero(400, 863, 36)
    door = pygame.Rect(440, 863, 30, 30)
    for frame in range(20):
        hero.x += 1
        hero.rect.topleft = hero.x + 3, 864
        a, b = numbers(hero.rect), numbers(door)
        truth.add(hero.rect.colliderect(door), boxes_hit(a, b), side(hero, a, place=a[:2]), {"kind": "door", "box": b, "place": b[:2]})
        hero.draw(truth.screen, (hero.x - 150, 763))
        pygame.display.flip()
        truth.frame += 1


class Ninja:
    """Has numbers for its place, makes its rectangle anew, and is drawn larger than that, less the scroll of a smaller screen."""

    def __init__(self, x, y, margin):
        self.pos, self.margin = [x, y], margin
        it = Thing(0, 0, 36)
        self.picture, self.solid, self.is_mirrored = it.image, it.solid, False

    def rect(self):
        return pygame.Rect(self.pos[0], self.pos[1], 24, 30)

    def meets(self, other):
        body = other.rect()
        return self.rect().colliderect(body)

    def draw(self, surface, scroll=(0, 0)):
        mirrored = pygame.transform.flip(self.picture, self.is_mirrored, False)
        surface.blit(mirrored, (self.pos[0] - scroll[0] + self.margin[0], self.pos[1] - scroll[1] + self.margin[1]))


def ninjas(truth):
    """A scroll follows one of two ninjas, which are tested, then move, and then are drawn; the view is scaled."""
    ninja, guard, view = Ninja(400.5, 863.25, (-6, -3)), Ninja(440, 860, (-9, -4)), pygame.Surface((160, 120))
    ninja.solid[:, :12] = False
    ninja.picture = picture_of(ninja.solid)
    for frame in range(40):
        x, y, its = int(ninja.pos[0]), 863, [440, 860, 24, 30]
        hit, line = guard.meets(ninja), Ninja.meets.__code__.co_firstlineno + 2
        assert bool(hit) == boxes_hit([x, y, 24, 30], its)
        solid = ninja.solid[:, :: -1 if ninja.is_mirrored else 1]
        area = shared((solid, (x - 6 - 300, y - 3 - 700)), (guard.solid, (440 - 9 - 300, 860 - 4 - 700))) if frame else None
        sides = made(guard, its, place=[431, 856]), made(ninja, [x, y, 24, 30], place=[x - 6, y - 3])
        truth.tests += 1
        truth.checks.append({"frame": frame, "hit": bool(hit), "rule": "box", "line": line, "a": sides[0], "b": sides[1], "area": area, "seen": True, "shown": None})
        ninja.pos[0] += 1.5
        ninja.is_mirrored = frame % 8 > 3
        scroll = int(ninja.pos[0] - 80), 800
        for it in (ninja, guard):
            it.draw(view, scroll)
        truth.screen.blit(pygame.transform.scale(view, SIZE), (0, 0))
        pygame.display.flip()
        truth.frame += 1


class Hero(Thing):
    def __init__(self, x, y, size):
        super().__init__(x, y, size)
        self.x, self.rect = x, pygame.Rect(x, y, 30, 35)

    def draw(self, surface, camera):
        surface.blit(self.image, (self.x - camera[0], 863 - camera[1]))


def draw_turned(surface, picture, place, angle):
    made = pygame.transform.rotate(picture, angle)
    surface.blit(made, place)


class Car:
    """Has no rectangle, makes its mask in each test, and is drawn turned by a quarter."""

    def __init__(self, x, y):
        self.x, self.y, self.turns = x, y, 0
        self.solid = numpy.ones((38, 19), bool)
        self.solid[:8, :8] = False
        self.picture = picture_of(self.solid)

    def collide(self, mask, x, y):
        made = pygame.mask.from_surface(self.picture)
        return mask.overlap(made, (int(self.x - x), int(self.y - y)))

    def draw(self, surface):
        draw_turned(surface, self.picture, self.place(), 90 * self.turns)

    def place(self):
        """The top left of its picture: the middle stays."""
        return [self.x, self.y] if self.turns % 2 == 0 else [self.x - 10, self.y + 9]


def turned(truth):
    """A car is tested unturned against a track of which only the picture is known."""
    border = numpy.zeros((200, 200), bool)
    border[:10] = border[-10:] = border[:, :10] = border[:, -10:] = True
    track = picture_of(border)
    mask, car = pygame.mask.from_surface(track), Car(40, 60)
    for frame in range(40):
        truth.screen.blit(track, (30, 20))
        car.draw(truth.screen)
        hit = car.collide(mask, 30, 20)
        at, place = [car.x, car.y], car.place()
        seen = numpy.rot90(car.solid, car.turns)
        sides = side(car, None, "track", [30, 20]), side(car, {"mask": True, "at": at} if place != at else None, place=place)
        line = Car.collide.__code__.co_firstlineno + 2
        area = shared((border, (30, 20)), (seen, place)) if frame else None
        first = {} if hit is None else {"area": None}
        truth.tests += 1
        truth.checks.append({"frame": frame, "a": sides[0], "b": sides[1], "hit": shared((border, (30, 20)), (car.solid, at)) > 0, "rule": "mask", "line": line, "area": area, "stated": None, **first})
        assert truth.checks[-1]["hit"] == (hit is not None)
        pygame.display.flip()
        truth.frame += 1
        car.turns += 1
        car.x += frame % 3 - 1


class TurnedCar(Car):
    """Is tested by the mask of its picture as it is drawn, at that place."""

    def collide(self, mask, x, y):
        made = pygame.mask.from_surface(pygame.transform.rotate(self.picture, 90 * self.turns))
        left, top = self.place()
        return mask.overlap(made, (left - x, top - y))


def as_drawn(truth):
    """A car drawn turned, and then tested so against two surfaces; nothing moves the view."""
    border = numpy.zeros((200, 200), bool)
    border[:10] = border[-10:] = border[:, :10] = border[:, -10:] = True
    tracks = [(picture_of(border), (0, 0)), (picture_of(border[:60, :20]), (60, 50))]
    masks, car = [pygame.mask.from_surface(it) for it, _ in tracks], TurnedCar(30, 60)
    line = TurnedCar.collide.__code__.co_firstlineno + 3
    for frame in range(40):
        for track, at in tracks:
            truth.screen.blit(track, at)
        car.turns = frame * 3
        car.draw(truth.screen)
        for number, (track, at) in enumerate(tracks):
            hit, place = car.collide(masks[number], *at), car.place()
            solid = border if number == 0 else border[:60, :20]
            area = shared((solid, at), (numpy.rot90(car.solid, car.turns), place))
            sides = side(car, None, "track", [*at]), side(car, place=place)
            check = {"frame": frame, "a": sides[0], "b": sides[1], "hit": area > 0, "rule": "mask", "line": line, "area": area, "stated": None, "view": None, "seen": True}
            truth.tests += 1
            truth.checks.append(check)
            assert (hit is not None) == (area > 0)
        pygame.display.flip()
        truth.frame += 1
        car.x += frame % 5 - 1


class Tile(Thing):
    pass


def filled(colour, size=36):
    picture = pygame.Surface((size, size))
    picture.fill(colour)
    return picture


def colours(truth):
    """Tiles of one kind and size, of which each is seen in its own colour."""
    ship, tiles = Ship(20, 60, 40), [Tile(60, 60, 36), Tile(90, 60, 36)]
    looks = [(165, 42, 42), (0, 255, 0)]
    for tile, look in zip(tiles, looks):
        tile.image, tile.solid = filled(look), numpy.ones((36, 36), bool)
    for _ in range(30):
        ship.rect.x += 1
        for tile, look in zip(tiles, looks):
            hit = boxes_hit(numbers(ship.rect), numbers(tile.rect))
            sides = side(ship, ship.rect), {**side(tile, tile.rect), "colour": look}
            truth.add(ship.rect.colliderect(tile.rect), hit, *sides, area=pixels(ship, tile))
        truth.end_frame(ship, *tiles)


class Carrier(Ship):
    def draw(self, surface, pictures):
        surface.blits(pictures)


def listed(truth):
    """A camera, which a tested ship holds, draws by one call all pictures in a list; whose they are is not in that call."""
    ship, rock = Carrier(40, 40, 32), Rock(100, 42, 32)
    rock.rect.inflate_ip(-4, -4)
    for it, it.margin in ((ship, 0), (rock, 2)):
        it.look = it.image
        del it.image
    for frame in range(40):
        ship.rect.x += 1
        a, b = numbers(ship.rect), numbers(rock.rect)
        area = pixels(ship, rock, None, (100, 42))
        truth.add(ship.rect.colliderect(rock.rect), boxes_hit(a, b), side(ship, a), side(rock, b, place=[100, 42]), area=area, seen=True)
        ship.draw(truth.screen, [(it.look, it.rect.move(-10 - it.margin, -5 - frame - it.margin)) for it in (ship, rock)])
        pygame.display.flip()
        truth.frame += 1


def between(truth):
    """A rock is tested a fraction of a pixel below where it is drawn: its pixels are the same."""
    ship, rock = Ship(40, 40, 32), Rock(80, 42, 32)
    rock.rect = pygame.FRect(rock.rect)
    for frame in range(30):
        ship.rect.x += 1
        rock.rect.y = 42.25
        a, b = numbers(ship.rect), numbers(rock.rect)
        truth.add(ship.rect.colliderect(rock.rect), boxes_hit(a, [80, 42, 32, 32]), side(ship, a), side(rock, [80, 42, 32, 32], place=b[:2]), area=shared((ship.solid, (a[0], 40)), (rock.solid, (80, 42))))
        rock.rect.y = 42
        truth.end_frame(ship, rock)


def faded(truth):
    """A ship that blinks has a picture only where a pixel of it is solid."""
    ship, rock = Ship(40, 40, 32), Rock(56, 42, 32)
    base = ship.image
    for frame in range(30):
        alpha = (0, 110, 255)[frame % 3]
        ship.image = base.copy()
        ship.image.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        a, b = numbers(ship.rect), numbers(rock.rect)
        sides = {**side(ship, a), "seen": alpha == 255}, side(rock, b)
        truth.add(ship.rect.colliderect(rock.rect), True, *sides, area=None if alpha < 255 else pixels(ship, rock))
        truth.end_frame(ship, rock)


def returning(truth):
    """Of a log that keeps the last second: a ship looks as it did long ago, after many other pictures."""
    ship, rock = Ship(40, 40, 160), Rock(80, 60, 32)
    first, area = ship.image, pixels(ship, rock)
    for frame in range(250):
        ship.image = first
        if frame % 100 > 2:
            ship.image = first.copy()
            ship.image.set_at((80, 80), (frame % 256, 0, frame // 256, 255))
        sides = side(ship, ship.rect), side(rock, rock.rect)
        truth.add(ship.rect.colliderect(rock.rect), True, *sides, area=area, seen=True)
        truth.end_frame(ship, rock)
    truth.checks = truth.checks[-59:]
    truth.tests = len(truth.checks)


def changed(truth):
    """A hit gives the ship another picture and digs into the rock: what was tested is what they looked like before."""
    ship, rock = Ship(10, 40, 32), Rock(50, 44, 40)
    flat = ship.solid.copy()
    flat[:12] = False
    hurt = picture_of(flat)
    hurt.fill("blue", special_flags=pygame.BLEND_RGB_MAX)
    looks = [(ship.solid, ship.image, [250, 120, 40]), (flat, hurt, [250, 120, 255])]
    rock.image = rock.image.copy()
    for frame in range(40):
        ship.rect.x += 2
        a, b = numbers(ship.rect), numbers(rock.rect)
        hit = boxes_hit(a, b)
        for _ in range(2):
            sides = {**side(ship, a), "colour": looks[0][2]}, side(rock, b)
            truth.add(ship.rect.colliderect(rock.rect), hit, *sides, area=pixels(ship, rock))
            if hit:
                looks.reverse()
                ship.solid, ship.image, _ = looks[0]
                rock.solid[:, frame] = False
                rock.image.fill((0, 0, 0, 0), (frame, 0, 1, 40))
        truth.end_frame(ship, rock)


class Runner(Thing):
    """Moves its hitbox, tests it and a rectangle made below it, and then its `rect` follows."""

    def __init__(self, *args):
        super().__init__(*args)
        self.hitbox = self.rect.inflate(-60, -36)

    def update(self, truth, rock):
        self.hitbox.x += 4
        x, y, width, height = numbers(self.hitbox)
        floor = pygame.Rect(self.hitbox.bottomleft, (width, 2))
        its, below = numbers(rock.rect), [x, y + height, width, 2]
        truth.add(floor.colliderect(rock.rect), boxes_hit(below, its), made(self, below), side(rock, its), shown=truth.frame > 0 and None)
        hit, area = boxes_hit([x, y, width, height], its), shared((self.solid, (x - 30, y - 18)), (rock.solid, (its[0], its[1])))
        truth.add(self.hitbox.colliderect(rock.rect), hit, side(self, [x, y, width, height], place=[x - 30, y - 18]), side(rock, its), area=area, shown=None)
        self.rect.center = self.hitbox.center


def ahead(truth):
    """A small hitbox that moves before the picture is no probe, and the picture is where it is drawn then."""
    runner, rock = Runner(20, 40, 80), Rock(90, 104, 36)
    for _ in range(24):
        runner.update(truth, rock)
        truth.end_frame(runner, rock)


class Pipe:
    """Has its rectangle as a property, made of plain numbers."""

    def __init__(self, x, y, size):
        it = Thing(x, y, size)
        self.image, self.solid = it.image, it.solid
        self.x, self.y, self.w, self.h = x, y, size, size

    @property
    def rect(self):
        return pygame.Rect(self.x, self.y, self.w, self.h)


def near(one, other):
    return one.x - other.x < 30 and other.x - one.x < 30


def properties(truth):
    """A function of the game, watched, of things that have a rectangle only as a property."""
    bird, pipe = Pipe(20, 60, 40), Pipe(90, 70, 36)
    for frame in range(40):
        bird.x += 2
        hit, line = near(bird, pipe), sys._getframe().f_lineno
        area = shared((bird.solid, (bird.x, 60)), (pipe.solid, (90, 70))) if frame else None
        truth.tests += 1
        check = {"frame": frame, "hit": abs(bird.x - 90) < 30, "rule": "near", "line": line, "area": area}
        truth.checks.append({**check, "a": side(bird, place=[bird.x, 60]), "b": side(pipe, place=[90, 70])})
        truth.end_frame(bird, pipe)


class Walker(Thing):
    """Asks whether it would hit something, were it moved; then it moves."""

    def step(self, truth, rock, dx):
        x, y, *size = numbers(self.rect)
        ahead, its = [x + dx, y, *size], numbers(rock.rect)
        moved = [x + 2 * dx, y, *size] if not boxes_hit(ahead, its) else [x + dx, y, *size]
        last = [x, y, *size] if truth.frame else None
        mine = {**made(self, ahead, place=[x, y]), "facts": {"own": [x, y, *size], "last": last, "next": moved, "end": moved}}
        other = {**side(rock, its), "facts": {"own": its, "last": its if truth.frame else None, "next": its, "end": its}}
        for it in (mine, other):
            it["stated"] = ["own", "last", "next", "end"] if truth.frame else ["own", "next", "end"]
            it["facts"] = {fact: it["facts"][fact] for fact in it["stated"]}
        hits = boxes_hit(ahead, its)
        named = {"shown": None}
        truth.add(rock.rect.colliderect(self.rect.x + dx, self.rect.y, *size), hits, other, mine, **named)
        truth.add(rock.rect.colliderect((self.rect.left + dx, self.rect.y, *size)), hits, other, mine, **named)
        truth.add(self.rect.move(dx, 0).colliderect(rock.rect), hits, mine, other, **named)
        truth.add(touches(self.rect.move(dx, 0), rock.rect), hits, mine, other, line=touches.__code__.co_firstlineno + 1, **named)
        feet = pygame.Rect(self.rect.x, self.rect.y, *size)
        feet.x += dx
        truth.add(feet.colliderect(rock.rect), hits, mine, other, **named)
        if dx > 0:
            box = pygame.Rect(self.rect.x + dx, self.rect.y, *size)
        else:
            box = self.rect.move(dx, 0)
        truth.add(box.colliderect(rock.rect), hits, mine, other, **named)
        # What is subtracted, such as a camera, is no owner; nor is the walker what it is tested against.
        tile = [70 - truth.frame, 62, 20, 20]
        other = {"kind": "Rect", "box": tile, "place": tile[:2], "made": True}
        mine = {**mine, "box": [x, y, *size], "made": False}
        truth.add(self.rect.colliderect(pygame.Rect(70 - self.scroll, 62, 20, 20)), boxes_hit([x, y, *size], tile), mine, other, jump=True, **named)
        truth.add(rock.rect.colliderect(70 - self.scroll, 62, 20, 20), boxes_hit(its, tile), side(rock, its), {**other, "kind": "rect"}, jump=True, **named)
        self.rect.topleft = moved[:2]


def touches(one, other):
    return one.colliderect(other)


def looking(truth):
    """Made rectangles ask about elsewhere: their owners and the pictures of those are where they are."""
    walker, rock = Walker(30, 60, 30), Rock(80, 66, 36)
    for frame in range(40):
        walker.scroll = frame
        walker.step(truth, rock, 3 if frame < 20 else -3)
        truth.end_frame(walker, rock)


class Dart:
    """Has plain numbers for its place, and is tested by rectangles made of them, before it moves and after."""

    def __init__(self, x, y, size):
        it = Thing(x, y, size)
        self.picture, self.solid, self.x, self.y, self.size = it.image, it.solid, x, y, size


def plain_numbers(truth):
    """Without a `rect`, a picture lies where it is drawn: before the test, or after it in the same frame."""
    dart, rock = Dart(30, 60, 30), Rock(80, 66, 36)
    for frame in range(40):
        dart.x += 2
        place, its = [dart.x, 60], numbers(rock.rect)
        last = [dart.x - 2, 60, 30, 30]
        facts = {"last": last, "next": [*place, 30, 30]} if frame else {"next": [*place, 30, 30]}
        mine = {**made(dart, [*place, 30, 30], place=place), "facts": facts, "stated": [*facts]}
        hit, area = boxes_hit([*place, 30, 30], its), shared((dart.solid, place), (rock.solid, its[:2]))
        truth.add(rock.rect.colliderect((dart.x, dart.y, dart.size, dart.size)), hit, side(rock, its), mine, area=area, seen=True)
        ahead = {**mine, "box": [dart.x + 9, 60, 30, 30]}
        truth.add(rock.rect.colliderect(dart.x + 9, dart.y, 30, 30), boxes_hit(ahead["box"], its), side(rock, its), ahead, area=area)
        truth.screen.fill("black")
        truth.screen.blit(dart.picture, (dart.x, dart.y))
        truth.screen.blit(rock.image, rock.rect)
        pygame.display.flip()
        truth.frame += 1


def meet(x, y, width, height, left, top, wide, high):
    return left < x + width and x < left + wide and top < y + height and y < top + high


def eight_numbers(truth):
    """A function of the numbers of two rectangles, watched: they are of those whom the text of its call names."""
    dart, rock = Dart(30, 60, 30), Rock(60, 66, 36)
    for frame in range(40):
        dart.x += 1
        place, its, r = [dart.x, 60], numbers(rock.rect), rock.rect
        area = shared((dart.solid, place), (rock.solid, its[:2])) if frame else None
        hit = meet(dart.x, dart.y, dart.size, dart.size, r.x, r.y, r.w, r.h)
        truth.add(hit, boxes_hit([*place, 30, 30], its), made(dart, [*place, 30, 30], place=place), made(rock, its), rule="meet", area=area, above=1)
        truth.screen.fill("black")
        truth.screen.blit(dart.picture, (dart.x, dart.y))
        truth.screen.blit(rock.image, rock.rect)
        pygame.display.flip()
        truth.frame += 1


def gone(truth):
    """A shot ends in the frame in which it hits: nobody knows where it would be. A kept hitbox ends where it is then."""
    ship, shot = Ship(60, 60, 40), None
    ship.hitbox = ship.rect.inflate(-8, -8)
    for frame in range(24):
        shot = Rock(104 - 2 * (frame % 6), 66, 20) if shot is None or frame % 6 == 0 else shot
        shot.rect.x = 104 - 2 * (frame % 6)
        ship.hitbox.y += 1
        a, its = numbers(ship.hitbox), numbers(shot.rect)
        is_last = frame % 6 == 5
        end = [a[0], a[1] + 1, *a[2:]]
        mine = {**side(ship, a, place=[60, a[1] - 4]), "facts": {"own": [60, a[1] - 5, 40, 40], "end": end}}
        other = side(shot, its)
        other["facts"] |= {"end": None if is_last else its}
        for it, is_new in ((mine, frame == 0), (other, frame % 6 == 0)):
            is_drawn = it is mine or not is_last
            it["stated"] = ["own", *["last"][is_new:], *["next"][:is_drawn], "end"]
        truth.add(ship.hitbox.colliderect(shot.rect), boxes_hit(a, its), mine, other, shown=None)
        ship.hitbox.y += 1
        ship.rect.center = ship.hitbox.center
        shot = None if is_last else shot
        truth.end_frame(*filter(None, (ship, shot)))


def shots(truth):
    """Shots of one picture, drawn by a list that does not tell whose it is, are gone when they hit: seen in the frame before."""
    ship, shot, last = Ship(60, 60, 40), None, Rock(108, 100, 20)
    look, solid, last.rect = last.image, last.solid, pygame.Rect(112, 104, 12, 12)
    for frame in range(24):
        at = frame % 6
        if at == 0:
            shot = Rock(0, 0, 20)
            shot.image, shot.rect = look, pygame.Rect(124, 70, 12, 12)
        shot.rect.x = 124 - 6 * at
        a, places = numbers(ship.rect), []
        for it in (shot, last):
            its = numbers(it.rect)
            places.append((its[0] - 4, its[1] - 4))
            area = shared((ship.solid, ship.rect.topleft), (solid, places[-1]))
            sides = side(ship, a), side(it, its, place=[*places[-1]])
            truth.add(ship.rect.colliderect(it.rect), boxes_hit(a, its), *sides, area=area, seen=True, shown=None)
        it, shot = None, None if at == 5 else shot
        truth.screen.fill("black")
        truth.screen.blit(ship.image, ship.rect)
        for place in places[at == 5 :]:
            truth.screen.blit(look, place)
        pygame.display.flip()
        truth.frame += 1


class Laser(Thing):
    def update(self, screen):
        screen.blit(self.image, self.rect)
        self.rect.x -= 6


def draws_first(truth):
    """Lasers draw themselves and move, each before its first test: their pictures move with them."""
    ship, laser = Ship(60, 60, 40), None
    for frame in range(24):
        laser = Laser(124, 70, 20) if frame % 6 == 0 else laser
        truth.screen.fill("black")
        truth.screen.blit(ship.image, ship.rect)
        laser.update(truth.screen)
        a, b = numbers(ship.rect), numbers(laser.rect)
        truth.add(ship.rect.colliderect(laser.rect), boxes_hit(a, b), side(ship, a), side(laser, b), area=pixels(ship, laser), seen=True, shown=None)
        pygame.display.flip()
        truth.frame += 1


def ticks(truth):
    """Frames are what is shown: the clock ticks in the middle of one, and its picture is shown twice."""
    ship, rock, clock = Ship(20, 60, 40), Rock(66, 62, 36), pygame.time.Clock()
    for frame in range(20):
        for part in range(2):
            ship.rect.x += 1
            a, b = numbers(ship.rect), numbers(rock.rect)
            truth.add(ship.rect.colliderect(rock.rect), boxes_hit(a, b), side(ship, a), side(rock, b), shown=None)
            if part == 0:
                clock.tick()
        truth.end_frame(ship, rock)
        pygame.display.flip()


class Brick:
    """Is four numbers, and is drawn there as a filled rectangle."""

    def __init__(self, x, y):
        self.box, self.solid = [x, y, 40, 20], numpy.ones((20, 40), bool)

    def meets(self, rect):
        return rect.colliderect(pygame.Rect(*self.box))


def exact(truth):
    """A ball and a brick have no surface: a circle and a rectangle are drawn exactly where they are tested."""
    brick, ball, made_of = Brick(100, 60), pygame.Rect(60, 72, 16, 16), pygame.Surface((16, 16), pygame.SRCALPHA)
    pygame.draw.circle(made_of, "red", (8, 8), 8)
    solid = pygame.surfarray.array_alpha(made_of).T > 0
    for _ in range(40):
        ball.x += 2
        a, hit, area = numbers(ball), brick.meets(ball), shared((solid, ball.topleft), (brick.solid, (100, 60)))
        sides = {"kind": "rect", "box": a, "place": a[:2]}, {"kind": "Brick", "box": [*brick.box], "place": [100, 60]}
        truth.add(hit, boxes_hit(a, brick.box), *sides, line=Brick.meets.__code__.co_firstlineno + 1, area=area, seen=True)
        truth.screen.fill("black")
        pygame.draw.rect(truth.screen, "green", brick.box)
        pygame.draw.circle(truth.screen, (255, 0, 0), ball.center, 8)
        pygame.display.flip()
        truth.frame += 1


def nearest(truth):
    """Cars of one picture, drawn by a list that does not tell whose it is, around their smaller rectangles."""
    cars = [Ship(44, 60, 40), Ship(90, 64, 40)]
    cars[1].image = cars[0].image
    for it in cars:
        it.rect = it.rect.inflate(-10, -16)
    for _ in range(50):
        cars[0].rect.x += 2
        a, b = numbers(cars[0].rect), numbers(cars[1].rect)
        places = [[a[0] - 5, a[1] - 8], [b[0] - 5, b[1] - 8]]
        sides = side(cars[0], a, place=places[0]), side(cars[1], b, place=places[1])
        area = pixels(*cars, *map(tuple, places))
        truth.add(cars[0].rect.colliderect(cars[1].rect), boxes_hit(a, b), *sides, area=area, seen=True)
        truth.screen.fill("black")
        for image, at in [(it.image, tuple(place)) for it, place in zip(cars, places)]:
            truth.screen.blit(image, at)
        pygame.display.flip()
        truth.frame += 1


class Boss:
    """Is much larger than its rectangle, and draws a new surface in each frame."""

    def __init__(self, x, y):
        it = Thing(0, 0, 100)
        self.look, self.solid, self.rect = it.image, it.solid, pygame.Rect(x + 40, y + 40, 20, 20)

    def draw(self, surface):
        surface.blit(pygame.transform.flip(self.look, True, False), (self.rect.x - 40, self.rect.y - 40))


def by_method(truth):
    """What the method of a tested boss draws is its picture, though that is five times as wide as its rectangle."""
    boss, ship = Boss(120, 60), Ship(110, 100, 20)
    for _ in range(40):
        ship.rect.x += 2
        a, b = numbers(ship.rect), numbers(boss.rect)
        area = shared((ship.solid, ship.rect.topleft), (boss.solid, (120, 60)))
        sides = side(ship, a), side(boss, b, place=[120, 60])
        truth.add(ship.rect.colliderect(boss.rect), boxes_hit(a, b), *sides, area=area, seen=True)
        truth.screen.fill("black")
        boss.draw(truth.screen)
        truth.screen.blit(ship.image, ship.rect)
        pygame.display.flip()
        truth.frame += 1


class Stone(Thing):
    def __init__(self, x, y):
        super().__init__(x, y, 30)
        self.look, self.image, self.solid = None, None, numpy.ones((30, 30), bool)


def crowd(truth):
    """One line draws forty stones around their smaller rectangles, in two colours by turns; few of them are tested.

    Their order changes, another one is tested, and one that is tested is drawn behind all others from then on.
    """
    stones = [Stone(7 * number % 280, 200) for number in range(40)]
    one, other, third, last = stones[3], stones[20], stones[30], Stone(90, 60)
    one.rect, other.rect, third.rect, last.rect = (pygame.Rect(x, y, 20, 20) for x, y in ((60, 70), (75, 70), (45, 70), (90, 75)))
    looks = [(165, 42, 42), (0, 255, 0)]
    pictures = [filled(look) for look in looks]
    pictures = [pygame.transform.scale(it, (30, 30)) for it in pictures]
    for frame in range(75):
        if frame in (24, 29):
            stones.reverse()
        if frame == 26:
            place, its = stones.index(one), stones.index(other)
            stones[place], stones[its] = other, one
        if frame == 53:
            stones.append(last)
        tested = [other] + [third] * (frame >= 39) + [last] * (frame != 53)
        for it in tested:
            is_drawn = it is not last or frame > 53
            sides = []
            for its, is_seen in ((one, True), (it, is_drawn)):
                place = [its.rect.x - 5, its.rect.y - 5] if is_seen else [its.rect.x, its.rect.y]
                colour = {"colour": looks[frame % 2], "seen": True} if is_seen else {"seen": False}
                sides.append({**side(its, its.rect, place=place), **colour})
            truth.add(one.rect.colliderect(it.rect), boxes_hit(numbers(one.rect), numbers(it.rect)), *sides)
        truth.screen.fill("black")
        for stone in stones:
            stone.look = pictures[frame % 2]
            truth.screen.blit(stone.look, (stone.rect.x - 5, stone.rect.y - 5))
        pygame.display.flip()
        truth.frame += 1


def actors(truth):
    """Actors of Pygame Zero, of which one turns; both lie at fractions of pixels."""
    import pgzero.game
    from pgzero.builtins import Actor
    from pgzero.loaders import images

    ship, rock = Thing(0, 0, 40), Thing(0, 0, 36)
    rock.solid[:, :18] = False
    pgzero.game.screen = truth.screen
    looks = {"ship": ship.image, "rock": picture_of(rock.solid)}
    type(images).load = lambda self, name: looks[name]
    one, other = Actor("ship", topleft=(20.5, 60.25)), Actor("rock", topleft=(70.5, 64.25))
    for frame in range(40):
        one.x += 1.5
        other.angle = 90 * (frame % 4)
        a, b = [20.5 + 1.5 * (frame + 1), 60.25, 40, 40], [other.left, other.top, other.width, other.height]
        area = shared((ship.solid, (int(a[0]), 60)), (numpy.rot90(rock.solid, frame % 4), (int(b[0]), int(b[1]))))
        sides = [{"kind": "Actor", "box": it, "place": [int(it[0]), int(it[1])]} for it in (a, b)]
        truth.add(one.colliderect(other), boxes_hit(a, b), *sides, area=area, seen=True)
        one.draw()
        other.draw()
        pygame.display.flip()
        truth.frame += 1


def named_by_library(truth):
    """A module that has the name of a library, as Pygame Zero gives it to games: its lines are those of the game."""
    globals()["__name__"] = "pgzero.builtins"
    ship, rock = Ship(20, 60, 40), Rock(90, 66, 36)
    for frame in range(30):
        ship.rect.x += 2
        hit = boxes_hit(numbers(ship.rect), numbers(rock.rect))
        truth.add(ship.rect.colliderect(rock.rect), hit, side(ship, ship.rect), side(rock, rock.rect), area=pixels(ship, rock) if frame else None)
        truth.add(rock.rect.colliderect(ship.rect), hit, side(rock, rock.rect), side(ship, ship.rect))
        truth.end_frame(ship, rock)


LIBRARY = """
import pygame

class Tree:
    def __init__(self):
        self.area = pygame.Rect(40, 40, 90, 90)

    def sees(self, rect):
        return self.area.colliderect(rect), self.area.colliderect(self.area.move(3, 3))

def meets(one, other):
    return one.rect.colliderect(other.rect)
"""


def by_library(truth):
    """An installed library tests things of the game, on a line of the game, and what it keeps for itself, which is only counted."""
    path = "/usr/lib/site-packages/quads.py"
    library = types.ModuleType("quads")
    library.__file__, sys.modules["quads"] = path, library
    exec(compile(LIBRARY, path, "exec"), library.__dict__)
    ship, rock, tree = Ship(20, 60, 40), Rock(90, 66, 36), library.Tree()
    for frame in range(30):
        ship.rect.x += 2
        truth.add(library.meets(ship, rock), boxes_hit(numbers(ship.rect), numbers(rock.rect)), side(ship, ship.rect), side(rock, rock.rect))
        tree.sees(pygame.Rect(0, 0, 320, 240))
        truth.end_frame(ship, rock)


class Gun:
    """What a tank holds beside its rectangle."""


class Tank:
    """Has a rectangle and a picture by other names than `rect` and `image`, and the numbers with which it was born."""

    def __init__(self, x, y, size):
        it = ShipSprite(x, y, size)
        self.solid, self.picture, self.mask, self.body = it.solid, it.image, it.mask, it.rect
        self.x, self.y, self.gun = x, y, Gun()

    def side(self, box=None):
        own = numbers(self.body)
        return {"kind": "Tank", "box": box, "place": own[:2], "facts": {"own": own}}


def kept_by_name(truth):
    """Whatever it is called, the one rectangle of an object, as large as its picture, is where that is: boxes, then masks."""
    tank, other = Tank(20, 60, 40), Tank(90, 66, 36)
    for frame in range(56):
        tank.body.x = 20 + 2 * frame
        a, b = numbers(tank.body), numbers(other.body)
        area = shared((tank.solid, (a[0], 60)), (other.solid, (90, 66)))
        hit, line = tank.body.colliderect(other.body), line_here()
        if hit:
            truth.tests += 1
            truth.finer.append([frame, "Tank", "Tank 2", line])
            at = other.body.x - tank.body.x, other.body.y - tank.body.y
            truth.add(tank.mask.overlap(other.mask, at) is not None, area > 0, tank.side(), other.side(), rule="mask", area=area)
        else:
            truth.add(hit, boxes_hit(a, b), tank.side(a), other.side(b), area=area, above=7)
        truth.screen.fill("black")
        for it in (tank, other):
            truth.screen.blit(it.picture, it.body)
        pygame.display.flip()
        truth.frame += 1


class Drifter:
    """Goes by a vector; its numbers are those with which it was born."""

    def __init__(self, x, y, size):
        it = ShipSprite(x, y, size)
        self.solid, self.picture, self.mask = it.solid, it.image, it.mask
        self.x, self.y, self.at = x, y, pygame.Vector2(x, y)

    def side(self):
        return {"kind": "Drifter", "box": None, "place": [int(self.at.x), int(self.at.y)]}


def born_elsewhere(truth):
    """Numbers that stay while a picture is drawn elsewhere say no place: masks are where the pictures are drawn."""
    car, other = Drifter(20, 60, 40), Drifter(150, 66, 36)
    for frame in range(70):
        x = car.at.x = 20 + 2 * frame
        hit, area = car.mask.overlap(other.mask, (150 - x, 6)), shared((car.solid, (x, 60)), (other.solid, (150, 66)))
        if frame < 28:  # the last of those that are far is written when the first near one is
            truth.far()
        else:
            truth.add(hit is not None, area > 0, car.side(), other.side(), rule="mask", area=area, above=4)
        truth.screen.fill("black")
        for it in (car, other):
            truth.screen.blit(it.picture, it.at)
        pygame.display.flip()
        truth.frame += 1


class Shell:
    """Has a rectangle, and bursts in that of a burst."""

    def __init__(self, x, y, size):
        it = Thing(x, y, size)
        self.solid, self.looks, self.body = it.solid, [it.image], it.rect

    def burst(self):
        self.looks = [filled("blue", 30)]
        self.body = self.looks[0].get_rect(center=self.body.center)

    def draw(self, screen):
        screen.blit(self.looks[0], self.body)


class Bomb(Thing):
    """Bursts where it is, in another picture than its `image`."""

    flash = None

    def burst(self):
        self.flash = filled("blue", 6)

    def draw(self, screen):
        screen.blit(self.flash or self.image, self.rect)


def bursts(truth):
    """A shot that hits bursts: what is compared is what it was, where it was, and nothing if it was never drawn so."""
    wall = Rock(100, 50, 40)
    for frame in range(60):
        at, (kind, start) = frame % 10, ((Shell, 62), (Bomb, 62), (Shell, 92))[frame // 10 % 3]
        if at == 0:
            shot, hit = kind(start, 60, 12), False
        rect = shot.body if kind is Shell else shot.rect
        if not hit:
            rect.x = start + 6 * at
            place, its = numbers(rect), numbers(wall.rect)
            hit, is_seen = boxes_hit(place, its), start < 92
            mine = {"kind": kind.__name__, "box": place, "place": place[:2], "seen": is_seen}
            if is_seen:
                mine["colour"] = [250, 120, 40]
                mine["stated"] = [*["own"][kind is Shell :], *["last"][at == 0 :], *["next"][hit:], "end"]
            area = shared((shot.solid, (place[0], 60)), (wall.solid, (100, 50))) if is_seen else None
            truth.add(rect.colliderect(wall.rect), hit, mine, side(wall, its), area=area, shown=None)
            if hit:
                shot.burst()
        truth.screen.fill("black")
        truth.screen.blit(wall.image, wall.rect)
        shot.draw(truth.screen)
        pygame.display.flip()
        truth.frame += 1


class Look:
    """The picture of a thing, which holds it, as it holds that."""

    def __init__(self, it, image):
        self.it, self.image = it, image

    def draw(self, screen, camera):
        screen.blit(self.image, camera(self.it))


class Part:
    """Has its picture in a part of it."""

    def __init__(self, *args):
        it = Thing(*args)
        self.solid, self.look = it.solid, Look(self, it.image)
        self.rect = pygame.Rect(it.rect.topleft, (it.rect.width - 6, it.rect.height))


def parts(truth):
    """A part of a thing, which holds that, draws its own picture as the thing's, unless that has one itself."""
    part, other, armed = Part(20, 60, 40), Part(80, 66, 36), Tank(84, 110, 36)
    armed.gun = Look(armed, filled("blue"))
    for frame in range(40):
        part.rect.x = 20 + 2 * frame
        a, b = numbers(part.rect), numbers(other.rect)
        area = pixels(part, other) if frame else None
        truth.add(part.rect.colliderect(other.rect), boxes_hit(a, b), side(part, a), side(other, b), area=area, seen=True)
        its = {**armed.side(numbers(armed.body)), "colour": [250, 120, 40]}
        truth.add(part.rect.colliderect(armed.body), False, side(part, a), its, seen=True)
        truth.screen.fill("black")
        truth.screen.blit(armed.picture, armed.body.move(-frame, 0))
        armed.gun.draw(truth.screen, lambda it: it.body.move(-frame, 0))
        for it in (part, other):
            it.look.draw(truth.screen, lambda it: it.rect.move(-frame, 0))
        pygame.display.flip()
        truth.frame += 1


class Shots:
    """The numbers of groups."""

    MINE = 1


class Level:
    """Holds all, has a rectangle among others, and asks for its sprites by long texts."""

    def __init__(self):
        self.ship, self.map = ShipSprite(20, 60, 40), picture_of(numpy.ones((90, 200), bool))
        self.groups = [pygame.sprite.GroupSingle(it) for it in (RockSprite(80, 30, 36), RockSprite(80, 66, 36))]

    def first(self):
        return [self.groups[0].sprite]

    def play(self, truth, ship, rocks, areas):
        hits = [boxes_hit(ship["box"], rock["box"]) for rock in rocks]
        truth.add(self.ship.rect.colliderect(self.first()[0]), hits[0], ship, rocks[0], area=areas[0])
        its = self.groups[Shots.MINE].sprite.rect
        truth.add(self.ship.rect.colliderect(its), hits[1], ship, rocks[1], area=areas[1])
        nobodys = {"kind": "inflate", "box": rocks[0]["box"], "place": rocks[0]["place"], "made": True}
        truth.add(self.ship.rect.colliderect(self.first()[0].rect.inflate(0, 0)), hits[0], ship, nobodys, jump=True)


class RockSprite(ShipSprite):
    pass


def long_texts(truth):
    """What is given whole is the owner, and so is the last object that a text names; where that is unknown, nobody is."""
    level = Level()
    for frame in range(40):
        level.ship.rect.x = 20 + 2 * frame
        rocks = [group.sprite for group in level.groups]
        sides, areas = [side(it, it.rect) for it in rocks], [pixels(level.ship, it) for it in rocks]
        level.play(truth, side(level.ship, level.ship.rect), sides, areas)
        truth.screen.blit(level.map, (0, 0))
        for it in (level.ship, *rocks):
            truth.screen.blit(it.image, it.rect)
        pygame.display.flip()
        truth.frame += 1


def masks_ahead(truth):
    """Masks are tested far from their rectangles: each check has the place at which it was asked, however late it is."""
    ship, rock = ShipSprite(20, 60, 20), ShipSprite(180, 66, 20)
    ghosts = ShipSprite(20, 150, 20), ShipSprite(120, 150, 20)
    check = None
    for frame in range(30):
        way, line = 40 + frame, line_here() + 1
        assert not ghosts[0].mask.overlap(ghosts[1].mask, (100 - way, 0))
        check, far = {"frame": frame, "hit": False, "rule": "mask", "line": line}, check
        sides = side(ghosts[0]), side(ghosts[1], place=[120 - way, 150])
        truth.tests += 1
        check |= {"a": sides[0], "b": sides[1], "seen": False}
        truth.checks += {8: [far, check]}.get(frame, [check] if frame > 8 else [])  # the last that is far comes late
        ship.rect.x = 20 + 2 * frame
        for way in (112, 130):
            at, there = (ship.rect.x, 60), (rock.rect.x - way, 66)
            hit = ship.mask.overlap(rock.mask, (there[0] - at[0], 6))
            area = shared((ship.solid, at), (rock.solid, there))
            its = {**side(rock), "box": {"mask": True, "at": [*there]}}
            truth.add(hit is not None, area > 0, side(ship), its, rule="mask", above=3)
        truth.end_frame(ship, rock)


GAMES = {game.__name__: game for game in (two_boxes, decimals, no_rect, both_ask, lists, comes_late, away, far_ways, jumps, points, culled, masks, turning, hidden, scrolled, ninjas, untold, turned, as_drawn, colours, listed, between, faded, returning, changed, ahead, properties, exact, nearest, by_method, crowd, actors, looking, plain_numbers, eight_numbers, gone, shots, draws_first, ticks, by_library, named_by_library, kept_by_name, born_elsewhere, bursts, long_texts, masks_ahead, parts)}


def trace(*_):
    return trace


if __name__ == "__main__":
    name, path, *traced = sys.argv[1:]
    truth = Truth()
    if traced:
        sys.settrace(trace)
    GAMES[name](truth)
    sys.settrace(None)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"tests": truth.tests, "checks": truth.checks, "finer": truth.finer}, file)
