//! Names of scans: a strategy, then its parameters after colons, as in `incremental:7px`.

use std::{fmt, num::NonZeroU32, str::FromStr};

use thiserror::Error;

use super::{Channels, Misreading, Scan, Step, StripeWidth, Tolerance};

/// Why a text names no scan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScanNameError {
    /// There is no such strategy.
    #[error("'{name}' is not a scan; there are {}", Scan::ALL.map(Scan::strategy).join(", "))]
    Unknown {
        /// What stands before the first colon.
        name: String,
    },
    /// The strategy has no such parameter, or its value is zero, unreadable or given twice.
    #[error("'{parameter}' is not a parameter of '{strategy}': {expected}")]
    Parameter {
        /// The strategy.
        strategy: &'static str,
        /// What stands after the colon.
        parameter: String,
        /// What would be understood.
        expected: &'static str,
    },
}

impl Scan {
    /// The name of the strategy, without parameters.
    pub const fn strategy(self) -> &'static str {
        match self {
            Self::Rows | Self::Misread(_) => "rows",
            Self::Columns => "columns",
            Self::Incremental(_) => "incremental",
            Self::Combined => "combined",
            Self::EdgeIn { .. } => "edge-in",
            Self::CenterOut { .. } => "center-out",
            Self::Cross { .. } => "cross",
            Self::X { .. } => "x",
            Self::Sample { .. } => "sample",
            Self::SummedArea { .. } => "summed-area",
            Self::Channels(_) => "channels",
            Self::Words => "words",
            Self::Stripes(_) => "stripes",
            Self::Blocks => "blocks",
            Self::Hilbert => "hilbert",
            Self::LastHit => "last-hit",
        }
    }

    /// This strategy with its default parameters.
    pub fn with_defaults(self) -> Self {
        let same = |scan: &Self| scan.strategy() == self.strategy();
        Self::ALL.into_iter().find(same).expect("ALL holds every strategy")
    }

    /// The name as tables show it: the canonical one, with the default spelt out where it is what the strategy is about.
    ///
    /// `incremental:3` and `sample:10`, but `rows` and `edge-in`.
    pub fn display_name(self) -> String {
        match self {
            Self::Incremental(_) | Self::Sample { .. } => self.strategy().to_owned() + &self.written_parameters(),
            _ => self.to_string(),
        }
    }

    /// The same strategy with the parameter that `text` gives; `None` where it takes no such parameter.
    fn with_parameter(self, text: &str) -> Option<Self> {
        let count = count(text);
        match self {
            Self::Rows => Misreading::ALL.into_iter().find(|slip| slip.name() == text).map(Self::Misread),
            Self::Incremental(_) => match text.strip_suffix("px") {
                Some(cells) => self::count(cells).map(|cells| Self::Incremental(Step::Cells(cells))),
                None => count.map(|divisor| Self::Incremental(Step::Divisor(divisor))),
            },
            Self::EdgeIn { .. } => count.map(|increment| Self::EdgeIn { increment }),
            Self::CenterOut { .. } => count.map(|increment| Self::CenterOut { increment }),
            Self::Cross { .. } => (text == "revisit").then_some(Self::Cross { revisit: true }),
            Self::X { .. } => (text == "revisit").then_some(Self::X { revisit: true }),
            Self::Sample { .. } => count.map(|every| Self::Sample { every }),
            Self::SummedArea { .. } => count.map(|granularity| Self::SummedArea { granularity }),
            Self::Channels(channels) => channels.with_parameter(text).map(Self::Channels),
            Self::Stripes(_) => [StripeWidth::W32, StripeWidth::W64]
                .into_iter()
                .find(|width| count.is_some_and(|count| count.get() == width.columns()))
                .map(Self::Stripes),
            Self::Misread(_)
            | Self::Columns
            | Self::Combined
            | Self::Words
            | Self::Blocks
            | Self::Hilbert
            | Self::LastHit => None,
        }
    }

    /// What a parameter may be.
    const fn expected_parameter(self) -> &'static str {
        match self {
            Self::Incremental(_) => "a divisor such as 3, or a fixed step such as 7px",
            Self::EdgeIn { .. } | Self::CenterOut { .. } => "an increment from 1 on",
            Self::Cross { .. } | Self::X { .. } => "revisit",
            Self::Sample { .. } => "a distance in px from 1 on",
            Self::SummedArea { .. } => "a granularity in px from 1 on",
            Self::Channels(_) => "as-written, union, and a tolerance above 0 such as 0.5, each at most once",
            Self::Stripes(_) => "64 or 32",
            Self::Rows | Self::Misread(_) => "equal-zeros or logical, the articles' slips",
            Self::Columns | Self::Combined | Self::Words | Self::Blocks | Self::Hilbert | Self::LastHit => {
                "it has none"
            }
        }
    }

    /// The parameters as a name writes them, each after its colon, defaults included.
    fn written_parameters(self) -> String {
        match self {
            Self::Misread(misreading) => format!(":{}", misreading.name()),
            Self::Incremental(Step::Divisor(n))
            | Self::EdgeIn { increment: n }
            | Self::CenterOut { increment: n }
            | Self::Sample { every: n }
            | Self::SummedArea { granularity: n } => format!(":{n}"),
            Self::Incremental(Step::Cells(n)) => format!(":{n}px"),
            Self::Cross { revisit: true } | Self::X { revisit: true } => ":revisit".to_owned(),
            Self::Channels(channels) => channels.to_string(),
            Self::Stripes(width) => format!(":{}", width.columns()),
            Self::Cross { revisit: false }
            | Self::X { revisit: false }
            | Self::Rows
            | Self::Columns
            | Self::Combined
            | Self::Words
            | Self::Blocks
            | Self::Hilbert
            | Self::LastHit => String::new(),
        }
    }
}

/// A number of digits only that is not zero.
fn count(text: &str) -> Option<NonZeroU32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Channels {
    /// The same with the parameter that `text` gives, unless it is given already.
    fn with_parameter(self, text: &str) -> Option<Self> {
        match text {
            "as-written" => (!self.as_written).then_some(Self { as_written: true, ..self }),
            "union" => (!self.union).then_some(Self { union: true, ..self }),
            _ => {
                let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                let share = is_plain.then(|| text.parse().ok()).flatten().filter(|_| self.tolerance.is_none())?;
                Some(Self { tolerance: Some(Tolerance::new(share)?), ..self })
            }
        }
    }
}

/// The parameters after `channels`, each after its colon: `:as-written:0.5:union`.
impl fmt::Display for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.as_written {
            f.write_str(":as-written")?;
        }
        if let Some(tolerance) = self.tolerance {
            write!(f, ":{}", tolerance.share())?;
        }
        if self.union { f.write_str(":union") } else { Ok(()) }
    }
}

/// The canonical name: defaults are left out.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == self.with_defaults() {
            return f.pad(self.strategy());
        }
        f.pad(&format!("{}{}", self.strategy(), self.written_parameters()))
    }
}

impl FromStr for Scan {
    type Err = ScanNameError;

    fn from_str(text: &str) -> Result<Self, ScanNameError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let scan = Self::ALL.into_iter().find(|scan| scan.strategy() == name);
        let scan = scan.ok_or_else(|| ScanNameError::Unknown { name: name.to_owned() })?;
        let parameters: Vec<&str> = parts.collect();
        let refused = |parameter: &str| ScanNameError::Parameter {
            strategy: scan.strategy(),
            parameter: parameter.to_owned(),
            expected: scan.expected_parameter(),
        };
        let most = if matches!(scan, Self::Channels(_)) { 3 } else { 1 };
        if let Some(parameter) = parameters.get(most) {
            return Err(refused(parameter));
        }
        parameters.iter().try_fold(scan, |scan, text| scan.with_parameter(text).ok_or_else(|| refused(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Scan>().map_or_else(|error| error.to_string(), |scan| scan.to_string())
    }

    #[test]
    fn defaults_are_left_out() {
        for (written, name) in [
            ("rows", "rows"),
            ("rows:logical", "rows:logical"),
            ("rows:equal-zeros", "rows:equal-zeros"),
            ("incremental", "incremental"),
            ("incremental:3", "incremental"),
            ("incremental:7", "incremental:7"),
            ("incremental:7px", "incremental:7px"),
            ("incremental:3px", "incremental:3px"),
            ("edge-in:1", "edge-in"),
            ("center-out:04", "center-out:4"),
            ("sample:10", "sample"),
            ("sample:1", "sample:1"),
            ("cross", "cross"),
            ("cross:revisit", "cross:revisit"),
            ("x:revisit", "x:revisit"),
            ("summed-area:1", "summed-area"),
            ("summed-area:8", "summed-area:8"),
            ("channels", "channels"),
            ("channels:union:0.50:as-written", "channels:as-written:0.5:union"),
            ("channels:2", "channels:1"),
            ("stripes:64", "stripes"),
            ("stripes:32", "stripes:32"),
        ] {
            assert_eq!(canonical(written), name);
        }
    }

    #[test]
    fn tables_spell_out_how_far_apart_cells_lie() {
        let shown = |name: &str| name.parse::<Scan>().expect("a scan").display_name();
        assert_eq!([shown("incremental"), shown("sample")], ["incremental:3", "sample:10"]);
        assert_eq!([shown("edge-in"), shown("edge-in:4"), shown("rows")], ["edge-in", "edge-in:4", "rows"]);
    }

    #[test]
    fn every_canonical_name_reads_back() {
        for scan in Scan::ALL {
            assert_eq!(scan.to_string().parse(), Ok(scan));
        }
    }

    #[test]
    fn tables_show_the_parameter_that_matters() {
        let shown = |text: &str| text.parse::<Scan>().expect("a scan").display_name();
        assert_eq!(shown("incremental"), "incremental:3");
        assert_eq!(shown("incremental:7px"), "incremental:7px");
        assert_eq!(shown("sample"), "sample:10");
        assert_eq!(shown("edge-in"), "edge-in");
        assert_eq!(shown("edge-in:4"), "edge-in:4");
    }

    #[test]
    fn zero_and_nonsense_are_refused() {
        for text in [
            "",
            "row",
            "rows:1",
            "rows:logical:equal-zeros",
            "sample:0",
            "sample:",
            "sample:-1",
            "sample:+1",
            "sample:1:2",
            "incremental:px",
        ] {
            assert!(text.parse::<Scan>().is_err(), "{text:?}");
        }
    }
}
