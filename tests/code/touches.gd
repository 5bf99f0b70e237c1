
# What `tests/scan_code.rs` adds to the scan for Godot: the answers at every placement of the sprites in a.rgba and b.rgba.
func _initialize():
	var sizes = text("sizes").split_floats(" ")
	var a = mask_of(picture("a.rgba", int(sizes[0]), int(sizes[1])), OF_A)
	var b = mask_of(picture("b.rgba", int(sizes[2]), int(sizes[3])), OF_B)
	for dy in range(-int(sizes[3]), int(sizes[1]) + 1):
		var answers = ""
		for dx in range(-int(sizes[2]), int(sizes[0]) + 1):
			answers += "1" if touches(a, b, dx, dy) else "0"
		print("answers " + answers)
	quit()


func text(name):
	var file = File.new()
	file.open("res://" + name, File.READ)
	return file.get_line()


func picture(name, width, height):
	var file = File.new()
	file.open("res://" + name, File.READ)
	var image = Image.new()
	image.create_from_data(width, height, false, Image.FORMAT_RGBA8, file.get_buffer(file.get_len()))
	return image
