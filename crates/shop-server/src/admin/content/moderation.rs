//! What readers write and the merchant judges: what the lists of reviews and of comments ask, what is decided of one, and what the
//! shop says to it.

use axum::http::StatusCode;
use serde::Deserialize;
use shop_core::base::FieldError;
use shop_core::content::comment::CommentStatus;
use utoipa::{IntoParams, ToSchema};

use crate::admin::messages;
use crate::admin::problem::Refusal;
use crate::admin::query::{PER_PAGE, chosen, known, page_number};
use crate::app::state::AppState;

/// Longest reply, in characters.
const MAX_REPLY_CHARS: usize = 2000;

/// Which reviews or comments.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ModerationQuery {
    /// `hold` (unless said), `approved`, `spam`, `trash`.
    #[param(pattern = "^(hold|approved|spam|trash)?$")]
    state: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

impl ModerationQuery {
    /// The status, the page from 1, and how many stand before it.
    pub(in crate::admin) fn read(&self) -> Result<(CommentStatus, u64, u64), Refusal> {
        let status = chosen("state", self.state.as_deref(), CommentStatus::parse)?.unwrap_or(CommentStatus::Hold);
        let page = self.page.unwrap_or(1);
        Ok((status, page, (page - 1).saturating_mul(PER_PAGE)))
    }
}

/// A decision about a review or a comment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ModerationDecision {
    /// `hold`, `approved`, `spam`, `trash`.
    #[schema(pattern = "^(hold|approved|spam|trash)$")]
    state: String,
}

impl ModerationDecision {
    /// The status that it gets.
    pub(in crate::admin) fn status(&self) -> Result<CommentStatus, Refusal> {
        known("state", &self.state, CommentStatus::parse)
    }
}

/// What the shop says to a review or a comment, in public.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewReply {
    /// At most 2,000 characters.
    #[schema(max_length = 2000)]
    reply: String,
}

impl NewReply {
    /// The words, which may be none.
    pub(in crate::admin) fn words(&self) -> Result<&str, Refusal> {
        let words = self.reply.trim();
        if words.chars().count() > MAX_REPLY_CHARS {
            let error = FieldError::new("reply", messages::TOO_LONG).with("maximum", MAX_REPLY_CHARS);
            return Err(Refusal::field(error));
        }
        Ok(words)
    }
}

/// Forgets who wrote under an address, in reviews and in comments alike: it is the person who asks for it (GDPR art. 17).
pub(in crate::admin) async fn forget_writer(state: &AppState, email: &str) -> Result<StatusCode, Refusal> {
    if email.is_empty() {
        return Err(Refusal::not_found());
    }
    state.shop.reviews.forget_writer(email).await?;
    state.shop.comments.forget_writer(email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The answer to what was done to one that is there, or is not.
pub(in crate::admin) fn done(found: bool) -> Result<StatusCode, Refusal> {
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}
