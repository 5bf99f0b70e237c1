//! Names of scans: a strategy, then its parameters after colons, as in `incremental:7px`.

use thiserror::Error;

use super::strategy::Strategy;

/// Error in the name of a scan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScanNameError {
    /// No strategy has this name.
    #[error("'{name}' is not a scan; known scans: {known}")]
    Unknown {
        /// The text before the first colon.
        name: String,
        /// The known strategies, separated by commas.
        known: String,
    },
    /// The strategy has no such parameter, or its value is zero, unreadable or given twice.
    #[error("'{parameter}' is not a parameter of '{strategy}': {expected}")]
    Parameter {
        /// The strategy.
        strategy: &'static str,
        /// The text after the colon.
        parameter: String,
        /// The expected parameters.
        expected: &'static str,
    },
}

/// `strategy`, which has its defaults, with other `parameters`.
pub(super) fn with_parameters<S: Strategy>(strategy: S, parameters: &[&str]) -> Result<S, ScanNameError> {
    let about = S::ABOUT;
    let refused = |parameter: &str| ScanNameError::Parameter {
        strategy: about.name,
        parameter: parameter.to_owned(),
        expected: about.parameters.expected,
    };
    if let Some(parameter) = parameters.get(about.parameters.most) {
        return Err(refused(parameter));
    }
    parameters.iter().try_fold(strategy, |strategy, text| strategy.with_parameter(text).ok_or_else(|| refused(text)))
}

/// The name, without parameters that are defaults.
pub(super) fn canonical<S: Strategy>(strategy: S) -> String {
    let parameters = if strategy == S::DEFAULT { String::new() } else { strategy.parameters() };
    S::ABOUT.name.to_owned() + &parameters
}

/// The name in tables.
pub(super) fn shown<S: Strategy>(strategy: S) -> String {
    if S::ABOUT.parameters.default_is_shown {
        S::ABOUT.name.to_owned() + &strategy.parameters()
    } else {
        canonical(strategy)
    }
}
