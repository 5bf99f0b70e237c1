//! Standard input, kept in a file as it comes: its checks can be read again there. The file has no name, so that nothing of it
//! stays behind however the program ends.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, thread};

use super::settings_path;
use crate::session::Lost;

/// The most bytes kept.
const MOST_BYTES: u64 = 1 << 30;

/// The file, and the part of the input that is not in it.
#[derive(Clone, Default)]
pub struct KeptInput(Arc<Mutex<Content>>);

#[derive(Default)]
struct Content {
    /// `None` where no file can be made.
    file: Option<File>,
    /// The number of bytes in it.
    length: u64,
    lost: Option<Lost>,
}

/// A place in the file, from which it is read.
pub struct InputReader {
    input: KeptInput,
    at: u64,
}

impl KeptInput {
    /// Begins to read standard input, on a thread of its own. Whatever becomes of the file, the input is read on: a game that
    /// writes into it never waits.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn of_stdin() -> io::Result<Self> {
        let input = Self::default();
        match new_file() {
            Ok(file) => input.locked(|content| content.file = Some(file)),
            Err(error) => input.locked(|content| content.lose(0, &error.to_string())),
        }
        let kept = input.clone();
        thread::Builder::new().name("maskscope-input".to_owned()).spawn(move || kept.fill(io::stdin().lock()))?;
        Ok(input)
    }

    /// Keeps `input` to its end.
    fn fill(&self, mut input: impl Read) {
        let mut piece = vec![0; 1 << 16];
        loop {
            match input.read(&mut piece) {
                Ok(0) => return,
                Ok(length) => self.locked(|content| content.keep(&piece[..length])),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// The part that could not be kept.
    pub fn lost(&self) -> Option<Lost> {
        self.locked(|content| content.lost.clone())
    }

    /// Returns a reader from the start.
    pub fn reader(&self) -> InputReader {
        InputReader { input: self.clone(), at: 0 }
    }

    fn locked<T>(&self, act: impl FnOnce(&mut Content) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Content {
    /// Adds a piece, unless something before it is lost: half a log would be another one.
    fn keep(&mut self, piece: &[u8]) {
        let bytes = piece.len() as u64;
        let Some(file) = self.file.as_mut().filter(|_| self.lost.is_none()) else { return self.lose(bytes, "") };
        if self.length + bytes > MOST_BYTES {
            return self.lose(bytes, "more than 1 GiB of standard input is not kept");
        }
        match file.seek(SeekFrom::Start(self.length)).and_then(|_| file.write_all(piece)) {
            Ok(()) => self.length += bytes,
            Err(error) => self.lose(bytes, &error.to_string()),
        }
    }

    fn lose(&mut self, bytes: u64, why: &str) {
        let lost = self.lost.get_or_insert_with(|| Lost { bytes: 0, why: why.to_owned() });
        lost.bytes += bytes;
    }
}

impl Read for InputReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let at = self.at;
        let read = self.input.locked(|content| {
            let left = usize::try_from(content.length - at.min(content.length)).unwrap_or(usize::MAX);
            let most = left.min(into.len());
            let Some(file) = content.file.as_mut() else { return Ok(0) };
            file.seek(SeekFrom::Start(at))?;
            file.read(&mut into[..most])
        })?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for InputReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.input.locked(|content| content.length);
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            SeekFrom::End(by) => length.saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

/// Returns a file without a name, beside the settings; without a home among the temporary files.
fn new_file() -> io::Result<File> {
    let beside = settings_path().and_then(|path| path.parent().map(PathBuf::from));
    file_in(&beside.unwrap_or_else(env::temp_dir))
}

fn file_in(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    tempfile::tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(file: Option<File>, length: u64) -> KeptInput {
        KeptInput(Arc::new(Mutex::new(Content { file, length, lost: None })))
    }

    #[test]
    fn what_comes_is_kept_and_read_anywhere() {
        let input = kept(Some(tempfile::tempfile().expect("a file")), 0);
        input.fill(&b"one\ntwo\n"[..]);
        let (mut reader, mut text) = (input.reader(), String::new());
        reader.seek(SeekFrom::Start(4)).expect("it is there");
        reader.read_to_string(&mut text).expect("UTF-8");
        assert_eq!((text.as_str(), input.lost()), ("two\n", None));
        input.fill(&b"three\n"[..]);
        reader.read_to_string(&mut text).expect("UTF-8");
        assert_eq!(text, "two\nthree\n");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_of_it_is_left_behind_however_the_program_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let input = kept(Some(file_in(folder.path()).expect("a file")), 0);
        input.fill(&b"one"[..]);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "it has no name while it is open");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_holds_nobody_up_and_is_told() {
        let full = kept(Some(File::options().write(true).open("/dev/full").expect("Linux has it")), 0);
        full.fill(&b"four"[..]);
        full.fill(&b"five"[..]);
        let lost = full.lost().expect("it is full");
        assert!(lost.bytes == 8 && lost.why.contains("No space left"), "{lost:?}");
    }

    #[test]
    fn what_cannot_be_kept_is_read_on_and_counted() {
        let full = kept(Some(tempfile::tempfile().expect("a file")), MOST_BYTES - 2);
        full.fill(&b"four"[..]);
        full.fill(&b"five"[..]);
        let lost = full.lost().expect("it is full");
        assert_eq!((lost.bytes, lost.why.as_str()), (8, "more than 1 GiB of standard input is not kept"));
        let without = kept(None, 0);
        without.fill(&b"four"[..]);
        assert_eq!(without.lost().map(|lost| lost.bytes), Some(4));
        assert_eq!(without.reader().read(&mut [0; 9]).expect("nothing"), 0);
    }
}
