// What the page does where the browser does not give it something, and what it may not do.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { MODIFIER, answer_of, newcomer, origin, press, settle, shot, visit, wait_for_answer } from "./page.mjs";

/** What the page says instead of a window, once `take_away` was done to the browser. */
async function refusal(name, take_away) {
    const context = await newcomer();
    await take_away(context);
    const page = await context.newPage();
    await page.goto(origin);
    await page.waitForFunction(() => !document.getElementById("progress"));
    await shot(page, name);
    const message = await page.textContent("#message");
    await context.close();
    return message;
}

export const limits = {
    async "what a browser lacks is said"() {
        const without_graphics = await refusal("without-webgl", (context) =>
            context.addInitScript(() => {
                HTMLCanvasElement.prototype.getContext = () => null;
            }),
        );
        assert.match(without_graphics, /WebGL 2/);
        const without_programs = await refusal("without-wasm", (context) =>
            context.addInitScript(() => {
                delete globalThis.WebAssembly;
            }),
        );
        assert.match(without_programs, /WebAssembly/);
        const without_file = await refusal("without-file", (context) => context.route("**/*.wasm", (route) => route.fulfill({ status: 404 })));
        assert.match(without_file, /the server answers 404/);
        return [];
    },
    async "a browser that keeps nothing"() {
        const context = await newcomer();
        await context.addInitScript(() => {
            const refuse = { get: () => { throw new DOMException("The operation is insecure.", "SecurityError"); } };
            Object.defineProperty(window, "indexedDB", refuse);
            Object.defineProperty(window, "localStorage", refuse);
        });
        const page = await visit("", context);
        const before = await answer_of(page);
        await page.waitForTimeout(1_500);
        await shot(page, "keeps-nothing");
        await page.keyboard.press("ArrowLeft");
        await wait_for_answer(page, "after a key", (answer) => answer !== before);
        await page.waitForTimeout(1_500);
        await shot(page, "keeps-nothing-worked");
        return page;
    },
    async "the program stops, and goes on after a reload"() {
        const page = await visit();
        const worked = await press(page, "ArrowLeft", 3);
        await page.waitForTimeout(2_500);
        await page.evaluate(() => document.dispatchEvent(new CustomEvent("maskscope-failed", { detail: "panicked at a decoder" })));
        await page.waitForSelector("#failure[open]");
        await shot(page, "failure");
        await page.click("#copy");
        await page.waitForFunction(() => document.getElementById("copy").textContent === "Copied");
        const report = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(report, /^maskscope \d+\.\d+\.\d+ in .*\npanicked at a decoder$/s);
        await page.click("#reload");
        await page.waitForSelector("#loading", { state: "detached" });
        await wait_for_answer(page, "after the reload", (answer) => answer === worked);
        return page;
    },
    async "another site is out of reach"() {
        let reached = 0;
        const other = createServer((_, response) => {
            reached += 1;
            response.setHeader("Access-Control-Allow-Origin", "*");
            response.end();
        }).listen(0, "127.0.0.1");
        await once(other, "listening");
        const address = `http://127.0.0.1:${other.address().port}/`;
        const page = await visit();
        const tried = await page.evaluate(async (address) => {
            const element = (name) =>
                new Promise((answer) => {
                    const it = document.createElement(name);
                    it.onload = () => answer("loaded");
                    it.onerror = () => answer("refused");
                    it.src = address;
                    document.body.append(it);
                });
            const asked = fetch(address).then(() => "loaded", () => "refused");
            return Promise.all([asked, element("img"), element("script")]);
        }, address);
        assert.deepEqual(tried, ["refused", "refused", "refused"]);
        assert.equal(reached, 0, "something reached the other site");
        other.close();
        // The console is full of what was refused.
        await page.context().close();
        return [];
    },
    async "keys are the program's where the browser would take them, and only those"() {
        const page = await visit();
        await page.evaluate(() => {
            window.left = [];
            addEventListener("keydown", (event) => event.defaultPrevented || window.left.push(event.key), { capture: true });
        });
        for (const key of ["1", "5", "k", "e", "y"]) await page.keyboard.press(`${MODIFIER}+${key}`);
        for (const key of ["F1", "Escape", "F2"]) await page.keyboard.press(key);
        for (const key of ["c", "v", "r"]) await page.keyboard.press(`${MODIFIER}+${key}`);
        await settle(page);
        const left = (await page.evaluate(() => window.left)).filter((key) => key !== "Control");
        assert.deepEqual(left, ["Escape", "c", "v", "r"]);
        // A browser may have reloaded, or pasted what is no link.
        await page.context().close();
        return [];
    },
};
