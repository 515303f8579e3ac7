//! Home page and listings.

use serde::Serialize;

use super::{BlockView, Breadcrumb, Link, MenuEntry, Picture, ProductCard};
use crate::base::Lang;

/// `/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct HomePage {
    /// Wide picture at the top.
    pub hero: Option<Picture>,
    /// Categories with pictures.
    pub categories: Vec<MenuEntry>,
    /// Heading; empty: the page's own words.
    pub title: String,
    /// Language of the heading where it is not that of the page.
    pub title_lang: Option<Lang>,
    /// Text under the heading, clean HTML; empty: the page's own words.
    pub html: String,
    /// Rows of products, as the merchant has put them together.
    pub blocks: Vec<BlockView>,
}

/// A list of products with its filters.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ListingPage {
    pub title: String,
    /// Introduction, clean HTML; may be empty.
    pub description_html: String,
    /// The way here.
    pub breadcrumbs: Vec<Breadcrumb>,
    pub subcategories: Vec<Link>,
    /// Products of this page.
    pub cards: Vec<ProductCard>,
    /// Products in all.
    pub total: i64,
    /// This page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// Products per page.
    pub per_page: i64,
    /// Chosen order: one of `orderby_options`.
    pub orderby: String,
    /// Orders on offer, by wire name (`menu_order`, `popularity`, `rating`, `date`, `price`, `price-desc`, and
    /// `relevance` when searching).
    pub orderby_options: Vec<String>,
    /// Words searched for.
    pub search: Option<String>,
    /// What was searched instead, when the words were mistyped.
    pub corrected_search: Option<String>,
    pub filters: Filters,
    /// Address of page `n` is this with `{page}` replaced; page 1 is `first_page_path`.
    pub page_path_template: String,
    /// Address of page 1 with the same filters.
    pub first_page_path: String,
    /// Address without filters.
    pub clear_path: String,
    /// Offered when nothing was found: best sellers.
    pub suggestions: Vec<ProductCard>,
    /// Searches that find something, when nothing was found: single words of the one sent.
    pub suggested_searches: Vec<Link>,
    /// Categories with the most products, when nothing was found.
    pub suggested_categories: Vec<Link>,
}

/// Filters on offer, with counts of what each would leave.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Filters {
    /// Form fields with their chosen values that a filter form must keep (search words, order).
    pub hidden: Vec<(String, String)>,
    /// Address the filter form is sent to (GET).
    pub action: String,
    /// Choices: categories, attributes, tags, stock, rating, offers.
    pub facets: Vec<Facet>,
    pub price: Option<PriceFilter>,
    /// Chosen values, each with the address that removes it.
    pub active: Vec<Link>,
}

/// One filter.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Facet {
    /// Name of the query field (`filter_formato`, `stock_status`, `rating_filter`, `product_tag`, `on_sale`).
    pub name: String,
    /// Heading; empty for `stock_status`, `rating_filter` and `on_sale`, whose words the page has.
    pub label: String,
    pub values: Vec<FacetValue>,
}

/// One value of a filter.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FacetValue {
    pub value: String,
    pub label: String,
    /// Products it would leave.
    pub count: i64,
    pub selected: bool,
    /// Address that switches it.
    pub path: String,
}

/// Price bounds, in cents with tax.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceFilter {
    /// Lowest price of the list.
    pub min_cents: i64,
    /// Highest price of the list.
    pub max_cents: i64,
    /// Chosen lower bound.
    pub selected_min_cents: Option<i64>,
    /// Chosen upper bound.
    pub selected_max_cents: Option<i64>,
}
