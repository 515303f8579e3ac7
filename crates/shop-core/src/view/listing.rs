//! Home page and listings.

use serde::Serialize;

use super::{BlockView, Breadcrumb, Link, MenuEntry, Picture, ProductCard};
use crate::base::{Cents, Lang};

/// The home page, `/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct HomePage {
    /// Wide picture at the top.
    pub hero: Option<Picture>,
    /// Categories with pictures.
    pub categories: Vec<MenuEntry>,
    /// Heading; empty: the page's default text.
    pub title: String,
    /// Language of the heading if it differs from the page's.
    pub title_lang: Option<Lang>,
    /// Sanitised HTML under the heading; empty: the page's default text.
    pub html: String,
    /// Product blocks, as arranged by the merchant.
    pub blocks: Vec<BlockView>,
}

/// A list of products with its filters.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ListingPage {
    pub title: String,
    /// Introduction as sanitised HTML; may be empty.
    pub description_html: String,
    /// Breadcrumbs, starting at the home page.
    pub breadcrumbs: Vec<Breadcrumb>,
    pub subcategories: Vec<Link>,
    /// Products of this page.
    pub cards: Vec<ProductCard>,
    /// Total number of products.
    pub total: i64,
    /// Current page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// Number of products per page.
    pub per_page: i64,
    /// Current sort order: one of `orderby_options`.
    pub orderby: String,
    /// Offered sort orders, by wire name (`menu_order`, `popularity`, `rating`, `date`, `price`, `price-desc`, and `relevance` in
    /// a search).
    pub orderby_options: Vec<String>,
    /// Term of the search; `None`: a listing without a search.
    pub search: Option<String>,
    /// Term that was searched instead, because the original was misspelled.
    pub corrected_search: Option<String>,
    pub filters: Filters,
    /// URL of the pages after the first, with `{page}`; page 1 is `first_page_path`.
    pub page_path_template: String,
    /// URL of page 1 with the same filters.
    pub first_page_path: String,
    /// URL without filters.
    pub clear_path: String,
    /// Best sellers, offered if nothing was found.
    pub suggestions: Vec<ProductCard>,
    /// Searches with results, offered if nothing was found: single words of the term.
    pub suggested_searches: Vec<Link>,
    /// Categories with the most products, offered if nothing was found.
    pub suggested_categories: Vec<Link>,
}

/// Available filters, with the number of products that each would leave.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Filters {
    /// Fields with their values that the filter form must preserve (search term, order).
    pub hidden: Vec<(String, String)>,
    /// URL that the filter form is submitted to (GET).
    pub action: String,
    /// Filters: categories, attributes, tags, stock, rating, offers.
    pub facets: Vec<Facet>,
    pub price: Option<PriceFilter>,
    /// Selected values, each with the URL that removes it.
    pub active: Vec<Link>,
}

/// A filter of the listing.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Facet {
    /// Name of the query field (`filter_formato`, `stock_status`, `rating_filter`, `product_tag`, `on_sale`).
    pub name: String,
    /// Heading; empty for `stock_status`, `rating_filter` and `on_sale`, whose headings the page has.
    pub label: String,
    pub values: Vec<FacetValue>,
}

/// One value of a filter.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FacetValue {
    pub value: String,
    pub label: String,
    /// Number of products that it would leave.
    pub count: i64,
    pub selected: bool,
    /// URL that toggles it.
    pub path: String,
}

/// Price range, in cents with tax.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceFilter {
    /// Lowest price of the list.
    pub min_cents: Cents,
    /// Highest price of the list.
    pub max_cents: Cents,
    /// Chosen lower bound.
    pub selected_min_cents: Option<Cents>,
    /// Chosen upper bound.
    pub selected_max_cents: Option<Cents>,
}
