//! Comments as pages and posts show them, and who reads them.

use shop_core::base::{FieldError, Params};
use shop_core::comment::{CommentForm, CommentStatus, ReplyForm, TRAP_FIELD, takes_answers};
use shop_core::content::page::{PageKind, path as path_of};
use shop_core::messages::{codes, text};
use shop_core::view::{AnsweredComment, CommentFormView, CommentView, CommentsView, Notice};
use shop_core::words::site_texts;
use shop_services::comments::PageComments;
use shop_services::pages::ShownAt;
use shop_services::ports::{Comment, Customer, PageRecord, StoreError};
use shop_services::reviews::public_name;

use super::context::Context;
use super::reviews::{form_owner, html_of};
use crate::pairs::Pairs;
use crate::session::Session;
use crate::state::AppState;

/// Action of the form's nonce.
pub(crate) const FORM_NONCE: &str = "comment";
/// Action of the mark by which a writer sees the own comment that waits.
const WAITING_NONCE: &str = "comment-waiting";

/// Who looks at a page with comments.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// The logged-in customer.
    customer: Option<Customer>,
    /// The own comment that waits, shown after it was sent.
    waiting: Option<Comment>,
}

impl Reader {
    /// Reads the session, and the mark of a comment in the address (`unapproved` and `moderation-hash`, as the platform writes
    /// them).
    pub(crate) async fn of(state: &AppState, session: &Session, query: &Pairs) -> Result<Self, StoreError> {
        let customer = match session.customer_id {
            Some(id) => state.shop.logins.customer(id).await?,
            None => None,
        };
        let marked = query.get("unapproved").and_then(|id| id.parse::<i64>().ok());
        let mark = query.get("moderation-hash").unwrap_or_default();
        let now = state.shop.context.now();
        let valid = |id: &i64| state.secrets.nonce_is_valid(mark, WAITING_NONCE, &id.to_string(), now);
        let waiting = match marked.filter(valid) {
            Some(id) => state.shop.comments.comment(id).await?,
            None => None,
        };
        // What was taken for advertising is not told so: its sender would try again.
        let waits = |comment: &Comment| matches!(comment.status, CommentStatus::Hold | CommentStatus::Spam);
        Ok(Self { customer, waiting: waiting.filter(waits) })
    }

    /// Whether the page is not the one that all guests get.
    pub(crate) fn is_somebody(&self) -> bool {
        self.customer.is_some() || self.waiting.is_some()
    }

    /// Whether the shop knows who would write.
    pub(crate) fn is_known(&self) -> bool {
        self.customer.is_some()
    }

    /// What the form's nonce is bound to.
    pub(crate) fn nonce_owner(&self) -> String {
        form_owner(self.customer.as_ref())
    }
}

/// The page at an address, if it is shown and has comments.
pub(crate) fn commented<'a>(context: &'a Context, kind: PageKind, slug: &str) -> Option<&'a PageRecord> {
    match context.pages.at(kind, slug, context.now) {
        Some(ShownAt::Here(record)) if record.page.comments => Some(record),
        _ => None,
    }
}

/// The address of the page on which the writer sees the comment that waits.
pub(crate) fn waiting_address(state: &AppState, record: &PageRecord, id: i64) -> String {
    let mark = state.secrets.nonce(WAITING_NONCE, &id.to_string(), state.shop.context.now());
    let path = path_of(record.page.kind, &record.page.slug);
    format!("{path}?unapproved={id}&moderation-hash={mark}#comment-{id}")
}

/// The address of a published comment.
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

/// A form that comes back.
#[derive(Debug, Default)]
pub(crate) struct TriedComment {
    /// As it was filled in.
    pub form: CommentForm,
    /// Where it stood.
    pub reply: ReplyForm,
    /// What was refused.
    pub errors: Vec<Notice>,
}

/// The comments of a page for a reader; `None`: there is no such page of them. `query`: `cpage` and `replytocom`.
pub(crate) async fn comments(
    context: &Context,
    record: &PageRecord,
    query: &Pairs,
    reader: &Reader,
    tried: Option<TriedComment>,
) -> Result<Option<CommentsView>, StoreError> {
    let number = |name: &str| query.get(name).map(|typed| typed.trim().parse::<u32>().unwrap_or(0));
    let reply = tried
        .as_ref()
        .map_or_else(|| number("replytocom").map(ReplyForm::under).unwrap_or_default(), |tried| tried.reply);
    let of = &context.state.shop.comments;
    let page = match (&tried, reply.answers()) {
        (Some(_), Some(id)) => of.page_number(i64::from(id)).await?,
        _ => number("cpage").map_or(1, u64::from),
    };
    let Some(found) = of.of_page(record.id, page).await? else { return Ok(None) };
    let paths = Paths(path_of(record.page.kind, &record.page.slug));
    let own = reader.waiting.iter().filter(|comment| comment.page_id == record.id);
    let closed = context.settings.comments.members_only && !reader.is_known();
    let form = (!closed).then(|| form_view(context, record, reader, (&found, reply), tried.unwrap_or_default()));
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

/// The form. It stands under a comment only where that is on the page and may be answered.
fn form_view(
    context: &Context,
    record: &PageRecord,
    reader: &Reader,
    (found, reply): (&PageComments, ReplyForm),
    tried: TriedComment,
) -> CommentFormView {
    let paths = Paths(path_of(record.page.kind, &record.page.slug));
    let wanted = reply.answers().map(i64::from);
    let above = found.list.iter().find(|one| Some(one.id) == wanted && takes_answers(one.depth));
    CommentFormView {
        // Of another address than where the cancel link leads: without scripts a refused answer would stay there.
        action: above.map_or_else(|| format!("{}#respond", paths.0), |one| paths.reply(found.page, one.id)),
        page_id: record.id,
        nonce: context.state.secrets.nonce(FORM_NONCE, &reader.nonce_owner(), context.state.shop.context.now()),
        trap: TRAP_FIELD.into(),
        writer: reader.customer.as_ref().map(public_name).unwrap_or_default(),
        form: CommentForm { known_writer: reader.is_known(), ..tried.form },
        parent: above.map_or(0, |one| one.id),
        cancel_path: format!("{}#respond", paths.page(found.page)),
        errors: tried.errors,
    }
}

fn comment_view(context: &Context, comment: &Comment, found: &PageComments, paths: &Paths, open: bool) -> CommentView {
    let author = |comment: &Comment| match comment.author.as_str() {
        "" => site_texts::former_customer(context.lang).to_owned(),
        name => name.to_owned(),
    };
    let published = comment.status.counts();
    CommentView {
        id: comment.id,
        author: author(comment),
        html: html_of(&comment.body),
        date: shop_core::base::format::date(comment.created_at, context.lang),
        depth: i64::try_from(comment.depth).unwrap_or(0),
        answers: comment.parent_id.map(|id| AnsweredComment { id, author: found.answered.get(&id).map(author) }),
        waiting: !published,
        reply_path: (open && published && takes_answers(comment.depth)).then(|| paths.reply(found.page, comment.id)),
    }
}

/// A refusal with the name that its field has on the wire.
pub(crate) fn refusal_notice(context: &Context, error: &FieldError) -> Notice {
    let field = match error.field.as_str() {
        "text" => "comment",
        "name" => "author",
        other => other,
    };
    let text = shop_core::messages::sentence(error, context.lang);
    Notice { kind: "error".into(), text, field: field.to_owned(), link: None }
}
