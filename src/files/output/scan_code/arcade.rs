//! Scans for Arcade: lists of rows, or a whole row in one number, however wide it is.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "#",
    usage: "Arcade tests shapes, not pixels. Make a mask of each texture once, when it is loaded.",
    mask: ["{a}_mask = mask_of((", "))"],
    cells: CELLS,
    words: WORDS,
    loops: [["for y in range(max(0, top), bottom):", "for x in range(max(0, left), right):"], ["", ""]],
};

const CELLS: &str = r##"
# One px after another, {order}.
{picture}
# Once: {a}_mask = mask_of({a}, {of_a})
#       {b}_mask = mask_of({b}, {of_b})
# A hit: touches({a}, {a}_mask, {b}, {b}_mask)

def mask_of(sprite, above):
    image = sprite.texture.image.convert("RGBA")
    alpha = image.getchannel("A")
    width, height = alpha.size
    solid = [value > above for value in alpha.tobytes()]
    return [solid[y * width:][:width] for y in range(height)]
{/picture}
{data}
# A hit: touches({a}, {a}_mask, {b}, {b}_mask)

def mask_of(rows):
    return [[px == "#" for px in row] for row in rows]
{/data}

def offset(a, b):
    """The top left of b from that of a, in px, y down."""
    x = b.center_x - b.width / 2 - a.center_x + a.width / 2
    y = a.center_y + a.height / 2 - b.center_y - b.height / 2
    return round(x), round(y)

def touches(a, a_mask, b, b_mask):
    left, top = offset(a, b)
    right = min(len(a_mask[0]), len(b_mask[0]) + left)
    bottom = min(len(a_mask), len(b_mask) + top)
    {outer}
        {inner}
            if a_mask[y][x] and b_mask[y - top][x - left]:
                return True
    return False
"##;

const WORDS: &str = r##"
# A row in one number: one AND tests all of its px.
{picture}
# Once: {a}_mask = mask_of({a}, {of_a})
#       {b}_mask = mask_of({b}, {of_b})
# A hit: touches({a}, {a}_mask, {b}, {b}_mask)

def mask_of(sprite, above):
    image = sprite.texture.image.convert("RGBA")
    alpha = image.getchannel("A")
    width, height = alpha.size
    solid = [value > above for value in alpha.tobytes()]
    rows = [solid[y * width:][:width] for y in range(height)]
    return [sum(bit << x for x, bit in enumerate(row))
            for row in rows]
{/picture}
{data}
# A hit: touches({a}, {a}_mask, {b}, {b}_mask)

def mask_of(rows):
    solid = [[px == "#" for px in row] for row in rows]
    return [sum(bit << x for x, bit in enumerate(row))
            for row in solid]
{/data}

def offset(a, b):
    """The top left of b from that of a, in px, y down."""
    x = b.center_x - b.width / 2 - a.center_x + a.width / 2
    y = a.center_y + a.height / 2 - b.center_y - b.height / 2
    return round(x), round(y)

def touches(a, a_mask, b, b_mask):
    x, top = offset(a, b)
    bottom = min(len(a_mask), len(b_mask) + top)
    for y in range(max(0, top), bottom):
        row = b_mask[y - top]
        if a_mask[y] & (row << x if x >= 0 else row >> -x):
            return True
    return False
"##;
