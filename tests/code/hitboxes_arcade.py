# What `tests/hitbox_code.rs` adds to the points h0_hitbox, h1_hitbox and so on: the answers at every placement.
import itertools

import arcade
import PIL.Image

SIZES = [(47, 39), (30, 32)]  # of A and B


def sprites(number, points):
    """A sprite for each of the ways in which the comments name the points; each reports them as its hit box."""
    image = PIL.Image.new("RGBA", SIZES[number % 2])
    of_texture = arcade.Sprite(arcade.Texture(image, hit_box_points=points))
    of_sprite = arcade.Sprite(arcade.Texture(image))
    of_sprite.hit_box = arcade.hitbox.HitBox(points, of_sprite.position, of_sprite.scale)
    for sprite in (of_texture, of_sprite):
        assert [*sprite.hit_box.points] == points, number
        sprite.position, sprite.angle = (100, 200), 90
        turned = sprite.hit_box.get_adjusted_points()
        assert all(abs(x - 100 - v) + abs(y - 200 + u) < 1e-9 for (x, y), (u, v) in zip(turned, points)), number
        sprite.angle = 0
    return of_texture, of_sprite


def place(sprite, x, y):
    """Puts the top left of a sprite there, y down."""
    width, height = sprite.size
    sprite.position = x + width / 2, -y - height / 2


names = itertools.takewhile(globals().__contains__, (f"h{number}_hitbox" for number in itertools.count()))
hitboxes = [sprites(number, globals()[name]) for number, name in enumerate(names)]
answers = ""
for at, line in enumerate(open("placements")):
    a, ax, ay, b, bx, by = map(float, line.split())
    one, other = hitboxes[int(a)][at % 2], hitboxes[int(b)][at // 2 % 2]
    place(one, ax, ay)
    place(other, bx, by)
    answers += "01"[arcade.check_for_collision(one, other)]
print("answers", answers)
