use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

use super::{Limits, Reason};

/// The bytes of the regular file `path`, at most as many as `limits` allow.
pub(super) fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, Reason> {
    // Asked before opening: opening a named pipe waits for a writer.
    let metadata = fs::metadata(path).map_err(Reason::reading)?;
    if metadata.is_dir() {
        return Err(Reason::Directory);
    }
    if !metadata.is_file() {
        return Err(Reason::NotRegular);
    }
    let limit = limits.max_bytes;
    let too_many = |bytes| Reason::TooManyBytes { bytes, limit };
    if metadata.len() > limit {
        return Err(too_many(metadata.len()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Reason::reading)?;
    // A file that is being written may have grown since.
    let length = file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(Reason::reading)?;
    if length as u64 > limit { Err(too_many(length as u64)) } else { Ok(bytes) }
}
