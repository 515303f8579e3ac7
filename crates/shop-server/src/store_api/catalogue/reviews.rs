//! `/products/reviews`: published reviews.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use shop_core::base::format::date;
use shop_core::base::text::escape_html;
use shop_core::base::time::{UnixSeconds, civil};
use shop_core::base::{CategoryId, ProductId};
use shop_core::catalogue::review::ReviewStatus;
use shop_core::store_api as api;
use shop_services::catalogue::Catalogue;
use shop_services::catalogue::reviews::Reviews;
use shop_services::ports::{Review, ReviewFilter, ReviewOrder};

use super::list_query::MAX_PAGE;
use super::products::paging_headers;
use crate::app::forms::form_fields::Pairs;
use crate::app::responses::main_image;
use crate::app::storefront::WebContext;
use crate::app::visitor::session::Session;
use crate::store_api::error::ApiError;
use crate::store_api::openapi::queries::ReviewsQuery;

/// Lists reviews, newest first unless told otherwise.
#[utoipa::path(get, path = "/products/reviews", params(ReviewsQuery), responses(
    (status = 200, body = Vec<api::Review>)
))]
pub(in crate::store_api) async fn list(
    State(reviews): State<Reviews>,
    State(web): State<WebContext>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let pairs = Pairs::parse(&query.unwrap_or_default());
    let page = pairs.number("page", 1, 1, MAX_PAGE)?;
    let per_page = pairs.number("per_page", 10, 1, 100)?;
    let offset = pairs.number("offset", (page - 1) * per_page, 0, 100_000_000)?;
    let order = match pairs.word("orderby", &["date", "date_gmt", "id", "rating", "product"])? {
        Some("id") => ReviewOrder::Id,
        Some("rating") => ReviewOrder::Rating,
        Some("product") => ReviewOrder::Product,
        _ => ReviewOrder::Date,
    };
    let ascending = pairs.word("order", &["asc", "desc"])? == Some("asc");
    let catalogue = web.context.shop_for(&session.buyer).await?.catalogue;
    let number = |n: i64| u64::try_from(n).unwrap_or(0);
    let filter = ReviewFilter {
        status: ReviewStatus::Approved,
        product_ids: products(&catalogue, &pairs.ids("product_id"), &pairs.ids("category_id")),
        order,
        ascending,
        offset: number(offset),
        limit: number(per_page),
    };
    let (rows, total) = reviews.list_reviews(&filter).await?;
    let rows: Vec<api::Review> = rows.iter().map(|review| shape(review, &catalogue, &web)).collect();
    let mut headers = HeaderMap::new();
    let base = web.public_address.url(&format!("{}/products/reviews", crate::store_api::BASES[0]));
    let size = |n: i64| usize::try_from(n).unwrap_or(1);
    paging_headers(&mut headers, &base, &pairs, usize::try_from(total).unwrap_or(0), size(per_page), size(page));
    Ok((headers, Json(rows)).into_response())
}

/// Resolves the product filters; `None` when there are none.
fn products(catalogue: &Catalogue, products: &[i64], categories: &[i64]) -> Option<Vec<ProductId>> {
    if products.is_empty() && categories.is_empty() {
        return None;
    }
    let named = |id: ProductId| products.is_empty() || products.contains(&id.0);
    let within = |ids: &[CategoryId]| categories.is_empty() || ids.iter().any(|id| categories.contains(&id.0));
    let all = catalogue.products().iter().filter(|p| catalogue.product(p.item.id).is_some());
    Some(all.filter(|p| named(p.item.id) && within(&p.category_ids)).map(|p| p.item.id).collect())
}

fn shape(review: &Review, catalogue: &Catalogue, web: &WebContext) -> api::Review {
    let product = catalogue.product(review.product_id);
    let moment = iso(review.created_at);
    let name = product.map(|p| p.item.name_in(web.lang()).to_owned()).unwrap_or_default();
    api::Review {
        id: review.id,
        date_created: moment.clone(),
        formatted_date_created: date(review.created_at, web.lang()),
        date_created_gmt: moment,
        product_id: review.product_id.0,
        product_name: escape_html(&name),
        product_permalink: product
            .map(|p| web.context.addresses().page(&format!("/prodotto/{}/", p.slug)))
            .unwrap_or_default(),
        product_image: product.and_then(|product| main_image(product, None, &name, web)).map(|(image, _)| image),
        reviewer: escape_html(&review.reviewer),
        review: format!("<p>{}</p>\n", escape_html(&review.body).replace('\n', "<br />\n")),
        rating: review.rating,
        verified: review.verified,
    }
}

/// Formats a time as "2026-11-21T10:00:00".
fn iso(seconds: UnixSeconds) -> String {
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let rest = seconds.rem_euclid(86_400);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}
