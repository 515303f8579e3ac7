//! Orders from express buttons: how they are recognised, and their fields (wire contract, C5).

use std::collections::BTreeMap;

use axum::http::HeaderMap;
use serde_json::Value;
use shop_core::base::Cents;
use shop_core::payments::express::order::{EXPRESS_NAMESPACE, SHOWN_AMOUNT};
use shop_core::payments::express::wallet::ExpressWallet;
use shop_services::checkout::ExpressOrder;

use super::request_body::payment_value;
use crate::app::storefront::WebContext;
use crate::app::visitor::nonces::EXPRESS_CHECKOUT;
use crate::checkout::normalised;
use crate::store_api::extract::CartRequest;

/// Header that marks an order from an express button.
const MARK: &str = "x-wcstripe-express-checkout";
const MARK_NONCE: &str = "x-wcstripe-express-checkout-nonce";
/// Longest JSON string of custom fields that is parsed, in bytes.
const MAX_CUSTOM_BYTES: usize = 20_000;

/// Returns the express order of a request with both headers, with its addresses normalised; `None` for an ordinary order, to
/// which the ordinary rules apply.
pub(in crate::store_api) fn read_express(request: &mut CartRequest, web: &WebContext) -> Option<ExpressOrder> {
    if !is_marked(&request.headers, &request.session.key, web) {
        return None;
    }
    for name in ["billing_address", "shipping_address"] {
        if let Some(Value::Object(address)) = request.body.get_mut(name) {
            *address = normalised(std::mem::take(address));
        }
    }
    let rate = request.body.get("shipping_address").and_then(|address| match address.get("method")? {
        Value::Array(rates) => rates.first()?.as_str().map(str::to_owned),
        Value::String(rate) => Some(rate.clone()),
        _ => None,
    });
    let shown = own_extension(request, SHOWN_AMOUNT).and_then(|value| match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    });
    Some(ExpressOrder {
        wallet: payment_value(request, "express_payment_type").and_then(|name| ExpressWallet::parse(&name)),
        shown: shown.map(Cents),
        rate: rate.unwrap_or_default(),
        custom_fields: custom_fields(request),
    })
}

fn is_marked(headers: &HeaderMap, session_key: &str, web: &WebContext) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let now = web.context.now();
    // A page opened before the session existed has a nonce without a session.
    let is_of = |key: &str| web.secrets.nonce_is_valid(text(MARK_NONCE), EXPRESS_CHECKOUT, key, now);
    matches!(text(MARK), "true" | "1") && (is_of(session_key) || is_of(""))
}

fn own_extension<'a>(request: &'a CartRequest, name: &str) -> Option<&'a Value> {
    request.body.get("extensions")?.get(EXPRESS_NAMESPACE)?.get(name)
}

/// Values of the custom billing fields that the button's page collects; those of a list are joined.
fn custom_fields(request: &CartRequest) -> BTreeMap<String, String> {
    let sent = own_extension(request, "custom_checkout_data").and_then(Value::as_str);
    let values: BTreeMap<String, Value> = sent
        .filter(|text| text.len() <= MAX_CUSTOM_BYTES)
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let text = |(name, value)| {
        let text = match value {
            Value::String(text) => text,
            Value::Bool(ticked) => ticked.to_string(),
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            _ => return None,
        };
        Some((name, text))
    };
    values.into_iter().filter_map(text).collect()
}
