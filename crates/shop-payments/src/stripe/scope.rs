//! Scope of an API key: whose customers and methods it reaches.

use shop_core::payments::setup::key_facts;

use super::BASE_URL;

/// Provider, mode and account of a publishable key. A key holds its account's id behind its mode (`pk_test_51H…` belongs to
/// `acct_1H…`), so that a key that was rolled reaches the same customers; a key of another form stands for itself. `base_url`
/// tells a stand-in from the provider.
///
/// ```
/// use shop_payments::stripe::{BASE_URL, scope};
/// assert_eq!(scope(BASE_URL, "pk_test_51GqIC8HYgolSBA35aaaa"), "stripe:test:acct_1GqIC8HYgolSBA35");
/// assert_ne!(scope(BASE_URL, "pk_live_51GqIC8HYgolSBA35aaaa"), scope(BASE_URL, "pk_test_51GqIC8HYgolSBA35aaaa"));
/// ```
pub fn scope(base_url: &str, publishable_key: &str) -> String {
    let provider = if base_url == BASE_URL { "stripe" } else { base_url };
    let key = key_facts(publishable_key);
    let mode = key.as_ref().map(|key| key.mode).unwrap_or_default().as_str();
    let rest = publishable_key.trim_start_matches("pk_live_").trim_start_matches("pk_test_");
    let account = key.and_then(|key| key.account).unwrap_or_else(|| rest.to_owned());
    format!("{provider}:{mode}:{account}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolled_keys_reach_the_same_customers_and_other_accounts_others() {
        let of = |key: &str| scope(BASE_URL, key);
        assert_eq!(of("pk_test_51GqIC8HYgolSBA35aaaa"), of("pk_test_51GqIC8HYgolSBA35bbbb"));
        for other in
            ["pk_live_51GqIC8HYgolSBA35aaaa", "pk_test_51GqIC8HYgolSBA36aaaa", "pk_test_short", "", "pk_test_51é"]
        {
            assert_ne!(of("pk_test_51GqIC8HYgolSBA35aaaa"), of(other), "{other}");
        }
        assert_ne!(of("pk_test_short"), scope("http://127.0.0.1:8420", "pk_test_short"));
    }
}
