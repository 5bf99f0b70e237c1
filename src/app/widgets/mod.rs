//! The controls and signs of the window. They know egui and the theme, not scans or masks.

mod button;
mod card;
mod facts;
pub mod gesture;
mod histogram;
mod number_field;
mod pill;
mod scrubber;
mod search;
mod section;
mod segmented;
pub mod status;
mod swatch_button;
mod table;
mod tabs;
mod timeline;
mod track;

pub use button::{
    bare_icon_button, copy_button, icon_button, icon_toggle, low, marked_button, solid_button, text_button,
};
pub use card::{Answer, Card, Kind};
pub use facts::{LABELS, facts, labelled, numbered};
pub use histogram::Histogram;
pub use number_field::NumberField;
pub use pill::{Verdict, chip, pill, wrong_pill};
pub use scrubber::{End, Scrubber};
pub use search::{Query, Search, has_words};
pub use section::{divider, section_title, section_title_with, sections};
pub use segmented::{choice_list, drop_down, segmented};
pub use swatch_button::SwatchButton;
pub use table::{Column, Row, Rows, Table, paint_row, whole_rows};
pub use tabs::{OpenTabs, open_tab, open_tabs, set_open_tabs, tab, tab_row, tabs};
pub use timeline::{Flag, Timeline};
pub use track::{Axis, Track};
