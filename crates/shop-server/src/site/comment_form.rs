//! Sending a comment under a page or post: the plain form of the page, and the address under which the platform's clients send it.

use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::comment::{self, CommentForm, CommentStatus, MAX_AN_HOUR, ReplyForm, TRAP_FIELD};
use shop_core::content::page::path as path_of;
use shop_core::messages::codes;
use shop_services::comments::CommentSender;
use shop_services::pages::ShownAt;
use shop_services::ports::{PageRecord, StoreError};

use crate::page_data::comments::{
    FORM_NONCE, Reader, TriedComment, comments, published_address, refusal_notice, waiting_address,
};
use crate::page_data::context::{Context, unavailable};
use crate::page_data::written::content_of;
use crate::pairs::Pairs;
use crate::render::PageRequest;
use crate::session::Session;
use crate::state::AppState;

const HOUR_S: i64 = 3600;
/// Longest text that is read, in characters: the rules tell about shorter limits.
const MAX_CHARS: usize = 6000;

/// Who sends something, and from where.
#[derive(Clone, Copy)]
pub(super) struct Sender<'a> {
    pub state: &'a AppState,
    pub session: &'a Session,
    pub headers: &'a HeaderMap,
    pub connection: &'a Extensions,
    pub request: &'a PageRequest,
}

/// Whether a form sent to the platform's address is a comment under a page: pages and products are numbered apart, and only the
/// form's nonce tells whose number it names.
pub(super) async fn is_comment(state: &AppState, session: &Session, fields: &Pairs) -> bool {
    let Ok(reader) = Reader::of(state, session, &Pairs::default()).await else { return false };
    has_nonce(state, &reader, fields)
}

fn has_nonce(state: &AppState, reader: &Reader, fields: &Pairs) -> bool {
    let nonce = fields.get("nonce").unwrap_or_default();
    state.secrets.nonce_is_valid(nonce, FORM_NONCE, &reader.nonce_owner(), state.shop.context.now())
}

/// Takes the form `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. A comment that is taken leads back to
/// the page, where its writer sees it; a refused one comes back with what was typed and what is wrong. `path`: the page that it was
/// sent to; `None`: it is named by its number alone.
pub(super) async fn send(sender: Sender<'_>, path: Option<&str>, fields: &Pairs) -> Response {
    if !crate::session::is_same_origin(sender.headers, sender.state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    match taken(sender, path, fields).await {
        Ok(Outcome::Sent(to)) => Redirect::to(&to).into_response(),
        Ok(Outcome::NoPage) => StatusCode::NOT_FOUND.into_response(),
        Ok(Outcome::Refused(refusal)) => page(sender, *refusal).await,
        Err(error) => {
            tracing::error!(%error, "a comment could not be taken");
            crate::failures::status_of(&error).into_response()
        }
    }
}

enum Outcome {
    /// Where the writer is sent.
    Sent(String),
    NoPage,
    Refused(Box<Refusal>),
}

struct Refusal {
    status: StatusCode,
    record: PageRecord,
    form: CommentForm,
    reply: ReplyForm,
    errors: Vec<FieldError>,
    /// Seconds until another try.
    wait_s: Option<i64>,
}

async fn taken(sender: Sender<'_>, path: Option<&str>, fields: &Pairs) -> Result<Outcome, StoreError> {
    let Sender { state, session, .. } = sender;
    let Some(record) = named(state, path, fields).await? else { return Ok(Outcome::NoPage) };
    let reader = Reader::of(state, session, &Pairs::default()).await?;
    let form = read(fields, reader.is_known());
    let reply = reply(fields);
    let refused = |status: StatusCode, errors: Vec<FieldError>, wait_s: Option<i64>| {
        let (record, form, reply) = (record.clone(), form.clone(), reply.unwrap_or_default());
        Ok(Outcome::Refused(Box::new(Refusal { status, record, form, reply, errors, wait_s })))
    };
    if !has_nonce(state, &reader, fields) {
        return refused(StatusCode::FORBIDDEN, vec![FieldError::new("", codes::FORM_EXPIRED)], None);
    }
    let Some(answers) = reply else {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, vec![FieldError::new("", codes::COMMENT_PARENT_GONE)], None);
    };
    let errors = comment::errors(&form);
    if !errors.is_empty() {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None);
    }
    if let Err(wait_s) = count(sender) {
        let error = FieldError::new("", codes::COMMENT_TOO_MANY).with("max", MAX_AN_HOUR);
        return refused(StatusCode::TOO_MANY_REQUESTS, vec![error], Some(wait_s));
    }
    let trapped = fields.get(TRAP_FIELD).is_some_and(|typed| !typed.trim().is_empty());
    let by = CommentSender { customer_id: session.customer_id, trapped };
    match state.shop.comments.send(&record, &form, answers, by).await? {
        Ok(sent) if sent.status == CommentStatus::Approved => {
            let page = state.shop.comments.page_number(sent.id).await?;
            Ok(Outcome::Sent(published_address(&record, page, sent.id)))
        }
        Ok(sent) => Ok(Outcome::Sent(waiting_address(state, &record, sent.id))),
        Err(errors) => refused(StatusCode::UNPROCESSABLE_ENTITY, errors, None),
    }
}

/// The page that the form names, if it is shown, and at the path that it was sent to.
async fn named(state: &AppState, path: Option<&str>, fields: &Pairs) -> Result<Option<PageRecord>, StoreError> {
    let number = fields.get("comment_post_ID").and_then(|id| id.trim().parse::<i64>().ok()).unwrap_or(0);
    let (pages, now) = (state.shop.context.pages().await?, state.shop.context.now());
    let shown = |record: &&PageRecord| {
        let here = pages.at(record.page.kind, &record.page.slug, now) == Some(ShownAt::Here(record));
        record.id == number && here && path.is_none_or(|path| path == path_of(record.page.kind, &record.page.slug))
    };
    Ok(pages.all().iter().find(shown).cloned())
}

/// The budget of an hour, by address, session and account: whichever is used up first.
fn count(Sender { state, session, connection, .. }: Sender<'_>) -> Result<(), i64> {
    let now = state.shop.context.now();
    let account = session.customer_id.map(|id| id.0.to_string());
    let key = session.exists().then(|| session.key.clone());
    let address = crate::client::client_ip(connection);
    let who = [("comment-address", Some(address)), ("comment-session", key), ("comment-account", account)];
    for (action, who) in who.into_iter().filter_map(|(action, who)| Some((action, who?))) {
        state.limits.count(action, &who, MAX_AN_HOUR, HOUR_S, now)?;
    }
    Ok(())
}

/// The form under its field names on the wire.
fn read(fields: &Pairs, known_writer: bool) -> CommentForm {
    let text = |name: &str| fields.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    CommentForm {
        name: text("author"),
        email: text("email"),
        text: text("comment").replace("\r\n", "\n"),
        known_writer,
    }
}

/// What `comment_parent` says: missing, empty or 0 answers nothing; `None`: it can be no comment's number.
fn reply(fields: &Pairs) -> Option<ReplyForm> {
    match fields.get("comment_parent").map(str::trim) {
        None | Some("") => Some(ReplyForm::default()),
        Some(typed) => typed.parse().ok().map(ReplyForm::under),
    }
}

async fn page(sender: Sender<'_>, refusal: Refusal) -> Response {
    let Sender { state, session, request, .. } = sender;
    let Refusal { status, record, form, reply, errors, wait_s } = refusal;
    let build = || async {
        let context = Context::load(state, &session.buyer).await.map_err(unavailable)?;
        let path = path_of(record.page.kind, &record.page.slug);
        let reader = Reader::of(state, session, &Pairs::default()).await.map_err(unavailable)?;
        let errors = errors.iter().map(|error| refusal_notice(&context, error)).collect();
        let tried = TriedComment { form, reply, errors };
        let shown = comments(&context, &record, &Pairs::default(), &reader, Some(tried)).await.map_err(unavailable)?;
        Ok(content_of(&context, &record, &path, shown))
    };
    let mut response = state.pages.respond_uncached(request, state.lang(), build).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    if let Some(wait) = wait_s.and_then(|wait_s| HeaderValue::from_str(&wait_s.to_string()).ok()) {
        response.headers_mut().insert(header::RETRY_AFTER, wait);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_that_is_no_number_is_a_wrong_one_and_none_begins_a_thread() {
        let parent = |typed: &str| reply(&Pairs(vec![("comment_parent".into(), typed.into())]));
        for typed in ["", " ", "0"] {
            assert_eq!(parent(typed), Some(ReplyForm::default()), "{typed:?}");
        }
        assert_eq!(parent("7"), Some(ReplyForm::under(7)));
        for typed in ["x", "-1", "7.5", "99999999999", "7 8"] {
            assert_eq!(parent(typed), None, "{typed}");
        }
        assert_eq!(reply(&Pairs::default()), Some(ReplyForm::default()));
    }
}
