# The game of `tests/hitbox_code.rs`: the answers of Godot 3 to every placement of the scenes h0.tscn, h1.tscn and so on.
extends SceneTree

# The middle of the images of A and B.
const MIDDLES = [Vector2(23.5, 19.5), Vector2(15, 16)]


func _initialize():
	var file = File.new()
	file.open("res://placements", File.READ)
	var answers = ""
	while not file.eof_reached():
		var numbers = file.get_line().split_floats(" ")
		if numbers.size() == 6:
			var a = placed(int(numbers[0]), Vector2(numbers[1], numbers[2]))
			var b = placed(int(numbers[3]), Vector2(numbers[4], numbers[5]))
			answers += "1" if are_hit(a, b) else "0"
	print("answers " + answers)
	quit()


# The shapes of a scene, each with its transform.
func placed(number, top_left):
	var area = load("res://h%d.tscn" % number).instance()
	area.position = top_left + MIDDLES[number % 2]
	var shapes = []
	for owner in area.get_shape_owners():
		for index in range(area.shape_owner_get_shape_count(owner)):
			var transform = area.transform * area.shape_owner_get_transform(owner)
			shapes.append([area.shape_owner_get_shape(owner, index), transform])
	assert(shapes.size() > 0)
	area.free()
	return shapes


func are_hit(a, b):
	for one in a:
		for other in b:
			if one[0].collide(one[1], other[0], other[1]):
				return true
	return false
