//! Reviews: a person looks at a payment that may be fraud.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids::{ChargeId, IntentId, ReviewId};

/// A review.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Review {
    pub(crate) id: ReviewId,
    pub(crate) created: i64,
    pub(crate) charge: ChargeId,
    pub(crate) intent: IntentId,
    pub(crate) open: bool,
}

impl Review {
    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "review", "charge": self.charge, "created": self.created, "livemode": false,
            "closed_reason": (!self.open).then_some("approved"), "open": self.open, "opened_reason": "rule",
            "payment_intent": self.intent, "reason": if self.open { "rule" } else { "approved" },
        })
    }
}

/// The calls on reviews.
pub(crate) mod calls {
    use super::{Review, ReviewId, Value};
    use crate::error::{ApiError, ApiResult};
    use crate::form::Form;
    use crate::list;
    use crate::objects::Charge;
    use crate::state::Tx;

    pub(crate) fn find(tx: &Tx<'_>, id: &str) -> ApiResult<Review> {
        tx.get::<Review>(id).cloned().ok_or_else(|| ApiError::not_found("review", "review", id))
    }

    pub(crate) fn open(tx: &mut Tx<'_>, charge: &Charge) {
        let review = Review {
            id: ReviewId::new(tx.random()),
            created: tx.now(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            open: true,
        };
        let view = review.view();
        tx.put(review);
        tx.emit("review.opened", view);
    }

    pub(crate) fn approve(tx: &mut Tx<'_>, id: &str) -> ApiResult<Value> {
        let review = find(tx, id)?;
        if !review.open {
            return Err(ApiError::invalid(Some("review_closed"), "This review is already closed."));
        }
        let review = Review { open: false, ..review };
        let view = review.view();
        tx.put(review);
        tx.emit("review.closed", view.clone());
        Ok(view)
    }

    pub(crate) fn list(tx: &Tx<'_>, form: &Form) -> ApiResult<Value> {
        form.only(&["limit", "starting_after", "ending_before"])?;
        let open = tx.table::<Review>().newest().filter(|review| review.open);
        list::page(form, "/v1/reviews", open, Review::view)
    }
}
