//! What the shopper must do before an intent goes on, and the answer to it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shop_core::payment::method::{MethodGroup, PaymentMethod};
use shop_services::Random;

use super::types::{Failure, Intent, State};
use super::{decide, outcome};
use crate::SandboxOptions;
use crate::error::{ApiError, ApiResult};
use crate::ids::random_word;
use crate::state::Tx;

/// What the shopper must do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Act {
    pub(crate) kind: ActKind,
    /// Opens the page, which is not to be found without it.
    pub(crate) token: String,
}

/// The kinds of what must be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ActKind {
    /// Prove to the card's bank to be its holder; in a frame of the page, or away from it.
    Authenticate { in_page: bool },
    /// Confirm at the bank's, the wallet's or the lender's page.
    Redirect(PaymentMethod),
    /// Pay a slip elsewhere. Unix seconds until which it can be paid.
    Voucher { method: PaymentMethod, number: String, until: i64 },
    /// Read a code with an app.
    Code(PaymentMethod),
    /// Confirm in the bank's app.
    BankApp { answers: AppAnswer },
}

/// What the bank's app will say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AppAnswer {
    Yes,
    No,
    /// Nothing, until the time is over.
    Nothing,
}

impl Act {
    pub(super) fn new(random: &dyn Random, kind: ActKind) -> Self {
        Self { kind, token: random_word(random, 32) }
    }

    /// Of a method that always asks for something.
    pub(super) fn of(tx: &Tx<'_>, method: PaymentMethod) -> Option<Self> {
        let kind = match method.group() {
            MethodGroup::Voucher => ActKind::Voucher {
                method,
                number: slip_number(tx.random()),
                until: tx.now() + i64::try_from(tx.options.timings.voucher_ms / 1000).unwrap_or(0),
            },
            MethodGroup::QrWallet if method == PaymentMethod::WechatPay => ActKind::Code(method),
            MethodGroup::MobileWallet => ActKind::Code(method),
            MethodGroup::BankRedirect
            | MethodGroup::QrWallet
            | MethodGroup::MarketplaceWallet
            | MethodGroup::BuyNowPayLater => ActKind::Redirect(method),
            MethodGroup::Card | MethodGroup::OneClick | MethodGroup::BankDebit | MethodGroup::BankCode => return None,
        };
        Some(Self::new(tx.random(), kind))
    }

    /// Where its page is; bank apps have none.
    pub(crate) fn page(&self, options: &SandboxOptions) -> String {
        format!("{}/pages/{}", options.origin, self.token)
    }
}

fn slip_number(random: &dyn Random) -> String {
    (0..3).map(|_| format!("{:03}", random.below(1000))).collect::<Vec<_>>().join(" ")
}

/// `next_action` of an intent.
pub(super) fn next_action(options: &SandboxOptions, intent: &Intent) -> Value {
    let State::RequiresAction(act) = &intent.state else { return Value::Null };
    let page = act.page(options);
    let (name, part) = match &act.kind {
        ActKind::Authenticate { in_page: true } => {
            ("use_stripe_sdk", json!({"type": "three_d_secure_redirect", "stripe_js": page, "source": act.token}))
        }
        ActKind::Redirect(PaymentMethod::Alipay) => (
            "alipay_handle_redirect",
            json!({"url": page, "return_url": intent.return_url, "native_data": null, "native_url": null}),
        ),
        ActKind::Authenticate { in_page: false } | ActKind::Redirect(_) => {
            ("redirect_to_url", json!({"url": page, "return_url": intent.return_url}))
        }
        ActKind::Voucher { method, number, until } => match method {
            PaymentMethod::Boleto => (
                "boleto_display_details",
                json!({"expires_at": until, "hosted_voucher_url": page, "number": number, "pdf": page}),
            ),
            PaymentMethod::Oxxo => {
                ("oxxo_display_details", json!({"expires_after": until, "hosted_voucher_url": page, "number": number}))
            }
            _ => (
                "multibanco_display_details",
                json!({"expires_at": until, "hosted_voucher_url": page, "entity": "12345", "reference": number}),
            ),
        },
        ActKind::Code(PaymentMethod::WechatPay) => (
            "wechat_pay_display_qr_code",
            json!({"data": page, "hosted_instructions_url": page, "image_data_url": null, "image_url_png": null, "image_url_svg": format!("{page}/code.svg")}),
        ),
        ActKind::Code(_) => (
            "cashapp_handle_redirect_or_display_qr_code",
            json!({"hosted_instructions_url": page, "mobile_auth_url": page, "qr_code": {"expires_at": intent.created + 3600}}),
        ),
        ActKind::BankApp { .. } => ("blik_authorize", json!({})),
    };
    json!({"type": name, name: part})
}

/// The shopper's answer to what was asked: done, or refused. `token`: of the page; it is good once.
pub(crate) fn answer(tx: &mut Tx<'_>, token: &str, done: bool) -> ApiResult<Intent> {
    let asked = |intent: &&Intent| matches!(&intent.state, State::RequiresAction(act) if act.token == token);
    let found = tx.table::<Intent>().newest().find(asked).cloned();
    let intent = found.ok_or_else(|| ApiError::not_found("page", "page", token))?;
    Ok(answered(tx, intent, done))
}

/// The same, of an intent that waits for it.
pub(super) fn answered(tx: &mut Tx<'_>, intent: Intent, done: bool) -> Intent {
    let State::RequiresAction(act) = &intent.state else { return intent };
    tx.never_mind(intent.id.as_str());
    if !done {
        let failure = refusal(&act.kind, intent.is_setup());
        return outcome::refused(tx, intent, failure);
    }
    let Some(method) = intent.method.as_ref().and_then(|id| tx.get(id.as_str())).cloned() else { return intent };
    let attempt = decide::after_action(&intent, &method);
    outcome::apply(tx, intent, &method, attempt)
}

fn refusal(kind: &ActKind, setup: bool) -> Failure {
    let code = if setup { "setup_intent_authentication_failure" } else { "payment_intent_authentication_failure" };
    match kind {
        ActKind::Voucher { .. } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment attempt expired before it was paid.")
        }
        ActKind::BankApp { answers: AppAnswer::Nothing } => {
            Failure::method("payment_intent_payment_attempt_expired", "The payment was not confirmed in time.")
        }
        ActKind::BankApp { .. } => {
            Failure::method("payment_method_provider_decline", "The customer declined the payment.")
        }
        _ => Failure::method(
            code,
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        ),
    }
}
