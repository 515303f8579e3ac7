//! What reviews and comments have in common: list query, decision, public reply and erasure of the author.

use axum::http::StatusCode;
use serde::Deserialize;
use shop_core::base::FieldError;
use shop_core::content::comment::CommentStatus;
use shop_services::catalogue::reviews::Reviews;
use shop_services::content::comments::Comments;
use utoipa::{IntoParams, ToSchema};

use crate::admin::messages;
use crate::admin::problem::Refusal;
use crate::admin::query::{PER_PAGE, page_number, parse_choice, parse_optional_choice};

/// Longest reply, in characters.
const MAX_REPLY_CHARS: usize = 2000;

/// Filter of reviews or comments.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ModerationQuery {
    /// `hold` (default), `approved`, `spam` or `trash`.
    #[param(pattern = "^(hold|approved|spam|trash)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

impl ModerationQuery {
    /// Returns the status, the page number from 1, and the offset of its first row.
    pub(in crate::admin) fn parse(&self) -> Result<(CommentStatus, u64, u64), Refusal> {
        let status =
            parse_optional_choice("state", self.state.as_deref(), CommentStatus::parse)?.unwrap_or(CommentStatus::Hold);
        let page = self.page.unwrap_or(1);
        Ok((status, page, (page - 1).saturating_mul(PER_PAGE)))
    }
}

/// A moderation decision.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ModerationDecision {
    /// `hold`, `approved`, `spam` or `trash`.
    #[schema(pattern = "^(hold|approved|spam|trash)$")]
    state: String,
}

impl ModerationDecision {
    /// Parses the new status.
    pub(in crate::admin) fn status(&self) -> Result<CommentStatus, Refusal> {
        parse_choice("state", &self.state, CommentStatus::parse)
    }
}

/// Public reply of the shop to a review or comment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewReply {
    /// At most 2,000 characters.
    #[schema(max_length = 2000)]
    reply: String,
}

impl NewReply {
    /// Returns the trimmed text, which may be empty.
    pub(in crate::admin) fn text(&self) -> Result<&str, Refusal> {
        let text = self.reply.trim();
        if text.chars().count() > MAX_REPLY_CHARS {
            let error = FieldError::new("reply", messages::TOO_LONG).with("maximum", MAX_REPLY_CHARS);
            return Err(Refusal::field(error));
        }
        Ok(text)
    }
}

/// Removes name and e-mail address of an author from reviews and comments alike: the right to erasure belongs to the person (GDPR
/// art. 17).
pub(in crate::admin) async fn erase_author(
    reviews: &Reviews,
    comments: &Comments,
    email: &str,
) -> Result<StatusCode, Refusal> {
    if email.is_empty() {
        return Err(Refusal::not_found());
    }
    reviews.forget_writer(email).await?;
    comments.forget_writer(email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns 204 for a record that was found, otherwise 404.
pub(in crate::admin) fn no_content_or_not_found(found: bool) -> Result<StatusCode, Refusal> {
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}
