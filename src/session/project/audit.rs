//! [`ProjectAudit`]: the folder that is audited, the hitbox that is shown, and what was saved.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use super::action::{AuditProgress, ProjectAction, ProjectWanted};
use super::detail::{DetailedKind, HitboxDetail, HitboxPicture, SavePlan, SavedHitbox};
use super::report::{AuditedHitbox, HitboxGroup, ProjectReport};
use maskscope_core::shape::fit::Form;
use maskscope_core::words::name_of;

/// Something that was found out, or why it cannot be.
type FoundOnDisk<T> = Option<(ProjectWanted, Result<Arc<T>, String>)>;

/// The folder of a project that is audited.
#[derive(Debug)]
pub struct ProjectAudit {
    /// The folder.
    pub folder: PathBuf,
    /// The number of its last audit among all that have begun.
    run: u64,
    /// The progress of that; `None` once it is complete or given up.
    progress: Option<AuditProgress>,
    report: Option<Arc<ProjectReport>>,
    /// The identity of the hitbox that is shown.
    chosen: Option<String>,
    /// The kind that it is compared with, if it is not its own.
    form: Option<Form>,
    /// The frame that is shown; `None` for the one with the most wrong pixels.
    frame: Option<usize>,
    /// The groups that are listed.
    open: BTreeSet<HitboxGroup>,
    /// The places of hitboxes whose small pictures are asked for, and those that were found.
    pictured: Vec<usize>,
    pictures: HashMap<usize, Option<Arc<HitboxPicture>>>,
    detail: FoundOnDisk<HitboxDetail>,
    plan: FoundOnDisk<SavePlan>,
    /// The hitboxes that were saved since the last audit, in their order.
    saved: Vec<SavedHitbox>,
    /// The number of times that files were written.
    edits: u64,
}

/// The progress of an audit before its first part is done.
const BEGUN: AuditProgress = AuditProgress { unit: "files", done: 0, total: 0 };

impl ProjectAudit {
    /// The most small pictures that are kept, beyond those that are shown.
    const MOST_PICTURES: usize = 256;

    pub(in crate::session) fn new(run: u64, folder: PathBuf) -> Self {
        Self {
            folder,
            run,
            progress: Some(BEGUN),
            report: None,
            chosen: None,
            form: None,
            frame: None,
            open: [HitboxGroup::CouldBeBetter, HitboxGroup::NotFitted].into(),
            pictured: Vec::new(),
            pictures: HashMap::new(),
            detail: None,
            plan: None,
            saved: Vec::new(),
            edits: 0,
        }
    }

    /// The name of the folder.
    pub fn name(&self) -> String {
        let name = name_of(&self.folder);
        if name.is_empty() { self.folder.display().to_string() } else { name }
    }

    /// The path of a file of the report.
    pub fn path_of(&self, file: &str) -> PathBuf {
        file.split('/').fold(self.folder.clone(), |path, part| path.join(part))
    }

    /// The number of its last audit among all that have begun.
    pub const fn run(&self) -> u64 {
        self.run
    }

    /// The progress of the audit under way.
    pub const fn progress(&self) -> Option<AuditProgress> {
        self.progress
    }

    /// The result of the last complete audit.
    pub fn report(&self) -> Option<&ProjectReport> {
        self.report.as_deref()
    }

    /// The place of the hitbox that is shown.
    pub fn place(&self) -> Option<usize> {
        let chosen = self.chosen.as_ref()?;
        self.report()?.hitboxes.iter().position(|hitbox| hitbox.id == *chosen)
    }

    /// The hitbox that is shown.
    pub fn hitbox(&self) -> Option<&AuditedHitbox> {
        self.report()?.hitboxes.get(self.place()?)
    }

    /// The kind with which it is compared, if it is not its own.
    pub const fn form(&self) -> Option<Form> {
        self.form
    }

    /// True if the hitboxes of a group are listed.
    pub fn is_open(&self, group: HitboxGroup) -> bool {
        self.open.contains(&group)
    }

    /// The places of the hitboxes in the list, in its order.
    pub fn listed(&self) -> Vec<usize> {
        let Some(report) = self.report() else { return Vec::new() };
        self.open.iter().flat_map(|group| report.of_group(*group)).collect()
    }

    /// The small picture of a hitbox, once it was made.
    pub fn picture(&self, place: usize) -> Option<&Arc<HitboxPicture>> {
        self.pictures.get(&place)?.as_ref()
    }

    /// The save of the shown hitbox since the last audit; `None` if it was not saved.
    pub fn saved(&self) -> Option<&SavedHitbox> {
        self.saved_of(self.chosen.as_ref()?)
    }

    /// The save of a hitbox since the last audit, by its identity.
    pub fn saved_of(&self, id: &str) -> Option<&SavedHitbox> {
        self.saved.iter().rfind(|saved| saved.id == id)
    }

    /// The save that can be undone: that of the shown hitbox, if it was the last of its file.
    pub fn undoable(&self) -> Option<&SavedHitbox> {
        let saved = self.saved()?;
        let last = self.saved.iter().rfind(|other| other.file == saved.file)?;
        (last.id == saved.id).then_some(saved)
    }

    /// The number of hitboxes that could be better, without those that were saved.
    pub fn left(&self) -> u64 {
        let Some(report) = self.report() else { return 0 };
        let could_be = report.of_group(HitboxGroup::CouldBeBetter);
        could_be.filter(|place| self.saved_of(&report.hitboxes[*place].id).is_none()).count() as u64
    }

    /// The place of the worst hitbox that could be better and was not saved, but for the shown one.
    pub fn next(&self) -> Option<usize> {
        let report = self.report()?;
        report.of_group(HitboxGroup::CouldBeBetter).find(|&place| {
            let id = &report.hitboxes[place].id;
            self.chosen.as_ref() != Some(id) && self.saved_of(id).is_none()
        })
    }

    /// The shown hitbox on its frames, once it was read, as it was before it was saved; or why it cannot be read.
    pub fn detail(&self) -> Option<Result<&Arc<HitboxDetail>, &str>> {
        if let Some(saved) = self.saved() {
            return Some(Ok(&saved.detail));
        }
        let (of, found) = self.detail.as_ref()?;
        (Some(of) == self.wanted_detail().as_ref()).then(|| found.as_ref().map_err(String::as_str))
    }

    /// The lines that saving changes, once they are known, or those that were saved; or why nothing would be.
    pub fn plan(&self) -> Option<Result<&Arc<SavePlan>, &str>> {
        if let Some(saved) = self.saved() {
            return Some(Ok(&saved.plan));
        }
        let (of, found) = self.plan.as_ref()?;
        (Some(of) == self.wanted_plan().as_ref()).then(|| found.as_ref().map_err(String::as_str))
    }

    /// The better shapes that are shown: those that saving would write, if it would.
    pub fn better(&self) -> Option<&DetailedKind> {
        let detail = self.detail()?.ok()?;
        match self.plan() {
            Some(Ok(plan)) => Some(&plan.kind),
            _ => detail.kind(self.form),
        }
    }

    /// The place of the shown frame among those of a detail: the chosen one, or the first with the most wrong pixels.
    pub fn frame_of(&self, detail: &HitboxDetail) -> usize {
        let last = detail.frames.len().saturating_sub(1);
        let wrong = |place: &usize| {
            let pixels = detail.now.pixels.get(*place).copied().unwrap_or_default();
            pixels.covered + pixels.left_out
        };
        let worst = || (0..detail.frames.len()).rev().max_by_key(wrong).unwrap_or_default();
        self.frame.map_or_else(worst, |frame| frame.min(last))
    }

    fn wanted_detail(&self) -> Option<ProjectWanted> {
        Some(ProjectWanted::Detail(self.run, self.place()?, self.edits))
    }

    fn wanted_plan(&self) -> Option<ProjectWanted> {
        Some(ProjectWanted::Plan(self.run, self.place()?, self.edits, self.form))
    }

    /// The things that are to be found out on the disk; what is about a hitbox only while it is shown.
    pub(in crate::session) fn wanted(&self, is_shown: bool) -> Vec<ProjectWanted> {
        let report = self.progress.map(|_| ProjectWanted::Report(self.run, self.folder.clone()));
        if report.is_some() || !is_shown {
            return report.into_iter().collect();
        }
        let is_found = |wanted: &ProjectWanted| match wanted {
            ProjectWanted::Detail(..) => self
                .detail
                .as_ref()
                .is_some_and(|(of, found)| of == wanted && !matches!(found, Ok(detail) if detail.kinds.is_none())),
            _ => self.plan.as_ref().is_some_and(|(of, _)| of == wanted),
        };
        let of_shown = [self.wanted_detail(), self.wanted_plan()].into_iter().flatten();
        let of_shown = of_shown.filter(|wanted| self.saved().is_none() && !is_found(wanted));
        let pictured = self.pictured.iter().filter(|place| !self.pictures.contains_key(place));
        of_shown.chain(pictured.map(|place| ProjectWanted::Picture(self.run, *place))).collect()
    }

    /// Begins the audit of a number.
    pub(in crate::session) fn begin(&mut self, run: u64) {
        (self.run, self.progress) = (run, Some(BEGUN));
    }

    /// True if nothing is left of it once its audit is given up.
    pub(in crate::session) const fn is_first(&self) -> bool {
        self.report.is_none()
    }

    pub(in crate::session) fn apply(&mut self, action: ProjectAction) {
        match action {
            ProjectAction::Stop => self.progress = None,
            ProjectAction::Reached(run, progress) if run == self.run && self.progress.is_some() => {
                self.progress = Some(progress);
            }
            ProjectAction::Audited(run, report) if run == self.run && self.progress.is_some() => {
                self.progress = None;
                if let Some(report) = report {
                    self.take(report);
                }
            }
            ProjectAction::Choose(place) => self.choose(place),
            ProjectAction::ChooseNext { on } => {
                let listed = self.listed();
                let at = self.place().and_then(|place| listed.iter().position(|other| *other == place));
                let next = at.map_or(Some(0), |at| if on { Some(at + 1) } else { at.checked_sub(1) });
                if let Some(place) = next.and_then(|at| listed.get(at)) {
                    self.choose(*place);
                }
            }
            ProjectAction::ChooseKind(form) => self.form = form,
            ProjectAction::ShowFrame(frame) => self.frame = Some(frame),
            ProjectAction::ShowGroup(group, true) => _ = self.open.insert(group),
            ProjectAction::ShowGroup(group, false) => _ = self.open.remove(&group),
            ProjectAction::Picture(places) => self.pictured = places,
            ProjectAction::FoundPicture(ProjectWanted::Picture(run, place), found) if run == self.run => {
                if self.pictures.len() >= Self::MOST_PICTURES {
                    self.pictures.retain(|place, _| self.pictured.contains(place));
                }
                self.pictures.insert(place, found);
            }
            ProjectAction::FoundDetail(wanted, found) if Some(&wanted) == self.wanted_detail().as_ref() => {
                self.detail = Some((wanted, found));
            }
            ProjectAction::FoundPlan(wanted @ ProjectWanted::Plan(..), found) => self.plan = Some((wanted, found)),
            ProjectAction::Saved(saved) => {
                self.edits += 1;
                self.saved.push(*saved);
            }
            ProjectAction::Undone(file) => {
                self.edits += 1;
                if let Some(at) = self.saved.iter().rposition(|saved| saved.file == file) {
                    self.saved.remove(at);
                }
            }
            _ => {}
        }
    }

    /// Takes the report of an audit. The shown hitbox stays, or the worst is shown.
    fn take(&mut self, report: Arc<ProjectReport>) {
        self.report = Some(report);
        (self.saved, self.pictures) = <_>::default();
        if self.place().is_none() {
            let first = self.listed().first().copied();
            self.choose(first.unwrap_or_default());
        }
    }

    fn choose(&mut self, place: usize) {
        let id = self.report().and_then(|report| report.hitboxes.get(place)).map(|hitbox| hitbox.id.clone());
        if id.is_some() && id != self.chosen {
            (self.chosen, self.form, self.frame) = (id, None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::project::report::WrongPixels;

    fn hitbox(id: &str, gain: u64) -> AuditedHitbox {
        AuditedHitbox {
            id: id.to_owned(),
            file: id[..1].to_owned(),
            name: id.to_owned(),
            role: "fit",
            is_intended: false,
            note: None,
            frames: 1,
            solid: 10,
            pixels: WrongPixels::default(),
            best: None,
            wrong: gain,
            gain: Some(gain),
            is_worse: false,
        }
    }

    /// An audit of three hitboxes that could be better and a fine one, which has been complete.
    fn audited() -> ProjectAudit {
        let mut project = ProjectAudit::new(1, "game".into());
        let hitboxes = [("a#1", 9), ("a#2", 5), ("b#1", 3), ("b#2", 0)].map(|(id, gain)| hitbox(id, gain)).into();
        let report = ProjectReport { hitboxes, ..ProjectReport::default() };
        project.apply(ProjectAction::Audited(1, Some(Arc::new(report))));
        project
    }

    fn saved(id: &str) -> ProjectAction {
        let kind = DetailedKind { form: None, shapes: Vec::new(), pixels: Vec::new() };
        let detail = HitboxDetail { frames: Vec::new(), now: kind.clone(), kinds: Some(Vec::new()) };
        let plan = SavePlan { kind, lines: Vec::new(), diff: String::new() };
        ProjectAction::Saved(Box::new(SavedHitbox {
            id: id.to_owned(),
            file: id[..1].to_owned(),
            detail: Arc::new(detail),
            plan: Arc::new(plan),
            wrong: [9, 4],
        }))
    }

    #[test]
    fn the_worst_is_shown_and_others_by_the_list() {
        let mut project = audited();
        assert_eq!((project.place(), project.listed()), (Some(0), vec![0, 1, 2]));
        for (on, place) in [(true, 1), (true, 2), (true, 2), (false, 1)] {
            project.apply(ProjectAction::ChooseNext { on });
            assert_eq!(project.place(), Some(place));
        }
        project.apply(ProjectAction::ShowGroup(HitboxGroup::Fine, true));
        project.apply(ProjectAction::ChooseNext { on: true });
        project.apply(ProjectAction::ChooseNext { on: true });
        assert_eq!(project.place(), Some(3));
    }

    #[test]
    fn a_hitbox_is_shown_while_better_ones_are_searched() {
        let mut project = audited();
        let found = |place, kinds| {
            let now = DetailedKind { form: None, shapes: Vec::new(), pixels: Vec::new() };
            let detail = HitboxDetail { frames: Vec::new(), now, kinds };
            ProjectAction::FoundDetail(ProjectWanted::Detail(1, place, 0), Ok(Arc::new(detail)))
        };
        let is_wanted = |project: &ProjectAudit| project.wanted(true).contains(&ProjectWanted::Detail(1, 0, 0));
        project.apply(found(1, Some(Vec::new())));
        assert!(project.detail().is_none(), "it is another one's");
        project.apply(found(0, None));
        assert!(project.detail().is_some() && is_wanted(&project));
        project.apply(found(0, Some(Vec::new())));
        assert!(project.detail().is_some() && !is_wanted(&project));
    }

    #[test]
    fn only_the_last_save_of_a_file_is_undone() {
        let mut project = audited();
        project.apply(saved("a#1"));
        assert!(project.undoable().is_some() && project.next() == Some(1) && project.left() == 2);
        project.apply(saved("a#2"));
        project.apply(saved("b#1"));
        assert!(project.undoable().is_none(), "another one of its file was saved since");
        project.apply(ProjectAction::Undone("a".to_owned()));
        assert!(project.undoable().is_some() && project.left() == 1);
    }

    #[test]
    fn an_audit_that_was_given_up_changes_nothing() {
        let mut project = audited();
        project.begin(2);
        assert_eq!(project.wanted(false), [ProjectWanted::Report(2, "game".into())]);
        project.apply(ProjectAction::Audited(1, Some(Arc::default())));
        project.apply(ProjectAction::Stop);
        project.apply(ProjectAction::Audited(2, Some(Arc::default())));
        assert_eq!(project.report().map(|report| report.hitboxes.len()), Some(4));
        assert!(project.wanted(false).is_empty());
        let shown = [ProjectWanted::Detail(2, 0, 0), ProjectWanted::Plan(2, 0, 0, None)];
        assert_eq!(project.wanted(true), shown);
        project.apply(saved("a#1"));
        assert!(project.wanted(true).is_empty(), "what was saved is known");
    }
}
