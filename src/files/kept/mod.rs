//! What is kept of a session, in a folder of its own.
//!
//! `session.json` says everything but pixels and paths of B. Those lie beside it in files that are called by their contents:
//! each is written once, so that a sprite that is moved writes one small file. The file is text:
//!
//! ```text
//! {"maskscope_session":1,"sum":"…",                        the number of all that follows this line
//! "frames":["0f3a…"],"masks":[],"routes":["7d02…"],        the files beside it
//! "session":{"stage":…}}                                   which name them by their places in these lists
//! ```

mod art;
mod contents;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    FileError, Limits, Reason,
    json::json_fault,
    read::{is_file, names_in, read},
    write::{make_folder, remove},
    write_whole,
};
use crate::{
    geom::Size,
    session::{Kept, Parts, Record, WrittenPath},
};

/// The file that is written last: what else is in the folder is there for it.
pub const RECORD: &str = "session.json";

/// The version that is written, and the newest that is read. It grows when an older program would show another state than was
/// kept; a field that an older program may ignore does not make it grow.
const VERSION: u64 = 1;

/// What every version has.
#[derive(Deserialize)]
struct Version {
    maskscope_session: u64,
}

/// What is behind the first line, which says the version and the number of the rest.
#[derive(Serialize)]
struct Rest<'a> {
    frames: Vec<String>,
    masks: Vec<MaskFile>,
    routes: Vec<String>,
    session: &'a Record,
}

#[derive(Deserialize)]
struct Whole {
    /// Left out in a file that was written by hand: then nothing is compared.
    sum: Option<String>,
    #[serde(default)]
    frames: Vec<String>,
    #[serde(default)]
    masks: Vec<MaskFile>,
    #[serde(default)]
    routes: Vec<String>,
    session: Record,
}

#[derive(Serialize, Deserialize)]
struct MaskFile {
    id: String,
    name: String,
    path: Option<WrittenPath>,
    size: Size,
}

/// Writes `kept` into `folder`, which is made if it is missing: first what is new of its images and paths, then
/// `session.json`. What that no longer needs is removed.
///
/// # Errors
/// Where that cannot be written; what was kept there before then stays whole.
pub fn write_kept(kept: &Kept, folder: &Path) -> Result<(), FileError> {
    make_folder(folder)?;
    let (record, parts) = kept.record();
    let mut writer = art::Writer { folder, used: vec![RECORD.to_owned()] };
    let frames = parts.frames.iter().map(|frames| writer.frames(frames)).collect::<Result<_, _>>()?;
    let mask = |image: &std::sync::Arc<crate::scene::MaskImage>| {
        Ok::<_, FileError>(MaskFile {
            id: writer.mask_image(image)?,
            name: image.name.clone(),
            path: image.path.as_deref().map(WrittenPath::from),
            size: image.size(),
        })
    };
    let masks = parts.masks.iter().map(mask).collect::<Result<_, _>>()?;
    let routes = parts.routes.iter().map(|route| writer.route(route)).collect::<Result<_, _>>()?;
    let rest = serde_json::to_string(&Rest { frames, masks, routes, session: &record })
        .expect("names, numbers and lists can be written");
    let rest = rest.trim_start_matches('{');
    let sum = sum(rest.as_bytes());
    let text = format!("{{\"maskscope_session\":{VERSION},\"sum\":\"{sum}\",\n{rest}");
    write_whole(&folder.join(RECORD), text.as_bytes())?;
    remove_unused(folder, &writer.used);
    Ok(())
}

/// The number of what is behind the first line.
fn sum(rest: &[u8]) -> String {
    contents::written(contents::number([rest]))
}

/// Removes what [`write_kept`] has put into `folder`; other files stay.
///
/// # Errors
/// If the system does not let `session.json` be removed. Other files that cannot be removed stay.
pub fn remove_kept(folder: &Path) -> Result<(), FileError> {
    let record = folder.join(RECORD);
    // First: without it, the rest is nothing.
    if is_file(&record) {
        remove(&record)?;
    }
    remove_unused(folder, &[]);
    Ok(())
}

/// Removes the files that are called by their contents and are not `used`. What cannot be removed now is removed the next
/// time.
fn remove_unused(folder: &Path, used: &[String]) {
    for name in names_in(folder).iter().filter(|name| contents::begins(name) && !used.contains(name)) {
        remove(&folder.join(name)).ok();
    }
}

/// Reads what was kept in `folder`.
///
/// # Errors
/// Where something is missing, damaged, or of a newer version.
pub fn read_kept(folder: &Path, limits: &Limits) -> Result<Kept, FileError> {
    let path = folder.join(RECORD);
    let bytes = read(&path, limits).map_err(|reason| reason.at(&path))?;
    decode_kept(&bytes, folder, limits)
}

/// Reads what was kept, of which `session.json` is in memory, and the images and paths in `folder`.
///
/// # Errors
/// As [`read_kept`].
pub fn decode_kept(bytes: &[u8], folder: &Path, limits: &Limits) -> Result<Kept, FileError> {
    let path = folder.join(RECORD);
    let Whole { frames, masks, routes, session, .. } = parse(bytes).map_err(|reason| reason.at(&path))?;
    let reader = art::Reader { folder, limits };
    // What is called the same is the same: it is read once and shared.
    let parts = Parts {
        frames: once(&frames, |id| reader.frames(id))?,
        masks: masks
            .into_iter()
            .map(|MaskFile { id, name, path, size }| reader.mask_image(&id, name, path.map(PathBuf::from), size))
            .collect::<Result<_, _>>()?,
        routes: once(&routes, |id| reader.route(id))?,
    };
    session.read(&parts).map_err(|why| Reason::kept(&why).at(&path))
}

/// What `read` reads of each of `ids`, of equal ones once.
fn once<T: Clone>(ids: &[String], read: impl Fn(&str) -> Result<T, FileError>) -> Result<Vec<T>, FileError> {
    let mut all = Vec::<T>::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        let known = ids[..at].iter().position(|other| other == id).map(|known| all[known].clone());
        all.push(known.map_or_else(|| read(id), Ok)?);
    }
    Ok(all)
}

fn parse(bytes: &[u8]) -> Result<Whole, Reason> {
    let refused = |error: serde_json::Error| Reason::kept(&json_fault(&error, bytes));
    match serde_json::from_slice(bytes).map_err(refused)? {
        Version { maskscope_session } if maskscope_session > VERSION => {
            return Err(Reason::kept(&format!(
                "it is of version {maskscope_session}, and this program reads versions up to {VERSION}; a newer maskscope reads it"
            )));
        }
        Version { maskscope_session: 0 } => return Err(Reason::kept("there is no version 0")),
        Version { .. } => {}
    }
    let whole: Whole = serde_json::from_slice(bytes).map_err(refused)?;
    let rest = bytes.iter().position(|byte| *byte == b'\n').map_or(&[][..], |line| &bytes[line + 1..]);
    match &whole.sum {
        Some(written) if *written != sum(rest) => Err(Reason::kept("it has changed since it was written")),
        _ => Ok(whole),
    }
}
