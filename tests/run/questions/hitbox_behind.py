"""A kept hitbox is moved before its owner, who only moves at times: then it stays one step behind."""

from scene import Thing, enemies, show


class Player(Thing):
    def __init__(self, x, y):
        super().__init__(x, y)
        self.hitbox = self.rect.copy()

    def move(self, dx):
        self.hitbox.topleft = self.rect.topleft
        self.rect.x += dx


player, others = Player(20, 72), enemies()
for frame in range(150):
    player.move(9 if frame % 5 == 0 else 0)
    for other in others:
        player.hitbox.colliderect(other.rect)
    show(player, *others)
