//! The cart behind a wallet's sheet: reading and emptying it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::payments::express::payer::request_country;
use shop_core::payments::express::sheet::WalletRates;
use shop_core::payments::express::wire::{ExpressCartDetails, ExpressOrderData, ExpressResult};
use shop_services::cart::cart_rates;
use shop_services::ports::StoreError;

use super::{fresh, sheet_answer};
use crate::ajax::Call;

/// `get_cart_details`: returns the sheet's initial content.
pub(super) async fn details(call: Call) -> Result<Response, StoreError> {
    let open = call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
    let sheet = sheet_answer(&open, ExpressResult::Success);
    let view = open.view();
    let shipping_options = match cart_rates(&view) {
        WalletRates::Success { shipping_options } if view.needs_shipping => shipping_options,
        _ => Vec::new(),
    };
    let answer = ExpressCartDetails {
        shipping_required: view.needs_shipping,
        shipping_options,
        min_age_years: view.min_age_years(),
        order_data: ExpressOrderData {
            currency: "eur".into(),
            country_code: request_country(&open.settings.shop.country),
            display_items: sheet.display_items,
            total: sheet.total,
        },
    };
    Ok(call.finish_response(fresh(answer), &open))
}

/// `clear_cart`: empties the cart. A booked time is reserved by the order alone, so `booking_id` releases nothing.
pub(super) async fn clear(call: Call) -> Result<Response, StoreError> {
    if !call.session.exists() {
        return Ok(StatusCode::OK.into_response());
    }
    let open = call.state.shop.carts.clear_cart(&call.session.key, call.session.customer_id).await?;
    Ok(call.finish_response(StatusCode::OK.into_response(), &open))
}
