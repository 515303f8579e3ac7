//! E-mail addresses captured for marketing while they are typed (storefront specification, sections 1, 5 and 7), if the merchant
//! has enabled it and the visitor has consented to marketing. The HTTP layer checks the consent.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use shop_core::accounts::email::field::{EmailKind, LOCATIONS, is_valid};
use shop_core::base::Lang;

use crate::platform::context::Context;
use crate::ports::{CapturedEmail, CapturedEmailFilter, CapturedEmailStore, NewCapturedEmail, StoreError};

const TOKEN_BYTES: usize = 16;
/// Maximum length of a stored address in characters (RFC 5321, 4.5.3.1.3).
const MAX_EMAIL_CHARS: usize = 254;

/// Hash of an unsubscribed address: the address cannot be read from it.
fn fingerprint(email: &str) -> String {
    hex::encode(Sha256::digest(format!("not to be written to: {email}")))
}

/// Addresses captured for marketing.
#[derive(Clone)]
pub struct EmailCaptures {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CapturedEmailStore>,
}

/// Why an address was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureRefusal {
    NoAddress,
    UnknownLocation,
}

impl EmailCaptures {
    /// Stores a typed address. `consent_id` is the browser's random id, by which its consent can be found.
    pub async fn keep(
        &self,
        email: &str,
        location: &str,
        lang: Lang,
        consent_id: &str,
    ) -> Result<Result<(), CaptureRefusal>, StoreError> {
        if email.chars().count() > MAX_EMAIL_CHARS || !is_valid(EmailKind::Capture, email) {
            return Ok(Err(CaptureRefusal::NoAddress));
        }
        if !LOCATIONS.contains(&location) {
            return Ok(Err(CaptureRefusal::UnknownLocation));
        }
        let new = NewCapturedEmail {
            email_hash: fingerprint(&email.to_lowercase()),
            email: email.to_lowercase(),
            location: location.to_owned(),
            lang,
            consent_id: consent_id.to_owned(),
            token: self.context.random().hex(TOKEN_BYTES),
        };
        self.store.save_captured_email(&new, self.context.now()).await?;
        Ok(Ok(()))
    }

    /// Lists addresses, most recently typed first, and the total count.
    pub async fn list(&self, filter: &CapturedEmailFilter) -> Result<(Vec<CapturedEmail>, u64), StoreError> {
        self.store.list_captured_emails(filter).await
    }

    /// Finds the address of an unsubscribe link.
    pub async fn of_token(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError> {
        self.store.captured_email_of(token).await
    }

    /// Unsubscribes the address of a link; `None` if there is none.
    pub async fn unsubscribe_by_token(&self, token: &str) -> Result<Option<CapturedEmail>, StoreError> {
        let Some(found) = self.of_token(token).await? else { return Ok(None) };
        self.unsubscribe(found.id).await
    }

    /// Unsubscribes an address; `None` if there is none.
    pub async fn unsubscribe(&self, id: i64) -> Result<Option<CapturedEmail>, StoreError> {
        let Some(found) = self.store.captured_email(id).await? else { return Ok(None) };
        self.store.unsubscribe_captured_email(id, &fingerprint(&found.email), self.context.now()).await?;
        self.store.captured_email(id).await
    }

    /// Deletes an address; `false` if there was none. It is stored again when it is typed again, unless it had unsubscribed.
    pub async fn forget(&self, id: i64) -> Result<bool, StoreError> {
        self.store.forget_captured_email(id).await
    }
}
