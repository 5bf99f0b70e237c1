//! The check that a replay shows, as a test.

use crate::files::{encode_scene_with_art, pair_names};
use crate::session::{FoundCheck, Session, Tab};
use crate::words;

/// Returns the pair as a scene that stands alone and says what the game answered; `None` until its sprites are found.
pub fn test(session: &Session) -> Option<String> {
    let mut scene = session.scene().filter(|_| session.shows_stage())?;
    scene.view.tab = Tab::Inspect;
    let staged = session.log().and_then(|log| Some((log, log.staged().filter(|staged| !staged.is_moved)?)));
    if let Some((log, staged)) = staged {
        let FoundCheck { check, judgement, .. } = &**staged.found.as_ref().ok()?;
        scene.title = format!("{}, {}", pair_names(&check.names), log.replay.when(check.at));
        let says = check.game.as_ref().map(|game| {
            let by = game.rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
            format!("the game says {}{by}", words::hit_or_miss(game.hit))
        });
        scene.about = judgement.why(check).or(says).map(|about| words::sentence(&about)).unwrap_or_default();
        if let Some(source) = &check.source {
            scene.about = format!("{} {source}", scene.about).trim_start().to_owned();
        }
    }
    Some(encode_scene_with_art(&scene))
}
