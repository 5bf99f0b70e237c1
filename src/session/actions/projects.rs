//! The audit of a project: the folder that is open, and what is wanted from its files.

use crate::session::project::{ProjectAction, ProjectAudit, ProjectWanted};
use crate::session::{session::Session, view::ViewAction};
use maskscope_core::scene::Tab;

impl Session {
    /// The things about the open project that are to be found out on the disk.
    pub fn wanted_of_project(&self) -> Vec<ProjectWanted> {
        self.project.as_ref().map(|project| project.wanted(self.view.tab == Tab::Project)).unwrap_or_default()
    }

    pub(super) fn apply_to_project(&mut self, action: ProjectAction) {
        match (action, &mut self.project) {
            (ProjectAction::Open(folder), project) => {
                self.audits += 1;
                *project = Some(ProjectAudit::new(self.audits, folder));
                self.apply(ViewAction::Show(Tab::Project).into());
            }
            (ProjectAction::CheckAgain, Some(project)) => {
                self.audits += 1;
                project.begin(self.audits);
            }
            (ProjectAction::Close, project) => *project = None,
            (action, Some(project)) => {
                let is_first = project.is_first();
                project.apply(action);
                // Nothing is left to show.
                self.project.take_if(|project| is_first && project.is_first() && project.progress().is_none());
            }
            (_, None) => {}
        }
    }
}
