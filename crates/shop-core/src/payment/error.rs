//! From the provider's error to the sentence that the shopper reads (payments, section 8).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::address::labels::label;
use crate::address::{AddressField, AddressKind};
use crate::messages::{codes, text};
use crate::{Lang, Params};

/// An error as the provider's script, a call to the server or the network gives it. Missing parts are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaymentError {
    /// Kind of error: "card_error", "invalid_request_error".
    #[serde(rename = "type")]
    pub kind: String,
    /// The provider's code: "card_declined".
    pub code: String,
    /// Why the bank declined: "insufficient_funds".
    pub decline_code: String,
    /// The refused parameter: "billing_email".
    pub param: String,
    /// The error's own sentence.
    pub message: String,
    /// Sentences that the page's settings hold by code; they come before the shop's own.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub settings: BTreeMap<String, String>,
}

/// The sentence for an error. Empty for a `validation_error`: the provider's form shows that one itself.
///
/// In this order: a missing address field is named; the settings' sentence for the code; the bank's reason; the shop's
/// sentence for the code; the one for the kind of error; the error's own message; "unknown error".
///
/// ```
/// use shop_core::{Lang, payment::error::{PaymentError, payment_error_message}};
/// let error = PaymentError { kind: "card_error".into(), code: "expired_card".into(), ..PaymentError::default() };
/// assert_eq!(payment_error_message(&error, Lang::En), "The card has expired.");
/// ```
pub fn payment_error_message(error: &PaymentError, lang: Lang) -> String {
    if error.kind == "validation_error" {
        return String::new();
    }
    if let Some(sentence) = missing_field(error, lang) {
        return sentence;
    }
    if let Some(own) = error.settings.get(&error.code).filter(|own| !own.is_empty()) {
        return own.clone();
    }
    let known = of_decline(&error.decline_code).or_else(|| of_code(&error.code)).or_else(|| of_kind(&error.kind));
    match known {
        Some(code) => text(code, &Params::new(), lang),
        None if error.message.is_empty() => text(codes::PAYMENT_UNKNOWN, &Params::new(), lang),
        None => error.message.clone(),
    }
}

/// The sentence for a failed order of an express wallet: what the server says of each parameter, one a line; else its
/// message; else the payment's; else the general one.
pub fn express_order_message(params: &[String], message: &str, payment_message: &str, lang: Lang) -> String {
    if !params.is_empty() {
        return params.join("\n");
    }
    let own = [message, payment_message].into_iter().find(|own| !own.is_empty());
    own.map_or_else(|| text(codes::EXPRESS_ORDER, &Params::new(), lang), str::to_owned)
}

/// A parameter of an address that was left empty: "Billing Email is a required field."
fn missing_field(error: &PaymentError, lang: Lang) -> Option<String> {
    let empty = ["parameter_invalid_empty", "parameter_missing", "parameter_string_empty", "parameter_string_blank"];
    if !empty.contains(&error.code.as_str()) {
        return None;
    }
    let (kind, rest) = [AddressKind::Billing, AddressKind::Shipping].into_iter().find_map(|kind| {
        let rest = error.param.strip_prefix(kind.as_str())?.strip_prefix('_')?;
        Some((kind, rest))
    })?;
    let field = AddressField::ALL.into_iter().find(|field| field.as_str() == rest)?;
    let name = field_name(field, lang);
    let place = match kind {
        AddressKind::Billing => codes::PAYMENT_BILLING_FIELD,
        AddressKind::Shipping => codes::PAYMENT_SHIPPING_FIELD,
    };
    let place = text(place, &Params::from([("field".to_owned(), name)]), lang);
    Some(text(codes::PAYMENT_FIELD_REQUIRED, &Params::from([("field".to_owned(), place)]), lang))
}

/// The name of an address field before a country is known.
fn field_name(field: AddressField, lang: Lang) -> String {
    label("IT", field, lang).to_owned()
}

/// The message for the bank's reason. Cards reported lost or stolen and suspected fraud are declined without saying why:
/// the person at the keyboard may not be the owner.
fn of_decline(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "insufficient_funds" => codes::PAYMENT_INSUFFICIENT_FUNDS,
        "expired_card" => codes::PAYMENT_EXPIRED_CARD,
        "incorrect_cvc" | "invalid_cvc" => codes::PAYMENT_INCORRECT_CVC,
        "incorrect_number" | "invalid_number" => codes::PAYMENT_INCORRECT_NUMBER,
        "incorrect_zip" => codes::PAYMENT_INCORRECT_ZIP,
        "processing_error" => codes::PAYMENT_PROCESSING_ERROR,
        "authentication_required" => codes::PAYMENT_AUTHENTICATION,
        "card_velocity_exceeded" | "withdrawal_count_limit_exceeded" => codes::PAYMENT_LIMIT_EXCEEDED,
        "card_not_supported" | "currency_not_supported" | "transaction_not_allowed" => {
            codes::PAYMENT_CARD_NOT_SUPPORTED
        }
        "call_issuer" | "do_not_honor" | "no_action_taken" | "invalid_account" => codes::PAYMENT_CALL_ISSUER,
        "try_again_later" | "reenter_transaction" | "issuer_not_available" => codes::PAYMENT_TRY_LATER,
        "duplicate_transaction" => codes::PAYMENT_DUPLICATE,
        _ => return None,
    })
}

/// The message for the provider's or the network's code.
fn of_code(code: &str) -> Option<&'static str> {
    Some(match code {
        "email_invalid" | "invalid_email" => codes::PAYMENT_INVALID_EMAIL,
        "invalid_number" => codes::PAYMENT_INVALID_NUMBER,
        "invalid_expiry_month" => codes::PAYMENT_INVALID_EXPIRY_MONTH,
        "invalid_expiry_year" => codes::PAYMENT_INVALID_EXPIRY_YEAR,
        "invalid_cvc" => codes::PAYMENT_INVALID_CVC,
        "incorrect_number" => codes::PAYMENT_INCORRECT_NUMBER,
        "incomplete_number" => codes::PAYMENT_INCOMPLETE_NUMBER,
        "incomplete_cvc" => codes::PAYMENT_INCOMPLETE_CVC,
        "incomplete_expiry" => codes::PAYMENT_INCOMPLETE_EXPIRY,
        "expired_card" => codes::PAYMENT_EXPIRED_CARD,
        "incorrect_cvc" => codes::PAYMENT_INCORRECT_CVC,
        "incorrect_zip" => codes::PAYMENT_INCORRECT_ZIP,
        "invalid_expiry_year_past" => codes::PAYMENT_EXPIRY_YEAR_PAST,
        "card_declined" => codes::PAYMENT_CARD_DECLINED,
        "missing" => codes::PAYMENT_CARD_MISSING,
        "processing_error" => codes::PAYMENT_PROCESSING_ERROR,
        "insufficient_funds" => codes::PAYMENT_INSUFFICIENT_FUNDS,
        "postal_code_invalid" => codes::PAYMENT_POSTAL_CODE,
        "invalid_sofort_country" => codes::PAYMENT_SOFORT_COUNTRY,
        "amount_too_large" => codes::PAYMENT_TOO_LARGE,
        "amount_too_small" => codes::PAYMENT_TOO_SMALL,
        "country_code_invalid" => codes::PAYMENT_COUNTRY_CODE,
        "tax_id_invalid" => codes::PAYMENT_TAX_ID,
        "invalid_wallet_type" => codes::PAYMENT_WALLET_TYPE,
        "payment_intent_authentication_failure" => codes::PAYMENT_AUTHENTICATION,
        "timeout" => codes::PAYMENT_TIMEOUT,
        "abort" => codes::PAYMENT_ABORTED,
        _ => return None,
    })
}

/// The message for a kind of error.
fn of_kind(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "email_invalid" | "invalid_email" => codes::PAYMENT_INVALID_EMAIL,
        "invalid_request_error"
        | "api_connection_error"
        | "api_error"
        | "authentication_error"
        | "rate_limit_error" => codes::PAYMENT_UNABLE,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(kind: &str, code: &str, decline_code: &str, lang: Lang) -> String {
        let error = PaymentError {
            kind: kind.into(),
            code: code.into(),
            decline_code: decline_code.into(),
            message: "own".into(),
            ..PaymentError::default()
        };
        payment_error_message(&error, lang)
    }

    #[test]
    fn the_banks_reason_comes_first_and_a_stolen_card_is_not_called_so() {
        assert_eq!(said("card_error", "card_declined", "expired_card", Lang::It), "La carta è scaduta.");
        for reason in ["stolen_card", "lost_card", "fraudulent", "pickup_card", "generic_decline"] {
            assert_eq!(
                said("card_error", "card_declined", reason, Lang::It),
                "La carta è stata rifiutata.",
                "{reason}"
            );
        }
    }

    #[test]
    fn validation_says_nothing_and_the_unknown_falls_back() {
        assert_eq!(said("validation_error", "invalid_cvc", "", Lang::It), "");
        assert_eq!(said("other", "other", "", Lang::It), "own");
        assert_eq!(payment_error_message(&PaymentError::default(), Lang::En), "An unknown error occurred.");
        assert!(said("api_error", "", "", Lang::En).starts_with("Unable to process"));
    }

    #[test]
    fn an_empty_address_parameter_is_named_and_any_other_is_not() {
        let mut error =
            PaymentError { code: "parameter_missing".into(), param: "billing_email".into(), ..Default::default() };
        assert_eq!(payment_error_message(&error, Lang::En), "Billing Email is a required field.");
        error.param = "amount".into();
        assert_eq!(payment_error_message(&error, Lang::En), "An unknown error occurred.");
    }
}
