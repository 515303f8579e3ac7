//! Category choices for forms.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shop_services::Context;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::Refusal;

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CategoryRow {
    id: i64,
    /// Name preceded by those of its ancestors: "Conserve › Pomodoro".
    name: String,
}

/// Lists all categories by name.
#[utoipa::path(get, path = "/api/admin/categories", responses((status = 200, body = Vec<CategoryRow>)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    _staff: Staff,
) -> Result<Json<Vec<CategoryRow>>, Refusal> {
    let catalogue = context.catalogue().await?;
    let path =
        |id| catalogue.terms().category_path(id).iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(" › ");
    let mut rows: Vec<CategoryRow> =
        catalogue.terms().categories().iter().map(|one| CategoryRow { id: one.id.0, name: path(one.id) }).collect();
    rows.sort_by_key(|row| shop_core::base::text::fold(&row.name));
    Ok(Json(rows))
}
