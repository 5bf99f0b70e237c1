//! Opening files that are given together, dropped or chosen.

use std::io::{BufRead as _, BufReader};
use std::mem;
use std::path::{Path, PathBuf};

use crate::app::request::Request;
use crate::exports::name_of;
use crate::files::{are_numbered, atlas_endings, by_number, open_regular};
use crate::session::{Ask, Event, OpenAs, Slot};
use maskscope_core::words;

/// Opens `files` that are given together: a folder as a project; one in `slot`, two as a pair. Asks about more images, and about two that are
/// numbered alike, which may be frames. Says which were left out.
pub fn open_together(files: Vec<PathBuf>, slot: Slot) -> Vec<Request> {
    if let Some(folder) = files.iter().find(|file| file.is_dir()) {
        return vec![Ask::Open(OpenAs::Project, folder.clone()).into()];
    }
    let are_frames = files.len() > 1 && are_numbered(&files);
    if (are_frames || files.len() > 2) && !files.iter().any(|file| is_naming(file)) {
        let mut frames = files.clone();
        frames.sort_by(|one, other| by_number(one, other));
        let files = if are_frames { frames.clone() } else { files };
        return vec![Event::Given { slot, files, frames }.into()];
    }
    let (files, left_out) = to_open(files, 2);
    let first = OpenAs::Image(if files.len() == 2 { Slot::A } else { slot });
    let open = [first, OpenAs::Beside(None)].into_iter().zip(files).map(|(input, file)| Ask::Open(input, file).into());
    open.chain(left_out).collect()
}

/// Of `files` that are given together, those to be opened, no more than `most`: where some name images, such as a scene with its
/// images, only those. And messages about files that are left out.
pub fn to_open(files: Vec<PathBuf>, most: usize) -> (Vec<PathBuf>, Vec<Request>) {
    let (mut opened, mut images): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_naming(file));
    if opened.is_empty() {
        mem::swap(&mut opened, &mut images);
    }
    let others = opened.split_off(opened.len().min(most));
    opened.iter().for_each(|file| take_named(file, &mut images));
    let left_out = [
        (others, format!("Only {most} can be opened at once.")),
        (images, "Beside a scene, a log or an atlas, only the images that it names are opened.".to_owned()),
    ];
    let message = |(files, why): (Vec<PathBuf>, String)| {
        let title = format!("{} left out", words::plural(files.len() as u64, "file"));
        let names: Vec<_> = files.iter().map(|file| name_of(file)).collect();
        let detail = format!("{why} Left out: {}.", names.join(", "));
        (!files.is_empty()).then(|| Event::failed(title, detail).into())
    };
    (opened, left_out.into_iter().filter_map(message).collect())
}

/// True if `file` is of a kind that names images: an atlas, a scene or a log.
fn is_naming(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    ["json", "jsonl"].contains(&&*ending) || atlas_endings().contains(&*ending)
}

/// Takes from `images` those that the text in the file `path` names, in whatever folder.
fn take_named(path: &Path, images: &mut Vec<PathBuf>) {
    // `hero.png.meta` is of `hero.png`, which it does not name.
    images.retain(|image| image.file_name() != path.file_stem());
    let Ok(file) = open_regular(path) else { return };
    let mut lines = BufReader::new(file).lines().map_while(Result::ok);
    // A log is long: it is read once, and only as far as needed.
    while !images.is_empty()
        && let Some(line) = lines.next()
    {
        let begins = |at: usize| at == 0 || line[..at].ends_with(['"', '\'', '/', '\\']);
        images.retain(|image| !line.match_indices(&*name_of(image)).any(|(at, _)| begins(at)));
    }
}
