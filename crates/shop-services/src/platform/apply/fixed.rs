//! Settings that documents of WooCommerce shops contain, and for which this shop has a single value, or none.

use serde_json::{Value, json};

/// The fixed value of a setting.
fn value_here(name: &str) -> Option<Value> {
    Some(match name {
        "currency" => json!("EUR"),
        "currency_position" => json!("right_space"),
        "thousand_separator" => json!("."),
        "decimal_separator" => json!(","),
        "decimals" => json!(2),
        // A visitor counts as being at the shop's location until an address is given.
        "default_customer_location" => json!("base"),
        // User names are derived from the e-mail address; stock management is set per product.
        "generate_username" | "manage_stock" => json!(true),
        // Users choose their passwords; none are generated and mailed.
        "generate_password" => json!(false),
        // Low stock is shown per product.
        "stock_format" => json!(""),
        "pages" => json!({
            "shop": "/shop/", "cart": "/cart/", "checkout": "/checkout/", "account": "/my-account/",
        }),
        _ => return None,
    })
}

/// Explains why a setting that the shop does not store cannot be applied; `None` if it already has this value. Names that end in
/// `_note` are remarks for the reader; `mail` belongs to the process configuration (`shop config`).
pub(super) fn refusal(name: &str, wanted: &Value) -> Option<String> {
    if name.ends_with("_note") || name == "mail" {
        return None;
    }
    let Some(here) = value_here(name) else { return Some("this shop has no such setting".to_owned()) };
    // A subset of the pages may be listed.
    let same = match (&here, wanted) {
        (Value::Object(here), Value::Object(wanted)) => wanted.iter().all(|(name, path)| here.get(name) == Some(path)),
        (here, wanted) => here == wanted,
    };
    (!same).then(|| format!("this shop knows {here} only"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_stored_or_as_it_is_here_or_refused() {
        assert_eq!(refusal("currency", &json!("EUR")), None);
        assert_eq!(refusal("pages", &json!({ "cart": "/cart/" })), None);
        assert_eq!(refusal("pages_note", &json!("the classic forms")), None);
        for (name, wanted) in [
            ("currency", json!("USD")),
            ("decimals", json!(3)),
            ("generate_password", json!(true)),
            ("stock_format", json!("no_amount")),
            ("pages", json!({ "cart": "/carrello/" })),
            ("coupon_sequential", json!(true)),
            ("", json!(null)),
        ] {
            assert!(refusal(name, &wanted).is_some(), "{name}");
        }
    }
}
