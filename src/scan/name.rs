//! Names of scans: a strategy, then its parameters after colons, as in `incremental:7px`.

use std::{fmt, num::NonZeroU32, str::FromStr};

use thiserror::Error;

use super::{Scan, Step};

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
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Incremental(_) => "incremental",
            Self::Combined => "combined",
            Self::EdgeIn { .. } => "edge-in",
            Self::CenterOut { .. } => "center-out",
            Self::Sample { .. } => "sample",
            Self::Words => "words",
        }
    }

    /// This strategy with its default parameters.
    fn with_defaults(self) -> Self {
        let same = |scan: &Self| scan.strategy() == self.strategy();
        Self::ALL.into_iter().find(same).expect("ALL holds every strategy")
    }

    /// The same strategy with the parameter that `text` gives.
    fn with_parameter(self, text: &str) -> Result<Self, ScanNameError> {
        let refused =
            |expected| ScanNameError::Parameter { strategy: self.strategy(), parameter: text.to_owned(), expected };
        let count =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<NonZeroU32>().ok()).flatten();
        match self {
            Self::Incremental(_) => match text.strip_suffix("px") {
                Some(cells) => count(cells).map(|cells| Self::Incremental(Step::Cells(cells))),
                None => count(text).map(|divisor| Self::Incremental(Step::Divisor(divisor))),
            }
            .ok_or_else(|| refused("a divisor such as 3, or a fixed step such as 7px")),
            Self::EdgeIn { .. } => {
                count(text).map(|increment| Self::EdgeIn { increment }).ok_or_else(|| refused("an increment from 1 on"))
            }
            Self::CenterOut { .. } => count(text)
                .map(|increment| Self::CenterOut { increment })
                .ok_or_else(|| refused("an increment from 1 on")),
            Self::Sample { .. } => {
                count(text).map(|every| Self::Sample { every }).ok_or_else(|| refused("a distance in px from 1 on"))
            }
            Self::Rows | Self::Columns | Self::Combined | Self::Words => Err(refused("it has none")),
        }
    }

    /// The parameter as a name writes it after the colon, defaults included; empty where there is none.
    fn written_parameter(self) -> String {
        match self {
            Self::Incremental(Step::Divisor(n))
            | Self::EdgeIn { increment: n }
            | Self::CenterOut { increment: n }
            | Self::Sample { every: n } => n.to_string(),
            Self::Incremental(Step::Cells(n)) => format!("{n}px"),
            Self::Rows | Self::Columns | Self::Combined | Self::Words => String::new(),
        }
    }
}

impl Scan {
    /// The name as a table writes it: like the canonical one, but with the parameter without which nobody could tell
    /// what it does: `incremental:3`, `sample:10`.
    pub fn display_name(self) -> String {
        match self {
            Self::Incremental(_) | Self::Sample { .. } => {
                format!("{}:{}", self.strategy(), self.written_parameter())
            }
            _ => self.to_string(),
        }
    }
}

/// The canonical name: defaults are left out.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == self.with_defaults() {
            return f.pad(self.strategy());
        }
        f.pad(&format!("{}:{}", self.strategy(), self.written_parameter()))
    }
}

impl FromStr for Scan {
    type Err = ScanNameError;

    fn from_str(text: &str) -> Result<Self, ScanNameError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let scan = Self::ALL.into_iter().find(|scan| scan.strategy() == name);
        let scan = scan.ok_or_else(|| ScanNameError::Unknown { name: name.to_owned() })?;
        match (parts.next(), parts.next()) {
            (None, _) => Ok(scan),
            (Some(parameter), None) => scan.with_parameter(parameter),
            (Some(_), Some(second)) => Err(ScanNameError::Parameter {
                strategy: scan.strategy(),
                parameter: second.to_owned(),
                expected: "it takes one at most",
            }),
        }
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
            ("incremental", "incremental"),
            ("incremental:3", "incremental"),
            ("incremental:7", "incremental:7"),
            ("incremental:7px", "incremental:7px"),
            ("incremental:3px", "incremental:3px"),
            ("edge-in:1", "edge-in"),
            ("center-out:04", "center-out:4"),
            ("sample:10", "sample"),
            ("sample:1", "sample:1"),
        ] {
            assert_eq!(canonical(written), name);
        }
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
        for text in
            ["", "row", "rows:1", "sample:0", "sample:", "sample:-1", "sample:+1", "sample:1:2", "incremental:px"]
        {
            assert!(text.parse::<Scan>().is_err(), "{text:?}");
        }
    }
}
