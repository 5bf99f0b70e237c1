# Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope for Godot 4.
#
# Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
# where bit n % 32, least significant first, of word n / 32 is set. gem_is_set(x, y) looks it up;
# gem_bitmap() makes a BitMap. Both are static: preload this file and call them on it.

const GEM_WIDTH = 17
const GEM_HEIGHT = 17

# Not a PackedInt32Array: that is no constant, and its numbers have a sign, with which >> fails.
const GEM_WORDS = [
	0x7ff01ff0, 0xfff1fff0, 0xfffffff7, 0xff7fffff, 0xf8fffe7f, 0xc1fff0ff, 0x01ff01ff, 0x03f803fe,
	0x038003e0, 0x00000000,
]


## True where pixel (x, y) is set; false outside.
static func gem_is_set(x: int, y: int) -> bool:
	if x < 0 or y < 0 or x >= GEM_WIDTH or y >= GEM_HEIGHT:
		return false
	var n: int = y * GEM_WIDTH + x
	var word: int = GEM_WORDS[n >> 5]
	return ((word >> (n & 31)) & 1) == 1


## A new BitMap of the same pixels.
static func gem_bitmap() -> BitMap:
	var bitmap := BitMap.new()
	bitmap.create(Vector2i(GEM_WIDTH, GEM_HEIGHT))
	for y in GEM_HEIGHT:
		for x in GEM_WIDTH:
			bitmap.set_bit(x, y, gem_is_set(x, y))
	return bitmap
