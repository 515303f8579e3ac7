//! Coupons of the cart: `/cart/apply-coupon`, `/cart/remove-coupon`, and `/cart/coupons` as a collection.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use shop_core::accounts::email;
use shop_core::cart::coupon::validity::code_of;
use shop_core::platform::messages::{codes, text};
use shop_core::store_api as api;
use shop_services::cart::{CartCoupons, Carts, CouponDenial, OpenCart};

use super::current_cart::{cart_response, requested_cart};
use crate::app::limits::Limits;
use crate::app::responses::coupon_shapes;
use crate::app::storefront::WebContext;
use crate::store_api::error::ApiError;
use crate::store_api::extract::{CartRequest, Kind, finish, finish_error};
use crate::store_api::openapi::bodies::{AppliedCode, CouponCode};
use crate::store_api::openapi::responses::ApiProblem;

/// Number of the WooCommerce error whose message differs by page for some clients: the coupon is for other e-mail addresses.
const FOR_OTHER_ADDRESSES: u16 = 102;

fn denial_error(
    denial: &CouponDenial,
    status: StatusCode,
    request: &CartRequest,
    open: &OpenCart,
    web: &WebContext,
) -> ApiError {
    let mut error = ApiError::coupon(denial, status, open.settings.lang());
    if status == StatusCode::CONFLICT && matches!(denial, CouponDenial::NotApplied { .. }) {
        error = error.with("cart", serde_json::to_value(requested_cart(request, open, web)).unwrap_or_default());
    }
    finish_error(error, request, open, web)
}

async fn apply_from_request(
    carts: &Carts,
    cart_coupons: &CartCoupons,
    limits: &Limits,
    web: &WebContext,
    request: &mut CartRequest,
) -> Result<OpenCart, ApiError> {
    request.require_nonce(web)?;
    request.expect(&[("code", Kind::Text), ("billing_email", Kind::Text)])?;
    let code = request.text("code").unwrap_or_default();
    let session = request.session.ensure(web.context.random()).to_owned();
    let customer = request.session.customer_id;
    if let Err(wait_s) = limits.coupon_guess_allowed(&request.ip, web.context.now()) {
        let open = carts.open_cart(&session, customer).await?;
        let mut error = ApiError::plain(StatusCode::TOO_MANY_REQUESTS, codes::COUPON_TOO_MANY_TRIES);
        error.headers.insert("retry-after", wait_s.into());
        return Err(finish_error(error, request, &open, web));
    }
    // Beside WooCommerce's own parameter, the address typed in the form, since a coupon may be limited to certain buyers.
    let email = request.text("billing_email").filter(|email| email::is_valid(email.trim()));
    match cart_coupons.apply_coupon(&session, customer, &code, email.as_deref()).await? {
        Ok((open, _)) => Ok(open),
        Err((open, denial)) => {
            limits.count_coupon_guess(&denial, &request.ip, web.context.now());
            Err(denial_error(&denial, StatusCode::BAD_REQUEST, request, &open, web))
        }
    }
}

/// Applies one; answers the cart.
#[utoipa::path(post, path = "/cart/apply-coupon", request_body = CouponCode, responses(
    (status = 200, body = api::Cart), (status = 404, body = ApiProblem), (status = 429, body = ApiProblem)
))]
pub(in crate::store_api) async fn apply(
    State(carts): State<Carts>,
    State(cart_coupons): State<CartCoupons>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    let open = apply_from_request(&carts, &cart_coupons, &limits, &web, &mut request).await?;
    cart_response(StatusCode::OK, &request, open, &carts, &web).await
}

/// Takes one off; answers the cart. A code that no coupon has is a wrong request; one that is not applied is a conflict.
#[utoipa::path(post, path = "/cart/remove-coupon", request_body = AppliedCode, responses(
    (status = 200, body = api::Cart), (status = 404, body = ApiProblem), (status = 409, body = ApiProblem)
))]
pub(in crate::store_api) async fn remove(
    State(carts): State<Carts>,
    State(cart_coupons): State<CartCoupons>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    request.expect(&[("code", Kind::Text)])?;
    let Some(code) = request.text("code") else { return Err(ApiError::missing("code")) };
    let session = request.session.ensure(web.context.random()).to_owned();
    match cart_coupons.remove_coupon(&session, request.session.customer_id, &code).await? {
        Ok((open, _)) => cart_response(StatusCode::OK, &request, open, &carts, &web).await,
        Err((open, denial)) => Err(denial_error(&denial, StatusCode::CONFLICT, &request, &open, &web)),
    }
}

/// All that are applied.
#[utoipa::path(get, path = "/cart/coupons", responses(
    (status = 200, body = Vec<api::CartCoupon>)
))]
pub(in crate::store_api) async fn list(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    let rows = coupon_shapes(&open.view());
    Ok(finish(Json(rows).into_response(), &request, &open, &web))
}

/// Applies one; answers it.
#[utoipa::path(post, path = "/cart/coupons", request_body = CouponCode, responses(
    (status = 201, body = api::CartCoupon), (status = 404, body = ApiProblem), (status = 429, body = ApiProblem)
))]
pub(in crate::store_api) async fn add(
    State(carts): State<Carts>,
    State(cart_coupons): State<CartCoupons>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    let open = apply_from_request(&carts, &cart_coupons, &limits, &web, &mut request).await?;
    let code = request.text("code").unwrap_or_default();
    one_answer(StatusCode::CREATED, &code, &request, &open, &web)
}

/// One that is applied.
#[utoipa::path(get, path = "/cart/coupons/{code}", params(("code" = String, Path)), responses(
    (status = 200, body = api::CartCoupon)
))]
pub(in crate::store_api) async fn one(
    State(carts): State<Carts>,
    State(web): State<WebContext>,
    Path(code): Path<String>,
    request: CartRequest,
) -> Result<Response, ApiError> {
    let open = carts.open_cart(&request.session.key, request.session.customer_id).await?;
    one_answer(StatusCode::OK, &code, &request, &open, &web)
}

fn one_answer(
    status: StatusCode,
    code: &str,
    request: &CartRequest,
    open: &OpenCart,
    web: &WebContext,
) -> Result<Response, ApiError> {
    let wanted = code_of(code);
    let Some(coupon) = coupon_shapes(&open.view()).into_iter().find(|coupon| coupon.code == wanted) else {
        let denial = CouponDenial::NotApplied { code: code.to_owned() };
        return Err(denial_error(&denial, StatusCode::NOT_FOUND, request, open, web));
    };
    Ok(finish((status, Json(coupon)).into_response(), request, open, web))
}

/// Takes one off.
#[utoipa::path(delete, path = "/cart/coupons/{code}", params(("code" = String, Path)), responses(
    (status = 204)
))]
pub(in crate::store_api) async fn delete(
    State(cart_coupons): State<CartCoupons>,
    State(web): State<WebContext>,
    Path(code): Path<String>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let session = request.session.ensure(web.context.random()).to_owned();
    match cart_coupons.remove_coupon(&session, request.session.customer_id, &code).await? {
        Ok((open, _)) => Ok(finish(StatusCode::NO_CONTENT.into_response(), &request, &open, &web)),
        Err((open, denial)) => Err(denial_error(&denial, StatusCode::NOT_FOUND, &request, &open, &web)),
    }
}

/// Takes all off.
#[utoipa::path(delete, path = "/cart/coupons", responses(
    (status = 200, body = Vec<api::CartCoupon>)
))]
pub(in crate::store_api) async fn clear(
    State(cart_coupons): State<CartCoupons>,
    State(web): State<WebContext>,
    mut request: CartRequest,
) -> Result<Response, ApiError> {
    request.require_nonce(&web)?;
    let session = request.session.ensure(web.context.random()).to_owned();
    let open = cart_coupons.remove_coupons(&session, request.session.customer_id).await?;
    Ok(finish(Json(Vec::<u8>::new()).into_response(), &request, &open, &web))
}

impl ApiError {
    /// Converts a refused coupon. All coupon rules share one code, as clients expect; the message tells which rule applies.
    fn coupon(denial: &CouponDenial, not_applied: StatusCode, lang: shop_core::base::Lang) -> Self {
        let (message, params) = denial.message();
        let (status, code) = match denial {
            CouponDenial::Disabled => (StatusCode::NOT_FOUND, codes::CART_COUPON_DISABLED),
            CouponDenial::Refused(_) => (StatusCode::BAD_REQUEST, codes::CART_COUPON_ERROR),
            CouponDenial::NotApplied { .. } => (not_applied, codes::CART_COUPON_INVALID_CODE),
        };
        let mut out = Self::new(status, message, &params).under(code);
        if let CouponDenial::Refused(refusal) = denial
            && refusal.number == FOR_OTHER_ADDRESSES
        {
            let sentence = text(message, &params, lang);
            out = out.with("details", json!({ "cart": sentence, "checkout": sentence }));
        }
        out
    }
}
