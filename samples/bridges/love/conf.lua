-- The window of the asteroids; none where SDL has no screen to show it on.
function love.conf(t)
    local has_screen = os.getenv("SDL_VIDEODRIVER") ~= "dummy"
    t.identity = "maskscope-asteroids"
    t.window.title = "asteroids"
    t.window.width, t.window.height = 720, 540
    t.modules.window, t.modules.graphics = has_screen, has_screen
    t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
