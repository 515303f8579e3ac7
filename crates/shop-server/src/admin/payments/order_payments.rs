//! The payments of an order by the provider: what was told of them, capturing what is set aside, letting it go.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::{Lang, OrderId};
use shop_core::payments::error::{PaymentError, payment_error_message};
use shop_core::payments::state::event::{CaseState, Progress, RefundState, Settled};
use shop_services::payments::{CaptureRefusal, OpenAuthorisation, PaymentHistory, TryOutcome};
use shop_services::ports::{EventDetail, OrderRecord, PaymentRecord, StoreError, WebhookEvent};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::orders::order::{OrderDetail, order_detail};
use crate::admin::problem::{Body, Id, Problem, Refusal};
use crate::app::state::AppState;

/// Where people look at a payment of the provider's.
const DASHBOARD: &str = "https://dashboard.stripe.com";

/// A payment by the provider: one intent, however often it was tried.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderPayment {
    /// Its place among the order's, from 1.
    number: i64,
    /// The intent; empty: the provider has not told it.
    intent_id: String,
    /// Kind of method: `card`, `klarna`, ….
    method: String,
    cents: i64,
    /// Day of the later payment that it is for; empty: the order itself.
    part_due: String,
    /// Tries of the shopper.
    tries: i64,
    /// `open`, `action_required`, `processing`, `failed`, `authorised`, `lapsed`, `cancelled`, `paid` or `superfluous` (it came
    /// beside another one, and goes back).
    state: String,
    captured_cents: i64,
    refunded_cents: i64,
    /// Where people look at it at the provider's; empty: nowhere.
    url: String,
    created_at: i64,
    disputes: Vec<Dispute>,
    /// It is held back by a review for fraud.
    under_review: bool,
    /// What the provider told, in the order in which it came.
    events: Vec<PaymentTold>,
}

/// A charge that its owner disputes.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Dispute {
    id: String,
    /// `open`, `closed` (in the shop's favour) or `lost`.
    state: String,
    /// The provider's code: `fraudulent`, `product_not_received`, ….
    reason: String,
    /// Until when it is to be answered.
    due_by: Option<i64>,
}

/// What the provider told.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentTold {
    id: String,
    /// `payment_intent.succeeded`, ….
    kind: String,
    /// Of a refund, a capture, a dispute; 0: none.
    cents: i64,
    /// Why a try failed, in words; empty: it did not.
    words: String,
    /// The provider's code for why a refund failed, or a charge is disputed or reviewed.
    reason: String,
    /// The card's owner was asked by the bank, and this came of it: `authenticated`, …; empty: not told.
    three_d_secure: String,
    received_at: i64,
    /// It has done what it says; otherwise it waits.
    taken_in: bool,
}

/// An amount that is set aside.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OpenCapture {
    cents: i64,
    /// Until when it can be captured.
    until: i64,
    /// That is soon.
    ends_soon: bool,
}

/// How much is captured.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Capture {
    /// In euro; empty: all. Less lets the rest go and sets the order's total.
    #[serde(default)]
    amount: String,
}

/// When an amount that is set aside ends soon: two days before.
const SOON_S: i64 = 2 * 86_400;

/// Captures what is set aside, or a part of it.
#[utoipa::path(post, path = "/api/admin/orders/{id}/capture", request_body = Capture, params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn capture(
    State(state): State<AppState>,
    staff: Staff,
    Id(id): Id,
    Body(wanted): Body<Capture>,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    answered(&state, id, state.shop.captures.capture_payment(id, &wanted.amount, &staff.person.username).await?).await
}

/// Lets go what is set aside. The order is cancelled.
#[utoipa::path(post, path = "/api/admin/orders/{id}/release", params(("id" = i64, Path)),
    responses((status = 200, body = OrderDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn release(
    State(state): State<AppState>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<OrderDetail>, Refusal> {
    let id = OrderId(id);
    answered(&state, id, state.shop.captures.release_payment(id, &staff.person.username).await?).await
}

async fn answered(
    state: &AppState,
    id: OrderId,
    done: Result<(), CaptureRefusal>,
) -> Result<Json<OrderDetail>, Refusal> {
    let conflict = |code| Refusal::new(StatusCode::CONFLICT, code);
    match done {
        Ok(()) => order_detail(state, id).await,
        Err(CaptureRefusal::Unknown) => Err(Refusal::not_found()),
        Err(CaptureRefusal::Field(error)) => Err(Refusal::field(*error)),
        Err(CaptureRefusal::NothingOpen) => Err(conflict(messages::CAPTURE_NOTHING)),
        Err(CaptureRefusal::Refused(why)) => Err(conflict(messages::CAPTURE_REFUSED).with("reason", &why)),
        Err(CaptureRefusal::InDoubt) => Err(conflict(messages::PAYMENT_IN_DOUBT)),
    }
}

/// What is set aside for an order; `None`: nothing.
pub(in crate::admin) fn open_capture(payments: &[PaymentRecord], now: i64) -> Option<OpenCapture> {
    let open = OpenAuthorisation::of(payments)?;
    Some(OpenCapture { cents: open.cents.0, until: open.until, ends_soon: open.until - now <= SOON_S })
}

/// The payments of an order, oldest first.
pub(in crate::admin) async fn payments_of(
    state: &AppState,
    order: &OrderRecord,
) -> Result<Vec<OrderPayment>, StoreError> {
    let sandbox = state.gateway_public().and_then(|public| public.sandbox_origin);
    let test = state.gateway_public().is_some_and(|public| public.publishable_key.starts_with("pk_test_"));
    let url = |intent: &str| match &sandbox {
        _ if intent.is_empty() => String::new(),
        Some(origin) => format!("{origin}/#{intent}"),
        None if test => format!("{DASHBOARD}/test/payments/{intent}"),
        None => format!("{DASHBOARD}/payments/{intent}"),
    };
    let all = state.shop.payment_histories.payment_history(order).await?;
    Ok(all.into_iter().map(|one| payment_view(one, order, &url)).collect())
}

fn payment_view(one: PaymentHistory, order: &OrderRecord, url: &impl Fn(&str) -> String) -> OrderPayment {
    let PaymentHistory { payment, counts, events } = one;
    let facts = &payment.facts;
    let intent_id = payment.intent_id.clone().unwrap_or_default();
    let part = payment.part.and_then(|position| order.instalments.iter().find(|part| part.position == position));
    let detail = |id: &str| {
        let told = events.iter().rev().filter(|event| event.form.id == id).map(|event| &event.detail);
        let due_by = told.clone().find_map(|detail| detail.due_by);
        (told.clone().map(|detail| detail.reason.clone()).find(|reason| !reason.is_empty()).unwrap_or_default(), due_by)
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
        cents: payment.cents.0,
        part_due: part.map(|part| part.instalment.due.clone()).unwrap_or_default(),
        tries: payment.attempt,
        state: state_word(&payment, counts).into(),
        captured_cents: facts.captured_cents.0,
        refunded_cents: facts
            .refunds
            .values()
            .filter(|(state, _)| matches!(state, RefundState::Pending | RefundState::Succeeded))
            .map(|(_, cents)| cents.0)
            .sum(),
        created_at: payment.created_at,
        disputes: disputes.collect(),
        under_review: facts.reviews.values().any(|case| *case == CaseState::Open),
        events: events.iter().map(told).collect(),
    }
}

fn state_word(payment: &PaymentRecord, counts: TryOutcome) -> &'static str {
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

fn told(event: &WebhookEvent) -> PaymentTold {
    let EventDetail { reason, decline_code, three_d_secure, .. } = event.detail.clone();
    let kind = event.form.kind.clone();
    let failed =
        matches!(kind.as_str(), "payment_intent.payment_failed" | "setup_intent.setup_failed" | "charge.failed");
    let error =
        PaymentError { kind: "card_error".into(), code: reason.clone(), decline_code, ..PaymentError::default() };
    PaymentTold {
        id: event.id.clone(),
        words: if failed { payment_error_message(&error, Lang::It) } else { String::new() },
        reason: if failed { String::new() } else { reason },
        cents: event.form.amount.0,
        kind,
        three_d_secure,
        received_at: event.received_at,
        taken_in: event.taken_in,
    }
}
