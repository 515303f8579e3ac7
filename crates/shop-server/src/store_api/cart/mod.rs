//! The visitor's cart: items, coupons, addresses and shipping rates.

pub(super) mod coupons;
pub(super) mod current_cart;
pub(super) mod items;

use utoipa_axum::router::OpenApiRouter;

use crate::app::routing::operations;
use crate::app::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    operations![
        current_cart::get,
        current_cart::add_item,
        current_cart::update_item,
        current_cart::remove_item,
        current_cart::restore_item,
        current_cart::update_customer,
        current_cart::select_shipping_rate,
        coupons::apply,
        coupons::remove,
        coupons::list,
        coupons::add,
        coupons::clear,
        coupons::one,
        coupons::delete,
        items::list,
        items::add,
        items::clear,
        items::one,
        items::update,
        items::remove,
    ]
}
