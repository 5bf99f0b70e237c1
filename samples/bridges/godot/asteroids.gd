# A ship among turning rocks, whose collision test is wrong: it asks by boxes. The bridge logs what it asks.
#
#     godot -s asteroids.gd [--frames N] [--log FILE]    by default until closed, and game.jsonl
#
# The arrows steer. A rock is orange while its box and the ship's overlap, and red where their pixels really do.
# The last line that it prints says how often each was the case; `maskscope follow game.jsonl` shows every
# single one. For Godot 3 and 4; run in 3.2.
extends SceneTree


func _initialize():
	root.add_child(Game.new())


class Game extends Node2D:
	const Maskscope = preload("maskscope.gd")
	const SIZE = Vector2(240, 180)
	const SHIP = [
		".....##.....", ".....##.....", "....####....", "....####....", "....####....",
		"...######...", "...######...", "..########..", ".##########.", "############",
		"###.####.###", "##...##...##", "#....##....#",
	]
	const ROCK = [
		"....#####.......", "...########.....", "..##########.##.", "..#############.", ".###############",
		"################", "##############..", ".############...", ".###########....", "..###########...",
		"..#############.", "...###########..", "....####..###...", ".....##.........",
	]
	# Where each rock begins, how far it moves in a frame, and how many frames of 24 it turns on in a second.
	const ROCKS = [
		[30, 30, 0.65, 0.2, 12],
		[200, 40, -0.4, 0.45, -8],
		[60, 150, 0.35, -0.55, 20],
		[215, 145, -0.6, -0.25, -16],
		[120, 10, 0.15, 0.7, 4],
	]

	var options = {"--frames": "-1", "--log": "game.jsonl"}
	var maskscope
	var ship = Body.new("ship", "ship", SHIP, [120, 90, 0.8, 0.35, 0])
	var rocks = []
	var checks = 0
	var by_boxes = 0
	var by_pixels = 0

	func _ready():
		var arguments = OS.get_cmdline_args()
		for n in range(arguments.size() - 1):
			if arguments[n] in options:
				options[arguments[n]] = arguments[n + 1]
		maskscope = Maskscope.new(options["--log"], "asteroids")
		for n in range(ROCKS.size()):
			rocks.append(Body.new("rock", "rock %d" % (n + 1), ROCK, ROCKS[n]))
		scale = Vector2(3, 3)

	func _process(_delta):
		if maskscope.frame == int(options["--frames"]):
			print("%d frames, %d checks: %d hits by boxes, %d by pixels" % [maskscope.frame, checks, by_boxes, by_pixels])
			maskscope.close()
			get_tree().quit()
			return
		maskscope.next_frame()
		ship.turn += 0.3 * (int(Input.is_action_pressed("ui_right")) - int(Input.is_action_pressed("ui_left")))
		ship.velocity += Vector2(0, -0.04 * int(Input.is_action_pressed("ui_up"))).rotated(ship.turn * PI / 12)
		for body in [ship] + rocks:
			body.move(SIZE)
		for rock in rocks:
			var a = ship.actor()
			var b = rock.actor()
			rock.is_near = maskscope.check(a, b, boxes_overlap(a, b), "box") # the wrong test, logged
			rock.is_touching = pixels_overlap(a, b) # the right one
			checks += 1
			by_boxes += int(rock.is_near)
			by_pixels += int(rock.is_touching)
		call("queue_redraw" if has_method("queue_redraw") else "update") # in Godot 4, and in 3

	func _draw():
		for body in [ship] + rocks:
			var color = Color(1, 0, 0) if body.is_touching else Color(1, 0.6, 0) if body.is_near else Color(0.6, 0.6, 0.6)
			if body == ship:
				color = Color(0.5, 0.8, 1)
			var shown = body.actor()
			for cell in shown.cells:
				draw_rect(Rect2(shown.position + cell, Vector2(1, 1)), color)

	func boxes_overlap(a, b):
		return Rect2(a.position, a.image.get_size()).intersects(Rect2(b.position, b.image.get_size()))

	func pixels_overlap(a, b):
		for cell in a.cells:
			if b.cells.has(cell + a.position - b.position):
				return true
		return false


class Body:
	var kind
	var name
	var turn = 0.0
	var position
	var velocity
	var spin
	var turns = []
	var is_near = false
	var is_touching = false

	func _init(kind_, name_, art, way):
		kind = kind_
		name = name_
		position = Vector2(way[0], way[1])
		velocity = Vector2(way[2], way[3])
		spin = way[4]
		for n in range(24):
			turns.append(turned(art, n * PI / 12))

	func move(size):
		position = (position + velocity).posmodv(size)
		turn += spin / 60.0

	# The body as it is drawn: on whole pixels, by the image of its turn. The bridge ignores the cells.
	func actor():
		var shown = turns[posmod(int(floor(turn)), 24)]
		return {"sprite": kind, "name": name, "position": position.round(), "image": shown.image, "cells": shown.cells}

	# `art` turned clockwise, in a square that holds every turn: its solid cells, and an image of them.
	func turned(art, angle):
		var size = Vector2(art[0].length(), art.size())
		var side = int(ceil(size.length()))
		var cells = {}
		var bytes = []
		for y in range(side):
			for x in range(side):
				var source = (Vector2(x + 0.5 - side / 2.0, y + 0.5 - side / 2.0).rotated(-angle) + size / 2).floor()
				var is_solid = Rect2(Vector2(), size).has_point(source) and art[int(source.y)][int(source.x)] == "#"
				if is_solid:
					cells[Vector2(x, y)] = true
				bytes += [255, 255, 255, 255 if is_solid else 0]
		var image = Image.new()
		var fill = "set_data" if image.has_method("set_data") else "create_from_data" # in Godot 4, and in 3
		image.call(fill, side, side, false, Image.FORMAT_RGBA8, bytes)
		return {"image": image, "cells": cells}
