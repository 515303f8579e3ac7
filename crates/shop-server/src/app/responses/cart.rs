//! The cart in the format of the store API.

use shop_core::base::text::escape_html;
use shop_core::base::{Lang, Params};
use shop_core::cart::tax::TaxTable;
use shop_core::catalogue::food::Label;
use shop_core::catalogue::price::unit_price;
use shop_core::catalogue::product::Backorders;
use shop_core::catalogue::purchase::words::Fact;
use shop_core::checkout::address::Address;
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::store_api as api;
use shop_core::store_api::priced::{package_name, sum_extensions};
use shop_services::cart::{CartView, OpenCart, PricedLine, recurring_terms, shipping_title_html};
use shop_services::content::rich_text::clean;
use shop_services::platform::settings::{TaxLines, WeightUnit};
use shop_services::records::StoredNotice;

use super::product::{ShapeContext, low_stock, main_image, product_shape};
use crate::app::storefront::WebContext;

/// Converts an address; `billing` addresses have an e-mail.
pub(crate) fn address_shape(a: &Address, billing: bool) -> api::AddressView {
    api::AddressView {
        first_name: a.first_name.clone(),
        last_name: a.last_name.clone(),
        company: a.company.clone(),
        address_1: a.address_1.clone(),
        address_2: a.address_2.clone(),
        city: a.city.clone(),
        state: a.state.clone(),
        postcode: a.postcode.clone(),
        country: a.country.clone(),
        email: billing.then(|| a.email.clone()),
        phone: a.phone.clone(),
    }
}

pub(crate) fn item_shape(line: &PricedLine<'_>, view: &CartView<'_>, web: &WebContext) -> api::CartItem {
    let item = line.item();
    let stock = &line.stock_item().stock;
    let alone = line.product.item.sold_individually || line.purchase.booking.is_some();
    let behind = line.stock_left.is_some_and(|left| line.line.quantity > left);
    let taxonomy = |key: &str| {
        let global = line.product.attributes.iter().any(|a| a.taxonomy.as_deref() == Some(key));
        if global { format!("attribute_{key}") } else { key.to_owned() }
    };
    api::CartItem {
        key: line.line.key.clone(),
        id: item.id.0,
        item_type: if line.variation.is_some() { "variation" } else { "simple" }.to_owned(),
        quantity: line.line.quantity,
        quantity_limits: api::QuantityLimits {
            minimum: line.bounds.min,
            maximum: line.bounds.max_for_api(),
            multiple_of: line.bounds.step,
            editable: !alone && line.line.offer.is_none(),
        },
        name: escape_html(line.name),
        short_description: clean(line.product.short_description_in(view.lang)),
        description: clean(item.description_in(view.lang)),
        sku: item.sku.clone(),
        low_stock_remaining: low_stock(line.stock_item(), line.stock_left, view.settings),
        backorders_allowed: line.backorders_allowed(),
        show_backorder_badge: stock.managed && stock.backorders == Backorders::Notify && behind,
        sold_individually: alone,
        permalink: web.context.addresses().page(&format!("/prodotto/{}/", line.product.slug)),
        images: main_image(line.product, line.variation, line.name, web).map(|(image, _)| image).into_iter().collect(),
        variation: line
            .chosen
            .iter()
            .map(|(key, label, value)| api::ItemVariation {
                raw_attribute: taxonomy(key),
                attribute: escape_html(label),
                value: escape_html(value),
            })
            .collect(),
        item_data: line.facts.iter().map(fact_shape).collect(),
        prices: api::ItemPrices::new(line.unit_price, line.unit_regular, line.unit_price),
        totals: api::ItemTotals::from_line(&line.totals),
        catalog_visibility: line.product.visibility.as_str().to_owned(),
        extensions: unit_price_of(line, view.lang),
    }
}

/// Converts a cart line and adds what analytics reports: its categories, one per line, the product of a variation, the pieces in
/// stock where stock is managed, and the unit price after coupons where these reduce it.
fn item_for_pages(line: &PricedLine<'_>, open: &OpenCart, view: &CartView<'_>, web: &WebContext) -> api::CartItem {
    let mut item = item_shape(line, view, web);
    let categories = open.catalogue.terms().wording(view.lang).category_names(line.product);
    if !categories.is_empty() {
        item.extensions.insert("bottega_categories".into(), categories.join("\n"));
    }
    if line.variation.is_some() {
        item.extensions.insert("bottega_parent_id".into(), line.product.item.id.0.to_string());
    }
    if let Some(level) = line.stock_left {
        item.extensions.insert("bottega_stock_level".into(), level.to_string());
    }
    if let Some(cents) = line.totals.piece_after_coupons(line.line.quantity, view.settings.cart_rules().shows_tax) {
        item.extensions.insert("bottega_price_after_coupons".into(), cents.0.to_string());
    }
    item
}

/// Formats the price per kg or litre, where the law requires one (Codice del consumo art. 13-17).
fn unit_price_of(line: &PricedLine<'_>, lang: Lang) -> api::Extensions {
    let pack = Label::new(line.product, line.variation).pack();
    let unit = unit_price(line.unit_price, &pack);
    let words = unit.map(|unit| ("bottega_unit_price".to_owned(), unit.words(lang)));
    words.into_iter().collect()
}

/// Converts a choice beside the variation: `value` as typed, `display` escaped for HTML.
fn fact_shape(fact: &Fact) -> api::ItemData {
    api::ItemData {
        name: fact.label.clone(),
        value: fact.value.clone(),
        display: escape_html(&fact.value),
        hidden: false,
    }
}

/// Builds the full cart response.
pub(crate) fn cart_answer(open: &OpenCart, web: &WebContext) -> api::Cart {
    cart_shape(open, &open.view(), web)
}

fn cart_shape(open: &OpenCart, view: &CartView<'_>, web: &WebContext) -> api::Cart {
    let content = &open.record.content;
    api::Cart {
        items: view.lines.iter().map(|line| item_for_pages(line, open, view, web)).collect(),
        coupons: coupon_shapes(view),
        fees: Vec::new(),
        totals: api::CartTotals::from_totals(&view.totals, view.discount, &view.credit, named_taxes(view)),
        shipping_address: address_shape(&content.shipping, false),
        billing_address: address_shape(&content.billing, true),
        needs_payment: view.needs_payment(),
        needs_shipping: view.needs_shipping,
        payment_requirements: vec!["products".into()],
        has_calculated_shipping: view.needs_shipping && !content.shipping.country.is_empty(),
        shipping_rates: packages_shape(view),
        items_count: view.count(),
        items_weight: weight_in_grams(view),
        cross_sells: cross_sells(open, view, web),
        errors: errors(open, view),
        payment_methods: view.payment_methods().map(|m| m.id.clone()).collect(),
        extensions: extensions(view),
        pricing: None,
    }
}

/// Builds the cart for the shop's own pages, which price it themselves until the next response.
pub(crate) fn page_cart(open: &OpenCart, web: &WebContext) -> api::Cart {
    let view = open.view();
    api::Cart { pricing: open.page_pricing(&view).map(Box::new), ..cart_shape(open, &view, web) }
}

/// The shop's own extensions: those of the totals ([`sum_extensions`]), and recurring payments as text: one line per schedule,
/// with its period, amount and a note, separated by tabs.
fn extensions(view: &CartView<'_>) -> api::Extensions {
    let codes = view.coupons.iter().map(|(coupon, _)| coupon.code.as_str());
    let mut out = sum_extensions(view.free_delivery, &view.due, codes, &view.printed_discounts(), view.lang);
    if view.has_subscription() {
        let rows = view.recurring.iter().map(|one| {
            let words = one.words(view.lang);
            format!("{}\t{}\t{}", words.period, words.amount, words.note)
        });
        out.insert("bottega_recurring".into(), rows.collect::<Vec<_>>().join("\n"));
        out.insert("bottega_recurring_terms".into(), recurring_terms(view));
    }
    out
}

/// Converts the applied coupons, in their order, then the applied credits with the amount that each pays.
pub(crate) fn coupon_shapes(view: &CartView<'_>) -> Vec<api::CartCoupon> {
    let coupons = view
        .coupons
        .iter()
        .map(|(coupon, off)| api::CartCoupon::new(&coupon.code, coupon.kind.as_str(), off.discount, off.discount_tax));
    let credits = view.content.credits.iter().map(|code| api::CartCoupon::from_credit(code, &view.credit));
    coupons.chain(credits).collect()
}

/// Returns the tax table when the cart shows each tax by name.
fn named_taxes<'a>(view: &CartView<'a>) -> Option<&'a TaxTable> {
    (view.settings.taxes.lines != TaxLines::Single).then_some(&view.settings.tax)
}

fn packages_shape(view: &CartView<'_>) -> Vec<api::ShippingPackage> {
    let to = &view.content.shipping;
    view.packages
        .iter()
        .map(|package| api::ShippingPackage {
            package_id: 0,
            name: package_name(view.lang),
            destination: api::Destination {
                address_1: to.address_1.clone(),
                address_2: to.address_2.clone(),
                city: to.city.clone(),
                state: to.state.clone(),
                postcode: to.postcode.clone(),
                country: to.country.clone(),
            },
            items: view
                .lines
                .iter()
                .filter(|line| line.needs_shipping())
                .map(|line| api::ShippingItem {
                    key: line.line.key.clone(),
                    name: escape_html(&line.full_name),
                    quantity: line.line.quantity,
                })
                .collect(),
            shipping_rates: package
                .rates
                .iter()
                .map(|rate| {
                    let (name, description) =
                        (shipping_title_html(rate.method, view.lang), clean(&rate.method.description));
                    api::ShippingRate::from_rate(rate, name, description)
                })
                .collect(),
        })
        .collect()
}

/// Weight in grams. Clients compare the number as a float, so it is computed in WooCommerce's order of operations.
#[allow(clippy::cast_precision_loss, reason = "weights are far below 2^53 thousandths")]
fn weight_in_grams(view: &CartView<'_>) -> f64 {
    let sum: f64 = view
        .lines
        .iter()
        .filter_map(|line| {
            let own = line.item().weight_milli.or(line.product.item.weight_milli)?;
            (!line.item().is_virtual).then_some(own as f64 / 1000.0 * line.line.quantity as f64)
        })
        .sum();
    match view.settings.places.weight_unit {
        WeightUnit::Kilogram => sum * 1000.0,
        WeightUnit::Gram => sum,
        WeightUnit::Pound => sum * 0.453_592 * 1000.0,
        WeightUnit::Ounce => sum * 0.028_349_5 * 1000.0,
    }
}

fn cross_sells(open: &OpenCart, view: &CartView<'_>, web: &WebContext) -> Vec<api::Product> {
    let context = ShapeContext { catalogue: &open.catalogue, settings: &open.settings, web };
    let mut ids = Vec::new();
    for id in view.lines.iter().flat_map(|line| &line.product.cross_sell_ids) {
        let in_cart = view.lines.iter().any(|line| line.product.item.id == *id || line.item().id == *id);
        if !in_cart && !ids.contains(id) {
            ids.push(*id);
        }
    }
    ids.iter().filter_map(|id| open.catalogue.product(*id)).map(|p| product_shape(p, context)).collect()
}

/// Errors that prevent ordering this cart, and changes that no response has reported yet.
fn errors(open: &OpenCart, view: &CartView<'_>) -> Vec<api::CartError> {
    let mut out = change_errors(open, view.lang);
    out.extend(stock_errors(view));
    out.extend(booking_errors(view));
    let below = view.below_minimum();
    out.extend(
        below.map(|error| api::CartError { code: error.code.to_string(), message: sentence(&error, view.lang) }),
    );
    out.extend(open.dropped_coupons.iter().map(|dropped| api::CartError {
        code: codes::CART_COUPON_ERROR.into(),
        message: sentence(&dropped.error, view.lang),
    }));
    out
}

/// Lines that were removed and quantities that were lowered. Their codes are the shop's own: the cart can be ordered as it is
/// now, unlike one with WooCommerce's stock codes.
pub(crate) fn change_errors(open: &OpenCart, lang: Lang) -> Vec<api::CartError> {
    let error = |change: &StoredNotice| api::CartError {
        code: change.code.clone(),
        message: text(&change.code, &change.params, lang),
    };
    open.changes.iter().map(error).collect()
}

/// Booked times that are no longer available.
pub(crate) fn booking_errors(view: &CartView<'_>) -> Vec<api::CartError> {
    view.unbookable
        .iter()
        .filter_map(|(n, error)| {
            let name = view.lines.get(*n)?.name;
            let message = format!("{name}: {}", sentence(error, view.lang));
            Some(api::CartError { code: error.code.to_string(), message })
        })
        .collect()
}

/// Stock and quantity errors that prevent ordering the cart.
pub(crate) fn stock_errors(view: &CartView<'_>) -> Vec<api::CartError> {
    view.short_of_stock
        .iter()
        .filter_map(|(n, available)| {
            let line = view.lines.get(*n)?;
            let code = if *available > 0 { codes::PRODUCT_PARTIALLY_OUT_OF_STOCK } else { codes::PRODUCT_OUT_OF_STOCK };
            let params = Params::from([
                ("name".to_owned(), line.name.to_owned()),
                ("available".to_owned(), available.to_string()),
            ]);
            Some(api::CartError { code: code.into(), message: text(code, &params, view.lang) })
        })
        .collect()
}
