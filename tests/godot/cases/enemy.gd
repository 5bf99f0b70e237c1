extends Area2D

var met := 0


func _ready() -> void:
	body_entered.connect(func(_body: Node2D) -> void: met += 1)
