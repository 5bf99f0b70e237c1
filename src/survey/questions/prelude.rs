//! The names that the files of questions share.

pub(super) use std::sync::Arc;

pub(super) use serde_json::{Value, json};

pub(super) use crate::geom::{Offset, Size};
pub(super) use crate::palette::{Palette, Rgb, mix};
pub(super) use crate::scan::Scan;
pub(super) use crate::survey::{
    Answer, AnswerText, Ask, Budget, Cost, CostAnswer, CostMap, CostSurvey, Found, Headline, Input, Lattice, Legend,
    Map, NumberGrid, Place, PlaceColumn, Places, Plane, Progress, Question, QuestionAbout, Reader, Refusal, Setting,
    Sight, Spread, Square, Summary, Survey, SurveyError, SurveyKind, TooMany, Variation, Verdict, Winner, Winners,
    Witness, area_sheet, cost_sheet, own,
};
pub(super) use crate::words::{of, percent, plural, point, thousands};
