//! Product cards and the product page.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Breadcrumb, ExpressSettings, Link, Notice, Picture, PurchaseView};
use crate::base::Lang;
use crate::catalogue::nutrition::Nutrition;
use crate::catalogue::price::UnitPrice;
use crate::catalogue::quantity::QuantityBounds;
use crate::catalogue::review::{ReviewForm, ReviewRules};

/// Prices as shown. What a product does not have is left out, also of a card: of a list's data it would be a quarter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceView {
    /// What is paid; the lowest of a range. `None`: no price, not purchasable.
    pub price_cents: Option<i64>,
    /// The highest of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cents: Option<i64>,
    /// Full price beside a reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regular_cents: Option<i64>,
    /// Lowest price of the 30 days before the reduction (Codice del consumo art. 17-bis).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lowest_30_days_cents: Option<i64>,
    /// How often it is paid: "ogni mese"; empty: once.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub period: String,
    /// Told to who logs in alone: there is no price here, and nothing to buy.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub hidden: bool,
    /// What a piece costs when more are taken, by ascending quantity.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub tiers: Vec<TierView>,
    /// The lowest price at which many pieces are sold; `None`: none is below what is told already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_cents: Option<i64>,
}

/// Price of a piece where so many are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TierView {
    /// Pieces from which it holds.
    pub from_quantity: i64,
    /// Price as shown.
    pub price_cents: i64,
}

/// A product in a list.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ProductCard {
    pub id: i64,
    pub name: String,
    /// Language of the name where it is not that of the page: it has no translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_lang: Option<Lang>,
    pub path: String,
    /// SKU; may be empty.
    pub sku: String,
    /// `simple`, `variable`, `grouped` or `external`.
    pub product_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    pub price: PriceView,
    /// Price per kg or litre (of the smallest price for a range).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_price: Option<UnitPrice>,
    /// Pack size or sizes: "35 g", "15 g, 35 g".
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub pack: String,
    /// A reduction holds.
    pub on_sale: bool,
    /// Can be bought.
    pub in_stock: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub on_backorder: bool,
    /// Pieces in stock; `None`: they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_level: Option<i64>,
    /// The add button puts it into the cart; otherwise it leads to the product page.
    pub can_add: bool,
    /// Address of the add button without scripts: `?add-to-cart={id}`, or the page.
    pub add_path: String,
    /// Names of the main category and those that it lies in, the outermost first; may be empty.
    pub categories: Vec<String>,
    /// Labels such as "DOP" or "Biologico".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub badges: Vec<String>,
    /// Average rating in tenths (45 = 4.5); `None` without reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_tenths: Option<i64>,
    /// Number of reviews.
    pub review_count: i64,
}

/// What the law wants said of a food before the purchase (Reg. (EU) 1169/2011 art. 9 and 14).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FoodFacts {
    /// Legal name of the food.
    pub food_name: String,
    /// Its language where it is not that of the page: it has no translation. So are those below.
    pub food_name_lang: Option<Lang>,
    /// Ingredients, allergens inside `<b>`; clean HTML.
    pub ingredients_html: String,
    pub allergens: Vec<String>,
    /// Codes of possible traces.
    pub may_contain: Vec<String>,
    pub nutrition: Option<Nutrition>,
    /// Net quantity as written on the pack: "35 g", "500 ml".
    pub net_quantity: String,
    /// Drained weight: "120 g".
    pub drained_weight: String,
    pub origin: String,
    pub origin_lang: Option<Lang>,
    /// How to keep it.
    pub storage: String,
    pub storage_lang: Option<Lang>,
    /// Name and address of the responsible business.
    pub producer: String,
    pub producer_lang: Option<Lang>,
    /// Alcohol by volume, per cent: "13.5".
    pub abv: String,
    /// CITES code of caviar.
    pub cites: String,
    /// Perishable: no withdrawal, no 30-day price.
    pub perishable: bool,
    /// What is in which variation, where they differ and none is chosen: then `allergens` and `may_contain` are those of all
    /// of them, and `ingredients_html` and `nutrition` are left to the variations.
    pub variants: Vec<VariantFood>,
}

/// What is in some variations of a food.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariantFood {
    /// The variations: words of the choice, and the product's address with it made.
    pub variations: Vec<Link>,
    /// Ingredients, allergens inside `<b>`; clean HTML.
    pub ingredients_html: String,
    pub allergens: Vec<String>,
    /// Codes of possible traces.
    pub may_contain: Vec<String>,
    pub nutrition: Option<Nutrition>,
}

/// A variation as the page and the variation rules need it. Field names are the wire names of the variation data.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationView {
    pub variation_id: i64,
    /// Values by form name (`attribute_pa_formato`); empty: any.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub attributes: BTreeMap<String, String>,
    /// Its own name: "Caviale croccante - 35 g".
    pub display_name: String,
    pub sku: String,
    /// Published and priced.
    pub variation_is_visible: bool,
    /// Not switched off.
    pub variation_is_active: bool,
    /// Can be sold.
    pub is_purchasable: bool,
    pub is_in_stock: bool,
    /// "yes" or "no".
    pub is_sold_individually: String,
    pub min_qty: i64,
    /// Sold in multiples of this.
    pub qty_step: i64,
    /// Greatest quantity; `None`: no limit.
    pub max_qty: Option<i64>,
    pub price: PriceView,
    /// Price per kg or litre.
    pub unit_price: Option<UnitPrice>,
    /// Availability in words; may be empty.
    pub availability: String,
    /// Pack size: "35 g".
    pub net_quantity: String,
    /// Its food information; `None` for goods that are not food.
    pub food: Option<FoodFacts>,
    /// Weight with unit, as shown.
    pub weight: String,
    /// Dimensions with unit, as shown.
    pub dimensions: String,
    /// Text of the variation, clean HTML.
    pub description_html: String,
    /// Picture when it has its own.
    pub picture: Option<Picture>,
}

/// An attribute that the shopper chooses.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationAttribute {
    /// Form name: `attribute_pa_formato`.
    pub name: String,
    pub label: String,
    /// Values in order: wire value and words.
    pub options: Vec<(String, String)>,
    /// Chosen when the page opens (from the address or the product's default); may be empty.
    pub selected: String,
}

/// A product of a group.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GroupedChild {
    pub card: ProductCard,
    /// Its limits when any of it is taken.
    pub bounds: QuantityBounds,
}

/// A review as shown.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewView {
    /// Id; the review's place on the page is `comment-{id}`.
    pub id: i64,
    pub reviewer: String,
    /// 1 to 5; `None`: not rated.
    pub rating: Option<i64>,
    /// Text, clean HTML.
    pub html: String,
    /// Date, written out in the page's language.
    pub date: String,
    pub verified: bool,
    /// Waits for a person; shown to its writer alone.
    pub waiting: bool,
    /// What the shop says to it.
    pub reply: Option<ReviewReply>,
}

/// The shop's public reply to a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewReply {
    /// Name of the shop.
    pub shop: String,
    /// Text, clean HTML.
    pub html: String,
    /// Date, written out in the page's language.
    pub date: String,
}

/// How many reviews gave so many stars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RatingBar {
    /// 1 to 5.
    pub stars: i64,
    /// In words: "4 stelle su 5".
    pub label: String,
    pub count: i64,
}

/// The form by which a review is written.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewFormView {
    /// Goes with the form.
    pub nonce: String,
    /// Name under which the review of a logged-in writer will stand; empty for guests.
    pub writer: String,
    /// What was typed before, when the form comes back.
    pub form: ReviewForm,
    /// What was refused, with the field that each concerns.
    pub errors: Vec<Notice>,
}

/// `/prodotto/{slug}/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ProductPage {
    /// The product as in lists.
    pub card: ProductCard,
    /// Configuration of the instalments widget, as JSON; empty: there is none.
    pub bnpl: String,
    /// The way here.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// All pictures, the main one first.
    pub pictures: Vec<Picture>,
    /// Short text, clean HTML.
    pub short_description_html: String,
    /// Long text, clean HTML.
    pub description_html: String,
    /// Availability in words; may be empty.
    pub availability: String,
    /// How many pieces are sold at once.
    pub bounds: QuantityBounds,
    /// Attributes to choose; empty unless the product is variable.
    pub attributes: Vec<VariationAttribute>,
    /// All variations; none when there are too many for the page.
    pub variations: Vec<VariationView>,
    /// The chosen variation is fetched (call `get_variation`): the page does not hold them.
    pub variations_on_demand: bool,
    /// Products of the group.
    pub grouped: Vec<GroupedChild>,
    /// Where an external product is sold, and the button's words.
    pub external: Option<Link>,
    /// Details: label and values.
    pub details: Vec<(String, String)>,
    /// Food information; `None` for goods that are not food.
    pub food: Option<FoodFacts>,
    /// Age in years from which it is sold; `null`: any.
    pub min_age_years: Option<i64>,
    /// Weight for delivery, with unit.
    pub weight: String,
    /// Dimensions, with unit.
    pub dimensions: String,
    pub categories: Vec<Link>,
    pub tags: Vec<Link>,
    /// Reviews of this page of them, newest first; before them the writer's own that waits.
    pub reviews: Vec<ReviewView>,
    /// Whether reviews may be written.
    pub reviews_allowed: bool,
    /// What the shop asks of a review, which is also told to readers (Codice del consumo art. 22).
    pub review_rules: ReviewRules,
    /// Ratings by stars, five first; empty without reviews.
    pub rating_bars: Vec<RatingBar>,
    /// Page of the reviews, counted from 1.
    pub reviews_page: i64,
    /// How many pages of reviews there are.
    pub reviews_pages: i64,
    /// Address of the first page of reviews.
    pub reviews_first_path: String,
    /// Address of the others, with `{page}` for the number.
    pub reviews_path_template: String,
    /// The form; `None`: reviews are closed.
    pub review_form: Option<ReviewFormView>,
    pub upsells: Vec<ProductCard>,
    /// Products of the same kind.
    pub related: Vec<ProductCard>,
    /// What went wrong with the last form sent without scripts.
    pub notices: Vec<Notice>,
    /// What is asked beside variation and quantity; `None`: nothing.
    pub purchase: Option<PurchaseView>,
    /// Nothing of it is sent by post: files, or a service.
    pub digital: bool,
    /// Until when and why not it can be returned, sentence by sentence; empty: nothing is said.
    pub withdrawal: Vec<String>,
    /// Express buttons, without what is of one session; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
}
