//! The product of a page for a wallet's sheet: the price of its choices, and adding it alone to the cart.

use axum::response::Response;
use serde_json::json;
use shop_core::base::{Lang, Params};
use shop_core::payments::express::wire::ExpressResult;
use shop_core::platform::messages::{codes, text};
use shop_services::cart::CartRefusal;
use shop_services::ports::StoreError;

use super::{fresh, sheet_answer};
use crate::ajax::Call;
use crate::page_data::payments::express::product_of;

/// `add_to_cart`: replaces the cart's content by the item. Idempotent. A refusal leaves the cart unchanged.
pub(super) async fn add(mut call: Call) -> Result<Response, StoreError> {
    let item = call.requested_item();
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    match call.state.shop.express_carts.put_alone_into_cart(&session, call.session.customer_id, &item).await? {
        Ok(open) => {
            let answer = sheet_answer(&open, ExpressResult::Success);
            Ok(call.finish_response(fresh(answer), &open))
        }
        Err((open, refusal)) => {
            let message = refusal_message(&refusal, open.settings.lang());
            Ok(fresh(json!({ "success": false, "data": { "message": message } })))
        }
    }
}

/// `get_selected_product_data`: prices quantity, variation, add-ons, deposit and booking. Changes nothing.
pub(super) async fn selected(call: &Call) -> Result<Response, StoreError> {
    let item = call.requested_item();
    let lang = call.state.shop.context.settings().await?.lang();
    match call.state.shop.express_carts.cart_with_alone(&call.session.key, call.session.customer_id, &item).await? {
        Ok(open) => {
            let has_deposit = open.view().lines.iter().any(|line| line.product.purchase.deposit.is_some());
            let product = product_of(&open, has_deposit);
            if !product.valid_variation_selected && product.total.amount > shop_core::base::Cents::ZERO {
                return Ok(fresh(json!({ "error": text(codes::EXPRESS_UNAVAILABLE, &Params::new(), lang) })));
            }
            Ok(fresh(product))
        }
        Err(refusal) => Ok(fresh(json!({ "error": refusal_message(&refusal, lang) }))),
    }
}

/// Returns the reason of a refusal. A refused choice has a message of its own.
fn refusal_message(refusal: &CartRefusal, lang: Lang) -> String {
    match refusal.fields.first() {
        Some(error) => shop_core::platform::messages::sentence(error, lang),
        None => text(refusal.code, &refusal.params, lang),
    }
}
