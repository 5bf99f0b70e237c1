//! The porch: images, sheets, atlases and scenes in; masks out, as pictures, data and source code; visit orders out, as
//! data and as plates; the sprites that are built in.
//!
//! Reading looks at the content, not at the extension, and at limits before it decodes. Writing is whole or not at all.
//! Every failure is a [`FileError`] that names the file and says why.
//!
//! All files go in through `read` and out through `write`. In a browser there is no disk: there, both have another half, in
//! `page`, behind which lies what the page holds.

mod atlas;
mod contents;
mod data_url;
mod error;
mod file_format;
mod formats;
mod guard;
mod hitbox_code;
mod identifier;
mod image;
mod inputs;
mod json;
mod kept;
mod key_file;
mod lessons;
mod limits;
mod link;
mod log;
mod mask_code;
mod mask_file;
mod mask_text;
mod names;
mod offered;
mod order;
mod order_file;
#[cfg(any(test, target_family = "wasm"))]
pub(crate) mod page;
mod parsers;
mod plate;
mod printable;
mod progress;
#[cfg_attr(target_family = "wasm", path = "page/read.rs")]
mod read;
mod remarks;
mod route_file;
mod sample_scenes;
mod samples;
mod scene_file;
mod scripts;
mod seen;
mod series;
mod small_png;
mod survey;
mod table;
mod unread;
#[cfg_attr(target_family = "wasm", path = "page/write.rs")]
mod write;
mod written_path;

pub use atlas::{decode_atlas, load_frames, load_frames_on};
pub use error::{FileError, Reason};
pub use file_format::{FileFormat, Kind, UnknownExtension};
pub use formats::{decode, decode_frames, image_endings, image_formats};
#[cfg(all(feature = "window", not(target_family = "wasm")))]
pub(crate) use guard::caught;
pub use hitbox_code::{HitboxFormat, NoCode};
pub use image::{load, load_mask_image};
pub use inputs::{FileIdentity, identity_of_file, note_inputs, spare_inputs};
pub use json::is_scene;
pub use kept::{RECORD as KEPT_RECORD, decode_kept, read_kept, remove_kept, write_kept};
pub use key_file::{keys_text, load_keys, parse_keys};
pub use lessons::{decode_lesson, lesson_named, lesson_names, lessons};
pub use limits::Limits;
pub use link::{Link, holds_link, read_link, without_link, write_link};
pub use log::{Log, Said, VERSION as LOG_VERSION, holds_log, is_log, reservations};
pub use mask_file::MaskFormat;
pub use names::{are_numbered, by_number, numbered};
pub use order::{Order, Ran};
pub use order_file::OrderFormat;
#[cfg(feature = "window")]
pub(crate) use parsers::json_fault;
pub use plate::{Plate, RaceFormat, RaceLane, RacePlate};
pub use printable::{is_unprintable, pair_names, printable, shown};
pub use progress::listen_to_progress;
pub use read::{RegularFile, is_file, open_regular, read_whole};
pub use remarks::take_remarks;
pub use route_file::{PathTable, load_path, parse_path, route_csv};
pub use sample_scenes::sample_scenes;
pub use samples::{SamplePair, sample_frames, sample_pairs, sample_sprite};
pub use scene_file::{decode_scene, encode_scene, encode_scene_with_art, holds_scene, is_same_scene, load_scene};
pub use scripts::{load_script, script_of, scripts};
pub use seen::Seen;
pub use series::load_series;
pub use survey::{SurveyFormat, SurveySheet};
pub use table::{TableFormat, TableRow};
pub(crate) use write::remove;
pub use write::{check_target, set_aside, stop_writing, write_series, write_whole, write_whole_with};
#[cfg(any(unix, windows))]
pub(crate) use write::{hold, remove_left_folders};
