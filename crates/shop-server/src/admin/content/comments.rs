//! Moderates and answers comments on pages and posts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shop_core::base::FieldError;
use shop_core::content::comment::{MAX_DEPTH, takes_answers};
use shop_core::content::page::path;
use shop_services::Context;
use shop_services::catalogue::reviews::Reviews;
use shop_services::content::comments::Comments;
use shop_services::ports::{Comment, CommentAdded};
use utoipa::ToSchema;

use super::moderation::{ModerationDecision, ModerationQuery, NewReply, erase_author, no_content_or_not_found};
use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count};

/// A page of comments, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CommentList {
    comments: Vec<CommentRow>,
    /// Number of comments with this status.
    total: u64,
    page: u64,
    pages: u64,
    /// Comments awaiting moderation, regardless of the filter.
    waiting: u64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct CommentRow {
    id: i64,
    page_id: i64,
    title: String,
    /// Path of the page in the shop.
    path: String,
    author: String,
    author_email: String,
    /// Text as typed.
    body: String,
    /// Whether it replies to another comment.
    is_reply: bool,
    /// Whether it can be answered: it is published and not at the deepest level of its thread.
    takes_answers: bool,
    state: String,
    created_at: i64,
}

/// Answer of the shop to a comment.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct WrittenAnswer {
    id: i64,
}

/// Lists comments of a status.
#[utoipa::path(get, path = "/api/admin/comments", params(ModerationQuery),
    responses((status = 200, body = CommentList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(comments): State<Comments>,
    _staff: Staff,
    QueryParams(query): QueryParams<ModerationQuery>,
) -> Result<Json<CommentList>, Refusal> {
    let (status, page, offset) = query.parse()?;
    let (found, total) = comments.by_status(status, offset, PER_PAGE).await?;
    let waiting = comments.waiting().await?;
    let all = context.pages().await?;
    let row = |comment: Comment| {
        let under = all.all().iter().find(|record| record.id == comment.page_id).map(|record| &record.page);
        CommentRow {
            id: comment.id,
            page_id: comment.page_id,
            title: under.map(|page| page.title.clone()).unwrap_or_default(),
            path: under.map(|page| path(page.kind, &page.slug)).unwrap_or_default(),
            author: comment.author,
            author_email: comment.author_email,
            body: comment.body,
            is_reply: comment.parent_id.is_some(),
            takes_answers: comment.status.counts() && takes_answers(comment.depth),
            state: comment.status.as_str().to_owned(),
            created_at: comment.created_at,
        }
    };
    Ok(Json(CommentList {
        comments: found.into_iter().map(row).collect(),
        total,
        page,
        pages: page_count(total),
        waiting,
    }))
}

/// Publishes a comment, unpublishes it, or moves it to spam or trash.
#[utoipa::path(post, path = "/api/admin/comments/{id}/state",
    request_body = ModerationDecision, params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn decide(
    State(comments): State<Comments>,
    _staff: Staff,
    Id(id): Id,
    Body(decision): Body<ModerationDecision>,
) -> Result<StatusCode, Refusal> {
    let status = decision.status()?;
    no_content_or_not_found(comments.set_status(id, status).await?.is_some())
}

/// Publishes an answer to a published comment in the shop's name. Sending the same answer twice adds one.
#[utoipa::path(post, path = "/api/admin/comments/{id}/answers", request_body = NewReply, params(("id" = i64, Path)), responses(
    (status = 201, body = WrittenAnswer), (status = 404, body = Problem), (status = 409, body = Problem),
    (status = 422, body = Problem)
))]
pub(in crate::admin) async fn answer(
    State(comments): State<Comments>,
    _staff: Staff,
    Id(id): Id,
    Body(new): Body<NewReply>,
) -> Result<(StatusCode, Json<WrittenAnswer>), Refusal> {
    let text = new.text()?;
    if text.is_empty() {
        return Err(Refusal::field(FieldError::new("reply", messages::REQUIRED)));
    }
    let conflict = |code| Refusal::new(StatusCode::CONFLICT, code);
    match comments.reply(id, text).await? {
        Some(CommentAdded::New(id) | CommentAdded::Same(id)) => Ok((StatusCode::CREATED, Json(WrittenAnswer { id }))),
        Some(CommentAdded::ParentGone) => Err(conflict(messages::COMMENT_NOT_PUBLISHED)),
        Some(CommentAdded::TooDeep) => Err(conflict(messages::COMMENT_REPLY_TOO_DEEP).with("maximum", &MAX_DEPTH)),
        Some(CommentAdded::PageGone) | None => Err(Refusal::not_found()),
    }
}

/// Removes name and e-mail address from all reviews and comments of the comment's author. Also returns 404 if the comment has no
/// author.
#[utoipa::path(post, path = "/api/admin/comments/{id}/forget-writer", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(in crate::admin) async fn forget(
    State(reviews): State<Reviews>,
    State(comments): State<Comments>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    let found = comments.comment(id).await?.ok_or_else(Refusal::not_found)?;
    erase_author(&reviews, &comments, &found.author_email).await
}
