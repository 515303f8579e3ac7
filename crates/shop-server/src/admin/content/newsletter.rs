//! Newsletter subscriptions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::Lang;
use shop_core::base::calendar::moment;
use shop_core::platform::words::file_texts;
use shop_services::Context;
use shop_services::content::newsletter::Newsletter;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Subscriber, SubscriberFilter, SubscriberState};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};
use crate::platform::csv;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct SubscribersQuery {
    /// `pending`, `confirmed` or `left`; all if empty.
    #[param(pattern = "^(pending|confirmed|left)?$")]
    state: Option<String>,
    /// Text contained in the e-mail address.
    search: Option<String>,
    /// Counted from 1.
    #[serde(deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of subscriptions, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriberList {
    subscribers: Vec<SubscriberRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// A subscription with its proof of consent.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct SubscriberRow {
    id: i64,
    email: String,
    /// `pending`, `confirmed` or `left`.
    state: String,
    /// `it` or `en`.
    lang: String,
    /// `footer` or `account`.
    source: String,
    /// Text that the subscriber consented to.
    consent_text: String,
    /// When the subscriber ticked the box.
    consent_at: i64,
    /// When the confirmation link was used; `null` if it was not.
    confirmed_at: Option<i64>,
    /// When the subscription ended; `null` if it did not.
    left_at: Option<i64>,
    /// When an unsubscribed person subscribed again without confirming yet; otherwise `null`.
    requested_at: Option<i64>,
}

impl From<Subscriber> for SubscriberRow {
    fn from(one: Subscriber) -> Self {
        Self {
            id: one.id,
            email: one.email,
            state: one.state.as_str().into(),
            lang: one.lang.as_str().into(),
            source: one.source,
            consent_text: one.consent_text,
            consent_at: one.consent_at,
            confirmed_at: one.confirmed_at,
            left_at: one.left_at,
            requested_at: one.requested_at,
        }
    }
}

fn filter(query: SubscribersQuery) -> Result<SubscriberFilter, Refusal> {
    let state = parse_optional_choice("state", query.state.as_deref(), SubscriberState::parse)?;
    Ok(SubscriberFilter { state, search: search_text(query.search), ..SubscriberFilter::default() })
}

#[utoipa::path(get, path = "/api/admin/newsletter", params(SubscribersQuery),
    responses((status = 200, body = SubscriberList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(newsletter): State<Newsletter>,
    _staff: Staff,
    QueryParams(query): QueryParams<SubscribersQuery>,
) -> Result<Json<SubscriberList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let filter = SubscriberFilter { offset: (page - 1).saturating_mul(PER_PAGE), limit: PER_PAGE, ..filter(query)? };
    let (found, total) = newsletter.list(&filter).await?;
    let subscribers = found.into_iter().map(SubscriberRow::from).collect();
    Ok(Json(SubscriberList { subscribers, total, page, pages: page_count(total) }))
}

/// Exports all matching subscriptions as CSV, each with its unsubscribe link.
#[utoipa::path(get, path = "/api/admin/newsletter/export", params(SubscribersQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(newsletter): State<Newsletter>,
    _staff: Staff,
    QueryParams(query): QueryParams<SubscribersQuery>,
) -> Result<Response, Refusal> {
    let filter = filter(query)?;
    let settings = context.settings().await?;
    let heading = file_texts::newsletter(settings.lang());
    let portion = move |below: i64| {
        let filter = SubscriberFilter { before_id: Some(below), limit: csv::PORTION, ..filter.clone() };
        let (newsletter, settings) = (newsletter.clone(), Arc::clone(&settings));
        async move {
            let (found, _) = newsletter.list(&filter).await?;
            Ok(found.into_iter().map(|one| (one.id, cells(one, &newsletter, &settings))).collect())
        }
    };
    Ok(csv::streamed("newsletter.csv", heading, portion).await?)
}

fn cells(one: Subscriber, newsletter: &Newsletter, settings: &ShopSettings) -> Vec<String> {
    let lang = settings.lang();
    let url = newsletter.leave_url(&one, settings);
    let when = |at: Option<i64>| at.map(|at| moment(at, lang)).unwrap_or_default();
    let state = match one.state {
        SubscriberState::Pending => file_texts::newsletter_pending(lang),
        SubscriberState::Confirmed => file_texts::newsletter_confirmed(lang),
        SubscriberState::Left => file_texts::newsletter_left(lang),
    };
    let language = match one.lang {
        Lang::It => file_texts::italian(lang),
        Lang::En => file_texts::english(lang),
    };
    let source = match one.source.as_str() {
        "account" => file_texts::from_account(lang),
        _ => file_texts::from_page_foot(lang),
    };
    vec![
        one.email,
        state.to_owned(),
        language.to_owned(),
        source.to_owned(),
        moment(one.consent_at, lang),
        one.consent_text,
        when(one.confirmed_at),
        when(one.left_at),
        url,
    ]
}

/// Ends a subscription on the subscriber's behalf; its proof of consent is retained.
#[utoipa::path(post, path = "/api/admin/newsletter/{id}/unsubscribe", params(("id" = i64, Path, minimum = 1)),
    responses((status = 200, body = SubscriberRow)))]
pub(in crate::admin) async fn unsubscribe(
    State(newsletter): State<Newsletter>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<SubscriberRow>, Refusal> {
    let found = newsletter.unsubscribe(id).await?.ok_or_else(Refusal::not_found)?;
    Ok(Json(found.into()))
}

/// Deletes a subscription with its proof of consent.
#[utoipa::path(delete, path = "/api/admin/newsletter/{id}", params(("id" = i64, Path, minimum = 1)),
    responses((status = 204)))]
pub(in crate::admin) async fn forget(
    State(newsletter): State<Newsletter>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if newsletter.forget(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}
