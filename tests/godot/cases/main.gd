# A player that walks past a coin and an enemy, up to a crate.
extends Node2D

const STEPS := 120

var step := 0


func _ready() -> void:
	_put("player", 0)
	_put("coin", 60)
	_put("enemy", 90)
	_put("crate", 150)
	_put("coin", 152)


func _put(kind: String, x: float) -> void:
	var thing: Node2D = load("res://%s.tscn" % kind).instantiate()
	thing.position = Vector2(x, 100)
	add_child(thing)


func _physics_process(_delta: float) -> void:
	step += 1
	if step == STEPS:
		get_tree().quit()
