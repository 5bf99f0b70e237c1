// The page under fingers, and on small screens.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES, answer_of, drop, newcomer, settle, shot, visit, wait_for_answer } from "./page.mjs";

// The browser's emulation of finer screens leaves the canvas as coarse as before.
const phone = (width, height, colorScheme = "dark") =>
    newcomer({ viewport: { width, height }, hasTouch: true, isMobile: true, colorScheme });

/** Moves two fingers, each along its own points, from the first to the last. */
async function pinch(page, paths, steps = 12) {
    const cdp = await page.context().newCDPSession(page);
    const at = (step) => paths.map(([from, to], id) => ({ x: from[0] + ((to[0] - from[0]) * step) / steps, y: from[1] + ((to[1] - from[1]) * step) / steps, id }));
    // One finger comes first, and moves a little, as fingers do.
    const [one] = at(0);
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [one] });
    for (let n = 1; n <= 3; n += 1) {
        await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ ...one, x: one.x + 6 * n }] });
        await page.waitForTimeout(40);
    }
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let step = 1; step <= steps; step += 1) {
        await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step) });
        await page.waitForTimeout(40);
    }
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await settle(page);
}

/** The middle of the button *As A and B* of the question about three files. */
const AS_A_AND_B = [762, 640];

export const touch = {
    async "a pinch over a sprite zooms, and leaves it where it is"() {
        const context = await newcomer({ hasTouch: true });
        const page = await visit("", context);
        await page.keyboard.press("End");
        await page.waitForTimeout(500);
        const before = await answer_of(page);
        const picture = await page.screenshot();
        await pinch(page, [[[640, 330], [560, 330]], [[700, 330], [800, 330]]]);
        await page.waitForTimeout(500);
        await shot(page, "pinched");
        assert.equal(await answer_of(page), before, "the sprite was dragged");
        assert(!(await page.screenshot()).equals(picture), "nothing was zoomed");
        return page;
    },
    async "the browser leaves fingers on the canvas to the program"() {
        const page = await visit();
        assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("maskscope")).touchAction), "none");
        return page;
    },
    async "a finger drags a sprite"() {
        const page = await visit("", await newcomer({ hasTouch: true }));
        await page.keyboard.press("End");
        const before = await answer_of(page);
        const cdp = await page.context().newCDPSession(page);
        await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 640, y: 330 }] });
        for (let n = 1; n <= 12; n += 1) {
            await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: 640 + 8 * n, y: 330 }] });
            await page.waitForTimeout(30);
        }
        await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        await wait_for_answer(page, "after a drag", (answer) => answer !== before);
        await shot(page, "dragged-by-a-finger");
        return page;
    },
    async "a phone that stands is told how wide a screen it takes, and may try"() {
        const page = await visit("", await phone(390, 844));
        assert(await page.isVisible("#narrow"));
        assert.match(await page.innerText("#narrow"), /at least 680 pixels wide; this one has 390/);
        await shot(page, "phone-standing");
        await page.tap("#narrow button");
        await page.waitForSelector("#narrow", { state: "hidden" });
        await page.waitForTimeout(800);
        await shot(page, "phone-standing-anyway");
        assert.equal(await page.evaluate(() => innerWidth), 680, "as wide as the program takes");
        const light = await visit("", await phone(390, 844, "light"));
        await shot(light, "phone-standing-light");
        await light.setViewportSize({ width: 844, height: 390 });
        await light.waitForSelector("#narrow", { state: "hidden" });
        return [page, light];
    },
    async "a phone that lies works"() {
        for (const colors of ["dark", "light"]) {
            const page = await visit("", await phone(844, 390, colors));
            assert(!(await page.isVisible("#narrow")));
            await page.waitForTimeout(1_500);
            await shot(page, `phone-lying-${colors}`);
            await page.context().close();
        }
        return [];
    },
    async "of several files none is ignored in silence"() {
        const page = await visit();
        await page.keyboard.press("End");
        const files = ["bee.png", "gem.png", "fish.png"].map((name) => [name, readFileSync(join(SAMPLES, name))]);
        await drop(page, files, 300, 300);
        await page.waitForTimeout(1_500);
        await shot(page, "three-dropped");
        await page.mouse.click(...AS_A_AND_B);
        await page.waitForFunction(() => document.title.startsWith("bee.png, gem.png"));
        const scene = { maskscope: 1, a: { image: "gem.png" }, b: { image: "bee.png" } };
        await drop(page, [...files, ["pair.scene.json", JSON.stringify(scene)]]);
        await page.waitForFunction(() => document.title.includes("pair"));
        await page.waitForTimeout(800);
        await shot(page, "scene-dropped");
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Control+o")]);
        await chooser.setFiles(["ship.png", "rock.png"].map((name) => join(SAMPLES, name)));
        await page.waitForFunction(() => document.title.startsWith("ship.png, rock.png"));
        return page;
    },
};
