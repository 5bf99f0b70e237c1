//! What a person is told about a strategy.

use super::{Misreading, Scan};

/// A strategy in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What it does, in a sentence.
    pub sentence: &'static str,
    /// The article or library it comes from.
    pub source: &'static str,
    /// The same in a word or two, for narrow places.
    pub short_source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// A parameter of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called.
    pub name: &'static str,
    /// The value that stands where none is given; `None` where it replaces another parameter.
    pub default: Option<u32>,
}

const PLAY_MY_CODE: &str = "Joseph Lenton, JavaScript Per-Pixel HTML5 Canvas Image Collision Detection (PlayMyCode)";
const PHAELAX: &str = "Phaelax, Pixel-Perfect Collision (2017)";
const MISREADINGS: &[Parameter] = &[
    Parameter { name: Misreading::EqualZeros.name(), default: None },
    Parameter { name: Misreading::Logical.name(), default: None },
];
const REVISIT: &[Parameter] = &[Parameter { name: "revisit", default: None }];
const INCREMENT: &[Parameter] = &[Parameter { name: "increment", default: Some(1) }];

impl Scan {
    /// This strategy in words.
    pub const fn about(self) -> About {
        match self {
            Self::Rows => About {
                sentence: "Tests every pixel row by row, bit by bit on the packed masks.",
                source: PHAELAX,
                short_source: "Phaelax",
                parameters: MISREADINGS,
            },
            Self::Misread(Misreading::EqualZeros) => About {
                sentence: "A trap: takes pixels of the same value for a hit, and two clear pixels are equal.",
                source: "Alex, Video game collisions: pixel perfect",
                short_source: "Alex",
                parameters: MISREADINGS,
            },
            Self::Misread(Misreading::Logical) => About {
                sentence: "A trap: && read as a logical operator, so that one set bit answers for all below it in its word.",
                source: PHAELAX,
                short_source: "Phaelax",
                parameters: MISREADINGS,
            },
            Self::Columns => About {
                sentence: "Tests every pixel column by column, as the article's linear scan really does.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: &[],
            },
            Self::Incremental(_) => About {
                sentence: "Tests pixels a third of the box apart, then again one pixel further, until all are done.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: &[
                    Parameter { name: "divisor", default: Some(3) },
                    Parameter { name: "step_px", default: None },
                ],
            },
            Self::Combined => About {
                sentence: "Columns where both sides are under 4 pixels, otherwise incremental by thirds.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: &[],
            },
            Self::EdgeIn { .. } => About {
                sentence: "Walks rings clockwise from the border of the box to its middle.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: INCREMENT,
            },
            Self::CenterOut { .. } => About {
                sentence: "Walks the same rings backwards, from the middle of the box to its border.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: INCREMENT,
            },
            Self::Sample { .. } => About {
                sentence: "Tests only every tenth pixel in both directions: whatever fits between is missed.",
                source: "Alex, Video game collisions: pixel perfect",
                short_source: "Alex",
                parameters: &[Parameter { name: "every", default: Some(10) }],
            },
            Self::Cross { .. } => About {
                sentence: "Tests the middle row, then the middle column, then the rest row by row.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: REVISIT,
            },
            Self::X { .. } => About {
                sentence: "Tests both diagonals, then the rest row by row.",
                source: PLAY_MY_CODE,
                short_source: "PlayMyCode",
                parameters: REVISIT,
            },
            Self::SummedArea { .. } => About {
                sentence: "Counts set pixels in rectangles, prunes the empty ones and halves the rest.",
                source: "Steven Wittens, comment below PlayMyCode's article",
                short_source: "Wittens",
                parameters: &[Parameter { name: "granularity", default: Some(1) }],
            },
            Self::Channels(_) => About {
                sentence: "Reads the whole overlap and answers with the bounds of what is shared; never stops early.",
                source: "Gilbert, Pixel-Perfect Collision Detection in ActionScript3 (2007)",
                short_source: "Gilbert",
                parameters: &[
                    Parameter { name: "as-written", default: None },
                    Parameter { name: "tolerance", default: None },
                    Parameter { name: "union", default: None },
                ],
            },
            Self::Stripes(_) => About {
                sentence: "Tests stripes of 64 columns from top to bottom, a row of each with one AND.",
                source: "pygame, bitmask.c (bitmask_overlap)",
                short_source: "pygame",
                parameters: &[Parameter { name: "columns", default: Some(64) }],
            },
            Self::Blocks => About {
                sentence: "Skips blocks of 64 × 64 and 8 × 8 in which either mask is empty.",
                source: "maskscope; a hierarchy of ORed blocks",
                short_source: "maskscope",
                parameters: &[],
            },
            Self::Hilbert => About {
                sentence: "Walks a Hilbert curve, which reaches every part of the box early.",
                source: "maskscope; the curve is David Hilbert's (1891)",
                short_source: "maskscope",
                parameters: &[],
            },
            Self::LastHit => About {
                sentence: "Starts where the previous placement hit and looks around it in growing rings.",
                source: "maskscope; temporal coherence",
                short_source: "maskscope",
                parameters: &[],
            },
            Self::Words => About {
                sentence: "Tests up to 64 pixels of a row with one AND of two words.",
                source: "maskscope; word-parallel AND of padded rows",
                short_source: "maskscope",
                parameters: &[],
            },
        }
    }
}
