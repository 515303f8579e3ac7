//! Products in the format of the store API.

use shop_core::base::format::decimal;
use shop_core::base::text::{escape_html, format_fixed};
use shop_core::base::{Cents, Lang};
use shop_core::catalogue::product::{ImageRef, Item, Product, ProductKind, PublishStatus, StockStatus, Variation};
use shop_core::catalogue::quantity::line_bounds;
use shop_core::orders::subscription::words::period;
use shop_core::platform::words::site_texts;
use shop_core::store_api as api;
use shop_services::cart::stock_item;
use shop_services::catalogue::{Catalogue, CurrentPrice, product_price, variation_price};
use shop_services::content::rich_text::clean;
use shop_services::platform::settings::ShopSettings;

use crate::app::storefront::WebContext;

/// Context for converting products.
#[derive(Clone, Copy)]
pub(crate) struct ShapeContext<'a> {
    pub catalogue: &'a Catalogue,
    pub settings: &'a ShopSettings,
    pub web: &'a WebContext,
}

/// Returns a picture's alternative text: the merchant's, or else the product's name.
pub(crate) fn alt_of<'a>(image: &'a ImageRef, name: &'a str, lang: Lang) -> &'a str {
    let own = lang.select(&image.alt, &image.alt_en);
    if own.is_empty() { name } else { own }
}

/// Converts a picture; `None` when it was not loaded.
fn image_shape(image: &ImageRef, alt: &str, id: i64, web: &WebContext) -> Option<api::Image> {
    if image.file.is_empty() {
        return None;
    }
    let url = |width: u32| web.public_address.url(&format!("/pictures/{}-{width}.webp", image.file));
    let largest = image.widths_px.last().copied().unwrap_or(image.width_px);
    let small = image.widths_px.iter().copied().find(|w| *w >= 320).unwrap_or(largest);
    let srcset: Vec<String> = image.widths_px.iter().map(|w| format!("{} {w}w", url(*w))).collect();
    Some(api::Image {
        id,
        src: url(largest),
        thumbnail: url(small),
        srcset: srcset.join(", "),
        sizes: format!("(max-width: {largest}px) 100vw, {largest}px"),
        thumbnail_srcset: srcset.join(", "),
        thumbnail_sizes: format!("{small}px"),
        name: image.file.clone(),
        alt: escape_html(alt),
    })
}

/// Stable id of a picture, derived from its product or variation and its position.
fn image_id(item: &Item, place: usize) -> i64 {
    item.id.0 * 100 + i64::try_from(place).unwrap_or(0)
}

fn images(item: &Item, web: &WebContext) -> Vec<api::Image> {
    item.images
        .iter()
        .enumerate()
        .filter_map(|(n, image)| {
            let alt = alt_of(image, item.name_in(web.lang()), web.lang());
            image_shape(image, alt, image_id(item, n), web)
        })
        .collect()
}

/// Returns the picture of a product or variation: the variation's own, or else the product's first.
pub(crate) fn main_image<'a>(
    product: &'a Product,
    variation: Option<&'a Variation>,
    name: &str,
    web: &WebContext,
) -> Option<(api::Image, &'a ImageRef)> {
    let own = variation.map(|variation| &variation.item).filter(|item| !item.images.is_empty());
    let item = own.unwrap_or(&product.item);
    let image = item.images.first()?;
    let shape = image_shape(image, alt_of(image, name, web.lang()), image_id(item, 0), web)?;
    Some((shape, image))
}

/// The shop's own extensions: the billing period as text, and quantity prices ([`price_tiers`]).
fn extensions(product: &Product, context: ShapeContext<'_>) -> api::Extensions {
    let terms = product.purchase.subscription.as_ref();
    let words = terms.map(|terms| ("bottega_period".to_owned(), period(terms, context.settings.lang())));
    words.into_iter().chain(price_tiers(&product.item, context)).collect()
}

/// Formats quantity prices as "6=950 12=890": minimum quantity and unit price in cents as displayed; `None` when there are none.
fn price_tiers(item: &Item, context: ShapeContext<'_>) -> Option<(String, String)> {
    let tiers = item.prices.better_tiers(context.catalogue.built_at);
    let shown = |cents| displayed_price(cents, item, context.settings).0;
    let parts: Vec<String> = tiers.iter().map(|tier| format!("{}={}", tier.from_quantity, shown(tier.cents))).collect();
    (!parts.is_empty()).then(|| ("bottega_price_tiers".to_owned(), parts.join(" ")))
}

/// Returns a price with or without tax, as the catalogue displays it to a buyer at the shop's own address.
pub(crate) fn displayed_price(cents: Cents, item: &Item, settings: &ShopSettings) -> Cents {
    settings.displayed_price(cents, item)
}

fn weight(item: &Item) -> String {
    item.weight_milli.map(|w| format_fixed(w, 3)).unwrap_or_default()
}

fn dimensions(item: &Item) -> api::Dimensions {
    let text = |value: Option<i64>| value.map(|v| format_fixed(v, 3)).unwrap_or_default();
    api::Dimensions { length: text(item.length_milli), width: text(item.width_milli), height: text(item.height_milli) }
}

/// The store API declares one decimal separator with its prices, and its measures use it in every language.
const WRITTEN: Lang = Lang::It;

/// Formats thousandths with a language's decimal separator.
fn measure(milli: i64, lang: Lang) -> String {
    decimal(&format_fixed(milli, 3), lang)
}

/// Formats a weight, "0,2 kg"; "N/A" when it is unknown.
pub(crate) fn shown_weight(item: &Item, lang: Lang, settings: &ShopSettings) -> String {
    item.weight_milli
        .map_or_else(|| "N/A".to_owned(), |w| format!("{} {}", measure(w, lang), settings.places.weight_unit))
}

/// Formats dimensions, "10 × 5 × 2 cm"; "N/A" when they are unknown.
pub(crate) fn shown_dimensions(item: &Item, lang: Lang, settings: &ShopSettings) -> String {
    let known: Vec<String> = [item.length_milli, item.width_milli, item.height_milli]
        .into_iter()
        .flatten()
        .map(|v| measure(v, lang))
        .collect();
    if known.is_empty() {
        "N/A".to_owned()
    } else {
        format!("{} {}", known.join(" × "), settings.places.dimension_unit)
    }
}

fn availability_words(status: StockStatus, lang: Lang) -> (&'static str, &'static str) {
    match status {
        StockStatus::InStock => (site_texts::in_stock(lang), "in-stock"),
        StockStatus::OutOfStock => (site_texts::out_of_stock(lang), "out-of-stock"),
        StockStatus::OnBackorder => (site_texts::available_on_backorder(lang), "available-on-backorder"),
    }
}

/// Returns the pieces left when they are few enough to be shown.
pub(super) fn low_stock(holder: &Item, left: Option<i64>, settings: &ShopSettings) -> Option<i64> {
    let left = left?;
    let threshold = holder.stock.low_amount.unwrap_or(settings.stock.low_amount);
    (left <= threshold).then_some(left)
}

fn minor(cents: Cents) -> String {
    cents.0.to_string()
}

/// Returns the item whose tax class applies to the displayed price: for a group, its first product.
fn taxed_as<'a>(product: &'a Product, catalogue: &'a Catalogue) -> &'a Item {
    let first = match product.kind {
        ProductKind::Grouped => product.grouped_ids.iter().find_map(|id| catalogue.product(*id)),
        _ => None,
    };
    first.map_or(&product.item, |p| &p.item)
}

pub(crate) fn product_shape(product: &Product, context: ShapeContext<'_>) -> api::Product {
    let ShapeContext { catalogue, settings, web } = context;
    let item = &product.item;
    let price = product_price(product, catalogue, catalogue.built_at);
    let tax_item = taxed_as(product, catalogue);
    let show =
        |cents: Option<Cents>| cents.map_or_else(|| "0".to_owned(), |c| minor(displayed_price(c, tax_item, settings)));
    let status = catalogue.availability_of(item.id);
    let offered = price.regular.is_some() && item.status == PublishStatus::Publish;
    let range = (matches!(product.kind, ProductKind::Variable | ProductKind::Grouped) && price.min != price.max)
        .then(|| api::PriceRange { min_amount: show(price.min), max_amount: show(price.max) });
    // A group's lowest price serves as both its regular and its sale price.
    let regular = if product.kind == ProductKind::Grouped { price.min } else { price.regular };
    let left = item.stock.managed.then_some(item.stock.quantity);
    let (text, class) = availability_words(status, settings.lang());
    api::Product {
        id: item.id.0,
        name: escape_html(item.name_in(settings.lang())),
        slug: product.slug.clone(),
        parent: 0,
        product_type: product.kind.as_str().to_owned(),
        variation: String::new(),
        permalink: web.context.addresses().page(&format!("/prodotto/{}/", product.slug)),
        sku: item.sku.clone(),
        short_description: clean(product.short_description_in(settings.lang())),
        description: clean(item.description_in(settings.lang())),
        on_sale: price.on_sale,
        price_html: price_html(&price, |cents| displayed_price(cents, tax_item, settings), settings),
        prices: api::ProductPrices {
            price: show(price.min),
            regular_price: show(regular),
            sale_price: show(price.min),
            price_range: range,
            currency: api::Currency::default(),
        },
        average_rating: average_rating(product),
        review_count: product.rating_count,
        images: images(item, web),
        categories: category_links(product, context),
        tags: tag_links(product, context),
        brands: Vec::new(),
        attributes: attribute_shapes(product, catalogue),
        variations: variation_links(product),
        grouped_products: product.grouped_ids.iter().map(|id| id.0).collect(),
        has_options: product.kind == ProductKind::Variable || product.purchase.must_choose(),
        is_purchasable: offered && matches!(product.kind, ProductKind::Simple | ProductKind::Variable),
        is_in_stock: status != StockStatus::OutOfStock,
        is_on_backorder: status == StockStatus::OnBackorder,
        low_stock_remaining: low_stock(item, left, settings),
        stock_availability: api::StockAvailability { text: text.to_owned(), class: class.to_owned() },
        sold_individually: item.sold_individually,
        weight: weight(item),
        dimensions: dimensions(item),
        formatted_weight: shown_weight(item, WRITTEN, settings),
        formatted_dimensions: shown_dimensions(item, WRITTEN, settings),
        add_to_cart: add_to_cart(product, None, settings.lang()),
        is_password_protected: false,
        extensions: extensions(product, context),
    }
}

/// Converts a variation to a product of its own.
pub(crate) fn variation_shape(product: &Product, variation: &Variation, context: ShapeContext<'_>) -> api::Product {
    let ShapeContext { catalogue, settings, web } = context;
    let item = &variation.item;
    let price = variation_price(variation, catalogue.built_at);
    let show =
        |cents: Option<Cents>| cents.map_or_else(|| "0".to_owned(), |c| minor(displayed_price(c, item, settings)));
    let status = catalogue.variation_availability(product, variation);
    let holder = stock_item(product, Some(variation));
    let left = holder.stock.managed.then_some(holder.stock.quantity);
    let (text, class) = availability_words(status, settings.lang());
    let inherit = |own: Option<i64>, parents: Option<i64>| own.or(parents);
    let sized = Item {
        weight_milli: inherit(item.weight_milli, product.item.weight_milli),
        length_milli: inherit(item.length_milli, product.item.length_milli),
        width_milli: inherit(item.width_milli, product.item.width_milli),
        height_milli: inherit(item.height_milli, product.item.height_milli),
        ..Item::default()
    };
    api::Product {
        id: item.id.0,
        name: escape_html(product.item.name_in(settings.lang())),
        slug: shop_core::base::text::slugify(&item.name),
        parent: product.item.id.0,
        product_type: "variation".to_owned(),
        variation: escape_html(&variation_words(product, variation)),
        permalink: web.context.addresses().page(&format!("/prodotto/{}/", product.slug)),
        sku: item.sku.clone(),
        short_description: clean(product.short_description_in(settings.lang())),
        description: clean(item.description_in(settings.lang())),
        on_sale: price.on_sale,
        price_html: price_html(&price, |cents| displayed_price(cents, item, settings), settings),
        prices: api::ProductPrices {
            price: show(price.min),
            regular_price: show(price.regular),
            sale_price: show(price.min),
            price_range: None,
            currency: api::Currency::default(),
        },
        average_rating: "0".into(),
        images: images(item, web),
        is_purchasable: price.regular.is_some(),
        is_in_stock: status != StockStatus::OutOfStock,
        is_on_backorder: status == StockStatus::OnBackorder,
        low_stock_remaining: low_stock(holder, left, settings),
        stock_availability: api::StockAvailability { text: text.to_owned(), class: class.to_owned() },
        sold_individually: product.item.sold_individually,
        weight: weight(&sized),
        dimensions: dimensions(&sized),
        formatted_weight: shown_weight(&sized, WRITTEN, settings),
        formatted_dimensions: shown_dimensions(&sized, WRITTEN, settings),
        add_to_cart: add_to_cart(product, Some(variation), settings.lang()),
        extensions: price_tiers(item, context).into_iter().collect(),
        ..api::Product::default()
    }
}

/// Formats a variation's attributes, "Color: Red, Logo: Yes".
fn variation_words(product: &Product, variation: &Variation) -> String {
    let parts: Vec<String> = product
        .attributes
        .iter()
        .filter(|a| a.variation)
        .filter_map(|a| {
            let value = variation.attributes.get(&a.key()).filter(|v| !v.is_empty())?;
            let words = a.values.iter().find(|v| a.wire_value(v) == value).map_or(value, |v| &v.name);
            Some(format!("{}: {words}", a.name))
        })
        .collect();
    parts.join(", ")
}

/// Formats the average rating with two decimals; "0" when there is none.
fn average_rating(product: &Product) -> String {
    if product.rating_count > 0 {
        let hundredths = (product.rating_sum * 200 + product.rating_count) / (2 * product.rating_count);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    } else {
        "0".into()
    }
}

fn tag_links(product: &Product, context: ShapeContext<'_>) -> Vec<api::TermLink> {
    let ShapeContext { catalogue, settings, web } = context;
    product
        .tag_ids
        .iter()
        .filter_map(|id| catalogue.terms().tags().iter().find(|t| t.id == *id))
        .map(|t| api::TermLink {
            id: t.id.0,
            name: escape_html(t.name_in(settings.lang())),
            slug: t.slug.clone(),
            link: web.context.addresses().page(&format!("/tag-prodotto/{}/", t.slug)),
        })
        .collect()
}

fn category_links(product: &Product, context: ShapeContext<'_>) -> Vec<api::TermLink> {
    let ShapeContext { catalogue, settings, web } = context;
    product
        .category_ids
        .iter()
        .filter_map(|id| catalogue.terms().categories().iter().find(|c| c.id == *id))
        .filter(|c| c.slug != "uncategorized")
        .map(|c| {
            let path: Vec<&str> = catalogue.terms().category_path(c.id).iter().map(|c| c.slug.as_str()).collect();
            api::TermLink {
                id: c.id.0,
                name: escape_html(c.name_in(settings.lang())),
                slug: c.slug.clone(),
                link: web.context.addresses().page(&format!("/categoria-prodotto/{}/", path.join("/"))),
            }
        })
        .collect()
}

fn attribute_shapes(product: &Product, catalogue: &Catalogue) -> Vec<api::ProductAttributeView> {
    product
        .attributes
        .iter()
        .filter(|a| a.visible || a.variation)
        .map(|a| {
            let global = a.taxonomy.as_deref().and_then(|t| catalogue.terms().attribute(t));
            let default = a.default.as_deref();
            let mut terms: Vec<api::AttributeTerm> = a
                .values
                .iter()
                .map(|v| api::AttributeTerm {
                    id: global.and_then(|g| g.terms.iter().find(|t| t.slug == v.slug)).map_or(0, |t| t.id.0),
                    name: escape_html(&v.name),
                    slug: if global.is_some() { v.slug.clone() } else { v.name.clone() },
                    is_default: default.map(|d| d == a.wire_value(v)).filter(|d| *d),
                })
                .collect();
            if global.is_some() {
                terms.sort_by(|x, y| x.name.cmp(&y.name));
            }
            api::ProductAttributeView {
                id: global.map_or(0, |g| g.id.0),
                name: escape_html(&a.name),
                taxonomy: a.taxonomy.clone(),
                has_variations: a.variation,
                terms,
            }
        })
        .collect()
}

fn variation_links(product: &Product) -> Vec<api::VariationLink> {
    product
        .variations
        .iter()
        .filter(|v| v.item.status == PublishStatus::Publish && v.item.prices.regular.is_some())
        .map(|v| api::VariationLink {
            id: v.item.id.0,
            attributes: product
                .attributes
                .iter()
                .filter(|a| a.variation)
                .map(|a| api::VariationAttributeValue {
                    name: escape_html(&a.name),
                    value: v.attributes.get(&a.key()).filter(|value| !value.is_empty()).cloned(),
                })
                .collect(),
        })
        .collect()
}

fn add_to_cart(product: &Product, variation: Option<&Variation>, lang: Lang) -> api::AddToCart {
    let holder = stock_item(product, variation);
    let bounds = line_bounds(product, variation, holder.stock.managed.then_some(holder.stock.quantity));
    let text = match product.kind {
        ProductKind::Simple => site_texts::add_to_cart(lang),
        ProductKind::Variable => site_texts::select_options(lang),
        ProductKind::Grouped => site_texts::view_products(lang),
        ProductKind::External => site_texts::buy_product(lang),
    };
    let url = match product.kind {
        ProductKind::Simple => format!("?add-to-cart={}", product.item.id),
        ProductKind::External => product.external_url.clone(),
        _ => format!("/prodotto/{}/", product.slug),
    };
    api::AddToCart {
        text: text.to_owned(),
        description: format!("{text}: «{}»", product.item.name_in(lang)),
        url,
        single_text: site_texts::add_to_cart(lang).to_owned(),
        minimum: bounds.min,
        maximum: bounds.max_for_api(),
        multiple_of: bounds.step,
    }
}

/// Formats a price as HTML. `amount`: the displayed amount of a price.
fn price_html(price: &CurrentPrice, amount: impl Fn(Cents) -> Cents, settings: &ShopSettings) -> String {
    let one = |cents: Cents| {
        let words = shop_core::base::format::price(amount(cents), settings.lang());
        format!("<span class=\"woocommerce-Price-amount amount\">{words}</span>")
    };
    match (price.min, price.max) {
        (Some(min), Some(max)) if min != max => format!("{} – {}", one(min), one(max)),
        (Some(min), _) => one(min),
        (None, _) => String::new(),
    }
}
