//! Bulk actions on products: publish, hide, bin, restore and delete.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use shop_core::base::ProductId;
use shop_core::platform::merchant::product_action::ProductAction;
use shop_services::catalogue::products::Products;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages::sentence;
use crate::admin::problem::{Body, Refusal, language};

/// An action and the products to apply it to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ProductAct {
    /// At most 200.
    ids: Vec<i64>,
    /// `publish`, `hide`, `bin`; for products in the bin also `restore` (as a draft) and `delete` (permanently).
    #[schema(pattern = "^(publish|hide|bin|restore|delete)$")]
    action: String,
}

/// Result of a bulk action.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ActResult {
    /// Number of products changed.
    done: usize,
    refused: Vec<RefusedRow>,
}

/// A product that was not changed, and why.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct RefusedRow {
    id: i64,
    name: String,
    code: String,
    /// Reason as a sentence.
    message: String,
}

/// Applies an action to several products, each on its own.
#[utoipa::path(post, path = "/api/admin/products/acts", request_body = ProductAct,
    responses((status = 200, body = ActResult)))]
pub(in crate::admin) async fn act(
    State(products): State<Products>,
    _staff: Staff,
    headers: HeaderMap,
    Body(body): Body<ProductAct>,
) -> Result<Json<ActResult>, Refusal> {
    let Some(action) = ProductAction::parse(&body.action) else {
        return Err(Refusal::unknown("action", &body.action));
    };
    let ids: Vec<ProductId> = body.ids.into_iter().map(ProductId).collect();
    let done = products.apply_to_products(&ids, action).await?;
    let lang = language(&headers);
    let refused = done.refused.into_iter().map(|one| RefusedRow {
        id: one.id.0,
        name: one.name,
        message: sentence(&one.reason.code, &one.reason.params, lang),
        code: one.reason.code.into_owned(),
    });
    Ok(Json(ActResult { done: done.done, refused: refused.collect() }))
}
