//! The command line that tests what is on the stage, in words of a shell.

use std::{borrow::Cow, path::Path};

use crate::files::shown;
use crate::session::Session;
use maskscope_core::choice::Choice as _;
use maskscope_core::geom::Offset;
use maskscope_core::scan::Scan;
use maskscope_core::scene::{Shown, SolidSource, Sprite};

/// The command that tests this placement without a window, by `scan` if one is named.
///
/// # Errors
/// A sentence that says why there is no such command, and what to do.
pub fn command_line(session: &Session, scan: Option<Scan>) -> Result<String, String> {
    let stage = session.stage();
    let Some(((a, b), offset)) = stage.both().zip(stage.offset()) else {
        return Err("Two images are needed.".to_owned());
    };
    let by_images = if stage.is_upright() { check_command(a.sprite(), b.sprite(), offset)? } else { None };
    let mut command = match by_images {
        Some(command) => command,
        None => by_scene(session)?,
    };
    match scan {
        Some(Scan::Own(_)) => {
            let why = "The command line reads scripts from files: save yours, and name its file as --scan own:FILE.";
            return Err(why.to_owned());
        }
        Some(Scan::Recorded(_)) => return Err("Only its log holds the loop of a game.".to_owned()),
        _ => {}
    }
    if let Some(scan) = scan {
        command.push_str(&format!(" --scan {}", quoted(Path::new(&scan.to_string()))?));
    }
    if let Some(checking) = session.scans().pre_check {
        command.push_str(&format!(" --pre-check {}", checking.check.name()));
    }
    Ok(command)
}

/// The command for the open scene, where its file holds what is on the stage.
fn by_scene(session: &Session) -> Result<String, String> {
    match session.scene_path() {
        Some(path) if !session.has_unsaved_changes() => Ok(format!("maskscope check --scene {}", quoted(path)?)),
        _ => Err("Options cannot describe these sprites: save the scene with Ctrl S, then copy again.".to_owned()),
    }
}

/// `maskscope check a.png b.png --at 10,-17`, for a shell; `None` if no options say how a sprite is read.
fn check_command(a: &Sprite, b: &Sprite, at: Offset) -> Result<Option<String>, String> {
    let images = a.path.as_deref().zip(b.path.as_deref());
    let options = options(a)?.zip(options(b)?);
    let Some(((path_a, path_b), (of_a, of_b))) = images.zip(options) else { return Ok(None) };
    let mut command = format!("maskscope check {} {} --at {},{}", quoted(path_a)?, quoted(path_b)?, at.x, at.y);
    for (slot, options) in [("a", of_a), ("b", of_b)] {
        for (option, value) in options {
            command.push_str(&format!(" --{option}-{slot}"));
            if !value.is_empty() {
                command.push_str(&format!(" {value}"));
            }
        }
    }
    Ok(Some(command))
}

/// Options, and their values as words for a shell.
type ShellOptions = Vec<(&'static str, String)>;

/// The options that say which frame of a sprite is tested and what is solid in it; `None` if a grid cuts it, or the
/// image that masks it came from no file, or is a layer.
fn options(sprite: &Sprite) -> Result<Option<ShellOptions>, String> {
    if sprite.grid().is_some() {
        return Ok(None);
    }
    let (rule, mut options) = (sprite.rule(), Vec::new());
    match sprite.shown() {
        Shown::Frame(0) => {}
        Shown::Frame(frame) => options.push(("frame", frame_word(sprite, frame)?)),
        Shown::Merged => options.push(("frame", "merged".to_owned())),
    }
    match &rule.source {
        SolidSource::Alpha => {}
        SolidSource::Key(key) => options.push(("key", quoted(Path::new(&key.to_string()))?)),
        SolidSource::Image(image) => match image.path.as_ref().filter(|_| image.layer.is_none()) {
            Some(path) => options.push(("mask-image", quoted(path)?)),
            None => return Ok(None),
        },
    }
    if rule.threshold != 0 {
        options.push(("threshold", rule.threshold.to_string()));
    }
    if rule.inverted {
        options.push(("inverted", String::new()));
    }
    Ok(Some(options))
}

/// The frame by its name; by its number where it has none that the command line would take for this frame.
fn frame_word(sprite: &Sprite, frame: usize) -> Result<String, String> {
    let is_clear = |name: &str| !name.starts_with('-') && name.parse::<usize>().is_err();
    match sprite.frames().name_of(frame).filter(|name| is_clear(name)) {
        Some(name) => quoted(Path::new(&*name)),
        None => Ok(frame.to_string()),
    }
}

/// A file's name or another argument as one word for the shell of this system; a name that would be taken for an option gets
/// `./` in front.
///
/// # Errors
/// A sentence, where no word that can be copied and read stands for it.
fn quoted(argument: &Path) -> Result<String, String> {
    let refused = |why: &str| format!("{} {why}, which a command line cannot hold: rename the file.", shown(argument));
    let Some(text) = argument.to_str() else { return Err(refused("is not Unicode")) };
    // Also what turns the direction of the text behind it.
    if shown(argument) != text {
        return Err(refused("has a control character in its name"));
    }
    let text = if text.starts_with('-') { Cow::Owned(format!("./{text}")) } else { Cow::Borrowed(text) };
    Ok(if cfg!(windows) { for_power_shell(&text) } else { for_posix(&text)? })
}

fn for_posix(text: &str) -> Result<String, String> {
    shlex::try_quote(text).map(Cow::into_owned).map_err(|why| format!("{text}: {why}."))
}

/// In single quotes PowerShell reads everything as it is; those of typesetters count as such, too.
fn for_power_shell(text: &str) -> String {
    let doubled: String = text
        .chars()
        .flat_map(|letter| {
            let is_quote = matches!(letter, '\'' | '\u{2018}'..='\u{201B}');
            std::iter::repeat_n(letter, if is_quote { 2 } else { 1 })
        })
        .collect();
    format!("'{doubled}'")
}

/// With words as a POSIX shell reads them; `quoting` tests those of PowerShell.
#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::session::StageAction;
    use maskscope_core::geom::Size;
    use maskscope_core::scan::Own;
    use maskscope_core::scene::{ColorKey, Frame, Frames, Grid, MaskImage, Picture, PictureFormat, SolidRule};

    fn picture() -> Picture {
        Picture::new(Size::new(1, 1), vec![0; 4], PictureFormat::Png, true)
    }

    fn sprite(name: &str, rule: SolidRule) -> Sprite {
        let frame = |name: &str| Frame { name: name.into(), ..Frame::new(Arc::new(picture())) };
        let mut sprite = Sprite::animated(name, Frames::new(["", "it's", "7", "-x"].map(frame).into()), rule);
        sprite.path = Some(name.into());
        sprite
    }

    #[test]
    fn a_script_has_no_command_before_it_is_a_file() {
        let mut session = Session::default();
        let [a, b] = ["a.png", "b.png"].map(|name| sprite(name, SolidRule::default()));
        session.apply(StageAction::ShowPair { a, b, offset: Offset::default() }.into());
        assert!(command_line(&session, Some(Scan::ROWS)).is_ok_and(|line| line.ends_with(" --scan rows")));
        let why = command_line(&session, Some(Own::new("yours", "false").into())).expect_err("a script");
        assert!(why.contains("--scan own:FILE"), "{why}");
    }

    #[test]
    fn the_command_survives_a_shell() {
        let [a, b] = [("my ship.png", 0), ("it's.png", 128)].map(|(name, n)| sprite(name, SolidRule::above(n)));
        let command = check_command(&a, &b, Offset::new(10, -17));
        let expected = r#"maskscope check 'my ship.png' "it's.png" --at 10,-17 --threshold-b 128"#;
        assert_eq!(command, Ok(Some(expected.to_owned())));
        let hostile = sprite("a\nb.png", SolidRule::default());
        let why = check_command(&a, &hostile, Offset::default()).expect_err("a line break");
        assert!(why.starts_with(r"a\nb.png has a control character"), "{why}");
    }

    #[test]
    fn frames_keys_mask_images_and_inversion_are_options() {
        let key = ColorKey { color: [255, 0, 16], tolerance: 5 };
        let mut a = sprite("a", SolidRule { source: SolidSource::Key(key), threshold: 3, inverted: true });
        a.show(Shown::Merged);
        let masked = |path: Option<&str>| {
            let image = MaskImage::new("m".to_owned(), path.map(Into::into), &picture());
            SolidRule { source: SolidSource::Image(Arc::new(image)), ..SolidRule::default() }
        };
        let mut b = sprite("b", masked(Some("art/m.png")));
        for (frame, word) in [(1, r#""it's""#), (2, "2"), (3, "3")] {
            b.show(Shown::Frame(frame));
            let expected = format!(
                "maskscope check a b --at 0,0 --frame-a merged --key-a '#ff0010:5' --threshold-a 3 --inverted-a \
                 --frame-b {word} --mask-image-b art/m.png"
            );
            assert_eq!(check_command(&a, &b, Offset::default()), Ok(Some(expected)));
        }
        let has_none = |b: &Sprite| check_command(&a, b, Offset::default()) == Ok(None);
        assert!(has_none(&sprite("b", masked(None))), "it came from no file");
        b.set_grid(Some(Grid { cell: Size::new(1, 1), margin: 0, spacing: 0 })).expect("a cell");
        assert!(has_none(&b), "only scenes say how a sheet is cut");
        b = sprite("b", SolidRule::default());
        b.path = None;
        assert!(has_none(&b), "what is built in has no file");
    }

    /// The JSON answer to the words of `line` after the first, split as by a shell.
    fn answered(line: &str) -> serde_json::Value {
        let script = line.replacen("maskscope", r"printf '%s\n' maskscope", 1) + " --json";
        let words = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell").stdout;
        let words = String::from_utf8(words).expect("UTF-8");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let outcome = crate::cli::run(words.lines(), &mut out, &mut err);
        assert_eq!(outcome, crate::cli::Outcome::Exit(0), "{line}: {}", String::from_utf8_lossy(&err));
        serde_json::from_slice(&out).expect("JSON")
    }

    #[test]
    fn the_command_answers_as_its_scene_does() {
        use crate::{files, session::Event};
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").display().to_string();
        let folder = tempfile::tempdir().expect("a folder");
        let both = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|sprite| sprite.replace("IN", &samples));
            format!(r#"{{"maskscope":1,"a":{{{a}}},"b":{{{b},"position":[3,-4]}}}}"#)
        };
        let key = r##""solid":{"key":{"color":"#141a24","tolerance":90},"inverted":true}"##;
        for (n, (text, is_by_options)) in [
            (both(r#""image":"IN/ship.png""#, r#""image":"IN/rock.png","solid":{"threshold":9}"#), true),
            (both(&format!(r#""image":"IN/ship.png",{key}"#), r#""image":"IN/torch.aseprite","frame":2"#), true),
            (both(r#""image":"IN/atlas.json","frame":3"#, r#""image":"IN/spinner.gif","frame":"merged""#), true),
            (both(r#""image":"IN/ship.png","solid":{"mask_image":"IN/ship.png"}"#, r#""image":"IN/rock.png""#), true),
            (both(r#""image":"IN/ship.png","solid":{"threshold":3}"#, r#""sample":"rock.png""#), false),
            (both(r##""mask":["#."]"##, r#""image":"IN/rock.png""#), false),
            (both(r#""image":"IN/ship.png","rotation":30"#, r#""image":"IN/rock.png""#), false),
            (both(r#""image":"IN/walker.png","grid":{"cell":[9,9]}"#, r#""image":"IN/rock.png""#), false),
        ]
        .into_iter()
        .enumerate()
        {
            let path = folder.path().join(format!("it's {n}.scene.json"));
            std::fs::write(&path, text).expect("a file");
            let scene = files::load_scene(&path, &files::Limits::default()).expect("a scene");
            let mut session = Session::default();
            session.apply(Event::SceneLoaded(Box::new(scene), Some(path.clone())).into());
            let command = command_line(&session, None).expect("a command");
            let by_scene = format!("maskscope check --scene {}", quoted(&path).expect("a word"));
            assert_eq!(command != by_scene, is_by_options, "{command}");
            assert_eq!(answered(&command), answered(&by_scene), "{command}");
            if !is_by_options {
                session.apply(StageAction::Swap.into());
                let why = command_line(&session, None).expect_err("the file says something else");
                assert!(why.contains("Ctrl S"), "{why}");
            }
        }
    }
}

#[cfg(test)]
mod quoting {
    use super::*;

    #[test]
    fn power_shell_takes_a_word_in_single_quotes_as_it_is() {
        for (text, word) in [
            ("a.png", "'a.png'"),
            ("it's $x `y` \"z\".png", "'it''s $x `y` \"z\".png'"),
            ("\u{2018}a\u{2019}", "'\u{2018}\u{2018}a\u{2019}\u{2019}'"),
        ] {
            assert_eq!(for_power_shell(text), word);
        }
    }

    #[test]
    fn what_cannot_be_copied_is_refused_with_a_reason() {
        for name in ["a\nb.png", "a\u{1b}[2J.png", "\0"] {
            let why = quoted(Path::new(name)).expect_err("control characters");
            assert!(why.contains("control character") && !why.chars().any(char::is_control), "{why}");
        }
        assert_eq!(
            quoted(Path::new("-rf.png")).as_deref(),
            Ok(if cfg!(windows) { "'./-rf.png'" } else { "./-rf.png" })
        );
    }
}
