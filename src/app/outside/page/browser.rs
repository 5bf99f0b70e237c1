//! Services of the browser. The other half is `web/outside.js`.

use std::{path::PathBuf, sync::Arc};

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/web/outside.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn pick(accept: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = onPaste)]
    fn on_paste(take: &Closure<dyn FnMut(JsValue)>);
    #[wasm_bindgen(js_name = onLink)]
    fn on_link(take: &Closure<dyn FnMut(String, i32, i32)>, continues: bool);
    /// The address of the page, to which links are added.
    pub fn address() -> String;
    /// Names the page.
    pub fn entitle(title: &str);
    #[wasm_bindgen(js_name = claim)]
    fn claim_keys(names: &Array);
    /// True if fingers use the page, not a mouse.
    #[wasm_bindgen(js_name = hasCoarsePointer)]
    pub fn has_coarse_pointer() -> bool;
    #[wasm_bindgen(js_name = copy)]
    async fn copy_text(text: &str) -> JsValue;
    /// Says the answer to those who cannot see it.
    pub fn say(answer: &str);
    /// Saves a download.
    #[wasm_bindgen(js_name = save)]
    pub fn download(name: &str, bytes: &[u8]);
    #[wasm_bindgen(catch)]
    async fn kept() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn keep(changes: Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    fn remembered() -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch)]
    fn remember(text: &str) -> Result<(), JsValue>;
    /// The module that a worker of the browser starts an instance of, and the listener to its answers; false if there is no worker.
    #[wasm_bindgen(js_name = onScripts)]
    fn on_scripts(module: &JsValue, take: &Closure<dyn FnMut(JsValue)>) -> bool;
    /// Hands scripts to the worker of the browser.
    #[wasm_bindgen(js_name = sendScripts)]
    pub fn run_scripts(text: &str, bytes: &[u8]);
    /// Ends the worker of the browser with what it does.
    #[wasm_bindgen(js_name = endScripts)]
    pub fn end_scripts();
    /// Tells the page that the program has failed for good.
    #[wasm_bindgen(js_name = failed)]
    pub fn tell_failure(why: &str);
}

/// A file by its path, with what it holds.
pub type Given = (PathBuf, Arc<[u8]>);

/// Files that a person chooses, one or several; none where nothing is chosen.
///
/// # Errors
/// If one of them cannot be read, in words.
pub async fn chosen(endings: &[&str]) -> Result<Vec<Given>, String> {
    let accept: Vec<_> = endings.iter().map(|ending| format!(".{ending}")).collect();
    pick(&accept.join(",")).await.map(|files| given(&files)).map_err(|error| message(&error))
}

/// Calls `take` with images that are pasted.
pub fn listen_to_pastes(mut take: impl FnMut(Vec<Given>) + 'static) {
    let take = Closure::new(move |files: JsValue| take(given(&files)));
    on_paste(&take);
    // The page listens as long as it is open.
    take.forget();
}

/// Calls `take` with links that are opened, what begins with `#` in the address of the page, and with the numbers of the entries
/// in the browser's history that are left and shown.
pub fn listen_to_links(take: impl FnMut(String, i32, i32) + 'static, continues: bool) {
    let take = Closure::new(take);
    on_link(&take, continues);
    // The page listens as long as it is open.
    take.forget();
}

/// The end of scripts that a worker was to run.
pub enum WorkerAnswer {
    /// The answer, a text and bytes.
    Ran(String, Vec<u8>),
    /// The worker has failed at them.
    Failed,
    /// No worker could be started.
    Unavailable,
}

/// Calls `take` with the answers of a worker that runs scripts; returns whether there can be one.
pub fn listen_to_scripts(mut take: impl FnMut(WorkerAnswer) + 'static) -> bool {
    let take = Closure::new(move |answer: JsValue| {
        let parts = answer.dyn_ref::<Array>().map(|answer| (answer.get(0).as_string(), answer.get(1)));
        take(match parts {
            Some((Some(text), bytes)) => WorkerAnswer::Ran(text, Uint8Array::new(&bytes).to_vec()),
            _ if answer.is_truthy() => WorkerAnswer::Failed,
            _ => WorkerAnswer::Unavailable,
        });
    });
    let is_open = on_scripts(&wasm_bindgen::module(), &take);
    // The page listens as long as it is open.
    take.forget();
    is_open
}

/// Keeps keys from the browser; they are named as in menus: `Ctrl K`, `F1`.
pub fn claim(keys: impl Iterator<Item = String>) {
    claim_keys(&keys.map(|key| JsValue::from_str(&key)).collect());
}

/// Puts `text` on the clipboard, or shows it, to be copied by hand; returns whether it is on the clipboard.
pub async fn copy(text: &str) -> bool {
    copy_text(text).await.is_truthy()
}

/// Files that earlier visits have kept, in folders that no other tab holds: from now on, this tab holds them.
///
/// # Errors
/// If the browser does not let it be read, in words.
pub async fn kept_files() -> Result<Vec<Given>, String> {
    kept().await.map(|files| given(&files)).map_err(|error| message(&error))
}

/// Keeps files for the next visit, and removes those without content; all or nothing.
///
/// # Errors
/// If the browser does not let it, in words.
pub async fn keep_files(changes: &[(PathBuf, Option<Arc<[u8]>>)]) -> Result<(), String> {
    let change = |(path, bytes): &(PathBuf, Option<Arc<[u8]>>)| {
        let bytes = bytes.as_ref().map_or(JsValue::NULL, |bytes| Uint8Array::from(&**bytes).into());
        Array::of2(&JsValue::from_str(&path.to_string_lossy()), &bytes)
    };
    keep(changes.iter().map(change).collect()).await.map(drop).map_err(|error| message(&error))
}

/// The small text that an earlier visit has remembered; `None` also where the browser does not let it be read.
pub fn remembered_text() -> Option<String> {
    remembered().ok()?
}

/// Remembers a small text.
///
/// # Errors
/// If the browser does not let it, in words.
pub fn remember_text(text: &str) -> Result<(), String> {
    remember(text).map_err(|error| message(&error))
}

/// A list of names with bytes.
fn given(files: &JsValue) -> Vec<Given> {
    let file = |file: JsValue| {
        let file = Array::from(&file);
        Some((PathBuf::from(file.get(0).as_string()?), Arc::from(Uint8Array::new(&file.get(1)).to_vec())))
    };
    Array::from(files).iter().filter_map(file).collect()
}

/// The browser's message of an error, to be appended.
fn message(error: &JsValue) -> String {
    let words = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    let words = words.or_else(|| error.as_string()).unwrap_or_else(|| "the browser gave no reason".to_owned());
    words.trim_end_matches('.').to_owned()
}
