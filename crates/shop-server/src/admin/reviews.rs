//! Reviews: reading what was written, and judging it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::FieldError;
use shop_core::review::ReviewStatus;
use shop_services::ports::Review;
use utoipa::{IntoParams, ToSchema};

use super::auth::Staff;
use super::messages;
use super::problem::{Asked, Body, Id, Problem, Refusal, page_number};
use super::{PER_PAGE, pages};
use crate::state::AppState;

/// Longest reply, in characters.
const MAX_REPLY_CHARS: usize = 2000;

/// Which reviews.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ReviewsQuery {
    /// `hold` (unless said), `approved`, `spam`, `trash`.
    #[param(pattern = "^(hold|approved|spam|trash)?$")]
    state: Option<String>,
    /// From 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of reviews, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct ReviewList {
    reviews: Vec<ReviewRow>,
    /// Reviews of this state.
    total: u64,
    page: u64,
    pages: u64,
    /// Reviews that wait for a decision, whatever is listed.
    waiting: u64,
}

/// A review.
#[derive(Serialize, ToSchema)]
pub(super) struct ReviewRow {
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

/// A decision.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewDecision {
    /// `hold`, `approved`, `spam`, `trash`.
    #[schema(pattern = "^(hold|approved|spam|trash)$")]
    state: String,
}

/// What the shop says to a review.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReply {
    /// At most 2,000 characters; empty: nothing, what was said before is taken away.
    #[schema(max_length = 2000)]
    reply: String,
}

/// Lists reviews of a state.
#[utoipa::path(get, path = "/api/admin/reviews", params(ReviewsQuery),
    responses((status = 200, body = ReviewList), (status = 422, body = Problem)))]
pub(super) async fn list(
    State(state): State<AppState>,
    _staff: Staff,
    Asked(query): Asked<ReviewsQuery>,
) -> Result<Json<ReviewList>, Refusal> {
    let wanted = match query.state.as_deref().filter(|text| !text.is_empty()) {
        None => ReviewStatus::Hold,
        Some(text) => known(text)?,
    };
    let page = query.page.unwrap_or(1);
    let offset = (page - 1).saturating_mul(PER_PAGE);
    let (found, total) = state.shop.reviews.reviews_by_status(wanted, offset, PER_PAGE).await?;
    let waiting = state.shop.reviews.review_counts().await?.get(&ReviewStatus::Hold).copied().unwrap_or(0);
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
    Ok(Json(ReviewList { reviews: found.into_iter().map(row).collect(), total, page, pages: pages(total), waiting }))
}

/// Shows a review, takes it back or puts it aside; the sums of the product's ratings follow.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/state",
    request_body = ReviewDecision, params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn decide(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
    Body(decision): Body<ReviewDecision>,
) -> Result<StatusCode, Refusal> {
    let status = known(&decision.state)?;
    state.shop.reviews.set_review_status(id, status).await?.ok_or_else(Refusal::not_found)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Writes the shop's public reply to a review, in place of the one before.
#[utoipa::path(put, path = "/api/admin/reviews/{id}/reply", request_body = NewReply, params(("id" = i64, Path)),
    responses((status = 204)))]
pub(super) async fn reply(
    State(state): State<AppState>,
    _staff: Staff,
    Id(id): Id,
    Body(new): Body<NewReply>,
) -> Result<StatusCode, Refusal> {
    let text = new.reply.trim();
    if text.chars().count() > MAX_REPLY_CHARS {
        return Err(Refusal::field(FieldError::new("reply", messages::TOO_LONG).with("maximum", MAX_REPLY_CHARS)));
    }
    if state.shop.reviews.reply_to_review(id, text).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Refusal::not_found())
    }
}

fn known(text: &str) -> Result<ReviewStatus, Refusal> {
    let refused =
        || FieldError::new("state", messages::VALUE_UNKNOWN).with("value", text.chars().take(40).collect::<String>());
    ReviewStatus::parse(text).ok_or_else(|| Refusal::field(refused()))
}
