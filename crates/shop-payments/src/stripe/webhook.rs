//! Webhook events: signature verification, and conversion to payment events.

use hmac::{Hmac, Mac};
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;
use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;
use shop_core::payments::state::event::PaymentEventForm;
use shop_services::ports::{EventDetail, GatewayEvent, Secret, WebhookError};

use super::responses::{EXPIRED_REASON, IntentBody, Reference};

/// Maximum difference between the signature's time and ours (wire contract, C4).
pub const TOLERANCE_S: i64 = 300;

/// Verifies that one of the secrets signed the body: there are two while one is being replaced.
pub(super) fn verify(header: &str, body: &str, secrets: &[Secret], now: UnixSeconds) -> Result<(), WebhookError> {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let signed_at = parts().find(|(name, _)| *name == "t").map(|(_, value)| value).ok_or(WebhookError::Signature)?;
    let known = parts().filter(|(name, _)| *name == "v1").filter_map(|(_, value)| hex::decode(value).ok());
    let message = format!("{signed_at}.{body}");
    let ours = |given: &[u8]| {
        secrets.iter().filter(|secret| !secret.0.is_empty()).any(|secret| {
            Hmac::<Sha256>::new_from_slice(secret.0.as_bytes())
                .is_ok_and(|mac| mac.chain_update(&message).verify_slice(given).is_ok())
        })
    };
    if !known.into_iter().any(|given| ours(&given)) {
        return Err(WebhookError::Signature);
    }
    let signed_at: i64 = signed_at.parse().map_err(|_| WebhookError::Signature)?;
    if (now - signed_at).abs() > TOLERANCE_S { Err(WebhookError::Stale) } else { Ok(()) }
}

#[derive(Deserialize)]
struct EventBody {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    created: i64,
    data: EventData,
}

#[derive(Deserialize)]
struct EventData {
    object: Value,
}

/// A charge, refund, dispute or review.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Part {
    id: String,
    status: Option<String>,
    payment_intent: Option<Reference>,
    amount: i64,
    amount_captured: Option<i64>,
    captured: bool,
    refunds: Option<Refunds>,
}

#[derive(Deserialize)]
struct Refunds {
    #[serde(default)]
    data: Vec<Part>,
}

/// Parses an event whose signature is verified.
pub(super) fn parse(body: &str) -> Result<GatewayEvent, WebhookError> {
    let event: EventBody = serde_json::from_str(body).map_err(|_| WebhookError::Unreadable)?;
    let detail = parse_detail(&event.kind, &event.data.object);
    // An expired authorisation is reported twice: as a cancelled intent, and as an expired charge.
    let reason = event.data.object.get("cancellation_reason").and_then(Value::as_str);
    let has_expired = event.kind == "payment_intent.canceled" && reason == Some(EXPIRED_REASON);
    let form = PaymentEventForm { created: event.created, ..object_form(&event.kind, event.data.object) };
    Ok(GatewayEvent {
        id: event.id,
        form: PaymentEventForm { kind: if has_expired { "charge.expired".to_owned() } else { event.kind }, ..form },
        detail,
        body: body.to_owned(),
    })
}

/// Details of an event for people, beside the payment's state. Missing fields are empty.
fn parse_detail(kind: &str, object: &Value) -> EventDetail {
    if kind.starts_with("payment_intent.") || kind.starts_with("setup_intent.") {
        let intent = IntentBody::deserialize(object);
        return intent.map(|intent| intent.detail()).unwrap_or_default();
    }
    let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    let failure = match kind {
        "charge.failed" => text("/failure_code"),
        _ if kind.contains("refund") => text("/failure_reason"),
        _ => text("/reason"),
    };
    EventDetail {
        reason: failure,
        decline_code: if kind == "charge.failed" { text("/outcome/reason") } else { String::new() },
        due_by: object.pointer("/evidence_details/due_by").and_then(Value::as_i64),
        three_d_secure: text("/payment_method_details/card/three_d_secure/result"),
    }
}

/// The fields that the payment rules need; empty for other objects.
fn object_form(kind: &str, object: Value) -> PaymentEventForm {
    if kind.starts_with("payment_intent.") || kind.starts_with("setup_intent.") {
        let Ok(intent) = serde_json::from_value::<IntentBody>(object) else { return PaymentEventForm::default() };
        return PaymentEventForm {
            intent_id: intent.id().to_owned(),
            status: intent.status().to_owned(),
            amount: intent.received(),
            failed: intent.failed(),
            ..PaymentEventForm::default()
        };
    }
    let Ok(mut part) = serde_json::from_value::<Part>(object) else { return PaymentEventForm::default() };
    let intent_id = part.payment_intent.take().map(Reference::into_id).unwrap_or_default();
    let of = |part: Part, captured: bool| PaymentEventForm {
        intent_id: intent_id.clone(),
        status: part.status.unwrap_or_default(),
        id: part.id,
        amount: Cents(part.amount),
        captured,
        ..PaymentEventForm::default()
    };
    let captured = part.captured;
    match kind {
        // The event contains the charge, with its refunds in older API versions; each refund has an event of its own too.
        "charge.refunded" => {
            let newest = part.refunds.take().and_then(|list| list.data.into_iter().next());
            of(newest.unwrap_or_default(), captured)
        }
        kind if kind.starts_with("charge.") && !kind.contains(".dispute.") && !kind.contains(".refund.") => {
            let amount = part.amount_captured.filter(|_| captured).unwrap_or(part.amount);
            of(Part { amount, ..part }, captured)
        }
        _ => of(part, captured),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"id":"evt_1","type":"payment_intent.succeeded","created":90,"data":{"object":
        {"id":"pi_1","status":"succeeded","amount":4720,"amount_received":4720,"currency":"eur"}}}"#;

    fn signed(secret: &str, at: i64, body: &str) -> String {
        let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap().chain_update(format!("{at}.{body}"));
        format!("t={at},v1={}", hex::encode(mac.finalize().into_bytes()))
    }

    fn check(header: &str, body: &str, now: i64) -> Result<(), WebhookError> {
        verify(header, body, &["whsec_new", "whsec_old"].map(|text| Secret(text.into())), now)
    }

    #[test]
    fn an_authorisation_that_lapsed_is_told_from_one_that_was_given_up() {
        for (reason, kind) in [
            ("automatic", "charge.expired"),
            ("requested_by_customer", "payment_intent.canceled"),
            ("", "payment_intent.canceled"),
        ] {
            let body = BODY.replace("payment_intent.succeeded", "payment_intent.canceled");
            let body = body.replace("\"status\"", &format!("\"cancellation_reason\":\"{reason}\",\"status\""));
            assert_eq!(parse(&body).unwrap().form.kind, kind, "{reason}");
        }
    }

    #[test]
    fn a_message_is_taken_when_one_of_our_secrets_signed_it() {
        for secret in ["whsec_new", "whsec_old"] {
            assert_eq!(check(&signed(secret, 1000, BODY), BODY, 1000), Ok(()));
        }
        let both = format!("{},v1=00ff", signed("whsec_old", 1000, BODY));
        assert_eq!(check(&both, BODY, 1000), Ok(()), "one of several signatures is enough");
    }

    #[test]
    fn a_message_is_refused_unsigned_changed_or_by_another_secret() {
        let good = signed("whsec_new", 1000, BODY);
        for header in ["", "t=1000", "v1=00", "t=1000,v1=zz", "t=1000,v0=00", &signed("whsec_other", 1000, BODY)] {
            assert_eq!(check(header, BODY, 1000), Err(WebhookError::Signature), "{header}");
        }
        assert_eq!(check(&good, &BODY.replace("4720", "4721"), 1000), Err(WebhookError::Signature));
        assert_eq!(check(&good.replace("t=1000", "t=1001"), BODY, 1000), Err(WebhookError::Signature));
        assert_eq!(verify(&signed("", 1000, BODY), BODY, &[Secret::default()], 1000), Err(WebhookError::Signature));
    }

    #[test]
    fn a_message_is_refused_when_it_was_signed_at_another_time() {
        let header = signed("whsec_new", 1000, BODY);
        assert_eq!(check(&header, BODY, 1000 + 300), Ok(()));
        assert_eq!(check(&header, BODY, 1001 + 300), Err(WebhookError::Stale));
        assert_eq!(check(&header, BODY, 999 - 300), Err(WebhookError::Stale));
    }

    #[test]
    fn what_a_message_says_is_read_by_its_kind() {
        let read_of = |kind: &str, object: &str| {
            let body = format!(r#"{{"id":"evt_1","type":"{kind}","created":90,"data":{{"object":{object}}}}}"#);
            parse(&body).unwrap().form
        };
        let paid = parse(BODY).unwrap().form;
        assert_eq!((paid.intent_id.as_str(), paid.amount, paid.created), ("pi_1", Cents(4720), 90));
        let charge = r#"{"id":"ch_1","payment_intent":"pi_1","amount":500,"amount_captured":400,"captured":true}"#;
        assert_eq!(read_of("charge.captured", charge).amount, Cents(400));
        let refund = r#"{"id":"re_1","payment_intent":{"id":"pi_1"},"amount":100,"status":"pending"}"#;
        let form = read_of("refund.created", refund);
        assert_eq!((form.id.as_str(), form.intent_id.as_str(), form.amount), ("re_1", "pi_1", Cents(100)));
        let refunded = format!(
            r#"{{"id":"ch_1","payment_intent":"pi_1","amount":500,"captured":true,"refunds":{{"data":[{refund}]}}}}"#
        );
        assert_eq!(read_of("charge.refunded", &refunded).id, "re_1");
        let foreign = read_of("invoice.paid", r#"{"id":"in_1","payment_intent":"pi_1"}"#);
        assert_eq!(shop_core::payments::state::event::PaymentEvent::parse(&foreign), None);
        assert_eq!(parse("{}").unwrap_err(), WebhookError::Unreadable);
    }
}
