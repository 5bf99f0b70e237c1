// Several tabs that work, are reloaded and killed in random orders: what was done last in each is kept.

import assert from "node:assert/strict";
import { answer_of, copies, link, measured, newcomer, visit, wait_for_answer } from "./page.mjs";

const ORDERS = Number(process.env.ORDERS ?? 2);
const EVENTS = 7;
/** How long a browser may take to give up the lock of a page that is gone, in ms. */
const GIVEN_UP = 1_500;

/** Numbers below `n` that are the same at each run. */
function dice(seed) {
    let state = seed * 2_654_435_761 + 1;
    return (n) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}

/** A pair of its own, `width` wide, which says its number once B has been moved up. */
async function work(page, width) {
    const mask = ["#".repeat(width), "#".repeat(width)];
    await page.bringToFront();
    await page.evaluate((to) => (location.hash = to), link({ maskscope: 1, a: { mask }, b: { mask } }));
    await wait_for_answer(page, "the pair", (answer) => answer.startsWith(`Masks overlap: ${2 * width} of ${2 * width} px`));
    await page.keyboard.press("ArrowUp");
    await wait_for_answer(page, "moved up", (answer) => answer.startsWith(`Masks overlap: ${width} of ${width} px`));
    const end = Date.now() + 60_000;
    while (!(await kept(page, isMoved)).includes(width)) assert(Date.now() < end, `no copy of ${width} is kept`);
}

/** The number of the work that a tab shows; 0 for what a first visit shows. */
async function shown(page) {
    const answer = await answer_of(page);
    return Number(/^Masks overlap: (\d+) of \1 px/.exec(answer)?.[1] ?? 0);
}

/** A copy in which B has been moved. */
const isMoved = ({ b }) => b.position !== null;

/** The widths of the first images in the copies that are `so`. */
const kept = async (page, so = () => true) => (await copies(page)).filter(so).map(({ a }) => a.frames?.all[0].size.width);

async function order(seed) {
    const roll = dice(seed);
    const context = await newcomer();
    const tabs = [];
    const works = new Set();
    const events = [];
    let next = 10;
    const open = async () => {
        const page = await visit("", context);
        tabs.push({ page, shows: await shown(page) });
    };
    for (let n = 2 + roll(2); n > 0; n -= 1) await open();
    for (let n = 0; n < EVENTS; n += 1) {
        const at = roll(tabs.length);
        const tab = tabs[at];
        const event = ["work", "work", "reload", "kill"][roll(4)];
        events.push(`${event} ${at}`);
        if (event === "work") {
            works.delete(tab.shows);
            tab.shows = next;
            works.add(next);
            await work(tab.page, next);
            next += 1;
        } else if (event === "reload") {
            await tab.page.bringToFront();
            await tab.page.reload();
            await tab.page.waitForSelector("#loading", { state: "detached", timeout: 60_000 });
            await wait_for_answer(tab.page, "after a reload", (answer) => answer !== "");
            await tab.page.waitForTimeout(GIVEN_UP);
            const had = tab.shows;
            tab.shows = await shown(tab.page);
            assert(tab.shows || !had, `${events}: the tab with ${had} shows nothing of it`);
            assert(!tab.shows || works.has(tab.shows), `${events}: the tab shows ${tab.shows}`);
        } else {
            const cdp = await context.newCDPSession(tab.page);
            cdp.send("Page.crash").catch(() => {});
            await tab.page.waitForEvent("crash", { timeout: 10_000 });
            await tab.page.close();
            tabs.splice(at, 1);
            if (tabs.length < 2) await open();
        }
    }
    const found = await kept(tabs[0].page);
    for (const number of works) assert(found.includes(number), `${events}: ${number} is lost; kept are ${found}`);
    await context.close();
    return works.size;
}

export const orders = {
    async "tabs that work, are reloaded and killed in random orders lose nothing"() {
        let works = 0;
        for (let seed = 1; seed <= ORDERS; seed += 1) works += await order(seed);
        measured.orders = { orders: ORDERS, works };
        return [];
    },
};
