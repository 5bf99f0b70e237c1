//! The answer of the page of costs, as its parts share it, and the legend of the signs: visits of one sign can be compared.

pub use crate::app::paint::signs::{SIGN_WIDTH, paint_sign};
use crate::app::{paint::write, prelude::*};
use crate::session::ScanAction;
use maskscope_core::scan::{Reads, Scan};
use maskscope_core::survey::{Among, Answered, CostAnswer, SurveyTimes};

/// Height of a title, in points.
pub const TITLE: f32 = 24.0;

/// The answer with all that its parts show of it.
pub struct Parts<'a> {
    pub window: &'a WindowState<'a>,
    pub answered: &'a Answered,
    pub costs: &'a CostAnswer,
    pub times: SurveyTimes,
    pub selected: Scan,
    pub among: Among,
    pub is_narrow: bool,
    pub is_wide: bool,
}

impl Parts<'_> {
    /// Chooses the scan at this place of the survey's maps.
    pub fn choose(&self, at: usize, out: &mut Vec<Request>) {
        let asked = self.costs.survey.maps[at].asked;
        let place = self.window.session.scans().scans().iter().position(|listed| *listed == asked);
        out.extend(place.map(|place| ScanAction::Select(place).into()));
    }
}

/// Height of a line of the legend and of its title, in points.
const LEGEND_LINE: f32 = 18.0;
const LEGEND_TITLE: f32 = 24.0;

/// The word for the sign in a wide table.
pub fn sign_word(reads: Reads) -> String {
    match reads {
        Reads::Cell => "one px".to_owned(),
        Reads::Word(bits) => format!("{bits} px"),
        Reads::Area => "counts".to_owned(),
        Reads::Block => "block".to_owned(),
    }
}

/// The unit of a visit, in a line.
pub fn sign_sentence(reads: Reads) -> String {
    match reads {
        Reads::Cell => "one px of both masks".to_owned(),
        Reads::Word(bits) => format!("up to {bits} px of a row"),
        Reads::Area => "two counts of a rectangle".to_owned(),
        Reads::Block => "a block of 64, 8 or 1 px a side".to_owned(),
    }
}

/// The units of the visits of a survey, each once.
fn all(costs: &CostAnswer) -> Vec<Reads> {
    let mut all = vec![Reads::Cell];
    for map in &costs.survey.maps {
        if !all.contains(&map.asked.reads()) {
            all.push(map.asked.reads());
        }
    }
    all
}

/// The height of the legend of a survey.
pub fn legend_height(costs: &CostAnswer) -> f32 {
    LEGEND_TITLE + LEGEND_LINE * (all(costs).len() as f32 + 1.0)
}

/// Shows the legend; returns where it ends.
pub fn legend(ui: &Ui, room: Rect, costs: &CostAnswer) -> f32 {
    let theme = Theme::of(ui);
    write::titled(ui, room, room.top() + LEGEND_TITLE / 2.0, "What a visit reads", "");
    let mut y = room.top() + LEGEND_TITLE + LEGEND_LINE / 2.0;
    for reads in all(costs) {
        paint_sign(ui.painter(), pos2(room.left() + SIGN_WIDTH / 2.0, y), reads, theme, theme.t2);
        write::left(ui, room.left() + SIGN_WIDTH + 16.0, y, &sign_sentence(reads), theme::note(), theme.t2);
        y += LEGEND_LINE;
    }
    let text = "Compare visits only where the sign is the same; time compares all.";
    write::left(ui, room.left(), y, text, theme::note(), theme.t3);
    y + LEGEND_LINE / 2.0
}
