// A person's own scans: their scripts run beside the page, whose frames go on.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODIFIER, SAMPLES, command, download, drop, give, measured, newcomer, out, settle, shot, visit } from "./page.mjs";
import { to_the_hit } from "./trials.mjs";

/** The first line of the script. */
const SCRIPT = [1100, 364];

/** The second format of an export, and its button. */
const CSV = [624, 135];
const DOWNLOAD = [861, 481];

/** A script that takes long without many operations: it is stopped after 2 s. */
const COPY = "fn f(a, b, c, d, e, g, i, j) { } let a = []; for i in 0..512 { a.push(i); } ";
const ENDLESS = `${COPY}loop { f(a, a, a, a, a, a, a, a); }`;
/** The longest time between two frames, in ms: half of what that script takes. A busy machine draws five a second. */
const LONGEST_GAP = 1_000;
/** A script that ends: it takes more than that time, and less than those 2 s. */
const SLOW = `${COPY}for i in 0..15000 { f(a, a, a, a, a, a, a, a); }`;
const GOOD = "for x in 0..w { for y in 0..h { if visit(w - 1 - x, y) { return true } } }";

/** The longest time between two frames while `act` acts, in ms. */
async function longest_gap(page, act) {
    await page.evaluate(() => {
        window.gap = { longest: 0, last: performance.now(), goes_on: true };
        const frame = () => {
            const now = performance.now();
            window.gap.longest = Math.max(window.gap.longest, now - window.gap.last);
            window.gap.last = now;
            if (window.gap.goes_on) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    await act();
    return Math.round(await page.evaluate(() => ((window.gap.goes_on = false), window.gap.longest)));
}

/** Writes `script` in the place of the one that is edited. */
async function write(page, script) {
    await settle(page);
    await page.mouse.move(...SCRIPT);
    await settle(page);
    await page.mouse.click(...SCRIPT);
    await settle(page);
    await page.keyboard.press(`${MODIFIER}+a`);
    await page.keyboard.type(script);
    // A key that leaves the field takes it from what was typed within the same frame.
    await settle(page);
}

/** The row of the own scan, as the page copies it: an object by the names of its columns. */
async function row(page) {
    await page.keyboard.press("Escape");
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await give(page, "copy table of scans");
    const end = Date.now() + 10_000;
    for (;;) {
        const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n");
        const own = lines.find((line) => line.startsWith("own:"));
        if (own) {
            const cells = own.split("\t");
            return Object.fromEntries(lines[0].split("\t").map((name, at) => [name, cells[at]]));
        }
        assert(Date.now() < end, `it copied “${lines}”`);
        await page.waitForTimeout(100);
    }
}

/** Waits until the row of the own scan is `so`. */
async function wait_for_row(page, what, so) {
    const end = Date.now() + 30_000;
    for (;;) {
        const found = await row(page);
        if (so(found)) return found;
        assert(Date.now() < end, `${what}: ${JSON.stringify(found)}`);
        await page.waitForTimeout(200);
    }
}

/** A page with a script where the masks share 13 pixels, and the row of the script as it begins. */
async function begin(context) {
    const page = await visit("", context);
    await page.keyboard.press("End");
    await to_the_hit(page);
    await give(page, "write your own scan");
    return [page, await wait_for_row(page, "the first script", ({ wrong, visits }) => wrong === "false" && visits > 0)];
}

/** Writes a good script; answers its row, once it is another one than `before`. */
async function write_good(page, before) {
    await write(page, GOOD);
    const found = await wait_for_row(page, "the good script", ({ wrong, visits }) => wrong === "false" && visits !== before.visits);
    await shot(page, "own-good");
    writeFileSync(join(out, "good.rhai"), GOOD);
    return found;
}

/** Asserts that a row is what the command line says. */
function assert_as_on_command_line(found) {
    const pair = ["ship.png", "rock.png"].map((name) => join(SAMPLES, name));
    const judged = JSON.parse(command("check", "--json", ...pair, "--at", "10,-17", "--scan", `own:${join(out, "good.rhai")}`));
    const { hit, visits, cells } = judged.scans[0];
    assert.deepEqual([found.hit, found.visits, found.cells], [hit, visits, cells].map(String));
}

export const own = {
    async "frames go on beside a script that does not end, and a good one answers as on the command line"() {
        const [page, begun] = await begin();
        measured.gap_while_a_script_runs_ms = await longest_gap(page, async () => {
            await write(page, ENDLESS);
            await page.waitForTimeout(5_000);
        });
        await shot(page, "own-stopped");
        await wait_for_row(page, "the script is stopped", ({ wrong }) => wrong === "true");
        assert(measured.gap_while_a_script_runs_ms <= LONGEST_GAP, `no frame for ${measured.gap_while_a_script_runs_ms} ms`);
        assert_as_on_command_line(await write_good(page, begun));
        return page;
    },
    async "a survey with a script ends as on the command line"() {
        const [page, begun] = await begin();
        await write_good(page, begun);
        const scene = await download(page, async () => {
            await page.keyboard.press(`${MODIFIER}+s`);
            await settle(page);
            await page.keyboard.press("Enter");
        });
        command("survey", "cost", "--scene", scene, "--output", join(out, "cost.cli.csv"));
        const expected = readFileSync(join(out, "cost.cli.csv"), "utf8");
        await page.keyboard.press(`${MODIFIER}+3`);
        const end = Date.now() + 60_000;
        for (;;) {
            await page.waitForTimeout(2_000);
            const survey = await download(page, async () => {
                await give(page, "export survey");
                await page.mouse.click(...CSV);
                await settle(page);
                await shot(page, "own-survey");
                await page.mouse.click(...DOWNLOAD);
                await settle(page);
                await page.keyboard.press("Enter");
            });
            const text = readFileSync(survey, "utf8");
            if (text === expected) return page;
            assert(Date.now() < end, `the survey: ${text.slice(0, 300)}, not ${expected.slice(0, 300)}`);
        }
    },
    async "frames go on while a log is judged with a slow script"() {
        const [page] = await begin();
        await write(page, SLOW);
        await wait_for_row(page, "the slow script", ({ wrong, visits }) => wrong === "true" && visits === "0");
        measured.gap_while_a_log_is_judged_ms = await longest_gap(page, async () => {
            await drop(page, [["game.jsonl", readFileSync(join(SAMPLES, "game.jsonl"))]]);
            await page.waitForTimeout(5_000);
        });
        await shot(page, "own-log");
        assert(measured.gap_while_a_log_is_judged_ms <= LONGEST_GAP, `no frame for ${measured.gap_while_a_log_is_judged_ms} ms`);
        return page;
    },
    async "a script at which the worker fails has an error, and the next one runs in a new worker"() {
        const context = await newcomer();
        await context.addInitScript(() => {
            window.workers = 0;
            window.Worker = class extends Worker {
                constructor(...what) {
                    super(...what);
                    window.workers += 1;
                }
                postMessage(data, ...rest) {
                    const fails = Array.isArray(data) && data[0].includes("fails");
                    if (fails) setTimeout(() => this.onmessage({ data: undefined }));
                    else super.postMessage(data, ...rest);
                }
            };
        });
        const [page, begun] = await begin(context);
        const workers = await page.evaluate(() => window.workers);
        await write(page, "visit(0, 0) // fails");
        await wait_for_row(page, "the script has an error", ({ wrong, visits }) => wrong === "true" && visits === "0");
        await shot(page, "own-worker-failed");
        assert_as_on_command_line(await write_good(page, begun));
        assert((await page.evaluate(() => window.workers)) > workers, "another worker was started");
        return page;
    },
    async "where a browser has no workers, a script runs on the page"() {
        const context = await newcomer();
        await context.addInitScript(() => Object.defineProperty(window, "Worker", { value: undefined }));
        const [page, begun] = await begin(context);
        assert_as_on_command_line(await write_good(page, begun));
        return page;
    },
};
