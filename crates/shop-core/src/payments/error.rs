//! Maps the provider's errors to the sentences shown to the shopper (payments, section 8).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Lang, Params};
use crate::checkout::address::labels::label;
use crate::checkout::address::{AddressField, AddressKind};
use crate::platform::messages::{codes, text};

/// An error of the provider's script, of a call to the server or of the network. Missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PaymentError {
    /// Type of error: "card_error", "invalid_request_error".
    #[serde(rename = "type")]
    pub kind: String,
    /// The provider's code: "card_declined".
    pub code: String,
    /// Decline code of the bank: "insufficient_funds".
    pub decline_code: String,
    /// The invalid parameter: "billing_email".
    pub param: String,
    /// Message of the error itself.
    pub message: String,
    /// Sentences by code from the page's settings, which override the shop's own.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub settings: BTreeMap<String, String>,
}

impl PaymentError {
    /// Returns whether the provider rejected the shop's request rather than the buyer's payment method. A charge without the
    /// buyer that fails this way is no decline: it does not use up a retry of the renewal.
    ///
    /// ```
    /// use shop_core::payments::error::PaymentError;
    /// let error = |kind: &str, code: &str| PaymentError { kind: kind.into(), code: code.into(), ..Default::default() };
    /// assert!(error("invalid_request_error", "payment_intent_invalid_parameter").is_of_the_request());
    /// assert!(!error("card_error", "card_declined").is_of_the_request());
    /// assert!(!error("invalid_request_error", "resource_missing").is_of_the_request());
    /// ```
    pub fn is_of_the_request(&self) -> bool {
        const CODES: &[&str] = &[
            "payment_intent_invalid_parameter",
            "payment_intent_unexpected_state",
            "idempotency_key_in_use",
            "secret_key_required",
            "api_key_expired",
        ];
        let by_code = CODES.contains(&self.code.as_str()) || self.code.starts_with("parameter_");
        matches!(self.kind.as_str(), "authentication_error" | "permission_error" | "idempotency_error" | "api_error")
            || (self.kind == "invalid_request_error" && (by_code || self.code.is_empty()))
    }
}

/// Parses the merchant's own sentences by the provider's code, one a line: `insufficient_funds: Il conto non copre l'importo.`
/// Other lines are ignored; [`is_own_sentence`] finds them.
///
/// ```
/// use shop_core::payments::error::own_sentences;
/// let own = own_sentences("expired_card: La carta è scaduta: usane un'altra.\n\nsenza codice");
/// assert_eq!(own.into_iter().collect::<Vec<_>>(), [("expired_card".into(), "La carta è scaduta: usane un'altra.".into())]);
/// ```
pub fn own_sentences(lines: &str) -> BTreeMap<String, String> {
    lines.lines().filter_map(own_sentence).map(|(code, text)| (code.to_owned(), text.to_owned())).collect()
}

/// Returns whether a line consists of a code and its sentence.
pub fn is_own_sentence(line: &str) -> bool {
    own_sentence(line).is_some()
}

fn own_sentence(line: &str) -> Option<(&str, &str)> {
    let (code, text) = line.split_once(':')?;
    let (code, text) = (code.trim(), text.trim());
    let named = !code.is_empty() && code.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_');
    (named && !text.is_empty()).then_some((code, text))
}

/// Returns the sentence for an error. Empty for a `validation_error`, which the provider's form shows itself.
///
/// Precedence: a missing address field is named; the settings' sentence for the decline code or for the code; the shop's sentence
/// for the decline code; for the code; for the type of error; the error's own message; "unknown error".
///
/// ```
/// use shop_core::payments::error::{PaymentError, payment_error_message};
/// use shop_core::base::Lang;
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
    let mut own = [&error.decline_code, &error.code].into_iter().filter_map(|code| error.settings.get(code));
    if let Some(own) = own.find(|own| !own.is_empty()) {
        return own.clone();
    }
    let known = of_decline(&error.decline_code).or_else(|| of_code(&error.code)).or_else(|| of_kind(&error.kind));
    match known {
        Some(code) => text(code, &Params::new(), lang),
        None if error.message.is_empty() => text(codes::REQUEST_UNKNOWN, &Params::new(), lang),
        None => error.message.clone(),
    }
}

/// Failure of a request to the shop's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum NetworkFailure {
    /// The response did not arrive in time.
    Timeout,
    /// The connection was aborted.
    Abort,
    /// The browser is offline.
    Offline,
    /// The response is not valid JSON.
    InvalidJson,
    Other,
}

/// Returns the sentence for a network failure.
///
/// ```
/// use shop_core::payments::error::{NetworkFailure, network_message};
/// use shop_core::base::Lang;
/// assert_eq!(network_message(NetworkFailure::Offline, Lang::En), "You are probably offline.");
/// assert_eq!(network_message(NetworkFailure::Timeout, Lang::It), "Il server non ha risposto in tempo. Riprova.");
/// ```
pub fn network_message(failure: NetworkFailure, lang: Lang) -> String {
    let code = match failure {
        NetworkFailure::Timeout => codes::PAYMENT_TIMEOUT,
        NetworkFailure::Abort => codes::PAYMENT_ABORT,
        NetworkFailure::Offline => codes::REQUEST_OFFLINE,
        NetworkFailure::InvalidJson => codes::REQUEST_INVALID_JSON,
        NetworkFailure::Other => codes::PAYMENT_NETWORK,
    };
    text(code, &Params::new(), lang)
}

/// The server's response to a failed express order. Missing fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ExpressFailure {
    /// Code of the response.
    pub code: String,
    /// Value of `data.params`: a sentence by parameter, shown in the order of their names.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub params: BTreeMap<String, String>,
    /// Message of the response.
    pub message: String,
    /// Value of `errorMessage` in the payment details.
    pub payment_message: String,
}

/// Returns the message for a failed order of an express wallet: for `rest_invalid_param` the server's sentence for each
/// parameter, one a line; else its message; else the payment's; else the general one.
///
/// ```
/// use shop_core::payments::error::{ExpressFailure, express_order_message};
/// use shop_core::base::Lang;
/// let failure = ExpressFailure { payment_message: "Carta rifiutata.".into(), ..ExpressFailure::default() };
/// assert_eq!(express_order_message(&failure, Lang::It), "Carta rifiutata.");
/// let general = express_order_message(&ExpressFailure::default(), Lang::En);
/// assert_eq!(general, "There was a problem processing the order.");
/// ```
pub fn express_order_message(failure: &ExpressFailure, lang: Lang) -> String {
    if failure.code == "rest_invalid_param" && !failure.params.is_empty() {
        return failure.params.values().map(String::as_str).collect::<Vec<_>>().join("\n");
    }
    let own = [&failure.message, &failure.payment_message].into_iter().find(|own| !own.is_empty());
    own.map_or_else(|| text(codes::EXPRESS_ORDER_FAILED, &Params::new(), lang), Clone::clone)
}

/// Returns the message for an address parameter that was left empty: "Billing Email is a required field."
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

/// Returns the name of an address field before a country is known.
fn field_name(field: AddressField, lang: Lang) -> String {
    label("IT", field, lang).to_owned()
}

/// Returns the message for a decline code. Cards reported lost or stolen and suspected fraud are declined without the reason: the
/// person at the keyboard may not be the owner.
fn of_decline(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "insufficient_funds" => codes::PAYMENT_INSUFFICIENT_FUNDS,
        "expired_card" => codes::PAYMENT_EXPIRED_CARD,
        "incorrect_cvc" | "invalid_cvc" => codes::PAYMENT_INCORRECT_CVC,
        "incorrect_number" | "invalid_number" => codes::PAYMENT_INCORRECT_NUMBER,
        "incorrect_zip" => codes::PAYMENT_INCORRECT_ZIP,
        "processing_error" => codes::PAYMENT_PROCESSING_ERROR,
        "authentication_required" => codes::PAYMENT_AUTHENTICATION_FAILURE,
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

/// Returns the message for the provider's or the network's code.
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
        "invalid_expiry_year_past" => codes::PAYMENT_INVALID_EXPIRY_YEAR_PAST,
        "card_declined" => codes::PAYMENT_CARD_DECLINED,
        "missing" => codes::PAYMENT_MISSING,
        "processing_error" => codes::PAYMENT_PROCESSING_ERROR,
        "insufficient_funds" => codes::PAYMENT_INSUFFICIENT_FUNDS,
        "postal_code_invalid" => codes::PAYMENT_POSTAL_CODE_INVALID,
        "invalid_sofort_country" => codes::PAYMENT_INVALID_SOFORT_COUNTRY,
        "amount_too_large" => codes::PAYMENT_AMOUNT_TOO_LARGE,
        "amount_too_small" => codes::PAYMENT_AMOUNT_TOO_SMALL,
        "country_code_invalid" => codes::PAYMENT_COUNTRY_CODE_INVALID,
        "tax_id_invalid" => codes::PAYMENT_TAX_ID_INVALID,
        "invalid_wallet_type" => codes::PAYMENT_INVALID_WALLET_TYPE,
        "unsupported_currency" => codes::PAYMENT_UNSUPPORTED_CURRENCY,
        "official_plugin_conflict" => codes::PAYMENT_OFFICIAL_PLUGIN_CONFLICT,
        "payment_intent_authentication_failure" | "setup_intent_authentication_failure" => {
            codes::PAYMENT_AUTHENTICATION_FAILURE
        }
        "timeout" => codes::PAYMENT_TIMEOUT,
        "abort" => codes::PAYMENT_ABORT,
        _ => return None,
    })
}

/// Returns the message for a type of error.
fn of_kind(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "email_invalid" | "invalid_email" => codes::PAYMENT_INVALID_EMAIL,
        "invalid_request_error"
        | "api_connection_error"
        | "api_error"
        | "authentication_error"
        | "permission_error"
        | "rate_limit_error" => codes::PAYMENT_UNABLE,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_for(kind: &str, code: &str, decline_code: &str, lang: Lang) -> String {
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
        assert_eq!(message_for("card_error", "card_declined", "expired_card", Lang::It), "La carta è scaduta.");
        for reason in ["stolen_card", "lost_card", "fraudulent", "pickup_card", "generic_decline"] {
            assert_eq!(
                message_for("card_error", "card_declined", reason, Lang::It),
                "La carta è stata rifiutata.",
                "{reason}"
            );
        }
    }

    #[test]
    fn validation_says_nothing_and_the_unknown_falls_back() {
        assert_eq!(message_for("validation_error", "invalid_cvc", "", Lang::It), "");
        assert_eq!(message_for("other", "other", "", Lang::It), "own");
        assert_eq!(payment_error_message(&PaymentError::default(), Lang::En), "An unknown error occurred.");
        assert!(message_for("api_error", "", "", Lang::En).starts_with("Unable to process"));
    }

    #[test]
    fn an_empty_address_parameter_is_named_and_any_other_is_not() {
        let mut error =
            PaymentError { code: "parameter_missing".into(), param: "billing_email".into(), ..Default::default() };
        assert_eq!(payment_error_message(&error, Lang::En), "Billing Email is a required field.");
        error.param = "amount".into();
        assert_eq!(payment_error_message(&error, Lang::En), "An unknown error occurred.");
    }

    #[test]
    fn what_the_server_says_of_an_express_order_goes_from_particular_to_general() {
        let mut failure = ExpressFailure {
            code: "rest_invalid_param".into(),
            params: BTreeMap::from([("b".to_owned(), "due".to_owned()), ("a".to_owned(), "uno".to_owned())]),
            message: "message".into(),
            payment_message: "payment".into(),
        };
        assert_eq!(express_order_message(&failure, Lang::It), "uno\ndue");
        failure.code = "other".into();
        assert_eq!(express_order_message(&failure, Lang::It), "message");
        failure.message.clear();
        assert_eq!(express_order_message(&failure, Lang::It), "payment");
        let general = express_order_message(&ExpressFailure::default(), Lang::En);
        assert_eq!(general, "There was a problem processing the order.");
    }

    /// The sentences of the specification, section 8, to the letter.
    #[test]
    fn every_sentence_of_the_catalogue_is_the_specifications() {
        for (code, sentence) in [
            ("invalid_number", "The card number is not a valid credit card number."),
            ("invalid_expiry_month", "The card expiration month is invalid."),
            ("invalid_expiry_year", "The card expiration year is invalid."),
            ("invalid_cvc", "The card security code is invalid."),
            ("incorrect_number", "The card number is incorrect."),
            ("incomplete_number", "The card number is incomplete."),
            ("incomplete_cvc", "The card security code is incomplete."),
            ("incomplete_expiry", "The card expiration date is incomplete."),
            ("expired_card", "The card has expired."),
            ("incorrect_cvc", "The card security code is incorrect."),
            ("incorrect_zip", "The card zip code failed validation."),
            ("invalid_expiry_year_past", "The card expiration year is in the past"),
            ("card_declined", "The card was declined."),
            ("missing", "There is no card on a customer that is being charged."),
            ("processing_error", "An error occurred while processing the card."),
            ("postal_code_invalid", "Invalid zip code, please correct and try again"),
            ("email_invalid", "Invalid email address, please correct and try again."),
        ] {
            assert_eq!(message_for("card_error", code, "", Lang::En), sentence);
            assert_ne!(message_for("card_error", code, "", Lang::It), sentence);
        }
        for code in [
            "invalid_sofort_country",
            "amount_too_large",
            "amount_too_small",
            "country_code_invalid",
            "tax_id_invalid",
            "invalid_wallet_type",
            "insufficient_funds",
            "payment_intent_authentication_failure",
            "unsupported_currency",
            "official_plugin_conflict",
        ] {
            assert_ne!(message_for("card_error", code, "", Lang::It), "own", "{code}");
        }
        for kind in [
            "invalid_request_error",
            "api_connection_error",
            "api_error",
            "authentication_error",
            "permission_error",
            "rate_limit_error",
        ] {
            let unable = "Unable to process this payment, please try again or use alternative method.";
            assert_eq!(message_for(kind, "", "", Lang::En), unable);
        }
        assert_eq!(network_message(NetworkFailure::Offline, Lang::En), "You are probably offline.");
    }

    /// Code, Italian, English: the whole table of section 8, then the further codes that the store configures.
    #[rustfmt::skip]
    const CATALOGUE: &[(&str, &str, &str)] = &[
        ("invalid_number", "Il numero della carta non è quello di una carta di credito valida.", "The card number is not a valid credit card number."),
        ("invalid_expiry_month", "Il mese di scadenza della carta non è valido.", "The card expiration month is invalid."),
        ("invalid_expiry_year", "L'anno di scadenza della carta non è valido.", "The card expiration year is invalid."),
        ("invalid_cvc", "Il codice di sicurezza della carta non è valido.", "The card security code is invalid."),
        ("incorrect_number", "Il numero della carta è sbagliato.", "The card number is incorrect."),
        ("incomplete_number", "Il numero della carta è incompleto.", "The card number is incomplete."),
        ("incomplete_cvc", "Il codice di sicurezza della carta è incompleto.", "The card security code is incomplete."),
        ("incomplete_expiry", "La data di scadenza della carta è incompleta.", "The card expiration date is incomplete."),
        ("expired_card", "La carta è scaduta.", "The card has expired."),
        ("incorrect_cvc", "Il codice di sicurezza della carta è sbagliato.", "The card security code is incorrect."),
        ("incorrect_zip", "Il codice postale non corrisponde a quello della carta.", "The card zip code failed validation."),
        ("invalid_expiry_year_past", "L'anno di scadenza della carta è già passato", "The card expiration year is in the past"),
        ("card_declined", "La carta è stata rifiutata.", "The card was declined."),
        ("missing", "Al cliente a cui si addebita non è associata nessuna carta.", "There is no card on a customer that is being charged."),
        ("processing_error", "Si è verificato un errore durante l'elaborazione della carta.", "An error occurred while processing the card."),
        ("email_invalid", "Indirizzo e-mail non valido: correggilo e riprova.", "Invalid email address, please correct and try again."),
        ("invalid_email", "Indirizzo e-mail non valido: correggilo e riprova.", "Invalid email address, please correct and try again."),
        ("postal_code_invalid", "Codice postale non valido: correggilo e riprova", "Invalid zip code, please correct and try again"),
        ("invalid_sofort_country", "Il Paese di fatturazione non è accettato da questo metodo: scegline un altro.", "The billing country is not accepted by this method: choose another one."),
        ("amount_too_large", "Il totale dell'ordine è troppo alto per questo metodo: scegline un altro.", "The order total is too high for this method: choose another one."),
        ("amount_too_small", "Il totale dell'ordine è troppo basso per questo metodo: scegline un altro.", "The order total is too low for this method: choose another one."),
        ("country_code_invalid", "Il Paese indicato non è valido: correggilo e riprova.", "The country is not valid: correct it and try again."),
        ("tax_id_invalid", "Il codice fiscale o la partita IVA non è valido: correggilo e riprova.", "The tax number is not valid: correct it and try again."),
        ("invalid_wallet_type", "Questo portafoglio elettronico non è accettato: scegli un altro metodo.", "This wallet is not accepted: choose another method."),
        ("insufficient_funds", "La carta è stata rifiutata perché il saldo non basta: usa un'altra carta o un altro metodo.", "The card was declined because of insufficient funds: use another card or another method."),
        ("payment_intent_authentication_failure", "Non è stato possibile verificare la tua identità per questo metodo di pagamento: scegline un altro e riprova.", "We could not authenticate your payment method: choose another one and try again."),
        ("unsupported_currency", "Questo metodo non accetta la valuta dell'ordine: scegline un altro.", "This method does not accept the order's currency: choose another one."),
        ("official_plugin_conflict", "L'acquisto rapido non è disponibile: paga dalla cassa.", "Express checkout is not available: pay at the checkout."),
    ];

    #[test]
    fn every_row_of_the_catalogue_is_told_in_italian_and_english() {
        for (code, it, en) in CATALOGUE {
            assert_eq!(message_for("card_error", code, "", Lang::It), *it, "{code}");
            assert_eq!(message_for("card_error", code, "", Lang::En), *en, "{code}");
        }
    }

    #[test]
    fn the_merchants_own_sentence_for_a_code_comes_first() {
        for (code, ..) in CATALOGUE {
            let settings = BTreeMap::from([((*code).to_owned(), "Parole del negozio.".to_owned())]);
            let error =
                PaymentError { kind: "card_error".into(), code: (*code).into(), settings, ..Default::default() };
            assert_eq!(payment_error_message(&error, Lang::It), "Parole del negozio.", "{code}");
        }
    }

    #[test]
    fn failures_of_the_network_are_told_in_italian_and_english() {
        for (failure, it, en) in [
            (
                NetworkFailure::Timeout,
                "Il server non ha risposto in tempo. Riprova.",
                "A timeout occurred while connecting to the server. Please try again.",
            ),
            (
                NetworkFailure::Abort,
                "Il collegamento con il server è stato interrotto. Riprova.",
                "The connection to the server was aborted. Please try again.",
            ),
            (
                NetworkFailure::Other,
                "Si è verificato un errore nel collegamento con il server. Riprova.",
                "An error occurred while connecting to the server. Please try again.",
            ),
        ] {
            assert_eq!(
                (network_message(failure, Lang::It), network_message(failure, Lang::En)),
                (it.to_owned(), en.to_owned())
            );
        }
    }
}
