//! Normalisation of a wallet's addresses.

use axum::response::Response;
use serde_json::{Map, Value, json};
use shop_core::checkout::address::MAX_FIELD_CHARS;

use super::fresh;
use crate::ajax::Call;
use crate::checkout::normalised;

/// Most address fields that are read.
const MAX_VALUES: usize = 40;

/// `normalize_address`: normalises `data[billing_address]` and `data[shipping_address]`. Unknown fields are returned unchanged.
pub(super) fn normalize(call: &Call) -> Response {
    let put_right = |kind: &str| {
        let start = format!("data[{kind}][");
        let sent: Map<String, Value> = call
            .form
            .0
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(&start)?.strip_suffix(']')?, value)))
            .take(MAX_VALUES)
            .map(|(name, value)| (name.to_owned(), value.chars().take(MAX_FIELD_CHARS).collect::<String>().into()))
            .collect();
        normalised(sent)
    };
    fresh(json!({
        "billing_address": put_right("billing_address"),
        "shipping_address": put_right("shipping_address"),
    }))
}
