//! The mailbox: every e-mail that the shop has sent or will send.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use shop_services::platform::mail_keys::without_account_keys;
use shop_services::platform::outbox::Outbox;
use shop_services::ports::{MailMessage, Role};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Id, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number};
use crate::platform::config::Config;

/// Part of an e-mail's content comes from strangers: the policy allows its inline styles and no scripts or other resources.
const MESSAGE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct MailQuery {
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of e-mails, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct MailList {
    messages: Vec<MailRow>,
    total: u64,
    page: u64,
    pages: u64,
    /// Whether a mail server is configured; without one no e-mail leaves the shop.
    mail_server: bool,
}

/// An e-mail in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct MailRow {
    id: i64,
    /// Type of e-mail: `new_order`, `customer_on_hold_order`, …
    kind: String,
    /// Order that it is about.
    order_id: Option<i64>,
    recipient: String,
    subject: String,
    /// Delivery attempts so far.
    attempts: i64,
    /// When it was delivered to the mail server; `null` while it is queued.
    sent_at: Option<i64>,
    /// Error of the last attempt; empty if there was none.
    last_error: String,
    created_at: i64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct MailDetail {
    #[serde(flatten)]
    row: MailRow,
    body_text: String,
    /// Path of its HTML body.
    html_path: String,
}

#[utoipa::path(get, path = "/api/admin/mail", params(MailQuery), responses((status = 200, body = MailList)))]
pub(in crate::admin) async fn list(
    State(outbox): State<Outbox>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    QueryParams(query): QueryParams<MailQuery>,
) -> Result<Json<MailList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let (messages, total) = outbox.list_mail(page, PER_PAGE).await?;
    Ok(Json(MailList {
        messages: messages.into_iter().map(row).collect(),
        total,
        page,
        pages: page_count(total),
        mail_server: config.has_mail_server(),
    }))
}

#[utoipa::path(get, path = "/api/admin/mail/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = MailDetail)))]
pub(in crate::admin) async fn detail(
    State(outbox): State<Outbox>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
) -> Result<Json<MailDetail>, Refusal> {
    let message = outbox.mail(id).await?.ok_or_else(Refusal::not_found)?;
    let body_text = mask_account_links(&message.body_text, &staff, &config);
    Ok(Json(MailDetail { html_path: format!("/api/admin/mail/{id}/html"), body_text, row: row(message) }))
}

/// Returns the HTML body of an e-mail for a sandboxed frame.
#[utoipa::path(get, path = "/api/admin/mail/{id}/html", params(("id" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/html")))]
pub(in crate::admin) async fn html(
    State(outbox): State<Outbox>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
) -> Result<Response, Refusal> {
    let message = outbox.mail(id).await?.ok_or_else(Refusal::not_found)?;
    let mut response = Html(mask_account_links(&message.body_html, &staff, &config)).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(MESSAGE_POLICY));
    response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    Ok(response)
}

/// Resends an e-mail: queues a copy, so that both stay on record.
#[utoipa::path(post, path = "/api/admin/mail/{id}/resend", params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn resend(
    State(outbox): State<Outbox>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if outbox.send_mail_again(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}

/// Masks the text of an e-mail for a member of staff. Links that open an account are for its owner alone; only an administrator
/// of a shop without a mail server, where nobody would ever receive them, may read them and pass them on.
fn mask_account_links(text: &str, staff: &Staff, config: &Config) -> String {
    if !config.has_mail_server() && staff.person.role == Role::Admin {
        return text.to_owned();
    }
    without_account_keys(text)
}

fn row(message: MailMessage) -> MailRow {
    MailRow {
        id: message.id,
        kind: message.kind,
        order_id: message.order_id.map(|id| id.0),
        recipient: message.recipient,
        subject: message.subject,
        attempts: message.attempts,
        sent_at: message.sent_at,
        last_error: message.last_error,
        created_at: message.created_at,
    }
}
