class_name Runner
extends CharacterBody2D

var hurt := 0
var near := 0


# It does something about enemies alone.
func _on_hurtbox_area_entered(area: Area2D) -> void:
	if area.is_in_group("enemies") or area.is_in_group(&"spikes"):
		hurt += 1 # more


# It does something about everything, and more about enemies.
func _on_hurtbox_body_entered(body: Node2D) -> void:
	if body.is_in_group("enemies"):
		hurt += 1
	near += 1


func _on_aura_area_entered(_area: Area2D) -> void:
	near += 1


# It does nothing about crates.
func _on_aura_body_entered(body: Node2D) -> void:
	if body.is_in_group("crates"):
		return
	near += 1


func slow_down() -> void:
	velocity.x = 60


func _physics_process(_delta: float) -> void:
	velocity.x = 120
	move_and_slide()
