//! The chart of an answer: its maps beside each other, and what their colours mean.

use super::SurveySheet;
use crate::{
    files::plate::{Chart, ChartMap, Key},
    survey::{Legend, Map, RampLegend, Setting, Sight, Swatch},
};

/// The chart of an answer, as PNG.
pub(super) fn png(sheet: &SurveySheet<'_>) -> Vec<u8> {
    let (answered, [a, b]) = (sheet.answered, sheet.names);
    let answer = answered.answer();
    let maps = answer.maps(sheet.palette, Sight::Page);
    let headline = answered.headline();
    let mut notes = vec![format!("{a} and {b}"), headline.sentence, headline.detail];
    if let Some(map) = maps.first() {
        notes.push(map.places.axes());
    }
    notes.retain(|note| !note.is_empty());
    // Maps of one kind share their legend: each of its lines stands once.
    let mut keys: Vec<Key> = Vec::new();
    for key in maps.iter().flat_map(|map| samples(&map.legend)) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let maps = maps.into_iter().map(|map| chart_map(map, &answered.setting)).collect();
    let title = answered.question.title.to_owned();
    Chart { title, notes, maps, keys, palette: sheet.palette }.to_png()
}

fn chart_map<'a>(map: Map<'a>, setting: &Setting) -> ChartMap<'a> {
    let size = map.size();
    let Map { title, note, places, color, hatch, inside, .. } = map;
    let caption = if note.is_empty() { title } else { format!("{title} · {note}") };
    ChartMap { caption, size, color, hatch, is_inside: inside, present: places.now(setting) }
}

/// The colours of a legend: of a ramp the first, the middle and the last.
fn samples(legend: &Legend) -> Vec<Key> {
    let plain = |(color, meaning)| Key { color, hatch: None, meaning };
    let ramp = legend.ramp.iter().flat_map(|RampLegend { least, most, color }| {
        [(color(0.0), least.clone()), (color(0.5), "between".to_owned()), (color(1.0), most.clone())]
    });
    // Of colours that stand for more and more of one thing the middle one.
    let key = |(swatch, name): &(Swatch, String)| {
        let color = swatch.colors[swatch.colors.len() / 2];
        Key { color, hatch: swatch.hatch, meaning: name.clone() }
    };
    ramp.map(plain).chain(legend.keys.iter().chain(&legend.scans).map(key)).collect()
}
