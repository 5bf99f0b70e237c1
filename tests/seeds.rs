//! The seeds of the fuzz targets, and some thousand mutations of them, have the properties that fuzzing checks.

use std::{fs, path::Path};

#[path = "support/dice.rs"]
mod dice;
#[path = "support/properties/mod.rs"]
mod properties;

use dice::Dice;
use properties::{atlas, copy, image, keys, link, log, path, scene, script};
use serde_json::{Value, json};

/// A property that a fuzz target checks on any bytes.
type Property = fn(&[u8]);

/// Returns the seeds of `target`, in the order of their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let own = format!("tests/support/seeds/{target}");
    let folders = if target == "script" { vec!["samples/scans", &*own] } else { vec![&*own] };
    let files = folders.into_iter().flat_map(|folder| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    });
    let mut seeds: Vec<_> = files
        .map(|file| file.expect("a file").path())
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a seed")))
        .collect();
    seeds.sort();
    seeds
}

/// Checks each seed of `target` and `mutants` mutations of them. A failure names the seed, and leaves a failing mutant
/// in a file.
fn check(target: &str, holds: Property, mutants: usize) {
    let seeds = seeds(target);
    assert!(seeds.len() >= 3, "{target} has only {} seeds", seeds.len());
    for (name, bytes) in &seeds {
        let _named = Named(|| eprintln!("the seed is {name}"));
        holds(bytes);
    }
    let mut dice = Dice::new(seeds.len() as u64);
    for number in 0..mutants {
        let (name, bytes) = &seeds[number % seeds.len()];
        let other = &dice.pick(&seeds).1;
        let mutant = mutated(bytes, other, &mut dice);
        let kept = std::env::temp_dir().join(format!("maskscope-{target}-mutant"));
        let _named = Named(|| {
            let written = fs::write(&kept, &mutant);
            eprintln!("mutant {number} of {name} is in {} ({written:?})", kept.display());
        });
        holds(&mutant);
    }
}

/// Prints what was being checked if the check panics.
struct Named<F: FnMut()>(F);

impl<F: FnMut()> Drop for Named<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0();
        }
    }
}

/// Returns `bytes` after one to four small changes.
fn mutated(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut mutant = bytes.to_vec();
    for _ in 0..=dice.roll(4) {
        let (from, to) = (dice.below(mutant.len() + 1), dice.below(mutant.len() + 1));
        let range = from.min(to)..from.max(to);
        let place = from.min(mutant.len().saturating_sub(1));
        match dice.roll(7) {
            0 => mutant.truncate(to),
            1 => drop(mutant.drain(range)),
            2 => mutant.insert(from, dice.pick(&[0, 1, b'"', b'0', b'-', b'\n', 0x7F, 0x80, 0xFF])),
            3 => {
                let copy = mutant[range].to_vec();
                mutant.splice(from..from, copy).for_each(drop);
            }
            4 => {
                let start = dice.below(other.len() + 1);
                mutant.splice(range, other[start..].iter().copied().take(64)).for_each(drop);
            }
            _ if mutant.is_empty() => {}
            5 => mutant[place] ^= 1 << dice.roll(8),
            _ => mutant[place] = dice.pick(&[0, 1, 0x7F, 0x80, 0xFF]),
        }
    }
    mutant
}

/// Returns the path of every value in `value`, lists and objects included.
fn places(value: &Value, path: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(n, item)| (n.to_string(), item)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, item)| (name.replace('/', "~1"), item)).collect(),
        _ => Vec::new(),
    };
    let inner = inner.iter().flat_map(|(name, item)| places(item, &format!("{path}/{name}")));
    std::iter::once(path.to_owned()).chain(inner).collect()
}

/// Checks the JSON seeds of `target` with each of their values replaced by one of every kind.
fn check_kinds(target: &str, holds: Property) {
    let kinds = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(256),
        json!(1e99),
        json!("a \"text\", expected \\ as said"),
        json!(""),
        json!([]),
        json!([1]),
        json!(["a", "b"]),
        json!({}),
        json!({ "a \"field\" \\": 1 }),
    ];
    for (name, bytes) in seeds(target) {
        let values: Vec<Value> =
            serde_json::Deserializer::from_slice(&bytes).into_iter().map_while(Result::ok).collect();
        let line = |value: &Value| format!("{value}\n");
        for (number, seed) in values.iter().enumerate() {
            // A log has one value per line, and a line depends on those before it.
            let before: String = values[..number].iter().map(line).collect();
            for (place, kind) in places(seed, "").iter().flat_map(|place| kinds.iter().map(move |kind| (place, kind))) {
                let mut odd = seed.clone();
                *odd.pointer_mut(place).expect("it is there") = kind.clone();
                let _named = Named(|| eprintln!("{name} with {kind} at {place} of value {number}"));
                holds(format!("{before}{odd}").as_bytes());
            }
        }
    }
}

#[test]
fn fields_of_any_kind_in_scenes_are_read_or_refused_in_words() {
    check_kinds("scene", scene::check);
}

#[test]
fn fields_of_any_kind_in_atlases_are_read_or_refused_in_words() {
    check_kinds("atlas", atlas::check);
}

#[test]
fn fields_of_any_kind_in_copies_are_read_or_refused_in_words() {
    check_kinds("copy", copy::check);
}

#[test]
fn fields_of_any_kind_in_logs_are_read_or_refused_in_words() {
    check_kinds("log", log::check);
}

#[test]
fn fields_of_any_kind_in_links_are_read_or_refused_in_words() {
    check_kinds("link", link::check);
}

#[test]
fn image_seeds_give_whole_pictures_or_an_error() {
    check("image", image::check, 4_000);
}

#[test]
fn scene_seeds_survive_writing_and_reading() {
    check("scene", scene::check, 1_000);
}

#[test]
fn copy_seeds_survive_writing_and_reading() {
    check("copy", copy::check, 500);
}

#[test]
fn atlas_seeds_give_whole_frames_or_an_error() {
    check("atlas", atlas::check, 2_000);
}

#[test]
fn path_seeds_survive_writing_and_reading() {
    check("path", path::check, 4_000);
}

#[test]
fn log_seeds_are_judged_alike_in_pieces_of_any_length() {
    check("log", log::check, 1_500);
}

#[test]
fn link_seeds_open_without_a_file_or_give_an_error() {
    check("link", link::check, 3_000);
}

#[test]
fn scripts_end_within_their_bounds_or_give_an_error() {
    check("script", script::check, 1_000);
}

#[test]
fn key_seeds_survive_writing_and_reading() {
    check("keys", keys::check, 4_000);
}
