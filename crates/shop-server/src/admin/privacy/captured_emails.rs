//! E-mail addresses captured for marketing while the visitor typed them.

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
use shop_services::ports::{CapturedEmail, CapturedEmailFilter};
use shop_services::privacy::email_captures::EmailCaptures;
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};
use crate::app::storefront::PublicAddress;
use crate::platform::csv;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct CapturedEmailsQuery {
    /// `subscribed` or `unsubscribed`; all if empty.
    #[param(pattern = "^(subscribed|unsubscribed)?$")]
    state: Option<String>,
    /// Text contained in the address.
    search: Option<String>,
    /// Counted from 1.
    #[serde(deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of addresses, last typed first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CapturedEmailList {
    emails: Vec<CapturedEmailRow>,
    total: u64,
    page: u64,
    pages: u64,
    /// Whether addresses are currently being captured.
    enabled: bool,
}

/// A captured address.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CapturedEmailRow {
    id: i64,
    email: String,
    /// Form in which it was first typed: `order-checkout`, `sign-up` or empty.
    location: String,
    /// `it` or `en`.
    lang: String,
    /// Random id of the browser whose consent was recorded; empty if there is none.
    consent_id: String,
    captured_at: i64,
    seen_at: i64,
    /// When it was unsubscribed; `null` if it may be written to.
    unsubscribed_at: Option<i64>,
}

impl From<CapturedEmail> for CapturedEmailRow {
    fn from(captured: CapturedEmail) -> Self {
        Self {
            id: captured.id,
            email: captured.email,
            location: captured.location,
            lang: captured.lang.as_str().into(),
            consent_id: captured.consent_id,
            captured_at: captured.captured_at,
            seen_at: captured.seen_at,
            unsubscribed_at: captured.unsubscribed_at,
        }
    }
}

fn filter(query: CapturedEmailsQuery) -> Result<CapturedEmailFilter, Refusal> {
    let named = |word: &str| match word {
        "subscribed" => Some(true),
        "unsubscribed" => Some(false),
        _ => None,
    };
    let subscribed = parse_optional_choice("state", query.state.as_deref(), named)?;
    Ok(CapturedEmailFilter { subscribed, search: search_text(query.search), ..CapturedEmailFilter::default() })
}

#[utoipa::path(get, path = "/api/admin/captured-emails", params(CapturedEmailsQuery),
    responses((status = 200, body = CapturedEmailList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(email_captures): State<EmailCaptures>,
    _staff: Staff,
    QueryParams(query): QueryParams<CapturedEmailsQuery>,
) -> Result<Json<CapturedEmailList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let filter = CapturedEmailFilter { offset: (page - 1).saturating_mul(PER_PAGE), limit: PER_PAGE, ..filter(query)? };
    let (found, total) = email_captures.list(&filter).await?;
    let enabled = context.settings().await?.visits().capture_category().is_some();
    let emails = found.into_iter().map(CapturedEmailRow::from).collect();
    Ok(Json(CapturedEmailList { emails, total, page, pages: page_count(total), enabled }))
}

/// Exports all matching addresses as CSV, each with its unsubscribe link.
#[utoipa::path(get, path = "/api/admin/captured-emails/export", params(CapturedEmailsQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(public_address): State<PublicAddress>,
    State(email_captures): State<EmailCaptures>,
    _staff: Staff,
    QueryParams(query): QueryParams<CapturedEmailsQuery>,
) -> Result<Response, Refusal> {
    let filter = filter(query)?;
    let settings = context.settings().await?;
    let lang = settings.lang();
    let heading = file_texts::captured_emails(lang);
    let portion = move |below: i64| {
        let filter = CapturedEmailFilter { before_id: Some(below), limit: csv::PORTION, ..filter.clone() };
        let (email_captures, public_address, settings) =
            (email_captures.clone(), public_address.clone(), Arc::clone(&settings));
        async move {
            let (found, _) = email_captures.list(&filter).await?;
            let row = |captured: CapturedEmail| {
                let link = settings.shop.page_path(captured.lang, &format!("/disiscrizione/{}/", captured.token));
                (captured.id, cells(captured, public_address.url(&link), lang))
            };
            Ok(found.into_iter().map(row).collect())
        }
    };
    Ok(csv::streamed("email.csv", heading, portion).await?)
}

fn cells(captured: CapturedEmail, link: String, lang: Lang) -> Vec<String> {
    vec![
        captured.email,
        captured.location,
        captured.lang.as_str().into(),
        moment(captured.captured_at, lang),
        moment(captured.seen_at, lang),
        captured.unsubscribed_at.map(|at| moment(at, lang)).unwrap_or_default(),
        captured.consent_id,
        link,
    ]
}

/// Unsubscribes an address. It remains stored so that it is not captured again.
#[utoipa::path(post, path = "/api/admin/captured-emails/{id}/unsubscribe", params(("id" = i64, Path, minimum = 1)),
    responses((status = 200, body = CapturedEmailRow)))]
pub(in crate::admin) async fn unsubscribe(
    State(email_captures): State<EmailCaptures>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CapturedEmailRow>, Refusal> {
    let found = email_captures.unsubscribe(id).await?.ok_or_else(Refusal::not_found)?;
    Ok(Json(found.into()))
}

/// Deletes an address.
#[utoipa::path(delete, path = "/api/admin/captured-emails/{id}", params(("id" = i64, Path, minimum = 1)),
    responses((status = 204)))]
pub(in crate::admin) async fn forget(
    State(email_captures): State<EmailCaptures>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if email_captures.forget(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}
