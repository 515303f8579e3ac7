//! What the shopper must do before an intent goes on, and the answer to it.

use serde_json::{Value, json};
use shop_core::payments::method::PaymentMethod;

use super::{decide, outcome};
use crate::objects::intent::{Failure, Intent, State};
use crate::objects::{Act, ActKind, AppAnswer};
use crate::options::SandboxOptions;
use crate::store::Tx;

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

/// The intent that waits for the answer of a page, and what for. `token`: of the page; it is good once.
pub(crate) fn waiting(tx: &Tx<'_>, token: &str) -> Option<(Intent, Act)> {
    let intent: Intent = tx.newest(&[("$.state.requires_action.token", Some(token))]).next()?;
    let State::RequiresAction(act) = &intent.state else { return None };
    let act = act.clone();
    Some((intent, act))
}

/// The shopper's answer to what was asked of an intent: done, or refused.
pub(crate) fn answer(tx: &mut Tx<'_>, intent: Intent, done: bool) -> Intent {
    let State::RequiresAction(act) = &intent.state else { return intent };
    tx.never_mind(intent.id.as_str());
    if !done {
        let failure = refusal(&act.kind, intent.is_setup());
        return outcome::refused(tx, intent, failure);
    }
    let Some(method) = intent.method.as_ref().and_then(|id| tx.get(id.as_str())) else { return intent };
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
