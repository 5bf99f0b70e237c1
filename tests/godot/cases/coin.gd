extends Area2D

var is_taken := false


func _ready() -> void:
	body_entered.connect(_on_body_entered)


func _on_body_entered(body: Node2D) -> void:
	if not body.is_in_group("players"):
		return
	is_taken = true


func _process(_delta: float) -> void:
	$Shape.disabled = is_taken
