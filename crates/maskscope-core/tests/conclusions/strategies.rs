//! The records of the strategies: names, parameters, fields and promises, checked for every strategy.

use std::collections::HashSet;

use maskscope_core::{
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    scan::{Contest, Field, Parameters, Scan, Trace, Visit},
};

fn canonical(text: &str) -> String {
    text.parse::<Scan>().map_or_else(|error| error.to_string(), |scan| scan.to_string())
}

/// Two masks of 9 × 7 that share nothing; each cell is set in one of them.
fn checkerboard() -> [Prepared; 2] {
    let black = Mask::from_fn(Size::new(9, 7), |x, y| (x + y).is_multiple_of(2));
    let white = !&black;
    [black.into(), white.into()]
}

/// The visits of a scan of `masks`, one on top of the other.
fn visits(scan: Scan, [a, b]: [&Prepared; 2]) -> Vec<Visit> {
    let mut trace = Trace::with_limit(1_000);
    scan.run(a, b, Offset::default(), None, &mut trace);
    trace.visits.to_vec()
}

#[test]
fn each_strategy_has_a_name_of_its_own() {
    let names: HashSet<_> = Scan::ALL.map(Scan::strategy).into();
    assert_eq!(names.len(), Scan::ALL.len(), "two strategies share a name: {:?}", Scan::ALL.map(Scan::strategy));
}

#[test]
fn defaults_are_left_out() {
    for (written, name) in [
        ("rows", "rows"),
        ("rows:logical", "rows:logical"),
        ("rows:equal-zeros", "rows:equal-zeros"),
        ("incremental", "incremental"),
        ("incremental:3", "incremental"),
        ("incremental:7", "incremental:7"),
        ("incremental:7px", "incremental:7px"),
        ("incremental:3px", "incremental:3px"),
        ("edge-in:1", "edge-in"),
        ("center-out:04", "center-out:4"),
        ("sample:10", "sample"),
        ("sample:1", "sample:1"),
        ("cross", "cross"),
        ("cross:revisit", "cross:revisit"),
        ("x:revisit", "x:revisit"),
        ("summed-area:1", "summed-area"),
        ("summed-area:8", "summed-area:8"),
        ("channels", "channels"),
        ("channels:union:0.50:as-written", "channels:as-written:0.5:union"),
        ("channels:2", "channels:1"),
        ("stripes:64", "stripes"),
        ("stripes:32", "stripes:32"),
    ] {
        assert_eq!(canonical(written), name);
    }
}

#[test]
fn tables_show_the_parameter_that_matters() {
    let shown = |text: &str| text.parse::<Scan>().expect("a scan").display_name();
    assert_eq!(shown("incremental"), "incremental:3");
    assert_eq!(shown("incremental:7px"), "incremental:7px");
    assert_eq!(shown("sample"), "sample:10");
    assert_eq!(shown("edge-in"), "edge-in");
    assert_eq!(shown("edge-in:4"), "edge-in:4");
    assert_eq!(shown("rows"), "rows");
}

#[test]
fn every_canonical_name_reads_back() {
    for scan in Scan::variants() {
        assert_eq!(scan.to_string().parse(), Ok(scan));
    }
}

#[test]
fn zero_and_nonsense_are_refused() {
    for text in [
        "",
        "row",
        "rows:1",
        "rows:meant",
        "columns:1",
        "stripes:16",
        "channels:union:union",
        "channels:0.5:0.6",
        "channels:0",
        "rows:logical:equal-zeros",
        "sample:0",
        "sample:",
        "sample:-1",
        "sample:+1",
        "sample:1:2",
        "incremental:px",
    ] {
        assert!(text.parse::<Scan>().is_err(), "{text:?}");
    }
}

#[test]
fn every_parameter_comes_with_examples_and_with_a_field() {
    for scan in Scan::ALL {
        let Parameters { named, examples, most, .. } = scan.about().parameters;
        assert_eq!(named.is_empty(), examples.is_empty(), "{scan}: tests run over the examples of its parameters");
        assert_eq!(named.is_empty(), most == 0, "{scan}: how many parameters may a name give?");
        for text in examples {
            let other: Scan = format!("{}:{text}", scan.strategy()).parse().expect("an example is a parameter");
            assert_ne!(other, scan, "{scan}:{text} is the default");
            assert!(!other.fields().is_empty(), "{other}: what can be typed can be set in the window");
        }
    }
}

#[test]
fn a_field_gives_the_strategy_that_its_value_says() {
    for scan in Scan::variants() {
        for field in scan.fields() {
            match field {
                Field::Choice { options, .. } => {
                    assert_eq!(options.iter().filter(|(option, _)| *option == scan).count(), 1, "{scan}");
                    assert!(options.iter().all(|(option, _)| option.strategy() == scan.strategy()));
                }
                Field::Switch { is_on, switched, name, .. } => {
                    assert_ne!(switched, scan);
                    assert!(if is_on { scan } else { switched }.to_string().contains(name), "{scan}");
                }
                Field::Number { value, range, with, unit, .. } => {
                    // A percentage is rounded; all other numbers are exact.
                    assert!(unit == "%" || with(value) == scan, "{scan}");
                    assert!(range.contains(&value) && range.end() > &value, "{scan}");
                    assert_ne!(with(value + 1), scan, "{scan}");
                }
            }
        }
    }
}

#[test]
fn those_that_read_a_cell_a_visit_compete_and_no_others() {
    let [black, white] = &checkerboard();
    let order = |scan| visits(scan, [black, white]);
    let reads_cells = |scan: Scan| order(scan).iter().all(|visit| visit.cells() == 1);
    let full = Prepared::new(!Mask::new(Size::new(9, 7)));
    let stops_at_a_hit = |scan: Scan| visits(scan, [&full, &full]).len() == 1;
    for scan in Scan::ALL {
        let borrows = Scan::ALL.into_iter().any(|other| {
            matches!(scan.about().contest, Contest::Borrows(_)) && other.hue().is_some() && order(other) == order(scan)
        });
        let competes = scan.is_exact() && reads_cells(scan) && stops_at_a_hit(scan) && !scan.remembers() && !borrows;
        assert_eq!(
            scan.hue().is_some(),
            competes,
            "{scan}: a scan that never errs, reads one cell per visit, stops at the first hit and has an order of its own \
             competes for the fewest visits, with a `Contest::Hue`; any other says why not"
        );
    }
}

#[test]
fn no_two_hues_are_alike() {
    let hues: Vec<_> = Scan::ALL.into_iter().filter_map(|scan| Some((scan, scan.hue()?))).collect();
    for (at, (scan, one)) in hues.iter().enumerate() {
        for (other, two) in &hues[..at] {
            let distance: u32 = one.iter().zip(two).map(|(one, two)| u32::from(one.abs_diff(*two)).pow(2)).sum();
            assert!(distance > 40 * 40, "{scan} and {other} have hues that are hard to tell apart");
        }
    }
}

#[test]
fn scans_that_read_the_box_cell_by_cell_say_how_many_visits_a_miss_takes() {
    let [black, white] = &checkerboard();
    let beside = Prepared::new(Mask::new(Size::new(5, 9)));
    for scan in Scan::variants().filter(|scan| scan.solid().is_none()) {
        // B extends beyond A, so only scans that read nothing else stay inside the overlap.
        let mut trace = Trace::with_limit(1_000);
        let hit = scan.run(black, &beside, Offset::new(6, -1), None, &mut trace);
        let inside = |visit: &Visit| visit.cells() == 1 && (0..3).contains(&visit.x) && (0..7).contains(&visit.y);
        let count = visits(scan, [black, white]).len() as u64;
        if scan.is_exact() && hit.is_none() && trace.visits.iter().all(inside) && count >= 9 * 7 {
            assert!(
                scan.known_visits(black, white, Offset::new(0, 0), None).is_some(),
                "{scan} reads all cells of the box"
            );
        }
    }
}
