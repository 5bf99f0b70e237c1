# Pairs that overlap, of which the engine tells the area nothing, each beside one that it does tell of.
#
# It prints `HEARD AREA OTHER STEPS`: in how many of the last ten steps the area knew of the other.
extends Node2D

const SIDE := 20.0
const LAST := 60

var step := 0
var pairs: Array[Array] = [] # area, other, steps


func _ready() -> void:
	get_tree().physics_frame.connect(_count)
	# The engine keeps what `monitorable` was when two things came near.
	_pair("Late", _area(0, false), 0)
	_pair("Early", _area(0, true), 500)
	# What stands and is moved is compared once the area moves.
	_pair("Rests", _static(200), 1000)
	_pair("Moves", _static(200), 1500)
	# An area that is not monitorable does not meet what stands, but a body that moves.
	_pair("Hidden", _static(5), 2000).monitorable = false
	_pair("Hides", _kinematic(5), 2500).monitorable = false
	# Two concave shapes, and a concave one with a convex one.
	_pair("Hollow", _area(5, true, true), 3000, true)
	_pair("Full", _area(5, true), 3500, true)


func _pair(kind: String, other: CollisionObject2D, x: float, is_concave := false) -> Area2D:
	var area := _area(0, true, is_concave)
	area.name = kind + "Area"
	area.position.x += x
	area.area_entered.connect(_ignore)
	area.body_entered.connect(_ignore)
	other.name = kind + "Other"
	other.position.x += x
	add_child(area)
	add_child(other)
	pairs.append([area, other, 0])
	return area


func _ignore(_other: Node2D) -> void:
	pass


func _area(x: float, is_monitorable: bool, is_concave := false) -> Area2D:
	var area := Area2D.new()
	area.monitorable = is_monitorable
	_dress(area, x, is_concave)
	return area


func _static(x: float) -> StaticBody2D:
	var body := StaticBody2D.new()
	_dress(body, x)
	return body


func _kinematic(x: float) -> CharacterBody2D:
	var body := CharacterBody2D.new()
	_dress(body, x)
	return body


func _dress(node: CollisionObject2D, x: float, is_concave := false) -> void:
	var shape := CollisionShape2D.new()
	var rectangle := RectangleShape2D.new()
	rectangle.size = Vector2(SIDE, SIDE)
	var concave := ConcavePolygonShape2D.new()
	concave.segments = PackedVector2Array([Vector2(-9, -9), Vector2(9, 9), Vector2(9, 9), Vector2(9, -9)])
	shape.shape = concave if is_concave else rectangle
	node.add_child(shape)
	node.position.x = x


func _count() -> void:
	if step < LAST - 10:
		return
	for pair: Array in pairs:
		var area: Area2D = pair[0]
		pair[2] += int(area.overlaps_area(pair[1]) if pair[1] is Area2D else area.overlaps_body(pair[1]))


func _physics_process(_delta: float) -> void:
	step += 1
	for pair: Array in pairs:
		if not pair[0].name.begins_with("Rest") and not pair[0].name.begins_with("Hollow"):
			pair[0].position.x += 0.01
	if step == 10:
		_of("LateOther").monitorable = true
		_of("RestsOther").position.x -= 195
		_of("MovesOther").position.x -= 195
	if step == 20: # the same, while they are apart
		_of("EarlyOther").position.x += 300
	if step == 25:
		_of("EarlyOther").monitorable = false
	if step == 30:
		_of("EarlyOther").monitorable = true
	if step == 35:
		_of("EarlyOther").position.x -= 300
	if step == LAST:
		for pair: Array in pairs:
			print("HEARD %s %s %d" % [pair[0].name, pair[1].name, pair[2]])
		get_tree().quit()


func _of(its_name: String) -> CollisionObject2D:
	return get_node(its_name)
