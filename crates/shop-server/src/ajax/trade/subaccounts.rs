//! `b2bking_create_subaccount`, `b2bking_update_subaccount` and `b2bkingrejectuser` (storefront specification, section 7). The
//! response is text; an error begins with "error" and its cause.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::CustomerId;
use shop_core::platform::messages::sentence;
use shop_services::ports::{StoreError, SubaccountConflict};
use shop_services::trade::subaccounts::SubaccountRefusal;

use crate::ajax::Call;
use crate::trade::status;
use crate::trade::subaccounts::{CreateSubaccountError, create as create_one, details_of};

/// Responds with the new sub-account's id.
pub(super) async fn create(call: &Call) -> Result<Response, StoreError> {
    Ok(match create_one(&call.state, &call.session, &call.ip, &call.form).await? {
        Ok(id) => id.to_string().into_response(),
        Err(CreateSubaccountError::Refused(refusal)) => refusal_response(call, &refusal).await?,
        Err(CreateSubaccountError::TooMany(error)) => {
            let lang = call.state.shop.context.settings().await?.lang();
            (StatusCode::TOO_MANY_REQUESTS, format!("error: {}", sentence(&error, lang))).into_response()
        }
        Err(CreateSubaccountError::Busy) => (StatusCode::SERVICE_UNAVAILABLE, "error").into_response(),
    })
}

/// Responds with the sub-account's id.
pub(super) async fn update(call: &Call) -> Result<Response, StoreError> {
    let id = id_of(call, "subaccountId");
    let done = call.state.shop.subaccounts.update(&call.session.buyer, id, &details_of(&call.form)).await?;
    id_response(call, id, done).await
}

/// Deletes a sub-account; responds with its id. Users of other companies are not found.
pub(super) async fn delete(call: &Call) -> Result<Response, StoreError> {
    if call.text("issubaccount") != "yes" {
        return Ok((StatusCode::BAD_REQUEST, "0").into_response());
    }
    let id = id_of(call, "user");
    let done = call.state.shop.subaccounts.delete(&call.session.buyer, id).await?;
    id_response(call, id, done).await
}

fn id_of(call: &Call, field: &str) -> CustomerId {
    CustomerId(call.text(field).trim().parse().unwrap_or(0))
}

async fn id_response(call: &Call, id: CustomerId, done: Result<(), SubaccountRefusal>) -> Result<Response, StoreError> {
    match done {
        Ok(()) => Ok(id.to_string().into_response()),
        Err(refusal) => refusal_response(call, &refusal).await,
    }
}

/// Responds to a name that is taken, or to too many sub-accounts, with status 200 as B2BKing does: its clients read the text.
async fn refusal_response(call: &Call, refusal: &SubaccountRefusal) -> Result<Response, StoreError> {
    let lang = call.state.shop.context.settings().await?.lang();
    let sentences: Vec<String> = refusal.errors().iter().map(|error| sentence(error, lang)).collect();
    let body = format!("error: {}", sentences.join(" "));
    Ok(match refusal {
        SubaccountRefusal::Trade(refusal) => (status(*refusal), body).into_response(),
        SubaccountRefusal::Fields(_) => (StatusCode::UNPROCESSABLE_ENTITY, body).into_response(),
        SubaccountRefusal::Unknown => (StatusCode::NOT_FOUND, body).into_response(),
        SubaccountRefusal::Taken(SubaccountConflict::Maximum) => "error_maximum_subaccounts".into_response(),
        SubaccountRefusal::Taken(SubaccountConflict::Username) => "error: existing_user_login".into_response(),
        SubaccountRefusal::Taken(SubaccountConflict::Email) => "error: existing_user_email".into_response(),
    })
}
