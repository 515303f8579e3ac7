//! The express settings of a visitor's session, for pages that are kept for all guests and so hold no nonces.

use axum::response::Response;
use shop_services::ports::StoreError;
use shop_services::settings::ExpressPlace;

use super::fresh;
use crate::ajax::Call;
use crate::site::express::Asked;

/// GET `/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={id}`, with `qty`, `attributes[…]` and the choices as far
/// as they are known; or `&place=cart`, `&place=checkout`. Answers the settings, or `null`: there are no buttons. Makes no session.
pub(crate) async fn read(call: &Call) -> Result<Response, StoreError> {
    let shop = call.state.shop.settings().await?;
    if !call.is_within_budget() {
        return Ok(fresh(serde_json::Value::Null));
    }
    let asked = |place, back| Asked { state: &call.state, session: &call.session, shop: &shop, place, back };
    let found = match call.text("place") {
        "product" => {
            let wish = call.wish();
            let catalogue = call.state.shop.catalogue().await?;
            let Some(product) = catalogue.product(wish.id) else { return Ok(fresh(serde_json::Value::Null)) };
            let back = format!("/prodotto/{}/", product.slug);
            asked(ExpressPlace::Product, &back).of_product(&wish).await?
        }
        place @ ("cart" | "checkout") => {
            let open = call.state.shop.open_cart(&call.session.key, call.session.customer_id).await?;
            let place = if place == "cart" { ExpressPlace::Cart } else { ExpressPlace::Checkout };
            let back = if place == ExpressPlace::Cart { "/cart/" } else { "/checkout/" };
            asked(place, back).of_cart(&open)
        }
        _ => None,
    };
    Ok(fresh(found))
}
