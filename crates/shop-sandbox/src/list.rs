//! Lists, a page at a time: `{object: "list", data, has_more, url}`, the newest first.

use serde_json::{Value, json};

use super::error::{ApiError, ApiResult};
use super::form::Form;
use super::state::Row;

/// Rows of a page where none is asked for, and at most.
const USUAL: i64 = 10;
const MOST: i64 = 100;

/// One page of the rows, which come newest first.
pub(crate) fn page<'a, T: Row>(
    form: &Form,
    url: &str,
    rows: impl Iterator<Item = &'a T>,
    view: impl Fn(&T) -> Value,
) -> ApiResult<Value> {
    let limit = form.int("limit")?.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(ApiError::param("limit", "parameter_invalid_integer", "The limit must be between 1 and 100."));
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let mut rows = rows.peekable();
    if let Some(after) = form.filled("starting_after")
        && !rows.by_ref().any(|row| row.key() == after)
    {
        return Err(ApiError::not_found("object", "starting_after", after));
    }
    let mut rows: Vec<&T> = match form.filled("ending_before") {
        None => rows.take(limit + 1).collect(),
        // The rows just before a known one: the last of those that come first.
        Some(before) => {
            let newer: Vec<&T> = rows.take_while(|row| row.key() != before).collect();
            let skipped = newer.len().saturating_sub(limit + 1);
            newer.into_iter().skip(skipped).collect()
        }
    };
    let has_more = rows.len() > limit;
    if has_more && form.filled("ending_before").is_some() {
        rows.remove(0);
    }
    rows.truncate(limit);
    Ok(json!({
        "object": "list", "url": url, "has_more": has_more, "data": rows.into_iter().map(view).collect::<Vec<_>>(),
    }))
}
