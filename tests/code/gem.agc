// Mask "gem": 17 x 17 pixels, 199 of them set. Written by maskscope for AppGameKit.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * 17 + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. Call gem_load() once at the start:
// an included file runs only what is called. Then gem_is_set(x, y) looks a pixel up.

#constant GEM_WIDTH 17
#constant GEM_HEIGHT 17

// The number in brackets is the last index.
global gem_words as integer[9]

// Fills the words. Bit 31 is the sign of an integer: such words are negative.
function gem_load()
	gem_words[0] = 0x7ff01ff0
	gem_words[1] = 0xfff1fff0
	gem_words[2] = 0xfffffff7
	gem_words[3] = 0xff7fffff
	gem_words[4] = 0xf8fffe7f
	gem_words[5] = 0xc1fff0ff
	gem_words[6] = 0x01ff01ff
	gem_words[7] = 0x03f803fe
	gem_words[8] = 0x038003e0
	gem_words[9] = 0x00000000
endfunction

// 1 where pixel (x, y) is set; 0 where it is clear, and outside.
function gem_is_set(x as integer, y as integer)
	n as integer
	bit as integer
	bit = 0
	if x >= 0 and y >= 0 and x < GEM_WIDTH and y < GEM_HEIGHT
		n = y * GEM_WIDTH + x
		bit = (gem_words[n / 32] >> mod(n, 32)) && 1
	endif
endfunction bit
