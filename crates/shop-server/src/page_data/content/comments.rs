//! Comments on pages and posts.

use std::sync::Arc;

use shop_core::base::Params;
use shop_core::content::comment::{CommentForm, CommentStatus, ReplyForm, TRAP_FIELD, takes_answers};
use shop_core::content::page::{PageKind, path as path_of};
use shop_core::platform::messages::{codes, text};
use shop_core::view::{AnsweredComment, CommentFormView, CommentView, CommentsView, Notice};
use shop_services::content::comments::PageComments;
use shop_services::content::pages::PageMatch;
use shop_services::ports::{Comment, PageRecord, StoreError};

use super::moderation::{Moderated, Reader, html_of, writer_name};
use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::page_data::context::Context;

impl Moderated for Comment {
    const FORM_NONCE: &'static str = "comment";
    const WAITING_NONCE: &'static str = "comment-waiting";

    async fn find(storefront: &Arc<Storefront>, id: i64) -> Result<Option<Self>, StoreError> {
        storefront.comments.comment(id).await
    }

    /// Spam counts as pending for its sender, who would otherwise try again.
    fn waits(&self) -> bool {
        matches!(self.status, CommentStatus::Hold | CommentStatus::Spam)
    }
}

/// Finds the page at an address, if it is published and open for comments.
pub(crate) fn commented<'a>(context: &'a Context, kind: PageKind, slug: &str) -> Option<&'a PageRecord> {
    match context.pages.at(kind, slug, context.now) {
        Some(PageMatch::Here(record)) if record.page.comments => Some(record),
        _ => None,
    }
}

/// Returns the address of a published comment.
pub(crate) fn published_address(record: &PageRecord, page: u64, id: i64) -> String {
    format!("{}#comment-{id}", Paths(path_of(record.page.kind, &record.page.slug)).page(page))
}

/// Addresses of a page's comments.
struct Paths(String);

impl Paths {
    fn page(&self, page: u64) -> String {
        if page <= 1 { self.0.clone() } else { format!("{}?cpage={page}", self.0) }
    }

    fn reply(&self, page: u64, id: i64) -> String {
        let mark = if page <= 1 { '?' } else { '&' };
        format!("{}{mark}replytocom={id}#respond", self.page(page))
    }
}

/// A rejected comment form.
#[derive(Debug, Default)]
pub(crate) struct RejectedComment {
    /// The submitted form.
    pub form: CommentForm,
    /// The comment it replies to.
    pub reply: ReplyForm,
    pub errors: Vec<Notice>,
}

/// Builds a page of comments; `None` when there is no such page. `query`: `cpage` and `replytocom`.
pub(crate) async fn comments(
    context: &Context,
    record: &PageRecord,
    query: &Pairs,
    reader: &Reader<Comment>,
    tried: Option<RejectedComment>,
) -> Result<Option<CommentsView>, StoreError> {
    let number = |name: &str| query.get(name).map(|typed| typed.trim().parse::<u32>().unwrap_or(0));
    let reply = tried
        .as_ref()
        .map_or_else(|| number("replytocom").map(ReplyForm::under).unwrap_or_default(), |tried| tried.reply);
    let of = &context.storefront.comments;
    let page = match (&tried, reply.answers()) {
        (Some(_), Some(id)) => of.page_number(i64::from(id)).await?,
        _ => number("cpage").map_or(1, u64::from),
    };
    // A rejected form is always shown, so that the text is not lost.
    let is_tried = tried.is_some();
    let found = if is_tried {
        of.of_page_or_last(record.id, page).await?
    } else {
        let Some(found) = of.of_page(record.id, page).await? else { return Ok(None) };
        found
    };
    let paths = Paths(path_of(record.page.kind, &record.page.slug));
    let own = reader.waiting.iter().filter(|comment| comment.page_id == record.id);
    let closed = context.settings.comments.members_only && !reader.is_known();
    let form =
        (!closed || is_tried).then(|| form_view(context, record, reader, (&found, reply), tried.unwrap_or_default()));
    let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    Ok(Some(CommentsView {
        list: own.chain(&found.list).map(|comment| comment_view(context, comment, &found, &paths, !closed)).collect(),
        total: count(found.total),
        page: count(found.page),
        pages: count(found.pages),
        page_path_template: format!("{}?cpage={{page}}", paths.0),
        first_page_path: paths.0,
        moderated: context.settings.comments.moderated,
        form,
        closed: if closed { text(codes::COMMENT_LOGIN_REQUIRED, &Params::new(), context.lang) } else { String::new() },
    }))
}

/// Builds the form. It is placed under a comment only if that is on the page and accepts replies.
fn form_view(
    context: &Context,
    record: &PageRecord,
    reader: &Reader<Comment>,
    (found, reply): (&PageComments, ReplyForm),
    tried: RejectedComment,
) -> CommentFormView {
    let paths = Paths(path_of(record.page.kind, &record.page.slug));
    let wanted = reply.answers().map(i64::from);
    let above = found.list.iter().find(|one| Some(one.id) == wanted && takes_answers(one.depth));
    CommentFormView {
        // Differs from the cancel link's address: without scripts, the error of a rejected reply would remain there.
        action: above.map_or_else(|| format!("{}#respond", paths.0), |one| paths.reply(found.page, one.id)),
        page_id: record.id,
        nonce: reader.nonce(&context.storefront),
        trap: TRAP_FIELD.into(),
        writer: reader.writer(),
        form: CommentForm { known_writer: reader.is_known(), ..tried.form },
        parent: above.map_or(0, |one| one.id),
        cancel_path: format!("{}#respond", paths.page(found.page)),
        errors: tried.errors,
    }
}

fn comment_view(context: &Context, comment: &Comment, found: &PageComments, paths: &Paths, open: bool) -> CommentView {
    let author = |comment: &Comment| writer_name(&comment.author, context.lang).to_owned();
    let published = comment.status.counts();
    CommentView {
        id: comment.id,
        author: author(comment),
        by_shop: comment.by_shop,
        html: html_of(&comment.body),
        date: shop_core::base::format::date(comment.created_at, context.lang),
        depth: i64::try_from(comment.depth).unwrap_or(0),
        answers: comment.parent_id.map(|id| AnsweredComment { id, author: found.answered.get(&id).map(author) }),
        waiting: !published,
        reply_path: (open && published && takes_answers(comment.depth)).then(|| paths.reply(found.page, comment.id)),
    }
}
