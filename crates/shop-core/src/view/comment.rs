//! Comments under pages and posts, and the form that writes one.

use serde::Serialize;

use super::Notice;
use crate::content::comment::CommentForm;

/// The comments of a page, one page of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentsView {
    /// Thread by thread, each before its answers; before them the reader's own one that waits.
    pub list: Vec<CommentView>,
    /// All published ones.
    pub total: i64,
    /// This page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// Address of page 1.
    pub first_page_path: String,
    /// Address of page `n` is this with `{page}` replaced.
    pub page_path_template: String,
    /// A person reads them before they are published.
    pub moderated: bool,
    /// The form; nothing: the reader may not write.
    pub form: Option<CommentFormView>,
    /// Why there is no form.
    pub closed: String,
}

/// A comment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentView {
    /// Number; `#comment-{id}` leads to it.
    pub id: i64,
    /// Who wrote it.
    pub author: String,
    /// The shop itself wrote it.
    pub by_shop: bool,
    /// Its words, escaped.
    pub html: String,
    /// Day, in words.
    pub date: String,
    /// Comments before it on the way from the first one of its thread.
    pub depth: i64,
    /// What it answers; nothing: it begins a thread.
    pub answers: Option<AnsweredComment>,
    /// It waits for a person; only its writer sees it.
    pub waiting: bool,
    /// Address of the page with the form under it; nothing: it cannot be answered.
    pub reply_path: Option<String>,
}

/// A comment that another one answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AnsweredComment {
    pub id: i64,
    /// Who wrote it; nothing: it is no longer shown.
    pub author: Option<String>,
}

/// The form that writes a comment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CommentFormView {
    /// Where it is sent.
    pub action: String,
    /// `comment_post_ID`.
    pub page_id: i64,
    /// Goes with it.
    pub nonce: String,
    /// Name of a field that no person sees.
    pub trap: String,
    /// The name that a known writer signs with; empty: a guest.
    pub writer: String,
    /// What was typed.
    pub form: CommentForm,
    /// `comment_parent`: the comment under which it stands, 0: at its own place.
    pub parent: i64,
    /// Address of the page with the form at its own place.
    pub cancel_path: String,
    /// What was refused.
    pub errors: Vec<Notice>,
}
