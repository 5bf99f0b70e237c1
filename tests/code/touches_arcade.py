# What `tests/scan_code.rs` adds to the scan for Arcade: the answers at every placement of the sprites in a.rgba and b.rgba.
import arcade
import PIL.Image

aw, ah, bw, bh = (int(number) for number in open("sizes").read().split())


def sprite(file, size):
    return arcade.Sprite(arcade.Texture(PIL.Image.frombytes("RGBA", size, open(file, "rb").read())))


def place(sprite, x, y):
    """Puts the top left of a sprite there, y down."""
    width, height = sprite.size
    sprite.position = x + width / 2, -y - height / 2


ship, rock = sprite("a.rgba", (aw, ah)), sprite("b.rgba", (bw, bh))
ship_mask, rock_mask = mask_of(ship, OF_A), mask_of(rock, OF_B)
place(ship, 3, -5)
for y in range(-bh, ah + 1):
    answers = ""
    for x in range(-bw, aw + 1):
        place(rock, 3 + x, y - 5)
        answers += "01"[touches(ship, ship_mask, rock, rock_mask)]
    print("answers", answers)
