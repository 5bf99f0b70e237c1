/**
 * Logs the collision checks of a game on a canvas while it runs, for maskscope to judge them by their pixels.
 *
 *     const log = new Maskscope({ game: "asteroids", fps: 60 });                          // once
 *     log.nextFrame();                                                                    // at the start of each frame
 *     log.check({ sprite: "ship", image, position: [x, y] }, rock, boxesOverlap, "box");  // each check
 *     log.download("game.jsonl");                                                         // at the end
 *
 * `maskscope replay game.jsonl` then says where the game and the masks disagree; `maskscope follow game.jsonl`
 * shows it.
 *
 * A plain script in a page (`<script src="maskscope.js">` makes `Maskscope`), and a module for `require` in
 * node and bundlers. It needs nothing else. The tests run it in node; `download`, and `ofPhaser` with Phaser 3.90, have
 * been tried in Chromium, but no test runs them.
 *
 * An actor is what a sprite of a maskscope scene can be, with an image in memory: `sprite` (its kind), `name`
 * (which of its kind), `image` (`ImageData`, or anything with `width`, `height` and RGBA `data`), `threshold`
 * (solid is alpha above it: 0), `position` ([x, y] of its anchor, by default the top left), and where the game
 * turns as it draws, `rotation` (degrees clockwise), `anchor` ([x, y] in the image), `scale`, `flip`. Phaser 3:
 * `Maskscope.ofPhaser(gameObject)` makes an actor of a sprite or an image.
 *
 * An image is read once, when it is first seen; after drawing into it, call `log.forget(image)`. Each new
 * content becomes one sprite of the log: `rock`, `rock~2` and so on.
 */
class Maskscope {
    #send;
    #lines = [];
    #masks = new WeakMap(); // the rows of each image, by threshold
    #looks = new Map(); // what the log calls a kind and its rows
    #counts = new Map(); // how many looks a kind has

    /** The number of the frame whose checks are being logged; a game that counts its frames may set it. */
    frame = 0;

    /**
     * Without `send`, the log is kept in memory for `text` and `download`. With it, `send(text)` gets whole
     * lines, at the start of each frame and at `flush`: to append to a file, to post, or to put through a
     * socket.
     */
    constructor({ game, fps = 60, send } = {}) {
        this.#send = send;
        this.#add({ maskscope_log: 1, game, fps });
    }

    /** Counts a frame: the checks that follow are of this one. */
    nextFrame() {
        this.flush();
        this.frame += 1;
    }

    /**
     * Logs that the game checked actor `a` against actor `b` and answered `hit`, and returns `hit`.
     * `rule` says how it tested: "box", "circle", "mask"; `known` may hold `area`, `first` and `rounding`.
     */
    check(a, b, hit, rule, known = {}) {
        const [first, second] = [this.#actor(a), this.#actor(b)];
        this.#add({ frame: this.frame, a: first, b: second, hit: Boolean(hit), rule, ...known });
        return hit;
    }

    /** To be called when the pixels of `image` have changed. */
    forget(image) {
        this.#masks.delete(image);
    }

    /** Sends what has not been sent yet. */
    flush() {
        if (this.#send && this.#lines.length > 0) {
            this.#send(this.text());
            this.#lines = [];
        }
    }

    /** What has been logged and not been sent. */
    text() {
        return this.#lines.join("");
    }

    /** Saves the log from a page, as a download. */
    download(file = "game.jsonl") {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(this.#lines, { type: "application/x-ndjson" }));
        link.download = file;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    /**
     * The text of a scene of image `a`, and image `b` at `offset` from it, for a bug report: at a breakpoint,
     * `copy(Maskscope.dump(ship, rock, [dx, dy], hit))`. With `hit`, `maskscope replay` says whether the pixels agree.
     */
    static dump(a, b, offset, hit, threshold = 0) {
        const scene = {
            maskscope: 1,
            a: { mask: Maskscope.rows(a, threshold) },
            b: { mask: Maskscope.rows(b, threshold), position: [...offset] },
            expect: hit === undefined ? undefined : { masks_overlap: Boolean(hit) },
        };
        return `${JSON.stringify(scene, null, 1)}\n`;
    }

    /** A row of `#` and `.` for each row of `image`. */
    static rows({ width, height, data }, threshold = 0) {
        const cell = (y) => (_, x) => (data[4 * (y * width + x) + 3] > threshold ? "#" : ".");
        return Array.from({ length: height }, (_, y) => Array.from({ length: width }, cell(y)).join(""));
    }

    /** An actor made of a sprite or an image of Phaser 3, by its frame, turned and scaled as Phaser draws it. */
    static ofPhaser(object) {
        const { frame } = object;
        const sprite = frame.texture.key;
        let image = Maskscope.#textures.get(frame);
        if (!image) {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [frame.realWidth, frame.realHeight];
            const context = canvas.getContext("2d");
            const { cutX, cutY, cutWidth, cutHeight, x, y } = frame;
            context.drawImage(frame.source.image, cutX, cutY, cutWidth, cutHeight, x, y, cutWidth, cutHeight);
            image = context.getImageData(0, 0, canvas.width, canvas.height);
            Maskscope.#textures.set(frame, image);
        }
        let name = Maskscope.#names.get(object);
        if (!name) {
            const number = (Maskscope.#instances.get(sprite) ?? 0) + 1;
            name = object.name || (number === 1 ? sprite : `${sprite} ${number}`);
            Maskscope.#instances.set(sprite, number);
            Maskscope.#names.set(object, name);
        }
        return {
            sprite,
            name,
            image,
            position: [object.x, object.y],
            anchor: [object.displayOriginX, object.displayOriginY],
            rotation: object.angle,
            scale: [object.scaleX, object.scaleY],
            flip: [object.flipX, object.flipY],
        };
    }

    static #textures = new WeakMap(); // the pixels of each frame of Phaser
    static #names = new WeakMap(); // what objects of Phaser without a name are called: rock, rock 2 and so on
    static #instances = new Map(); // how many objects of each texture have one

    #add(line) {
        this.#lines.push(`${JSON.stringify(line)}\n`);
    }

    /** `actor` as a check names it. What it looks like is logged before, if it is new. */
    #actor({ image, threshold = 0, sprite, name = sprite, ...placement }) {
        let known = this.#masks.get(image);
        if (known?.threshold !== threshold) {
            known = { threshold, rows: Maskscope.rows(image, threshold) };
            this.#masks.set(image, known);
        }
        const key = `${sprite}\n${known.rows.join("\n")}`;
        let look = this.#looks.get(key);
        if (!look) {
            const number = (this.#counts.get(sprite) ?? 0) + 1;
            look = number === 1 ? sprite : `${sprite}~${number}`;
            this.#counts.set(sprite, number);
            this.#looks.set(key, look);
            this.#add({ sprite: look, mask: known.rows });
        }
        return { sprite: look, name, ...placement };
    }
}

if (typeof module === "object") {
    module.exports = Maskscope;
}
