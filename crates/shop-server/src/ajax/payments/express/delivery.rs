//! Delivery address and shipping rate from a wallet. Both are stored with the cart, as by the checkout form: the sheet shows what
//! the order costs.

use axum::response::Response;
use shop_core::checkout::address::Address;
use shop_core::checkout::address::country::CountryCode;
use shop_core::payments::express::sheet::WalletRates;
use shop_core::payments::express::wallet_address::normalise;
use shop_core::payments::express::wire::{ExpressResult, ExpressSheetAnswer};
use shop_services::cart::cart_rates;
use shop_services::ports::StoreError;

use super::{fresh, sheet_answer};
use crate::ajax::Call;

/// Longest address field that is read, in characters.
const MAX_CHARS: usize = shop_core::checkout::address::MAX_FIELD_CHARS;

/// `get_shipping_options`: returns the shipping rates for the address, as far as the wallet reveals it, the chosen one first.
/// Missing or unreadable fields are accepted; an unknown country is rejected.
pub(super) async fn options(mut call: Call) -> Result<Response, StoreError> {
    let text = |name: &str| call.text(name).chars().take(MAX_CHARS).collect::<String>();
    let to = normalise(Address {
        country: text("country"),
        state: text("state"),
        postcode: text("postcode"),
        city: text("city"),
        address_1: text("address"),
        address_2: text("address_2"),
        ..Address::default()
    });
    if CountryCode::parse(&to.country).is_none() {
        let open = call.state.shop.carts.open_cart(&call.session.key, call.session.customer_id).await?;
        return Ok(call.finish_response(fresh(sheet_answer(&open, ExpressResult::InvalidShippingAddress)), &open));
    }
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let (open, goes_there) = call.state.shop.express_carts.deliver_to(&session, call.session.customer_id, &to).await?;
    let answer = match cart_rates(&open.view()) {
        WalletRates::Success { shipping_options } if goes_there => ExpressSheetAnswer {
            shipping_options: Some(shipping_options),
            ..sheet_answer(&open, ExpressResult::Success)
        },
        _ => sheet_answer(&open, ExpressResult::InvalidShippingAddress),
    };
    Ok(call.finish_response(fresh(answer), &open))
}

/// `update_shipping_method`: chooses a shipping rate. One that is not offered is rejected, and the wallet's sheet reports it.
pub(super) async fn choose(mut call: Call) -> Result<Response, StoreError> {
    let wanted = call.form.list("shipping_method").into_iter().next().unwrap_or_default();
    let session = call.session.ensure(call.state.shop.context.random()).to_owned();
    let open = call.state.shop.carts.select_shipping_rate(&session, call.session.customer_id, &wanted).await?;
    let chosen = open.view().selected_rate().is_some_and(|rate| rate.method.rate_id() == wanted);
    let result = if chosen { ExpressResult::Success } else { ExpressResult::Fail };
    Ok(call.finish_response(fresh(sheet_answer(&open, result)), &open))
}
