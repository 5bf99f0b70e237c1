//! Common parts of the readers: what they allow, what they forgive, and how they report faults.
//!
//! - `limits`: limits on the size of images.
//! - `parsers`: JSON, XML and TOML, and what is wrong with them; `explained`: the sentences of serde's faults.
//! - `unread`: formats that are known but not read; `remarks`: what was left out or taken from elsewhere.
//! - `data_url`, `mask_text`: images inside JSON, and masks as text.
//! - `offered`: the hitboxes in a file, by their names.

pub(super) mod data_url;
mod explained;
mod limits;
mod mask_text;
mod offered;
pub(super) mod parsers;
mod remarks;
mod unread;

pub(crate) use explained::missing;
pub use limits::Limits;
pub(super) use mask_text::{MaskText, drawn, is_json, starts_with_text};
pub(super) use offered::{HitboxCollector, LeftOut, NamedHitboxes, faulty, likely_first, offers};
pub use parsers::is_scene;
pub(super) use parsers::{SceneVersion, base64_fault, from_json_noting, from_toml, from_xml, without_mark, xml_fault};
pub(crate) use parsers::{from_json, from_json_value};
pub(super) use remarks::{about, remark, remark_list};
pub use remarks::{remark_on, take_remarks};
pub(super) use unread::unread;
