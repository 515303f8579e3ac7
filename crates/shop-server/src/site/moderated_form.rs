//! What the forms for readers, of reviews and of comments, have in common: who sends them, what is refused before the shop looks
//! anything up, and the page that a refused one comes back with.

use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::FieldError;
use shop_core::content::comment::ReplyForm;
use shop_core::platform::messages::codes;
use shop_core::view::Notice;
use shop_services::ports::StoreError;

use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::page_data::context::{Context, unavailable};
use crate::page_data::reader::{Moderated, Reader, refusal_notice};
use crate::render::{PageContent, PageFailure, PageRequest};

/// Longest text that is read, in characters: the rules tell about shorter limits.
const MAX_CHARS: usize = 6000;

/// Who sends a form, and from where.
#[derive(Clone, Copy)]
pub(super) struct Sender<'a> {
    pub state: &'a AppState,
    pub session: &'a Session,
    pub headers: &'a HeaderMap,
    pub connection: &'a Extensions,
    pub request: &'a PageRequest,
}

/// How many texts one person may send.
pub(super) struct Budget {
    /// Under which an address, a session and an account are counted: whichever is used up first.
    pub actions: [&'static str; 3],
    pub limit: u32,
    pub span_s: i64,
    /// Code of the refusal of one more.
    pub used_up: &'static str,
}

/// Why a form is not taken.
pub(super) struct Refusal {
    status: StatusCode,
    errors: Vec<FieldError>,
    /// Seconds until another try.
    wait_s: Option<i64>,
}

impl Refusal {
    /// What is wrong with what was filled in.
    pub(super) fn of_fields(errors: Vec<FieldError>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, errors, wait_s: None }
    }
}

impl Sender<'_> {
    /// The answer to a form of the shop's own pages.
    pub(super) async fn answer(self, taken: impl Future<Output = Result<Response, StoreError>>) -> Response {
        if !crate::app::session::is_same_origin(self.headers, self.state) {
            return StatusCode::FORBIDDEN.into_response();
        }
        taken.await.unwrap_or_else(|error| {
            tracing::error!(%error, "what a reader wrote could not be taken");
            crate::app::failure_codes::status_of(&error).into_response()
        })
    }

    /// Refuses a form without its nonce, one with mistakes, and one too many. Only what is right counts.
    pub(super) fn admit<T: Moderated>(
        self,
        reader: &Reader<T>,
        fields: &Pairs,
        errors: Vec<FieldError>,
        budget: &Budget,
    ) -> Result<(), Refusal> {
        if !reader.has_nonce(self.state, fields) {
            let errors = vec![FieldError::new("", codes::FORM_EXPIRED)];
            return Err(Refusal { status: StatusCode::FORBIDDEN, errors, wait_s: None });
        }
        if !errors.is_empty() {
            return Err(Refusal::of_fields(errors));
        }
        self.count(budget).map_err(|wait_s| {
            let minutes = wait_s.saturating_add(59) / 60;
            let errors = vec![FieldError::new("", budget.used_up).with("max", budget.limit).with("minutes", minutes)];
            Refusal { status: StatusCode::TOO_MANY_REQUESTS, errors, wait_s: Some(wait_s) }
        })
    }

    fn count(self, budget: &Budget) -> Result<(), i64> {
        let Self { state, session, connection, .. } = self;
        let now = state.shop.context.now();
        let address = Some(crate::app::client::client_ip(connection));
        let key = session.exists().then(|| session.key.clone());
        let account = session.customer_id.map(|id| id.0.to_string());
        for (action, who) in budget.actions.into_iter().zip([address, key, account]) {
            if let Some(who) = who {
                state.limits.count(action, &who, budget.limit, budget.span_s, now)?;
            }
        }
        Ok(())
    }

    /// The page with the form as it was filled in and what is wrong with it. `build` makes it of the shop and the refusals.
    pub(super) async fn refused<F>(self, refusal: Refusal, build: impl FnOnce(Context, Vec<Notice>) -> F) -> Response
    where
        F: Future<Output = Result<PageContent, PageFailure>>,
    {
        let Self { state, session, request, .. } = self;
        let Refusal { status, errors, wait_s } = refusal;
        let build = || async {
            let context = Context::load(state, &session.buyer).await.map_err(unavailable)?;
            let notices = errors.iter().map(|error| refusal_notice(error, context.lang)).collect();
            build(context, notices).await
        };
        // Boxed, as few forms are refused: what waits for the others stays small.
        let mut response = Box::pin(state.pages.respond_uncached(request, state.lang(), build)).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = status;
        }
        if let Some(wait_s) = wait_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
        }
        response
    }
}

/// The number of the product or page that a form names; 0: none.
pub(super) fn post_id(fields: &Pairs) -> i64 {
    fields.get("comment_post_ID").and_then(|id| id.trim().parse().ok()).unwrap_or(0)
}

/// A line of a form.
pub(super) fn typed(fields: &Pairs, name: &str) -> String {
    fields.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect()
}

/// The text of a form, with its lines.
pub(super) fn text(fields: &Pairs) -> String {
    typed(fields, "comment").replace("\r\n", "\n")
}

/// What `comment_parent` says: missing, empty or 0 answers nothing; `None`: it can be no comment's number.
pub(super) fn reply(fields: &Pairs) -> Option<ReplyForm> {
    match fields.get("comment_parent").map(str::trim) {
        None | Some("") => Some(ReplyForm::default()),
        Some(typed) => typed.parse().ok().map(ReplyForm::under),
    }
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
