//! Schemas of query parameters. Lists may be written as `a=1,2`, `a[]=1&a[]=2` or `a=1&a=2`. In a list of ids, a value that is
//! not a number matches nothing, so such lists have string items.

use utoipa::IntoParams;

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only describes the query")]
pub(in crate::store_api) struct ProductsQuery {
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<i64>,
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
    /// In place of the page.
    #[param(minimum = 0, maximum = 1_000_000)]
    offset: Option<i64>,
    search: Option<String>,
    slug: Option<Vec<String>>,
    sku: Option<Vec<String>>,
    include: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    parent: Option<Vec<String>>,
    parent_exclude: Option<Vec<String>>,
    /// Products that go with this one.
    related: Option<i64>,
    #[param(inline)]
    r#type: Option<Vec<ProductType>>,
    /// Numbers or slugs.
    category: Option<Vec<String>>,
    #[param(inline)]
    category_operator: Option<Operator>,
    /// Numbers or slugs.
    tag: Option<Vec<String>>,
    #[param(inline)]
    tag_operator: Option<Operator>,
    /// An attribute of the whole shop, as `pa_formato`; with `[1]` a second, and so on.
    #[param(rename = "attributes[0][attribute]")]
    attribute: Option<String>,
    /// Values of it.
    #[param(rename = "attributes[0][slug]")]
    attribute_slug: Option<String>,
    #[param(rename = "attributes[0][operator]", inline)]
    attribute_operator: Option<Operator>,
    featured: Option<bool>,
    on_sale: Option<bool>,
    min_price: Option<i64>,
    max_price: Option<i64>,
    #[param(inline)]
    stock_status: Option<Vec<Stock>>,
    #[param(inline)]
    rating: Option<Vec<Stars>>,
    #[param(inline)]
    catalog_visibility: Option<Visibility>,
    #[param(format = DateTime)]
    after: Option<String>,
    #[param(format = DateTime)]
    before: Option<String>,
    #[param(inline)]
    date_column: Option<DateColumn>,
    #[param(inline)]
    orderby: Option<ProductOrder>,
    #[param(inline)]
    order: Option<Direction>,
}

/// What is counted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only describes the query")]
pub(in crate::store_api) struct CountsQuery {
    calculate_price_range: Option<bool>,
    calculate_stock_status_counts: Option<bool>,
    calculate_rating_counts: Option<bool>,
    /// An attribute, as `pa_formato`; with `[1]` a second, and so on.
    #[param(rename = "calculate_attribute_counts[0][taxonomy]")]
    taxonomy: Option<String>,
    /// `and`: within what the attribute's own filter leaves.
    #[param(rename = "calculate_attribute_counts[0][query_type]", inline)]
    query_type: Option<QueryType>,
    calculate_taxonomy_counts: Option<Vec<String>>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only describes the query")]
pub(in crate::store_api) struct TermsQuery {
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<i64>,
    /// 0 means all.
    #[param(minimum = 0, maximum = 1_000_000)]
    per_page: Option<i64>,
    search: Option<String>,
    include: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    parent: Option<i64>,
    /// `true` unless said.
    hide_empty: Option<bool>,
    #[param(inline)]
    orderby: Option<TermOrder>,
    #[param(inline)]
    order: Option<Direction>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only describes the query")]
pub(in crate::store_api) struct ReviewsQuery {
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<i64>,
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
    #[param(minimum = 0, maximum = 100_000_000)]
    offset: Option<i64>,
    product_id: Option<Vec<String>>,
    category_id: Option<Vec<String>>,
    #[param(inline)]
    orderby: Option<ReviewOrder>,
    #[param(inline)]
    order: Option<Direction>,
}

/// Who may read an order.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only describes the query")]
pub(in crate::store_api) struct OrderQuery {
    /// The order's key.
    key: Option<String>,
    /// The buyer's address.
    billing_email: Option<String>,
}

/// Declares an enum of query values.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(utoipa::ToSchema)]
            #[allow(dead_code, reason = "only describes the query")]
            pub(in crate::store_api) enum $name {
                $(#[schema(rename = $word)] $variant,)*
            }
        )*
    };
}

words! {
    /// Kinds of products.
    ProductType {
        Simple = "simple", Grouped = "grouped", External = "external", Variable = "variable", Variation = "variation",
    }
    /// How several terms go together.
    Operator { In = "in", NotIn = "not_in", And = "and", }
    Stock { In = "instock", Out = "outofstock", Backorder = "onbackorder", }
    Stars { One = "1", Two = "2", Three = "3", Four = "4", Five = "5", }
    /// Where products are shown.
    Visibility { Any = "any", Visible = "visible", Catalog = "catalog", Search = "search", Hidden = "hidden", }
    /// Dates of products.
    DateColumn { Date = "date", DateGmt = "date_gmt", Modified = "modified", ModifiedGmt = "modified_gmt", }
    /// Orders of products.
    ProductOrder {
        Date = "date", Modified = "modified", Id = "id", Include = "include", Title = "title", Slug = "slug", Price = "price",
        Popularity = "popularity", Rating = "rating", MenuOrder = "menu_order", CommentCount = "comment_count",
    }
    /// Orders of terms.
    TermOrder { Name = "name", Slug = "slug", Count = "count", MenuOrder = "menu_order", NameNum = "name_num", Id = "id", }
    /// Orders of reviews.
    ReviewOrder { Date = "date", DateGmt = "date_gmt", Id = "id", Rating = "rating", Product = "product", }
    /// Up or down.
    Direction { Ascending = "asc", Descending = "desc", }
    /// How values of an attribute are counted.
    QueryType { And = "and", Or = "or", }
}
