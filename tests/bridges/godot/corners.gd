# Logs the checks that `tests/bridges.rs` expects of every bridge, and dumps three scenes, into a folder.
#
#     godot -d -s corners.gd FOLDER
extends SceneTree

const Maskscope = preload("../../../samples/bridges/godot/maskscope.gd")

var L = image(["######", "##....", "##....", "##...."])
var dot = image(["#"])
var ghost = image(["#"], 100)
var maskscope


func _initialize():
	var arguments = OS.get_cmdline_args()
	var folder = arguments[arguments.size() - 1]
	maskscope = Maskscope.new(folder + "/corners.jsonl", "co\"rn\\ers")
	check({}, {"position": Vector2(15, 23)})
	check({}, {"position": Vector2(11, 23)})
	check({"rotation": PI / 2}, {"position": Vector2(6, 20)})
	check({"scale": Vector2(2, 2)}, {"position": Vector2(21, 21)})
	check({"anchor": Vector2(3, 2)}, {"position": Vector2(12, 18)})
	check({"flip": [true, false]}, {"position": Vector2(15, 23)})
	check({}, {"sprite": "ghost", "image": ghost, "position": Vector2(10, 20)})
	check({}, {"sprite": "ghost", "image": ghost, "threshold": 127, "position": Vector2(10, 20)})
	check({"position": Vector2(10.5, 19.5)}, {"position": Vector2(16, 20)})
	L.lock()
	L.set_pixel(5, 3, Color(1, 1, 1))
	maskscope.forget(L)
	check({}, {"position": Vector2(15, 23)})
	nodes()
	# Once the pictures have all the pixels that they may have, masks alone.
	maskscope._pixels = Maskscope.MOST_PIXELS
	check({"sprite": "row", "image": image(["#.#"])}, {"position": Vector2(12, 20)})
	maskscope.close()

	L.set_pixel(5, 3, Color(1, 1, 1, 0))
	Maskscope.dump(L, dot, Vector2(1, 3), true, folder + "/agrees.scene.json")
	Maskscope.dump(L, dot, Vector2(5, 3), true, folder + "/disagrees.scene.json")
	Maskscope.dump(L, dot, Vector2(5, 3), null, folder + "/plain.scene.json")
	things(folder)
	contact(folder)
	short(folder)
	quit()


# What games test, beside what they draw: `tests/bridges/things.jsonl` is expected.
func things(folder):
	var log_ = Maskscope.new(folder + "/things.jsonl", "things", 10, Rect2(0, 0, 100, 80))
	log_.near = 8
	var wall = {"name": "wall", "rect": Rect2(50, 0, 4, 4)}
	log_.next_frame()
	assert(log_.rects(Rect2(0, 0, 10, 10), [5, 5, 10, 10], true) == true)
	log_.next_frame()
	var at_dot = {"sprite": "dot", "image": dot, "position": Vector2(11, 23)}
	assert(log_.collided(self, "touches", hero("hitbox", Rect2(11, 20, 4, 2)), at_dot, "box") == 0)
	log_.next_frame()
	assert(log_.circles(hero("radius", 2), {"x": 16, "y": 22, "radius": 1.5}, false) == false)
	log_.visit(1, 1) # of a check that is not logged
	assert(log_.rects(null, wall, "yes") == "yes")
	assert(log_.rects([NAN, 0, 1, 1], wall, null) == null)
	log_.next_frame()
	at_dot.position.x = 15
	log_.visit(15, 23)
	log_.visit(-9.5, 20, 6, 4)
	log_.visit(0, 0, 0, 4)
	assert(log_.check(hero("mask", ["######", "######", "######", "######"]), at_dot, true, "mask"))
	for x in [0, 10, 60, 100, 120]:
		log_.next_frame()
		log_.rects({"sprite": "car", "rect": {"x": x, "y": 0, "w": 4, "h": 4}}, wall, false)
	log_.rects("nothing", wall, false)
	log_.close()


# Kinds that are meant to be touched, and the lines that the log names.
func contact(folder):
	var log_ = Maskscope.new(folder + "/contact.jsonl", "contact")
	log_.contact("Tile")
	log_.contact("Tile")
	var dot_ = {"sprite": "dot", "kind": "Tile", "image": dot, "position": Vector2(13, 22)}
	log_.next_frame()
	log_.rects(hero("kind", "Player"), dot_, true) # the first check
	dot_.kind = "Door"
	log_.collided(self, "bumps", hero("kind", "Player"), dot_, "box") # the second check
	log_.close()


func bumps(_a, _b):
	return true


func hero(field, value):
	return {"sprite": "hero", "kind": "Player", "image": L, "position": Vector2(10, 20), field: value}


func touches(_a, _b):
	return 0


# The last second of three.
func short(folder):
	var log_ = Maskscope.new(folder + "/short.jsonl", "short", 10, null, 1)
	for _frame in range(30):
		log_.next_frame()
		log_.rects([0, 0, 1, 1], [0, 0, 1, 1], true)
	log_.close()


func check(a, b):
	maskscope.next_frame()
	var first = {"sprite": "L", "name": "L \"ö\" \\ 1", "image": L, "position": Vector2(10, 20)}
	var second = {"sprite": "dot", "image": dot}
	for field in a:
		first[field] = a[field]
	for field in b:
		second[field] = b[field]
	assert(maskscope.check(first, second, true, "box"))


# A sprite that shows the second of the three frames of L, two columns each, upside down about its middle at 10,
# 20; then a sprite that shows a region of L: 3 x 3 pixels of which the left column is solid.
func nodes():
	var sprite = Sprite.new()
	sprite.texture = ImageTexture.new()
	sprite.texture.create_from_image(image(["######", "##....", "##....", "##...."]), 0)
	sprite.hframes = 3
	sprite.frame = 1
	sprite.position = Vector2(10, 20)
	sprite.rotation = PI
	root.add_child(sprite)
	sprite.name = "node"
	for place in [Vector2(9, 21), Vector2(9, 18)]:
		maskscope.next_frame()
		maskscope.check(sprite, {"sprite": "dot", "image": dot, "position": place}, true, "box")
	sprite.centered = false
	sprite.rotation = 0
	sprite.frame = 0
	sprite.hframes = 1
	sprite.region_enabled = true
	sprite.region_rect = Rect2(1, 1, 3, 3)
	for place in [Vector2(10, 22), Vector2(11, 22)]:
		maskscope.next_frame()
		maskscope.check(maskscope.of(sprite), {"sprite": "dot", "image": dot, "position": place}, true, "box")


func image(rows, alpha = 255):
	var bytes = []
	for row in rows:
		for cell in row:
			bytes += [1, 2, 3, alpha if cell == "#" else 0]
	var made = Image.new()
	made.create_from_data(rows[0].length(), rows.size(), false, Image.FORMAT_RGBA8, bytes)
	return made
