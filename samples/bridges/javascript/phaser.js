/**
 * Logs the collision checks of a game in Phaser 3 or 4 while it runs, without a change of the game: one tag after Phaser's.
 *
 *     <script src="phaser.min.js"></script>
 *     <script src="maskscope/phaser.js"></script>
 *
 * It brings `maskscope.js` from its own folder. The key F9 saves the checks of the last 30 seconds as `game.jsonl`, for
 * `maskscope replay game.jsonl`; so does `maskscope.download()` in the console of the browser. `data-last="60"` in the
 * tag keeps more of them, `data-key="F8"` is another key, `data-near="32"` is the distance up to which misses are logged
 * one by one; `data-contact="wall,Tile"` names kinds that are meant to be touched.
 *
 * It records Arcade Physics, `overlap` and `collide` of sprites and groups, and what game code asks of
 * `Phaser.Geom.Intersects` and `Phaser.Geom.Rectangle.Overlaps` about rectangles, circles and triangles. A rectangle
 * by `getBounds()` belongs to its sprite. Of what it does not record, tilemaps and lines, it counts the calls, and says so
 * in the console when the log is saved. Where a process callback refuses a collision, nobody knows what it asked: such
 * a check has no answer. The tests run it with Phaser 3.90 and 4.2.1 in Chromium.
 */
(() => {
    const tag = document.currentScript;
    const { key = "F9", last = "30", near = "32", contact = "" } = tag?.dataset ?? {};
    if (tag && typeof Maskscope === "undefined") {
        document.write(`<script src="${new URL("maskscope.js", tag.src)}"><\/script>`);
    }

    const pictures = new WeakMap(); // the pixels of each frame of a texture; null where they cannot be read
    const owners = new WeakMap(); // the game objects of rectangles by getBounds
    const names = new WeakMap();
    const instances = new Map(); // how many objects of each kind have a name
    const unrecorded = new Map(); // how often each call was not recorded
    let recorded; // the bodies about which the collision in progress has been asked
    let log;
    let view; // that of the log's beginning

    /** Logs a check, whatever goes wrong: the game goes on. The log begins with the first one. */
    function add(things, hit, rule, known = {}) {
        if (!log) {
            view = known.view;
            Maskscope.of = (thing) => (thing instanceof Phaser.GameObjects.GameObject ? ofObject(thing) : thing);
            const engine = `phaser ${Phaser.VERSION}`;
            log = new Maskscope({ game: document.title || "phaser", engine, view, last: Number(last), near: Number(near) });
            window.maskscope = log;
            contact.split(",").filter(Boolean).forEach((kind) => log.contact(kind.trim()));
            // The lines of this file and of Phaser, which calls it here, are not the game's.
            const add = ([, file]) => Maskscope.files.add(file);
            Phaser.Utils.Array.Each([0], () => Maskscope.places().slice(0, 3).forEach(add));
        }
        log.check(...things, hit, rule, { ...known, view: String(known.view) === String(view) ? undefined : known.view });
    }

    function safely(action) {
        try {
            action();
        } catch (error) {
            miss(String(error?.message ?? error));
        }
    }

    function miss(call) {
        unrecorded.set(call, (unrecorded.get(call) ?? 0) + 1);
    }

    /** The pixels of a frame of a texture, trimmed or not, or undefined. */
    function pictureOf(frame) {
        if (frame && !pictures.has(frame)) {
            try {
                const context = new OffscreenCanvas(frame.realWidth, frame.realHeight).getContext("2d");
                const { cutX, cutY, cutWidth, cutHeight, x, y } = frame;
                context.drawImage(frame.source.image, cutX, cutY, cutWidth, cutHeight, x, y, cutWidth, cutHeight);
                pictures.set(frame, context.getImageData(0, 0, frame.realWidth, frame.realHeight));
            } catch (error) {
                pictures.set(frame, null);
                miss(`picture ${frame.texture.key}: ${error.message}`);
            }
        }
        return (frame && pictures.get(frame)) ?? undefined;
    }

    /** A class of the game's own, or the picture's name. */
    function kindOf({ constructor, texture, type }) {
        const isOwn = ![...Object.values(Phaser.GameObjects), ...Object.values(Phaser.Physics.Arcade)].includes(constructor);
        return isOwn ? constructor.name : texture?.key ?? type;
    }

    /** Where an object in a container is drawn. */
    function inWorld(object) {
        const { translateX: x, translateY: y, ...place } = object.getWorldTransformMatrix().decomposeMatrix();
        return { x, y, ...place };
    }

    /** A game object as it is drawn. */
    function ofObject(object) {
        const kind = kindOf(object);
        if (!names.has(object)) {
            const number = (instances.get(kind) ?? 0) + 1;
            instances.set(kind, number);
            names.set(object, object.name || (number === 1 ? kind : `${kind} ${number}`));
        }
        const { x, y, rotation, scaleX, scaleY } = object.parentContainer ? inWorld(object) : object;
        const image = pictureOf(object.frame);
        const thing = {
            sprite: object.texture?.key ?? kind,
            kind: kind === object.texture?.key ? undefined : kind,
            name: names.get(object),
            position: [x, y],
        };
        if (image) {
            thing.image = image;
            thing.anchor = [object.displayOriginX, object.displayOriginY];
            thing.rotation = (rotation * 180) / Math.PI || undefined;
            thing.scale = scaleX === 1 && scaleY === 1 ? undefined : [scaleX, scaleY];
            thing.flip = object.flipX || object.flipY ? [object.flipX, object.flipY] : undefined;
        }
        return thing;
    }

    /** The game object of a body of Arcade Physics where the body is, and the body as the tested shape. */
    function ofBody({ gameObject, isCircle, center, halfWidth, position: { x, y }, width, height, offset, physicsType }) {
        const thing = ofObject(gameObject);
        if (physicsType === Phaser.Physics.Arcade.DYNAMIC_BODY) {
            // In a step of the physics, the body has moved, and its object will follow.
            thing.position[0] = x - gameObject.scaleX * (offset.x - gameObject.displayOriginX);
            thing.position[1] = y - gameObject.scaleY * (offset.y - gameObject.displayOriginY);
        }
        return { ...thing, shape: isCircle ? { circle: [center.x, center.y, halfWidth] } : { box: [x, y, width, height] } };
    }

    const ruleOf = (...bodies) => (bodies.some((it) => it.isCircle || it.shape?.circle) ? "circle" : "box");

    /** A shape of Phaser, and the object that it belongs to. */
    function ofShape(shape) {
        const thing = owners.has(shape) ? ofObject(owners.get(shape)) : {};
        const { x, y, width, height, radius, x1, y1, x2, y2, x3, y3 } = shape;
        if (shape instanceof Phaser.Geom.Rectangle) {
            return { sprite: "rect", ...thing, shape: { box: [x, y, width, height] } };
        } else if (shape instanceof Phaser.Geom.Circle) {
            return { sprite: "circle", ...thing, shape: { circle: [x, y, radius] } };
        } else if (shape instanceof Phaser.Geom.Triangle) {
            return { sprite: "triangle", ...thing, shape: { polygon: [[x1, y1], [x2, y2], [x3, y3]] } };
        }
        return undefined;
    }

    /** Puts a function of `holder` in the place of its function `name`, which it is given. */
    function wrap(holder, name, made) {
        holder[name] = made(holder[name]);
    }

    // One frame of the game is one frame of the log.
    wrap(Phaser.Game.prototype, "step", (step) => function (...times) {
        log?.nextFrame();
        return step.apply(this, times);
    });

    const World = Phaser.Physics.Arcade.World.prototype;

    wrap(World, "separate", (separate) => function (a, b, process, context, isOverlap) {
        let things;
        let isRefused = false;
        const asked = process && function (...objects) {
            const answer = process.apply(this, objects);
            isRefused = answer === false;
            return answer;
        };
        const isAsked = a.enable && b.enable && !a.checkCollision.none && !b.checkCollision.none;
        if (isAsked) {
            safely(() => (things = [ofBody(a), ofBody(b)]));
        }
        const hit = separate.call(this, a, b, asked, context, isOverlap);
        recorded?.add(a).add(b);
        if (things) {
            const refused = isRefused ? { hit: undefined } : {};
            safely(() => add(things, hit, ruleOf(a, b), { view: viewOf(a), ...refused }));
        }
        return hit;
    });

    // Phaser looks the members of a group up by place, and asks only about those nearby: the others are misses.
    wrap(World, "collideSpriteVsGroup", (collide) => function (sprite, group, ...rest) {
        const outer = recorded;
        recorded = new Set();
        let thing;
        safely(() => (thing = sprite.body?.enable ? ofBody(sprite.body) : undefined));
        try {
            return collide.call(this, sprite, group, ...rest);
        } finally {
            for (const { body } of thing && group.children ? group.getChildren() : []) {
                if (body?.enable && body !== sprite.body && !recorded.has(body) && !body.checkCollision.none) {
                    const rule = ruleOf(thing, body);
                    safely(() => add([thing, ofBody(body)], false, rule, { view: viewOf(body) }));
                }
            }
            recorded = outer;
        }
    });

    for (const name of ["collideSpriteVsTilemapLayer", "collideTiles", "overlapTiles"]) {
        wrap(World, name, (call) => function (...things) {
            miss(name);
            return call.apply(this, things);
        });
    }

    function viewOf({ gameObject }) {
        const { worldView, width, height } = gameObject.scene.cameras.main;
        return [worldView.x, worldView.y, worldView.width || width, worldView.height || height];
    }

    // Game objects have the method by a mixin: each class has its own copy.
    for (const { prototype } of Object.values(Phaser.GameObjects)) {
        if (Object.hasOwn(prototype ?? {}, "getBounds")) {
            wrap(prototype, "getBounds", (getBounds) => function (...output) {
                const bounds = getBounds.apply(this, output);
                owners.set(bounds, this);
                return bounds;
            });
        }
    }

    const tests = Object.entries(Phaser.Geom.Intersects).filter(([name]) => !name.startsWith("Get"));
    for (const [holder, name] of [...tests.map(([name]) => [Phaser.Geom.Intersects, name]), [Phaser.Geom.Rectangle, "Overlaps"]]) {
        wrap(holder, name, (test) => function (a, b, ...rest) {
            const hit = test.call(this, a, b, ...rest);
            safely(() => {
                const things = [a, b].map(ofShape);
                if (things.every(Boolean)) {
                    add(things, hit, name);
                } else {
                    miss(name);
                }
            });
            return hit;
        });
    }

    window.addEventListener("keydown", (event) => {
        if (event.key === key) {
            safely(() => log.download("game.jsonl"));
            for (const [call, count] of unrecorded) {
                console.warn(`maskscope: not in the log, ${count} times: ${call}`);
            }
        }
    });
})();
