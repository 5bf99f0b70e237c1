//! Differences of Windows: the names of files, files held by other programs, and replacing them.
#![cfg(windows)]

use std::{
    fs::{self, File, OpenOptions},
    os::windows::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::Duration,
};

use maskscope::files::{Limits, Reason, encode_scene, load_path, load_scene, read_whole, write_whole};

/// The rights of other programs to a file while it is open: none, reading and writing, or also removing it.
const NOBODY: u32 = 0;
const READ_AND_WRITE: u32 = 3;
const ALL: u32 = 7;

/// A folder with two samples.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        fs::create_dir(folder.path("art")).expect("a folder");
        for name in ["ship.png", "rock.png"] {
            let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
            fs::copy(sample, folder.path("art").join(name)).expect("a copy");
        }
        folder
    }

    /// Returns the path with backslashes: `C:\Users\…\name`.
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }

    /// Returns the names in it, in order.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    /// Runs the program in this folder.
    fn run(&self, words: &[&str]) -> Ran {
        let mut program = Command::new(env!("CARGO_BIN_EXE_maskscope"));
        Ran::of(program.current_dir(self.0.path()).args(words).output().expect("it starts"))
    }
}

#[derive(Debug, PartialEq)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Opens the file `path` as another program may, and shares it as `share` says.
fn held(path: &Path, share: u32) -> File {
    OpenOptions::new().read(true).write(true).share_mode(share).open(path).expect("it can be opened")
}

#[test]
fn paths_are_read_with_either_slash_and_shown_as_they_were_given() {
    let folder = Folder::new();
    let absolute = folder.path(r"art\ship.png").display().to_string();
    assert!(absolute.chars().nth(1) == Some(':'), "{absolute}");
    for path in
        [absolute.clone(), absolute.replace('\\', "/"), r"art\ship.png".to_owned(), r".\art/ship.png".to_owned()]
    {
        let ran = folder.run(&["check", &path, r"art\rock.png", "--at", "10,-17", "--scan", "rows"]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{path}");
        assert!(ran.out.contains(&format!("A  {path} ")) && ran.out.contains("13 of 720 px"), "{}", ran.out);
        let missing = path.replace("ship", "shop");
        let ran = folder.run(&["check", &missing, "art/rock.png"]);
        let line = format!("maskscope: {missing}: there is no such file\n");
        assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    }
}

#[test]
fn a_scene_finds_its_images_by_either_slash_and_is_written_with_the_one_of_all_systems() {
    let folder = Folder::new();
    let absolute = folder.path(r"art\ship.png").display().to_string().replace('\\', r"\\");
    for image in ["art/ship.png", r"art\\ship.png", r"ART\\Ship.PNG", r".\\art/..\\art/ship.png", &absolute] {
        let text = format!(
            r#"{{"maskscope":1,"a":{{"image":"{image}"}},"b":{{"image":"art/rock.png","position":[10,-17],
               "solid":{{"mask_image":"art\\rock.png"}}}},"expect":{{"masks_overlap":true}}}}"#
        );
        let path = folder.write("bug.scene.json", &text);
        let ran = folder.run(&["replay", "bug.scene.json", "--expect-only"]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{image}");
        let scene = load_scene(&path, &Limits::default()).expect("a scene");
        let written = encode_scene(&scene, Some(folder.0.path()), false);
        assert!(written.to_lowercase().contains(r#""image": "art/ship.png""#) && !written.contains('\\'), "{written}");
        // Written for another folder, and without a folder.
        let above = encode_scene(&scene, Some(&folder.path("scenes")), false);
        assert!(above.to_lowercase().contains(r#""image": "../art/ship.png""#), "{above}");
        let alone = encode_scene(&scene, None, false);
        assert!(alone.contains(":/") && !alone.contains('\\'), "{alone}");
    }
}

/// Notepad ends lines this way, and git does if it is set to.
#[test]
fn lines_may_end_as_windows_ends_them() {
    let folder = Folder::new();
    let scene = r#"{"maskscope":1,
        "a":{"image":"art/ship.png"},
        "b":{"image":"art/rock.png"}}
        "#;
    let log = "{\"sprite\":\"ship\",\"mask\":[\"##\"]}\n{\"sprite\":\"rock\",\"mask\":[\"#.\"]}\n\
               {\"frame\":1,\"a\":{\"sprite\":\"ship\"},\"b\":{\"sprite\":\"rock\"},\"hit\":true}\n";
    for (name, text, words) in [
        ("mask.txt", "#.#\n.#.\n", &["check", "NAME", "NAME", "--scan", "rows"][..]),
        ("bug.scene.json", scene, &["check", "--scene", "NAME", "--scan", "rows"]),
        (
            "checks.csv",
            "frame,x,y,hit\n1,0,0,1\n2,10,-17,1\n",
            &["replay", "of.scene.json", "--path", "NAME", "--steps=all"],
        ),
        ("game.jsonl", log, &["replay", "NAME"]),
        ("keys.txt", "1 right down\n8 right up\n", &["terrain", "--keys", "NAME", "--for", "20"]),
        (
            "a.atlas",
            "ship.png\nsize: 40, 42\nwalk\n  xy: 0, 0\n  size: 9, 9\n",
            &["mask", "NAME", "-o", "o.txt", "--force"],
        ),
    ] {
        folder.write("of.scene.json", scene);
        fs::copy(folder.path("art/ship.png"), folder.path("ship.png")).expect("a copy");
        let answers = [text.to_owned(), text.replace('\n', "\r\n")].map(|text| {
            folder.write(name, &text);
            let mut ran =
                folder.run(&words.iter().map(|word| if *word == "NAME" { name } else { word }).collect::<Vec<_>>());
            // Times differ from run to run.
            ran.out.truncate(ran.out.find("    scan ").unwrap_or(ran.out.len()));
            (ran, fs::read(folder.path("o.txt")).ok())
        });
        assert_eq!(answers[0], answers[1], "{name}");
        let Ran { code, out, err } = &answers[0].0;
        assert!(matches!(code, Some(0 | 3)) && err.is_empty(), "{name}: {code:?} {out} {err}");
    }
    let [unix, windows] = ["\n", "\r\n"].map(|end| {
        let path = folder.write("route.csv", &["frame,x,y", "1,0,0", "2,10,-17", ""].join(end));
        load_path(&path, &Limits::default()).expect("a path")
    });
    assert_eq!(unix, windows);
}

#[test]
fn a_file_is_not_written_over_by_another_case_of_its_name() {
    let folder = Folder::new();
    let before = fs::read(folder.path("art/ship.png")).expect("a file");
    for output in [r"art\SHIP.png", "ART/ship.PNG", r"art\..\Art\ship.png"] {
        let ran = folder.run(&["mask", "art/ship.png", "-o", output]);
        let line = format!(
            "maskscope: {output}: writing it would replace art/ship.png, which this command reads; --force allows that\n"
        );
        assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    }
    assert_eq!(fs::read(folder.path("art/ship.png")).expect("a file"), before);
}

#[test]
fn names_of_devices_are_refused() {
    let folder = Folder::new();
    for name in ["NUL.png", "nul", r"art\Aux.png", "COM1.png", "lpt9.txt", "con.png"] {
        let ran = folder.run(&["mask", "art/ship.png", "--format", "png", "-o", name]);
        let line = format!(
            "maskscope: {name}: it cannot be written: on Windows this is the name of a device, whatever follows it\n"
        );
        assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    }
    assert_eq!(folder.names(), ["art"]);
}

#[test]
fn what_another_program_holds_is_not_read_and_says_so() {
    let folder = Folder::new();
    let ship = folder.path(r"art\ship.png");
    let other = held(&ship, NOBODY);
    let ran = folder.run(&["check", r"art\ship.png", r"art\rock.png"]);
    let line = "maskscope: art\\ship.png: another program has it open\n".to_owned();
    assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    drop(other);
    assert_eq!(folder.run(&["check", r"art\ship.png", r"art\rock.png", "--scan", "rows"]).code, Some(0));
    // A program that shares the file does not get in the way.
    let _other = held(&ship, READ_AND_WRITE);
    read_whole(&ship, &Limits::default()).expect("it is shared");
}

#[test]
fn what_another_program_holds_is_not_written_and_stays_whole() {
    let folder = Folder::new();
    let file = folder.write("mask.txt", "old");
    for share in [NOBODY, READ_AND_WRITE] {
        let other = held(&file, share);
        let error = write_whole(&file, b"new").expect_err("not written");
        assert!(matches!(error.reason, Reason::InUse), "{share}: {error}");
        assert_eq!(error.to_string(), format!("{}: another program has it open", file.display()));
        let ran = folder.run(&["mask", r"art\ship.png", "-o", "mask.txt"]);
        let line = "maskscope: mask.txt: another program has it open\n".to_owned();
        assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
        drop(other);
        assert_eq!(fs::read(&file).expect("a file"), b"old");
        assert_eq!(folder.names(), ["art", "mask.txt"], "no temporary file is left");
    }
    // A file that others may remove is either replaced or not, depending on the version of Windows, but never half.
    let other = held(&file, ALL);
    let expected = match write_whole(&file, b"new") {
        Ok(()) => "new",
        Err(error) if matches!(error.reason, Reason::InUse) => "old",
        Err(error) => panic!("{error}"),
    };
    drop(other);
    assert_eq!(fs::read_to_string(&file).expect("a file"), expected);
    write_whole(&file, b"newer").expect("nobody holds it");
    assert_eq!(folder.names(), ["art", "mask.txt"]);
}

/// Virus scanners and backup programs hold files this way.
#[test]
fn a_file_that_is_held_for_a_moment_is_waited_for() {
    let folder = Folder::new();
    let file = folder.write("mask.txt", "old");
    let other = held(&file, READ_AND_WRITE);
    let holder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        drop(other);
    });
    write_whole(&file, b"new").expect("it is let go");
    holder.join().expect("it ends");
    assert_eq!(fs::read(&file).expect("a file"), b"new");
}

#[test]
fn a_read_only_file_is_left_alone() {
    let folder = Folder::new();
    let file = folder.write("mask.txt", "old");
    let set = |is_read_only| {
        let mut permissions = fs::metadata(&file).expect("a file").permissions();
        permissions.set_readonly(is_read_only);
        fs::set_permissions(&file, permissions).expect("its attributes");
    };
    set(true);
    let ran = folder.run(&["mask", "art/ship.png", "-o", "mask.txt"]);
    let line = "maskscope: mask.txt: it is write-protected\n".to_owned();
    assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    assert_eq!(fs::read(&file).expect("a file"), b"old");
    assert_eq!(folder.names(), ["art", "mask.txt"]);
    set(false);
}

#[test]
fn paths_may_be_longer_than_windows_once_took() {
    let folder = Folder::new();
    let mut deep = folder.0.path().to_owned();
    while deep.as_os_str().len() < 400 {
        deep.push("a folder with a name of forty letters in it");
    }
    fs::create_dir_all(&deep).expect("folders");
    let ship = deep.join("ship.png");
    write_whole(&ship, &fs::read(folder.path("art/ship.png")).expect("a file")).expect("written");
    write_whole(&ship, &fs::read(folder.path("art/rock.png")).expect("a file")).expect("written over");
    let (path, mask) = (ship.display().to_string(), deep.join("mask.txt").display().to_string());
    assert_eq!(folder.run(&["mask", &path, "-o", &mask]).err, "");
    assert_eq!(fs::read_dir(&deep).expect("a folder").count(), 2);
}

#[test]
fn a_folder_is_no_file() {
    let folder = Folder::new();
    for path in ["art", r"art\", "art/"] {
        let ran = folder.run(&["check", path, path]);
        let line = format!("maskscope: {path}: it is a directory\n");
        assert_eq!(ran, Ran { code: Some(1), out: String::new(), err: line });
    }
    let error = write_whole(&folder.path("art"), b"new").expect_err("not written");
    assert!(matches!(error.reason, Reason::Directory), "{error}");
    let error = write_whole(&folder.path(r"missing\mask.txt"), b"new").expect_err("not written");
    assert!(matches!(error.reason, Reason::NoFolder(_)), "{error}");
}

/// On Windows nobody can read what another program has locked; wine allows it.
#[test]
fn a_lock_holds_and_can_be_asked_for() {
    let folder = Folder::new();
    let path = folder.write("lock", "7");
    let open = || OpenOptions::new().read(true).write(true).open(&path).expect("it can be opened");
    let (one, other) = (open(), open());
    one.try_lock().expect("nobody holds it");
    assert!(matches!(other.try_lock(), Err(fs::TryLockError::WouldBlock)));
    match read_whole(&path, &Limits::default()) {
        Ok(read) => assert_eq!(read, b"7"),
        Err(error) => assert!(matches!(error.reason, Reason::InUse), "{error}"),
    }
    drop(one);
    other.try_lock().expect("it is free again");
}
