//! Built-in scenes and scripts, and the files of built-in lessons.

mod lessons;
mod sample_scenes;
mod scripts;

pub(crate) use lessons::LESSONS;
pub use lessons::lesson_names;
pub use sample_scenes::{SampleScene, sample_scenes};
pub use scripts::{FIRST_SCRIPT, load_script, script_of, scripts};
