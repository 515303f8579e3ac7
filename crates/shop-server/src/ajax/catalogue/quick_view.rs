//! The quick view as HTML, with the classes and fields that WooCommerce's scripts look for; the shop's own pages request the same
//! as data.

use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use shop_core::base::format::price;
use shop_core::base::{Cents, Lang, Params, ProductId, localised_url};
use shop_core::catalogue::food::allergen_name;
use shop_core::catalogue::quantity::QuantityBounds;
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::site_texts;
use shop_core::view::{FoodFacts, PriceView, ProductCard, ProductPage};
use shop_services::ports::StoreError;

use super::variation;
use crate::ajax::{Call, invalid_nonce_response};
use crate::page_data::catalogue::quick_view;
use crate::render::negotiation::{PAGE_JSON, wants_page_json};

/// `woosq_quickview`: `product_id` and `nonce`; `context` is ignored, as the content is the same everywhere.
pub(in crate::ajax) async fn show(call: Call) -> Result<Response, StoreError> {
    if !call.state.secrets.nonce_is_valid(call.text("nonce"), quick_view::NONCE, "", call.state.shop.context.now()) {
        return Ok(invalid_nonce_response());
    }
    let settings = call.state.shop.context.settings().await?;
    let buyer = &call.session.buyer;
    let id = call.text("product_id").trim().parse::<i64>().unwrap_or(0);
    let found = if settings.quick_view.enabled {
        quick_view::view(&call.state.storefront, buyer, ProductId(id)).await?
    } else {
        None
    };
    let lang = settings.lang();
    let as_data = wants_page_json(call.headers.get(ACCEPT));
    let mut response = match found {
        None => {
            let missing = text(codes::WIDGET_CONTENT_MISSING, &Params::new(), lang);
            let body = html! { div class="woosq-popup woosq-error" { p role="alert" { (missing) } } };
            (StatusCode::NOT_FOUND, Html(body.into_string())).into_response()
        }
        Some((data, _)) if as_data => {
            let json = serde_json::to_string(&data).map_err(|error| StoreError::Refused(error.to_string()))?;
            ([(CONTENT_TYPE, PAGE_JSON)], json).into_response()
        }
        Some((_, page)) => {
            let variations = variation::embedded(&call.state.storefront.web, buyer, ProductId(id)).await?;
            let html = content(&page, &variations, lang).into_string();
            Html(localised_url::links_under(settings.shop.prefix_of(lang), &html)).into_response()
        }
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
    Ok(response)
}

fn content(page: &ProductPage, variations: &serde_json::Value, lang: Lang) -> Markup {
    let card = &page.card;
    let stock = if card.in_stock { "instock" } else { "outofstock" };
    html! {
        div id="woosq-popup" class="woosq-popup mfp-with-anim" {
            div class="woocommerce single-product woosq-product" {
                div id={ "product-" (card.id) } class={ "product type-product product-type-" (card.product_type) " " (stock) } {
                    div class="thumbnails" { div class="images" {
                        @for picture in &page.pictures {
                            div class="thumbnail" {
                                img src=(picture.src) srcset=(picture.srcset) sizes="(min-width: 1024px) 460px, 100vw"
                                    width=(picture.width) height=(picture.height) alt=(picture.alt) loading="lazy"
                                    data-large_image=(picture.full_src) data-caption=(picture.caption);
                            }
                        }
                    } }
                    div class="summary entry-summary" { div class="summary-content" {
                        h1 class="product_title entry-title" { a href=(card.path) { (card.name) } }
                        @if card.review_count > 0 {
                            div class="woocommerce-product-rating" {
                                a class="woocommerce-review-link" href={ (card.path) "#reviews" } {
                                    (site_texts::reviews(lang, card.review_count))
                                }
                            }
                        }
                        (price_of(&card.price, lang))
                        @if let Some(unit) = &card.unit_price {
                            p class="price-per-unit" { (price(unit.cents, lang)) "/" (unit.unit) }
                        }
                        div class="woocommerce-product-details__short-description" { (PreEscaped(&page.short_description_html)) }
                        (form(page, variations, lang))
                        @if let Some(food) = &page.food { (label(food, lang)) }
                        div class="product_meta" {
                            @if !card.sku.is_empty() {
                                span class="sku_wrapper" { (site_texts::sku(lang)) " " span class="sku" { (card.sku) } }
                            }
                            @for category in &page.categories { " " a href=(category.path) rel="tag" { (category.label) } }
                        }
                        a class="woosq-view-details" href=(card.path) { (site_texts::view_product(lang)) }
                    } }
                    (related(&page.related, lang))
                }
            }
        }
    }
}

/// Renders the price, the regular price before a sale, and the lowest price of the 30 days before (Codice del consumo art.
/// 17-bis).
fn price_of(view: &PriceView, lang: Lang) -> Markup {
    let money = |cents: Cents| price(cents, lang);
    html! {
        p class="price" {
            @if let Some(cents) = view.price_cents {
                @if let Some(regular) = view.regular_cents { del { (money(regular)) } " " ins { (money(cents)) } }
                @else { (money(cents)) }
                @if let Some(most) = view.max_cents { " – " (money(most)) }
            }
        }
        @if view.hidden {
            p class="log-in-for-prices" { a href="/my-account/" { (text(codes::TRADE_LOG_IN_FOR_PRICES, &Params::new(), lang)) } }
        }
        @if !view.tiers.is_empty() {
            table class="price-tiers" {
                caption { (site_texts::prices_by_quantity(lang)) }
                tbody { @for tier in &view.tiers {
                    tr {
                        th scope="row" { (site_texts::from_pieces(lang, tier.from_quantity)) }
                        td { (money(tier.price_cents)) }
                    }
                } }
            }
        }
        @if let Some(lowest) = view.lowest_30_days_cents {
            p class="lowest-price" {
                (site_texts::lowest_price(lang, money(lowest)))
            }
        }
    }
}

/// Renders ingredients and allergens, which must be available before the purchase (Reg. (EU) 1169/2011 art. 14); per variation
/// where they differ.
fn label(food: &FoodFacts, lang: Lang) -> Markup {
    let names = |codes: &[String]| codes.iter().map(|code| allergen_name(code, lang)).collect::<Vec<_>>().join(", ");
    let part = |title: &str, ingredients: &str, allergens: &[String], traces: &[String]| {
        html! {
            @if !title.is_empty() { h4 { (title) } }
            @if !ingredients.is_empty() { p class="ingredients" { (site_texts::ingredients(lang)) " " (PreEscaped(ingredients)) } }
            @if !allergens.is_empty() { p class="allergens" { (site_texts::allergens(lang)) " " b { (names(allergens)) } } }
            @if !traces.is_empty() { p class="may-contain" { (site_texts::may_contain(lang)) " " (names(traces)) } }
        }
    };
    html! {
        div class="woosq-food" {
            (part("", &food.ingredients_html, &food.allergens, &food.may_contain))
            @for one in &food.variants {
                @let title = one.variations.iter().map(|link| link.label.as_str()).collect::<Vec<_>>().join(" · ");
                (part(&title, &one.ingredients_html, &one.allergens, &one.may_contain))
            }
        }
    }
}

fn form(page: &ProductPage, variations: &serde_json::Value, lang: Lang) -> Markup {
    let card = &page.card;
    html! {
        @if card.price.hidden {
        } @else if let Some(elsewhere) = &page.external {
            p class="cart" { a class="single_add_to_cart_button button" href=(elsewhere.path) rel="noopener nofollow" { (elsewhere.label) } }
        } @else if page.purchase.is_some() {
            p class="cart" { a class="single_add_to_cart_button button" href=(card.path) { (choose_words(lang)) } }
        } @else if !page.attributes.is_empty() {
            (variations_form(page, variations, lang))
        } @else if !page.grouped.is_empty() {
            (grouped_form(page, lang))
        } @else if card.in_stock || card.on_backorder {
            p class="stock" { (page.availability) }
            form class="cart" method="post" action=(card.path) {
                (quantity("quantity", &card.name, page.bounds.min, &page.bounds, lang))
                button type="submit" name="add-to-cart" value=(card.id) class="single_add_to_cart_button button" { (add_words(lang)) }
            }
        } @else {
            p class="stock out-of-stock" { (page.availability) }
        }
    }
}

fn add_words(lang: Lang) -> &'static str {
    site_texts::add_to_cart(lang)
}

fn choose_words(lang: Lang) -> &'static str {
    site_texts::choose_an_option(lang)
}

fn variations_form(page: &ProductPage, variations: &serde_json::Value, lang: Lang) -> Markup {
    let card = &page.card;
    html! {
        form class="variations_form cart" method="post" action=(card.path) data-product_id=(card.id)
            data-product_variations=(variations.to_string()) {
            table class="variations" role="presentation" { tbody {
                @for attribute in &page.attributes {
                    tr {
                        th class="label" { label for={ "woosq-" (attribute.name) } { (attribute.label) } }
                        td class="value" {
                            select id={ "woosq-" (attribute.name) } name=(attribute.name) data-attribute_name=(attribute.name) {
                                option value="" { (choose_words(lang)) }
                                @for (value, label) in &attribute.options {
                                    option value=(value) selected[*value == attribute.selected] { (label) }
                                }
                            }
                        }
                    }
                }
            } }
            div class="single_variation_wrap" {
                div class="woocommerce-variation single_variation" role="alert" {}
                (quantity("quantity", &card.name, page.bounds.min, &page.bounds, lang))
                button type="submit" class="single_add_to_cart_button button" { (add_words(lang)) }
                input type="hidden" name="add-to-cart" value=(card.id);
                input type="hidden" name="product_id" value=(card.id);
                input type="hidden" name="variation_id" class="variation_id" value="0";
            }
        }
    }
}

/// Renders the products of a group, each with its quantity.
fn grouped_form(page: &ProductPage, lang: Lang) -> Markup {
    html! {
        form class="cart grouped_form" method="post" action=(page.card.path) {
            table class="woocommerce-grouped-product-list group_table" { tbody {
                @for child in &page.grouped {
                    tr {
                        td { @if child.card.can_add {
                            (quantity(&format!("quantity[{}]", child.card.id), &child.card.name, 0, &QuantityBounds { min: 0, ..child.bounds }, lang))
                        } }
                        td { a href=(child.card.path) { (child.card.name) } }
                        td { (price_of(&child.card.price, lang)) }
                    }
                }
            } }
            input type="hidden" name="add-to-cart" value=(page.card.id);
            button type="submit" class="single_add_to_cart_button button" { (add_words(lang)) }
        }
    }
}

fn quantity(name: &str, of: &str, value: i64, bounds: &QuantityBounds, lang: Lang) -> Markup {
    let label = site_texts::quantity_of(lang);
    html! {
        div class="quantity" {
            @if bounds.sold_individually && bounds.min > 0 { input type="hidden" name=(name) value="1"; }
            @else {
                input type="number" class="input-text qty text" name=(name) value=(value) min=(bounds.min) max=[bounds.max] step=(bounds.step)
                    inputmode="numeric" autocomplete="off" aria-label={ (label) " «" (of) "»" };
            }
        }
    }
}

fn related(cards: &[ProductCard], lang: Lang) -> Markup {
    html! {
        @if !cards.is_empty() {
            section class="related products" {
                h2 { (site_texts::related_products(lang)) }
                ul class="products" {
                    @for card in cards {
                        li class="product" {
                            a href=(card.path) class="woosq-link" data-id=(card.id) {
                                @if let Some(picture) = &card.picture {
                                    img src=(picture.thumbnail_src) width="160" height="160" alt="" loading="lazy";
                                }
                                span { (card.name) }
                            }
                            (price_of(&card.price, lang))
                            @if let Some(unit) = &card.unit_price { p class="price-per-unit" { (unit.words(lang)) } }
                        }
                    }
                }
            }
        }
    }
}
