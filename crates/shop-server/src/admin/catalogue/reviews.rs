//! Reviews: reading what was written, and judging it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use shop_services::ports::Review;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::content::moderation::{ModerationDecision, ModerationQuery, NewReply, done, forget_writer};
use crate::admin::problem::{Asked, Body, Id, Problem, Refusal};
use crate::admin::query::{PER_PAGE, page_count};
use crate::app::state::AppState;

/// A page of reviews, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ReviewList {
    reviews: Vec<ReviewRow>,
    /// Reviews of this state.
    total: u64,
    page: u64,
    pages: u64,
    /// Reviews that wait for a decision, whatever is listed.
    waiting: u64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ReviewRow {
    id: i64,
    product_id: i64,
    /// Name of the product; empty: it is no longer sold.
    product: String,
    reviewer: String,
    reviewer_email: String,
    /// 1 to 5; `null`: written without one.
    rating: Option<i64>,
    /// Words, as typed.
    body: String,
    /// Written by somebody who bought the product here.
    verified: bool,
    state: String,
    /// What the shop says to it in public; empty: nothing.
    reply: String,
    /// When the shop said it.
    replied_at: Option<i64>,
    created_at: i64,
}

/// Lists reviews of a state.
#[utoipa::path(get, path = "/api/admin/reviews", params(ModerationQuery),
    responses((status = 200, body = ReviewList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(state): State<AppState>,
    _staff: Staff,
    Asked(query): Asked<ModerationQuery>,
) -> Result<Json<ReviewList>, Refusal> {
    let (status, page, offset) = query.read()?;
    let (found, total) = state.shop.reviews.reviews_by_status(status, offset, PER_PAGE).await?;
    let waiting = state.shop.reviews.waiting().await?;
    let catalogue = state.shop.context.catalogue().await?;
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

/// Shows a review, takes it back or puts it aside; the sums of the product's ratings follow.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/state",
    request_body = ModerationDecision, params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn decide(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
    Body(decision): Body<ModerationDecision>,
) -> Result<StatusCode, Refusal> {
    let status = decision.status()?;
    done(state.shop.reviews.set_review_status(id, status).await?.is_some())
}

/// Writes the shop's public reply to a review, in place of the one before; an empty one takes it away.
#[utoipa::path(put, path = "/api/admin/reviews/{id}/reply", request_body = NewReply, params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn reply(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
    Body(new): Body<NewReply>,
) -> Result<StatusCode, Refusal> {
    done(state.shop.reviews.reply_to_review(id, new.words()?).await?)
}

/// Forgets who wrote a review: all reviews and comments of that address stay without name and address. 404 too where nobody is named.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/forget-writer", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(in crate::admin) async fn forget(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    let found = state.shop.reviews.review(id).await?.ok_or_else(Refusal::not_found)?;
    forget_writer(&state, &found.reviewer_email).await
}
