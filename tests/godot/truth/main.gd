# Things of every shape that move in every way, and are changed in every way, while the engine compares them.
#
#     godot --path truth [--fixed-fps 60] [-- STEPS [plain]]
#
# It prints what the areas know at the start of each step, before anything moves, as `KNOWN STEP AREA>OTHER …`, where STEP
# counts the steps of the physics, and what leaves the tree or has no shape any more, as `GONE STEP THING`. `plain` leaves
# out what the engine does not compare: two concave shapes, and things whose `monitorable` changes.
extends Node2D

const SIZE := Vector2(640, 400)
const AREAS := 30
const BODIES := 18
const SHAPES: Array[String] = ["circle", "rectangle", "capsule", "convex", "segment", "concave"]

var steps := 2000
var is_plain := false
var step := 0
var compared := 0 # steps whose physics ran
var made := 0
var areas: Array[Area2D] = []
var bodies: Array[PhysicsBody2D] = []
var random := RandomNumberGenerator.new()
var speeds := {}
var ways := {}
var entered := 0
var is_resuming := false


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	steps = int(arguments[0]) if arguments else steps
	is_plain = "plain" in arguments
	random.seed = 11
	get_tree().physics_frame.connect(_poll)
	for n in AREAS:
		_add_area(n)
	for n in BODIES:
		_add_body(n)


# Things.

func _add_area(n: int) -> void:
	var area := Area2D.new()
	area.name = _name()
	area.position = _place()
	area.rotation = random.randf() * TAU
	area.scale = Vector2.ONE * random.randf_range(0.6, 1.6)
	_dress(area, n)
	area.collision_layer = 1 << (n % 3)
	area.collision_mask = 7 if n % 4 else 3
	area.area_entered.connect(_entered)
	area.body_entered.connect(_entered)
	ways[area] = n % 4
	speeds[area] = _speed(400)
	add_child(area)
	areas.append(area)
	if n % 4 == 3:
		_add_tween(area, n)


func _add_tween(area: Area2D, n: int) -> void:
	var tween := create_tween().bind_node(area).set_loops()
	tween.set_process_mode(Tween.TWEEN_PROCESS_PHYSICS if n % 8 == 3 else Tween.TWEEN_PROCESS_IDLE)
	tween.tween_property(area, "position", _place(), 1.3)
	tween.tween_property(area, "position", area.position, 1.1)


func _add_body(n: int) -> void:
	var body: PhysicsBody2D = [CharacterBody2D, RigidBody2D, AnimatableBody2D, StaticBody2D][n % 4].new()
	body.name = _name()
	body.position = _place()
	body.rotation = 0.0 if n % 2 else random.randf()
	_dress(body, random.randi() % 4 if body is RigidBody2D else n)
	body.collision_layer = 1 << (n % 3)
	body.collision_mask = 0 if n % 3 else 2
	speeds[body] = _speed(300)
	if body is RigidBody2D:
		body.linear_velocity = speeds[body]
		body.gravity_scale = 0.0
		body.can_sleep = false
	add_child(body)
	bodies.append(body)


func _dress(node: CollisionObject2D, n: int) -> void:
	var first := CollisionShape2D.new()
	first.shape = _shape(n)
	first.position = Vector2(random.randf_range(-6, 6), random.randf_range(-6, 6))
	first.rotation = random.randf() * TAU
	node.add_child(first)
	if n % 5 == 0:
		var second := CollisionShape2D.new()
		second.shape = _shape(n + 1)
		second.position = Vector2(15, 0)
		node.add_child(second)
	if n % 7 == 0:
		var polygon := CollisionPolygon2D.new()
		polygon.polygon = PackedVector2Array([Vector2(0, 0), Vector2(30, 0), Vector2(30, 20), Vector2(15, 5), Vector2(0, 20)])
		node.add_child(polygon)


func _shape(n: int) -> Shape2D:
	match SHAPES[n % (5 if is_plain else 6)]:
		"circle":
			var circle := CircleShape2D.new()
			circle.radius = random.randf_range(3, 20)
			return circle
		"rectangle":
			var rectangle := RectangleShape2D.new()
			rectangle.size = Vector2(random.randf_range(4, 40), random.randf_range(4, 40))
			return rectangle
		"capsule":
			var capsule := CapsuleShape2D.new()
			capsule.height = 60
			capsule.radius = random.randf_range(4, 16)
			capsule.height = capsule.radius * 2 + random.randf_range(0, 30)
			return capsule
		"convex":
			var convex := ConvexPolygonShape2D.new()
			var points := range(7).map(func(k: int) -> Vector2: return Vector2.from_angle(k * TAU / 7) * random.randf_range(6, 20))
			convex.set_point_cloud(PackedVector2Array(points))
			return convex
		"segment":
			var segment := SegmentShape2D.new()
			segment.a = Vector2(-random.randf_range(5, 25), 0)
			segment.b = Vector2(random.randf_range(5, 25), random.randf_range(-10, 10))
			return segment
	var concave := ConcavePolygonShape2D.new()
	var corners: Array[Vector2] = [Vector2(-20, 0), Vector2(0, 15), Vector2(20, -5)]
	concave.segments = PackedVector2Array([corners[0], corners[1], corners[1], corners[2], corners[2], corners[0]])
	return concave


# Letters alone: the logger leaves out numbers at the end.
func _name() -> String:
	made += 1
	return "T" + _letters(made)


func _letters(number: int) -> String:
	return (_letters(number / 26) if number >= 26 else "") + char(97 + number % 26)


func _place() -> Vector2:
	return Vector2(random.randf(), random.randf()) * SIZE


func _speed(most: float) -> Vector2:
	return Vector2.from_angle(random.randf() * TAU) * random.randf_range(20, most)


# What the areas know of the last step, as a game reads it first thing.

func _poll() -> void:
	if is_resuming:
		is_resuming = get_tree().paused
		return
	var known := PackedStringArray()
	for area in areas:
		if area.is_inside_tree() and area.monitoring:
			for other in area.get_overlapping_areas() + area.get_overlapping_bodies():
				known.append("%s>%s" % [area.name, other.name])
	print("KNOWN %d %s" % [compared, " ".join(known)])


func _entered(_other: Node2D) -> void:
	entered += 1


# Moves.

func _process(delta: float) -> void:
	for area in areas:
		if ways[area] == 2:
			area.position += _bounce(area) * delta


func _physics_process(delta: float) -> void:
	step += 1
	compared += 1
	for area in areas:
		if ways[area] == 0:
			area.position += _bounce(area) * delta
			area.rotation += delta
		elif ways[area] == 1:
			area.set_deferred("position", area.position + _bounce(area) * delta)
	for body in bodies:
		_move(body, delta)
	_change()
	if step == steps:
		print("END %d entered, random %d" % [entered, random.randi()])
		get_tree().quit()


func _move(body: PhysicsBody2D, delta: float) -> void:
	if body is CharacterBody2D:
		body.velocity = _bounce(body)
		body.move_and_slide()
	elif body is AnimatableBody2D:
		body.position += _bounce(body) * delta
	elif body is RigidBody2D and not Rect2(Vector2.ZERO, SIZE).grow(20).has_point(body.position):
		var middle := Transform2D(0, SIZE / 2)
		PhysicsServer2D.body_set_state(body.get_rid(), PhysicsServer2D.BODY_STATE_TRANSFORM, middle)
	elif body is StaticBody2D and step % 97 == 0:
		body.position = _place()


# The speed of a thing, which turns at the borders.
func _bounce(node: Node2D) -> Vector2:
	var speed: Vector2 = speeds[node]
	for axis in 2:
		if node.position[axis] < 0 or node.position[axis] > SIZE[axis]:
			speed[axis] = absf(speed[axis]) * (1 if node.position[axis] < 0 else -1)
	speeds[node] = speed
	return speed


# Changes, each at its own rate.
func _change() -> void:
	var area: Area2D = areas[random.randi() % areas.size()]
	if step % 13 == 0:
		var shape: Node = area.get_child(0)
		shape.set_deferred("disabled", not shape.disabled)
		if not shape.disabled and area.get_child_count() == 1:
			print("GONE %d %s" % [compared, area.name])
	if step % 17 == 0:
		area.monitoring = not area.monitoring
	if step % 19 == 0 and not is_plain:
		area.monitorable = not area.monitorable
	if step % 23 == 0:
		area.collision_layer = 1 << (random.randi() % 3)
	if step % 41 == 0:
		area.get_child(0).shape = _shape(random.randi() % 6)
	if step % 43 == 0:
		print("GONE %d %s" % [compared, area.name])
		remove_child(area)
		add_child(area)
	if step % 31 == 0:
		print("GONE %d %s" % [compared, area.name])
		area.queue_free()
		areas.erase(area)
		_add_area(random.randi() % 24)
	if step % 200 == 150:
		get_tree().paused = true
		compared -= 1
		is_resuming = true
		get_tree().create_timer(0.2).timeout.connect(func() -> void: get_tree().paused = false)
