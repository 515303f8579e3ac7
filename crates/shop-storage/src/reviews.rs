//! Reviews.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::order::OrderStatus;
use shop_core::review::ReviewStatus;
use shop_services::ports::{
    Review, ReviewAdded, ReviewFilter, ReviewHistory, ReviewOrder, ReviewStore, ReviewWriter, StoreError,
};

use crate::catalogue::count_catalogue_change;
use crate::db::{Db, Write, col, inconsistent, list};

const COLUMNS: &str = "id, product_id, customer_id, reviewer, reviewer_email, rating, body, verified, status, reply, replied_at, created_at";

#[async_trait]
impl ReviewStore for Db {
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError> {
        let mut values: Vec<Value> = vec![filter.status.as_str().into()];
        let mut of_products = String::new();
        if let Some(ids) = &filter.product_ids {
            if ids.is_empty() {
                return Ok((Vec::new(), 0));
            }
            of_products = format!(" AND product_id IN ({})", list(2, ids.len()));
            values.extend(ids.iter().map(|id| Value::from(id.0)));
        }
        let counted = self
            .one(&format!("SELECT COUNT(*) AS n FROM reviews WHERE status = $1{of_products}"), values.clone())
            .await?;
        let total: i64 = counted.map_or(Ok(0), |row| col(&row, "n"))?;
        let column = match filter.order {
            ReviewOrder::Date => "created_at",
            ReviewOrder::Id => "id",
            ReviewOrder::Rating => "rating",
            ReviewOrder::Product => "product_id",
        };
        let direction = if filter.ascending { "ASC" } else { "DESC" };
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let at = values.len();
        values.extend([number(filter.limit).into(), number(filter.offset).into()]);
        let sql = format!(
            "SELECT {COLUMNS} FROM reviews WHERE status = $1{of_products} \
             ORDER BY {column} {direction}, id {direction} LIMIT ${} OFFSET ${}",
            at + 1,
            at + 2
        );
        let rows = self.all(&sql, values).await?.iter().map(review).collect::<Result<_, _>>()?;
        Ok((rows, u64::try_from(total).unwrap_or(0)))
    }

    async fn review(&self, id: i64) -> Result<Option<Review>, StoreError> {
        let row = self.one(&format!("SELECT {COLUMNS} FROM reviews WHERE id = $1"), vec![id.into()]).await?;
        row.as_ref().map(review).transpose()
    }

    async fn count_reviews(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError> {
        let rows = self.all("SELECT status, COUNT(*) AS n FROM reviews GROUP BY status", Vec::new()).await?;
        let mut out = BTreeMap::new();
        for row in &rows {
            let count: i64 = col(row, "n")?;
            out.insert(status_of(row, 0)?, u64::try_from(count).unwrap_or(0));
        }
        Ok(out)
    }

    async fn rating_counts(&self, product_id: ProductId) -> Result<[i64; 5], StoreError> {
        let sql = "SELECT rating, COUNT(*) AS n FROM reviews WHERE product_id = $1 AND status = $2 GROUP BY rating";
        let mut out = [0; 5];
        for row in self.all(sql, vec![product_id.0.into(), ReviewStatus::Approved.as_str().into()]).await? {
            let rating: i64 = col(&row, "rating")?;
            let slot = usize::try_from(rating - 1).ok().and_then(|at| out.get_mut(at));
            if let Some(slot) = slot {
                *slot = col(&row, "n")?;
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
        let person: [Value; 2] = [writer.customer_id.map(|id| id.0).into(), writer.email.as_str().into()];
        let mut values: Vec<Value> = person.to_vec();
        values.push(product_id.0.into());
        let reviewed = self.one(&format!("SELECT id FROM reviews WHERE {SAME_WRITER} LIMIT 1"), values).await?;
        if sold_as.is_empty() {
            return Ok(ReviewHistory { bought: false, reviewed: reviewed.is_some() });
        }
        let paid: Vec<&str> =
            OrderStatus::ALL.iter().filter(|status| status.is_paid()).map(|status| status.as_str()).collect();
        let mut values: Vec<Value> = person.to_vec();
        values.extend(paid.iter().map(|status| Value::from(*status)));
        values.extend(sold_as.iter().map(|id| Value::from(id.0)));
        let sql = format!(
            "SELECT orders.id FROM orders JOIN order_lines ON order_lines.order_id = orders.id \
             WHERE (orders.customer_id = $1 OR ($2 <> '' AND LOWER(orders.billing_email) = $2)) \
             AND orders.status IN ({}) AND order_lines.product_id IN ({}) LIMIT 1",
            list(3, paid.len()),
            list(3 + paid.len(), sold_as.len())
        );
        let bought = self.one(&sql, values).await?.is_some();
        Ok(ReviewHistory { bought, reviewed: reviewed.is_some() })
    }

    async fn add_review(&self, review: &Review, once: bool) -> Result<ReviewAdded, StoreError> {
        let write = self.begin(true).await?;
        // Two reviews of a product wait for each other here, so that the second one finds the first.
        write
            .run("UPDATE products SET rating_count = rating_count WHERE id = $1", vec![review.product_id.0.into()])
            .await?;
        let person: Vec<Value> = vec![
            review.customer_id.map(|id| id.0).into(),
            review.reviewer_email.as_str().into(),
            review.product_id.0.into(),
        ];
        let mut same = person.clone();
        same.push(review.body.as_str().into());
        let sql = format!("SELECT id FROM reviews WHERE {SAME_WRITER} AND body = $4 ORDER BY id LIMIT 1");
        if let Some(row) = write.one(&sql, same).await? {
            return Ok(ReviewAdded::Same(col(&row, "id")?));
        }
        if once && write.one(&format!("SELECT id FROM reviews WHERE {SAME_WRITER} LIMIT 1"), person).await?.is_some() {
            return Ok(ReviewAdded::AlreadyReviewed);
        }
        let id = insert(&write, review).await?;
        if review.status.counts() {
            count_catalogue_change(&write).await?;
        }
        write.commit().await?;
        Ok(ReviewAdded::New(id))
    }

    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError> {
        let write = self.begin(true).await?;
        let mut added = 0;
        for review in reviews {
            let same = "SELECT id FROM reviews WHERE product_id = $1 AND reviewer_email = $2 AND created_at = $3";
            let key: Vec<Value> =
                vec![review.product_id.0.into(), review.reviewer_email.as_str().into(), review.created_at.into()];
            if write.one(same, key).await?.is_none() {
                insert(&write, review).await?;
                added += 1;
            }
        }
        if added > 0 {
            count_catalogue_change(&write).await?;
        }
        write.commit().await?;
        Ok(added)
    }

    async fn set_review_reply(&self, id: i64, reply: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let at = (!reply.is_empty()).then_some(now);
        let sql = "UPDATE reviews SET reply = $2, replied_at = $3 WHERE id = $1";
        if write.run(sql, vec![id.into(), reply.into(), at.into()]).await? == 0 {
            return Ok(false);
        }
        // Pages that are kept show it.
        count_catalogue_change(&write).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn set_review_status(&self, id: i64, status: ReviewStatus) -> Result<Option<ReviewStatus>, StoreError> {
        let write = self.begin(true).await?;
        // Before it is read: of two who judge the same review the second one sees what the first did.
        write.run("UPDATE reviews SET status = status WHERE id = $1", vec![id.into()]).await?;
        let sql = format!("SELECT {COLUMNS} FROM reviews WHERE id = $1");
        let Some(row) = write.one(&sql, vec![id.into()]).await? else { return Ok(None) };
        let review = review(&row)?;
        let before = review.status;
        write.run("UPDATE reviews SET status = $2 WHERE id = $1", vec![id.into(), status.as_str().into()]).await?;
        if before.counts() != status.counts() {
            count_rating(&write, &review, if status.counts() { 1 } else { -1 }).await?;
            count_catalogue_change(&write).await?;
        }
        write.commit().await?;
        Ok(Some(before))
    }
}

/// Reviews of product `$3` by the account `$1` or the address `$2`.
const SAME_WRITER: &str = "(customer_id = $1 OR ($2 <> '' AND reviewer_email = $2)) AND product_id = $3";

/// Number in the database of a review without a rating.
const UNRATED: i64 = 0;

async fn insert(write: &Write<'_>, review: &Review) -> Result<i64, StoreError> {
    let row = write
        .one(
            "INSERT INTO reviews (product_id, customer_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
            vec![
                review.product_id.0.into(),
                review.customer_id.map(|id| id.0).into(),
                review.reviewer.as_str().into(),
                review.reviewer_email.as_str().into(),
                review.rating.unwrap_or(UNRATED).into(),
                review.body.as_str().into(),
                review.verified.into(),
                review.status.as_str().into(),
                review.created_at.into(),
            ],
        )
        .await?;
    if review.status.counts() {
        count_rating(write, review, 1).await?;
    }
    row.map_or_else(|| Err(StoreError::Refused("the new review has no id".into())), |row| col(&row, "id"))
}

/// Adds a review to the sums of its product (`by` 1), or takes it out (-1).
async fn count_rating(write: &Write<'_>, review: &Review, by: i64) -> Result<(), StoreError> {
    let Some(rating) = review.rating else { return Ok(()) };
    let sql = "UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1";
    write.run(sql, vec![review.product_id.0.into(), (rating * by).into(), by.into()]).await.map(|_| ())
}

fn review(row: &QueryResult) -> Result<Review, StoreError> {
    let id: i64 = col(row, "id")?;
    let rating: i64 = col(row, "rating")?;
    let customer_id: Option<i64> = col(row, "customer_id")?;
    Ok(Review {
        id,
        product_id: ProductId(col(row, "product_id")?),
        customer_id: customer_id.map(CustomerId),
        reviewer: col(row, "reviewer")?,
        reviewer_email: col(row, "reviewer_email")?,
        rating: (rating != UNRATED).then_some(rating),
        body: col(row, "body")?,
        verified: col(row, "verified")?,
        status: status_of(row, id)?,
        reply: col(row, "reply")?,
        replied_at: col(row, "replied_at")?,
        created_at: col(row, "created_at")?,
    })
}

fn status_of(row: &QueryResult, id: i64) -> Result<ReviewStatus, StoreError> {
    let text: String = col(row, "status")?;
    ReviewStatus::parse(&text).ok_or_else(|| inconsistent("reviews", id, &format!("status {text}")))
}
