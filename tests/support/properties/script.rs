//! Properties of any text run as a person's own scan.

use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::{Own, Pair};

use super::panics::none_of_ours;

/// Asserts that the script `bytes` ends within its bounds, visits cells of the box alone and answers with one of them, or
/// that an error in a line of text says why not; and that it does the same again, unless time has ended it.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let size = Size::new(10, 8);
    let [a, b] = Mask::checkerboard(size).map(Prepared::new);
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    let own = Own::new("script", text);
    let compiled = none_of_ours(|| own.check());
    let run = none_of_ours(|| own.run_on(&pair));
    assert!(run.visits.len() as u64 <= 8 * size.area() + 10_000);
    assert_eq!(run.lines.len(), run.visits.len());
    assert!(run.outcomes.is_empty() || run.outcomes.len() == run.visits.len());
    assert!(run.visits.iter().all(|visit| visit.is_in(size)), "outside the box");
    if let Some(failure) = compiled.as_ref().err().or(run.end.as_ref().err()) {
        let message = failure.to_string();
        assert!(!message.trim().is_empty() && !message.contains(char::is_control), "{message:?}");
        assert!(failure.line.is_none_or(|line| (1..=text.split(['\n', '\r']).count()).contains(&line)), "{failure:?}");
    }
    if let Ok(Some(hit)) = &run.end {
        assert!(hit.visit.is_in(size) && hit.cell.is_none_or(|(x, y)| x < size.width && y < size.height), "{hit:?}");
    }
    let again = own.run_on(&pair);
    let ends = [&run.end, &again.end];
    let is_by_time = ends.iter().any(|end| end.as_ref().is_err_and(|failure| failure.message.contains(" s without")));
    assert!(is_by_time || (again.visits, again.end) == (run.visits, run.end), "a second run is another");
}
