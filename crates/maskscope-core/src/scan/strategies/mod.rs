//! The strategies: one file each, and the list of them.
//!
//! A strategy is a file with its visit order drawn as digits and its `impl Strategy`; a line of the list makes it a
//! variant of [`Scan`].
//!
//! - `list`: the macro that turns the list into [`Scan`]; `prelude`: imports for the file of a strategy.
//! - `shape`, `spiral`, `strides`: common parts of strategies.
//! - `own`, [`recorded`], `custom`: a person's own script, the recorded loop of a game, and a strategy of another crate.

#[macro_use]
mod list;
mod prelude;
mod shape;
mod spiral;
mod strides;

use crate::scan::strategy::Strategy;

pub use channels::Tolerance;

// The list: a file of this folder, and the type in it that implements `Strategy`.
strategies! {
    rows::Rows,
    columns::Columns,
    incremental::Incremental,
    combined::Combined,
    edge_in::EdgeIn,
    center_out::CenterOut,
    cross::Cross,
    x::X,
    sample::Sample,
    summed_area::SummedArea,
    channels::Channels,
    words::Words,
    stripes::Stripes,
    blocks::Blocks,
    hilbert::Hilbert,
    last_hit::LastHit,
    ;
    #[cfg(feature = "scripts")]
    own::Own,
    recorded::Recorded,
    custom::Custom,
}
