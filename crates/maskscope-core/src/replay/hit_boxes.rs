//! Hit boxes of Arcade: the polygons that its algorithms and a fit make of a picture.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use strum::{EnumCount, VariantArray};

use crate::scene::Sprite;
use crate::shape::fit::{Fitting, Form, Rule};
use crate::shape::{Hitbox, Part, Shape};

/// A way to make the hit box of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, VariantArray)]
pub enum HitBoxKind {
    /// The box of the picture.
    BoundingBox,
    /// The box of its solid pixels, with corners cut off.
    Simple,
    /// A polygon around its largest island.
    Detailed,
    /// The convex polygon of up to 8 corners that a fit finds.
    Fitted,
}

impl HitBoxKind {
    /// Its name in files: that of Arcade's algorithm.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BoundingBox => "algo_bounding_box",
            Self::Simple => "algo_simple",
            Self::Detailed => "algo_detailed",
            Self::Fitted => "fitted polygon",
        }
    }
}

/// The hit boxes of a picture, in its own pixels.
#[derive(Debug)]
pub struct HitBoxes {
    picture: Arc<Sprite>,
    /// A box around all of them.
    pub around: Hitbox,
    by_algorithm: [Option<Hitbox>; 3],
    /// The fitted polygon, once it is needed; `None` where none is searched or found.
    fitted: OnceLock<Option<Hitbox>>,
    /// The search for it, if it has begun.
    fitting: Mutex<Option<Fitting>>,
}

impl HitBoxes {
    /// The hit boxes of `picture`. Arcade has found the corners of the simple and the detailed one, if any; a polygon is
    /// fitted only if it `is_fitted`.
    pub fn new(picture: Arc<Sprite>, [simple, detailed]: [Option<Vec<[f64; 2]>>; 2], is_fitted: bool) -> Self {
        let [width, height] = [picture.size().width, picture.size().height].map(f64::from);
        let bounding_box = Some(vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]);
        let all = [bounding_box, simple, detailed];
        // A fitted polygon may lie half a pixel outside the picture.
        let mut ends = [[-1.0, width + 1.0], [-1.0, height + 1.0]];
        for corner in all.iter().flatten().flatten() {
            for ([low, high], at) in ends.iter_mut().zip(corner) {
                (*low, *high) = (low.min(*at), high.max(*at));
            }
        }
        let [[left, right], [top, bottom]] = ends;
        let around = Shape::Box([left, top, right - left, bottom - top]).into();
        let hitbox = |corners| Hitbox::new(vec![Part::Shape(Shape::Polygon(corners))]).ok();
        let by_algorithm = all.map(|corners| corners.and_then(hitbox));
        let fitted = if is_fitted { OnceLock::new() } else { OnceLock::from(None) };
        Self { picture, around, by_algorithm, fitted, fitting: Mutex::default() }
    }

    /// The hit box of this kind; `None` where it is not known.
    pub fn of(&self, kind: HitBoxKind) -> Option<&Hitbox> {
        if kind == HitBoxKind::Fitted {
            self.fit(&|| false);
            return self.fitted.get()?.as_ref();
        }
        self.by_algorithm[kind as usize].as_ref()
    }

    /// Searches the fitted polygon until `is_over`, and goes on the next time; returns whether the search has ended.
    pub fn fit(&self, is_over: &dyn Fn() -> bool) -> bool {
        const CORNERS: usize = 8;
        if self.fitted.get().is_some() {
            return true;
        }
        let mask = self.picture.mask().mask();
        let mut begun = self.fitting.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match begun.take().or_else(|| Fitting::new(Form::Convex(CORNERS), mask, Rule::Fewest)) {
            None => None,
            Some(mut fitting) => match fitting.go_on(mask, is_over) {
                Some(fit) => Some(fit.shape.into()),
                None => {
                    *begun = Some(fitting);
                    return false;
                }
            },
        };
        self.fitted.get_or_init(|| found);
        true
    }
}
