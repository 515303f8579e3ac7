//! Online payments of an order: their events, captures and releases of authorised amounts.

use serde::Serialize;
use shop_core::base::{Cents, Lang};
use shop_core::payments::error::{PaymentError, payment_error_message};
use shop_core::payments::state::event::{CaseState, Progress, RefundState, Settled};
use shop_services::Context;
use shop_services::payments::{OpenAuthorisation, PaymentHistories, PaymentHistory, TryOutcome};
use shop_services::ports::{EventDetail, OrderRecord, PaymentRecord, StoreError, WebhookEvent};
use utoipa::ToSchema;

/// Base URL of the provider's dashboard, where staff can look at a payment.
const PROVIDER_DASHBOARD: &str = "https://dashboard.stripe.com";

/// An online payment: one payment intent with all its attempts.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderPayment {
    /// Position among the order's payments, from 1.
    number: i64,
    /// Id of the payment intent; empty until the provider has returned it.
    intent_id: String,
    /// Kind of method: `card`, `klarna`, ….
    method: String,
    cents: Cents,
    /// Due date of the instalment that it pays; empty for the order itself.
    part_due: String,
    /// Number of payment attempts.
    tries: i64,
    /// `open`, `action_required`, `processing`, `failed`, `authorised`, `lapsed`, `cancelled`, `paid` or `superfluous` (a second
    /// payment of the same order, which is refunded).
    state: String,
    captured_cents: Cents,
    refunded_cents: Cents,
    /// URL of the payment in the provider's dashboard; may be empty.
    url: String,
    created_at: i64,
    disputes: Vec<Dispute>,
    /// Whether a fraud review is open.
    under_review: bool,
    /// Events received from the provider, in the order of arrival.
    events: Vec<PaymentEventRow>,
}

/// A charge that its cardholder disputes.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Dispute {
    id: String,
    /// `open`, `closed` (in the shop's favour) or `lost`.
    state: String,
    /// The provider's reason code: `fraudulent`, `product_not_received`, ….
    reason: String,
    /// Deadline for submitting evidence.
    due_by: Option<i64>,
}

/// An event received from the provider.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentEventRow {
    id: String,
    /// Event type: `payment_intent.succeeded`, ….
    kind: String,
    /// Amount of a refund, capture or dispute; otherwise 0.
    cents: Cents,
    /// Why an attempt failed, as a sentence; may be empty.
    words: String,
    /// The provider's reason code for a failed refund, a dispute or a review.
    reason: String,
    /// Result of 3-D Secure: `authenticated`, …; empty if not reported.
    three_d_secure: String,
    received_at: i64,
    /// Whether the event was applied; otherwise it is pending.
    is_applied: bool,
}

/// An authorised amount that can be captured.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenCapture {
    cents: Cents,
    /// When the authorisation expires.
    until: i64,
    /// Whether the authorisation expires soon.
    ends_soon: bool,
}

/// An authorisation expires soon from two days before.
const SOON_S: i64 = 2 * 86_400;

/// The authorised amount of an order that can still be captured.
pub(in crate::admin) fn open_capture(payments: &[PaymentRecord], now: i64) -> Option<OpenCapture> {
    let open = OpenAuthorisation::of(payments)?;
    Some(OpenCapture { cents: open.cents, until: open.until, ends_soon: open.until - now <= SOON_S })
}

/// Loads the payments of an order, oldest first.
pub(in crate::admin) async fn payments_of(
    context: &Context,
    payment_histories: &PaymentHistories,
    order: &OrderRecord,
) -> Result<Vec<OrderPayment>, StoreError> {
    let sandbox = context.gateway().map(|gateway| gateway.public().clone()).and_then(|public| public.sandbox_origin);
    let test = context
        .gateway()
        .map(|gateway| gateway.public().clone())
        .is_some_and(|public| public.publishable_key.starts_with("pk_test_"));
    let url = |intent: &str| match &sandbox {
        _ if intent.is_empty() => String::new(),
        Some(origin) => format!("{origin}/#{intent}"),
        None if test => format!("{PROVIDER_DASHBOARD}/test/payments/{intent}"),
        None => format!("{PROVIDER_DASHBOARD}/payments/{intent}"),
    };
    let all = payment_histories.payment_history(order).await?;
    Ok(all.into_iter().map(|one| payment_view(one, order, &url)).collect())
}

fn payment_view(one: PaymentHistory, order: &OrderRecord, url: &impl Fn(&str) -> String) -> OrderPayment {
    let PaymentHistory { payment, counts, events } = one;
    let facts = &payment.facts;
    let intent_id = payment.intent_id.clone().unwrap_or_default();
    let part = payment.part.and_then(|position| order.instalments.iter().find(|part| part.position == position));
    let detail = |id: &str| {
        let details = events.iter().rev().filter(|event| event.form.id == id).map(|event| &event.detail);
        let due_by = details.clone().find_map(|detail| detail.due_by);
        (
            details.clone().map(|detail| detail.reason.clone()).find(|reason| !reason.is_empty()).unwrap_or_default(),
            due_by,
        )
    };
    let disputes = facts.disputes.iter().map(|(id, case)| {
        let (reason, due_by) = detail(id);
        let state = match case {
            CaseState::Open => "open",
            CaseState::Closed => "closed",
            CaseState::Lost => "lost",
        };
        Dispute { id: id.clone(), state: state.into(), reason, due_by }
    });
    OrderPayment {
        number: payment.number,
        url: url(&intent_id),
        intent_id,
        method: payment.method.as_str().into(),
        cents: payment.cents,
        part_due: part.map(|part| part.instalment.due.clone()).unwrap_or_default(),
        tries: payment.attempt,
        state: state_name(&payment, counts).into(),
        captured_cents: facts.captured_cents,
        refunded_cents: facts
            .refunds
            .values()
            .filter(|(state, _)| matches!(state, RefundState::Pending | RefundState::Succeeded))
            .map(|(_, cents)| *cents)
            .sum(),
        created_at: payment.created_at,
        disputes: disputes.collect(),
        under_review: facts.reviews.values().any(|case| *case == CaseState::Open),
        events: events.iter().map(event_view).collect(),
    }
}

fn state_name(payment: &PaymentRecord, counts: TryOutcome) -> &'static str {
    let facts = &payment.facts;
    if counts == TryOutcome::Superfluous {
        return "superfluous";
    }
    if facts.was_paid() {
        return "paid";
    }
    match (facts.settled, facts.progress.1) {
        (Settled::Authorised, _) => "authorised",
        (Settled::Lapsed, _) => "lapsed",
        (Settled::Cancelled, _) => "cancelled",
        (Settled::Succeeded, _) => "paid",
        (Settled::No, Progress::New) => "open",
        (Settled::No, Progress::ActionRequired) => "action_required",
        (Settled::No, Progress::Processing) => "processing",
        (Settled::No, Progress::Failed) => "failed",
    }
}

fn event_view(event: &WebhookEvent) -> PaymentEventRow {
    let EventDetail { reason, decline_code, three_d_secure, .. } = event.detail.clone();
    let kind = event.form.kind.clone();
    let failed =
        matches!(kind.as_str(), "payment_intent.payment_failed" | "setup_intent.setup_failed" | "charge.failed");
    let error =
        PaymentError { kind: "card_error".into(), code: reason.clone(), decline_code, ..PaymentError::default() };
    PaymentEventRow {
        id: event.id.clone(),
        words: if failed { payment_error_message(&error, Lang::It) } else { String::new() },
        reason: if failed { String::new() } else { reason },
        cents: event.form.amount,
        kind,
        three_d_secure,
        received_at: event.received_at,
        is_applied: event.is_applied,
    }
}
