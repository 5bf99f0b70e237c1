# A player that walks past a coin and an enemy, up to a crate, through gates that are for some bodies alone.
extends Node2D

const STEPS := 120

const GATES: Array[String] = ["named", "classed", "able", "typed", "still", "idle", "acting"]

var step := 0
var is_shut := false


func _ready() -> void:
	_put("player", 0)
	_put("coin", 60)
	_put("enemy", 90)
	_put("crate", 150)
	_put("coin", 152)
	for gate in GATES:
		_put_gate(gate)


func _put(kind: String, x: float) -> void:
	var thing: Node2D = load("res://%s.tscn" % kind).instantiate()
	thing.position = Vector2(x, 100)
	add_child(thing)


func _put_gate(gate: String) -> void:
	var area := Area2D.new()
	area.name = gate
	area.position = Vector2(120, 100)
	area.collision_layer = 0
	area.body_entered.connect(Callable(self, "_on_" + gate))
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	area.add_child(shape)
	add_child(area)


func _on_named(body: Node2D) -> void:
	if is_shut:
		return
	if body.name == "Player":
		is_shut = true


func _on_classed(body: Node2D) -> void:
	if not body is Runner: return
	is_shut = true


func _on_able(body: Node2D) -> void:
	if body.has_method("slow_down"):
		is_shut = true


func _on_typed(_body: Runner) -> void:
	is_shut = true


func _on_still(body: Node2D) -> void:
	if not is_shut and body is StaticBody2D or body.is_in_group(&"rocks"):
		is_shut = true


func _on_idle(_body: Node2D) -> void:
	pass


# It returns for crates, but not at once.
func _on_acting(body: Node2D) -> void:
	if body.is_in_group("crates"):
		is_shut = true
		return
	is_shut = false


func _physics_process(_delta: float) -> void:
	step += 1
	if step == STEPS:
		get_tree().quit()
