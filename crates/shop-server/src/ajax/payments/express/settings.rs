//! Express button settings of a session, for cached guest pages, which contain no nonces.

use axum::response::Response;
use shop_core::base::OrderId;
use shop_services::platform::settings::ExpressPlace;
use shop_services::ports::StoreError;
use shop_services::trade::buying_terms::BuyerShop;

use super::fresh;
use crate::ajax::Call;
use crate::page_data::payments::express::ExpressContext;

/// GET `/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={id}`, with `qty`, `attributes[…]` and the choices made
/// so far; or `&place=cart`, `&place=checkout`, or `&place=order_pay&order_id={id}&key={key}` for a visitor who may pay that
/// order. Responds with the settings, or `null` when there are no buttons. Creates no session.
pub(crate) async fn respond(call: &Call) -> Result<Response, StoreError> {
    let BuyerShop { catalogue, settings: shop, .. } = call.state.shop.context.shop_for(&call.session.buyer).await?;
    if !call.is_within_budget() {
        return Ok(fresh(serde_json::Value::Null));
    }
    let context_for = |place, back| ExpressContext {
        storefront: &call.state.storefront,
        session: &call.session,
        shop: &shop,
        place,
        back,
    };
    let found = match call.text("place") {
        "product" => {
            let item = call.requested_item();
            let Some(product) = catalogue.product(item.id) else { return Ok(fresh(serde_json::Value::Null)) };
            let back = format!("/prodotto/{}/", product.slug);
            context_for(ExpressPlace::Product, &back).of_product(&item).await?
        }
        place @ ("cart" | "checkout") => {
            let open = call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
            let place = if place == "cart" { ExpressPlace::Cart } else { ExpressPlace::Checkout };
            let back = if place == ExpressPlace::Cart { "/cart/" } else { "/checkout/" };
            context_for(place, back).of_cart(&open)
        }
        "order_pay" => {
            let id = OrderId(call.text("order_id").parse().unwrap_or(0));
            let buyer = &call.session.buyer;
            let found = call.state.shop.orders.order_for_buyer(id, call.text("key"), None, buyer).await?;
            match found.ok().filter(|order| buyer.may_pay(order)) {
                Some(order) => {
                    let renews = call.state.shop.subscriptions.renews_by_itself(order.id).await?;
                    context_for(ExpressPlace::OrderPay, &order.pay_path()).of_order(&order, renews)
                }
                None => None,
            }
        }
        _ => None,
    };
    Ok(fresh(found))
}
