//! Validation of VAT numbers.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::checkout::address::country::CountryCode;
use shop_core::trade::vat_check::VatAnswer;
use shop_services::cart::AddressChange;
use shop_services::ports::StoreError;
use shop_services::trade::vat_checks::{VatCheckRequest, VatRefusal};

use crate::ajax::Call;

/// Longest number read, in characters; the check reports shorter limits.
const MAX_CHARS: usize = 100;

/// `b2bkingvalidatevat`: checks a number with the register. Responds with the text `valid` or `invalid`, or `unanswered` when the
/// register does not respond, which B2BKing's clients treat as not validated. The session's cart stores the number, because the
/// cart, not a cookie, decides the exemption.
pub(super) async fn validate(call: Call) -> Result<Response, StoreError> {
    let vat: String = call.text("vat").trim().chars().take(MAX_CHARS).collect();
    let Some(country) = CountryCode::parse(call.text("country")).filter(|_| !vat.is_empty()) else {
        return Ok((StatusCode::BAD_REQUEST, VatAnswer::Invalid.as_str()).into_response());
    };
    let (session, checks) = (&call.session, &call.state.shop.vat_checks);
    let admits = || call.state.vat_check_allowed(&call.ip).is_ok();
    // Calls have no postcode: that of the cart's customer decides whether a British number is Northern Irish.
    let mut postcode = String::new();
    if country.as_str() == "GB" && session.exists() {
        let open = call.state.shop.carts.open_cart(&session.key, session.customer_id).await?;
        let billing = &open.record.content.billing;
        if billing.country == country.as_str() {
            postcode.clone_from(&billing.postcode);
        }
    }
    let asking = VatCheckRequest {
        buyer: &session.buyer,
        email: "",
        postcode: &postcode,
        requested_by: "form",
        admits: &admits,
    };
    let checked = if session.exists() {
        checks.check_for_cart(&session.key, country.as_str(), &vat, asking).await?
    } else {
        checks.check(country.as_str(), &vat, asking).await?
    };
    Ok(match checked {
        Ok(checked) => checked.answer.as_str().into_response(),
        Err(VatRefusal::Number(_)) => VatAnswer::Invalid.as_str().into_response(),
        Err(VatRefusal::TooMany) => (StatusCode::TOO_MANY_REQUESTS, "too_many").into_response(),
    })
}

/// `b2bkingcheckdeliverycountryvat`: sets the country of delivery, which may end or start an exemption. Responds whether the cart
/// is now exempt from tax, which clients ignore.
pub(super) async fn delivery_country(call: Call) -> Result<Response, StoreError> {
    let Some(country) = CountryCode::parse(call.text("deliverycountry")) else {
        return Ok((StatusCode::BAD_REQUEST, "0").into_response());
    };
    let (session, carts) = (&call.session, &call.state.shop.carts);
    if !session.exists() {
        return Ok("0".into_response());
    }
    let change = AddressChange {
        country: Some(country.as_str().to_owned()),
        state: Some(String::new()),
        postcode: Some(String::new()),
        ..AddressChange::default()
    };
    let open = match carts.open_cart(&session.key, session.customer_id).await? {
        open if !open.settings.vat.delivery_country => open,
        open if open.record.content.shipping.country == country.as_str() => open,
        _ => match carts.update_customer(&session.key, session.customer_id, None, Some(&change)).await? {
            Ok(open) | Err((open, _, _)) => open,
        },
    };
    let exempt = if open.view().exempt { "1" } else { "0" };
    Ok(call.finish_response(exempt.into_response(), &open))
}
