//! Moderates and answers reviews.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shop_services::Context;
use shop_services::catalogue::reviews::Reviews;
use shop_services::content::comments::Comments;
use shop_services::ports::Review;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::content::moderation::{
    ModerationDecision, ModerationQuery, NewReply, erase_author, no_content_or_not_found,
};
use crate::admin::problem::{Body, Id, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count};

/// A page of reviews, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ReviewList {
    reviews: Vec<ReviewRow>,
    /// Number of reviews with this status.
    total: u64,
    page: u64,
    pages: u64,
    /// Reviews awaiting moderation, regardless of the filter.
    waiting: u64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ReviewRow {
    id: i64,
    product_id: i64,
    /// Product name; empty if the product was deleted.
    product: String,
    reviewer: String,
    reviewer_email: String,
    /// 1 to 5; `null` if it has no rating.
    rating: Option<i64>,
    /// Text as typed.
    body: String,
    /// Whether the author bought the product here.
    verified: bool,
    state: String,
    /// Public reply of the shop; may be empty.
    reply: String,
    /// Time of the reply.
    replied_at: Option<i64>,
    created_at: i64,
}

/// Lists reviews of a status.
#[utoipa::path(get, path = "/api/admin/reviews", params(ModerationQuery),
    responses((status = 200, body = ReviewList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(reviews): State<Reviews>,
    _staff: Staff,
    QueryParams(query): QueryParams<ModerationQuery>,
) -> Result<Json<ReviewList>, Refusal> {
    let (status, page, offset) = query.parse()?;
    let (found, total) = reviews.reviews_by_status(status, offset, PER_PAGE).await?;
    let waiting = reviews.waiting().await?;
    let catalogue = context.catalogue().await?;
    let row = |review: Review| ReviewRow {
        id: review.id,
        product_id: review.product_id.0,
        product: catalogue.product(review.product_id).map(|product| product.item.name.clone()).unwrap_or_default(),
        reviewer: review.reviewer,
        reviewer_email: review.reviewer_email,
        rating: review.rating,
        body: review.body,
        verified: review.verified,
        state: review.status.as_str().to_owned(),
        reply: review.reply,
        replied_at: review.replied_at,
        created_at: review.created_at,
    };
    Ok(Json(ReviewList {
        reviews: found.into_iter().map(row).collect(),
        total,
        page,
        pages: page_count(total),
        waiting,
    }))
}

/// Publishes a review, unpublishes it, or moves it to spam or trash; the product's rating is updated.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/state",
    request_body = ModerationDecision, params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn decide(
    State(reviews): State<Reviews>,
    _staff: Staff,
    Id(id): Id,
    Body(decision): Body<ModerationDecision>,
) -> Result<StatusCode, Refusal> {
    let status = decision.status()?;
    no_content_or_not_found(reviews.set_review_status(id, status).await?.is_some())
}

/// Sets the shop's public reply to a review; an empty one deletes it.
#[utoipa::path(put, path = "/api/admin/reviews/{id}/reply", request_body = NewReply, params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn reply(
    State(reviews): State<Reviews>,
    _staff: Staff,
    Id(id): Id,
    Body(new): Body<NewReply>,
) -> Result<StatusCode, Refusal> {
    no_content_or_not_found(reviews.reply_to_review(id, new.text()?).await?)
}

/// Removes name and e-mail address from all reviews and comments of the review's author. Also returns 404 if the review has no
/// author.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/forget-writer", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(in crate::admin) async fn forget(
    State(reviews): State<Reviews>,
    State(comments): State<Comments>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    let found = reviews.review(id).await?.ok_or_else(Refusal::not_found)?;
    erase_author(&reviews, &comments, &found.reviewer_email).await
}
