// What takes long, measured: for a page that was built for people, on a quiet machine.

import { MODIFIER, answer_of, disc, drop, give, measured, shot, stall, visit, wait_for_answer } from "./page.mjs";

/** Drops a file on both sprites, one after the other. */
async function drop_both(page, name, bytes) {
    const before = await answer_of(page);
    await drop(page, [[name, bytes]], 300, 300);
    await wait_for_answer(page, "after a drop", (answer) => answer !== before);
    await drop(page, [[name, bytes]], 900, 300);
    await page.waitForFunction((both) => document.title.startsWith(both), `${name}, ${name}`);
}

export const measures = {
    async "how long the page stops"() {
        const page = await visit();
        await page.keyboard.press("End");
        measured.stall_ms = {};
        for (const side of [256, 1024, 4096]) {
            const bytes = await disc(page, side);
            const name_of_file = `disc${side}.png`;
            const at = (measured.stall_ms[side] = {});
            at.opening = await stall(page, async () => {
                await drop_both(page, name_of_file, bytes);
                await page.waitForTimeout(1_500);
            });
            for (const [name, tab] of [["inspect", 1], ["race", 2], ["survey", 3], ["replay", 4], ["terrain", 5]]) {
                at[name] = await stall(page, async () => {
                    await page.keyboard.press(`${MODIFIER}+${tab}`);
                    await page.waitForTimeout(5_000);
                });
            }
            await page.keyboard.press(`${MODIFIER}+1`);
            at.engine_rules = await stall(page, async () => {
                await give(page, "Compare engine rules");
                await page.waitForTimeout(5_000);
            });
            await shot(page, `engine-rules-${side}`);
            await page.keyboard.press("Escape");
            for (const [name, key] of [["step_of_b", "ArrowRight"], ["scan", "9"], ["playing", "Home"], ["end", "End"]]) {
                at[name] = await stall(page, async () => {
                    await page.keyboard.press(key);
                    await page.waitForTimeout(1_500);
                });
            }
        }
        return page;
    },
    async "how long a survey takes"() {
        const page = await visit();
        measured.survey_s = {};
        for (const side of [64, 128]) {
            const bytes = await disc(page, side);
            const name = `disc${side}.png`;
            await drop_both(page, name, bytes);
            await page.waitForTimeout(3_000);
            await page.keyboard.press(`${MODIFIER}+3`);
            // Frames in which nothing is left to do are short.
            measured.survey_s[side] = await page.evaluate(
                () =>
                    new Promise((done) => {
                        const request = window.requestAnimationFrame.bind(window);
                        const begun = performance.now();
                        let worked = begun;
                        window.requestAnimationFrame = (draw) =>
                            request((time) => {
                                const asked = performance.now();
                                draw(time);
                                if (performance.now() > asked + 4) worked = performance.now();
                            });
                        const look = () => {
                            if (performance.now() < worked + 2_000) return setTimeout(look, 100);
                            window.requestAnimationFrame = request;
                            done(Math.round((worked - begun) / 100) / 10);
                        };
                        look();
                    }),
            );
            await shot(page, `survey-${side}`);
            await page.keyboard.press(`${MODIFIER}+1`);
        }
        return page;
    },
};
