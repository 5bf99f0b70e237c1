//! The images that a file names, read one at a time.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::files::{FileError, Reason, image_endings, is_file};
use maskscope_core::geom::Size;
use maskscope_core::scene::Picture;

/// The images that a file names: read when one is asked for, and kept until the next one is.
pub(super) struct Sheets<'a> {
    read: &'a mut dyn FnMut(&str) -> Result<Picture, FileError>,
    last: Option<(String, Picture)>,
    /// Those that were read: a file may name them in turn, many times.
    sizes: HashMap<String, Size>,
}

impl<'a> Sheets<'a> {
    pub(super) fn new(read: &'a mut dyn FnMut(&str) -> Result<Picture, FileError>) -> Self {
        Self { read, last: None, sizes: HashMap::new() }
    }

    /// The image called `name`.
    pub(super) fn picture(&mut self, name: &str) -> Result<&Picture, FileError> {
        // Only one is in memory.
        let last = self.last.take().filter(|(known, _)| known == name);
        let picture = match last {
            Some((_, picture)) => picture,
            None => (self.read)(name)?,
        };
        let (_, picture) = self.last.insert((name.to_owned(), picture));
        Ok(&*picture)
    }

    /// Width and height of the image called `name`.
    pub(super) fn size(&mut self, name: &str) -> Result<Size, Reason> {
        if let Some(size) = self.sizes.get(name) {
            return Ok(*size);
        }
        let size = self.picture(name).map(Picture::size).map_err(|error| error.reason)?;
        self.sizes.insert(name.to_owned(), size);
        Ok(size)
    }
}

/// An image beside the atlas `path` that has its name, but for the extension.
pub(super) fn named_alike(path: &Path) -> Option<PathBuf> {
    image_endings().map(|ending| path.with_extension(ending)).find(|image| is_file(image))
}

/// The image of an atlas in the file `path` that names none: the one that has its name.
pub(super) fn own_image(path: &Path) -> String {
    let image = named_alike(path).unwrap_or_else(|| path.with_extension("png"));
    image.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
