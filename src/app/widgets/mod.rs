//! The controls and signs of the window, one file each. They know egui and the theme, not scans or masks.

mod button;
mod card;
mod checkbox_row;
mod chip;
mod drop_down;
mod find;
mod follow_row;
mod hint;
mod histogram;
mod keys;
mod number_field;
mod numbered;
mod pill;
mod row;
mod scrubber;
mod search;
mod section;
mod segmented;
mod speed;
mod stack;
pub mod status;
mod tab;
mod table;
mod timeline;
mod track;

pub use button::{bare_icon_button, icon_button, icon_toggle, low, marked_button, solid_button, text_button};
pub use card::{Answer, Card, Kind};
pub use checkbox_row::CheckboxRow;
pub use chip::chip;
pub use drop_down::drop_down;
pub use follow_row::follow_row;
pub use hint::{hint, offer};
pub use histogram::Histogram;
pub use number_field::NumberField;
pub use numbered::numbered;
pub use pill::{Verdict, pill, wrong_pill};
pub use row::paint_row;
pub use scrubber::{End, Find, Scrubber};
pub use search::{Query, Search, has_words};
pub use section::{
    Folds, Heading, folded_row, folds, is_open, section, section_title, section_title_with, section_with, set_folds,
};
pub use segmented::segmented;
pub use speed::{SPEEDS, Speed};
pub use stack::{divider, reveal, stack};
pub use tab::tab;
pub use table::{Column, Row, Rows, Table, facts, whole_rows};
pub use timeline::{Finish, Flag, Timeline};
pub use track::{Axis, Track};
