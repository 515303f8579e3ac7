//! Response schemas that no type of the core describes.

use std::collections::BTreeMap;

use serde_json::Value;
use shop_core::store_api::{Cart, Checkout};
use utoipa::ToSchema;

#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct ApiProblem {
    /// Stable name of the refusal.
    code: String,
    /// The same in words, as HTML text.
    message: String,
    data: ApiProblemData,
}

/// What belongs to a refusal.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct ApiProblemData {
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// Of `rest_invalid_param`: sentences by parameter. Of `rest_missing_callback_param`: names of the missing ones.
    params: Option<Value>,
    /// Of `rest_invalid_param`: `{code, message, data}` by parameter.
    details: Option<Value>,
    /// Refused choices of a product: `{field, code, message}`.
    fields: Option<Vec<RefusedChoice>>,
    /// Sentences by address (`billing`, `shipping`).
    errors: Option<BTreeMap<String, Vec<String>>>,
    /// Countries that the shop sells or ships to.
    allowed_countries: Option<Vec<String>>,
    /// Coupons that were taken off, with the reason.
    removed_coupons: Option<BTreeMap<String, String>>,
    /// The cart as it is now, where it has to be read again.
    cart: Option<Cart>,
}

/// A refused choice.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct RefusedChoice {
    field: String,
    code: String,
    message: String,
}

/// Why an order is not paid: a refusal, or the placed order whose payment was declined.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) enum CheckoutProblem {
    Refused(Box<ApiProblem>),
    /// The order is placed, its `payment_result` says `failure`.
    Declined(Box<Checkout>),
}

/// What the filters of a list would leave; `null`: not asked for.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct CollectionData {
    /// Lowest and highest price (`min_amount`, `max_amount`), with the currency.
    price_range: Option<BTreeMap<String, Value>>,
    attribute_counts: Option<Vec<TermCount>>,
    rating_counts: Option<Vec<RatingCount>>,
    stock_status_counts: Option<Vec<StockCount>>,
    taxonomy_counts: Option<Vec<TermCount>>,
}

/// Products of a category, tag or value.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct TermCount {
    term: i64,
    count: u64,
}

/// Products of a rating.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct RatingCount {
    rating: i64,
    count: u64,
}

/// Products of a stock status.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct StockCount {
    status: String,
    /// A number as text.
    count: String,
}

/// Answers of a batch, in the order of its requests.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct BatchAnswer {
    responses: Vec<BatchedAnswer>,
}

/// The answer to a request of a batch.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only describes the answer")]
pub(in crate::store_api) struct BatchedAnswer {
    body: Value,
    #[schema(minimum = 100, maximum = 599)]
    status: u16,
    headers: BTreeMap<String, String>,
}
