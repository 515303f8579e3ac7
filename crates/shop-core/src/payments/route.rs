//! Hash routes by which the server asks the page to confirm a payment (wire contract, C3).

use serde::{Deserialize, Serialize};

use super::redirect::same_origin_path;

/// Prefix of each of the gateway's routes.
const PREFIX: &str = "wc-stripe-";
/// Longest hash to parse, in bytes: a URL of 2048 bytes may be percent-encoded threefold.
const MAX_BYTES: usize = 8192;

/// A confirmation requested in the hash. A `return_path` is a path of the shop; without one (none given, or a foreign URL) the
/// browser goes to the order-received page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PaymentRoute {
    /// Confirm an intent of the order.
    Confirm {
        /// Whether it is a setup intent; else a payment intent.
        setup: bool,
        order_id: i64,
        /// Client secret of the intent.
        client_secret: String,
        /// Nonce for the call to the server.
        nonce: String,
    },
    /// Confirm a voucher or cash payment.
    Voucher {
        /// Id of the order; `None`: not a whole number.
        order_id: Option<i64>,
        method: String,
        /// Client secret of the intent.
        client_secret: String,
        /// Path to go to afterwards.
        return_path: Option<String>,
    },
    /// Confirm a wallet payment.
    Wallet {
        /// Whether it is a setup intent; else a payment intent.
        setup: bool,
        /// Id of the order; `None`: not a whole number.
        order_id: Option<i64>,
        method: String,
        /// Client secret of the intent.
        client_secret: String,
        /// Path to go to afterwards.
        return_path: Option<String>,
        /// Nonce for the call to the server.
        nonce: String,
    },
    /// Confirmation in the legacy format.
    Legacy {
        /// Whether it is a setup intent; else a payment intent.
        setup: bool,
        /// Client secret of the intent.
        client_secret: String,
        /// Path to go to afterwards.
        return_path: Option<String>,
    },
}

/// Parses a hash, with or without its `#`; `None` if it is no route of the gateway. Remove it from the address bar either way
/// before anything else reads the location.
///
/// ```
/// use shop_core::payments::route::{PaymentRoute, parse_hash};
/// let route = parse_hash("#wc-stripe-confirm-pi:7:pi_1_secret_2:n0", "https://shop.example");
/// assert!(matches!(route, Some(PaymentRoute::Confirm { setup: false, order_id: 7, .. })));
/// assert_eq!(parse_hash("#confirm-xx-pi_1:a", "https://shop.example"), None);
/// ```
pub fn parse_hash(hash: &str, origin: &str) -> Option<PaymentRoute> {
    let hash = hash.strip_prefix('#').unwrap_or(hash);
    if hash.len() > MAX_BYTES {
        return None;
    }
    let url = |text: &str| same_origin_path(origin, &decode(text)?);
    if let Some(rest) = hash.strip_prefix("confirm-") {
        let (kind, rest) = rest.split_once('-')?;
        let (secret, address) = rest.split_once(':')?;
        let setup = is_setup(kind, "pi", "si")?;
        return Some(PaymentRoute::Legacy { setup, client_secret: token(secret)?, return_path: url(address) });
    }
    let rest = hash.strip_prefix(PREFIX)?;
    if let Some(rest) = rest.strip_prefix("confirm-") {
        let mut parts = rest.split(':');
        let setup = is_setup(parts.next()?, "pi", "si")?;
        let order_id = order(parts.next()?)?;
        let (client_secret, nonce) = (token(parts.next()?)?, token(parts.next()?)?);
        return parts.next().is_none().then_some(PaymentRoute::Confirm { setup, order_id, client_secret, nonce });
    }
    if let Some(rest) = rest.strip_prefix("voucher-") {
        let mut parts = rest.splitn(4, ':');
        let order_id = order(parts.next()?);
        let (method, client_secret) = (token(parts.next()?)?, token(parts.next()?)?);
        return Some(PaymentRoute::Voucher { order_id, method, client_secret, return_path: url(parts.next()?) });
    }
    let mut parts = rest.strip_prefix("wallet-")?.splitn(5, ':');
    let order_id = order(parts.next()?);
    let method = token(parts.next()?)?;
    let setup = is_setup(parts.next()?, "payment_intent", "setup_intent")?;
    let client_secret = token(parts.next()?)?;
    let (address, nonce) = parts.next()?.rsplit_once(':')?;
    let nonce = token(nonce)?;
    Some(PaymentRoute::Wallet { setup, order_id, method, client_secret, return_path: url(address), nonce })
}

/// Formats a route as the server sends it. [`parse_hash`] reverses it.
///
/// ```
/// use shop_core::payments::route::{PaymentRoute, build_hash, parse_hash};
/// let [client_secret, back] = ["pi_1_secret_2", "/grazie/"].map(str::to_owned);
/// let route = PaymentRoute::Legacy { setup: false, client_secret, return_path: Some(back) };
/// assert_eq!(build_hash(&route), "#confirm-pi-pi_1_secret_2:%2Fgrazie%2F");
/// assert_eq!(parse_hash(&build_hash(&route), "https://shop.example"), Some(route));
/// ```
pub fn build_hash(route: &PaymentRoute) -> String {
    let number = |id: &Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
    let path = |path: &Option<String>| encode(path.as_deref().unwrap_or_default());
    let short = |setup: bool| if setup { "si" } else { "pi" };
    match route {
        PaymentRoute::Confirm { setup, order_id, client_secret, nonce } => {
            format!("#{PREFIX}confirm-{}:{order_id}:{client_secret}:{nonce}", short(*setup))
        }
        PaymentRoute::Voucher { order_id, method, client_secret, return_path } => {
            format!("#{PREFIX}voucher-{}:{method}:{client_secret}:{}", number(order_id), path(return_path))
        }
        PaymentRoute::Wallet { setup, order_id, method, client_secret, return_path, nonce } => {
            let intent = if *setup { "setup_intent" } else { "payment_intent" };
            let (order, back) = (number(order_id), path(return_path));
            format!("#{PREFIX}wallet-{order}:{method}:{intent}:{client_secret}:{back}:{nonce}")
        }
        PaymentRoute::Legacy { setup, client_secret, return_path } => {
            format!("#confirm-{}-{client_secret}:{}", short(*setup), path(return_path))
        }
    }
}

fn is_setup(text: &str, payment: &str, setup: &str) -> Option<bool> {
    if text == setup { Some(true) } else { (text == payment).then_some(false) }
}

fn order(text: &str) -> Option<i64> {
    let digits = text.bytes().all(|c| c.is_ascii_digit());
    if digits { text.parse().ok().filter(|id| *id > 0) } else { None }
}

/// Validates a secret, nonce or method name: nothing that could become part of a URL or a script.
fn token(text: &str) -> Option<String> {
    let plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-');
    ((1..=255).contains(&text.len()) && text.bytes().all(plain)).then(|| text.to_owned())
}

/// Percent-decodes once; `None` if the encoding is broken or not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut out = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (pair, rest) = part.split_at_checked(2)?;
        if !pair.bytes().all(|c| c.is_ascii_hexdigit()) {
            return None;
        }
        out.push(u8::from_str_radix(pair, 16).ok()?);
        out.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(out).ok()
}

fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "https://shop.example";

    #[test]
    fn what_is_built_is_read_back() {
        let path = Some("/grazie/7/?key=a&x=%C3%A8".to_owned());
        let secret = || "pi_1_secret_2".to_owned();
        for route in [
            PaymentRoute::Confirm { setup: true, order_id: 7, client_secret: secret(), nonce: "n".into() },
            PaymentRoute::Voucher {
                order_id: None,
                method: "oxxo".into(),
                client_secret: secret(),
                return_path: path.clone(),
            },
            PaymentRoute::Wallet {
                setup: false,
                order_id: Some(7),
                method: "cashapp".into(),
                client_secret: secret(),
                return_path: None,
                nonce: "n".into(),
            },
            PaymentRoute::Legacy { setup: false, client_secret: secret(), return_path: path },
        ] {
            assert_eq!(parse_hash(&build_hash(&route), SHOP), Some(route));
        }
    }

    #[test]
    fn a_hostile_return_address_is_dropped() {
        for address in [
            "javascript:alert(1)",
            "//evil.example",
            "https%3A%2F%2Fevil.example%2F",
            "%2F%5Cevil.example",
            "/a%0d%0ab",
            "/a%250d%250ab",
            "%ZZ",
            "%ff",
        ] {
            let legacy = parse_hash(&format!("#confirm-pi-pi_1:{address}"), SHOP);
            assert!(matches!(legacy, Some(PaymentRoute::Legacy { return_path: None, .. })), "{address}");
            let wallet = parse_hash(&format!("#wc-stripe-wallet-7:cashapp:setup_intent:seti_1:{address}:n"), SHOP);
            assert!(matches!(wallet, Some(PaymentRoute::Wallet { return_path: None, .. })), "{address}");
        }
    }

    #[test]
    fn other_hashes_are_no_routes() {
        for hash in [
            "",
            "#",
            "#top",
            "#wc-stripe-confirm-pi:7:s",
            "#wc-stripe-confirm-pi:7:s:n:x",
            "#wc-stripe-confirm-pi:-7:s:n",
            "#wc-stripe-confirm-pi:7a:s:n",
            "#wc-stripe-confirm-xx:7:s:n",
            "#wc-stripe-confirm-pi:7:<s>:n",
            "#confirm-pi-s",
            "#wc-stripe-voucher-7:oxxo:s",
            "#wc-stripe-wallet-7:a:b:s:/x:n",
            "#wc-stripe-confirm-pi:99999999999999999999:s:n",
        ] {
            assert_eq!(parse_hash(hash, SHOP), None, "{hash}");
        }
    }
}
