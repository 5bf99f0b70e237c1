// What a person does with the page.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODIFIER, SAMPLES, answer_of, command, disc, download, drag, drop, frames, give, link, locks_given_up,
    measured, move_and_keep, newcomer, origin, out, press, settle, shot, stall, visit, wait_for_answer, wait_for_copy } from "./page.mjs";

/** The middle of the button *Restore* of a message of one line. */
const RESTORE = [811, 640];

/** Moves B of the first start to where the masks share 13 pixels. */
export async function to_the_hit(page) {
    for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowLeft");
    for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowDown");
    await wait_for_answer(page, "where the masks overlap", (answer) => answer.includes("13 of 720"));
}

export const trials = {
    async "the first picture"() {
        const page = await visit();
        measured.first_picture_ms = Math.round(page.began);
        assert.match(await answer_of(page), /^Boxes overlap 26 × 20, masks share nothing/);
        await page.keyboard.press("End");
        await page.waitForTimeout(1_500);
        await shot(page, "inspect-dark");
        return page;
    },
    async "a drag with the mouse, and its answer"() {
        const page = await visit();
        await page.keyboard.press("End");
        const before = await answer_of(page);
        measured.drag = await frames(page, () => drag(page, [560, 420], [720, 420], 60));
        const after = await wait_for_answer(page, "after a drag", (answer) => answer !== before);
        await page.keyboard.press(`${MODIFIER}+z`);
        await wait_for_answer(page, "after undo", (answer) => answer === before);
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
        const before = await answer_of(page);
        await drop(page, [["spinner.gif", readFileSync(join(SAMPLES, "spinner.gif"))]], 300, 300);
        await wait_for_answer(page, "after a drop", (answer) => answer !== before);
        await page.waitForTimeout(300);
        await shot(page, "dropped-gif");
        assert.match(await page.title(), /spinner/);
        return page;
    },
    async "an image that is picked, and one that is pasted"() {
        const page = await visit();
        const first = await answer_of(page);
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press(`${MODIFIER}+o`)]);
        await chooser.setFiles(join(SAMPLES, "bee.png"));
        const picked = await wait_for_answer(page, "after picking", (answer) => answer !== first);
        assert.match(await page.title(), /^bee/);
        const gem = readFileSync(join(SAMPLES, "gem.png")).toString("base64");
        await page.evaluate(async (gem) => {
            const image = new Blob([Uint8Array.from(atob(gem), (c) => c.charCodeAt(0))], { type: "image/png" });
            await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
        }, gem);
        await page.mouse.move(900, 400);
        await page.keyboard.press(`${MODIFIER}+v`);
        await wait_for_answer(page, "after pasting", (answer) => answer !== picked);
        await page.waitForTimeout(300);
        await shot(page, "pasted");
        return page;
    },
    async "in light colours, on a large screen"() {
        const page = await visit("", await newcomer({ viewport: { width: 1920, height: 1080 }, colorScheme: "light" }));
        await page.waitForTimeout(1_500);
        await shot(page, "inspect-light-large");
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
        const answer = await answer_of(page);
        assert(answer.includes(overlap_area ? overlap_area.toLocaleString("en") : "not"), `${answer}: ${overlap_area}`);
        return page;
    },
    async "an image that is missing is asked for by its name"() {
        const page = await visit();
        const before = await answer_of(page);
        const scene = { maskscope: 1, a: { image: "art/bee.png" }, b: { sample: "gem.png" } };
        await drop(page, [["alone.scene.json", JSON.stringify(scene)]]);
        await page.waitForTimeout(900);
        await shot(page, "missing");
        assert.equal(await answer_of(page), before);
        await drop(page, [["bee.png", readFileSync(join(SAMPLES, "bee.png"))], ["alone.scene.json", JSON.stringify(scene)]]);
        await wait_for_answer(page, "both together", (answer) => answer !== before);
        return page;
    },
    async "a scene that is saved, and a mask that is exported, are those of the command line"() {
        const page = await visit();
        await page.keyboard.press("End");
        await to_the_hit(page);
        const before = await press(page, "ArrowLeft", 4);
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
            await shot(page, "export-format");
            await page.keyboard.type("txt");
            await settle(page);
            await page.keyboard.press("Enter");
            await settle(page);
            await shot(page, "export");
            await page.keyboard.press(`${MODIFIER}+a`);
            await settle(page);
            await page.keyboard.type("mask");
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
        await wait_for_answer(page, "the wrong check", (answer) => answer.startsWith("Boxes 1 px apart"));
        await page.waitForTimeout(600);
        await shot(page, "log");
        return page;
    },
    async "frames go on while a hit box of a log is fitted"() {
        // A rough disc, whose fit takes longer than all else.
        const side = 1024;
        const edge = (x, y) => side / 2 - ((3 * x + 7 * y) % 23);
        const cell = (x, y) => (Math.hypot(x - side / 2, y - side / 2) < edge(x, y) ? "#" : ".");
        const numbers = [...Array(side).keys()];
        const mask = numbers.map((y) => numbers.map((x) => cell(x, y)).join(""));
        const tested = (at) => ({ sprite: "disc", position: [at, at], shape: { polygon: [[at, at], [at + side, at], [at + side, at + side], [at, at + side]] } });
        const log = (sprite) => [
            { maskscope_log: 1, game: "test", fps: 60 },
            { sprite: "disc", mask, ...sprite },
            { frame: 1, a: tested(0), b: tested(side - 50), hit: true, rule: "hit box", at: "game.py:7" },
        ];
        // The longest time in ms for which a page stops while it opens and judges a log.
        const stop = async (page, lines) => await stall(page, async () => {
            await drop(page, [["game.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")]]);
            await wait_for_answer(page, "the wrong check", (answer) => answer.startsWith("Shapes hit, masks share nothing"));
        });
        const without = await stop(await visit(), log({}));
        const page = await visit();
        const fitting = await stop(page, log({ hit_boxes: {} }));
        measured.stall_while_fitting_ms = [without, fitting];
        assert(fitting < 2 * without, `it stops for ${fitting} ms, for ${without} without the fit`);
        return page;
    },
    async "a link, made here and opened in the page"() {
        const rows = ["##", "##"];
        const made = link({ maskscope: 1, a: { mask: rows }, b: { mask: rows, position: [1, 1] } });
        const page = await visit(made);
        await wait_for_answer(page, "the scene of the link", (answer) => answer.startsWith("Masks overlap: 1 of 1 px"));
        assert.equal(new URL(page.url()).hash, made, "the link is gone from the address");
        return page;
    },
    async "a link that is copied, and opened by another visit"() {
        const page = await visit();
        await page.keyboard.press("End");
        await to_the_hit(page);
        const answer = await press(page, "ArrowDown", 2);
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
        await wait_for_answer(other, "the scene of the link", (other) => other === answer);
        return [page, other];
    },
    async "a link to a sample pair"() {
        const page = await visit("#sample=box-hit");
        await wait_for_answer(page, "the pair", (answer) => answer.startsWith("Boxes overlap"));
        await shot(page, "sample");
        return page;
    },
    async "a lesson, begun by a link and done"() {
        const page = await visit("#lesson=boxes-lie");
        await wait_for_answer(page, "the first step", (answer) => /^Boxes \d+ px apart/.test(answer));
        const press = async (key, until) => {
            for (let at = 0; at < 60 && !until(await answer_of(page)); at += 1) {
                await page.keyboard.press(key);
                await settle(page);
            }
        };
        await press("ArrowLeft", (answer) => /^(Boxes overlap|Masks overlap)/.test(answer));
        await page.keyboard.press("Enter");
        await wait_for_answer(page, "the second step", (answer) => answer.startsWith("Masks overlap: 13 of 720"));
        await settle(page);
        await page.keyboard.press("Enter");
        await settle(page);
        await press("ArrowUp", (answer) => !answer.startsWith("Masks overlap"));
        await page.keyboard.press("Enter");
        await wait_for_answer(page, "the last step", (answer) => answer.startsWith("Boxes overlap 24"));
        await settle(page);
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => localStorage.getItem("maskscope")?.includes('"boxes-lie"'));
        await settle(page);
        await shot(page, "lesson");
        return page;
    },
    async "work that is there again after a reload"() {
        const page = await visit();
        await page.keyboard.press("End");
        const worked = await press(page, "ArrowRight", 3);
        await page.waitForTimeout(2_500);
        await page.reload();
        await wait_for_answer(page, "after a reload", (answer) => answer === worked);
        return page;
    },
    async "two tabs keep a copy each"() {
        const context = await newcomer();
        const [one, other] = [await visit("", context), await visit("", context)];
        await other.bringToFront();
        const before = await answer_of(other);
        // A still picture: the copy of one that plays is written again and again.
        await drop(other, [["gem.png", readFileSync(join(SAMPLES, "gem.png"))]], 300, 300);
        await wait_for_answer(other, "after a drop", (answer) => answer !== before);
        const isGem = (copy) => JSON.stringify(copy.a).includes("gem");
        await wait_for_copy(other, "after a drop", isGem);
        await move_and_keep(other, "ArrowRight", 1, isGem);
        const of_other = await answer_of(other);
        await one.bringToFront();
        await one.keyboard.press("End");
        await move_and_keep(one, "ArrowRight", 3, (copy) => !isGem(copy));
        const of_one = await answer_of(one);
        assert.notEqual(of_one, before);
        for (const page of [one, other]) {
            assert.deepEqual(page.complaints, [], "on the console");
            await page.close();
        }
        await locks_given_up(context);
        const again = await visit("", context);
        await wait_for_answer(again, "the newest is continued", (answer) => answer === of_one);
        await again.waitForTimeout(600);
        await shot(again, "left-by-another-tab");
        await again.mouse.click(...RESTORE);
        await wait_for_answer(again, "the other is restored", (answer) => answer === of_other);
        assert.match(await again.title(), /^gem/);
        await again.waitForTimeout(1_500);
        await again.reload();
        await wait_for_answer(again, "after a reload", (answer) => answer === of_other);
        return again;
    },
    async "without locks each tab begins with a copy of its own"() {
        const context = await newcomer();
        await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
        const one = await visit("", context);
        const before = await answer_of(one);
        await one.keyboard.press("End");
        await one.keyboard.press("ArrowRight");
        await wait_for_answer(one, "after a key", (answer) => answer !== before);
        await one.waitForTimeout(1_500);
        const worked = await answer_of(one);
        const other = await visit("", context);
        await other.waitForTimeout(600);
        // Only the very first start shows the pair just apart.
        assert.match(await answer_of(other), /13 of 720/);
        await shot(other, "without-locks");
        await other.mouse.click(...RESTORE);
        await wait_for_answer(other, "it is restored", (answer) => answer === worked);
        return [one, other];
    },
    async "a file that is none"() {
        const page = await visit();
        const before = await answer_of(page);
        await drop(page, [["broken.png", readFileSync(join(SAMPLES, "bee.png")).subarray(0, 60)]]);
        await page.waitForTimeout(700);
        assert.equal(await answer_of(page), before);
        await shot(page, "broken");
        return page;
    },
    async "images of 4096 x 4096, and one that is too large"() {
        const page = await visit();
        for (const side of [4096, 4097]) {
            const before = await answer_of(page);
            const bytes = await disc(page, side);
            await drop(page, [[`disc${side}.png`, bytes]], 300, 300);
            if (side === 4096) {
                measured.large_opening = await frames(page, () => wait_for_answer(page, "4096", (answer) => answer !== before));
                await drop(page, [[`disc${side}.png`, bytes]], 900, 300);
                await page.waitForTimeout(4_000);
                measured.large_drag = await frames(page, () => drag(page, [560, 420], [640, 460], 20));
                await shot(page, "large");
            } else {
                await page.waitForTimeout(1_000);
                assert.match(await page.title(), /^disc4096\.png, disc4096\.png/);
                await shot(page, "too-large");
            }
        }
        return page;
    },
};
