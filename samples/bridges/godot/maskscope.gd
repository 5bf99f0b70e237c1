# Logs the collision checks of a Godot game while it runs, for maskscope to judge them by their pixels.
#
#     var maskscope = preload("maskscope.gd").new("user://game.jsonl", "asteroids", 60)  # once
#     maskscope.next_frame()                                                             # in _process
#     maskscope.check(maskscope.of($Ship), maskscope.of($Rock), boxes_overlap, "box")    # each check
#
# `maskscope follow game.jsonl` then shows every check while the game runs, and where the game and the masks disagree;
# `maskscope replay game.jsonl` judges all of them without a window.
#
# The same file is for Godot 3 and 4. The tests run it in Godot 3.2; in Godot 4 it has not been run: it uses only what
# both versions share, or asks which one is running.
#
# An actor is a dictionary: `sprite` (its kind), `name` (which of its kind), `image` (an Image), `region` (a
# Rect2, the part of the image that is used), `threshold` (solid is alpha above it, of 255: 0), `position` (of
# its anchor, by default the top left), and where the game turns what it draws, `rotation` (radians), `scale`,
# `anchor` (a Vector2 in the region), `flip` (two bools). `of(node)` makes one of a Sprite or a Sprite2D. Each
# new content of an image is one sprite of the log: `rock`, `rock~2` and so on. The picture of a texture is read
# once; after changing it, call `forget(texture)`.

# The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
const MOST_PIXELS = 1 << 25

const FLOAT = 3 # the type that is called TYPE_REAL in Godot 3
const VECTOR2I = 6 # the type that only Godot 4 has

# The number of the frame whose checks are being logged; a game that counts its frames may set it.
var frame = 0

var _file
var _images = {} # the image of each texture
var _looks = {} # what the log calls a kind with its pixels
var _counts = {} # how many looks a kind has
var _pixels = 0 # how many pixels all looks have


func _init(path = "user://game.jsonl", game = "", fps = 60):
	_file = _opened(path)
	var header = {"maskscope_log": 1, "fps": fps}
	if game:
		header["game"] = game
	_write(header)


# Counts a frame: the checks that follow are of this one.
func next_frame():
	frame += 1
	if _file.has_method("flush"):
		_file.flush()


# Logs that the game checked actor `a` against actor `b` and answered `hit`, and returns `hit`. `rule` says how
# it tested: "box", "circle", "mask".
func check(a, b, hit, rule = ""):
	var line = {"frame": frame, "a": _actor(a), "b": _actor(b), "hit": true if hit else false}
	if rule:
		line["rule"] = rule
	_write(line)
	return hit


# An actor made of a Sprite or a Sprite2D, as it is drawn: its frame or region, turned and scaled about its
# centre or corner.
func of(node):
	var texture = node.texture
	if not _images.has(texture):
		_images[texture] = texture.call("get_image" if texture.has_method("get_image") else "get_data")
	var region = node.region_rect if node.region_enabled else _whole(_images[texture])
	var size = region.size / Vector2(node.hframes, node.vframes)
	var cell = Vector2(node.frame % node.hframes, floor(node.frame / float(node.hframes)))
	return {
		"sprite": texture.resource_path.get_file() if texture.resource_path else "texture",
		"name": str(node.name),
		"image": _images[texture],
		"region": Rect2(region.position + cell * size, size),
		"position": node.global_position,
		"rotation": node.global_rotation,
		"scale": node.global_scale,
		"anchor": (size / 2 if node.centered else Vector2()) - node.offset,
		"flip": [node.flip_h, node.flip_v],
	}


# To be called when the pixels of `texture` have changed.
func forget(texture):
	_images.erase(texture)


# Writes image `a`, and image `b` at `offset` from it, as a scene that `maskscope --scene bug.scene.json` opens:
# for a bug report, from a breakpoint. With `hit`, what the game answered, `maskscope replay bug.scene.json`
# says whether the pixels agree.
static func dump(a, b, offset, hit = null, path = "user://bug.scene.json", threshold = 0):
	var scene = {
		"maskscope": 1,
		"a": {"mask": _rows(a, threshold)},
		"b": {"mask": _rows(b, threshold), "position": offset},
	}
	if hit != null:
		scene["expect"] = {"masks_overlap": hit}
	var file = _opened(path)
	file.store_string(_json(scene) + "\n")


# Ends the log. So does the end of the program.
func close():
	_file = null


# `actor` as a check names it. What it looks like is logged before, if it is new.
func _actor(actor):
	var image = _part(actor.image, actor.get("region", _whole(actor.image)))
	var threshold = actor.get("threshold", 0)
	var key = [actor.sprite, threshold, image.get_width(), image.get_data()]
	if not _looks.has(key):
		var count = _counts.get(actor.sprite, 0) + 1
		_counts[actor.sprite] = count
		_looks[key] = actor.sprite if count == 1 else "%s~%d" % [actor.sprite, count]
		_pixels += image.get_width() * image.get_height()
		if _pixels <= MOST_PIXELS:
			var png = Marshalls.raw_to_base64(image.save_png_to_buffer())
			_write({"sprite": _looks[key], "png": png, "solid": {"threshold": threshold}})
		else:
			_write({"sprite": _looks[key], "mask": _rows(image, threshold)})
	var said = {"sprite": _looks[key], "name": actor.get("name", actor.sprite), "position": actor.position}
	if actor.has("rotation"):
		said["rotation"] = actor.rotation * 180 / PI
	for field in ["scale", "anchor", "flip"]:
		if actor.has(field):
			said[field] = actor[field]
	return said


func _write(line):
	_file.store_string(_json(line) + "\n")


static func _whole(image):
	return Rect2(0, 0, image.get_width(), image.get_height())


# A part of `image`, with four bytes a pixel.
static func _part(image, region):
	if image.is_compressed():
		image = image.duplicate()
		image.decompress()
	if region != _whole(image):
		image = image.call("get_region" if image.has_method("get_region") else "get_rect", region)
	if image.get_format() != Image.FORMAT_RGBA8:
		image = image.duplicate()
		image.convert(Image.FORMAT_RGBA8)
	return image


# A row of `#` and `.` for each row of `image`.
static func _rows(image, threshold):
	image = _part(image, _whole(image))
	var data = image.get_data()
	var rows = []
	for y in range(image.get_height()):
		var row = ""
		for x in range(image.get_width()):
			row += "#" if data[4 * (y * image.get_width() + x) + 3] > threshold else "."
		rows.append(row)
	return rows


# JSON, with vectors as lists. The functions for JSON differ between the versions, and so do the names of two types.
static func _json(value):
	match typeof(value):
		TYPE_DICTIONARY:
			var fields = ""
			for key in value:
				fields += ("," if fields else "") + "\"%s\":%s" % [key, _json(value[key])]
			return "{" + fields + "}"
		TYPE_ARRAY:
			var items = ""
			for item in value:
				items += ("," if items else "") + _json(item)
			return "[" + items + "]"
		TYPE_VECTOR2, VECTOR2I:
			return "[%s,%s]" % [_json(value.x), _json(value.y)]
		TYPE_BOOL:
			return "true" if value else "false"
		TYPE_INT, FLOAT:
			return str(value)
	return "\"" + str(value).json_escape() + "\""


# The file `path`, open for writing. Its class has another name in each version, and neither compiles what names
# the other's.
static func _opened(path):
	var script = GDScript.new()
	script.source_code = "static func open(path):\n"
	if Engine.get_version_info().major >= 4:
		script.source_code += "\treturn FileAccess.open(path, FileAccess.WRITE)\n"
	else:
		script.source_code += "\tvar file = File.new()\n\tfile.open(path, File.WRITE)\n\treturn file\n"
	script.reload()
	return script.new().open(path)
