//! Product cards: price, unit price, pack, availability.

use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::food::Label;
use shop_core::catalogue::price::{UnitPrice, unit_price};
use shop_core::catalogue::product::{Item, Product, ProductKind, PublishStatus, StockStatus, Variation};
use shop_core::catalogue::review::average_tenths;
use shop_core::view::{PriceView, ProductCard, TierView};
use shop_services::catalogue::{CurrentPrice, ProductQuery, product_price};

use super::food::net_quantity;
use crate::app::responses::alt_of;
use crate::page_data::context::{Context, picture};
use crate::page_data::words::own_lang;

const BADGES: [&str; 8] = ["dop", "igp", "biologico", "senza-glutine", "vegano", "novita", "stg", "docg"];

/// The item that a sale concerns.
pub(crate) struct Reduced {
    /// Id of the product or variation.
    id: ProductId,
    price: Option<Cents>,
    /// Whether it is exempt from showing the earlier price.
    perishable: bool,
}

/// Returns a price as displayed in the catalogue.
pub(crate) fn displayed_price(context: &Context, cents: Cents, item: &Item) -> Cents {
    crate::app::responses::displayed_price(cents, item, &context.settings)
}

/// Converts displayed prices; `reduced` is the item whose lowest price of the last 30 days is shown beside the sale.
pub(crate) fn price_view(context: &Context, price: &CurrentPrice, item: &Item, reduced: Option<&Reduced>) -> PriceView {
    let show = |cents: Option<Cents>| cents.map(|c| displayed_price(context, c, item));
    let tiers: Vec<TierView> = item
        .prices
        .better_tiers(context.catalogue.built_at)
        .into_iter()
        .map(|tier| TierView {
            from_quantity: tier.from_quantity,
            price_cents: displayed_price(context, tier.cents, item),
        })
        .collect();
    PriceView {
        hidden: context.catalogue.hides_prices,
        least_cents: tiers.last().map(|tier| tier.price_cents),
        tiers,
        price_cents: show(price.min),
        max_cents: show(price.max).filter(|max| Some(*max) != show(price.min)),
        regular_cents: show(price.regular).filter(|_| price.on_sale && price.regular != price.min),
        // Perishable foods are exempt (Codice del consumo art. 17-bis).
        lowest_30_days_cents: reduced
            .filter(|part| price.on_sale && !part.perishable)
            .and_then(|part| context.catalogue.lowest_30_days(part.id))
            .map(|c| displayed_price(context, c, item)),
        period: String::new(),
    }
}

/// Describes the billing period of a subscription: "ogni mese"; empty for other products.
pub(crate) fn period(context: &Context, product: &Product) -> String {
    let terms = product.purchase.subscription.as_ref();
    terms.map(|terms| shop_core::orders::subscription::words::period(terms, context.lang)).unwrap_or_default()
}

/// Finds the item on sale: the product itself, or its cheapest variation on sale.
fn reduced_part(context: &Context, product: &Product) -> Option<Reduced> {
    let now = context.catalogue.built_at;
    match product.kind {
        ProductKind::Variable => product
            .variations
            .iter()
            .filter(|v| v.item.status == PublishStatus::Publish && v.item.prices.on_sale(now))
            .min_by_key(|v| v.item.prices.current(now))
            .map(|v| reduced(context, product, v)),
        ProductKind::Grouped => {
            let children = product.grouped_ids.iter().filter_map(|id| context.catalogue.product(*id));
            let parts = children.filter(|child| child.kind != ProductKind::Grouped);
            parts.filter_map(|child| reduced_part(context, child)).min_by_key(|part| part.price)
        }
        ProductKind::Simple | ProductKind::External => Some(Reduced {
            id: product.item.id,
            price: product.item.prices.current(now),
            perishable: Label::new(product, None).perishable(),
        }),
    }
}

/// Describes a variation on sale.
pub(crate) fn reduced(context: &Context, product: &Product, v: &Variation) -> Reduced {
    Reduced {
        id: v.item.id,
        price: v.item.prices.current(context.catalogue.built_at),
        perishable: Label::new(product, Some(v)).perishable(),
    }
}

/// Returns the price per kg or litre of a product or variation.
pub(crate) fn shown_unit_price(
    cents: Option<Cents>,
    product: &Product,
    variation: Option<&Variation>,
) -> Option<UnitPrice> {
    unit_price(cents?, &Label::new(product, variation).pack())
}

pub(crate) fn shown_name(context: &Context, product: &Product) -> String {
    product.item.name_in(context.lang).to_owned()
}

/// Builds the cards for a query.
pub(crate) fn cards(context: &Context, query: &ProductQuery) -> Vec<ProductCard> {
    let found = context.catalogue.query(query);
    found.ids.iter().filter_map(|id| context.catalogue.product(*id)).map(|p| card(context, p)).collect()
}

/// Builds the card of a product.
pub(crate) fn card(context: &Context, product: &Product) -> ProductCard {
    let item = &product.item;
    let price = product_price(product, &context.catalogue, context.catalogue.built_at);
    let status = context.catalogue.availability_of(item.id);
    let name = shown_name(context, product);
    let path = format!("/prodotto/{}/", product.slug);
    let in_stock = status != StockStatus::OutOfStock;
    let can_add =
        product.kind == ProductKind::Simple && price.min.is_some() && in_stock && !product.purchase.must_choose();
    let view = price_view(context, &price, item, reduced_part(context, product).as_ref());
    ProductCard {
        name_lang: own_lang(context.lang, item.is_translated(context.lang, "name")),
        id: item.id.0,
        picture: item.images.first().and_then(|i| picture(i, alt_of(i, &name, context.lang))),
        name,
        sku: item.sku.clone(),
        product_type: product.kind.as_str().into(),
        unit_price: lowest_unit_price(context, view.price_cents, product),
        price: PriceView {
            period: period(context, product),
            least_cents: view.least_cents.or_else(|| least_of_variations(context, product)),
            ..view
        },
        pack: packs(context, product),
        on_sale: price.on_sale,
        in_stock,
        on_backorder: status == StockStatus::OnBackorder,
        stock_level: item.stock.managed.then_some(item.stock.quantity),
        can_add,
        // Works without scripts; products with choices are bought on their page.
        add_path: if can_add { format!("/negozio/?add-to-cart={}", item.id) } else { path.clone() },
        path,
        categories: context.catalogue.terms().wording(context.lang).category_names(product),
        badges: badges(context, product),
        rating_tenths: average_tenths(product.rating_sum, product.rating_count),
        review_count: product.rating_count,
    }
}

/// Returns the lowest unit price among the quantity prices of the variations.
fn least_of_variations(context: &Context, product: &Product) -> Option<Cents> {
    let now = context.catalogue.built_at;
    let offered = product.variations.iter().filter(|one| one.item.status == PublishStatus::Publish);
    let least =
        |item: &Item| item.prices.better_tiers(now).last().map(|tier| displayed_price(context, tier.cents, item));
    offered.filter_map(|one| least(&one.item)).min()
}

/// Returns the price per kg or litre of the variation with the card's "from" price.
fn lowest_unit_price(context: &Context, cents: Option<Cents>, product: &Product) -> Option<UnitPrice> {
    match product.kind {
        ProductKind::Simple => shown_unit_price(cents, product, None),
        ProductKind::Variable => {
            let price = |v: &Variation| v.item.prices.current(context.catalogue.built_at);
            let priced = product.variations.iter().filter(|v| price(v).is_some());
            shown_unit_price(cents, product, Some(priced.min_by_key(|v| price(v))?))
        }
        ProductKind::Grouped | ProductKind::External => None,
    }
}

/// Describes the pack, or lists the sizes while they are few.
fn packs(context: &Context, product: &Product) -> String {
    if product.kind != ProductKind::Variable {
        return net_quantity(context, &Label::new(product, None).pack());
    }
    let formato = product
        .attributes
        .iter()
        .find(|a| a.variation && a.name == "Formato")
        .or_else(|| product.attributes.iter().find(|a| a.variation));
    formato
        .filter(|a| a.values.len() <= 4)
        .map(|a| {
            let (_, values) = context.catalogue.terms().wording(context.lang).attribute(product, a);
            values.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", ")
        })
        .unwrap_or_default()
}

fn badges(context: &Context, product: &Product) -> Vec<String> {
    context
        .catalogue
        .terms()
        .tags()
        .iter()
        .filter(|t| product.tag_ids.contains(&t.id) && BADGES.contains(&t.slug.as_str()))
        .map(|t| t.name_in(context.lang).replace('-', " "))
        .take(2)
        .collect()
}
