
-- What `tests/scan_code.rs` adds to the scan for LÖVE: the answers at every placement of the sprites in a.rgba and b.rgba.
function love.load()
    local sizes = {}
    for number in love.filesystem.read("sizes"):gmatch("%d+") do
        table.insert(sizes, tonumber(number))
    end
    local aw, ah, bw, bh = unpack(sizes)
    local function picture(file, width, height)
        return love.image.newImageData(width, height, "rgba8", (love.filesystem.read(file)))
    end
    local ship = maskOf(picture("a.rgba", aw, ah), OF_A)
    local rock = maskOf(picture("b.rgba", bw, bh), OF_B)
    for dy = -bh, ah do
        local answers = {}
        for dx = -bw, aw do
            table.insert(answers, touches(ship, rock, dx, dy) and "1" or "0")
        end
        print("answers " .. table.concat(answers))
    end
    love.event.quit()
end
