//! Product tags.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shop_core::base::TagId;
use shop_core::base::text::fold;
use shop_core::platform::merchant::term::TermForm;
use shop_services::Context;
use shop_services::catalogue::term_management::Terms;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Refusal};

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TagRow {
    id: i64,
    name: String,
    name_en: String,
    slug: String,
    /// Number of products that have it, including drafts.
    products: usize,
}

/// Lists all tags by name.
#[utoipa::path(get, path = "/api/admin/catalogue/tags", responses((status = 200, body = Vec<TagRow>)))]
pub(in crate::admin) async fn tags(
    State(context): State<Arc<Context>>,
    _staff: Staff,
) -> Result<Json<Vec<TagRow>>, Refusal> {
    let catalogue = context.newest_catalogue().await?;
    let count = |id| catalogue.products().iter().filter(|product| product.tag_ids.contains(&id)).count();
    let tags = catalogue.terms().tags().iter();
    let mut rows: Vec<TagRow> = tags
        .map(|tag| TagRow {
            id: tag.id.0,
            name: tag.name.clone(),
            name_en: tag.name_en.clone(),
            slug: tag.slug.clone(),
            products: count(tag.id),
        })
        .collect();
    rows.sort_by_key(|row| fold(&row.name));
    Ok(Json(rows))
}

/// Creates a tag.
#[utoipa::path(post, path = "/api/admin/catalogue/tags", request_body = TermForm,
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add_tag(
    State(terms): State<Terms>,
    _staff: Staff,
    Body(fields): Body<TermForm>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = terms.save_tag(None, &fields).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Changes a tag.
#[utoipa::path(put, path = "/api/admin/catalogue/tags/{id}", request_body = TermForm, params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn change_tag(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
    Body(fields): Body<TermForm>,
) -> Result<StatusCode, Refusal> {
    terms.save_tag(Some(TagId(id)), &fields).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a tag. Its products lose it.
#[utoipa::path(delete, path = "/api/admin/catalogue/tags/{id}", params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn delete_tag(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    terms.delete_tag(TagId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
