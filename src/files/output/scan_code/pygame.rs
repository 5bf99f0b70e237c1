//! Scans for pygame, whose masks have a test of their own.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "#",
    usage: "Make the masks once, when the picture is loaded, and test them. Mask.overlap, which is stripes, is faster in pygame.",
    mask: ["{a}.mask = mask_of((", "))"],
    cells: CELLS,
    words: WORDS,
    loops: [["for y in range(both.top, both.bottom):", "for x in range(both.left, both.right):"], ["", ""]],
};

const CELLS: &str = r##"
# One px after another, {order}.

{picture}
{a}.mask = pygame.mask.from_surface({a}.image, {of_a})
{b}.mask = pygame.mask.from_surface({b}.image, {of_b})
{/picture}
{data}
def mask_of(rows):
    mask = pygame.mask.Mask((len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, px in enumerate(row):
            mask.set_at((x, y), px == "#")
    return mask
{/data}

def touches(a, b):
    both = a.rect.clip(b.rect)
    {outer}
        {inner}
            at_a = x - a.rect.x, y - a.rect.y
            at_b = x - b.rect.x, y - b.rect.y
            if a.mask.get_at(at_a) and b.mask.get_at(at_b):
                return True
    return False
"##;

const WORDS: &str = r##"
# pygame reads 64 px of a row at once: its masks are stripes.

{picture}
{a}.mask = pygame.mask.from_surface({a}.image, {of_a})
{b}.mask = pygame.mask.from_surface({b}.image, {of_b})
{/picture}
{data}
def mask_of(rows):
    mask = pygame.mask.Mask((len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, px in enumerate(row):
            mask.set_at((x, y), px == "#")
    return mask
{/data}

def touches(a, b):
    x, y = b.rect.x - a.rect.x, b.rect.y - a.rect.y
    return a.mask.overlap(b.mask, (x, y)) is not None
"##;
