-- The game of `tests/hitbox_code.rs`: the answers of love.physics to every placement of the hitboxes in h0.lua, h1.lua and so on.
local world = love.physics.newWorld()

local function isHit(a, ax, ay, b, bx, by)
    local bodies = {}
    for _, it in ipairs({ { a, ax, ay }, { b, bx, by } }) do
        local add = assert(love.filesystem.load("h" .. it[1] .. ".lua"))()
        table.insert(bodies, add(love.physics.newBody(world, it[2], it[3], "dynamic")))
    end
    world:update(1 / 60)
    local answer = "0"
    for _, contact in ipairs(world:getContacts()) do
        if contact:isTouching() then
            answer = "1"
        end
    end
    for _, body in ipairs(bodies) do
        body:destroy()
    end
    return answer
end

function love.load()
    local answers = {}
    for line in love.filesystem.lines("placements") do
        local numbers = {}
        for number in line:gmatch("%S+") do
            table.insert(numbers, tonumber(number))
        end
        table.insert(answers, isHit(unpack(numbers)))
    end
    print("answers " .. table.concat(answers))
    love.event.quit()
end
