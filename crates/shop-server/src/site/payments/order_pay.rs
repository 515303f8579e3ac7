//! Paying a placed order: `/checkout/order-pay/{id}/`.

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
    InstalmentError, later_payment_methods, later_payment_rules, next_part, order_page, part_payment_methods,
    part_payment_rules,
};
use shop_services::payments::{GatewayPayment, OfflineRefusal};
use shop_services::platform::settings::{ExpressPlace, PaymentMethodSettings, ShopSettings};
use shop_services::ports::{InstalmentRecord, OrderRecord, StoreError};

use super::order_pay_repeat::{PaymentTarget, resolve_target};
use super::provider_return::{is_provider_return, refresh_unpaid_order, return_notice};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;
use crate::checkout::hash_payment_form;
use crate::page_data::context::Context;
use crate::page_data::payments::express::ExpressContext;
use crate::page_data::payments::gateway;
use crate::payments::{not_payable_error, payment_input};
use crate::render::PageRequest;
use crate::site::accounts::access::forbidden_page;
use crate::site::orders::order_received::with_pictures;
use crate::site::plain_form;
use crate::site::plain_form::{
    SPAN_S, error_notices, error_response, expired_notices, is_genuine, notice, too_many_attempts,
};
use crate::site::redirects::redirect_to;

const TITLE: Text = site_texts::pay_for_your_order;
/// Nonce action of the form.
const NONCE: &str = "woocommerce-pay";
const NONCE_FIELD: &str = "woocommerce-pay-nonce";
/// Payment attempts from one IP address in the span: whole offices share an address.
const ATTEMPTS: u32 = 30;

/// A request for the payment page of an order.
struct PayRequest {
    state: AppState,
    session: Session,
    page_request: PageRequest,
    path: String,
}

/// Values of the form, with errors and notices.
#[derive(Default)]
struct FormState {
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
    page_request: PageRequest,
) -> Response {
    let (request, order) = match open_order(state, session, &id, raw.as_deref(), page_request).await {
        Ok(opened) => opened,
        Err(response) => return *response,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    show_after_return(&request, *order, &query).await.unwrap_or_else(|error| error_response(&error))
}

/// Shows the page, with a notice if the browser returns from the provider's page.
async fn show_after_return(request: &PayRequest, order: OrderRecord, query: &Pairs) -> Result<Response, StoreError> {
    let order = if is_provider_return(query) {
        refresh_unpaid_order(
            &request.state.shop.context,
            &request.state.shop.orders,
            &request.state.shop.settlement,
            order,
        )
        .await?
    } else {
        order
    };
    let lang = request.state.shop.context.settings().await?.lang();
    let notices =
        return_notice(&request.state.shop.payment_histories, &request.state.shop.payment_sessions, &order, query, lang)
            .await?
            .into_iter()
            .collect();
    page(request, &order, StatusCode::OK, FormState { notices, ..FormState::default() }).await
}

/// Opens the order of a request. A guest's order needs its key; a customer's order needs its owner or the owner's company, and the key
/// alone leads to the login form. Unknown orders and those of others look alike. A buyer who may see the order but not pay it is told why.
async fn open_order(
    state: AppState,
    session: Session,
    id: &str,
    raw: Option<&str>,
    page_request: PageRequest,
) -> Result<(PayRequest, Box<OrderRecord>), Box<Response>> {
    let query = Pairs::parse(raw.unwrap_or_default());
    let number = OrderId(id.parse().unwrap_or(0));
    let path = format!("/checkout/order-pay/{number}/");
    let key = query.get("key").unwrap_or_default();
    let found = match state.shop.orders.order_for_buyer(number, key, None, &session.buyer).await {
        Ok(found) => found.ok(),
        Err(error) => return Err(Box::new(error_response(&error))),
    };
    match found {
        Some(order) if session.buyer.may_pay(&order) => {
            let path = if key.is_empty() { path } else { order.pay_path() };
            Ok((PayRequest { state, session, page_request, path }, Box::new(order)))
        }
        Some(order) if session.customer_id.is_none() => {
            let back = serde_urlencoded::to_string([("redirect_to", order.pay_path())]).unwrap_or_default();
            Err(Box::new(Redirect::to(&format!("/my-account/?{back}")).into_response()))
        }
        Some(order) if session.buyer.placed(&order) || session.buyer.sees(&order) => {
            Err(Box::new(forbidden_page(&state, &session, &page_request, &path, TradeRefusal::NotAllowed).await))
        }
        _ => Err(Box::new(crate::page_data::texts::missing(&state.storefront, &page_request, &path).await)),
    }
}

/// Reason why neither the order nor a later instalment can be paid; `None` if one can.
fn not_payable_reason(number: &str, order: &OrderRecord) -> Option<(&'static str, Params)> {
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
    site_texts::instalment_of(lang, due)
}

async fn page(
    request: &PayRequest,
    order: &OrderRecord,
    status: StatusCode,
    form_state: FormState,
) -> Result<Response, StoreError> {
    let PayRequest { state, session, page_request, path } = request;
    let storefront = &state.storefront;
    let context = Context::load(storefront, &session.buyer).await?;
    let lang = context.lang;
    let number = order.id.to_string();
    let part = next_part(order);
    let closed = not_payable_reason(&number, order);
    let mut notices = form_state.notices;
    notices.extend(closed.as_ref().map(|(code, params)| notice("info", code, params, lang)));
    let settings: &Arc<ShopSettings> = &context.settings;
    let methods: Vec<PaymentMethodView> = methods_for(order, settings)
        .map(|method| PaymentMethodView {
            id: method.id.clone(),
            title: method.title_in(lang).to_owned(),
            description: method.description_in(lang).to_owned(),
        })
        .collect();
    let preferred =
        if form_state.form.payment_method.is_empty() { &order.payment_method } else { &form_state.form.payment_method };
    let chosen = methods.iter().find(|method| method.id == *preferred).or(methods.first());
    let total = part.map_or(order.due_now_cents(), |part| part.instalment.cents);
    let gateway = if closed.is_none() { gateway_settings(request, order, settings, total).await } else { None };
    let back = order.pay_path();
    let express = ExpressContext { storefront, session, shop: settings, place: ExpressPlace::OrderPay, back: &back };
    let renews = storefront.subscriptions.renews_by_itself(order.id).await?;
    let express = express.of_order(order, renews);
    let gateway_on_page = gateway.clone();
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
        errors: form_state.errors,
        payment_method: chosen.map(|method| method.id.clone()).unwrap_or_default(),
        payment_methods: methods,
        terms_required: part.is_none() && settings.checkout.terms_page.is_some(),
        terms: form_state.form.terms,
        terms_path: settings.checkout.terms_page.clone().unwrap_or_else(|| "/condizioni-di-vendita/".into()),
        privacy_path: "/privacy/".into(),
        nonce: plain_form::nonce(storefront, session, NONCE),
        order: with_pictures(order_page(order, settings, lang), order, &context),
    };
    let page = Page::OrderPay(Box::new(page));
    let mut response = plain_form::respond(storefront, &session.buyer, page_request, path, TITLE, status, page).await;
    if let Some(gateway) = gateway_on_page {
        gateway::allow(&mut response, &gateway);
    }
    Ok(response)
}

async fn gateway_settings(
    request: &PayRequest,
    order: &OrderRecord,
    shop: &ShopSettings,
    total: Cents,
) -> Option<Box<GatewaySettings>> {
    let methods: Vec<&PaymentMethodSettings> = methods_for(order, shop).collect();
    let billing = &order.content.billing;
    // The payment method is saved for the renewals of a subscription.
    let subscription = request.state.shop.subscriptions.renews_by_itself(order.id).await.unwrap_or_default();
    let asking = gateway::GatewayPage {
        shop,
        methods: &methods,
        place: gateway::Place::OrderPay(order.id.0),
        total,
        subscription,
        customer: GatewayCustomer {
            billing_country: billing.country.clone(),
            name: format!("{} {}", billing.first_name, billing.last_name).trim().to_owned(),
            email: billing.email.clone(),
        },
    };
    let mut found = gateway::settings(&request.state.storefront, &request.session, asking).await;
    // The company may pay a colleague's order, but never with another account's saved methods.
    if let Some(found) = found.as_mut().filter(|_| order.customer_id.is_some() && !request.session.buyer.placed(order))
    {
        found.saved.clear();
        found.is_logged_in = false;
    }
    found
}

/// Pays the order with the chosen method.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn pay(
    State(state): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    page_request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let (request, order) = match open_order(state, session, &id, raw.as_deref(), page_request).await {
        Ok(opened) => opened,
        Err(response) => return *response,
    };
    let posted = Pairs(pairs);
    if posted.get("woocommerce_pay") != Some("1") {
        return StatusCode::BAD_REQUEST.into_response();
    }
    pay_order(&request, &order, &headers, &posted, &address.ip().to_string())
        .await
        .unwrap_or_else(|error| error_response(&error))
}

async fn pay_order(
    request: &PayRequest,
    order: &OrderRecord,
    headers: &HeaderMap,
    posted: &Pairs,
    address: &str,
) -> Result<Response, StoreError> {
    let PayRequest { state, session, .. } = request;
    let settings = state.shop.context.shop_for(&session.buyer).await?.settings;
    let lang = settings.lang();
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let form = PaymentForm {
        payment_method: text("payment_method").to_owned(),
        terms: !matches!(text("terms"), "" | "0" | "false"),
    };
    let with_errors = |errors: Vec<Notice>| FormState { form: form.clone(), errors, notices: Vec::new() };
    if !is_genuine(&state.storefront, session, headers, posted, (NONCE_FIELD, NONCE)) {
        return page(request, order, StatusCode::FORBIDDEN, with_errors(expired_notices(lang))).await;
    }
    if let Err(wait) = state.limits.count("order_pay", address, ATTEMPTS, SPAN_S, state.shop.context.now()) {
        return page(request, order, StatusCode::TOO_MANY_REQUESTS, with_errors(too_many_attempts(wait, lang))).await;
    }
    let request_hash = hash_payment_form(&session.key, &posted.0);
    let part = match resolve_target(&state.shop.context, &state.shop.payments, order, posted, &request_hash).await? {
        PaymentTarget::Part(part) => part,
        PaymentTarget::Repeated => return Ok(Redirect::to(&order.received_path()).into_response()),
        PaymentTarget::Closed => return page(request, order, StatusCode::CONFLICT, FormState::default()).await,
    };
    if not_payable_reason(&order.id.to_string(), order).is_some() {
        return page(request, order, StatusCode::CONFLICT, FormState::default()).await;
    }
    let is_instalment = part.is_some();
    let rules = if is_instalment { part_payment_rules(&settings) } else { later_payment_rules(&settings) };
    let chosen = match check(&form, &rules) {
        Ok(chosen) => chosen,
        Err(errors) => {
            return page(request, order, StatusCode::UNPROCESSABLE_ENTITY, with_errors(error_notices(&errors, lang)))
                .await;
        }
    };
    match payment_input(chosen.method(), |name| posted.get(name).map(str::to_owned)) {
        Ok(PaymentInput::Offline) if is_instalment => announce_part(request, order, &form, &chosen, lang).await,
        Ok(PaymentInput::Offline) => pay_offline(request, order, &form, &chosen, lang).await,
        Ok(PaymentInput::Gateway(payment)) => {
            let payment = GatewayPayment { part, request_hash, ..*payment };
            pay_with_provider(request, order, &form, &payment, address).await
        }
        Err(error) => {
            page(request, order, StatusCode::UNPROCESSABLE_ENTITY, with_errors(error_notices(&[error], lang))).await
        }
    }
}

async fn pay_with_provider(
    request: &PayRequest,
    order: &OrderRecord,
    form: &PaymentForm,
    payment: &GatewayPayment,
    address: &str,
) -> Result<Response, StoreError> {
    let PayRequest { state, session, .. } = request;
    Ok(match crate::payments::pay(state, session, address, order.id, payment).await? {
        // The script of this page handles hash routes.
        Ok(to) if to.starts_with('#') => Redirect::to(&(order.pay_path() + &to)).into_response(),
        Ok(to) => redirect_to(&state.storefront, &request.page_request, &request.path, &to).await,
        Err(message) => {
            let failure = Notice { kind: "error".into(), text: message, ..Notice::default() };
            let now = state.shop.orders.order(order.id).await?;
            let order = now.as_ref().unwrap_or(order);
            let form_state = FormState { form: form.clone(), errors: vec![failure], notices: Vec::new() };
            page(request, order, StatusCode::UNPROCESSABLE_ENTITY, form_state).await?
        }
    })
}

/// Announces the offline payment of the next instalment.
async fn announce_part(
    request: &PayRequest,
    order: &OrderRecord,
    form: &PaymentForm,
    chosen: &ChosenPayment,
    lang: Lang,
) -> Result<Response, StoreError> {
    let shop = &request.state.shop;
    match shop.orders.announce_part(order, chosen).await {
        Ok(()) => return Ok(Redirect::to(&order.received_path()).into_response()),
        Err(InstalmentError::Store(error)) => return Err(error),
        Err(InstalmentError::Unknown | InstalmentError::Changed) => {}
    }
    let now = shop.orders.order(order.id).await?;
    let notices = vec![notice("error", codes::INSTALMENT_CHANGED, &Params::new(), lang)];
    let form_state = FormState { form: form.clone(), errors: Vec::new(), notices };
    page(request, now.as_ref().unwrap_or(order), StatusCode::CONFLICT, form_state).await
}

async fn pay_offline(
    request: &PayRequest,
    order: &OrderRecord,
    form: &PaymentForm,
    chosen: &ChosenPayment,
    lang: Lang,
) -> Result<Response, StoreError> {
    let shop = &request.state.shop;
    let error = match shop.settlement.pay_offline(order, chosen).await? {
        Ok(()) | Err(OfflineRefusal::AlreadyPaid) => return Ok(Redirect::to(&order.received_path()).into_response()),
        Err(OfflineRefusal::InDoubt) => FieldError::new("", codes::ORDER_PAY_IN_DOUBT),
        Err(OfflineRefusal::Order(refusal)) => not_payable_error(&refusal),
    };
    // Reloaded: somebody else may have paid or cancelled it meanwhile.
    let now = shop.orders.order(order.id).await?;
    let order = now.as_ref().unwrap_or(order);
    let notices = vec![notice("error", &error.code, &error.params, lang)];
    page(request, order, StatusCode::CONFLICT, FormState { form: form.clone(), errors: Vec::new(), notices }).await
}
