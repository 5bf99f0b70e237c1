--- Logs the collision checks of a LÖVE game while it runs, for maskscope to judge them by their pixels.
--
--     local log = require("maskscope").new { file = "game.jsonl", fps = 60 }                       -- once
--     log:next_frame()                                                                             -- in love.update
--     log:check({ sprite = "ship", image = data, x = x, y = y }, rock, boxes_overlap, "box")       -- each check
--
-- `maskscope follow game.jsonl` then shows every check while the game runs, and where the game and the masks disagree;
-- `maskscope replay game.jsonl` judges all of them without a window. Needs nothing but LÖVE; tested with LÖVE 11.4.
--
-- An actor is a table: `sprite` (its kind), `name` (which of its kind), `image` (ImageData), `threshold` (solid
-- is alpha above it, of 255: 0), and how love.graphics.draw draws it: `x`, `y`, `r` (radians), `sx`, `sy`,
-- `ox`, `oy`. Each new content of an ImageData becomes one sprite of the log: `rock`, `rock~2` and so on.
-- `file` is a path as io.open takes it, in the working directory; what is there is written over.

local maskscope = {}

-- The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
local MOST_PIXELS = 2 ^ 25

local Log = {}
Log.__index = Log

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quoted(text)
    local function escaped(char)
        return ESCAPES[char] or ("\\u%04x"):format(char:byte())
    end
    return '"' .. tostring(text):gsub('[%c"\\]', escaped) .. '"'
end

local function number(value)
    local short = ("%.14g"):format(value)
    return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function point(x, y)
    return "[" .. number(x) .. "," .. number(y) .. "]"
end

--- A row of `#` and `.` for each row of `image`, in quotes, as a list of JSON.
local function rows(image, threshold)
    local lines = {}
    for y = 0, image:getHeight() - 1 do
        local cells = {}
        for x = 0, image:getWidth() - 1 do
            local _, _, _, alpha = image:getPixel(x, y)
            cells[x + 1] = alpha * 255 > threshold and "#" or "."
        end
        lines[y + 1] = quoted(table.concat(cells))
    end
    return "[" .. table.concat(lines, ",") .. "]"
end

--- Begins a log: `file` ("game.jsonl"), `fps` (60), `game` (its name).
function maskscope.new(options)
    options = options or {}
    local self = setmetatable({ frame = 0, looks = {}, counts = {}, pixels = 0 }, Log)
    self.file = assert(io.open(options.file or "game.jsonl", "wb"))
    self.file:setvbuf("full", 65536)
    local game = options.game and ',"game":' .. quoted(options.game) or ""
    self.file:write('{"maskscope_log":1', game, ',"fps":', number(options.fps or 60), "}\n")
    return self
end

--- Counts a frame: the checks that follow are of this one.
function Log:next_frame()
    self.frame = self.frame + 1
    self.file:flush()
end

--- What the log calls `actor` in a check. What it looks like is logged before, if it is new.
function Log:actor(actor)
    local threshold = actor.threshold or 0
    local width, height = actor.image:getDimensions()
    local key = table.concat({ actor.sprite, threshold, width, height, actor.image:getString() }, "\0")
    local look = self.looks[key]
    if not look then
        local count = (self.counts[actor.sprite] or 0) + 1
        look = count == 1 and actor.sprite or actor.sprite .. "~" .. count
        self.counts[actor.sprite], self.looks[key] = count, look
        self.pixels = self.pixels + width * height
        self.file:write('{"sprite":', quoted(look))
        if self.pixels <= MOST_PIXELS then
            local png = love.data.encode("string", "base64", actor.image:encode("png"))
            self.file:write(',"png":"', png, '","solid":{"threshold":', threshold, "}}\n")
        else
            self.file:write(',"mask":', rows(actor.image, threshold), "}\n")
        end
    end
    local fields = { '{"sprite":' .. quoted(look), '"name":' .. quoted(actor.name or actor.sprite) }
    table.insert(fields, '"position":' .. point(actor.x, actor.y))
    if actor.r then
        table.insert(fields, '"rotation":' .. number(math.deg(actor.r)))
    end
    if actor.sx then
        table.insert(fields, '"scale":' .. point(actor.sx, actor.sy or actor.sx))
    end
    if actor.ox or actor.oy then
        table.insert(fields, '"anchor":' .. point(actor.ox or 0, actor.oy or 0))
    end
    return table.concat(fields, ",") .. "}"
end

--- Logs that the game checked actor `a` against actor `b` and answered `hit`, and returns `hit`. `rule` says
-- how it tested: "box", "circle", "mask".
function Log:check(a, b, hit, rule)
    local first, second = self:actor(a), self:actor(b)
    local by = rule and ',"rule":' .. quoted(rule) or ""
    self.file:write('{"frame":', self.frame, ',"a":', first, ',"b":', second)
    self.file:write(',"hit":', tostring(not not hit), by, "}\n")
    return hit
end

--- Ends the log. So does the end of the program.
function Log:close()
    self.file:close()
end

--- Writes ImageData `a`, and `b` at `offset` ({dx, dy}) from it, as a scene that `maskscope --scene
-- bug.scene.json` opens: for a bug report, from a breakpoint. With `hit`, what the game answered, `maskscope
-- replay bug.scene.json` says whether the pixels agree.
function maskscope.dump(a, b, offset, hit, file, threshold)
    local expect = hit == nil and "" or ',\n "expect": {"masks_overlap": ' .. tostring(not not hit) .. "}"
    local scene = '{"maskscope": 1,\n "a": {"mask": %s},\n "b": {"mask": %s, "position": %s}%s}\n'
    local masks = { rows(a, threshold or 0), rows(b, threshold or 0) }
    local out = assert(io.open(file or "bug.scene.json", "wb"))
    out:write(scene:format(masks[1], masks[2], point(offset[1], offset[2]), expect))
    out:close()
end

return maskscope
