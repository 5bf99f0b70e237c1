//! The porch: images, sheets, atlases and scenes in; masks out, as pictures, data and source code; visit orders out, as
//! data and as plates; the sprites that are built in.
//!
//! Reading looks at the content, not at the extension, and at limits before it decodes. Writing is whole or not at all.
//! Every failure is a [`FileError`] that names the file and says why.
//!
//! - `disk`: the only place that reads and writes, with another half, `disk/page`, for a browser, which has no disk.
//! - `reading`: common parts of the readers; `error`: faults in words; `printable`: names in them.
//! - `formats`, `image`, `atlas`: images, and sheets of frames; `samples`, `builtin`: those that are built in, and the
//!   built-in scenes and scripts, and the files of the built-in lessons.
//! - `scene_file`, `link`: scenes as files, and as links.
//! - `audit`: the hitboxes of all files of a project.
//! - `fix`: better hitboxes, written into the files of a game.
//! - `log`: logs of games; `route_file`, `key_file`: paths, and keys of the ball.
//! - `output`: what is written besides scenes.

mod atlas;
mod audit;
mod builtin;
mod disk;
mod error;
mod fix;
mod formats;
mod image;
mod key_file;
mod link;
mod log;
mod output;
mod printable;
mod reading;
mod route_file;
mod samples;
pub(crate) mod scene_file;
mod series;

pub use atlas::{
    ShapeNode, atlas_endings, decode_atlas, files_below, load_frames, load_frames_for, load_frames_on, load_layers,
    load_mask_layer,
};
pub use audit::{
    Audit, AuditRow, AuditState, BASELINE_FILE, Baseline, GainLimit, HitboxLook, HitboxRole, KindLook, KnownHitbox,
    PixelCounts, SkippedFiles, set_role,
};
pub(crate) use builtin::LESSONS;
pub use builtin::{FIRST_SCRIPT, SampleScene, lesson_names, load_script, sample_scenes, script_of, scripts};
#[cfg(target_family = "wasm")]
pub(crate) use disk::page;
pub use disk::{
    FileIdentity, JOURNAL, RegularFile, Seen, are_numbered, by_number, check_target, identity_of_file, is_file,
    listen_to_progress, note_inputs, numbered, open_regular, read_whole, remove, set_aside, spare_inputs, stop_writing,
    write_series, write_whole, write_whole_with,
};
pub(crate) use disk::{absolute, make_folder, names_in};
#[cfg(any(unix, windows))]
pub use disk::{hold, remove_left_folders};
pub use error::{FileError, Reason};
pub use fix::{FixAnswer, FixRequest, FixedShape, Undone, fix_hitbox, undo_fix};
pub use formats::{decode, decode_frames, image_endings, image_formats};
pub use image::{load, load_mask_image};
pub use key_file::{keys_text, load_keys, parse_keys};
pub use link::{Link, holds_link, read_link, without_link, write_link};
pub use log::{Log, VERSION as LOG_VERSION, holds_log, is_log, reservations};
pub use output::{
    CodedScan, FileFormat, FormatKind, HitboxFormat, MaskFormat, NoCode, OrderFormat, Plate, RaceFormat, RaceLane,
    RacePlate, Ran, ScanLanguage, SurveyFormat, SurveySheet, TableFormat, TableRow, UnknownExtension, VisitOrder,
    write_screen,
};
pub use printable::{pair_names, shown};
pub use reading::{Limits, is_scene, remark_on, take_remarks};
pub(crate) use reading::{from_json, from_json_value, missing};
pub use route_file::{PathTable, load_path, parse_path, route_csv};
pub use samples::{SamplePair, are_samples, sample_frames, sample_pairs, sample_sprite};
pub use scene_file::{
    decode_scene, encode_scene, encode_scene_with_art, holds_scene, is_same_scene, load_scene, may_be_scene,
};
pub use series::{load_series, numbered_files, pattern_of, read_frames, series_from};
