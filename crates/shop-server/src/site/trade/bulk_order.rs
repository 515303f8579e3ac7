//! The bulk order form: `/my-account/bulkorder/`.

use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{FieldError, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::list_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{AccountSection, BulkOrderView};
use shop_services::ports::StoreError;
use shop_services::trade::bulk_orders::BulkOrders;
use shop_services::trade::purchase_lists::PurchaseListError;

use super::bulk_rows::{PostedRows, add_lines, add_to_cart, read_rows};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::{Form, without};
use crate::app::limits::Limits;
use crate::app::storefront::WebContext;
use crate::app::visitor::session::Session;
use crate::site::accounts::access::{require_form_customer, require_trade_buyer};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};
use crate::site::trade::bulk_rows;
use crate::trade::bulk::count_search;
use crate::trade::{error, status, token_is_valid};

pub(super) const PATH: &str = "/my-account/bulkorder/";
/// Nonce action of the form.
const NONCE: &str = "bulk_order";
/// Largest file or pasted text, in KiB.
const MAX_TEXT_KB: usize = 500;

/// The empty form.
pub(super) async fn show(request: AccountRequest) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::BulkOrder, PATH).await {
        return response;
    }
    let rows = PostedRows::from_form(bulk_rows::new_form());
    page(&request, rows, String::new(), Vec::new()).await
}

/// Shows the form with rows, and with the errors that refused it.
async fn page(request: &AccountRequest, rows: PostedRows, title: String, errors: Vec<FieldError>) -> Response {
    match bulk_rows::rows_view(request, rows.form, rows.report).await {
        Ok(rows) => {
            let section = AccountSection::BulkOrder(Box::new(BulkOrderView { rows, title }));
            let view = AccountView::new(list_texts::bulk_order, PATH, section).with_form(NONCE);
            respond(request, if errors.is_empty() { view } else { view.with_errors(errors) }).await
        }
        Err(error) => error_response(&error),
    }
}

/// Handles the form without scripts: adds its rows to the cart (`action=add`) or saves them as a list (`action=save`); anything else
/// shows the form again with the products that its rows resolve to.
pub(super) async fn send(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let posted = Pairs(pairs);
    if let Err(response) = require_trade_buyer(&request, TradeAction::BulkOrder, PATH).await {
        return response;
    }
    if let Err(response) = require_form_customer(&request, &posted, PATH, NONCE).await {
        return response;
    }
    run_action(&request, &posted).await.unwrap_or_else(|error| error_response(&error))
}

async fn run_action(request: &AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let rows = match read_rows(request, posted).await? {
        Ok(rows) => rows,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    let title = posted.get("title").unwrap_or_default().to_owned();
    let errors = rows.errors();
    if !errors.is_empty() {
        return Ok(page(request, rows, title, errors).await);
    }
    match posted.get("action") {
        Some("add") => match add_to_cart(request, &rows.form.product_string).await? {
            Ok(response) => Ok(response),
            Err(error) => Ok(page(request, rows, title, vec![error]).await),
        },
        Some("save") => match save_as_list(request, &title, &rows.form.product_string).await? {
            Ok(response) => Ok(response),
            Err(error) => Ok(page(request, rows, title, vec![error]).await),
        },
        _ => Ok(page(request, rows, title, Vec::new()).await),
    }
}

async fn save_as_list(
    request: &AccountRequest,
    title: &str,
    products: &str,
) -> Result<Result<Response, FieldError>, StoreError> {
    let AccountRequest { state, session, .. } = request;
    match state.shop.purchase_lists.save(&session.buyer, title, products).await {
        Ok(id) => {
            let notice = notice("success", codes::TRADE_LIST_SAVED, Params::new());
            let path = super::purchase_lists::list_path(id);
            redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), &path, notice).await.map(Ok)
        }
        Err(PurchaseListError::Store(error)) => Err(error),
        Err(PurchaseListError::Wrong(error)) => Ok(Err(error)),
        Err(PurchaseListError::Refused(refusal)) => Ok(Err(error(refusal))),
        Err(PurchaseListError::Missing) => Ok(Err(FieldError::new("", codes::TRADE_LIST_EMPTY))),
    }
}

/// Adds pasted or uploaded lines to the form without scripts, and reports the outcome of each line.
pub(super) async fn paste(request: AccountRequest, form: Result<Multipart, MultipartRejection>) -> Response {
    if let Err(response) = require_trade_buyer(&request, TradeAction::BulkOrder, PATH).await {
        return response;
    }
    let form = match form {
        Ok(form) => form,
        Err(rejection) => return rejection.into_response(),
    };
    let (posted, file) = match read_form(form).await {
        Ok(parts) => parts,
        Err(status) => return status.into_response(),
    };
    if let Err(response) = require_form_customer(&request, &posted, PATH, NONCE).await {
        return response;
    }
    let text = format!("{}\n{file}", posted.get("pasted").unwrap_or_default());
    show_pasted(&request, &posted, text.trim()).await.unwrap_or_else(|error| error_response(&error))
}

async fn show_pasted(request: &AccountRequest, posted: &Pairs, text: &str) -> Result<Response, StoreError> {
    let form = match bulk_rows::load_rows(request, posted.get("rest").unwrap_or_default()).await? {
        Ok(form) => form,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    if let Some(error) = check_text(text) {
        let form = if form.lines.is_empty() { bulk_rows::new_form() } else { form };
        return Ok(page(request, PostedRows::from_form(form), String::new(), vec![error]).await);
    }
    match add_lines(request, form, text).await? {
        Ok(rows) => Ok(page(request, rows, String::new(), Vec::new()).await),
        Err(refusal) => Ok(status(refusal).into_response()),
    }
}

/// Validates pasted text as a whole.
fn check_text(text: &str) -> Option<FieldError> {
    if text.is_empty() {
        return Some(FieldError::new("pasted", codes::TRADE_BULK_NOTHING_PASTED));
    }
    let too_large = text.len() > MAX_TEXT_KB * 1024;
    too_large.then(|| FieldError::new("pasted", codes::TRADE_BULK_FILE_TOO_LARGE).with("maximum", MAX_TEXT_KB))
}

/// Reads the fields of a multipart form, and its file as text.
async fn read_form(mut form: Multipart) -> Result<(Pairs, String), StatusCode> {
    let (mut fields, mut file) = (Vec::new(), String::new());
    while let Some(field) = form.next_field().await.map_err(|error| error.status())? {
        let name = field.name().unwrap_or_default().to_owned();
        let content = field.bytes().await.map_err(|error| error.status())?;
        if name == "file" {
            file = decode_text(&content);
        } else {
            fields.push((name, String::from_utf8_lossy(&content).into_owned()));
        }
    }
    without(&mut fields);
    file.retain(|letter| letter != crate::app::forms::nul_bytes::NUL);
    Ok((Pairs(fields), file))
}

/// Decodes a file as UTF-8, or else as Latin-1, which older Western European spreadsheets write.
fn decode_text(content: &[u8]) -> String {
    match std::str::from_utf8(content) {
        Ok(text) => text.to_owned(),
        Err(_) => content.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// `POST /api/bulk-order/lines`: resolves lines from a spreadsheet or a file (`text`, with the trade token as `security`) for the
/// pages' scripts.
pub(super) async fn lines(
    State(bulk_orders): State<BulkOrders>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    session: Session,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let posted = Pairs(pairs);
    if !token_is_valid(&web, &session, posted.get("security").unwrap_or_default()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if let Err(refusal) = session.buyer.trade(TradeAction::BulkOrder) {
        return (status(refusal), Json(error(refusal))).into_response();
    }
    if count_search(&web.context, &limits, &session).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let text = posted.get("text").unwrap_or_default().trim();
    if let Some(error) = check_text(text) {
        return (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response();
    }
    match bulk_orders.read(&session.buyer, text).await {
        Ok(Ok(report)) => Json(report).into_response(),
        Ok(Err(refusal)) => (status(refusal), Json(error(refusal))).into_response(),
        Err(error) => error_response(&error),
    }
}
