// What the program in the page can do outside of itself. Its other half is src/app/outside/page/browser.rs.

/** Lets a person choose files; answers them as [name, bytes], or an empty list. */
export function pick(accept) {
    return new Promise((resolve, reject) => {
        const input = document.createElement("input");
        input.type = "file";
        input.accept = accept;
        input.multiple = true;
        input.addEventListener("change", () => contents(input.files).then(resolve, reject));
        input.addEventListener("cancel", () => resolve([]));
        input.click();
    });
}

/** The files of a list as [name, bytes]. */
export async function contents(files) {
    return Promise.all(Array.from(files, async (file) => [file.name, new Uint8Array(await file.arrayBuffer())]));
}

/** Calls `take` with the images that are pasted, as [name, bytes]; text is left to the canvas. */
export function onPaste(take) {
    document.addEventListener("paste", (event) => {
        const files = Array.from(event.clipboardData?.files ?? []);
        if (files.length > 0) contents(files).then(take);
    });
}

/**
 * Calls `take` with what follows the page's address, and the numbers of the entries of the history that are left and shown: now,
 * unless this entry was opened before and work `continues`, and whenever the address changes.
 */
export function onLink(take, continues) {
    const isKnown = history.state?.entry !== undefined;
    const number = () => {
        const entry = history.state?.entry ?? Math.floor(Math.random() * 2 ** 31);
        history.replaceState({ entry }, "");
        return entry;
    };
    let at = number();
    if (!(isKnown && continues)) take(location.hash, -1, at);
    addEventListener("hashchange", () => {
        const left = at;
        at = number();
        take(location.hash, left, at);
    });
}

/** The address of the page, without what follows it. */
export function address() {
    return location.origin + location.pathname + location.search;
}

/** Whether fingers use the page, not a mouse. */
export function hasCoarsePointer() {
    return matchMedia("(pointer: coarse)").matches;
}

/** Names the page. */
export function entitle(title) {
    document.title = title;
}

/** The browser does nothing of its own on keys with these names, such as `Ctrl K` and `F1`, as far as it lets a page decide. */
export function claim(names) {
    const claimed = new Set(names);
    const take = (event) => {
        const [ctrl, shift] = [event.ctrlKey || event.metaKey ? "Ctrl " : "", event.shiftKey ? "Shift " : ""];
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        if (!event.altKey && (ctrl || key.length > 1) && claimed.has(ctrl + shift + key)) event.preventDefault();
    };
    addEventListener("keydown", take, { capture: true });
}

/** Puts `text` on the clipboard; answers false where the browser refuses, and the text is shown, to be copied by hand. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        document.dispatchEvent(new CustomEvent("maskscope-by-hand", { detail: text }));
        return false;
    }
}

/** Says the answer to those who cannot see it. */
export function say(answer) {
    document.getElementById("answer").textContent = answer;
}

/** Saves `bytes` as a download. */
export function save(name, bytes) {
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const STORE = "kept";

let opened;

function database() {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open("maskscope", 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error("another page blocks it"));
    });
    return opened;
}

/** Whether the browser has locks: it gives them only to pages that come by https, or from this machine. */
export function areLocksKnown() {
    return navigator.locks !== undefined;
}

/** Comes when this tab is closed, or reloaded: what it held is then free, before the next page looks. */
const left = new Promise((leave) => addEventListener("pagehide", leave));
// A page that the browser has kept whole, to lead back to it, holds nothing any more.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** Holds `name` until this tab is closed. Answers false if another tab holds it, and `options` do not wait for that one. */
export function hold(name, options = {}) {
    if (!areLocksKnown()) return Promise.resolve(true);
    return new Promise((answer) => {
        const taken = (lock) => {
            answer(lock !== null);
            return lock && left;
        };
        navigator.locks.request(`maskscope/${name}`, options, taken).catch(() => answer(false));
    });
}

/** How long a tab that has crashed may still hold its copy, in ms. */
const PATIENCE = 500;

/** All that earlier visits have kept in folders that no other tab holds, as [name, bytes]; this tab holds them from now on. */
export async function kept() {
    const store = async () => (await database()).transaction(STORE).objectStore(STORE);
    const all = (request) =>
        new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
    const folder = (name) => name.slice(0, name.lastIndexOf("/"));
    const folders = [...new Set((await all((await store()).getAllKeys())).map(folder))];
    // What is free is taken however long this page stands still meanwhile.
    const take = async (folder) => (await hold(folder, { ifAvailable: true })) || hold(folder, { signal: AbortSignal.timeout(PATIENCE) });
    const free = await Promise.all(folders.map(take));
    const files = folders.filter((_, at) => free[at]).map(async (folder) => {
        const range = IDBKeyRange.bound(`${folder}/`, `${folder}/\uffff`);
        const [names, contents] = await store().then((store) => Promise.all([all(store.getAllKeys(range)), all(store.getAll(range))]));
        return names.map((name, at) => [name, contents[at]]);
    });
    return (await Promise.all(files)).flat();
}

/** Keeps and removes files for the next visit, all or none: `changes` are [name, bytes], without bytes to be removed. */
export async function keep(changes) {
    const transaction = (await database()).transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    for (const [name, bytes] of changes) bytes ? store.put(bytes, name) : store.delete(name);
    await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("it was given up"));
    });
}

/** The small text that an earlier visit has remembered. */
export function remembered() {
    return localStorage.getItem("maskscope");
}

export function remember(text) {
    localStorage.setItem("maskscope", text);
}

/** The worker that runs scripts, and what starts one. */
let scripts;
let startScripts;

/**
 * Calls `take` with each answer of a worker that runs scripts in `module`, with whether one has ever started if it has failed; answers
 * whether there can be one.
 */
export function onScripts(module, take) {
    let hasStarted = false;
    const fail = () => {
        endScripts();
        take(hasStarted);
    };
    startScripts = () => {
        const worker = new Worker(new URL("../../../worker.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => {
            if (data === "started") hasStarted = true;
            else if (worker === scripts) data ? take(data) : fail();
        };
        worker.onerror = () => worker === scripts && fail();
        worker.postMessage(module);
        return worker;
    };
    return typeof Worker === "function";
}

/** Hands scripts to the worker. */
export function sendScripts(text, bytes) {
    scripts ??= startScripts();
    // What is given lies in the memory of the program.
    const copy = bytes.slice();
    scripts.postMessage([text, copy], [copy.buffer]);
}

/** Ends the worker, whatever it does. */
export function endScripts() {
    scripts?.terminate();
    scripts = undefined;
}

/** The program has failed for good, and says why. */
export function failed(why) {
    document.dispatchEvent(new CustomEvent("maskscope-failed", { detail: why }));
}
