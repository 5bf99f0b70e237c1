//! Checks of a small game, made by hand, and what a replay keeps of them.

use std::sync::Arc;

use maskscope_core::geom::{Affine, Point, Size};
use maskscope_core::replay::{
    Check, CheckedSprite, Clock, GameAnswer, Judge, Judged, Judgement, LogEvent, Replay, Tested, VerdictRules,
};
use maskscope_core::scan::Scan;
use maskscope_core::scene::{
    Convention, Parents, Picture, PictureFormat, PlacedPair, PlacedSprite, Placement, Sprite, Stand,
};
use maskscope_core::shape::{PlacedHitbox, PlacedPart, Shape, TOUCH};

use crate::random::drawn;

/// A disc of 12 px in a box of 4 × 4.
pub const DISC: &str = ".##.\n####\n####\n.##.";

/// A thing of the game at a check.
#[derive(Clone, Debug)]
pub struct Thing {
    pub name: String,
    pub placed: PlacedSprite,
    pub subject: CheckedSprite,
}

fn placed(sprite: Sprite, at: Point) -> PlacedSprite {
    let (placement, convention) = (Placement::at(at), Convention::default());
    let stand = Stand { placement, parents: Parents::NONE, common: Parents::NONE, convention };
    PlacedSprite::new(Arc::new(sprite), stand).expect("it is near")
}

/// A box of the game, in the world.
pub fn boxed(left_top_size: [f64; 4]) -> Tested {
    shaped(&Shape::Box(left_top_size))
}

/// A shape of the game, in the world.
pub fn shaped(shape: &Shape) -> Tested {
    shapes(std::slice::from_ref(shape))
}

/// Several shapes of the game, in the world.
pub fn shapes(all: &[Shape]) -> Tested {
    let parts = all.iter().map(|shape| PlacedPart::Shape(shape.placed(&Affine::IDENTITY)));
    Tested::Shapes(PlacedHitbox::new(parts.collect()))
}

/// A mask that the game tests at a place.
pub fn masked(text: &str, at: Point) -> Tested {
    Tested::Mask(Box::new(placed(drawn(text), at)))
}

impl Thing {
    /// A thing that is tested by its pixels, drawn by `text` with its top left at `at`.
    pub fn new(name: &str, text: &str, at: Point) -> Self {
        Self::of(name, drawn(text), at)
    }

    /// A solid block.
    pub fn block(name: &str, [x, y, width, height]: [u32; 4]) -> Self {
        let rgba = [9, 9, 9, 255].repeat(usize::try_from(Size::new(width, height).area()).expect("small"));
        let picture = Picture::new(Size::new(width, height), rgba, PictureFormat::Png, true);
        Self::of(name, Sprite::new(name, picture, 0), (x.into(), y.into()))
    }

    fn of(name: &str, sprite: Sprite, at: Point) -> Self {
        let (sprite_name, kind) = (name.to_lowercase(), name.trim_end_matches(char::is_numeric).to_owned());
        let subject = CheckedSprite { sprite: sprite_name, kind, is_pictured: true, ..CheckedSprite::default() };
        Self { name: name.to_owned(), placed: placed(sprite, at), subject }
    }

    /// The same sprite where the game tests something else.
    pub fn by(mut self, tested: Tested) -> Self {
        self.subject.tested = tested;
        self
    }

    /// The same sprite where the game tests the box of its picture.
    pub fn by_box(self) -> Self {
        let extent = self.placed.extent;
        let ((x, y), size) = (extent.origin().point(), extent.size());
        self.by(boxed([x, y, size.width.into(), size.height.into()]))
    }

    /// The same without a picture.
    pub fn unseen(mut self) -> Self {
        (self.subject.is_unseen, self.subject.is_pictured) = (true, false);
        self
    }
}

/// A check in a frame, with the game's answer.
pub fn check(at: f64, [a, b]: [Thing; 2], hit: bool) -> Check {
    Check {
        line: 1,
        place: 0,
        clock: Clock::Frame,
        at,
        names: [a.name, b.name],
        pair: PlacedPair::new(a.placed, b.placed).expect("they are near"),
        subjects: [a.subject, b.subject],
        game: Some(GameAnswer { hit, ..GameAnswer::default() }),
        jump: false,
        view: None,
        source: None,
        is_contact: false,
        is_unjudged: false,
        within: TOUCH,
        is_shown: true,
        visits: Vec::new(),
    }
}

/// The same at a line of the game.
pub fn at_line(line: &str, check: Check) -> Check {
    Check { source: Some(line.to_owned()), ..check }
}

/// The same by a test of this name.
pub fn by_rule(rule: &str, mut check: Check) -> Check {
    check.game.as_mut().expect("an answer").rule = Some(rule.to_owned());
    check
}

/// A game whose checks are judged and kept.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub judge: Judge,
    pub replay: Replay,
}

impl Game {
    /// A game without checks, judged by `rules`.
    pub fn by(rules: VerdictRules) -> Self {
        Self { judge: Judge::default().with_rules(rules), ..Self::default() }
    }

    /// A game at whose checks scans run.
    pub fn with_scans(scans: &[Scan]) -> Self {
        Self { judge: Judge::new(scans), replay: Replay::new(scans) }
    }

    /// Judges a check and keeps it; returns what was judged.
    pub fn take(&mut self, check: &Check) -> Judged {
        let judged = self.judge.judge(check).expect("it follows");
        self.replay.keep(LogEvent::Check(Box::new(judged.clone())));
        judged
    }

    /// A game of these checks.
    pub fn of(checks: &[Check]) -> Self {
        Self::default().and(checks)
    }

    /// The same with further checks.
    pub fn and(mut self, checks: &[Check]) -> Self {
        checks.iter().for_each(|check| drop(self.take(check)));
        self
    }
}

/// The judgement of a check, and its reason in words.
pub fn judged(check: &Check) -> (Judgement, String) {
    let judgement = Judgement::of(check);
    let why = judgement.why(check).unwrap_or_default();
    (judgement, why)
}
