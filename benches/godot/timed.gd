# Times the steps of the field with and without the logger, which take turns. Prints for each number of things and each way
# the microseconds of the median step, and how many checks were written in one.
extends "maskscope_run.gd"

const COUNTS: Array[int] = [10, 60, 300]
const WAYS: Array[String] = ["without", "with", "without again"]
const TURNS := 10 # of each way
const STEPS := 25 # of a turn; the first is not timed

var _turn := -1
var _left := 0 # of the turn
var _begun := 0 # when the last step began, in microseconds
var _times := {}
var _written := 0


func _physics_process(delta: float) -> bool:
	var now := Time.get_ticks_usec()
	if _left > 0 and _left < STEPS:
		_times[_way()].append(now - _begun)
	if _way() == "with":
		if _left == 1:
			_written += _asked.filter(func(check: Check) -> bool: return check.is_near).size()
		super(delta)
	_left -= 1
	if _left <= 0 and not _begin_turn():
		quit()
	_begun = Time.get_ticks_usec()
	return false


func _snapshot() -> void:
	if _way() == "with":
		super()


func _way() -> String:
	return WAYS[posmod(_turn, WAYS.size())]


# Begins the next turn, with the next number of things where that is due; false after the last.
func _begin_turn() -> bool:
	_turn += 1
	_left = STEPS
	var of_count := TURNS * WAYS.size()
	if _turn % of_count == 0:
		if _turn > 0:
			_print(COUNTS[floori(_turn / float(of_count)) - 1])
		if _turn == of_count * COUNTS.size():
			return false
		current_scene.fill(COUNTS[floori(_turn / float(of_count))])
		_written = 0
		for way in WAYS:
			_times[way] = []
	return true


func _print(count: int) -> void:
	var medians := []
	for way in WAYS:
		_times[way].sort()
		medians.append(_times[way][_times[way].size() / 2])
	print("TIMED %d %d %d %d %.1f" % [count, medians[0], medians[1], medians[2], _written / float(TURNS)])
