"""Hooks of the functions of Arcade that test, draw or end a frame."""

import functools
import sys
import threading

import arcade

from ..builtin import hook
from ..frames import libraries
from ..guard import hooked

_this_thread = threading.get_ident

# Half of the longest diagonal of a square, as in Arcade's own test.
DIAGONAL = 0.71

# Tests that are no checks of two sprites, and what they are of.
OTHERS = {
    "get_sprites_at_point": "of a point, by get_sprites_at_point",
    "get_sprites_at_exact_point": "of a point, by get_sprites_at_exact_point",
    "get_sprites_in_rect": "of a rectangle, by get_sprites_in_rect",
}


def install(recorder):
    """Hooks Arcade's functions, by whatever module of Arcade they are named."""
    libraries.update(("arcade", "pyglet"))
    _everywhere("_check_for_collision", lambda original: _checked(recorder, original))
    counted = recorder.problems.not_judged

    def see(observe):
        return lambda original: hooked(recorder, observe, recorder.problems.observation, original)

    def count(reason):
        return see(lambda *_, **__: counted.update((reason,)))

    for name, reason in OTHERS.items():
        _everywhere(name, count(reason))
    classes = {getattr(arcade, name) for name in ("BasicSprite", "Sprite") if hasattr(arcade, name)}
    for cls in classes:
        hook(cls, "collides_with_point", count("of a point, by collides_with_point"))
    engine = getattr(arcade, "PymunkPhysicsEngine", None)
    if engine is not None:
        hook(engine, "step", count("steps of pymunk's physics engine"))
    hook(arcade.PhysicsEnginePlatformer, "can_jump", lambda original: _looking(recorder, original))
    hook(arcade.Window, "flip", lambda original: _shown(recorder, see(recorder.flipped)(original), original))
    hook(arcade.SpriteList, "draw", see(recorder.drawn))
    _everywhere("draw_sprite", see(recorder.drawn_alone))
    key = getattr(arcade.key, recorder.options.save_key.upper(), None)
    if recorder.options.last is not None and key is not None:
        owner = next(cls for cls in arcade.Window.__mro__ if "dispatch_event" in vars(cls))

        def pressed(_, __, event, *details):
            if event == "on_key_press" and details[:1] == (key,):
                recorder.flush()

        hook(owner, "dispatch_event", see(pressed))


def _shown(recorder, observed, original):
    """A window's flip: a game that may pause ends its frame before it is shown, another one after it."""

    def flip(window, *args, **kwargs):
        paused = recorder.paused
        return observed(window, *args, **kwargs) if paused is None else paused.show(original, window, *args, **kwargs)

    return flip


def _looking(recorder, original):
    """A method of an engine that moves its player, tests it, and moves it back."""

    def method(engine, *args, **kwargs):
        if recorder.is_on:
            try:
                recorder.look_from(vars(engine).get("player_sprite"))
            except Exception as error:
                recorder.problems.observation(error)
        try:
            return original(engine, *args, **kwargs)
        finally:
            recorder.looks = None

    return method


def _everywhere(name, make):
    """Hooks a function in each module of Arcade that names it."""
    made = {}
    for module in [it for key, it in sys.modules.items() if key.partition(".")[0] == "arcade"]:
        original = vars(module).get(name)
        if original is not None:
            if original not in made:
                hook(module, name, make)
                made[original] = vars(module)[name]
            setattr(module, name, made[original])


def _checked(recorder, original):
    """Arcade's test of two sprites. Misses of those that are remote are only counted."""
    read, frame_of, writer, count = recorder.sprites.read, sys._getframe, recorder.writer, recorder.problems.check
    position, width, height, remote = read.position, read.width, read.height, recorder.remote
    inside = recorder.inside

    def check(sprite1, sprite2):
        hit = original(sprite1, sprite2)
        if recorder.is_on:
            try:
                tests = inside.get(_this_thread()) if inside else None
                if tests is not None:
                    tests.append((sprite1, sprite2, hit))
                    return hit
                if not hit:
                    (x, y), (u, v) = position(sprite1), position(sprite2)
                    x -= u
                    y -= v
                    if not (-remote < x < remote and -remote < y < remote):
                        w, h, wide, high = width(sprite1), height(sprite1), width(sprite2), height(sprite2)
                        w, h = -w if w < 0 else w, -h if h < 0 else h
                        wide, high = -wide if wide < 0 else wide, -high if high < 0 else high
                        reach = remote + DIAGONAL * ((w if w > h else h) + (wide if wide > high else high))
                        if not (-reach < x < reach and -reach < y < reach):
                            writer.far += 1
                            return hit
                recorder.observe(frame_of(1), sprite1, sprite2, hit)
            except Exception as error:
                count(error)
        return hit

    return check


class PairFunctions:
    """Records functions of two sprites that the game wrote itself. The tests in a call of one are no checks of their own."""

    def __init__(self, recorder):
        self.recorder, self.problems = recorder, recorder.problems
        self._base = getattr(arcade, "BasicSprite", arcade.Sprite)

    def pair_function(self, original):
        """A function that calls `original`, and has it recorded."""
        recorder, name = self.recorder, original.__name__
        inside = recorder.inside

        def function(*args, **kwargs):
            thread = _this_thread()
            if not recorder.is_on or thread in inside:
                return original(*args, **kwargs)
            tests = inside[thread] = []
            try:
                hit = original(*args, **kwargs)
            finally:
                inside.pop(thread, None)
            try:
                self.pair(sys._getframe(1), args, None, hit, name, tests)
            except Exception as error:
                self.problems.check(error)
            return hit

        return functools.update_wrapper(function, original)

    def pair(self, frame, sprites, _, hit, name, tests):
        """Records a call. What was tested is known if the last test in it was of the same two sprites, with the same answer."""
        sprites = sprites[:2]
        if len(sprites) < 2 or type(hit) not in (bool, int) or not all(issubclass(type(it), self._base) for it in sprites):
            raise TypeError(f"{name} does not take two sprites and answer yes or no")
        one, other, answer = tests[-1] if tests else (None, None, None)
        is_known = bool(answer) == bool(hit) and {id(one), id(other)} == {*map(id, sprites)}
        self.recorder.observe(frame, *sprites, hit, name, is_known)
