//! The product model, shared by import, storage, display and sale.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{CategoryId, Cents, Lang, Params, ProductId, TagId, wire_enum};
use crate::catalogue::purchase::PurchaseRules;

wire_enum! {
    /// Type of a product. A variation is no type of its own: it belongs to its variable product.
    ProductKind {
        /// Bought as it is, without a choice.
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
    /// Publication status of a product.
    PublishStatus {
        Publish = "publish",
        /// Visible only in the back office.
        Draft = "draft",
        /// Published for staff only.
        Private = "private",
        /// In the trash: hidden everywhere else until it is restored or deleted permanently.
        Trash = "trash",
    } default Publish
}

wire_enum! {
    /// Where a published product is listed. Its own page is always available.
    Visibility {
        /// Shown in listings and search.
        Visible = "visible",
        Catalog = "catalog",
        Search = "search",
        /// Shown in neither: found by its URL or in a group.
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
        /// It can be bought.
        InStock = "instock",
        /// It is sold out.
        OutOfStock = "outofstock",
        /// It can be ordered and is delivered later.
        OnBackorder = "onbackorder",
    } default InStock
}

wire_enum! {
    /// Whether more than the stock can be ordered.
    Backorders {
        No = "no",
        /// Allowed, with a notice to the shopper.
        Notify = "notify",
        Yes = "yes",
    } default No
}

/// A lower unit price from a certain quantity on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceTier {
    /// Lowest quantity of the tier: 2 or more.
    pub from_quantity: i64,
    /// Unit price, with or without tax like [`Prices`].
    pub cents: Cents,
}

/// Prices as entered by the merchant: with or without tax according to the shop's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Prices {
    /// Regular price; `None` makes the product not purchasable.
    pub regular: Option<Cents>,
    pub sale: Option<Cents>,
    /// Start of the sale; `None`: it has started.
    pub sale_from: Option<UnixSeconds>,
    /// End of the sale (exclusive); `None`: it does not end.
    pub sale_to: Option<UnixSeconds>,
    /// Prices for larger quantities, in ascending order. They belong to a buyer's trade terms: consumers have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<PriceTier>,
}

impl Prices {
    /// Returns whether the sale price applies at `now`.
    pub fn on_sale(&self, now: UnixSeconds) -> bool {
        let (Some(regular), Some(sale)) = (self.regular, self.sale) else { return false };
        sale < regular && self.sale_from.is_none_or(|from| from <= now) && self.sale_to.is_none_or(|to| now < to)
    }

    /// Returns the price at `now`.
    pub fn current(&self, now: UnixSeconds) -> Option<Cents> {
        if self.on_sale(now) { self.sale } else { self.regular }
    }

    /// Returns the unit price in a line of this quantity at `now`: the best of the current price and the tiers reached.
    pub fn of_quantity(&self, quantity: i64, now: UnixSeconds) -> Option<Cents> {
        let one = self.current(now)?;
        let reached = self.tiers.iter().filter(|tier| tier.from_quantity <= quantity);
        Some(reached.map(|tier| tier.cents).fold(one, Cents::min))
    }

    /// Returns the tiers that are cheaper at `now` than a smaller quantity.
    pub fn better_tiers(&self, now: UnixSeconds) -> Vec<PriceTier> {
        let before = |tier: &PriceTier| self.of_quantity(tier.from_quantity - 1, now);
        self.tiers.iter().filter(|tier| before(tier).is_some_and(|price| tier.cents < price)).copied().collect()
    }
}

/// Stock data of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stock {
    /// Whether the quantity is tracked. Without it only `status` counts.
    pub managed: bool,
    /// Pieces available for sale. Only meaningful if managed; negative if more was back-ordered than there is.
    pub quantity: i64,
    /// Availability if the quantity is not tracked.
    pub status: StockStatus,
    /// Whether orders may exceed the quantity.
    pub backorders: Backorders,
    /// Quantity from which on "few left" is shown; `None`: the shop's default.
    pub low_amount: Option<i64>,
}

impl Stock {
    /// Returns the availability, derived from the quantity if stock is managed (`no_stock_amount`: sold out at this quantity).
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

    /// Returns the largest quantity of an order; `None`: unlimited.
    pub fn limit(&self) -> Option<i64> {
        (self.managed && self.backorders == Backorders::No).then(|| self.quantity.max(0))
    }
}

/// A picture as named in the catalogue file: a URL or a file name of the import folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageRef {
    /// Value from the catalogue file.
    pub source: String,
    /// Name under which the resized files are stored; empty until the picture has been loaded.
    #[serde(default)]
    pub file: String,
    /// Width of the largest file.
    #[serde(default)]
    pub width_px: u32,
    /// Height of the largest file.
    #[serde(default)]
    pub height_px: u32,
    /// Widths of the resized files, ascending.
    #[serde(default)]
    pub widths_px: Vec<u32>,
    /// Alternative text; empty: the product's name.
    #[serde(default)]
    pub alt: String,
    /// Alternative text in English; empty: the Italian one.
    #[serde(default)]
    pub alt_en: String,
}

/// A file for buyers of a downloadable product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// Name shown to the buyer.
    pub name: String,
    /// Location of the file.
    pub url: String,
}

/// Quantity limits set by the merchant. A `None` of a variation means the product's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QuantityRule {
    /// Minimum quantity of a line; `None`: one piece, or one pack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Maximum quantity of a line; `None`: limited only by stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Size of the packs in which it is sold; `None`: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<i64>,
}

impl QuantityRule {
    /// Returns whether no limit is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns this rule, with the product's values where it sets none.
    #[must_use]
    pub fn over(self, product: Self) -> Self {
        Self { min: self.min.or(product.min), max: self.max.or(product.max), step: self.step.or(product.step) }
    }
}

/// Common data of products and variations: everything needed to price, stock, ship and show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Id, from the shared range of products and variations.
    pub id: ProductId,
    /// Stock keeping unit; empty if there is none, otherwise unique.
    pub sku: String,
    /// Name; a variation's is its parent's with the chosen values.
    pub name: String,
    /// Publication status of the item.
    pub status: PublishStatus,
    /// Long description as HTML.
    pub description: String,
    pub prices: Prices,
    /// What is taxed.
    pub tax_status: TaxStatus,
    /// Slug of the tax class; empty: standard. A variation's `parent` is resolved when it is loaded.
    pub tax_class: String,
    pub stock: Stock,
    /// Whether an order can contain only one piece.
    pub sold_individually: bool,
    /// Quantity limits of a line.
    pub quantity: QuantityRule,
    /// Whether it needs no delivery.
    #[serde(rename = "virtual")]
    pub is_virtual: bool,
    /// Whether it is delivered as files.
    pub downloadable: bool,
    pub downloads: Vec<Download>,
    /// Download limit for each file; `None`: no limit.
    pub download_limit: Option<i64>,
    /// Days during which files can be downloaded; `None`: no expiry.
    pub download_expiry_days: Option<i64>,
    /// Weight in thousandths of the shop's weight unit (grams if the unit is kg).
    pub weight_milli: Option<i64>,
    /// Length in thousandths of the shop's length unit.
    pub length_milli: Option<i64>,
    /// Width in thousandths of the shop's length unit.
    pub width_milli: Option<i64>,
    /// Height in thousandths of the shop's length unit.
    pub height_milli: Option<i64>,
    /// Slug of the shipping class.
    pub shipping_class: String,
    /// Pictures, the main one first.
    pub images: Vec<ImageRef>,
    /// Sort position among siblings.
    pub menu_order: i64,
    /// Further fields of the catalogue file (`Meta:` columns) by name: food labels, English texts.
    pub meta: BTreeMap<String, String>,
}

impl Item {
    /// Returns a text in a language, from the field of that name; the Italian one if there is no translation.
    fn text_in<'a>(&'a self, lang: Lang, name: &str, italian: &'a str) -> &'a str {
        let english = self.meta.get(name).filter(|text| lang == Lang::En && !text.is_empty());
        english.map_or(italian, String::as_str)
    }

    /// Returns whether a text exists in a language: `name`, `description`, `short_description`.
    pub fn is_translated(&self, lang: Lang, text: &str) -> bool {
        lang == Lang::It || self.meta.get(&format!("{text}_en")).is_some_and(|english| !english.is_empty())
    }

    /// Returns the name in a language; the Italian one if there is no translation.
    pub fn name_in(&self, lang: Lang) -> &str {
        self.text_in(lang, "name_en", &self.name)
    }

    /// Returns the long description in a language; the Italian one if there is no translation.
    pub fn description_in(&self, lang: Lang) -> &str {
        self.text_in(lang, "description_en", &self.description)
    }

    /// Returns its name as the parameter (`name`) of a sentence, whatever the language of that sentence.
    pub fn name_params(&self) -> Params {
        let name = ("name".to_owned(), self.name.clone());
        let english = Some(self.name_in(Lang::En)).filter(|english| *english != self.name);
        std::iter::once(name).chain(english.map(|english| ("name_en".to_owned(), english.to_owned()))).collect()
    }
}

/// An attribute of a product, in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductAttribute {
    /// Label, such as "Formato".
    pub name: String,
    /// Taxonomy such as `pa_formato` for an attribute shared by the whole shop; `None` for the product's own.
    pub taxonomy: Option<String>,
    /// Values in display order.
    pub values: Vec<AttributeValue>,
    /// Whether it is shown among the product's details.
    pub visible: bool,
    /// Whether it is chosen when buying a variation.
    pub variation: bool,
    /// Value preselected on the page: a slug, or the text for a product's own attribute.
    pub default: Option<String>,
}

impl ProductAttribute {
    /// Returns the name used in forms and on the wire without its `attribute_` prefix: the taxonomy, else the label's slug.
    pub fn key(&self) -> String {
        self.taxonomy.clone().unwrap_or_else(|| crate::base::text::slugify(&self.name))
    }

    /// Returns what a form sends for a value: the slug for a shared attribute, the text for a product's own.
    pub fn wire_value<'a>(&self, value: &'a AttributeValue) -> &'a str {
        if self.taxonomy.is_some() { &value.slug } else { &value.name }
    }
}

/// A value of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeValue {
    /// URL form, unique within a shared attribute.
    pub slug: String,
    pub name: String,
}

/// A variation of a variable product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variation {
    /// Data of the variation as an item.
    pub item: Item,
    /// Chosen values by attribute key ([`ProductAttribute::key`]), in wire form; empty string: any.
    pub attributes: BTreeMap<String, String>,
    /// Whether it shares the parent's stock with all such variations.
    pub stock_of_parent: bool,
}

impl Variation {
    /// Returns whether the merchant has enabled it, so that it can be chosen.
    pub fn is_switched_on(&self) -> bool {
        self.item.status == PublishStatus::Publish
    }

    /// Returns whether the product's form contains it. A disabled one is shown but cannot be chosen; drafts are not shown.
    pub fn is_shown(&self) -> bool {
        matches!(self.item.status, PublishStatus::Publish | PublishStatus::Private)
    }
}

/// A product with everything that belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Product {
    /// Data of the product as an item (for a variable product, shared by its variations).
    pub item: Item,
    /// Type of the product.
    pub kind: ProductKind,
    /// URL form of the name, unique.
    pub slug: String,
    /// Where it is listed.
    pub visibility: Visibility,
    /// Whether it is featured.
    pub featured: bool,
    /// Short description as HTML.
    pub short_description: String,
    /// Note shown after the purchase.
    pub purchase_note: String,
    /// Whether shoppers can review it.
    pub reviews_allowed: bool,
    pub category_ids: Vec<CategoryId>,
    pub tag_ids: Vec<TagId>,
    pub attributes: Vec<ProductAttribute>,
    /// Variations, in order; only for a variable product.
    pub variations: Vec<Variation>,
    /// Products of a group.
    pub grouped_ids: Vec<ProductId>,
    /// Better products offered on the page.
    pub upsell_ids: Vec<ProductId>,
    /// Matching products offered in the cart.
    pub cross_sell_ids: Vec<ProductId>,
    /// URL where an external product is sold.
    pub external_url: String,
    /// Button text of an external product.
    pub button_text: String,
    /// Time of creation, UTC.
    pub created_at: UnixSeconds,
    /// Time of the last change, UTC.
    pub updated_at: UnixSeconds,
    /// Number of pieces sold so far.
    pub total_sales: i64,
    /// Sum of the ratings of approved reviews.
    pub rating_sum: i64,
    /// Number of approved reviews.
    pub rating_count: i64,
    /// Add-ons, instalments, bookings and subscription offered with the purchase.
    pub purchase: PurchaseRules,
}

impl Product {
    /// Returns the short description in a language; the Italian one if there is no translation.
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
