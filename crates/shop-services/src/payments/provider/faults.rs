//! Errors between shop and provider: collected where they happen, stored later.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Clock;
use crate::ports::{GatewayError, MAX_PROVIDER_ERRORS, ProviderErrorRecord, ProviderWatch, WebhookError};

/// Rejected webhook requests are recorded at most this often, because anybody can send them.
const REFUSALS_EVERY_MS: i64 = 60_000;
/// Maximum length of a stored message in characters.
const LONGEST_MESSAGE: usize = 500;

/// Errors that are not stored yet.
pub struct ProviderErrorLog {
    waiting: Mutex<VecDeque<ProviderErrorRecord>>,
    rejected_at_ms: AtomicI64,
    clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for ProviderErrorLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderErrorLog").finish_non_exhaustive()
    }
}

impl ProviderErrorLog {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { waiting: Mutex::default(), rejected_at_ms: AtomicI64::new(i64::MIN), clock }
    }

    fn note(&self, call: &str, code: &str, message: &str) {
        let error = ProviderErrorRecord {
            at: self.clock.now_ms() / 1000,
            call: call.to_owned(),
            code: code.to_owned(),
            message: message.chars().take(LONGEST_MESSAGE).collect(),
        };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(error);
        // When the provider is down every call fails.
        while waiting.len() as u64 > MAX_PROVIDER_ERRORS {
            waiting.pop_front();
        }
    }

    /// Records a rejected webhook request.
    pub(crate) fn webhook_rejected(&self, refusal: WebhookError) {
        let (now, before) = (self.clock.now_ms(), self.rejected_at_ms.load(Ordering::Acquire));
        if now.saturating_sub(before) < REFUSALS_EVERY_MS {
            return;
        }
        self.rejected_at_ms.store(now, Ordering::Release);
        let code = match refusal {
            WebhookError::Signature => "signature",
            WebhookError::Stale => "stale",
            WebhookError::Unreadable => "unreadable",
        };
        self.note("webhook", code, "");
    }

    pub(crate) fn take(&self) -> Vec<ProviderErrorRecord> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }
}

impl ProviderWatch for ProviderErrorLog {
    fn failed(&self, call: &str, error: &GatewayError) {
        match error {
            // Card declines, and ids invented by a form, are no errors.
            GatewayError::Declined { .. } => {}
            GatewayError::Refused { error } if error.code == "resource_missing" => {}
            GatewayError::Refused { error } => {
                let code = if error.code.is_empty() { &error.kind } else { &error.code };
                self.note(call, code, &error.message);
            }
            GatewayError::Unavailable(why) => self.note(call, "unavailable", why),
            GatewayError::Unknown(why) => self.note(call, "unknown", why),
        }
    }
}
