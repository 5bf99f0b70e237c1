//! Files that are written besides scenes: masks, visit orders, tables, answers of surveys, pictures and source code.
//!
//! - `file_format`: the format that an extension stands for; `identifier`: identifiers for source code.
//! - `mask_file`: masks, with `mask_code` for those in source code; `hitbox_code`: hitboxes as code of an engine;
//!   `scan_code`: scans as code of a language.
//! - `order`: the visit order of a scan, and `order_file` what it becomes as a file; `plate`: visit orders, races and charts
//!   as pictures.
//! - `screen_file`: the game's screen, beside its log.
//! - `table`, `survey`: the table of scans and the answers of surveys; `small_png`: images as PNG of few bytes.

mod file_format;
mod hitbox_code;
mod identifier;
mod mask_code;
mod mask_file;
mod order;
mod order_file;
mod plate;
mod scan_code;
mod screen_file;
pub(super) mod small_png;
mod survey;
mod table;

pub use file_format::{FileFormat, FormatKind, UnknownExtension};
pub use hitbox_code::{HitboxFormat, NoCode};
pub use mask_file::MaskFormat;
pub use order::{Ran, VisitOrder};
pub use order_file::OrderFormat;
pub use plate::{Plate, RaceFormat, RaceLane, RacePlate};
pub use scan_code::{CodedScan, ScanLanguage};
pub use screen_file::write_screen;
pub use survey::{SurveyFormat, SurveySheet};
pub use table::{TableFormat, TableRow};
