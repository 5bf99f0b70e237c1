// How the page starts: the newest build, and a sentence where it cannot.

import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build, newcomer, page_folder, shot, wait_for_answer } from "./page.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/** A server of `folder` that lets browsers keep everything for an hour; `answer` may change what it answers to a path. */
async function serve(folder, answer = () => ({})) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
        const name = path.endsWith("/") ? `${path}index.html` : path;
        const { status = 200, type = TYPES[extname(name)], file = name } = answer(path) ?? {};
        let content = "";
        let code = status;
        try {
            content = status === 200 ? readFileSync(join(folder, file)) : "";
        } catch {
            code = 404;
        }
        response.writeHead(code, { ...(type && { "Content-Type": type }), "Cache-Control": "max-age=3600" });
        response.end(content);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { address: `http://127.0.0.1:${server.address().port}`, close: () => (server.closeAllConnections(), server.close()) };
}

/** What the page at `address` says instead of *Loading…*, once it has tried. */
async function message_at(address, name, options) {
    const context = await newcomer(options);
    const page = await context.newPage();
    await page.goto(address);
    const end = Date.now() + 20_000;
    const words = async () => (await page.innerText("#loading")).replace(/^maskscope\s*/i, "").trim();
    while (/^(Loading…)?$/.test(await words()) && Date.now() < end) await page.waitForTimeout(100);
    await shot(page, name);
    const found = await words();
    await context.close();
    return found;
}

const once_served = async (answer, act) => {
    const server = await serve(page_folder, answer);
    try {
        return await act(server.address);
    } finally {
        server.close();
    }
};

export const loading = {
    async "a script that is missing is named, whichever it is"() {
        for (const script of ["start.js", "maskscope.js", "outside.js"]) {
            const message = await once_served(
                (path) => ({ status: path.endsWith(`/${script}`) ? 404 : 200 }),
                (address) => message_at(`${address}/`, `missing-${script}`),
            );
            assert.match(message, new RegExp(`^The server answers 404 for (.*/)?${script}, a part of the program\\.$`));
        }
        return [];
    },
    async "a script of the wrong type is named with its type"() {
        const message = await once_served(
            (path) => (path.endsWith(".js") ? { type: "text/plain" } : {}),
            (address) => message_at(`${address}/`, "wrong-type"),
        );
        assert.match(message, /^The server sends .*\.js as text\/plain: browsers start it only as text\/javascript\.$/);
        return [];
    },
    async "a file that is opened without a server says so"() {
        const message = await message_at(`file://${page_folder}/index.html`, "file");
        assert.match(message, /^Browsers do not start programs from files: a web server has to send this page/);
        return [];
    },
    async "an address without its slash says so, and leads to the right one"() {
        const message = await once_served(
            (path) => (path === "/play" ? { file: "index.html", type: "text/html" } : path.startsWith("/play/") ? { file: path.slice(5) + (path === "/play/" ? "index.html" : "") } : { status: 404 }),
            async (address) => {
                const found = await message_at(`${address}/play#sample=box-hit`, "without-slash");
                const [lead] = /http\S+$/.exec(found) ?? [];
                assert.equal(lead, `${address}/play/#sample=box-hit`, found);
                return found;
            },
        );
        assert.match(message, /^The address of this page has to end with a slash: http/);
        return [];
    },
    async "without JavaScript there is one sentence"() {
        const message = await once_served(undefined, (address) => message_at(`${address}/`, "without-javascript", { javaScriptEnabled: false }));
        assert.equal(message, "This page is a program: it needs JavaScript.");
        return [];
    },
    async "a new build reaches who has the old one, and its parts never meet"() {
        const folder = mkdtempSync(join(tmpdir(), "maskscope-page-"));
        cpSync(page_folder, folder, { recursive: true });
        const server = await serve(folder);
        const context = await newcomer();
        const page = await context.newPage();
        const asked = [];
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
        const open = async (address) => {
            await page.goto(address);
            await page.waitForSelector("#loading", { state: "detached", timeout: 60_000 });
            await wait_for_answer(page, "it has started", (answer) => answer !== "");
        };
        await open(`${server.address}/`);
        // A new build: the same scripts under a new name, marked; the old folder is gone.
        const newer = "0123456789abcdef";
        renameSync(join(folder, build), join(folder, newer));
        const replaced = (file, change) => writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
        replaced("build.json", (text) => text.replace(build, newer));
        replaced("index.html", (text) =>
            text.replace(/ 'sha256-[^']*'/, " 'unsafe-inline'").replace("<title>", "<title>new ").replaceAll(build, newer),
        );
        replaced(join(newer, "start.js"), (text) => `document.documentElement.dataset.build = "new";\n${text}`);
        await page.goto("about:blank");
        asked.length = 0;
        await open(`${server.address}/#sample=box-hit`);
        assert.equal(await page.evaluate(() => document.documentElement.dataset.build), "new", "the old build is still there");
        assert.deepEqual(asked.filter((path) => path.includes(`/${build}/`) && !path.endsWith(".css") && !path.endsWith(".svg")), [], "parts of the old build");
        await wait_for_answer(page, "the link survives", (answer) => answer.startsWith("Boxes overlap"));
        await context.close();
        server.close();
        rmSync(folder, { recursive: true });
        return [];
    },
};
