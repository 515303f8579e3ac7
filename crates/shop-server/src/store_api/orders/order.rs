//! `/order/{id}`, and paying an existing order.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::text::escape_html;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::payment::{ChosenPayment, PaymentForm, PaymentRules, check};
use shop_core::platform::messages::codes;
use shop_core::store_api as api;
use shop_services::Context;
use shop_services::checkout::{PaymentInput, PaymentOutcome, PlacedOrder, on_amount};
use shop_services::orders::{Orders, later_payment_rules};
use shop_services::payments::{GatewayPayment, OfflineRefusal, Settlement};
use shop_services::ports::{NewOrderLine, OrderRecord};
use shop_services::records::OrderShipping;

use super::additions::extensions_of;
use crate::app::responses::address_shape;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::checkout::hash_payment;
use crate::payments::{pay as pay_by_provider, payment_input};
use crate::store_api::checkout::express::read_express;
use crate::store_api::checkout::request_body::payment_value;
use crate::store_api::checkout::submission::placed_response;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, Kind, session_headers};
use crate::store_api::openapi::bodies::OrderPayment;
use crate::store_api::openapi::queries::OrderQuery;
use crate::store_api::openapi::responses::{ApiProblem, CheckoutProblem};

/// Loads an order for a visitor who knows its key and e-mail. Unknown ids and wrong keys differ only as far as clients expect.
async fn open(orders: &Orders, request: &CartRequest, id: &str) -> Result<OrderRecord, ApiError> {
    let text =
        |name: &str| request.query.get(name).map(str::to_owned).or_else(|| request.text(name)).unwrap_or_default();
    let Ok(number) = id.parse::<i64>() else { return Err(crate::store_api::error::no_route().await) };
    let (key, email) = (text("key"), text("billing_email"));
    let found = orders.order_for_buyer(OrderId(number), &key, Some(&email), &request.session.buyer).await?;
    let order = found.map_err(|refusal| {
        let status = if refusal.unknown { StatusCode::NOT_FOUND } else { StatusCode::UNAUTHORIZED };
        ApiError::plain(status, refusal.code)
    })?;
    // Only the customer and his company can open a customer's order here, whoever has a link to its page.
    let buyer = &request.session.buyer;
    if !(order.is_guests() || buyer.placed(&order) || buyer.sees(&order)) {
        return Err(ApiError::plain(StatusCode::FORBIDDEN, codes::INVALID_USER));
    }
    Ok(order)
}

#[utoipa::path(get, path = "/order/{id}", params(("id" = i64, Path), OrderQuery), responses(
    (status = 200, body = api::Order), (status = 401, body = ApiProblem), (status = 403, body = ApiProblem)
))]
pub(in crate::store_api) async fn get(
    State(context): State<Arc<Context>>,
    State(orders): State<Orders>,
    Path(id): Path<String>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let order = open(&orders, &request, &id).await?;
    let mut response = Json(order_shape(&order, &context)).into_response();
    response.headers_mut().insert("cache-control", axum::http::HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Pays an order that waits for it, in one of the ways that the page for it offers. It keeps its addresses: they are its
/// contract's.
#[utoipa::path(post, path = "/checkout/{id}", request_body = OrderPayment, params(("id" = i64, Path), OrderQuery, ("Idempotency-Key" = Option<String>, Header, description = "Names this payment: sent twice it is made once.")), responses(
    (status = 200, body = api::Checkout), (status = 409, body = ApiProblem), (status = 429, body = ApiProblem), (status = 400, body = CheckoutProblem)
))]
pub(in crate::store_api) async fn pay(
    State(state): State<AppState>,
    Path(id): Path<String>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    let (web, orders) = (&state.storefront.web, &state.shop.orders);
    request.require_nonce(web)?;
    request.expect(&[("payment_method", Kind::Text), ("payment_data", Kind::List)])?;
    let express = read_express(&mut request, web);
    let attach = |mut error: ApiError| {
        session_headers(&mut error.headers, &request.session, "", web);
        error
    };
    let order = open(orders, &request, &id).await?;
    if !request.session.buyer.may_pay(&order) {
        return Err(attach(ApiError::plain(StatusCode::FORBIDDEN, codes::TRADE_NOT_ALLOWED)));
    }
    let request_hash = request_hash(&request);
    if !order.needs_payment() {
        if state.shop.payments.is_repeated(order.id, &request_hash).await? {
            let outcome = PaymentOutcome::Begun(state.shop.context.addresses().page(&order.paid_path()));
            return payment_response(order, &request, outcome, orders, web).await;
        }
        return Err(attach(ApiError::plain(StatusCode::CONFLICT, codes::INVALID_ORDER_UPDATE_STATUS)));
    }
    if let Some(express) = express {
        let settings = state.shop.context.settings().await?;
        if express.wallet.is_some_and(|wallet| !settings.takes_wallet(wallet)) {
            return Err(attach(ApiError::plain(StatusCode::BAD_REQUEST, codes::CHECKOUT_PAYMENT_METHOD_DISABLED)));
        }
        let lang = settings.lang();
        on_amount(express.shown, order.due_now_cents(), lang)
            .map_err(|refusal| attach(ApiError::checkout(&refusal, lang)))?;
    }
    if state.order_allowed(&request.ip).is_err() {
        return Err(attach(ApiError::plain(StatusCode::TOO_MANY_REQUESTS, codes::RATE_LIMIT_EXCEEDED)));
    }
    let form = PaymentForm { payment_method: request.text("payment_method").unwrap_or_default(), terms: false };
    if form.payment_method.is_empty() {
        return Err(attach(ApiError::plain(StatusCode::BAD_REQUEST, codes::CHECKOUT_MISSING_PAYMENT_METHOD)));
    }
    match payment_input(&form.payment_method, |name| payment_value(&request, name)) {
        Ok(PaymentInput::Offline) => {}
        Ok(PaymentInput::Gateway(payment)) => {
            let payment = GatewayPayment { request_hash, ..*payment };
            let next = pay_by_provider(&state, &request.session, &request.ip, order.id, &payment).await?;
            let outcome = next.map_or_else(PaymentOutcome::Refused, PaymentOutcome::Begun);
            return payment_response(order, &request, outcome, orders, web).await;
        }
        Err(error) => {
            return Err(attach(ApiError::of_payment(&error)));
        }
    }
    // The terms were accepted when the order was placed.
    let settings = state.shop.context.shop_for(&request.session.buyer).await?.settings;
    let rules = PaymentRules { terms_required: false, ..later_payment_rules(&settings) };
    let Ok(chosen) = check(&form, &rules) else {
        return Err(attach(ApiError::plain(StatusCode::BAD_REQUEST, codes::CHECKOUT_PAYMENT_METHOD_DISABLED)));
    };
    paid_offline(order, &chosen, &request, orders, &state.shop.settlement, web).await.map_err(attach)
}

async fn paid_offline(
    order: OrderRecord,
    chosen: &ChosenPayment,
    request: &CartRequest,
    orders: &Orders,
    settlement: &Settlement,
    web: &WebContext,
) -> Result<Response, ApiError> {
    let (order, outcome) = match settlement.pay_offline(&order, chosen).await? {
        Ok(()) => {
            let (status, payment_method) = (chosen.status(), chosen.method().to_owned());
            (OrderRecord { status, payment_method, ..order }, PaymentOutcome::Offline)
        }
        Err(OfflineRefusal::AlreadyPaid) => {
            let outcome = PaymentOutcome::Begun(web.context.addresses().page(&order.paid_path()));
            (order, outcome)
        }
        Err(OfflineRefusal::InDoubt) => return Err(ApiError::plain(StatusCode::CONFLICT, codes::ORDER_PAY_IN_DOUBT)),
        Err(OfflineRefusal::Order(_)) => {
            return Err(ApiError::plain(StatusCode::CONFLICT, codes::INVALID_ORDER_UPDATE_STATUS));
        }
    };
    payment_response(order, request, outcome, orders, web).await
}

/// Hash of the body and of the header `Idempotency-Key`, by which a repeated request is recognised.
fn request_hash(request: &CartRequest) -> String {
    let key = request.headers.get("idempotency-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let body = serde_json::to_vec(&request.body).unwrap_or_default();
    hash_payment(&request.session.key, key, &body)
}

/// Responds about an order whose payment was started.
async fn payment_response(
    order: OrderRecord,
    request: &CartRequest,
    outcome: PaymentOutcome,
    orders: &Orders,
    web: &WebContext,
) -> Result<Response, ApiError> {
    let customer_id = order.customer_id;
    let method = request.text("payment_method").unwrap_or_default();
    let mut response = placed_response(placed_of(order), &method, customer_id, outcome, &web.context, orders).await?;
    session_headers(response.headers_mut(), &request.session, "", web);
    Ok(response)
}

fn placed_of(order: OrderRecord) -> PlacedOrder {
    PlacedOrder {
        id: order.id,
        order_key: order.order_key,
        status: order.status,
        content: order.content,
        payment_method: order.payment_method,
        account: None,
    }
}

fn minor(cents: Cents) -> String {
    cents.0.to_string()
}

fn line_shape(line: &NewOrderLine, context: &Context) -> api::CartItem {
    let content = &line.content;
    api::CartItem {
        key: content.key.clone(),
        id: line.product_id.0,
        item_type: if content.variation.is_empty() { "simple" } else { "variation" }.into(),
        quantity: line.quantity,
        quantity_limits: api::QuantityLimits {
            minimum: line.quantity,
            maximum: line.quantity,
            multiple_of: 1,
            editable: false,
        },
        name: escape_html(if line.content.item_name.is_empty() { &line.name } else { &line.content.item_name }),
        sku: line.sku.clone(),
        permalink: context.addresses().page(&content.path),
        variation: content
            .variation
            .iter()
            .map(|(key, label, value)| api::ItemVariation {
                raw_attribute: key.clone(),
                attribute: escape_html(label),
                value: escape_html(value),
            })
            .collect(),
        item_data: content
            .facts
            .iter()
            .map(|(_, label, value)| api::ItemData {
                name: label.clone(),
                value: value.clone(),
                display: escape_html(value),
                hidden: false,
            })
            .collect(),
        prices: api::ItemPrices::new(content.shop_price_cents, content.shop_regular_cents, content.shop_price_cents),
        totals: api::ItemTotals {
            line_subtotal: minor(content.subtotal_cents),
            line_subtotal_tax: minor(content.subtotal_tax_cents),
            line_total: minor(content.total_cents),
            line_total_tax: minor(content.total_tax_cents),
            currency: api::Currency::default(),
        },
        catalog_visibility: "visible".into(),
        ..api::CartItem::default()
    }
}

fn order_shape(order: &OrderRecord, context: &Context) -> api::Order {
    let content = &order.content;
    let (shipping, shipping_tax) =
        content.delivery.as_ref().map_or((Cents::ZERO, Cents::ZERO), |d| (d.cost_cents, d.tax_cents));
    api::Order {
        id: order.id.0,
        status: order.status.as_str().into(),
        items: order.lines.iter().map(|line| line_shape(line, context)).collect(),
        coupons: content
            .coupons
            .iter()
            .map(|one| api::CartCoupon::new(&one.code, one.kind.as_str(), one.discount_cents, one.discount_tax_cents))
            .chain(
                content
                    .credits
                    .iter()
                    .map(|one| api::CartCoupon::new(&one.code, api::priced::STORE_CREDIT, one.used_cents, Cents::ZERO)),
            )
            .collect(),
        fees: Vec::new(),
        totals: api::OrderTotals {
            subtotal: minor(content.items_cents),
            total_discount: minor(content.discount_cents + content.credit_cents()),
            total_shipping: minor(shipping),
            total_fees: "0".into(),
            total_tax: minor(content.tax_cents),
            total_refund: minor(content.refunded_cents),
            total_price: minor(content.total_cents),
            total_items: minor(order.lines.iter().map(|line| line.content.total_cents).sum()),
            total_items_tax: minor(order.lines.iter().map(|line| line.content.total_tax_cents).sum()),
            total_fees_tax: "0".into(),
            total_discount_tax: minor(content.discount_tax_cents),
            total_shipping_tax: minor(shipping_tax),
            tax_lines: content
                .taxes
                .iter()
                .map(|tax| api::TaxLine {
                    name: tax.name.clone(),
                    price: minor(tax.items_cents),
                    rate: tax.percent.trim_end_matches('%').to_owned(),
                })
                .collect(),
            currency: api::Currency::default(),
        },
        shipping_address: address_shape(&content.shipping, false),
        billing_address: address_shape(&content.billing, true),
        needs_payment: order.needs_payment(),
        needs_shipping: content.needs_shipping && !content.delivery.as_ref().is_some_and(OrderShipping::is_pickup),
        payment_requirements: vec!["products".into()],
        errors: Vec::new(),
        extensions: extensions_of(content),
    }
}
