//! Comments under pages and posts, and the form that writes one.

use serde::Serialize;

use super::Notice;
use crate::content::comment::CommentForm;

/// One page of a content page's comments.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentsView {
    /// Comments by thread, each before its replies; the reader's own pending one comes first.
    pub list: Vec<CommentView>,
    /// Number of published comments.
    pub total: i64,
    /// Current page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// URL of page 1.
    pub first_page_path: String,
    /// URL of the other pages, with `{page}`.
    pub page_path_template: String,
    /// Whether comments are moderated before they are published.
    pub moderated: bool,
    /// The form; `None`: the reader cannot write.
    pub form: Option<CommentFormView>,
    /// Reason why there is no form.
    pub closed: String,
}

/// A comment as shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentView {
    /// Id of the comment; its anchor is `#comment-{id}`.
    pub id: i64,
    /// Name of the author.
    pub author: String,
    /// Whether the shop itself wrote it.
    pub by_shop: bool,
    /// Escaped text of the comment.
    pub html: String,
    /// Date, formatted in the page's language.
    pub date: String,
    /// Number of ancestors in its thread.
    pub depth: i64,
    /// The comment that it replies to; `None`: it starts a thread.
    pub answers: Option<AnsweredComment>,
    /// Whether it waits for moderation; only its author sees it.
    pub waiting: bool,
    /// Page with the reply form under it; `None`: replies are not possible.
    pub reply_path: Option<String>,
}

/// A comment that has a reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AnsweredComment {
    pub id: i64,
    /// Name of the author; `None`: it is no longer shown.
    pub author: Option<String>,
}

/// The form for a comment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentFormView {
    /// URL that the form is submitted to.
    pub action: String,
    /// Value of `comment_post_ID`.
    pub page_id: i64,
    /// Nonce of the form.
    pub nonce: String,
    /// Name of the honeypot field, which people do not see.
    pub trap: String,
    /// Name of the logged-in author; empty: a guest.
    pub writer: String,
    /// Values as submitted.
    pub form: CommentForm,
    /// Value of `comment_parent`: the comment that the form is under, 0: its default position.
    pub parent: i64,
    /// Page with the form at its default position.
    pub cancel_path: String,
    /// Errors of the submitted form.
    pub errors: Vec<Notice>,
}
