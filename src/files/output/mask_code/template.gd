# Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope for Godot 4.
#
# Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
# where bit n % 32, least significant first, of word n / 32 is set. {name}_is_set(x, y) looks it up;
# {name}_bitmap() makes a BitMap. Both are static: preload this file and call them on it.

const {NAME}_WIDTH = {width}
const {NAME}_HEIGHT = {height}

# Not a PackedInt32Array: that is no constant, and its numbers have a sign, with which >> fails.
const {NAME}_WORDS = [
	{words}
]


## True where pixel (x, y) is set; false outside.
static func {name}_is_set(x: int, y: int) -> bool:
	if x < 0 or y < 0 or x >= {NAME}_WIDTH or y >= {NAME}_HEIGHT:
		return false
	var n: int = y * {NAME}_WIDTH + x
	var word: int = {NAME}_WORDS[n >> 5]
	return ((word >> (n & 31)) & 1) == 1


## A new BitMap of the same pixels.
static func {name}_bitmap() -> BitMap:
	var bitmap := BitMap.new()
	bitmap.create(Vector2i({NAME}_WIDTH, {NAME}_HEIGHT))
	for y in {NAME}_HEIGHT:
		for x in {NAME}_WIDTH:
			bitmap.set_bit(x, y, {name}_is_set(x, y))
	return bitmap
