# A ship among turning rocks, which it compares by boxes, by circles or by pixels. The bridge logs each comparison.
#
#     godot -s asteroids.gd [--by boxes|circles|pixels] [--frames N] [--log FILE]
#
# By default it compares boxes, until it is closed, and logs to game.jsonl. The arrows steer. A rock is orange while the
# game says that it hits the ship, and red where their pixels really overlap. The last line that it prints says how often
# each was the case; `maskscope follow game.jsonl` shows every single one. For Godot 3 and 4; run in 3.2 and 4.6.
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

	# The tests of the game, and what the bridge calls them.
	const RULES = {"boxes": "box", "circles": "circle", "pixels": "mask"}

	var options = {"--frames": "-1", "--log": "game.jsonl", "--by": "boxes"}
	var maskscope
	var ship = Body.new("ship", "ship", SHIP, [120, 90, 0.8, 0.35, 0])
	var rocks = []
	var checks = 0
	var hits = 0
	var by_pixels = 0
	var wrong = 0

	func _ready():
		var arguments = OS.get_cmdline_args()
		for n in range(arguments.size() - 1):
			if arguments[n] in options:
				options[arguments[n]] = arguments[n + 1]
		maskscope = Maskscope.new(options["--log"], "asteroids", 60, Rect2(Vector2(), SIZE))
		for n in range(ROCKS.size()):
			rocks.append(Body.new("rock", "rock %d" % (n + 1), ROCK, ROCKS[n]))
		scale = Vector2(3, 3)

	func _process(_delta):
		var by = options["--by"]
		if maskscope.frame == int(options["--frames"]):
			var summary = "%d frames, %d checks: %d hits by %s, %d by pixels, %d wrong"
			print(summary % [maskscope.frame, checks, hits, by, by_pixels, wrong])
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
			rock.is_hit = maskscope.collided(self, by + "_overlap", a, b, RULES[by]) # what the game says
			rock.is_touching = pixels_overlap(a, b) # what a player sees
			checks += 1
			hits += int(rock.is_hit)
			by_pixels += int(rock.is_touching)
			wrong += int(rock.is_hit != rock.is_touching)
		call("queue_redraw" if has_method("queue_redraw") else "update") # in Godot 4, and in 3

	func _draw():
		for body in [ship] + rocks:
			var color = Color(1, 0, 0) if body.is_touching else Color(1, 0.6, 0) if body.is_hit else Color(0.6, 0.6, 0.6)
			if body == ship:
				color = Color(0.5, 0.8, 1)
			var shown = body.actor()
			for cell in shown.cells:
				draw_rect(Rect2(shown.position + cell, Vector2(1, 1)), color)

	func boxes_overlap(a, b):
		return Rect2(a.position, a.image.get_size()).intersects(Rect2(b.position, b.image.get_size()))

	func circles_overlap(a, b):
		# In Godot 4 the size is a Vector2i, whose half is rounded.
		var way = b.position + Vector2(b.image.get_size()) / 2 - a.position - Vector2(a.image.get_size()) / 2
		return way.length() < a.radius + b.radius

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
	var radius
	var turns = []
	var is_hit = false
	var is_touching = false

	func _init(kind_, name_, art, way):
		kind = kind_
		name = name_
		position = Vector2(way[0], way[1])
		velocity = Vector2(way[2], way[3])
		spin = way[4]
		radius = art.size() / 2.0
		for n in range(24):
			turns.append(turned(art, n * PI / 12))

	func move(size):
		position = (position + velocity).posmodv(size)
		turn += spin / 60.0

	# The body as it is drawn: on whole pixels, by the image of its turn. The bridge takes it like this.
	func actor():
		var shown = turns[posmod(int(floor(turn)), 24)].duplicate()
		shown["sprite"] = kind
		shown["name"] = name
		shown["position"] = position.round()
		shown["radius"] = radius
		return shown

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
