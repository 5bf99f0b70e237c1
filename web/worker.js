// Runs scripts beside the page, in an instance of the program of its own.

import init, { runScripts } from "./maskscope.js";

let started;

/** The first message is the module of the program. Each other one has scripts to run, and is answered; with nothing if that fails, which ends the worker. */
onmessage = async ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        started = init({ module_or_path: data }).then(() => postMessage("started"));
        return;
    }
    try {
        await started;
        postMessage(runScripts(...data));
    } catch (error) {
        console.error(error);
        postMessage(undefined);
    }
};
