//! Descriptions of the engines' tests.

use super::Profile;

/// Description of an engine's test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileAbout {
    /// Name of the engine.
    pub title: &'static str,
    /// Its rule for solid pixels.
    pub solid: &'static str,
    /// Its range of cells.
    pub bounds: &'static str,
    /// Its visit order.
    pub order: &'static str,
    /// The source code.
    pub source: &'static str,
}

impl Profile {
    /// The description of this engine's test.
    pub const fn about(self) -> ProfileAbout {
        match self {
            Self::Pygame => ProfileAbout {
                title: "pygame",
                solid: "alpha > 127",
                bounds: "shared cells",
                order: "stripes of 64 columns",
                source: "pygame and pygame-ce, bitmask.c; mask.from_surface with its default threshold",
            },
            Self::GameMaker => ProfileAbout {
                title: "GameMaker",
                solid: "alpha > 0",
                bounds: "shared cells",
                order: "columns",
                source: "GameMaker HTML5 runner, precise collision; tolerance 0",
            },
            Self::Xna => ProfileAbout {
                title: "XNA",
                solid: "alpha != 0",
                bounds: "all of A inside B",
                order: "rows of A",
                source: "XNA and MonoGame, sample of per-pixel collision of transformed sprites",
            },
            Self::Sfml => ProfileAbout {
                title: "SFML",
                solid: "alpha > 0",
                bounds: "not row 0, column 0",
                order: "columns",
                source: "SFML wiki, pixel-perfect collision; alpha limit 0",
            },
            Self::Scratch => ProfileAbout {
                title: "Scratch",
                solid: "alpha > 0",
                bounds: "both ends included",
                order: "columns, upwards",
                source: "scratch-render, touching sprite",
            },
            Self::HaxeFlixel => ProfileAbout {
                title: "HaxeFlixel",
                solid: "alpha >= 1",
                bounds: "shared cells",
                order: "even indices, then odd",
                source: "HaxeFlixel, FlxCollision.pixelPerfectCheck with its default tolerance",
            },
            Self::Flash => ProfileAbout {
                title: "Flash",
                solid: "alpha >= 1",
                bounds: "shared cells",
                order: "columns",
                source: "Flash and OpenFL, BitmapData.hitTest; the threshold is the caller's, 0 would make all solid",
            },
            Self::Gilbert => ProfileAbout {
                title: "Gilbert",
                solid: "alpha >= 1",
                bounds: "shared cells, in the parent",
                order: "all rows",
                source: "Gilbert, Pixel-Perfect Collision Detection in ActionScript3 (2007), tolerance 0 as meant",
            },
        }
    }
}
