//! Dialogs and files, each on a thread of its own, so that no frame waits for a disk or a person.

use std::{
    collections::HashMap,
    io::Cursor,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use egui::{ColorImage, Rect};
use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use crate::files::FileFormat as _;
use crate::{
    app::{panels::messages::Work, request::PathFor},
    files::{
        FileError, Limits, MaskFormat, Order, OrderFormat, Plate, Reason, Scanned, SurveyFormat, SurveySheet,
        TableFormat, TableRow, caught, encode_scene, holds_scene, keys_text, load, load_frames, load_keys, load_route,
        load_scene, numbered, write_series, write_whole, write_whole_with,
    },
    geom::{Cell, IntRect, Size},
    palette::Palette,
    scene::{MaskImage, Scene, SolidRule, Sprite},
    session::{Action, Content, Effect, Export, FileAction, ScanRow, Slot, Stage},
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
    /// A picture of the window, and where to write it.
    Seen(ColorImage, PathBuf),
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
    is_cancelled: Arc<AtomicBool>,
}

/// When a thread may write: after all that was to be written before, so that what is newer stays.
struct Turn {
    before: Option<JoinHandle<()>>,
    is_cancelled: Arc<AtomicBool>,
}

impl Turn {
    /// Waits until all before have been written; answers whether this is still wanted.
    fn comes(&mut self) -> bool {
        // A panic there has been told of there.
        let _ = self.before.take().map(JoinHandle::join);
        !self.is_cancelled.load(Ordering::Relaxed)
    }
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
    /// Whether the newest reading of a changed image is outdated.
    reloading: HashMap<(Slot, PathBuf), Arc<AtomicBool>>,
    /// The last of what is being written.
    writing: Option<JoinHandle<()>>,
}

impl Background {
    /// Nothing under way; images are read within `limits`.
    pub fn new(wake: egui::Context, limits: Limits) -> Self {
        let (sender, outcomes) = channel();
        Self {
            limits,
            wake,
            sender,
            outcomes,
            next_id: 0,
            running: Vec::new(),
            cancelled: Vec::new(),
            reloading: HashMap::new(),
            writing: None,
        }
    }

    /// Work that has lasted long enough to be shown.
    pub fn shown_work(&self) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|work| work.since.elapsed() >= SHOWN_AFTER)
    }

    /// Forgets the work of a place in the list that is shown: its outcome is dropped when it comes, and what is not yet
    /// written is not.
    pub fn cancel(&mut self, place: usize) {
        let id = self.shown_work().nth(place).map(|work| {
            work.is_cancelled.store(true, Ordering::Relaxed);
            work.id
        });
        self.running.retain(|work| Some(work.id) != id);
        self.cancelled.extend(id);
    }

    /// Takes a picture of a part of the window, in points, as it looks when it is painted next; to be written.
    pub fn photograph(&mut self, part: Rect, path: PathBuf) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let id = self.new_id();
        self.wake.request_screenshot(move |window| {
            let view = window.region(&part, Some(wake.pixels_per_point()));
            // Nobody listens any more when the window has been closed.
            let _ = sender.send((id, Outcome::Seen(view, path)));
            wake.request_repaint();
        });
    }

    /// Writes a picture of the window.
    pub fn write_view(&mut self, view: ColorImage, path: PathBuf) {
        let title = format!("Writing {}", name_of(&path));
        self.spawn_writer(Some(title), move |mut turn| {
            let write = |png: Vec<u8>| told(Export::View, &path, write_whole(&path, &png));
            Outcome::act(Action::File(in_turn(&path, &mut turn, png_of(&view), write)))
        });
    }

    /// Writes a scene down in silence; says so only where that fails.
    pub fn keep(&mut self, scene: Scene, path: PathBuf) {
        self.spawn_writer(None, move |mut turn| {
            let text = encode_scene(&scene, None, false);
            turn.comes();
            match write_whole(&path, text.as_bytes()) {
                Ok(()) => Outcome::Nothing,
                Err(error) => {
                    Outcome::act(Action::File(failed("could not be kept", &error, "A crash would lose the scene.")))
                }
            }
        });
    }

    /// Whether something is still being written, or waits for its turn.
    pub fn is_writing(&self) -> bool {
        self.writing.as_ref().is_some_and(|writing| !writing.is_finished())
    }

    /// Waits until everything has been written: what was saved is saved, even by a window that is closed at once.
    pub fn finish_writing(&mut self) {
        // A panic there has been told of there.
        let _ = self.writing.take().map(JoinHandle::join);
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
            Effect::LoadRoute(path) => {
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
                let is_outdated = Arc::<AtomicBool>::default();
                if let Some(older) = self.reloading.insert((slot, path.clone()), Arc::clone(&is_outdated)) {
                    older.store(true, Ordering::Relaxed);
                }
                self.spawn(None, move || {
                    let read = reload(slot, &path, &limits);
                    // A newer content may have been read sooner.
                    if is_outdated.load(Ordering::Relaxed) {
                        Outcome::Nothing
                    } else {
                        Outcome::act(Action::File(read))
                    }
                });
            }
            Effect::LoadImage { slot, path } => {
                let title = format!("Opening {}", name_of(&path));
                let kept = if stage.get(slot).is_some() { "The old picture is kept." } else { "" };
                self.spawn(Some(title), move || Outcome::act(Action::File(load_image(slot, &path, &limits, kept))));
            }
            Effect::PickTarget { export, suggestion } => self.spawn(None, move || pick_target(export, &suggestion)),
            Effect::Write { export, content, path } => {
                let title = format!("Writing {}", name_of(&path));
                self.spawn_writer(Some(title), move |mut turn| {
                    Outcome::act(Action::File(write(export, &content, &path, &mut turn)))
                });
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
        self.spawn_cancellable(title, Arc::default(), task);
    }

    /// Starts a `task` that writes when its turn comes.
    fn spawn_writer(&mut self, title: Option<String>, task: impl FnOnce(Turn) -> Outcome + Send + 'static) {
        let is_cancelled = Arc::<AtomicBool>::default();
        let turn = Turn { before: self.writing.take(), is_cancelled: Arc::clone(&is_cancelled) };
        self.writing = self.spawn_cancellable(title, is_cancelled, move || task(turn));
    }

    fn spawn_cancellable(
        &mut self,
        title: Option<String>,
        is_cancelled: Arc<AtomicBool>,
        task: impl FnOnce() -> Outcome + Send + 'static,
    ) -> Option<JoinHandle<()>> {
        let id = self.new_id();
        if let Some(title) = title {
            self.running.push(Running { id, title, since: Instant::now(), is_cancelled });
            self.wake.request_repaint_after(SHOWN_AFTER);
        }
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let started = thread::Builder::new().name("maskscope-files".to_owned()).spawn(move || {
            let outcome = caught(task).unwrap_or_else(|panic| failure("The program failed at this", panic.to_string()));
            // Nobody listens any more when the window has been closed.
            let _ = sender.send((id, outcome));
            wake.request_repaint();
        });
        started.map_err(|error| self.sender.send((id, failure("No thread could be started", error.to_string())))).ok()
    }
}

fn failure(title: &str, detail: String) -> Outcome {
    Outcome::act(Action::File(FileAction::Failed { title: title.to_owned(), detail }))
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
        Export::Mask(_) | Export::Frames(_) | Export::Overlap => MaskFormat::extensions(),
        Export::Order => OrderFormat::extensions(),
        Export::Table => TableFormat::extensions(),
        Export::View => vec!["png"],
        Export::Keys => vec!["txt"],
        Export::Survey => SurveyFormat::extensions(),
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
        Err(FileError { reason: Reason::NotFound, path }) => FileAction::Gone(path),
        Err(FileError { reason, path }) => FileAction::NotReloaded(path, sentence(&reason)),
    }
}

/// Reads the route of B.
fn load_way(path: &Path, limits: &Limits) -> FileAction {
    match load_route(path, limits) {
        Ok(route) => FileAction::RouteLoaded(route),
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

/// Writes something in the format that the path's extension stands for, once its `turn` comes.
fn write(export: Export, content: &Content, path: &Path, turn: &mut Turn) -> FileAction {
    let Content::Order { scan, masks: [a, b], offset, names: [name_a, name_b] } = content else {
        return in_turn(path, turn, encode_files(content, path), |files| written(export, path, &files));
    };
    let plate = Plate {
        order: Order { scan: *scan, a, b, offset: *offset },
        scanned: Scanned::Sprites { a: name_a, b: name_b },
        palette: &Palette::LIGHT,
    };
    let format = OrderFormat::of_path(path).map_err(|error| error.to_string());
    in_turn(path, turn, format, |format| told(export, path, write_whole_with(path, |file| format.write(&plate, file))))
}

/// Does `write` with what is `prepared` for the file `path`, once the `turn` comes; else tells why it is not written.
fn in_turn<T>(
    path: &Path,
    turn: &mut Turn,
    prepared: Result<T, String>,
    write: impl FnOnce(T) -> FileAction,
) -> FileAction {
    let refused = |detail| FileAction::Failed { title: format!("{} was not written", name_of(path)), detail };
    match prepared {
        Ok(prepared) if turn.comes() => write(prepared),
        Ok(_) => refused("It was cancelled.".to_owned()),
        Err(reason) => refused(reason),
    }
}

/// The files that `content` becomes: masks are written into one each, `walk0.png`, `walk1.png`.
fn encode_files(content: &Content, path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let Content::Masks(masks) = content else {
        return Ok(vec![(path.to_owned(), encode(content, path)?)]);
    };
    let encoded = masks.iter().enumerate().map(|(number, mask)| {
        let path = numbered(path, number);
        encode(&Content::Mask(mask.clone()), &path).map(|bytes| (path, bytes))
    });
    encoded.collect()
}

/// Writes `files`, and tells how it went. `path` is what was asked for.
fn written(export: Export, path: &Path, files: &[(PathBuf, Vec<u8>)]) -> FileAction {
    match export {
        Export::Frames(_) => match write_series(files) {
            Ok(()) => saved(export, format!("{} files: {} and so on", files.len(), name_of(&numbered(path, 0)))),
            Err(error) => failed("was not written", &error, ""),
        },
        _ => told(export, path, files.iter().try_for_each(|(path, bytes)| write_whole(path, bytes))),
    }
}

/// How it went to write one file, the one that was asked for.
fn told(export: Export, path: &Path, outcome: Result<(), FileError>) -> FileAction {
    match outcome {
        Ok(()) if matches!(export, Export::Scene { .. }) => FileAction::SceneSaved(path.to_owned()),
        Ok(()) => saved(export, name_of(path)),
        Err(error) => failed("was not written", &error, "Nothing was changed on the disk."),
    }
}

fn saved(export: Export, detail: String) -> FileAction {
    FileAction::Done { title: format!("{} saved", export.name()), detail }
}

/// The bytes of the file, or why there can be none.
fn encode(content: &Content, path: &Path) -> Result<Vec<u8>, String> {
    match content {
        Content::Mask(mask) => {
            let format = MaskFormat::of_path(path).map_err(|error| error.to_string())?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            format.encode(mask, &name).map_err(|reason| reason.to_string())
        }
        Content::Order { .. } => Err("It is written as it is made.".to_owned()),
        Content::Table(rows, overlap) => {
            let format = TableFormat::of_path(path).map_err(|error| error.to_string())?;
            Ok(format.encode(&table(rows, *overlap)).into_bytes())
        }
        Content::Survey(answer, [a, b]) => {
            let format = SurveyFormat::of_path(path).map_err(|error| error.to_string())?;
            Ok(format.encode(&SurveySheet { answer, names: [a, b], palette: &Palette::LIGHT }))
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

/// A picture of the window as a PNG file.
fn png_of(picture: &ColorImage) -> Result<Vec<u8>, String> {
    let side = |n: usize| u32::try_from(n).map_err(|error| error.to_string());
    let mut png = Cursor::new(Vec::new());
    PngEncoder::new(&mut png)
        .write_image(picture.as_raw(), side(picture.size[0])?, side(picture.size[1])?, ExtendedColorType::Rgba8)
        .map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// `ship.png could not be opened`, with the reason and what was kept.
fn failed(what: &str, error: &FileError, kept: &str) -> FileAction {
    let detail = format!("{} {kept}", sentence(&error.reason)).trim_end().to_owned();
    FileAction::Failed { title: format!("{} {what}", name_of(&error.path)), detail }
}

/// A reason as a sentence of its own.
fn sentence(reason: &Reason) -> String {
    let reason = reason.to_string();
    let mut letters = reason.chars();
    let sentence: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!("{sentence}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::sample_scenes;

    fn background() -> Background {
        Background::new(egui::Context::default(), Limits::default())
    }

    #[test]
    fn what_is_to_be_written_is_written_before_the_window_closes() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut background = background();
        let path = |n: usize| folder.path().join(format!("{n}.scene.json"));
        for n in 0..20 {
            background.keep(sample_scenes()[0].clone(), path(n));
        }
        background.finish_writing();
        assert!((0..20).all(|n| path(n).is_file()));
    }

    #[test]
    fn what_is_cancelled_before_its_turn_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.txt");
        let masks = Content::Masks(vec![crate::mask::Mask::new(Size::new(2, 2))]);
        for (is_cancelled, count) in [(true, 0), (false, 1)] {
            let mut turn = Turn { before: None, is_cancelled: Arc::new(AtomicBool::new(is_cancelled)) };
            write(Export::Frames(Slot::A), &masks, &path, &mut turn);
            assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), count);
        }
    }

    #[test]
    fn a_task_that_panics_is_told_of() {
        let mut background = background();
        background.spawn(Some("Opening a.png".to_owned()), || panic!("nobody foresaw this"));
        let start = Instant::now();
        let outcomes = loop {
            let outcomes = background.finished();
            if !outcomes.is_empty() {
                break outcomes;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "nothing comes back");
            thread::yield_now();
        };
        let Some(Outcome::Do(action)) = outcomes.first() else { panic!("nothing to do") };
        assert!(
            matches!(&**action, Action::File(FileAction::Failed { detail, .. }) if detail.starts_with("nobody foresaw this, at "))
        );
        assert!(background.running.is_empty());
    }
}
