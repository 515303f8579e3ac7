//! Events, and how the shop is told of them: signed, tried again with growing delay, in no promised order.

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

/// How long an event is kept, as the provider publishes it.
const LIFE_S: i64 = 30 * 86_400;
/// How long the shop may take to answer.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Something that happened, and how far the telling of it has come. Its body never changes, so that it can be signed again.
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
    /// Unix milliseconds of the next try; none once it is told or given up, or where no shop is told at all.
    #[serde(default)]
    pub(crate) next_ms: Option<i64>,
}
row!(Event, "events", |row| row.id.as_str(), "event" in "id");

/// One try to tell the shop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    /// Milliseconds since 1970 UTC.
    pub(crate) at_ms: i64,
    /// What the shop answered; 0: nothing.
    pub(crate) status: u16,
}

impl Event {
    /// Whether the shop has it.
    pub(crate) fn told(&self) -> bool {
        self.attempts.last().is_some_and(|last| (200..300).contains(&last.status))
    }

    /// Whether the shop is to be told of it, or was tried to be.
    pub(crate) fn wanted(&self) -> bool {
        self.next_ms.is_some() || !self.attempts.is_empty()
    }

    pub(crate) fn view(&self) -> Value {
        let mut view: Value = serde_json::from_str(&self.body).unwrap_or_default();
        if let Some(object) = view.as_object_mut() {
            object.insert("pending_webhooks".into(), json!(i32::from(self.wanted() && !self.told())));
        }
        view
    }
}

impl Tx<'_> {
    /// Stores an object, and tells that something happened to it. Gives it as it is told.
    pub(crate) fn put_and_tell<T: Row>(&mut self, row: &T, view: fn(&T) -> Value, kind: &str) -> Value {
        let object = view(row);
        self.put(row);
        self.emit(kind, &object);
        object
    }

    /// Tells that something happened. `object`: as it is now.
    pub(crate) fn emit(&mut self, kind: &str, object: &Value) {
        let id = EventId::new(self.random());
        let wanted = self.options.webhook.is_some();
        let body = json!({
            "id": id, "object": "event", "api_version": API_VERSION, "created": self.now(), "data": {"object": object},
            "livemode": false, "pending_webhooks": i32::from(wanted), "request": {"id": null, "idempotency_key": null},
            "type": kind,
        });
        let (kind, body, next_ms) = (kind.to_owned(), body.to_string(), wanted.then_some(self.now_ms));
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

/// Notes a try: the next one comes after the delay of its number, and none after the last.
pub(crate) fn note(tx: &mut Tx<'_>, event: &str, status: u16) {
    let Some(mut event) = tx.get::<Event>(event) else { return };
    event.attempts.push(Attempt { at_ms: tx.now_ms, status });
    let delay = tx.options.timings.retries_ms.get(event.attempts.len() - 1).filter(|_| !event.told());
    event.next_ms = delay.map(|delay| tx.now_ms.saturating_add_unsigned(*delay));
    tx.put(&event);
}

/// Tells of an event again.
pub(crate) fn resend(tx: &mut Tx<'_>, event: &str) -> ApiResult<()> {
    let found: Event = tx.get(event).ok_or_else(|| ApiError::not_found("event", "event", event))?;
    tx.put(&Event { next_ms: Some(tx.now_ms), ..found });
    Ok(())
}

/// Most kinds that a list of events may name.
const MAX_TYPES: usize = 20;

/// Events, `created[gte]` a moment; `type` names a kind, or with `*` at its end a family of kinds.
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
