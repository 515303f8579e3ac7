//! Calls with JSON input and output: their arguments, results and errors.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A call that could not be made. Validation errors of the shop's rules are results, not errors.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No export has this name.
    #[error("no function `{name}`")]
    UnknownFunction {
        /// Name of the called function.
        name: String,
    },
    /// The arguments do not match the function's.
    #[error("bad arguments for `{name}`: {reason}")]
    BadArguments {
        /// Name of the called function.
        name: String,
        /// What is wrong, and where.
        reason: serde_json::Error,
    },
    /// The result cannot be serialised as JSON.
    #[error("the result of `{name}` cannot be written: {reason}")]
    BadResult {
        /// Name of the called function.
        name: String,
        /// Reason of the failure.
        reason: serde_json::Error,
    },
}

pub(super) fn parse_arguments<T: DeserializeOwned>(name: &str, args: &str) -> Result<T, HostError> {
    serde_json::from_str(args).map_err(|reason| HostError::BadArguments { name: name.to_owned(), reason })
}

pub(super) fn serialize_result<T: Serialize>(name: &str, result: &T) -> Result<String, HostError> {
    serde_json::to_string(result).map_err(|reason| HostError::BadResult { name: name.to_owned(), reason })
}
