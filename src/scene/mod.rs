//! Sprites, their placements, the result of their collision test, the results of other tests, and a ball on hills.

mod bake;
mod bands;
mod collision;
mod cut;
mod frames;
mod grid;
mod hitboxes;
mod offered;
mod parents;
mod picture;
mod placed;
mod placement;
mod posed;
mod poses;
mod pre_check;
mod profile;
mod raster;
mod reading;
mod recognise;
mod resample;
mod route;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod scene;
mod solid_rule;
mod sprite;
mod stand;
pub mod terrain;
mod tested;
mod view;

pub use bake::Unbaked;
pub use bands::Bands;
pub use collision::{Collision, Contact};
pub use cut::{Cut, Turned};
pub use frames::{Frame, Frames, Shown, Tag, UnknownFrame};
pub use grid::{Grid, GridError};
pub use hitboxes::{Hitboxes, TestsAs};
pub use offered::{OfferedHitboxes, Offers};
pub use parents::{Parents, ParentsFault};
pub(crate) use picture::rgba_rows;
pub use picture::{Identity, Picture, PictureFormat};
pub use placed::{PlacedPair, PlacedSprite};
pub use placement::{Anchor, Convention, Filter, Placement, SampleAt, Snap};
pub use posed::{LayError, Posed};
pub use pre_check::{PreCheck, PreCheckMode, PreChecking};
pub use profile::{Profile, ProfileAbout, gilbert};
pub use raster::Raster;
pub use reading::Reading;
pub use route::{Route, RouteFault, RouteStep, StepFault};
pub use scene::{Actor, Expectation, Laid, Scene};
pub use solid_rule::{ColorKey, MaskImage, SolidRule, SolidSource};
pub use sprite::Sprite;
pub use stand::Stand;
pub use tested::{Fairness, ShapeCheck};
pub use view::{Layer, SceneView, Tab};

crate::choice::written_by_name!(Filter, Layer, PreCheck, PreCheckMode, Profile, SampleAt, Snap, Tab, terrain::Key);
