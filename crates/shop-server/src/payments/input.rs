//! Parses payment data: the hidden fields of the classic form, or the `payment_data` of the store API, which have the same names
//! (wire contract, C2).

use shop_core::base::FieldError;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_core::payments::mobile_code;
use shop_core::platform::messages::codes;
use shop_services::checkout::PaymentInput;
use shop_services::payments::{GatewayPayment, PayWith};
use shop_services::ports::{Agreement, PaidWith};

/// Longest id that is accepted from a form, in bytes.
const MAX_ID_BYTES: usize = 255;

/// Parses the payment data of the chosen payment method. `value` reads a field.
///
/// # Errors
/// A method of the provider is chosen, but required fields are missing.
pub(crate) fn payment_input(
    method_id: &str,
    value: impl Fn(&str) -> Option<String>,
) -> Result<PaymentInput, FieldError> {
    let Some(chosen) = PaymentMethod::from_gateway_id(method_id) else { return Ok(PaymentInput::Offline) };
    let text = |name: &str| value(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    // Card, Link and the wallets share the gateway's own id.
    let shared = chosen == PaymentMethod::Card;
    let wallet = text("express_payment_type").and_then(|name| ExpressWallet::parse(&name)).filter(|_| shared);
    let one_click = shared && text("wc_stripe_selected_upe_payment_type").as_deref() == Some("link");
    let method = match wallet {
        Some(wallet) => wallet.method(),
        None if one_click => PaymentMethod::Link,
        None => chosen,
    };
    let details = || FieldError::new("payment_method", codes::PAYMENT_DETAILS_MISSING);
    let id = |name: &str, prefix: &str| {
        text(name).filter(|id| {
            id.starts_with(prefix)
                && id.len() <= MAX_ID_BYTES
                && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
    };
    let saved = text("wc-stripe-payment-token").filter(|token| token != "new");
    let with = if let Some(number) = saved {
        PayWith::Saved(number.parse().map_err(|_| details())?)
    } else if let Some(token) = id("wc-stripe-confirmation-token", "ctoken_") {
        PayWith::New(PaidWith::Token(token))
    } else {
        PayWith::New(PaidWith::Method(id("wc-stripe-payment-method", "pm_").ok_or_else(details)?))
    };
    let ticked = |name: &str| text(name).is_some_and(|text| matches!(text.as_str(), "1" | "true" | "yes" | "on"));
    let save =
        ticked("wc-stripe-new-payment-method") || ticked(&format!("wc-stripe_{}-new-payment-method", method.as_str()));
    let code = if method.group() == MethodGroup::BankCode {
        let code = text("wc-stripe-blik-code").unwrap_or_default();
        if let Some(error) = mobile_code::check(&code, "BLIK").into_iter().next() {
            return Err(error);
        }
        Some(code)
    } else {
        None
    };
    // The caller that pays fills in the agreement.
    let agreed = Agreement::default();
    let save = save && matches!(with, PayWith::New(_));
    let intent = id("wc_payment_intent_id", "pi_").or_else(|| id("wc-stripe-setup-intent", "seti_"));
    Ok(PaymentInput::Gateway(Box::new(GatewayPayment {
        method,
        with,
        save,
        code,
        wallet,
        intent,
        part: None,
        request_hash: String::new(),
        agreed,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(method: &str, fields: &[(&str, &str)]) -> Result<Option<GatewayPayment>, FieldError> {
        let value = |name: &str| fields.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        payment_input(method, value).map(|input| match input {
            PaymentInput::Offline => None,
            PaymentInput::Gateway(payment) => Some(*payment),
        })
    }

    #[test]
    fn other_ways_of_payment_are_left_alone() {
        for method in ["", "bacs", "cod", "stripe_bitcoin", "stripes"] {
            assert_eq!(read(method, &[("wc-stripe-payment-method", "pm_1")]), Ok(None), "{method}");
        }
    }

    #[test]
    fn a_method_without_what_it_needs_is_refused_before_anything_is_ordered() {
        for fields in [
            &[][..],
            &[("wc-stripe-payment-method", "")],
            &[("wc-stripe-payment-method", "cus_1")],
            &[("wc-stripe-payment-method", "pm_1/../x")],
            &[("wc-stripe-payment-token", "abc")],
            &[("wc-stripe-payment-token", "new")],
        ] {
            let error = read("stripe", fields).unwrap_err();
            assert_eq!(
                (error.field.as_str(), &*error.code),
                ("payment_method", codes::PAYMENT_DETAILS_MISSING),
                "{fields:?}"
            );
        }
    }

    #[test]
    fn a_kept_method_counts_more_than_a_new_one_and_is_not_kept_again() {
        let fields = [
            ("wc-stripe-payment-token", "7"),
            ("wc-stripe-payment-method", "pm_1"),
            ("wc-stripe-new-payment-method", "true"),
        ];
        let payment = read("stripe", &fields).unwrap().unwrap();
        assert_eq!((payment.with, payment.save), (PayWith::Saved(7), false));
    }

    #[test]
    fn card_and_one_click_share_an_id() {
        let fields = [("wc-stripe-payment-method", "pm_1"), ("wc_stripe_selected_upe_payment_type", "link")];
        assert_eq!(read("stripe", &fields).unwrap().unwrap().method, PaymentMethod::Link);
        assert_eq!(read("stripe_link", &fields[..1]).unwrap().unwrap().method, PaymentMethod::Link);
    }

    #[test]
    fn a_wallet_is_remembered_and_charges_what_it_stands_for() {
        let with = |wallet| {
            let fields = [("wc-stripe-confirmation-token", "ctoken_1"), ("express_payment_type", wallet)];
            let payment = read("stripe", &fields).unwrap().unwrap();
            (payment.wallet, payment.method)
        };
        assert_eq!(with("apple_pay"), (Some(ExpressWallet::ApplePay), PaymentMethod::Card));
        assert_eq!(with("link"), (Some(ExpressWallet::Link), PaymentMethod::Link));
        assert_eq!(with("amazon_pay"), (Some(ExpressWallet::AmazonPay), PaymentMethod::AmazonPay));
        assert_eq!(with("paypal"), (None, PaymentMethod::Card));
        let fields = [("wc-stripe-payment-method", "pm_1"), ("express_payment_type", "apple_pay")];
        assert_eq!(read("stripe_klarna", &fields).unwrap().unwrap().wallet, None);
    }

    #[test]
    fn the_forms_intent_is_named_or_there_is_none() {
        let with = |name, id| {
            let fields = [("wc-stripe-payment-method", "pm_1"), (name, id)];
            read("stripe", &fields).unwrap().unwrap().intent
        };
        assert_eq!(with("wc_payment_intent_id", "pi_1").as_deref(), Some("pi_1"));
        assert_eq!(with("wc-stripe-setup-intent", "seti_1").as_deref(), Some("seti_1"));
        for (name, id) in [
            ("wc_payment_intent_id", ""),
            ("wc_payment_intent_id", "seti_1"),
            ("wc_payment_intent_id", "pi_1/../x"),
            ("wc-stripe-setup-intent", "pi_1"),
        ] {
            assert_eq!(with(name, id), None, "{name} {id}");
        }
    }

    #[test]
    fn the_banks_code_is_checked_here_too() {
        let with = |code| read("stripe_blik", &[("wc-stripe-payment-method", "pm_1"), ("wc-stripe-blik-code", code)]);
        assert_eq!(with("123456").unwrap().unwrap().code.as_deref(), Some("123456"));
        assert!(with("12345").is_err() && with("").is_err());
    }
}
