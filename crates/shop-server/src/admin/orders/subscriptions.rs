//! Lists subscriptions and changes their status.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, Lang, SubscriptionId};
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionStep, words};
use shop_core::platform::messages::codes;
use shop_services::Context;
use shop_services::orders::renewals::{Renewals, StepRefusal};
use shop_services::orders::subscriptions::{Subscriptions, detail as detail_view, title};
use shop_services::ports::{OrderListRow, SubscriptionFilter, SubscriptionRecord};
use utoipa::{IntoParams, ToSchema};

use super::order::Labelled;
use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct SubscriptionsQuery {
    /// Text contained in the number, e-mail or name.
    search: Option<String>,
    /// `pending`, `active`, `on-hold`, `cancelled` or `expired`; any if empty.
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of subscriptions, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriptionList {
    subscriptions: Vec<SubscriptionRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// A subscription in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriptionRow {
    id: i64,
    /// `pending`, `active`, `on-hold`, `cancelled` or `expired`.
    state: String,
    customer_id: i64,
    /// Name of the subscriber.
    name: String,
    email: String,
    /// Title of the subscribed product.
    title: String,
    /// Recurring amount: "15,80 € ogni mese".
    each: String,
    /// Next payment day: "2026-12-21"; empty if there is none.
    next_day: String,
    /// Product that the renewal is waiting for; may be empty.
    waits_for: String,
}

/// A subscription with its orders.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriptionDetail {
    #[serde(flatten)]
    row: SubscriptionRow,
    facts: Vec<Labelled>,
    /// Lines and costs of a renewal, the total last.
    sums: Vec<Labelled>,
    /// Shipping address as printed; empty when nothing is shipped.
    shipping_lines: Vec<String>,
    /// Steps available now: `suspend`, `resume`, `cancel`, and for its payment `charge`, `pay_by_hand`.
    steps: Vec<String>,
    /// Payment method of renewals: "Visa •••• 4242, scade 08/27".
    payment: String,
    /// Declined charges of the open renewal.
    tries: i64,
    /// Time of the next automatic charge; `null` if there is none.
    next_try_at: Option<i64>,
    /// Whether a charge is in progress.
    trying: bool,
    /// The provider's code of the last decline; may be empty.
    refusal: String,
    /// Orders, newest first.
    orders: Vec<SubscriptionOrder>,
}

/// An order of a subscription.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriptionOrder {
    id: i64,
    status: String,
    total_cents: Cents,
    created_at: i64,
}

/// A step to take.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct SubscriptionStepRequest {
    /// One of its available `steps`.
    #[schema(pattern = "^(charge|pay_by_hand|suspend|resume|cancel)$")]
    step: String,
}

#[utoipa::path(get, path = "/api/admin/subscriptions", params(SubscriptionsQuery),
    responses((status = 200, body = SubscriptionList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(subscriptions): State<Subscriptions>,
    _staff: Staff,
    QueryParams(query): QueryParams<SubscriptionsQuery>,
) -> Result<Json<SubscriptionList>, Refusal> {
    let status = parse_optional_choice("state", query.state.as_deref(), SubscriptionStatus::parse)?;
    let page = query.page.unwrap_or(1);
    let filter = SubscriptionFilter { status, search: search_text(query.search), page, per_page: PER_PAGE };
    let (found, total) = subscriptions.list_subscriptions(&filter).await?;
    Ok(Json(SubscriptionList { subscriptions: found.iter().map(row).collect(), total, page, pages: page_count(total) }))
}

/// Returns a subscription with its orders.
#[utoipa::path(get, path = "/api/admin/subscriptions/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = SubscriptionDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(subscriptions): State<Subscriptions>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<SubscriptionDetail>, Refusal> {
    subscription_detail(&context, &subscriptions, SubscriptionId(id)).await
}

/// Suspends, resumes or cancels a subscription and notifies its owner. `charge` charges the open renewal now; `pay_by_hand` turns
/// automatic charges off, so that the owner pays each renewal.
#[utoipa::path(post, path = "/api/admin/subscriptions/{id}/step",
    request_body = SubscriptionStepRequest, params(("id" = i64, Path)),
    responses((status = 200, body = SubscriptionDetail), (status = 409, body = Problem)))]
pub(in crate::admin) async fn step(
    State(context): State<Arc<Context>>,
    State(subscriptions): State<Subscriptions>,
    State(renewals): State<Renewals>,
    staff: Staff,
    Id(id): Id,
    Body(body): Body<SubscriptionStepRequest>,
) -> Result<Json<SubscriptionDetail>, Refusal> {
    let id = SubscriptionId(id);
    let step = match body.step.as_str() {
        "charge" => {
            if renewals.charge_open_renewal(id).await? {
                return subscription_detail(&context, &subscriptions, id).await;
            }
            return Err(Refusal::new(StatusCode::CONFLICT, codes::SUBSCRIPTION_NOTHING_TO_CHARGE));
        }
        "pay_by_hand" => {
            if subscriptions.pay_by_hand(id).await? {
                return subscription_detail(&context, &subscriptions, id).await;
            }
            return Err(Refusal::new(StatusCode::CONFLICT, codes::SUBSCRIPTION_CHANGED));
        }
        "suspend" => SubscriptionStep::Suspend,
        "resume" => SubscriptionStep::Resume,
        "cancel" => SubscriptionStep::Cancel,
        text => return Err(Refusal::unknown("step", &text)),
    };
    match renewals.step_subscription(id, None, step, &staff.person.username).await? {
        Ok(()) => subscription_detail(&context, &subscriptions, id).await,
        Err(StepRefusal::Unknown) => Err(Refusal::not_found()),
        Err(refusal) => {
            let conflict = Refusal::new(StatusCode::CONFLICT, refusal.code());
            Err(match refusal {
                StepRefusal::Invalid(status) => conflict.with("status", &words::status(status, Lang::It)),
                _ => conflict,
            })
        }
    }
}

async fn subscription_detail(
    context: &Context,
    subscriptions: &Subscriptions,
    id: SubscriptionId,
) -> Result<Json<SubscriptionDetail>, Refusal> {
    let record = subscriptions.subscription(id).await?.ok_or_else(Refusal::not_found)?;
    let orders = subscriptions.orders_of_subscription(id).await?;
    let settings = context.settings().await?;
    let charged_to = subscriptions.method_of(&record).await?;
    let payment = subscriptions.paid_by(&record, Lang::It).await?;
    let view = detail_view(&record, payment, &settings.shop.country, Lang::It);
    let labelled = |rows: Vec<(String, String)>| {
        rows.into_iter().map(|(label, value)| Labelled { label, value }).collect::<Vec<_>>()
    };
    let now = &record.state;
    let runs = matches!(now.status, SubscriptionStatus::Active | SubscriptionStatus::OnHold) && !now.trying;
    let steps = [
        ("suspend", view.can_suspend),
        ("resume", view.can_resume),
        ("cancel", view.can_cancel),
        ("charge", runs && now.open_order.is_some() && charged_to.is_some()),
        ("pay_by_hand", record.is_open() && charged_to.is_some()),
    ];
    Ok(Json(SubscriptionDetail {
        row: row(&record),
        facts: labelled(view.facts),
        sums: labelled(view.sums),
        shipping_lines: view.shipping_lines,
        steps: steps.iter().filter(|(_, open)| *open).map(|(name, _)| (*name).to_owned()).collect(),
        orders: orders.iter().map(order).collect(),
        payment: view.payment,
        tries: now.tries,
        next_try_at: now.try_at.filter(|_| !now.trying),
        trying: now.trying,
        refusal: now.refusal.clone(),
    }))
}

fn row(record: &SubscriptionRecord) -> SubscriptionRow {
    let billing = &record.content.order.billing;
    let state = &record.state;
    let next = state.next_day.filter(|_| state.status == SubscriptionStatus::Active);
    SubscriptionRow {
        id: record.id.0,
        state: state.status.as_str().to_owned(),
        customer_id: record.customer_id.0,
        name: format!("{} {}", billing.first_name, billing.last_name),
        email: billing.email.clone(),
        title: title(&record.content),
        each: words::price_each(record.total(), &record.terms, Lang::It),
        next_day: next.map(shop_core::base::calendar::name_of_day).unwrap_or_default(),
        waits_for: state.waits_for.clone(),
    }
}

fn order(row: &OrderListRow) -> SubscriptionOrder {
    SubscriptionOrder {
        id: row.id.0,
        status: row.status.as_str().to_owned(),
        total_cents: row.total_cents,
        created_at: row.created_at,
    }
}
