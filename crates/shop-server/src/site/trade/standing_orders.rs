//! Standing orders: the company's, a new one, one of them.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::calendar::{local_day, name_of_day};
use shop_core::base::{FieldError, Params};
use shop_core::catalogue::purchase::words::day_with_weekday;
use shop_core::platform::messages::{codes, sentence};
use shop_core::platform::words::site_texts;
use shop_core::trade::standing_order::{MAX_DAYS_TO_FIRST, MAX_STANDING_ORDERS, StandingOrderForm, StandingState};
use shop_core::view::{
    AccountSection, ListChoice, StandingLine, StandingOrderEntry, StandingOrderFields, StandingOrderView,
    StandingOrdersView,
};
use shop_services::ports::{StandingOrderRecord, StoreError};
use shop_services::trade::standing_orders::{PATH, StandingDenied, keeper};

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::page_data::texts;
use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::access::refused;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::expired;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::is_genuine;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::trade::bulk::notices;

/// Action of the forms.
const NONCE: &str = "standing_orders";

fn path_of(id: i64) -> String {
    format!("{PATH}{id}/")
}

/// Whether who asks may have standing orders; else what is answered.
async fn admitted(asked: &Asked, path: &str) -> Result<(), Response> {
    customer_or_entry(&asked.session, path)?;
    match keeper(&asked.session.buyer) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(refused(asked, path, refusal).await),
    }
}

/// `/my-account/standing-orders/`
pub(super) async fn list(asked: Asked) -> Response {
    if let Err(answer) = admitted(&asked, PATH).await {
        return answer;
    }
    listed(&asked, StandingOrderForm::default(), Vec::new()).await.unwrap_or_else(|error| failed(&error))
}

async fn listed(asked: &Asked, form: StandingOrderForm, errors: Vec<FieldError>) -> Result<Response, StoreError> {
    let found = match asked.state.shop.standing_orders.list(&asked.session.buyer).await? {
        Ok(found) => found,
        Err(denied) => return Ok(denial(asked, PATH, denied).await),
    };
    let lang = asked.state.shop.context.settings().await?.lang();
    let section = AccountSection::StandingOrders(Box::new(StandingOrdersView {
        room: u64::try_from(found.len()).is_ok_and(|count| count < MAX_STANDING_ORDERS),
        orders: found.iter().map(|order| entry(order, lang)).collect(),
        fields: fields(asked, form, true).await?,
    }));
    let shown = Shown::new(site_texts::standing_orders, PATH, section).with_form(NONCE);
    Ok(respond(asked, if errors.is_empty() { shown } else { shown.refused(errors) }).await)
}

fn entry(order: &StandingOrderRecord, lang: shop_core::base::Lang) -> StandingOrderEntry {
    StandingOrderEntry {
        id: order.id,
        title: order.list_title.clone(),
        repeats: order.repeats,
        state: order.state,
        next: day_with_weekday(order.next_on, lang),
        path: path_of(order.id),
    }
}

/// The form; `new`: its first day lies ahead.
async fn fields(asked: &Asked, form: StandingOrderForm, new: bool) -> Result<StandingOrderFields, StoreError> {
    let shop = &asked.state.shop;
    let today = local_day(shop.context.now());
    let lists = shop.standing_orders.lists(&asked.session.buyer).await?.unwrap_or_default();
    Ok(StandingOrderFields {
        form,
        lists: lists.into_iter().map(|(id, title)| ListChoice { id, title }).collect(),
        earliest: if new { name_of_day(today + 1) } else { String::new() },
        latest: name_of_day(today + MAX_DAYS_TO_FIRST),
    })
}

fn form_of(posted: &Pairs) -> StandingOrderForm {
    let text = |name: &str| posted.get(name).unwrap_or_default().chars().take(100).collect();
    StandingOrderForm { list_id: text("list_id"), repeats: text("repeats"), first_on: text("first_on") }
}

/// Makes a standing order.
pub(super) async fn create(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    if let Err(answer) = admitted(&asked, PATH).await {
        return answer;
    }
    created(&asked, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error))
}

async fn created(asked: &Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let form = form_of(posted);
    if !is_genuine(asked, posted, NONCE) {
        return listed(asked, form, expired()).await;
    }
    match asked.state.shop.standing_orders.create(&asked.session.buyer, &form).await? {
        Ok(_) => tell(asked, PATH, codes::STANDING_CREATED).await,
        Err(StandingDenied::Wrong(errors)) => listed(asked, form, errors).await,
        Err(denied) => Ok(denial(asked, PATH, denied).await),
    }
}

/// The page of one, to which the message about it leads: its list at the prices of today. Another company's is as if it were not
/// there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>) -> Response {
    let id = number.parse().unwrap_or(0);
    if let Err(answer) = admitted(&asked, &path_of(id)).await {
        return answer;
    }
    shown(&asked, id, None, Vec::new()).await.unwrap_or_else(|error| failed(&error))
}

/// `typed`: what was sent, and the state that it was made from.
async fn shown(
    asked: &Asked,
    id: i64,
    typed: Option<(StandingOrderForm, i64)>,
    errors: Vec<FieldError>,
) -> Result<Response, StoreError> {
    let (orders, buyer) = (&asked.state.shop.standing_orders, &asked.session.buyer);
    let order = match orders.one(buyer, id).await? {
        Ok(order) => order,
        Err(denied) => return Ok(denial(asked, &path_of(id), denied).await),
    };
    let lang = asked.state.shop.context.settings().await?.lang();
    let outlook = orders.outlook(buyer, &order).await?;
    let (form, version) = typed.unwrap_or_else(|| {
        let form = StandingOrderForm {
            list_id: order.list_id.to_string(),
            repeats: order.repeats.as_str().into(),
            first_on: name_of_day(order.first_on),
        };
        (form, order.version)
    });
    let told = outlook.left_out.iter().chain(&outlook.changed).map(|error| sentence(error, lang)).collect();
    let total_cents = outlook.total.0;
    let line = |(name, quantity, cents): (String, i64, shop_core::base::Cents)| StandingLine {
        name,
        quantity,
        total_cents: cents.0,
    };
    let section = AccountSection::StandingOrder(Box::new(StandingOrderView {
        entry: entry(&order, lang),
        version,
        fields: fields(asked, form, false).await?,
        total_cents,
        told,
        lines: outlook.lines.into_iter().map(line).collect(),
    }));
    let shown = Shown::new(site_texts::standing_orders, &path_of(id), section).with_form(NONCE);
    Ok(respond(asked, if errors.is_empty() { shown } else { shown.refused(errors) }).await)
}

/// The forms of one: `action=save`, `pause`, `resume`, `delete`, `order`.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = number.parse().unwrap_or(0);
    if let Err(answer) = admitted(&asked, &path_of(id)).await {
        return answer;
    }
    acted(&asked, id, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error))
}

async fn acted(asked: &Asked, id: i64, posted: &Pairs) -> Result<Response, StoreError> {
    let (orders, buyer) = (&asked.state.shop.standing_orders, &asked.session.buyer);
    let form = form_of(posted);
    let version: i64 = posted.get("version").and_then(|version| version.parse().ok()).unwrap_or(0);
    let action = posted.get("action").unwrap_or_default();
    // Only the form of the data has fields that must not be lost.
    let typed = (action == "save").then(|| (form.clone(), version));
    if !is_genuine(asked, posted, NONCE) {
        return shown(asked, id, typed, expired()).await;
    }
    let (done, code) = match action {
        "save" => (orders.change(buyer, id, version, &form).await?, codes::STANDING_SAVED),
        "pause" => (orders.set_state(buyer, id, version, StandingState::Paused).await?, codes::STANDING_PAUSED),
        "resume" => (orders.set_state(buyer, id, version, StandingState::Active).await?, codes::STANDING_RESUMED),
        "delete" => (orders.delete(buyer, id).await?, codes::STANDING_DELETED),
        "order" => return ordered(asked, id).await,
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    let back = if action == "delete" { PATH.to_owned() } else { path_of(id) };
    match done {
        Ok(()) => tell(asked, &back, code).await,
        Err(StandingDenied::Wrong(errors)) => shown(asked, id, typed, errors).await,
        Err(denied) => Ok(denial(asked, PATH, denied).await),
    }
}

/// Puts the list into the cart with its day, and goes on to the checkout; where not all of it can be had, to the cart first.
async fn ordered(asked: &Asked, id: i64) -> Result<Response, StoreError> {
    let Asked { state, session, headers, .. } = asked;
    let added = match state.shop.standing_orders.to_cart(&session.buyer, id).await? {
        Ok(added) => added,
        Err(denied) => return Ok(denial(asked, &path_of(id), denied).await),
    };
    let whole = added.left_out.is_empty() && added.changed.is_empty() && added.added > 0;
    if !whole {
        state.shop.carts.leave_notices(&session.key, session.customer_id, &notices(&added)).await?;
    }
    let mut response = Redirect::to(if whole { "/checkout/" } else { "/cart/" }).into_response();
    let hash = added.open.view().hash();
    session.write_cookies(response.headers_mut(), headers, &added.open, &hash, state);
    Ok(response)
}

async fn tell(asked: &Asked, path: &str, code: &'static str) -> Result<Response, StoreError> {
    let told = notice("success", code, Params::new());
    go_with_notice(&asked.state, &asked.session, HeaderMap::new(), path, told).await
}

async fn denial(asked: &Asked, path: &str, denied: StandingDenied) -> Response {
    match denied {
        StandingDenied::Missing => texts::missing(&asked.state, &asked.request, path).await,
        StandingDenied::Refused(refusal) => refused(asked, path, refusal).await,
        StandingDenied::Wrong(errors) => {
            let code = errors.into_iter().next().map(|error| error.code.into_owned()).unwrap_or_default();
            (StatusCode::UNPROCESSABLE_ENTITY, code).into_response()
        }
    }
}
