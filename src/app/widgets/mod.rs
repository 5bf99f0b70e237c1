//! The controls and signs of the window. They know egui and the theme, not scans or masks.
//!
//! - `button`, `segmented`, `number_field`, `search`: buttons, one choice of a few, a number, a field that finds.
//! - `tabs`, `table`: tabs and sections of a panel, rows in columns.
//! - `track`, `scrubber`, `timeline`: a time axis that the pointer moves, the one of a scan, the one of a race, with the
//!   `flag_labels` in its lanes.
//! - `histogram`: alpha values, and the slider of the threshold.
//! - `card`, `pill`, `status`: messages, pills with an answer, the status line and facts in text.
//! - `gesture`: drags that Escape ends.

mod button;
mod card;
mod flag_labels;
pub mod gesture;
mod histogram;
mod number_field;
mod pill;
mod scrubber;
mod search;
mod segmented;
pub mod status;
mod table;
mod tabs;
mod timeline;
mod track;

pub use button::{
    SwatchButton, bare_icon_button, copy_button, icon_button, icon_toggle, keyed_button, long_solid_button, low,
    main_button, main_copy_button, marked_button, solid_button, text_button,
};
pub use card::{Card, CardClick, CardKind};
pub use histogram::Histogram;
pub use number_field::{NumberField, focus_field};
pub use pill::{PillVerdict, chip, pill, wrong_pill};
pub use scrubber::{End, Scrubber};
pub use search::{FoundEntries, Query, Search, has_words};
pub use segmented::{choice_list, drop_down, segmented};
pub use status::{LABELS, facts, labelled, numbered, numbered_or_cut};
pub use table::{Column, Row, Table, TableRows, paint_row, whole_rows};
pub use tabs::{
    OpenTabs, divider, open_tab, open_tabs, section_title, section_title_with, sections, set_open_tabs, tab, tab_row,
    tabs,
};
pub use timeline::{Flag, Timeline};
pub use track::{Axis, Track};
