//! The names that the files of questions share.

pub(super) use std::sync::Arc;

pub(super) use serde_json::{Value, json};

pub(super) use crate::geom::{Offset, Size};
pub(super) use crate::scan::Scan;
pub(super) use crate::survey::publishing::Publishing;
pub(super) use crate::survey::questions::{area_sheet, cost_sheet};
pub(super) use crate::survey::{
    Answer, AnswerText, Askable, Budget, Classification, Cost, CostAnswer, CostMap, CostSurvey, Found, GridValues,
    Hatch, Headline, Input, Lattice, Map, Place, Places, Plane, Progress, Question, QuestionAbout, Reader, Refusal,
    Setting, Square, Summary, Survey, SurveyError, SurveyKind, Term, TooMany, Variation, Winners, Witness, own,
};
pub(super) use crate::words::{of, percent, plural, point, px_are, thousands};
