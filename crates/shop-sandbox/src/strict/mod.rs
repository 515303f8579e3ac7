//! Stripe's validation of intents, with its error codes: payment method types and currencies, saving, capture, amounts, texts.

pub(crate) mod table;
mod texts;

use shop_core::payments::method::PaymentMethod;

use super::objects::{Intent, Method, Usage};
use super::store::Tx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use table::{Mandate, Rules, Saved, minimum_amount, rules};

pub(crate) use texts::{check_texts, no_empty_texts};

/// Eight digits, as the provider documents it.
const MAX_AMOUNT: i64 = 99_999_999;
const TYPES: &str = "payment_method_types";

/// Whether a payment method can be used in a currency; setups have no currency and pass an empty one.
pub(crate) fn supports_currency(any_currency: bool, kind: PaymentMethod, currency: &str) -> bool {
    let Rules { currencies, .. } = rules(kind);
    any_currency || currency.is_empty() || currencies.is_empty() || currencies.contains(&currency)
}

/// Checks that an amount can be charged.
pub(crate) fn check_amount(amount: i64, currency: &str) -> ApiResult<()> {
    let refuse = |code, why: &str| Err(ApiError::param("amount", code, why));
    if amount < 1 {
        return refuse("parameter_invalid_integer", "This value must be greater than or equal to 1.");
    }
    if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Err(ApiError::param("currency", "parameter_invalid", format!("Invalid currency: {currency}")));
    }
    if amount > MAX_AMOUNT {
        return refuse("amount_too_large", "Amount must be no more than 999,999.99.");
    }
    if amount < minimum_amount(currency) {
        return refuse("amount_too_small", "Amount must be at least the minimum charge amount.");
    }
    Ok(())
}

/// Checks that the parameters of an intent can be used together.
pub(crate) fn check_intent(tx: &Tx<'_>, intent: &Intent) -> ApiResult<()> {
    let (noun, code) = if intent.is_setup() {
        ("SetupIntent", "setup_intent_invalid_parameter")
    } else {
        ("PaymentIntent", "payment_intent_invalid_parameter")
    };
    let refuse = |param: &str, why: String| Err(ApiError::param(param, code, why));
    // With automatic payment methods, the provider chooses suitable ones by itself.
    let named: &[PaymentMethod] = if intent.automatic { &[] } else { &intent.kinds };
    for kind in named {
        let (id, row) = (kind.as_str(), rules(*kind));
        if tx.is_inactive(*kind) {
            return refuse(
                TYPES,
                format!(
                    "The payment method type provided: {id} is invalid. Please ensure the provided type is activated in your \
                     dashboard and your account is enabled for any preview features that you are trying to use."
                ),
            );
        }
        if (intent.is_setup() || intent.usage.is_some()) && row.saved == Saved::No {
            return refuse(TYPES, format!("{id} cannot be used with setup_future_usage or a SetupIntent."));
        }
        if intent.usage == Some(Usage::OnSession) && row.saved == Saved::OffSession {
            return refuse("setup_future_usage", format!("{id} can be saved for off_session use only."));
        }
        let Some(payment) = intent.payment() else { continue };
        if !supports_currency(tx.options.any_currency, *kind, &payment.currency) {
            let currency = &payment.currency;
            return refuse(TYPES, format!("The payment method type {id} does not support the currency {currency}."));
        }
        if payment.manual_capture && !row.manual {
            return refuse("capture_method", format!("{id} does not support manual capture on a {noun}."));
        }
        let outside = row.limits.filter(|(from, to)| payment.amount < *from || payment.amount > *to);
        if let Some((from, _)) = outside.filter(|_| !tx.options.any_currency) {
            let code = if payment.amount < from { "amount_too_small" } else { "amount_too_large" };
            return Err(ApiError::param("amount", code, format!("The amount is outside the limits of {id}.")));
        }
    }
    check_statement(intent)
}

/// Rejects a full statement descriptor for cards, which only take a suffix.
fn check_statement(intent: &Intent) -> ApiResult<()> {
    let Some(payment) = intent.payment() else { return Ok(()) };
    if payment.statement_descriptor.is_some() && intent.kinds.contains(&PaymentMethod::Card) {
        return Err(ApiError::param(
            "statement_descriptor",
            "payment_intent_invalid_parameter",
            "The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting \
             payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` \
             parameter altogether.",
        ));
    }
    Ok(())
}

/// Checks the required and forbidden parameters of a server's confirmation. In browsers, Stripe.js adds what the method needs.
pub(crate) fn check_confirmation(intent: &Intent, method: &Method, form: &Form, off_session: bool) -> ApiResult<()> {
    if off_session && intent.usage.is_some() {
        return Err(ApiError::param(
            "off_session",
            "payment_intent_invalid_parameter",
            "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent \
             because you cannot set up future usages when processing payments off-session.",
        ));
    }
    let client = "payment_method_options[wechat_pay][client]";
    if method.kind == PaymentMethod::WechatPay {
        match form.filled(client) {
            None => return Err(ApiError::missing(client)),
            Some("web" | "ios" | "android") => {}
            Some(other) => {
                return Err(ApiError::param(client, "parameter_invalid", format!("Invalid client: {other}")));
            }
        }
    }
    let saves = intent.is_setup() || intent.usage.is_some();
    let needs_mandate = match rules(method.kind).mandate {
        Mandate::Never => false,
        Mandate::Saving => saves,
        Mandate::Always => true,
    };
    let has_mandate = form.has("mandate_data") || form.has("mandate") || form.has("confirmation_token");
    if needs_mandate && !method.set_up && !has_mandate {
        return Err(ApiError::missing("mandate_data"));
    }
    check_mandate(&form.below("mandate_data"))
}

fn check_mandate(form: &Form) -> ApiResult<()> {
    const ACCEPTANCE: &str = "mandate_data[customer_acceptance]";
    if !form.has("customer_acceptance") {
        return Ok(());
    }
    let acceptance = form.below("customer_acceptance");
    match acceptance.required("type").map_err(|_| ApiError::missing(&format!("{ACCEPTANCE}[type]")))? {
        "offline" => Ok(()),
        "online" => {
            let online = acceptance.below("online");
            for part in ["ip_address", "user_agent"] {
                online.required(part).map_err(|_| ApiError::missing(&format!("{ACCEPTANCE}[online][{part}]")))?;
            }
            Ok(())
        }
        other => {
            Err(ApiError::param(&format!("{ACCEPTANCE}[type]"), "parameter_invalid", format!("Invalid type: {other}")))
        }
    }
}

/// Error for saving a payment method that is good for a single payment only.
pub(crate) fn not_reusable(kind: PaymentMethod) -> ApiError {
    ApiError::param(
        "payment_method",
        "payment_method_not_reusable",
        format!("Payment methods of type {} cannot be saved to customers.", kind.as_str()),
    )
}

/// Checks the mandate terms that pre-authorised debit (`acss_debit`) requires on the intent.
pub(crate) fn check_options(intent: &Intent, form: &Form) -> ApiResult<()> {
    const OPTIONS: &str = "payment_method_options[acss_debit][mandate_options]";
    if intent.automatic || !intent.kinds.contains(&PaymentMethod::AcssDebit) {
        return Ok(());
    }
    for part in ["payment_schedule", "transaction_type"] {
        form.required(&format!("{OPTIONS}[{part}]"))?;
    }
    if intent.is_setup() {
        form.required("payment_method_options[acss_debit][currency]")?;
    }
    Ok(())
}
