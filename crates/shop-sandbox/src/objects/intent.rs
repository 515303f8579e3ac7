//! An intent and its states.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shop_core::payments::method::PaymentMethod;

use super::RequiredAction;
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
    /// Allowed payment method types.
    pub(crate) kinds: Vec<PaymentMethod>,
    /// Whether the provider chooses the payment method types.
    pub(crate) automatic: bool,
    pub(crate) metadata: BTreeMap<String, String>,
    pub(crate) description: Option<String>,
    /// Where the shopper returns to.
    pub(crate) return_url: Option<String>,
    pub(crate) usage: Option<Usage>,
    pub(crate) state: State,
    /// Why the last attempt failed.
    pub(crate) failure: Option<Failure>,
    pub(crate) purpose: Purpose,
}

/// Purpose of an intent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    Payment(Payment),
    /// Saves a method for later; `left_behind` is the debit method that a bank redirect generated.
    Setup {
        left_behind: Option<MethodId>,
    },
}

/// The payment of a payment intent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payment {
    /// In the currency's minor units.
    pub(crate) amount: i64,
    /// Lower-case currency code.
    pub(crate) currency: String,
    /// Whether the amount is only authorised until it is captured.
    pub(crate) manual_capture: bool,
    pub(crate) charge: Option<ChargeId>,
    pub(crate) receipt_email: Option<String>,
    /// Shipping object as sent.
    pub(crate) shipping: Option<Value>,
    /// Statement descriptor that replaces the account's, and the suffix added to it.
    #[serde(default)]
    pub(crate) statement_descriptor: Option<String>,
    #[serde(default)]
    pub(crate) statement_descriptor_suffix: Option<String>,
    pub(crate) received: i64,
}

/// State of an intent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    RequiresPaymentMethod,
    RequiresConfirmation,
    /// The shopper must do something.
    RequiresAction(RequiredAction),
    /// A debit is pending.
    Processing,
    RequiresCapture,
    Succeeded,
    /// Time in Unix seconds, and reason.
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

/// How a saved method may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Usage {
    /// Also without the shopper present.
    OffSession,
    /// Only with the shopper present.
    OnSession,
}

impl Usage {
    /// Parses the parameter `setup_future_usage`, or `usage` for setup intents.
    pub(crate) fn from_form(form: &Form) -> ApiResult<Option<Self>> {
        let name = if form.has("usage") { "usage" } else { "setup_future_usage" };
        match form.filled(name) {
            None => Ok(None),
            Some("off_session") => Ok(Some(Self::OffSession)),
            Some("on_session") => Ok(Some(Self::OnSession)),
            Some(other) => Err(ApiError::param(name, "parameter_invalid", format!("Invalid {name}: {other}"))),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailureKind {
    /// The card's bank: `card_error`.
    Card,
    /// Another method's provider, or the shopper: `invalid_request_error`.
    Method,
}

/// Why an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) code: String,
    pub(crate) decline_code: Option<String>,
    pub(crate) message: String,
    /// The method of the attempt.
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

    /// Prefix of its event types, and its object name.
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

    /// Error for an operation that the intent's state does not allow.
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
