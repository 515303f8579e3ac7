//! The cart as the API shows it.

use shop_core::address::Address;
use shop_core::base::format::price;
use shop_core::base::text::escape_html;
use shop_core::base::{Cents, Lang, Params};
use shop_core::catalogue::food::Label;
use shop_core::catalogue::product::Backorders;
use shop_core::messages::{codes, sentence, text};
use shop_core::price::unit_price;
use shop_core::purchase::words::{Fact, day};
use shop_core::store_api as api;
use shop_services::cart::{CartView, OpenCart, PricedLine, recurring_terms};
use shop_services::rich_text::clean;
use shop_services::settings::{TaxLines, WeightUnit};

use super::product::{ShapeContext, image_shape, low_stock, product_shape};
use crate::state::AppState;

fn minor(cents: Cents) -> String {
    cents.0.to_string()
}

/// An address; `billing` addresses have an e-mail.
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

/// Prices of a piece; the precision of raw prices is that of the platform, six decimals.
pub(crate) fn item_prices(price: Cents, regular: Cents, sale: Cents) -> api::ItemPrices {
    let raw = |c: Cents| (c.0 * 10_000).to_string();
    api::ItemPrices {
        price: minor(price),
        regular_price: minor(regular),
        sale_price: minor(sale),
        price_range: None,
        raw_prices: api::RawPrices {
            precision: 6,
            price: raw(price),
            regular_price: raw(regular),
            sale_price: raw(sale),
        },
        currency: api::Currency::default(),
    }
}

/// One line.
pub(crate) fn item_shape(line: &PricedLine<'_>, view: &CartView<'_>, state: &AppState) -> api::CartItem {
    let item = line.item();
    let stock = &line.stock_item().stock;
    let alone = line.product.item.sold_individually || line.purchase.booking.is_some();
    let behind = line.stock_left.is_some_and(|left| line.line.quantity > left);
    let picture = item.images.first().or(line.product.item.images.first());
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
            maximum: line.bounds.most(),
            multiple_of: line.bounds.step,
            editable: !alone,
        },
        name: escape_html(&line.product.item.name),
        short_description: clean(&line.product.short_description),
        description: clean(&item.description),
        sku: item.sku.clone(),
        low_stock_remaining: low_stock(line.stock_item(), line.stock_left, view.settings),
        backorders_allowed: line.backorders_allowed(),
        show_backorder_badge: stock.managed && stock.backorders == Backorders::Notify && behind,
        sold_individually: alone,
        permalink: state.url(&format!("/prodotto/{}/", line.product.slug)),
        images: picture.and_then(|p| image_shape(p, &line.product.item.name, item.id.0, state)).into_iter().collect(),
        variation: line
            .chosen()
            .into_iter()
            .map(|(key, label, value)| api::ItemVariation {
                raw_attribute: taxonomy(&key),
                attribute: escape_html(&label),
                value: escape_html(&value),
            })
            .collect(),
        item_data: line.facts.iter().map(fact_shape).collect(),
        prices: item_prices(line.unit_price, line.unit_regular, line.unit_price),
        totals: api::ItemTotals {
            line_subtotal: minor(line.totals.subtotal),
            line_subtotal_tax: minor(line.totals.subtotal_tax),
            line_total: minor(line.totals.total),
            line_total_tax: minor(line.totals.total_tax),
            currency: api::Currency::default(),
        },
        catalog_visibility: line.product.visibility.as_str().to_owned(),
        extensions: unit_price_of(line, view.lang),
    }
}

/// The price per kg or litre in words, where what is bought has one (Codice del consumo art. 13-17).
fn unit_price_of(line: &PricedLine<'_>, lang: Lang) -> api::Extensions {
    let pack = Label::of(line.product, line.variation).pack();
    let unit = unit_price(line.unit_price, &pack);
    let words = unit.map(|unit| ("bottega_unit_price".to_owned(), unit.words(lang)));
    words.into_iter().collect()
}

/// A choice beside the variation, in words: `value` as it was typed, `display` as it may stand in HTML.
fn fact_shape(fact: &Fact) -> api::ItemData {
    api::ItemData {
        name: fact.label.clone(),
        value: fact.value.clone(),
        display: escape_html(&fact.value),
        hidden: false,
    }
}

/// The whole cart.
pub(crate) fn cart_answer(open: &OpenCart, state: &AppState) -> api::Cart {
    let view = open.view();
    let content = &open.record.content;
    api::Cart {
        items: view.lines.iter().map(|line| item_shape(line, &view, state)).collect(),
        coupons: coupon_shapes(&view),
        fees: Vec::new(),
        totals: totals_shape(&view),
        shipping_address: address_shape(&content.shipping, false),
        billing_address: address_shape(&content.billing, true),
        needs_payment: view.needs_payment(),
        needs_shipping: view.needs_shipping,
        payment_requirements: vec!["products".into()],
        has_calculated_shipping: view.needs_shipping && !content.shipping.country.is_empty(),
        shipping_rates: packages_shape(&view),
        items_count: view.count(),
        items_weight: weight_in_grams(&view),
        cross_sells: cross_sells(open, &view, state),
        errors: errors(open, &view),
        payment_methods: view.settings.enabled_payment_methods().map(|m| m.id.clone()).collect(),
        extensions: extensions(&view),
    }
}

/// Facts of our own, in minor units: how far the cart is from free delivery; what is due with the order and what later, with
/// the days in words. What is paid again is in words alone: a line for each schedule, with its period, its amount and a note,
/// parted by tabs.
fn extensions(view: &CartView<'_>) -> api::Extensions {
    let mut out = api::Extensions::new();
    if let Some(offer) = view.free_delivery {
        out.insert("bottega_free_delivery_from".into(), minor(offer.from));
        out.insert("bottega_free_delivery_reached".into(), minor(offer.from - offer.missing));
        out.insert("bottega_free_delivery_missing".into(), minor(offer.missing));
    }
    if !view.due.later.is_empty() {
        let parts = view.due.later.iter().map(|one| {
            let (cents, due) = (price(one.cents, view.lang), day(&one.due, view.lang));
            if view.lang == Lang::It { format!("{cents} entro il {due}") } else { format!("{cents} by {due}") }
        });
        out.insert("bottega_due_now".into(), minor(view.due.now));
        out.insert("bottega_due_later".into(), minor(view.due.later_cents()));
        out.insert("bottega_due_later_words".into(), parts.collect::<Vec<_>>().join(", "));
    }
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

/// Kind under which clients know store credit, beside those of coupons.
pub(crate) const STORE_CREDIT: &str = "store_credit";

/// The applied coupons, in the order in which they were applied, then the applied credits with what each pays.
pub(crate) fn coupon_shapes(view: &CartView<'_>) -> Vec<api::CartCoupon> {
    let coupons = view
        .coupons
        .iter()
        .map(|(coupon, off)| coupon_shape(&coupon.code, coupon.kind.as_str(), off.discount, off.discount_tax));
    let credits = view.content.credits.iter().map(|code| {
        let used = view.credit.uses.iter().find(|one| one.code == *code).map_or(Cents::ZERO, |one| one.used_cents);
        coupon_shape(code, STORE_CREDIT, used, Cents::ZERO)
    });
    coupons.chain(credits).collect()
}

/// One coupon and what it takes off.
pub(crate) fn coupon_shape(code: &str, kind: &str, discount: Cents, tax: Cents) -> api::CartCoupon {
    api::CartCoupon {
        code: code.to_owned(),
        discount_type: kind.to_owned(),
        totals: api::CouponTotals {
            total_discount: minor(discount),
            total_discount_tax: minor(tax),
            currency: api::Currency::default(),
        },
    }
}

/// Sums that add up for clients: what credits pay stands among the discounts, without tax, and the price is what is left.
fn totals_shape(view: &CartView<'_>) -> api::CartTotals {
    let totals = &view.totals;
    let credit: Cents = view.credit.uses.iter().map(|one| one.used_cents).sum();
    api::CartTotals {
        total_items: minor(totals.items),
        total_items_tax: minor(totals.items_tax),
        total_fees: "0".into(),
        total_fees_tax: "0".into(),
        total_discount: minor(view.discount.0 + credit),
        total_discount_tax: minor(view.discount.1),
        total_shipping: totals.shipping.map(minor),
        total_shipping_tax: totals.shipping.map(|_| minor(totals.shipping_tax)),
        total_price: minor(view.to_pay()),
        total_tax: minor(totals.tax),
        tax_lines: totals
            .tax_by_rate
            .iter()
            .filter(|(_, cents)| *cents != Cents::ZERO && view.settings.taxes.lines != TaxLines::Single)
            .filter_map(|(index, cents)| {
                let rate = view.settings.tax.rates.get(*index)?;
                Some(api::TaxLine { name: rate.name.clone(), price: minor(*cents), rate: rate.percent() })
            })
            .collect(),
        currency: api::Currency::default(),
    }
}

fn packages_shape(view: &CartView<'_>) -> Vec<api::ShippingPackage> {
    let to = &view.content.shipping;
    view.packages
        .iter()
        .map(|package| api::ShippingPackage {
            package_id: 0,
            name: if view.lang == Lang::En { "Shipment" } else { "Spedizione" }.into(),
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
                    name: escape_html(line.full_name()),
                    quantity: line.line.quantity,
                })
                .collect(),
            shipping_rates: package
                .rates
                .iter()
                .map(|rate| {
                    let english = view.lang == Lang::En && !rate.method.title_en.is_empty();
                    api::ShippingRate {
                        rate_id: rate.method.rate_id(),
                        name: escape_html(if english { &rate.method.title_en } else { &rate.method.title }),
                        description: clean(&rate.method.description),
                        delivery_time: String::new(),
                        price: minor(rate.cost),
                        taxes: minor(rate.tax),
                        instance_id: rate.method.instance_id,
                        method_id: rate.method.kind.as_str().into(),
                        meta_data: Vec::new(),
                        selected: rate.selected,
                        currency: api::Currency::default(),
                    }
                })
                .collect(),
        })
        .collect()
}

/// Weight in grams. Clients compare the number as a float, so it is worked out in the platform's order.
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

fn cross_sells(open: &OpenCart, view: &CartView<'_>, state: &AppState) -> Vec<api::Product> {
    let context = ShapeContext { catalogue: &open.catalogue, settings: &open.settings, state };
    let mut ids = Vec::new();
    for id in view.lines.iter().flat_map(|line| &line.product.cross_sell_ids) {
        let in_cart = view.lines.iter().any(|line| line.product.item.id == *id || line.item().id == *id);
        if !in_cart && !ids.contains(id) {
            ids.push(*id);
        }
    }
    ids.iter().filter_map(|id| open.catalogue.product(*id)).map(|p| product_shape(p, context)).collect()
}

/// What stands against ordering the cart as it is, and the coupons that were just taken off it.
fn errors(open: &OpenCart, view: &CartView<'_>) -> Vec<api::CartError> {
    let mut out = stock_errors(view);
    out.extend(booking_errors(view));
    out.extend(open.dropped_coupons.iter().map(|dropped| api::CartError {
        code: codes::CART_COUPON_ERROR.into(),
        message: sentence(&dropped.error, view.lang),
    }));
    out
}

/// Booked times that can no longer be had.
pub(crate) fn booking_errors(view: &CartView<'_>) -> Vec<api::CartError> {
    view.unbookable
        .iter()
        .filter_map(|(n, error)| {
            let name = &view.lines.get(*n)?.product.item.name;
            let message = format!("{name}: {}", sentence(error, view.lang));
            Some(api::CartError { code: error.code.to_string(), message })
        })
        .collect()
}

/// What stands against ordering the cart as it is.
fn stock_errors(view: &CartView<'_>) -> Vec<api::CartError> {
    view.short_of_stock
        .iter()
        .filter_map(|(n, available)| {
            let line = view.lines.get(*n)?;
            let code = if *available > 0 { codes::PRODUCT_PARTIALLY_OUT_OF_STOCK } else { codes::PRODUCT_OUT_OF_STOCK };
            let params = Params::from([
                ("name".to_owned(), line.product.item.name.clone()),
                ("available".to_owned(), available.to_string()),
            ]);
            Some(api::CartError { code: code.into(), message: text(code, &params, view.lang) })
        })
        .collect()
}
