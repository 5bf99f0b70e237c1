//! Writing is whole or not at all, and masks read back as they were.

use std::{fs, path::Path};

use maskscope::files::{MaskFormat, Reason, write_whole};
use maskscope_core::{choice::Choice as _, geom::Size, mask::Mask};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns the names in `folder`, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_made_and_replaced() {
    let folder = folder();
    let file = folder.path().join("mask.txt");
    for content in [b"a longer text".as_slice(), b"short", b""] {
        write_whole(&file, content).expect("written");
        assert_eq!(fs::read(&file).expect("a file"), content);
    }
    assert_eq!(names(folder.path()), ["mask.txt"]);
}

#[test]
fn what_cannot_be_written_names_the_file_and_leaves_nothing() {
    let folder = folder();
    let failure = |path: &Path| write_whole(path, b"new").expect_err("not written");
    let file = folder.path().join("missing/mask.txt");
    let error = failure(&file);
    assert!(matches!(error.reason, Reason::NoFolder(_)), "{error}");
    assert!(error.to_string().contains("missing/mask.txt"), "{error}");
    assert!(matches!(failure(folder.path()).reason, Reason::Directory));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    }

    #[test]
    fn a_new_file_has_the_mode_of_any_new_file_and_an_old_one_keeps_its_own() {
        let folder = folder();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        write_whole(&ours, b"new").expect("written");
        fs::write(&usual, b"new").expect("written");
        assert_eq!(mode(&ours), mode(&usual));
        set_mode(&ours, 0o640);
        write_whole(&ours, b"newer").expect("written");
        assert_eq!(mode(&ours), 0o640);
    }

    #[test]
    fn a_write_protected_file_is_left_alone() {
        let folder = folder();
        let file = folder.path().join("mask.txt");
        fs::write(&file, b"old").expect("written");
        set_mode(&file, 0o444);
        let error = write_whole(&file, b"new").expect_err("not written");
        assert!(matches!(error.reason, Reason::WriteProtected), "{error}");
        assert_eq!(fs::read(&file).expect("a file"), b"old");
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_written() {
        let folder = folder();
        fs::create_dir(folder.path().join("art")).expect("a folder");
        let (link, target) = (folder.path().join("link"), folder.path().join("art/mask.txt"));
        symlink("second", &link).expect("a link");
        symlink("art/mask.txt", folder.path().join("second")).expect("a link");
        for content in [b"made through the link".as_slice(), b"replaced"] {
            write_whole(&link, content).expect("written");
            assert_eq!(fs::read(&target).expect("a file"), content);
        }
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(names(folder.path()), ["art", "link", "second"]);
    }

    #[test]
    fn of_a_file_with_several_names_only_the_one_that_is_written_changes() {
        let folder = folder();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        fs::write(&one, b"old").expect("written");
        fs::hard_link(&one, &other).expect("a second name");
        write_whole(&one, b"new").expect("written");
        assert_eq!(
            (fs::read(&one).expect("a file"), fs::read(&other).expect("a file")),
            (b"new".into(), b"old".into())
        );
    }

    #[test]
    fn a_file_keeps_its_owner_where_that_is_allowed() {
        let folder = folder();
        let file = folder.path().join("mask.txt");
        fs::write(&file, b"old").expect("written");
        if std::os::unix::fs::chown(&file, Some(1234), Some(4321)).is_err() {
            eprintln!("skipped: this user may not give files away");
            return;
        }
        write_whole(&file, b"new").expect("written");
        let metadata = fs::metadata(&file).expect("a file");
        assert_eq!((metadata.uid(), metadata.gid()), (1234, 4321));
    }

    #[test]
    fn a_link_into_a_folder_that_takes_no_files_stays_and_is_named() {
        let folder = folder();
        let link = folder.path().join("link.txt");
        symlink("/proc/maskscope-mask.txt", &link).expect("a link");
        let error = write_whole(&link, b"new").expect_err("not written");
        assert!(error.to_string().contains("link.txt: it cannot be written"), "{error}");
        assert_eq!(names(folder.path()), ["link.txt"]);
    }

    #[test]
    fn links_in_a_circle_are_an_error() {
        let folder = folder();
        let link = folder.path().join("link");
        symlink("link", &link).expect("a link");
        let error = write_whole(&link, b"new").expect_err("not written");
        assert!(matches!(error.reason, Reason::Write(_)), "{error}");
    }

    #[test]
    fn a_device_is_not_replaced() {
        let error = write_whole(Path::new("/dev/null"), b"new").expect_err("not written");
        assert!(matches!(error.reason, Reason::NotRegular), "{error}");
    }

    /// Not even root can create files there, although the mode of a folder stops only everybody else.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_folder_that_takes_no_files_is_an_error_for_every_user() {
        let error = write_whole(Path::new("/proc/maskscope-mask.txt"), b"new").expect_err("not written");
        assert!(error.to_string().contains("maskscope-mask.txt"), "{error}");
        assert!(!Path::new("/proc/maskscope-mask.txt").exists());
    }

    #[test]
    fn a_read_only_folder_keeps_what_it_has() {
        let folder = folder();
        let file = folder.path().join("mask.txt");
        fs::write(&file, b"old").expect("written");
        set_mode(folder.path(), 0o555);
        if fs::write(folder.path().join("probe"), b"").is_ok() {
            eprintln!("skipped: this user may write to read-only folders");
            return;
        }
        let error = write_whole(&file, b"new").expect_err("not written");
        set_mode(folder.path(), 0o755);
        assert!(matches!(error.reason, Reason::Write(_)), "{error}");
        assert_eq!(fs::read(&file).expect("a file"), b"old");
        assert_eq!(names(folder.path()), ["mask.txt"]);
    }
}

/// Reads a mask that `format` wrote, by other code than that which wrote it.
fn read_back(format: MaskFormat, bytes: &[u8], size: Size) -> Mask {
    let text = || std::str::from_utf8(bytes).expect("text");
    let body = |lines: usize| bytes.split(|byte| *byte == b'\n').take(lines).map(|line| line.len() + 1).sum::<usize>();
    let width = usize::try_from(size.width).expect("small");
    let bit = |x: u32, y: u32| usize::try_from(y).expect("small") * width + usize::try_from(x).expect("small");
    let packed = |words: &[u32]| {
        assert_eq!(words.len() as u64, size.area().div_ceil(32));
        Mask::from_fn(size, |x, y| words[bit(x, y) / 32] >> (bit(x, y) % 32) & 1 == 1)
    };
    match format {
        MaskFormat::Png => {
            let image = image::load_from_memory(bytes).expect("an image").into_luma8();
            assert_eq!(image.dimensions(), (size.width, size.height));
            Mask::from_fn(size, |x, y| image.get_pixel(x, y)[0] == 255)
        }
        MaskFormat::Pbm => {
            let (rows, stride) = (&bytes[body(2)..], width.div_ceil(8));
            assert_eq!(rows.len(), stride * usize::try_from(size.height).expect("small"));
            Mask::from_fn(size, |x, y| {
                let (x, y) = (usize::try_from(x).expect("small"), usize::try_from(y).expect("small"));
                rows[y * stride + x / 8] >> (7 - x % 8) & 1 == 1
            })
        }
        MaskFormat::PbmAscii => {
            let bits: Vec<u8> = bytes[body(2)..].iter().copied().filter(|byte| *byte != b'\n').collect();
            Mask::from_fn(size, |x, y| bits[bit(x, y)] == b'1')
        }
        MaskFormat::Text => text().parse().expect("a mask"),
        MaskFormat::Json => {
            let json: serde_json::Value = serde_json::from_str(text()).expect("JSON");
            assert_eq!(
                (json["width"].as_u64(), json["height"].as_u64()),
                (Some(size.width.into()), Some(size.height.into()))
            );
            let rows: Vec<&str> =
                json["rows"].as_array().expect("rows").iter().filter_map(|row| row.as_str()).collect();
            rows.join("\n").parse().expect("a mask")
        }
        MaskFormat::U32 => {
            let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
            packed(&words)
        }
        MaskFormat::C
        | MaskFormat::Rust
        | MaskFormat::JavaScript
        | MaskFormat::Pygame
        | MaskFormat::GdScript
        | MaskFormat::Agk => {
            let words = text().split("0x").skip(1).map(|word| u32::from_str_radix(&word[..8], 16).expect("a word"));
            packed(&words.collect::<Vec<_>>())
        }
        other => panic!("nothing here reads {other}"),
    }
}

#[test]
fn every_mask_format_reads_back() {
    for (width, height) in [(1, 1), (7, 3), (8, 2), (31, 5), (32, 5), (33, 5), (63, 4), (64, 4), (65, 4), (130, 9)] {
        let size = Size::new(width, height);
        let mask = Mask::from_fn(size, |x, y| (x * 7 + y * 13 + x * y) % 5 < 2);
        for &format in MaskFormat::ALL {
            let bytes = format.encode(&mask, "speckled").expect("a mask with pixels");
            assert_eq!(read_back(format, &bytes, size), mask, "{format} of {size}");
        }
    }
}
