//! Rows of the payment error catalogue (payments, section 8) that are no card codes, in both languages.

use std::collections::BTreeMap;

use shop_core::base::Lang;
use shop_core::payments::error::{NetworkFailure, PaymentError, network_message, payment_error_message};
use shop_core::platform::messages::text;

fn of(kind: &str, code: &str, param: &str) -> PaymentError {
    PaymentError {
        kind: kind.into(),
        code: code.into(),
        param: param.into(),
        message: "own".into(),
        ..PaymentError::default()
    }
}

#[test]
fn each_type_of_error_has_its_sentence() {
    let email =
        ("Indirizzo e-mail non valido: correggilo e riprova.", "Invalid email address, please correct and try again.");
    let unable = (
        "Non è possibile elaborare questo pagamento: riprova o usa un altro metodo.",
        "Unable to process this payment, please try again or use alternative method.",
    );
    for (kind, (italian, english)) in [
        ("email_invalid", email),
        ("invalid_email", email),
        ("invalid_request_error", unable),
        ("api_connection_error", unable),
        ("api_error", unable),
        ("authentication_error", unable),
        ("rate_limit_error", unable),
    ] {
        assert_eq!(payment_error_message(&of(kind, "", ""), Lang::It), italian, "{kind}");
        assert_eq!(payment_error_message(&of(kind, "", ""), Lang::En), english, "{kind}");
    }
    for lang in [Lang::It, Lang::En] {
        assert_eq!(payment_error_message(&of("validation_error", "invalid_number", ""), lang), "");
    }
}

#[test]
fn a_missing_field_of_an_address_is_named_whatever_the_provider_calls_it() {
    for code in ["parameter_invalid_empty", "parameter_missing", "parameter_string_empty", "parameter_string_blank"] {
        for (param, italian, english) in [
            ("billing_email", "e-mail", "Billing "),
            ("billing_postcode", "CAP", "Billing "),
            ("shipping_city", "città", "Shipping "),
        ] {
            let told = payment_error_message(&of("invalid_request_error", code, param), Lang::It);
            assert!(told.to_lowercase().contains(&italian.to_lowercase()), "{code} {param}: {told}");
            assert!(told.ends_with(" è un campo obbligatorio."), "{code} {param}: {told}");
            let told = payment_error_message(&of("invalid_request_error", code, param), Lang::En);
            assert!(told.starts_with(english) && told.ends_with(" is a required field."), "{code} {param}: {told}");
        }
        // For a parameter that is no address field, the sentence of the error type is used.
        assert!(payment_error_message(&of("invalid_request_error", code, "amount"), Lang::En).starts_with("Unable to"));
    }
}

#[test]
fn a_sentence_of_the_pages_settings_counts_before_the_catalogues() {
    let own = BTreeMap::from([("card_declined".to_owned(), "Chiedi in negozio.".to_owned())]);
    let error = PaymentError { settings: own, ..of("card_error", "card_declined", "") };
    assert_eq!(payment_error_message(&error, Lang::It), "Chiedi in negozio.");
    let other = PaymentError { code: "expired_card".into(), ..error };
    assert_eq!(payment_error_message(&other, Lang::It), "La carta è scaduta.");
}

#[test]
fn what_the_network_does_has_its_sentence() {
    for (failed, sentence) in [
        (NetworkFailure::Timeout, "A timeout occurred while connecting to the server. Please try again."),
        (NetworkFailure::Abort, "The connection to the server was aborted. Please try again."),
        (NetworkFailure::Other, "An error occurred while connecting to the server. Please try again."),
        (NetworkFailure::Offline, "You are probably offline."),
        (NetworkFailure::InvalidJson, "The response is not a valid JSON response."),
    ] {
        assert_eq!(network_message(failed, Lang::En), sentence);
        assert_ne!(network_message(failed, Lang::It), sentence);
    }
}

#[test]
fn the_general_messages_are_the_specifications() {
    let method = BTreeMap::from([("method".to_owned(), "Klarna".to_owned())]);
    let provider = BTreeMap::from([("provider".to_owned(), "Stripe".to_owned())]);
    let none = BTreeMap::new();
    for (code, params, sentence) in [
        ("payment_failed", &none, "Payment failed. Please try again."),
        (
            "payment_generic",
            &none,
            "There was a problem processing the payment. Please check your email inbox and refresh the page to try again.",
        ),
        (
            "payment_details_missing",
            &none,
            "Invalid or missing payment details. Please ensure the provided payment method is correctly entered.",
        ),
        (
            "payment_load_failed",
            &method,
            "Failed to load Klarna payment method. Please refresh the page and try again.",
        ),
        (
            "payment_no_target",
            &none,
            "There was a problem processing the payment. Please refresh the page to try again.",
        ),
        ("payment_no_data", &provider, "Stripe initialization data is not available"),
        ("express_order_failed", &none, "There was a problem processing the order."),
        ("express_add_failed", &none, "There was an error adding the product to the cart."),
        ("express_product_failed", &none, "There was an error getting the product information."),
    ] {
        assert_eq!(text(code, params, Lang::En), sentence, "{code}");
        assert_ne!(text(code, params, Lang::It), sentence, "{code}");
    }
    let wallet = BTreeMap::from([("wallet".to_owned(), "Cash App Pay".to_owned())]);
    assert_eq!(
        text("payment_wallet_amount", &wallet, Lang::En),
        "Please note that, depending on your account and transaction history, Cash App Pay may reject your transaction due to \
         its amount."
    );
    assert!(text("payment_no_key", &provider, Lang::En).starts_with("There is no api key available for Stripe"));
}
