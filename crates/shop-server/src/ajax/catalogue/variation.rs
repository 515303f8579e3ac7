//! `get_variation`: finds the variation for the chosen attributes, for pages that do not embed all of them.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use shop_core::base::format::{decimal, price};
use shop_core::base::text::{escape_html, format_fixed};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Lang, ProductId};
use shop_core::catalogue::product::{
    Backorders, ImageRef, Product, ProductKind, PublishStatus, StockStatus, Variation,
};
use shop_core::catalogue::quantity::line_bounds;
use shop_core::platform::words::site_texts;
use shop_core::store_api::Image;
use shop_services::accounts::buyer::Buyer;
use shop_services::cart::stock_item;
use shop_services::catalogue::Catalogue;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::StoreError;
use shop_services::trade::buying_terms::BuyerShop;

use crate::ajax::Call;
use crate::app::responses::main_image;
use crate::app::storefront::WebContext;
use crate::render::negotiation::{PAGE_JSON, wants_page_json};

/// Returns the variations of a product as a form embeds them; `false` when there are too many.
pub(super) async fn embedded(web: &WebContext, buyer: &Buyer, id: ProductId) -> Result<Value, StoreError> {
    let BuyerShop { catalogue, settings, .. } = web.context.shop_for(buyer).await?;
    let Some(product) = catalogue.product(id) else { return Ok(Value::Bool(false)) };
    let shown: Vec<&Variation> =
        product.variations.iter().filter(|v| v.is_shown() && v.item.prices.regular.is_some()).collect();
    if i64::try_from(shown.len()).unwrap_or(i64::MAX) > settings.listings.variations_on_page {
        return Ok(Value::Bool(false));
    }
    Ok(shown.iter().map(|v| shape(product, v, &catalogue, &settings, web)).collect())
}

/// Returns the first variation, in order, whose attributes are all given and equal; a missing attribute matches a variation that
/// leaves it open. `false` when there is none, also for a product without variations; nothing for an unknown product.
pub(in crate::ajax) async fn get(call: Call) -> Result<Response, StoreError> {
    let buyer = &call.session.buyer;
    let BuyerShop { catalogue, settings, .. } = call.state.shop.context.shop_for(buyer).await?;
    let id = call.text("product_id").trim().parse::<i64>().unwrap_or(0);
    let Some(product) = catalogue.product(id.into()) else { return Ok(StatusCode::OK.into_response()) };
    let offered = product.kind == ProductKind::Variable && product.item.status == PublishStatus::Publish;
    let given = |key: &str| call.form.get(&format!("attribute_{key}"));
    let named = |variation: &Variation| (product.item.id, variation.item.id);
    let found = product.variations.iter().filter(|v| offered && visible(v)).find(|v| {
        product.attributes.iter().filter(|a| a.variation).all(|a| {
            let key = a.key();
            let fixed = v.attributes.get(&key).map(String::as_str).unwrap_or_default();
            fixed.is_empty() || given(&key).is_some_and(|value| fixed == value)
        })
    });
    if wants_page_json(call.headers.get(ACCEPT)) {
        let view = match found {
            Some(variation) => {
                crate::page_data::catalogue::quick_view::variation_data(&call.state.storefront, buyer, named(variation))
                    .await?
            }
            None => None,
        };
        return Ok(([(CONTENT_TYPE, PAGE_JSON)], Json(view)).into_response());
    }
    Ok(match found {
        Some(variation) => {
            let mut data = shape(product, variation, &catalogue, &settings, &call.state.storefront.web);
            // Beside WooCommerce's own fields: the label of the choice.
            let view = crate::page_data::catalogue::quick_view::variation_data(
                &call.state.storefront,
                buyer,
                named(variation),
            )
            .await?;
            // The form's custom data is returned with the key of the request; clients that send none get WooCommerce's own
            // fields.
            let custom = call.text("custom_data");
            if let Some(fields) = data.as_object_mut().filter(|_| !custom.is_empty()) {
                fields.insert("custom_data".into(), json!(custom));
                fields.insert(
                    "display_name".into(),
                    json!(catalogue.terms().wording(settings.lang()).full_name(product, Some(variation))),
                );
            }
            if let (Some(fields), Some(food)) = (data.as_object_mut(), view.and_then(|view| view.food)) {
                fields.insert("food".into(), json!(food));
            }
            Json(data).into_response()
        }
        None => Json(Value::Bool(false)).into_response(),
    })
}

fn visible(variation: &Variation) -> bool {
    variation.is_switched_on() && variation.item.prices.regular.is_some()
}

/// Formats an amount as a number in currency units; only this call does so on the wire.
fn units(cents: Cents) -> Value {
    serde_json::from_str(&format_fixed(cents.0, 2)).unwrap_or_default()
}

fn shape(product: &Product, v: &Variation, catalogue: &Catalogue, settings: &ShopSettings, web: &WebContext) -> Value {
    let item = &v.item;
    let lang = settings.lang();
    let now = catalogue.built_at;
    let shown = |cents: Cents| crate::app::responses::displayed_price(cents, item, settings);
    let current = shown(item.prices.current(now).unwrap_or_default());
    let regular = shown(item.prices.regular.unwrap_or_default());
    let status = catalogue.variation_availability(product, v);
    let holder = stock_item(product, Some(v));
    let left = holder.stock.managed.then_some(holder.stock.quantity);
    let bounds = line_bounds(product, Some(v), left);
    let max_qty: Value = bounds.max.map_or_else(|| "".into(), Value::from);
    let dimension =
        |own: Option<i64>, parent: Option<i64>| own.or(parent).map(|d| format_fixed(d, 3)).unwrap_or_default();
    let (length, width, height) = (
        dimension(item.length_milli, product.item.length_milli),
        dimension(item.width_milli, product.item.width_milli),
        dimension(item.height_milli, product.item.height_milli),
    );
    let known: Vec<String> =
        [&length, &width, &height].into_iter().filter(|d| !d.is_empty()).map(|d| decimal(d, lang)).collect();
    let none = site_texts::not_available(lang);
    let weight = dimension(item.weight_milli, product.item.weight_milli);
    let image = main_image(product, Some(v), product.item.name_in(lang), web);
    let several = has_price_of_its_own(product, v, now);
    let mut data = json!({
        "attributes": attributes(product, v),
        "availability_html": availability(status, left, lang),
        "backorders_allowed": holder.stock.managed && holder.stock.backorders != Backorders::No,
        "dimensions": { "length": length, "width": width, "height": height },
        "dimensions_html": if known.is_empty() { none.to_owned() } else { format!("{} {}", known.join(" × "), settings.places.dimension_unit) },
        "display_price": units(current),
        "display_regular_price": units(regular),
        "gallery_image_ids": [],
        "gallery_images_html": "",
        "image": image.as_ref().map_or_else(|| json!({}), |(image, picture)| shown_image(image, picture)),
        "image_id": image.as_ref().map_or(0, |(image, _)| image.id),
        "is_downloadable": item.downloadable,
        "is_in_stock": status != StockStatus::OutOfStock,
        "is_purchasable": v.is_switched_on(),
        "is_sold_individually": if product.item.sold_individually { "yes" } else { "no" },
        "is_virtual": item.is_virtual,
        "max_qty": max_qty,
        "min_qty": bounds.min,
        "price_html": if several { format!("<span class=\"price\">{}</span>", price(current, lang)) } else { String::new() },
        "sku": item.sku,
        "variation_description": escape_html(&shop_services::content::rich_text::words(&item.description)),
        "variation_id": item.id.0,
        "variation_is_active": v.is_switched_on(),
        "variation_is_visible": true,
        "weight": weight,
        "weight_html": if weight.is_empty() { none.to_owned() } else { format!("{} {}", decimal(&weight, lang), settings.places.weight_unit) },
    });
    // Beside WooCommerce's own fields, and only when they differ from the default.
    if let Some(fields) = data.as_object_mut().filter(|_| bounds.step > 1) {
        fields.insert("step".into(), json!(bounds.step));
    }
    data
}

/// Returns the variation's attributes by the names of the form's fields.
fn attributes(product: &Product, v: &Variation) -> Map<String, Value> {
    product
        .attributes
        .iter()
        .filter(|a| a.variation)
        .map(|a| {
            let key = a.key();
            let value = v.attributes.get(&key).cloned().unwrap_or_default();
            (format!("attribute_{key}"), value.into())
        })
        .collect()
}

/// Tells whether another variation has another price, so that this one's must be shown.
fn has_price_of_its_own(product: &Product, v: &Variation, now: UnixSeconds) -> bool {
    let prices = &v.item.prices;
    product.variations.iter().filter(|v| visible(v)).any(|other| {
        other.item.prices.current(now) != prices.current(now) || other.item.prices.regular != prices.regular
    })
}

fn shown_image(image: &Image, picture: &ImageRef) -> Value {
    let (width, height) = (picture.width_px, picture.height_px);
    json!({
        "title": image.name, "caption": "", "url": image.src, "alt": image.alt, "src": image.src,
        "srcset": image.srcset, "sizes": image.sizes,
        "full_src": image.src, "full_src_w": width, "full_src_h": height,
        "gallery_thumbnail_src": image.thumbnail, "thumb_src": image.thumbnail,
        "src_w": width, "src_h": height,
    })
}

fn availability(status: StockStatus, left: Option<i64>, lang: Lang) -> String {
    let (class, words) = match (status, left) {
        (StockStatus::OutOfStock, _) => ("out-of-stock", site_texts::out_of_stock(lang).to_owned()),
        (StockStatus::OnBackorder, _) => {
            ("available-on-backorder", site_texts::available_on_backorder(lang).to_owned())
        }
        (StockStatus::InStock, Some(left)) => ("in-stock", site_texts::pieces_in_stock(lang, left)),
        (StockStatus::InStock, None) => return String::new(),
    };
    format!("<p class=\"stock {class}\">{words}</p>")
}
