-- Logs the checks that `tests/bridges.rs` expects of every bridge, and dumps three scenes, into a folder.
--
--     love . FOLDER

package.path = love.filesystem.getSource() .. "/../../../samples/bridges/love/?.lua"
local maskscope = require("maskscope")

local function image(rows, alpha)
    local data = love.image.newImageData(#rows[1], #rows)
    data:mapPixel(function(x, y)
        return 0.1, 0.2, 0.3, rows[y + 1]:sub(x + 1, x + 1) == "#" and (alpha or 255) / 255 or 0
    end)
    return data
end

--- What games test, beside what they draw: `tests/bridges/things.jsonl` is expected.
local function things(folder, L, dot)
    local log = maskscope.new { file = folder .. "/things.jsonl", game = "things", fps = 10, view = { 0, 0, 100, 80 }, near = 8 }
    local wall = { name = "wall", rect = { 50, 0, 4, 4 } }
    local function hero(fields)
        fields.sprite, fields.kind, fields.image, fields.x, fields.y = "hero", "Player", L, 10, 20
        return fields
    end
    local touches = log:collided(function(a, b)
        return false, a, b
    end, "box")

    log:next_frame()
    assert(log:rects({ 0, 0, 10, 10 }, { 5, 5, 10, 10 }, true) == true)
    log:next_frame()
    assert(select("#", touches(hero { hitbox = { 11, 20, 4, 2 } }, { sprite = "dot", image = dot, x = 11, y = 23 })) == 3)
    log:next_frame()
    assert(log:circles(hero { radius = 2 }, { x = 16, y = 22, radius = 1.5 }, false) == false)
    log:visit(1, 1) -- of a check that is not logged
    assert(log:rects(nil, wall, "yes") == "yes")
    assert(log:rects({ 0 / 0, 0, 1, 1 }, wall, nil) == nil)
    log:next_frame()
    log:visit(15, 23)
    log:visit(-9.5, 20, 6, 4)
    log:visit(0, 0, 0, 4)
    local full = { "######", "######", "######", "######" }
    log:check(hero { mask = full }, { sprite = "dot", image = dot, x = 15, y = 23 }, true, "mask")
    for _, x in ipairs { 0, 10, 60, 100, 120 } do
        log:next_frame()
        log:rects({ sprite = "car", rect = { x = x, y = 0, w = 4, h = 4 } }, wall, false)
    end
    log:rects("nothing", wall, false)
    log:close()
end

--- Kinds that are meant to be touched, and the lines that the log names.
local function contact(folder, L, dot)
    local log = maskscope.new { file = folder .. "/contact.jsonl", game = "contact" }
    local bumps = log:collided(function()
        return true
    end, "box")
    log:contact("Tile")
    log:contact("Tile")
    local hero = { sprite = "hero", kind = "Player", image = L, x = 10, y = 20 }
    log:next_frame()
    log:rects(hero, { sprite = "dot", kind = "Tile", image = dot, x = 13, y = 22 }, true) -- the first check
    bumps(hero, { sprite = "dot", kind = "Door", image = dot, x = 13, y = 22 }) -- the second check
    log:close()
end

--- The last second of three. Nobody closes the log but the end of the program.
local function short(folder)
    local log = maskscope.new { file = folder .. "/short.jsonl", game = "short", fps = 10, last = 1 }
    for _ = 1, 30 do
        log:next_frame()
        log:rects({ 0, 0, 1, 1 }, { 0, 0, 1, 1 }, true)
    end
end

function love.load(arguments)
    local folder = arguments[1]
    local L, dot, ghost = image { "######", "##....", "##....", "##...." }, image { "#" }, image({ "#" }, 100)
    local log = maskscope.new { file = folder .. "/corners.jsonl", game = 'co"rn\\ers' }

    local function check(a, b)
        log:next_frame()
        local first, second = { sprite = "L", name = 'L "ö" \\ 1', image = L, x = 10, y = 20 }, { sprite = "dot", image = dot }
        for actor, fields in pairs { [first] = a, [second] = b } do
            for field, value in pairs(fields) do
                actor[field] = value
            end
        end
        assert(log:check(first, second, true, "box"))
    end

    check({}, { x = 15, y = 23 })
    check({}, { x = 11, y = 23 })
    check({ r = math.pi / 2 }, { x = 6, y = 20 })
    check({ sx = 2 }, { x = 21, y = 21 })
    check({ ox = 3, oy = 2 }, { x = 12, y = 18 })
    check({ x = 16, sx = -1, sy = 1 }, { x = 15, y = 23 })
    check({}, { sprite = "ghost", image = ghost, x = 10, y = 20 })
    check({}, { sprite = "ghost", image = ghost, threshold = 127, x = 10, y = 20 })
    check({ x = 10.5, y = 19.5 }, { x = 16, y = 20 })
    L:setPixel(5, 3, 1, 1, 1, 1)
    check({}, { x = 15, y = 23 })
    -- Once the pictures have all the pixels that they may have, masks alone.
    log.pixels = 2 ^ 25
    check({ sprite = "row", image = image { "#.#" } }, { x = 12, y = 20 })
    log:close()

    L:setPixel(5, 3, 0, 0, 0, 0)
    maskscope.dump(L, dot, { 1, 3 }, true, folder .. "/agrees.scene.json")
    maskscope.dump(L, dot, { 5, 3 }, true, folder .. "/disagrees.scene.json")
    maskscope.dump(L, dot, { 5, 3 }, nil, folder .. "/plain.scene.json")
    things(folder, L, dot)
    contact(folder, L, dot)
    short(folder)
    love.event.quit(0)
end
