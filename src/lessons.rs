//! Lessons from the texts of their files, and the built-in ones.
//!
//! ```json
//! {
//!   "title": "Row by row",
//!   "steps": [
//!     {
//!       "scene": { "maskscope": 1, "a": { "sample": "ship.png" }, "b": { "sample": "rock.png" }, "scan": "rows" },
//!       "text": "`rows` stops after {visits:rows} of {cells} cells.",
//!       "task": { "text": "Drag the rock until exactly one pixel is shared.", "when": [{ "shared": 1 }] },
//!       "guess": { "question": "How many visits?", "note": "", "of": "rows", "answer": "{visits:rows}" }
//!     }
//!   ]
//! }
//! ```
//!
//! A step without a scene has that of the step before. Unknown fields are refused.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use serde_json::Value;

use crate::files::{FileError, LESSONS, Limits, Reason, decode_scene, from_json};
use crate::session::{Guess, Lesson, LessonStep, LessonText, Task};
use maskscope_core::{geom::Point, scan::Scan};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    title: String,
    steps: Vec<StepFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFile {
    scene: Option<Value>,
    ball: Option<Point>,
    text: LessonText,
    task: Option<Task>,
    guess: Option<Guess>,
}

/// The built-in lessons, in the order in which they teach.
pub fn lessons() -> &'static [Arc<Lesson>] {
    static DECODED: LazyLock<Vec<Arc<Lesson>>> = LazyLock::new(|| {
        let decode = |(name, text): &(&str, &str)| decode_lesson(text.as_bytes(), name).map(Arc::new);
        LESSONS.iter().map(decode).collect::<Result<_, _>>().expect("the built-in lessons are well-formed")
    });
    &DECODED
}

/// The built-in lesson of this name, and its place in the list.
pub fn lesson_named(name: &str) -> Option<(usize, &'static Arc<Lesson>)> {
    lessons().iter().enumerate().find(|(_, lesson)| lesson.name == name)
}

/// The lesson `name` from the text of its file.
///
/// # Errors
/// If it is not a lesson, has unknown fields or names, or no steps: it names the file and says why.
pub fn decode_lesson(bytes: &[u8], name: &str) -> Result<Lesson, FileError> {
    let path = PathBuf::from(format!("samples/lessons/{name}.json"));
    let refused = |why: String| Reason::Refused(format!("it is not a lesson: {why}")).at(&path);
    let file: LessonFile = from_json(bytes).map_err(refused)?;
    let mut steps: Vec<LessonStep> = Vec::new();
    for (place, StepFile { scene, ball, text, task, guess }) in file.steps.into_iter().enumerate() {
        let mut scene = match (scene, steps.last()) {
            (Some(scene), _) => decode_scene(scene.to_string().as_bytes(), &path, &Limits::default())
                .map_err(|error| refused(format!("step {}: {}", place + 1, error.reason)))?,
            (None, Some(before)) => before.scene.clone(),
            (None, None) => return Err(refused("its first step has no scene".to_owned())),
        };
        scene.title.clone_from(&file.title);
        steps.push(LessonStep { scene, ball, text, task, guess });
    }
    if steps.is_empty() {
        return Err(refused("it has no steps".to_owned()));
    }
    let scripts = Scan::keep_scripts(steps.iter().flat_map(|step| step.scene.scans.iter().copied()));
    Ok(Lesson { name: name.to_owned(), title: file.title, steps, scripts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_lesson_is_read() {
        for (name, text) in LESSONS {
            if let Err(error) = decode_lesson(text.as_bytes(), name) {
                panic!("{error}");
            }
        }
    }

    #[test]
    fn a_fault_of_a_lesson_is_reported_with_its_file() {
        let scene = r#"{"maskscope":1,"a":{"sample":"ship.png"},"b":{"sample":"rock.png"}}"#;
        let step = |rest: &str| format!(r#"{{"title":"T","steps":[{{"scene":{scene},"text":"x"{rest}}}]}}"#);
        for (text, why) in [
            (step(r#","hint":"x""#), "there is no field 'hint'"),
            (step(r#","task":{"text":"x","when":["never"]}"#), "there is no 'never'"),
            (step(r#","guess":{"question":"?","note":"","of":"rocks","answer":""}"#), "rocks"),
            (r#"{"title":"T","steps":[]}"#.to_owned(), "it has no steps"),
            (r#"{"title":"T","steps":[{"text":"x"}]}"#.to_owned(), "its first step has no scene"),
            (
                step("").replace("rock.png", "rook.png"),
                "step 1: it is not a scene that can be shown: b asks for the sample",
            ),
            (step("").replace(r#""text":"x""#, r#""text":"{x}""#), "'x' is not a fact"),
        ] {
            let error = decode_lesson(text.as_bytes(), "mine").expect_err("no lesson").to_string();
            assert!(
                error.starts_with("samples/lessons/mine.json: it is not a lesson: ") && error.contains(why),
                "{error}"
            );
        }
    }
}
