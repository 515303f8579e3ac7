//! Product cards and the product page.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Breadcrumb, ExpressSettings, Link, Notice, Picture, PurchaseView};
use crate::base::{Cents, Lang};
use crate::catalogue::nutrition::Nutrition;
use crate::catalogue::price::UnitPrice;
use crate::catalogue::quantity::QuantityBounds;
use crate::catalogue::review::{ReviewForm, ReviewRules};

/// Displayed prices. Missing ones are omitted from the JSON, where they would be a quarter of a list's data.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceView {
    /// Price to pay; the lowest of a range. `None`: no price, not purchasable.
    pub price_cents: Option<Cents>,
    /// Highest price of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cents: Option<Cents>,
    /// Regular price of a reduced product.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regular_cents: Option<Cents>,
    /// Lowest price of the 30 days before the reduction (Codice del consumo art. 17-bis).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lowest_30_days_cents: Option<Cents>,
    /// Payment interval: "ogni mese"; empty: a single payment.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub period: String,
    /// Whether prices are shown to logged-in customers only: there is no price here, and nothing to buy.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub hidden: bool,
    /// Lower unit prices for larger quantities, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub tiers: Vec<TierView>,
    /// Lowest price for large quantities; `None`: none is below the prices shown already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_cents: Option<Cents>,
}

/// Unit price from a certain quantity on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TierView {
    /// Lowest quantity of the tier.
    pub from_quantity: i64,
    /// Displayed unit price.
    pub price_cents: Cents,
}

/// A product in a listing.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ProductCard {
    pub id: i64,
    pub name: String,
    /// Language of the name if it differs from the page's, because it is not translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_lang: Option<Lang>,
    pub path: String,
    /// SKU; may be empty.
    pub sku: String,
    /// Type: `simple`, `variable`, `grouped` or `external`.
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
    /// Whether it is on sale.
    pub on_sale: bool,
    /// Whether it can be bought.
    pub in_stock: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub on_backorder: bool,
    /// Pieces in stock; `None`: not tracked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_level: Option<i64>,
    /// Whether the add button adds it to the cart; otherwise it links to the product page.
    pub can_add: bool,
    /// URL of the add button without scripts: `?add-to-cart={id}`, or the page.
    pub add_path: String,
    /// Names of the main category and its ancestors, outermost first; may be empty.
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

/// Mandatory information about a food before the purchase (Reg. (EU) 1169/2011 art. 9 and 14).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FoodFacts {
    /// Legal name of the food.
    pub food_name: String,
    /// Language of the name if it differs from the page's, because it is not translated. The same holds for those below.
    pub food_name_lang: Option<Lang>,
    /// Ingredients as sanitised HTML, allergens inside `<b>`.
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
    /// How to store it.
    pub storage: String,
    pub storage_lang: Option<Lang>,
    /// Name and address of the responsible business.
    pub producer: String,
    pub producer_lang: Option<Lang>,
    /// Alcohol by volume, per cent: "13.5".
    pub abv: String,
    /// CITES code of caviar.
    pub cites: String,
    /// Whether it is perishable: no withdrawal, no 30-day price.
    pub perishable: bool,
    /// Contents by variation, if they differ and none is chosen: then `allergens` and `may_contain` are those of all of them, and
    /// `ingredients_html` and `nutrition` are only in the variations.
    pub variants: Vec<VariantFood>,
}

/// Contents of some variations of a food.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariantFood {
    /// The variations: label of the choice, and the product's URL with it.
    pub variations: Vec<Link>,
    /// Ingredients as sanitised HTML, allergens inside `<b>`.
    pub ingredients_html: String,
    pub allergens: Vec<String>,
    /// Codes of possible traces.
    pub may_contain: Vec<String>,
    pub nutrition: Option<Nutrition>,
}

/// A variation with the data for the page and the variation rules. Field names are the wire names of the variation data.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationView {
    pub variation_id: i64,
    /// Values by form name (`attribute_pa_formato`); empty: any.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub attributes: BTreeMap<String, String>,
    /// Full name: "Caviale croccante - 35 g".
    pub display_name: String,
    pub sku: String,
    /// Whether it is published and has a price.
    pub variation_is_visible: bool,
    /// Whether it is enabled.
    pub variation_is_active: bool,
    /// Whether it can be bought.
    pub is_purchasable: bool,
    pub is_in_stock: bool,
    /// Whether an order can contain only one piece: "yes" or "no".
    pub is_sold_individually: String,
    pub min_qty: i64,
    /// Multiple in which it is sold.
    pub qty_step: i64,
    /// Maximum quantity; `None`: no limit.
    pub max_qty: Option<i64>,
    pub price: PriceView,
    /// Price per kg or litre.
    pub unit_price: Option<UnitPrice>,
    /// Availability as a text; may be empty.
    pub availability: String,
    /// Pack size: "35 g".
    pub net_quantity: String,
    /// Its food information; `None` for non-food goods.
    pub food: Option<FoodFacts>,
    /// Weight with unit, as shown.
    pub weight: String,
    /// Dimensions with unit, as shown.
    pub dimensions: String,
    /// Description of the variation as sanitised HTML.
    pub description_html: String,
    /// Picture, if it has its own.
    pub picture: Option<Picture>,
}

/// An attribute that the shopper chooses.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VariationAttribute {
    /// Form name: `attribute_pa_formato`.
    pub name: String,
    pub label: String,
    /// Options in order: wire value and label.
    pub options: Vec<(String, String)>,
    /// Option preselected by the URL or the product's default; may be empty.
    pub selected: String,
}

/// A product of a group.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct GroupedChild {
    pub card: ProductCard,
    /// Quantity limits if any of it is bought.
    pub bounds: QuantityBounds,
}

/// A published review.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewView {
    /// Id; the review's anchor on the page is `comment-{id}`.
    pub id: i64,
    pub reviewer: String,
    /// Stars, 1 to 5; `None`: not rated.
    pub rating: Option<i64>,
    /// Text as sanitised HTML.
    pub html: String,
    /// Date, formatted in the page's language.
    pub date: String,
    pub verified: bool,
    /// Whether it waits for moderation; shown to its author only.
    pub waiting: bool,
    /// Reply of the shop.
    pub reply: Option<ReviewReply>,
}

/// The shop's public reply to a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewReply {
    /// Name of the shop.
    pub shop: String,
    /// Text as sanitised HTML.
    pub html: String,
    /// Date, formatted in the page's language.
    pub date: String,
}

/// Number of reviews with a given number of stars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RatingBar {
    /// Stars, 1 to 5.
    pub stars: i64,
    /// Label: "4 stelle su 5".
    pub label: String,
    pub count: i64,
}

/// The form for a review.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ReviewFormView {
    /// Nonce of the form.
    pub nonce: String,
    /// Name that a logged-in author's review is published under; empty for guests.
    pub writer: String,
    /// Submitted values of a rejected form.
    pub form: ReviewForm,
    /// Errors by field.
    pub errors: Vec<Notice>,
}

/// The product page, `/prodotto/{slug}/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ProductPage {
    /// The product as in listings.
    pub card: ProductCard,
    /// Configuration of the instalments widget as JSON; empty: there is none.
    pub bnpl: String,
    /// Breadcrumbs, starting at the home page.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// All pictures, the main one first.
    pub pictures: Vec<Picture>,
    /// Short description as sanitised HTML.
    pub short_description_html: String,
    /// Long description as sanitised HTML.
    pub description_html: String,
    /// Availability as a text; may be empty.
    pub availability: String,
    /// Quantity limits of a line.
    pub bounds: QuantityBounds,
    /// Attributes to choose; empty unless the product is variable.
    pub attributes: Vec<VariationAttribute>,
    /// All variations; empty if there are too many for the page.
    pub variations: Vec<VariationView>,
    /// Whether the chosen variation is fetched (call `get_variation`) because the page does not contain them.
    pub variations_on_demand: bool,
    /// Products of the group.
    pub grouped: Vec<GroupedChild>,
    /// URL where an external product is sold, and the button's label.
    pub external: Option<Link>,
    /// Details: label and values.
    pub details: Vec<(String, String)>,
    /// Food information; `None` for non-food goods.
    pub food: Option<FoodFacts>,
    /// Minimum age of the buyer in years; `null`: any.
    pub min_age_years: Option<i64>,
    /// Weight for delivery, with unit.
    pub weight: String,
    /// Dimensions, with unit.
    pub dimensions: String,
    pub categories: Vec<Link>,
    pub tags: Vec<Link>,
    /// Reviews of this page, newest first; the author's own pending one comes first.
    pub reviews: Vec<ReviewView>,
    /// Whether reviews can be written.
    pub reviews_allowed: bool,
    /// The shop's rules for reviews, which are also shown to readers (Codice del consumo art. 22).
    pub review_rules: ReviewRules,
    /// Ratings by stars, five first; empty without reviews.
    pub rating_bars: Vec<RatingBar>,
    /// Current page of the reviews, counted from 1.
    pub reviews_page: i64,
    /// Number of pages of reviews.
    pub reviews_pages: i64,
    /// URL of the first page of reviews.
    pub reviews_first_path: String,
    /// URL of the other pages, with `{page}`.
    pub reviews_path_template: String,
    /// The form; `None`: reviews are closed.
    pub review_form: Option<ReviewFormView>,
    pub upsells: Vec<ProductCard>,
    /// Products similar to this one.
    pub related: Vec<ProductCard>,
    /// Errors of the form just submitted without scripts.
    pub notices: Vec<Notice>,
    /// Choices besides variation and quantity; `None`: there are none.
    pub purchase: Option<PurchaseView>,
    /// Whether nothing is shipped: files, or a service.
    pub digital: bool,
    /// Return conditions, one sentence each; empty: none are shown.
    pub withdrawal: Vec<String>,
    /// Express buttons, without session data; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
}
