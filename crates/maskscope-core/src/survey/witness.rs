//! Witnesses of overlaps: scans, pre-checks, engines.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Cost;
use crate::choice::{Choice as _, UnknownName};
use crate::geom::{Affine, IntRect, Offset};
use crate::mask::Prepared;
use crate::scan::{NoProbe, Own, Scan, ScanNameError};
use crate::scene::{Laid, Posed, PreCheck, Profile};

/// Witness of an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Witness {
    /// The overlap of the masks by the sprites' own rules: never wrong.
    Truth,
    /// A scan.
    Scan(Scan),
    /// A test of the bounds, taken for the whole answer.
    PreCheck(PreCheck),
    /// An engine, with its own rule of what is solid.
    Profile(Profile),
}

/// A witness before what it reads.
#[derive(Clone, Debug)]
pub(super) enum Questioned {
    Truth,
    /// The masks by the scan's own rules.
    Scan(Scan, [Arc<Prepared>; 2]),
    PreCheck(PreCheck, [Arc<Prepared>; 2]),
    /// Both sprites in the world.
    Profile(Profile, Box<Laid>),
}

impl Questioned {
    /// `witness` before the sprites of `laid`.
    pub fn new(witness: Witness, laid: &Laid) -> Self {
        let masks = || [&laid.a, &laid.b].map(|posed| Arc::clone(posed.raster.mask()));
        match witness {
            Witness::Truth => Self::Truth,
            Witness::Scan(scan) => Self::Scan(scan, laid.masks_for(scan)),
            Witness::PreCheck(check) => Self::PreCheck(check, masks()),
            Witness::Profile(profile) => Self::Profile(profile, Box::new(laid.clone())),
        }
    }

    /// True if this is the overlap of the masks by the sprites' own rules.
    pub const fn is_truth(&self) -> bool {
        matches!(self, Self::Truth)
    }

    /// The person's own scan that is asked, if it is one.
    pub const fn script(&self) -> Option<Own> {
        if let Self::Scan(scan, _) = self { scan.own() } else { None }
    }

    /// Makes the large tables that it reads, until `is_over`; returns whether they are made.
    pub fn prepare(&self, is_over: &dyn Fn() -> bool) -> bool {
        match self {
            Self::Scan(scan, [a, b]) => scan.preparation(a, b) == 0 || scan.prepare(a, b, is_over),
            Self::Truth | Self::PreCheck(..) | Self::Profile(..) => true,
        }
    }

    /// Its answer with B at `offset`, where the masks share what lies in `shared`; only scans make visits.
    pub fn answer(&self, offset: Offset, shared: Option<IntRect>) -> Cost {
        let is_hit = match self {
            Self::Truth => shared.is_some(),
            Self::Scan(scan, masks) => return Cost::at(*scan, masks, offset, shared),
            Self::PreCheck(check, [a, b]) => check.hits(a, b, offset),
            Self::Profile(profile, laid) => {
                profile.run(&laid.a, &moved(&laid.b, laid.offset, offset), &mut NoProbe).is_some()
            }
        };
        Cost { is_hit, ..Cost::default() }
    }
}

/// A sprite as it lies in the world at offset `from`, moved to offset `to`.
fn moved(sprite: &Posed, from: Offset, to: Offset) -> Posed {
    let by = to.cell() - from.cell();
    let in_world = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    // The way in the parent's space, which the parent's turn and scale make that way in the world.
    let world_from_common = Affine { tx: 0.0, ty: 0.0, ..sprite.world_from_common };
    let in_parent = world_from_common.inverse().map_or(in_world, |common_from_world| common_from_world.map(in_world));
    Posed {
        common_from_source: Affine::translation(in_parent).after(sprite.common_from_source),
        origin: sprite.origin + by,
        ..sprite.clone()
    }
}

impl Witness {
    /// The name for people, with the parameters that decide its answers.
    pub fn display_name(self) -> String {
        match self {
            Self::Scan(scan) => scan.display_name(),
            other => other.to_string(),
        }
    }

    /// The name in texts that are read beside what is typed: the same, and a person's own scan with `own:`.
    pub fn printed_name(self) -> String {
        match self {
            Self::Scan(scan) => scan.printed_name(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => f.write_str("truth"),
            Self::Scan(scan) => scan.fmt(f),
            Self::PreCheck(check) => check.fmt(f),
            Self::Profile(profile) => profile.fmt(f),
        }
    }
}

/// A name that no witness has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{engine}; {scan}; it is neither a pre-check nor truth")]
pub struct WitnessNameError {
    /// The reason why it is not an engine.
    pub engine: UnknownName,
    /// The reason why it is not a scan.
    pub scan: ScanNameError,
}

/// The name of an engine, of a pre-check or of a scan, or `truth`.
impl FromStr for Witness {
    type Err = WitnessNameError;

    fn from_str(text: &str) -> Result<Self, WitnessNameError> {
        if text == "truth" {
            return Ok(Self::Truth);
        }
        Profile::named(text).map(Self::Profile).or_else(|engine| {
            let scan = || text.parse().map(Self::Scan);
            let unknown = |scan: ScanNameError| WitnessNameError { engine, scan };
            PreCheck::named(text).map(Self::PreCheck).or_else(|_| scan()).map_err(unknown)
        })
    }
}
