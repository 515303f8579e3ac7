//! Settings that documents of the platform's shops carry, and of which this shop has one value, or none.

use serde_json::{Value, json};

/// What a setting is here, whatever a document says.
fn value_here(name: &str) -> Option<Value> {
    Some(match name {
        "currency" => json!("EUR"),
        "currency_position" => json!("right_space"),
        "thousand_separator" => json!("."),
        "decimal_separator" => json!(","),
        "decimals" => json!(2),
        // A visitor is at the shop's own place until he says another.
        "default_customer_location" => json!("base"),
        // User names are made of the e-mail address; products say one by one whether their stock is counted.
        "generate_username" | "manage_stock" => json!(true),
        // Passwords are chosen, never made and mailed.
        "generate_password" => json!(false),
        // What is left is told when it is little, product by product.
        "stock_format" => json!(""),
        "pages" => json!({
            "shop": "/shop/", "cart": "/cart/", "checkout": "/checkout/", "account": "/my-account/",
        }),
        _ => return None,
    })
}

/// Why a setting that the shop does not store cannot be as a document wants it; `None`: it is so already. Names that end in
/// `_note` are remarks for who reads the document; `mail` is a matter of the process (`shop config`).
pub(super) fn refusal(name: &str, wanted: &Value) -> Option<String> {
    if name.ends_with("_note") || name == "mail" {
        return None;
    }
    let Some(here) = value_here(name) else { return Some("this shop has no such setting".to_owned()) };
    // A part of the pages may be named.
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
