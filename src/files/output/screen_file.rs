//! The game's screen as a file beside its log.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::files::{FileError, Reason, open_regular, write_whole};
use maskscope_core::scene::Picture;

/// The ending of its name, behind that of the log.
const ENDING: &str = ".stop.png";
/// The text in a PNG by which it is known again.
const TEXT: [&str; 2] = ["Software", "maskscope stop"];
/// The most names that are tried while other files have them.
const MOST_NAMES: u32 = 1_000;

/// Writes a `picture` of the game's screen as a PNG beside the log at `log`, as `game.jsonl.stop.png`. It replaces an earlier
/// one that was written here, and no other file: then it is `game.jsonl.stop-2.png`. Returns its path.
///
/// # Errors
/// If it cannot be written.
pub fn write_screen(log: &Path, picture: &Picture) -> Result<PathBuf, FileError> {
    let named = |ending: &str| {
        let mut name = log.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let numbers = (2..=MOST_NAMES).map(|number| named(&format!(".stop-{number}.png")));
    let mut paths = [named(ENDING)].into_iter().chain(numbers);
    let is_free = |path: &PathBuf| !path.exists() || is_ours(path);
    let Some(path) = paths.find(is_free) else {
        return Err(Reason::Refused("other files have all its names".to_owned()).at(named(ENDING)));
    };
    write_whole(&path, &marked(picture))?;
    Ok(path)
}

/// The picture as a PNG with a text that says who wrote it.
fn marked(picture: &Picture) -> Vec<u8> {
    let size = picture.size();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
    encoder.set_color(png::ColorType::Rgba);
    let [keyword, text] = TEXT.map(str::to_owned);
    encoder.add_text_chunk(keyword, text).expect("letters of ASCII");
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(picture.rgba()));
    written.expect("an image with pixels, written to memory");
    bytes
}

/// True if a PNG says that it was written here.
fn is_ours(path: &Path) -> bool {
    let Ok(file) = open_regular(path) else { return false };
    let Ok(reader) = png::Decoder::new(BufReader::new(file)).read_info() else { return false };
    let [keyword, text] = TEXT;
    reader.info().uncompressed_latin1_text.iter().any(|it| it.keyword == keyword && it.text == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Limits, formats::decode};

    #[test]
    fn only_a_picture_of_ours_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("game.jsonl");
        let png = std::fs::read("samples/ship.png").expect("a sample");
        let name = |path: &Path| path.file_name().expect("a name").to_str().expect("UTF-8").to_owned();
        let pixels = |bytes: &[u8]| decode(bytes, &log, &Limits::default()).expect("a PNG");
        let screen = pixels(&png);
        let first = write_screen(&log, &screen).expect("written");
        assert_eq!(name(&first), "game.jsonl.stop.png");
        assert_eq!(write_screen(&log, &screen).expect("written"), first, "it replaces its own");
        assert_eq!(pixels(&std::fs::read(&first).expect("it is there")).rgba(), screen.rgba());
        std::fs::write(&first, &png).expect("written");
        let second = write_screen(&log, &screen).expect("written");
        assert_eq!(name(&second), "game.jsonl.stop-2.png");
        assert_eq!(std::fs::read(&first).expect("it is there"), png, "another's");
    }
}
