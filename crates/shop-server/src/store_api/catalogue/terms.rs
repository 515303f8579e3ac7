//! Categories, tags, attributes and their values.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::search_text::SearchText;
use shop_core::base::text::{escape_html, fold};
use shop_core::platform::words::rest_texts;
use shop_core::store_api as api;
use shop_services::Context;
use shop_services::catalogue::Catalogue;
use shop_services::ports::Category;

use super::list_query::MAX_PAGE;
use super::products::paging_headers;
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::{PublicAddress, WebContext};
use crate::app::visitor::session::Session;
use crate::store_api::error::ApiError;
use crate::store_api::openapi::queries::TermsQuery;

/// `/products/categories`
#[utoipa::path(get, path = "/products/categories", params(TermsQuery), responses(
    (status = 200, body = Vec<api::Term>)
))]
pub(in crate::store_api) async fn categories(
    State(web): State<WebContext>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let catalogue = web.context.shop_for(&session.buyer).await?.catalogue;
    let rows = catalogue.terms().categories().iter().map(|c| category_shape(c, &catalogue, &web)).collect();
    page_response(rows, &query.unwrap_or_default(), "categories", &web.public_address)
}

/// `/products/categories/{id}`
#[utoipa::path(get, path = "/products/categories/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = api::Term)
))]
pub(in crate::store_api) async fn category(
    State(web): State<WebContext>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<api::Term>, ApiError> {
    let catalogue = web.context.shop_for(&session.buyer).await?.catalogue;
    let found = catalogue.terms().categories().iter().find(|c| c.id.0.to_string() == id);
    found.map(|c| Json(category_shape(c, &catalogue, &web))).ok_or_else(|| {
        ApiError::worded(StatusCode::NOT_FOUND, "woocommerce_rest_category_invalid_id", rest_texts::no_category)
    })
}

fn category_shape(c: &Category, catalogue: &Catalogue, web: &WebContext) -> api::Term {
    let path: Vec<&str> = catalogue.terms().category_path(c.id).iter().map(|c| c.slug.as_str()).collect();
    api::Term {
        id: c.id.0,
        name: escape_html(c.name_in(web.lang())),
        slug: c.slug.clone(),
        description: shop_services::content::rich_text::clean(&c.description),
        parent: c.parent_id.map_or(0, |p| p.0),
        count: i64::try_from(catalogue.category_count(c.id)).unwrap_or(0),
        image: Some(None),
        review_count: Some(0),
        permalink: Some(web.context.addresses().page(&format!("/categoria-prodotto/{}/", path.join("/")))),
    }
}

/// `/products/tags`
#[utoipa::path(get, path = "/products/tags", params(TermsQuery), responses(
    (status = 200, body = Vec<api::Term>)
))]
pub(in crate::store_api) async fn tags(
    State(web): State<WebContext>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let catalogue = web.context.shop_for(&session.buyer).await?.catalogue;
    let rows = catalogue
        .terms()
        .tags()
        .iter()
        .map(|t| api::Term {
            id: t.id.0,
            name: escape_html(&t.name),
            slug: t.slug.clone(),
            count: count(catalogue.index().tag_products(t.id)),
            ..api::Term::default()
        })
        .collect();
    page_response(rows, &query.unwrap_or_default(), "tags", &web.public_address)
}

/// `/products/brands`: the shop has none.
#[utoipa::path(get, path = "/products/brands", responses(
    (status = 200, body = Vec<api::Term>)
))]
pub(in crate::store_api) async fn brands() -> Json<Vec<api::Term>> {
    Json(Vec::new())
}

/// `/products/attributes`
#[utoipa::path(get, path = "/products/attributes", responses(
    (status = 200, body = Vec<api::CatalogueAttribute>)
))]
pub(in crate::store_api) async fn attributes(
    State(context): State<Arc<Context>>,
    session: Session,
) -> Result<Json<Vec<api::CatalogueAttribute>>, ApiError> {
    let catalogue = context.shop_for(&session.buyer).await?.catalogue;
    let mut rows: Vec<api::CatalogueAttribute> = catalogue.terms().attributes().iter().map(attribute_shape).collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Json(rows))
}

/// `/products/attributes/{id}`
#[utoipa::path(get, path = "/products/attributes/{id}", params(("id" = i64, Path)), responses(
    (status = 200, body = api::CatalogueAttribute)
))]
pub(in crate::store_api) async fn attribute(
    State(context): State<Arc<Context>>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<api::CatalogueAttribute>, ApiError> {
    let catalogue = context.shop_for(&session.buyer).await?.catalogue;
    catalogue
        .terms()
        .attributes()
        .iter()
        .find(|a| a.id.0.to_string() == id)
        .map(|a| Json(attribute_shape(a)))
        .ok_or_else(|| {
            ApiError::worded(StatusCode::NOT_FOUND, "woocommerce_rest_attribute_invalid_id", rest_texts::no_attribute)
        })
}

fn attribute_shape(a: &shop_services::ports::Attribute) -> api::CatalogueAttribute {
    api::CatalogueAttribute {
        id: a.id.0,
        name: escape_html(&a.name),
        taxonomy: a.taxonomy.clone(),
        attribute_type: "select".into(),
        order: "menu_order".into(),
        has_archives: false,
        count: i64::try_from(a.terms.len()).unwrap_or(0),
    }
}

/// `/products/attributes/{id}/terms`
#[utoipa::path(get, path = "/products/attributes/{id}/terms", params(("id" = i64, Path), TermsQuery), responses(
    (status = 200, body = Vec<api::Term>)
))]
pub(in crate::store_api) async fn attribute_terms(
    State(web): State<WebContext>,
    session: Session,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let catalogue = web.context.shop_for(&session.buyer).await?.catalogue;
    let Some(found) = catalogue.terms().attributes().iter().find(|a| a.id.0.to_string() == id) else {
        return Err(ApiError::worded(
            StatusCode::NOT_FOUND,
            "woocommerce_rest_taxonomy_invalid",
            rest_texts::no_attribute,
        ));
    };
    let rows = found
        .terms
        .iter()
        .map(|t| api::Term {
            id: t.id.0,
            name: escape_html(&t.name),
            slug: t.slug.clone(),
            count: count(catalogue.index().term_products(found.id, &t.slug)),
            ..api::Term::default()
        })
        .collect();
    page_response(rows, &query.unwrap_or_default(), &format!("attributes/{id}/terms"), &web.public_address)
}

fn count(bits: Option<&shop_services::catalogue::Bits>) -> i64 {
    bits.map_or(0, |b| i64::try_from(b.count()).unwrap_or(0))
}

/// Filters, sorts and paginates terms.
fn page_response(
    mut rows: Vec<api::Term>,
    query: &str,
    what: &str,
    public_address: &PublicAddress,
) -> Result<Response, ApiError> {
    let pairs = Pairs::parse(query);
    let orderby = pairs.word("orderby", &["name", "slug", "count", "menu_order", "name_num", "id"])?.unwrap_or("name");
    let descending = pairs.word("order", &["asc", "desc"])? == Some("desc");
    let hide_empty = pairs.flag("hide_empty")?.unwrap_or(true);
    let page = pairs.number("page", 1, 1, MAX_PAGE)?;
    let per_page = pairs.number("per_page", 0, 0, MAX_PAGE)?;
    let (include, exclude) = (pairs.ids("include"), pairs.ids("exclude"));
    let parent = pairs.whole("parent")?;
    let search = SearchText::new(pairs.get("search").unwrap_or_default());
    rows.retain(|t| {
        (!hide_empty || t.count > 0)
            && parent.is_none_or(|p| t.parent == p)
            && (include.is_empty() || include.contains(&t.id))
            && !exclude.contains(&t.id)
            && search.matches(&t.name)
    });
    match orderby {
        "slug" => rows.sort_by(|a, b| a.slug.cmp(&b.slug)),
        "count" => rows.sort_by(|a, b| a.count.cmp(&b.count).then(b.name.cmp(&a.name))),
        "id" => rows.sort_by_key(|t| t.id),
        _ => rows.sort_by_key(|a| fold(&a.name)),
    }
    if descending {
        rows.reverse();
    }
    let mut headers = HeaderMap::new();
    if per_page > 0 {
        let (page, per_page) = (usize::try_from(page).unwrap_or(1), usize::try_from(per_page).unwrap_or(10));
        let base = public_address.url(&format!("{}/products/{what}", crate::store_api::BASES[0]));
        paging_headers(&mut headers, &base, &pairs, rows.len(), per_page, page);
        rows = rows.into_iter().skip((page - 1).saturating_mul(per_page)).take(per_page).collect();
    }
    Ok((headers, Json(rows)).into_response())
}
