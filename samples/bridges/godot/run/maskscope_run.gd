extends SceneTree # the logger that `maskscope run` gives a project of Godot
