//! The file dialogs of the system.

use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use log::{Level, LevelFilter, Log, Metadata, Record};
use rfd::FileDialog;

use super::super::together::open_together;
use super::threads::Threads;
use crate::app::request::{PathField, PathFor, Popup, Request};
use crate::session::{Ask, OpenAs};
use crate::{exports::Chosen, files::FormatKind};

/// Counts the dialogs that could not be opened: `rfd` answers as if they were cancelled, and logs an error. So it is where there
/// is neither a portal nor zenity.
struct Unopened(AtomicU64);

static UNOPENED: Unopened = Unopened(AtomicU64::new(0));

impl Unopened {
    /// The number so far; from the first call on, all are counted.
    fn count(&'static self) -> u64 {
        static LISTENS: Once = Once::new();
        LISTENS.call_once(|| {
            if log::set_logger(self).is_ok() {
                log::set_max_level(LevelFilter::Error);
            }
        });
        self.0.load(Ordering::Relaxed)
    }
}

impl Log for Unopened {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() == Level::Error && metadata.target().starts_with("rfd")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn flush(&self) {}
}

/// Asks for a file, on a thread of its own. `suggestion` is the name of a file to be written; the dialog begins in `folder`.
pub fn pick(threads: &mut Threads, asked: PathFor, suggestion: String, folder: Option<PathBuf>) {
    threads.spawn(None, move || wait(asked, suggestion, folder.as_deref()));
}

/// Waits until a file is chosen, or several images.
fn wait(asked: PathFor, suggestion: String, folder: Option<&Path>) -> Vec<Request> {
    let unopened = UNOPENED.count();
    let within = |dialog: FileDialog| match folder {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    };
    let chosen = match &asked {
        PathFor::Export(chosen) => within(save(*chosen, &suggestion)).save_file().into_iter().collect(),
        PathFor::Open(input @ OpenAs::Image(_)) => within(open(input)).pick_files().unwrap_or_default(),
        PathFor::Open(OpenAs::Project) => {
            within(FileDialog::new().set_title("Audit the folder of a project")).pick_folder().into_iter().collect()
        }
        PathFor::Open(input) => within(open(input)).pick_file().into_iter().collect(),
    };
    answer(chosen, asked, suggestion, UNOPENED.count() > unopened)
}

/// The outcome of a dialog. Where it could not be opened, a field asks for the path.
fn answer(mut chosen: Vec<PathBuf>, asked: PathFor, suggestion: String, is_unopened: bool) -> Vec<Request> {
    chosen.retain(|path| !path.as_os_str().is_empty());
    match (chosen.pop(), asked) {
        (None, asked) if is_unopened => {
            vec![Request::Open(Popup::Path(PathField::new(asked, suggestion)))]
        }
        (None, _) => Vec::new(),
        (Some(last), PathFor::Open(OpenAs::Image(slot))) => {
            chosen.push(last);
            open_together(chosen, slot)
        }
        (Some(path), PathFor::Open(input)) => vec![Ask::Open(input, path).into()],
        // It has asked about this file, and knows no other.
        (Some(path), PathFor::Export(chosen)) => {
            vec![Request::SaveTo { chosen, agreed: vec![path.clone()], path, is_typed: false }]
        }
    }
}

fn open(input: &OpenAs) -> FileDialog {
    let about = input.about();
    FileDialog::new().set_title(format!("Open {}", about.what)).add_filter(about.files, &about.endings)
}

/// Offers only the chosen format: a dialog with several would not say which of them was chosen in it.
fn save(chosen: Chosen, suggestion: &str) -> FileDialog {
    let FormatKind { title, ending, .. } = chosen.kind();
    FileDialog::new().set_title(chosen.export.title()).set_file_name(suggestion).add_filter(title, &[ending])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exports::MASK_OF_A;

    #[test]
    fn a_dialog_that_was_cancelled_is_not_one_that_never_opened() {
        let answered = |is_unopened| answer(Vec::new(), PathFor::Open(OpenAs::Scene), String::new(), is_unopened);
        let asks = |requests: &[Request]| {
            matches!(requests, [Request::Open(Popup::Path(PathField { purpose: PathFor::Open(OpenAs::Scene), .. }))])
        };
        assert!(asks(&answered(true)));
        assert!(answered(false).is_empty());
    }

    #[test]
    fn errors_of_dialogs_are_counted_and_no_others() {
        let before = UNOPENED.count();
        log::error!(target: "rfd::backend::xdg_desktop_portal", "Failed to pick file with zenity: not found");
        log::warn!(target: "rfd::backend::xdg_desktop_portal", "Using zenity fallback");
        log::error!(target: "wgpu", "something else");
        assert_eq!(UNOPENED.count(), before + 1);
    }

    #[test]
    fn only_the_file_that_the_dialog_has_asked_about_is_agreed() {
        let (path, purpose) = (PathBuf::from("/tmp/mask"), PathFor::Export(Chosen::new(&MASK_OF_A, "png")));
        let requests = answer(vec![path.clone()], purpose, String::new(), false);
        let [Request::SaveTo { path: named, agreed, .. }] = &requests[..] else { panic!("{requests:?}") };
        assert_eq!(*named, path);
        assert_eq!(*agreed, [path]);
    }
}
