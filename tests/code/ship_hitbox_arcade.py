# Hitbox of Ship.png (48 × 40 px), polygon of 5 corners, in px of the texture from its middle, y up.
# Arcade 3: arcade.Texture(image, hit_box_points=ship_hitbox), or of a sprite
# sprite.hit_box = arcade.hitbox.HitBox(ship_hitbox, sprite.position, sprite.scale)
# Arcade 2.6: sprite.hit_box = ship_hitbox
# Arcade's test is made for convex polygons: of this one, which is concave, it also hits some of the gaps.
ship_hitbox = [(-24, 20), (-14, 20), (-14, 12), (-19, 17.875), (-24, 12)]
