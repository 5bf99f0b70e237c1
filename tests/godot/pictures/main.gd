# Draws a sprite in many ways, each alone, and prints what is drawn: `DRAWN WAY PNG`. An area asks about each, so that the
# log has it as the logger understands it.
extends Node2D

const SIZE := Vector2i(200, 200)
const WAYS := 16
const FRAMES := 10 # of each way
const DRAWN := 8 # the frame that is read

var way := -1
var frame := 0
var shown: Area2D
var picture := ImageTexture.create_from_image(_image())


func _ready() -> void:
	get_window().size = SIZE
	texture_filter = TEXTURE_FILTER_NEAREST
	RenderingServer.set_default_clear_color(Color.BLACK)
	var asking := _area("Asking", Vector2.ZERO)
	asking.position = Vector2(100, 100)
	add_child(asking)
	_next()


# White, clear and half clear pixels in no order.
func _image() -> Image:
	var random := RandomNumberGenerator.new()
	random.seed = 5
	var image := Image.create(20, 16, false, Image.FORMAT_RGBA8)
	for x in 20:
		for y in 16:
			image.set_pixel(x, y, Color(1, 1, 1, [0.0, 0.3, 0.7, 1.0, 1.0][random.randi() % 5]))
	return image


func _area(its_name: String, middle: Vector2) -> Area2D:
	var area := Area2D.new()
	area.name = its_name
	var shape := CollisionShape2D.new()
	shape.shape = RectangleShape2D.new()
	shape.shape.size = Vector2(2, 2)
	shape.position = middle
	area.add_child(shape)
	area.area_entered.connect(func(_other: Area2D) -> void: pass)
	return area


func _next() -> void:
	way += 1
	frame = 0
	if shown:
		shown.queue_free()
	if way == WAYS:
		get_tree().quit()
		return
	var sprite := _animated() if way == 12 else _sprite()
	var middle := Vector2.ZERO if way == 12 else (sprite as Sprite2D).get_rect().get_center()
	shown = _area("Way" + char(97 + way), sprite.transform * middle)
	shown.position = Vector2(101, 99)
	shown.add_child(sprite)
	if way == 8:
		shown.scale = Vector2(2, -3)
	if way == 10:
		shown.rotation = PI
	add_child(shown)


func _sprite() -> Sprite2D:
	var sprite := Sprite2D.new()
	sprite.texture = _atlas() if way == 11 else picture
	sprite.centered = way != 1
	sprite.flip_h = way in [2, 3, 8]
	sprite.flip_v = way == 3
	match way:
		3: sprite.offset = Vector2(5, 3)
		4: _cut(sprite, 2, 2, 3)
		5: _take(sprite, Rect2(4, 2, 12, 10))
		6: sprite.scale = Vector2(3, 2)
		7:
			sprite.scale = Vector2(-2, 2)
			sprite.offset = Vector2(4, 1)
		8: sprite.offset = Vector2(2, 2)
		9:
			sprite.rotation = PI / 2
			sprite.offset = Vector2(3, 1)
		10:
			sprite.scale = Vector2(2, 2)
			sprite.position = Vector2(4, 2)
		13:
			_take(sprite, Rect2(2, 2, 16, 12))
			_cut(sprite, 2, 1, 1)
			sprite.scale = Vector2(2, 2)
		14:
			sprite.rotation = 0.5
			sprite.scale = Vector2(4, 4)
		15:
			_cut(sprite, 4, 1, 2)
			sprite.position.x = 0.5 # else pixels of the screen lie between two of the picture
	return sprite


func _animated() -> AnimatedSprite2D:
	var sprite := AnimatedSprite2D.new()
	sprite.sprite_frames = SpriteFrames.new()
	sprite.sprite_frames.add_frame("default", picture)
	sprite.flip_v = true
	sprite.offset = Vector2(1, 2)
	return sprite


func _atlas() -> AtlasTexture:
	var atlas := AtlasTexture.new()
	atlas.atlas = picture
	atlas.region = Rect2(0, 0, 12, 14)
	atlas.margin = Rect2(3, 2, 8, 4)
	return atlas


func _cut(sprite: Sprite2D, columns: int, rows: int, number: int) -> void:
	sprite.hframes = columns
	sprite.vframes = rows
	sprite.frame = number


func _take(sprite: Sprite2D, region: Rect2) -> void:
	sprite.region_enabled = true
	sprite.region_rect = region


func _process(_delta: float) -> void:
	frame += 1
	if frame == DRAWN:
		var image := get_viewport().get_texture().get_image()
		print("DRAWN %s %s" % [shown.name, Marshalls.raw_to_base64(image.save_png_to_buffer())])
	if frame == FRAMES:
		_next()
