//! Scans for Godot 4 in words that Godot 3 has, too. A number of GDScript has a sign, so that words have 32 bits.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "#",
    usage: "Godot tests shapes, not pixels. Make a mask of each texture once, in _ready().",
    mask: ["var {a}_mask = mask_of([", "])"],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for y in range(top, bottom):", "for x in range(left, right):"],
        ["for y in range(top, bottom):", "for x in range(left, right, 32):"],
    ],
};

const CELLS: &str = r##"
# One px after another, {order}.
{picture}
# Once: {a}_mask = mask_of({a}.texture.get_image(), {of_a})
#       {b}_mask = mask_of({b}.texture.get_image(), {of_b})
# A hit: touches({a}_mask, {b}_mask, dx, dy)

func mask_of(image, above):
	image.convert(Image.FORMAT_RGBA8)
	var data = image.get_data()
	var width = image.get_width()
	var rows = []
	for y in range(image.get_height()):
		var row = []
		for x in range(width):
			row.append(data[4 * (y * width + x) + 3] > above)
		rows.append(row)
	return {"width": width, "rows": rows}
{/picture}
{data}
# A hit: touches({a}_mask, {b}_mask, dx, dy)

func mask_of(texts):
	var rows = []
	for text in texts:
		var row = []
		for px in text:
			row.append(px == "#")
		rows.append(row)
	return {"width": texts[0].length(), "rows": rows}
{/data}

# dx, dy: the top left of b from that of a, in px.
func touches(a, b, dx, dy):
	var left = int(max(0, dx))
	var right = int(min(a.width, b.width + dx))
	var top = int(max(0, dy))
	var bottom = int(min(a.rows.size(), b.rows.size() + dy))
	{outer}
		{inner}
			if a.rows[y][x] and b.rows[y - dy][x - dx]:
				return true
	return false
"##;

const WORDS: &str = r##"
# 32 px of a row in each number, {order}.
{picture}
# Once: {a}_mask = mask_of({a}.texture.get_image(), {of_a})
#       {b}_mask = mask_of({b}.texture.get_image(), {of_b})
# A hit: touches({a}_mask, {b}_mask, dx, dy)

func mask_of(image, above):
	image.convert(Image.FORMAT_RGBA8)
	var data = image.get_data()
	var width = image.get_width()
	var rows = []
	for y in range(image.get_height()):
		# One more, so that bits() finds 0 beyond the end.
		var row = []
		for _word in range((width >> 5) + 2):
			row.append(0)
		for x in range(width):
			if data[4 * (y * width + x) + 3] > above:
				row[x >> 5] |= 1 << (x & 31)
		rows.append(row)
	return {"width": width, "rows": rows}
{/picture}
{data}
# A hit: touches({a}_mask, {b}_mask, dx, dy)

func mask_of(texts):
	var width = texts[0].length()
	var rows = []
	for text in texts:
		# One more, so that bits() finds 0 beyond the end.
		var row = []
		for _word in range((width >> 5) + 2):
			row.append(0)
		for x in range(width):
			if text[x] == "#":
				row[x >> 5] |= 1 << (x & 31)
		rows.append(row)
	return {"width": width, "rows": rows}
{/data}

# 32 px of a row, from x on.
func bits(row, x):
	var shift = x & 31
	var next = row[(x >> 5) + 1] << (32 - shift)
	return (row[x >> 5] >> shift) | (next & 0xffffffff)

# dx, dy: the top left of b from that of a, in px.
func touches(a, b, dx, dy):
	var left = int(max(0, dx))
	var right = int(min(a.width, b.width + dx))
	var top = int(max(0, dy))
	var bottom = int(min(a.rows.size(), b.rows.size() + dy))
	{outer}
		{inner}
			var of_b = bits(b.rows[y - dy], x - dx)
			if (bits(a.rows[y], x) & of_b) != 0:
				return true
	return false
"##;
