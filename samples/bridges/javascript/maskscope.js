/**
 * Logs the collision checks of a game while it runs, for maskscope to judge them by their shapes and pixels.
 *
 *     const log = new Maskscope({ game: "asteroids", fps: 60, view: [0, 0, 800, 600] });     // once
 *     log.nextFrame();                                                         // at the start of each frame
 *     log.rects(ship, rock, boxesOverlap(ship, rock));                         // each check of two boxes,
 *     log.circles(ship, rock, circlesOverlap(ship, rock));                     // of two circles,
 *     log.check(ship, rock, pixelsOverlap(ship, rock), "mask");                // of pixels
 *     const touches = log.collided(boxesOverlap, "box");                       // or of any function of two things
 *     log.visit(x, y);                                                         // each cell that a loop of yours reads
 *     log.contact("Tile");                                                     // hits with Tiles are meant to be
 *     log.download("game.jsonl");                                              // at the end
 *
 * `maskscope replay game.jsonl` then says where the game, the tested shapes and the pixels disagree; `maskscope follow
 * game.jsonl` shows it. In Phaser 3, `phaser.js` beside this file does all of it without a change of the game.
 *
 * A plain script in a page (`<script src="maskscope.js">` makes `Maskscope`), and a module for `require` in node and
 * bundlers. It needs nothing else. The tests run it in node, and with Phaser in Chromium; no test runs `download`.
 *
 * A thing that is checked is one of these:
 * - a rectangle: `[x, y, width, height]`, or an object with `x`, `y`, `width` (or `w`) and `height` (or `h`);
 * - a circle: an object with `x`, `y` and `radius`;
 * - an object with a `hitbox` or a `rect`, which are rectangles, the first of them being tested, or a `circle`; a
 *   `radius` alone is about the middle of its rectangle;
 * - and of the picture: `image` (`ImageData`, a canvas, an image, anything with `width`, `height` and RGBA `data`),
 *   `threshold` (solid is alpha above it: 0), `position` ([x, y] of its anchor, by default its rectangle's top left),
 *   and where the game turns as it draws, `rotation` (degrees clockwise), `anchor` ([x, y] in the image), `scale`,
 *   `flip`. `mask` (an image, or rows of `#` and `.`) is what the game tests where it is not the picture's own.
 * - `sprite` is its kind, by default its class; `name` says which of its kind: without either, objects are counted.
 *   `kind` groups sprites. `shape` is what was tested, as a log says it in pixels of the world, where none of this fits.
 *
 * An image is read once, when it is first seen; after drawing into it, call `log.forget(image)`. Each new content becomes
 * one sprite of the log: `rock`, `rock~2` and so on. No call throws or changes an answer; `lost` counts the checks that
 * could not be logged. Misses of things more than `near` pixels apart are only counted.
 */
const Maskscope = (() => {
    class Maskscope {
        // The pixels of all pictures in a log, which are not compressed; what is new after them is logged as masks.
        static MOST_PIXELS = 1 << 22;

        // The visits of a log; those after them are counted.
        static MOST_VISITS = 1_000_000;

        /** Turns what a game's engine checks into a thing. `phaser.js` replaces it. */
        static of = (thing) => thing;

        /** The files whose lines are not the game's: this one; `phaser.js` adds its own. */
        static files = new Set([places()[0]?.[1]]);
        static places = places;

        /** The number of the frame whose checks are being logged; a game that counts its frames may set it. */
        frame = 0;

        /** How many checks could not be logged, and why the first of them could not. */
        lost = 0;
        reason;

        #send;
        #near;
        #frames; // how many frames are kept where only the last seconds are
        #sprites = []; // the header, the sprites and the kinds, as lines
        #checks = [[]]; // the checks, as lines, by frame
        #far = new Map(); // how many far checks each frame has had
        #pairs = new Map(); // the last check of each pair: where it was, and its line if it was far
        #masks = new WeakMap(); // the rows of each image, and their number
        #contents = new Map(); // the number of each mask
        #looks = new Map(); // what the log calls a kind with its picture and mask
        #counts = new Map(); // how many looks, and how many instances, a kind has
        #names = new WeakMap(); // what things without a name are called
        #contacts = new Set(); // the kinds that are meant to be touched
        #pixels = 0;
        #visits = []; // the cells that the game has read since its last check
        #visitsLeft = Maskscope.MOST_VISITS;
        #visitsDropped = 0;
        #reported = 0; // how many lost checks the log has counted
        #noted = 0; // how many lost checks and dropped visits a note at its end has counted

        /**
         * Without `send`, the log is kept in memory for `text` and `download`. With it, `send(text)` gets whole lines, at the
         * start of each frame and at `flush`, from the first check on: to append to a file, to post, or to put through a
         * socket. In node, `file`, or the environment variable `MASKSCOPE_LOG`, names a file that gets them instead: a log
         * that is there stays until then, and a file that is no log is not written over. `last` keeps the checks of that
         * number of seconds only, until `flush` or `close`; `view` is the screen's rectangle in the world; `engine` its name
         * and version.
         */
        constructor({ game, engine = "javascript", fps = 60, view, near = 32, last, file, send } = {}) {
            this.#send = send;
            this.#try(() => this.#toFile(globalThis.process?.env?.MASKSCOPE_LOG ?? file));
            this.#near = near;
            this.#frames = last === undefined ? Infinity : Math.ceil(last * fps);
            this.#sprites.push(lineOf({ maskscope_log: 1, game, engine, fps, view }));
        }

        /** Counts a frame: the checks that follow are of this one. */
        nextFrame() {
            this.#countFar();
            if (this.#frames === Infinity) {
                this.#deliver();
            } else {
                this.#checks.push([]);
                this.#checks.splice(0, this.#checks.length - this.#frames);
            }
            this.frame += 1;
            if (this.frame % 600 === 0) {
                this.#forgetPairs();
            }
        }

        /** Logs that the game checked two boxes and answered `hit`, and returns `hit`. */
        rects(a, b, hit) {
            return this.check(a, b, hit, "box");
        }

        /** Logs that the game checked two circles and answered `hit`, and returns `hit`. */
        circles(a, b, hit) {
            return this.check(a, b, hit, "circle");
        }

        /** `test`, a function of two things, with its checks logged. */
        collided(test, rule) {
            const log = this;
            return function (a, b, ...rest) {
                return log.check(a, b, test.call(this, a, b, ...rest), rule);
            };
        }

        /**
         * Logs that the game checked `a` against `b` and answered `hit`, and returns `hit`. `rule` says how: "box" and
         * "circle" tested those of both things, "mask" or anything else their pixels; `known` may hold `area`, `first`,
         * `rounding`, `jump`, `view`.
         */
        check(a, b, hit, rule, known = {}) {
            const read = this.#visits.splice(0);
            try {
                const visits = read.length > 0 ? read.map(cellsOf) : undefined;
                this.#visitsLeft -= this.#frames === Infinity ? read.length : 0;
                this.#check(this.#actor(a, rule), this.#actor(b, rule), { hit: Boolean(hit), rule, visits, ...known });
            } catch (error) {
                this.lost += 1;
                this.reason ??= String(error?.message ?? error);
            }
            return hit;
        }

        /** Records that the game's own loop reads this cell of the world, or these cells, for its next check. */
        visit(x, y, width = 1, height = 1) {
            if (width < 1 || height < 1) {
                return; // of no cells
            }
            if (this.#visits.length < this.#visitsLeft) {
                this.#visits.push(width === 1 && height === 1 ? [x, y] : [x, y, width, height]);
            } else {
                this.#visitsDropped += 1;
            }
        }

        /** Says that things of this kind, platforms or walls, are meant to be touched by what is tested. */
        contact(kind) {
            if (!this.#contacts.has(kind)) {
                this.#contacts.add(kind);
                this.#sprites.push(lineOf({ kind: String(kind), contact: true }));
            }
        }

        /** To be called when the pixels of `image` have changed. */
        forget(image) {
            this.#masks.delete(image);
        }

        /** Sends what has not been sent yet. */
        flush() {
            this.#countFar();
            this.#deliver();
        }

        /** Ends the log: sends everything, and says how many checks are not in it. */
        close() {
            this.#settle();
            this.flush();
        }

        /** The log, as far as it has not been sent. */
        text() {
            this.#settle();
            return this.#sprites.concat(...this.#checks).join("");
        }

        /** Saves the log from a page, as a download. */
        download(file = "game.jsonl") {
            const link = document.createElement("a");
            link.href = URL.createObjectURL(new Blob([this.text()], { type: "application/x-ndjson" }));
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
                a: { mask: rowsOf(pixelsOf(a), threshold) },
                b: { mask: rowsOf(pixelsOf(b), threshold), position: [...offset] },
                expect: hit === undefined ? undefined : { masks_overlap: Boolean(hit) },
            };
            return `${JSON.stringify(scene, null, 1)}\n`;
        }

        /** In node, has the lines appended to a file, and the log closed at the end. */
        #toFile(file) {
            if (!file || !globalThis.process?.versions?.node) {
                return;
            }
            // Bundlers would take `require` for a file of the page. Before Node 20.16 only scripts that begin as CommonJS have it.
            const fs = process.getBuiltinModule?.("fs") ?? process.mainModule?.require("fs");
            if (!fs) {
                throw new Error("a game that begins as an ES module needs Node 20.16");
            }
            let write = (text) => {
                refuseOther(fs, file);
                fs.writeFileSync(file, text);
                write = (more) => fs.appendFileSync(file, more);
            };
            this.#send = (text) => write(text);
            process.on("exit", () => this.close());
            refuseOther(fs, file);
        }

        /** Does what may fail on a disk; the log is then no longer written. */
        #try(action) {
            try {
                action();
            } catch (error) {
                console.warn(`maskscope: the log is not written: ${error.message}`);
                this.#send = () => {};
            }
        }

        #check(a, b, answer) {
            const line = { frame: this.frame, a: a.fields, b: b.fields, ...answer };
            const pair = JSON.stringify([a.fields.name, b.fields.name]);
            // Arrays are other rectangles each time: they have no check before.
            const before = a.isOne && b.isOne ? this.#pairs.get(pair) : undefined;
            const isFar = line.hit === false && gapOnTheWay(a.bounds, b.bounds, before) > this.#near;
            if (before?.line && !isFar) {
                this.#add(before.line);
            } else if (before?.line || (isFar && !(a.isOne && b.isOne))) {
                const { frame } = before?.line ?? line;
                this.#far.set(frame, (this.#far.get(frame) ?? 0) + 1);
            }
            if (!isFar) {
                this.#add({ ...line, at: caller() });
            }
            if (a.isOne && b.isOne) {
                this.#pairs.set(pair, { a: a.bounds, b: b.bounds, line: isFar ? line : undefined, frame: this.frame });
            }
        }

        /** `thing` as a check says it, and its bounds. What it looks like is logged before, if it is new. */
        #actor(thing, rule) {
            const it = Maskscope.of(thing);
            if (it === null || typeof it !== "object") {
                throw new TypeError(`${it} is neither a sprite nor a shape`);
            }
            const size = sizeOf(it.image ?? it.mask);
            const box = boxOf(it, size);
            const circle = circleOf(it, box);
            const ruled = rule === "circle" ? circle ?? box : rule === "box" || !size ? box ?? circle : undefined;
            const shape = it.shape ?? ruled;
            if (!size && !shape) {
                throw new TypeError("a thing has neither a picture nor a shape");
            }
            const tested = shape && boundsOf(shape);
            const known = [tested, size && reachOf(it, size)].filter(Boolean);
            // A shape of another kind may lie anywhere.
            const bounds = shape && !tested ? undefined : known.reduce(union);
            const position = size ? placeOf(it) : bounds?.slice(0, 2) ?? [0, 0];
            if (![...position, ...(bounds ?? [])].every(Number.isFinite)) {
                throw new RangeError(`a thing lies at ${position}`);
            }
            const kind = classOf(it);
            const sprite = it.sprite ?? kind ?? (box ? "rect" : "circle");
            const isOne = it.length === undefined;
            const fields = {
                sprite: this.#look(it, sprite, shape),
                name: it.name ?? (it.sprite === undefined && isOne ? this.#name(thing, sprite) : sprite),
                kind: it.kind,
                position,
                shape,
            };
            for (const field of size ? ["rotation", "anchor", "scale", "flip"] : []) {
                fields[field] = it[field];
            }
            return { fields, bounds, isOne };
        }

        /** What the log calls `sprite` with its picture and mask. It is logged, if it is new. */
        #look({ image, mask, threshold = 0 }, sprite, shape) {
            const [seen, tested] = [image, mask].map((it) => it && this.#mask(it, threshold));
            const key = `${sprite}\n${threshold} ${seen?.number} ${tested?.number}`;
            let look = this.#looks.get(key);
            if (!look) {
                look = this.#counted(sprite, "~");
                const line = { sprite: look };
                if (image && (this.#pixels += seen.rows.length * seen.rows[0].length) <= Maskscope.MOST_PIXELS) {
                    line.png = pngOf(pixelsOf(image));
                    line.solid = { threshold };
                    line.mask = tested && tested.number !== seen.number ? tested.rows : undefined;
                } else if (image || mask) {
                    line.mask = (tested ?? seen).rows;
                } else {
                    const [, , width, height] = shape.circle ?? shape.box ?? [0, 0, 0, 0];
                    line.shape = shape.circle ? { circle: [width, width, width] } : { box: [0, 0, width, height] };
                }
                this.#looks.set(key, look);
                this.#sprites.push(lineOf(line));
            }
            return look;
        }

        /** The rows of an image, or of a mask that is given as rows, and the number of this content. */
        #mask(image, threshold) {
            let known = this.#masks.get(image);
            if (known?.threshold !== threshold) {
                const rows = Array.isArray(image) ? image : rowsOf(pixelsOf(image), threshold);
                const content = rows.join("\n");
                const number = this.#contents.get(content) ?? this.#contents.size + 1;
                this.#contents.set(content, number);
                known = { threshold, rows, number };
                this.#masks.set(image, known);
            }
            return known;
        }

        /** What a thing is called that has no name: rock, rock 2 and so on. */
        #name(thing, sprite) {
            if (!this.#names.has(thing)) {
                this.#names.set(thing, this.#counted(sprite, " "));
            }
            return this.#names.get(thing);
        }

        #counted(sprite, mark) {
            const number = (this.#counts.get(sprite + mark) ?? 0) + 1;
            this.#counts.set(sprite + mark, number);
            return number === 1 ? sprite : `${sprite}${mark}${number}`;
        }

        #add(line) {
            const lost = this.lost - this.#reported || undefined;
            this.#reported = this.lost;
            this.#checks.at(-1).push(lineOf({ ...line, lost }));
        }

        #countFar() {
            for (const [frame, far] of this.#far) {
                this.#checks.at(-1).push(lineOf({ frame, far }));
            }
            this.#far.clear();
        }

        /** Logs the last far check of each pair, and how many checks and visits are not in the log. */
        #settle() {
            for (const pair of this.#pairs.values()) {
                if (pair.line) {
                    this.#add(pair.line);
                    pair.line = undefined;
                }
            }
            this.#countFar();
            if (this.lost + this.#visitsDropped > this.#noted) {
                const checks = `${this.lost} checks are not in the log; of the first, ${this.reason}`;
                const visits = `${this.#visitsDropped} visits are not in the log: more than ${Maskscope.MOST_VISITS}`;
                const notes = [this.lost && checks, this.#visitsDropped && visits].filter(Boolean);
                this.#checks.at(-1).push(lineOf({ frame: this.frame, far: 0, notes }));
                this.#noted = this.lost + this.#visitsDropped;
                console.warn(`maskscope: ${notes.join("; ")}`);
            }
        }

        /** Forgets pairs that have not been checked for 600 frames, so that a long game does not fill the memory. */
        #forgetPairs() {
            for (const [key, { line, frame }] of this.#pairs) {
                if (this.frame - frame > 600) {
                    line && this.#far.set(frame, (this.#far.get(frame) ?? 0) + 1);
                    this.#pairs.delete(key);
                }
            }
        }

        #deliver() {
            if (this.#send && this.#checks.some((lines) => lines.length > 0)) {
                this.#try(() => this.#send(this.#sprites.concat(...this.#checks).join("")));
                [this.#sprites, this.#checks] = [[], [[]]];
            }
        }
    }

    /** Throws if something else than a log, or an empty file, stands there. */
    function refuseOther(fs, file) {
        const found = fs.statSync(file, { throwIfNoEntry: false });
        if (found && !found.isFile()) {
            throw new Error(`${file} is not a regular file`);
        }
        if (!found?.size || process.env.MASKSCOPE_FORCE) {
            return;
        }
        const [bytes, open] = [new Uint8Array(1 << 16), fs.openSync(file)];
        const start = new TextDecoder().decode(bytes.subarray(0, fs.readSync(open, bytes))).trimStart();
        fs.closeSync(open);
        let first;
        try {
            first = JSON.parse(start.split("\n", 1)[0]);
        } catch {
            // It is text.
        }
        if (first?.maskscope_log === undefined) {
            throw new Error(`${file} is not a log`);
        }
    }

    /** The cells of a visit, whole. */
    function cellsOf(visit) {
        if (!visit.every(Number.isFinite)) {
            throw new RangeError(`a visit is at ${visit}`);
        }
        return visit.map(Math.floor);
    }

    function lineOf(fields) {
        return `${JSON.stringify(fields)}\n`;
    }

    /** The files and the lines of the functions that run, innermost first. */
    function places() {
        const lines = new Error().stack?.split("\n") ?? [];
        return lines.map((line) => /^\s*(?:at )?(?:.*[(@])?(.+):(\d+):\d+\)?$/.exec(line)).filter(Boolean);
    }

    /** The line of the game that asked, as file:line: the nearest caller outside of the bridge. */
    function caller() {
        const [, file, line] = places().find(([, file]) => !Maskscope.files.has(file) && !file.startsWith("node:")) ?? [];
        return file && `${file.replace(/[?#].*$/, "").replace(/^.*[/\\]/, "")}:${line}`;
    }

    /** The class of a thing that has one of its own. */
    function classOf({ kind, constructor }) {
        const isPlain = !constructor?.name || /^(Object|\w*Array|DOMRect\w*)$/.test(constructor.name);
        return kind ?? (isPlain ? undefined : constructor.name);
    }

    /** [x, y, width, height] of what is a rectangle. */
    function rectangleOf(value) {
        const { x, y, width = value?.w, height = value?.h, length } = value ?? {};
        const sides = length === 4 ? [...value] : [x, y, width, height];
        return sides.every((side) => typeof side === "number") ? sides : undefined;
    }

    /** [x, y, radius] of what is a circle. */
    function discOf(value) {
        const { x, y, radius, length } = value ?? {};
        const numbers = length === 3 ? [...value] : [x, y, radius];
        return numbers.every((number) => typeof number === "number") ? numbers : undefined;
    }

    /** The width and height of an image, or of a mask that is given as rows. */
    function sizeOf(image) {
        if (Array.isArray(image)) {
            return [image[0]?.length ?? 0, image.length];
        }
        return image && [image.naturalWidth ?? image.width, image.naturalHeight ?? image.height];
    }

    /** Where the picture is drawn. */
    function placeOf({ position, rect, hitbox, x, y }) {
        const [left, top] = rectangleOf(rect) ?? rectangleOf(hitbox) ?? [x, y];
        return position ? [position.x ?? position[0], position.y ?? position[1]] : [left, top];
    }

    function pictureOf(it, [width, height]) {
        const [x, y] = placeOf(it);
        const [ax, ay] = it.anchor ?? [0, 0];
        const [sx, sy] = [it.scale ?? 1, it.scale ?? 1].map((scale, axis) => scale[axis] ?? scale);
        return [x - ax * sx + Math.min(0, width * sx), y - ay * sy + Math.min(0, height * sy), Math.abs(width * sx), Math.abs(height * sy)];
    }

    /** The rectangle that the game tests: its own, or that of a picture which is not turned. */
    function boxOf(it, size) {
        const own = rectangleOf(it.hitbox) ?? rectangleOf(it.rect) ?? rectangleOf(it);
        const box = own ?? (size && !it.rotation ? pictureOf(it, size) : undefined);
        return box && { box };
    }

    /** The circle that the game tests. */
    function circleOf(it, tested) {
        const { radius, position } = it;
        let circle = discOf(it.circle) ?? (tested ? undefined : discOf(it));
        if (!circle && typeof radius === "number" && (tested || position)) {
            const [x, y, width, height] = tested?.box ?? [...placeOf(it), 0, 0];
            circle = [x + width / 2, y + height / 2, radius];
        }
        return circle && { circle };
    }

    /** The left, top, right and bottom of a box or a circle; of no other shape. */
    function boundsOf({ box, circle }) {
        const [x, y, a, b] = box ?? circle ?? [];
        return circle ? [x - a, y - a, x + a, y + a] : box && [x, y, x + a, y + b];
    }

    /** The left, top, right and bottom of a picture; if it is turned, of every turn of it. */
    function reachOf(it, size) {
        const [x, y, width, height] = pictureOf(it, size);
        if (!it.rotation) {
            return [x, y, x + width, y + height];
        }
        const [px, py] = placeOf(it);
        const reach = Math.hypot(Math.max(px - x, x + width - px), Math.max(py - y, y + height - py));
        return [px - reach, py - reach, px + reach, py + reach];
    }

    function union(a, b) {
        return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
    }

    /** How far apart two bounds are, at least, on the straight way since the check before; 0 if that is not known. */
    function gapOnTheWay(a, b, before) {
        if (!a || !b) {
            return 0;
        }
        if (before?.a && before.b) {
            // The way of B as A sees it: that of A is moved to where A is now.
            const [dx, dy] = [a[0] - before.a[0], a[1] - before.a[1]];
            const moved = (it) => [it[0] + dx, it[1] + dy, it[2] + dx, it[3] + dy];
            [a, b] = [union(a, moved(before.a)), union(b, moved(before.b))];
        }
        return Math.max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]);
    }

    /** The width, height and RGBA of anything that a canvas can draw. */
    function pixelsOf(image) {
        if (image.data) {
            return image;
        }
        const [width, height] = sizeOf(image);
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height);
    }

    /** A row of `#` and `.` for each row of an image. */
    function rowsOf({ width, height, data }, threshold) {
        const cell = (y) => (_, x) => (data[4 * (y * width + x) + 3] > threshold ? "#" : ".");
        return Array.from({ length: height }, (_, y) => Array.from({ length: width }, cell(y)).join(""));
    }

    /** An image as PNG in base64, without compression: no browser compresses while a game waits. */
    function pngOf({ width, height, data }) {
        const number = (value) => String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
        const swapped = (value) => String.fromCharCode(value & 255, (value >>> 8) & 255);
        const chunk = (text) => {
            let crc = -1;
            for (let at = 0; at < text.length; at++) {
                crc ^= text.charCodeAt(at);
                for (let bit = 0; bit < 8; bit++) {
                    crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
                }
            }
            return number(text.length - 4) + text + number(~crc);
        };
        let [raw, packed, low, high] = ["", "\x78\x01", 1, 0];
        for (let y = 0; y < height; y++) {
            raw += `\0${Array.from(data.subarray(4 * width * y, 4 * width * (y + 1)), (byte) => String.fromCharCode(byte)).join("")}`;
        }
        for (let at = 0; at < raw.length; at += 65_535) {
            const block = raw.slice(at, at + 65_535);
            const isLast = at + block.length === raw.length;
            packed += (isLast ? "\x01" : "\0") + swapped(block.length) + swapped(~block.length) + block;
        }
        for (let at = 0; at < raw.length; at++) {
            low = (low + raw.charCodeAt(at)) % 65_521;
            high = (high + low) % 65_521;
        }
        const header = `IHDR${number(width)}${number(height)}\x08\x06\0\0\0`;
        const chunks = chunk(header) + chunk(`IDAT${packed}${number(high * 65_536 + low)}`) + chunk("IEND");
        return btoa(`\x89PNG\r\n\x1a\n${chunks}`);
    }

    return Maskscope;
})();

if (typeof module === "object") {
    module.exports = Maskscope;
}
