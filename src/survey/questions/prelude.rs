//! The names that the files of questions share.

pub(super) use std::sync::Arc;

pub(super) use serde_json::{Value, json};

pub(super) use crate::{
    geom::{Offset, Size},
    palette::{Palette, Rgb, mix},
    scan::Scan,
    survey::{
        About, Answer, Ask, Budget, Column, Cost, CostAnswer, CostMap, CostSurvey, Found, Grid, Headline, Input,
        Lattice, Legend, Map, Place, Places, Plane, Progress, Question, Reader, Refusal, Setting, Sight, Spread,
        Square, Summary, Survey, SurveyError, SurveyKind, Text, TooMany, Variation, Verdict, Winner, Winners, Witness,
        area_sheet, cost_sheet, own,
    },
    words::{percent, plural, point, thousands},
};
