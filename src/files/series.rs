//! Frames in files of their own, such as `run_1.png` to `run_8.png`, and images that are in no file.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::names_in;
use super::{FileError, Limits, Reason, by_number, decode_frames, is_file, load_frames};
use maskscope_core::scene::{Frame, Frames};
use maskscope_core::words::name_of;

/// Reads an image from each of `files`, as the frames of one sprite in this order; each is named like its file.
///
/// # Errors
/// If [`load_frames`] refuses one of them, one has several frames itself, their sizes differ, or all together are beyond
/// `limits`. The error names the file.
///
/// # Panics
/// If `files` is empty.
pub fn load_series(files: &[PathBuf], limits: &Limits) -> Result<Frames, FileError> {
    let (mut frames, mut pixels) = (Vec::<Frame>::new(), 0);
    for file in files {
        let read = load_frames(file, limits)?;
        let refused = |why: String| Err(Reason::Refused(why).at(file));
        let (count, picture) = (read.all().len(), Arc::clone(&read.first().picture));
        if count > 1 {
            return refused(format!("it has {count} frames of its own; open it alone"));
        }
        let size = picture.size();
        if let Some(first) = frames.first().filter(|first| first.picture.size() != size) {
            let (name, other) = (&first.name, first.picture.size());
            return refused(format!("it is {size} px, but {name} is {other} px; the frames of a sprite have one size"));
        }
        pixels += size.area();
        limits.check_frames(files.len() as u64, pixels).map_err(|reason| reason.at(file))?;
        frames.push(Frame { name: name_of(file).into(), ..Frame::new(picture) });
    }
    Ok(Frames::new(frames))
}

/// The files that a pattern such as `run_*.png` or `run_%02d.png` stands for, in the order of their numbers: at least one. `None`
/// for what is no pattern, and for a file of this name.
pub fn numbered_files(pattern: &Path) -> Option<Vec<PathBuf>> {
    let name = pattern.file_name()?.to_str()?;
    let (before, after) = name.split_once('*').or_else(|| {
        let (before, after) = name.split_once('%')?;
        Some((before, after.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('d')?))
    })?;
    if is_file(pattern) {
        return None;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_one = |name: &String| {
        let number = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        number.is_some_and(is_number)
    };
    let folder = pattern.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names = names_in(folder.unwrap_or(Path::new(".")));
    let mut files: Vec<_> = names.into_iter().filter(is_one).map(|name| pattern.with_file_name(name)).collect();
    files.sort_by(|one, other| by_number(one, other));
    (!files.is_empty()).then_some(files)
}

/// The pattern that stands for `files` and no others, in whatever order they are; `None` where no pattern does.
pub fn pattern_of(files: &[PathBuf]) -> Option<PathBuf> {
    let first = files.first()?;
    let name = first.file_name()?.to_str()?;
    let is_digit = |c: char| c.is_ascii_digit();
    let (numbered, after) = name.split_at(name.rfind(is_digit)? + 1);
    let pattern = first.with_file_name(format!("{}*{after}", numbered.trim_end_matches(is_digit)));
    let mut sorted = files.to_vec();
    sorted.sort_by(|one, other| by_number(one, other));
    numbered_files(&pattern).filter(|all| *all == sorted).map(|_| pattern)
}

/// The files that are numbered on from `first` without a gap, with it at their head: `walk_01.png`, `walk_02.png` … `None` where it
/// is not the first of at least two.
pub fn series_from(first: &Path) -> Option<Vec<PathBuf>> {
    let name = first.file_name()?.to_str()?;
    let is_digit = |c: char| c.is_ascii_digit();
    let (numbered, after) = name.split_at(name.rfind(is_digit)? + 1);
    let before = numbered.trim_end_matches(is_digit);
    let number = |file: &PathBuf| {
        let name = file.file_name()?.to_str()?.strip_prefix(before)?.strip_suffix(after)?;
        name.parse::<u64>().ok()
    };
    let files = numbered_files(&first.with_file_name(format!("{before}*{after}")))?;
    let numbers: Vec<u64> = files.iter().map(number).collect::<Option<_>>()?;
    let is_unbroken = numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    (files.len() > 1 && is_unbroken && files[0] == first).then_some(files)
}

/// Reads the image that comes from `input`, up to its end: standard input, as which it is called.
///
/// # Errors
/// If it cannot be read, or [`decode_frames`] refuses it.
pub fn read_frames(input: impl Read, limits: &Limits) -> Result<Frames, FileError> {
    let name = Path::new("-");
    let bytes = limits.read_to_end(input, Vec::new()).map_err(|reason| reason.at(name))?;
    decode_frames(&bytes, name, limits)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::{decode_scene, encode_scene};
    use maskscope_core::scene::{Actor, Placement, Scene, Shown, SolidRule, Sprite};

    #[test]
    fn a_pattern_stands_for_numbered_files_in_their_order() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in
            ["run_10.txt", "run_9.txt", "run_x.txt", "run_.txt", "run_010.txt", "run_1.png", "walk_1.txt", "a%d"]
        {
            fs::write(folder.path().join(name), "#\n").expect("written");
        }
        let names = |pattern: &str| {
            let files = numbered_files(&folder.path().join(pattern))?;
            Some(files.iter().map(|file| name_of(file)).collect::<Vec<_>>().join(" "))
        };
        let all = Some("run_9.txt run_010.txt run_10.txt".to_owned());
        assert_eq!([names("run_*.txt"), names("run_%02d.txt"), names("run_%d.txt")], [all.clone(), all.clone(), all]);
        let pattern = |names: &[&str]| {
            let files: Vec<_> = names.iter().map(|name| folder.path().join(name)).collect();
            pattern_of(&files).map(|pattern| name_of(&pattern))
        };
        assert_eq!(pattern(&["run_10.txt", "run_9.txt", "run_010.txt"]).as_deref(), Some("run_*.txt"));
        assert_eq!([pattern(&["run_9.txt", "run_10.txt"]), pattern(&["run_x.txt"]), pattern(&[])], [None, None, None]);
        assert_eq!(
            [names("run_9.txt"), names("run_%s.txt"), names("fly_*.txt"), names("a%d")],
            [None, None, None, None]
        );
    }

    #[test]
    fn a_series_goes_on_from_its_first_file_without_a_gap() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["walk_01.txt", "walk_02.txt", "walk_03.txt", "run_1.txt", "run_3.txt", "alone_7.txt", "a2x.txt"];
        for name in names {
            fs::write(folder.path().join(name), "#\n").expect("written");
        }
        let count = |name: &str| series_from(&folder.path().join(name)).map(|files| files.len());
        assert_eq!(names.map(count), [Some(3), None, None, None, None, None, None]);
        assert_eq!(count("none.txt"), None);
    }

    #[test]
    fn an_image_from_elsewhere_is_read_within_the_limits() {
        let limits = |max_bytes| Limits { max_bytes, ..Limits::default() };
        let frames = read_frames(&b"#.\n.#\n"[..], &limits(6)).expect("a mask");
        assert_eq!(frames.first().picture.size().to_string(), "2 × 2");
        let refused = read_frames(&b"#.\n.#\n"[..], &limits(5)).expect_err("a byte too many").to_string();
        assert_eq!(refused, "-: it has 6 bytes, the limit is 5; --max-bytes raises it");
    }

    #[test]
    fn a_scene_holds_the_frames_of_several_files_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["run_1.txt", "run_2.txt"].map(|name| folder.path().join(name));
        for (file, mask) in files.iter().zip(["#.\n..\n", ".#\n##\n"]) {
            fs::write(file, mask).expect("written");
        }
        let frames = load_series(&files, &Limits::default()).expect("two frames");
        drop(folder);
        let mut sprite = Sprite::animated("run", frames, SolidRule::default());
        sprite.show(Shown::Frame(1));
        let [a, b] = [(); 2].map(|()| Actor::new(sprite.clone(), Placement::default()));
        let text = encode_scene(&Scene::of([a, b]), None, false);
        let read = decode_scene(text.as_bytes(), Path::new("my.scene.json"), &Limits::default()).expect("a scene");
        let read = &read.sprites[0].sprite;
        let names: Vec<_> = read.frames().all().iter().map(|frame| &*frame.name).collect();
        assert_eq!((&names[..], read.shown()), (&["run_1.txt", "run_2.txt"][..], Shown::Frame(1)));
        assert_eq!(read.mask().mask(), sprite.mask().mask());
    }
}
