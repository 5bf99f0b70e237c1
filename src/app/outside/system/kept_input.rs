//! Standard input, kept in a file as it comes: its checks can be read again there. The file has no name, so that nothing of it
//! stays behind however the program ends.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{env, thread};

use crate::app::outside::log::{LogContent, Teller};
use crate::session::{DroppedInput, LogAction};

/// The most bytes kept.
const MOST_BYTES: u64 = 1 << 30;

/// The file, and the part of the input that is not in it.
struct KeptInput {
    /// The file, or the reason why it cannot be made.
    file: Result<File, String>,
    /// The number of bytes in it.
    length: u64,
    dropped: Option<DroppedInput>,
}

/// Begins to read standard input, on a thread of its own, which tells what it cannot keep and calls `arrived` after each
/// piece; returns what is kept, in a file beside `settings`. Whatever becomes of the file, the input is read on: a game that
/// writes into it never waits.
///
/// # Errors
/// Where no thread can be started.
pub fn of_stdin(
    teller: Teller,
    settings: Option<&Path>,
    arrived: impl Fn() + Send + 'static,
) -> io::Result<Box<dyn LogContent>> {
    // Without a home it lies among the temporary files.
    let folder = settings.and_then(Path::parent).map_or_else(env::temp_dir, PathBuf::from);
    let (file, content): (_, Box<dyn LogContent>) = match new_file(&folder) {
        Ok([file, content]) => (Ok(file), Box::new(content)),
        Err(error) => (Err(error.to_string()), Box::new(io::empty())),
    };
    let mut kept = KeptInput { file, length: 0, dropped: None };
    let fill = move || {
        kept.fill(io::stdin().lock(), |dropped| {
            dropped.cloned().into_iter().for_each(|dropped| teller.tell_now(LogAction::Dropped(dropped)));
            arrived();
        });
        // Nobody waits any more.
        kept.dropped.into_iter().for_each(|dropped| teller.tell(LogAction::Dropped(dropped)));
    };
    thread::Builder::new().name("maskscope-input".to_owned()).spawn(fill)?;
    Ok(content)
}

impl KeptInput {
    /// Keeps `input` to its end; tells after each piece what is lost so far.
    fn fill(&mut self, mut input: impl Read, tell: impl Fn(Option<&DroppedInput>)) {
        let mut piece = vec![0; 1 << 16];
        loop {
            match input.read(&mut piece) {
                Ok(0) => return,
                Ok(length) => self.keep(&piece[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
            tell(self.dropped.as_ref());
        }
    }

    /// Adds a piece, unless something before it is lost: half a log would be another one.
    fn keep(&mut self, piece: &[u8]) {
        let bytes = piece.len() as u64;
        let why = match &mut self.file {
            _ if self.dropped.is_some() => String::new(),
            _ if self.length + bytes > MOST_BYTES => "more than 1 GiB of standard input is not kept".to_owned(),
            Err(why) => why.clone(),
            Ok(file) => match file.write_all(piece) {
                Ok(()) => return self.length += bytes,
                Err(error) => error.to_string(),
            },
        };
        self.dropped.get_or_insert(DroppedInput { bytes: 0, why }).bytes += bytes;
    }
}

/// Returns a file without a name, to write into and to read from.
fn new_file(folder: &Path) -> io::Result<[File; 2]> {
    fs::create_dir_all(folder)?;
    let file = tempfile::NamedTempFile::new_in(folder)?;
    let content = file.reopen()?;
    Ok([file.into_file(), content])
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, SeekFrom};

    use super::*;

    fn kept(file: Result<File, String>, length: u64) -> KeptInput {
        KeptInput { file, length, dropped: None }
    }

    #[test]
    fn what_comes_is_kept_and_read_anywhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let ([file, mut content], mut text) = (new_file(folder.path()).expect("a file"), String::new());
        #[cfg(unix)]
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "it has no name while it is open");
        let mut input = kept(Ok(file), 0);
        input.fill(&b"one\ntwo\n"[..], |_| ());
        content.seek(SeekFrom::Start(4)).expect("it is there");
        content.read_to_string(&mut text).expect("UTF-8");
        assert_eq!((text.as_str(), input.dropped.as_ref()), ("two\n", None));
        input.fill(&b"three\n"[..], |_| ());
        content.read_to_string(&mut text).expect("UTF-8");
        assert_eq!(text, "two\nthree\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_holds_nobody_up_and_is_reported() {
        let mut full = kept(Ok(File::options().write(true).open("/dev/full").expect("Linux has it")), 0);
        let reported = std::cell::RefCell::new(Vec::new());
        for piece in [b"four", b"five"] {
            full.fill(&piece[..], |dropped| reported.borrow_mut().extend(dropped.cloned()));
        }
        let reported = reported.into_inner();
        assert!(
            reported.len() == 2 && reported[1].bytes == 8 && reported[1].why.contains("No space left"),
            "{reported:?}"
        );
    }

    #[test]
    fn what_cannot_be_kept_is_read_on_and_counted() {
        let mut full = kept(Ok(tempfile::tempfile().expect("a file")), MOST_BYTES - 2);
        full.fill(&b"four"[..], |_| ());
        full.fill(&b"five"[..], |_| ());
        let dropped = full.dropped.expect("it is full");
        assert_eq!((dropped.bytes, dropped.why.as_str()), (8, "more than 1 GiB of standard input is not kept"));
        let mut without = kept(Err("no folder".to_owned()), 0);
        without.fill(&b"four"[..], |_| ());
        assert_eq!(without.dropped, Some(DroppedInput { bytes: 4, why: "no folder".to_owned() }));
    }
}
