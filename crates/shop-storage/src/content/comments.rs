//! Comments under pages and posts. A comment's `path` is its parent's path followed by its own number, with a fixed number of
//! digits: sorted by path, comments appear thread by thread, each before its replies.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, JoinType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::content::comment::{CommentStatus, takes_answers};
use shop_services::ports::{Comment, CommentAdded, CommentFilter, CommentStore, OwnComment, StoreError};

use crate::db::fetch::{Fetch, FetchId, FetchSome, Lock, Run, lock_row};
use crate::db::{Db, Write};
use crate::entity::comments::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, pages, record_from};
use crate::platform::counters::ChangeCounter;

/// Digits of a number in a path, enough for all comments ever.
const DIGITS: usize = 12;

/// Alias of the comment whose position under its page is counted.
const COUNTED: &str = "counted";

record_from! {
    |row: Model| Comment {
        id, page_id, parent_id,
        depth: depth(&row.path),
        customer_id, by_shop, author, author_email, body, status, created_at,
    }
}

record_from! { |row: Model| OwnComment { page_id, body, status, created_at } }

#[async_trait]
impl CommentStore for Db {
    async fn list_comments(
        &self,
        filter: &CommentFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Comment>, u64), StoreError> {
        let with_status = |status| Entity::find().filter(Column::Status.eq(Stored(status)));
        let wanted = match filter {
            CommentFilter::Page(id) => {
                with_status(CommentStatus::Approved).filter(Column::PageId.eq(*id)).order_by_asc(Column::Path)
            }
            CommentFilter::Status(status) => {
                with_status(*status).order_by_desc(Column::CreatedAt).order_by_desc(Column::Id)
            }
        };
        let rows = wanted.clone().limit(limit).offset(offset).fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn comment(&self, id: i64) -> Result<Option<Comment>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn published_comments(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let shown = Entity::find()
            .filter(Column::Status.eq(Stored(CommentStatus::Approved)))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .order_by_asc(Column::Id);
        shown.fetch_records(self).await
    }

    async fn comments_before(&self, id: i64) -> Result<u64, StoreError> {
        let of_counted = |column: Column| Expr::col((COUNTED, column));
        let mut before = Entity::find()
            .filter(Expr::col(Column::PageId.as_column_ref()).eq(of_counted(Column::PageId)))
            .filter(Column::Status.eq(Stored(CommentStatus::Approved)))
            .filter(Expr::col(Column::Path.as_column_ref()).lt(of_counted(Column::Path)));
        let is_counted = of_counted(Column::Id).eq(id);
        QueryTrait::query(&mut before).join_as(JoinType::InnerJoin, Entity, COUNTED, is_counted);
        before.fetch_count(self).await
    }

    async fn count_comments(&self) -> Result<BTreeMap<CommentStatus, u64>, StoreError> {
        let counts = Entity::find().select_only().column(Column::Status).column_as(Column::Id.count(), "comments");
        let counts = counts.group_by(Column::Status).into_tuple::<(Stored<CommentStatus>, Stored<u64>)>();
        Ok(counts.fetch_all(self).await?.into_iter().map(|(status, count)| (status.0, count.0)).collect())
    }

    async fn add_comment(&self, comment: &Comment) -> Result<CommentAdded, StoreError> {
        let write = self.begin(true).await?;
        // Locks the page, so that of two concurrent comments the second one finds the first.
        if !lock_row(pages::Entity::find_by_id(comment.page_id), &write).await? {
            return Ok(CommentAdded::PageGone);
        }
        if let Some(same) = find_same(&write, comment).await? {
            return Ok(CommentAdded::Same(same));
        }
        let above = match comment.parent_id {
            None => String::new(),
            Some(parent) => match find_parent(&write, comment.page_id, parent).await? {
                Some(parent) if !takes_answers(depth(&parent.path)) => return Ok(CommentAdded::TooDeep),
                Some(parent) => parent.path,
                None => return Ok(CommentAdded::ParentGone),
            },
        };
        let id = Entity::insert(without_path(comment)).fetch_id(&write).await?;
        let placed = ActiveModel { path: Set(format!("{above}{id:0DIGITS$}")), ..Default::default() };
        Entity::update_many().set(placed).filter(Column::Id.eq(id)).run(&write).await?;
        if comment.status.counts() {
            // Cached pages show the comment.
            ChangeCounter::Settings.increment(&write).await?;
        }
        write.commit().await?;
        Ok(CommentAdded::New(id))
    }

    async fn set_comment_status(
        &self,
        id: i64,
        status: CommentStatus,
        now: UnixSeconds,
    ) -> Result<Option<CommentStatus>, StoreError> {
        let write = self.begin(true).await?;
        // If two merchants moderate the same comment, the second one sees the first one's decision.
        let Some(comment) = Entity::find_by_id(id).locked().fetch_one(&write).await? else { return Ok(None) };
        let before = comment.status.0;
        let moderated = ActiveModel {
            status: Set(Stored(status)),
            discarded_at: Set(status.is_discarded().then_some(now)),
            ..Default::default()
        };
        Entity::update_many().set(moderated).filter(Column::Id.eq(id)).run(&write).await?;
        if before.counts() != status.counts() {
            ChangeCounter::Settings.increment(&write).await?;
        }
        write.commit().await?;
        Ok(Some(before))
    }

    async fn forget_commenter(&self, email: &str) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let anonymous = ActiveModel {
            customer_id: Set(None),
            author: Set(String::new()),
            author_email: Set(String::new()),
            ..Default::default()
        };
        let forgotten = Entity::update_many().set(anonymous).filter(Column::AuthorEmail.eq(email));
        let count = forgotten.run(&write).await?;
        if count > 0 {
            ChangeCounter::Settings.increment(&write).await?;
        }
        write.commit().await?;
        Ok(count)
    }

    async fn comments_of(&self, id: CustomerId) -> Result<Vec<OwnComment>, StoreError> {
        let own = Entity::find()
            .filter(Column::CustomerId.eq(Stored(id)))
            .order_by_desc(Column::CreatedAt)
            .order_by_desc(Column::Id);
        own.fetch_records(self).await
    }
}

/// Finds an earlier comment with the same words in the same place.
async fn find_same(write: &Write<'_>, comment: &Comment) -> Result<Option<i64>, StoreError> {
    let parent = Func::coalesce([Expr::col(Column::ParentId), Expr::value(0_i64)]);
    let same = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::PageId.eq(comment.page_id))
        .filter(Column::AuthorEmail.eq(&comment.author_email))
        .filter(Column::Body.eq(&comment.body))
        .filter(Expr::from(parent).eq(comment.parent_id.unwrap_or(0)))
        .filter(Column::ByShop.eq(comment.by_shop))
        .order_by_asc(Column::Id);
    same.into_tuple::<i64>().fetch_one(write).await
}

/// A new row; its path follows from its id.
fn without_path(comment: &Comment) -> ActiveModel {
    ActiveModel {
        page_id: Set(comment.page_id),
        parent_id: Set(comment.parent_id),
        path: Set(String::new()),
        customer_id: Set(comment.customer_id.map(Stored)),
        by_shop: Set(comment.by_shop),
        author: Set(comment.author.clone()),
        author_email: Set(comment.author_email.clone()),
        body: Set(comment.body.clone()),
        status: Set(Stored(comment.status)),
        created_at: Set(comment.created_at),
        ..Default::default()
    }
}

/// Finds the parent comment, if it is visible on the page.
async fn find_parent(write: &Write<'_>, page_id: i64, id: i64) -> Result<Option<Model>, StoreError> {
    let found = Entity::find_by_id(id).fetch_one(write).await?;
    Ok(found.filter(|comment| comment.page_id == page_id && comment.status.0.counts()))
}

/// Number of ancestors in a path.
fn depth(path: &str) -> usize {
    (path.len() / DIGITS).saturating_sub(1)
}
