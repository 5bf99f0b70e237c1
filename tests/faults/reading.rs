//! Paths that are not files, files with odd names, and files whose text would move the cursor.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::symlink, net::UnixListener},
    path::Path,
    process::Stdio,
};

use serde_json::Value;

use super::program::{end, folder, program, run, sample, shell};

/// Every way in which a command reads a file; `X` stands for it.
const READERS: [&str; 16] = [
    "check X SHIP",
    "check SHIP X",
    "check --scene X",
    "mask X -o out.png",
    "mask X --all-frames -o out.png",
    "mask SHIP X -o out.png",
    "order X SHIP --scan rows",
    "order --scene X --scan rows",
    "survey area X SHIP",
    "survey area --scene X",
    "survey frames X SHIP",
    "time X SHIP --scan rows",
    "replay X",
    "replay SCENE --path X",
    "terrain --keys X",
    "terrain --keys SHIP --ball X",
];

/// The words of a reader with `file` in its place.
fn reading(line: &str, file: &OsStr) -> Vec<std::ffi::OsString> {
    let word = |word: &str| match word {
        "X" => file.to_owned(),
        "SHIP" => sample("ship.png").into(),
        "SCENE" => sample("scenes/hills-hit.scene.json").into(),
        word => word.into(),
    };
    line.split_whitespace().map(word).collect()
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder")).expect("made");
    symlink("circle", path("circle")).expect("a link");
    symlink("missing", path("to-nowhere")).expect("a link");
    symlink("pipe", path("to-pipe")).expect("a link");
    let _socket = UnixListener::bind(path("socket")).expect("a socket");
    assert_eq!(run(shell("mkfifo \"$1\"").arg(path("pipe"))).code, Some(0));
    for (file, reason) in [
        ("folder", "it is a directory"),
        ("pipe", "it is not a regular file"),
        ("to-pipe", "it is not a regular file"),
        ("socket", "it is not a regular file"),
        ("/dev/zero", "it is not a regular file"),
        ("/dev/null", "it is not a regular file"),
        ("/dev/tty", "it is not a regular file"),
        ("circle", "it cannot be read"),
        ("to-nowhere", "there is no such file"),
        ("missing", "there is no such file"),
    ] {
        for line in READERS {
            let ran = run(program().args(reading(line, file.as_ref())).current_dir(&folder));
            let message = ran.err.lines().next().unwrap_or_default();
            // The keys of a game are read before its sprites.
            if !line.contains("--ball") {
                assert!(
                    message.starts_with(&format!("maskscope: {file}: ")) && message.contains(reason),
                    "{line}: {message}"
                );
            }
            assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(1), "", 1), "{line}: {message}");
        }
    }
    assert!(!path("out.png").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_read_only_where_it_is_a_file() {
    let mut piped = program();
    piped.args(["check", "/dev/stdin", &sample("ship.png")]);
    let child = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // The other end of the pipe stays open, so that reading it would wait forever.
    let ran = end(child, &piped);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "maskscope: /dev/stdin: it is not a regular file\n"));

    let mut redirected = shell("exec \"$0\" check /dev/stdin \"$1\" < \"$1\"");
    assert_eq!(run(redirected.arg(sample("ship.png"))).code, Some(0));
}

#[test]
fn odd_names_move_no_cursor() {
    let folder = folder();
    for name in [b"\xff\x1b[2J.png".as_slice(), b"a\nb\r\x07.png", "\u{9b}31m.png".as_bytes(), b"\x7f.png"] {
        let name = OsStr::from_bytes(name);
        for line in READERS {
            let ran = run(program().args(reading(line, name)).current_dir(&folder));
            let message = ran.err.trim_end_matches('\n');
            assert_eq!(ran.code, Some(1), "{line}");
            assert!(!message.contains(char::is_control), "{line}: {message:?}");
        }
        fs::copy(sample("ship.png"), folder.path().join(name)).expect("copied");
        let mut command = program();
        let ran = run(command.arg("check").args([name, name]).arg("--json").current_dir(&folder));
        let json: Value = serde_json::from_str(&ran.out).expect("one JSON object");
        assert_eq!(json["a"]["path"], Path::new(name).to_string_lossy().as_ref());
        let text = run(program().arg("check").args([name, name]).current_dir(&folder)).out;
        assert!(!text.replace('\n', "").contains(char::is_control), "{text:?}");
    }
}

#[test]
fn wrong_arguments_move_no_cursor() {
    for line in [
        ["check", "a", "b", "--scan=\u{1b}[2Jrows"],
        ["check", "a", "b", "--at=\r\u{7}1"],
        ["check", "a", "b", "--profile=\u{9b}1m"],
        ["check", "a", "b", "--\u{1b}]0;title\u{7}"],
        ["mask", "a", "--format=\u{8}", "-o=x"],
        ["mask", &sample("ship.png"), "-o", "x.\u{1b}[2J"],
        ["\u{1b}[2J", "a", "b", "c"],
    ] {
        let ran = run(program().args(line));
        assert_eq!(ran.code, Some(2), "{line:?}: {}", ran.err);
        assert!(!ran.err.replace('\n', "").contains(char::is_control), "{:?}", ran.err);
    }
}

#[test]
fn what_stands_in_files_moves_no_cursor() {
    let folder = folder();
    // An escape sequence as JSON writes it.
    let escape = r"\u001b[2J\r\u0007";
    let b = r##""b":{"mask":["#."]}"##;
    for (text, code) in [
        (format!(r##"{{"maskscope":1,"a":{{"mask":["#."],"name":"{escape}"}},{b}}}"##), 0),
        (format!(r##"{{"maskscope":1,"title":"{escape}","about":"{escape}","a":{{"mask":["#."]}},{b}}}"##), 0),
        (format!(r##"{{"maskscope":1,"{escape}":1,"a":{{"mask":["#."]}},{b}}}"##), 1),
        (format!(r##"{{"maskscope":1,"a":{{"image":"{escape}"}},{b}}}"##), 1),
        (format!(r##"{{"maskscope":1,"a":{{"sample":"{escape}"}},{b}}}"##), 1),
        (format!(r##"{{"maskscope":1,"scan":"{escape}","a":{{"mask":["#."]}},{b}}}"##), 1),
        (format!(r##"{{"maskscope":1,"a":{{"mask":["{escape}"]}},{b}}}"##), 1),
        (format!(r##"{{"{escape}"##), 1),
    ] {
        let scene = folder.path().join("odd.scene.json");
        fs::write(&scene, &text).expect("written");
        for line in ["check --scene X", "replay X", "survey area --scene X", "order --scene X --scan rows"] {
            let ran = run(program().args(reading(line, scene.as_os_str())));
            assert_eq!(ran.code, Some(code), "{line} of {text}: {}", ran.err);
            for ran in [&ran.out, &ran.err] {
                assert!(!ran.replace('\n', "").contains(char::is_control), "{line} of {text}: {ran:?}");
            }
        }
    }
    for (line, text) in [("terrain --keys X", "0 \x1b[2Jleft down\n"), ("replay SCENE --path X", "0,\x1b[2J,1\n")] {
        let file = folder.path().join("odd.txt");
        fs::write(&file, text).expect("written");
        let ran = run(program().args(reading(line, file.as_os_str())));
        assert!(ran.code == Some(1) && !ran.err.trim_end().contains(char::is_control), "{line}: {:?}", ran.err);
    }
}

#[test]
fn a_name_puts_no_code_into_exported_code() {
    let folder = folder();
    for ending in ["c", "rs", "js", "py", "gd", "agc"] {
        let plain = folder.path().join(format!("a_x_y.{ending}"));
        let odd = folder.path().join(format!("a\nx;\u{1b}y.{ending}"));
        for target in [&plain, &odd] {
            let ran = run(program().arg("mask").arg(sample("ship.png")).arg("-o").arg(target));
            assert_eq!(ran.code, Some(0), "{}", ran.err);
        }
        let [plain, odd] = [plain, odd].map(|path| fs::read_to_string(path).expect("text"));
        assert_eq!(plain, odd, "{ending}");
    }
}

#[test]
fn an_image_that_vanishes_is_named_by_the_scene_that_needs_it() {
    let folder = folder();
    fs::create_dir(folder.path().join("art")).expect("made");
    fs::copy(sample("ship.png"), folder.path().join("art/ship.png")).expect("copied");
    let scene = r#"{"maskscope":1,"a":{"image":"art/ship.png"},"b":{"sample":"rock.png","position":[10,-17]}}"#;
    fs::write(folder.path().join("s.scene.json"), scene).expect("written");
    let replay = |from: &Path, name: &str| run(program().args(["check", "--scene", name]).current_dir(from));
    assert_eq!(replay(folder.path(), "s.scene.json").code, Some(0));
    assert_eq!(replay(&folder.path().join("art"), "../s.scene.json").code, Some(0), "from any working directory");
    fs::remove_file(folder.path().join("art/ship.png")).expect("it is there");
    let ran = replay(folder.path(), "s.scene.json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "maskscope: art/ship.png: there is no such file\n"));
}

/// Files of a Godot project name images up to its root: not above it, through no link that leaves it, and a device is one.
#[test]
fn a_project_of_godot_is_not_left() {
    let folder = folder();
    let (project, outside) = (folder.path().join("project"), folder.path().join("outside.png"));
    fs::create_dir_all(project.join("art")).expect("made");
    fs::write(project.join("project.godot"), "").expect("a file");
    fs::copy(sample("ship.png"), &outside).expect("copied");
    fs::copy(sample("ship.png"), project.join("art/inside.png")).expect("copied");
    symlink("art/inside.png", project.join("to-inside.png")).expect("a link");
    symlink("../outside.png", project.join("to-outside.png")).expect("a link");
    symlink("/dev/zero", project.join("device.png")).expect("a link");
    fs::create_dir(project.join("folder.png")).expect("made");
    for (path, status, reason) in [
        ("art/inside.png", 0, ""),
        ("to-inside.png", 0, ""),
        ("to-outside.png", 1, "'res://to-outside.png' leads out of its project"),
        ("../outside.png", 1, "'../outside.png' is not in its folder"),
        ("device.png", 1, "device.png: it is not a regular file"),
        ("folder.png", 1, "it is a directory"),
    ] {
        let text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"Texture2D\" path=\"res://{path}\" id=\"1\"]\n\
            [node name=\"Ship\" type=\"Sprite2D\"]\ntexture = ExtResource(\"1\")\n"
        );
        fs::write(project.join("ship.tscn"), text).expect("a file");
        let ran = run(program().args(["check", "ship.tscn", "ship.tscn"]).current_dir(&project));
        assert_eq!(ran.code, Some(status), "{path}: {}", ran.err);
        assert!(ran.err.contains(reason), "{path}: {}", ran.err);
    }
}
