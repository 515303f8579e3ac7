//! Lists, a page at a time: `{object: "list", data, has_more, url}`, the newest first.

use serde_json::{Value, json};

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::store::{Order, Row, Tx, With};

/// Rows of a page where none is asked for, and at most.
const USUAL: i64 = 10;
const MOST: i64 = 100;

/// One page of the rows that fit. `with`: values that fields of the documents must have, where they are given.
pub(crate) fn page<T: Row>(
    tx: &Tx<'_>,
    form: &Form,
    url: &str,
    with: &[With<'_>],
    fits: impl Fn(&T) -> bool,
    view: impl Fn(&T) -> Value,
) -> ApiResult<Value> {
    let limit = form.int("limit")?.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(ApiError::param("limit", "parameter_invalid_integer", "The limit must be between 1 and 100."));
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let place = |name: &str| {
        let known = |id: &str| tx.placed::<T>(id).filter(|(_, row)| fits(row)).map(|(place, _)| place);
        form.filled(name).map(|id| known(id).ok_or_else(|| ApiError::not_found("object", name, id))).transpose()
    };
    let (order, from) = match (place("starting_after")?, place("ending_before")?) {
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

/// Every row fits.
pub(crate) fn every<T>(_: &T) -> bool {
    true
}
