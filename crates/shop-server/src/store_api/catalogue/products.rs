//! `/products`: lists and single products.

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::ProductId;
use shop_core::catalogue::product::PublishStatus;
use shop_core::platform::words::rest_texts;
use shop_core::store_api as api;
use shop_services::catalogue::{Catalogue, Found};
use shop_services::trade::buying_terms::BuyerShop;

use super::list_query::product_query;
use crate::app::forms::form_fields::Pairs;
use crate::app::responses::{ShapeContext, product_shape, variation_shape};
use crate::app::storefront::WebContext;
use crate::app::visitor::session::Session;
use crate::store_api::error::ApiError;
use crate::store_api::openapi::queries::ProductsQuery;

#[utoipa::path(get, path = "/products", params(ProductsQuery), responses(
    (status = 200, body = Vec<api::Product>)
))]
pub(in crate::store_api) async fn list(
    State(web): State<WebContext>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let pairs = Pairs::parse(query.as_deref().unwrap_or_default());
    let wanted = product_query(&pairs)?;
    let BuyerShop { catalogue, settings, .. } = web.context.shop_for(&session.buyer).await?;
    let found = catalogue.query(&wanted);
    let context = ShapeContext { catalogue: &catalogue, settings: &settings, web: &web };
    let rows: Vec<api::Product> = found.ids.iter().filter_map(|id| shape(*id, context)).collect();
    let mut headers = HeaderMap::new();
    paging_headers(
        &mut headers,
        &web.public_address.url(&format!("{}/products", crate::store_api::BASES[0])),
        &pairs,
        found.total,
        wanted.per_page,
        wanted.page,
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok((headers, Json(rows)).into_response())
}

/// One product, by number or slug.
#[utoipa::path(get, path = "/products/{id}", params(("id" = String, Path, description = "Number or slug.")), responses(
    (status = 200, body = api::Product)
))]
pub(in crate::store_api) async fn one(
    State(web): State<WebContext>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<api::Product>, ApiError> {
    let BuyerShop { catalogue, settings, .. } = web.context.shop_for(&session.buyer).await?;
    let context = ShapeContext { catalogue: &catalogue, settings: &settings, web: &web };
    let (found, code) = if let Ok(number) = id.parse::<i64>() {
        (shape(ProductId(number), context), "woocommerce_rest_product_invalid_id")
    } else {
        let found = catalogue.by_slug(&id).filter(|p| p.item.status == PublishStatus::Publish);
        (found.map(|p| product_shape(p, context)), "woocommerce_rest_product_invalid_slug")
    };
    found.map(Json).ok_or_else(|| ApiError::worded(StatusCode::NOT_FOUND, code, rest_texts::no_product))
}

pub(super) fn shape(id: ProductId, context: ShapeContext<'_>) -> Option<api::Product> {
    let catalogue: &Catalogue = context.catalogue;
    match catalogue.find(id)? {
        Found::Product(p) if p.item.status == PublishStatus::Publish => Some(product_shape(p, context)),
        Found::Variation(p, v)
            if p.item.status == PublishStatus::Publish && v.item.status == PublishStatus::Publish =>
        {
            Some(variation_shape(p, v, context))
        }
        _ => None,
    }
}

/// Writes `X-WP-Total`, `X-WP-TotalPages` and the `Link` to the adjacent pages.
pub(super) fn paging_headers(
    out: &mut HeaderMap,
    base: &str,
    pairs: &Pairs,
    total: usize,
    per_page: usize,
    page: usize,
) {
    let pages = total.div_ceil(per_page.max(1));
    let mut set = |name: &'static str, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            out.insert(HeaderName::from_static(name), value);
        }
    };
    set("x-wp-total", total.to_string());
    set("x-wp-totalpages", pages.to_string());
    let link = |page: usize, rel: &str| {
        let mut query: Vec<(String, String)> = pairs.0.iter().filter(|(n, _)| n != "page").cloned().collect();
        query.push(("page".into(), page.to_string()));
        format!("<{base}?{}>; rel=\"{rel}\"", serde_urlencoded::to_string(&query).unwrap_or_default())
    };
    let mut links = Vec::new();
    if page > 1 {
        links.push(link((page - 1).min(pages.max(1)), "prev"));
    }
    if page < pages {
        links.push(link(page + 1, "next"));
    }
    if !links.is_empty() {
        set("link", links.join(", "));
    }
}
