//! Endpoints of reviews.

use serde_json::Value;

use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;
use crate::http::list;
use crate::objects::Review;
use crate::store::Tx;

pub(crate) fn approve(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
    let review = tx.find::<Review>(id)?;
    if !review.open {
        return Err(ApiError::invalid(Some("review_closed"), "This review is already closed."));
    }
    let review = Review { open: false, ..review };
    Ok(tx.put_and_emit(&review, Review::view, "review.closed"))
}

pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
    form.only(&["limit", "starting_after", "ending_before"])?;
    list::page(tx, form, "/v1/reviews", &[], |review: &Review| review.open, Review::view)
}
