//! Reviews.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoSimpleExpr, JoinType, Order, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, RelationTrait,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::catalogue::review::ReviewStatus;
use shop_core::orders::OrderStatus;
use shop_services::ports::{
    Review, ReviewAdded, ReviewFilter, ReviewHistory, ReviewOrder, ReviewStore, ReviewWriter, StoreError,
};

use crate::db::fetch::{Fetch, FetchId, FetchSome, Lock, Run, lock_row};
use crate::db::{Db, Write};
use crate::entity::reviews::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, customers, order_lines, orders, products, record_from};
use crate::platform::counters::ChangeCounter;

/// Stored rating of a review without a rating.
const UNRATED: i64 = 0;

record_from! {
    |row: Model| Review {
        id, product_id, customer_id, reviewer, reviewer_email,
        rating: (row.rating != UNRATED).then_some(row.rating),
        body, verified, status, reply, replied_at, created_at,
    }
}

#[async_trait]
impl ReviewStore for Db {
    async fn list_reviews(&self, filter: &ReviewFilter) -> Result<(Vec<Review>, u64), StoreError> {
        let ids = filter.product_ids.as_ref();
        if ids.is_some_and(Vec::is_empty) {
            return Ok((Vec::new(), 0));
        }
        let wanted = Entity::find()
            .filter(Column::Status.eq(Stored(filter.status)))
            .apply_if(ids, |query, ids| query.filter(Column::ProductId.is_in(ids.iter().copied().map(Stored))));
        let column = match filter.order {
            ReviewOrder::Date => Column::CreatedAt,
            ReviewOrder::Id => Column::Id,
            ReviewOrder::Rating => Column::Rating,
            ReviewOrder::Product => Column::ProductId,
        };
        let order = if filter.ascending { Order::Asc } else { Order::Desc };
        let page = wanted.clone().order_by(column, order.clone()).order_by(Column::Id, order);
        let rows = page.limit(filter.limit).offset(filter.offset).fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn review(&self, id: i64) -> Result<Option<Review>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn count_reviews(&self) -> Result<BTreeMap<ReviewStatus, u64>, StoreError> {
        let counts = Entity::find().select_only().column(Column::Status).column_as(Column::Id.count(), "reviews");
        let counts = counts.group_by(Column::Status).into_tuple::<(Stored<ReviewStatus>, Stored<u64>)>();
        Ok(counts.fetch_all(self).await?.into_iter().map(|(status, count)| (status.0, count.0)).collect())
    }

    async fn rating_counts(&self, product_id: ProductId) -> Result<[i64; 5], StoreError> {
        let counts = Entity::find()
            .select_only()
            .column(Column::Rating)
            .column_as(Column::Id.count(), "reviews")
            .filter(Column::ProductId.eq(Stored(product_id)))
            .filter(Column::Status.eq(Stored(ReviewStatus::Approved)))
            .group_by(Column::Rating);
        let mut out = [0; 5];
        for (rating, count) in counts.into_tuple::<(i64, i64)>().fetch_all(self).await? {
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
        let by_writer = written_by(writer.customer_id, &writer.email, product_id);
        let reviewed = Entity::find().filter(by_writer).fetch_exists(self).await?;
        let bought = match writer.customer_id {
            Some(account) if !sold_as.is_empty() => has_bought(self, account, sold_as).await?,
            _ => false,
        };
        Ok(ReviewHistory { bought, reviewed })
    }

    async fn add_review(&self, review: &Review, once: bool) -> Result<ReviewAdded, StoreError> {
        let write = self.begin(true).await?;
        // Locks the product, so that of two concurrent reviews of it the second one finds the first.
        lock_row(products::Entity::find_by_id(Stored(review.product_id)), &write).await?;
        let by_writer =
            Entity::find().filter(written_by(review.customer_id, &review.reviewer_email, review.product_id));
        let same = by_writer.clone().filter(Column::Body.eq(&review.body)).order_by_asc(Column::Id);
        if let Some(same) = same.fetch_one(&write).await? {
            return Ok(ReviewAdded::Same(same.id));
        }
        if once && by_writer.fetch_exists(&write).await? {
            return Ok(ReviewAdded::AlreadyReviewed);
        }
        let id = insert(&write, review).await?;
        if review.status.counts() {
            ChangeCounter::Catalogue.increment(&write).await?;
        }
        write.commit().await?;
        Ok(ReviewAdded::New(id))
    }

    async fn add_reviews(&self, reviews: &[Review]) -> Result<usize, StoreError> {
        let write = self.begin(true).await?;
        let mut added = 0;
        for review in reviews {
            let same = Entity::find()
                .filter(Column::ProductId.eq(Stored(review.product_id)))
                .filter(Column::ReviewerEmail.eq(&review.reviewer_email))
                .filter(Column::CreatedAt.eq(review.created_at));
            if !same.fetch_exists(&write).await? {
                insert(&write, review).await?;
                added += 1;
            }
        }
        if added > 0 {
            ChangeCounter::Catalogue.increment(&write).await?;
        }
        write.commit().await?;
        Ok(added)
    }

    async fn set_review_reply(&self, id: i64, reply: &str, now: UnixSeconds) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let replied = ActiveModel {
            reply: Set(reply.to_owned()),
            replied_at: Set((!reply.is_empty()).then_some(now)),
            ..Default::default()
        };
        if Entity::update_many().set(replied).filter(Column::Id.eq(id)).run(&write).await? == 0 {
            return Ok(false);
        }
        // Cached pages show the review.
        ChangeCounter::Catalogue.increment(&write).await?;
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
        // If two merchants moderate the same review, the second one sees the first one's decision.
        let Some(review) = Entity::find_by_id(id).locked().fetch_one(&write).await? else { return Ok(None) };
        let review = Review::from(review);
        let moderated = ActiveModel {
            status: Set(Stored(status)),
            discarded_at: Set(status.is_discarded().then_some(now)),
            ..Default::default()
        };
        Entity::update_many().set(moderated).filter(Column::Id.eq(id)).run(&write).await?;
        if review.status.counts() != status.counts() {
            count_rating(&write, &review, if status.counts() { 1 } else { -1 }).await?;
            ChangeCounter::Catalogue.increment(&write).await?;
        }
        write.commit().await?;
        Ok(Some(review.status))
    }

    async fn forget_reviewer(&self, email: &str) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let anonymous = ActiveModel {
            customer_id: Set(None),
            reviewer: Set(String::new()),
            reviewer_email: Set(String::new()),
            ..Default::default()
        };
        let forgotten = Entity::update_many().set(anonymous).filter(Column::ReviewerEmail.eq(email));
        let count = forgotten.run(&write).await?;
        if count > 0 {
            ChangeCounter::Catalogue.increment(&write).await?;
        }
        write.commit().await?;
        Ok(count)
    }
}

/// Reviews of a product by an account or an address.
fn written_by(customer_id: Option<CustomerId>, email: &str, product_id: ProductId) -> Condition {
    let by_email = (!email.is_empty()).then(|| Column::ReviewerEmail.eq(email));
    let by_account = customer_id.map(|id| Column::CustomerId.eq(Stored(id)));
    let mut writer = Condition::any().add_option(by_account).add_option(by_email);
    if writer.is_empty() {
        writer = writer.add(Expr::Constant(false.into()));
    }
    Condition::all().add(writer).add(Column::ProductId.eq(Stored(product_id)))
}

/// Whether an account has paid for one of these products: in its own orders, or in guest orders with its confirmed address.
async fn has_bought(db: &Db, account: CustomerId, sold_as: &[ProductId]) -> Result<bool, StoreError> {
    let confirmed = customers::Entity::find()
        .select_only()
        .column(customers::Column::Email)
        .filter(customers::Column::Id.eq(Stored(account)))
        .filter(customers::Column::EmailConfirmedAt.is_not_null())
        .into_query();
    let email = Expr::expr(Func::lower(orders::Column::BillingEmail.into_simple_expr()));
    let own = Condition::any()
        .add(orders::Column::CustomerId.eq(Stored(account)))
        .add(email.eq(Expr::SubQuery(None, Box::new(confirmed.into()))));
    let paid = OrderStatus::ALL.iter().copied().filter(|status| status.is_paid()).map(Stored);
    orders::Entity::find()
        .join(JoinType::InnerJoin, order_lines::Relation::Orders.def().rev())
        .filter(own)
        .filter(orders::Column::Status.is_in(paid))
        .filter(order_lines::Column::ProductId.is_in(sold_as.iter().copied().map(Stored)))
        .fetch_exists(db)
        .await
}

async fn insert(write: &Write<'_>, review: &Review) -> Result<i64, StoreError> {
    let row = ActiveModel {
        product_id: Set(Stored(review.product_id)),
        customer_id: Set(review.customer_id.map(Stored)),
        reviewer: Set(review.reviewer.clone()),
        reviewer_email: Set(review.reviewer_email.clone()),
        rating: Set(review.rating.unwrap_or(UNRATED)),
        body: Set(review.body.clone()),
        verified: Set(review.verified),
        status: Set(Stored(review.status)),
        created_at: Set(review.created_at),
        ..Default::default()
    };
    let id = Entity::insert(row).fetch_id(write).await?;
    if review.status.counts() {
        count_rating(write, review, 1).await?;
    }
    Ok(id)
}

/// Adds a review to the rating sums of its product (`by` 1), or removes it (-1).
async fn count_rating(write: &Write<'_>, review: &Review, by: i64) -> Result<(), StoreError> {
    use products::Column::{Id, RatingCount, RatingSum};
    let Some(rating) = review.rating else { return Ok(()) };
    let counted = products::Entity::update_many()
        .col_expr(RatingSum, Expr::col(RatingSum).add(rating * by))
        .col_expr(RatingCount, Expr::col(RatingCount).add(by))
        .filter(Id.eq(Stored(review.product_id)));
    counted.run(write).await.map(|_| ())
}
