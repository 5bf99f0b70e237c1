import pygame

# Hitbox of Ship.png (48 × 40 px), in px from its top left.
# A hit: hitboxes_overlap(ship_hitbox, ship.rect.topleft, other_hitbox, other.rect.topleft)
ship_hitbox = [
    pygame.Rect(4, 6, 32, 30),
    # box 8 × 9, as a polygon: a Rect has whole px
    [(4.5, 6), (12.5, 6), (12.5, 15), (4.5, 15)],
    ((24, 20), 18.5),  # circle: centre, radius
    # ellipse 24 × 12, as a polygon of 25 corners: at most 0.1 px inside it
    [(36, 20), (35.623, 21.492), (34.516, 22.891), (32.748, 24.107), (30.43, 25.066), (27.708, 25.706),
     (24.753, 25.988), (21.751, 25.894), (18.891, 25.429), (16.351, 24.623), (14.292, 23.527), (12.843, 22.209),
     (12.095, 20.752), (12.095, 19.248), (12.843, 17.791), (14.292, 16.473), (16.351, 15.377), (18.891, 14.571),
     (21.751, 14.106), (24.753, 14.012), (27.708, 14.294), (30.43, 14.934), (32.748, 15.893), (34.516, 17.109),
     (35.623, 18.508)],
    # polygon of 5 corners, in 3 convex pieces
    [(5, 2.125), (0, 8), (0, 0)],
    [(5, 2.125), (0, 0), (10, 0)],
    [(5, 2.125), (10, 0), (10, 8)],
]


def hitboxes_overlap(a, a_topleft, b, b_topleft):
    """True if a part of hitbox a overlaps one of hitbox b, with the top left of their images there."""

    def placed(part, topleft):
        # A circle is one corner with a radius around it, a capsule two, a polygon several with a radius of 0.
        if isinstance(part, pygame.Rect):
            part = [part.topleft, part.topright, part.bottomright, part.bottomleft]
        corners, radius = part if isinstance(part, tuple) else (part, 0)
        corners = [corners] if isinstance(corners, tuple) else corners
        return [pygame.Vector2(corner) + topleft for corner in corners], radius

    def parts_overlap(a, a_radius, b, b_radius):
        # Convex parts are apart if they are along a normal of an edge, or from one corner to the other.
        axes = [min((q - p for p in a for q in b), key=pygame.Vector2.length)]
        for corners in (a, b):
            for start, end in zip(corners, corners[1:] + corners[:1]):
                axes.append(pygame.Vector2(start.y - end.y, end.x - start.x))
        for axis in axes:
            if axis.length() == 0:
                continue
            axis.normalize_ip()
            a_along, b_along = [axis.dot(corner) for corner in a], [axis.dot(corner) for corner in b]
            reach = a_radius + b_radius
            if max(a_along) + reach <= min(b_along) or max(b_along) + reach <= min(a_along):
                return False
        return True

    a, b = [placed(part, a_topleft) for part in a], [placed(part, b_topleft) for part in b]
    return any(parts_overlap(*one, *other) for one in a for other in b)
