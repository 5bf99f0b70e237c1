/**
 * A ship among turning rocks, whose collision test is wrong: it asks by boxes. The bridge logs what it asks.
 *
 *     node asteroids.js [--frames N] [--log FILE]    without a window; by default until Ctrl C, and game.jsonl
 *     index.html                                     in a browser, to see and steer it; it downloads game.jsonl
 *
 * A rock is orange while its box and the ship's overlap, and red where their pixels really do. The title, and
 * the last line that it prints, say how often each was the case; maskscope shows every single one.
 */
(function () {
    const Bridge = typeof require === "function" ? require("./maskscope.js") : Maskscope;
    const [WIDTH, HEIGHT] = [240, 180];
    const SHIP = [
        ".....##.....", ".....##.....", "....####....", "....####....", "....####....",
        "...######...", "...######...", "..########..", ".##########.", "############",
        "###.####.###", "##...##...##", "#....##....#",
    ];
    const ROCK = [
        "....#####.......", "...########.....", "..##########.##.", "..#############.", ".###############",
        "################", "##############..", ".############...", ".###########....", "..###########...",
        "..#############.", "...###########..", "....####..###...", ".....##.........",
    ];
    // Where each rock begins, how far it moves in a frame, and how many frames of 24 it turns on in a second.
    const ROCKS = [
        [30, 30, 0.65, 0.2, 12],
        [200, 40, -0.4, 0.45, -8],
        [60, 150, 0.35, -0.55, 20],
        [215, 145, -0.6, -0.25, -16],
        [120, 10, 0.15, 0.7, 4],
    ];

    /** `art` turned clockwise by `turn` 24ths, in a square that holds every turn. */
    function turned(art, turn) {
        const [width, height] = [art[0].length, art.length];
        const side = Math.ceil(Math.hypot(width, height));
        const [cos, sin] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)];
        const data = new Uint8ClampedArray(4 * side * side);
        for (let y = 0; y < side; y++) {
            for (let x = 0; x < side; x++) {
                const [right, down] = [x + 0.5 - side / 2, y + 0.5 - side / 2];
                const row = art[Math.floor(cos * down - sin * right + height / 2)];
                if (row?.[Math.floor(cos * right + sin * down + width / 2)] === "#") {
                    data.fill(255, 4 * (y * side + x), 4 * (y * side + x) + 4);
                }
            }
        }
        return { width: side, height: side, data };
    }

    function body(sprite, name, art, [x, y, dx, dy, spin]) {
        const images = Array.from({ length: 24 }, (_, turn) => turned(art, turn));
        return { sprite, name, images, x, y, dx, dy, spin, turn: 0 };
    }

    /** `body` as it is drawn: on whole pixels, by the image of its turn. */
    function actor({ sprite, name, images, x, y, turn }) {
        const image = images[((Math.floor(turn) % 24) + 24) % 24];
        return { sprite, name, image, position: [Math.round(x), Math.round(y)] };
    }

    function boxesOverlap({ image: a, position: [ax, ay] }, { image: b, position: [bx, by] }) {
        return ax < bx + b.width && bx < ax + a.width && ay < by + b.height && by < ay + a.height;
    }

    function pixelsOverlap({ image: a, position: [ax, ay] }, { image: b, position: [bx, by] }) {
        const isSolid = ({ width, height, data }, x, y) =>
            x >= 0 && y >= 0 && x < width && y < height && data[4 * (y * width + x) + 3] > 0;
        return Array.from({ length: a.width * a.height }, (_, n) => [n % a.width, Math.floor(n / a.width)])
            .some(([x, y]) => isSolid(a, x, y) && isSolid(b, ax + x - bx, ay + y - by));
    }

    const ship = body("ship", "ship", SHIP, [120, 90, 0.8, 0.35, 0]);
    const rocks = ROCKS.map((rock, n) => body("rock", `rock ${n + 1}`, ROCK, rock));
    const count = { checks: 0, boxes: 0, pixels: 0 };

    /** Moves everything by a frame, and checks the ship against each rock. */
    function step(log, keys) {
        log.nextFrame();
        ship.turn += 0.3 * ((keys.ArrowRight ?? 0) - (keys.ArrowLeft ?? 0));
        ship.dx += 0.04 * (keys.ArrowUp ?? 0) * Math.sin((ship.turn * Math.PI) / 12);
        ship.dy -= 0.04 * (keys.ArrowUp ?? 0) * Math.cos((ship.turn * Math.PI) / 12);
        for (const it of [ship, ...rocks]) {
            [it.x, it.y] = [(it.x + it.dx + WIDTH) % WIDTH, (it.y + it.dy + HEIGHT) % HEIGHT];
            it.turn += it.spin / 60;
        }
        for (const rock of rocks) {
            const [a, b] = [actor(ship), actor(rock)];
            rock.isNear = log.check(a, b, boxesOverlap(a, b), "box"); // the wrong test, logged
            rock.isTouching = pixelsOverlap(a, b); // the right one
            count.checks += 1;
            count.boxes += rock.isNear;
            count.pixels += rock.isTouching;
        }
        return `${log.frame} frames, ${count.checks} checks: ${count.boxes} hits by boxes, ${count.pixels} by pixels`;
    }

    globalThis.asteroids = { ship, rocks, actor, step, WIDTH, HEIGHT };

    if (typeof require === "function" && require.main === module) {
        const fs = require("node:fs");
        const options = { frames: { type: "string" }, log: { type: "string", default: "game.jsonl" } };
        const { values } = require("node:util").parseArgs({ options });
        fs.writeFileSync(values.log, "");
        const log = new Bridge({ game: "asteroids", send: (text) => fs.appendFileSync(values.log, text) });
        const frames = Number(values.frames ?? Infinity);
        let said = "0 frames";
        const run = () => {
            if (log.frame < frames) {
                said = step(log, {});
                values.frames === undefined ? setTimeout(run, 1000 / 60) : setImmediate(run);
            } else {
                log.flush();
                console.log(said);
            }
        };
        run();
    }
})();
