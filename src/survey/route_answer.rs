//! What a survey along a route comes to.

use super::{Ask, Input, Ranked, Refusal, RouteRun, Setting};

/// How scans do along a route.
#[derive(Debug)]
pub struct RouteAnswer {
    /// What every scan does at every step.
    pub run: RouteRun,
    /// The scans, the best first.
    pub ranking: Vec<Ranked>,
}

impl Ask for RouteRun {
    const INPUTS: &'static [Input] = &[Input::Route, Input::Scans, Input::SceneWithoutB];
    type Found = RouteAnswer;

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let route = setting.route.as_ref().ok_or_else(|| Refusal("drag B: its path is recorded".to_owned()))?;
        Ok(Self::new(&setting.scene, route, &setting.choices.scans)?)
    }

    fn found(&self) -> RouteAnswer {
        RouteAnswer { run: self.clone(), ranking: self.ranking() }
    }
}
