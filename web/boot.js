// Starts the newest build, or says why it cannot. It stands inside the page itself, so that it is there whatever else is missing.

(async () => {
    "use strict";
    // The build writes its name, which is that of its folder, and its scripts.
    const BUILD = "";
    const SCRIPTS = [];

    const element = (id) => document.getElementById(id);

    /** Says why there will be no window; `address` leads to where there may be one. */
    const refuse = (why, address) => {
        element("progress").remove();
        element("message").textContent = why;
        if (!address) return;
        const link = document.createElement("a");
        link.href = address;
        link.textContent = link.href;
        element("message").append(" ", link);
    };

    /** The name of the newest build that lies in `folder`, as the server says now: this file is never kept. */
    const newest = async (folder) => {
        try {
            return (await (await fetch(`${folder}build.json`, { cache: "no-store" })).json()).build;
        } catch {
            return undefined;
        }
    };

    /** What is wrong with how the server sends the scripts, in a sentence. */
    const wrong = async () => {
        for (const script of SCRIPTS) {
            const response = await fetch(`${BUILD}/${script}`);
            const type = response.headers.get("Content-Type");
            if (!response.ok) return `The server answers ${response.status} for ${script}, a part of the program.`;
            if (!/javascript/i.test(type)) return `The server sends ${script} as ${type ?? "no type"}: browsers start it only as text/javascript.`;
        }
        return undefined;
    };

    element("message").textContent = "Loading…";
    element("progress").hidden = false;
    if (location.protocol === "file:") {
        return refuse("Browsers do not start programs from files: a web server has to send this page, such as python3 -m http.server in its folder.");
    }
    const now = await newest("");
    const folder = `${location.pathname}/`;
    if (!now && !folder.endsWith("//") && (await newest(folder))) {
        return refuse("The address of this page has to end with a slash:", folder + location.search + location.hash);
    }
    const [{ type }] = performance.getEntriesByType("navigation");
    if (now && now !== BUILD && type !== "reload") {
        // The browser has kept an older page.
        await fetch(location.href, { cache: "reload" });
        return location.reload();
    }
    try {
        const { start } = await import(new URL(`${BUILD}/start.js`, location).href);
        await start(refuse);
    } catch (error) {
        refuse((await wrong().catch(() => "The server can no longer be reached.")) ?? `The program could not be loaded: ${error.message ?? error}.`);
    }
})();
