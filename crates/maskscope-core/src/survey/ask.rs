//! Surveys that can be requested, and surveys of any type.

use std::any::TypeId;
use std::{fmt::Debug, future::ready};

use super::{Found, Input, Publishing, Refusal, Setting, Survey};
use crate::memory::ask;

/// A survey that can be asked for.
pub trait Askable: Survey + Clone + Debug + Send + Sync + 'static {
    /// The parts of a setting on which its answers depend.
    const INPUTS: &'static [Input];

    /// The survey of `setting`, before its first step.
    ///
    /// # Errors
    /// If there is no answer, and why.
    fn ask(setting: &Setting) -> Result<Self, Refusal>;

    /// The result so far, to be made: the survey itself by default.
    fn publish(&self) -> Publishing {
        Publishing::new(ready(self.clone()))
    }
}

/// `found` as what `T` is.
///
/// # Panics
/// If it is something else: a question was shown what another survey has found.
pub fn own<T: 'static>(found: &Found) -> &T {
    found.downcast_ref().expect("a question is shown what its own survey has found")
}

/// A survey under way, whatever its type.
pub trait Running: Survey + Debug + Send {
    /// The result so far, to be made.
    fn publish(&self) -> Publishing;

    /// The result so far.
    fn found(&self) -> Found {
        self.publish().go_on(&|| false).expect("nothing is left")
    }
}

impl<S: Askable> Running for S {
    fn publish(&self) -> Publishing {
        Askable::publish(self)
    }
}

/// A type of survey.
#[derive(Clone, Copy, Debug)]
pub struct SurveyKind {
    id: fn() -> TypeId,
    inputs: &'static [Input],
    start: fn(&Setting) -> Result<Box<dyn Running>, Refusal>,
}

impl PartialEq for SurveyKind {
    fn eq(&self, other: &Self) -> bool {
        (self.id)() == (other.id)()
    }
}

impl SurveyKind {
    /// The type `S`.
    pub const fn of<S: Askable>() -> Self {
        fn start<S: Askable>(setting: &Setting) -> Result<Box<dyn Running>, Refusal> {
            S::ask(setting).map(|survey| Box::new(survey) as Box<dyn Running>)
        }
        Self { id: TypeId::of::<S>, inputs: S::INPUTS, start: start::<S> }
    }

    /// The survey of `setting`, before its first step.
    ///
    /// # Errors
    /// If there is no answer, or too little memory for it, and why.
    pub fn start(self, setting: &Setting) -> Result<Box<dyn Running>, Refusal> {
        if self.depends_on(Input::Scans) {
            let (size, scans, [a, b]) = (setting.lattice().size(), &setting.choices.scans, setting.masks());
            let bytes = (scans.len() as u64 + 1) * size_of::<u32>() as u64 * size.area();
            let advice = "smaller images or fewer scans (--scan) need less";
            ask(bytes, advice, format_args!("a survey of {size} placements")).map_err(Refusal::of)?;
            scans.iter().try_for_each(|scan| scan.room(a, b)).map_err(Refusal::of)?;
        }
        (self.start)(setting)
    }

    /// True if the answers depend on this part of a setting.
    pub fn depends_on(self, input: Input) -> bool {
        self.inputs.contains(&input)
    }

    /// True if the answers over two settings are the same.
    pub fn is_same_over(self, one: &Setting, other: &Setting) -> bool {
        self.inputs.iter().all(|&input| one.agrees(other, input))
    }
}
