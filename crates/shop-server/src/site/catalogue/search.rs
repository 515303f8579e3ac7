//! Suggestions while a shopper types, and ways on when a search finds nothing.

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
use shop_services::catalogue::{Found, OrderBy, ProductQuery, by_typed_sku};

use crate::app::routing::to;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::card::{card, cards};
use crate::page_data::context::Context;

const PRODUCTS: usize = 6;
const CATEGORIES: usize = 3;
/// Longest words looked at, in characters: as long as the field takes.
const MAX_CHARS: usize = 100;
/// Requests of an address in [`SPAN_S`]: a fast typist asks about four times a second.
const LIMIT: u32 = 60;
/// Seconds that the limit counts over.
const SPAN_S: i64 = 10;

/// The route. Answers are kept while catalogue and settings stay the same.
pub(super) fn routes(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/api/search", get(to(suggest)))
        .layer(from_fn_with_state(state.kept(), crate::app::kept_answers::layer))
        .layer(from_fn_with_state(state.clone(), budget))
}

/// Counts the requests of an address, kept answers included.
async fn budget(
    State(state): State<AppState>,
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> Response {
    let who = crate::app::client::client_ip(request.extensions());
    if let Err(seconds) = state.limits.count("search", &who, LIMIT, SPAN_S, state.shop.context.now()) {
        let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
        let message = text(codes::RATE_LIMIT_EXCEEDED, &Params::new(), lang);
        let body = serde_json::json!({ "code": codes::RATE_LIMIT_EXCEEDED, "message": message });
        let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return response;
    }
    next.run(request).await
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    s: String,
}

/// `GET /api/search?s=…`: what fits the words typed so far. Nothing typed: nothing suggested.
async fn suggest(State(state): State<AppState>, session: Session, Query(wanted): Query<Wanted>) -> Response {
    let context = match Context::load(&state, &session.buyer).await {
        Ok(context) => context,
        Err(error) => {
            tracing::error!(%error, "suggestions failed");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let words: String = wanted.s.trim().chars().take(MAX_CHARS).collect();
    let mut response = Json(suggestions(&context, &words)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=60"));
    // Who logs in or out may see other prices.
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
    let typed = by_typed_sku(&context.catalogue, words);
    let one = |product: &Product| {
        let mut one = suggested(context, &card(context, product));
        if let Some(Found::Variation(of, variation)) = typed
            && of.item.id == product.item.id
        {
            one.name = context.catalogue.terms().wording(context.lang).full_name(product, Some(variation));
            one.path = variation_path(&one.path, variation);
        }
        one
    };
    out.products = products.map(one).collect();
    // A category fits by the words as they are meant, not as they are mistyped.
    let meant = found.corrected_search.as_deref().unwrap_or(words);
    out.categories = categories_named(context, meant);
    out.corrected = found.corrected_search;
    out
}

/// The address of a product with a variation of it chosen.
fn variation_path(path: &str, variation: &Variation) -> String {
    let chosen = variation.attributes.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<(String, &String)> = chosen.map(|(key, value)| (format!("attribute_{key}"), value)).collect();
    let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

fn suggested(context: &Context, card: &ProductCard) -> SuggestedProduct {
    let price = card.price.price_cents.map(|cents| {
        let amount = shop_core::base::format::price(shop_core::base::Cents(cents), context.lang);
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

/// Categories with products one of whose name's words begins with each of the words.
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
    // The shortest name is the one meant most: "Tartufo" before "Creme e conserve di tartufo".
    found.sort_by_key(|link| link.label.chars().count());
    found.truncate(CATEGORIES);
    found
}

/// Products to go on with where a page has none of its own: by sales, those without sales as the shop orders them. They are suggested,
/// not said to be best sellers.
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

/// Single words of a search that find something on their own.
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

/// The categories with the most products, the largest first.
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
