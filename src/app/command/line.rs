//! The command line that tests what is on the stage, for a shell.

use crate::{
    geom::Offset,
    scene::{Shown, SolidRule, Sprite},
    session::{Placed, Session},
};

/// The command that tests this placement without a window; `None` if only a scene file can describe it.
pub fn command_line(session: &Session) -> Option<String> {
    let stage = session.stage();
    let ((a, b), offset) = stage.both().zip(stage.offset())?;
    if let Some(path) = session.scene_path().filter(|_| !is_plain(a) || !is_plain(b) || !stage.is_upright()) {
        return Some(format!("maskscope check --scene {}", quoted(&path.display().to_string())));
    }
    let tells_all = stage.is_upright() && is_plain(a) && is_plain(b);
    tells_all.then(|| check_command(a.sprite(), b.sprite(), offset))
}

/// True for a sprite that the command line can open by its path, in its first frame, by its alpha.
fn is_plain(placed: &Placed) -> bool {
    let sprite = placed.sprite();
    let rule = SolidRule::above(sprite.threshold());
    sprite.shown() == Shown::default() && sprite.grid().is_none() && *sprite.rule() == rule
}

/// `maskscope check 'a.png' 'b.png' --at 10,-17`, for a shell.
fn check_command(a: &Sprite, b: &Sprite, at: Offset) -> String {
    let mut command = format!("maskscope check {} {} --at {},{}", shell_word(a), shell_word(b), at.x, at.y);
    for (slot, sprite) in [("a", a), ("b", b)] {
        let threshold = sprite.threshold();
        if threshold != 0 {
            command.push_str(&format!(" --threshold-{slot} {threshold}"));
        }
    }
    command
}

fn shell_word(sprite: &Sprite) -> String {
    let path = sprite.path.as_ref().map_or_else(|| sprite.name.clone(), |path| path.display().to_string());
    quoted(&path)
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geom::Size, scene::Picture};

    fn sprite(name: &str, threshold: u8) -> Sprite {
        Sprite::new(name, Picture::new(Size::new(1, 1), vec![0; 4], "PNG", true), threshold)
    }

    #[test]
    fn the_command_survives_a_shell() {
        let command = check_command(&sprite("my ship.png", 0), &sprite("it's.png", 128), Offset::new(10, -17));
        assert_eq!(command, r"maskscope check 'my ship.png' 'it'\''s.png' --at 10,-17 --threshold-b 128");
    }
}
