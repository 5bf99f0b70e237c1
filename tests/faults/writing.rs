//! A failed write leaves the old file untouched, and the message names it.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::symlink, net::UnixListener},
    path::Path,
};

use super::{
    program::{folder, large_images, names, private_shell, program, run, sample, shell, words},
    tools,
};

/// Every command that writes, in every format; the file comes last.
const WRITERS: [&str; 22] = [
    "mask ship.png -o m.png",
    "mask ship.png -o m.pbm",
    "mask ship.png --format pbm-ascii -o m.pbm",
    "mask ship.png -o m.txt",
    "mask ship.png -o m.json",
    "mask ship.png -o m.u32",
    "mask ship.png -o m.c",
    "mask ship.png -o m.rs",
    "mask ship.png -o m.js",
    "mask ship.png -o m.py",
    "mask ship.png -o m.gd",
    "mask ship.png -o m.agc",
    "mask ship.png rock.png --at 10,-17 -o both.png",
    "order --size 9x7 --scan rows -o o.png",
    "order --size 9x7 --scan rows -o o.svg",
    "order --size 9x7 --scan rows -o o.gif",
    "order --size 9x7 --scan rows -o o.apng",
    "order --size 9x7 --scan rows -o o.txt",
    "order --size 9x7 --scan rows -o o.json",
    "survey area ship.png rock.png -o s.png",
    "survey area ship.png rock.png -o s.csv",
    "survey cost ship.png rock.png --scan rows -o s.csv",
];

/// A disk without room: `$1` is the folder, `$2` the file; the remaining arguments are a command.
const FULL: &str = r#"
    mount -t tmpfs -o size=16k tmpfs "$1" && cd "$1" || exit 99
    printf old > "$2"
    cat /dev/zero > filler 2>/dev/null
    rm -f probe; printf x > probe 2>/dev/null && test -s probe && exit 98
    rm -f probe
"#;

/// A folder in which nobody can create files, not even root.
const READ_ONLY: &str = r#"
    cd "$1" && printf old > "$2"
    mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" || exit 99
"#;

/// A file to which nobody can write, not even root.
const READ_ONLY_FILE: &str = r#"
    cd "$1" && printf old > "$2"
    mount --bind "$2" "$2" && mount -o remount,ro,bind "$2" || exit 99
"#;

/// A limit of no bytes for any file.
const NO_BYTES: &str = r#"
    cd "$1" && printf old > "$2"
    ulimit -f 0
"#;

/// Runs the command that follows, then prints its exit code and what is left.
const TELL: &str = r#"
    file="$2"; shift 2
    "$0" "$@"
    echo "code $?"; cat "$file"; echo; ls -A | grep -v filler
"#;

/// Runs every writer under the conditions that `prepare` creates, and expects it to fail for `reason`.
fn hold_all(prepare: &str, is_private: bool, reason: &str) {
    for line in WRITERS {
        let folder = folder();
        let mut arguments = words(line);
        let file = arguments.last().expect("the file").clone();
        let script = format!("{prepare}{TELL}");
        let mut command = if is_private { private_shell(&script) } else { shell(&script) };
        let ran = run(command.arg(folder.path()).arg(&file).args(arguments.drain(..)));
        assert_eq!(ran.out, format!("code 1\nold\n{file}\n"), "{line}: {}", ran.err);
        assert_eq!(ran.err, format!("maskscope: {file}: it cannot be written: {reason}\n"), "{line}");
    }
}

/// The survey would take hours.
#[test]
fn what_cannot_be_written_is_reported_before_the_work() {
    let folder = folder();
    large_images(folder.path(), 700);
    fs::create_dir(folder.path().join("folder.png")).expect("it is ours");
    for (output, why) in [
        ("missing/x.png", "missing/x.png: it cannot be written: there is no folder missing"),
        ("folder.png", "folder.png: it is a directory"),
        ("a.png", "a.png: writing it would replace a.png, which this command reads; --force allows that"),
    ] {
        let line = format!("survey cost a.png b.png -o {output}");
        let ran = run(program().args(words(&line)).current_dir(&folder));
        assert_eq!((ran.code, ran.err), (Some(1), format!("maskscope: {why}\n")), "{line}");
    }
}

#[test]
#[ignore = "needs private mounts"]
fn a_full_disk_keeps_the_old_file() {
    tools::need_mounts();
    hold_all(FULL, true, "No space left on device (os error 28)");
}

#[test]
#[ignore = "needs private mounts"]
fn a_read_only_folder_keeps_the_old_file() {
    tools::need_mounts();
    hold_all(READ_ONLY, true, "Read-only file system (os error 30)");
}

#[test]
#[ignore = "needs private mounts"]
fn a_read_only_file_is_not_replaced() {
    tools::need_mounts();
    hold_all(READ_ONLY_FILE, true, "Read-only file system (os error 30)");
}

/// On Linux a complete file gets its name by way of /proc.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs private mounts"]
fn without_proc_files_are_replaced_all_the_same() {
    tools::need_mounts();
    let folder = folder();
    let hidden = r#"cd "$1" && printf old > m.txt && mount -t tmpfs tmpfs /proc || exit 99"#;
    let mask = |size: &str| {
        let script = format!("{hidden}; {size} \"$0\" mask \"$2\" -o m.txt; echo \"code $?\"; ls -A");
        run(private_shell(&script).arg(folder.path()).arg(sample("ship.png")))
    };
    let failed = mask("ulimit -f 0;");
    assert!(failed.out.ends_with("code 1\nm.txt\n"), "{failed:?}");
    let done = mask("");
    assert!(done.err.is_empty() && done.out.ends_with("code 0\nm.txt\n"), "{done:?}");
    let written = fs::read_to_string(folder.path().join("m.txt")).expect("text");
    assert_eq!((written.lines().count(), written.matches('#').count()), (42, 842));
}

/// Exceeding the limit also sends a signal, which ends programs that do not expect it.
#[test]
fn a_limit_on_the_size_of_files_keeps_the_old_file() {
    let reason = if cfg!(target_os = "linux") { "File too large (os error 27)" } else { "File too large" };
    hold_all(NO_BYTES, false, reason);
}

/// The limit stops the writing at every 512th byte.
#[test]
fn wherever_the_writing_stops_the_old_file_or_the_new_one_is_there() {
    let folder = folder();
    let order = folder.path().join("order.svg");
    let line = words("order --size 9x7 --scan rows -o order.svg");
    assert_eq!(run(program().args(&line).current_dir(&folder)).code, Some(0));
    let new = fs::read(&order).expect("it was written");
    let blocks = new.len().div_ceil(512);
    assert!(blocks > 8, "{blocks}");
    for limit in 0..=blocks {
        fs::write(&order, "old").expect("written");
        let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
        let ran = run(shell(&script).args(&line).current_dir(&folder));
        let (code, content) = if limit < blocks { (1, b"old".as_slice()) } else { (0, new.as_slice()) };
        assert_eq!(ran.code, Some(code), "{limit} blocks: {}", ran.err);
        assert_eq!(fs::read(&order).expect("a file"), content, "{limit} blocks");
        assert_eq!(names(folder.path()), ["order.svg"], "{limit} blocks");
    }
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder")).expect("made");
    symlink("folder", path("to-folder")).expect("a link");
    symlink("/dev/null", path("to-device")).expect("a link");
    symlink("circle", path("circle")).expect("a link");
    symlink("missing/m.png", path("to-nowhere")).expect("a link");
    let _socket = UnixListener::bind(path("socket")).expect("a socket");
    assert_eq!(run(shell("mkfifo \"$1\"").arg(path("pipe"))).code, Some(0));
    fs::write(path("file"), "old").expect("written");
    let before = names(folder.path());
    let long = "x".repeat(256);
    for (target, reason) in [
        ("folder", "it is a directory"),
        ("folder/", "it is a directory"),
        (".", "it is a directory"),
        ("..", "it is a directory"),
        ("/", "it is a directory"),
        ("to-folder", "it is a directory"),
        ("/dev/null", "it is not a regular file"),
        ("/dev/full", "it is not a regular file"),
        ("/dev/stdout", "it is not a regular file"),
        ("to-device", "it is not a regular file"),
        ("pipe", "it is not a regular file"),
        ("socket", "it is not a regular file"),
        ("circle", "it cannot be written"),
        ("to-nowhere", "there is no folder"),
        ("missing/m.png", "there is no folder missing"),
        ("file/m.png", "it cannot be written"),
        ("file/", "it cannot be written"),
        ("new/", "it cannot be written"),
        (&long, "it cannot be written"),
    ] {
        let command = ["mask", &sample("ship.png"), "--format", "png", "-o", target];
        let ran = run(program().args(command).current_dir(&folder));
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{target}: {}", ran.err);
        assert!(ran.err.starts_with(&format!("maskscope: {target}: ")), "{target}: {}", ran.err);
        assert!(ran.err.contains(reason) && ran.err.lines().count() == 1, "{target}: {}", ran.err);
        assert_eq!(names(folder.path()), before, "{target}");
    }
    assert_eq!(fs::read(path("file")).expect("a file"), b"old");
}

#[test]
fn odd_names_are_written_and_shown_without_their_escapes() {
    let folder = folder();
    for name in [b"\xff.png".as_slice(), b"a\nb\x1b[2J.png", b"-.png", b" .png", b"'\".png", b"\\x.png"] {
        let name = OsStr::from_bytes(name);
        let target = Path::new(".").join(name);
        let mut command = program();
        let ran = run(command.arg("mask").arg(sample("ship.png")).arg("-o").arg(target).current_dir(&folder));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name:?}");
        assert_eq!(ran.out.matches(char::is_control).collect::<String>(), "\n", "{name:?}");
        assert!(folder.path().join(name).is_file(), "{name:?}");
    }
}

#[test]
fn the_input_is_replaced_as_a_whole_or_left_as_it_is() {
    let folder = folder();
    let image = folder.path().join("a.png");
    let ship = fs::read(sample("ship.png")).expect("a sample");
    fs::write(&image, &ship).expect("written");
    let failed =
        run(shell(&format!("cd \"$1\"; {NO_FILE_GROWS} exec \"$0\" mask a.png -o a.png --force")).arg(folder.path()));
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    assert_eq!(fs::read(&image).expect("a file"), ship);

    let done = run(program().args(["mask", "a.png", "-o", "a.png", "--force"]).current_dir(&folder));
    assert_eq!(done.code, Some(0), "{}", done.err);
    let mask = image::open(&image).expect("a whole picture").into_luma8();
    let solid = mask.pixels().filter(|pixel| pixel.0 == [255]).count();
    assert_eq!((mask.dimensions(), solid), ((40, 42), 842));
    assert_eq!(names(folder.path()), ["a.png"]);
}

const NO_FILE_GROWS: &str = "ulimit -f 0;";

#[test]
fn a_series_that_stops_says_how_far_it_came() {
    let folder = folder();
    let mask = |target: &str| {
        run(program().args(["mask", &sample("spinner.gif"), "--all-frames", "-o", target]).current_dir(&folder))
    };
    fs::create_dir(folder.path().join("w2.txt")).expect("made");
    let ran = mask("w.txt");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    let message = "maskscope: w2.txt: it is a directory; of 8 files those from w0.txt to w1.txt were written\n";
    assert_eq!(ran.err, message);
    assert_eq!(names(folder.path()), ["w0.txt", "w1.txt", "w2.txt"]);

    fs::create_dir(folder.path().join("v0.txt")).expect("made");
    assert!(mask("v.txt").err.ends_with("v0.txt: it is a directory; of 8 files none was written\n"));
}
