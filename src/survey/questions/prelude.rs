//! What the file of a question needs.

pub(super) use std::sync::Arc;

pub(super) use serde_json::{Value, json};

pub(super) use crate::{
    geom::{Offset, Size},
    palette::{Palette, Rgb, mix},
    scan::Scan,
    survey::{
        About, Answer, Ask, Bar, Bars, Budget, Claim, Column, Cost, CostAnswer, CostMap, CostSurvey, Divergence, Found,
        Grid, Headline, Input, Lattice, Legend, Link, Map, Place, Places, Plane, Progress, Question, RampLegend,
        Reader, Refusal, Setting, Sight, Spread, Square, Strip, Summary, Survey, SurveyError, SurveyKind, Table,
        Target, Text, TooMany, Variation, Verdict, Winner, Winners, Witness, area_sheet, cost_sheet, own,
        question::View,
    },
    words::{percent, plural, point, thousands},
};
