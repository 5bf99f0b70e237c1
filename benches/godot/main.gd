# A field of discs that bounce off its sides. Every other one asks about the rest.
extends Node2D

const FIELD := Rect2(0, 0, 800, 600)
const RADIUS := 8

var met := 0
var _dice := RandomNumberGenerator.new()
var _texture: Texture2D


func _ready() -> void:
	_dice.seed = 7
	var image := Image.create(2 * RADIUS, 2 * RADIUS, false, Image.FORMAT_RGBA8)
	for x in 2 * RADIUS:
		for y in 2 * RADIUS:
			if Vector2(x + 0.5 - RADIUS, y + 0.5 - RADIUS).length() < RADIUS:
				image.set_pixel(x, y, Color.WHITE)
	_texture = ImageTexture.create_from_image(image)


# Puts a number of discs on the field, in place of those that are there.
func fill(count: int) -> void:
	for disc in get_children():
		disc.free()
	for n in count:
		add_child(_disc(n % 2 == 0))


func _disc(is_asking: bool) -> Disc:
	var disc := Disc.new()
	disc.name = "Asking" if is_asking else "Asked"
	disc.position = Vector2(_dice.randf(), _dice.randf()) * FIELD.size
	disc.way = Vector2.from_angle(_dice.randf() * TAU) * _dice.randf_range(1, 3)
	disc.collision_layer = 0 if is_asking else 2
	disc.collision_mask = 2 if is_asking else 0
	disc.monitoring = is_asking
	if is_asking:
		disc.area_entered.connect(_on_area_entered)
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	(shape.shape as CircleShape2D).radius = RADIUS
	disc.add_child(shape)
	var sprite := Sprite2D.new()
	sprite.texture = _texture
	disc.add_child(sprite)
	return disc


func _on_area_entered(_area: Area2D) -> void:
	met += 1


class Disc extends Area2D:
	var way: Vector2

	func _physics_process(_delta: float) -> void:
		position += way
		for axis in 2:
			if position[axis] < 0 and way[axis] < 0 or position[axis] > FIELD.size[axis] and way[axis] > 0:
				way[axis] = -way[axis]
