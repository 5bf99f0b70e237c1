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
