//! Comments under pages and posts.

use std::collections::BTreeMap;

use async_trait::async_trait;
use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::content::comment::CommentStatus;

use super::StoreError;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// Id; 0 if not stored yet.
    pub id: i64,
    /// The page or post.
    pub page_id: i64,
    /// The comment that this one replies to; `None` starts a thread.
    pub parent_id: Option<i64>,
    /// Number of ancestors in the thread.
    pub depth: usize,
    /// The author's account; `None` for a guest.
    pub customer_id: Option<CustomerId>,
    /// Whether the shop itself wrote it.
    pub by_shop: bool,
    /// Name shown; empty if the author's data was erased.
    pub author: String,
    /// The author's address, lower case; never shown.
    pub author_email: String,
    /// Plain text, not HTML.
    pub body: String,
    pub status: CommentStatus,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentFilter {
    /// Published comments of a page, thread by thread: the oldest thread first, each comment before its replies.
    Page(i64),
    /// Comments with a status, newest first.
    Status(CommentStatus),
}

/// A comment in its author's data export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnComment {
    /// The page or post.
    pub page_id: i64,
    pub body: String,
    pub status: CommentStatus,
    pub created_at: UnixSeconds,
}

/// Result of submitting a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentAdded {
    /// Stored under this id.
    New(i64),
    /// The same author already sent the same text, stored under this id.
    Same(i64),
    /// The parent comment is not, or no longer, published on this page.
    ParentGone,
    /// The parent comment is nested too deeply for a reply.
    TooDeep,
    /// The page does not exist.
    PageGone,
}

#[async_trait]
pub trait CommentStore: Send + Sync {
    /// Lists comments, and the total count.
    async fn list_comments(
        &self,
        filter: &CommentFilter,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Comment>, u64), StoreError>;

    /// Returns a comment, whatever its status.
    async fn comment(&self, id: i64) -> Result<Option<Comment>, StoreError>;

    /// Returns the published comments among these.
    async fn published_comments(&self, ids: &[i64]) -> Result<Vec<Comment>, StoreError>;

    /// Counts the published comments that precede a comment on its page.
    async fn comments_before(&self, id: i64) -> Result<u64, StoreError>;

    /// Counts comments by status; statuses without comments are left out.
    async fn count_comments(&self) -> Result<BTreeMap<CommentStatus, u64>, StoreError>;

    /// Adds a submitted comment; its depth follows from its parent.
    async fn add_comment(&self, comment: &Comment) -> Result<CommentAdded, StoreError>;

    /// Sets a comment's status; returns the previous one, or `None` if there is no such comment.
    async fn set_comment_status(
        &self,
        id: i64,
        status: CommentStatus,
        now: UnixSeconds,
    ) -> Result<Option<CommentStatus>, StoreError>;

    /// Removes name, address and account from all comments of a (non-empty) address; returns how many there were.
    async fn forget_commenter(&self, email: &str) -> Result<u64, StoreError>;

    /// Lists an account's comments, newest first.
    async fn comments_of(&self, id: CustomerId) -> Result<Vec<OwnComment>, StoreError>;
}
