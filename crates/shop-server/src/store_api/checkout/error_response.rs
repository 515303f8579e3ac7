//! Responses to refused orders.

use axum::http::StatusCode;
use serde_json::{Map, Value};
use shop_core::base::{FieldError, Lang};
use shop_core::checkout::api::ApiCheckoutError;
use shop_core::platform::messages::{codes, sentence};
use shop_core::platform::words::rest_texts;
use shop_services::cart::OpenCart;
use shop_services::checkout::{AccountError, Refusal, Refused};

use crate::app::language::localized_message::LocalizedMessage;
use crate::app::storefront::WebContext;
use crate::store_api::cart::current_cart::requested_cart;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, finish_error};
use crate::trade;

/// Builds the response to a refused order, with session headers when its cart was opened.
pub(in crate::store_api) fn to_api_error(refused: Refused, request: &CartRequest, web: &WebContext) -> ApiError {
    let shop_lang = || web.lang();
    let lang = refused.open.as_ref().map_or_else(shop_lang, |open| open.settings.lang());
    let mut error = in_words(&refused.reason, lang);
    let Some(open) = refused.open else { return error };
    if is_about_cart(&refused.reason) {
        error = with_cart(error, request, &open, web);
    }
    finish_error(error, request, &open, web)
}

fn is_about_cart(reason: &Refusal) -> bool {
    match reason {
        Refusal::NothingToOrder => true,
        Refusal::Order(refusal) => refusal.about_cart,
        _ => false,
    }
}

/// Adds the cart, so that the page or the wallet's sheet can be updated.
fn with_cart(error: ApiError, request: &CartRequest, open: &OpenCart, web: &WebContext) -> ApiError {
    error.with("cart", serde_json::to_value(requested_cart(request, open, web)).unwrap_or_default())
}

fn in_words(reason: &Refusal, lang: Lang) -> ApiError {
    let plain = |code: &str| ApiError::plain(StatusCode::BAD_REQUEST, code);
    match reason {
        Refusal::UnknownPaymentMethod(method) => {
            let name = "payment_method";
            ApiError::param(name, "rest_not_in_enum", |lang| rest_texts::not_a_method(lang, name, method))
        }
        Refusal::WalletNotTaken => plain(codes::CHECKOUT_PAYMENT_METHOD_DISABLED),
        Refusal::Trade(refusal) => ApiError::plain(trade::status(*refusal), refusal.code()),
        Refusal::GuestsRefused => ApiError::plain(StatusCode::FORBIDDEN, codes::GUEST_CHECKOUT_DISABLED),
        Refusal::Value(error) => value(error),
        Refusal::NothingToOrder => ApiError::plain(StatusCode::CONFLICT, codes::CART_EMPTY),
        Refusal::Order(refusal) => ApiError::checkout(refusal, lang),
        Refusal::Fields(errors) => {
            let wrong = errors.iter().map(|e| (e.field.clone(), e.code.to_string(), LocalizedMessage::from_error(e)));
            ApiError::params(wrong.collect())
        }
        Refusal::Api(refusal) => platform(refusal, lang),
        Refusal::Payment(error) => ApiError::of_payment(error),
        Refusal::TooMany => ApiError::plain(StatusCode::TOO_MANY_REQUESTS, codes::RATE_LIMIT_EXCEEDED),
        Refusal::Account(denied) => account(*denied),
    }
}

fn value(error: &FieldError) -> ApiError {
    ApiError::param_error(&error.field, error)
}

fn platform(refusal: &ApiCheckoutError, lang: Lang) -> ApiError {
    let refused = |code: &str| ApiError::plain(StatusCode::BAD_REQUEST, code);
    match refusal {
        ApiCheckoutError::PaymentMethodMissing => {
            ApiError::plain(StatusCode::BAD_REQUEST, codes::CHECKOUT_MISSING_PAYMENT_METHOD)
        }
        ApiCheckoutError::EmailMissing => ApiError::plain(StatusCode::BAD_REQUEST, codes::MISSING_EMAIL_ADDRESS),
        ApiCheckoutError::NoDelivery => ApiError::plain(StatusCode::BAD_REQUEST, codes::INVALID_SHIPPING_OPTION),
        ApiCheckoutError::Country(allowed) => {
            refused(codes::INVALID_ADDRESS_COUNTRY).with("allowed_countries", allowed.clone())
        }
        ApiCheckoutError::Addresses { shipping, billing } => {
            let mut wrong = Map::new();
            for (name, errors) in [("shipping", shipping), ("billing", billing)] {
                if !errors.is_empty() {
                    let sentences = errors.iter().map(|error| Value::from(sentence(error, lang)));
                    wrong.insert(name.to_owned(), sentences.collect());
                }
            }
            refused(codes::INVALID_ADDRESS).with("errors", Value::Object(wrong))
        }
        ApiCheckoutError::Invoice(error) | ApiCheckoutError::Field(error) => value(error),
        ApiCheckoutError::Terms => refused(codes::TERMS_REQUIRED),
    }
}

fn account(denied: AccountError) -> ApiError {
    let status = match denied {
        AccountError::EmailTaken | AccountError::ShortPassword | AccountError::WeakPassword => StatusCode::BAD_REQUEST,
        AccountError::TooMany => StatusCode::TOO_MANY_REQUESTS,
        AccountError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        AccountError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let refusal = denied.error();
    let error = ApiError::new(status, &refusal.code, &refusal.params);
    if refusal.field.is_empty() { error } else { error.with("field", refusal.field) }
}
