//! Calls of the express buttons: POST `/?wc-ajax=wc_stripe_{name}` with a nonce in `security` (wire contract, C5). Prices come
//! from the server; those that the page sends are ignored.

mod address;
mod cart;
mod delivery;
mod log;
mod product;
mod settings;

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shop_core::base::ProductId;
use shop_core::payments::express::wire::{ExpressResult, ExpressSheetAnswer, wire_items};
use shop_services::cart::{AddItem, OpenCart, cart_sheet};
use shop_services::ports::StoreError;

use crate::ajax::{Call, invalid_nonce_response};
use crate::page_data::payments::express;

pub(in crate::ajax) use settings::respond as settings;

/// Calls of one address in the span: a sheet sends one at every change of address or choice, a few a second at most.
const CALLS: u32 = 300;
/// Span of the count, in seconds.
const SPAN_S: i64 = 60;
/// Most attribute values that are read; no product has as many attributes.
const MAX_ATTRIBUTES: usize = 50;

/// Dispatches a call; `None` when the name is unknown.
pub(in crate::ajax) async fn dispatch(call: Call, name: &str) -> Option<Result<Response, StoreError>> {
    const NAMES: [&str; 8] = [
        "get_cart_details",
        "get_shipping_options",
        "update_shipping_method",
        "normalize_address",
        "add_to_cart",
        "get_selected_product_data",
        "clear_cart",
        "log_errors",
    ];
    let name = NAMES.into_iter().find(|known| Some(*known) == name.strip_prefix("wc_stripe_"))?;
    if !call.has_express_nonce(&express::action(name)) {
        return Some(Ok(invalid_nonce_response()));
    }
    if !call.is_within_budget() {
        return Some(Ok(StatusCode::TOO_MANY_REQUESTS.into_response()));
    }
    Some(match name {
        "get_cart_details" => cart::details(call).await,
        "get_shipping_options" => delivery::options(call).await,
        "update_shipping_method" => delivery::choose(call).await,
        "normalize_address" => Ok(address::normalize(&call)),
        "add_to_cart" => product::add(call).await,
        "get_selected_product_data" => product::selected(&call).await,
        "clear_cart" => cart::clear(call).await,
        _ => Ok(log::errors(&call)),
    })
}

impl Call {
    /// Tells whether `security` contains the action's nonce of this session. A page opened before the session existed has the
    /// guests' shared nonce, so CSRF protection rests on the Origin and Sec-Fetch-Site headers.
    fn has_express_nonce(&self, action: &str) -> bool {
        let now = self.state.shop.context.now();
        let is_of = |key: &str| self.state.secrets.nonce_is_valid(self.text("security"), action, key, now);
        crate::app::visitor::session::is_same_origin(&self.headers, &self.state.public_address)
            && (is_of(&self.session.key) || is_of(""))
    }

    fn is_within_budget(&self) -> bool {
        let now = self.state.shop.context.now();
        self.state.config.rate_limit == 0 || self.state.limits.count("express", &self.ip, CALLS, SPAN_S, now).is_ok()
    }

    /// Parses the item that the page's form would buy: `product_id`, `qty`, `attributes[…]`, and the choices beside them.
    fn requested_item(&self) -> AddItem {
        let quantity: f64 = self.text("qty").trim().parse().ok().filter(|qty: &f64| qty.is_finite()).unwrap_or(1.0);
        let plain = self.form.0.iter().filter(|(name, _)| name.starts_with("attribute_")).cloned();
        let variation = self.form.map("attributes").into_iter().chain(plain);
        AddItem {
            id: ProductId(self.text("product_id").trim().parse().unwrap_or(0)),
            #[allow(clippy::cast_possible_truncation, reason = "clamped to far beyond any order before the cast")]
            quantity_milli: Some((quantity.clamp(-1e9, 1e9) * 1000.0) as i64),
            variation: variation.filter(|(_, value)| !value.is_empty()).take(MAX_ATTRIBUTES).collect(),
            choices: self.form.choices(),
        }
    }
}

/// Builds a response that must not be cached.
fn fresh(body: impl Serialize) -> Response {
    let mut response = Json(body).into_response();
    response.headers_mut().insert("cache-control", HeaderValue::from_static("no-store"));
    response
}

/// Builds the sheet's content for a cart.
fn sheet_answer(open: &OpenCart, result: ExpressResult) -> ExpressSheetAnswer {
    let view = open.view();
    let sheet = cart_sheet(&view, true);
    let total = express::cart_total(&view, &sheet);
    ExpressSheetAnswer { result, shipping_options: None, display_items: wire_items(sheet), total }
}
