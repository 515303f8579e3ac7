//! Validation of texts: length, characters, and which may be empty.

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;

/// Maximum length of a statement descriptor, as the provider documents it; a full one has at least five characters.
const MAX_STATEMENT_LENGTH: usize = 22;
const MIN_STATEMENT_LENGTH: usize = 5;
const MAX_DESCRIPTION_LENGTH: usize = 1000;
/// Maximum lengths of metadata keys and values.
const MAX_KEY_LENGTH: usize = 40;
const MAX_METADATA_VALUE_LENGTH: usize = 500;

/// Parameters that can be unset ("Emptyable" in the provider's own types).
const EMPTYABLE: &[&str] = &[
    "metadata",
    "setup_future_usage",
    "receipt_email",
    "shipping",
    "payment_method_options",
    "billing_details[address]",
    "billing_details[email]",
    "billing_details[name]",
    "billing_details[phone]",
    "mandate_data",
];

/// Rejects empty values of parameters that cannot be unset. `created`: the call creates an object, so that only billing details
/// can be unset.
pub(crate) fn no_empty_texts(form: &Form, created: bool) -> ApiResult<()> {
    let may = |name: &str| {
        let inner = name.strip_prefix("payment_method_data[").map(|rest| rest.replacen(']', "", 1));
        let name = inner.as_deref().unwrap_or(name);
        let always = name.starts_with("metadata") || name.starts_with("expand");
        always || EMPTYABLE.contains(&name) && (!created || name.starts_with("billing_details"))
    };
    match form.names_of_empty().find(|name| !may(name)) {
        None => Ok(()),
        Some(name) => Err(ApiError::param(
            name,
            "parameter_invalid_empty",
            format!(
                "You passed an empty string for '{name}'. We assume empty values are an attempt to unset a parameter; however \
                 '{name}' cannot be unset. You should remove '{name}' from your request or supply a non-empty value."
            ),
        )),
    }
}

/// Validates statement descriptors, description, receipt email, shipping and metadata.
pub(crate) fn check_texts(form: &Form) -> ApiResult<()> {
    for name in ["statement_descriptor", "statement_descriptor_suffix"] {
        if let Some(text) = form.filled(name) {
            statement(name, text)?;
        }
    }
    let refuse = |name: &str, code, why: &str| Err(ApiError::param(name, code, why));
    if form.filled("description").is_some_and(|text| text.chars().count() > MAX_DESCRIPTION_LENGTH) {
        return refuse("description", "parameter_invalid_string", "The description must be at most 1000 characters.");
    }
    if let Some(email) = form.filled("receipt_email").filter(|email| !is_address(email)) {
        return refuse("receipt_email", "email_invalid", &format!("Invalid email address: {email}"));
    }
    for (name, value) in form.below("metadata").pairs() {
        if name.chars().count() > MAX_KEY_LENGTH {
            return refuse("metadata", "parameter_invalid", "Metadata keys can have up to 40 characters.");
        }
        if value.chars().count() > MAX_METADATA_VALUE_LENGTH {
            return refuse("metadata", "parameter_invalid", "Metadata values can have up to 500 characters.");
        }
    }
    shipping(form)
}

fn is_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'))
}

fn statement(name: &str, text: &str) -> ApiResult<()> {
    let refuse = |why: &str| Err(ApiError::param(name, "parameter_invalid_string", format!("{name}: {why}")));
    let length = text.chars().count();
    if length > MAX_STATEMENT_LENGTH || (name == "statement_descriptor" && length < MIN_STATEMENT_LENGTH) {
        return refuse("The statement descriptor must be between 5 and 22 characters.");
    }
    if text.chars().any(|c| matches!(c, '<' | '>' | '\\' | '\'' | '"' | '*') || !c.is_ascii() || c.is_control()) {
        return refuse("The statement descriptor contains characters that are not allowed.");
    }
    if !text.chars().any(|c| c.is_ascii_alphabetic()) {
        return refuse("The statement descriptor must contain at least one letter.");
    }
    Ok(())
}

fn shipping(form: &Form) -> ApiResult<()> {
    const PARTS: &[&str] = &["name", "phone", "carrier", "tracking_number", "address"];
    const ADDRESS: &[&str] = &["city", "country", "line1", "line2", "postal_code", "state"];
    let below = form.below("shipping");
    if !form.has("shipping") || form.text("shipping") == Some("") {
        return Ok(());
    }
    below.only(PARTS)?;
    if !below.has("address") {
        return Err(ApiError::missing("shipping[address]"));
    }
    below.required("name").map_err(|_| ApiError::missing("shipping[name]"))?;
    let address = below.below("address");
    address.only(ADDRESS)?;
    match address.filled("country") {
        Some(code) if code.len() != 2 || !code.bytes().all(|byte| byte.is_ascii_uppercase()) => Err(ApiError::param(
            "shipping[address][country]",
            "country_code_invalid",
            format!("Country '{code}' is unknown."),
        )),
        _ => Ok(()),
    }
}
