"""Small games that must not notice the logger: what each prints is the same with it and without.

    python programs.py NAME
"""

import builtins
import functools
import gc
import itertools
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
import zlib

import pygame

Rect = pygame.Rect


class Box:
    """An object with a rectangle; counts those that live."""

    living = 0

    def __init__(self, x):
        self.rect = Rect(x, 0, 10, 10)
        Box.living += 1

    def __del__(self):
        Box.living -= 1


class Ball(pygame.sprite.Sprite):
    def __init__(self, x, *groups):
        super().__init__(*groups)
        self.image = pygame.Surface((10, 10), pygame.SRCALPHA)
        self.image.fill("red", (2, 2, 6, 6))
        self.rect = self.image.get_rect(topleft=(x, 0))


def frames(count):
    """Frames of a game, each shown at its end."""
    screen = pygame.display.set_mode((100, 100))
    for frame in range(count):
        yield frame, screen
        pygame.display.flip()


def rect_property():
    class Counted:
        def __init__(self, x):
            self.x, self.count = x, 0

        @property
        def rect(self):
            self.count += 1
            return Rect(self.x, 0, 10, 10)

    a, b = Counted(0), Counted(5)
    for _ in frames(20):
        a.rect.colliderect(b.rect)
        pygame.sprite.collide_rect(a, b)
        pygame.sprite.spritecollide(a, [b], False)
    print(a.count, b.count)


def image_property():
    pictures = [pygame.Surface((10, 10)) for _ in range(4)]

    class Animated(pygame.sprite.Sprite):
        def __init__(self, x):
            super().__init__()
            self.rect, self.count = Rect(x, 0, 10, 10), 0

        @property
        def image(self):
            self.count += 1
            return pictures[self.count % 4]

        @property
        def mask(self):
            self.count += 100
            return pygame.mask.Mask((10, 10), fill=True)

    a, b = Animated(0), Animated(5)
    for group in (pygame.sprite.Group(a, b), pygame.sprite.LayeredUpdates(a, b)):
        for _, screen in frames(20):
            pygame.sprite.spritecollide(a, group, False, pygame.sprite.collide_mask)
            group.draw(screen)
        print(a.count, b.count)


def random_property():
    random.seed(1)

    class World:
        def __init__(self):
            self.boxes, self.count = [Box(7 * n) for n in range(10)], 0

        @property
        def target(self):
            self.count += 1
            return random.choice(self.boxes)

        def step(self):
            me = self.boxes[0]
            return [me.rect.colliderect(self.target.rect) for _ in range(10)]

    world = World()
    print(sum(sum(world.step()) for _ in frames(20)), world.count, random.random())


def traps():
    count = {}

    def trap(name):
        def method(self, *args):
            count[name] = count.get(name, 0) + 1
            return {"__len__": lambda: 1, "__bool__": lambda: True, "__eq__": lambda: self is args[0], "__hash__": lambda: 7}.get(
                name, lambda: object.__getattribute__(self, args[0])
            )()

        return method

    names = ("__getattribute__", "__len__", "__bool__", "__eq__", "__hash__")
    Trapped = type("Trapped", (), {name: trap(name) for name in names})
    thing = Trapped()
    object.__setattr__(thing, "rect", Rect(0, 0, 10, 10))
    wall, rect = Box(5), object.__getattribute__(thing, "rect")
    for _ in frames(10):
        rect.colliderect(wall.rect)
        wall.rect.colliderect(rect)
        wall.rect.collidelist([rect])
        me = thing
        me.rect.colliderect(wall.rect)
    print(sorted(count.items()))


def getattr_trap():
    class Open:
        count = 0

        def __init__(self):
            self.rect = Rect(0, 0, 10, 10)

        def __getattr__(self, name):
            Open.count += 1
            raise AttributeError(name)

    a, b = Open(), Open()
    for _, screen in frames(10):
        a.rect.colliderect(b.rect)
        pygame.sprite.collide_rect(a, b)
        screen.blit(pygame.Surface((10, 10)), a.rect)
    print(Open.count)


def class_property():
    class Proxy:
        count = 0

        def __init__(self, x):
            self.rect = Rect(x, 0, 10, 10)

        @property
        def __class__(self):
            Proxy.count += 1
            return Ball

        @property
        def __dict__(self):
            Proxy.count += 1
            return {}

    a, b = Proxy(0), Proxy(5)
    for _ in frames(10):
        object.__getattribute__(a, "rect").colliderect(object.__getattribute__(b, "rect"))
        a.rect.colliderect(b.rect)
    print(Proxy.count)


def rect_class():
    class Own(Rect):
        count = 0

        def __new__(cls, *args):
            Own.count += 1
            return super().__new__(cls, *args)

        def __eq__(self, other):
            Own.count += 100
            return Rect.__eq__(self, other)

        def __ne__(self, other):
            Own.count += 100
            return Rect.__ne__(self, other)

        __hash__ = None

    a, b, wall = Own(0, 0, 10, 10), Own(50, 0, 10, 10), Rect(5, 0, 10, 10)
    for _ in frames(10):
        print(a.colliderect(wall), wall.colliderect(b), a.colliderect(b), wall.collidelistall([a, b]))
        b.x -= 5
    print(Own.count)


def decimal_rects():
    kind = getattr(pygame, "FRect", Rect)
    a, b, wall = Box(0), Box(0), Rect(8, 0, 10, 10)
    a.rect, b.rect = kind(0, 0, 10, 10), kind(12, 0, 10, 10)
    for frame, _ in frames(20):
        a.rect.x += 0.75
        b.rect.y += 15 * (frame % 2) - 7
        print(a.rect.colliderect(b.rect), b.rect.colliderect(a.rect), wall.colliderect(a.rect), a.rect.colliderect(wall))


def answers():
    """What is answered in one call is what pygame answers one by one: rectangles of any sign, killed or not."""
    sprite, chance = pygame.sprite, random.Random(7)

    def made(kind):
        it = kind(0)
        it.rect = Rect(*(chance.randrange(-40, 340) for _ in range(2)), *(chance.choice((-9, 0, 1, 8, 30, 200)) for _ in range(2)))
        it.image, it.mask = pygame.Surface((30, 30)), pygame.mask.Mask((30, 30), fill=True)
        return it

    class Other(Ball):
        __slots__ = ()

    ways = (
        None, sprite.collide_rect, sprite.collide_circle, sprite.collide_mask, sprite.collide_rect_ratio(0.5),
        sprite.collide_rect_ratio(2), sprite.collide_circle_ratio(0.5), sprite.collide_circle_ratio(9),
        lambda a, b: a.rect.colliderect(b.rect), lambda a, b: abs(a.rect.x - b.rect.x) < 300 and 5
    )  # fmt: skip
    for frame, _ in frames(40):
        group = (sprite.Group, sprite.LayeredUpdates, sprite.OrderedUpdates, list)[frame % 4]([made((Ball, Other)[n % 2]) for n in range(30)])
        one, two = made(Ball), sprite.GroupSingle(made(Ball))
        index = {id(it): n for n, it in enumerate(group)}
        for way in ways:
            hits = sprite.spritecollide(one, group, False, way), [sprite.spritecollideany(one, group, collided=way)]
            print([[it and index[id(it)] for it in found] for found in hits], type(hits[0]))
            print([len(found) for found in sprite.groupcollide(two, group, False, False, way).values()])
        print(one.rect.collidelistall([it.rect for it in group]), one.rect.collidelist([it.rect for it in group]))
        print([index[id(it)] for it in sprite.spritecollide(one, group, True, ways[frame % len(ways)])], len(group))
        print(sorted(vars(one)), len(sprite.spritecollide(one, group, 1)))


def group_traps():
    """Code of the game in groups, classes and functions runs as often as without, and in the same order."""
    sprite, lines = pygame.sprite, []

    def note(word):
        lines.append(word)

    class Meta(type):
        __hash__ = None

        def __eq__(cls, other):
            note("class compared")
            return cls is other

    class Strange(Ball, metaclass=Meta):
        def __getattr__(self, name):
            note(name)
            raise AttributeError(name)

        def kill(self):
            note("killed")
            self.rect.x += 30
            super().kill()

    class Lazy(sprite.Sprite):
        mask = None

        @functools.cached_property
        def rect(self):
            note("made")
            return Rect(3, 0, 10, 10)

    class Half(sprite.collide_rect_ratio):
        def __getattr__(self, name):
            note(name)
            raise AttributeError(name)

        def __call__(self, a, b):
            note("asked")
            return super().__call__(a, b)

    class Near:
        def __getattr__(self, name):
            note(name)
            raise AttributeError(name)

        def __eq__(self, other):
            note("compared")
            return True

        def __call__(self, a, b):
            return a.rect.colliderect(b.rect)

    class Group(sprite.Group):
        def __init__(self, *its):
            super().__init__(*its)
            self.sprites = lambda: note("listed") or list(self.spritedict)

    class Walls(list):
        def __iter__(self):
            note("iterated")
            return super().__iter__()

    for frame, _ in frames(6):
        one = Ball(0)
        for group in (Group(Ball(3)), Walls([Ball(3)]), sprite.Group(Strange(2), Ball(4)), sprite.Group(Lazy()), [Ball(900), Lazy()]):
            for way in (None, Half(0.5), Near(), sprite.collide_mask):
                try:
                    note(len(sprite.spritecollide(one, group, frame % 2, way)))
                except Exception as error:
                    note(type(error).__name__)
                note(sprite.spritecollideany(one, group, None) is None)
    print(lines)


def surface_class():
    class Own(pygame.Surface):
        count = 0

        def get_size(self):
            Own.count += 1
            return super().get_size()

        get_abs_parent = get_width = get_height = get_size

    ball, other = Ball(0), Ball(5)
    ball.image = Own((10, 10))
    for _, screen in frames(10):
        pygame.sprite.collide_rect(ball, other)
        ball.image.fill("red")
        screen.blit(ball.image, ball.rect)
    print(Own.count)


def slots():
    class Slot:
        __slots__ = ("rect", "data")
        living = 0

        def __init__(self, x):
            self.rect, self.data = Rect(x, 0, 4, 4), bytearray(1000)
            Slot.living += 1

        def __del__(self):
            Slot.living -= 1

    wall, most = Rect(0, 0, 10, 10), 0
    for _ in frames(60):
        made = [Slot(3) for _ in range(20)]
        for it in made:
            it.rect.colliderect(wall)
        del it
        made = None
        most = max(most, Slot.living)
    print(most, Slot.living)


def lives():
    wall = Rect(0, 0, 9, 9)

    def short():
        box = Box(0)
        box.rect.colliderect(wall)
        far = Box(90)
        far.rect.colliderect(wall)
        del box
        print("after del", Box.living)
        made = Ball(0)
        made.rect.colliderect(far.rect)
        picture = weakref.ref(made.image)
        made.image = None
        print(picture() is None)

    for _ in frames(3):
        short()
        print("after return", Box.living)


def local_variables():
    wall = Rect(0, 0, 9, 9)

    def kept():
        found = locals()
        count = len(found)
        later = Box(0)
        wall.colliderect((0, 0, 2, 2))
        later.rect.colliderect(wall)
        return count, len(found)

    def looked_at():
        box = Box(0)
        box.rect.colliderect(wall)
        return sorted(locals()), eval("len(locals())")

    def closed():
        box = Box(0)

        def inner():
            return box.rect.colliderect(wall)

        return inner(), sorted(locals())

    for _ in frames(2):
        print(kept(), looked_at(), closed(), Box.living)


def traced():
    wall, seen = Box(0), []

    def trace(frame, event, arg):
        if frame.f_code.co_name == "step":
            seen.append((event, sorted(frame.f_locals)))
            return trace
        return None

    def step(box):
        hit = box.rect.colliderect(wall.rect)
        return hit

    for _ in frames(3):
        sys.settrace(trace)
        step(Box(3))
        sys.settrace(None)
    print(seen)


def debugged():
    """A trace function that draws and tests while it shows the variables of a frame, as somebody does at a debugger's prompt."""
    ball, wall, seen, held = Ball(3), Box(0), [], []

    def trace(frame, event, arg):
        if frame.f_code.co_name != "step":
            return None
        seen.append((event, sorted(frame.f_locals), wall.rect.colliderect(ball.rect)))
        held[:] = [pygame.Surface((4, 4))]
        mask = pygame.mask.from_surface(held[0])
        seen.append(mask.overlap(mask, (1, 1)))
        return trace

    def step(box, screen):
        screen.blit(ball.image, ball.rect)
        hits = [box.rect.colliderect(it.rect) for it in (wall, ball)]
        del box
        return hits, Box.living

    for _, screen in frames(3):
        sys.settrace(trace)
        print(step(Box(3), screen))
        sys.settrace(None)
    print(seen)


def own_functions():
    """The game's own functions in the place of those that write files."""

    def refuse(*_, **__):
        raise OSError("the game's own")

    for name in ("open", "write", "close", "stat", "fstat", "fsync", "ftruncate"):
        setattr(os, name, refuse)
    builtins.open = time.sleep = threading.Thread = refuse
    a, b = Box(0), Box(5)
    for _ in frames(5):
        print(a.rect.colliderect(b.rect))


def own_profile():
    wall, seen = Box(0), []

    def step(box):
        hit = box.rect.colliderect(wall.rect)
        return hit

    for _ in frames(3):
        sys.setprofile(lambda frame, event, arg: seen.append(event) if frame.f_code.co_name == "step" else None)
        step(Box(3))
        sys.setprofile(None)
    print([event for event in seen if not event.startswith("c_")])


def alarms():
    class Timeout(Exception):
        pass

    fired = seen = 0

    def handler(*_):
        nonlocal fired
        fired += 1
        raise Timeout

    signal.signal(signal.SIGALRM, handler)
    screen = pygame.display.set_mode((100, 100))
    balls = pygame.sprite.Group([Ball(2 * n) for n in range(60)])
    for number in range(40):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.003)  # the first ones come while the log is opened
            while fired <= number:
                for ball in balls:
                    pygame.sprite.spritecollide(ball, balls, False)
                balls.draw(screen)
                pygame.display.flip()
        except Timeout:
            seen += 1
    print("all seen" if fired == seen else f"{fired - seen} swallowed")


def wrong_calls():
    ball = Ball(0)
    calls = (
        lambda: ball.rect.colliderect(),
        lambda: ball.rect.colliderect(None),
        lambda: ball.rect.colliderect(1, 2, 3),
        lambda: ball.rect.colliderect(rect=ball.rect),
        lambda: Rect.colliderect(),
        lambda: Rect.colliderect(5, ball.rect),
        lambda: ball.rect.collidelist(5),
        lambda: ball.rect.collidelist([5]),
        lambda: ball.rect.collidelistall(),
        lambda: ball.rect.collidedict([]),
        lambda: ball.rect.collidepoint(1),
        lambda: pygame.sprite.spritecollide(ball),
        lambda: pygame.sprite.spritecollide(ball, [5], False),
        lambda: pygame.sprite.collide_mask(ball),
        lambda: pygame.sprite.collide_mask(ball, None),
        lambda: pygame.sprite.collide_circle(1, 2),
        lambda: pygame.sprite.collide_rect_ratio(0.5)(ball),
        lambda: pygame.mask.Mask((2, 2)).overlap(),
        lambda: pygame.mask.Mask((2, 2)).overlap(5, (0, 0)),
        lambda: ball.image.blit(),
        lambda: ball.image.blit(5, (0, 0)),
        lambda: ball.image.blits(5),
        lambda: ball.image.blits([5]),
        lambda: ball.image.fill(),
        lambda: pygame.draw.rect(5),
        lambda: pygame.display.flip(1),
        lambda: pygame.time.Clock().tick("a"),
    )
    for number, call in enumerate(calls):
        try:
            print(number, call())
        except Exception as error:
            print(number, type(error).__name__, error)
    ball.rect.colliderect(Ball(3).rect)


def overridden_groups():
    class Strange(pygame.sprite.Group):
        count = 0

        def sprites(self):
            Strange.count += 1
            return super().sprites()

        def __iter__(self):
            Strange.count += 1
            return super().__iter__()

        def has(self, *sprites):
            Strange.count += 1
            return super().has(*sprites)

    class Hidden(Ball):
        def __init__(self, x, *groups):
            self.groups = groups
            super().__init__(x, self.groups)

        def alive(self):
            Strange.count += 1
            return super().alive()

    group = Strange()
    balls = [Hidden(3 * n, group) for n in range(4)]
    for _, screen in frames(10):
        print(len(pygame.sprite.spritecollide(balls[0], group, False)))
        group.draw(screen)
    print(Strange.count)


def killed():
    tested = []

    class Mortal(Ball):
        def kill(self):
            tested.append(self.rect.colliderect((0, 0, 5, 5)))
            super().kill()

    group = pygame.sprite.Group([Mortal(3 * n) for n in range(6)])
    for _ in frames(3):
        print(len(pygame.sprite.spritecollide(Ball(0), group, True)), tested)


def generators():
    left = []

    def pictures(ball):
        try:
            for _ in range(3):
                yield ball.image, ball.rect
        finally:
            left.append("ended")

    ball, other = Ball(0), Ball(4)
    for _, screen in frames(3):
        print(ball.rect.colliderect(other.rect), len(screen.blits(pictures(ball))))
        try:
            screen.blits((ball.image, "nowhere") if n else (ball.image, ball.rect) for n in range(2))
        except Exception as error:
            print(type(error).__name__, error)
    print(left)


def threads():
    hits = []

    def work(x):
        for _ in range(50):
            hits.append(Rect(x, 0, 10, 10).colliderect((5, 0, 10, 10)))

    for _ in frames(2):
        workers = [threading.Thread(target=work, args=(x,)) for x in (0, 8, 40)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    print(sum(hits), len(hits))


def forks():
    a, b = Box(0), Box(5)
    for _ in frames(5):
        a.rect.colliderect(b.rect)
    child = os.fork()
    if not child:
        for _ in range(20):
            b.rect.colliderect(a.rect)
        os._exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print(sorted(name for name in os.environ if name.startswith(("MASKSCOPE", "PYTHONPATH"))))


def children():
    a, b = Box(0), Box(5)
    a.rect.colliderect(b.rect)
    script = "import os; print(sorted(k for k in os.environ if 'MASKSCOPE' in k or k == 'PYTHONPATH'))"
    for words in ([sys.executable, "-c", script], ["env"]):
        output = subprocess.run(words, capture_output=True, text=True).stdout
        print([line for line in output.splitlines() if "MASKSCOPE" in line or "PYTHONPATH" in line or "[" in line])
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-c", "print('another program')"])


def executed():
    code = "me.rect.colliderect(wall.rect)\nfor _ in range(3): me.rect.collidelist([wall.rect])\nseen = sorted(locals())"
    for _ in frames(3):
        names = {"me": Box(0), "wall": Box(4)}
        exec(code, names)
        inner = {}
        exec("x = me.rect.colliderect(wall.rect)", names, inner)
        print([name for name in names["seen"] if name != "__builtins__"], inner)


def key_without_key():
    a = Rect(0, 0, 5, 5)
    for _ in frames(3):
        a.colliderect((1, 1, 3, 3))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, unicode="a"))
        print([event.type == pygame.KEYDOWN for event in pygame.event.get()])


def deleted_folder():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    os.rmdir(folder)
    a, b = Box(0), Box(5)
    for _ in frames(5):
        print(a.rect.colliderect(b.rect))


def closed_streams():
    a, b = Box(0), Box(5)
    print("before")
    sys.stdout.flush()
    sys.stderr.close()
    for _ in frames(3):
        a.rect.colliderect(b.rect)
        a.rect.contains(b.rect)


def other_stderr():
    class Noted:
        def write(self, text):
            print("written:", text)

        def flush(self):
            print("flushed")

    os.close(2)
    assert os.open(os.devnull, os.O_WRONLY) == 2
    sys.stderr = Noted()
    a, b = Box(0), Box(5)
    for _ in frames(3):
        a.rect.contains(b.rect)
        a.rect.colliderect(b.rect)
    sys.stderr = None


def no_size():
    things = [Ball(0), Ball(3), Ball(4)]
    things[2].image, things[2].rect = pygame.Surface((0, 0)), Rect(4, 0, 0, 0)
    group = pygame.sprite.Group(things)
    for _, screen in frames(10):
        print(len(pygame.sprite.spritecollide(things[0], group, False)))
        group.draw(screen)


def recursion():
    wall = Rect(0, 0, 9, 9)

    def deep(level):
        wall.colliderect((1, 1, 2, 2))
        return deep(level + 1)

    for _ in frames(2):
        try:
            deep(0)
        except RecursionError:
            print("too deep", wall.colliderect((1, 1, 2, 2)))


def raises():
    a, b = Box(0), Box(5)
    for _ in frames(3):
        a.rect.colliderect(b.rect)
    raise ValueError("the game's own")


def interrupted():
    a, b = Box(0), Box(5)
    try:
        for frame, _ in frames(100):
            a.rect.colliderect(b.rect)
            if frame == 3:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(1)
    except KeyboardInterrupt:
        print("interrupted")
    sys.exit("with a message")


def weak_lists():
    group = pygame.sprite.WeakSprite if hasattr(pygame.sprite, "WeakSprite") else None
    balls = [Ball(3 * n) for n in range(5)]
    refs = [weakref.ref(ball) for ball in balls]
    everything = pygame.sprite.Group(balls)
    for _, screen in frames(4):
        pygame.sprite.groupcollide(everything, everything, False, False)
        everything.draw(screen)
        everything.remove(balls.pop())
        gc.collect()
        print(sum(ref() is not None for ref in refs), len(gc.get_referrers(balls[0])) > 0, group is None)


def random_numbers():
    random.seed(5)
    a, balls = Ball(0), pygame.sprite.Group(Ball(random.randrange(40)) for _ in range(5))
    for _, screen in frames(5):
        print(len(pygame.sprite.spritecollide(a, balls, False, lambda x, y: random.random() < 0.5)))
        balls.draw(screen)
        screen.blit(a.image, a.rect)
    print(random.random())


def places():
    """Numbers of a game's class, parts and masks of surfaces: none runs code, nor keeps one alive."""

    class Number:
        def __init__(self, value):
            self.value = value

        def __getattr__(self, name):
            print("asked for", name)
            raise AttributeError(name)

        def __eq__(self, other):
            print("compared")
            return False

        def __abs__(self):
            print("measured")
            return self.value

    class Car:
        def __init__(self, x):
            self.x, self.y, self.w, self.h = Number(x), 5, Number(10), None
            self.picture = pygame.Surface((10, 10), pygame.SRCALPHA)
            self.picture.fill("red")

        def hits(self, mask):
            turned = pygame.transform.rotate(self.picture, 90)
            made = pygame.mask.from_surface(turned)
            lived.append(weakref.ref(turned))
            return bool(mask.overlap(made, (3, 3)))

    class Sheet:
        def cut(self, area):
            part = pygame.Surface((10, 10), pygame.SRCALPHA)
            return part.blit(wall, (0, 0), area)

    lived, wall = [], pygame.Surface((20, 20), pygame.SRCALPHA)
    wall.fill("blue")
    car = Car(3)
    for _, screen in frames(5):
        screen.blit(wall, (0, 0))
        screen.blit(car.picture, (3, 5))
        print([Sheet().cut(area) for area in (Rect(2, 2, 8, 8), [2, 2, 8, 8], ((2, 2), (8, 8)))])
        print(car.hits(pygame.mask.from_surface(wall)), pygame.mask.Mask((4, 4), fill=True).overlap(car_mask(car), (1, 1)))
    print([ref() is None for ref in lived])


def car_mask(car):
    return pygame.mask.from_surface(car.picture)


def pickled():
    for method in (Rect.colliderect, Rect.collidelist, pygame.FRect.colliderect, pygame.mask.Mask.overlap, pygame.sprite.collide_mask):
        print(pickle.loads(pickle.dumps(method)) is method)


def drawn_dirty():
    ball = Ball(0)
    dirty = [pygame.sprite.DirtySprite() for _ in range(6)]
    for number, it in enumerate(dirty):
        it.image, it.rect = ball.image, Rect(7 * number, 3, 10, 10)
    group = pygame.sprite.LayeredDirty(*dirty)
    for _, screen in frames(10):
        for it in dirty:
            it.rect.x, it.dirty = (it.rect.x + 1) % 80, 1
        print(len(group.draw(screen)))


def drawn_wrongly():
    """Wrong calls of what draws raise pygame's own errors; groups of the game draw as they say."""

    class Few(pygame.sprite.Group):
        def sprites(self):
            print("asked")
            return super().sprites()[:1]

    class Late(Ball):
        @property
        def image(self):
            return self.picture

        @image.setter
        def image(self, picture):
            self.picture = picture

    balls = [Ball(0), Ball(4), Late(8)]
    groups = [pygame.sprite.Group(balls), Few(balls), pygame.sprite.LayeredUpdates(balls), pygame.sprite.RenderUpdates(balls[:2])]
    for _, screen in frames(4):
        print([balls[0].rect.colliderect(it.rect) for it in balls[1:]])
        for group in groups:
            print(group.draw(screen), len(group.spritedict))
        calls = (
            lambda: screen.blit(balls[0].image), lambda: screen.blit(balls[0].image, (0, None)), lambda: groups[0].draw(),
            lambda: pygame.draw.circle(screen, "red", (3, 3)), lambda: pygame.draw.rect(screen, "nowhere", (0, 0, 3, 3)),
            lambda: pygame.draw.rect(screen, "red", (0, 0, -3, 3)), lambda: pygame.draw.ellipse(screen, (1, 2, 3), balls[0].rect),
        )  # fmt: skip
        for call in calls:
            try:
                print(call())
            except Exception as error:
                print(type(error).__name__, error)


def runs_of_pixels():
    """A picture with a colour key and an alpha that SDL keeps as runs of pixels: to read it would change it."""
    image = pygame.Surface((24, 24))
    for x, y in itertools.product(range(24), repeat=2):
        image.set_at((x, y), (x * 10, y * 10, x * y % 256))
    image.set_colorkey((0, 0, 0), pygame.RLEACCEL)
    image.set_alpha(100, pygame.RLEACCEL)
    a, b = Ball(0), Ball(30)
    a.image = b.image = image
    group = pygame.sprite.Group(a, b)
    for frame, screen in frames(20):
        a.rect.x = frame
        screen.fill("navy")
        group.draw(screen)
        print(a.rect.colliderect(b.rect), zlib.crc32(pygame.image.tobytes(screen, "RGB")))


def no_test():
    for _ in frames(3):
        pass
    print("nothing was tested")


PROGRAMS = [
    rect_property, image_property, random_property, traps, getattr_trap, class_property, rect_class, decimal_rects, answers, group_traps, surface_class, slots, lives,
    local_variables, traced, debugged, own_functions, own_profile, alarms, wrong_calls, overridden_groups, killed, generators, threads, forks, children,
    executed, key_without_key, deleted_folder, closed_streams, other_stderr, no_size, recursion, raises, interrupted, weak_lists,
    random_numbers, places, pickled, drawn_dirty, drawn_wrongly, runs_of_pixels, no_test
]  # fmt: skip


if __name__ == "__main__":
    pygame.display.init()
    next(program for program in PROGRAMS if program.__name__ == sys.argv[1])()
