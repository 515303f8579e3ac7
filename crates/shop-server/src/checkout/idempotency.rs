//! Idempotency keys: the same request sent twice (a double click, a lost answer) gives one order.

use sha2::{Digest, Sha256};
use shop_core::attribution::FIELD_PREFIX;
use shop_services::checkout::IdempotencyKey;

use super::attribution::NAMESPACE;

/// Field of the forms with the request's name.
const NAME_FIELD: &str = "checkout_attempt";
/// Longest name that a client may give a request, in characters.
const MAX_NAME_CHARS: usize = 200;

/// The key of a request by its name; `None`: the client gives none. Names belong to the visitor's session.
pub(crate) fn key_of(session_key: &str, name: &str, request: &[u8]) -> Option<IdempotencyKey> {
    let name: String = name.trim().chars().take(MAX_NAME_CHARS).collect();
    (!name.is_empty() && !session_key.is_empty()).then(|| IdempotencyKey {
        name: format!("{session_key}:{name}"),
        request_hash: hex::encode(Sha256::digest(request)),
    })
}

/// Whether a field says how the order is paid. The same order may be tried again with another card.
pub(crate) fn is_about_payment(name: &str) -> bool {
    matches!(name, "payment_method" | "payment_data" | "wc_payment_intent_id")
        || name.starts_with("wc-stripe")
        || name.starts_with("wc_stripe")
}

/// Whether a field, or an extension of the store API, says where the buyer came from: a page seen meanwhile in another tab makes
/// no other order.
pub(crate) fn is_about_visit(name: &str) -> bool {
    name == NAMESPACE || name.starts_with(FIELD_PREFIX)
}

/// The key that a posted form names. What only guards the form is not part of what was sent: it is new in every copy.
pub(crate) fn of_form(session_key: &str, pairs: &[(String, String)]) -> Option<IdempotencyKey> {
    let value = |wanted: &str| pairs.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str());
    let guards = |name: &str| name.starts_with("_wp") || name.ends_with("nonce") || name == "security";
    let mut request = Vec::new();
    let counts = |name: &str| !guards(name) && !is_about_payment(name) && !is_about_visit(name);
    for (name, value) in pairs.iter().filter(|(name, _)| counts(name)) {
        for text in [name, value] {
            // With its length, so that no two forms read alike.
            request.extend_from_slice(&text.len().to_be_bytes());
            request.extend_from_slice(text.as_bytes());
        }
    }
    key_of(session_key, value(NAME_FIELD), &request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_new_nonce_is_the_same_request_and_another_name_is_not() {
        let first = of_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "1"), ("billing_city", "Torino")]));
        let again = of_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "2"), ("billing_city", "Torino")]));
        let other = of_form("t_1", &form(&[("checkout_attempt", "a"), ("_wpnonce", "2"), ("billing_city", "Milano")]));
        assert_eq!(first, again);
        let hash = |key: &Option<IdempotencyKey>| key.as_ref().unwrap().request_hash.clone();
        assert_ne!(hash(&first), hash(&other));
        assert_ne!(
            hash(&of_form("t_1", &form(&[("checkout_attempt", "a"), ("x", "yz")]))),
            hash(&of_form("t_1", &form(&[("checkout_attempt", "a"), ("xy", "z")])))
        );
    }

    #[test]
    fn another_page_seen_meanwhile_is_the_same_request() {
        let with =
            |pages| of_form("t_1", &form(&[("checkout_attempt", "a"), ("wc_order_attribution_session_pages", pages)]));
        assert_eq!(with("2"), with("3"));
    }

    #[test]
    fn another_card_for_the_same_order_is_the_same_request() {
        let with = |card| {
            of_form(
                "t_1",
                &form(&[("checkout_attempt", "a"), ("payment_method", "stripe"), ("wc-stripe-payment-method", card)]),
            )
        };
        assert_eq!(with("pm_1"), with("pm_2"));
    }

    #[test]
    fn a_request_without_a_name_or_a_session_has_no_key() {
        assert_eq!(of_form("t_1", &form(&[("billing_city", "Torino")])), None);
        assert_eq!(key_of("t_1", "  ", b""), None);
        assert_eq!(key_of("", "a", b""), None);
    }

    #[test]
    fn the_same_name_in_another_session_is_another_request() {
        assert_ne!(key_of("t_1", "a", b"").unwrap().name, key_of("t_2", "a", b"").unwrap().name);
    }
}
