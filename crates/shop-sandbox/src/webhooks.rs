//! Events, and how the shop is told of them: signed, tried again with growing delay, in no promised order.

use std::time::Duration;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;

use super::error::{ApiError, ApiResult};
use super::form::Form;
use super::ids::EventId;
use super::list;
use super::state::Tx;
use super::{API_VERSION, SandboxOptions};

/// Events kept at most, once they are delivered; those that wait are always kept.
const MOST: usize = 2000;
/// How long the shop may take to answer.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Something that happened. Its body never changes, so that it can be signed again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: EventId,
    /// Unix seconds.
    pub(crate) created: i64,
    /// "payment_intent.succeeded".
    pub(crate) kind: String,
    pub(crate) body: String,
}

/// One try to tell the shop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Unix milliseconds.
    pub(crate) at_ms: i64,
    /// What the shop answered; 0: nothing.
    pub(crate) status: u16,
}

/// How far the telling has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    pub(crate) event: EventId,
    pub(crate) attempts: Vec<Attempt>,
}

/// An event that is still to be told; gone once it is told or given up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) event: EventId,
    /// Unix milliseconds of the next try.
    pub(crate) at_ms: i64,
}

impl Delivery {
    pub(crate) fn told(&self) -> bool {
        self.attempts.last().is_some_and(|last| (200..300).contains(&last.status))
    }
}

impl Event {
    pub(crate) fn view(&self, pending: bool) -> Value {
        let mut view: Value = serde_json::from_str(&self.body).unwrap_or_default();
        if let Some(object) = view.as_object_mut() {
            object.insert("pending_webhooks".into(), json!(i32::from(pending)));
        }
        view
    }
}

impl Tx<'_> {
    /// Tells that something happened. `object`: as it is now.
    pub(crate) fn emit(&mut self, kind: &str, object: Value) {
        let id = EventId::new(self.random());
        let wanted = self.options.webhook.is_some();
        let body = json!({
            "id": id, "object": "event", "api_version": API_VERSION, "created": self.now(), "data": {"object": object},
            "livemode": false, "pending_webhooks": i32::from(wanted), "request": {"id": null, "idempotency_key": null},
            "type": kind,
        });
        self.put(Event { id: id.clone(), created: self.now(), kind: kind.to_owned(), body: body.to_string() });
        if wanted {
            self.put(Delivery { event: id.clone(), attempts: Vec::new() });
            self.put(Waiting { event: id, at_ms: self.now_ms });
        }
        while self.table::<Event>().len() > MOST {
            let Some(oldest) = self.table::<Event>().oldest().next().map(|event| event.id.clone()) else { return };
            if self.get::<Waiting>(oldest.as_str()).is_some() {
                return;
            }
            self.remove::<Event>(oldest.as_str());
            self.remove::<Delivery>(oldest.as_str());
        }
    }
}

/// Value of `Stripe-Signature`: HMAC-SHA256 of `{t}.{body}` in hexadecimal.
pub(crate) fn signature(secret: &str, unix_seconds: i64, body: &str) -> String {
    let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{unix_seconds}.").as_bytes());
    mac.update(body.as_bytes());
    format!("t={unix_seconds},v1={}", hex::encode(mac.finalize().into_bytes()))
}

/// Notes a try: the next one comes after the delay of its number, and none after the last.
pub(crate) fn note(tx: &mut Tx<'_>, event: &str, status: u16, options: &SandboxOptions) {
    let Some(mut delivery) = tx.get::<Delivery>(event).cloned() else { return };
    delivery.attempts.push(Attempt { at_ms: tx.now_ms, status });
    let delay = options.timings.retries_ms.get(delivery.attempts.len() - 1).copied().filter(|_| !delivery.told());
    if let Some(delay) = delay {
        let at_ms = tx.now_ms.saturating_add_unsigned(delay);
        tx.put(Waiting { event: delivery.event.clone(), at_ms });
    } else {
        tx.remove::<Waiting>(event);
    }
    tx.put(delivery);
}

/// Tells of an event again.
pub(crate) fn resend(tx: &mut Tx<'_>, event: &str) -> ApiResult<()> {
    let event = tx.get::<Event>(event).ok_or_else(|| ApiError::not_found("event", "event", event))?;
    let id = event.id.clone();
    if tx.get::<Delivery>(id.as_str()).is_none() {
        tx.put(Delivery { event: id.clone(), attempts: Vec::new() });
    }
    tx.put(Waiting { event: id, at_ms: tx.now_ms });
    Ok(())
}

fn pending(tx: &Tx<'_>, event: &Event) -> bool {
    tx.get::<Delivery>(event.id.as_str()).is_some_and(|delivery| !delivery.told())
}

pub(crate) fn retrieve(tx: &Tx<'_>, id: &str) -> ApiResult<Value> {
    let event = tx.get::<Event>(id).ok_or_else(|| ApiError::not_found("event", "id", id))?;
    Ok(event.view(pending(tx, event)))
}

/// Events; `type` names a kind, or with `*` at its end a family of kinds.
pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["type", "types", "limit", "starting_after", "ending_before"])?;
    let wanted: Vec<&str> = form.filled("type").into_iter().chain(form.list("types")).collect();
    let is =
        |kind: &str, wanted: &str| wanted.strip_suffix('*').map_or(kind == wanted, |family| kind.starts_with(family));
    let fits = |event: &&Event| wanted.is_empty() || wanted.iter().any(|wanted| is(&event.kind, wanted));
    list::page(form, "/v1/events", tx.table::<Event>().newest().filter(fits), |event| event.view(pending(tx, event)))
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn the_signature_changes_with_the_secret_the_time_and_the_body() {
        let own = signature("whsec_a", 1, "{}");
        assert!(own.starts_with("t=1,v1=") && own.len() == 7 + 64);
        for other in [signature("whsec_b", 1, "{}"), signature("whsec_a", 2, "{}"), signature("whsec_a", 1, "{ }")] {
            assert_ne!(own, other);
        }
    }

    #[test]
    fn the_signature_is_hmac_sha256_of_time_and_body() {
        // Computed with `openssl dgst -sha256 -hmac`.
        let want = "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
        assert_eq!(signature("whsec_test", 1_700_000_000, r#"{"id":"evt_1"}"#), want);
    }
}
