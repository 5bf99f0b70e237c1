-- No window.
function love.conf(t)
    t.modules.window, t.modules.graphics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false, false
end
