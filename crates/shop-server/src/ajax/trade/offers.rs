//! `b2bkingaddoffer`: adds an offer to the cart.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::base::OfferId;
use shop_core::platform::messages::sentence;
use shop_services::ports::StoreError;

use crate::ajax::Call;
use crate::trade::offer_refusal;

/// Responds `1` once all goods of the offer are in the cart, where the client goes next. A refusal has its own status and reason.
pub(super) async fn add(call: Call) -> Result<Response, StoreError> {
    let id = OfferId(call.text("offer").trim().parse().unwrap_or(0));
    match call.state.shop.offers.take(&call.session.key, &call.session.buyer, id).await? {
        Ok((open, _)) => Ok(call.finish_response("1".into_response(), &open)),
        Err(refusal) => {
            let lang = call.state.shop.context.settings().await?.lang();
            let (status, error) = offer_refusal(refusal);
            let data = json!({ "code": error.code, "message": sentence(&error, lang) });
            Ok((status, Json(json!({ "success": false, "data": data }))).into_response())
        }
    }
}
