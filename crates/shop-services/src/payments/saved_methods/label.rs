//! Display names of saved methods.

use shop_core::base::Lang;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::words::order_texts;

use crate::ports::GatewayMethod;

/// Name of a saved method: "Visa •••• 4242", "Conto SEPA •••• 3000", "Link (lucia@example.com)".
pub fn method_name(method: &GatewayMethod, lang: Lang) -> String {
    let mut name = match method.kind {
        PaymentMethod::Card => brand_name(&method.brand, lang).to_owned(),
        PaymentMethod::Link => "Link".to_owned(),
        PaymentMethod::SepaDebit => (order_texts::sepa_account(lang)).to_owned(),
        other => other.as_str().replace('_', " "),
    };
    if !method.last4.is_empty() {
        name.push_str(&format!(" •••• {}", method.last4));
    } else if !method.email.is_empty() {
        name.push_str(&format!(" ({})", method.email));
    }
    name
}

/// Expiry, "08/27"; empty if it does not expire.
pub fn method_end(method: &GatewayMethod) -> String {
    method.expires.map(|(month, year)| format!("{month:02}/{:02}", year % 100)).unwrap_or_default()
}

/// Name with expiry: "Visa •••• 4242, scade 08/27".
pub fn method_label(method: &GatewayMethod, lang: Lang) -> String {
    let (name, end) = (method_name(method, lang), method_end(method));
    if end.is_empty() { name } else { order_texts::method_expires(lang, end, name) }
}

fn brand_name(brand: &str, lang: Lang) -> &str {
    match brand {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" => "American Express",
        "discover" => "Discover",
        "diners" => "Diners Club",
        "jcb" => "JCB",
        "unionpay" => "UnionPay",
        _ => order_texts::card(lang),
    }
}
