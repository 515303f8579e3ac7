//! Paginated lists: `{object: "list", data, has_more, url}`, newest first.

use serde_json::{Value, json};

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::store::{Order, Row, Tx, With};

/// Default and maximum page size.
const DEFAULT_LIMIT: i64 = 10;
const MAX_LIMIT: i64 = 100;

/// One page of the rows that match. `with`: values that fields of the documents must have, where given.
pub(crate) fn page<T: Row>(
    tx: &Tx<'_>,
    form: &Form,
    url: &str,
    with: &[With<'_>],
    fits: impl Fn(&T) -> bool,
    view: impl Fn(&T) -> Value,
) -> ApiResult<Value> {
    let limit = form.int("limit")?.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(ApiError::param("limit", "parameter_invalid_integer", "The limit must be between 1 and 100."));
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let position = |name: &str| {
        let known =
            |id: &str| tx.find_with_position::<T>(id).filter(|(_, row)| fits(row)).map(|(position, _)| position);
        form.filled(name).map(|id| known(id).ok_or_else(|| ApiError::not_found("object", name, id))).transpose()
    };
    let (order, from) = match (position("starting_after")?, position("ending_before")?) {
        (after, None) => (Order::NewestFirst, after.unwrap_or(i64::MAX)),
        (None, Some(before)) => (Order::OldestFirst, before),
        (Some(_), Some(_)) => {
            let message = "You may only specify one of these parameters: starting_after, ending_before.";
            return Err(ApiError::param("ending_before", "parameter_invalid", message));
        }
    };
    let mut rows: Vec<T> = tx.beyond(order, from, with).filter(&fits).take(limit + 1).collect();
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    if order == Order::OldestFirst {
        rows.reverse();
    }
    Ok(json!({
        "object": "list", "url": url, "has_more": has_more, "data": rows.iter().map(view).collect::<Vec<_>>(),
    }))
}

/// Filter that matches every row.
pub(crate) fn all<T>(_: &T) -> bool {
    true
}
