//! Calls with JSON in and out: their arguments, their results and their errors.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A call that could not be made. Refusals by the shop's rules are results, not errors.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No export has this name.
    #[error("no function `{name}`")]
    UnknownFunction {
        /// The function that was called.
        name: String,
    },
    /// The arguments are not what the function takes.
    #[error("bad arguments for `{name}`: {reason}")]
    BadArguments {
        /// The function that was called.
        name: String,
        /// What is wrong and where.
        reason: serde_json::Error,
    },
    /// The result cannot be written as JSON.
    #[error("the result of `{name}` cannot be written: {reason}")]
    BadResult {
        /// The function that was called.
        name: String,
        /// What serialisation ran into.
        reason: serde_json::Error,
    },
}

pub(super) fn read<T: DeserializeOwned>(name: &str, args: &str) -> Result<T, HostError> {
    serde_json::from_str(args).map_err(|reason| HostError::BadArguments { name: name.to_owned(), reason })
}

pub(super) fn write<T: Serialize>(name: &str, result: &T) -> Result<String, HostError> {
    serde_json::to_string(result).map_err(|reason| HostError::BadResult { name: name.to_owned(), reason })
}
