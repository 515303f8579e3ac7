//! Sending a comment under a page or post: the plain form of the page, and the address under which the platform's clients send it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::content::comment::{self, CommentForm, MAX_AN_HOUR, TRAP_FIELD};
use shop_core::content::page::path as path_of;
use shop_core::platform::messages::codes;
use shop_services::content::comments::CommentSender;
use shop_services::content::pages::ShownAt;
use shop_services::ports::{Comment, PageRecord, StoreError};

use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::comments::{TriedComment, comments, published_address};
use crate::page_data::context::{Context, unavailable};
use crate::page_data::reader::{Reader, waiting_address};
use crate::page_data::written::content_of;
use crate::site::moderated_form::Budget;
use crate::site::moderated_form::Refusal;
use crate::site::moderated_form::Sender;
use crate::site::moderated_form::post_id;
use crate::site::moderated_form::reply;
use crate::site::moderated_form::text;
use crate::site::moderated_form::typed;

const BUDGET: Budget = Budget {
    actions: ["comment-address", "comment-session", "comment-account"],
    limit: MAX_AN_HOUR,
    span_s: 3600,
    used_up: codes::COMMENT_TOO_MANY,
};

/// Whether a form sent to the platform's address is a comment under a page: pages and products are numbered apart, and only the
/// form's nonce tells whose number it names.
pub(in crate::site) async fn is_comment(state: &AppState, session: &Session, fields: &Pairs) -> bool {
    let reader = Reader::<Comment>::of(state, session, &Pairs::default()).await;
    reader.is_ok_and(|reader| reader.has_nonce(state, fields))
}

/// Takes the form `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. A comment that is taken leads back to
/// the page, where its writer sees it; a refused one comes back with what was typed and what is wrong. `path`: the page that it was
/// sent to; `None`: it is named by its number alone.
pub(in crate::site) async fn send(sender: Sender<'_>, path: Option<&str>, fields: &Pairs) -> Response {
    sender.answer(taken(sender, path, fields)).await
}

async fn taken(sender: Sender<'_>, path: Option<&str>, fields: &Pairs) -> Result<Response, StoreError> {
    let Sender { state, session, .. } = sender;
    let Some(record) = named(state, path, fields).await? else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let reader = Reader::<Comment>::of(state, session, &Pairs::default()).await?;
    let form = CommentForm {
        name: typed(fields, "author"),
        email: typed(fields, "email"),
        text: text(fields),
        known_writer: reader.is_known(),
    };
    let errors = match reply(fields) {
        Some(_) => comment::errors(&form),
        None => vec![FieldError::new("", codes::COMMENT_PARENT_GONE)],
    };
    let answers = reply(fields).unwrap_or_default();
    let trapped = fields.get(TRAP_FIELD).is_some_and(|typed| !typed.trim().is_empty());
    let by = CommentSender { customer_id: session.customer_id, trapped };
    let sent = match sender.admit(&reader, fields, errors, &BUDGET) {
        Ok(()) => state.shop.comments.send(&record, &form, answers, by).await?.map_err(Refusal::of_fields),
        Err(refusal) => Err(refusal),
    };
    let path = path_of(record.page.kind, &record.page.slug);
    match sent {
        Ok(sent) if sent.status.counts() => {
            let page = state.shop.comments.page_number(sent.id).await?;
            Ok(Redirect::to(&published_address(&record, page, sent.id)).into_response())
        }
        Ok(sent) => Ok(Redirect::to(&waiting_address::<Comment>(state, &path, sent.id)).into_response()),
        Err(refusal) => {
            let page = |context: Context, errors| async move {
                let tried = Some(TriedComment { form, reply: answers, errors });
                let shown =
                    comments(&context, &record, &Pairs::default(), &reader, tried).await.map_err(unavailable)?;
                Ok(content_of(&context, &record, &path, shown))
            };
            Ok(sender.refused(refusal, page).await)
        }
    }
}

/// The page that the form names, if it is shown, and at the path that it was sent to.
async fn named(state: &AppState, path: Option<&str>, fields: &Pairs) -> Result<Option<PageRecord>, StoreError> {
    let number = post_id(fields);
    let (pages, now) = (state.shop.context.pages().await?, state.shop.context.now());
    let shown = |record: &&PageRecord| {
        let here = pages.at(record.page.kind, &record.page.slug, now) == Some(ShownAt::Here(record));
        record.id == number && here && path.is_none_or(|path| path == path_of(record.page.kind, &record.page.slug))
    };
    Ok(pages.all().iter().find(shown).cloned())
}
