//! Dialogs and files, each on a thread of its own, so that no frame waits for a disk or a person.

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use egui::{Color32, ColorImage, Rect};
use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use crate::{
    app::{panels::messages::Work, request::PathFor},
    files::{
        FileError, Limits, MaskFormat, Order, OrderFormat, Plate, Reason, Scanned, SurveyFormat, SurveySheet, Surveyed,
        TableFormat, TableRow, encode_scene, holds_scene, keys_text, load, load_frames, load_keys, load_path,
        load_scene, numbered, write_whole,
    },
    geom::{Cell, IntRect, Size},
    palette::Palette,
    scene::{MaskImage, Scene, SolidRule, Sprite},
    session::{Action, Answer, Content, Effect, Export, FileAction, ScanRow, Slot, Stage},
};

/// A dialog that "closes" sooner than a person can has never opened: there is no portal and no zenity.
const SOONER_THAN_A_PERSON: Duration = Duration::from_millis(150);
/// Work is shown once it has lasted this long.
const SHOWN_AFTER: Duration = Duration::from_millis(100);
/// A file that changed and cannot be read is read once more after so long.
const SECOND_TRY: Duration = Duration::from_millis(400);
/// The endings that the open dialog lists.
const IMAGES: [&str; 14] =
    ["png", "apng", "gif", "webp", "bmp", "qoi", "tif", "tiff", "jpg", "jpeg", "tga", "ase", "aseprite", "json"];

/// What comes back from a thread.
pub enum Outcome {
    /// Something for the session.
    Do(Box<Action>),
    /// This system shows no dialogs.
    NoDialog(PathFor),
    /// The dialog was closed without a choice.
    Nothing,
}

impl Outcome {
    fn act(action: Action) -> Self {
        Self::Do(Box::new(action))
    }
}

/// Work under way.
#[derive(Clone, Debug)]
pub struct Running {
    id: u64,
    /// What is being done, in a line.
    title: String,
    since: Instant,
}

impl Running {
    /// What the window tells of it. How much is done is not known.
    pub fn told(&self) -> Work {
        Work { title: self.title.clone(), done: 0, total: 0 }
    }
}

/// Everything that runs outside the session.
pub struct Background {
    limits: Limits,
    wake: egui::Context,
    sender: Sender<(u64, Outcome)>,
    outcomes: Receiver<(u64, Outcome)>,
    next_id: u64,
    running: Vec<Running>,
    /// Work whose outcome nobody wants any more.
    cancelled: Vec<u64>,
}

impl Background {
    /// Nothing under way; images are read within `limits`.
    pub fn new(wake: egui::Context, limits: Limits) -> Self {
        let (sender, outcomes) = channel();
        Self { limits, wake, sender, outcomes, next_id: 0, running: Vec::new(), cancelled: Vec::new() }
    }

    /// Work that has lasted long enough to be shown.
    pub fn shown_work(&self) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|work| work.since.elapsed() >= SHOWN_AFTER)
    }

    /// Forgets the work of a place in the list that is shown: its outcome is dropped when it comes.
    pub fn cancel(&mut self, place: usize) {
        let id = self.shown_work().nth(place).map(|work| work.id);
        self.running.retain(|work| Some(work.id) != id);
        self.cancelled.extend(id);
    }

    /// Writes a part of the window, in points, as it looks when it is painted next.
    pub fn write_view(&mut self, part: Rect, path: PathBuf) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let id = self.new_id();
        self.wake.request_screenshot(move |window| {
            let action = match png_of(&window, part, wake.pixels_per_point()) {
                Ok(png) => written(Export::View, &path, &png),
                Err(detail) => FileAction::Failed { title: format!("{} was not written", name_of(&path)), detail },
            };
            // Nobody listens any more when the window has been closed.
            let _ = sender.send((id, Outcome::act(Action::File(action))));
            wake.request_repaint();
        });
    }

    /// Writes a scene down in silence; says so only where that fails.
    pub fn keep(&mut self, scene: Scene, path: PathBuf) {
        self.spawn(None, move || match write_whole(&path, encode_scene(&scene, None, false).as_bytes()) {
            Ok(()) => Outcome::Nothing,
            Err(error) => {
                Outcome::act(Action::File(failed("could not be kept", &error, "A crash would lose the scene.")))
            }
        });
    }

    const fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Starts what the session asks for.
    pub fn start(&mut self, effect: Effect, stage: &Stage) {
        let limits = self.limits;
        match effect {
            Effect::PickImage(slot) => self.spawn(None, move || pick_image(slot)),
            Effect::PickScene => self.spawn(None, pick_scene),
            Effect::LoadWay(path) => {
                let title = format!("Opening {}", name_of(&path));
                self.spawn(Some(title), move || Outcome::act(Action::File(load_way(&path, &limits))));
            }
            Effect::PickKeys => self.spawn(None, pick_keys),
            Effect::LoadKeys(path) => {
                let title = format!("Opening {}", name_of(&path));
                self.spawn(Some(title), move || Outcome::act(Action::File(read_keys(&path, &limits))));
            }
            Effect::PickMaskImage(slot) => self.spawn(None, move || pick_mask_image(slot)),
            Effect::LoadMaskImage { slot, path, size } => {
                let title = format!("Opening {}", name_of(&path));
                self.spawn(Some(title), move || {
                    Outcome::act(Action::File(load_mask_image(slot, &path, size, &limits)))
                });
            }
            Effect::Reload { slot, path } => {
                self.spawn(None, move || Outcome::act(Action::File(reload(slot, &path, &limits))));
            }
            Effect::LoadImage { slot, path } => {
                let title = format!("Opening {}", name_of(&path));
                let kept = if stage.get(slot).is_some() { "The old picture is kept." } else { "" };
                self.spawn(Some(title), move || Outcome::act(Action::File(load_image(slot, &path, &limits, kept))));
            }
            Effect::PickTarget { export, suggestion } => self.spawn(None, move || pick_target(export, &suggestion)),
            Effect::Write { export, content, path } => {
                let title = format!("Writing {}", name_of(&path));
                self.spawn(Some(title), move || Outcome::act(Action::File(write(export, &content, &path))));
            }
            Effect::CopyTable(rows, overlap) => self.wake.copy_text(TableFormat::Tsv.encode(&table(&rows, overlap))),
        }
    }

    /// What has come back since the last time.
    pub fn finished(&mut self) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        while let Ok((id, outcome)) = self.outcomes.try_recv() {
            self.running.retain(|work| work.id != id);
            if let Some(place) = self.cancelled.iter().position(|&cancelled| cancelled == id) {
                self.cancelled.swap_remove(place);
            } else {
                outcomes.push(outcome);
            }
        }
        outcomes
    }

    fn spawn(&mut self, title: Option<String>, task: impl FnOnce() -> Outcome + Send + 'static) {
        let id = self.new_id();
        if let Some(title) = title {
            self.running.push(Running { id, title, since: Instant::now() });
            self.wake.request_repaint_after(SHOWN_AFTER);
        }
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let task = move || catch_unwind(AssertUnwindSafe(task)).unwrap_or_else(|_| given_up());
        let started = thread::Builder::new().name("maskscope-files".to_owned()).spawn(move || {
            // Nobody listens any more when the window has been closed.
            let _ = sender.send((id, task()));
            wake.request_repaint();
        });
        if let Err(error) = started {
            let failed =
                FileAction::Failed { title: "No thread could be started".to_owned(), detail: error.to_string() };
            let _ = self.sender.send((id, Outcome::act(Action::File(failed))));
        }
    }
}

/// What comes of work that panics: without an outcome it would seem to go on for ever.
fn given_up() -> Outcome {
    let detail = "The program has made a mistake in it. Nothing was changed.".to_owned();
    Outcome::act(Action::File(FileAction::Failed { title: "The work was given up".to_owned(), detail }))
}

/// The last part of a path, as messages print it.
fn name_of(path: &Path) -> String {
    crate::files::shown(path.file_name().map_or(path, Path::new))
}

fn pick_image(slot: Slot) -> Outcome {
    let dialog = rfd::FileDialog::new().set_title(format!("Open {}", slot.letter())).add_filter("Images", &IMAGES);
    answer(|| dialog.pick_file(), PathFor::Image(slot), |path| FileAction::OpenPath(slot, path))
}

fn pick_mask_image(slot: Slot) -> Outcome {
    let title = format!("Open the mask image of {}", slot.letter());
    let dialog = rfd::FileDialog::new().set_title(title).add_filter("Images", &IMAGES);
    answer(|| dialog.pick_file(), PathFor::MaskImage(slot), |path| FileAction::MaskImagePath(slot, path))
}

fn pick_scene() -> Outcome {
    let dialog = rfd::FileDialog::new().set_title("Open a scene").add_filter("Scenes", &["json"]);
    // Which place it would go to, were it an image, does not matter.
    answer(|| dialog.pick_file(), PathFor::Scene, |path| FileAction::OpenPath(Slot::A, path))
}

fn pick_keys() -> Outcome {
    let dialog = rfd::FileDialog::new().set_title("Open keys for the ball").add_filter("Keys", &["txt"]);
    answer(|| dialog.pick_file(), PathFor::Keys, FileAction::OpenKeysPath)
}

fn pick_target(export: Export, suggestion: &str) -> Outcome {
    let mut dialog = rfd::FileDialog::new().set_title(format!("Export {}", export.name())).set_file_name(suggestion);
    for ending in endings(export) {
        dialog = dialog.add_filter(ending, &[ending]);
    }
    answer(|| dialog.save_file(), PathFor::Export(export), |path| FileAction::ExportTo(export, path))
}

/// The endings of the files that something can be exported to.
fn endings(export: Export) -> Vec<&'static str> {
    let mut endings: Vec<_> = match export {
        Export::Mask(_) | Export::Frames(_) | Export::Overlap => MaskFormat::ALL.map(MaskFormat::extension).to_vec(),
        Export::Order => OrderFormat::ALL.map(OrderFormat::extension).to_vec(),
        Export::Table => TableFormat::ALL.map(TableFormat::extension).to_vec(),
        Export::View => vec!["png"],
        Export::Keys => vec!["txt"],
        Export::Survey => SurveyFormat::ALL.map(SurveyFormat::extension).to_vec(),
        Export::Scene { .. } => vec!["json"],
    };
    endings.dedup();
    endings
}

/// Shows a dialog and waits; tells cancelling apart from a system that has none.
fn answer(
    show: impl FnOnce() -> Option<PathBuf>,
    asked: PathFor,
    chosen: impl FnOnce(PathBuf) -> FileAction,
) -> Outcome {
    let opened = Instant::now();
    match show().filter(|path| !path.as_os_str().is_empty()) {
        Some(path) => Outcome::act(Action::File(chosen(path))),
        None if opened.elapsed() < SOONER_THAN_A_PERSON => Outcome::NoDialog(asked),
        None => Outcome::Nothing,
    }
}

/// Reads an image with its frames, or a scene; `kept` says what remains where that fails.
fn load_image(slot: Slot, path: &Path, limits: &Limits, kept: &str) -> FileAction {
    let read = if holds_scene(path, limits) {
        load_scene(path, limits).map(|scene| FileAction::SceneLoaded(Box::new(scene), Some(path.to_owned())))
    } else {
        load_sprite(path, limits).map(|sprite| FileAction::Loaded(slot, sprite))
    };
    read.unwrap_or_else(|error| failed("could not be opened", &error, kept))
}

fn load_sprite(path: &Path, limits: &Limits) -> Result<Sprite, FileError> {
    let frames = load_frames(path, limits)?;
    let mut sprite = Sprite::animated(name_of(path), frames, SolidRule::default());
    sprite.path = Some(path.to_owned());
    Ok(sprite)
}

/// Reads an image again that has changed on the disk. Where that fails it is tried once more: it may still be written.
fn reload(slot: Slot, path: &Path, limits: &Limits) -> FileAction {
    let again = |_| {
        thread::sleep(SECOND_TRY);
        load_sprite(path, limits)
    };
    match load_sprite(path, limits).or_else(again) {
        Ok(sprite) => FileAction::Reloaded(slot, sprite),
        Err(FileError { reason: Reason::NotFound, .. }) => FileAction::Gone(path.to_owned()),
        Err(error) => failed("has changed and can no longer be read", &error, "The picture is kept as it was."),
    }
}

/// Reads the way that B goes.
fn load_way(path: &Path, limits: &Limits) -> FileAction {
    match load_path(path, limits) {
        Ok(way) => FileAction::WayLoaded(way),
        Err(error) => failed("could not be opened", &error, "The old path is kept."),
    }
}

/// Reads the keys that move the ball.
fn read_keys(path: &Path, limits: &Limits) -> FileAction {
    match load_keys(path, limits) {
        Ok(keys) => FileAction::KeysLoaded(keys),
        Err(error) => failed("could not be opened", &error, "The old run is kept."),
    }
}

/// Reads an image that says what is solid in another one of `size`.
fn load_mask_image(slot: Slot, path: &Path, size: Size, limits: &Limits) -> FileAction {
    let right_size = |picture: crate::scene::Picture| {
        let found = picture.size();
        if found == size { Ok(picture) } else { Err(Reason::MaskSize { size: found, expected: size }.at(path)) }
    };
    match load(path, limits).and_then(right_size) {
        Ok(picture) => {
            let image = MaskImage { name: name_of(path), path: Some(path.to_owned()), picture };
            FileAction::MaskImageLoaded(slot, Arc::new(image))
        }
        Err(error) => failed("could not be opened", &error, "What is solid stays as it was."),
    }
}

/// Writes something in the format that the path's extension stands for.
fn write(export: Export, content: &Content, path: &Path) -> FileAction {
    let refused = |reason| FileAction::Failed { title: format!("{} was not written", name_of(path)), detail: reason };
    if let Content::Masks(masks) = content {
        return write_numbered(export, masks, path).unwrap_or_else(refused);
    }
    match encode(content, path) {
        Ok(encoded) => match written(export, path, &encoded) {
            FileAction::Done { .. } if matches!(export, Export::Scene { .. }) => {
                FileAction::SceneSaved(path.to_owned())
            }
            told => told,
        },
        Err(reason) => refused(reason),
    }
}

/// Writes each mask into a file of its own: `walk0.png`, `walk1.png`. Stops at the first that cannot be written.
fn write_numbered(export: Export, masks: &[crate::mask::Mask], path: &Path) -> Result<FileAction, String> {
    let encoded: Vec<_> = masks
        .iter()
        .enumerate()
        .map(|(number, mask)| {
            let path = numbered(path, number);
            encode(&Content::Mask(mask.clone()), &path).map(|bytes| (path, bytes))
        })
        .collect::<Result<_, _>>()?;
    for (path, bytes) in &encoded {
        if let told @ FileAction::Failed { .. } = written(export, path, bytes) {
            return Ok(told);
        }
    }
    let detail = format!("{} files: {} and so on", encoded.len(), name_of(&numbered(path, 0)));
    Ok(FileAction::Done { title: format!("{} saved", export.name()), detail })
}

/// Writes `bytes`, and tells how it went.
fn written(export: Export, path: &Path, bytes: &[u8]) -> FileAction {
    match write_whole(path, bytes) {
        Ok(()) => FileAction::Done { title: format!("{} saved", export.name()), detail: name_of(path) },
        Err(error) => failed("was not written", &error, "Nothing was changed on the disk."),
    }
}

/// The bytes of the file, or why there can be none.
fn encode(content: &Content, path: &Path) -> Result<Vec<u8>, String> {
    match content {
        Content::Mask(mask) => {
            let format = MaskFormat::of_path(path).map_err(|error| error.to_string())?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            format.encode(mask, &name).map_err(|reason| reason.to_string())
        }
        Content::Order { scan, masks: [a, b], offset, names: [name_a, name_b] } => {
            let format = OrderFormat::of_path(path).map_err(|error| error.to_string())?;
            let order = Order { scan: *scan, a, b, offset: *offset };
            let scanned = Scanned::Sprites { a: name_a, b: name_b };
            Ok(format.encode(&Plate { order, scanned, palette: &Palette::LIGHT }))
        }
        Content::Table(rows, overlap) => {
            let format = TableFormat::of_path(path).map_err(|error| error.to_string())?;
            Ok(format.encode(&table(rows, *overlap)).into_bytes())
        }
        Content::Survey { answer, names: [a, b], offset } => {
            let format = SurveyFormat::of_path(path).map_err(|error| error.to_string())?;
            let places = |offsets: crate::survey::Offsets| offset.and_then(|offset| offsets.place(offset));
            let (surveyed, present) = match &**answer {
                Answer::Cost(cost) => (Surveyed::Cost(&cost.survey), places(cost.survey.offsets())),
                Answer::Area(map) => (Surveyed::Area(map), places(map.offsets())),
                Answer::Thresholds(thresholds) => (Surveyed::Thresholds(thresholds), None),
                Answer::Frames(matrix) => (Surveyed::Frames(matrix), None),
                Answer::Divergence(_) | Answer::Disagreement(_) | Answer::Path(_) => {
                    return Err(
                        "This survey is only shown; `maskscope survey divergence` writes what each scan errs in."
                            .to_owned(),
                    );
                }
                Answer::Refused(why) => return Err(why.clone()),
            };
            Ok(format.encode(&SurveySheet { surveyed, names: [a, b], present, palette: &Palette::LIGHT }))
        }
        Content::Keys(keys, rules, steps) => Ok(keys_text(keys, rules, *steps).into_bytes()),
        Content::Masks(_) => Err("Each mask needs a file of its own.".to_owned()),
        Content::Scene { scene, embeds } => Ok(encode_scene(scene, path.parent(), *embeds).into_bytes()),
        Content::View => Err("Only the window can see it.".to_owned()),
    }
}

/// The table of scans as it is written: first hits in A's pixels.
fn table(rows: &[ScanRow], overlap: Option<IntRect>) -> Vec<TableRow> {
    let row = |row: &ScanRow| TableRow {
        scan: row.scan,
        is_hit: row.hit.is_some(),
        is_wrong: row.is_wrong,
        first_hit: row
            .hit
            .and_then(|hit| hit.cell)
            .zip(overlap)
            .map(|((x, y), overlap)| overlap.origin() + Cell::new(x.into(), y.into())),
        count: row.count,
        timing: row.timing,
    };
    rows.iter().map(row).collect()
}

/// A part of the window as a PNG file.
fn png_of(window: &ColorImage, part: Rect, pixels_per_point: f32) -> Result<Vec<u8>, String> {
    let picture = window.region(&part, Some(pixels_per_point));
    let side = |n: usize| u32::try_from(n).map_err(|error| error.to_string());
    let bytes: Vec<u8> = picture.pixels.iter().flat_map(Color32::to_array).collect();
    let mut png = Cursor::new(Vec::new());
    PngEncoder::new(&mut png)
        .write_image(&bytes, side(picture.size[0])?, side(picture.size[1])?, ExtendedColorType::Rgba8)
        .map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// `ship.png could not be opened`, with the reason and what was kept.
fn failed(what: &str, error: &FileError, kept: &str) -> FileAction {
    let reason = error.reason.to_string();
    let mut letters = reason.chars();
    let sentence: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let detail = format!("{sentence}. {kept}").trim_end().to_owned();
    FileAction::Failed { title: format!("{} {what}", name_of(&error.path)), detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_ends_and_says_so() {
        let mut background = Background::new(egui::Context::default(), Limits::default());
        background.spawn(Some("Opening a.png".to_owned()), || panic!("as it should"));
        let outcome = background.outcomes.recv_timeout(Duration::from_secs(20)).expect("an outcome");
        background.sender.send(outcome).expect("it listens");
        let [Outcome::Do(action)] = &background.finished()[..] else { panic!("one outcome") };
        assert!(
            matches!(&**action, Action::File(FileAction::Failed { title, .. }) if title == "The work was given up")
        );
        assert!(background.running.is_empty());
    }
}
