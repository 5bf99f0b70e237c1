//! Sprites, their placements, the result of their collision test, the results of other tests, and a ball on hills.
//!
//! - `image`: images, frames and their solid pixels; `sprite`, `hitboxes`: a sprite, and the shapes it is tested by.
//! - `placement`, `parents`, `route`: where a sprite stands; `posing`: its pixels there, on the grid of the world.
//! - `scene`, `placed`, `view`: two sprites with their settings, placed, and how they are shown.
//! - `pre_check`, `collision`, `tested`: the tests and their results; `profile`: tests as known engines make them.
//! - [`terrain`]: the ball on hills.

mod collision;
mod hitboxes;
mod image;
mod parents;
mod placed;
mod placement;
mod posing;
mod pre_check;
mod profile;
mod route;
#[expect(clippy::module_inception, reason = "the module is named after what it holds")]
mod scene;
mod sprite;
pub mod terrain;
mod tested;
mod view;

pub use collision::{Collision, MaskContact};
pub use hitboxes::{HitboxFrameError, Hitboxes, TestsAs};
pub use image::rgba_rows;
pub use image::{
    ColorKey, ColorKeyError, Cut, Drawn, Editor, Frame, Frames, Grid, GridError, HitboxOffers, Identity, ImageLayer,
    ImageLayers, LayerNameError, MaskImage, MaskRule, OfferedHitboxes, Picture, PictureFormat, Shown, SolidRule,
    SolidSource, Tag, Turned, UnknownFrame,
};
pub use parents::{Parents, ParentsFault};
pub use placed::{PlacedPair, PlacedSprite};
pub use placement::{Anchor, Convention, Filter, Placement, SampleAt, Snap};
pub use posing::{Bands, LayError, Posed, Raster, Reading, Stand, Unbaked};
pub use pre_check::{PreCheck, PreCheckMode, PreChecking};
pub use profile::{Profile, ProfileAbout, gilbert};
pub use route::{Route, RouteFault, RouteStep, StepFault};
pub use scene::{Actor, Expectation, Laid, Scene};
pub use sprite::Sprite;
pub use tested::{Fairness, ShapeCheck};
pub use view::{Layer, SceneView, Tab};

crate::choice::written_by_name!(Filter, Layer, PreCheck, PreCheckMode, Profile, SampleAt, Snap, Tab, terrain::Key);
