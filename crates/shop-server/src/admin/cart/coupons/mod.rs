//! Lists, creates, changes and deletes coupons.

mod bulk;
mod view;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::cart::coupon::CouponKind;
use shop_core::cart::coupon::check::{CouponForm, CouponState};
use shop_services::Context;
use shop_services::cart::coupon_management::{CouponFormError, Coupons};
use shop_services::ports::CouponFilter;
use utoipa::{IntoParams, ToSchema};

pub(in crate::admin) use bulk::{__path_bulk, bulk};
use view::{CouponDetail, CouponRow};

use crate::admin::accounts::auth::Staff;
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_optional_choice, search_text};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct CouponsQuery {
    /// Text contained in the code.
    search: Option<String>,
    /// `active`, `expired` or `used_up`; any if empty.
    #[param(pattern = "^(active|expired|used_up)?$")]
    state: Option<String>,
    /// `percent`, `fixed_cart` or `fixed_product`; any if empty.
    #[param(pattern = "^(percent|fixed_cart|fixed_product)?$")]
    kind: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of coupons, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CouponList {
    coupons: Vec<CouponRow>,
    total: u64,
    page: u64,
    pages: u64,
}

#[utoipa::path(get, path = "/api/admin/coupons", params(CouponsQuery),
    responses((status = 200, body = CouponList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(coupons): State<Coupons>,
    _staff: Staff,
    QueryParams(query): QueryParams<CouponsQuery>,
) -> Result<Json<CouponList>, Refusal> {
    parse_optional_choice("kind", query.kind.as_deref(), CouponKind::parse)?;
    let kind = query.kind.unwrap_or_default();
    let by_state = parse_optional_choice("state", query.state.as_deref(), CouponState::parse)?;
    let page = query.page.unwrap_or(1);
    let filter = CouponFilter { search: search_text(query.search), state: by_state, kind, page, per_page: PER_PAGE };
    let now = context.now();
    let (found, total) = coupons.list_coupons(&filter).await?;
    let lang = context.settings().await?.lang();
    Ok(Json(CouponList {
        coupons: found.iter().map(|coupon| view::row(coupon, now, lang)).collect(),
        total,
        page,
        pages: page_count(total),
    }))
}

/// Returns a coupon with the orders that use it.
#[utoipa::path(get, path = "/api/admin/coupons/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = CouponDetail)))]
pub(in crate::admin) async fn detail(
    State(context): State<Arc<Context>>,
    State(coupons): State<Coupons>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CouponDetail>, Refusal> {
    view::detail(&context, &coupons, id).await.map(Json)
}

/// Creates a coupon.
#[utoipa::path(post, path = "/api/admin/coupons", request_body = CouponForm, responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add(
    State(coupons): State<Coupons>,
    _staff: Staff,
    Body(fields): Body<CouponForm>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = coupons.add_coupon(&fields).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Changes a coupon; all fields are replaced.
#[utoipa::path(put, path = "/api/admin/coupons/{id}", request_body = CouponForm, params(("id" = i64, Path)),
    responses((status = 200, body = CouponDetail)))]
pub(in crate::admin) async fn save(
    State(context): State<Arc<Context>>,
    State(coupons): State<Coupons>,
    _staff: Staff,
    Id(id): Id,
    Body(fields): Body<CouponForm>,
) -> Result<Json<CouponDetail>, Refusal> {
    coupons.change_coupon(id, &fields).await?;
    view::detail(&context, &coupons, id).await.map(Json)
}

/// Copies a coupon under an unused code.
#[utoipa::path(post, path = "/api/admin/coupons/{id}/duplicate", params(("id" = i64, Path)),
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn duplicate(
    State(coupons): State<Coupons>,
    _staff: Staff,
    Id(id): Id,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = coupons.duplicate_coupon(id).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Deletes a coupon. Orders keep their discount; carts lose it.
#[utoipa::path(delete, path = "/api/admin/coupons/{id}", params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn delete(
    State(coupons): State<Coupons>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if coupons.delete_coupon(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}

impl From<CouponFormError> for Refusal {
    fn from(error: CouponFormError) -> Self {
        match error {
            CouponFormError::Unknown => Self::not_found(),
            CouponFormError::Fields(errors) => Self::fields(errors),
            CouponFormError::Store(error) => error.into(),
        }
    }
}
