//! The README, the guide in `docs/` and the pages beside them: short, with links that lead somewhere and commands that work.
//! The package holds neither README nor guide; there is nothing to test in it.

#[path = "support/marked.rs"]
mod marked;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use marked::assert_marked;

/// A page, by its path, and its text.
type Page = (PathBuf, String);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages at the top, and every page of the guide.
fn pages() -> Vec<Page> {
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "assets/archive.md"]
        .map(|name| root().join(name));
    let guide = fs::read_dir(root().join("docs"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|page| page.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let read = |path: PathBuf| Some((path.clone(), fs::read_to_string(path).ok()?.replace("\r\n", "\n")));
    top.into_iter().chain(guide).filter_map(read).collect()
}

#[test]
fn the_readme_takes_two_minutes() {
    let Ok(readme) = fs::read_to_string(root().join("README.md")) else { return };
    let words = readme.split_whitespace().count();
    assert!(words <= 1_300, "the README has {words} words, 1,300 are allowed");
}

/// Rows of a table cannot be broken.
#[test]
fn lines_have_at_most_120_columns() {
    for (path, text) in pages() {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('|')) {
            assert!(line.chars().count() <= 120, "{}:{number} is longer than 120 columns", path.display());
        }
    }
}

/// The name by which a link leads to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c)).collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for (path, text) in pages() {
        let text = text.split("```").step_by(2).collect::<String>();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        let images = text.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(link, _)| link);
        for link in links.chain(images).filter(|link| !link.starts_with("https://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let has_heading = || {
                let page = fs::read_to_string(&target).unwrap_or_default();
                page.lines().any(|line| line.starts_with('#') && anchor(line) == heading)
            };
            if !target.exists() || !heading.is_empty() && !has_heading() {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Copies a folder and all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder to write to");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("a file")) {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() { copy(&path, &copied) } else { fs::copy(&path, &copied).map(|_| ()).expect("a copy") }
    }
}

/// The commands in `text` that answer without a window.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let opens_a_window = |line: &str| {
        ["follow", "run", "--lesson", "--scene"].iter().any(|word| line.contains(&format!("maskscope {word} ")))
    };
    let lines = shell_lines(text).map(|line| line.strip_prefix("./").unwrap_or(line));
    lines.filter(move |line| line.starts_with("maskscope ") && !opens_a_window(line))
}

/// The lines of `text` that are for a shell.
fn shell_lines(text: &str) -> impl Iterator<Item = &str> {
    let shells = text.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block);
    shells.flat_map(str::lines)
}

/// zsh takes comments for words, unless a person has said otherwise: they stand alone, and mean nothing else there.
#[test]
fn comments_harm_no_shell() {
    let is_plain = |char: char| char.is_alphanumeric() || " ,.:/-".contains(char);
    for (path, text) in pages() {
        for line in shell_lines(&text).filter(|line| format!(" {line}").contains(" # ")) {
            let is_harmless = line.strip_prefix("# ").is_some_and(|comment| comment.chars().all(is_plain));
            assert!(is_harmless, "{}: {line}", path.display());
        }
    }
}

#[test]
fn every_command_that_is_shown_answers() {
    let mut ran = 0;
    let folder = tempfile::tempdir().expect("a folder");
    copy(&root().join("samples"), &folder.path().join("samples"));
    for (path, text) in pages() {
        for line in commands(&text) {
            let words = shlex::split(line).expect("a command");
            let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_maskscope"))
                .args(&words[1..])
                .current_dir(folder.path())
                .output()
                .expect("it starts");
            // The log of the sample game has wrong checks.
            let expected = if line.starts_with("maskscope replay samples/game.jsonl") { 3 } else { 0 };
            assert_eq!(
                status.code(),
                Some(expected),
                "{}: {line}\n{}",
                path.display(),
                String::from_utf8_lossy(&stderr)
            );
            ran += 1;
        }
    }
    assert!(ran > 20 || pages().is_empty(), "only {ran} commands were found");
}

/// A picture is compared with the window of today (`tests/window/guide.rs`), with what the window exports
/// (`tests/scenes/plates.rs`), or comes with the hashes of what it shows.
#[cfg(target_os = "linux")]
#[test]
fn no_picture_is_older_than_what_it_shows() {
    let Ok(pictures) = fs::read_dir(root().join("samples/pictures")) else { return };
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a test");
    let [taken, exported] = ["tests/window/guide.rs", "tests/scenes/plates.rs"].map(read);
    let pages: String = pages().into_iter().map(|(_, text)| text).collect();
    let names = pictures.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"));
    for name in names.filter(|name| !name.ends_with(".sha256")) {
        assert!(pages.contains(&format!("pictures/{name})")), "no page shows {name}");
        let stem = name.strip_suffix(".png");
        let is_compared = stem.is_some_and(|stem| taken.contains(&format!("\"{stem}\", &")))
            || exported.contains(&format!("samples/pictures/{name}"));
        let is_new = || {
            let hashes = format!("samples/pictures/{name}.sha256");
            let mut command = Command::new("sha256sum");
            command.args(["--check", "--quiet", &hashes]).current_dir(root()).status().is_ok_and(|it| it.success())
        };
        assert!(is_compared || is_new(), "{name} is older than what it shows: .ci/film takes it again");
    }
}

/// Pictures load at once, the first one of the README above all.
#[test]
fn pictures_are_small() {
    for (name, most) in
        [("unfair.png", 600_000), ("replay.png", 600_000), ("hitbox.png", 600_000), ("race.gif", 600_000)]
    {
        let Ok(file) = fs::metadata(root().join("samples/pictures").join(name)) else { continue };
        assert!(file.len() <= most, "{name}: {} bytes", file.len());
    }
}

/// The output of `maskscope ARGUMENTS --help`, as a block of text.
fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    let output = command.args(arguments).arg("--help").output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.trim_end().lines().map(|line| format!("{}\n", line.trim_end()));
    format!("```text\n{}```\n", lines.collect::<String>())
}

/// The help of every command in the guide; `UPDATE_SNAPSHOTS=1` writes it again.
#[test]
fn the_guide_has_the_help_of_every_command() {
    let overview = help(&[]);
    let listed = overview.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let mut text = format!("\n## maskscope\n\n{overview}");
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    // The options for images are the same in several commands: they are listed once.
    let mut known: Vec<(String, String)> = Vec::new();
    for command in names.filter(|name| !["", "help"].contains(name)) {
        let mut block = help(&[command]);
        if let Some(at) = block.find("\nImages:\n") {
            let options = block.split_off(at);
            block += &match known.iter().find(|(listed, _)| *listed == options) {
                Some((_, first)) => format!("\nImages: the options of `{first}`\n```\n"),
                None => options.clone(),
            };
            known.push((options, command.to_owned()));
        }
        text += &format!("\n## {command}\n\n{block}");
    }
    assert_marked("docs/command-line.md", "help", &format!("{text}\n"), "suite guide::");
}
