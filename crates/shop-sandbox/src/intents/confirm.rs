//! Confirmation of intents: sets the payment method and attempts the payment.

use serde_json::Value;
use shop_core::payments::method::PaymentMethod;

use super::decide::{AttemptOutcome, ConfirmOptions, decide};
use super::outcome;
use super::view::{find_accessible, restrict_fields, view};
use crate::http::auth::Caller;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::objects::intent::{Intent, State, Usage};
use crate::objects::{ConfirmationToken, Method, for_use, from_data};
use crate::store::Tx;
use crate::strict::{check_confirmation, check_intent, no_empty_texts, not_reusable, supports_currency};

const FIELDS: &[&str] = &[
    "payment_method",
    "payment_method_data",
    "payment_method_options",
    "payment_method_types",
    "confirmation_token",
    "return_url",
    "off_session",
    "setup_future_usage",
    "receipt_email",
    "shipping",
    "mandate",
    "mandate_data",
    "use_stripe_sdk",
    "client_secret",
    "key",
    "capture_method",
    "error_on_requires_action",
    "expected_payment_method_type",
    "client_context",
];

/// Serves the `confirm` endpoint.
pub(crate) fn confirm(tx: &mut Tx<'_>, id: &str, form: &Form, caller: Caller) -> ApiResult<Value> {
    form.only(FIELDS)?;
    no_empty_texts(form, false)?;
    let intent = find_accessible(tx, id, form, caller)?;
    let fits =
        matches!(intent.state, State::RequiresPaymentMethod | State::RequiresConfirmation | State::RequiresAction(_));
    if !fits {
        return Err(intent.unexpected("confirm"));
    }
    let intent = with_method(tx, intent, form, caller)?;
    Ok(restrict_fields(attempt(tx, intent, form, caller)?, caller))
}

/// Sets the payment method that the call names on the intent, without attempting anything.
pub(super) fn with_method(tx: &mut Tx<'_>, mut intent: Intent, form: &Form, caller: Caller) -> ApiResult<Intent> {
    if let Some(url) = return_url(form)? {
        intent.return_url = Some(url);
    }
    if let Some(usage) = Usage::from_form(form)? {
        intent.usage = Some(usage);
    }
    let method = match (form.filled("confirmation_token"), form.filled("payment_method")) {
        (Some(token), _) => Some(method_from_token(tx, &mut intent, token, caller)?),
        (None, Some(id)) => Some(for_use(tx, id, caller)?),
        (None, None) if form.has("payment_method_data") => {
            let method = from_data(tx, &form.below("payment_method_data"), caller)?;
            tx.put(&method);
            Some(method)
        }
        (None, None) => None,
    };
    if let Some(method) = method {
        check_method(tx.options.any_currency, &intent, &method)?;
        intent.method = Some(method.id);
    }
    Ok(intent)
}

fn method_from_token(tx: &mut Tx<'_>, intent: &mut Intent, id: &str, caller: Caller) -> ApiResult<Method> {
    let token = tx.find::<ConfirmationToken>(id)?;
    if token.used_by.as_ref().is_some_and(|used| *used != intent.id) || token.expires() <= tx.now() {
        let message = "This ConfirmationToken has expired or has been used already.";
        return Err(ApiError::invalid(Some("confirmation_token_unexpected_state"), message));
    }
    let method = for_use(tx, token.method.as_str(), caller)?;
    intent.return_url = intent.return_url.take().or_else(|| token.return_url.clone());
    intent.usage = intent.usage.or(token.usage);
    tx.put(&ConfirmationToken { used_by: Some(intent.id.clone()), ..token });
    Ok(method)
}

/// Checks that the intent can use the method: its type, its customer and its currency.
fn check_method(any_currency: bool, intent: &Intent, method: &Method) -> ApiResult<()> {
    let (noun, code) = if intent.is_setup() {
        ("SetupIntent", "setup_intent_invalid_parameter")
    } else {
        ("PaymentIntent", "payment_intent_invalid_parameter")
    };
    if !intent.kinds.contains(&method.kind) && !intent.automatic {
        let kind = method.kind.as_str();
        let allowed = intent.kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        let message = format!(
            "The PaymentMethod provided ({kind}) is not allowed for this {noun}, which takes these types: {allowed}. Attach \
             one of those, or let payment_method_types include \"{kind}\"."
        );
        return Err(ApiError::param("payment_method", code, message));
    }
    let currency = intent.payment().map_or("", |payment| payment.currency.as_str());
    if !supports_currency(any_currency, method.kind, currency) {
        let message = format!("Payments by {} cannot be made in {currency}.", method.kind.as_str());
        return Err(ApiError::param("payment_method", code, message));
    }
    if method.customer.is_some() && method.customer != intent.customer {
        let message = "The provided PaymentMethod belongs to a Customer that is not the intent's.";
        return Err(ApiError::param("payment_method", code, message));
    }
    if intent.is_setup() && method.kind.saved_as().is_none() {
        return Err(not_reusable(method.kind));
    }
    Ok(())
}

/// Attempts the payment or setup with the intent's method. A decline is returned as an error that the intent stores.
pub(super) fn attempt(tx: &mut Tx<'_>, intent: Intent, form: &Form, caller: Caller) -> ApiResult<Value> {
    let found = intent.method.as_ref().and_then(|id| tx.get::<Method>(id.as_str()));
    let Some(method) = found else {
        let message = "You cannot confirm this intent because it's missing a payment method.";
        let code = if intent.is_setup() { "setup_intent_unexpected_state" } else { "payment_intent_unexpected_state" };
        return Err(ApiError::invalid(Some(code), message));
    };
    if caller == Caller::Browser && form.flag("off_session")?.is_some() {
        return Err(ApiError::forbidden_key());
    }
    let off_session = match form.text("off_session") {
        Some("one_off" | "recurring") => true,
        _ => form.flag("off_session")?.unwrap_or(false),
    };
    let kind = method.kind.as_str();
    let options = ConfirmOptions {
        off_session,
        authenticate: matches!(
            form.filled("payment_method_options[card][request_three_d_secure]"),
            Some("any" | "challenge")
        ),
        in_page: intent.return_url.is_none() || form.flag("use_stripe_sdk")?.unwrap_or(caller == Caller::Browser),
        code: form.owned(&format!("payment_method_options[{kind}][code]")),
    };
    if method.kind.redirects() && method.kind != PaymentMethod::CashApp && intent.return_url.is_none() && !method.set_up
    {
        return Err(ApiError::missing("return_url"));
    }
    check_intent(tx, &intent)?;
    if caller == Caller::Server {
        check_confirmation(&intent, &method, form, off_session)?;
    }
    let attempt = decide(tx, &intent, &method, &options)?;
    if off_session && matches!(attempt, AttemptOutcome::RequiresAction(_)) {
        return Err(ApiError::param(
            "off_session",
            "parameter_invalid",
            "This method needs the customer to be present.",
        ));
    }
    tx.cancel_scheduled(intent.id.as_str());
    let failed = matches!(attempt, AttemptOutcome::Declined(_));
    let after = outcome::apply(tx, intent, &method, attempt);
    let body = view(tx, &after, &form.list("expand"));
    match after.failure.as_ref().filter(|_| failed) {
        None => Ok(body),
        Some(failure) => Err(ApiError::from(failure)
            .with(after.noun(), restrict_fields(body, caller))
            .with("payment_method", method.view())),
    }
}

/// Parses the parameter `return_url`, which must be an HTTP URL.
pub(crate) fn return_url(form: &Form) -> ApiResult<Option<String>> {
    let Some(url) = form.filled("return_url") else { return Ok(None) };
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let clean = url.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>'));
    match rest.filter(|rest| clean && !rest.is_empty() && !rest.starts_with('/')) {
        Some(_) => Ok(Some(url.to_owned())),
        None => Err(ApiError::param("return_url", "url_invalid", "Not a valid URL.")),
    }
}
