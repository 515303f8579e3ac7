//! Comments on pages and posts: written by readers, moderated by the merchant.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::{CustomerId, FieldError};
use shop_core::content::comment::{self, CommentForm, CommentStatus, ReplyForm, first_status};
use shop_core::platform::messages::codes;

use crate::catalogue::reviews::{Sent, public_name};
use crate::platform::context::Context;
use crate::ports::{Comment, CommentAdded, CommentFilter, CommentStore, CustomerStore, PageRecord, StoreError, ports};

/// A page of the published comments of a page or post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageComments {
    /// Ordered by thread.
    pub list: Vec<Comment>,
    /// Published parents of the listed replies, on whichever page they are.
    pub answered: BTreeMap<i64, Comment>,
    /// Number of all published comments.
    pub total: u64,
    /// Page number, from 1.
    pub page: u64,
    /// Number of pages; at least 1.
    pub pages: u64,
}

/// The sender of a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommentSender {
    pub customer_id: Option<CustomerId>,
    /// The honeypot field, invisible to people, was filled in.
    pub trapped: bool,
}

ports! {
    pub(crate) trait CommentsPorts: CommentStore + CustomerStore
}

#[derive(Clone)]
pub struct Comments {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CommentsPorts>,
}

impl Comments {
    /// Submits a comment, or returns why it was rejected. Name and address of a logged-in author are those of the account.
    pub async fn send(
        &self,
        record: &PageRecord,
        form: &CommentForm,
        reply: ReplyForm,
        sender: CommentSender,
    ) -> Result<Result<Sent, Vec<FieldError>>, StoreError> {
        let reject = |code: &'static str| Ok(Err(vec![FieldError::new("", code)]));
        if !record.page.comments {
            return reject(codes::COMMENT_CLOSED);
        }
        let settings = self.context.settings().await?;
        let account = match sender.customer_id {
            Some(id) => self.store.customer(id).await?,
            None => None,
        };
        if settings.comments.members_only && account.is_none() {
            return reject(codes::COMMENT_LOGIN_REQUIRED);
        }
        let checked = match comment::check(&CommentForm { known_writer: account.is_some(), ..form.clone() }) {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(errors)),
        };
        let new = Comment {
            page_id: record.id,
            parent_id: reply.answers().map(i64::from),
            customer_id: account.as_ref().map(|customer| customer.id),
            author: account.as_ref().map_or_else(|| checked.name().to_owned(), public_name),
            author_email: account.as_ref().map_or(checked.email(), |customer| customer.email.as_str()).to_lowercase(),
            body: checked.text().to_owned(),
            status: first_status(settings.comments.moderated, sender.trapped),
            created_at: self.context.now(),
            ..Comment::default()
        };
        match self.store.add_comment(&new).await? {
            CommentAdded::New(id) => {
                if new.status.counts() {
                    self.context.settings_changed();
                }
                Ok(Ok(Sent { id, status: new.status }))
            }
            CommentAdded::Same(id) => {
                let stored = self.store.comment(id).await?;
                Ok(Ok(Sent { id, status: stored.map_or(new.status, |one| one.status) }))
            }
            CommentAdded::ParentGone => reject(codes::COMMENT_PARENT_GONE),
            CommentAdded::TooDeep => reject(codes::COMMENT_TOO_DEEP),
            CommentAdded::PageGone => reject(codes::COMMENT_CLOSED),
        }
    }

    /// Returns a page of the published comments, counted from 1; `None` if there is no such page. The first page always exists.
    pub async fn of_page(&self, page_id: i64, page: u64) -> Result<Option<PageComments>, StoreError> {
        match self.load_page(page_id, page.max(1)).await? {
            found if page == found.page && page <= found.pages => Ok(Some(found)),
            _ => Ok(None),
        }
    }

    /// The same, or the last page if there are fewer because comments were unpublished meanwhile.
    pub async fn of_page_or_last(&self, page_id: i64, page: u64) -> Result<PageComments, StoreError> {
        let found = self.load_page(page_id, page.max(1)).await?;
        if found.page <= found.pages { Ok(found) } else { self.load_page(page_id, found.pages).await }
    }

    /// Loads a page of comments, even if it is empty.
    async fn load_page(&self, page_id: i64, page: u64) -> Result<PageComments, StoreError> {
        let per_page = self.per_page().await?;
        let before = page.saturating_sub(1).saturating_mul(per_page);
        let (list, total) = self.store.list_comments(&CommentFilter::Page(page_id), before, per_page).await?;
        let pages = total.div_ceil(per_page).max(1);
        let mut wanted: Vec<i64> = list.iter().filter_map(|one| one.parent_id).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let answered = self.store.published_comments(&wanted).await?;
        let answered = answered.into_iter().map(|one| (one.id, one)).collect();
        Ok(PageComments { list, answered, total, page, pages })
    }

    /// Number of the page on which a published comment is listed, from 1.
    pub async fn page_number(&self, id: i64) -> Result<u64, StoreError> {
        Ok(self.store.comments_before(id).await? / self.per_page().await? + 1)
    }

    async fn per_page(&self) -> Result<u64, StoreError> {
        let set = self.context.settings().await?.comments.per_page;
        Ok(u64::try_from(set).unwrap_or(1).clamp(1, 100))
    }

    /// Returns a comment, whatever its status.
    pub async fn comment(&self, id: i64) -> Result<Option<Comment>, StoreError> {
        self.store.comment(id).await
    }

    /// Lists comments of a status for the merchant, newest first, and the total count.
    pub async fn by_status(
        &self,
        status: CommentStatus,
        offset: u64,
        limit: u64,
    ) -> Result<(Vec<Comment>, u64), StoreError> {
        self.store.list_comments(&CommentFilter::Status(status), offset, limit).await
    }

    /// Counts the comments waiting for moderation.
    pub async fn waiting(&self) -> Result<u64, StoreError> {
        Ok(self.store.count_comments().await?.get(&CommentStatus::Hold).copied().unwrap_or(0))
    }

    /// Replies to a comment in the shop's name; the reply is published at once. Sending the same reply twice stores one, and
    /// publishes it again if it was in spam or trash. `None` if there is no such comment.
    pub async fn reply(&self, id: i64, words: &str) -> Result<Option<CommentAdded>, StoreError> {
        let Some(answered) = self.store.comment(id).await? else { return Ok(None) };
        let answer = Comment {
            page_id: answered.page_id,
            parent_id: Some(id),
            by_shop: true,
            author: self.context.settings().await?.shop.name.clone(),
            body: words.to_owned(),
            status: CommentStatus::Approved,
            created_at: self.context.now(),
            ..Comment::default()
        };
        let added = self.store.add_comment(&answer).await?;
        match added {
            CommentAdded::New(_) => self.context.settings_changed(),
            CommentAdded::Same(id) => {
                self.set_status(id, CommentStatus::Approved).await?;
            }
            CommentAdded::ParentGone | CommentAdded::TooDeep | CommentAdded::PageGone => {}
        }
        Ok(Some(added))
    }

    /// Erases the author's data from all comments of an address, which stay without a name.
    pub async fn forget_writer(&self, email: &str) -> Result<(), StoreError> {
        if !email.is_empty() && self.store.forget_commenter(email).await? > 0 {
            self.context.settings_changed();
        }
        Ok(())
    }

    /// Sets a comment's status. Returns the previous one; `None` if there is no such comment.
    pub async fn set_status(&self, id: i64, status: CommentStatus) -> Result<Option<CommentStatus>, StoreError> {
        let before = self.store.set_comment_status(id, status, self.context.now()).await?;
        if before.is_some_and(|before| before.counts() != status.counts()) {
            self.context.settings_changed();
        }
        Ok(before)
    }
}
