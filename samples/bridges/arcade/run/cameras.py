"""What a window shows of the world, by the matrices of Arcade's context."""


def camera_of(context):
    """The view and the projection of a context, as 16 numbers each, and which it is: windows have their own.

    There is no view where Arcade has one matrix.
    """
    state = vars(context).get("_projection_2d_matrix")
    if state is not None:
        return ((), (*state,), id(context))
    return ((*context.view_matrix,), (*context.projection_matrix,), id(context))


def rectangle(camera):
    """The box of the world that a camera shows, y down: left, top, width, height; None if it shows none."""
    view, projection, _ = camera
    m = _product(view, projection) if view else projection
    a, b, c, d, e, f = m[0], m[4], m[1], m[5], m[12], m[13]
    size = a * d - b * c
    if not size:
        return None
    corners = [(x - e, y - f) for x in (-1, 1) for y in (-1, 1)]
    xs = [(d * x - b * y) / size for x, y in corners]
    ys = [(c * x - a * y) / size for x, y in corners]  # y down
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return [round(number, 2) for number in box]


def _product(a, b):
    return [sum(a[4 * row + k] * b[4 * k + column] for k in range(4)) for row in range(4) for column in range(4)]
