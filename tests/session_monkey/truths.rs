//! Invariants of a session, whatever was done to it.

use maskscope::session::{Family, Placed, Session, Slot, Stage, Subject, Tab};
use maskscope_core::{
    geom::{Cell, IntRect, Size},
    mask::Mask,
    scan::{Hit, Scan},
    scene::Posed,
};

/// The most cells of a box that are compared one by one.
const MOST_CELLS: u64 = 1 << 15;

/// Checks everything that is cheap to check after every action.
pub fn assert_all(session: &Session) {
    assert_collision(session);
    assert_rows(session);
    assert_recording(session);
    assert_places(session);
    assert_texts(session);
}

/// Asserts that the session's answer is that of two loops over the overlap of the boxes.
fn assert_collision(session: &Session) {
    let Some((a, b)) = session.stage().both() else {
        assert!(
            session.derived().collision().is_none()
                && session.derived().rows().is_empty()
                && session.derived().recording().is_none()
        );
        return;
    };
    let collision = session.derived().collision().expect("both are shown");
    assert_eq!(Some(collision.box_b.origin()), session.stage().offset().map(maskscope_core::geom::Offset::cell));
    let shared = shared_box(a, b);
    assert_eq!(collision.overlap_box.map(|rect| (rect.origin() + a.position(), rect.size())), shared);
    let Some((origin, size)) = shared else {
        assert_eq!((collision.overlap_area, collision.overlap_bounds), (0, None));
        return;
    };
    if size.area() > MOST_CELLS {
        return;
    }
    let (mut area, mut bounds) = (0, None::<IntRect>);
    for y in origin.y..origin.y + i64::from(size.height) {
        for x in origin.x..origin.x + i64::from(size.width) {
            let cell = Cell::new(x, y);
            if mask(a).get_cell(cell - a.position()) && mask(b).get_cell(cell - b.position()) {
                let here = IntRect::new(cell - a.position(), Size::new(1, 1));
                area += 1;
                bounds = Some(bounds.map_or(here, |bounds| bounds.union(here)));
            }
        }
    }
    assert_eq!((collision.overlap_area, collision.overlap_bounds), (area, bounds));
}

fn mask(placed: &Placed) -> &Mask {
    placed.raster().mask().mask()
}

/// Returns the overlap of both boxes in the world, if it has a cell.
fn shared_box(a: &Placed, b: &Placed) -> Option<(Cell, Size)> {
    let (one, other) = (a.bounding_box(), b.bounding_box());
    let side = |from: i64, to: i64| u32::try_from(to - from).ok().filter(|side| *side > 0);
    let (left, top) = (one.x.max(other.x), one.y.max(other.y));
    let width = side(left, one.right().min(other.right()))?;
    Some((Cell::new(left, top), Size::new(width, side(top, one.bottom().min(other.bottom()))?)))
}

/// Asserts that every scan of the list has a row about the shown sprites, judged by the truth.
fn assert_rows(session: &Session) {
    let scans = session.scans().scans();
    let mut sorted = session.scans().sorted(session.derived().rows());
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..scans.len()), "a scan is missing or twice in the table");
    let rows = session.derived().rows();
    if session.derived().rows_are_stale() || rows.is_empty() {
        return;
    }
    assert!(rows.iter().map(|row| row.scan).eq(scans.iter().copied()), "the rows are those of other scans");
    let truth = session.derived().collision().is_some_and(maskscope_core::scene::Collision::masks_overlap);
    let is_decided = session.derived().subject().and_then(Subject::is_decided);
    for row in rows.iter().filter(|row| is_known(session, row.scan)) {
        let is_right = row.hit.map_or(!truth, |hit| truth && has_shared(session, hit));
        let judgement = row.scan.own().and_then(|own| session.derived().judgement(own));
        let has_failed = judgement.is_some_and(|judgement| judgement.has_failed());
        assert_eq!(row.is_wrong, has_failed || !is_right, "{}", row.scan);
        assert!(is_decided.is_some() || !row.scan.is_exact() || !row.is_wrong, "{} is exact and wrong", row.scan);
        assert!(is_decided.is_none() || row.count.visits == 0, "{} ran in spite of the pre-check", row.scan);
    }
    let placings = session.race().placings(rows);
    assert!(placings.iter().flatten().all(|place| (1..=rows.len()).contains(place)));
    assert_eq!(session.race().sorted(rows).len(), rows.len());
}

/// True if a row is about the present placement: one's own scan is run later than the others.
fn is_known(session: &Session, scan: Scan) -> bool {
    scan.own().is_none_or(|own| session.derived().judgement(own).is_some())
}

/// True if the masks share the cell that `hit` names, or one in the rectangle that it accepts.
fn has_shared(session: &Session, hit: Hit) -> bool {
    let pair =
        session.derived().subject().and_then(Subject::pair).expect("without an overlap of the boxes there is no hit");
    let is_shared = |x, y| pair.a_is_set(x, y) && pair.b_is_set(x, y);
    if let Some((x, y)) = hit.cell {
        return is_shared(x, y);
    }
    let inside = |at: u32, start: i32, length: u32| {
        (i64::from(start)..i64::from(start) + i64::from(length)).contains(&at.into())
    };
    let mut rows = (0..pair.size().height).filter(|&y| inside(y, hit.visit.y, hit.visit.height));
    rows.any(|y| (0..pair.size().width).any(|x| inside(x, hit.visit.x, hit.visit.width) && is_shared(x, y)))
}

/// Asserts that the recording is that of the selected scan at the present positions, or of the last script of its name that ran,
/// and that every reported visit is part of it.
fn assert_recording(session: &Session) {
    let Some(recording) = session.derived().recording() else { return };
    if session.derived().recording_is_stale() {
        return;
    }
    let selected = session.scans().selected();
    let judgement = selected.own().and_then(|own| session.derived().judgement(own));
    if selected.is_own() && judgement.is_none_or(|judgement| judgement.has_failed()) {
        assert_eq!(recording.scan.strategy(), selected.strategy());
    } else {
        assert_eq!(recording.scan, selected);
    }
    let row = session
        .derived()
        .rows()
        .iter()
        .find(|row| row.scan == recording.scan)
        .filter(|_| !session.derived().rows_are_stale() && is_known(session, selected));
    let is_decided = session.derived().subject().is_some_and(|subject| subject.is_decided().is_some());
    assert!(row.is_none_or(|row| row.count == recording.count), "{selected}");
    assert!(row.is_none_or(|row| row.hit == recording.hit || is_decided), "{selected}");
    assert!(recording.visits.len() as u64 <= recording.count.visits);
    assert!(recording.outcomes.is_empty() || recording.outcomes.len() == recording.visits.len());
    assert_eq!(recording.overlap_box, session.derived().collision().and_then(|collision| collision.overlap_box));
    let visits = recording.count.visits;
    assert!(session.playback().position() <= visits, "the cursor is beyond the last visit");
    assert!(session.derived().cell_visits().unwrap_or_default().is_sorted_by(|one, other| one < other));
    assert!(session.derived().cell_visits().unwrap_or_default().iter().all(|rank| *rank < visits));
    if let Some(visit) = session.current_visit() {
        let rank = usize::try_from(session.playback().position() - 1).expect("kept in memory");
        assert!(recording.visits.get(rank).is_none_or(|kept| *kept == visit));
    }
}

/// Asserts that all cursors are within their ranges.
fn assert_places(session: &Session) {
    assert!(session.race().steps() <= session.race_steps().unwrap_or(0));
    assert!(session.view().tab == Tab::Terrain || session.transport().position() <= session.steps());
    let route = session.route().route();
    assert!(
        route.is_none_or(|route| session.route().at() < route.steps.len())
            && (route.is_some() || session.route().at() == 0)
    );
    let terrain = session.terrain();
    assert!(terrain.game.at <= terrain.game.steps);
    assert!(session.view().tab != Tab::Terrain || terrain.actors.is_some() == terrain.run().is_some());
    assert!(session.scans().selected_index() < session.scans().scans().len());
    if let Some(published) = session.derived().published() {
        assert!(published.done <= published.total);
    }
}

/// Asserts that every message has a text, and that no message comes twice.
fn assert_texts(session: &Session) {
    let messages = session.messages();
    assert!(messages.iter().all(|message| !message.title.is_empty() && !message.detail.is_empty()), "{messages:?}");
    assert!(messages.is_sorted_by(|one, other| one.id < other.id), "{messages:?}");
    assert!(messages.len() < 100, "{} messages", messages.len());
    let hint = session.view().hint().map(maskscope_core::choice::Choice::title);
    assert!(hint != Some(""));
}

/// Asserts that each sprite lies in the world as it would if it were placed now.
pub fn assert_laid(stage: &Stage) {
    for placed in Slot::ALL.iter().filter_map(|slot| stage.get(*slot)) {
        let sprite = placed.sprite();
        assert!(placed.placement().out_of_range().is_none(), "{:?}", placed.placement());
        let own = placed.parents().outside_from_inside();
        let reading = placed.placement().read_by(stage.convention);
        let common_from_source = own.after(reading.parent_from_source(sprite.size()));
        let world_from_common = stage.parents(Family::Common).outside_from_inside();
        let again = Posed::new(sprite.raster(), common_from_source, world_from_common, reading);
        let again = again.expect("it has been laid once");
        assert_eq!(placed.position(), again.origin);
        assert!(*mask(placed) == *again.raster.mask().mask(), "{} lies differently", sprite.name);
    }
    if let Some((a, b)) = stage.both() {
        assert_eq!(
            stage.offset().map(maskscope_core::geom::Offset::cell),
            Some(b.position() - a.position()),
            "too far apart"
        );
    }
}

/// Asserts that both stages are the same to the last pixel.
#[allow(dead_code, reason = "only the session's monkey undoes and redoes")]
pub fn assert_same(one: &Stage, other: &Stage) {
    assert!(one == other, "undo and redo lead elsewhere");
    for slot in Slot::ALL {
        let masks = [one, other].map(|stage| stage.get(slot).map(|placed| mask(placed).clone()));
        assert!(masks[0] == masks[1], "undo and redo lead to another mask");
    }
}
