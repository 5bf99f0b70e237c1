//! Scripts leave memory once no session holds them.

use maskscope::session::{ScanAction, Session, StageAction};
use maskscope_core::replay::{Judge, Replay};
use maskscope_core::scan::own::{LATEST_BYTES, LONGEST_TEXT, Own};

/// The bytes of a long script.
const LONG: usize = LONGEST_TEXT - 100;

/// The `n`th of many long scripts of a test.
fn long(test: &str, n: usize) -> String {
    format!("// {test} {n}\n// {}", "x".repeat(LONG))
}

/// Makes scripts until those before them are no longer among the latest.
fn make_others(test: &str) {
    for n in 0..=LATEST_BYTES / LONG {
        Own::new("other", &long(test, n));
    }
}

/// True if the script of `own` is in memory.
fn stays(own: Own) -> bool {
    own.keep().is_some()
}

// One test, since all scripts of the process take the place of each other.
#[test]
fn scripts_stay_while_somebody_holds_them() {
    check_editing();
    check_logs();
}

/// Checks the scripts of a session in which one is edited.
fn check_editing() {
    let mut session = Session::default();
    let begun = session.scans().written(&long("begun", 0));
    session.apply(ScanAction::Add(begun).into());
    let edited: Vec<Own> = (1..=1_000)
        .map(|n| {
            let own = session.scans().rewritten(&long("edited", n)).expect("it is selected");
            session.apply(ScanAction::Rewrite(own).into());
            own
        })
        .collect();
    make_others("edited away");
    let stay = edited.iter().filter(|own| stays(**own)).count();
    assert_eq!(stay, 1, "the last one, which is listed");
    assert!(session.scans().own().all(stays) && stays(begun), "the first is a step to undo");
    session.apply(StageAction::Undo.into());
    assert_eq!(session.scans().selected().own(), Some(begun));
    assert_eq!(*begun.text(), *long("begun", 0));
    drop(session);
    make_others("closed");
    assert!(!stays(begun) && !edited.into_iter().any(stays), "the session held the last of them");
    assert_eq!((begun.name(), begun.check().is_err()), ("gone".to_owned(), true));
}

/// Checks a script that runs over a log.
fn check_logs() {
    let own = Own::new("logged", "// of a log\nvisit(0, 0)");
    let (judge, replay) = (Judge::new(&[own.into()]), Replay::new(&[own.into()]));
    make_others("of a judge");
    drop(replay);
    assert!(stays(own));
    let replay = Replay::new(&[own.into()]);
    drop(judge);
    make_others("of a replay");
    assert!(stays(own));
    drop(replay);
    make_others("of none");
    assert!(!stays(own));
}
