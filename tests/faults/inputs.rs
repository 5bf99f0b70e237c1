//! Outputs that are inputs of the same command.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use super::program::{Ran, folder, program, run, sample};

/// A folder with images, scenes and an atlas, some of them under several names.
fn work() -> tempfile::TempDir {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for (sample_name, name) in [
        ("ship.png", "a.png"),
        ("rock.png", "b.png"),
        ("spinner.gif", "w1.png"),
        ("atlas.json", "atlas.json"),
        ("atlas.png", "atlas.png"),
    ] {
        fs::copy(sample(sample_name), path(name)).expect("copied");
    }
    let scene = r#"{ "maskscope": 1, "a": { "image": "a.png" }, "b": { "image": "b.png", "position": [10, -17] } }"#;
    fs::write(path("pair.json"), scene).expect("written");
    fs::create_dir(path("deep")).expect("made");
    symlink("a.png", path("link.png")).expect("a link");
    symlink("../link.png", path("deep/second.png")).expect("a link");
    fs::hard_link(path("a.png"), path("hard.png")).expect("a second name");
    symlink(".", path("here")).expect("a link");
    folder
}

/// The names and the bytes of all files in `folder`.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter_map(|path| Some((path.clone(), fs::read(&path).ok()?))).collect();
    files.sort();
    files
}

fn ask(folder: &Path, line: &str) -> Ran {
    run(program().args(line.split_whitespace()).current_dir(folder))
}

#[test]
fn an_output_that_is_an_input_is_refused_and_named_as_both() {
    let folder = work();
    let absolute = folder.path().join("a.png").to_str().expect("UTF-8").to_owned();
    let before = content(folder.path());
    for (line, output, input) in [
        ("mask a.png -o a.png", "a.png", "a.png"),
        ("mask a.png -o ./a.png", "./a.png", "a.png"),
        ("mask a.png -o deep/../a.png", "deep/../a.png", "a.png"),
        ("mask a.png -o here/here/a.png", "here/here/a.png", "a.png"),
        ("mask a.png -o link.png", "link.png", "a.png"),
        ("mask deep/second.png -o a.png", "a.png", "deep/second.png"),
        ("mask a.png -o hard.png", "hard.png", "a.png"),
        (&format!("mask a.png -o {absolute}"), &absolute, "a.png"),
        ("mask a.png b.png -o b.png", "b.png", "b.png"),
        ("mask w1.png --all-frames -o w.png", "w1.png", "w1.png"),
        ("mask atlas.json --frame 0 -o atlas.png", "atlas.png", "atlas.png"),
        ("mask atlas.json --frame 0 -o atlas.json", "atlas.json", "atlas.json"),
        ("order a.png b.png --scan rows -o a.png", "a.png", "a.png"),
        ("order --scene pair.json --scan rows -o b.png", "b.png", "b.png"),
        ("order --scene pair.json --scan rows -o pair.json", "pair.json", "pair.json"),
        ("survey area a.png b.png -o b.png", "b.png", "b.png"),
        ("survey area --scene pair.json -o link.png", "link.png", "a.png"),
        ("survey area --scene pair.json -o pair.json", "pair.json", "pair.json"),
    ] {
        let ran = ask(folder.path(), line);
        let refusal = format!("maskscope: {output}: writing it would replace ");
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{line}: {}", ran.err);
        let named = ran
            .err
            .strip_prefix(&refusal)
            .and_then(|rest| rest.strip_suffix(", which this command reads; --force allows that\n"));
        assert!(named.is_some_and(|named| named.ends_with(input)), "{line}: {}", ran.err);
        assert_eq!(content(folder.path()), before, "{line}");
    }
}

#[test]
fn an_output_that_is_an_input_is_written_where_that_is_asked_for() {
    for (line, output) in [
        ("mask a.png -o a.png --force", "a.png"),
        ("mask a.png -o link.png --force", "a.png"),
        ("mask w1.png --all-frames -o w.png --force", "w1.png"),
        ("order --scene pair.json --scan rows -o b.png --force", "b.png"),
        ("survey area --scene pair.json -o pair.json --force", "pair.json"),
    ] {
        let folder = work();
        let before = fs::read(folder.path().join(output)).expect("a file");
        let ran = ask(folder.path(), line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
        assert_ne!(fs::read(folder.path().join(output)).expect("a file"), before, "{line}");
    }
}

#[test]
fn an_output_beside_the_inputs_is_written() {
    let folder = work();
    for line in ["mask a.png -o mask.png", "mask a.png -o b.png", "mask a.png -o mask.png", "mask w1.png -o w.txt"] {
        let ran = ask(folder.path(), line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
}
