// Drives the page in a headless Chromium as a person would, and compares what it says and saves with the command line.
//
//     node drive.mjs PAGE PROGRAM OUT      the built folder, the command line's program, a folder for pictures and downloads
//
// It prints a line for each thing that was tried, then what was measured, as JSON; it fails at the first that is wrong.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";

const [page_folder, program, out] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(join(process.env.NODE_PATH ?? process.cwd(), "x.js"))("playwright-core");
const SAMPLES = new URL("../../samples/", import.meta.url).pathname;
const SIZE = { width: 1280, height: 800 };
const MODIFIER = "Control";

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", page_folder]);
const [line] = await once(server.stdout, "data");
const origin = `http://127.0.0.1:${/port (\d+)/.exec(String(line))[1]}`;
server.stderr.resume();

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--disable-background-networking"],
});
const measured = {};

/** A page of its own visit: nothing is kept from another one. What it says on the console, and requests elsewhere, are errors. */
async function visit(hash = "", context) {
    const own = context ?? (await browser.newContext({ viewport: SIZE, acceptDownloads: true, colorScheme: "dark" }));
    await own.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    const page = await own.newPage();
    page.complaints = [];
    page.on("console", (message) => page.complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => page.complaints.push(String(error)));
    page.on("request", (request) => {
        const { protocol, origin: to } = new URL(request.url());
        if (to !== origin && !["data:", "blob:"].includes(protocol)) page.complaints.push(`request to ${request.url()}`);
    });
    const begun = performance.now();
    await page.goto(`${origin}/${hash}`);
    await page.waitForSelector("#loading", { state: "detached", timeout: 60_000 });
    await page.waitForFunction(() => document.getElementById("answer").textContent !== "");
    page.began = performance.now() - begun;
    return page;
}

const said = (page) => page.textContent("#answer");

/** Waits until the answer is `is_so`. */
async function hears(page, what, is_so) {
    const end = Date.now() + 60_000;
    for (;;) {
        const answer = await said(page);
        if (is_so(answer)) return answer;
        assert(Date.now() < end, `${what}: it says “${answer}”`);
        await page.waitForTimeout(30);
    }
}

/** Waits until the page has drawn what was just done, however long a frame takes. */
const settle = (page) =>
    page.evaluate(
        () =>
            new Promise((settled) => {
                let frames = 6;
                const count = () => ((frames -= 1) > 0 ? requestAnimationFrame(count) : settled());
                requestAnimationFrame(count);
            }),
    );

const shot = async (page, name) => {
    const path = join(out, `${name}.png`);
    await page.screenshot({ path });
    return path;
};

/** Drops files on the page, left or right of its middle. */
async function drop(page, files, x = 640, y = 300) {
    const contents = files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]);
    await page.mouse.move(x, y);
    await page.evaluate(
        ([contents, x, y]) => {
            const data = new DataTransfer();
            for (const [name, text] of contents) {
                data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
            }
            const canvas = document.getElementById("maskscope");
            for (const kind of ["dragenter", "dragover", "drop"]) {
                canvas.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true, clientX: x, clientY: y }));
            }
        },
        [contents, x, y],
    );
}

/** Does `act`, and answers what is downloaded by it. */
async function download(page, act) {
    const [saved] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), act()]);
    const path = join(out, saved.suggestedFilename());
    await saved.saveAs(path);
    return path;
}

/** What the command line answers. An exit code of 3 says that something is not as expected. */
function command(...args) {
    return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Finds a command by its name and gives it. */
async function give(page, name) {
    await page.keyboard.press(`${MODIFIER}+k`);
    await settle(page);
    await page.keyboard.type(name);
    await settle(page);
    await page.keyboard.press("Enter");
    await settle(page);
}

/** How long frames take: the longest, and the median of those that do something, while `act` acts. */
async function frames(page, act) {
    await page.evaluate(() => {
        window.times = [];
        const request = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) =>
            request((time) => {
                const begun = performance.now();
                draw(time);
                window.times.push(performance.now() - begun);
            });
    });
    await page.evaluate(() => (window.times.length = 0));
    await act();
    const times = (await page.evaluate(() => window.times)).sort((a, b) => a - b);
    return { frames: times.length, median_ms: +times[times.length >> 1].toFixed(1), longest_ms: +times.at(-1).toFixed(1) };
}

async function drag(page, from, to, steps = 12) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let step = 1; step <= steps; step += 1) {
        await page.mouse.move(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps);
        await page.waitForTimeout(16);
    }
    await page.mouse.up();
}

const link = (scene) => `#scene=${deflateSync(JSON.stringify(scene)).toString("base64url")}`;

const trials = {
    async "the first picture"() {
        const page = await visit();
        measured.first_picture_ms = Math.round(page.began);
        assert.match(await said(page), /^Masks overlap: 13 of 720 px/);
        await page.keyboard.press("End");
        await page.waitForTimeout(1_500);
        await shot(page, "inspect-dark");
        return page;
    },
    async "a drag with the mouse, and its answer"() {
        const page = await visit();
        await page.keyboard.press("End");
        const before = await said(page);
        measured.drag = await frames(page, () => drag(page, [560, 420], [720, 420], 60));
        const after = await hears(page, "after a drag", (answer) => answer !== before);
        await page.keyboard.press(`${MODIFIER}+z`);
        await hears(page, "after undo", (answer) => answer === before);
        assert.notEqual(after, before);
        return page;
    },
    async "each tab"() {
        const page = await visit();
        await page.keyboard.press("End");
        const seen = new Set();
        for (const tab of [1, 2, 3, 4, 5]) {
            await page.keyboard.press(`${MODIFIER}+${tab}`);
            await page.waitForTimeout(tab === 3 ? 4_000 : 900);
            seen.add(readFileSync(await shot(page, `tab-${tab}`)).toString("base64"));
        }
        assert.equal(seen.size, 5, "the tabs look alike");
        return page;
    },
    async "a dropped GIF"() {
        const page = await visit();
        const before = await said(page);
        await drop(page, [["spinner.gif", readFileSync(join(SAMPLES, "spinner.gif"))]], 300, 300);
        await hears(page, "after a drop", (answer) => answer !== before);
        await page.waitForTimeout(300);
        await shot(page, "dropped-gif");
        assert.match(await page.title(), /spinner/);
        return page;
    },
    async "a scene that is dropped with its images, saved, and judged by the command line"() {
        const page = await visit();
        const scene = { maskscope: 1, a: { image: "art/bee.png" }, b: { image: "gem.png", position: [3, 2] } };
        const art = ["bee.png", "gem.png"].map((name) => [name, readFileSync(join(SAMPLES, name))]);
        await drop(page, [...art, ["pair.scene.json", JSON.stringify(scene)]]);
        await page.waitForFunction(() => document.title.includes("pair"));
        const folder = join(out, "scene");
        mkdirSync(join(folder, "art"), { recursive: true });
        for (const [name, bytes] of art) writeFileSync(join(folder, name === "bee.png" ? "art" : ".", name), bytes);
        writeFileSync(join(folder, "pair.scene.json"), JSON.stringify(scene));
        const { overlap_area } = JSON.parse(command("check", "--json", "--scene", join(folder, "pair.scene.json")));
        const answer = await said(page);
        assert(answer.includes(overlap_area ? overlap_area.toLocaleString("en") : "not"), `${answer}: ${overlap_area}`);
        return page;
    },
    async "an image that is missing is asked for by its name"() {
        const page = await visit();
        const before = await said(page);
        const scene = { maskscope: 1, a: { image: "art/bee.png" }, b: { sample: "gem.png" } };
        await drop(page, [["alone.scene.json", JSON.stringify(scene)]]);
        await page.waitForTimeout(900);
        await shot(page, "missing");
        assert.equal(await said(page), before);
        await drop(page, [["bee.png", readFileSync(join(SAMPLES, "bee.png"))], ["alone.scene.json", JSON.stringify(scene)]]);
        await hears(page, "both together", (answer) => answer !== before);
        return page;
    },
    async "a scene that is saved, and a mask that is exported, are those of the command line"() {
        const page = await visit();
        await page.keyboard.press("End");
        for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowLeft");
        const before = await hears(page, "after four keys", (answer) => !answer.includes("13 of 720"));
        const scene = await download(page, async () => {
            await page.keyboard.press(`${MODIFIER}+s`);
            await settle(page);
            await shot(page, "save");
            await page.keyboard.press("Enter");
        });
        const judged = JSON.parse(command("check", "--json", "--scene", scene));
        assert.deepEqual(judged.offset, { x: 6, y: -17 });
        assert(before.includes(`${judged.overlap_area} of`), `${before}: ${judged.overlap_area}`);
        const mask = await download(page, async () => {
            await give(page, "export mask of a");
            await shot(page, "export");
            await page.keyboard.press(`${MODIFIER}+a`);
            await settle(page);
            await page.keyboard.type("mask.txt");
            await settle(page);
            await shot(page, "export-named");
            await page.keyboard.press("Enter");
            await settle(page);
            await shot(page, "exported");
        });
        command("mask", join(SAMPLES, "ship.png"), "--output", join(out, "mask.cli.txt"));
        assert.equal(readFileSync(mask, "utf8"), readFileSync(join(out, "mask.cli.txt"), "utf8"));
        return page;
    },
    async "a log that is dropped"() {
        const page = await visit();
        const check = (frame, x, hit) =>
            JSON.stringify({ frame, a: { sprite: "ship" }, b: { sprite: "rock", position: [x, 0] }, hit });
        const log = [
            JSON.stringify({ maskscope_log: 1, game: "test", fps: 60 }),
            JSON.stringify({ sprite: "ship", mask: ["##", "##"] }),
            JSON.stringify({ sprite: "rock", mask: ["##", "##"] }),
            ...[5, 3, 1, 0].map((x, at) => check(at + 1, x, x === 3 || x < 2)),
        ].join("\n");
        await drop(page, [["game.jsonl", log]]);
        // It begins with the first check that is wrong.
        await hears(page, "the wrong check", (answer) => answer.startsWith("Boxes apart; by 1 in x"));
        await page.waitForTimeout(600);
        await shot(page, "log");
        return page;
    },
    async "a link, made here and opened in the page"() {
        const rows = ["##", "##"];
        const page = await visit(link({ maskscope: 1, a: { mask: rows }, b: { mask: rows, position: [1, 1] } }));
        await hears(page, "the scene of the link", (answer) => answer.startsWith("Masks overlap: 1 of 1 px"));
        assert.equal(new URL(page.url()).hash, "", "the link stays in the address");
        return page;
    },
    async "a link that is copied, and opened by another visit"() {
        const page = await visit();
        await page.keyboard.press("End");
        for (let n = 0; n < 2; n += 1) await page.keyboard.press("ArrowDown");
        const answer = await hears(page, "after two keys", (answer) => !answer.includes("13 of 720"));
        await give(page, "copy link");
        const end = Date.now() + 10_000;
        let copied = "";
        while (!copied.includes("#scene=") && Date.now() < end) {
            await page.waitForTimeout(200);
            copied = await page.evaluate(() => navigator.clipboard.readText());
        }
        assert(copied.startsWith(`${origin}/#scene=`), `it copied “${copied.slice(0, 60)}”`);
        measured.link_characters = copied.length;
        const other = await visit(copied.slice(origin.length + 1));
        await hears(other, "the scene of the link", (other) => other === answer);
        return [page, other];
    },
    async "a link to a sample pair"() {
        const page = await visit("#sample=box-hit");
        await hears(page, "the pair", (answer) => answer.startsWith("Boxes overlap"));
        await shot(page, "sample");
        return page;
    },
    async "a lesson, begun by a link and done"() {
        const page = await visit("#lesson=boxes-lie");
        await hears(page, "the first step", (answer) => answer.startsWith("Boxes apart"));
        const press = async (key, until) => {
            for (let at = 0; at < 60 && !until(await said(page)); at += 1) {
                await page.keyboard.press(key);
                await settle(page);
            }
        };
        await press("ArrowLeft", (answer) => /^(Boxes overlap|Masks overlap)/.test(answer));
        await page.keyboard.press("Enter");
        await hears(page, "the second step", (answer) => answer.startsWith("Masks overlap: 13 of 720"));
        await settle(page);
        await page.keyboard.press("Enter");
        await settle(page);
        await press("ArrowUp", (answer) => !answer.startsWith("Masks overlap"));
        await page.keyboard.press("Enter");
        await hears(page, "the last step", (answer) => answer.startsWith("Boxes overlap 24"));
        await settle(page);
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => localStorage.getItem("maskscope")?.includes('"boxes-lie"'));
        await settle(page);
        await shot(page, "lesson");
        return page;
    },
    async "work that is there again after a reload"() {
        const page = await visit();
        const before = await said(page);
        await page.keyboard.press("End");
        for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowRight");
        const worked = await hears(page, "after three keys", (answer) => answer !== before);
        await page.waitForTimeout(2_500);
        const again = await visit("", page.context());
        await hears(again, "after a reload", (answer) => answer === worked);
        return [page, again];
    },
    async "a file that is none"() {
        const page = await visit();
        const before = await said(page);
        await drop(page, [["broken.png", readFileSync(join(SAMPLES, "bee.png")).subarray(0, 60)]]);
        await page.waitForTimeout(700);
        assert.equal(await said(page), before);
        await shot(page, "broken");
        return page;
    },
    async "images of 4096 x 4096, and one that is too large"() {
        const page = await visit();
        for (const side of [4096, 4097]) {
            const before = await said(page);
            const bytes = Buffer.from(await page.evaluate(async (side) => {
                const canvas = new OffscreenCanvas(side, side);
                const pen = canvas.getContext("2d");
                pen.beginPath();
                pen.arc(side / 2, side / 2, side / 2, 0, 7);
                pen.fill();
                return Array.from(new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()));
            }, side));
            await drop(page, [[`disc${side}.png`, bytes]], 300, 300);
            if (side === 4096) {
                measured.large_opening = await frames(page, () => hears(page, "4096", (answer) => answer !== before));
                await drop(page, [[`disc${side}.png`, bytes]], 900, 300);
                await page.waitForTimeout(4_000);
                measured.large_drag = await frames(page, () => drag(page, [560, 420], [640, 460], 20));
                await shot(page, "large");
            } else {
                await page.waitForTimeout(1_000);
                assert.equal(await said(page), await said(page));
                await shot(page, "too-large");
            }
        }
        return page;
    },
};

const only = process.env.ONLY;
let failed = false;
for (const [name, trial] of Object.entries(trials)) {
    if (only && !name.includes(only)) continue;
    try {
        const pages = [await trial()].flat().filter((page) => page.complaints);
        for (const page of pages) {
            await page.waitForTimeout(100);
            assert.deepEqual(page.complaints, [], "on the console");
        }
        for (const page of pages) await page.context().close();
        console.log(`ok: ${name}`);
    } catch (error) {
        failed = true;
        console.log(`FAILED: ${name}: ${error.message}`);
    }
}
const program_file = readFileSync(join(page_folder, "maskscope_bg.wasm"));
measured.bytes = program_file.length;
measured.bytes_compressed = gzipSync(program_file, { level: 9 }).length;
console.log(JSON.stringify(measured));
await browser.close();
server.kill();
process.exit(failed ? 1 : 0);
