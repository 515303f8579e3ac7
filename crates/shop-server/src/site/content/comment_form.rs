//! Posting a comment to a page or post: the plain form of the page, and the address that WordPress clients post to.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::FieldError;
use shop_core::content::comment::{self, CommentForm, MAX_AN_HOUR, TRAP_FIELD};
use shop_core::content::page::path as path_of;
use shop_core::platform::messages::codes;
use shop_services::content::comments::CommentSender;
use shop_services::content::pages::PageMatch;
use shop_services::ports::{Comment, PageRecord, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::content::comments::{RejectedComment, comments, published_address};
use crate::page_data::content::content_pages::content_of;
use crate::page_data::content::moderation::{Reader, pending_address};
use crate::page_data::context::{Context, unavailable};
use crate::site::moderated_form::{FormSender, RateLimit, Refusal, parse_reply, post_id, read_field, read_text};

const RATE_LIMIT: RateLimit = RateLimit {
    actions: ["comment-address", "comment-session", "comment-account"],
    limit: MAX_AN_HOUR,
    span_s: 3600,
    exceeded_code: codes::COMMENT_TOO_MANY,
};

/// Whether a form posted to the WordPress address is a comment on a page: pages and products have separate ids, and only the form's nonce
/// distinguishes them.
pub(in crate::site) async fn is_comment(storefront: &Arc<Storefront>, session: &Session, fields: &Pairs) -> bool {
    let reader = Reader::<Comment>::of(storefront, session, &Pairs::default()).await;
    reader.is_ok_and(|reader| reader.has_nonce(storefront, fields))
}

/// Handles the form `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, `nonce`. An accepted comment redirects to the page,
/// where its author sees it; a refused one is shown again with its errors. `path` is the page it was posted to, `None` if only the id
/// names the page.
pub(in crate::site) async fn send(sender: FormSender<'_>, path: Option<&str>, fields: &Pairs) -> Response {
    sender.run(submit(sender, path, fields)).await
}

async fn submit(sender: FormSender<'_>, path: Option<&str>, fields: &Pairs) -> Result<Response, StoreError> {
    let FormSender { storefront, session, .. } = sender;
    let Some(record) = find_page(storefront, path, fields).await? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let reader = Reader::<Comment>::of(storefront, session, &Pairs::default()).await?;
    let form = CommentForm {
        name: read_field(fields, "author"),
        email: read_field(fields, "email"),
        text: read_text(fields),
        known_writer: reader.is_known(),
    };
    let errors = match parse_reply(fields) {
        Some(_) => comment::errors(&form),
        None => vec![FieldError::new("", codes::COMMENT_PARENT_GONE)],
    };
    let replies_to = parse_reply(fields).unwrap_or_default();
    let trapped = fields.get(TRAP_FIELD).is_some_and(|typed| !typed.trim().is_empty());
    let author = CommentSender { customer_id: session.customer_id, trapped };
    let sent = match sender.admit(&reader, fields, errors, &RATE_LIMIT) {
        Ok(()) => storefront.comments.send(&record, &form, replies_to, author).await?.map_err(Refusal::invalid_fields),
        Err(refusal) => Err(refusal),
    };
    let path = path_of(record.page.kind, &record.page.slug);
    match sent {
        Ok(sent) if sent.status.counts() => {
            let page = storefront.comments.page_number(sent.id).await?;
            Ok(Redirect::to(&published_address(&record, page, sent.id)).into_response())
        }
        Ok(sent) => Ok(Redirect::to(&pending_address::<Comment>(storefront, &path, sent.id)).into_response()),
        Err(refusal) => {
            let page = |context: Context, errors| async move {
                let resubmitted = Some(RejectedComment { form, reply: replies_to, errors });
                let comment_section =
                    comments(&context, &record, &Pairs::default(), &reader, resubmitted).await.map_err(unavailable)?;
                Ok(content_of(&context, &record, &path, comment_section))
            };
            Ok(sender.refusal_page(refusal, page).await)
        }
    }
}

/// Finds the page that the form names, if it is published, and at the path that the form was posted to.
async fn find_page(
    storefront: &Arc<Storefront>,
    path: Option<&str>,
    fields: &Pairs,
) -> Result<Option<PageRecord>, StoreError> {
    let number = post_id(fields);
    let (pages, now) = (storefront.web.context.pages().await?, storefront.web.context.now());
    let is_published = |record: &&PageRecord| {
        let here = pages.at(record.page.kind, &record.page.slug, now) == Some(PageMatch::Here(record));
        record.id == number && here && path.is_none_or(|path| path == path_of(record.page.kind, &record.page.slug))
    };
    Ok(pages.all().iter().find(is_published).cloned())
}
