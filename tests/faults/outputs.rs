//! Standard output, error and input that are closed or full.

use std::{fs::OpenOptions, io::Read as _, process::Stdio};

use super::program::{end, folder, program, run, sample, shell, words};

/// Every command, and help; none of them writes a file.
const COMMANDS: [&str; 15] = [
    "check ship.png rock.png --at 10,-17",
    "check ship.png rock.png --at 10,-17 --json",
    "scans",
    "scans --json",
    "order --size 9x7 --scan rows",
    "order --size 9x7 --scan rows --json",
    "survey area ship.png rock.png",
    "survey cost ship.png rock.png --scan rows --json",
    "time ship.png rock.png --scan words",
    "time ship.png rock.png --scan words --json",
    "replay scenes/hills-hit.scene.json",
    "replay scenes/hills-hit.scene.json --json",
    "--help",
    "--version",
    "survey --help",
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_exits_1_and_says_so() {
    for line in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("it is there on Linux");
        let mut command = program();
        let child = command.args(words(line)).stdout(full).stderr(Stdio::piped()).spawn().expect("it starts");
        let ran = end(child, &command);
        let message = "maskscope: the answer cannot be written: No space left on device (os error 28)\n";
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), message), "{line}");
    }
}

/// Exceeding the limit also sends a signal, which ends programs that do not expect it.
#[test]
fn an_output_that_may_not_grow_exits_1_and_says_so() {
    let folder = folder();
    let ran = run(shell("ulimit -f 0; exec \"$0\" scans > \"$1\"").arg(folder.path().join("scans.txt")));
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.starts_with("maskscope: the answer cannot be written: File too large"), "{}", ran.err);
}

#[test]
fn an_output_that_nobody_reads_ends_quietly() {
    for line in COMMANDS {
        let mut command = program();
        command.args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        let ran = end(child, &command);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn an_output_that_is_read_in_part_ends_quietly() {
    let mut command = program();
    command.args(["order", "--size", "1000x1000", "--scan", "rows", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut output = child.stdout.take().expect("a pipe");
    output.read_exact(&mut [0; 8]).expect("some bytes");
    drop(output);
    let ran = end(child, &command);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn an_answer_needs_an_open_output_and_nothing_else() {
    let message = "maskscope: the answer cannot be written: standard output is closed\n";
    for (closed, code, err) in [
        ("<&-", 0, ""),
        ("2>&-", 0, ""),
        ("<&- 2>&-", 0, ""),
        (">&-", 1, message),
        ("<&- >&-", 1, message),
        ("1</dev/null", 1, message),
        (">&- 2>&-", 1, ""),
        ("<&- >&- 2>&-", 1, ""),
        // These are open, but lead nowhere on purpose.
        ("> /dev/null", 0, ""),
        ("1<> /dev/null", 0, ""),
    ] {
        for line in COMMANDS {
            let ran = run(shell(&format!("\"$0\" \"$@\" {closed}")).args(words(line)));
            assert_eq!((ran.code, ran.err.as_str()), (Some(code), err), "{line} {closed}");
        }
        let missing = run(shell(&format!("\"$0\" check missing.png \"$1\" {closed}")).arg(sample("ship.png")));
        assert_eq!(missing.code, Some(1), "{closed}");
        let wrong = run(&mut shell(&format!("\"$0\" check --nonsense {closed}")));
        assert_eq!(wrong.code, Some(2), "{closed}");
    }
}

/// A replay's findings count only where they can be read.
#[cfg(target_os = "linux")]
#[test]
fn a_verdict_that_cannot_be_delivered_exits_1() {
    let folder = folder();
    let log = folder.path().join("game.jsonl");
    let check = r#"{"frame":1,"a":{"sprite":"dot"},"b":{"sprite":"dot","name":"b"},"hit":false}"#;
    std::fs::write(&log, format!("{}\n{check}\n", r##"{"sprite":"dot","mask":["#"]}"##)).expect("it can be written");
    for (output, code) in [("", 3), (">/dev/full", 1), ("1</dev/null", 1)] {
        let ran = run(shell(&format!("\"$0\" replay \"$1\" {output}")).arg(&log));
        assert_eq!(ran.code, Some(code), "{output}: {}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_changes_no_exit_code() {
    for (arguments, code) in [("check missing.png missing.png", 1), ("check --nonsense", 2), ("", 1)] {
        let ran = run(&mut shell(&format!("\"$0\" {arguments} 2>/dev/full")));
        assert_eq!(ran.code, Some(code), "{arguments}");
    }
}
