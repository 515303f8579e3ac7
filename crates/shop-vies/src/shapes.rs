//! Requests and answers of VIES' REST interface (`POST /check-vat-number`).

use serde::{Deserialize, Serialize};

/// What VIES writes where a state tells nothing.
pub(crate) const NOT_TOLD: &str = "---";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Question {
    /// Prefix of the number.
    pub country_code: String,
    /// The number without it.
    pub vat_number: String,
    /// Prefix of who asks; with it the answer has a consultation number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_member_state_code: Option<String>,
    /// The number of who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_number: Option<String>,
}

/// An answer about a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    pub country_code: String,
    pub vat_number: String,
    #[serde(default)]
    pub request_date: String,
    pub valid: bool,
    /// Consultation number; empty: nobody said who asks.
    #[serde(default)]
    pub request_identifier: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub address: String,
}

/// An answer that says why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Failure {
    pub action_succeed: bool,
    #[serde(default)]
    pub error_wrappers: Vec<ErrorWrapper>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ErrorWrapper {
    pub error: String,
}

impl Failure {
    /// With one reason.
    pub(crate) fn of(error: &str) -> Self {
        Self { action_succeed: false, error_wrappers: vec![ErrorWrapper { error: error.to_owned() }] }
    }
}

/// What comes back.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    Answer(Answer),
    Failure(Failure),
}
