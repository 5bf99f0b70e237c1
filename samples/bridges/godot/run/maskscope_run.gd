# Records the collision checks of a Godot 4 game, of which no file is changed:
#
#     MASKSCOPE_LOG=/tmp/game.jsonl godot --path PROJECT --script /tmp/maskscope_run.gd res://main.tscn
#
# `maskscope run PROJECT` starts a game like this. The script is the game's main loop: a SceneTree in place of the one
# that the engine would have made, which loads the same autoloads and the same scene.
#
# In Godot the engine makes the tests: it compares areas with each other and with bodies in each step of the physics. A
# check is an area, something that its mask sees, and the answer, where a script asks for it: where one is connected to a
# signal of the area, or calls `overlaps_area` and the like.
#
# - Right before a step, after everything that the game does, `_snapshot` reads where the physics server has the shapes.
# - At the start of the next step, before the game does anything, `_physics_process` reads the engine's answers.
#
# No code of the game runs for this: nodes are only asked by the engine's own methods, and never by properties, which a
# script may define. What is not judged is counted, and said at the end.
#
# Environment: MASKSCOPE_LOG (absolute path; without it nothing is recorded), MASKSCOPE_NEAR (px, 32: misses of things
# further apart are only counted), MASKSCOPE_LAST (seconds to keep), MASKSCOPE_SAVE_KEY (F12, writes them),
# MASKSCOPE_CONTACTS (what bodies touch while they move), MASKSCOPE_FORCE (writes over a file that is not a log).
extends SceneTree

# The side of a cell of the grid by which near things are found, px, and how many cells one thing fills at most.
const CELL := 128.0
const MOST_CELLS := 64

# A way in one step that is longer is a jump: nothing lies on it. In px.
const JUMP := 256.0

# Things that belong together, as the hurtbox and the sword of a player, are at most so many.
const MOST_PARTS := 4

# After so many steps it is asked again which scripts are connected to an area, and which sprites a thing has.
const STEPS_OF_CONNECTIONS := 30
const STEPS_OF_SPRITES := 20

# After so many steps the answers about things that are no longer near are forgotten.
const STEPS_OF_ANSWERS := 600

var _options: Options
var _journal: Journal
var _pictures: Pictures
var _scripts := Scripts.new()
var _grid := Grid.new()
var _things := {} # by the id of their node, those that are in the tree
var _away := {} # those that have left it
var _names := Names.new()
var _asked: Array[Check] = [] # in this step, waiting for the answers
var _traps: Array[Check] = [] # what the engine seems to be deaf to in this step
var _deaf := {} # lines about deaf areas: the step at which each was noticed, 0 once it is written
var _step := 0
var _far := 0 # misses of the last step that are only counted
var _view := "" # the field of this step's checks that says what the screen shows


func _initialize() -> void:
	_options = Options.new()
	if not _options.log_path:
		return
	var folder: String = get_script().get_path().get_base_dir()
	Journal.mark(folder, "godot")
	_journal = Journal.new(_options, folder)
	_pictures = Pictures.new(_journal, _names)
	node_added.connect(_add)
	node_removed.connect(_remove)
	# Nothing of the game comes later in a step: tweens are processed after its nodes, and what is deferred after tweens.
	var last := create_tween().set_process_mode(Tween.TWEEN_PROCESS_PHYSICS).set_pause_mode(Tween.TWEEN_PAUSE_PROCESS)
	last.tween_method(func(_time: float) -> void: _defer.call_deferred(), 0.0, 1.0, 1e9)


# Lets go first what the game has deferred.
func _defer() -> void:
	_snapshot.call_deferred()


# Before anything of the game runs in a step: what the engine answered about the last one.
func _physics_process(_delta: float) -> bool:
	if _journal:
		for check in _asked:
			_answer(check)
		for check in _traps:
			_notice(check)
		_asked.clear()
		_traps.clear()
		_journal.end_step()
	return false


func _finalize() -> void:
	_end()


# The web's engine does not finalize its main loop, but deletes it.
func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE:
		_end()


func _end() -> void:
	if _journal:
		_journal.far(_step, _far)
		_journal.close(_step)
		_journal = null


# Things.

func _add(node: Node) -> void:
	if node is CollisionObject2D:
		var id := node.get_instance_id()
		_things[id] = _away[id] if _away.has(id) else Thing.new(node)
		_away.erase(id)


func _remove(node: Node) -> void:
	var id := node.get_instance_id()
	if _things.has(id):
		_away[id] = _things[id]
		_things[id].leave()
		_things.erase(id)


# Names a thing at its first step, when all of its scene is there.
func _name(thing: Thing) -> void:
	var node := thing.node
	thing.whole = Parts.whole(node, current_scene)
	thing.top = Parts.top(node, thing.whole)
	thing.kind = Parts.kind(node, thing.top, current_scene)
	thing.name = _names.next(thing.kind, " ")
	thing.label = Parts.label(node)
	thing.was_monitorable = thing.is_monitorable()
	_pictures.find(thing, _step)


# Before a step.

func _snapshot() -> void:
	_asked.clear()
	_traps.clear()
	if not _journal or paused:
		return
	_step += 1
	var far := _far
	_far = 0
	_view = _journal.view_of(root)
	_place_things()
	for thing in _grid.asking:
		far -= _look_around(thing)
	_journal.far(_step - 1, far)
	_find_contacts()
	_forget()


func _place_things() -> void:
	_grid.clear()
	for thing: Thing in _things.values():
		thing.is_placed = thing.place(_step)
		if not thing.is_placed:
			thing.unlearn_all()
			continue
		if not thing.name:
			_name(thing)
		if thing.is_area:
			thing.has_changed = thing.has_changed or thing.is_monitorable() != thing.was_monitorable
		if thing.is_monitorable():
			_grid.add(thing)
		if thing.is_area and (thing.node as Area2D).is_monitoring():
			_find_askers(thing)


func _find_askers(area: Thing) -> void:
	if area.asked_at < 0 or _step - area.asked_at >= STEPS_OF_CONNECTIONS:
		area.asked_at = _step
		area.by_areas = _scripts.asker(area.node, Scripts.AREA_SIGNALS)
		area.by_bodies = _scripts.asker(area.node, Scripts.BODY_SIGNALS)
	if area.by_areas or area.by_bodies:
		_grid.asking.append(area)
	else:
		_journal.count("areas that nobody asks")


# Asks about what is near an area. Returns how many checks of the last step are written in place of being counted.
func _look_around(area: Thing) -> int:
	var reach := area.sweep.grow(_options.near + area.overhang + 2 * area.way)
	var seen := {area.id: true}
	var before := area.held
	var written := 0
	area.held = {}
	_far += _grid.visible_to(area)
	for list in _grid.lists(reach):
		for other: Thing in list:
			if seen.has(other.id) or not area.asks(other) or not reach.intersects(other.reach):
				continue
			seen[other.id] = true
			written += _consider(area, other, before)
	for id: int in area.touching.keys():
		if seen.has(id) or not _things.has(id):
			continue
		if not _things[id].is_placed:
			area.unlearn(id)
		elif area.asks(_things[id]):
			written += _consider(area, _things[id], before)
	return written


# Asks about a pair that is near, or may be in the next step. Returns 1 if the check of the last step is written.
func _consider(area: Thing, other: Thing, before: Dictionary) -> int:
	var is_near := area.is_near(other, _options.near) or area.touching.has(other.id)
	var is_soon := is_near or area.is_near(other, _options.near + 2 * (area.way + other.way))
	if not is_soon:
		return 0
	if is_near:
		_far -= 1
	var reason := _unasked(area, other)
	if reason:
		if is_near:
			_journal.count(reason)
		return 0
	var check := Check.new(area, other)
	check.is_near = is_near
	var last: Array = area.answers.get(other.id, [])
	var rests: bool = last and area.moved <= last[1] and other.moved <= last[1]
	check.text = "" if rests else _text(check)
	_asked.append(check)
	if not is_near or not before.has(other.id):
		return 0
	_journal.check(before[other.id])
	return 1


# Why the engine does not compare a pair as it would others, or an empty string.
func _unasked(area: Thing, other: Thing) -> String:
	if area.whole == other.whole:
		return "parts of one thing"
	if not area.asker(other).means(other.node):
		return "things that the called function leaves alone"
	var trap := area.trap(other)
	if trap:
		_set_trap(area, other, trap)
		return Thing.TRAPS[trap]
	if area.odd & other.odd:
		return "two rays or two boundaries"
	if area.shapes.size() > Shapes.MOST or other.shapes.size() > Shapes.MOST:
		return "things of more than %d shapes" % Shapes.MOST
	return ""


func _text(check: Check) -> String:
	return "{\"frame\":%d,\"a\":%s,\"b\":%s,\"hit\":" % [_step, _side(check.a), _side(check.b)]


# A thing as a check says it: its picture as it is drawn, its shapes as the server has them.
func _side(thing: Thing) -> String:
	if thing.text_step != _step:
		thing.text_step = _step
		var shape := Shapes.text(thing.shapes, thing.places)
		thing.text = "{%s,\"shape\":%s%s}" % [_pictures.fields(thing, _step), shape, thing.way_ahead()]
	return thing.text


# The answers.

func _answer(check: Check) -> void:
	if not check.is_there():
		if check.is_near:
			_journal.count("gone before the answer")
		return
	var hit := check.answer()
	if not hit and (check.a.has_other_shapes(_step) or check.b.has_other_shapes(_step)):
		if check.is_near:
			_journal.count("misses of shapes that were turned off or on before the answer")
		check.a.unlearn(check.b.id)
		return
	var last: Array = check.a.answers.get(check.b.id, [])
	if not check.text:
		if last and hit == last[0]:
			_journal.count("not asked again, as both rest")
			return
		check.text = _text(check)
	var line := "%s%s,\"rule\":\"area\"%s%s}" % [check.text, hit, check.a.asker(check.b).field, _view]
	if hit or check.is_near:
		_journal.check(line)
	else:
		check.a.held[check.b.id] = line
	check.a.learn(check.b, hit, _step)


# Deaf areas: what the engine's own comparison of shapes says, and its areas do not.

func _set_trap(area: Thing, other: Thing, trap: String) -> void:
	var check := Check.new(area, other)
	var names := [JSON.stringify(area.label), JSON.stringify(other.label)]
	check.text = "\"deaf\":\"%s\",\"area\":%s,\"other\":%s" % ([trap] + names)
	if _deaf.get(check.text) != 0 and area.box.intersects(other.box) and Shapes.overlap(area, other):
		_traps.append(check)


# Writes a deaf area once it has been deaf in two steps.
func _notice(check: Check) -> void:
	if not check.is_there() or check.answer():
		return
	if _deaf.get(check.text, -1) == _step - 1:
		_deaf[check.text] = 0
		_journal.check("{\"frame\":%d,%s}" % [_step, check.text])
	elif _deaf.get(check.text) != 0:
		_deaf[check.text] = _step


# Contacts: what a body touched while it moved. Where on its way is not known, so no shape is written.

func _find_contacts() -> void:
	for thing in _grid.bodies:
		if thing.node is CharacterBody2D:
			var body: CharacterBody2D = thing.node
			for n in body.get_slide_collision_count():
				_contact(thing, body.get_slide_collision(n).get_collider(), "slide")
		elif thing.node is RigidBody2D and (thing.node as RigidBody2D).is_contact_monitor_enabled():
			for other in (thing.node as RigidBody2D).get_colliding_bodies():
				_contact(thing, other, "contact")


func _contact(thing: Thing, other: Object, rule: String) -> void:
	var met: Thing = _things.get(other.get_instance_id()) if other else null
	if not met or not met.name or not _options.has_contacts:
		_journal.count("contacts of bodies" if met else "contacts with tiles")
		return
	var sides := [_step, _pictures.fields(thing, _step), _pictures.fields(met, _step), rule, _view]
	_journal.check("{\"frame\":%d,\"a\":{%s},\"b\":{%s},\"hit\":true,\"rule\":\"%s\",\"contact\":true%s}" % sides)


func _forget() -> void:
	if _step % STEPS_OF_ANSWERS == 0:
		for thing: Thing in _things.values():
			thing.forget(_step - STEPS_OF_ANSWERS)
		for id: int in _away.keys():
			if not is_instance_id_valid(id):
				_away.erase(id)


# What `maskscope run` requests. The game does not see it.
class Options:
	var log_path := _take("LOG")
	var near := _number("NEAR", 32)
	var seconds_kept := _number("LAST", 0)
	var save_key := _key("SAVE_KEY", "F12")
	var has_contacts := _take("CONTACTS") != ""
	var is_forced := _take("FORCE") != ""

	func _take(name: String) -> String:
		var value := OS.get_environment("MASKSCOPE_" + name)
		OS.unset_environment("MASKSCOPE_" + name)
		return value

	func _number(name: String, default: float) -> float:
		var value := _take(name)
		return value.to_float() if value.is_valid_float() else default

	func _key(name: String, default: String) -> Key:
		var value := _take(name)
		var key := OS.find_keycode_from_string(value)
		return key if key else OS.find_keycode_from_string(default)


# An area and what it is compared with.
class Check:
	var a: Thing
	var b: Thing
	var is_near := true
	var text := ""

	func _init(area: Thing, other: Thing) -> void:
		a = area
		b = other

	# False if the game has removed one of both, or turned the area off.
	func is_there() -> bool:
		if not is_instance_valid(a.node) or not is_instance_valid(b.node):
			return false
		return a.node.is_inside_tree() and b.node.is_inside_tree() and (a.node as Area2D).is_monitoring()

	func answer() -> bool:
		var area: Area2D = a.node
		return area.overlaps_area(b.node) if b.is_area else area.overlaps_body(b.node)


# An area or a body.
class Thing:
	# Why the engine does not report a pair, as logs name it and as it is counted.
	const TRAPS := {
		"late-monitorable": "things whose `monitorable` was changed",
		"moved-static": "static bodies that were moved, and areas at rest",
		"unmonitorable-static": "areas that are not monitorable, and static bodies",
		"concave": "two concave shapes",
	}
	# Bits of `odd`.
	const RAY := 1
	const BOUNDARY := 2

	var node: CollisionObject2D
	var id: int
	var rid: RID
	var is_area: bool
	var name := ""
	var kind := ""
	var label := "" # of its scene and its node
	var whole: Node # of which it is a part
	var top: Node # the node whose branch has its pictures
	var at: Transform2D # as the server had it before the step
	var is_placed := false # in this step: it is in a space, and has a shape
	var shapes: Array[Shape2D] = []
	var places: Array[Transform2D] = [] # of its shapes
	var box: Rect2 # of its shapes
	var sweep: Rect2 # of its box, on its way in this step
	var reach: Rect2 # of what it may touch in the next
	var way := 0.0 # how far it came in this step, px
	var moved := 0 # the step in which it last came anywhere
	var has_concave := false
	var odd := 0
	var _is_other := false # other shapes are enabled than were before the step
	var _is_other_at := -1 # the step for which that is known
	var mode := PhysicsServer2D.BODY_MODE_STATIC # of a body
	var was_monitorable := true # at its first step
	var has_changed := false # the engine keeps what `monitorable` was when two things came near
	var asked_at := -1 # the step in which its connections were read
	var by_areas: Asker # who asks about areas, or null
	var by_bodies: Asker
	var answers := {} # of others, by their ids: the last answer that was written, and its step
	var touching := {} # ids of the others that it touches
	var held := {} # by the ids of others: checks that are not near, but may be written before the next
	var sprites: Array[Node2D] = []
	var sprites_step := -1
	var overhang := 0.0 # how far its pictures stand out of its shapes, px
	var text := ""
	var text_step := -1

	func _init(of: CollisionObject2D) -> void:
		node = of
		id = of.get_instance_id()
		rid = of.get_rid()
		is_area = of is Area2D

	# Reads where the server has it; false if that is nowhere, or without a shape.
	func place(step: int) -> bool:
		var space := PhysicsServer2D.area_get_space(rid) if is_area else PhysicsServer2D.body_get_space(rid)
		if not space.is_valid():
			return false
		if not is_area:
			mode = PhysicsServer2D.body_get_mode(rid)
		var now := PhysicsServer2D.area_get_transform(rid) if is_area else _body_transform()
		if now != at:
			at = now
			moved = step
		return at.is_finite() and _read_shapes()

	# A kinematic body is a step behind its node.
	func _body_transform() -> Transform2D:
		return PhysicsServer2D.body_get_state(rid, PhysicsServer2D.BODY_STATE_TRANSFORM)

	func _read_shapes() -> bool:
		var before := box
		var is_new := shapes.is_empty()
		shapes.clear()
		places.clear()
		has_concave = false
		odd = 0
		for owner in node.get_shape_owners():
			if not node.is_shape_owner_disabled(owner):
				var there := at * node.shape_owner_get_transform(owner)
				for n in node.shape_owner_get_shape_count(owner):
					_add_shape(node.shape_owner_get_shape(owner, n), there)
		_measure_way(before, is_new)
		return not shapes.is_empty()

	# True if a shape was disabled or enabled since a step, as in `_process`. The engine then forgets at once what it touched.
	func has_other_shapes(step: int) -> bool:
		if _is_other_at != step:
			_is_other_at = step
			var count := 0
			for owner in node.get_shape_owners():
				count += 0 if node.is_shape_owner_disabled(owner) else node.shape_owner_get_shape_count(owner)
			_is_other = count != shapes.size()
		return _is_other

	func _add_shape(shape: Shape2D, there: Transform2D) -> void:
		var extent := there * Shapes.extent(shape)
		box = extent if shapes.is_empty() else box.merge(extent)
		shapes.append(shape)
		places.append(there)
		has_concave = has_concave or shape is ConcavePolygonShape2D
		odd |= RAY if shape is SeparationRayShape2D else BOUNDARY if shape is WorldBoundaryShape2D else 0

	func _measure_way(before: Rect2, is_new: bool) -> void:
		var start := (box.position - before.position).abs()
		var end := (box.end - before.end).abs()
		way = maxf(maxf(start.x, start.y), maxf(end.x, end.y))
		if is_new or way > JUMP:
			way = 0.0
		sweep = box.merge(before) if way > 0 else box
		reach = sweep.grow(overhang + 2 * way)

	func is_monitorable() -> bool:
		return not is_area or (node as Area2D).is_monitorable()

	func is_static() -> bool:
		return not is_area and mode == PhysicsServer2D.BODY_MODE_STATIC

	func sees(other: Thing) -> bool:
		return node.get_collision_mask() & other.node.get_collision_layer() != 0

	# Who asks this area about another thing, or null.
	func asker(other: Thing) -> Asker:
		return by_areas if other.is_area else by_bodies

	func asks(other: Thing) -> bool:
		return asker(other) != null and sees(other)

	# True if both are at most `px` apart, on their ways in this step.
	func is_near(other: Thing, px: float) -> bool:
		return sweep.grow(px + overhang + other.overhang).intersects(other.sweep)

	# Why the engine does not compare this area with another thing, or an empty string.
	func trap(other: Thing) -> String:
		if other.has_changed or has_changed and not other.is_area:
			return "late-monitorable"
		if other.is_static() and not is_monitorable():
			return "unmonitorable-static"
		if other.is_static() and other.moved > moved:
			return "moved-static"
		return "concave" if has_concave and other.has_concave else ""

	func learn(other: Thing, hit: bool, step: int) -> void:
		answers[other.id] = [hit, step]
		if hit:
			touching[other.id] = true
		else:
			touching.erase(other.id)

	func forget(step: int) -> void:
		for other: int in answers.keys():
			if answers[other][1] < step and not touching.has(other):
				answers.erase(other)

	# The engine forgets what touched it where that has no shape any more.
	func unlearn(other: int) -> void:
		answers.erase(other)
		touching.erase(other)

	func unlearn_all() -> void:
		answers.clear()
		touching.clear()
		held.clear()

	# It has left the tree: the engine forgets what it touched.
	func leave() -> void:
		shapes.clear()
		unlearn_all()
		asked_at = -1

	# The field that says how far its node is ahead of the server.
	func way_ahead() -> String:
		if is_area or mode != PhysicsServer2D.BODY_MODE_KINEMATIC:
			return ""
		var ahead := node.get_global_transform().origin - at.origin
		return ",\"step\":[%.5f,%.5f]" % [ahead.x, ahead.y] if ahead.length_squared() > 1e-10 else ""


# Finds near things.
class Grid:
	var asking: Array[Thing] = [] # areas
	var bodies: Array[Thing] = []
	var _cells := {}
	var _large: Array[Thing] = []
	var _layers := [{}, {}] # how many bodies and areas each layer has

	func clear() -> void:
		asking.clear()
		bodies.clear()
		_cells.clear()
		_large.clear()
		_layers = [{}, {}]

	func add(thing: Thing) -> void:
		if not thing.is_area:
			bodies.append(thing)
		var layers: Dictionary = _layers[int(thing.is_area)]
		var layer := thing.node.get_collision_layer()
		layers[layer] = layers.get(layer, 0) + 1
		var cells := _cells_of(thing.reach)
		if cells.get_area() > MOST_CELLS:
			_large.append(thing)
			return
		for x in range(cells.position.x, cells.end.x):
			for y in range(cells.position.y, cells.end.y):
				var cell := Vector2i(x, y)
				if _cells.has(cell):
					_cells[cell].append(thing)
				else:
					_cells[cell] = [thing]

	# Lists of the things that may be in a rectangle; one may be in several.
	func lists(reach: Rect2) -> Array:
		var found: Array = [_large]
		var cells := _cells_of(reach)
		if cells.get_area() > 4 * MOST_CELLS:
			return found + _cells.values()
		for x in range(cells.position.x, cells.end.x):
			for y in range(cells.position.y, cells.end.y):
				var cell := Vector2i(x, y)
				if _cells.has(cell):
					found.append(_cells[cell])
		return found

	# How many things an area is asked about, wherever they are.
	func visible_to(area: Thing) -> int:
		var mask := area.node.get_collision_mask()
		var count := 0
		for is_area in 2:
			var layers: Dictionary = _layers[is_area]
			for layer: int in layers if (area.by_areas if is_area else area.by_bodies) else {}:
				count += layers[layer] if layer & mask else 0
		var sees_itself := area.by_areas and area.is_monitorable() and area.sees(area)
		return count - int(sees_itself)

	func _cells_of(rect: Rect2) -> Rect2i:
		var from := Vector2i((rect.position / CELL).floor().clampf(-1e6, 1e6))
		var to := Vector2i((rect.end / CELL).floor().clampf(-1e6, 1e6))
		return Rect2i(from, to - from + Vector2i.ONE)


# Numbers what has the same name: rock, rock 2 and so on.
class Names:
	var _counts := {}

	func next(name: String, mark: String) -> String:
		var count: int = _counts.get(name + mark, 0) + 1
		_counts[name + mark] = count
		return name if count == 1 else "%s%s%d" % [name, mark, count]


# What belongs together, and what it is called.
class Parts:
	# The outermost body, area or scene that a node is a part of: itself, if it is none.
	static func whole(node: Node, level: Node) -> Node:
		var outermost := node
		var above := node
		while not is_spawned(above):
			above = above.get_parent()
			if not above is Node2D or above == level:
				break
			if (above is CollisionObject2D or above.get_scene_file_path()) and _count(above) <= MOST_PARTS:
				outermost = above
		return outermost

	# The node whose branch has a thing's pictures: itself, or the nearest above it.
	static func top(node: Node, of: Node) -> Node:
		var above := node
		while sprites(above).is_empty():
			var is_last := above == of
			above = above.get_parent()
			if not above is Node2D or (is_last and _count(above) > 1) or above == above.get_tree().get_current_scene():
				return node
		return above

	# True if a script of the game has added a scene.
	static func is_spawned(node: Node) -> bool:
		return node.get_scene_file_path() != "" and node.get_owner() == null

	static func _count(above: Node) -> int:
		return int(above is CollisionObject2D) + above.find_children("*", "CollisionObject2D", true, false).size()

	# The sprites of a branch, without those of other things in it.
	static func sprites(branch: Node) -> Array[Node2D]:
		var found: Array[Node2D] = []
		_find_sprites(branch, found)
		return found

	static func _find_sprites(node: Node, found: Array[Node2D]) -> void:
		if node is Sprite2D or node is AnimatedSprite2D:
			found.append(node)
		for child in node.get_children():
			var is_other := child is PhysicsBody2D or child is CollisionObject2D and child.get_scene_file_path() != ""
			if not is_other:
				_find_sprites(child, found)

	# The scene's file; of a part its node's name, too: player, player Hurtbox.
	static func kind(node: Node, of: Node, level: Node) -> String:
		var scene := of
		while scene and not scene.get_scene_file_path():
			scene = scene.get_parent()
		if scene == node:
			return scene_name(node)
		return "%s %s" % [scene_name(scene), node_name(node)] if scene and scene != level else node_name(node)

	# The scene's file and the node's name: player.tscn Hurtbox.
	static func label(node: Node) -> String:
		var scene := node
		while scene and not scene.get_scene_file_path():
			scene = scene.get_parent()
		return "%s %s" % [scene.get_scene_file_path().get_file(), node_name(node)] if scene else node_name(node)

	static func scene_name(scene: Node) -> String:
		return scene.get_scene_file_path().get_file().get_basename()

	# Without what the engine adds to tell nodes apart: Coin3, @Area2D@17.
	static func node_name(node: Node) -> String:
		var name := String(node.get_name())
		if name.begins_with("@"):
			return name.get_slice("@", 1)
		var letters := name.rstrip("0123456789")
		return letters if letters else name


# Who asks an area, and about what.
class Asker:
	var field := "" # with the line of the game
	var _methods: Array[Method]

	func _init(methods: Array[Method]) -> void:
		_methods = methods
		for method in methods:
			if not field and method.at and not method.is_idle:
				field = ",\"at\":" + JSON.stringify(method.at)

	# True if one of its functions does something about a node.
	func means(node: CollisionObject2D) -> bool:
		for method in _methods:
			if method.means(node):
				return true
		return false


# Reads the game's scripts.
class Scripts:
	const AREA_SIGNALS: Array[String] = ["area_entered", "area_exited", "area_shape_entered", "area_shape_exited"]
	const BODY_SIGNALS: Array[String] = ["body_entered", "body_exited", "body_shape_entered", "body_shape_exited"]

	var _methods := {} # by script and name
	var _polls := {} # by the id of a script: whether it has the word
	var _classes := {} # by the names of the game's classes: the paths of their scripts

	func _init() -> void:
		for known in ProjectSettings.get_global_class_list():
			_classes[String(known["class"])] = known["path"]

	# Who is called by these signals of an area, or asks it for what overlaps; null if nobody does.
	func asker(area: Node, signals: Array[String]) -> Asker:
		var methods: Array[Method] = []
		for name in signals:
			for connection in area.get_signal_connection_list(name):
				methods.append(_method(connection["callable"], name))
		var poller := _poller(area)
		if poller:
			methods.append(Method.new(poller))
		return Asker.new(methods) if methods else null

	# The script of an area, its parent or its scene that asks for what overlaps, or an empty string.
	func _poller(area: Node) -> String:
		for node: Node in [area, area.get_owner(), area.get_parent()]:
			var script: Script = node.get_script() if node else null
			while script:
				var id := script.get_instance_id()
				if not _polls.has(id):
					_polls[id] = "overlap" in script.get_source_code()
				if _polls[id]:
					return _path(script)
				script = script.get_base_script()
		return ""

	func _method(callable: Callable, signal_name: String) -> Method:
		var object := callable.get_object()
		var script: Script = object.get_script() if object else null
		var name := callable.get_method()
		var is_lambda := not name.is_valid_identifier()
		var key := [script.get_instance_id() if script else 0, name, signal_name if is_lambda else ""]
		if not _methods.has(key):
			_methods[key] = _lambda(script, signal_name) if is_lambda else _named(script, name)
		return _methods[key]

	# A method of a script, or of one that it extends.
	func _named(script: Script, name: StringName) -> Method:
		var of := script
		while of:
			var lines := of.get_source_code().split("\n")
			for n in lines.size():
				if lines[n].strip_edges().trim_prefix("static ").begins_with("func %s(" % name):
					return Method.new("%s:%d" % [_path(of), n + 1], lines, n, _classes)
			of = of.get_base_script()
		return Method.new(_path(script))

	# The line that connects a signal to a function without a name, if there is just one.
	func _lambda(script: Script, signal_name: String) -> Method:
		var lines := script.get_source_code().split("\n") if script else PackedStringArray()
		var found := Array(range(lines.size())).filter(func(n: int) -> bool: return signal_name in lines[n] and "func" in lines[n])
		return Method.new("%s:%d" % [_path(script), found[0] + 1] if found.size() == 1 else _path(script))

	func _path(script: Script) -> String:
		return script.get_path().trim_prefix("res://") if script else ""


# A function of the game that a signal calls.
class Method:
	var at: String # its file and line
	var is_idle := false # it does nothing
	var _type: Trait # of what it takes, or null
	var _only: Array[Trait] = [] # it does something about nodes with one of these alone; none if that is not certain
	var _never: Array[Trait] = [] # it returns at once for nodes with one of these

	func _init(place: String, lines := PackedStringArray(), first := 0, classes := {}) -> void:
		at = place
		var head := lines[first].get_slice("#", 0).strip_edges() if lines else ""
		var taken := head.get_slice("(", 1).get_slice(")", 0).get_slice(",", 0).get_slice("=", 0)
		var parameter := taken.get_slice(":", 0).strip_edges()
		if parameter and head.ends_with(":"):
			_type = Trait.of("%s is %s" % [parameter, taken.get_slice(":", 1).strip_edges()], parameter, classes)
			_read(_statements(lines, first), parameter, classes)

	func means(node: CollisionObject2D) -> bool:
		if is_idle or _type and not _type.is_of(node):
			return false
		return (_only.is_empty() or _has_one(node, _only)) and not _has_one(node, _never)

	static func _has_one(node: CollisionObject2D, of: Array[Trait]) -> bool:
		for it in of:
			if it.is_of(node):
				return true
		return false

	# The statements of a function: of each its first line, and the lines in it.
	func _statements(lines: PackedStringArray, first: int) -> Array:
		var found := []
		var depth := -1
		for n in range(first + 1, lines.size()):
			var text := lines[n].get_slice("#", 0).strip_edges()
			var indent := lines[n].length() - lines[n].strip_edges(true, false).length()
			if not text:
				continue
			if indent == 0:
				break
			depth = indent if depth < 0 else depth
			if indent == depth:
				found.append([text, []])
			else:
				found.back()[1].append(text)
		return found

	# What is certain about the nodes for which it does something: that it returns at once for others, or that all it does stands
	# under conditions about a node.
	func _read(statements: Array, parameter: String, classes: Dictionary) -> void:
		var acting := statements.filter(func(it: Array) -> bool: return it[0] != "pass")
		is_idle = acting.is_empty()
		var named: Array[Trait] = []
		for statement: Array in acting:
			var text: String = statement[0]
			if not text.begins_with("if ") and not text.begins_with("elif "):
				return
			var condition := text.substr(text.find(" ") + 1).get_slice(":", 0).strip_edges()
			if text.ends_with(": return") or statement[1] == ["return"]:
				if named.is_empty() and not _read_guard(condition, parameter, classes):
					return
				continue
			var needed := _needed(condition, parameter, classes)
			if needed.is_empty():
				return
			named.append_array(needed)
		_only = named

	# Reads a condition under which the function returns; false if all that is said of nodes is said.
	func _read_guard(condition: String, parameter: String, classes: Dictionary) -> bool:
		var others: Array[Trait] = []
		for part in condition.split(" and "):
			others.append(Trait.of_others(part, parameter, classes))
		if not others.has(null):
			_only = others
			return false
		for part in condition.split(" or "):
			var it := Trait.of(part, parameter, classes)
			if it:
				_never.append(it)
		return true

	# Traits: a node has one of them where a condition holds. Empty if that is not certain.
	func _needed(condition: String, parameter: String, classes: Dictionary) -> Array[Trait]:
		var found: Array[Trait] = []
		for part in condition.split(" or "):
			var it: Trait = null
			for clause in part.split(" and "):
				it = it if it else Trait.of(clause, parameter, classes)
			if not it:
				return []
			found.append(it)
		return found


# What a condition says of a node.
class Trait:
	var _verb: String
	var _value: String

	# Reads `NODE.is_in_group("…")`, `NODE.has_method("…")`, `NODE.name == "…"` and `NODE is CLASS`; null if it is another.
	static func of(condition: String, node: String, classes: Dictionary) -> Trait:
		var text := condition.strip_edges()
		if text.begins_with("(") and text.ends_with(")"):
			text = text.substr(1, text.length() - 2).strip_edges()
		if not text.begins_with(node):
			return null
		var it := Trait.new()
		var rest := text.trim_prefix(node).replace(".name==", ".name ==")
		if rest.begins_with(" is "):
			it._verb = "is"
			it._value = classes.get(rest.trim_prefix(" is "), rest.trim_prefix(" is "))
			return it if it._value.begins_with("res://") or ClassDB.class_exists(it._value) else null
		for verb: String in [".is_in_group(", ".has_method(", ".name =="]:
			if rest.begins_with(verb):
				it._verb = verb
				var value := rest.trim_prefix(verb)
				it._value = _literal(value.trim_suffix(")") if verb.ends_with("(") else value)
		return it if it._value else null

	# Reads the opposite, as `not NODE is CLASS`.
	static func of_others(condition: String, node: String, classes: Dictionary) -> Trait:
		var text := condition.strip_edges()
		if text.begins_with("not "):
			return of(text.trim_prefix("not "), node, classes)
		for opposite: Array in [[" is not ", " is "], [".name !=", ".name =="]]:
			if text.begins_with(node + opposite[0]):
				return of(text.replace(opposite[0], opposite[1]), node, classes)
		return null

	# The text between quotation marks, or an empty string.
	static func _literal(text: String) -> String:
		var value := text.strip_edges().trim_prefix("&")
		var mark := value.left(1)
		var inner := value.substr(1, value.length() - 2)
		return inner if mark in ["\"", "'"] and value.length() > 2 and value.ends_with(mark) and not mark in inner else ""

	func is_of(node: CollisionObject2D) -> bool:
		match _verb:
			".is_in_group(":
				return node.is_in_group(_value)
			".has_method(":
				return node.has_method(_value)
			".name ==":
				return String(node.get_name()) == _value
		return _is_a(node) if _value.begins_with("res://") else node.is_class(_value)

	func _is_a(node: CollisionObject2D) -> bool:
		var script: Script = node.get_script()
		while script and script.get_path() != _value:
			script = script.get_base_script()
		return script != null


# Shapes as a log says them, in px of the world.
class Shapes:
	# How many a log may list.
	const MOST := 64
	# The corners of a circle that is not scaled evenly.
	const CORNERS := 48
	# Half the thickness of a segment, px.
	const HALF := 0.00005
	# How far a boundary reaches, px.
	const ENDLESS := 1e5

	static func extent(shape: Shape2D) -> Rect2:
		return Rect2(-ENDLESS, -ENDLESS, 2 * ENDLESS, 2 * ENDLESS) if shape is WorldBoundaryShape2D else shape.get_rect()

	static func text(shapes: Array[Shape2D], places: Array[Transform2D]) -> String:
		var found := PackedStringArray()
		for n in shapes.size():
			_add(shapes[n], places[n], found)
		return found[0] if found.size() == 1 else "[%s]" % ",".join(found)

	static func _add(shape: Shape2D, at: Transform2D, found: PackedStringArray) -> void:
		if shape is CircleShape2D:
			found.append(_circle((shape as CircleShape2D).get_radius(), at))
		elif shape is RectangleShape2D:
			var half := (shape as RectangleShape2D).get_size() / 2
			found.append(_polygon(at, [-half, Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)]))
		elif shape is CapsuleShape2D:
			found.append(_capsule(shape, at))
		elif shape is ConvexPolygonShape2D:
			found.append(_polygon(at, (shape as ConvexPolygonShape2D).get_points()))
		elif shape is WorldBoundaryShape2D:
			found.append(_boundary(shape, at))
		else:
			for segment in _segments(shape):
				found.append(_segment(at, segment[0], segment[1]))

	# The segments of a shape that consists of them.
	static func _segments(shape: Shape2D) -> Array:
		if shape is SegmentShape2D:
			return [[(shape as SegmentShape2D).get_a(), (shape as SegmentShape2D).get_b()]]
		if shape is SeparationRayShape2D:
			return [[Vector2.ZERO, Vector2(0, (shape as SeparationRayShape2D).get_length())]]
		var ends := (shape as ConcavePolygonShape2D).get_segments() if shape is ConcavePolygonShape2D else PackedVector2Array()
		return Array(range(0, ends.size() - 1, 2)).map(func(n: int) -> Array: return [ends[n], ends[n + 1]])

	# True if a circle stays one.
	static func _is_even(at: Transform2D) -> bool:
		var size := at.x.length_squared()
		return absf(size - at.y.length_squared()) < 1e-4 * size and absf(at.x.dot(at.y)) < 1e-4 * size

	static func _circle(radius: float, at: Transform2D) -> String:
		if _is_even(at):
			return "{\"circle\":[%.5f,%.5f,%.5f]}" % [at.origin.x, at.origin.y, radius * at.x.length()]
		return _polygon(at, _arc(radius, Vector2.ZERO))

	static func _capsule(shape: CapsuleShape2D, at: Transform2D) -> String:
		var radius := shape.get_radius()
		var up := Vector2(0, shape.get_height() / 2 - radius)
		if up.y <= 0:
			return _circle(radius, at)
		if not _is_even(at):
			return _polygon(at, _arc(radius, up))
		var a := at * up
		var b := at * -up
		return "{\"capsule\":[%.5f,%.5f,%.5f,%.5f,%.5f]}" % [a.x, a.y, b.x, b.y, radius * at.x.length()]

	# Corners of a circle, each half of which is moved.
	static func _arc(radius: float, up: Vector2) -> PackedVector2Array:
		var corners := PackedVector2Array()
		for n in CORNERS:
			corners.append(Vector2.from_angle((n + 0.5) * TAU / CORNERS) * radius + (up if n < CORNERS / 2.0 else -up))
		return corners

	static func _boundary(shape: WorldBoundaryShape2D, at: Transform2D) -> String:
		var normal := shape.get_normal()
		var middle := normal * shape.get_distance()
		var along := normal.orthogonal() * ENDLESS
		var down := normal * ENDLESS
		return _polygon(at, [middle - along, middle + along, middle + along - down, middle - along - down])

	static func _segment(at: Transform2D, a: Vector2, b: Vector2) -> String:
		var side := (b - a).orthogonal().normalized() * HALF
		return _polygon(at, [a - side, b - side, b + side, a + side])

	static func _polygon(at: Transform2D, points: PackedVector2Array) -> String:
		var corners := PackedStringArray()
		for point in points:
			var place := at * point
			corners.append("[%.6f,%.6f]" % [place.x, place.y])
		return "{\"polygon\":[%s]}" % ",".join(corners)

	# What the engine's own comparison of shapes says. It makes none of two concave ones: their segments are compared.
	static func overlap(a: Thing, b: Thing) -> bool:
		for n in mini(a.shapes.size(), MOST):
			for m in mini(b.shapes.size(), MOST):
				if a.shapes[n].collide(a.places[n], b.shapes[m], b.places[m]):
					return true
				if a.shapes[n] is ConcavePolygonShape2D and b.shapes[m] is ConcavePolygonShape2D:
					if _cross(a.shapes[n], a.places[n], b.shapes[m], b.places[m]):
						return true
		return false

	static func _cross(a: Shape2D, a_at: Transform2D, b: Shape2D, b_at: Transform2D) -> bool:
		for one in _segments(a).slice(0, MOST):
			for other in _segments(b).slice(0, MOST):
				if Geometry2D.segment_intersects_segment(a_at * one[0], a_at * one[1], b_at * other[0], b_at * other[1]) != null:
					return true
		return false


# What a sprite draws.
class Drawn:
	var node: Node2D
	var texture: Texture2D
	var part: Rect2 # of the texture
	var local: Rect2 # where the node has it
	var flips: Array[bool]

	# What a node draws, or null.
	static func of(sprite: Node2D) -> Drawn:
		var it := Drawn.new()
		it.node = sprite
		if sprite is Sprite2D:
			it._read_sprite(sprite)
		else:
			it._read_animation(sprite)
		return it if it.texture and it.part.has_area() else null

	func _read_sprite(sprite: Sprite2D) -> void:
		texture = sprite.get_texture()
		if texture:
			var region := sprite.get_region_rect() if sprite.is_region_enabled() else Rect2(Vector2.ZERO, texture.get_size())
			var size := region.size / Vector2(sprite.get_hframes(), sprite.get_vframes())
			part = Rect2(region.position + Vector2(sprite.get_frame_coords()) * size, size)
			_place(sprite.get_offset(), sprite.is_centered(), sprite.is_flipped_h(), sprite.is_flipped_v())

	func _read_animation(sprite: AnimatedSprite2D) -> void:
		var frames := sprite.get_sprite_frames()
		var animation := sprite.get_animation()
		if frames and frames.has_animation(animation) and sprite.get_frame() < frames.get_frame_count(animation):
			texture = frames.get_frame_texture(animation, sprite.get_frame())
		if texture:
			part = Rect2(Vector2.ZERO, texture.get_size())
			_place(sprite.get_offset(), sprite.is_centered(), sprite.is_flipped_h(), sprite.is_flipped_v())

	func _place(offset: Vector2, is_centered: bool, flip_h: bool, flip_v: bool) -> void:
		local = Rect2(offset - (part.size / 2 if is_centered else Vector2.ZERO), part.size)
		flips = [flip_h, flip_v]

	func box() -> Rect2:
		return node.get_global_transform() * local

	# True if it is on the canvas of a thing, and not faded out.
	func is_shown(thing: Thing) -> bool:
		if not node.is_visible_in_tree() or node.get_canvas() != thing.node.get_canvas():
			return false
		var alpha := node.get_self_modulate().a
		var above: Node = node
		while above is CanvasItem and above != thing.whole.get_parent():
			alpha *= (above as CanvasItem).get_modulate().a
			above = above.get_parent()
		return alpha > 0.05

	func is_skewed() -> bool:
		var at := node.get_global_transform()
		return absf(at.x.dot(at.y)) > 1e-3 * at.x.length() * at.y.length() or is_zero_approx(at.determinant())

	# Where and how it is drawn. What is mirrored in its own y is flipped.
	func pose() -> String:
		var at := node.get_global_transform()
		var anchor := -local.position
		var flip_v := flips[1]
		if at.determinant() < 0:
			flip_v = not flip_v
			anchor.y = part.size.y - anchor.y
		var place := "\"position\":[%.4f,%.4f],\"rotation\":%.4f" % [at.origin.x, at.origin.y, rad_to_deg(at.x.angle())]
		var size := "\"scale\":[%.5f,%.5f],\"anchor\":[%.3f,%.3f]" % [at.x.length(), at.y.length(), anchor.x, anchor.y]
		return "%s,%s,\"flip\":[%s,%s]" % [place, size, flips[0], flip_v]


# The pictures of things, and those that the log has.
class Pictures:
	# Solid is alpha above it, of 255.
	const THRESHOLD := 127
	# The pixels of all pictures in a log; maskscope reads twice as many.
	const MOST_PIXELS := 1 << 25
	# Bytes of images that are kept for their next part.
	const MOST_KEPT := 64 << 20

	var _journal: Journal
	var _names: Names
	var _looks := {} # by texture and part: what the log calls it, or an empty string
	var _bare := {} # kinds whose shape alone is in the log
	var _images := {} # by the id of a texture, the oldest first
	var _bytes := 0 # of them
	var _pixels := 0 # of what is in the log

	func _init(journal: Journal, names: Names) -> void:
		_journal = journal
		_names = names

	# Finds the sprites of a thing, and how far they stand out of it.
	func find(thing: Thing, step: int) -> void:
		thing.sprites_step = step
		thing.sprites = Parts.sprites(thing.top)
		var drawn := _best(thing)
		if drawn:
			_measure(thing, drawn.box())

	func _measure(thing: Thing, drawn: Rect2) -> void:
		var before := thing.box.position - drawn.position
		var after := drawn.end - thing.box.end
		thing.overhang = maxf(thing.overhang, minf(maxf(maxf(before.x, before.y), maxf(after.x, after.y)), JUMP))

	# Kind, name and picture of a thing.
	func fields(thing: Thing, step: int) -> String:
		var name := "\"kind\":%s,\"name\":%s" % [JSON.stringify(thing.kind), JSON.stringify(thing.name)]
		if step - thing.sprites_step >= (STEPS_OF_SPRITES if thing.sprites else STEPS_OF_SPRITES / 4.0):
			find(thing, step)
		var drawn := _best(thing)
		var look := _look(thing, drawn) if drawn and _is_its_own(thing, drawn) else ""
		if look:
			return "%s,\"sprite\":%s,%s" % [name, look, drawn.pose()]
		if not drawn:
			_journal.miss("no sprite", thing.kind)
		var place := thing.box.position
		return "%s,\"sprite\":%s,\"position\":[%.4f,%.4f]" % [name, _bare_look(thing.kind), place.x, place.y]

	# Of the visible pictures of a thing, the one that shares most with its shapes.
	func _best(thing: Thing) -> Drawn:
		var best: Drawn = null
		var most := -1.0
		for sprite in thing.sprites:
			var drawn := Drawn.of(sprite) if is_instance_valid(sprite) and sprite.is_inside_tree() else null
			if drawn and drawn.is_shown(thing):
				var box := drawn.box()
				var shared := box.intersection(thing.box).get_area() + 1e-6 * box.get_area()
				if shared >= most:
					most = shared
					best = drawn
		return best

	# False if most of a thing lies outside its picture: then it is a range, or a probe, and not what a player sees.
	func _is_its_own(thing: Thing, drawn: Drawn) -> bool:
		var box := drawn.box()
		_measure(thing, box)
		if 2 * box.intersection(thing.box).get_area() < thing.box.get_area():
			_journal.miss("a range or a probe", thing.kind)
			return false
		if drawn.is_skewed():
			_journal.miss("skewed", thing.kind)
			return false
		return true

	# What the log calls a picture, as JSON; an empty string if it cannot be read. A new one is written.
	func _look(thing: Thing, drawn: Drawn) -> String:
		var key := [drawn.texture.get_instance_id(), drawn.part]
		if not _looks.has(key):
			_looks[key] = _new_look(thing, drawn)
		if not _looks[key]:
			_journal.miss("a texture that cannot be read", thing.kind)
		return _looks[key]

	func _new_look(thing: Thing, drawn: Drawn) -> String:
		var image := _image(drawn.texture)
		var size := Vector2i(drawn.part.size)
		_pixels += size.x * size.y
		if not image or _pixels > MOST_PIXELS:
			return ""
		var png := image.get_region(Rect2i(drawn.part)).save_png_to_buffer()
		var texture := drawn.texture
		var atlas: Texture2D = (texture as AtlasTexture).get_atlas() if texture is AtlasTexture else null
		var file := (atlas if atlas else texture).get_path()
		var is_file := file != "" and not "::" in file
		var look := JSON.stringify(_names.next(file.get_file().get_basename() if is_file else thing.kind, "~"))
		var line := [look, Marshalls.raw_to_base64(png), THRESHOLD]
		_journal.define("{\"sprite\":%s,\"png\":\"%s\",\"solid\":{\"threshold\":%d}}" % line)
		return look

	func _bare_look(kind: String) -> String:
		if not _bare.has(kind):
			_bare[kind] = JSON.stringify(kind + " shape")
			_journal.define("{\"sprite\":%s,\"shape\":{\"box\":[0,0,0,0]}}" % _bare[kind])
		return _bare[kind]

	func _image(texture: Texture2D) -> Image:
		var id := texture.get_instance_id()
		if not _images.has(id):
			var image := _atlas_image(texture) if texture is AtlasTexture else _own_image(texture)
			if not image:
				return null
			_images[id] = image
			_bytes += image.get_data().size()
			_drop_images(id)
		return _images[id]

	# Textures that change while they are drawn are not read.
	func _own_image(texture: Texture2D) -> Image:
		if texture is ViewportTexture or texture is AnimatedTexture or texture is CameraTexture:
			return null
		var image := texture.get_image()
		if not image or image.is_empty() or image.is_compressed() and image.decompress() != OK:
			return null
		image = image.duplicate()
		image.clear_mipmaps()
		image.convert(Image.FORMAT_RGBA8)
		return image

	func _atlas_image(texture: AtlasTexture) -> Image:
		var atlas := _image(texture.get_atlas()) if texture.get_atlas() else null
		if not atlas:
			return null
		var size := Vector2i(texture.get_size())
		var image := Image.create(size.x, size.y, false, Image.FORMAT_RGBA8)
		var region := texture.get_region()
		for axis in 2: # none is the whole atlas
			region.size[axis] = region.size[axis] if region.size[axis] else float(atlas.get_size()[axis])
		image.blit_rect(atlas, Rect2i(region), Vector2i(texture.get_margin().position))
		return image

	func _drop_images(kept: int) -> void:
		for id: int in _images.keys():
			if _bytes <= MOST_KEPT or id == kept:
				return
			_bytes -= _images[id].get_data().size()
			_images.erase(id)


# The log. It begins with the first check: until then a file that is there stays.
class Journal:
	var _options: Options
	var _folder: String # of the logger
	var _file: FileAccess
	var _is_open := true
	var _head := "" # lines before the first check
	var _view := "" # what the screen shows, as the header says it
	var _has_news := false
	var _kept: Array[PackedStringArray] = [PackedStringArray()] # lines of the last steps, if only those are written
	var _is_pressed := false # the key that writes them
	var _far := 0 # before the first check
	var _lost := 0
	var _counts := {} # what is not judged, and how often
	var _missing := {} # by reason: kinds without a picture

	func _init(options: Options, folder: String) -> void:
		_options = options
		_folder = folder

	func _header() -> String:
		var version := Engine.get_version_info()
		var patch := ".%d" % version["patch"] if version["patch"] else ""
		var header := {
			"maskscope_log": 1,
			"engine": "godot %d.%d%s.%s" % [version["major"], version["minor"], patch, version["status"]],
			"game": ProjectSettings.get_setting("application/config/name", ""),
			"fps": Engine.get_physics_ticks_per_second(),
			"within": 0.001,
		}
		return JSON.stringify(header, "", false).trim_suffix("}") + _view + "}\n"

	# Leaves a file beside the logger, by which `maskscope run` knows what happened.
	static func mark(folder: String, name: String) -> void:
		FileAccess.open(folder.path_join(name), FileAccess.WRITE)

	# The field of checks that says what the screen shows, where that is not what the header says.
	func view_of(window: Window) -> String:
		var view := window.get_canvas_transform().affine_inverse() * window.get_visible_rect()
		var field := ",\"view\":[%.2f,%.2f,%.2f,%.2f]" % [view.position.x, view.position.y, view.size.x, view.size.y]
		_view = _view if _view else field
		return "" if field == _view else field

	func check(line: String) -> void:
		_has_news = true
		if _options.seconds_kept > 0:
			_kept.back().append(line)
		else:
			_put(line + "\n")

	# Writes what later lines mean by a name.
	func define(line: String) -> void:
		if _file:
			_put(line + "\n")
		else:
			_head += line + "\n"

	func far(step: int, number: int) -> void:
		if number <= 0:
			return
		if _options.seconds_kept > 0:
			_kept.back().append("{\"frame\":%d,\"far\":%d}" % [step, number])
		elif _file:
			_has_news = true
			_put("{\"frame\":%d,\"far\":%d}\n" % [step, number])
		else:
			_far += number

	func count(what: String) -> void:
		_counts[what] = _counts.get(what, 0) + 1

	# Remembers why the picture of a kind is not known.
	func miss(reason: String, kind: String) -> void:
		if not _missing.has(reason):
			_missing[reason] = {}
		_missing[reason][kind] = true

	func end_step() -> void:
		if _options.seconds_kept > 0:
			_keep()
		elif _has_news:
			_flush()
		_has_news = false

	# Drops the oldest step; writes what is kept if its key is pressed.
	func _keep() -> void:
		var was_pressed := _is_pressed
		_is_pressed = Input.is_key_pressed(_options.save_key)
		if _is_pressed and not was_pressed:
			_write_kept()
		_kept.append(PackedStringArray())
		if _kept.size() > _options.seconds_kept * Engine.get_physics_ticks_per_second():
			_kept.pop_front()

	func _write_kept() -> void:
		for lines in _kept:
			for line in lines:
				_put(line + "\n")
		_kept = [PackedStringArray()]
		_flush()

	# Writes to the end what is not judged.
	func close(step: int) -> void:
		var notes := _notes()
		_write_kept()
		if _file or _far > 0 or notes:
			_put(JSON.stringify({"frame": step, "far": 0, "notes": notes}) + "\n")
		_flush()
		if notes:
			printerr("maskscope: not judged: %s" % "; ".join(notes))
		if _lost:
			printerr("maskscope: %d lines are not in the log" % _lost)
		_file = null
		_is_open = false

	func _notes() -> PackedStringArray:
		var notes := PackedStringArray()
		for what: String in _counts:
			notes.append("%d %s" % [_counts[what], what])
		for reason: String in _missing:
			notes.append("no picture of %s: %s" % [", ".join(PackedStringArray(_missing[reason].keys())), reason])
		return notes

	func _put(text: String) -> void:
		if _is_open and not _file:
			_open()
		if not _is_open:
			_lost += 1
			return
		_file.store_string(text)

	func _open() -> void:
		var refusal := _refusal()
		_file = null if refusal else FileAccess.open(_options.log_path, FileAccess.WRITE)
		if not _file:
			_is_open = false
			printerr("maskscope: the log is not written: " + (refusal if refusal else "%s cannot be written" % _options.log_path))
			return
		mark(_folder, "log-1")
		_file.store_string(_header() + _head)
		_head = ""
		if _far > 0:
			_file.store_string("{\"frame\":0,\"far\":%d}\n" % _far)

	# Why a file must not be written over, or an empty string.
	func _refusal() -> String:
		var path := _options.log_path
		if _options.is_forced or not FileAccess.file_exists(path):
			return "%s is a folder" % path if DirAccess.dir_exists_absolute(path) else ""
		var file := FileAccess.open(path, FileAccess.READ)
		if not file:
			return "%s cannot be opened" % path
		var line := ""
		while not line.strip_edges() and not file.eof_reached():
			line = file.get_line()
		var json := JSON.new()
		var is_log: bool = json.parse(line) == OK and json.data is Dictionary and json.data.has("maskscope_log")
		return "" if is_log or file.get_length() == 0 else "%s is not a log" % path

	# A file that cannot be written any more is closed: what is lost is counted.
	func _flush() -> void:
		if not _file:
			return
		_file.flush()
		if not _file.get_error() in [OK, ERR_FILE_EOF]:
			_is_open = false
