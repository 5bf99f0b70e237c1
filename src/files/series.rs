//! Frames in files of their own, such as `run_1.png` to `run_8.png`.

use std::path::PathBuf;
use std::sync::Arc;

use super::{FileError, Limits, Reason, load_frames};
use crate::scene::{Frame, Frames};
use crate::words::name_of;

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

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::files::{decode_scene, encode_scene};
    use crate::scene::{Actor, Placement, Scene, Shown, SolidRule, Sprite};

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
