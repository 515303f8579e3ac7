//! The provider's objects, as far as the shop reads them. Unknown fields are ignored; an unknown status or type stays a string,
//! which the rules leave alone.

use std::collections::BTreeMap;

use serde::Deserialize;
use shop_core::base::{Cents, OrderId};
use shop_core::payments::error::PaymentError;
use shop_core::payments::method::PaymentMethod;
use shop_services::ports::{EventDetail, GatewayMethod, GatewayRefund, Intent, NextAction, Secret, Slip};

/// Cancellation reason of an intent whose authorisation expired uncaptured.
pub(super) const EXPIRED_REASON: &str = "automatic";

/// An id, or the expanded object.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Reference {
    Id(String),
    Object { id: String },
}

impl Reference {
    pub(super) fn into_id(self) -> String {
        match self {
            Self::Id(id) | Self::Object { id } => id,
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Metadata {
    /// Id of the order, as text like all metadata.
    order_id: String,
}

/// A payment intent or setup intent.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct IntentBody {
    id: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    amount_received: i64,
    #[serde(default)]
    amount_capturable: i64,
    #[serde(default)]
    currency: String,
    #[serde(default)]
    client_secret: Option<String>,
    #[serde(default)]
    customer: Option<Reference>,
    #[serde(default)]
    payment_method: Option<Reference>,
    #[serde(default)]
    next_action: Option<NextActionBody>,
    #[serde(default)]
    last_payment_error: Option<ErrorFields>,
    #[serde(default)]
    last_setup_error: Option<ErrorFields>,
    #[serde(default)]
    latest_charge: Option<Reference>,
    #[serde(default)]
    cancellation_reason: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

impl IntentBody {
    /// Received amount, or the authorised one before capture.
    pub(super) fn received(&self) -> Cents {
        Cents(if self.status == "requires_capture" { self.amount_capturable } else { self.amount_received })
    }

    pub(super) fn failed(&self) -> bool {
        self.last_payment_error.is_some() || self.last_setup_error.is_some()
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn status(&self) -> &str {
        &self.status
    }

    /// Details of the last failed attempt, for people.
    pub(super) fn detail(&self) -> EventDetail {
        let error = self.last_payment_error.as_ref().or(self.last_setup_error.as_ref());
        let word = |part: fn(&ErrorFields) -> &Option<String>| error.and_then(|one| part(one).clone());
        EventDetail {
            reason: word(|one| &one.code).unwrap_or_default(),
            decline_code: word(|one| &one.decline_code).unwrap_or_default(),
            ..EventDetail::default()
        }
    }
}

impl From<IntentBody> for Intent {
    fn from(body: IntentBody) -> Self {
        let received = body.received();
        let next = body.next_action.filter(|_| body.status == "requires_action").map(NextAction::from);
        Self {
            received,
            lapsed: body.status == "canceled" && body.cancellation_reason.as_deref() == Some(EXPIRED_REASON),
            id: body.id,
            status: body.status,
            amount: Cents(body.amount),
            currency: body.currency,
            client_secret: Secret(body.client_secret.unwrap_or_default()),
            customer: body.customer.map(Reference::into_id),
            method: body.payment_method.map(Reference::into_id),
            next,
            failure: body.last_payment_error.or(body.last_setup_error).map(PaymentError::from),
            charge: body.latest_charge.map(Reference::into_id),
            order: body.metadata.order_id.parse().ok().map(OrderId),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct NextActionBody {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    redirect_to_url: Option<RedirectBody>,
    #[serde(default)]
    alipay_handle_redirect: Option<RedirectBody>,
    #[serde(default)]
    boleto_display_details: Option<VoucherBody>,
    #[serde(default)]
    oxxo_display_details: Option<VoucherBody>,
    #[serde(default)]
    multibanco_display_details: Option<VoucherBody>,
}

/// Voucher details; each payment method has some of the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct VoucherBody {
    hosted_voucher_url: Option<String>,
    number: Option<String>,
    reference: Option<String>,
    entity: Option<String>,
    expires_at: Option<i64>,
    expires_after: Option<i64>,
}

impl From<VoucherBody> for Slip {
    fn from(body: VoucherBody) -> Self {
        Self {
            url: body.hosted_voucher_url.unwrap_or_default(),
            reference: body.number.or(body.reference).unwrap_or_default(),
            entity: body.entity.unwrap_or_default(),
            until: body.expires_at.or(body.expires_after),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
struct RedirectBody {
    url: String,
}

impl From<NextActionBody> for NextAction {
    fn from(body: NextActionBody) -> Self {
        // Alipay redirects to a page of its own, like a bank.
        if let Some(RedirectBody { url }) = body.redirect_to_url.or(body.alipay_handle_redirect) {
            return Self::Redirect(url);
        }
        let slip = body.boleto_display_details.or(body.oxxo_display_details).or(body.multibanco_display_details);
        match (body.kind.as_str(), slip) {
            (_, Some(slip)) => Self::Voucher(slip.into()),
            ("wechat_pay_display_qr_code" | "cashapp_handle_redirect_or_display_qr_code", None) => Self::Wallet,
            _ => Self::Script,
        }
    }
}

/// An error response.
#[derive(Debug, Deserialize)]
pub(super) struct ErrorBody {
    pub(super) error: ErrorFields,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ErrorFields {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
    decline_code: Option<String>,
    param: Option<String>,
    message: Option<String>,
    payment_intent: Option<Box<IntentBody>>,
    setup_intent: Option<Box<IntentBody>>,
}

impl ErrorFields {
    /// The intent after the failed attempt.
    pub(super) fn intent(&self) -> Option<Intent> {
        self.payment_intent.clone().or_else(|| self.setup_intent.clone()).map(|body| (*body).into())
    }
}

impl From<ErrorFields> for PaymentError {
    fn from(fields: ErrorFields) -> Self {
        Self {
            kind: fields.kind.unwrap_or_default(),
            code: fields.code.unwrap_or_default(),
            decline_code: fields.decline_code.unwrap_or_default(),
            param: fields.param.unwrap_or_default(),
            message: fields.message.unwrap_or_default(),
            ..Self::default()
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct MethodBody {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    customer: Option<Reference>,
    #[serde(default)]
    card: Option<CardBody>,
    #[serde(default)]
    link: Option<LinkBody>,
    #[serde(default)]
    sepa_debit: Option<AccountBody>,
    #[serde(default)]
    us_bank_account: Option<AccountBody>,
    #[serde(default)]
    acss_debit: Option<AccountBody>,
    #[serde(default)]
    bacs_debit: Option<AccountBody>,
    #[serde(default)]
    au_becs_debit: Option<AccountBody>,
}

#[derive(Debug, Deserialize)]
struct CardBody {
    #[serde(default)]
    brand: String,
    #[serde(default)]
    last4: String,
    #[serde(default)]
    exp_month: u8,
    #[serde(default)]
    exp_year: u16,
}

#[derive(Debug, Deserialize)]
struct LinkBody {
    #[serde(default)]
    email: Option<String>,
}

#[derive(Debug, Deserialize)]
struct AccountBody {
    #[serde(default)]
    last4: Option<String>,
}

impl MethodBody {
    /// Converts the body; `None` for a payment method type that the shop does not know.
    pub(super) fn into_method(self) -> Option<GatewayMethod> {
        let account = [self.sepa_debit, self.us_bank_account, self.acss_debit, self.bacs_debit, self.au_becs_debit]
            .into_iter()
            .flatten()
            .find_map(|one| one.last4);
        let card = self.card;
        let last4 = card.as_ref().map(|card| card.last4.clone()).or(account).unwrap_or_default();
        Some(GatewayMethod {
            id: self.id,
            kind: PaymentMethod::from_id(&self.kind)?,
            customer: self.customer.map(Reference::into_id),
            brand: card.as_ref().map(|card| card.brand.clone()).unwrap_or_default(),
            last4,
            expires: card.filter(|card| card.exp_year > 0).map(|card| (card.exp_month, card.exp_year)),
            email: self.link.and_then(|link| link.email).unwrap_or_default(),
        })
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct RefundBody {
    id: String,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

/// Metadata key of a refund that holds its idempotency key, so that the refund can be found if the response was lost.
pub(super) const REFUND_KEY: &str = "shop_key";

impl From<RefundBody> for GatewayRefund {
    fn from(body: RefundBody) -> Self {
        // Refunds of older payment methods have no status: they succeed on creation.
        Self {
            id: body.id,
            status: body.status.unwrap_or_else(|| "succeeded".into()),
            amount: Cents(body.amount),
            key: body.metadata.get(REFUND_KEY).cloned().unwrap_or_default(),
        }
    }
}

/// An intent with its expanded charge or attempt, which names the debit method that a saved bank redirect generated.
#[derive(Debug, Deserialize)]
pub(super) struct GeneratedDebit {
    #[serde(default)]
    latest_charge: Option<TryBody>,
    #[serde(default)]
    latest_attempt: Option<TryBody>,
}

#[derive(Debug, Deserialize)]
struct TryBody {
    #[serde(default)]
    payment_method_details: BTreeMap<String, serde_json::Value>,
}

impl GeneratedDebit {
    pub(super) fn debit(self) -> Option<String> {
        let details = self.latest_charge.or(self.latest_attempt)?.payment_method_details;
        let found = details.values().find_map(|part| part.get("generated_sepa_debit"))?;
        // An id, or the expanded object.
        found.as_str().or_else(|| found.get("id")?.as_str()).map(str::to_owned)
    }
}

/// An object with an id.
#[derive(Debug, Deserialize)]
pub(super) struct WithId {
    pub(super) id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct ListBody<T> {
    pub(super) data: Vec<T>,
    #[serde(default)]
    pub(super) has_more: bool,
}
