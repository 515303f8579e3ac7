//! Requests and responses of the VIES REST interface (`POST /check-vat-number`).

use serde::{Deserialize, Serialize};

/// Placeholder of VIES for a field that the state does not disclose.
pub(crate) const UNDISCLOSED: &str = "---";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VatRequest {
    /// Country prefix of the number.
    pub country_code: String,
    /// The number without its prefix.
    pub vat_number: String,
    /// Country prefix of the requester; with it, the response has a consultation number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_member_state_code: Option<String>,
    /// The requester's number without its prefix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_number: Option<String>,
}

/// Result for a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VatResponse {
    pub country_code: String,
    pub vat_number: String,
    #[serde(default)]
    pub request_date: String,
    pub valid: bool,
    /// Consultation number; empty without a requester.
    #[serde(default)]
    pub request_identifier: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub address: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VatFailure {
    pub action_succeed: bool,
    #[serde(default)]
    pub error_wrappers: Vec<ErrorWrapper>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ErrorWrapper {
    pub error: String,
}

impl VatFailure {
    /// Creates an error response with one code.
    pub(crate) fn from_code(error: &str) -> Self {
        Self { action_succeed: false, error_wrappers: vec![ErrorWrapper { error: error.to_owned() }] }
    }
}

/// Body of a response.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum VatReply {
    Response(VatResponse),
    Failure(VatFailure),
}
