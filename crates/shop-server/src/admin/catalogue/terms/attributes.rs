//! Attributes shared by the whole shop, and their values.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shop_core::base::{AttributeId, TermId};
use shop_core::platform::merchant::term::TermForm;
use shop_services::Context;
use shop_services::catalogue::term_management::{Terms, products_with};
use utoipa::ToSchema;

use super::Reorder;
use crate::admin::accounts::auth::Staff;
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Ids, Problem, Refusal};

/// An attribute with its values in order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct AttributeRow {
    id: i64,
    name: String,
    name_en: String,
    /// `pa_formato`
    taxonomy: String,
    /// Number of products that have it, including drafts.
    products: usize,
    values: Vec<ValueRow>,
}

/// A value of an attribute.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ValueRow {
    id: i64,
    name: String,
    name_en: String,
    slug: String,
    products: usize,
}

#[utoipa::path(get, path = "/api/admin/catalogue/attributes", responses((status = 200, body = Vec<AttributeRow>)))]
pub(in crate::admin) async fn attributes(
    State(context): State<Arc<Context>>,
    _staff: Staff,
) -> Result<Json<Vec<AttributeRow>>, Refusal> {
    let catalogue = context.newest_catalogue().await?;
    let rows = catalogue.terms().attributes().iter().map(|attribute| AttributeRow {
        id: attribute.id.0,
        name: attribute.name.clone(),
        name_en: attribute.name_en.clone(),
        taxonomy: attribute.taxonomy.clone(),
        products: products_with(&catalogue, &attribute.taxonomy, None),
        values: attribute
            .terms
            .iter()
            .map(|term| ValueRow {
                id: term.id.0,
                name: term.name.clone(),
                name_en: term.name_en.clone(),
                slug: term.slug.clone(),
                products: products_with(&catalogue, &attribute.taxonomy, Some(&term.slug)),
            })
            .collect(),
    });
    Ok(Json(rows.collect()))
}

/// Creates an attribute.
#[utoipa::path(post, path = "/api/admin/catalogue/attributes", request_body = TermForm,
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add_attribute(
    State(terms): State<Terms>,
    _staff: Staff,
    Body(fields): Body<TermForm>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = terms.save_attribute(None, &fields).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Renames an attribute, also in its products.
#[utoipa::path(put, path = "/api/admin/catalogue/attributes/{id}",
    request_body = TermForm, params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn change_attribute(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
    Body(fields): Body<TermForm>,
) -> Result<StatusCode, Refusal> {
    terms.save_attribute(Some(AttributeId(id)), &fields).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes an attribute that no product has.
#[utoipa::path(delete, path = "/api/admin/catalogue/attributes/{id}", params(("id" = i64, Path)),
    responses((status = 204), (status = 422, body = Problem)))]
pub(in crate::admin) async fn delete_attribute(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    terms.delete_attribute(AttributeId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a value to an attribute.
#[utoipa::path(post, path = "/api/admin/catalogue/attributes/{id}/values",
    request_body = TermForm, params(("id" = i64, Path)), responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add_value(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
    Body(fields): Body<TermForm>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = terms.save_value(AttributeId(id), None, &fields).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Reorders the values of an attribute.
#[utoipa::path(put, path = "/api/admin/catalogue/attributes/{id}/values",
    request_body = Reorder, params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn order_values(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
    Body(order): Body<Reorder>,
) -> Result<StatusCode, Refusal> {
    let ids: Vec<TermId> = order.ids.into_iter().map(TermId).collect();
    terms.order_values(AttributeId(id), &ids).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Renames a value, also in its products.
#[utoipa::path(put, path = "/api/admin/catalogue/attributes/{id}/values/{value}",
    request_body = TermForm, params(("id" = i64, Path), ("value" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn change_value(
    State(terms): State<Terms>,
    _staff: Staff,
    Ids(id, value): Ids,
    Body(fields): Body<TermForm>,
) -> Result<StatusCode, Refusal> {
    terms.save_value(AttributeId(id), Some(TermId(value)), &fields).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a value that no product has.
#[utoipa::path(delete, path = "/api/admin/catalogue/attributes/{id}/values/{value}",
    params(("id" = i64, Path), ("value" = i64, Path)), responses((status = 204), (status = 422, body = Problem)))]
pub(in crate::admin) async fn delete_value(
    State(terms): State<Terms>,
    _staff: Staff,
    Ids(_, value): Ids,
) -> Result<StatusCode, Refusal> {
    terms.delete_value(TermId(value)).await?;
    Ok(StatusCode::NO_CONTENT)
}
