//! The bulk order form: `/my-account/bulkorder/`.

use axum::Json;
use axum::extract::Multipart;
use axum::extract::State;
use axum::extract::multipart::MultipartRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{FieldError, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::list_texts;
use shop_core::trade::account::TradeAction;
use shop_core::trade::product_string;
use shop_core::view::{AccountSection, BulkOrderView};
use shop_services::ports::StoreError;
use shop_services::trade::purchase_lists::ListDenied;

use super::bulk_rows::SentRows;
use super::bulk_rows::sent;
use super::bulk_rows::with_lines;
use crate::app::nul::{Form, without};
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::site::accounts::access::poster;
use crate::site::accounts::access::trade_buyer;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::trade::bulk_rows;
use crate::trade::bulk::{count_search, notices};
use crate::trade::{error, status, token_is_valid};

pub(super) const PATH: &str = "/my-account/bulkorder/";
/// Action of the form.
const NONCE: &str = "bulk_order";
/// Greatest file or text of lines.
const MAX_TEXT_KB: usize = 500;

/// The form as it opens.
pub(super) async fn show(asked: Asked) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::BulkOrder, PATH).await {
        return answer;
    }
    let rows = SentRows::of(bulk_rows::new_form());
    page(&asked, rows, String::new(), Vec::new()).await
}

/// The form with rows; `errors`: it was refused.
async fn page(asked: &Asked, rows: SentRows, title: String, errors: Vec<FieldError>) -> Response {
    match bulk_rows::view(asked, rows.form, rows.report).await {
        Ok(rows) => {
            let section = AccountSection::BulkOrder(Box::new(BulkOrderView { rows, title }));
            let shown = Shown::new(list_texts::bulk_order, PATH, section).with_form(NONCE);
            respond(asked, if errors.is_empty() { shown } else { shown.refused(errors) }).await
        }
        Err(error) => failed(&error),
    }
}

/// The form sent without scripts: its rows into the cart (`action=add`) or saved as a list (`action=save`); anything else shows it
/// again with what its rows mean.
pub(super) async fn send(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let posted = Pairs(pairs);
    if let Err(answer) = trade_buyer(&asked, TradeAction::BulkOrder, PATH).await {
        return answer;
    }
    if let Err(answer) = poster(&asked, &posted, PATH, NONCE).await {
        return answer;
    }
    acted(&asked, &posted).await.unwrap_or_else(|error| failed(&error))
}

async fn acted(asked: &Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let rows = match sent(asked, posted).await? {
        Ok(rows) => rows,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    let title = posted.get("title").unwrap_or_default().to_owned();
    let wrong = rows.errors();
    if !wrong.is_empty() {
        return Ok(page(asked, rows, title, wrong).await);
    }
    match posted.get("action") {
        Some("add") => match add(asked, &rows.form.product_string).await? {
            Ok(answer) => Ok(answer),
            Err(error) => Ok(page(asked, rows, title, vec![error]).await),
        },
        Some("save") => match save(asked, &title, &rows.form.product_string).await? {
            Ok(answer) => Ok(answer),
            Err(error) => Ok(page(asked, rows, title, vec![error]).await),
        },
        _ => Ok(page(asked, rows, title, Vec::new()).await),
    }
}

/// Puts lines into the cart and goes there; the refusal is told by the page.
pub(super) async fn add(asked: &Asked, products: &str) -> Result<Result<Response, FieldError>, StoreError> {
    let Asked { state, session, headers, .. } = asked;
    let lines = product_string::parse(products);
    if lines.is_empty() {
        return Ok(Err(FieldError::new("", codes::TRADE_LIST_EMPTY)));
    }
    let added = match state.shop.bulk_orders.add_to_cart(&session.buyer, &lines).await? {
        Ok(added) => added,
        Err(refusal) => return Ok(Err(error(refusal))),
    };
    state.shop.carts.leave_notices(&session.key, session.customer_id, &notices(&added)).await?;
    let mut response = Redirect::to("/cart/").into_response();
    let hash = added.open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &added.open, &hash, state);
    Ok(Ok(response))
}

async fn save(asked: &Asked, title: &str, products: &str) -> Result<Result<Response, FieldError>, StoreError> {
    let Asked { state, session, .. } = asked;
    match state.shop.purchase_lists.save(&session.buyer, title, products).await? {
        Ok(id) => {
            let told = notice("success", codes::TRADE_LIST_SAVED, Params::new());
            let path = super::purchase_lists::list_path(id);
            go_with_notice(state, session, HeaderMap::new(), &path, told).await.map(Ok)
        }
        Err(ListDenied::Wrong(error)) => Ok(Err(error)),
        Err(ListDenied::Refused(refusal)) => Ok(Err(error(refusal))),
        Err(ListDenied::Missing) => Ok(Err(FieldError::new("", codes::TRADE_LIST_EMPTY))),
    }
}

/// Lines from a spreadsheet or a file, sent without scripts: the form with them, and what became of each.
pub(super) async fn paste(asked: Asked, form: Result<Multipart, MultipartRejection>) -> Response {
    if let Err(answer) = trade_buyer(&asked, TradeAction::BulkOrder, PATH).await {
        return answer;
    }
    let form = match form {
        Ok(form) => form,
        Err(rejection) => return rejection.into_response(),
    };
    let (posted, file) = match read_form(form).await {
        Ok(read) => read,
        Err(status) => return status.into_response(),
    };
    if let Err(answer) = poster(&asked, &posted, PATH, NONCE).await {
        return answer;
    }
    let text = format!("{}\n{file}", posted.get("pasted").unwrap_or_default());
    pasted(&asked, &posted, text.trim()).await.unwrap_or_else(|error| failed(&error))
}

async fn pasted(asked: &Asked, posted: &Pairs, text: &str) -> Result<Response, StoreError> {
    let form = match bulk_rows::loaded(asked, posted.get("rest").unwrap_or_default()).await? {
        Ok(form) => form,
        Err(refusal) => return Ok(status(refusal).into_response()),
    };
    if let Some(error) = wrong_text(text) {
        let form = if form.lines.is_empty() { bulk_rows::new_form() } else { form };
        return Ok(page(asked, SentRows::of(form), String::new(), vec![error]).await);
    }
    match with_lines(asked, form, text).await? {
        Ok(rows) => Ok(page(asked, rows, String::new(), Vec::new()).await),
        Err(refusal) => Ok(status(refusal).into_response()),
    }
}

/// What is wrong with a text of lines as a whole.
fn wrong_text(text: &str) -> Option<FieldError> {
    if text.is_empty() {
        return Some(FieldError::new("pasted", codes::TRADE_BULK_NOTHING_PASTED));
    }
    let too_large = text.len() > MAX_TEXT_KB * 1024;
    too_large.then(|| FieldError::new("pasted", codes::TRADE_BULK_FILE_TOO_LARGE).with("maximum", MAX_TEXT_KB))
}

/// The fields of a form with a file, and the file as text.
async fn read_form(mut form: Multipart) -> Result<(Pairs, String), StatusCode> {
    let (mut fields, mut file) = (Vec::new(), String::new());
    while let Some(field) = form.next_field().await.map_err(|error| error.status())? {
        let name = field.name().unwrap_or_default().to_owned();
        let content = field.bytes().await.map_err(|error| error.status())?;
        if name == "file" {
            file = decoded(&content);
        } else {
            fields.push((name, String::from_utf8_lossy(&content).into_owned()));
        }
    }
    without(&mut fields);
    file.retain(|letter| letter != crate::app::nul::NUL);
    Ok((Pairs(fields), file))
}

/// A file as text: UTF-8, else byte by byte, as older spreadsheets of the West write it.
fn decoded(content: &[u8]) -> String {
    match std::str::from_utf8(content) {
        Ok(text) => text.to_owned(),
        Err(_) => content.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// `POST /api/bulk-order/lines`: what lines from a spreadsheet or a file mean (`text`, with the token of the trade layer as
/// `security`), for the pages' scripts.
pub(super) async fn lines(
    State(state): State<AppState>,
    session: Session,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let posted = Pairs(pairs);
    if !token_is_valid(&state, &session, posted.get("security").unwrap_or_default()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if let Err(refusal) = session.buyer.trade(TradeAction::BulkOrder) {
        return (status(refusal), Json(error(refusal))).into_response();
    }
    if count_search(&state, &session).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let text = posted.get("text").unwrap_or_default().trim();
    if let Some(error) = wrong_text(text) {
        return (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response();
    }
    match state.shop.bulk_orders.read(&session.buyer, text).await {
        Ok(Ok(report)) => Json(report).into_response(),
        Ok(Err(refusal)) => (status(refusal), Json(error(refusal))).into_response(),
        Err(error) => failed(&error),
    }
}
