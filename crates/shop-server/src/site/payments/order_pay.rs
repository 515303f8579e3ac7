//! Paying an order that is placed already: `/checkout/order-pay/{id}/`.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{Cents, FieldError, Lang, OrderId, Params};
use shop_core::catalogue::purchase::words::day;
use shop_core::orders::instalment::next_payable;
use shop_core::orders::payment::{ChosenPayment, PaymentForm, check, not_payable};
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{GatewayCustomer, GatewaySettings, Notice, OrderPayPage, Page, PaymentMethodView};
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::checkout::PaymentInput;
use shop_services::orders::{
    later_payment_methods, later_payment_rules, next_part, order_page, part_payment_methods, part_payment_rules,
};
use shop_services::payments::{GatewayPayment, OfflineRefusal};
use shop_services::platform::settings::{ExpressPlace, PaymentMethodSettings, ShopSettings};
use shop_services::ports::{InstalmentRecord, OrderRecord, StoreError};

use super::order_pay_repeat::Pays;
use super::order_pay_repeat::read_payment;
use super::provider_return::is_return;
use super::provider_return::looked_at;
use super::provider_return::told_on_return;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::checkout::hash_payment_form;
use crate::page_data::context::Context;
use crate::page_data::express::Asked as ExpressAsked;
use crate::page_data::gateway;
use crate::payments::{no_longer_payable, payment_input};
use crate::render::PageRequest;
use crate::site::accounts::access::forbidden;
use crate::site::orders::order_received::with_pictures;
use crate::site::plain_form;
use crate::site::plain_form::SPAN_S;
use crate::site::plain_form::expired;
use crate::site::plain_form::failed;
use crate::site::plain_form::is_genuine;
use crate::site::plain_form::refusals;
use crate::site::plain_form::told;
use crate::site::plain_form::too_many;
use crate::site::redirects::go_on;

const TITLE: Text = site_texts::pay_for_your_order;
/// Action of the form's nonce; its field has the ending `-nonce`.
const NONCE: &str = "woocommerce-pay";
const NONCE_FIELD: &str = "woocommerce-pay-nonce";
/// Tries to pay from one address in the span: whole offices share an address.
const TRIES: u32 = 30;

/// What is asked, with who asks.
struct Asked {
    state: AppState,
    session: Session,
    request: PageRequest,
    path: String,
}

/// What the form holds, and what was wrong with it.
#[derive(Default)]
struct Filled {
    form: PaymentForm,
    errors: Vec<Notice>,
    notices: Vec<Notice>,
}

/// `/checkout/order-pay/{id}/?pay_for_order=true&key=…`
pub(super) async fn show(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let (asked, order) = match opened(state, session, &id, raw.as_deref(), request).await {
        Ok(opened) => opened,
        Err(answer) => return *answer,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    returned(&asked, *order, &query).await.unwrap_or_else(|error| failed(&error))
}

/// The page, with what is to be told to who comes back from the provider's page.
async fn returned(asked: &Asked, order: OrderRecord, query: &Pairs) -> Result<Response, StoreError> {
    let order = if is_return(query) { looked_at(&asked.state, order).await? } else { order };
    let lang = asked.state.shop.context.settings().await?.lang();
    let notices = told_on_return(&asked.state, &order, query, lang).await?.into_iter().collect();
    page(asked, &order, StatusCode::OK, Filled { notices, ..Filled::default() }).await
}

/// The order of a request. A guest's is opened by its key; a customer's by its owner and his company, and who has its key is asked to
/// log in. Unknown and foreign orders look alike; who may see an order and not buy is told so.
async fn opened(
    state: AppState,
    session: Session,
    id: &str,
    raw: Option<&str>,
    request: PageRequest,
) -> Result<(Asked, Box<OrderRecord>), Box<Response>> {
    let query = Pairs::parse(raw.unwrap_or_default());
    let number = OrderId(id.parse().unwrap_or(0));
    let path = format!("/checkout/order-pay/{number}/");
    let key = query.get("key").unwrap_or_default();
    let found = match state.shop.orders.order_for_buyer(number, key, None, &session.buyer).await {
        Ok(found) => found.ok(),
        Err(error) => return Err(Box::new(failed(&error))),
    };
    match found {
        Some(order) if session.buyer.may_pay(&order) => {
            let path = if key.is_empty() { path } else { order.pay_path() };
            Ok((Asked { state, session, request, path }, Box::new(order)))
        }
        Some(order) if session.customer_id.is_none() => {
            let back = serde_urlencoded::to_string([("redirect_to", order.pay_path())]).unwrap_or_default();
            Err(Box::new(Redirect::to(&format!("/my-account/?{back}")).into_response()))
        }
        Some(order) if session.buyer.placed(&order) || session.buyer.sees(&order) => {
            Err(Box::new(forbidden(&state, &session, &request, &path, TradeRefusal::NotAllowed).await))
        }
        _ => Err(Box::new(crate::page_data::texts::missing(&state, &request, &path).await)),
    }
}

/// Why neither the order nor a later part of it can be paid; `None`: it can.
fn closed(number: &str, order: &OrderRecord) -> Option<(&'static str, Params)> {
    if order.needs_payment() {
        return None;
    }
    let refusal = not_payable(number, order.status, order.due_now_cents())?;
    if order.instalments.is_empty() {
        return Some(refusal);
    }
    let code = next_payable(order.status, &order.parts()).err()?;
    Some((code, refusal.1))
}

fn methods_for<'a>(
    order: &OrderRecord,
    settings: &'a ShopSettings,
) -> Box<dyn Iterator<Item = &'a PaymentMethodSettings> + 'a> {
    if next_part(order).is_some() {
        Box::new(part_payment_methods(settings))
    } else {
        Box::new(later_payment_methods(settings))
    }
}

/// "Rata del 21 dicembre 2026"
fn part_title(part: &InstalmentRecord, lang: Lang) -> String {
    let due = day(&part.instalment.due, lang);
    if lang == Lang::It { format!("Rata del {due}") } else { format!("Instalment of {due}") }
}

async fn page(asked: &Asked, order: &OrderRecord, status: StatusCode, filled: Filled) -> Result<Response, StoreError> {
    let state = &asked.state;
    let context = Context::load(state, &asked.session.buyer).await?;
    let lang = context.lang;
    let number = order.id.to_string();
    let part = next_part(order);
    let closed = closed(&number, order);
    let mut notices = filled.notices;
    notices.extend(closed.as_ref().map(|(code, params)| told("info", code, params, lang)));
    let settings: &Arc<ShopSettings> = &context.settings;
    let methods: Vec<PaymentMethodView> = methods_for(order, settings)
        .map(|method| PaymentMethodView {
            id: method.id.clone(),
            title: method.title_in(lang).to_owned(),
            description: method.description_in(lang).to_owned(),
        })
        .collect();
    let wanted =
        if filled.form.payment_method.is_empty() { &order.payment_method } else { &filled.form.payment_method };
    let chosen = methods.iter().find(|method| method.id == *wanted).or(methods.first());
    let total = part.map_or(order.due_now_cents(), |part| part.instalment.cents.0);
    let gateway = if closed.is_none() { gateway_settings(asked, order, settings, total).await } else { None };
    let back = order.pay_path();
    let express =
        ExpressAsked { state, session: &asked.session, shop: settings, place: ExpressPlace::OrderPay, back: &back };
    let renews = state.shop.subscriptions.renews_by_itself(order.id).await?;
    let express = express.of_order(order, renews);
    let allowed = gateway.clone();
    let page = OrderPayPage {
        gateway,
        express,
        payable: closed.is_none(),
        total_cents: total,
        part: part.map(|part| part_title(part, lang)).unwrap_or_default(),
        instalment: part.map(|part| part.position),
        action: order.pay_path(),
        order_path: order.received_path(),
        notices,
        errors: filled.errors,
        payment_method: chosen.map(|method| method.id.clone()).unwrap_or_default(),
        payment_methods: methods,
        terms_required: part.is_none() && settings.checkout.terms_page.is_some(),
        terms: filled.form.terms,
        terms_path: settings.checkout.terms_page.clone().unwrap_or_else(|| "/condizioni-di-vendita/".into()),
        privacy_path: "/privacy/".into(),
        nonce: plain_form::nonce(state, &asked.session, NONCE),
        order: with_pictures(order_page(order, settings, lang), order, &context),
    };
    let page = Page::OrderPay(Box::new(page));
    let mut response =
        plain_form::respond(state, &asked.session.buyer, &asked.request, &asked.path, TITLE, status, page).await;
    if let Some(gateway) = allowed {
        gateway::allow(&mut response, &gateway);
    }
    Ok(response)
}

async fn gateway_settings(
    asked: &Asked,
    order: &OrderRecord,
    shop: &ShopSettings,
    total: i64,
) -> Option<Box<GatewaySettings>> {
    let methods: Vec<&PaymentMethodSettings> = methods_for(order, shop).collect();
    let billing = &order.content.billing;
    // What pays the order is kept for the renewals that follow it.
    let subscription = asked.state.shop.subscriptions.renews_by_itself(order.id).await.unwrap_or_default();
    let asking = gateway::Asking {
        shop,
        methods: &methods,
        place: gateway::Place::OrderPay(order.id.0),
        total: Cents(total),
        subscription,
        customer: GatewayCustomer {
            billing_country: billing.country.clone(),
            name: format!("{} {}", billing.first_name, billing.last_name).trim().to_owned(),
            email: billing.email.clone(),
        },
    };
    let mut found = gateway::settings(&asked.state, &asked.session, asking).await;
    // A colleague's order is paid by the company, but never by a method of one account for another.
    if let Some(found) = found.as_mut().filter(|_| order.customer_id.is_some() && !asked.session.buyer.placed(order)) {
        found.saved.clear();
        found.is_logged_in = false;
    }
    found
}

/// Pays the order in the chosen way.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn pay(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let (asked, order) = match opened(state, session, &id, raw.as_deref(), request).await {
        Ok(opened) => opened,
        Err(answer) => return *answer,
    };
    let posted = Pairs(pairs);
    if posted.get("woocommerce_pay") != Some("1") {
        return StatusCode::BAD_REQUEST.into_response();
    }
    paid(&asked, &order, &headers, &posted, &address.ip().to_string()).await.unwrap_or_else(|error| failed(&error))
}

async fn paid(
    asked: &Asked,
    order: &OrderRecord,
    headers: &HeaderMap,
    posted: &Pairs,
    address: &str,
) -> Result<Response, StoreError> {
    let Asked { state, session, .. } = asked;
    let settings = state.shop.context.shop_for(&session.buyer).await?.settings;
    let lang = settings.lang();
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let form = PaymentForm {
        payment_method: text("payment_method").to_owned(),
        terms: !matches!(text("terms"), "" | "0" | "false"),
    };
    let refused = |errors: Vec<Notice>| Filled { form: form.clone(), errors, notices: Vec::new() };
    if !is_genuine(state, session, headers, posted, (NONCE_FIELD, NONCE)) {
        return page(asked, order, StatusCode::FORBIDDEN, refused(expired(lang))).await;
    }
    if let Err(wait) = state.limits.count("order_pay", address, TRIES, SPAN_S, state.shop.context.now()) {
        return page(asked, order, StatusCode::TOO_MANY_REQUESTS, refused(too_many(wait, lang))).await;
    }
    let request_hash = hash_payment_form(&session.key, &posted.0);
    let part = match read_payment(state, order, posted, &request_hash).await? {
        Pays::Part(part) => part,
        Pays::Repeated => return Ok(Redirect::to(&order.received_path()).into_response()),
        Pays::Closed => return page(asked, order, StatusCode::CONFLICT, Filled::default()).await,
    };
    if closed(&order.id.to_string(), order).is_some() {
        return page(asked, order, StatusCode::CONFLICT, Filled::default()).await;
    }
    let later = part.is_some();
    let rules = if later { part_payment_rules(&settings) } else { later_payment_rules(&settings) };
    let chosen = match check(&form, &rules) {
        Ok(chosen) => chosen,
        Err(errors) => {
            return page(asked, order, StatusCode::UNPROCESSABLE_ENTITY, refused(refusals(&errors, lang))).await;
        }
    };
    match payment_input(chosen.method(), |name| posted.get(name).map(str::to_owned)) {
        Ok(PaymentInput::Offline) if later => announced(asked, order, &form, &chosen, lang).await,
        Ok(PaymentInput::Offline) => paid_offline(asked, order, &form, &chosen, lang).await,
        Ok(PaymentInput::Gateway(wish)) => {
            let wish = GatewayPayment { part, request_hash, ..*wish };
            paid_at_provider(asked, order, &form, &wish, address).await
        }
        Err(error) => page(asked, order, StatusCode::UNPROCESSABLE_ENTITY, refused(refusals(&[error], lang))).await,
    }
}

async fn paid_at_provider(
    asked: &Asked,
    order: &OrderRecord,
    form: &PaymentForm,
    wish: &GatewayPayment,
    address: &str,
) -> Result<Response, StoreError> {
    let Asked { state, session, .. } = asked;
    Ok(match crate::payments::pay(state, session, address, order.id, wish).await? {
        // A hash route is read on this page.
        Ok(to) if to.starts_with('#') => Redirect::to(&(order.pay_path() + &to)).into_response(),
        Ok(to) => go_on(state, &asked.request, &asked.path, &to).await,
        Err(message) => {
            let shown = Notice { kind: "error".into(), text: message, ..Notice::default() };
            let now = state.shop.orders.order(order.id).await?;
            let order = now.as_ref().unwrap_or(order);
            let filled = Filled { form: form.clone(), errors: vec![shown], notices: Vec::new() };
            page(asked, order, StatusCode::UNPROCESSABLE_ENTITY, filled).await?
        }
    })
}

/// The next part of an order that is paid in parts.
async fn announced(
    asked: &Asked,
    order: &OrderRecord,
    form: &PaymentForm,
    chosen: &ChosenPayment,
    lang: Lang,
) -> Result<Response, StoreError> {
    let shop = &asked.state.shop;
    if shop.orders.announce_part(order, chosen).await?.is_ok() {
        return Ok(Redirect::to(&order.received_path()).into_response());
    }
    let now = shop.orders.order(order.id).await?;
    let notices = vec![told("error", codes::INSTALMENT_CHANGED, &Params::new(), lang)];
    let filled = Filled { form: form.clone(), errors: Vec::new(), notices };
    page(asked, now.as_ref().unwrap_or(order), StatusCode::CONFLICT, filled).await
}

async fn paid_offline(
    asked: &Asked,
    order: &OrderRecord,
    form: &PaymentForm,
    chosen: &ChosenPayment,
    lang: Lang,
) -> Result<Response, StoreError> {
    let shop = &asked.state.shop;
    let error = match shop.settlement.pay_offline(order, chosen).await? {
        Ok(()) | Err(OfflineRefusal::AlreadyPaid) => return Ok(Redirect::to(&order.received_path()).into_response()),
        Err(OfflineRefusal::InDoubt) => FieldError::new("", codes::ORDER_PAY_IN_DOUBT),
        Err(OfflineRefusal::Order(refusal)) => no_longer_payable(&refusal),
    };
    // As it is now: somebody else may have paid or cancelled it.
    let now = shop.orders.order(order.id).await?;
    let order = now.as_ref().unwrap_or(order);
    let notices = vec![told("error", &error.code, &error.params, lang)];
    page(asked, order, StatusCode::CONFLICT, Filled { form: form.clone(), errors: Vec::new(), notices }).await
}
