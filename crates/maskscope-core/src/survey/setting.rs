//! Setting of a question: two placed sprites, and the scans, witnesses or readers that it compares.

use std::sync::Arc;

use super::{Candidate, Lattice, Reader, Variation, Witness};
use crate::geom::{IntRect, Offset};
use crate::mask::Prepared;
use crate::scan::{Scan, own::Failure};
use crate::scene::{Actor, Convention, Filter, Laid, Placement, Posed, Profile, Route, SampleAt, Scene, Snap};

/// Setting of a question.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The sprites, and how they are placed.
    pub scene: Scene,
    /// Both as they lie in the world.
    pub pair: [Posed; 2],
    /// B's top left relative to A's; `None` if they are too far from each other for an offset.
    pub offset: Option<Offset>,
    /// Subjects of the comparison.
    pub choices: Choices,
    /// B's path, for a survey along a route.
    pub route: Option<Arc<Route>>,
}

/// Subjects of the comparison. A question reads only those that it is [about](super::QuestionAbout). By default the only
/// scan is `rows`, and there are no witnesses.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The scans, all run everywhere.
    pub scans: Vec<Scan>,
    /// The scan whose map is shown, or that is to be defeated.
    pub scan: Scan,
    /// Those whose answers are judged; of two that are compared the first.
    pub witnesses: Vec<Witness>,
    /// Others that are only shown as numbers: the same scan with other parameters.
    pub alternatives: Vec<Witness>,
    /// The witness to compare with, the truth or another one; of two that are compared the second.
    pub against: Witness,
    /// The two ways to read the sprites.
    pub readers: [Reader; 2],
    /// The variation of B between their answers.
    pub variation: Variation,
    /// The sprite, A or B, in whose place other shapes are tried.
    pub candidates: Option<usize>,
    /// The shape that is shown, of those tried; `None` for the sprite's own.
    pub candidate: Option<Candidate>,
    /// The offsets that are asked about: where there is no part, all.
    pub part: Option<IntRect>,
}

/// A part of a setting. Two settings that agree in all parts on which a survey depends share its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Solid pixels of both sprites in the world, wherever B is.
    Masks,
    /// Turns and scales of both, and their fractions of a cell.
    Angles,
    /// The images, the rules of what is solid, and every placement.
    Scene,
    /// The images, the rules of what is solid, and every placement but that of B.
    SceneWithoutB,
    /// The shapes that the sprites are tested as, and the sprite in whose place others are tried.
    Hitboxes,
    /// The offsets that are asked about.
    Part,
    /// The scans that are run.
    Scans,
    /// The scan that is looked at.
    Scan,
    /// Those whose answers are judged, and what they are compared with.
    Witnesses,
    /// The two ways to read the sprites, and what is done to B.
    Readers,
    /// B's path.
    Route,
}

/// The scan `rows`, compared with nothing, at all offsets.
impl Default for Choices {
    fn default() -> Self {
        Self {
            scans: vec![Scan::ROWS],
            scan: Scan::ROWS,
            witnesses: Vec::new(),
            alternatives: Vec::new(),
            against: Witness::Truth,
            readers: Self::READERS,
            variation: Variation::Angles,
            candidates: None,
            candidate: None,
            part: None,
        }
    }
}

impl Choices {
    /// The two ways to read that are compared where none are chosen.
    pub const READERS: [Reader; 2] = [
        Reader::World(Convention { snap: Snap::HalfUp, filter: Filter::Nearest, at: SampleAt::Centre }),
        Reader::Engine(Profile::Xna),
    ];

    /// The two scans whose visits are compared; `None` if other witnesses are compared.
    pub(super) fn two_scans(&self) -> Option<[Scan; 2]> {
        match (self.witnesses.first(), self.against) {
            (Some(&Witness::Scan(one)), Witness::Scan(other)) => Some([one, other]),
            _ => None,
        }
    }
}

impl Setting {
    /// The setting of `scene` as it is laid in the world.
    pub fn new(scene: Scene, laid: Laid, choices: Choices) -> Self {
        Self { scene, pair: [laid.a, laid.b], offset: Some(laid.offset), choices, route: None }
    }

    /// The masks of A and B.
    pub fn masks(&self) -> [&Arc<Prepared>; 2] {
        self.pair.each_ref().map(|posed| posed.raster.mask())
    }

    /// The offsets that are asked about.
    pub fn lattice(&self) -> Lattice {
        let [a, b] = self.masks().map(|mask| mask.mask().size());
        let all = Lattice::new(a, b);
        self.choices.part.map_or(all, |part| all.of_part(part))
    }

    /// The refusal of a survey in which a script was stopped: the first placement at which one is ends it.
    pub fn stopped(&self) -> Option<Refusal> {
        let Choices { scans, witnesses, against, .. } = &self.choices;
        let of_witness = |witness: &Witness| if let Witness::Scan(scan) = witness { Some(*scan) } else { None };
        let compared = witnesses.iter().chain([against]).filter_map(of_witness);
        let mut scripts = scans.iter().copied().chain(compared).filter_map(Scan::own);
        scripts.find_map(|own| {
            let failure = own.failure().filter(Failure::is_stopped)?;
            Some(Refusal(format!("{} was {failure} at one of the placements", own.name())))
        })
    }

    /// Both sprites in the world.
    ///
    /// # Errors
    /// If they are too far apart.
    pub fn laid(&self) -> Result<Laid, Refusal> {
        let offset = self.offset.ok_or_else(|| Refusal("the sprites are too far apart".to_owned()))?;
        let [a, b] = self.pair.clone();
        Ok(Laid { a, b, offset })
    }

    /// The thresholds of A and B.
    pub fn thresholds(&self) -> [u8; 2] {
        self.scene.sprites.each_ref().map(|actor| actor.sprite.threshold())
    }

    /// True if both settings have the same `input`.
    pub fn agrees(&self, other: &Self, input: Input) -> bool {
        let (own, others) = (&self.choices, &other.choices);
        match input {
            Input::Masks => self.masks().into_iter().zip(other.masks()).all(|(own, other)| Arc::ptr_eq(own, other)),
            Input::Angles => self.pair.iter().zip(&other.pair).all(|(own, other)| own.lies_like(other)),
            Input::Scene => self.is_placed_like(other, |placement| *placement),
            Input::SceneWithoutB => {
                self.is_placed_like(other, |placement| Placement { position: (0.0, 0.0), ..*placement })
            }
            Input::Hitboxes => {
                let hitboxes =
                    |setting: &Self| setting.scene.sprites.each_ref().map(|actor| actor.sprite.hitbox().cloned());
                own.candidates == others.candidates && hitboxes(self) == hitboxes(other)
            }
            Input::Part => own.part == others.part,
            Input::Scans => own.scans == others.scans,
            Input::Scan => own.scan == others.scan,
            Input::Witnesses => {
                (&own.witnesses, &own.alternatives, own.against)
                    == (&others.witnesses, &others.alternatives, others.against)
            }
            Input::Readers => (own.readers, own.variation) == (others.readers, others.variation),
            Input::Route => match (&self.route, &other.route) {
                (Some(own), Some(other)) => Arc::ptr_eq(own, other),
                (own, other) => own.is_none() && other.is_none(),
            },
        }
    }

    /// True if both settings place the same sprites alike; of B's placement what `b` makes of it counts.
    fn is_placed_like(&self, other: &Self, b: impl Fn(&Placement) -> Placement) -> bool {
        let is_same = |one: &Actor, other: &Actor| {
            Arc::ptr_eq(one.sprite.picture(), other.sprite.picture())
                && Arc::ptr_eq(one.sprite.frames(), other.sprite.frames())
                && one.sprite.rule() == other.sprite.rule()
        };
        let ([own_a, own_b], [other_a, other_b]) = (&self.scene.sprites, &other.scene.sprites);
        is_same(own_a, other_a)
            && is_same(own_b, other_b)
            && own_a.placement == other_a.placement
            && (&own_a.parents, &own_b.parents) == (&other_a.parents, &other_b.parents)
            && b(&own_b.placement) == b(&other_b.placement)
            && self.scene.convention == other.scene.convention
            && self.scene.parents == other.scene.parents
    }
}

/// The reason why a question has no answer, as a phrase: `the sprites are too far apart`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// The refusal for the reason of an error.
    pub fn of(error: impl std::error::Error) -> Self {
        Self(error.to_string())
    }
}
