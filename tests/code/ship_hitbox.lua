-- Hitbox of Ship.png (48 × 40 px), in px from its top left.
-- Adds its fixtures to a body, at the top left of the image: ship_hitbox(love.physics.newBody(world, x, y, "dynamic"))
local function ship_hitbox(body)
    love.physics.newFixture(body, love.physics.newRectangleShape(20, 21, 32, 30))
    love.physics.newFixture(body, love.physics.newRectangleShape(8.5, 10.5, 8, 9))
    love.physics.newFixture(body, love.physics.newCircleShape(24, 20, 18.5))
    -- ellipse 24 × 12, as a polygon of 25 corners: at most 0.1 px inside it, in 4 convex pieces
    love.physics.newFixture(body, love.physics.newPolygonShape(36, 20, 35.623, 21.492, 34.516, 22.891, 32.748, 24.107, 30.43, 25.066, 27.708, 25.706, 24.753, 25.988, 21.751, 25.894))
    love.physics.newFixture(body, love.physics.newPolygonShape(36, 20, 21.751, 25.894, 18.891, 25.429, 16.351, 24.623, 14.292, 23.527, 12.843, 22.209, 12.095, 20.752, 12.095, 19.248))
    love.physics.newFixture(body, love.physics.newPolygonShape(36, 20, 12.095, 19.248, 12.843, 17.791, 14.292, 16.473, 16.351, 15.377, 18.891, 14.571, 21.751, 14.106, 24.753, 14.012))
    love.physics.newFixture(body, love.physics.newPolygonShape(36, 20, 24.753, 14.012, 27.708, 14.294, 30.43, 14.934, 32.748, 15.893, 34.516, 17.109, 35.623, 18.508))
    -- polygon of 5 corners, in 3 convex pieces
    love.physics.newFixture(body, love.physics.newPolygonShape(5, 2.125, 0, 8, 0, 0))
    love.physics.newFixture(body, love.physics.newPolygonShape(5, 2.125, 0, 0, 10, 0))
    love.physics.newFixture(body, love.physics.newPolygonShape(5, 2.125, 10, 0, 10, 8))
    return body
end
