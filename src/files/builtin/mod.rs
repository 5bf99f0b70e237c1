//! Built-in scenes, lessons and scripts.

mod lessons;
mod sample_scenes;
mod scripts;

pub use lessons::{decode_lesson, lesson_named, lesson_names, lessons};
pub use sample_scenes::{SampleScene, sample_scenes};
pub use scripts::{FIRST_SCRIPT, load_script, script_of, scripts};
