# Plays a game: presses its actions and its buttons at random, always the same, and ends it after MASKSCOPE_PLAY seconds.
#
#     MASKSCOPE_PLAY=60 MASKSCOPE_LOG=/tmp/game.jsonl godot --path PROJECT --fixed-fps 60 --script player.gd res://main.tscn
extends "maskscope_run.gd"

const LEFT_ALONE: Array[String] = ["pause", "screen", "quit", "exit", "menu", "restart", "debug"]
const USED_BY_GAMES: Array[String] = ["ui_accept", "ui_select", "ui_left", "ui_right", "ui_up", "ui_down"]
const STARTS: Array[String] = ["start", "play", "new", "begin", "level", "single", "continue"]

var _played := 0
var _dice := RandomNumberGenerator.new()


func _initialize() -> void:
	seed(7)
	_dice.seed = 7
	super()


func _physics_process(delta: float) -> bool:
	super(delta)
	_played += 1
	if _played % 20 == 1:
		for action in InputMap.get_actions():
			if _is_played(String(action)):
				_press(action, _dice.randf() < 0.4)
	if _played % 60 == 30:
		_press_button(root)
	if _played > 60 * int(OS.get_environment("MASKSCOPE_PLAY")):
		print("PLAYED %d steps, %d things" % [_played, root.find_children("*", "CollisionObject2D", true, false).size()])
		quit()
	return false


func _is_played(action: String) -> bool:
	if action.begins_with("ui_"):
		return action in USED_BY_GAMES
	return not LEFT_ALONE.any(func(word: String) -> bool: return word in action)


func _press(action: StringName, is_down: bool) -> void:
	var event := InputEventAction.new()
	event.action = action
	event.pressed = is_down
	Input.parse_input_event(event)


# Presses the first button that seems to start something; true if there is one.
func _press_button(node: Node) -> bool:
	if node is BaseButton and node.is_visible_in_tree() and not node.disabled:
		var label := (String(node.name) + String(node.get("text") if "text" in node else "")).to_lower()
		if STARTS.any(func(word: String) -> bool: return word in label):
			node.pressed.emit()
			return true
	return node.get_children(true).any(_press_button)
