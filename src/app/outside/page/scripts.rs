//! Scripts of own scans, which a worker of the browser runs: the page's only thread shows its frames.
//!
//! The worker has an instance of this program of its own; `web/worker.js` is its other half. It makes one request at a time, and
//! is ended where nobody waits for its run any more. A script at which it fails has an error, and the next request starts another.

use std::cell::RefCell;
use std::rc::Rc;

use egui::Context;
use wasm_bindgen::prelude::*;

use super::browser::{self, WorkerAnswer};
use maskscope_core::scan::own::elsewhere::{self, ScriptRequest};

/// The scripts that run in a worker.
pub struct Scripts {
    /// The request that the worker works on.
    sent: Rc<RefCell<Option<ScriptRequest>>>,
}

impl Scripts {
    /// From now on, a worker runs the scripts, or this thread where the browser offers none. `ctx` is asked for a frame when an
    /// answer has come.
    pub fn open(ctx: Context) -> Self {
        let sent: Rc<RefCell<Option<ScriptRequest>>> = Rc::default();
        let of_answer = Rc::clone(&sent);
        let is_open = browser::listen_to_scripts(move |answer| {
            let request = of_answer.take();
            match (answer, request) {
                (WorkerAnswer::Ran(text, bytes), Some(request)) => request.answer(&text, &bytes),
                (WorkerAnswer::Failed, Some(request)) => request.fail(),
                (WorkerAnswer::Unavailable, _) => elsewhere::close(),
                (_, None) => {}
            }
            ctx.request_repaint();
        });
        if is_open {
            elsewhere::open();
        }
        Self { sent }
    }

    /// True if the worker has nothing to do. A run that is abandoned is ended first.
    pub fn is_idle(&self) -> bool {
        if self.sent.borrow().as_ref().is_some_and(ScriptRequest::is_abandoned) {
            browser::end_scripts();
            self.sent.take();
        }
        self.sent.borrow().is_none()
    }

    /// Hands a request to the worker, which must be idle.
    pub fn send(&self, request: ScriptRequest) {
        let (text, bytes) = request.pack();
        self.sent.replace(Some(request));
        browser::run_scripts(&text, &bytes);
    }
}

/// Makes the runs of a request, in the worker; `None` if it cannot be read.
#[wasm_bindgen(js_name = runScripts)]
pub fn run_scripts(text: &str, bytes: &[u8]) -> Option<js_sys::Array> {
    let (text, bytes) = elsewhere::perform(text, bytes)?;
    Some(js_sys::Array::of2(&text.into(), &js_sys::Uint8Array::from(&bytes[..]).into()))
}
