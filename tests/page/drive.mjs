// Drives the page in a headless Chromium as a person would, and compares what it says and saves with the command line.
//
//     node drive.mjs PAGE PROGRAM OUT      the built folder, the command line's program, a folder for pictures and downloads
//
// It prints a line for each thing that was tried, then what was measured, as JSON; it fails if any is wrong. With ONLY=WORDS in
// the environment, it tries only what has WORDS in its name; with MEASURE=1 it also measures how long the page
// stops; ORDERS=50 lets so many random orders of tabs happen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, end, measured, page_folder } from "./page.mjs";
import { clipboard } from "./clipboard.mjs";
import { links } from "./links.mjs";
import { loading } from "./loading.mjs";
import { limits } from "./limits.mjs";
import { measures } from "./measures.mjs";
import { orders } from "./orders.mjs";
import { own } from "./own.mjs";
import { touch } from "./touch.mjs";
import { trials } from "./trials.mjs";

const only = process.env.ONLY;
let failed = false;
for (const [name, trial] of Object.entries({ ...trials, ...clipboard, ...loading, ...links, ...touch, ...orders, ...limits, ...own, ...(process.env.MEASURE ? measures : {}) })) {
    if (only && !name.includes(only)) continue;
    try {
        const pages = [await trial()].flat().filter((page) => page.complaints);
        for (const page of pages) {
            await page.waitForTimeout(100);
            assert.deepEqual(page.complaints, [], "on the console");
        }
        for (const page of pages) await page.context().close();
        console.log(`ok: ${name}`);
    } catch (error) {
        failed = true;
        console.log(`FAILED: ${name}: ${error.message}`);
    }
}
const program_file = readFileSync(join(page_folder, build, "maskscope_bg.wasm"));
measured.bytes = program_file.length;
measured.bytes_compressed = gzipSync(program_file, { level: 9 }).length;
console.log(JSON.stringify(measured));
await end();
process.exit(failed ? 1 : 0);
