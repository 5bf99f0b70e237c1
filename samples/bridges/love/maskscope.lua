--- Logs the collision checks of a LÖVE game while it runs, for maskscope to judge them by their shapes and pixels.
--
--     local log = require("maskscope").new { game = "asteroids", fps = 60, view = { 0, 0, 800, 600 } }   -- once
--     log:next_frame()                                                                  -- in love.update
--     touches = log:collided(touches, "box")                     -- once: a function of two things, logged from now on
--     log:rects(ship, rock, boxes_overlap)                       -- or each check of two boxes,
--     log:circles(ship, rock, circles_overlap)                   -- of two circles,
--     log:check(ship, rock, pixels_overlap, "mask")              -- of pixels
--     log:visit(x, y)                                            -- each cell that a loop of yours reads
--     log:contact("Tile")                                        -- hits with Tiles are meant to be
--
-- `maskscope follow game.jsonl` then shows every check while the game runs, and where the game, the tested shapes and
-- the pixels disagree; `maskscope replay game.jsonl` judges all of them without a window. Needs nothing but LÖVE;
-- tested with LÖVE 11.4.
--
-- A thing that is checked is a table:
-- - a rectangle: { x, y, w, h }, or `x`, `y`, `w` (or `width`) and `h` (or `height`); a circle: `x`, `y` and `radius`;
-- - or it has a `hitbox` or a `rect`, which are rectangles, the first of them being tested, or a `circle`; a `radius`
--   alone is about the middle of its rectangle;
-- - and of the picture: `image` (ImageData), `threshold` (solid is alpha above it, of 255: 0), and how
--   love.graphics.draw draws it: `x`, `y` (by default its rectangle's), `r` (radians), `sx`, `sy`, `ox`, `oy`. `mask`
--   (ImageData, or rows of `#` and `.`) is what the game tests where it is not the picture's own.
-- - `sprite` says what it is, `name` which of its kind: without either, tables are counted. `kind` groups sprites.
--   `shape` is what was tested, as a log says it in pixels of the world, where none of this fits.
--
-- Each new content of an ImageData becomes one sprite of the log: `rock`, `rock~2` and so on. It is read again after
-- setPixel, mapPixel and paste; after a change by its pointer, call `log:forget(image)`. No call raises an error or
-- changes an answer; `log.lost` counts the checks that could not be logged. Misses of things more than `near` pixels
-- (32) apart are only counted. `last = 30` keeps the checks of the last 30 seconds, until `flush` or the end.
--
-- `file` ("game.jsonl") is a path as io.open takes it, in the working directory; the environment variable MASKSCOPE_LOG
-- names another. A log that is there stays until the first check; a file that is no log is not written over.

local maskscope = {}

-- The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
local MOST_PIXELS = 2 ^ 25

-- The visits of a log; those after them are counted.
local MOST_VISITS = 1000000

-- What io.open says of a file that is not there.
local NOT_FOUND = 2

-- All fields of a log, in the order in which a line has them.
local FIELDS = {
    "maskscope_log", "game", "engine", "fps", "view", "frame", "far", "sprite", "name", "kind", "position", "rotation",
    "scale", "anchor", "png", "solid", "threshold", "a", "b", "hit", "rule", "shape", "box", "circle", "ellipse", "polygon",
    "mask", "visits", "at", "lost", "notes", "contact",
}

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local Log = {}
Log.__index = Log

local function escaped(char)
    return ESCAPES[char] or ("\\u%04x"):format(char:byte())
end

local function json(value)
    if type(value) == "number" then
        assert(value - value == 0, "a number is not finite")
        local short = ("%.14g"):format(value)
        return tonumber(short) == value and short or ("%.17g"):format(value)
    elseif type(value) ~= "table" then
        return type(value) == "boolean" and tostring(value) or '"' .. tostring(value):gsub('[%c"\\]', escaped) .. '"'
    end
    local parts = {}
    for n, item in ipairs(value) do
        parts[n] = json(item)
    end
    if parts[1] then
        return "[" .. table.concat(parts, ",") .. "]"
    end
    for _, field in ipairs(FIELDS) do
        if value[field] ~= nil then
            table.insert(parts, '"' .. field .. '":' .. json(value[field]))
        end
    end
    return "{" .. table.concat(parts, ",") .. "}"
end

--- A row of `#` and `.` for each row of an image, or of a mask that is given so.
local function rows(image, threshold)
    if type(image) == "table" then
        return image
    end
    local lines = {}
    for y = 0, image:getHeight() - 1 do
        local cells = {}
        for x = 0, image:getWidth() - 1 do
            local _, _, _, alpha = image:getPixel(x, y)
            cells[x + 1] = alpha * 255 > threshold and "#" or "."
        end
        lines[y + 1] = table.concat(cells)
    end
    return lines
end

local function size(image)
    if type(image) == "table" then
        return #image[1], #image
    end
    return image:getDimensions()
end

-- How often the game has changed each image.
local versions = setmetatable({}, { __mode = "k" })
local watched = {}

--- Counts from now on what changes the pixels of images of this class.
local function watch(class)
    watched[class] = true
    for _, method in ipairs { "setPixel", "mapPixel", "paste" } do
        local change = class[method]
        class[method] = function(image, ...)
            versions[image] = (versions[image] or 0) + 1
            return change(image, ...)
        end
    end
end

local function rectangle(value)
    if type(value) == "table" then
        if value[4] then
            return value
        end
        local w, h = value.w or value.width, value.h or value.height
        return value.x and value.y and w and h and { value.x, value.y, w, h }
    end
end

local function disc(value)
    if type(value) == "table" then
        local x, y, radius = value[1] or value.x, value[2] or value.y, value[3] or value.radius
        return x and y and radius and not value[4] and { x, y, radius }
    end
end

--- Where the picture is drawn.
local function place(thing)
    local box = rectangle(thing.rect) or rectangle(thing.hitbox)
    return thing.x or box[1], thing.y or box[2]
end

--- The rectangle of the picture as long as it is not turned.
local function picture(thing)
    local x, y = place(thing)
    local w, h = size(thing.image or thing.mask)
    local sx, sy = thing.sx or 1, thing.sy or thing.sx or 1
    x, y = x - (thing.ox or 0) * sx, y - (thing.oy or 0) * sy
    return { x + math.min(0, w * sx), y + math.min(0, h * sy), math.abs(w * sx), math.abs(h * sy) }
end

--- The rectangle and the circle that a game may test.
local function outlines(thing)
    local is_drawn = thing.image or thing.mask
    local box = rectangle(thing.hitbox) or rectangle(thing.rect) or rectangle(thing)
    if not box and is_drawn and (thing.r or 0) == 0 then
        box = picture(thing)
    end
    local circle = disc(thing.circle) or not (is_drawn or box) and disc(thing)
    if not circle and thing.radius and (box or is_drawn) then
        local x, y, w, h = unpack(box or { place(thing) })
        circle = { x + (w or 0) / 2, y + (h or 0) / 2, thing.radius }
    end
    return { box = box and { box = box }, circle = circle and { circle = circle } }
end

local function union(a, b)
    if not (a and b) then
        return a or b
    end
    return { math.min(a[1], b[1]), math.min(a[2], b[2]), math.max(a[3], b[3]), math.max(a[4], b[4]) }
end

--- The left, top, right and bottom of a box or a circle; of no other shape.
local function bounds(shape)
    local x, y, w, h = unpack(shape.box or shape.circle or {})
    if shape.circle then
        return { x - w, y - w, x + w, y + w }
    end
    return shape.box and { x, y, x + w, y + h }
end

--- The left, top, right and bottom of the picture; if it is turned, of every turn of it.
local function reach(thing)
    local x, y, w, h = unpack(picture(thing))
    if (thing.r or 0) == 0 then
        return { x, y, x + w, y + h }
    end
    local px, py = place(thing)
    local far = math.sqrt(math.max(px - x, x + w - px) ^ 2 + math.max(py - y, y + h - py) ^ 2)
    return { px - far, py - far, px + far, py + far }
end

--- How far apart two bounds are, at least, on the straight way since the check before; 0 where that is not known.
local function gap(a, b, before)
    if not (a and b) then
        return 0
    elseif before and before.a and before.b then
        -- The way of B as A sees it: that of A is moved to where A is now.
        local dx, dy = a[1] - before.a[1], a[2] - before.a[2]
        local function moved(it)
            return { it[1] + dx, it[2] + dy, it[3] + dx, it[4] + dy }
        end
        a, b = union(a, moved(before.a)), union(b, moved(before.b))
    end
    return math.max(b[1] - a[3], a[1] - b[3], b[2] - a[4], a[2] - b[4])
end

--- The line of the game that asked: the nearest caller outside this file. Files of the game have paths in its folder.
local function caller()
    local own = debug.getinfo(1, "S").source
    local level = 2
    local info = debug.getinfo(level, "Sl")
    while info and (info.source == own or info.source:sub(1, 1) ~= "@") do
        level = level + 1
        info = debug.getinfo(level, "Sl")
    end
    return info and info.source:gsub("^@", ""):gsub("^%a?:?[/\\].*[/\\]", "") .. ":" .. info.currentline
end

--- True for text that begins with an object which has `maskscope_log`.
local function is_log(text)
    local bare = text:gsub("\\.", ""):gsub('"[^"\n]*"', function(word)
        return word ~= '"maskscope_log"' and '""' or nil
    end)
    local first = bare:match("^\239?\187?\191?%s*(%b{})")
    return first and first:sub(2, -2):gsub("%b{}", ""):find('"maskscope_log"%s*:') ~= nil
end

--- True if a log may stand at `path`: nothing does, or a log, or an empty file. Else the reason as well.
local function is_free(path)
    local file, problem, number = io.open(path, "r+b")
    if not file then
        return number == NOT_FOUND, problem
    end
    local is_file = file:seek("end") and file:seek("set")
    local start = is_file and file:read(65536)
    file:close()
    if not is_file then
        return false, path .. " is not a regular file"
    end
    return not start or is_log(start) or os.getenv("MASKSCOPE_FORCE"), path .. " is not a log"
end

--- Begins a log: `file`, `game` (its name), `fps` (60), `view` (the screen's rectangle in the world), `near`, `last`.
function maskscope.new(options)
    options = options or {}
    local self = setmetatable({ frame = 0, lost = 0, reported = 0, pixels = 0, is_open = true }, Log)
    self.near, self.fps = options.near or 32, options.fps or 60
    self.most_frames = options.last and math.ceil(options.last * self.fps)
    self.looks, self.counts, self.far, self.pairs, self.kept = {}, {}, {}, {}, { {} }
    self.head, self.contacts = {}, {} -- lines that wait for the first check, and kinds
    self.visits, self.visits_left, self.visits_dropped = {}, MOST_VISITS, 0
    self.masks, self.names = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
    self.path = os.getenv("MASKSCOPE_LOG") or options.file or "game.jsonl"
    self:must(is_free(self.path))
    local engine = love and love.getVersion and ("love %d.%d"):format(love.getVersion()) or "love"
    self:write { maskscope_log = 1, game = options.game, engine = engine, fps = self.fps, view = options.view }
    -- The end of the program closes the log.
    self.guard = newproxy(true)
    getmetatable(self.guard).__gc = function()
        self:close()
    end
    return self
end

--- Ends a log that cannot be written, and returns whether it can.
function Log:must(is_done, problem)
    if not is_done and self.is_open then
        self.is_open = false
        io.stderr:write("maskscope: the log is not written: ", problem, "\n")
    end
    return self.is_open
end

--- Counts a frame: the checks that follow are of this one.
function Log:next_frame()
    self:count_far()
    if self.most_frames then
        table.insert(self.kept, {})
        if #self.kept > self.most_frames then
            table.remove(self.kept, 1)
        end
    elseif self.file then
        self:must(self.file:flush())
    end
    self.frame = self.frame + 1
    if self.frame % 600 == 0 then
        self:forget_pairs()
    end
end

--- Logs that the game checked things `a` and `b` and answered `hit`, and returns `hit`. `rule` says how: "box" and
-- "circle" tested those of both things, "mask" or anything else their pixels.
function Log:check(a, b, hit, rule)
    local is_logged, reason = true, nil
    if self.is_open then
        is_logged, reason = pcall(self.log_check, self, a, b, not not hit, rule)
    end
    if not is_logged then
        self.lost, self.reason = self.lost + 1, self.reason or tostring(reason)
    end
    return hit
end

--- Logs a check of two boxes.
function Log:rects(a, b, hit)
    return self:check(a, b, hit, "box")
end

--- Logs a check of two circles.
function Log:circles(a, b, hit)
    return self:check(a, b, hit, "circle")
end

--- `test`, a function of two things, with its checks logged.
function Log:collided(test, rule)
    return function(a, b, ...)
        local function answered(...)
            self:check(a, b, (...), rule)
            return ...
        end
        return answered(test(a, b, ...))
    end
end

--- Records that the game's own loop reads this cell of the world, or `w` by `h` cells, for its next check.
function Log:visit(x, y, w, h)
    if not self.is_open then
        return
    elseif #self.visits < self.visits_left then
        table.insert(self.visits, { x, y, w or h and 1, h or w and 1 })
    else
        self.visits_dropped = self.visits_dropped + 1
    end
end

--- The visits since the last check, or nil. Empty rectangles are not among them.
function Log:take_visits()
    local visits, cells = self.visits, {}
    self.visits = {}
    self.visits_left = self.visits_left - (self.most_frames and 0 or #visits)
    for _, visit in ipairs(visits) do
        for n = 1, math.max(2, #visit) do
            visit[n] = math.floor(visit[n])
            assert(visit[n] - visit[n] == 0, "a visit is at no finite place")
        end
        if (visit[3] or 1) > 0 and (visit[4] or 1) > 0 then
            table.insert(cells, visit)
        end
    end
    return cells[1] and cells
end

--- Says that things of this kind, platforms or walls, are meant to be touched by what is tested.
function Log:contact(kind)
    kind = tostring(kind)
    if not self.contacts[kind] then
        self.contacts[kind] = true
        self:write { kind = kind, contact = true }
    end
end

--- To be called when the pixels of `image` have changed through its pointer.
function Log:forget(image)
    self.masks[image] = nil
end

--- Writes what has been kept of the last seconds.
function Log:flush()
    self:count_far()
    for _, lines in ipairs(self.kept) do
        for _, line in ipairs(lines) do
            self:put(line)
        end
    end
    self.kept = { {} }
    if self.file then
        self:must(self.file:flush())
    end
end

--- Ends the log. So does the end of the program.
function Log:close()
    if not self.is_open then
        return
    end
    for _, pair in pairs(self.pairs) do
        if pair.line then
            self:write_check(pair.line)
        end
    end
    local notes = {}
    if self.lost > 0 then
        table.insert(notes, ("%d checks are not in the log; of the first, %s"):format(self.lost, self.reason))
    end
    if self.visits_dropped > 0 then
        table.insert(notes, ("%d visits are not in the log: more than %d"):format(self.visits_dropped, MOST_VISITS))
    end
    if notes[1] then
        self:write({ frame = self.frame, far = 0, notes = notes }, true)
        io.stderr:write("maskscope: ", table.concat(notes, "; "), "\n")
    end
    self:flush()
    if self.file then
        self:must(self.file:close())
    end
    self.is_open = false
end

function Log:write(line, is_check)
    local text = json(line) .. "\n"
    if is_check and self.most_frames then
        table.insert(self.kept[#self.kept], text)
    elseif is_check or self.file then
        self:put(text)
    else
        table.insert(self.head, text)
    end
end

--- Adds text to the file. The first is a check's, and writes over a log that was there.
function Log:put(text)
    if self.is_open and not self.file and self:must(is_free(self.path)) then
        local problem
        self.file, problem = io.open(self.path, "wb")
        if self:must(self.file, problem) then
            self.file:setvbuf("full", 65536)
            self.file:write(table.concat(self.head))
            self:must(self.file:seek("end") ~= 0, self.path .. " is not a regular file")
        end
    end
    if self.is_open then
        self:must(self.file:write(text))
    end
end

function Log:write_check(line)
    line.lost = self.lost > self.reported and self.lost - self.reported or nil
    self.reported = self.lost
    self:write(line, true)
end

function Log:log_check(a, b, hit, rule)
    local visits = self:take_visits()
    local first, of_first = self:side(a, rule)
    local second, of_second = self:side(b, rule)
    -- Lists are other rectangles each time: they have no check before.
    local key = not (a[1] or b[1]) and first.name .. "\0" .. second.name
    local before = key and self.pairs[key]
    local line = { frame = self.frame, a = first, b = second, hit = hit, rule = rule, visits = visits }
    local is_far = not hit and gap(of_first, of_second, before) > self.near
    if before and before.line then
        if is_far then
            self.far[before.line.frame] = (self.far[before.line.frame] or 0) + 1
        else
            self:write_check(before.line)
        end
    elseif is_far and not key then
        self.far[self.frame] = (self.far[self.frame] or 0) + 1
    end
    if not is_far then
        line.at = caller()
        self:write_check(line)
    end
    if key then
        self.pairs[key] = { a = of_first, b = of_second, line = is_far and line or nil, frame = self.frame }
    end
end

--- A thing as a check says it, and its bounds. What it looks like is logged before, if it is new.
function Log:side(thing, rule)
    assert(type(thing) == "table", "it is neither a sprite nor a shape")
    local is_drawn = thing.image or thing.mask
    local outline = outlines(thing)
    local box, circle = outline.box, outline.circle
    local ruled = rule == "circle" and (circle or box) or (rule == "box" or not is_drawn) and (box or circle)
    local shape = thing.shape or ruled or nil
    assert(is_drawn or shape, "a thing has neither a picture nor a shape")
    local tested, around = shape and bounds(shape), nil
    if tested or not shape then
        around = union(tested, is_drawn and reach(thing))
    end
    local sprite = thing.sprite or thing.kind or (box and "rect" or "circle")
    local fields = { sprite = self:look(thing, sprite, shape), kind = thing.kind, shape = shape }
    fields.name = tostring(thing.name or (thing.sprite or thing[1]) and sprite or self:counted_name(thing, sprite))
    fields.position = around and { around[1], around[2] } or { thing.x or 0, thing.y or 0 }
    if is_drawn then
        fields.position = { place(thing) }
        fields.rotation = thing.r and math.deg(thing.r)
        fields.scale = thing.sx and { thing.sx, thing.sy or thing.sx }
        fields.anchor = (thing.ox or thing.oy) and { thing.ox or 0, thing.oy or 0 }
    end
    local x, y, right, bottom = unpack(around or fields.position)
    local sum = x + y + (right or 0) + (bottom or 0)
    assert(sum - sum == 0, "a thing lies at no finite place")
    return fields, around
end

--- What the log calls `sprite` with the picture and the mask of a thing. It is logged, if it is new.
function Log:look(thing, sprite, shape)
    local threshold, image, mask = thing.threshold or 0, thing.image, thing.mask
    local key = table.concat({ sprite, threshold, self:content(image), self:content(mask) }, "\0")
    local look = self.looks[key]
    if not look then
        look = self:counted(sprite, "~")
        local line = { sprite = look }
        local own, tested = image and rows(image, threshold), mask and rows(mask, threshold)
        if image then
            self.pixels = self.pixels + image:getWidth() * image:getHeight()
        end
        if image and self.pixels <= MOST_PIXELS then
            line.png = love.data.encode("string", "base64", image:encode("png"))
            line.solid = { threshold = threshold }
            line.mask = tested and table.concat(tested, "\n") ~= table.concat(own, "\n") and tested or nil
        elseif image or mask then
            line.mask = tested or own
        else
            local _, _, w, h = unpack(shape.circle or shape.box or { 0, 0, 0, 0 })
            line.shape = shape.circle and { circle = { w, w, w } } or { box = { 0, 0, w, h } }
        end
        self.looks[key] = look
        self:write(line)
    end
    return look
end

--- The number of an image's content, or of a mask's. It is read once, until the game changes it.
function Log:content(image)
    if not image then
        return 0
    end
    local version = versions[image] or 0
    local known = self.masks[image]
    if not known or known.version ~= version then
        local w, h = size(image)
        local text = type(image) == "table" and table.concat(image, "\n") or image:getString()
        local key = table.concat({ "content", type(image), w, h, text }, "\0")
        local number = self.looks[key] or self:counted("content", "")
        known = { version = version, number = number }
        self.looks[key], self.masks[image] = number, known
        local class = type(image) == "userdata" and getmetatable(image).__index
        if class and not watched[class] then
            watch(class)
        end
    end
    return known.number
end

function Log:counted_name(thing, sprite)
    self.names[thing] = self.names[thing] or self:counted(sprite, " ")
    return self.names[thing]
end

--- rock, rock 2 and so on.
function Log:counted(sprite, mark)
    local count = (self.counts[sprite .. mark] or 0) + 1
    self.counts[sprite .. mark] = count
    return count == 1 and sprite or sprite .. mark .. count
end

function Log:count_far()
    for frame, far in pairs(self.far) do
        self:write({ frame = frame, far = far }, true)
    end
    self.far = {}
end

--- Forgets pairs that have not been checked for 600 frames, so that a long game does not fill the memory.
function Log:forget_pairs()
    for key, pair in pairs(self.pairs) do
        if self.frame - pair.frame > 600 then
            if pair.line then
                self.far[pair.frame] = (self.far[pair.frame] or 0) + 1
            end
            self.pairs[key] = nil
        end
    end
end

--- Writes ImageData `a`, and `b` at `offset` ({dx, dy}) from it, as a scene that `maskscope --scene
-- bug.scene.json` opens: for a bug report, from a breakpoint. With `hit`, what the game answered, `maskscope
-- replay bug.scene.json` says whether the pixels agree.
function maskscope.dump(a, b, offset, hit, file, threshold)
    local expect = hit == nil and "" or ',\n "expect": {"masks_overlap": ' .. tostring(not not hit) .. "}"
    local scene = '{"maskscope": 1,\n "a": {"mask": %s},\n "b": {"mask": %s, "position": %s}%s}\n'
    local masks = { json(rows(a, threshold or 0)), json(rows(b, threshold or 0)) }
    local out = assert(io.open(file or "bug.scene.json", "wb"))
    out:write(scene:format(masks[1], masks[2], json(offset), expect))
    out:close()
end

return maskscope
