//! A wallet's addresses in the form that orders keep.

use axum::response::Response;
use serde_json::{Map, Value, json};
use shop_core::address::{Address, MAX_FIELD_CHARS};
use shop_core::payment::express::wallet_address::normalise;

use super::fresh;
use crate::ajax::Call;

/// Most values of an address that are read.
const MAX_VALUES: usize = 40;

/// `normalize_address`: both addresses of `data[billing_address]` and `data[shipping_address]`, each value in its place. What is no
/// part of an address comes back as it was.
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

/// An address as it was sent, with the values that it should have. Values that were not sent are added only where they are not
/// empty.
pub(crate) fn normalised(mut sent: Map<String, Value>) -> Map<String, Value> {
    let texts: Map<String, Value> =
        sent.iter().filter(|(_, value)| value.is_string()).map(|(name, value)| (name.clone(), value.clone())).collect();
    let Ok(address) = serde_json::from_value::<Address>(Value::Object(texts)) else { return sent };
    let Ok(Value::Object(right)) = serde_json::to_value(normalise(address)) else { return sent };
    for (name, value) in right {
        let is_text = sent.get(&name).is_some_and(Value::is_string);
        if is_text || (!sent.contains_key(&name) && value != "") {
            sent.insert(name, value);
        }
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(sent: Value) -> Value {
        let Value::Object(sent) = sent else { panic!("an object") };
        Value::Object(normalised(sent))
    }

    #[test]
    fn only_what_an_address_has_is_changed() {
        let sent =
            json!({ "country": "IT", "state": "Lazio", "postcode": "00019", "method": ["flat_rate:1"], "x": "Lazio" });
        let expected =
            json!({ "country": "IT", "state": "RM", "postcode": "00019", "method": ["flat_rate:1"], "x": "Lazio" });
        assert_eq!(right(sent), expected);
        assert_eq!(right(json!({})), json!({}));
        assert_eq!(right(json!({ "state": 5 })), json!({ "state": 5 }));
    }

    #[test]
    fn a_value_finds_its_place_even_where_none_was_sent() {
        assert_eq!(right(json!({ "address_2": "Via Roma 1" })), json!({ "address_1": "Via Roma 1", "address_2": "" }));
    }
}
