//! The list of commands, in the order of the menus.

use std::borrow::Cow;

use egui::ThemePreference;
use strum::VariantArray as _;

use super::declaration::{
    Declaration, Direction, Section, command, copied, ctrl, ctrl_shift, has_any, has_both, has_wrong_checks, is_game,
    plain, plays, plays_checks, shift,
};
use super::stage::{self, active};
use super::{project, scans, stops, view};
use crate::app::prelude::*;
use crate::app::request::{PathField, PathFor, Popup, ZoomRequest};
use crate::exports::{self, ExportRef};
use crate::files::{HitboxFormat, HitboxRole};
use crate::session::{Layer, LessonAction, OpenLesson, PlaybackAction, PlayerAction, ScanAction};
use maskscope_core::replay::RunTo;

/// Lists the commands, each with its effect, the values it carries, and its declaration.
macro_rules! commands {
    ($($(#[doc = $sentence:literal])+ $name:ident $(($value:ident: $type:ty) in $values:expr)? => $declare:expr,)*) => {
        /// Something a person can ask for by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[doc = $sentence])+ $name $(($type))?,)*
        }

        /// Every command, in order.
        pub(super) fn listed() -> Vec<Command> {
            [$(commands!(@list $name $(, $values)?)),*].concat()
        }

        impl Command {
            pub(super) fn declaration(self) -> Declaration {
                match self {
                    $(Self::$name $(($value))? => $declare,)*
                }
            }

            /// The effect, as in the list.
            pub(super) const fn listed_sentence(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => concat!($($sentence),+).trim_ascii(),)*
                }
            }
        }
    };
    (@list $name:ident) => { vec![Command::$name] };
    (@list $name:ident, $values:expr) => { $values.iter().map(|&value| Command::$name(value)).collect::<Vec<_>>() };
}

// The list, in the order of the menus: the effect of each command, and its declaration.
commands! {
    /// Audits another folder, in place of the one that is open.
    ChooseFolder => project::choose_folder(),
    /// Undoes the last change of the file by this program, if the file has not changed since.
    UndoSaved => project::undo_saved(),
    /// Shows the next hitbox of the list.
    HitboxBelow => project::choose_next(true),
    /// Shows the hitbox above it in the list.
    HitboxAbove => project::choose_next(false),
    /// Writes the better shape into the file of the hitbox: only the lines that are shown change, and the old file is
    /// kept in .maskscope/undo.
    SaveHitbox => project::save(),
    /// Shows the worst hitbox that could be better and was not saved.
    NextHitbox => project::next(),
    /// Opens the file of the hitbox as A.
    InspectHitbox => project::inspect(),
    /// Opens the list of what a hitbox may be for.
    Intended => project::intended(),
    /// Says what the hitbox is for, and so which of its pixels are wrong.
    Intend(role: HitboxRole) in HitboxRole::ALL => project::intend(role),
    /// Accepts the hitboxes of the project as they are: a build then fails where one gets worse.
    WriteBaseline => project::write_baseline(),
    /// Audits the folder again.
    CheckAgain => project::check_again(),
    /// Gives up the audit; what an earlier one has found stays.
    StopAudit => project::stop(),
    /// Closes the project. Its files stay as they are.
    CloseProject => project::close(),
    /// Opens an image.
    Open(slot: Slot) in Slot::ALL => command(Section::Images, format!("Open {}…", slot.letter()))
        .with_sentence(format!("Opens an image as {}.", slot.letter()))
        .keys([if slot == Slot::A { ctrl(Key::O) } else { ctrl_shift(Key::O) }])
        .asks(move |_| Ask::Choose(OpenAs::Image(slot)).into()),
    /// Opens an image by its path, without a dialog.
    OpenPath(slot: Slot) in Slot::ALL => command(Section::OneSprite, format!("Open {} by path…", slot.letter()))
        .with_sentence(format!("Opens an image as {} by its path, without a dialog.", slot.letter()))
        .asks(move |_| {
            let purpose = PathFor::Open(OpenAs::Image(slot));
            Request::Open(Popup::Path(PathField::new(purpose, String::new())))
        }),
    /// Cuts the image into frames: cells of one size with a margin and a spacing.
    Sheet(slot: Slot) in Slot::ALL => stage::of_sprite(slot, format!("Cut {} by a grid…", slot.letter()))
        .asks(move |_| Request::Open(Popup::Sheet(slot))),
    /// Takes the solid pixels from another image, as large as this one or its sheet.
    MaskImage(slot: Slot) in Slot::ALL => stage::of_sprite(slot, format!("Mask image of {}…", slot.letter()))
        .asks(move |_| Ask::Choose(OpenAs::MaskImage(slot, None)).into()),
    /// Sets the rule for solid pixels: alpha, a key colour or another image, and a threshold.
    Solid(slot: Slot) in Slot::ALL => stage::of_sprite(slot, format!("Solid pixels of {}…", slot.letter()))
        .asks(move |_| Request::Open(Popup::Solid(slot))),
    /// Finds the shape of its kind that differs from the mask in the fewest pixels.
    FitHitbox(slot: Slot) in Slot::ALL => stage::fit_hitbox(slot),
    /// Makes polygons of its shapes, whose corners can be dragged, added and removed.
    EditAsPolygon(slot: Slot) in Slot::ALL => stage::hitbox_as_polygon(slot),
    /// Copies a hitbox as code.
    CopyHitbox(copy: (Slot, HitboxFormat)) in stage::CODES => stage::copy_hitbox(copy),
    /// Opens a scene: both sprites, their placement and the rules of their test.
    OpenScene => command(Section::Scenes, "Open scene…").asks(|_| Ask::Choose(OpenAs::Scene).into()),
    /// Opens the log of a game, or a table of frame, x, y for B.
    OpenLog => command(Section::Scenes, "Open log…").asks(|_| Ask::Choose(OpenAs::Route).into()),
    /// Lists the hitboxes in the folder of a project by what a better fit would gain, worst first.
    OpenProject => project::open(),
    /// Plays the ball from the start with the keys in a file.
    OpenKeys => command(Section::Scenes, "Open keys for the ball…")
        .when(is_game)
        .asks(|_| Ask::Choose(OpenAs::Keys).into()),
    /// Writes the scene into its file: it opens here, and the command line tests it.
    SaveScene => stage::save_scene(),
    /// Writes something into a file.
    Export(export: ExportRef) in exports::ALL => stage::export(export),
    /// Writes something into a file, or copies it: a mask, a hitbox, an order, a race, a survey.
    Exports => stage::exports(),
    /// Writes the last export again, as it is now, over its file.
    ExportAgain => stage::export_again(),
    /// Copies a link that opens this scene with its images, without any file. Ctrl V opens one here.
    CopyLink => command(Section::Sharing, "Copy link").when(has_both).asks(|_| Request::CopyLink),
    /// Sets the web page that copied links open.
    LinkPage => command(Section::Sharing, "Page for links…").asks(|_| Request::Open(Popup::LinkPage)),
    /// Sets the expected answer: it is saved with the scene, and maskscope replay checks it.
    Expectation => command(Section::Scenes, "Expectation…").when(has_both).asks(|_| Request::Open(Popup::Expectation)),
    /// Copies every scan's answer and cost, for a spreadsheet.
    CopyTable => command(Section::Scans, "Copy table of scans")
        .when(|window| !window.session.derived().rows().is_empty())
        .asks(|window| copied("Table of scans", exports::table_text(window.session))),
    /// Copies the command that tests this placement with every scan, without a window.
    CopyLine => command(Section::Scans, "Copy command line")
        .when(has_both)
        .asks_all(|window, out| scans::copy(window, None, out)),
    /// Ends the program.
    Quit => command(Section::Program, "Quit").keys([ctrl(Key::Q)]).asks(|_| Request::Quit),
    /// Undoes the last change of the scene.
    Undo => command(Section::History, "")
        .called(|window| undoing("Undo", window.session.undo_redo_deeds()[0]))
        .keys([ctrl(Key::Z)])
        .repeats()
        .when(|window| window.session.can_undo_redo().0 && !project::is_shown(window))
        .asks(|_| StageAction::Undo.into()),
    /// Redoes the change that was undone.
    Redo => command(Section::History, "")
        .called(|window| undoing("Redo", window.session.undo_redo_deeds()[1]))
        .keys([ctrl(Key::Y), ctrl_shift(Key::Z)])
        .repeats()
        .when(|window| window.session.can_undo_redo().1 && !project::is_shown(window))
        .asks(|_| StageAction::Redo.into()),
    /// Exchanges A and B; nothing moves.
    Swap => command(Section::Sprites, "Swap A and B").when(has_any).asks(|_| StageAction::Swap.into()),
    /// Pins B where it stands, as a ghost to compare other places with; once pinned, exchanges both.
    Pin => stage::pin(),
    /// Removes the pinned B.
    Unpin => command(Section::Sprites, "Unpin B")
        .when(|window| window.session.stage().pinned().is_some())
        .asks(|_| StageAction::Pin(false).into()),
    /// Moves it the shortest way to where no pixel is shared.
    PushOut => stage::push_out(),
    /// Moves it to x and y, which you type.
    MoveTo => stage::of_active("Move to…")
        .shows(|window| active(window).map(|placed| window.session.origin().point(placed.position())))
        .asks(|window| Request::Open(Popup::MoveTo(window.session.stage().active))),
    /// Mirrors it left to right, in place.
    FlipX => stage::posing("Flip left to right", |placed| stage::flipped(placed, true, false)),
    /// Mirrors it upside down, in place.
    FlipY => stage::posing("Flip upside down", |placed| stage::flipped(placed, false, true)),
    /// Turns it clockwise about its middle.
    QuarterTurn => stage::posing("Turn by 90°", stage::quarter_turned),
    /// Puts both sprites at 0,0 as they are in their files: neither turned nor scaled nor flipped.
    ResetPlacement => command(Section::Sprites, "Reset placement")
        .when(|window| !is_game(window) && has_any(window))
        .asks(|_| StageAction::ResetPlacement.into()),
    /// Lets the arrow keys move the other sprite.
    OtherSprite => stage::other_sprite(),
    /// Moves the active sprite by a cell.
    Nudge(to: Direction) in Direction::VARIANTS => stage::nudge(to, 1).keys([plain(to.key())]),
    /// Moves the active sprite by ten cells.
    NudgeFar(to: Direction) in Direction::VARIANTS => stage::nudge(to, 10).keys([shift(to.key())]),
    /// Shows another tab.
    Show(tab: Tab) in Tab::ALL => view::show_tab(tab),
    /// Shows a section of the right panel.
    Reveal(title: &'static str) in view::SECTIONS => view::reveal(title),
    /// Shows both sprites as large as they fit.
    Fit => view::zoom("Fit", ZoomRequest::Fit).keys([plain(Key::F)]),
    /// Shows one pixel per cell.
    One => view::zoom("1:1", ZoomRequest::One).keys([plain(Key::Num0)]),
    /// Shows cells larger.
    ZoomIn => view::zoom("Zoom in", ZoomRequest::In).keys([plain(Key::Plus), plain(Key::Equals)]).repeats(),
    /// Shows cells smaller.
    ZoomOut => view::zoom("Zoom out", ZoomRequest::Out).keys([plain(Key::Minus)]).repeats(),
    /// Measures coordinates from A's top left pixel instead of the world's 0,0. Files and the command line always use the
    /// world's.
    CountFromA => command(Section::Coordinates, "Measure from A's corner")
        .when(|window| !is_game(window))
        .switch(|_, window| window.session.view().counts_from_a)
        .asks(|window| ViewAction::CountFromA(!window.session.view().counts_from_a).into()),
    /// Shows or hides all three layers of solid pixels.
    Bits => view::bits(),
    /// Shows or hides a layer.
    Layer(layer: Layer) in Layer::ALL => view::layer(layer),
    /// Switches to a theme.
    Theme(theme: ThemePreference) in [ThemePreference::Dark, ThemePreference::Light, ThemePreference::System] => view::theme(theme),
    /// Lets a paused game run to the end of its next frame, and stops a running one at the end of this frame. A click into this
    /// window releases the keys that are held in the game's; F7 there does not.
    NextFrame => stops::next_frame(),
    /// Lets a paused game run to the next wrong hit, also at a line with too few checks to stop it by itself.
    NextWrongHit => stops::go_on("Next wrong hit", Key::N, RunTo::NextIncident),
    /// Lets a paused game run to a line, pair of kinds and verdict that has not stopped it yet.
    // It acts when the key is let go, as `Play`.
    GoOn => stops::go_on("Go on", Key::Space, RunTo::NewSite),
    /// Stops a game where a wrong hit begins, or lets it run freely.
    StopAtWrong => stops::stop_at_wrong(),
    /// Leaves out the checks of the line that has stopped the game, and lets it go on.
    IgnoreLine => stops::ignore_line(),
    /// Leaves out the checks of both kinds that have stopped the game, at every line, and lets it go on.
    IgnorePair => stops::ignore_pair(),
    /// Plays the selected scan, the race, the log or the ball, or pauses it.
    Play => plays("Play", PlaybackAction::Toggle)
        .called(|window| if window.session.is_playing() { "Pause" } else { "Play" }.into())
        // It acts when the key is let go, because a drag with Space moves the view: `keys.rs` names Space, too.
        .keys([plain(Key::Space)]),
    /// Plays or pauses the ball; Space makes it jump.
    PlayGame => plays("Play the ball", PlaybackAction::Toggle)
        .called(|window| if window.session.is_playing() { "Pause the ball" } else { "Play the ball" }.into())
        .keys([plain(Key::P)])
        .when(|window| is_game(window) && window.session.terrain().run().is_some()),
    /// Goes back by one visit, check of a log, or step of the ball.
    StepBack => plays("Step back", PlaybackAction::StepBack).keys([plain(Key::Comma)]).repeats(),
    /// Goes on by one visit, check of a log, or step of the ball.
    StepOn => plays("Step on", PlaybackAction::StepOn).keys([plain(Key::Period)]).repeats(),
    /// Goes to before the first visit, or to the ball's start.
    First => plays("To the start", PlaybackAction::First).keys([plain(Key::Home)]),
    /// Goes to the last visit, the latest check of a log, or the ball's last step.
    Last => plays("To the end", PlaybackAction::Last).keys([plain(Key::End)]),
    /// Goes to the visit that hit; at a miss whose boxes overlap, moves B the shortest way to where a pixel is shared.
    ToTheHit => scans::to_the_hit(),
    /// Goes to the worst check of the next incident, or to the next jump of a drag.
    NextWrong => command(Section::Playback, "Next incident")
        .keys([plain(Key::N)])
        .when(has_wrong_checks)
        .asks(|_| PlayerAction::GoWrong { on: true }.into()),
    /// Goes to the worst check of the previous incident, or to the previous jump of a drag.
    PreviousWrong => command(Section::Playback, "Previous incident")
        .keys([shift(Key::N)])
        .when(has_wrong_checks)
        .asks(|_| PlayerAction::GoWrong { on: false }.into()),
    /// Copies a scene for tests: pictures, tested shapes, the rule, and the answer of the masks as what it expects.
    CopyTest => command(Section::Playback, "Copy as test")
        .when(plays_checks)
        .asks_all(|window, out| out.extend(scans::test(window.session).into_iter().map(|it| copied("Test", it)))),
    /// Plays slower.
    Slower => command(Section::Playback, "Slower")
        .keys([plain(Key::OpenBracket)])
        .repeats()
        .asks(|_| PlaybackAction::Slower.into()),
    /// Plays faster.
    Faster => command(Section::Playback, "Faster")
        .keys([plain(Key::CloseBracket)])
        .repeats()
        .asks(|_| PlaybackAction::Faster.into()),
    /// Starts again when the scan ends.
    Repeat => command(Section::Playback, "Repeat")
        .when(|window| !is_game(window))
        .switch(|_, window| window.session.transport().repeat)
        .asks(|window| PlaybackAction::SetRepeat(!window.session.transport().repeat).into()),
    /// Moves B to the selected scan's worst case.
    ShowWorst => scans::show_worst(),
    /// Times the selected scan again.
    TimeAgain => command(Section::Scans, "Time it again").when(scans::is_timed).asks(|_| ScanAction::TimeAgain.into()),
    /// Adds a scan of your own, which begins as rows from the bottom.
    WriteScan => scans::write(),
    /// Lists the selected scan once more, to compare another parameter.
    DuplicateScan => command(Section::Scans, "Duplicate row")
        .when(|window| window.session.scans().can_duplicate())
        .asks(|_| ScanAction::Duplicate.into()),
    /// Removes the row of a scan that is listed more than once.
    RemoveScan => command(Section::Scans, "Remove row")
        .when(|window| window.session.scans().can_remove())
        .asks(|_| ScanAction::Remove.into()),
    /// Copies the command that runs the selected scan on this placement, without a window.
    CopyScanLine => command(Section::Scans, "Copy as command")
        .when(has_both)
        .asks_all(|window, out| scans::copy(window, Some(window.session.scans().selected()), out)),
    /// Shows the selected scan as code for your own game, in eight languages.
    UseScan => scans::use_selected(),
    /// Selects this scan: canvas and transport follow.
    SelectScan(place: usize) in scans::PLACES => scans::select(place),
    /// Teaches in short lessons the orders of scans, and their costs.
    Lessons => command(Section::Help, "Lessons").keys([plain(Key::F2)]).asks(|_| Request::GoOnWithLessons),
    /// Goes to the next step of the lesson.
    NextStep => command(Section::Lesson, "Next step")
        .keys([plain(Key::Enter)])
        .when(|window| window.session.lessons().open().is_some_and(OpenLesson::is_ready))
        .asks(|_| Request::GoOn { even_unready: false }),
    /// Closes the lesson and restores the earlier scene.
    CloseLesson => command(Section::Lesson, "Close the lesson")
        .keys([plain(Key::Escape)])
        .when(|window| window.session.lessons().open().is_some())
        .asks(|_| LessonAction::Close.into()),
    /// Finds any command or sample by its name.
    Find => command(Section::Help, "Find a command…").keys([ctrl(Key::K)]).asks(|_| Request::Open(Popup::Find)),
    /// Opens the menu of the item under the pointer, or of the active sprite.
    Menu => command(Section::Help, "Menu").keys([shift(Key::F10), plain(Key::Menu)]).asks(|_| Request::OpenMenu),
    /// Shows the words of scripts over the script, and how C and JavaScript write them.
    ScriptHelp => command(Section::Help, "Help with the script")
        .keys([plain(Key::F1)])
        .when(|window| window.has_script)
        .asks(|_| Request::ToggleScriptHelp),
    /// Shows all keys.
    Keys => command(Section::Help, "Keys").keys([plain(Key::F1)]).asks(|_| Request::Open(Popup::Keys)),
    /// Lists the mistakes in the articles, and switches them on.
    Traps => command(Section::Engines, "Traps…").asks(|_| Request::Open(Popup::Traps)),
    /// Shows the angles or fractions of a pixel at which two sets of rules disagree.
    Conventions => command(Section::Engines, "Compare engine rules…")
        .when(has_both)
        .asks(|_| Request::Open(Popup::Conventions)),
    /// Says in which order each scan reads the pixels.
    Ideas => command(Section::Learning, "What the scans do").asks(|_| Request::Open(Popup::Ideas)),
    /// Lists the articles and the engines that the scans and the tests come from.
    Sources => command(Section::Learning, "Where the ideas come from").asks(|_| Request::Open(Popup::Sources)),
    /// Shows the hints over the canvas again, from the first on.
    ShowHints => command(Section::Learning, "Show the hints again").asks(|_| ViewAction::ForgetHints.into()),
    /// Shows the version and the licences.
    About => command(Section::About, "About maskscope")
        .shows(|_| Some(env!("CARGO_PKG_VERSION").to_owned()))
        .asks(|_| Request::Open(Popup::About)),
}

/// Returns `Undo move`.
fn undoing(verb: &'static str, deed: Option<&str>) -> Cow<'static, str> {
    deed.map_or(Cow::Borrowed(verb), |deed| format!("{verb} {deed}").into())
}
