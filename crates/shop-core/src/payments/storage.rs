//! Items with an expiry in the browser's storage (payments, section 3): a value with its expiration time.

use serde::Serialize;

use crate::base::CustomerId;
use crate::base::json::object;
use crate::base::json::parse::{Json, parse};

/// Longest item to write or read, in bytes: browsers give a site about five million for all of them.
const MAX_BYTES: usize = 65_536;

/// Returns the key of an item. It contains the customer's id, so that shoppers on a shared device do not read each other's items;
/// guests are 0.
///
/// ```
/// use shop_core::payments::storage::storage_key;
/// use shop_core::base::CustomerId;
/// assert_eq!(storage_key("cart", Some(CustomerId(7))), "cart_7");
/// assert_eq!(storage_key("cart", None), "cart_0");
/// ```
pub fn storage_key(name: &str, customer: Option<CustomerId>) -> String {
    format!("{name}_{}", customer.unwrap_or_default())
}

/// Encodes an item: `value_json` is its value as JSON, `expiration_ms` Unix milliseconds. `None` if the value is no JSON, the
/// time is negative or the item too long.
///
/// ```
/// use shop_core::payments::storage::encode;
/// assert_eq!(encode("[1.50]", 100).as_deref(), Some(r#"{"value":[1.50],"expiration":100}"#));
/// assert_eq!(encode("no JSON", 100), None);
/// assert_eq!(encode("[1.50]", -1), None);
/// ```
pub fn encode(value_json: &str, expiration_ms: i64) -> Option<String> {
    let value = parse(value_json, MAX_BYTES).filter(|_| expiration_ms >= 0)?;
    let text = object([("value", value.write()), ("expiration", expiration_ms.to_string())]);
    (text.len() <= MAX_BYTES).then_some(text)
}

/// A stored item at a given time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StoredItem {
    /// The value as JSON; `None`: treat the item as absent.
    pub value_json: Option<String>,
    /// Whether to remove the item: it has expired, or was not written by the shop.
    pub remove: bool,
}

/// Decodes an item at a time in Unix milliseconds. It is expired from its expiration time on. Anything but a value with a
/// whole-number expiration is rejected: third-party scripts write to the same storage.
///
/// ```
/// use shop_core::payments::storage::decode;
/// let item = r#"{"value":[1.50],"expiration":100}"#;
/// assert_eq!(decode(item, 99).value_json.as_deref(), Some("[1.50]"));
/// assert!(decode(item, 100).remove && decode("[]", 99).remove);
/// ```
pub fn decode(text: &str, now_ms: i64) -> StoredItem {
    let gone = StoredItem { value_json: None, remove: true };
    let Some(item) = parse(text, MAX_BYTES) else { return gone };
    let expiration = item.get("expiration").and_then(Json::integer);
    match (item.get("value"), expiration) {
        (Some(value), Some(expiration)) if now_ms < expiration => {
            StoredItem { value_json: Some(value.write()), remove: false }
        }
        _ => gone,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::json::quoted;

    #[test]
    fn hostile_text_is_no_item() {
        for text in [
            "",
            "null",
            "[]",
            "{}",
            "{\"value\":1}",
            "{\"expiration\":99}",
            "{\"value\":1,\"expiration\":\"99\"}",
            "{\"value\":1,\"expiration\":99.5}",
            "{\"value\":1,\"expiration\":1e9}",
            "{\"value\":1,\"expiration\":99999999999999999999}",
            "{\"value\":1,\"expiration\":99}x",
            "{\"value\":undefined,\"expiration\":99}",
        ] {
            assert_eq!(decode(text, 5), StoredItem { value_json: None, remove: true }, "{text}");
        }
    }

    #[test]
    fn an_item_counts_until_its_expiration() {
        let item = encode("{\"a\":[1.50]}", 100).unwrap();
        assert_eq!(item, "{\"value\":{\"a\":[1.50]},\"expiration\":100}");
        assert_eq!(decode(&item, 99), StoredItem { value_json: Some("{\"a\":[1.50]}".into()), remove: false });
        assert!(decode(&item, 100).remove);
    }

    #[test]
    fn what_is_no_json_is_not_stored() {
        for (value, expiration) in [("", 5), ("a", 5), ("1", -1)] {
            assert_eq!(encode(value, expiration), None);
        }
        assert_eq!(encode(&quoted(&"x".repeat(70_000)), 5), None);
        assert_eq!(storage_key("cart", None), "cart_0");
        assert_eq!(storage_key("cart", Some(CustomerId(7))), "cart_7");
    }

    proptest! {
        #[test]
        fn any_text_survives_and_texts_come_back(text in any::<String>(), now in any::<i64>()) {
            decode(&text, now);
            let item = encode(&quoted(&text), i64::MAX).unwrap();
            let value = decode(&item, 0).value_json.unwrap();
            prop_assert_eq!(serde_json::from_str::<String>(&value).unwrap(), text);
        }
    }
}
