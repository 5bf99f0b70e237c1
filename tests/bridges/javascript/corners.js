// Logs the checks that `tests/bridges.rs` expects of every bridge, and dumps three scenes, into a folder.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const Maskscope = require("../../../samples/bridges/javascript/maskscope.js");

const folder = process.argv[2];

function image(rows, alpha = 255) {
    const data = Uint8ClampedArray.from(rows.join("").split("").flatMap((cell) => [1, 2, 3, cell === "#" ? alpha : 0]));
    return { width: rows[0].length, height: rows.length, data };
}

const [L, dot, ghost] = [image(["######", "##....", "##....", "##...."]), image(["#"]), image(["#"], 100)];
const log = new Maskscope({ game: 'co"rn\\ers' });

function check(a, b) {
    log.nextFrame();
    log.check({ sprite: "L", name: 'L "ö" \\ 1', image: L, position: [10, 20], ...a }, { sprite: "dot", image: dot, ...b }, true, "box");
}

check({}, { position: [15, 23] });
check({}, { position: [11, 23] });
check({ rotation: 90 }, { position: [6, 20] });
check({ scale: [2, 2] }, { position: [21, 21] });
check({ anchor: [3, 2] }, { position: [12, 18] });
check({ flip: [true, false] }, { position: [15, 23] });
check({}, { sprite: "ghost", image: ghost, position: [10, 20] });
check({}, { sprite: "ghost", image: ghost, threshold: 127, position: [10, 20] });
check({ position: [10.5, 19.5] }, { position: [16, 20] });
L.data[L.data.length - 1] = 255;
log.forget(L);
check({}, { position: [15, 23] });
// Once the pictures have all the pixels that they may have, masks alone.
const mostPixels = Maskscope.MOST_PIXELS;
Maskscope.MOST_PIXELS = 0;
check({ sprite: "row", image: image(["#.#"]) }, { position: [12, 20] });
Maskscope.MOST_PIXELS = mostPixels;
fs.writeFileSync(path.join(folder, "corners.jsonl"), log.text());

L.data[L.data.length - 1] = 0;
log.forget(L);
fs.writeFileSync(path.join(folder, "agrees.scene.json"), Maskscope.dump(L, dot, [1, 3], true));
fs.writeFileSync(path.join(folder, "disagrees.scene.json"), Maskscope.dump(L, dot, [5, 3], true));
fs.writeFileSync(path.join(folder, "plain.scene.json"), Maskscope.dump(L, dot, [5, 3]));

// What games test, beside what they draw: `tests/bridges/things.jsonl` is expected.
const things = new Maskscope({ game: "things", fps: 10, view: [0, 0, 100, 80], near: 8 });
const touches = things.collided((a, b) => a.answer ?? b.answer, "box");
const hero = { sprite: "hero", kind: "Player", image: L, position: [10, 20] };
const wall = { name: "wall", rect: [50, 0, 4, 4] };
const car = (x, answer) => ({ sprite: "car", rect: { x, y: 0, w: 4, h: 4 }, answer });

things.nextFrame();
console.assert(things.rects([0, 0, 10, 10], [5, 5, 10, 10], true) === true);
things.nextFrame();
console.assert(touches({ ...hero, hitbox: [11, 20, 4, 2], answer: 0 }, { sprite: "dot", image: dot, position: [11, 23] }) === 0);
things.nextFrame();
console.assert(things.circles({ ...hero, radius: 2 }, { x: 16, y: 22, radius: 1.5 }, false) === false);
things.visit(1, 1); // of a check that is not logged
console.assert(things.rects(null, wall, "yes") === "yes");
console.assert(things.rects([NaN, 0, 1, 1], wall, undefined) === undefined);
things.nextFrame();
things.visit(15, 23);
things.visit(-9.5, 20, 6, 4);
things.visit(0, 0, 0, 4);
things.check({ ...hero, mask: ["######", "######", "######", "######"] }, { sprite: "dot", image: dot, position: [15, 23] }, true, "mask");
for (const x of [0, 10, 60, 100, 120]) {
    things.nextFrame();
    things.rects(car(x), wall, false);
}
things.rects("nothing", wall, false);
things.close();
fs.writeFileSync(path.join(folder, "things.jsonl"), things.text());

// Kinds that are meant to be touched, and the lines that the log names.
const walls = new Maskscope({ game: "contact", file: path.join(folder, "contact.jsonl") });
const bumps = walls.collided(() => true, "box");
walls.contact("Tile");
walls.contact("Tile");
const at = (kind) => ({ sprite: "dot", kind, image: dot, position: [13, 22] });
walls.nextFrame();
walls.rects(hero, at("Tile"), true); // the first check
bumps(hero, at("Door")); // the second check

const short = new Maskscope({ game: "short", fps: 10, last: 1 });
for (let frame = 0; frame < 30; frame++) {
    short.nextFrame();
    short.rects([0, 0, 1, 1], [0, 0, 1, 1], true);
}
fs.writeFileSync(path.join(folder, "short.jsonl"), short.text());
