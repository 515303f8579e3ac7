//! The `next_action` field of intents.

use serde_json::{Value, json};
use shop_core::payments::method::PaymentMethod;

use crate::objects::ActionKind;
use crate::objects::intent::{Intent, State};
use crate::options::SandboxOptions;

/// `next_action` of an intent.
pub(super) fn next_action(options: &SandboxOptions, intent: &Intent) -> Value {
    let State::RequiresAction(act) = &intent.state else { return Value::Null };
    let page = act.page(options);
    let (name, part) = match &act.kind {
        ActionKind::Authenticate { in_page: true } => {
            ("use_stripe_sdk", json!({"type": "three_d_secure_redirect", "stripe_js": page, "source": act.token}))
        }
        ActionKind::Redirect(PaymentMethod::Alipay) => (
            "alipay_handle_redirect",
            json!({"url": page, "return_url": intent.return_url, "native_data": null, "native_url": null}),
        ),
        ActionKind::Authenticate { in_page: false } | ActionKind::Redirect(_) => {
            ("redirect_to_url", json!({"url": page, "return_url": intent.return_url}))
        }
        ActionKind::Voucher { method, number, until } => match method {
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
        ActionKind::Code(PaymentMethod::WechatPay) => (
            "wechat_pay_display_qr_code",
            json!({"data": page, "hosted_instructions_url": page, "image_data_url": null, "image_url_png": null, "image_url_svg": format!("{page}/code.svg")}),
        ),
        ActionKind::Code(_) => (
            "cashapp_handle_redirect_or_display_qr_code",
            json!({"hosted_instructions_url": page, "mobile_auth_url": page, "qr_code": {"expires_at": intent.created + 3600}}),
        ),
        ActionKind::BankApp { .. } => ("blik_authorize", json!({})),
    };
    json!({"type": name, name: part})
}
