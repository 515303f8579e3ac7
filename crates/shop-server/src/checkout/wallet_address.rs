//! Normalisation of a wallet's address.

use serde_json::{Map, Value};
use shop_core::checkout::address::Address;
use shop_core::payments::express::wallet_address::normalise;

/// Returns the address with normalised values. Values that were not sent are added only when they are not empty.
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
    use serde_json::json;

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
