//! Standing orders of the buyer's company: list, creation, one standing order.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::{Cents, FieldError, Params};
use shop_core::catalogue::purchase::words::day_with_weekday;
use shop_core::platform::messages::{codes, sentence};
use shop_core::platform::words::site_texts;
use shop_core::trade::standing_order::{MAX_DAYS_TO_FIRST, MAX_STANDING_ORDERS, StandingOrderForm, StandingState};
use shop_core::view::{
    AccountSection, ListChoice, StandingLine, StandingOrderEntry, StandingOrderFields, StandingOrderView,
    StandingOrdersView,
};
use shop_services::ports::{StandingOrderRecord, StoreError};
use shop_services::trade::standing_orders::{PATH, StandingOrderError, keeper};

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::page_data::texts;
use crate::site::accounts::access::{require_customer, respond_forbidden};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::trade::bulk::notices;

/// Nonce action of the forms.
const NONCE: &str = "standing_orders";

fn order_path(id: i64) -> String {
    format!("{PATH}{id}/")
}

/// Checks that the visitor may have standing orders; returns the error response otherwise.
async fn require_access(request: &AccountRequest, path: &str) -> Result<(), Response> {
    require_customer(&request.session, path)?;
    match keeper(&request.session.buyer) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(respond_forbidden(request, path, refusal).await),
    }
}

/// `/my-account/standing-orders/`
pub(super) async fn list(request: AccountRequest) -> Response {
    if let Err(response) = require_access(&request, PATH).await {
        return response;
    }
    show_list(&request, StandingOrderForm::default(), Vec::new()).await.unwrap_or_else(|error| error_response(&error))
}

async fn show_list(
    request: &AccountRequest,
    form: StandingOrderForm,
    errors: Vec<FieldError>,
) -> Result<Response, StoreError> {
    let found = match request.state.shop.standing_orders.list(&request.session.buyer).await {
        Ok(found) => found,
        Err(denied) => return Ok(refusal_response(request, PATH, denied).await),
    };
    let lang = request.state.shop.context.settings().await?.lang();
    let section = AccountSection::StandingOrders(Box::new(StandingOrdersView {
        room: u64::try_from(found.len()).is_ok_and(|count| count < MAX_STANDING_ORDERS),
        orders: found.iter().map(|order| entry_view(order, lang)).collect(),
        fields: load_fields(request, form, true).await?,
    }));
    let view = AccountView::new(site_texts::standing_orders, PATH, section).with_form(NONCE);
    Ok(respond(request, if errors.is_empty() { view } else { view.with_errors(errors) }).await)
}

fn entry_view(order: &StandingOrderRecord, lang: shop_core::base::Lang) -> StandingOrderEntry {
    StandingOrderEntry {
        id: order.id,
        title: order.list_title.clone(),
        repeats: order.repeats,
        state: order.state,
        next: day_with_weekday(order.next_on, lang),
        path: order_path(order.id),
    }
}

/// Fields of the form. The first delivery of a `new` standing order must be in the future.
async fn load_fields(
    request: &AccountRequest,
    form: StandingOrderForm,
    new: bool,
) -> Result<StandingOrderFields, StoreError> {
    let shop = &request.state.shop;
    let today = local_day(shop.context.now());
    let lists = shop.standing_orders.lists(&request.session.buyer).await?;
    Ok(StandingOrderFields {
        form,
        lists: lists.into_iter().map(|(id, title)| ListChoice { id, title }).collect(),
        earliest: if new { name_of_day(today + 1) } else { String::new() },
        latest: name_of_day(today + MAX_DAYS_TO_FIRST),
    })
}

fn parse_form(posted: &Pairs) -> StandingOrderForm {
    let text = |name: &str| posted.get(name).unwrap_or_default().chars().take(100).collect();
    StandingOrderForm { list_id: text("list_id"), repeats: text("repeats"), first_on: text("first_on") }
}

/// Creates a standing order.
pub(super) async fn create(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    if let Err(response) = require_access(&request, PATH).await {
        return response;
    }
    create_from_form(&request, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error))
}

async fn create_from_form(request: &AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let form = parse_form(posted);
    if !is_genuine(request, posted, NONCE) {
        return show_list(request, form, form_expired_errors()).await;
    }
    match request.state.shop.standing_orders.create(&request.session.buyer, &form).await {
        Ok(_) => redirect_with_success(request, PATH, codes::STANDING_CREATED).await,
        Err(StandingOrderError::Wrong(errors)) => show_list(request, form, errors).await,
        Err(denied) => Ok(refusal_response(request, PATH, denied).await),
    }
}

/// Shows a standing order with today's prices; the email about it links here. Returns 404 for another company's order.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>) -> Response {
    let id = number.parse().unwrap_or(0);
    if let Err(response) = require_access(&request, &order_path(id)).await {
        return response;
    }
    show_order(&request, id, None, Vec::new()).await.unwrap_or_else(|error| error_response(&error))
}

/// Shows one standing order; `typed` is the posted form with its version.
async fn show_order(
    request: &AccountRequest,
    id: i64,
    typed: Option<(StandingOrderForm, i64)>,
    errors: Vec<FieldError>,
) -> Result<Response, StoreError> {
    let (orders, buyer) = (&request.state.shop.standing_orders, &request.session.buyer);
    let order = match orders.one(buyer, id).await {
        Ok(order) => order,
        Err(denied) => return Ok(refusal_response(request, &order_path(id), denied).await),
    };
    let lang = request.state.shop.context.settings().await?.lang();
    let outlook = orders.outlook(buyer, &order).await?;
    let (form, version) = typed.unwrap_or_else(|| {
        let form = StandingOrderForm {
            list_id: order.list_id.to_string(),
            repeats: order.repeats.as_str().into(),
            first_on: name_of_day(order.first_on),
        };
        (form, order.version)
    });
    let notices = outlook.left_out.iter().chain(&outlook.changed).map(|error| sentence(error, lang)).collect();
    let total_cents = outlook.total;
    let line = |(name, quantity, cents): (String, i64, Cents)| StandingLine { name, quantity, total_cents: cents };
    let section = AccountSection::StandingOrder(Box::new(StandingOrderView {
        entry: entry_view(&order, lang),
        version,
        fields: load_fields(request, form, false).await?,
        total_cents,
        notices,
        lines: outlook.lines.into_iter().map(line).collect(),
    }));
    let view = AccountView::new(site_texts::standing_orders, &order_path(id), section).with_form(NONCE);
    Ok(respond(request, if errors.is_empty() { view } else { view.with_errors(errors) }).await)
}

/// Handles the forms of one standing order: `action=save`, `pause`, `resume`, `delete`, `order`.
pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = number.parse().unwrap_or(0);
    if let Err(response) = require_access(&request, &order_path(id)).await {
        return response;
    }
    run_action(&request, id, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error))
}

async fn run_action(request: &AccountRequest, id: i64, posted: &Pairs) -> Result<Response, StoreError> {
    let (orders, buyer) = (&request.state.shop.standing_orders, &request.session.buyer);
    let form = parse_form(posted);
    let version: i64 = posted.get("version").and_then(|version| version.parse().ok()).unwrap_or(0);
    let action = posted.get("action").unwrap_or_default();
    // Only the form that edits the data has values to show again.
    let typed = (action == "save").then(|| (form.clone(), version));
    if !is_genuine(request, posted, NONCE) {
        return show_order(request, id, typed, form_expired_errors()).await;
    }
    let (outcome, code) = match action {
        "save" => (orders.change(buyer, id, version, &form).await, codes::STANDING_SAVED),
        "pause" => (orders.set_state(buyer, id, version, StandingState::Paused).await, codes::STANDING_PAUSED),
        "resume" => (orders.set_state(buyer, id, version, StandingState::Active).await, codes::STANDING_RESUMED),
        "delete" => (orders.delete(buyer, id).await, codes::STANDING_DELETED),
        "order" => return order_now(request, id).await,
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    let back = if action == "delete" { PATH.to_owned() } else { order_path(id) };
    match outcome {
        Ok(()) => redirect_with_success(request, &back, code).await,
        Err(StandingOrderError::Wrong(errors)) => show_order(request, id, typed, errors).await,
        Err(denied) => Ok(refusal_response(request, PATH, denied).await),
    }
}

/// Adds the list with its delivery day to the cart and redirects to the checkout, or to the cart if some of it is unavailable or has
/// changed.
async fn order_now(request: &AccountRequest, id: i64) -> Result<Response, StoreError> {
    let AccountRequest { state, session, headers, .. } = request;
    let added = match state.shop.standing_orders.to_cart(&session.buyer, id).await {
        Ok(added) => added,
        Err(denied) => return Ok(refusal_response(request, &order_path(id), denied).await),
    };
    let is_complete = added.left_out.is_empty() && added.changed.is_empty() && added.added > 0;
    if !is_complete {
        state.shop.carts.leave_notices(&session.key, session.customer_id, &notices(&added)).await?;
    }
    let mut response = Redirect::to(if is_complete { "/checkout/" } else { "/cart/" }).into_response();
    let hash = added.open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &added.open, &hash, &state.storefront.web);
    Ok(response)
}

async fn redirect_with_success(
    request: &AccountRequest,
    path: &str,
    code: &'static str,
) -> Result<Response, StoreError> {
    let notice = notice("success", code, Params::new());
    redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), path, notice).await
}

async fn refusal_response(request: &AccountRequest, path: &str, denied: StandingOrderError) -> Response {
    match denied {
        StandingOrderError::Missing => texts::missing(&request.state.storefront, &request.page_request, path).await,
        StandingOrderError::Refused(refusal) => respond_forbidden(request, path, refusal).await,
        StandingOrderError::Store(error) => error_response(&error),
        StandingOrderError::Wrong(errors) => {
            let code = errors.into_iter().next().map(|error| error.code.into_owned()).unwrap_or_default();
            (StatusCode::UNPROCESSABLE_ENTITY, code).into_response()
        }
    }
}
