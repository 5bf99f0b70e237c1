-- A ship among turning rocks, which it compares by boxes, by circles or by pixels. The bridge logs each comparison.
--
--     love . [--by boxes|circles|pixels] [--frames N] [--log FILE]    by default by boxes, until closed, and game.jsonl
--
-- The arrows steer. A rock is orange while the game says that it hits the ship, and red where their pixels really
-- overlap. The title, and the last line that it prints, say how often each was the case; `maskscope follow game.jsonl`
-- shows every single one.

local maskscope = require("maskscope")

local WIDTH, HEIGHT, ZOOM, STEP = 240, 180, 3, 1 / 60
local SHIP = {
    ".....##.....", ".....##.....", "....####....", "....####....", "....####....",
    "...######...", "...######...", "..########..", ".##########.", "############",
    "###.####.###", "##...##...##", "#....##....#",
}
local ROCK = {
    "....#####.......", "...########.....", "..##########.##.", "..#############.", ".###############",
    "################", "##############..", ".############...", ".###########....", "..###########...",
    "..#############.", "...###########..", "....####..###...", ".....##.........",
}
-- Where each rock begins, how far it moves in a frame, and how many frames of 24 it turns on in a second.
local ROCKS = {
    { 30, 30, 0.65, 0.2, 12 },
    { 200, 40, -0.4, 0.45, -8 },
    { 60, 150, 0.35, -0.55, 20 },
    { 215, 145, -0.6, -0.25, -16 },
    { 120, 10, 0.15, 0.7, 4 },
}

local log, by, frames, ship, rocks
local late, summary = 0, "0 frames"
local count = { checks = 0, hits = 0, pixels = 0, wrong = 0 }

--- `art` turned clockwise by `turn` 24ths, in a square that holds every turn.
local function turned(art, turn)
    local width, height = #art[1], #art
    local side = math.ceil(math.sqrt(width ^ 2 + height ^ 2))
    local cos, sin = math.cos(turn * math.pi / 12), math.sin(turn * math.pi / 12)
    local image = love.image.newImageData(side, side)
    image:mapPixel(function(x, y)
        local right, down = x + 0.5 - side / 2, y + 0.5 - side / 2
        local row = art[math.floor(cos * down - sin * right + height / 2) + 1] or ""
        local column = math.floor(cos * right + sin * down + width / 2) + 1
        return 1, 1, 1, column > 0 and row:sub(column, column) == "#" and 1 or 0
    end)
    return image
end

local function body(sprite, name, art, x, y, dx, dy, spin)
    local images = {}
    for turn = 0, 23 do
        images[turn] = turned(art, turn)
    end
    local way = { x = x, y = y, dx = dx, dy = dy, spin = spin, turn = 0 }
    way.sprite, way.name, way.images, way.pictures, way.radius = sprite, name, images, {}, #art / 2
    return way
end

--- `it` as it is drawn: on whole pixels, by the image of its turn. The bridge takes it like this.
local function actor(it)
    local thing = { sprite = it.sprite, name = it.name, radius = it.radius, image = it.images[math.floor(it.turn) % 24] }
    thing.x, thing.y = math.floor(it.x + 0.5), math.floor(it.y + 0.5)
    return thing
end

local function boxes_overlap(a, b)
    return a.x < b.x + b.image:getWidth() and b.x < a.x + a.image:getWidth()
        and a.y < b.y + b.image:getHeight() and b.y < a.y + a.image:getHeight()
end

local function circles_overlap(a, b)
    local right = b.x + b.image:getWidth() / 2 - a.x - a.image:getWidth() / 2
    local down = b.y + b.image:getHeight() / 2 - a.y - a.image:getHeight() / 2
    return math.sqrt(right ^ 2 + down ^ 2) < a.radius + b.radius
end

local function pixels_overlap(a, b)
    local function is_solid(image, x, y)
        local is_inside = x >= 0 and y >= 0 and x < image:getWidth() and y < image:getHeight()
        return is_inside and select(4, image:getPixel(x, y)) > 0
    end
    for y = 0, a.image:getHeight() - 1 do
        for x = 0, a.image:getWidth() - 1 do
            if is_solid(a.image, x, y) and is_solid(b.image, a.x + x - b.x, a.y + y - b.y) then
                return true
            end
        end
    end
    return false
end

function love.load(arguments)
    local options = { log = "game.jsonl", by = "boxes" }
    for n, word in ipairs(arguments) do
        if word:sub(1, 2) == "--" then
            options[word:sub(3)] = arguments[n + 1]
        end
    end
    frames, by = tonumber(options.frames), options.by
    log = maskscope.new { file = options.log, game = "asteroids", fps = 60, view = { 0, 0, WIDTH, HEIGHT } }
    ship = body("ship", "ship", SHIP, 120, 90, 0.8, 0.35, 0)
    rocks = {}
    for n, rock in ipairs(ROCKS) do
        rocks[n] = body("rock", "rock " .. n, ROCK, unpack(rock))
    end
    if love.graphics then
        love.graphics.setDefaultFilter("nearest")
    end
end

local function steer()
    local is_down = love.keyboard and love.keyboard.isDown or function() end
    ship.turn = ship.turn + (is_down("right") and 0.3 or 0) - (is_down("left") and 0.3 or 0)
    local thrust = is_down("up") and 0.04 or 0
    ship.dx = ship.dx + thrust * math.sin(ship.turn * math.pi / 12)
    ship.dy = ship.dy - thrust * math.cos(ship.turn * math.pi / 12)
end

-- The tests of the game, each logged as what it is.
local TESTS = {
    boxes = function(a, b) return log:rects(a, b, boxes_overlap(a, b)) end,
    circles = function(a, b) return log:circles(a, b, circles_overlap(a, b)) end,
    pixels = function(a, b) return log:check(a, b, pixels_overlap(a, b), "mask") end,
}

local function step()
    if log.frame == frames then
        print(summary)
        log:close()
        return love.event.quit(0)
    end
    log:next_frame()
    steer()
    for _, it in ipairs { ship, unpack(rocks) } do
        it.x, it.y, it.turn = (it.x + it.dx) % WIDTH, (it.y + it.dy) % HEIGHT, it.turn + it.spin / 60
    end
    for _, rock in ipairs(rocks) do
        local a, b = actor(ship), actor(rock)
        rock.is_hit = TESTS[by](a, b) -- what the game says
        rock.is_touching = pixels_overlap(a, b) -- what a player sees
        count.checks = count.checks + 1
        count.hits = count.hits + (rock.is_hit and 1 or 0)
        count.pixels = count.pixels + (rock.is_touching and 1 or 0)
        count.wrong = count.wrong + (rock.is_hit ~= rock.is_touching and 1 or 0)
    end
    summary = "%d frames, %d checks: %d hits by %s, %d by pixels, %d wrong"
    summary = summary:format(log.frame, count.checks, count.hits, by, count.pixels, count.wrong)
end

--- Sixty frames a second; with --frames as many as the machine can.
function love.update(seconds)
    late = late + (frames and STEP or seconds)
    while late >= STEP do
        late = late - STEP
        step()
    end
end

local function draw(it, r, g, b)
    local place = actor(it)
    it.pictures[place.image] = it.pictures[place.image] or love.graphics.newImage(place.image)
    love.graphics.setColor(r, g, b)
    love.graphics.draw(it.pictures[place.image], place.x, place.y)
end

function love.draw()
    love.window.setTitle(summary)
    love.graphics.scale(ZOOM)
    for _, rock in ipairs(rocks) do
        draw(rock, unpack(rock.is_touching and { 1, 0, 0 } or rock.is_hit and { 1, 0.6, 0 } or { 0.6, 0.6, 0.6 }))
    end
    draw(ship, 0.5, 0.8, 1)
end
