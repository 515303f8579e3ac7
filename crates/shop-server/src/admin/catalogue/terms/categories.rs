//! Category tree.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::CategoryId;
use shop_core::catalogue::product::ImageRef;
use shop_core::platform::merchant::term::CategoryForm;
use shop_services::Context;
use shop_services::catalogue::Catalogue;
use shop_services::catalogue::term_management::Terms;
use shop_services::ports::Category;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::catalogue::products::PictureRow;
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Refusal};

/// A category in the tree.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CategoryNode {
    id: i64,
    parent_id: Option<i64>,
    name: String,
    name_en: String,
    slug: String,
    /// Depth in the tree, 0 at the top.
    depth: usize,
    /// Number of products assigned to it directly, including drafts.
    products: usize,
    /// Number of direct subcategories.
    children: usize,
}

/// A category with all its editable fields.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CategoryDetail {
    #[serde(flatten)]
    node: CategoryNode,
    fields: CategoryFields,
    /// Path of its page in the shop.
    path: String,
    /// `null`: it has none.
    picture: Option<PictureRow>,
}

/// Editable fields of a category.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::admin) struct CategoryFields {
    parent_id: Option<i64>,
    name: String,
    name_en: String,
    /// Slug; derived from the name if empty.
    slug: String,
    description: String,
    description_en: String,
}

/// New order of all subcategories of a category, or of all at the top.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct CategoryOrder {
    parent_id: Option<i64>,
    ids: Vec<i64>,
}

impl CategoryFields {
    fn form(&self) -> CategoryForm {
        CategoryForm {
            name: self.name.clone(),
            name_en: self.name_en.clone(),
            slug: self.slug.clone(),
            description: self.description.clone(),
            description_en: self.description_en.clone(),
        }
    }

    fn parent(&self) -> Option<CategoryId> {
        self.parent_id.map(CategoryId)
    }
}

/// Lists all categories, each followed by its subcategories.
#[utoipa::path(get, path = "/api/admin/catalogue/categories", responses((status = 200, body = Vec<CategoryNode>)))]
pub(in crate::admin) async fn categories(
    State(context): State<Arc<Context>>,
    _staff: Staff,
) -> Result<Json<Vec<CategoryNode>>, Refusal> {
    let catalogue = context.newest_catalogue().await?;
    let mut rows = Vec::new();
    push_below(&catalogue, None, 0, &mut rows);
    Ok(Json(rows))
}

#[utoipa::path(get, path = "/api/admin/catalogue/categories/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = CategoryDetail)))]
pub(in crate::admin) async fn category(
    State(context): State<Arc<Context>>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<CategoryDetail>, Refusal> {
    load_category(&context, id).await.map(Json)
}

/// Creates a category.
#[utoipa::path(post, path = "/api/admin/catalogue/categories", request_body = CategoryFields,
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add_category(
    State(terms): State<Terms>,
    _staff: Staff,
    Body(fields): Body<CategoryFields>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = terms.save_category(None, fields.parent(), &fields.form()).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Replaces all fields of a category.
#[utoipa::path(put, path = "/api/admin/catalogue/categories/{id}",
    request_body = CategoryFields, params(("id" = i64, Path)), responses((status = 200, body = CategoryDetail)))]
pub(in crate::admin) async fn change_category(
    State(context): State<Arc<Context>>,
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
    Body(fields): Body<CategoryFields>,
) -> Result<Json<CategoryDetail>, Refusal> {
    terms.save_category(Some(CategoryId(id)), fields.parent(), &fields.form()).await?;
    load_category(&context, id).await.map(Json)
}

/// Reorders the subcategories of a category, or those at the top.
#[utoipa::path(put, path = "/api/admin/catalogue/category-order", request_body = CategoryOrder,
    responses((status = 204)))]
pub(in crate::admin) async fn order_categories(
    State(terms): State<Terms>,
    _staff: Staff,
    Body(order): Body<CategoryOrder>,
) -> Result<StatusCode, Refusal> {
    let ids: Vec<CategoryId> = order.ids.into_iter().map(CategoryId).collect();
    terms.order_categories(order.parent_id.map(CategoryId), &ids).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a category. Its products lose it; its subcategories move up one level.
#[utoipa::path(delete, path = "/api/admin/catalogue/categories/{id}", params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn delete_category(
    State(terms): State<Terms>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    terms.delete_category(CategoryId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deepest level visited, so that a cycle of categories cannot loop forever.
const MAX_DEPTH: usize = 20;

fn push_below(catalogue: &Catalogue, parent: Option<CategoryId>, depth: usize, rows: &mut Vec<CategoryNode>) {
    if depth > MAX_DEPTH {
        return;
    }
    for category in catalogue.terms().categories().iter().filter(|one| one.parent_id == parent) {
        rows.push(node(catalogue, category, depth));
        push_below(catalogue, Some(category.id), depth + 1, rows);
    }
}

fn node(catalogue: &Catalogue, category: &Category, depth: usize) -> CategoryNode {
    CategoryNode {
        id: category.id.0,
        parent_id: category.parent_id.map(|parent| parent.0),
        name: category.name.clone(),
        name_en: category.name_en.clone(),
        slug: category.slug.clone(),
        depth,
        products: catalogue.products().iter().filter(|product| product.category_ids.contains(&category.id)).count(),
        children: catalogue.terms().categories().iter().filter(|one| one.parent_id == Some(category.id)).count(),
    }
}

pub(super) async fn load_category(context: &Context, id: i64) -> Result<CategoryDetail, Refusal> {
    let catalogue = context.newest_catalogue().await?;
    let id = CategoryId(id);
    let category = catalogue.terms().categories().iter().find(|one| one.id == id).ok_or_else(Refusal::not_found)?;
    let way = catalogue.terms().category_path(id);
    let slugs: Vec<&str> = way.iter().map(|one| one.slug.as_str()).collect();
    Ok(CategoryDetail {
        node: node(&catalogue, category, way.len().saturating_sub(1)),
        fields: CategoryFields {
            parent_id: category.parent_id.map(|parent| parent.0),
            name: category.name.clone(),
            name_en: category.name_en.clone(),
            slug: category.slug.clone(),
            description: category.description.clone(),
            description_en: category.description_en.clone(),
        },
        path: format!("/categoria-prodotto/{}/", slugs.join("/")),
        picture: serde_json::from_str::<ImageRef>(&category.image).ok().map(|image| PictureRow::from_image(&image)),
    })
}
