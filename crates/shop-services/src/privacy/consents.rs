//! Cookie choices, stored as proof (GDPR art. 7; Garante, guidelines of 10 June 2021): a random id, the choice, its time, the
//! policy version and the displayed text. Nothing identifies the person.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::privacy::consent::{Category, ConsentKind, ConsentRecord};
use shop_core::view::CAPTURE_SERVICE;

use crate::platform::context::Context;
use crate::ports::{CapturedEmailStore, ConsentFilter, ConsentStore, NewConsent, StoreError, StoredConsent, ports};

/// Length of a browser's random id in bytes.
const ID_BYTES: usize = 16;
/// Number of hash characters that are stored.
const HASH_CHARS: usize = 16;

ports! {
    pub(crate) trait ConsentsPorts: ConsentStore + CapturedEmailStore
}

#[derive(Clone)]
pub struct Consents {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ConsentsPorts>,
}

impl Consents {
    /// Stores a choice, if the shop records choices; returns the random id under which it is stored. `known` is the id that the
    /// browser sent, used if it is well-formed. Withdrawing the consent unsubscribes the addresses captured with it.
    pub async fn record(
        &self,
        kind: ConsentKind,
        record: ConsentRecord,
        known: &str,
    ) -> Result<Option<String>, StoreError> {
        let settings = self.context.settings().await?;
        // A list that is no longer kept was for marketing all the same.
        let category = settings.visits().capture_category().unwrap_or(Category::Marketing);
        if is_visitor_id(known) && !record.allows_service(CAPTURE_SERVICE, category) {
            self.store.unsubscribe_captured_emails_of(known, self.context.now()).await?;
        }
        if !settings.consent.recorded {
            return Ok(None);
        }
        let visitor_id = if is_visitor_id(known) { known.to_owned() } else { self.context.random().hex(ID_BYTES) };
        let text_hash = text_hash(settings.lang());
        self.store.add_consent(&NewConsent { visitor_id: visitor_id.clone(), kind, record, text_hash }).await?;
        Ok(Some(visitor_id))
    }

    /// Lists choices, newest first, and the total count.
    pub async fn list(&self, filter: &ConsentFilter) -> Result<(Vec<StoredConsent>, u64), StoreError> {
        self.store.list_consents(filter).await
    }
}

/// Whether a string is a well-formed browser id: hexadecimal digits of the right number.
pub fn is_visitor_id(text: &str) -> bool {
    text.len() == ID_BYTES * 2 && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
}

/// Hash of the banner's text.
fn text_hash(lang: Lang) -> String {
    let mut hash = Sha256::new();
    for code in [codes::CONSENT_TITLE, codes::CONSENT_TEXT, codes::CONSENT_ACCEPT, codes::CONSENT_DENY] {
        hash.update(text(code, &Params::new(), lang));
    }
    hex::encode(hash.finalize()).chars().take(HASH_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_named_by_random_digits_alone() {
        assert!(is_visitor_id("0123456789abcdef0123456789abcdef"));
        for wrong in
            ["", "1", "0123456789ABCDEF0123456789abcdef", "ada@example.com", "0123456789abcdef0123456789abcdef0"]
        {
            assert!(!is_visitor_id(wrong), "{wrong}");
        }
    }

    #[test]
    fn other_words_have_another_fingerprint() {
        assert_eq!(text_hash(Lang::It).len(), HASH_CHARS);
        assert_ne!(text_hash(Lang::It), text_hash(Lang::En));
    }
}
