//! Comments under pages and posts.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::content::comment::CommentStatus;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// Id; 0: not stored yet.
    pub id: i64,
    /// The page or post.
    pub page_id: i64,
    /// The comment that it answers; `None`: it begins a thread.
    pub parent_id: Option<i64>,
    /// Comments before it on the way from the first one of its thread.
    pub depth: usize,
    /// The account of who wrote it; `None`: a guest.
    pub customer_id: Option<CustomerId>,
    /// The shop itself wrote it.
    pub by_shop: bool,
    /// Name shown; empty: who wrote it is forgotten.
    pub author: String,
    /// Never shown. Lower case.
    pub author_email: String,
    /// Words, not HTML.
    pub body: String,
    /// Whether it is shown.
    pub status: CommentStatus,
    /// When it was written.
    pub created_at: UnixSeconds,
}

/// Which comments to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentFilter {
    /// The published ones of a page, thread by thread: the oldest thread first, each comment before its answers.
    Page(i64),
    /// Those of a status, newest first.
    Status(CommentStatus),
}

/// A comment as its writer's export has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnComment {
    /// The page or post.
    pub page_id: i64,
    pub body: String,
    /// Whether it is shown.
    pub status: CommentStatus,
    /// When it was written.
    pub created_at: UnixSeconds,
}

/// What became of a comment that was sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentAdded {
    /// Stored under this id.
    New(i64),
    /// The same words of the same writer are there already, under this id: it was sent twice.
    Same(i64),
    /// The comment that it answers is not shown under this page, or no longer.
    ParentGone,
    /// The comment that it answers lies too deep in its thread.
    TooDeep,
    /// The page is gone.
    PageGone,
}

#[async_trait]
pub trait CommentStore: Send + Sync {
    /// Comments, and how many there are without the limit.
    async fn list_comments(
        &self,
        filter: &CommentFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Comment>, u64), StoreError>;

    /// One comment, whatever its status.
    async fn comment(&self, id: i64) -> Result<Option<Comment>, StoreError>;

    /// The published ones among these.
    async fn published_comments(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError>;

    /// How many published comments of its page stand before a comment.
    async fn comments_before(&self, id: i64) -> Result<u64, StoreError>;

    /// How many comments there are of each status, those without any left out.
    async fn count_comments(&self) -> Result<BTreeMap<CommentStatus, u64>, StoreError>;

    /// Adds a comment that was sent in; its depth follows from what it answers.
    async fn add_comment(&self, comment: &Comment) -> Result<CommentAdded, StoreError>;

    /// Gives a comment another status; gives the one it had, `None` when there is no such comment.
    async fn set_comment_status(
        &self,
        id: i64,
        status: CommentStatus,
        now: UnixSeconds,
    ) -> Result<Option<CommentStatus>, StoreError>;

    /// Takes name, address and account off all that an address has written, which is not empty; gives how many comments that were.
    async fn forget_commenter(&self, email: &str) -> Result<u64, StoreError>;

    /// What an account has written, newest first.
    async fn comments_of(&self, id: CustomerId) -> Result<Vec<OwnComment>, StoreError>;
}
