//! Comments under pages and posts. A comment's `path` is that of what it answers and its own number, each of as many digits: comments in
//! the order of their paths stand thread by thread, each before its answers.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::comment::{CommentStatus, takes_answers};
use shop_services::ports::{Comment, CommentAdded, CommentFilter, CommentStore, OwnComment, StoreError};

use crate::counters::Kept;
use crate::db::{Db, Write};
use crate::row::row;
use crate::statement::{Filter, set, values};

/// Digits of a number in a path: more than there will ever be comments.
const DIGITS: usize = 12;

row! {
    Comment: comments(id) {
        id, page_id, parent_id, depth: path => |path: String| depth(&path), customer_id, by_shop, author, author_email, body,
        status, created_at,
    }
}

row! {
    OwnComment: comments(+id) { page_id, body, status, created_at, }
}

row! {
    struct OfStatus: comments(status) { status: CommentStatus, comments: u64 = "COUNT(*)", }
}

row! {
    struct Answered: comments(+id) { page_id: i64, path: String, status: CommentStatus, }
}

#[async_trait]
impl CommentStore for Db {
    async fn list_comments(
        &self,
        filter: &CommentFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Comment>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        let order = match filter {
            CommentFilter::Page(id) => {
                condition.and("page_id = ?", *id);
                condition.and("status = ?", CommentStatus::Approved);
                "path"
            }
            CommentFilter::Status(status) => {
                condition.and("status = ?", *status);
                "created_at DESC, id DESC"
            }
        };
        let rows = self.some(&condition, order, (offset, limit)).await?;
        Ok((rows, self.count("comments", condition).await?))
    }

    async fn comment(&self, id: i64) -> Result<Option<Comment>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn published_comments(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut condition = Filter::new("1 = 1");
        condition.and("status = ?", CommentStatus::Approved);
        condition.and_one_of("id", ids.iter().copied());
        self.list_by(condition, "ORDER BY id").await
    }

    async fn comments_before(&self, id: i64) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM comments JOIN comments AS one ON one.id = $1 \
                   WHERE comments.page_id = one.page_id AND comments.status = $2 AND comments.path < one.path";
        let before = self.number(sql, values![id, CommentStatus::Approved]).await?;
        Ok(u64::try_from(before).unwrap_or(0))
    }

    async fn count_comments(&self) -> Result<BTreeMap<CommentStatus, u64>, StoreError> {
        let counted = self.list::<OfStatus>("GROUP BY status", values![]).await?;
        Ok(counted.into_iter().map(|one| (one.status, one.comments)).collect())
    }

    async fn add_comment(&self, comment: &Comment) -> Result<CommentAdded, StoreError> {
        let write = self.begin(true).await?;
        // Two comments under a page wait for each other here, so that the second one finds the first.
        let page = "UPDATE pages SET version = version WHERE id = $1";
        if write.run(page, values![comment.page_id]).await? == 0 {
            return Ok(CommentAdded::PageGone);
        }
        let same = "SELECT id FROM comments WHERE page_id = $1 AND author_email = $2 AND body = $3 \
                    AND COALESCE(parent_id, 0) = $4 AND by_shop = $5 ORDER BY id LIMIT 1";
        let parent = comment.parent_id.unwrap_or(0);
        let sent = values![comment.page_id, &comment.author_email, &comment.body, parent, comment.by_shop];
        if let Some(id) = write.row::<i64>(same, sent).await? {
            return Ok(CommentAdded::Same(id));
        }
        let above = match comment.parent_id {
            None => String::new(),
            Some(parent) => match answered(&write, comment.page_id, parent).await? {
                Some(parent) if !takes_answers(depth(&parent.path)) => return Ok(CommentAdded::TooDeep),
                Some(parent) => parent.path,
                None => return Ok(CommentAdded::ParentGone),
            },
        };
        let row = set! {
            page_id: comment.page_id,
            parent_id: comment.parent_id,
            path = "''",
            customer_id: comment.customer_id,
            by_shop: comment.by_shop,
            author: &comment.author,
            author_email: &comment.author_email,
            body: &comment.body,
            status: comment.status,
            created_at: comment.created_at,
        };
        let id = write.insert_new("comments", row).await?;
        write.update("comments", set! { path: format!("{above}{id:0DIGITS$}") }, "id = $1", values![id]).await?;
        if comment.status.counts() {
            // Pages that are kept show it.
            Kept::Settings.changed(&write).await?;
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
        // Before it is read: of two who judge the same comment the second one sees what the first did.
        write.run("UPDATE comments SET status = status WHERE id = $1", values![id]).await?;
        let Some(comment) = write.find::<Comment>("WHERE id = $1", values![id]).await? else { return Ok(None) };
        let judged = set! { status, put_aside_at: status.is_aside().then_some(now) };
        write.update("comments", judged, "id = $1", values![id]).await?;
        if comment.status.counts() != status.counts() {
            Kept::Settings.changed(&write).await?;
        }
        write.commit().await?;
        Ok(Some(comment.status))
    }

    async fn forget_commenter(&self, email: &str) -> Result<u64, StoreError> {
        let write = self.begin(true).await?;
        let nameless = set! { customer_id = "NULL", author = "''", author_email = "''" };
        let count = write.update("comments", nameless, "author_email = $1", values![email]).await?;
        if count > 0 {
            Kept::Settings.changed(&write).await?;
        }
        write.commit().await?;
        Ok(count)
    }

    async fn comments_of(&self, id: CustomerId) -> Result<Vec<OwnComment>, StoreError> {
        self.list("WHERE customer_id = $1 ORDER BY created_at DESC, id DESC", values![id]).await
    }
}

/// The comment that is answered, if it is shown under the page.
async fn answered(write: &Write<'_>, page_id: i64, id: i64) -> Result<Option<Answered>, StoreError> {
    let found = write.find::<Answered>("WHERE id = $1", values![id]).await?;
    Ok(found.filter(|one| one.page_id == page_id && one.status.counts()))
}

/// Comments before the last one of a path.
fn depth(path: &str) -> usize {
    (path.len() / DIGITS).saturating_sub(1)
}
