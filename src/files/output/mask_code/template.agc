// Mask "{name}": {width} x {height} pixels, {set} of them set. Written by maskscope for AppGameKit.
//
// Rows are not padded: pixel (x, y), counted from the top left, has number n = y * {width} + x, and is set
// where bit n % 32, least significant first, of word n / 32 is set. Call {name}_load() once at the start:
// an included file runs only what is called. Then {name}_is_set(x, y) looks a pixel up.

#constant {NAME}_WIDTH {width}
#constant {NAME}_HEIGHT {height}

// The number in brackets is the last index.
global {name}_words as integer[{last}]

// Fills the words. Bit 31 is the sign of an integer: such words are negative.
function {name}_load()
	{assignments}
endfunction

// 1 where pixel (x, y) is set; 0 where it is clear, and outside.
function {name}_is_set(x as integer, y as integer)
	n as integer
	bit as integer
	bit = 0
	if x >= 0 and y >= 0 and x < {NAME}_WIDTH and y < {NAME}_HEIGHT
		n = y * {NAME}_WIDTH + x
		bit = ({name}_words[n / 32] >> mod(n, 32)) && 1
	endif
endfunction bit
