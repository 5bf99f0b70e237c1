//! The result of the selected scan at the present placement, in a line.

use crate::session::{scan_row::ScanRow, session::Session};
use maskscope_core::words::{percent, thousands};
use maskscope_core::{geom::IntRect, words};

/// The result of a scan at the present placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    /// The line.
    pub line: String,
    /// True if the scan is wrong, or does not answer.
    pub is_wrong: bool,
}

impl Session {
    /// The result of the selected scan at the present placement; `None` while that is not known.
    pub fn here(&self) -> Option<Here> {
        let collision = self.derived.collision()?;
        let Some(cells) = collision.overlap_box.map(IntRect::area) else {
            return Some(Here::right("boxes apart, nothing to read".to_owned()));
        };
        let row = self.derived.rows().get(self.scans.selected_index())?;
        if row.is_hidden {
            return Some(Here::right("guess first".to_owned()));
        }
        if let Some(failure) = self.derived.failure(row.scan) {
            return Some(Here::wrong(failure.to_string()));
        }
        Some(Here::of(self.derived.rows(), row, cells, collision.overlap_area))
    }
}

impl Here {
    fn right(line: String) -> Self {
        Self { line, is_wrong: false }
    }

    fn wrong(line: String) -> Self {
        Self { line, is_wrong: true }
    }

    /// The result of the scan of `row` among all `rows`, over an overlap box of `cells` cells, `shared` of them in both masks.
    fn of(rows: &[ScanRow], row: &ScanRow, cells: u64, shared: u64) -> Self {
        let visits = words::plural(row.count.visits, "visit");
        match (row.hit, row.is_wrong) {
            // Nothing else decides without a visit.
            (_, false) if row.count.visits == 0 => Self::right("the pre-check decides, nothing is read".to_owned()),
            (None, true) if row.count.visits == 0 => {
                Self::wrong(format!("wrong: the pre-check misses {} shared px", thousands(shared)))
            }
            (Some(_), true) if row.count.visits == 0 => {
                Self::wrong("wrong: the pre-check hits, no px is shared".to_owned())
            }
            (None, true) => Self::wrong(format!("wrong: misses {} shared px after {visits}", thousands(shared))),
            (Some(_), true) if shared == 0 => Self::wrong(format!("wrong: hits after {visits}, no px is shared")),
            (Some(_), true) => Self::wrong("wrong: hits where no px is shared".to_owned()),
            (None, false) => Self::right(format!("no hit: {}", read(row, cells))),
            (Some(_), false) => Self::right(format!("{}, {}", place(rows, row), read(row, cells))),
        }
    }
}

/// The part of a box of `cells` cells that a scan reads, in words.
fn read(row: &ScanRow, cells: u64) -> String {
    let (count, of_all) = (row.count, thousands(cells));
    if count.cells != count.visits {
        let (visits, covered) = (words::plural(count.visits, "visit"), thousands(count.cells));
        return if row.hit.is_some() {
            format!("{visits} cover {covered} cells")
        } else {
            format!("{visits}, {covered} cells")
        };
    }
    match count.visits {
        visits if visits > cells => format!("{} visits for {of_all} cells", thousands(visits)),
        1 if cells == 1 => "reads the only cell".to_owned(),
        visits if visits == cells => format!("reads all {of_all} cells"),
        visits => {
            let share = if row.hit.is_some() { format!(", {}", percent(visits, cells)) } else { String::new() };
            format!("reads {} of {of_all} cells{share}", thousands(visits))
        }
    }
}

/// The place of a scan by its visits, among those that are right: `4th of 16`, or with whom it shares it: `1st with stripes`.
fn place(rows: &[ScanRow], row: &ScanRow) -> String {
    let right = || rows.iter().filter(|other| !other.is_wrong);
    let before = right().filter(|other| other.count.visits < row.count.visits).count() as u64;
    let mut equals = right().filter(|other| other.count.visits == row.count.visits && other.scan != row.scan);
    let place = words::place(before + 1);
    match (equals.next(), equals.count() as u64) {
        (None, _) => format!("{place} of {}", thousands(rows.len() as u64)),
        (Some(other), 0) => format!("{place} with {}", other.scan.display_name()),
        (Some(_), more) => format!("{place} with {} others", thousands(more + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::sample_sprite;
    use crate::session::{PreCheckMode, PreChecking, ScanAction, StageAction};
    use maskscope_core::choice::Choice as _;
    use maskscope_core::geom::{Offset, Size};
    use maskscope_core::scan::{Own, Scan};
    use maskscope_core::scene::{Picture, PictureFormat, PreCheck, Sprite};

    fn with(a: Sprite, b: Sprite, at: (i32, i32)) -> Session {
        let mut session = Session::default();
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(at.0, at.1) }.into());
        session
    }

    fn pair(a: &str, b: &str, at: (i32, i32)) -> Session {
        let sprite = |name| sample_sprite(name).expect("a sample");
        with(sprite(a), sprite(b), at)
    }

    fn ship_and_rock() -> Session {
        pair("ship.png", "rock.png", (10, -17))
    }

    fn square(side: u32, alpha: u8) -> Sprite {
        let rgba = vec![alpha; 4 * side as usize * side as usize];
        Sprite::new("square.png", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
    }

    /// The line about `scan`, and whether it is wrong.
    fn line_of(session: &mut Session, scan: &str) -> (String, bool) {
        session.apply(ScanAction::Use(scan.parse().expect("a scan")).into());
        let here = session.here().expect("it is known");
        (here.line, here.is_wrong)
    }

    /// The longest line about `scan` among sixteen strategies, however many there are now.
    fn among_sixteen(session: &mut Session, scan: &str) -> String {
        let sixteen = [
            "rows",
            "columns",
            "incremental",
            "combined",
            "edge-in",
            "center-out",
            "cross",
            "x",
            "sample",
            "summed-area",
            "channels",
            "words",
            "stripes",
            "blocks",
            "hilbert",
            "last-hit",
        ];
        session.apply(ScanAction::Use(scan.parse().expect("a scan")).into());
        let collision = session.derived().collision().expect("two sprites");
        let cells = collision.overlap_box.expect("boxes overlap").area();
        let row = &session.derived().rows()[session.scans().selected_index()];
        let is_listed = |row: &&ScanRow| sixteen.contains(&&*row.scan.strategy());
        let rows: Vec<_> = session.derived().rows().iter().filter(is_listed).copied().collect();
        let here = Here::of(&rows, row, cells, collision.overlap_area);
        assert!(!here.is_wrong, "{here:?}");
        here.line
    }

    #[test]
    fn a_hit_has_a_place_and_a_share() {
        let mut session = ship_and_rock();
        let mut right = |scan: &str| among_sixteen(&mut session, scan);
        assert_eq!(right("edge-in"), "4th of 16, reads 58 of 720 cells, 8.1 %");
        assert_eq!(right("incremental"), "5th with combined, reads 80 of 720 cells, 11.1 %");
        assert_eq!(right("words"), "1st with stripes, 17 visits cover 510 cells");
        assert_eq!(right("channels"), "15th of 16, reads all 720 cells");
    }

    #[test]
    fn what_is_read_twice_is_not_called_a_share() {
        let square = || square(4, 255);
        let mut session = with(square(), square(), (0, 0));
        assert_eq!(among_sixteen(&mut session, "rows"), "1st with 13 others, reads 1 of 16 cells, 6.2 %");
        let mut session = with(square(), square(), (2, 2));
        assert_eq!(among_sixteen(&mut session, "channels:union"), "16th of 16, 36 visits for 4 cells");
    }

    #[test]
    fn a_wrong_scan_says_what_it_misses_or_sees() {
        let mut session = ship_and_rock();
        let missed = ("wrong: misses 13 shared px after 9 visits".to_owned(), true);
        assert_eq!(line_of(&mut session, "sample"), missed);
        assert_eq!(line_of(&mut session, "rows:equal-zeros"), ("wrong: hits where no px is shared".to_owned(), true));
        let mut session = with(square(4, 0), square(4, 0), (0, 0));
        let seen = ("wrong: hits after 1 visit, no px is shared".to_owned(), true);
        assert_eq!(line_of(&mut session, "rows:equal-zeros"), seen);
    }

    #[test]
    fn a_miss_says_what_it_took() {
        let mut session = pair("ship.png", "rock.png", (11, -18));
        assert!(!session.derived().collision().expect("two sprites").masks_overlap());
        let cells = session.derived().collision().and_then(|it| it.overlap_box).expect("boxes overlap").area();
        let mut right = |scan: &str| {
            let (line, is_wrong) = line_of(&mut session, scan);
            assert!(!is_wrong, "{line}");
            line
        };
        assert_eq!(right("rows"), format!("no hit: reads all {cells} cells"));
        assert_eq!(right("sample"), format!("no hit: reads 9 of {cells} cells"));
        assert_eq!(right("words"), format!("no hit: 23 visits, {cells} cells"));
    }

    #[test]
    fn apart_there_is_nothing_to_read() {
        let mut session = pair("ship.png", "rock.png", (100, 0));
        for scan in Scan::ALL {
            assert_eq!(line_of(&mut session, &scan.to_string()), ("boxes apart, nothing to read".to_owned(), false));
        }
        assert_eq!(Session::default().here(), None);
    }

    #[test]
    fn a_script_that_does_not_answer_says_why() {
        let mut session = ship_and_rock();
        for (script, error) in [
            ("// name: s0\nloop {}", "stopped after 2,440,000 operations without an end (line 2)"),
            ("visit(99, 0)", "line 1: visit(99, 0) is outside the box of 30 × 24"),
            ("visit(0,", "line 1: the script ends in the middle of a statement"),
        ] {
            session.apply(ScanAction::Add(Own::new("s0", script)).into());
            let _ = session.run_all_but_timing();
            assert_eq!(session.here(), Some(Here::wrong(error.to_owned())), "{script}");
        }
    }

    #[test]
    fn a_pre_check_in_place_of_the_scan_is_named() {
        let check = |name: &str, mode| {
            let check = PreCheck::named(name).expect("a pre-check");
            ScanAction::SetPreCheck(Some(PreChecking { check, mode }))
        };
        let mut session = with(square(10, 255), square(10, 255), (9, 9));
        session.apply(check("circle", PreCheckMode::Before).into());
        assert_eq!(line_of(&mut session, "rows"), ("wrong: the pre-check misses 1 shared px".to_owned(), true));
        session.apply(check("box", PreCheckMode::Instead).into());
        assert_eq!(line_of(&mut session, "rows"), ("the pre-check decides, nothing is read".to_owned(), false));
        let mut session = with(square(10, 0), square(10, 0), (5, 5));
        session.apply(check("box", PreCheckMode::Instead).into());
        assert_eq!(line_of(&mut session, "rows"), ("wrong: the pre-check hits, no px is shared".to_owned(), true));
    }
}
