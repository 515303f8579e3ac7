//! `/products/collection-data`: product counts for the filters of a list.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use serde_json::{Map, Value, json};
use shop_core::store_api::Currency;
use shop_services::Context;
use shop_services::catalogue::{Catalogue, ProductQuery, counts};

use super::list_query::product_query;
use crate::app::forms::form_fields::{Pairs, not_in_enum};
use crate::app::visitor::session::Session;
use crate::store_api::error::ApiError;
use crate::store_api::openapi::queries::{CountsQuery, ProductsQuery};
use crate::store_api::openapi::responses::CollectionData;

/// The counts asked for; `null` for those that were not.
#[utoipa::path(get, path = "/products/collection-data", params(ProductsQuery, CountsQuery), responses(
    (status = 200, body = CollectionData)
))]
pub(in crate::store_api) async fn get(
    State(context): State<Arc<Context>>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, ApiError> {
    let pairs = Pairs::parse(query.as_deref().unwrap_or_default());
    let wanted = product_query(&pairs)?;
    let catalogue = context.shop_for(&session.buyer).await?.catalogue;
    let mut out = Map::new();
    for name in ["price_range", "attribute_counts", "rating_counts", "stock_status_counts", "taxonomy_counts"] {
        out.insert(name.into(), Value::Null);
    }
    if pairs.flag("calculate_price_range")? == Some(true)
        && let Some(range) = price_range(&catalogue, &wanted)
    {
        out.insert("price_range".into(), range);
    }
    if pairs.flag("calculate_stock_status_counts")? == Some(true) {
        out.insert("stock_status_counts".into(), stock_status_counts(&catalogue, &wanted));
    }
    if pairs.flag("calculate_rating_counts")? == Some(true) {
        out.insert("rating_counts".into(), rating_counts(&catalogue, &wanted));
    }
    let attributes = pairs.rows("calculate_attribute_counts");
    if !attributes.is_empty() {
        out.insert("attribute_counts".into(), attribute_counts(&catalogue, &wanted, &attributes)?);
    }
    let taxonomies = pairs.list("calculate_taxonomy_counts");
    if !taxonomies.is_empty() {
        out.insert("taxonomy_counts".into(), taxonomy_counts(&catalogue, &wanted, &taxonomies));
    }
    Ok(Json(Value::Object(out)))
}

/// Lowest and highest price, ignoring price filters; `None` when no product matches.
fn price_range(catalogue: &Catalogue, wanted: &ProductQuery) -> Option<Value> {
    let found = catalogue.filter(&ProductQuery { min_price: None, max_price: None, ..wanted.clone() });
    let (low, high) = counts::price_span(catalogue, &found)?;
    let mut range = serde_json::to_value(Currency::default()).unwrap_or_default();
    if let Some(map) = range.as_object_mut() {
        map.insert("min_price".into(), low.0.to_string().into());
        map.insert("max_price".into(), high.0.to_string().into());
    }
    Some(range)
}

fn stock_status_counts(catalogue: &Catalogue, wanted: &ProductQuery) -> Value {
    let found = catalogue.filter(&ProductQuery { stock: Vec::new(), ..wanted.clone() });
    counts::stock_counts(catalogue, &found)
        .iter()
        .map(|(status, count)| json!({ "status": status.as_str(), "count": count.to_string() }))
        .collect()
}

fn rating_counts(catalogue: &Catalogue, wanted: &ProductQuery) -> Value {
    let found = catalogue.filter(&ProductQuery { ratings: Vec::new(), ..wanted.clone() });
    let counts = counts::rating_counts(catalogue, &found);
    counts.iter().map(|(rating, count)| json!({ "rating": rating, "count": count })).collect()
}

/// Counts products by the values of the requested attributes, each with its operator.
fn attribute_counts(
    catalogue: &Catalogue,
    wanted: &ProductQuery,
    attributes: &[Vec<(String, String)>],
) -> Result<Value, ApiError> {
    let mut rows = Vec::new();
    for fields in attributes {
        let get = |name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).unwrap_or_default();
        if !["", "and", "or"].contains(&get("query_type")) {
            return Err(not_in_enum("calculate_attribute_counts", &["and", "or"]).into());
        }
        let Some(attribute) = catalogue.terms().attribute(get("taxonomy")) else { continue };
        let mut query = wanted.clone();
        if get("query_type") != "and" {
            query.attributes.retain(|a| a.taxonomy != attribute.taxonomy);
        }
        let found = catalogue.filter(&query);
        for term in &attribute.terms {
            let count =
                catalogue.index().term_products(attribute.id, &term.slug).map_or(0, |bits| found.count_common(bits));
            if count > 0 {
                rows.push((term.id.0, count));
            }
        }
    }
    Ok(by_term(rows))
}

/// Counts products by category or tag; other taxonomies have none.
fn taxonomy_counts(catalogue: &Catalogue, wanted: &ProductQuery, taxonomies: &[String]) -> Value {
    let found = catalogue.filter(wanted);
    let mut rows = Vec::new();
    for taxonomy in taxonomies {
        match taxonomy.as_str() {
            "product_cat" => {
                for c in catalogue.terms().categories() {
                    let count = found.count_common(&catalogue.category_products(c.id));
                    if count > 0 {
                        rows.push((c.id.0, count));
                    }
                }
            }
            "product_tag" => {
                for t in catalogue.terms().tags() {
                    let count = catalogue.index().tag_products(t.id).map_or(0, |bits| found.count_common(bits));
                    if count > 0 {
                        rows.push((t.id.0, count));
                    }
                }
            }
            _ => {}
        }
    }
    by_term(rows)
}

/// Merges the counts of several taxonomies into one list by id; ids are unique across taxonomies.
fn by_term(mut rows: Vec<(i64, usize)>) -> Value {
    rows.sort_unstable();
    rows.dedup();
    rows.into_iter().map(|(term, count)| json!({ "term": term, "count": count })).collect()
}
