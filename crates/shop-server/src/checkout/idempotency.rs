//! Idempotency: the same request sent twice (a double click, a lost response) yields one order and one charge.

use sha2::{Digest, Sha256};
use shop_core::privacy::attribution::FIELD_PREFIX;
use shop_services::checkout::RequestIdentity;

use super::attribution::NAMESPACE;

/// Form field with the idempotency key.
const KEY_FIELD: &str = "checkout_attempt";
/// Longest idempotency key of a client, in characters.
const MAX_KEY_CHARS: usize = 200;

/// Identifies a request by its bytes and the client's idempotency key, which may be empty. Keys are scoped to the session.
pub(crate) fn identify(session_key: &str, key: &str, request: &[u8]) -> RequestIdentity {
    let key: String = key.trim().chars().take(MAX_KEY_CHARS).collect();
    RequestIdentity {
        key: (!key.is_empty() && !session_key.is_empty()).then(|| format!("{session_key}:{key}")),
        hash: hex::encode(Sha256::digest(request)),
    }
}

/// Tells whether a field concerns payment. The same order may be attempted again with another card.
pub(crate) fn is_about_payment(name: &str) -> bool {
    matches!(name, "payment_method" | "payment_data" | "wc_payment_intent_id")
        || name.starts_with("wc-stripe")
        || name.starts_with("wc_stripe")
}

/// Tells whether a field or store API extension is attribution data: a page viewed meanwhile in another tab does not change the
/// order.
pub(crate) fn is_about_visit(name: &str) -> bool {
    name == NAMESPACE || name.starts_with(FIELD_PREFIX)
}

/// Identifies a posted form. Nonces and key do not count, because each copy of the form has its own.
pub(crate) fn identify_form(session_key: &str, pairs: &[(String, String)]) -> RequestIdentity {
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, value)| value.as_str());
    let counts = |name: &str| !is_nonce(name) && name != KEY_FIELD && !is_about_payment(name) && !is_about_visit(name);
    identify(session_key, key, &joined(pairs.iter().filter(|(name, _)| counts(name))))
}

/// Hash of a posted form that pays an order, payment fields included. Nonces do not count.
pub(crate) fn hash_payment_form(session_key: &str, pairs: &[(String, String)]) -> String {
    let request = joined(pairs.iter().filter(|(name, _)| !is_nonce(name)));
    hex::encode(Sha256::new().chain_update(session_key).chain_update(request).finalize())
}

/// Hash of a request that pays an order: of its idempotency key if the client sends one, else of its body.
pub(crate) fn hash_payment(session_key: &str, key: &str, body: &[u8]) -> String {
    let key = key.trim();
    let request =
        if key.is_empty() { Sha256::new_with_prefix(body) } else { Sha256::new_with_prefix("key:").chain_update(key) };
    hex::encode(request.chain_update(session_key).finalize())
}

fn is_nonce(name: &str) -> bool {
    name.starts_with("_wp") || name.ends_with("nonce") || name == "security"
}

/// Joins names and values with their lengths, so that different forms never collide.
fn joined<'a>(pairs: impl Iterator<Item = &'a (String, String)>) -> Vec<u8> {
    let mut request = Vec::new();
    for text in pairs.flat_map(|(name, value)| [name, value]) {
        request.extend_from_slice(&text.len().to_be_bytes());
        request.extend_from_slice(text.as_bytes());
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_new_nonce_is_the_same_request_and_another_name_is_not() {
        let first =
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "1"), ("billing_city", "Torino")]));
        let again =
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "2"), ("billing_city", "Torino")]));
        let other =
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "2"), ("billing_city", "Milano")]));
        assert_eq!(first, again);
        assert_ne!(first.hash, other.hash);
        assert_ne!(
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("x", "yz")])).hash,
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("xy", "z")])).hash
        );
    }

    #[test]
    fn another_page_seen_meanwhile_is_the_same_request() {
        let with = |pages| {
            identify_form("t_1", &form(&[("checkout_attempt", "a"), ("wc_order_attribution_session_pages", pages)]))
        };
        assert_eq!(with("2"), with("3"));
    }

    #[test]
    fn another_card_for_the_same_order_is_the_same_request() {
        let with = |card| {
            identify_form(
                "t_1",
                &form(&[("checkout_attempt", "a"), ("payment_method", "stripe"), ("wc-stripe-payment-method", card)]),
            )
        };
        assert_eq!(with("pm_1"), with("pm_2"));
    }

    #[test]
    fn a_request_without_a_key_or_a_session_has_none() {
        assert_eq!(identify_form("t_1", &form(&[("billing_city", "Torino")])).key, None);
        assert_eq!(identify("t_1", "  ", b"").key, None);
        assert_eq!(identify("", "a", b"").key, None);
    }

    #[test]
    fn the_key_is_no_part_of_what_was_sent() {
        let with = |key| identify_form("t_1", &form(&[("checkout_attempt", key), ("billing_city", "Torino")])).hash;
        assert_eq!(with("a"), with("b"));
    }

    #[test]
    fn the_same_key_in_another_session_is_another_request() {
        assert_ne!(identify("t_1", "a", b"").key, identify("t_2", "a", b"").key);
    }
}
