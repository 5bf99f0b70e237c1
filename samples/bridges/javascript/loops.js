/**
 * Two pixel loops, of which the second never reads the last column. The bridge logs each cell that they read.
 *
 *     node loops.js [--log FILE]
 *
 * A ship flies into a bay, a pixel in each frame, until its nose is in the wall behind. Both loops read cells that lie a
 * third of the overlap box apart, and then the same again one cell further, as the article "JavaScript Per-Pixel HTML5
 * Canvas Image Collision Detection" by Joseph Lenton (PlayMyCode) proposes. In `maskscope follow game.jsonl` each check
 * shows what was read, one cell after the other; *Open in Inspect* says what is wrong with it.
 */
"use strict";

const { parseArgs } = require("node:util");
const Maskscope = require("./maskscope.js");

/** An image whose solid pixels are white. */
function image(width, height, isSolid) {
    const alphas = Array.from({ length: width * height }, (_, n) => (isSolid(n % width, Math.floor(n / width)) ? 255 : 0));
    return { width, height, data: Uint8ClampedArray.from(alphas.flatMap((alpha) => [255, 255, 255, alpha])) };
}

const ship = { sprite: "ship", image: image(40, 24, (x, y) => Math.abs(2 * y - 23) <= 40 - x), position: [42, 44] };
const bay = { sprite: "bay", image: image(40, 32, (x, y) => x >= 29 || y < 4 || y >= 28), position: [60, 40] };

function isSolid({ image: { width, data }, position: [left, top] }, x, y) {
    return data[4 * ((y - top) * width + x - left) + 3] > 0;
}

/** True if pixels of `a` and `b` lie on each other, in their overlap box less its last `short` columns. */
function overlap(log, a, b, short = 0) {
    const [left, top] = a.position.map((place, axis) => Math.max(place, b.position[axis]));
    const right = Math.min(a.position[0] + a.image.width, b.position[0] + b.image.width);
    const bottom = Math.min(a.position[1] + a.image.height, b.position[1] + b.image.height);
    const [stepX, stepY] = [Math.ceil((right - left) / 3), Math.ceil((bottom - top) / 3)];
    for (let firstY = top; firstY < top + stepY; firstY++) {
        for (let firstX = left; firstX < left + stepX; firstX++) {
            for (let y = firstY; y < bottom; y += stepY) {
                for (let x = firstX; x < right - short; x += stepX) {
                    log.visit(x, y);
                    if (isSolid(a, x, y) && isSolid(b, x, y)) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

const { values } = parseArgs({ options: { log: { type: "string", default: "game.jsonl" } } });
const log = new Maskscope({ game: "loops", view: [0, 0, 160, 112], file: values.log });
for (let frame = 0; frame < 10; frame++) {
    log.nextFrame();
    const whole = log.check(ship, bay, overlap(log, ship, bay), "mask");
    const short = log.check(ship, bay, overlap(log, ship, bay, 1), "mask");
    const width = ship.position[0] + ship.image.width - bay.position[0];
    console.log(`${width} columns: ${whole ? "hit" : "miss"}, without the last: ${short ? "hit" : "miss"}`);
    ship.position[0] += 1;
}
log.close();
