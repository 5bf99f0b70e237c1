//! The state of the program, and how it is read.

use super::changed::{Changed, Flash};
use super::derived::{Derived, Fitted, Recording};
use super::history::{Document, Filed, Filing, History, Scenes, UndoStep};
use super::messages::{Message, Messages, Offers};
use super::playback::{Playback, RunLength, Speed};
use super::project::ProjectAudit;
use super::replays::{Drags, KeptLog, LogPlayer, Played};
use super::stage::{Family, ParentRef, Slot, Stage};
use super::{animation::Animation, ask::LeftCopy, engines::Engines, lessons::Lessons, race::Race, scans::ScanList};
use super::{surveys::Surveys, terrain::TerrainGame, view::View};
use maskscope_core::geom::Cell;
use maskscope_core::scan::{Pair, State, Visit, VisitContext, own::KeptScript};
use maskscope_core::scene::Tab;

/// The state of the program, apart from anything that belongs to a window or a disk.
#[derive(Debug, Default)]
pub struct Session {
    pub(super) stage: Stage,
    pub(super) undo: History<UndoStep>,
    /// The number of steps to undo, and the document, as the gesture under way began.
    pub(super) grasped: Option<(usize, Document)>,
    pub(super) scans: ScanList,
    pub(super) playback: Playback,
    pub(super) race: Race,
    pub(super) view: View,
    pub(super) engines: Engines,
    pub(super) animation: Animation,
    pub(super) surveys: Surveys,
    /// The scripts of the scans that surveys are about, and the previewed one: they stay, whether they are listed or not.
    pub(super) scripts: Vec<KeptScript>,
    pub(super) route: Drags,
    pub(super) log: Option<LogPlayer>,
    /// The number of logs that were opened.
    pub(super) logs: u64,
    /// The table of an earlier run that is being read.
    pub(super) awaited_table: Option<KeptLog>,
    /// The sprites on the stage are those of a check of the log, or were until somebody moved them.
    pub(super) stage_is_of_log: bool,
    /// The project whose hitboxes are audited.
    pub(super) project: Option<ProjectAudit>,
    /// The number of audits that have begun.
    pub(super) audits: u64,
    pub(super) terrain: TerrainGame,
    pub(super) flash: Flash,
    /// A shape that is being fitted to a sprite's mask.
    pub(super) fitting: Option<(Slot, Fitted)>,
    pub(super) scenes: Scenes,
    /// It has gone on from an earlier run, whose files have not been compared with the disk.
    pub(super) is_continued: bool,
    pub(super) filed: Filed,
    pub(super) filing: Filing,
    pub(super) lessons: Lessons,
    pub(super) messages: Messages,
    pub(super) offers: Offers,
    /// The copies that are offered to be restored.
    pub(super) left_copies: Vec<LeftCopy>,
    /// Unsaved work that something else was opened in place of, and that nobody has taken.
    pub(super) replaced: Vec<Document>,
    pub(super) derived: Derived,
}

impl Session {
    /// The sprites and where they stand.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The table of scans.
    pub const fn scans(&self) -> &ScanList {
        &self.scans
    }

    /// The transport of the selected scan.
    pub const fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The transport of the race, and its settings.
    pub const fn race(&self) -> &Race {
        &self.race
    }

    /// The view: its tab, its layers, its camera.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The parent whose fields and marks show: the chosen one, while it is a parent of the active sprite.
    pub fn chosen_parent(&self) -> Option<ParentRef> {
        self.view.chosen_parent.filter(|&ParentRef { family, index }| {
            family != Family::Own(self.stage.active.other()) && index < self.stage.parents(family).all().len()
        })
    }

    /// Known engines side by side.
    pub const fn engines(&self) -> &Engines {
        &self.engines
    }

    /// Playback of the sprites' frames.
    pub const fn animation(&self) -> &Animation {
        &self.animation
    }

    /// The choices of the surveys.
    pub const fn surveys(&self) -> &Surveys {
        &self.surveys
    }

    /// The routes of B.
    pub const fn route(&self) -> &Drags {
        &self.route
    }

    /// The project whose hitboxes are audited, if one is open.
    pub const fn project(&self) -> Option<&ProjectAudit> {
        self.project.as_ref()
    }

    /// The ball on the hills.
    pub const fn terrain(&self) -> &TerrainGame {
        &self.terrain
    }

    /// The lesson that is open, and how far a person has come with them.
    pub const fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// The values derived from all this: the collision, the table, the recording, surveys, timings.
    pub const fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Messages about failures, work that is done and work under way: oldest first.
    pub fn messages(&self) -> &[Message] {
        self.messages.all()
    }

    /// Pixels that have just become solid or clear.
    pub const fn changed(&self) -> Option<&Changed> {
        self.flash.get()
    }

    /// True if there is something to undo; true if there is something to redo.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        self.undo.ends().map(|end| end.is_some()).into()
    }

    /// The steps that undo and redo would take, each in a word or two: `move`.
    pub fn undo_redo_deeds(&self) -> [Option<&'static str>; 2] {
        self.undo.ends().map(|end| end.map(|step| step.deed))
    }

    /// The transport of what is shown: what [`PlaybackAction`](super::PlaybackAction)s act on.
    pub const fn transport(&self) -> &Playback {
        match self.view.tab {
            Tab::Race => &self.race.transport,
            Tab::Inspect | Tab::Survey | Tab::Replay | Tab::Project | Tab::Terrain => &self.playback,
        }
    }

    pub(super) const fn transport_mut(&mut self) -> &mut Playback {
        match self.view.tab {
            Tab::Race => &mut self.race.transport,
            Tab::Inspect | Tab::Survey | Tab::Replay | Tab::Project | Tab::Terrain => &mut self.playback,
        }
    }

    /// The length of the run on that transport; `None` until known.
    pub(super) fn run_length(&self) -> Option<RunLength> {
        match self.view.tab {
            Tab::Race => self.race_steps().map(|steps| RunLength { visits: steps, ends_in_hit: false }),
            Tab::Inspect | Tab::Survey | Tab::Replay | Tab::Project | Tab::Terrain => {
                self.derived.recording().map(Recording::length)
            }
        }
    }

    /// The speed of that transport.
    pub fn speed(&self) -> Speed {
        self.transport().speed_over(self.steps())
    }

    /// The number of steps of that transport; 0 if there is nothing to play.
    pub fn steps(&self) -> u64 {
        self.run_length().map_or(0, |length| length.visits)
    }

    /// The steps of the whole race: the most visits that any scan makes; `None` until known.
    pub fn race_steps(&self) -> Option<u64> {
        self.derived.rows().iter().map(|row| row.count.visits).max()
    }

    /// True if the shown tab plays.
    pub fn is_playing(&self) -> bool {
        match self.view.tab {
            Tab::Terrain => self.terrain.is_playing(),
            _ => self.played_on_show().map_or_else(|| self.transport().is_playing(), Played::plays),
        }
    }

    /// The shortest move of B after which the masks share a pixel; `None` until known, where they share one, where one is clear, and
    /// where the boxes do not overlap.
    pub fn way_to_hit(&self) -> Option<Cell> {
        self.derived.collision().filter(|collision| collision.boxes_overlap())?;
        let (in_a, in_b) = self.derived.contact()?.closest?;
        Some(in_a - in_b)
    }

    /// The cell in which the selected scan hits, in the world.
    pub fn first_hit(&self) -> Option<Cell> {
        let (derived, overlap) = (self.derived(), self.collision()?.overlap_box?);
        let (x, y) = derived.recording().filter(|_| !derived.recording_is_stale())?.hit?.cell?;
        Some(overlap.origin() + Cell::new(x.into(), y.into()))
    }

    /// The sprite at a cell of the world, where sprites are moved.
    pub fn sprite_at(&self, cell: Cell) -> Option<Slot> {
        self.stage.sprite_at(cell).filter(|_| !self.view.is_game())
    }

    /// The visits, from 0, that touched a cell of the world; `None` where that is not known: it is of the cell under the
    /// pointer only, and a moment after the pointer has come there.
    pub fn visits_of(&self, cell: Cell) -> Option<&[u64]> {
        self.derived().cell_visits().filter(|_| self.view().hovered == Some(cell))
    }

    /// The visit, from 0, to look at in a cell of the world: the one that hit there; without a hit, the first that touched
    /// it.
    pub fn visit_at(&self, cell: Cell) -> Option<u64> {
        if self.first_hit() == Some(cell) {
            return self.steps().checked_sub(1);
        }
        self.visits_of(cell)?.first().copied()
    }

    /// The current visit: the last one played.
    pub fn current_visit(&self) -> Option<Visit> {
        self.derived.visit(self.playback.position().checked_sub(1)?)
    }
}

impl Session {
    /// The values of the selected scan's variables at the current visit, and the line that decides it; `None` before
    /// the first visit, and while the visit is not kept.
    pub fn code(&self) -> Option<State> {
        let (subject, recording) = self.derived.subject().zip(self.derived.recording())?;
        let rank = self.playback.position().checked_sub(1)?;
        let visit = self.derived.visit(rank)?;
        let earlier = |by: u64| rank.checked_sub(by).and_then(|rank| self.derived.visit(rank));
        let [a, b] = subject.masks_for(recording.scan);
        let context = VisitContext {
            pair: &Pair::new(&a, &b, subject.offset)?.with_hint(subject.hint),
            visit,
            rank,
            before: [earlier(1), earlier(2)],
            hit: recording.hit.filter(|_| rank + 1 == recording.count.visits),
        };
        Some(recording.scan.state(&context))
    }
}
