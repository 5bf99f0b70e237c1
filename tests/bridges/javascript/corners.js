// Logs the checks that `tests/bridges.rs` expects of every bridge whose game turns what it draws, and dumps
// three scenes, into a folder.

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
fs.writeFileSync(path.join(folder, "corners.jsonl"), log.text());

L.data[L.data.length - 1] = 0;
log.forget(L);
fs.writeFileSync(path.join(folder, "agrees.scene.json"), Maskscope.dump(L, dot, [1, 3], true));
fs.writeFileSync(path.join(folder, "disagrees.scene.json"), Maskscope.dump(L, dot, [5, 3], true));
fs.writeFileSync(path.join(folder, "plain.scene.json"), Maskscope.dump(L, dot, [5, 3]));
