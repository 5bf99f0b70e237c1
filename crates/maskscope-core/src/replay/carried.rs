//! Hits that smaller boxes deny, carried on along the last way of their pair: what these boxes would answer on it.

use std::ops::Range;

use super::judgement::shares_at;
use super::sizes::{DecidingBoxes, LeftWrong, SIZES};
use super::{Against, Check, Clock, Judgement, VerdictRules};
use crate::geom::{Offset, Point, Rounding};

/// The number of frames over which a denied hit is carried on, that of its check among them.
const FRAMES: u8 = 40;

/// The most frames between two checks of a pair from which its way is known: three, however seconds are rounded.
const LATELY: f64 = 3.5;

/// A hit of a game that smaller boxes deny.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DeniedHit {
    /// The number of sizes, from boxes as they are on, that still hit.
    hits: usize,
    /// The time of its check, and the last time at which a hit of the pair goes on with it.
    time: [f64; 2],
    /// The wrong answers of each size on the way that follows; `None` where no way is known.
    pub(super) carried_on: Option<Box<[LeftWrong; SIZES]>>,
}

impl DeniedHit {
    /// The hit of a check at which boxes of the first `hits` sizes hit, carried on along the `way` of its pair in a
    /// frame; `None` where no size denies a hit of the game.
    pub(super) fn of(
        check: &Check,
        judgement: &Judgement,
        boxes: &DecidingBoxes,
        hits: usize,
        way: Option<Point>,
        rules: &VerdictRules,
    ) -> Option<Self> {
        check.game.as_ref().filter(|game| game.hit && (1..SIZES).contains(&hits))?;
        let is_design = check.is_contact || rules.against == Against::Tested;
        let carried_on = way.map(|way| match is_design {
            true => Box::default(),
            false => carried_on(check, judgement, boxes, hits, way, rules),
        });
        Some(Self { hits, time: [check.at, check.at + LATELY * frame(check.clock)], carried_on })
    }

    /// The sizes that deny it.
    pub(super) const fn sizes(&self) -> Range<usize> {
        self.hits..SIZES
    }

    /// True if a hit of its pair at a time goes on with it: then the log itself says what follows.
    pub(super) fn goes_on_at(&self, at: f64) -> bool {
        let [from, to] = self.time;
        (from..=to).contains(&at)
    }
}

/// The way in a frame that leads from one place to another between two times; `None` if that was not lately.
pub(super) fn way_in_a_frame(clock: Clock, [from, to]: [(f64, Point); 2]) -> Option<Point> {
    let frames = (to.0 - from.0) / frame(clock);
    let along = |from: f64, to: f64| (to - from) / frames;
    (frames > 0.0 && frames <= LATELY).then(|| (along(from.1.0, to.1.0), along(from.1.1, to.1.1)))
}

/// The time of a frame: where a log counts seconds, a 60th of one.
const fn frame(clock: Clock) -> f64 {
    match clock {
        Clock::Frame => 1.0,
        Clock::Second => 1.0 / 60.0,
    }
}

/// The wrong answers of the sizes that miss in the frames after a check, until they hit.
///
/// ```text
/// frame    0    1    2    3      B flies into A. The boxes as they are hit at once, beside the pixels;
/// boxes    hit  hit  hit  hit    1 px smaller they hit in frame 1, still beside them: an unfair hit.
/// 1 px     .    hit  hit  hit    2 px smaller they miss a touch in frame 2, and the hit in frame 3 is right.
/// 2 px     .    .    .    hit    After its first hit a size is looked at no more.
/// pixels   .    .    hit  hit
/// ```
fn carried_on(
    check: &Check,
    judgement: &Judgement,
    boxes: &DecidingBoxes,
    hits: usize,
    way: Point,
    rules: &VerdictRules,
) -> Box<[LeftWrong; SIZES]> {
    let mut left = Box::<[LeftWrong; SIZES]>::default();
    let (mut reached, mut seen) = (hits, (check.pair.offset, judgement.masks_overlap()));
    for frame in (1..FRAMES).map(f64::from) {
        let by = (frame * way.0, frame * way.1);
        let Some(offset) = moved(check.pair.offset, by) else { break };
        if seen.0 != offset {
            seen = (offset, shares_at(&check.pair, offset));
        }
        let (_, shares_pixels) = seen;
        let hits = boxes.sizes_that_hit(by, offset.cell() - check.pair.offset.cell()).max(reached);
        if !shares_pixels && hits > reached && rules.disagrees_at(check, offset, true) {
            left[reached..hits].iter_mut().for_each(|left| left.unfair += 1);
        }
        if shares_pixels && hits < SIZES && rules.disagrees_at(check, offset, false) {
            left[hits..].iter_mut().for_each(|left| left.missed += 1);
        }
        reached = hits;
        if reached == SIZES {
            break;
        }
    }
    left
}

/// An offset after a way, in whole cells; `None` beyond all cells.
fn moved(offset: Offset, by: Point) -> Option<Offset> {
    let along = |at: i32, by: f64| Rounding::HalfUp.round(f64::from(at) + by);
    Some(Offset::new(along(offset.x, by.0)?, along(offset.y, by.1)?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::insets::BoxTest;
    use super::super::{CheckedSprite, GameAnswer, Insets, Judge, LogEvent, Replay, SmallerBoxes, Tested};
    use super::*;
    use crate::geom::{Affine, Size};
    use crate::scene::{
        Convention, Parents, Picture, PictureFormat, PlacedPair, PlacedSprite, Placement, Sprite, Stand,
    };
    use crate::shape::{PlacedHitbox, PlacedPart, Shape, TOUCH};

    /// A check in frame `at` by boxes of 10 × 10 px, A's at 0,0 and B's at `x`,0. B is solid, of A the left 7 columns:
    /// so they overlap from 6 px on, and boxes that are `n` px smaller on each side hit below 10 - 2 `n` px.
    fn check(at: f64, x: i32) -> Check {
        let places = [0.0, f64::from(x)];
        let placed = |at: usize| {
            let columns = [7, 10][at];
            let rgba = (0..100).flat_map(|n| [200, 90, 30, if n % 10 < columns { 255 } else { 0 }]).collect();
            let picture = Picture::new(Size::new(10, 10), rgba, PictureFormat::Png, true);
            let (placement, convention) = (Placement::at((places[at], 0.0)), Convention::default());
            let stand = Stand { placement, parents: Parents::NONE, common: Parents::NONE, convention };
            PlacedSprite::new(Arc::new(Sprite::new("sprite", picture, 0)), stand).expect("it is near")
        };
        let subject = |at: usize| {
            let tested = PlacedPart::Shape(Shape::Box([places[at], 0.0, 10.0, 10.0]).placed(&Affine::IDENTITY));
            CheckedSprite { tested: Tested::Shapes(PlacedHitbox::new(vec![tested])), ..CheckedSprite::default() }
        };
        Check {
            line: 1,
            place: 0,
            clock: Clock::Frame,
            at,
            names: ["a", "b"].map(str::to_owned),
            pair: PlacedPair::new(placed(0), placed(1)).expect("they are near"),
            subjects: [subject(0), subject(1)],
            game: Some(GameAnswer { hit: x.abs() < 10, ..GameAnswer::default() }),
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

    fn insets(checks: &[Check], rules: VerdictRules) -> Insets {
        let mut judge = Judge::new(&[]).with_rules(rules);
        let mut replay = Replay::new(&[]);
        for check in checks {
            replay.keep(LogEvent::Check(Box::new(judge.judge(check).expect("it follows"))));
        }
        replay.remedies(&replay.sites[0]).insets
    }

    /// The unfair hits and missed touches of the first sizes, of boxes as they are on.
    fn left<const SIZES: usize>(places: [(f64, i32); SIZES], rules: VerdictRules) -> [(u64, u64); 7] {
        let checks = places.map(|(at, x)| check(at, x));
        let all = insets(&checks, rules).all().map(|left| (left.unfair, left.missed));
        std::array::from_fn(|px| all[px])
    }

    #[test]
    fn a_denied_hit_is_carried_on_until_the_boxes_hit() {
        // B is at 8, then at 5, 2, -1, -4 and -7. Up to 2 px smaller, the hit at 5 is right; 3 px smaller one touch is
        // missed before, 4 px smaller two; from 5 px on the boxes never hit, and B flies past.
        let expected = [(1, 0), (0, 0), (0, 0), (0, 1), (0, 2), (0, 5), (0, 5)];
        assert_eq!(left([(1.0, 11), (2.0, 8)], VerdictRules::default()), expected);
        // The same way in two frames: B is at 8, then at 6.5, 5, 3.5. 1 px smaller, the boxes hit at 6.5, where its
        // pixels begin at 7.
        assert_eq!(left([(1.0, 11), (3.0, 8)], VerdictRules::default())[..4], [(1, 0), (1, 0), (0, 0), (0, 1)]);
    }

    #[test]
    fn a_denied_hit_may_stay_unfair() {
        // B is at 9, then at 8, 7, 6. 1 px smaller, the boxes hit at 7, still beside the pixels; 2 px smaller they miss
        // the touch at 6.
        let expected = [(1, 0), (1, 0), (0, 1), (0, 3), (0, 5), (0, 16), (0, 16)];
        assert_eq!(left([(1.0, 10), (2.0, 9)], VerdictRules::default()), expected);
        // What a tolerance lets pass at its check, it lets pass on the way.
        let rules = VerdictRules { allow_unfair: 1.0, allow_missed: 1.0, ..VerdictRules::default() };
        let expected = [(1, 0), (0, 0), (0, 0), (0, 2), (0, 4)];
        assert_eq!(left([(1.0, 10), (2.0, 9)], rules)[..5], expected);
    }

    #[test]
    fn without_a_way_a_hit_is_not_carried_on() {
        let by_log = [(1, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
        let all = VerdictRules::default();
        assert_eq!(left([(2.0, 9)], all), by_log, "the first check");
        assert_eq!(left([(1.0, 10), (5.0, 9)], all), by_log, "four frames later");
        assert_eq!(left([(1.0, 10), (4.0, 9)], all)[1], (1, 0), "three frames later");
        let mut jump = [check(1.0, 10), check(2.0, 9)];
        jump[1].jump = true;
        let found = insets(&jump, all);
        assert_eq!(found.best(), SmallerBoxes { px: 1, not_carried_on: 1, ..SmallerBoxes::default() });
        // Two tests in one frame have the way from the frame before.
        let twice = [check(1.0, 11), check(2.0, 8), check(2.0, 11)];
        let found = insets(&twice, all).best();
        assert_eq!(found, SmallerBoxes { px: 1, carried_on: 1, ..SmallerBoxes::default() });
        let after = [check(1.0, 11), check(2.0, 11), check(2.0, 8)];
        assert_eq!(insets(&after, all).best(), found);
    }

    #[test]
    fn of_hits_in_a_row_the_last_is_carried_on() {
        // Of its own the hit at 9 would be unfair at 7 once more, with boxes that are 1 px smaller.
        let expected = [(2, 0), (1, 0), (0, 1), (0, 3)];
        assert_eq!(left([(1.0, 10), (2.0, 9), (3.0, 8)], VerdictRules::default())[..4], expected);
        let apart = left([(1.0, 10), (2.0, 9), (6.0, 10), (7.0, 9)], VerdictRules::default());
        assert_eq!(apart[..4], [(2, 0), (2, 0), (0, 2), (0, 6)]);
    }

    #[test]
    fn seconds_are_counted_as_frames() {
        let seconds = |number: f64, x| Check { clock: Clock::Second, ..check(number / 60.0, x) };
        let rules = VerdictRules::default();
        let found = insets(&[seconds(1.0, 11), seconds(2.0, 8)], rules);
        assert_eq!(found.all()[5], LeftWrong { unfair: 0, missed: 5 });
        assert_eq!(insets(&[seconds(1.0, 11), seconds(5.0, 8)], rules).best().not_carried_on, 1);
    }

    #[test]
    fn hits_that_count_as_designed_are_not_followed() {
        let rules = VerdictRules { against: Against::Tested, ..VerdictRules::default() };
        let (check, judgement) = (check(2.0, 8), Judgement::of(&check(2.0, 8)));
        let test = BoxTest::of(&check, &judgement, Some((-3.0, 0.0)), &rules).expect("boxes decide");
        let denied = test.denied.expect("a hit");
        assert_eq!((denied.sizes(), denied.carried_on), (1..Insets::COUNT, Some(Box::default())));
    }
}
