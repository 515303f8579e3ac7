//! The product as the shop knows it: the same value is imported, stored, shown and sold.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{CategoryId, Cents, Lang, Params, ProductId, TagId, wire_enum};
use crate::catalogue::purchase::PurchaseRules;

wire_enum! {
    /// What a product is. A variation is not a kind of its own: it lives inside its variable product.
    ProductKind {
        /// Bought as it is.
        Simple = "simple",
        /// Bought by choosing one of its variations.
        Variable = "variable",
        /// A page that offers several products together.
        Grouped = "grouped",
        /// Sold elsewhere; the shop only links to it.
        External = "external",
    } default Simple
}

wire_enum! {
    /// Whether the product can be seen at all.
    PublishStatus {
        Publish = "publish",
        /// Only in the back office.
        Draft = "draft",
        /// Public for staff only.
        Private = "private",
        /// In the bin: only there, until it is restored or deleted for good.
        Trash = "trash",
    } default Publish
}

wire_enum! {
    /// Where a published product is listed. Its own page always answers.
    Visibility {
        /// Listings and search.
        Visible = "visible",
        Catalog = "catalog",
        Search = "search",
        /// Neither: reached by its address or inside a group.
        Hidden = "hidden",
    } default Visible
}

wire_enum! {
    /// What is taxed when the product is sold.
    TaxStatus {
        /// Goods and their delivery.
        Taxable = "taxable",
        Shipping = "shipping",
        None = "none",
    } default Taxable
}

wire_enum! {
    /// Availability as shown to shoppers.
    StockStatus {
        /// Can be bought.
        InStock = "instock",
        /// Cannot be bought now.
        OutOfStock = "outofstock",
        /// Can be ordered and will be delivered later.
        OnBackorder = "onbackorder",
    } default InStock
}

wire_enum! {
    /// Whether more than the stock may be ordered.
    Backorders {
        No = "no",
        /// Yes, telling the shopper.
        Notify = "notify",
        Yes = "yes",
    } default No
}

/// A price that holds for a line of so many pieces and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceTier {
    /// Pieces from which it holds: 2 or more.
    pub from_quantity: i64,
    /// Price of a piece, in the terms of [`Prices`].
    pub cents: Cents,
}

/// Prices as entered by the merchant: with or without tax as the shop's settings say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Prices {
    /// Full price; `None` makes the product not purchasable.
    pub regular: Option<Cents>,
    pub sale: Option<Cents>,
    /// The reduction starts at this moment; `None`: it has started.
    pub sale_from: Option<UnixSeconds>,
    /// The reduction ends at this moment (exclusive); `None`: it does not end.
    pub sale_to: Option<UnixSeconds>,
    /// Prices for many pieces, by ascending quantity. They come with a buyer's terms: consumers have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<PriceTier>,
}

impl Prices {
    /// Whether the reduced price holds at `now`.
    pub fn on_sale(&self, now: UnixSeconds) -> bool {
        let (Some(regular), Some(sale)) = (self.regular, self.sale) else { return false };
        sale < regular && self.sale_from.is_none_or(|from| from <= now) && self.sale_to.is_none_or(|to| now < to)
    }

    /// The price that holds at `now`.
    pub fn current(&self, now: UnixSeconds) -> Option<Cents> {
        if self.on_sale(now) { self.sale } else { self.regular }
    }

    /// The price of a piece in a line of so many at `now`: the best of what holds then and the tiers that are reached.
    pub fn of_quantity(&self, quantity: i64, now: UnixSeconds) -> Option<Cents> {
        let one = self.current(now)?;
        let reached = self.tiers.iter().filter(|tier| tier.from_quantity <= quantity);
        Some(reached.map(|tier| tier.cents).fold(one, Cents::min))
    }

    /// The tiers that make a piece cheaper at `now` than it is with fewer.
    pub fn better_tiers(&self, now: UnixSeconds) -> Vec<PriceTier> {
        let before = |tier: &PriceTier| self.of_quantity(tier.from_quantity - 1, now);
        self.tiers.iter().filter(|tier| before(tier).is_some_and(|price| tier.cents < price)).copied().collect()
    }
}

/// How stock is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stock {
    /// Whether a quantity is kept. Without it only `status` decides.
    pub managed: bool,
    /// Pieces that can still be sold. Meaningful when managed; negative when more was back-ordered than there is.
    pub quantity: i64,
    /// Availability when not managed.
    pub status: StockStatus,
    /// Orders beyond the quantity.
    pub backorders: Backorders,
    /// "Few left" is told at this quantity and below; `None`: the shop's default.
    pub low_amount: Option<i64>,
}

impl Stock {
    /// Availability, worked out from the quantity when stock is managed (`no_stock_amount`: sold out at this quantity).
    pub fn availability(&self, no_stock_amount: i64) -> StockStatus {
        if !self.managed {
            self.status
        } else if self.quantity > no_stock_amount {
            StockStatus::InStock
        } else if self.backorders == Backorders::No {
            StockStatus::OutOfStock
        } else {
            StockStatus::OnBackorder
        }
    }

    /// Pieces that one order may take; `None`: as many as wanted.
    pub fn limit(&self) -> Option<i64> {
        (self.managed && self.backorders == Backorders::No).then(|| self.quantity.max(0))
    }
}

/// A picture as named in the catalogue file: an address or a file name of the import folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageRef {
    /// What the catalogue file says.
    pub source: String,
    /// Name under which the resized files are kept; empty while the picture has not been loaded.
    #[serde(default)]
    pub file: String,
    /// Size of the largest file.
    #[serde(default)]
    pub width_px: u32,
    /// Size of the largest file.
    #[serde(default)]
    pub height_px: u32,
    /// Widths of the resized files, ascending.
    #[serde(default)]
    pub widths_px: Vec<u32>,
    /// What is to be seen, for people who cannot see it; empty: the product's name.
    #[serde(default)]
    pub alt: String,
    /// The same in English; empty: as Italian.
    #[serde(default)]
    pub alt_en: String,
}

/// A file that a buyer of a downloadable product gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// Name shown to the buyer.
    pub name: String,
    /// Where the file lies.
    pub url: String,
}

/// How many pieces the merchant sells at once. What is `None` at a variation is as its product has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QuantityRule {
    /// Least quantity of a line; `None`: one piece, or one pack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Greatest quantity of a line; `None`: no limit but the stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Sold in packs of so many; `None`: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<i64>,
}

impl QuantityRule {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// This rule where it says something, else that of the product.
    #[must_use]
    pub fn over(self, product: Self) -> Self {
        Self { min: self.min.or(product.min), max: self.max.or(product.max), step: self.step.or(product.step) }
    }
}

/// What products and variations have in common: everything needed to price, stock, ship and show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Id, shared range of products and variations.
    pub id: ProductId,
    /// Stock keeping unit; empty when there is none, otherwise unique.
    pub sku: String,
    /// Name; a variation's is its parent's with the chosen values.
    pub name: String,
    /// Public or not.
    pub status: PublishStatus,
    /// Long text, HTML.
    pub description: String,
    pub prices: Prices,
    /// What is taxed.
    pub tax_status: TaxStatus,
    /// Slug of the tax class; empty: standard. A variation's `parent` is resolved when it is loaded.
    pub tax_class: String,
    pub stock: Stock,
    /// One piece per order.
    pub sold_individually: bool,
    /// How many pieces are sold at once.
    pub quantity: QuantityRule,
    /// Needs no delivery.
    #[serde(rename = "virtual")]
    pub is_virtual: bool,
    /// Delivered as files.
    pub downloadable: bool,
    pub downloads: Vec<Download>,
    /// How often each file may be fetched; `None`: no limit.
    pub download_limit: Option<i64>,
    /// Days for which files may be fetched; `None`: no end.
    pub download_expiry_days: Option<i64>,
    /// Thousandths of the shop's weight unit (grams when the unit is kg).
    pub weight_milli: Option<i64>,
    /// Thousandths of the shop's length unit.
    pub length_milli: Option<i64>,
    /// Thousandths of the shop's length unit.
    pub width_milli: Option<i64>,
    /// Thousandths of the shop's length unit.
    pub height_milli: Option<i64>,
    /// Slug of the shipping class.
    pub shipping_class: String,
    /// Pictures, the main one first.
    pub images: Vec<ImageRef>,
    /// Order among siblings.
    pub menu_order: i64,
    /// Further fields of the catalogue file (`Meta:` columns) by name: food facts, English texts.
    pub meta: BTreeMap<String, String>,
}

impl Item {
    /// A text in a language; the Italian one where there is no translation, which is in the field of that name.
    fn text_in<'a>(&'a self, lang: Lang, name: &str, italian: &'a str) -> &'a str {
        let english = self.meta.get(name).filter(|text| lang == Lang::En && !text.is_empty());
        english.map_or(italian, String::as_str)
    }

    /// Whether a text of it has words in a language: `name`, `description`, `short_description`.
    pub fn is_translated(&self, lang: Lang, text: &str) -> bool {
        lang == Lang::It || self.meta.get(&format!("{text}_en")).is_some_and(|english| !english.is_empty())
    }

    /// Name in a language; the Italian one where there is no translation.
    pub fn name_in(&self, lang: Lang) -> &str {
        self.text_in(lang, "name_en", &self.name)
    }

    /// Long text in a language; the Italian one where there is no translation.
    pub fn description_in(&self, lang: Lang) -> &str {
        self.text_in(lang, "description_en", &self.description)
    }

    /// Its name as what a sentence about it needs (`name`), whatever language the sentence will be in.
    pub fn named(&self) -> Params {
        let name = ("name".to_owned(), self.name.clone());
        let english = Some(self.name_in(Lang::En)).filter(|english| *english != self.name);
        std::iter::once(name).chain(english.map(|english| ("name_en".to_owned(), english.to_owned()))).collect()
    }
}

/// One attribute of a product, in the order shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductAttribute {
    /// Label, such as "Formato".
    pub name: String,
    /// `pa_formato` for an attribute shared by the whole shop; `None` for one that only this product has.
    pub taxonomy: Option<String>,
    /// Values in order.
    pub values: Vec<AttributeValue>,
    /// Shown among the product's details.
    pub visible: bool,
    /// Chosen when buying a variation.
    pub variation: bool,
    /// Value chosen when the page opens: a slug, or the text for a product's own attribute.
    pub default: Option<String>,
}

impl ProductAttribute {
    /// The name used in forms and on the wire without its `attribute_` prefix: the taxonomy, else the label's slug.
    pub fn key(&self) -> String {
        self.taxonomy.clone().unwrap_or_else(|| crate::base::text::slugify(&self.name))
    }

    /// What a form sends for a value: the slug for a shared attribute, the text for a product's own.
    pub fn wire_value<'a>(&self, value: &'a AttributeValue) -> &'a str {
        if self.taxonomy.is_some() { &value.slug } else { &value.name }
    }
}

/// One value of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeValue {
    /// Address form, unique within a shared attribute.
    pub slug: String,
    pub name: String,
}

/// A variation of a variable product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variation {
    /// What is sold.
    pub item: Item,
    /// Chosen values by attribute key ([`ProductAttribute::key`]), in wire form; empty text: any.
    pub attributes: BTreeMap<String, String>,
    /// Stock is the parent's, shared by all such variations.
    pub stock_of_parent: bool,
}

impl Variation {
    /// Whether it can be chosen: the merchant has not switched it off.
    pub fn is_switched_on(&self) -> bool {
        self.item.status == PublishStatus::Publish
    }

    /// Whether the product's form knows it. One that is switched off is shown there and cannot be chosen; drafts are not shown.
    pub fn is_shown(&self) -> bool {
        matches!(self.item.status, PublishStatus::Publish | PublishStatus::Private)
    }
}

/// A product with everything that belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Product {
    /// What is sold (for a variable product: what its variations share).
    pub item: Item,
    /// What it is.
    pub kind: ProductKind,
    /// Address form of the name, unique.
    pub slug: String,
    /// Where it is listed.
    pub visibility: Visibility,
    /// Shown first in special places.
    pub featured: bool,
    /// Short text, HTML.
    pub short_description: String,
    /// Told after the purchase.
    pub purchase_note: String,
    /// Whether shoppers may review it.
    pub reviews_allowed: bool,
    pub category_ids: Vec<CategoryId>,
    pub tag_ids: Vec<TagId>,
    pub attributes: Vec<ProductAttribute>,
    /// Variations, in order; only for a variable product.
    pub variations: Vec<Variation>,
    /// Products of a group.
    pub grouped_ids: Vec<ProductId>,
    /// Better products, offered on the page.
    pub upsell_ids: Vec<ProductId>,
    /// Fitting products, offered in the cart.
    pub cross_sell_ids: Vec<ProductId>,
    /// Where an external product is sold.
    pub external_url: String,
    /// Button text of an external product.
    pub button_text: String,
    /// When it was added, UTC.
    pub created_at: UnixSeconds,
    /// When it was last changed, UTC.
    pub updated_at: UnixSeconds,
    /// Pieces sold so far.
    pub total_sales: i64,
    /// Sum of the ratings of approved reviews.
    pub rating_sum: i64,
    /// Number of approved reviews.
    pub rating_count: i64,
    /// What it asks and offers at the moment of buying.
    pub purchase: PurchaseRules,
}

impl Product {
    /// Short text in a language; the Italian one where there is no translation.
    pub fn short_description_in(&self, lang: Lang) -> &str {
        self.item.text_in(lang, "short_description_en", &self.short_description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sale_holds_only_between_its_dates_and_below_the_full_price() {
        let mut prices = Prices {
            regular: Some(Cents(1000)),
            sale: Some(Cents(800)),
            sale_from: Some(10),
            sale_to: Some(20),
            ..Prices::default()
        };
        assert_eq!(prices.current(9), Some(Cents(1000)));
        assert_eq!(prices.current(10), Some(Cents(800)));
        assert_eq!(prices.current(20), Some(Cents(1000)));
        prices.sale = Some(Cents(1000));
        assert!(!prices.on_sale(15), "an equal price is no reduction");
        prices.regular = None;
        assert_eq!(prices.current(15), None);
    }

    #[test]
    fn many_pieces_cost_the_best_price_that_their_number_reaches() {
        let tier = |from_quantity, cents| PriceTier { from_quantity, cents: Cents(cents) };
        let prices = Prices {
            regular: Some(Cents(1000)),
            sale: Some(Cents(850)),
            sale_from: Some(10),
            tiers: vec![tier(6, 900), tier(12, 800)],
            ..Prices::default()
        };
        let at = |now| [1, 5, 6, 11, 12, 500].map(|pieces| prices.of_quantity(pieces, now).map_or(0, |price| price.0));
        assert_eq!(at(0), [1000, 1000, 900, 900, 800, 800]);
        assert_eq!(at(10), [850, 850, 850, 850, 800, 800], "a reduction that is better holds");
        assert_eq!(prices.better_tiers(0), [tier(6, 900), tier(12, 800)]);
        assert_eq!(prices.better_tiers(10), [tier(12, 800)]);
        let unpriced = Prices { regular: None, sale: None, ..prices };
        assert_eq!(unpriced.of_quantity(12, 0), None, "what has no price is not sold by the dozen either");
        assert_eq!(unpriced.better_tiers(0), []);
    }

    #[test]
    fn managed_stock_decides_over_the_status() {
        let mut stock = Stock { managed: true, quantity: 0, ..Stock::default() };
        assert_eq!(stock.availability(0), StockStatus::OutOfStock);
        assert_eq!(stock.limit(), Some(0));
        stock.backorders = Backorders::Notify;
        assert_eq!(stock.availability(0), StockStatus::OnBackorder);
        assert_eq!(stock.limit(), None);
        stock.quantity = 3;
        assert_eq!(stock.availability(0), StockStatus::InStock);
    }
}
