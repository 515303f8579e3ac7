//! Creates products, copies and variations.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::ProductId;
use shop_services::Context;
use shop_services::catalogue::products::{ProductError, Products, VariationsForm};
use utoipa::ToSchema;

use super::load_detail;
use super::view::ProductDetail;
use crate::admin::accounts::auth::Staff;
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Refusal};

/// A product to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewProduct {
    name: String,
    /// `simple`, `variable`, `grouped` or `external`.
    #[schema(pattern = "^(simple|variable|grouped|external)$")]
    kind: String,
}

/// Variations to create: all missing combinations of the values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewVariations {
    /// Values by attribute (`pa_formato`); an omitted attribute uses all its values.
    #[serde(default)]
    values: BTreeMap<String, Vec<String>>,
    /// Price of each variation; may be empty.
    #[serde(default)]
    regular_price: String,
    /// Stock of each variation; not tracked if empty.
    #[serde(default)]
    stock_quantity: String,
}

/// The product with its new variations.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct MadeVariations {
    made: usize,
    product: ProductDetail,
}

/// Creates a product as a draft.
#[utoipa::path(post, path = "/api/admin/products", request_body = NewProduct, responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add(
    State(products): State<Products>,
    _staff: Staff,
    Body(body): Body<NewProduct>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = products.add_product(&body.name, &body.kind).await?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })))
}

/// Copies a product as a draft, without SKUs.
#[utoipa::path(post, path = "/api/admin/products/{id}/duplicate", params(("id" = i64, Path)),
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn duplicate(
    State(products): State<Products>,
    _staff: Staff,
    Id(id): Id,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = products.duplicate_product(ProductId(id)).await?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })))
}

/// Creates the missing variations.
#[utoipa::path(post, path = "/api/admin/products/{id}/variations",
    request_body = NewVariations, params(("id" = i64, Path)), responses((status = 200, body = MadeVariations)))]
pub(in crate::admin) async fn generate(
    State(context): State<Arc<Context>>,
    State(products): State<Products>,
    _staff: Staff,
    Id(id): Id,
    Body(body): Body<NewVariations>,
) -> Result<Json<MadeVariations>, Refusal> {
    let form =
        VariationsForm { values: body.values, regular_price: body.regular_price, stock_quantity: body.stock_quantity };
    let id = ProductId(id);
    let made = products.generate_variations(id, &form).await?;
    Ok(Json(MadeVariations { made, product: load_detail(&context, &products, id).await? }))
}

impl From<ProductError> for Refusal {
    fn from(error: ProductError) -> Self {
        match error {
            ProductError::Unknown => Self::not_found(),
            ProductError::Fields(errors) => Self::fields(errors),
            ProductError::Store(error) => error.into(),
        }
    }
}
