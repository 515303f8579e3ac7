//! Planned faults: simulates failures of the provider and the network in tests of the shop.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Fault of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fault {
    /// 500; the call is not executed.
    Error,
    /// Delays the execution of the call.
    Hang { ms: u64 },
    /// Cuts the connection before the call is executed.
    Drop,
    /// Executes the call, then cuts the connection instead of responding.
    DropAnswer,
    /// Executes the call, then delays the response.
    Late { ms: u64 },
    /// Executes the call, then sends only half of the response.
    Truncate,
    /// 429 with `Retry-After`.
    RateLimit { retry_after_s: u32 },
    /// Raises the amounts in the response by one cent.
    OffByCent,
}

/// Failure of a call that the caller should retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// 500; the call was not executed.
    Error,
    /// 429 with `Retry-After: 1`; the call was not executed.
    RateLimit,
    /// Executed, but the connection is cut in the middle of the response.
    HalfResponse,
}

impl From<Outage> for Fault {
    fn from(outage: Outage) -> Self {
        match outage {
            Outage::Error => Self::Error,
            Outage::RateLimit => Self::RateLimit { retry_after_s: 1 },
            Outage::HalfResponse => Self::Truncate,
        }
    }
}

/// A fault planned for the next matching calls.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Planned {
    /// Method and path of the calls, with `*` for any text: `POST /v1/payment_intents*`.
    pub(crate) calls: String,
    /// Number of calls that still fail.
    pub(crate) times: u32,
    #[serde(flatten)]
    pub(crate) fault: Fault,
}

/// How webhooks are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookPlan {
    /// Sends nothing; pending events are sent once this is false again.
    pub(crate) paused: bool,
    /// Sends the newest event first.
    pub(crate) reversed: bool,
    /// How often each event is sent; 0 counts as once.
    pub(crate) times: u32,
}

/// All planned faults. They do not survive a restart.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    planned: Mutex<(Vec<Planned>, WebhookPlan)>,
    cleared: Notify,
}

impl Faults {
    fn lock(&self) -> MutexGuard<'_, (Vec<Planned>, WebhookPlan)> {
        self.planned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the fault planned for a call, and counts it as used.
    pub(crate) fn take(&self, method: &str, path: &str) -> Option<Fault> {
        let call = format!("{method} {path}");
        let mut lock = self.lock();
        let planned = lock.0.iter_mut().find(|planned| planned.times > 0 && matches_call(&planned.calls, &call))?;
        planned.times -= 1;
        let fault = planned.fault;
        lock.0.retain(|planned| planned.times > 0);
        Some(fault)
    }

    pub(crate) fn plan(&self, planned: Planned) {
        self.lock().0.push(planned);
    }

    pub(crate) fn planned(&self) -> Vec<Planned> {
        self.lock().0.clone()
    }

    pub(crate) fn webhooks(&self) -> WebhookPlan {
        self.lock().1
    }

    pub(crate) fn set_webhooks(&self, plan: WebhookPlan) {
        self.lock().1 = plan;
    }

    pub(crate) fn clear(&self) {
        *self.lock() = Default::default();
        self.cleared.notify_waiters();
    }

    /// Resolves when the faults are cleared after this call.
    pub(crate) fn cleared(&self) -> Notified<'_> {
        self.cleared.notified()
    }
}

/// Whether a call matches a pattern with `*` for any text.
fn matches_call(pattern: &str, call: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| call.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_star_is_the_whole_call() {
        assert!(!matches_call("POST /v1/refunds", "POST /v1/refunds/re_1"));
        assert!(!matches_call("GET /v1/*", "POST /v1/refunds"));
        assert!(!matches_call("*/confirm", "POST /v1/payment_intents/pi_1/capture"));
        assert!(matches_call("POST /v1/payment_intents/*/confirm", "POST /v1/payment_intents/pi_1/confirm"));
        assert!(matches_call("*", "GET /v1/events"));
    }

    #[test]
    fn a_fault_is_used_up() {
        let faults = Faults::default();
        faults.plan(Planned { calls: "POST *".into(), times: 2, fault: Fault::Error });
        assert_eq!(faults.take("GET", "/v1/events"), None);
        assert_eq!(faults.take("POST", "/v1/refunds"), Some(Fault::Error));
        assert_eq!(faults.take("POST", "/v1/refunds"), Some(Fault::Error));
        assert_eq!(faults.take("POST", "/v1/refunds"), None);
    }
}
