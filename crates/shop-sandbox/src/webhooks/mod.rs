//! Events and their delivery to the shop: signed, retried with growing delays, in no guaranteed order.

pub(crate) mod deliver;
pub(crate) mod event_types;

use std::time::Duration;

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::API_VERSION;
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::ids::EventId;
use crate::store::{Row, Tx, row};

/// How long an event is stored, as the provider documents it.
const LIFE_S: i64 = 30 * 86_400;
/// Timeout of the shop's response.
pub(crate) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// An event and the state of its delivery. The body never changes, so that a retry can sign it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: EventId,
    /// Seconds since 1970 UTC.
    pub(crate) created: i64,
    /// Formatted as "payment_intent.succeeded".
    pub(crate) kind: String,
    pub(crate) body: String,
    #[serde(default)]
    pub(crate) attempts: Vec<Attempt>,
    /// Time of the next attempt, in Unix milliseconds. `None`: delivered, given up, or there is no webhook.
    #[serde(default)]
    pub(crate) next_ms: Option<i64>,
}
row!(Event, "events", |row| row.id.as_str(), "event" in "id");

/// One delivery attempt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Milliseconds since 1970 UTC.
    pub(crate) at_ms: i64,
    /// HTTP status of the shop's response; 0 if there was none.
    pub(crate) status: u16,
}

impl Event {
    /// Whether the shop acknowledged the event.
    pub(crate) fn is_delivered(&self) -> bool {
        self.attempts.last().is_some_and(|last| (200..300).contains(&last.status))
    }

    /// Whether the event is or was to be delivered.
    pub(crate) fn is_deliverable(&self) -> bool {
        self.next_ms.is_some() || !self.attempts.is_empty()
    }

    pub(crate) fn view(&self) -> Value {
        let mut view: Value = serde_json::from_str(&self.body).unwrap_or_default();
        if let Some(object) = view.as_object_mut() {
            object.insert("pending_webhooks".into(), json!(i32::from(self.is_deliverable() && !self.is_delivered())));
        }
        view
    }
}

impl Tx<'_> {
    /// Stores an object and emits an event about it. Returns the object as the event contains it.
    pub(crate) fn put_and_emit<T: Row>(&mut self, row: &T, view: fn(&T) -> Value, kind: &str) -> Value {
        let object = view(row);
        self.put(row);
        self.emit(kind, &object);
        object
    }

    /// Emits an event. `object`: its current representation.
    pub(crate) fn emit(&mut self, kind: &str, object: &Value) {
        let id = EventId::new(self.random());
        let is_deliverable = self.options.webhook.is_some();
        let body = json!({
            "id": id, "object": "event", "api_version": API_VERSION, "created": self.now(), "data": {"object": object},
            "livemode": false, "pending_webhooks": i32::from(is_deliverable), "request": {"id": null, "idempotency_key": null},
            "type": kind,
        });
        let (kind, body, next_ms) = (kind.to_owned(), body.to_string(), is_deliverable.then_some(self.now_ms));
        self.put(&Event { id, created: self.now(), kind, body, attempts: Vec::new(), next_ms });
        self.remove_until::<Event>("created", self.now() - LIFE_S);
    }
}

/// Value of `Stripe-Signature`: HMAC-SHA256 of `{t}.{body}` in hexadecimal.
pub(crate) fn signature(secret: &str, unix_seconds: i64, body: &str) -> String {
    let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{unix_seconds}.").as_bytes());
    mac.update(body.as_bytes());
    format!("t={unix_seconds},v1={}", hex::encode(mac.finalize().into_bytes()))
}

/// Records a delivery attempt and schedules the next one, if any is left.
pub(crate) fn record_attempt(tx: &mut Tx<'_>, event: &str, status: u16) {
    let Some(mut event) = tx.get::<Event>(event) else { return };
    event.attempts.push(Attempt { at_ms: tx.now_ms, status });
    let delay = tx.options.timings.retries_ms.get(event.attempts.len() - 1).filter(|_| !event.is_delivered());
    event.next_ms = delay.map(|delay| tx.now_ms.saturating_add_unsigned(*delay));
    tx.put(&event);
}

/// Schedules an event for another delivery.
pub(crate) fn resend(tx: &mut Tx<'_>, event: &str) -> ApiResult<()> {
    let found: Event = tx.get(event).ok_or_else(|| ApiError::not_found("event", "event", event))?;
    tx.put(&Event { next_ms: Some(tx.now_ms), ..found });
    Ok(())
}

/// Maximum number of types in a list request.
const MAX_TYPES: usize = 20;

/// Lists events. `created[gte]` is the earliest time; `type` names an event type or, with a trailing `*`, a family of types.
pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["type", "types", "created", "limit", "starting_after", "ending_before"])?;
    let created = form.below("created");
    created.only(&["gte"])?;
    let since = created.int("gte")?.unwrap_or(i64::MIN);
    if form.list("types").len() > MAX_TYPES {
        let message = format!("You may name {MAX_TYPES} types at most.");
        return Err(ApiError::param("types", "parameter_invalid", message));
    }
    let wanted: Vec<&str> = form.filled("type").into_iter().chain(form.list("types")).collect();
    let is =
        |kind: &str, wanted: &str| wanted.strip_suffix('*').map_or(kind == wanted, |family| kind.starts_with(family));
    let fits = |event: &Event| {
        event.created >= since && (wanted.is_empty() || wanted.iter().any(|wanted| is(&event.kind, wanted)))
    };
    list::page(tx, form, "/v1/events", &[], fits, Event::view)
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
