//! Product cards: price, price per unit, pack, availability.

use shop_core::catalogue::product::{Item, Product, ProductKind, StockStatus};
use shop_core::money::Cents;
use shop_core::price::{PackSize, unit_price};
use shop_core::review::average_tenths;
use shop_core::view::{PriceView, ProductCard, UnitPrice};
use shop_services::catalogue::{ShownPrice, product_price};

use super::context::{Context, alt_of, picture};
use super::words::text;

const BADGES: [&str; 8] = ["dop", "igp", "biologico", "senza-glutine", "vegano", "novita", "stg", "docg"];

impl Context {
    /// A price as displayed in the catalogue.
    pub(super) fn shown(&self, cents: Cents, item: &Item) -> Cents {
        crate::store_api::shown_price(cents, item, &self.settings)
    }

    pub(super) fn price_view(&self, price: &ShownPrice, item: &Item) -> PriceView {
        let show = |cents: Option<Cents>| cents.map(|c| self.shown(c, item).0);
        let perishable = item.meta.get("perishable").is_some_and(|p| p == "1");
        PriceView {
            price_cents: show(price.min),
            max_cents: show(price.max).filter(|max| Some(*max) != show(price.min)),
            regular_cents: show(price.regular).filter(|_| price.on_sale && price.regular != price.min),
            // Perishable foods are exempt (Codice del consumo art. 17-bis).
            lowest_30_days_cents: self
                .catalogue
                .lowest_30_days(item.id)
                .filter(|_| price.on_sale && !perishable)
                .map(|c| self.shown(Cents(c), item).0),
        }
    }

    /// Price per kg or litre; drained weight counts where there is one.
    pub(super) fn unit_price(cents: Option<i64>, item: &Item, product: &Product) -> Option<UnitPrice> {
        let amount = |name: &str| {
            item.meta.get(name).or_else(|| product.item.meta.get(name)).and_then(|v| v.trim().parse::<i64>().ok())
        };
        let size = PackSize {
            drained_weight_g: amount("drained_weight_g"),
            net_weight_g: amount("net_weight_g"),
            net_volume_ml: amount("net_volume_ml"),
        };
        unit_price(Cents(cents?), &size)
    }

    /// "35 g", "1,5 kg", "500 ml".
    pub(super) fn net_quantity(&self, item: &Item) -> String {
        let number = |name: &str| item.meta.get(name).and_then(|v| v.trim().parse::<i64>().ok()).filter(|v| *v > 0);
        let write = |value: i64, small: &str, big: &str| {
            if value >= 1000 && value % 100 == 0 {
                let text = shop_core::text::format_fixed(value, 3);
                format!("{} {big}", shop_core::format::decimal(&text, self.lang))
            } else {
                format!("{value} {small}")
            }
        };
        match (number("net_weight_g"), number("net_volume_ml")) {
            (Some(g), _) => write(g, "g", "kg"),
            (None, Some(ml)) => write(ml, "ml", "l"),
            _ => String::new(),
        }
    }

    pub(super) fn name(&self, product: &Product) -> String {
        text(self.lang, &product.item.name, product.item.meta.get("name_en")).to_owned()
    }

    /// A product in a list.
    pub(super) fn card(&self, product: &Product) -> ProductCard {
        let item = &product.item;
        let price = product_price(product, &self.catalogue, self.catalogue.built_at);
        let status = self.catalogue.availability_of(item.id);
        let name = self.name(product);
        let path = format!("/prodotto/{}/", product.slug);
        let in_stock = status != StockStatus::OutOfStock;
        let can_add =
            product.kind == ProductKind::Simple && price.min.is_some() && in_stock && !product.purchase.must_choose();
        let cheapest = product
            .variations
            .iter()
            .filter(|v| v.item.prices.current(self.catalogue.built_at).is_some())
            .min_by_key(|v| v.item.prices.current(self.catalogue.built_at));
        let view = self.price_view(&price, item);
        let unit_price = match (product.kind, cheapest) {
            (ProductKind::Simple, _) => Self::unit_price(view.price_cents, item, product),
            (ProductKind::Variable, Some(v)) => Self::unit_price(view.price_cents, &v.item, product),
            _ => None,
        };
        let pack = if product.kind == ProductKind::Variable {
            let formato = product
                .attributes
                .iter()
                .find(|a| a.variation && a.name == "Formato")
                .or_else(|| product.attributes.iter().find(|a| a.variation));
            formato
                .filter(|a| a.values.len() <= 4)
                .map(|a| {
                    let (_, values) = self.catalogue.attribute_words(a, self.lang);
                    values.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", ")
                })
                .unwrap_or_default()
        } else {
            self.net_quantity(item)
        };
        ProductCard {
            id: item.id.0,
            picture: item.images.first().and_then(|i| picture(i, alt_of(i, &name, self.lang))),
            name,
            sku: item.sku.clone(),
            product_type: product.kind.as_str().into(),
            price: view,
            unit_price,
            pack,
            on_sale: price.on_sale,
            in_stock,
            on_backorder: status == StockStatus::OnBackorder,
            can_add,
            // Works without scripts; what must be chosen is chosen on the product's page.
            add_path: if can_add { format!("/negozio/?add-to-cart={}", item.id) } else { path.clone() },
            path,
            category: product
                .category_ids
                .first()
                .and_then(|id| self.catalogue.category_path(*id).first().map(|c| self.category_name(c)))
                .unwrap_or_default(),
            badges: self
                .catalogue
                .tags()
                .iter()
                .filter(|t| product.tag_ids.contains(&t.id) && BADGES.contains(&t.slug.as_str()))
                .map(|t| t.name_in(self.lang).replace('-', " "))
                .take(2)
                .collect(),
            rating_tenths: average_tenths(product.rating_sum, product.rating_count),
            review_count: product.rating_count,
        }
    }
}
