// The page in a headless Chromium: how to open it, use it as a person would, and ask what it says.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

export const [page_folder, program, out] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(join(process.env.NODE_PATH ?? process.cwd(), "x.js"))("playwright-core");
/** The folder of the newest build, by the small file that names it. */
export const build = existsSync(join(page_folder, "build.json")) ? JSON.parse(readFileSync(join(page_folder, "build.json"))).build : ".";
export const SAMPLES = fileURLToPath(new URL("../../samples/", import.meta.url));
export const SIZE = { width: 1280, height: 800 };
export const MODIFIER = "Control";

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", page_folder]);
const [line] = await once(server.stdout, "data");
export const origin = `http://127.0.0.1:${/port (\d+)/.exec(String(line))[1]}`;
server.stderr.resume();

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--disable-background-networking"],
});
export const measured = {};

/** Somebody who has never been here. */
export const newcomer = (options) => browser.newContext({ viewport: SIZE, acceptDownloads: true, colorScheme: "dark", ...options });

/** Ends everything. */
export async function end() {
    await browser.close();
    server.kill();
}

/** A page of its own visit: nothing is kept from another one. What it says on the console, and requests elsewhere, are errors. */
export async function visit(hash = "", context) {
    const own = context ?? (await newcomer());
    await own.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    const page = await own.newPage();
    page.complaints = [];
    // A browser lets a chooser be answered only if that was wished well before it opens.
    page.on("filechooser", () => {});
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

export const answer_of = (page) => page.textContent("#answer");

/** Waits until the answer is `is_so`. */
export async function wait_for_answer(page, what, is_so) {
    const end = Date.now() + 60_000;
    for (;;) {
        const answer = await answer_of(page);
        if (is_so(answer)) return answer;
        assert(Date.now() < end, `${what}: it says “${answer}”`);
        await page.waitForTimeout(30);
    }
}

/** The records of the sessions that the tabs of `page`'s visitor keep. */
export async function copies(page) {
    const texts = await page.evaluate(
        () =>
            new Promise((resolve, reject) => {
                const request = indexedDB.open("maskscope");
                request.onerror = () => reject(request.error);
                request.onsuccess = () => {
                    const all = request.result.transaction("kept").objectStore("kept").getAll();
                    all.onsuccess = () => {
                        request.result.close();
                        resolve(all.result.map((bytes) => new TextDecoder().decode(bytes)).filter((text) => text.startsWith('{"maskscope"')));
                    };
                };
            }),
    );
    return texts.map((text) => JSON.parse(text));
}

/** Waits until a copy is kept that is `so`. */
export async function wait_for_copy(page, what, so) {
    const end = Date.now() + 60_000;
    for (;;) {
        const copy = (await copies(page)).find(so);
        if (copy) return copy;
        assert(Date.now() < end, `${what}: no such copy is kept`);
        await page.waitForTimeout(30);
    }
}

/** Presses `key`, which moves a sprite, `times`, and waits each time for the copy that is `so`. */
export async function move_and_keep(page, key, times, so) {
    const at = (copy) => JSON.stringify([copy?.a.position, copy?.b.position]);
    let before = at((await copies(page)).find(so));
    for (let pressed = 0; pressed < times; pressed += 1) {
        await page.keyboard.press(key);
        before = at(await wait_for_copy(page, key, (copy) => so(copy) && at(copy) !== before));
    }
}

/** Waits until the browser has given up the locks of the pages that are gone, all but `open` ones. */
export async function locks_given_up(context, open = 0) {
    const page = await context.newPage();
    await page.goto(`${origin}/build.json`);
    await page.waitForFunction(async (open) => (await navigator.locks.query()).held.length <= open, open);
    await page.close();
}

/** Waits until the page has drawn what was just done, however long a frame takes. */
export const settle = (page) =>
    page.evaluate(
        () =>
            new Promise((settled) => {
                let frames = 6;
                const count = () => ((frames -= 1) > 0 ? requestAnimationFrame(count) : settled());
                requestAnimationFrame(count);
            }),
    );

/** Presses `key` so many `times`; answers what the page says once all are drawn, which is not what it said before. */
export async function press(page, key, times) {
    const before = await answer_of(page);
    for (let pressed = 0; pressed < times; pressed += 1) await page.keyboard.press(key);
    await settle(page);
    return await wait_for_answer(page, `after ${times} times ${key}`, (answer) => answer !== before);
}

export const shot = async (page, name) => {
    const path = join(out, `${name}.png`);
    await page.screenshot({ path });
    return path;
};

/** Drops files on the page, left or right of its middle. */
export async function drop(page, files, x = 640, y = 300) {
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
export async function download(page, act) {
    const [saved] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), act()]);
    const path = join(out, saved.suggestedFilename());
    await saved.saveAs(path);
    return path;
}

/** What the command line answers. An exit code of 3 says that something is not as expected. */
export function command(...args) {
    return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Finds a command by its name and gives it. */
export async function give(page, name) {
    await page.keyboard.press(`${MODIFIER}+k`);
    await settle(page);
    await page.keyboard.type(name);
    await settle(page);
    await page.keyboard.press("Enter");
    await settle(page);
}

/** How long frames take: the longest, and the median of those that do something, while `act` acts. */
export async function frames(page, act) {
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

/** The longest time that the page stops for anything else while `act` acts, in ms; 0 below 50 ms, which a person does not see. */
export async function stall(page, act) {
    await page.evaluate(() => {
        window.stalls = [0];
        const observer = new PerformanceObserver((list) => window.stalls.push(...list.getEntries().map((entry) => entry.duration)));
        observer.observe({ entryTypes: ["longtask"] });
        window.endStalls = () => (window.stalls.push(...observer.takeRecords().map((entry) => entry.duration)), observer.disconnect());
    });
    await act();
    return Math.round(await page.evaluate(() => (window.endStalls(), Math.max(...window.stalls))));
}

/** A PNG file of a disc that fills a square of `side` pixels. */
export async function disc(page, side) {
    const bytes = await page.evaluate(async (side) => {
        const canvas = new OffscreenCanvas(side, side);
        const pen = canvas.getContext("2d");
        pen.beginPath();
        pen.arc(side / 2, side / 2, side / 2, 0, 7);
        pen.fill();
        return Array.from(new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()));
    }, side);
    return Buffer.from(bytes);
}

export async function drag(page, from, to, steps = 12) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let step = 1; step <= steps; step += 1) {
        await page.mouse.move(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps);
        await page.waitForTimeout(16);
    }
    await page.mouse.up();
}

/** The link to a scene. */
export const link = (scene) => `#scene=${deflateSync(JSON.stringify(scene)).toString("base64url")}`;
