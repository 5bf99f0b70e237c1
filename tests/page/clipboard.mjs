// What is copied, and what is said of it, also where the browser refuses.

import assert from "node:assert/strict";
import { give, newcomer, origin, settle, shot, visit } from "./page.mjs";

/** The part of the page where messages stand. */
const MESSAGES = { x: 300, y: 600, width: 600, height: 120 };

/** Copies a link where the clipboard was taken away by `take_away`, and answers what the page shows then. */
async function refused(name, take_away) {
    const context = await newcomer();
    await context.addInitScript(take_away);
    const page = await visit("", context);
    await page.keyboard.press("End");
    await page.waitForTimeout(1_500);
    const before = await page.screenshot({ clip: MESSAGES });
    await give(page, "copy link");
    await page.waitForSelector("#by-hand[open]", { timeout: 10_000 });
    await shot(page, name);
    const [text, selected] = await page.evaluate(() => {
        const field = document.getElementById("text");
        return [field.value, field.value.slice(field.selectionStart, field.selectionEnd)];
    });
    assert(text.startsWith(`${origin}/#scene=`), `it shows “${text.slice(0, 60)}”`);
    assert.equal(selected, text, "not all of it is selected");
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#by-hand", { state: "hidden" });
    await settle(page);
    assert((await page.screenshot({ clip: MESSAGES })).equals(before), "there is a message");
    return page;
}

export const clipboard = {
    "a link that the browser refuses to copy is shown, to be copied by hand": () =>
        refused("by-hand", () => {
            navigator.clipboard.writeText = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"));
        }),
    "where there is no clipboard, as by plain http, too": () =>
        refused("no-clipboard", () => Object.defineProperty(navigator, "clipboard", { value: undefined })),
};
