//! Suggestions while a shopper types, and alternatives when a search finds nothing.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use shop_core::base::Params;
use shop_core::base::search_text::SearchText;
use shop_core::catalogue::product::{Product, StockStatus, Variation, Visibility};
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, ProductCard, SearchSuggestions, SuggestedProduct};
use shop_services::Context as ShopContext;
use shop_services::catalogue::{Found, OrderBy, ProductQuery, by_typed_sku};

use crate::app::limits::Limits;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::card::{card, cards};
use crate::page_data::context::Context;

const PRODUCTS: usize = 6;
const CATEGORIES: usize = 3;
/// Characters of the search words that are used: the maximum length of the search field.
const MAX_CHARS: usize = 100;
/// Requests from one IP address in [`SPAN_S`]: a fast typist triggers about four per second.
const LIMIT: u32 = 60;
/// Span of the limit, in seconds.
const SPAN_S: i64 = 10;

/// Routes of the search. Responses are cached until the catalogue or the settings change.
pub(super) fn routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/api/search", get(to(suggest)))
        .layer(from_fn_with_state(state.response_cache(), crate::app::responses::cached_responses::layer))
        .layer(from_fn_with_state(state.clone(), rate_limit))
}

/// Middleware that limits the requests from an IP address, cached responses included.
async fn rate_limit(
    State(context): State<Arc<ShopContext>>,
    State(limits): State<Arc<Limits>>,
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> Response {
    let ip = crate::app::visitor::client::client_ip(request.extensions());
    if let Err(seconds) = limits.count("search", &ip, LIMIT, SPAN_S, context.now()) {
        let lang = context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
        let message = text(codes::RATE_LIMIT_EXCEEDED, &Params::new(), lang);
        let body = serde_json::json!({ "code": codes::RATE_LIMIT_EXCEEDED, "message": message });
        let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return response;
    }
    next.run(request).await
}

#[derive(Deserialize)]
struct SearchQuery {
    #[serde(default)]
    s: String,
}

/// `GET /api/search?s=…`: suggestions for the words typed so far; none for an empty search.
async fn suggest(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Query(query): Query<SearchQuery>,
) -> Response {
    let context = match Context::load(&storefront, &session.buyer).await {
        Ok(context) => context,
        Err(error) => {
            tracing::error!(%error, "suggestions failed");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let words: String = query.s.trim().chars().take(MAX_CHARS).collect();
    let mut response = Json(suggestions(&context, &words)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=60"));
    // Prices may change with login and logout.
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Cookie"));
    response
}

fn search_path(words: &str) -> String {
    format!("/negozio/?{}", serde_urlencoded::to_string([("s", words)]).unwrap_or_default())
}

fn suggestions(context: &Context, words: &str) -> SearchSuggestions {
    let mut out =
        SearchSuggestions { search: words.to_owned(), all_path: search_path(words), ..SearchSuggestions::default() };
    if words.is_empty() {
        return out;
    }
    let found = context.catalogue.query(&ProductQuery {
        search: words.to_owned(),
        visibility: Some(Visibility::Search),
        orderby: OrderBy::Relevance,
        page: 1,
        per_page: PRODUCTS,
        ..ProductQuery::default()
    });
    out.total = i64::try_from(found.total).unwrap_or(0);
    let products = found.ids.iter().filter_map(|id| context.catalogue.product(*id));
    let sku_match = by_typed_sku(&context.catalogue, words);
    let one = |product: &Product| {
        let mut one = suggested_product(context, &card(context, product));
        if let Some(Found::Variation(of, variation)) = sku_match
            && of.item.id == product.item.id
        {
            one.name = context.catalogue.terms().wording(context.lang).full_name(product, Some(variation));
            one.path = variation_path(&one.path, variation);
        }
        one
    };
    out.products = products.map(one).collect();
    // Categories are matched by the corrected words, not by the mistyped ones.
    let corrected = found.corrected_search.as_deref().unwrap_or(words);
    out.categories = categories_named(context, corrected);
    out.corrected = found.corrected_search;
    out
}

/// Address of a product with one of its variations selected.
fn variation_path(path: &str, variation: &Variation) -> String {
    let chosen = variation.attributes.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<(String, &String)> = chosen.map(|(key, value)| (format!("attribute_{key}"), value)).collect();
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

fn suggested_product(context: &Context, card: &ProductCard) -> SuggestedProduct {
    let price = card.price.price_cents.map(|cents| {
        let amount = shop_core::base::format::price(cents, context.lang);
        let ranged = card.price.max_cents.is_some();
        if ranged { format!("{} {amount}", site_texts::from(context.lang)) } else { amount }
    });
    SuggestedProduct {
        name: card.name.clone(),
        path: card.path.clone(),
        price: price.unwrap_or_default(),
        unit_price: card.unit_price.as_ref().map(|unit| unit.words(context.lang)).unwrap_or_default(),
        thumbnail: card.picture.as_ref().map(|picture| picture.thumbnail_src.clone()),
        in_stock: context.catalogue.availability_of(card.id.into()) != StockStatus::OutOfStock,
    }
}

/// Categories with products in whose name each of the words begins a word.
fn categories_named(context: &Context, words: &str) -> Vec<Link> {
    let search = SearchText::new(words);
    let mut found: Vec<Link> = context
        .catalogue
        .terms()
        .categories()
        .iter()
        .filter(|c| {
            search.begins_words_of(&context.category_name(c)) && context.catalogue.category_products(c.id).count() > 0
        })
        .map(|c| Link { label: context.category_name(c), path: context.category_path(c) })
        .collect();
    // The shortest name is the best match: "Tartufo" before "Creme e conserve di tartufo".
    found.sort_by_key(|link| link.label.chars().count());
    found.truncate(CATEGORIES);
    found
}

/// Suggested products for a page without products of its own: by sales, then in the shop's order. They are called suggestions, not best
/// sellers.
pub(in crate::site) fn suggested_products(context: &Context, count: usize) -> Vec<ProductCard> {
    cards(
        context,
        &ProductQuery {
            orderby: OrderBy::Popularity,
            visibility: Some(Visibility::Visible),
            page: 1,
            per_page: count,
            ..ProductQuery::default()
        },
    )
}

/// Single words of a search that have results on their own.
pub(super) fn narrower_searches(context: &Context, words: &str) -> Vec<Link> {
    let all: Vec<&str> = words.split_whitespace().filter(|word| word.chars().count() > 2).take(8).collect();
    if all.len() < 2 {
        return Vec::new();
    }
    let mut out: Vec<Link> = Vec::new();
    for word in all {
        let query =
            ProductQuery { search: word.to_owned(), visibility: Some(Visibility::Search), ..ProductQuery::default() };
        let label = context.catalogue.query(&query).corrected_search.unwrap_or_else(|| word.to_owned());
        let link = Link { path: search_path(&label), label };
        if context.catalogue.filter(&query).count() > 0 && !out.contains(&link) {
            out.push(link);
        }
    }
    out
}

/// The categories with the most products, largest first.
pub(super) fn largest_categories(context: &Context, count: usize) -> Vec<Link> {
    let mut entries = context.top_categories();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.count));
    entries.into_iter().take(count).map(|entry| Link { label: entry.label, path: entry.path }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_into_addresses_safely() {
        assert_eq!(search_path("olio & aceto"), "/negozio/?s=olio+%26+aceto");
        assert_eq!(search_path("caffè"), "/negozio/?s=caff%C3%A8");
    }
}
