/**
 * A ship among turning rocks, which it compares by boxes, by circles or by pixels. The bridge logs each comparison.
 *
 *     node asteroids.js [--by boxes|circles|pixels] [--frames N] [--log FILE]
 *                                        without a window; by default by boxes, until Ctrl C, and game.jsonl
 *     index.html                         in a browser, to see and steer it; it downloads game.jsonl
 *
 * A rock is orange while the game says that it hits the ship, and red where their pixels really overlap. The title, and
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
        return { sprite, name, images, radius: art.length / 2, x, y, dx, dy, spin, turn: 0 };
    }

    /** `body` as it is drawn: on whole pixels, by the image of its turn. The bridge takes it like this. */
    function actor({ sprite, name, images, radius, x, y, turn }) {
        const image = images[((Math.floor(turn) % 24) + 24) % 24];
        return { sprite, name, image, position: [Math.round(x), Math.round(y)], radius };
    }

    function boxesOverlap({ image: a, position: [ax, ay] }, { image: b, position: [bx, by] }) {
        return ax < bx + b.width && bx < ax + a.width && ay < by + b.height && by < ay + a.height;
    }

    function circlesOverlap({ image: a, position: [ax, ay], radius }, { image: b, position: [bx, by], radius: other }) {
        const [right, down] = [bx + b.width / 2 - ax - a.width / 2, by + b.height / 2 - ay - a.height / 2];
        return Math.hypot(right, down) < radius + other;
    }

    function pixelsOverlap({ image: a, position: [ax, ay] }, { image: b, position: [bx, by] }) {
        const isSolid = ({ width, height, data }, x, y) =>
            x >= 0 && y >= 0 && x < width && y < height && data[4 * (y * width + x) + 3] > 0;
        return Array.from({ length: a.width * a.height }, (_, n) => [n % a.width, Math.floor(n / a.width)])
            .some(([x, y]) => isSolid(a, x, y) && isSolid(b, ax + x - bx, ay + y - by));
    }

    // The tests of the game, each logged as what it is.
    const TESTS = {
        boxes: (log, a, b) => log.rects(a, b, boxesOverlap(a, b)),
        circles: (log, a, b) => log.circles(a, b, circlesOverlap(a, b)),
        pixels: (log, a, b) => log.check(a, b, pixelsOverlap(a, b), "mask"),
    };

    const ship = body("ship", "ship", SHIP, [120, 90, 0.8, 0.35, 0]);
    const rocks = ROCKS.map((rock, n) => body("rock", `rock ${n + 1}`, ROCK, rock));
    const count = { checks: 0, hits: 0, pixels: 0, wrong: 0 };

    /** Moves everything by a frame, and checks the ship against each rock. */
    function step(log, by, keys) {
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
            rock.isHit = TESTS[by](log, a, b); // what the game says
            rock.isTouching = pixelsOverlap(a, b); // what a player sees
            count.checks += 1;
            count.hits += rock.isHit;
            count.pixels += rock.isTouching;
            count.wrong += rock.isHit !== rock.isTouching;
        }
        const { checks, hits, pixels, wrong } = count;
        return `${log.frame} frames, ${checks} checks: ${hits} hits by ${by}, ${pixels} by pixels, ${wrong} wrong`;
    }

    globalThis.asteroids = { ship, rocks, actor, step, WIDTH, HEIGHT };

    if (typeof require === "function" && require.main === module) {
        const [frame, by, file] = [undefined, "boxes", "game.jsonl"].map((value) => ({ type: "string", default: value }));
        const { values } = require("node:util").parseArgs({ options: { frames: frame, by, log: file } });
        const log = new Bridge({ game: "asteroids", view: [0, 0, WIDTH, HEIGHT], file: values.log });
        const frames = Number(values.frames ?? Infinity);
        let summary = "0 frames";
        const run = () => {
            if (log.frame < frames) {
                summary = step(log, values.by, {});
                values.frames === undefined ? setTimeout(run, 1000 / 60) : setImmediate(run);
            } else {
                log.close();
                console.log(summary);
            }
        };
        run();
    }
})();
