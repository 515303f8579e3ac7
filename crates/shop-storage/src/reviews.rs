//! Reviews.

use async_trait::async_trait;
use sea_orm::{QueryResult, Value};
use shop_core::ids::ProductId;
use shop_services::ports::{Review, ReviewFilter, ReviewOrder, ReviewStore, StoreError};

use crate::catalogue::count_catalogue_change;
use crate::db::{Db, Write, col, list};

/// Shown to everybody.
const PUBLISHED: &str = "approved";

#[async_trait]
impl ReviewStore for Db {
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError> {
        let mut values: Vec<Value> = vec![PUBLISHED.into()];
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
            "SELECT id, product_id, reviewer, reviewer_email, rating, body, verified, created_at FROM reviews \
             WHERE status = $1{of_products} ORDER BY {column} {direction}, id {direction} LIMIT ${} OFFSET ${}",
            at + 1,
            at + 2
        );
        let rows = self.all(&sql, values).await?.iter().map(review).collect::<Result<_, _>>()?;
        Ok((rows, u64::try_from(total).unwrap_or(0)))
    }

    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError> {
        let write = self.begin(true).await?;
        let mut added = 0;
        for review in reviews {
            added += usize::from(add(&write, review).await?);
        }
        if added > 0 {
            count_catalogue_change(&write).await?;
        }
        write.commit().await?;
        Ok(added)
    }
}

async fn add(write: &Write<'_>, review: &Review) -> Result<bool, StoreError> {
    let same = "SELECT id FROM reviews WHERE product_id = $1 AND reviewer_email = $2 AND created_at = $3";
    let key: Vec<Value> =
        vec![review.product_id.0.into(), review.reviewer_email.as_str().into(), review.created_at.into()];
    if write.one(same, key).await?.is_some() {
        return Ok(false);
    }
    write
        .run(
            "INSERT INTO reviews (product_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            vec![
                review.product_id.0.into(),
                review.reviewer.as_str().into(),
                review.reviewer_email.as_str().into(),
                review.rating.into(),
                review.body.as_str().into(),
                review.verified.into(),
                PUBLISHED.into(),
                review.created_at.into(),
            ],
        )
        .await?;
    let count = "UPDATE products SET rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $1";
    write.run(count, vec![review.product_id.0.into(), review.rating.into()]).await?;
    Ok(true)
}

fn review(row: &QueryResult) -> Result<Review, StoreError> {
    Ok(Review {
        id: col(row, "id")?,
        product_id: ProductId(col(row, "product_id")?),
        reviewer: col(row, "reviewer")?,
        reviewer_email: col(row, "reviewer_email")?,
        rating: col(row, "rating")?,
        body: col(row, "body")?,
        verified: col(row, "verified")?,
        created_at: col(row, "created_at")?,
    })
}
