//! An intent and its states.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shop_core::payments::method::PaymentMethod;

use super::Act;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::ids::{ChargeId, CustomerId, IntentId, MethodId};
use crate::store::Row;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Intent {
    pub(crate) id: IntentId,
    pub(crate) created: i64,
    pub(crate) client_secret: String,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) method: Option<MethodId>,
    /// Kinds of methods that may be used.
    pub(crate) kinds: Vec<PaymentMethod>,
    /// The provider chooses the kinds.
    pub(crate) automatic: bool,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) description: Option<String>,
    /// Where the shopper comes back to.
    pub(crate) return_url: Option<String>,
    pub(crate) usage: Option<Usage>,
    pub(crate) state: State,
    /// Why the last try failed.
    pub(crate) failure: Option<Failure>,
    pub(crate) purpose: Purpose,
}

/// What an intent is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    Payment(Payment),
    /// A method that is kept for later; the debit method that a bank redirect left behind.
    Setup {
        left_behind: Option<MethodId>,
    },
}

/// The money of an intent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payment {
    /// In the currency's units.
    pub(crate) amount: i64,
    /// In lower case.
    pub(crate) currency: String,
    /// Only set aside, until it is captured.
    pub(crate) manual_capture: bool,
    pub(crate) charge: Option<ChargeId>,
    pub(crate) receipt_email: Option<String>,
    /// As it came.
    pub(crate) shipping: Option<Value>,
    /// What a statement shows instead of the account's words, and beside them.
    #[serde(default)]
    pub(crate) statement_descriptor: Option<String>,
    #[serde(default)]
    pub(crate) statement_descriptor_suffix: Option<String>,
    /// What was captured.
    pub(crate) received: i64,
}

/// How far an intent has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    RequiresPaymentMethod,
    RequiresConfirmation,
    /// The shopper must do something.
    RequiresAction(Act),
    /// A debit is on its way.
    Processing,
    RequiresCapture,
    Succeeded,
    /// When (Unix seconds), and why.
    Canceled(i64, Option<String>),
}

impl State {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresAction(_) => "requires_action",
            Self::Processing => "processing",
            Self::RequiresCapture => "requires_capture",
            Self::Succeeded => "succeeded",
            Self::Canceled(..) => "canceled",
        }
    }
}

/// What a saved method may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Usage {
    /// Also without the shopper.
    OffSession,
    /// While the shopper is there.
    OnSession,
}

impl Usage {
    /// The parameter `setup_future_usage`, or `usage` of setup intents.
    pub(crate) fn read(form: &Form) -> ApiResult<Option<Self>> {
        let name = if form.has("usage") { "usage" } else { "setup_future_usage" };
        match form.filled(name) {
            None => Ok(None),
            Some("off_session") => Ok(Some(Self::OffSession)),
            Some("on_session") => Ok(Some(Self::OnSession)),
            Some(other) => Err(ApiError::param(name, "parameter_invalid", format!("Invalid {name}: {other}"))),
        }
    }
}

/// Whose no a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailureKind {
    /// The card's bank: `card_error`.
    Card,
    /// Another method's, or the shopper's: `invalid_request_error`.
    Method,
}

/// Why a try failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) code: String,
    pub(crate) decline_code: Option<String>,
    pub(crate) message: String,
    /// What it was tried with.
    pub(crate) method: Option<MethodId>,
}

impl Failure {
    pub(crate) fn card(code: &str, decline_code: &str, message: &str) -> Self {
        let decline_code = (!decline_code.is_empty()).then(|| decline_code.to_owned());
        Self { kind: FailureKind::Card, code: code.into(), decline_code, message: message.into(), method: None }
    }

    pub(crate) fn method(code: &str, message: &str) -> Self {
        Self { kind: FailureKind::Method, ..Self::card(code, "", message) }
    }
}

impl From<&Failure> for ApiError {
    fn from(failure: &Failure) -> Self {
        let card = failure.kind == FailureKind::Card;
        Self::failed(card, &failure.code, failure.decline_code.clone(), &failure.message)
    }
}

impl Row for Intent {
    const TABLE: &'static str = "intents";
    fn key(&self) -> &str {
        self.id.as_str()
    }
    fn unknown(id: &str) -> ApiError {
        let noun = if id.starts_with("seti_") { "setup_intent" } else { "payment_intent" };
        ApiError::not_found(noun, "intent", id)
    }
}

impl Intent {
    pub(crate) fn is_setup(&self) -> bool {
        matches!(self.purpose, Purpose::Setup { .. })
    }

    /// First part of its events' kinds, and its object's name.
    pub(crate) fn noun(&self) -> &'static str {
        if self.is_setup() { "setup_intent" } else { "payment_intent" }
    }

    pub(crate) fn payment(&self) -> Option<&Payment> {
        match &self.purpose {
            Purpose::Payment(payment) => Some(payment),
            Purpose::Setup { .. } => None,
        }
    }

    pub(crate) fn payment_mut(&mut self) -> Option<&mut Payment> {
        match &mut self.purpose {
            Purpose::Payment(payment) => Some(payment),
            Purpose::Setup { .. } => None,
        }
    }

    /// The refusal of what its state does not allow.
    pub(crate) fn unexpected(&self, verb: &str) -> ApiError {
        let (name, code) = if self.is_setup() {
            ("SetupIntent", "setup_intent_unexpected_state")
        } else {
            ("PaymentIntent", "payment_intent_unexpected_state")
        };
        let status = self.state.word();
        ApiError::invalid(Some(code), format!("You cannot {verb} this {name} because it has a status of {status}."))
    }
}
