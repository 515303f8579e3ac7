//! Coupons and credit that a shopper can apply with a click, for the pages and, after a cart change, as JSON.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use shop_core::view::CartOffers;
use shop_services::cart::{CartCoupons, Carts, OpenCart};

use crate::app::visitor::session::Session;

/// Loads the offers for a cart. If they cannot be read, the page shows none: the cart itself still works.
pub(in crate::site) async fn load_offers(cart_coupons: &CartCoupons, open: &OpenCart, session: &Session) -> CartOffers {
    cart_coupons.cart_offers(open, session.customer_id).await.unwrap_or_else(|error| {
        tracing::error!(%error, "offers for the cart could not be read");
        CartOffers::default()
    })
}

/// `/api/cart/offers`: the offers for the visitor's cart.
pub(super) async fn show(
    State(carts): State<Carts>,
    State(cart_coupons): State<CartCoupons>,
    session: Session,
) -> Response {
    let offers = match carts.open_cart(&session.key, session.customer_id).await {
        Ok(open) => load_offers(&cart_coupons, &open, &session).await,
        Err(error) => {
            tracing::error!(%error, "the cart could not be opened for its offers");
            CartOffers::default()
        }
    };
    ([(header::CACHE_CONTROL, "no-store")], Json(offers)).into_response()
}
