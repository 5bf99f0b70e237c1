// Loads the program and starts it, and shows what the program tells the page.

import init from "./maskscope.js";

// The build writes how many bytes the program has: what a server says of a compressed file is another number.
const BYTES = 0;
const VERSION = "";

const element = (id) => document.getElementById(id);

/** The response of the program's file, which shows on the bar how much of it has come. */
async function loaded() {
    const response = await fetch(new URL("maskscope_bg.wasm", import.meta.url));
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    let got = 0;
    const counted = response.body.pipeThrough(
        new TransformStream({
            transform(part, out) {
                got += part.byteLength;
                element("progress").value = Math.min(got / BYTES, 1);
                out.enqueue(part);
            },
        }),
    );
    return new Response(counted, { headers: { "Content-Type": "application/wasm" } });
}

document.addEventListener("maskscope-failed", ({ detail: why }) => {
    if (element("failure").open) return;
    element("why").textContent = why;
    element("loading")?.remove();
    element("failure").showModal();
});
/** Shows `text`, selected. */
function copyByHand(text) {
    element("text").value = text;
    element("by-hand").showModal();
    element("text").select();
}
document.addEventListener("maskscope-by-hand", ({ detail: text }) => copyByHand(text));
element("reload").addEventListener("click", () => location.reload());
element("copy").addEventListener("click", async () => {
    const report = `maskscope ${VERSION} in ${navigator.userAgent}\n${element("why").textContent}`;
    try {
        await navigator.clipboard.writeText(report);
        element("copy").textContent = "Copied";
    } catch {
        copyByHand(report);
    }
});

/** The least width of the page, in CSS pixels, at which nothing lies over anything else. */
const LEAST_WIDTH = 680;

const wide = matchMedia(`(min-width: ${LEAST_WIDTH}px)`);
/** Says how wide a screen the program takes, as long as this one is narrower. */
function measure() {
    element("least").textContent = LEAST_WIDTH;
    element("wide").textContent = innerWidth;
    if (wide.matches) element("narrow").close();
    else if (!element("narrow").open) element("narrow").showModal();
}
wide.addEventListener("change", measure);
measure();

const viewport = document.querySelector("meta[name=viewport]");
const fitting = viewport.content;
// Who tries anyway gets that width: a phone shows it smaller, until it is turned; in another window it is scrolled.
element("narrow").addEventListener("close", () => {
    if (wide.matches) return;
    viewport.content = `width=${LEAST_WIDTH}`;
    document.body.style.overflowX = "auto";
    element("maskscope").style.minWidth = `${LEAST_WIDTH}px`;
});
screen.orientation?.addEventListener("change", () => (viewport.content = fitting));

/** How the canvas is drawn: the program covers it, smooths its own edges and needs no depth; a processor that draws saves half its time. */
const DRAWING = { alpha: false, antialias: false, depth: false };

/** Starts the program; `refuse` says why it cannot be. */
export async function start(refuse) {
    if (typeof WebAssembly !== "object") {
        refuse("This page is a program in WebAssembly, which this browser does not run. A newer browser does.");
    } else if (!element("maskscope").getContext("webgl2", DRAWING)) {
        refuse("This page draws with WebGL 2, which this browser does not offer here. It may be switched off in its settings.");
    } else {
        await init({ module_or_path: await loaded() });
    }
}
