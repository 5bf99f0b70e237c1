// What takes long, measured: for a page that was built for people, on a quiet machine.

import { MODIFIER, disc, drop, hears, measured, said, stall, visit } from "./page.mjs";

export const measures = {
    async "how long the page stops"() {
        const page = await visit();
        await page.keyboard.press("End");
        measured.stall_ms = {};
        for (const side of [256, 1024, 4096]) {
            const bytes = await disc(page, side);
            const name_of_file = `disc${side}.png`;
            const before = await said(page);
            const at = (measured.stall_ms[side] = {});
            at.opening = await stall(page, async () => {
                await drop(page, [[name_of_file, bytes]], 300, 300);
                await hears(page, "after a drop", (answer) => answer !== before);
                await drop(page, [[name_of_file, bytes]], 900, 300);
                await page.waitForFunction((both) => document.title.startsWith(both), `${name_of_file}, ${name_of_file}`);
                await page.waitForTimeout(1_500);
            });
            for (const [name, tab] of [["inspect", 1], ["race", 2], ["survey", 3], ["replay", 4], ["terrain", 5]]) {
                at[name] = await stall(page, async () => {
                    await page.keyboard.press(`${MODIFIER}+${tab}`);
                    await page.waitForTimeout(5_000);
                });
            }
            await page.keyboard.press(`${MODIFIER}+1`);
            for (const [name, key] of [["step_of_b", "ArrowRight"], ["scan", "9"], ["playing", "Home"], ["end", "End"]]) {
                at[name] = await stall(page, async () => {
                    await page.keyboard.press(key);
                    await page.waitForTimeout(1_500);
                });
            }
        }
        return page;
    },
};
