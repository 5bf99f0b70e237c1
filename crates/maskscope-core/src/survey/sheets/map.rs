//! [`Map`]: a value at every place. Its picture, the legend, tooltips, the columns of CSV and the grid in JSON follow from it.

use std::{borrow::Cow, fmt};

use crate::geom::Size;
use crate::palette::{Palette, Ramp, Rgb, mix};
use crate::survey::{Hatch, Label, Legend, Places, RampLegend, Swatch};
use crate::words::{plural, thousands};

/// A value at every place: a picture of an answer, a column of its CSV, or both.
pub struct Map<'a> {
    /// The title of its picture, which no other of the answer has; empty if it has none and is a column alone.
    pub title: String,
    /// The note beside the title; may be empty.
    pub note: String,
    /// The meaning of its columns and rows.
    pub places: Places,
    /// The heading of its column in CSV; `None` if it has none.
    pub column: Option<String>,
    /// The decimals of its numbers in CSV.
    pub decimals: usize,
    /// The value of a column and row.
    pub value: Value<'a>,
    /// The meanings of values, in the order of the legend; empty if they are nothing but numbers.
    pub terms: Vec<Term>,
    /// Places between which a line runs: where one of two neighbours is inside and the other is not.
    pub inside: Option<Inside<'a>>,
    /// The tooltip of a place; without one, the name of its term.
    pub tooltip: Option<Tooltip<'a>>,
    /// Places that carry a name.
    pub labels: Vec<Label>,
}

/// The term of a column and row, by its index, and its number.
pub type Value<'a> = Box<dyn Fn(u32, u32) -> (usize, f64) + 'a>;
/// True for a column and row that lies inside.
pub type Inside<'a> = Box<dyn Fn(u32, u32) -> bool + 'a>;
/// The text about a column and row.
pub type Tooltip<'a> = Box<dyn Fn(u32, u32) -> String + 'a>;

/// One meaning of a value.
#[derive(Clone, Debug)]
pub struct Term {
    /// The name in tooltips.
    pub name: String,
    /// The name in CSV; without one, the number stands there.
    pub written: Option<Cow<'static, str>>,
    /// The name in the legend. Neighbours of one name are one key of several colours; a term without a name has no key, but
    /// a ramp then shows its ends.
    pub key: Option<String>,
    /// The colour.
    pub ink: Ink,
    /// The line through its cells, and the line's colour: without one, a darker shade of the cell.
    pub hatch: Option<(Hatch, Option<Ink>)>,
}

/// A colour by its meaning.
pub type Role = fn(&Palette) -> Rgb;

/// The colour of a term.
#[derive(Clone, Copy, Debug)]
pub enum Ink {
    /// The palette's colour for a role.
    Role(Role),
    /// The colour of one scan, on any background.
    Scan(Rgb),
    /// The colour of one scan where the masks miss.
    Faint(Rgb),
    /// Visits, by their logarithm along a ramp.
    Visits(fn(&Palette) -> &Ramp, LogScale),
    /// Shared pixels up to the most of them, by their root.
    Pixels(u32),
}

impl Ink {
    /// The colour; `None` if it depends on a number.
    pub fn color(self, palette: &Palette) -> Option<Rgb> {
        match self {
            Self::Role(role) => Some(role(palette)),
            Self::Scan(color) => Some(color),
            Self::Faint(color) => Some(mix(palette.apart, color, palette.apart_part)),
            Self::Visits(..) | Self::Pixels(_) => None,
        }
    }
}

impl Term {
    /// A term that has the same name in tooltips and in the legend.
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        let name = name.into();
        Self { key: Some(name.clone()), name, written: None, ink: Ink::Role(role), hatch: None }
    }

    /// Numbers from 1 up, whose ends are in the legend.
    pub const fn numbers(ink: Ink) -> Self {
        Self { name: String::new(), written: None, key: None, ink, hatch: None }
    }

    /// Renames the term in the legend.
    #[must_use]
    pub fn key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// Writes this name in CSV.
    #[must_use]
    pub fn written(self, name: &'static str) -> Self {
        Self { written: Some(name.into()), ..self }
    }

    /// Draws a line through its cells, in a darker shade of theirs unless `line` has its colour.
    #[must_use]
    pub fn hatched(self, hatch: Hatch, line: Option<Role>) -> Self {
        Self { hatch: Some((hatch, line.map(Ink::Role))), ..self }
    }

    /// The colour of `number`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    #[expect(clippy::cast_precision_loss, reason = "a colour needs few bits")]
    pub fn color(&self, number: f64, palette: &Palette) -> Rgb {
        match self.ink {
            Ink::Visits(ramp, scale) => ramp(palette).at(scale.share(number as u32)),
            Ink::Pixels(most) => palette.cost.at((number as f32 / most as f32).sqrt()),
            ink => ink.color(palette).unwrap_or_default(),
        }
    }

    /// The line through cells of `color`, with its own colour.
    fn line(&self, color: Rgb, palette: &Palette) -> Option<(Hatch, Rgb)> {
        let darker = || mix(color, [0; 3], 140);
        self.hatch.map(|(hatch, line)| (hatch, line.and_then(|ink| ink.color(palette)).unwrap_or_else(darker)))
    }
}

impl fmt::Debug for Map<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, places, column, terms, .. } = self;
        let mut shown = f.debug_struct("Map");
        shown.field("title", title).field("places", places).field("column", column).field("terms", terms);
        shown.finish_non_exhaustive()
    }
}

impl<'a> Map<'a> {
    /// A picture without a line or a note.
    pub fn new(
        title: impl Into<String>,
        places: Places,
        terms: impl Into<Vec<Term>>,
        value: impl Fn(u32, u32) -> (usize, f64) + 'a,
    ) -> Self {
        Self {
            title: title.into(),
            note: String::new(),
            places,
            column: None,
            decimals: 0,
            value: Box::new(value),
            terms: terms.into(),
            inside: None,
            tooltip: None,
            labels: Vec::new(),
        }
    }

    /// A column of CSV without a picture.
    pub fn column(
        name: &impl ToString,
        places: Places,
        terms: impl Into<Vec<Term>>,
        value: impl Fn(u32, u32) -> (usize, f64) + 'a,
    ) -> Self {
        Self { column: Some(name.to_string()), ..Self::new("", places, terms, value) }
    }

    /// Replaces the names of terms as tooltips.
    #[must_use]
    pub(in crate::survey) fn with_tooltip(self, tooltip: impl Fn(u32, u32) -> String + 'a) -> Self {
        Self { tooltip: Some(Box::new(tooltip)), ..self }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.places.drawn_size()
    }

    /// The colour of a column and row.
    pub fn color(&self, x: u32, y: u32, palette: &Palette) -> Rgb {
        let (term, number) = (self.value)(x, y);
        self.terms[term].color(number, palette)
    }

    /// True if lines run through some cells.
    pub fn is_hatched(&self) -> bool {
        self.terms.iter().any(|term| term.hatch.is_some())
    }

    /// The line through a column and row, with its colour, which tells colours apart without their hue.
    pub fn hatch(&self, x: u32, y: u32, palette: &Palette) -> Option<(Hatch, Rgb)> {
        let (term, number) = (self.value)(x, y);
        let term = &self.terms[term];
        term.hatch.and_then(|_| term.line(term.color(number, palette), palette))
    }

    /// The tooltip of a column and row.
    pub fn tooltip(&self, x: u32, y: u32) -> String {
        self.tooltip.as_ref().map_or_else(|| self.terms[(self.value)(x, y).0].name.clone(), |tooltip| tooltip(x, y))
    }

    /// The value of a column and row in CSV. No value holds a comma or a quote.
    pub(in crate::survey) fn written(&self, x: u32, y: u32) -> String {
        let (term, number) = (self.value)(x, y);
        let name = self.terms.get(term).and_then(|term| term.written.as_deref());
        name.map_or_else(|| format!("{number:.0$}", self.decimals), str::to_owned)
    }

    /// The meaning of its colours.
    pub fn legend(&self, palette: &'static Palette) -> Legend {
        legend(&self.terms, palette)
    }
}

/// The meaning of the colours of `terms`.
pub(in crate::survey) fn legend(terms: &[Term], palette: &'static Palette) -> Legend {
    let mut legend = Legend::default();
    for same in terms.chunk_by(|one, next| one.key.is_some() && one.key == next.key) {
        let term = &same[same.len() / 2];
        match (term.ink, &term.key) {
            (Ink::Visits(ramp, LogScale { top }), None) => {
                let color = Box::new(move |share| ramp(palette).at(share));
                legend.ramp = Some(RampLegend { most: plural(top, "visit"), color });
            }
            (Ink::Pixels(most), None) => {
                let color = Box::new(|share: f32| palette.cost.at(share.sqrt()));
                legend.ramp = Some(RampLegend { most: format!("{} px", thousands(most.into())), color });
            }
            (_, None) => {}
            (ink, Some(key)) => {
                let colors: Vec<Rgb> = match ink {
                    Ink::Visits(ramp, _) => [0.2, 0.5, 0.8].map(|share| ramp(palette).at(share)).into(),
                    _ => same.iter().map(|term| term.color(0.0, palette)).collect(),
                };
                let hatch = term.line(colors[colors.len() / 2], palette);
                let keys =
                    if matches!(ink, Ink::Scan(_) | Ink::Faint(_)) { &mut legend.scans } else { &mut legend.keys };
                keys.push((Swatch { colors, hatch }, key.clone()));
            }
        }
    }
    legend
}

/// Position of visits between 1 and a round number, on a log scale: the scale of the colours of cost maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogScale {
    /// The number at its end.
    pub top: u64,
}

impl LogScale {
    /// The scale from 1 to the next of 1, 2, 5, 10, 20, 50 … that is not below `largest`; to 2 at least.
    pub fn up_to(largest: u32) -> Self {
        let rounds = (0..).map(|power| 10_u64.pow(power)).flat_map(|ten| [ten, 2 * ten, 5 * ten]);
        Self { top: rounds.skip(1).find(|&round| round >= largest.into()).unwrap_or(u64::MAX) }
    }

    /// The position of `visits` along the scale, 0 to 1.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a colour needs few bits")]
    pub fn share(self, visits: u32) -> f32 {
        (f64::from(visits.max(1)).ln() / (self.top as f64).ln()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_with_a_round_number() {
        let tops = [0, 1, 2, 3, 10, 11, 673, 1_640, u32::MAX].map(|largest| LogScale::up_to(largest).top);
        assert_eq!(tops, [2, 2, 2, 5, 10, 20, 1_000, 2_000, 5_000_000_000]);
    }

    #[test]
    fn a_scale_is_logarithmic() {
        let scale = LogScale::up_to(100);
        assert_eq!([0, 1, 10, 100].map(|visits| scale.share(visits)), [0.0, 0.0, 0.5, 1.0]);
    }

    #[test]
    fn neighbours_of_one_name_are_one_key_and_a_ramp_shows_its_ends() {
        let role: Role = |palette| palette.first[0];
        let stronger: Role = |palette| palette.first[1];
        let terms = [
            Term::new("few", role).key("fewer"),
            Term::new("fewer", stronger).hatched(Hatch::Down, None),
            Term::numbers(Ink::Pixels(1_200)),
            Term { key: None, ..Term::new("nothing", role) },
            Term { ink: Ink::Scan([1, 2, 3]), ..Term::new("rows", role) },
        ];
        let palette = &Palette::DARK;
        let Legend { ramp, keys, scans } = legend(&terms, palette);
        let ramp = ramp.expect("a ramp without a name");
        assert_eq!((&*ramp.most, (ramp.color)(0.25)), ("1,200 px", palette.cost.at(0.5)));
        let hatch = Some((Hatch::Down, mix(palette.first[1], [0; 3], 140)));
        let both = Swatch { colors: palette.first[..2].to_vec(), hatch };
        assert_eq!(keys, [(both, "fewer".to_owned())]);
        assert_eq!(scans, [([1, 2, 3].into(), "rows".to_owned())]);
    }
}
