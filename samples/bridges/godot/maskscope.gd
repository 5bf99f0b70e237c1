# Logs the collision checks of a Godot game while it runs, for maskscope to judge them by their shapes and pixels.
#
#     var maskscope = preload("maskscope.gd").new("user://game.jsonl", "asteroids", 60)   # once
#     maskscope.next_frame()                                                              # in _process
#     if maskscope.collided(self, "touches", $Ship, $Rock, "box"):       # in place of: if touches($Ship, $Rock):
#     maskscope.rects(ship, rock, boxes_overlap)                         # or each check of two boxes,
#     maskscope.circles(ship, rock, circles_overlap)                     # of two circles,
#     maskscope.check(ship, rock, pixels_overlap, "mask")                # of pixels
#     maskscope.visit(x, y)                                              # each cell that a loop of yours reads
#     maskscope.contact("Tile")                                          # hits with Tiles are meant to be
#     maskscope.close()                                                  # at the end
#
# `maskscope follow game.jsonl` then shows every check while the game runs, and where the game, the tested shapes and the
# pixels disagree; `maskscope replay game.jsonl` judges all of them without a window.
#
# The same file is for Godot 3 and 4: it uses only what both versions share, or asks which one is running. The tests run it
# in Godot 3.2, and the sample game in 4.6, too.
#
# A thing that is checked is one of these:
# - a rectangle: a Rect2, or [x, y, width, height];
# - a Sprite or a Sprite2D, as it is drawn; `of(node)` makes a dictionary of it, to which a `hitbox` can be added;
# - an object or a dictionary that has a `hitbox` or a `rect`, which are rectangles, the first of them being tested, or
#   a `circle` ([x, y, radius]); a `radius` alone is about the middle of its rectangle. An object shows its `texture`.
# - The picture in a dictionary: `image` (an Image), `region` (a Rect2, the part of the image that is used),
#   `threshold` (solid is alpha above it, of 255: 0), `position` (of its anchor, by default its rectangle's top left),
#   and where the game turns what it draws, `rotation` (radians), `scale`, `anchor` (a Vector2 in the region), `flip`
#   (two bools). `mask` (an Image, or rows of `#` and `.`) is what the game tests where it is not the picture's own.
# - `sprite` says what it is, `name` which of its kind; `kind` groups sprites. `shape` is what was tested, as a log says
#   it in pixels of the world, where none of this fits.
#
# The pixels of an image or a texture are read once; after changing them, call `forget(image)`. Each new content is one
# sprite of the log: `rock`, `rock~2` and so on. No call changes an answer; `lost` counts the checks that could not be
# logged. Misses of things more than `near` pixels apart are only counted. `last` keeps the checks of that number of
# seconds, until `flush` or `close`. The environment variable MASKSCOPE_LOG names another file. A log that is there stays
# until the first check; a file that is no log is not written over. Which line of the game made a check is known where
# Godot has a debugger (started by the editor, or with -d).

# The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
const MOST_PIXELS = 1 << 25

# The visits of a log; those after them are counted.
const MOST_VISITS = 1000000

# The types that have other names in Godot 3, or that only Godot 4 has.
const FLOAT = 3
const VECTOR2I = 6
const RECT2I = 8

# The number of the frame whose checks are being logged; a game that counts its frames may set it.
var frame = 0

# How far apart things are whose misses are only counted.
var near = 32

# How many checks could not be logged.
var lost = 0

var _path
var _file # once a check is there
var _is_open = true
var _head = "" # the lines before the first check
var _contacts = {} # the kinds that are meant to be touched
var _images = {} # the image of each texture
var _contents = {} # the number of the pixels of each image and region, by its id
var _numbers = {} # the number of each content
var _looks = {} # what the log calls a kind with its pixels
var _counts = {} # how many looks, and how many instances, a kind has
var _names = {} # what objects without a name are called, by their id
var _pixels = 0 # how many pixels all looks have
var _visits = [] # the cells that the game has read since its last check
var _visits_left = MOST_VISITS
var _visits_dropped = 0
var _pairs = {} # the last check of each pair: where it was, and its line if it was far
var _far = {} # how many far checks each frame has had
var _kept = [[]] # the lines of the last seconds, by frame
var _frames # how many frames are kept
var _reported = 0 # how many lost checks the log has reported


func _init(path = "user://game.jsonl", game = "", fps = 60, view = null, last = null):
	_frames = null if last == null else int(ceil(last * fps))
	var other = OS.get_environment("MASKSCOPE_LOG")
	_path = other if other else path
	_refuse(_refusal(_path))
	var version = Engine.get_version_info()
	var header = {"maskscope_log": 1, "engine": "godot %s.%s" % [version["major"], version["minor"]], "fps": fps}
	if game:
		header["game"] = game
	if view != null:
		header["view"] = _rectangle(view)
	_write(header)


# Counts a frame: the checks that follow are of this one.
func next_frame():
	_count_far()
	if _frames != null:
		_kept.append([])
		if _kept.size() > _frames:
			_kept.pop_front()
	elif _file and _file.has_method("flush"):
		_file.flush()
	frame += 1
	if frame % 600 == 0:
		_forget_pairs()


# Logs that the game checked thing `a` against thing `b` and answered `hit`, and returns `hit`. `rule` says how: "box"
# and "circle" tested those of both things, "mask" or anything else their pixels.
func check(a, b, hit, rule = ""):
	# An error ends a function of Godot, which then returns null, and its caller goes on.
	var visits = _taken_visits()
	if _is_open and not _check(_seen(a, rule), _seen(b, rule), true if hit else false, rule, visits):
		lost += 1
	return hit


# Logs a check of two boxes.
func rects(a, b, hit):
	return check(a, b, hit, "box")


# Logs a check of two circles.
func circles(a, b, hit):
	return check(a, b, hit, "circle")


# The answer of `target`'s `method` about two things, logged.
func collided(target, method, a, b, rule = ""):
	return check(a, b, target.call(method, a, b), rule)


# Records that the game's own loop reads this cell of the world, or these cells, for its next check.
func visit(x, y, width = 1, height = 1):
	if not _is_open or width < 1 or height < 1:
		return
	if _visits.size() < _visits_left:
		var cell = [int(floor(x)), int(floor(y))]
		_visits.append(cell if width == 1 and height == 1 else cell + [int(width), int(height)])
	else:
		_visits_dropped += 1


# Says that things of this kind, platforms or walls, are meant to be touched by what is tested.
func contact(kind):
	if not _contacts.has(kind):
		_contacts[kind] = true
		_write({"kind": str(kind), "contact": true})


# A thing made of a Sprite or a Sprite2D, as it is drawn: its frame or region, turned and scaled about its centre or
# corner.
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


# To be called when the pixels of an image or a texture have changed.
func forget(image):
	if _images.has(image):
		forget(_images[image])
		_images.erase(image)
	else:
		_contents.erase(image.get_instance_id())


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
	var file = _opened(path, "WRITE")
	if typeof(file) == TYPE_OBJECT:
		file.store_string(_json(scene) + "\n")


# Writes what has been kept of the last seconds.
func flush():
	_count_far()
	for lines in _kept:
		for line in lines:
			_put(line)
	_kept = [[]]


# Ends the log, and says how many checks and visits are not in it.
func close():
	if not _is_open:
		return
	for pair in _pairs.values():
		if pair.line:
			_write_check(pair.line)
	var notes = []
	if lost > 0:
		notes.append("%d checks are not in the log" % lost)
	if _visits_dropped > 0:
		notes.append("%d visits are not in the log: more than %d" % [_visits_dropped, MOST_VISITS])
	if notes:
		_write({"frame": frame, "far": 0, "notes": notes}, true)
	for note in notes:
		printerr("maskscope: " + note)
	flush()
	_file = null
	_is_open = false


# The visits since the last check.
func _taken_visits():
	var visits = _visits
	_visits = []
	if _frames == null:
		_visits_left -= visits.size()
	return visits


func _check(a, b, hit, rule, visits):
	if a == null or b == null:
		return false
	var line = {"frame": frame, "a": a.fields, "b": b.fields, "hit": hit}
	if rule:
		line["rule"] = rule
	if visits:
		line["visits"] = visits
	# Rectangles alone are others each time: they have no check before.
	var key = [a.fields.name, b.fields.name] if a.is_one and b.is_one else null
	var before = _pairs.get(key)
	var is_far = not hit and _gap(a.bounds, b.bounds, before) > near
	if before and before.line and not is_far:
		_write_check(before.line)
	elif is_far and (key == null or (before and before.line)):
		var of_frame = before.line.frame if before else frame
		_far[of_frame] = _far.get(of_frame, 0) + 1
	if not is_far:
		var caller = _caller()
		if caller:
			line["at"] = caller
		_write_check(line)
	if key != null:
		_pairs[key] = {"a": a.bounds, "b": b.bounds, "line": line if is_far else null, "frame": frame}
	return true


# A thing as a check says it, and its bounds; null if it is not one. What it looks like is logged before, if it is new.
func _seen(thing, rule):
	var it = _dictionary(thing)
	var image = it.get("image")
	if image:
		it["region"] = it.get("region", _whole(image))
	var size = it.region.size if image else _size(it.get("mask"))
	var box = _box(it, size)
	var circle = _circle(it, box)
	var shape = it.get("shape")
	if shape == null and circle and (rule == "circle" or not box and (size == null or rule == "box")):
		shape = {"circle": circle}
	elif shape == null and box and (rule in ["box", "circle"] or size == null):
		shape = {"box": box}
	if size == null and shape == null:
		return null
	var tested = _bounds(shape) if shape else null
	var bounds = tested
	if size != null and (tested or not shape):
		bounds = tested.merge(_reach(it, size)) if tested else _reach(it, size)
	var sprite = it.get("sprite", it.get("kind", "rect" if box else "circle"))
	var fields = {"sprite": "", "name": str(it.get("name", sprite))}
	if it.has("kind"):
		fields["kind"] = it.kind
	fields["position"] = _place(it) if size != null else bounds.position if bounds else Vector2()
	if size != null and it.has("rotation"):
		fields["rotation"] = round(it.rotation * 180e4 / PI) / 1e4 # of single precision
	for field in ["scale", "anchor", "flip"]:
		if size != null and it.has(field):
			fields[field] = it[field]
	if shape:
		fields["shape"] = shape
	if "nan" in _json(fields) or "inf" in _json(fields):
		return null
	fields["sprite"] = _look(it, sprite, shape)
	return {"fields": fields, "bounds": bounds, "is_one": it.has("sprite") or it.has("name")}


# A thing as a dictionary; empty if it is not one.
func _dictionary(thing):
	if typeof(thing) == TYPE_DICTIONARY:
		return thing.duplicate()
	if _rectangle(thing):
		return {"rect": thing}
	if typeof(thing) != TYPE_OBJECT or not is_instance_valid(thing):
		return {}
	var it = of(thing) if "texture" in thing and "hframes" in thing and thing.texture else {}
	for field in ["rect", "hitbox", "circle", "radius", "kind"]:
		if field in thing:
			it[field] = thing.get(field)
	if not it.has("sprite"):
		var script = thing.get_script()
		var called = script.resource_path.get_file().get_basename() if script else thing.get_class()
		it["sprite"] = it.get("kind", called if called else "object")
		it["name"] = str(thing.name) if "name" in thing else _named(thing, it.sprite)
	return it


func _named(thing, sprite):
	var id = thing.get_instance_id()
	if not _names.has(id):
		_names[id] = _counted(sprite, " ")
	return _names[id]


# What the log calls `sprite` with the picture and the mask of a thing. It is logged, if it is new.
func _look(it, sprite, shape):
	var threshold = it.get("threshold", 0)
	var key = [sprite, threshold, _content(it.get("image"), it.get("region")), _content(it.get("mask"), null)]
	if _looks.has(key):
		return _looks[key]
	_looks[key] = _counted(sprite, "~")
	var line = {"sprite": _looks[key]}
	var image = _part(it.image, it.region) if it.get("image") else null
	var own = _rows(image, threshold) if image else null
	var tested = _rows(it.mask, threshold) if it.get("mask") else null
	if image:
		_pixels += image.get_width() * image.get_height()
	if image and _pixels <= MOST_PIXELS:
		line["png"] = Marshalls.raw_to_base64(image.save_png_to_buffer())
		line["solid"] = {"threshold": threshold}
		if tested and tested != own:
			line["mask"] = tested
	elif image or tested:
		line["mask"] = tested if tested else own
	elif shape.has("circle"):
		line["shape"] = {"circle": [shape.circle[2], shape.circle[2], shape.circle[2]]}
	else:
		line["shape"] = {"box": [0, 0, shape.box[2], shape.box[3]] if shape.has("box") else [0, 0, 0, 0]}
	_write(line)
	return _looks[key]


# The number of the pixels of an image's region, or of rows. An image is read once.
func _content(image, region):
	if not image:
		return 0
	var id = null if typeof(image) == TYPE_ARRAY else image.get_instance_id()
	var known = _contents.get(id, {})
	if not known.has(region):
		var content = image
		if id != null:
			var part = _part(image, region if region else _whole(image))
			content = [part.get_width(), part.get_data()]
		if not _numbers.has(content):
			_numbers[content] = _numbers.size() + 1
		if id == null:
			return _numbers[content]
		known[region] = _numbers[content]
		_contents[id] = known
	return known[region]


# rock, rock 2 and so on.
func _counted(sprite, mark):
	var count = _counts.get(sprite + mark, 0) + 1
	_counts[sprite + mark] = count
	return sprite if count == 1 else "%s%s%d" % [sprite, mark, count]


func _write(line, is_check = false):
	var text = _json(line) + "\n"
	if is_check and _frames != null:
		_kept.back().append(text)
	elif is_check or _file:
		_put(text)
	else:
		_head += text


# Adds text to the file. The first is a check's, and writes over a log that was there.
func _put(text):
	if _is_open and not _file and _refuse(_refusal(_path)):
		var file = _opened(_path, "WRITE")
		if typeof(file) == TYPE_OBJECT:
			_file = file
			_file.store_string(_head)
		else:
			_refuse("%s cannot be written" % _path)
	if _file:
		_file.store_string(text)


# Ends the log if there is a reason, and returns whether there is none.
func _refuse(reason):
	if reason:
		_is_open = false
		printerr("maskscope: the log is not written: " + reason)
	return not reason


func _write_check(line):
	if lost > _reported:
		line["lost"] = lost - _reported
	_reported = lost
	_write(line, true)


func _count_far():
	for of_frame in _far:
		_write({"frame": of_frame, "far": _far[of_frame]}, true)
	_far = {}


# Forgets pairs that have not been checked for 600 frames, so that a long game does not fill the memory.
func _forget_pairs():
	for key in _pairs.keys():
		var pair = _pairs[key]
		if frame - pair.frame > 600:
			if pair.line:
				_far[pair.frame] = _far.get(pair.frame, 0) + 1
			_pairs.erase(key)


# The line of the game that asked, if Godot knows it: in a debugger.
func _caller():
	for call in get_stack():
		if call.source != get_script().resource_path:
			var in_game = call.source.begins_with("res://")
			return "%s:%d" % [call.source.substr(6) if in_game else call.source.get_file(), call.line]
	return null


# [x, y, width, height] of what is a rectangle, or null.
static func _rectangle(value):
	if typeof(value) in [TYPE_RECT2, RECT2I]:
		return [value.position.x, value.position.y, value.size.x, value.size.y]
	if typeof(value) == TYPE_DICTIONARY and value.has("x") and value.has("w"):
		return [value.x, value.y, value.w, value.h]
	return value if typeof(value) == TYPE_ARRAY and value.size() == 4 else null


# The width and height of a mask, or null.
static func _size(mask):
	if not mask:
		return null
	return Vector2(mask[0].length(), mask.size()) if typeof(mask) == TYPE_ARRAY else mask.get_size()


# Where the picture is drawn.
static func _place(it):
	var rect = _rectangle(it.get("rect", it.get("hitbox")))
	return it.get("position", Vector2(rect[0], rect[1]) if rect else Vector2())


# The rectangle of the picture as long as it is not turned.
static func _picture(it, size):
	var scale = it.get("scale", Vector2(1, 1))
	return Rect2(_place(it) - it.get("anchor", Vector2()) * scale, size * scale).abs()


# The rectangle that the game tests: its own, or that of a picture which is not turned.
static func _box(it, size):
	for field in ["hitbox", "rect"]:
		if _rectangle(it.get(field)):
			return _rectangle(it[field])
	if _rectangle(it):
		return _rectangle(it)
	return _rectangle(_picture(it, size)) if size != null and it.get("rotation", 0) == 0 else null


# The circle that the game tests.
static func _circle(it, box):
	if it.has("circle"):
		return it.circle
	if not it.has("radius"):
		return null
	if box:
		return [box[0] + box[2] / 2.0, box[1] + box[3] / 2.0, it.radius]
	return [it.x, it.y, it.radius] if it.has("x") else [_place(it).x, _place(it).y, it.radius]


# The rectangle around a box or a circle; null around another shape, which may lie anywhere.
static func _bounds(shape):
	if typeof(shape) != TYPE_DICTIONARY:
		return null
	if shape.has("circle"):
		return Rect2(shape.circle[0], shape.circle[1], 0, 0).grow(shape.circle[2])
	return Rect2(shape.box[0], shape.box[1], shape.box[2], shape.box[3]) if shape.has("box") else null


# The rectangle around the picture; if it is turned, around every turn of it.
static func _reach(it, size):
	var box = _picture(it, size)
	if it.get("rotation", 0) == 0:
		return box
	var to_corner = (box.position - _place(it)).abs()
	var other = (box.end - _place(it)).abs()
	var far = Vector2(max(to_corner.x, other.x), max(to_corner.y, other.y)).length()
	return Rect2(_place(it), Vector2()).grow(far)


# How far apart two rectangles are, at least, on the straight way since the check before; 0 if that is not known.
static func _gap(a, b, before):
	if a == null or b == null:
		return 0
	if before and before.a != null and before.b != null:
		# The way of B as A sees it: that of A is moved to where A is now.
		var way = a.position - before.a.position
		a = a.merge(Rect2(before.a.position + way, before.a.size))
		b = b.merge(Rect2(before.b.position + way, before.b.size))
	return max(max(b.position.x - a.end.x, a.position.x - b.end.x), max(b.position.y - a.end.y, a.position.y - b.end.y))


static func _whole(image):
	return Rect2(0, 0, image.get_width(), image.get_height())


# A part of `image`, with four bytes per pixel.
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


# A row of `#` and `.` for each row of `image`, which may be rows already.
static func _rows(image, threshold):
	if typeof(image) == TYPE_ARRAY:
		return image
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
		TYPE_INT:
			return str(value)
		FLOAT:
			return str(int(value)) if value == floor(value) and abs(value) < 1e9 else "%.5f" % value
	return "\"" + str(value).json_escape() + "\""


# Why a log must not stand at `path`, where something else is than a log or an empty file; else "".
static func _refusal(path):
	var file = _opened(path, "READ")
	if typeof(file) == TYPE_INT:
		return "" if file == ERR_FILE_NOT_FOUND else "%s is not a regular file, or cannot be opened" % path
	var line = ""
	while not line.strip_edges() and not file.eof_reached():
		line = file.get_line()
	file.seek_end()
	if file.get_position() == 0 or OS.get_environment("MASKSCOPE_FORCE"):
		return ""
	var first = _by_version("return JSON.parse(it).result", "var json = JSON.new()\n\tjson.parse(it)\n\treturn json.data", line)
	return "" if typeof(first) == TYPE_DICTIONARY and first.has("maskscope_log") else "%s is not a log" % path


# The file `path`, open for reading or writing (mode READ or WRITE), or the number of an error. Only regular files can
# be opened.
static func _opened(path, mode):
	var three = "var file = File.new()\n\tvar error = file.open(it, File.%s)\n\treturn error if error else file" % mode
	var four = "var file = FileAccess.open(it, FileAccess.%s)\n\treturn file if file else FileAccess.get_open_error()" % mode
	return _by_version(three, four, path)


# What code for Godot 3 or for Godot 4 returns of `it`. Classes have other names in each, and neither compiles what names
# the other's.
static func _by_version(three, four, it):
	var script = GDScript.new()
	script.source_code = "static func run(it):\n\t" + (four if Engine.get_version_info().major >= 4 else three) + "\n"
	script.reload()
	return script.new().run(it)
