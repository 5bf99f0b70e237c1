# What stands before the scan for pygame in `tests/scan_code.rs`: two sprites.
import pygame

SIZES = [int(number) for number in open("sizes").read().split()]


class Thing:
    def __init__(self, file, size, at):
        self.image = pygame.image.frombuffer(open(file, "rb").read(), size, "RGBA")
        self.rect = self.image.get_rect(topleft=at)


ship = Thing("a.rgba", SIZES[:2], (3, -5))
rock = Thing("b.rgba", SIZES[2:], (0, 0))

