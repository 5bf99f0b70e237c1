//! Arguments of the commands, and what they name.
//!
//! - `options`: arguments that several commands have; `shape_args`: those for shapes.
//! - `pair`, `reading`: the sprites that arguments name, and their files.
//! - `mistakes`: what was meant by a misspelt command line.

mod mistakes;
mod options;
mod pair;
mod reading;
mod shape_args;

pub(super) use mistakes::{as_typed, command_first, misspelt, mistake, too_many};
pub(super) use options::{
    At, LimitArgs, OffsetBox, Placing, Replacing, ScanArgs, ScanName, choice, refuse_failed_of_scene, scan_names,
    suggested, try_scripts, whole,
};
pub(super) use pair::{PairArgs, lay, names};
pub(super) use reading::{ReadingArgs, read_scene, set_by_scenes};
pub(super) use shape_args::{ShapeArg, ShapeArgs};
