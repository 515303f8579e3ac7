//! Order attribution from checkout requests.

use std::collections::BTreeMap;

use serde_json::Value;
use shop_core::privacy::attribution::{AttributionFields, FIELD_PREFIX, received, stored};

/// Namespace of the fields in the store API's `extensions`.
pub(super) const NAMESPACE: &str = "woocommerce/order-attribution";

/// Parses the hidden fields of a form.
pub(super) fn of_form(pairs: &[(String, String)]) -> BTreeMap<String, String> {
    valid_fields(pairs.iter().filter_map(|(name, value)| Some((name.strip_prefix(FIELD_PREFIX)?, value.clone()))))
}

/// Parses the store API's `extensions`. Values are strings; counts may be numbers, and empty values may be null.
pub(crate) fn of_extensions(extensions: Option<&Value>) -> BTreeMap<String, String> {
    let Some(Value::Object(sent)) = extensions.and_then(|extensions| extensions.get(NAMESPACE)) else {
        return BTreeMap::new();
    };
    valid_fields(sent.iter().filter_map(|(name, value)| match value {
        Value::String(text) => Some((name.as_str(), text.clone())),
        Value::Number(number) => Some((name.as_str(), number.to_string())),
        _ => None,
    }))
}

fn valid_fields<'a>(sent: impl Iterator<Item = (&'a str, String)>) -> BTreeMap<String, String> {
    stored(&received(AttributionFields::from_pairs(sent)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_and_the_store_api_say_the_same() {
        let form =
            [("source_type", "utm"), ("utm_source", "lettera"), ("utm_medium", "(none)"), ("session_pages", "2")];
        let form = form.map(|(name, value)| (format!("{FIELD_PREFIX}{name}"), value.to_owned()));
        let sent = json!({ NAMESPACE: {
            "source_type": "utm", "utm_source": "lettera", "utm_medium": null, "session_pages": 2, "utm_id": ["x"],
        } });
        let fields = of_form(&form);
        assert_eq!(fields, of_extensions(Some(&sent)));
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["session_pages", "source_type", "utm_source"]);
    }

    #[test]
    fn what_is_no_attribution_says_nothing() {
        for sent in
            [json!(null), json!([]), json!({ NAMESPACE: "utm" }), json!({ NAMESPACE: { "source_type": "admin" } })]
        {
            assert!(of_extensions(Some(&sent)).is_empty(), "{sent}");
        }
        assert!(of_extensions(None).is_empty());
        assert!(of_form(&[("source_type".into(), "utm".into())]).is_empty());
    }
}
