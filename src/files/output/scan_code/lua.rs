//! Scans for LÖVE, whose LuaJIT has bit operators of 32 bits.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "--",
    usage: "LÖVE tests shapes, not pixels. Make a mask of each picture once, from its ImageData.",
    mask: ["local {camel_a} = maskOf({", "})"],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for y = top, bottom do", "for x = left, right do"],
        ["for y = top, bottom do", "for x = left, right, 32 do"],
    ],
};

const CELLS: &str = r##"
-- One px after another, {order}.
{picture}
-- Once: local {camel_a} = maskOf({camel_a}Data, {of_a})
--       local {camel_b} = maskOf({camel_b}Data, {of_b})
-- A hit: touches({camel_a}, {camel_b}, dx, dy)
-- LÖVE: {camel_a}Data = love.image.newImageData(file)

local function maskOf(data, above)
    local width, height = data:getDimensions()
    local rows = {}
    for y = 0, height - 1 do
        local row = {}
        for x = 0, width - 1 do
            local _, _, _, alpha = data:getPixel(x, y)
            row[x] = math.floor(alpha * 255 + 0.5) > above
        end
        rows[y] = row
    end
    return { width = width, height = height, rows = rows }
end
{/picture}
{data}
-- A hit: touches({camel_a}, {camel_b}, dx, dy)

local function maskOf(texts)
    local width, height, rows = #texts[1], #texts, {}
    for y, text in ipairs(texts) do
        local row = {}
        for x = 0, width - 1 do
            row[x] = text:sub(x + 1, x + 1) == "#"
        end
        rows[y - 1] = row
    end
    return { width = width, height = height, rows = rows }
end
{/data}

-- dx, dy: the top left of b from that of a, in px.
local function touches(a, b, dx, dy)
    local left, top = math.max(0, dx), math.max(0, dy)
    local right = math.min(a.width, b.width + dx) - 1
    local bottom = math.min(a.height, b.height + dy) - 1
    {outer}
        {inner}
            if a.rows[y][x] and b.rows[y - dy][x - dx] then
                return true
            end
        end
    end
    return false
end
"##;

const WORDS: &str = r##"
-- 32 px of a row in each number, {order}.
{picture}
-- Once: local {camel_a} = maskOf({camel_a}Data, {of_a})
--       local {camel_b} = maskOf({camel_b}Data, {of_b})
-- A hit: touches({camel_a}, {camel_b}, dx, dy)
-- LÖVE: {camel_a}Data = love.image.newImageData(file)
{/picture}
{data}
-- A hit: touches({camel_a}, {camel_b}, dx, dy)
{/data}

local bit = require("bit")

{picture}
local function maskOf(data, above)
    local width, height = data:getDimensions()
    local rows = {}
    for y = 0, height - 1 do
        -- One more, so that bits() finds 0 beyond the end.
        local row = {}
        for word = 0, bit.rshift(width, 5) + 1 do
            row[word] = 0
        end
        for x = 0, width - 1 do
            local _, _, _, alpha = data:getPixel(x, y)
            if math.floor(alpha * 255 + 0.5) > above then
                local word = bit.rshift(x, 5)
                local one = bit.lshift(1, bit.band(x, 31))
                row[word] = bit.bor(row[word], one)
            end
        end
        rows[y] = row
    end
    return { width = width, height = height, rows = rows }
end
{/picture}
{data}
local function maskOf(texts)
    local width, height, rows = #texts[1], #texts, {}
    for y, text in ipairs(texts) do
        -- One more, so that bits() finds 0 beyond the end.
        local row = {}
        for word = 0, bit.rshift(width, 5) + 1 do
            row[word] = 0
        end
        for x = 0, width - 1 do
            if text:sub(x + 1, x + 1) == "#" then
                local word = bit.rshift(x, 5)
                local one = bit.lshift(1, bit.band(x, 31))
                row[word] = bit.bor(row[word], one)
            end
        end
        rows[y - 1] = row
    end
    return { width = width, height = height, rows = rows }
end
{/data}

-- 32 px of a row, from x on.
local function bits(row, x)
    local word, shift = bit.rshift(x, 5), bit.band(x, 31)
    -- A shift by 32 would be a shift by 0.
    if shift == 0 then
        return row[word]
    end
    local next = bit.lshift(row[word + 1], 32 - shift)
    return bit.bor(bit.rshift(row[word], shift), next)
end

-- dx, dy: the top left of b from that of a, in px.
local function touches(a, b, dx, dy)
    local left, top = math.max(0, dx), math.max(0, dy)
    local right = math.min(a.width, b.width + dx) - 1
    local bottom = math.min(a.height, b.height + dy) - 1
    {outer}
        {inner}
            local ofB = bits(b.rows[y - dy], x - dx)
            if bit.band(bits(a.rows[y], x), ofB) ~= 0 then
                return true
            end
        end
    end
    return false
end
"##;
