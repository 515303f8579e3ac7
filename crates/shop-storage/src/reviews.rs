//! Reviews.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::Value;
use shop_core::base::ProductId;
use shop_core::base::time::UnixSeconds;
use shop_core::order::OrderStatus;
use shop_core::review::ReviewStatus;
use shop_services::ports::{
    Review, ReviewAdded, ReviewFilter, ReviewHistory, ReviewOrder, ReviewStore, ReviewWriter, StoreError,
};

use crate::counters::Kept;
use crate::db::{Db, Write, list};
use crate::row::row;
use crate::statement::{Filter, set, value, values};

row! {
    Review: reviews(id) {
        id, product_id, customer_id, reviewer, reviewer_email,
        rating: rating => |stored: i64| (stored != UNRATED).then_some(stored),
        body, verified, status, reply, replied_at, created_at,
    }
}

row! {
    struct OfStatus: reviews(status) { status: ReviewStatus, reviews: u64 = "COUNT(*)", }
}

#[async_trait]
impl ReviewStore for Db {
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        condition.and("status = ?", filter.status);
        if let Some(ids) = &filter.product_ids {
            if ids.is_empty() {
                return Ok((Vec::new(), 0));
            }
            condition.and_one_of("product_id", ids.iter().copied());
        }
        let column = match filter.order {
            ReviewOrder::Date => "created_at",
            ReviewOrder::Id => "id",
            ReviewOrder::Rating => "rating",
            ReviewOrder::Product => "product_id",
        };
        let direction = if filter.ascending { "ASC" } else { "DESC" };
        let order = format!("{column} {direction}, id {direction}");
        let rows = self.some(&condition, &order, (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("reviews", condition).await?))
    }

    async fn review(&self, id: i64) -> Result<Option<Review>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn count_reviews(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError> {
        let counted = self.list::<OfStatus>("GROUP BY status", values![]).await?;
        Ok(counted.into_iter().map(|one| (one.status, one.reviews)).collect())
    }

    async fn rating_counts(&self, product_id: ProductId) -> Result<[i64; 5], StoreError> {
        let sql = "SELECT rating, COUNT(*) FROM reviews WHERE product_id = $1 AND status = $2 GROUP BY rating";
        let mut out = [0; 5];
        for (rating, count) in self.rows::<(i64, i64)>(sql, values![product_id, ReviewStatus::Approved]).await? {
            if let Some(slot) = usize::try_from(rating - 1).ok().and_then(|at| out.get_mut(at)) {
                *slot = count;
            }
        }
        Ok(out)
    }

    async fn review_history(
        &self,
        product_id: ProductId,
        sold_as: &[ProductId],
        writer: &ReviewWriter,
    ) -> Result<ReviewHistory, StoreError> {
        let about = values![writer.customer_id, &writer.email, product_id];
        let reviewed = self.has(&format!("SELECT id FROM reviews WHERE {SAME_WRITER} LIMIT 1"), about).await?;
        let Some(account) = writer.customer_id.filter(|_| !sold_as.is_empty()) else {
            return Ok(ReviewHistory { bought: false, reviewed });
        };
        let mut person = values![account];
        let paid: Vec<OrderStatus> = OrderStatus::ALL.iter().copied().filter(|status| status.is_paid()).collect();
        person.extend(paid.iter().map(|status| value(*status)));
        person.extend(sold_as.iter().map(|id| value(*id)));
        let sql = format!(
            "SELECT orders.id FROM orders JOIN order_lines ON order_lines.order_id = orders.id \
             WHERE (orders.customer_id = $1 OR LOWER(orders.billing_email) = \
             (SELECT email FROM customers WHERE id = $1 AND email_confirmed_at IS NOT NULL)) \
             AND orders.status IN ({}) AND order_lines.product_id IN ({}) LIMIT 1",
            list(2, paid.len()),
            list(2 + paid.len(), sold_as.len())
        );
        let bought = self.has(&sql, person).await?;
        Ok(ReviewHistory { bought, reviewed })
    }

    async fn add_review(&self, review: &Review, once: bool) -> Result<ReviewAdded, StoreError> {
        let write = self.begin(true).await?;
        // Two reviews of a product wait for each other here, so that the second one finds the first.
        let sql = "UPDATE products SET rating_count = rating_count WHERE id = $1";
        write.run(sql, values![review.product_id]).await?;
        let person: Vec<Value> = values![review.customer_id, &review.reviewer_email, review.product_id];
        let mut same = person.clone();
        same.push(value(&review.body));
        let sql = format!("SELECT id FROM reviews WHERE {SAME_WRITER} AND body = $4 ORDER BY id LIMIT 1");
        if let Some(id) = write.row(&sql, same).await? {
            return Ok(ReviewAdded::Same(id));
        }
        if once && write.has(&format!("SELECT id FROM reviews WHERE {SAME_WRITER} LIMIT 1"), person).await? {
            return Ok(ReviewAdded::AlreadyReviewed);
        }
        let id = insert(&write, review).await?;
        if review.status.counts() {
            Kept::Catalogue.changed(&write).await?;
        }
        write.commit().await?;
        Ok(ReviewAdded::New(id))
    }

    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError> {
        let write = self.begin(true).await?;
        let mut added = 0;
        for review in reviews {
            let same = "SELECT id FROM reviews WHERE product_id = $1 AND reviewer_email = $2 AND created_at = $3";
            let key = values![review.product_id, &review.reviewer_email, review.created_at];
            if !write.has(same, key).await? {
                insert(&write, review).await?;
                added += 1;
            }
        }
        if added > 0 {
            Kept::Catalogue.changed(&write).await?;
        }
        write.commit().await?;
        Ok(added)
    }

    async fn set_review_reply(&self, id: i64, reply: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let replied = set! { reply, replied_at: (!reply.is_empty()).then_some(now) };
        if write.update("reviews", replied, "id = $1", values![id]).await? == 0 {
            return Ok(false);
        }
        // Pages that are kept show it.
        Kept::Catalogue.changed(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn set_review_status(
        &self,
        id: i64,
        status: ReviewStatus,
        now: UnixSeconds,
    ) -> Result<Option<ReviewStatus>, StoreError> {
        let write = self.begin(true).await?;
        // Before it is read: of two who judge the same review the second one sees what the first did.
        write.run("UPDATE reviews SET status = status WHERE id = $1", values![id]).await?;
        let Some(review) = write.find::<Review>("WHERE id = $1", values![id]).await? else { return Ok(None) };
        let before = review.status;
        let judged = set! { status, put_aside_at: status.is_aside().then_some(now) };
        write.update("reviews", judged, "id = $1", values![id]).await?;
        if before.counts() != status.counts() {
            count_rating(&write, &review, if status.counts() { 1 } else { -1 }).await?;
            Kept::Catalogue.changed(&write).await?;
        }
        write.commit().await?;
        Ok(Some(before))
    }

    async fn forget_reviewer(&self, email: &str) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let nameless = set! { customer_id = "NULL", reviewer = "''", reviewer_email = "''" };
        let count = write.update("reviews", nameless, "reviewer_email = $1", values![email]).await?;
        if count > 0 {
            Kept::Catalogue.changed(&write).await?;
        }
        write.commit().await?;
        Ok(count)
    }
}

/// Reviews of product `$3` by the account `$1` or the address `$2`.
const SAME_WRITER: &str = "(customer_id = $1 OR ($2 <> '' AND reviewer_email = $2)) AND product_id = $3";

/// Number in the database of a review without a rating.
const UNRATED: i64 = 0;

async fn insert(write: &Write<'_>, review: &Review) -> Result<i64, StoreError> {
    let row = set! {
        product_id: review.product_id,
        customer_id: review.customer_id,
        reviewer: &review.reviewer,
        reviewer_email: &review.reviewer_email,
        rating: review.rating.unwrap_or(UNRATED),
        body: &review.body,
        verified: review.verified,
        status: review.status,
        created_at: review.created_at,
    };
    let id = write.insert_new("reviews", row).await?;
    if review.status.counts() {
        count_rating(write, review, 1).await?;
    }
    Ok(id)
}

/// Adds a review to the sums of its product (`by` 1), or takes it out (-1).
async fn count_rating(write: &Write<'_>, review: &Review, by: i64) -> Result<(), StoreError> {
    let Some(rating) = review.rating else { return Ok(()) };
    let sql = "UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1";
    write.run(sql, values![review.product_id, rating * by, by]).await.map(|_| ())
}
