// Links in the address of the page, and the browser's history.

import assert from "node:assert/strict";
import { answer_of, link, press, visit, wait_for_answer } from "./page.mjs";

const PAIR = link({ maskscope: 1, a: { mask: ["##", "##"] }, b: { mask: ["##", "##"], position: [1, 1] } });
const hash = (page) => new URL(page.url()).hash;

export const links = {
    async "links stay in the address, and Back leads back to what was left"() {
        const page = await visit();
        await page.keyboard.press("End");
        const first = await answer_of(page);
        await page.keyboard.press("ArrowRight");
        const worked = await wait_for_answer(page, "after a key", (answer) => answer !== first);
        await page.evaluate((to) => (location.hash = to), PAIR);
        const scene = await wait_for_answer(page, "the scene", (answer) => answer.startsWith("Masks overlap: 1 of 1 px"));
        assert.equal(hash(page), PAIR, "the link is gone from the address");
        await page.evaluate(() => (location.hash = "#sample=box-hit"));
        const sample = await wait_for_answer(page, "the sample", (answer) => answer.startsWith("Boxes overlap"));
        await page.goBack();
        await wait_for_answer(page, "back to the scene", (answer) => answer === scene);
        await page.goBack();
        await wait_for_answer(page, "back to the work", (answer) => answer === worked);
        await page.goForward();
        await page.goForward();
        await wait_for_answer(page, "forward to the sample", (answer) => answer === sample);
        assert.equal(hash(page), "#sample=box-hit");
        return page;
    },
    async "work that began with a link is there again after a reload"() {
        const page = await visit("#sample=box-hit");
        await wait_for_answer(page, "the pair", (answer) => answer.startsWith("Boxes overlap"));
        await page.keyboard.press("End");
        const worked = await press(page, "ArrowRight", 4);
        await page.waitForTimeout(2_500);
        const end = await answer_of(page);
        await page.reload();
        await wait_for_answer(page, `after a reload, not ${worked}`, (answer) => answer === end);
        assert.equal(hash(page), "#sample=box-hit");
        return page;
    },
};
