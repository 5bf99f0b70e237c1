//! Every sentence of `docs/guarantees.md` is kept by the tests that are named here.

use std::{fs, path::Path};

#[path = "support/sources.rs"]
mod sources;

/// The beginning of each sentence, and the tests that keep it: a file and a function in it.
const PROMISES: &[(&str, &[(&str, &str)])] = &[
    (
        "When the program ends, it saves the session",
        &[
            ("tests/window/copies.rs", "the_last_session_comes_back_after_quitting_and_after_a_crash"),
            ("tests/desktop/left_behind.rs", "quitting_and_starting_again_goes_on"),
            ("tests/session_monkey/main.rs", "whatever_was_done_comes_back"),
            ("tests/window/copies.rs", "a_fresh_start_keeps_unsaved_work_and_is_undone_by_one_step"),
            ("tests/window/copies.rs", "a_log_comes_back_at_the_same_check_and_is_followed_again"),
            ("tests/window/copies.rs", "a_live_log_comes_back_live"),
            ("tests/window/copies.rs", "a_table_of_checks_comes_back_at_the_same_check"),
        ],
    ),
    (
        "A crash loses at most the last second",
        &[
            ("tests/desktop/left_behind.rs", "a_crash_loses_at_most_the_last_second"),
            ("tests/window/copies.rs", "during_a_long_drag_the_copy_is_never_older_than_a_second"),
        ],
    ),
    (
        "Each window, and each tab of the page",
        &[
            ("tests/window/copies.rs", "two_windows_have_a_copy_each_and_the_one_that_ended_last_is_continued"),
            (
                "src/app/outside/copies/mark.rs",
                "the_newest_is_continued_others_with_unsaved_work_are_offered_and_the_rest_goes",
            ),
        ],
    ),
    (
        "Unsaved work of other windows that have ended",
        &[
            ("tests/window/copies.rs", "what_a_crash_left_behind_is_announced_at_every_start_until_it_is_discarded"),
            ("tests/window/copies.rs", "a_message_that_is_only_closed_comes_back"),
            ("tests/window/copies.rs", "beyond_eight_copies_the_message_says_how_many_more_there_are"),
            ("tests/desktop/left_behind.rs", "what_another_program_holds_or_has_left_is_announced"),
        ],
    ),
    (
        "Only *Discard* deletes it",
        &[
            ("tests/window/copies.rs", "restoring_a_copy_keeps_the_unsaved_work_of_this_window"),
            ("tests/window/copies.rs", "a_damaged_copy_is_reported_offered_and_stays_until_it_is_discarded"),
        ],
    ),
    (
        "One **Ctrl Z** undoes whatever replaced your work",
        &[
            ("tests/session/undo.rs", "one_step_brings_back_whatever_is_replaced"),
            ("tests/window/saving.rs", "dropping_two_images_over_work_is_undone_by_one_key_and_the_view_comes_back"),
        ],
    ),
    (
        "Unsaved work that a link, a scene or a dropped file replaces",
        &[
            (
                "tests/window/copies.rs",
                "work_that_a_link_replaces_stays_in_a_copy_of_its_own_and_undo_goes_on_with_that",
            ),
            ("tests/window/copies.rs", "a_dropped_scene_or_image_replaces_no_unsaved_work_either"),
        ],
    ),
    (
        "If a start crashes, the next one opens the same session",
        &[
            ("tests/window/copies.rs", "a_start_after_one_that_died_runs_no_scripts_until_it_is_asked_to"),
            ("tests/window/copies.rs", "after_two_dead_starts_the_samples_are_shown_and_the_session_is_offered"),
            ("tests/desktop/left_behind.rs", "a_session_whose_start_dies_twice_is_only_offered"),
        ],
    ),
    (
        "If unsaved work could not be saved, closing",
        &[
            ("tests/window/copies.rs", "closing_asks_where_unsaved_work_could_not_be_kept"),
            ("tests/desktop/left_behind.rs", "closing_asks_where_work_could_not_be_kept_and_a_signal_says_so"),
            ("tests/desktop/left_behind.rs", "a_signal_ends_the_window_with_what_is_shown_kept"),
        ],
    ),
    (
        "The dot in the title means",
        &[
            ("tests/window/saving.rs", "a_dot_says_what_is_not_saved"),
            ("tests/kept.rs", "what_is_in_no_file_is_unsaved"),
        ],
    ),
    (
        "A file that another program has changed since",
        &[
            ("tests/window/saving.rs", "a_scene_that_another_program_has_changed_is_not_written_over_unasked"),
            (
                "tests/window/saving.rs",
                "an_export_of_before_that_another_program_has_changed_is_not_written_over_unasked",
            ),
            ("tests/window/copies.rs", "a_file_that_this_session_has_written_before_it_was_killed_is_known_again"),
        ],
    ),
    (
        "A long-running command shows its progress",
        &[
            ("tests/faults/terminal.rs", "progress_says_what_is_done_and_how_long_the_rest_takes"),
            ("tests/faults/terminal.rs", "nothing_is_shown_where_it_is_not_wanted_or_not_seen"),
        ],
    ),
    (
        "Ctrl C ends it at once",
        &[
            ("tests/faults/terminal.rs", "a_long_command_shows_its_progress_and_ctrl_c_ends_it"),
            ("tests/faults/terminal.rs", "what_asks_it_to_end_ends_it_at_any_moment"),
            ("tests/faults/terminal.rs", "an_end_removes_a_file_that_is_half_written"),
        ],
    ),
    (
        "If an answer cannot be delivered",
        &[
            ("tests/faults/outputs.rs", "a_full_output_exits_1_and_says_so"),
            ("tests/faults/outputs.rs", "an_answer_needs_an_open_output_and_nothing_else"),
        ],
    ),
    (
        "Messages are plain sentences",
        &[
            ("tests/support/properties/mod.rs", "in_plain_words"),
            ("tests/seeds.rs", "fields_of_any_kind_in_scenes_are_read_or_refused_in_words"),
        ],
    ),
    ("Only regular files are read", &[("tests/faults/reading.rs", "what_is_no_regular_file_is_refused_at_once")]),
    (
        "What an image claims about itself",
        &[
            ("tests/hostile.rs", "every_file_is_read_right_or_refused"),
            ("tests/hostile.rs", "only_by_hand_pixels_as_many_as_may_be_are_read_in_time_and_in_little_memory"),
            ("tests/command_line.rs", "limits_are_lowered_and_raised_by_options"),
        ],
    ),
    ("Nothing more is promised about memory", &[]),
    (
        "A script of your own scan ends within 2 seconds",
        &[
            ("tests/scans/bounds.rs", "attacks_end_within_their_bounds"),
            ("tests/scans/bounds.rs", "programs_made_by_chance_keep_their_bounds"),
            (
                "crates/maskscope-core/src/scan/strategies/own/bounds.rs",
                "all_that_a_run_can_hold_at_once_is_within_its_memory",
            ),
            (
                "crates/maskscope-core/src/scan/strategies/own/engine.rs",
                "a_panic_of_the_interpreter_is_an_error_of_the_script",
            ),
        ],
    ),
    ("A Godot file names images by", &[("tests/faults/reading.rs", "a_project_of_godot_is_not_left")]),
    ("If a decoder panics", &[("tests/images/images.rs", "a_decoder_that_panics_is_a_damaged_image")]),
    (
        "A scene may name any image",
        &[("tests/faults/reading.rs", "an_image_that_vanishes_is_named_by_the_scene_that_needs_it")],
    ),
    (
        "A scene from a link reads no file",
        &[
            ("tests/links.rs", "a_link_reads_nothing_from_the_disk"),
            ("tests/links.rs", "a_small_link_does_not_unpack_to_much"),
            ("tests/support/properties/link.rs", "check"),
        ],
    ),
    (
        "On Windows, scenes, logs and atlases",
        &[
            ("src/files/disk/names.rs", "names_that_lead_away_from_the_disk_are_refused_on_windows"),
            ("tests/links.rs", "on_windows_files_name_no_devices"),
        ],
    ),
    (
        "Exports and scenes go where you say",
        &[("tests/window/copies.rs", "what_others_have_put_among_the_copies_stays")],
    ),
    (
        "Every file is written next to its target",
        &[
            ("tests/faults/killed.rs", "a_kill_at_any_moment_leaves_the_old_file_or_the_new_one"),
            ("tests/faults/writing.rs", "wherever_the_writing_stops_the_old_file_or_the_new_one_is_there"),
        ],
    ),
    (
        "File modes are preserved",
        &[
            ("tests/writing.rs", "a_new_file_has_the_mode_of_any_new_file_and_an_old_one_keeps_its_own"),
            ("tests/writing.rs", "links_stay_and_what_they_lead_to_is_written"),
            ("tests/writing.rs", "of_a_file_with_several_names_only_the_one_that_is_written_changes"),
        ],
    ),
    (
        "A killed process leaves nothing",
        &[("tests/faults/killed.rs", "a_kill_at_any_moment_leaves_the_old_file_or_the_new_one")],
    ),
    (
        "A command never overwrites a file",
        &[
            ("tests/faults/inputs.rs", "an_output_that_is_an_input_is_refused_and_named_as_both"),
            ("tests/faults/inputs.rs", "an_output_that_is_an_input_is_written_where_that_is_asked_for"),
        ],
    ),
    (
        "Only `fix` changes the file that it reads",
        &[
            ("tests/fixing.rs", "a_hitbox_is_fixed_once_and_undone_to_the_first_byte"),
            ("tests/fixing.rs", "outside_of_its_numbers_no_byte_changes"),
            ("tests/fixing.rs", "what_is_only_shown_is_not_written"),
        ],
    ),
    (
        "It reads the result back before it writes",
        &[
            ("tests/fixing.rs", "links_are_refused"),
            ("tests/fixing.rs", "outside_of_its_numbers_no_byte_changes"),
            ("tests/fixing.rs", "a_hitbox_is_fixed_once_and_undone_to_the_first_byte"),
            ("src/files/fix/undo.rs", "changes_are_undone_one_by_one_while_the_file_is_as_it_was_written"),
        ],
    ),
    (
        "On Windows, a file that another program has open",
        &[("tests/windows.rs", "what_another_program_holds_is_not_written_and_stays_whole")],
    ),
    (
        "maskscope opens no connection to another computer",
        &[("tests/promises.rs", "nothing_reaches_a_network_or_starts_a_program")],
    ),
    (
        "Only for a game that can be stopped",
        &[
            ("tests/stops.rs", "only_the_game_is_listened_to_and_it_always_goes_on"),
            ("tests/promises.rs", "nothing_reaches_a_network_or_starts_a_program"),
        ],
    ),
    (
        "It answers only a process that sends",
        &[("tests/stops.rs", "only_the_game_is_listened_to_and_it_always_goes_on")],
    ),
    (
        "The only program it starts by itself is",
        &[
            ("tests/environment.rs", "without_a_file_dialog_a_path_can_be_typed"),
            ("tests/promises.rs", "nothing_reaches_a_network_or_starts_a_program"),
        ],
    ),
    (
        "`run` starts the command that you give it",
        &[("tests/run.rs", "the_environment_is_the_games_own"), ("tests/run.rs", "other_commands_know_the_log")],
    ),
    ("The logger in the game's environment is removed", &[("tests/run.rs", "the_environment_is_the_games_own")]),
    (
        "Control characters in file contents",
        &[
            ("tests/faults/reading.rs", "odd_names_move_no_cursor"),
            ("tests/faults/reading.rs", "what_stands_in_files_moves_no_cursor"),
        ],
    ),
];

/// Returns the sentences of the list, without the bold words at the start of each item.
fn sentences(page: &str) -> Vec<String> {
    let items = page.split("\n- **").skip(1).map(|item| item.split("\n\n").next().unwrap_or_default());
    let flowing = items.map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "));
    flowing
        .flat_map(|item| {
            let text = item.split_once("** ").expect("words in bold, then sentences").1;
            text.split_inclusive(". ").map(|sentence| sentence.trim().to_owned()).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_promise_is_held_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package does not contain the guide.
    let Ok(page) = fs::read_to_string(root.join("docs/guarantees.md")) else { return };
    let sentences = sentences(&page.replace("\r\n", "\n"));
    let mut faults = Vec::new();
    for sentence in &sentences {
        if !PROMISES.iter().any(|(begin, _)| sentence.starts_with(begin)) {
            faults.push(format!("no test keeps: {sentence}"));
        }
    }
    for (begin, tests) in PROMISES {
        if !sentences.iter().any(|sentence| sentence.starts_with(begin)) {
            faults.push(format!("the guide does not promise: {begin}"));
        }
        for (file, name) in *tests {
            let text = fs::read_to_string(root.join(file)).unwrap_or_default();
            if !text.contains(&format!("fn {name}(")) {
                faults.push(format!("{begin}: there is no test {name} in {file}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_reaches_a_network_or_starts_a_program() {
    for source in ["src", sources::CORE].into_iter().flat_map(sources::sources) {
        let code = source.code();
        for word in ["std::net", "TcpStream", "UdpSocket", "Command::new"] {
            // A person names the game that these start.
            let starts = ["src/cli/run/game.rs", "src/app/outside/system/game.rs"];
            let is_run = word == "Command::new" && starts.contains(&&*source.name);
            // A game that can be stopped is on this machine.
            let is_stop = ["std::net", "TcpStream"].contains(&word) && source.name.starts_with("src/stops/");
            assert!(is_run || is_stop || !code.contains(word), "{word} in {}", source.name);
        }
        let others = code.matches("::bind(").count() - code.matches("::bind((Ipv4Addr::LOCALHOST, 0))").count();
        let connects = code.matches("::connect(").count() - code.matches("::connect(self.address)").count();
        assert_eq!((others, connects), (0, 0), "{} reaches other machines", source.name);
    }
}

#[test]
fn what_ci_leaves_out_by_its_name_cargo_test_leaves_out_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package does not contain it.
    let Ok(run) = fs::read_to_string(root.join(".ci/run")) else { return };
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let left_out: Vec<_> = run.split("--skip ").skip(1).map(|rest| &rest[..end(rest)]).collect();
    assert!(left_out.contains(&"only_by_hand"), "{left_out:?}");
    for source in ["src", sources::CORE, "tests"].into_iter().flat_map(sources::sources) {
        let lines: Vec<_> = source.text.lines().map(str::trim_start).collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) else { continue };
            let mut above = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
            let is_ignored = above.any(|line| line.starts_with("#[ignore"));
            let is_left_out = left_out.iter().any(|part| name.contains(part));
            assert!(is_ignored || !is_left_out, "{name} in {} would not be run", source.name);
        }
    }
}
