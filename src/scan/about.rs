//! What a person is told about a strategy.

use super::Scan;

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
const INCREMENT: &[Parameter] = &[Parameter { name: "increment", default: Some(1) }];

impl Scan {
    /// This strategy in words.
    pub const fn about(self) -> About {
        match self {
            Self::Rows => About {
                sentence: "Tests every pixel row by row, bit by bit on the packed masks.",
                source: "Phaelax, Pixel-Perfect Collision (2017)",
                short_source: "Phaelax",
                parameters: &[],
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
            Self::Words => About {
                sentence: "Tests up to 64 pixels of a row with one AND of two words.",
                source: "maskscope; word-parallel AND of padded rows",
                short_source: "maskscope",
                parameters: &[],
            },
        }
    }
}
