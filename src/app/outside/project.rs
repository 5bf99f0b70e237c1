//! The project that is open in a session: its folder is audited on threads of its own, and what a person saves is written.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Outside;
use super::auditing::{Auditing, HitboxPlace, detail, in_window, picture, plan, report};
use super::outcome::failed;
use super::system::is_folder;
use crate::app::request::Request;
use crate::exports::name_of;
use crate::files::{Audit, BASELINE_FILE, Baseline, HitboxRole, is_file, set_role, undo_fix};
use crate::session::{Event, ProjectAction, ProjectAudit, ProjectWanted, SavedHitbox, Session};

/// The most things that are found out at once.
const MOST: usize = 3;
impl Outside {
    /// Audits the folder of the project that is open in `session`, and finds what is wanted of its hitboxes.
    pub fn audit(&mut self, session: &Session) {
        let wanted = session.wanted_of_project();
        // What nobody waits for any more ends.
        self.auditing.retain(|work| wanted.contains(&work.wanted));
        let Some(project) = session.project() else { return };
        for wanted in wanted {
            if self.auditing.len() >= MOST || self.auditing.iter().any(|work| work.wanted == wanted) {
                continue;
            }
            let is_stopped = Arc::<AtomicBool>::default();
            self.find(project, wanted.clone(), &is_stopped);
            self.auditing.push(Auditing { wanted, is_stopped });
        }
    }

    /// Finds something out on a thread of its own.
    fn find(&mut self, project: &ProjectAudit, wanted: ProjectWanted, is_stopped: &Arc<AtomicBool>) {
        let (limits, is_stopped) = (self.limits, Arc::clone(is_stopped));
        let place = |at: usize| Some(HitboxPlace::of(project, project.report()?.hitboxes.get(at)?, limits));
        match wanted {
            ProjectWanted::Report(run, folder) => {
                let tell = self.threads.answer();
                self.threads.spawn(None, move || report(run, &folder, &limits, &is_stopped, tell));
            }
            ProjectWanted::Detail(_, at, _) => {
                let Some(place) = place(at) else { return };
                let (tell, read) = (self.threads.answer(), wanted.clone());
                self.threads.spawn(None, move || {
                    let tell = |detail| tell(vec![ProjectAction::FoundDetail(read, Ok(Arc::new(detail))).into()]);
                    let found = detail(&place, &is_stopped, tell);
                    // What is given up is not whole.
                    if is_stopped.load(Ordering::Relaxed) {
                        return Vec::new();
                    }
                    vec![ProjectAction::FoundDetail(wanted, found.map(Arc::new)).into()]
                });
            }
            ProjectWanted::Plan(_, at, _, form) => {
                let Some(place) = place(at) else { return };
                self.threads.spawn(None, move || {
                    let found = plan(&place, form).map(|(plan, _)| Arc::new(plan));
                    vec![ProjectAction::FoundPlan(wanted, found).into()]
                });
            }
            ProjectWanted::Picture(_, at) => {
                let Some(place) = place(at) else { return };
                self.threads.spawn(None, move || {
                    vec![ProjectAction::FoundPicture(wanted, picture(&place).map(Arc::new)).into()]
                });
            }
        }
    }

    /// Opens a folder; if its path was typed, the outcome is for the field for paths.
    pub(super) fn open_project(&mut self, folder: PathBuf, is_typed: bool) {
        let folder = if is_file(&folder) { folder.parent().map(Path::to_owned).unwrap_or_default() } else { folder };
        let opened: Request = if is_folder(&folder) {
            ProjectAction::Open(folder).into()
        } else {
            let title = format!("{} could not be opened", name_of(&folder));
            Event::failed(title, "It is not a folder that can be read: name the folder of a project.").into()
        };
        self.threads.answer()(Request::outcome(is_typed, vec![opened]));
    }

    /// The shown hitbox of the project.
    fn shown_hitbox(&self, session: &Session) -> Option<HitboxPlace> {
        let project = session.project()?;
        Some(HitboxPlace::of(project, project.hitbox()?, self.limits))
    }

    /// Writes the better shape of the shown hitbox into its file: only if those are the lines that were shown.
    pub fn save_hitbox(&mut self, session: &Session) {
        let Some(place) = self.shown_hitbox(session) else { return };
        let Some((project, hitbox)) = session.project().and_then(|project| Some((project, project.hitbox()?))) else {
            return;
        };
        let (Some(Ok(detail)), Some(Ok(shown))) = (project.detail(), project.plan()) else { return };
        let (detail, shown) = (Arc::clone(detail), Arc::clone(shown));
        let (id, file, form) = (hitbox.id.clone(), hitbox.file.clone(), project.form());
        self.threads.spawn_writer(None, move |mut turn| {
            if !turn.comes() {
                return Vec::new();
            }
            let refused = |why: String| vec![not_saved(&place.path, why).into()];
            let wrong = match plan(&place, form) {
                Ok((plan, wrong)) if plan.diff == shown.diff => wrong,
                Ok(_) => return refused("It has changed since it was read: check again.".to_owned()),
                Err(why) => return refused(why),
            };
            match place.fix(form, false) {
                Ok(answer) if answer.is_written => {
                    vec![ProjectAction::Saved(Box::new(SavedHitbox { id, file, detail, plan: shown, wrong })).into()]
                }
                Ok(_) => refused("No better shape was found.".to_owned()),
                Err(error) => refused(in_window(&error)),
            }
        });
    }

    /// Undoes the last change of the file of the shown hitbox.
    pub fn undo_saved(&mut self, session: &Session) {
        let undoable = session.project().and_then(ProjectAudit::undoable);
        let Some((saved, place)) = undoable.zip(self.shown_hitbox(session)) else { return };
        let file = saved.file.clone();
        self.threads.spawn_writer(None, move |mut turn| match turn.comes().then(|| undo_fix(&place.path)) {
            None => Vec::new(),
            Some(Ok(_)) => vec![ProjectAction::Undone(file).into()],
            Some(Err(error)) => {
                let title = format!("{} stays as it is", name_of(&place.path));
                vec![Event::failed(title, in_window(&error)).into()]
            }
        });
    }

    /// Says in `maskscope.toml` what the shown hitbox is for, and audits again.
    pub fn intend(&mut self, role: HitboxRole, session: &Session) {
        let Some(place) = self.shown_hitbox(session) else { return };
        self.threads.spawn_writer(None, move |mut turn| {
            match turn.comes().then(|| set_role(&place.folder, &place.id, role)) {
                None => Vec::new(),
                Some(Ok(())) => vec![ProjectAction::CheckAgain.into()],
                Some(Err(error)) => vec![failed("was not written", &error, "The role is as before.").into()],
            }
        });
    }

    /// Accepts the hitboxes of the project as they are, and audits again.
    pub fn write_baseline(&mut self, session: &Session) {
        let Some(folder) = session.project().map(|project| project.folder.clone()) else { return };
        let limits = self.limits;
        self.threads.spawn_writer(Some("Writing the baseline".to_owned()), move |mut turn| {
            let written = Audit::of(&folder, Audit::TOP, &limits, &|_, _, _| {}, &|| false).and_then(|audit| {
                let is_wanted = turn.comes();
                if is_wanted { Baseline::of(&audit.rows).write(&folder.join(BASELINE_FILE)) } else { Ok(()) }
            });
            match written {
                Ok(()) => vec![ProjectAction::CheckAgain.into()],
                Err(error) => vec![failed("was not written", &error, "The baseline is as before.").into()],
            }
        });
    }
}

fn not_saved(path: &Path, why: String) -> Event {
    Event::failed(format!("{} was not saved", name_of(path)), why)
}
