//! Withdrawing from a contract on line: `/recesso/{id}/`. The form, the declaration to be confirmed, and its receipt.

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

use crate::app::nul::Form;
use crate::app::pairs::{Pairs, keyed};
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::site::plain_form::SPAN_S;
use crate::site::plain_form::expired;
use crate::site::plain_form::failed;
use crate::site::plain_form::is_genuine;
use crate::site::plain_form::refusals;
use crate::site::plain_form::too_many;

const TITLE: Text = site_texts::withdrawal_from_the_contract;
const NONCE: &str = "withdraw";
/// Longest value shown again, in characters.
const MAX_CHARS: usize = 300;
/// Declarations from one address in the span: each sends a message to an address that was typed.
const DECLARATIONS: u32 = 20;

/// What is asked, with who asks.
struct Asked {
    state: AppState,
    session: Session,
    request: PageRequest,
    /// Where the page is and its forms go: with the key that opened it.
    path: String,
    lang: Lang,
}

/// `/recesso/{id}/?key=…`: for who has the key, and for the order's customer.
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let (asked, order) = match opened(state, session, &id, &query, request).await {
        Ok(opened) => opened,
        Err(answer) => return *answer,
    };
    let done = query.get("done").and_then(|id| id.parse().ok());
    first(&asked, &order, done).await.unwrap_or_else(|error| failed(&error))
}

async fn opened(
    state: AppState,
    session: Session,
    id: &str,
    query: &Pairs,
    request: PageRequest,
) -> Result<(Asked, Box<OrderRecord>), Box<Response>> {
    let number = OrderId(id.parse().unwrap_or(0));
    let path = format!("/recesso/{number}/");
    let key = query.get("key").unwrap_or_default();
    match state.shop.orders.order_for_buyer(number, key, None, &session.buyer).await {
        Err(error) => Err(Box::new(failed(&error))),
        Ok(Err(_)) => Err(Box::new(crate::page_data::texts::missing(&state, &request, &path).await)),
        Ok(Ok(order)) => {
            let path = keyed(&path, key);
            let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            Ok((Asked { state, session, request, path, lang }, Box::new(order)))
        }
    }
}

/// The page as it opens; `done`: the declaration that was just received.
async fn first(asked: &Asked, order: &OrderRecord, done: Option<i64>) -> Result<Response, StoreError> {
    let state = asked.state.shop.withdrawals.withdrawal_state(order).await?;
    let billing = &order.content.billing;
    let open: Vec<i64> =
        state.lines.iter().filter(|line| line.excluded().is_none()).map(|line| line.position).collect();
    let form = WithdrawalForm {
        name: format!("{} {}", billing.first_name, billing.last_name).trim().to_owned(),
        email: billing.email.clone(),
        // With several products the buyer says which; a single one is meant.
        lines: if open.len() == 1 { open } else { Vec::new() },
    };
    let step = match done {
        Some(id) if state.declared.iter().any(|one| one.id == id) => WithdrawalStep::Done,
        _ => WithdrawalStep::Form,
    };
    Ok(page(asked, order, &state, StatusCode::OK, step, &form, Vec::new()).await)
}

async fn page(
    asked: &Asked,
    order: &OrderRecord,
    state: &WithdrawalState,
    status: StatusCode,
    step: WithdrawalStep,
    form: &WithdrawalForm,
    errors: Vec<Notice>,
) -> Response {
    let lang = asked.lang;
    let closed = withdrawal_closed(state, order, lang).map(|why| sentence(&why, lang)).unwrap_or_default();
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
        action: asked.path.clone(),
        order_path: order.received_path(),
        name: form.name.clone(),
        email: form.email.clone(),
        lines: state.lines.iter().zip(&order.lines).map(line).collect(),
        until: match state.window {
            Window::Open(Some(end)) => calendar::day(end - 1, lang),
            _ => String::new(),
        },
        closed,
        declared: state.declared.iter().map(|one| declared(one, order, lang)).collect(),
        errors,
        nonce: plain_form::nonce(&asked.state, &asked.session, NONCE),
    };
    let page = Page::Withdrawal(Box::new(page));
    plain_form::respond(&asked.state, &asked.session.buyer, &asked.request, &asked.path, TITLE, status, page).await
}

fn declared(record: &WithdrawalRecord, order: &OrderRecord, lang: Lang) -> DeclaredWithdrawal {
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

/// The form's steps: `review` shows the declaration, `edit` the form again, `confirm` declares.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn send(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let (asked, order) = match opened(state, session, &id, &query, request).await {
        Ok(opened) => opened,
        Err(answer) => return *answer,
    };
    let posted = Pairs(pairs);
    let genuine = is_genuine(&asked.state, &asked.session, &headers, &posted, ("_wpnonce", NONCE));
    step(&asked, &order, &posted, genuine, &address.ip().to_string()).await.unwrap_or_else(|error| failed(&error))
}

async fn step(
    asked: &Asked,
    order: &OrderRecord,
    posted: &Pairs,
    genuine: bool,
    address: &str,
) -> Result<Response, StoreError> {
    let lang = asked.lang;
    let shop = &asked.state.shop;
    let state = shop.withdrawals.withdrawal_state(order).await?;
    let short = |name: &str| posted.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    let form = WithdrawalForm {
        name: short("withdrawal_name"),
        email: short("withdrawal_email"),
        lines: posted
            .0
            .iter()
            .filter(|(name, _)| name == "withdrawal_lines")
            .take(order.lines.len() + 1)
            .map(|(_, value)| value.parse().unwrap_or(-1))
            .collect(),
    };
    let again = |status, errors| page(asked, order, &state, status, WithdrawalStep::Form, &form, errors);
    if !genuine {
        return Ok(again(StatusCode::FORBIDDEN, expired(lang)).await);
    }
    if posted.get("step") == Some("edit") {
        return Ok(again(StatusCode::OK, Vec::new()).await);
    }
    if withdrawal_closed(&state, order, lang).is_some() {
        return Ok(again(StatusCode::CONFLICT, Vec::new()).await);
    }
    let checked = match check(&form, &state.lines) {
        Ok(checked) => checked,
        Err(errors) => return Ok(again(StatusCode::UNPROCESSABLE_ENTITY, refusals(&errors, lang)).await),
    };
    match posted.get("step") {
        Some("review") => {
            let form = WithdrawalForm {
                name: checked.name().to_owned(),
                email: checked.email().to_owned(),
                lines: checked.lines().to_vec(),
            };
            Ok(page(asked, order, &state, StatusCode::OK, WithdrawalStep::Confirm, &form, Vec::new()).await)
        }
        Some("confirm") => {
            let now = shop.context.now();
            if let Err(wait) = asked.state.limits.count("withdrawal", address, DECLARATIONS, SPAN_S, now) {
                return Ok(again(StatusCode::TOO_MANY_REQUESTS, too_many(wait, lang)).await);
            }
            if let Some(id) = shop.withdrawals.declare_withdrawal(order, &checked).await? {
                let mark = if asked.path.contains('?') { '&' } else { '?' };
                Ok(Redirect::to(&format!("{}{mark}done={id}", asked.path)).into_response())
            } else {
                let errors = refusals(&[FieldError::new("withdrawal_lines", codes::WITHDRAWAL_DECLARED)], lang);
                let state = shop.withdrawals.withdrawal_state(order).await?;
                Ok(page(asked, order, &state, StatusCode::CONFLICT, WithdrawalStep::Form, &form, errors).await)
            }
        }
        _ => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}
