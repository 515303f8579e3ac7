//! Online withdrawal from a contract: `/recesso/{id}/`. The form, the declaration to confirm, and its receipt.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, Lang, OrderId, Params, calendar};
use shop_core::orders::withdrawal::{Excluded, Window, WithdrawalForm, check};
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{DeclaredWithdrawal, Notice, Page, WithdrawalLineView, WithdrawalPage, WithdrawalStep};
use shop_services::orders::{WithdrawalState, line_text, withdrawal_closed};
use shop_services::ports::{OrderRecord, StoreError, WithdrawalRecord};

use crate::app::forms::form_fields::{Pairs, keyed};
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::site::plain_form::{SPAN_S, error_notices, error_response, expired_notices, is_genuine, too_many_attempts};

const TITLE: Text = site_texts::withdrawal_from_the_contract;
const NONCE: &str = "withdraw";
/// Characters read from a field.
const MAX_CHARS: usize = 300;
/// Declarations from one IP address in the span: each sends an email to a typed address.
const DECLARATIONS: u32 = 20;

/// A request for the withdrawal page of an order.
struct WithdrawalRequest {
    storefront: Arc<Storefront>,
    session: Session,
    page_request: PageRequest,
    /// Path of the page and of its form, with the key that opened it.
    path: String,
    lang: Lang,
}

/// `/recesso/{id}/?key=…`: for visitors with the order's key and for the order's customer.
pub(super) async fn show(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    page_request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let (request, order) = match open_order(storefront, session, &id, &query, page_request).await {
        Ok(opened) => opened,
        Err(response) => return *response,
    };
    let done = query.get("done").and_then(|id| id.parse().ok());
    show_form(&request, &order, done).await.unwrap_or_else(|error| error_response(&error))
}

async fn open_order(
    storefront: Arc<Storefront>,
    session: Session,
    id: &str,
    query: &Pairs,
    page_request: PageRequest,
) -> Result<(WithdrawalRequest, Box<OrderRecord>), Box<Response>> {
    let number = OrderId(id.parse().unwrap_or(0));
    let path = format!("/recesso/{number}/");
    let key = query.get("key").unwrap_or_default();
    match storefront.orders.order_for_buyer(number, key, None, &session.buyer).await {
        Err(error) => Err(Box::new(error_response(&error))),
        Ok(Err(_)) => Err(Box::new(crate::page_data::texts::missing(&storefront, &page_request, &path).await)),
        Ok(Ok(order)) => {
            let path = keyed(&path, key);
            let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            Ok((WithdrawalRequest { storefront, session, page_request, path, lang }, Box::new(order)))
        }
    }
}

/// Shows the prefilled form, or the receipt of the declaration `done` that was just received.
async fn show_form(
    request: &WithdrawalRequest,
    order: &OrderRecord,
    done: Option<i64>,
) -> Result<Response, StoreError> {
    let state = request.storefront.withdrawals.withdrawal_state(order).await?;
    let billing = &order.content.billing;
    let open: Vec<i64> =
        state.lines.iter().filter(|line| line.excluded().is_none()).map(|line| line.position).collect();
    let form = WithdrawalForm {
        name: format!("{} {}", billing.first_name, billing.last_name).trim().to_owned(),
        email: billing.email.clone(),
        // A single product is preselected; with several the buyer chooses.
        lines: if open.len() == 1 { open } else { Vec::new() },
    };
    let step = match done {
        Some(id) if state.declared.iter().any(|one| one.id == id) => WithdrawalStep::Done,
        _ => WithdrawalStep::Form,
    };
    Ok(page(request, order, &state, StatusCode::OK, step, &form, Vec::new()).await)
}

async fn page(
    request: &WithdrawalRequest,
    order: &OrderRecord,
    state: &WithdrawalState,
    status: StatusCode,
    step: WithdrawalStep,
    form: &WithdrawalForm,
    errors: Vec<Notice>,
) -> Response {
    let lang = request.lang;
    let closed = withdrawal_closed(state, order, lang).map(|reason| sentence(&reason, lang)).unwrap_or_default();
    let line = |(known, line): (&shop_core::orders::withdrawal::WithdrawalLine, _)| WithdrawalLineView {
        position: known.position,
        text: line_text(line),
        chosen: form.lines.contains(&known.position),
        excluded: known.excluded().map(Excluded::code).map(|code| text(code, &Params::new(), lang)).unwrap_or_default(),
        condition: known.condition().map(|code| text(code, &Params::new(), lang)).unwrap_or_default(),
    };
    let page = WithdrawalPage {
        step: if closed.is_empty() || step == WithdrawalStep::Done { step } else { WithdrawalStep::Closed },
        number: order.id.to_string(),
        date: calendar::day(order.created_at, lang),
        action: request.path.clone(),
        order_path: order.received_path(),
        name: form.name.clone(),
        email: form.email.clone(),
        lines: state.lines.iter().zip(&order.lines).map(line).collect(),
        until: match state.window {
            Window::Open(Some(end)) => calendar::day(end - 1, lang),
            _ => String::new(),
        },
        closed,
        declared: state.declared.iter().map(|one| declared_view(one, order, lang)).collect(),
        errors,
        nonce: plain_form::nonce(&request.storefront, &request.session, NONCE),
    };
    let page = Page::Withdrawal(Box::new(page));
    plain_form::respond(
        &request.storefront,
        &request.session.buyer,
        &request.page_request,
        &request.path,
        TITLE,
        status,
        page,
    )
    .await
}

fn declared_view(record: &WithdrawalRecord, order: &OrderRecord, lang: Lang) -> DeclaredWithdrawal {
    DeclaredWithdrawal {
        at: calendar::moment(record.created_at, lang),
        email: record.email.clone(),
        lines: record
            .lines
            .iter()
            .filter_map(|position| order.lines.get(usize::try_from(*position).ok()?))
            .map(line_text)
            .collect(),
    }
}

/// Handles the form's steps: `review` shows the declaration, `edit` the form again, `confirm` declares the withdrawal.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn send(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    page_request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let (request, order) = match open_order(storefront, session, &id, &query, page_request).await {
        Ok(opened) => opened,
        Err(response) => return *response,
    };
    let posted = Pairs(pairs);
    let has_valid_nonce = is_genuine(&request.storefront, &request.session, &headers, &posted, ("_wpnonce", NONCE));
    apply_step(&request, &order, &posted, has_valid_nonce, &address.ip().to_string())
        .await
        .unwrap_or_else(|error| error_response(&error))
}

async fn apply_step(
    request: &WithdrawalRequest,
    order: &OrderRecord,
    posted: &Pairs,
    has_valid_nonce: bool,
    address: &str,
) -> Result<Response, StoreError> {
    let lang = request.lang;
    let storefront = &request.storefront;
    let state = storefront.withdrawals.withdrawal_state(order).await?;
    let truncated = |name: &str| posted.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    let form = WithdrawalForm {
        name: truncated("withdrawal_name"),
        email: truncated("withdrawal_email"),
        lines: posted
            .0
            .iter()
            .filter(|(name, _)| name == "withdrawal_lines")
            .take(order.lines.len() + 1)
            .map(|(_, value)| value.parse().unwrap_or(-1))
            .collect(),
    };
    let show_form_again = |status, errors| page(request, order, &state, status, WithdrawalStep::Form, &form, errors);
    if !has_valid_nonce {
        return Ok(show_form_again(StatusCode::FORBIDDEN, expired_notices(lang)).await);
    }
    if posted.get("step") == Some("edit") {
        return Ok(show_form_again(StatusCode::OK, Vec::new()).await);
    }
    if withdrawal_closed(&state, order, lang).is_some() {
        return Ok(show_form_again(StatusCode::CONFLICT, Vec::new()).await);
    }
    let checked = match check(&form, &state.lines) {
        Ok(checked) => checked,
        Err(errors) => return Ok(show_form_again(StatusCode::UNPROCESSABLE_ENTITY, error_notices(&errors, lang)).await),
    };
    match posted.get("step") {
        Some("review") => {
            let form = WithdrawalForm {
                name: checked.name().to_owned(),
                email: checked.email().to_owned(),
                lines: checked.lines().to_vec(),
            };
            Ok(page(request, order, &state, StatusCode::OK, WithdrawalStep::Confirm, &form, Vec::new()).await)
        }
        Some("confirm") => {
            let now = storefront.web.context.now();
            if let Err(wait) = storefront.limits.count("withdrawal", address, DECLARATIONS, SPAN_S, now) {
                return Ok(show_form_again(StatusCode::TOO_MANY_REQUESTS, too_many_attempts(wait, lang)).await);
            }
            if let Some(id) = storefront.withdrawals.declare_withdrawal(order, &checked).await? {
                let mark = if request.path.contains('?') { '&' } else { '?' };
                Ok(Redirect::to(&format!("{}{mark}done={id}", request.path)).into_response())
            } else {
                let errors = error_notices(&[FieldError::new("withdrawal_lines", codes::WITHDRAWAL_DECLARED)], lang);
                let state = storefront.withdrawals.withdrawal_state(order).await?;
                Ok(page(request, order, &state, StatusCode::CONFLICT, WithdrawalStep::Form, &form, errors).await)
            }
        }
        _ => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}
