//! What the moderated forms (reviews and comments) share: the sender, the checks before any lookup, and the page that shows a refused
//! form again.

use std::sync::Arc;

use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_core::base::FieldError;
use shop_core::content::comment::ReplyForm;
use shop_core::platform::messages::codes;
use shop_core::view::Notice;
use shop_services::ports::StoreError;

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::content::moderation::{Moderated, Reader, error_notice};
use crate::page_data::context::{Context, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};

/// Characters read from a field. The rules have shorter limits and report them.
const MAX_CHARS: usize = 6000;

/// The sender of a form.
#[derive(Clone, Copy)]
pub(super) struct FormSender<'a> {
    pub storefront: &'a Arc<Storefront>,
    pub session: &'a Session,
    pub headers: &'a HeaderMap,
    pub connection: &'a Extensions,
    pub request: &'a PageRequest,
}

/// Rate limit of one sender.
pub(super) struct RateLimit {
    /// Counters for the IP address, the session and the account: the first that is exhausted refuses.
    pub actions: [&'static str; 3],
    pub limit: u32,
    pub span_s: i64,
    /// Code of the error when a counter is exhausted.
    pub exceeded_code: &'static str,
}

/// A refused form.
pub(super) struct Refusal {
    status: StatusCode,
    errors: Vec<FieldError>,
    /// Seconds until the next attempt.
    wait_s: Option<i64>,
}

impl Refusal {
    /// A refusal because of wrong fields.
    pub(super) fn invalid_fields(errors: Vec<FieldError>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, errors, wait_s: None }
    }
}

impl FormSender<'_> {
    /// Runs `handler` for a form from the shop's own pages; responds with 403 to other origins.
    pub(super) async fn run(self, handler: impl Future<Output = Result<Response, StoreError>>) -> Response {
        if !crate::app::visitor::session::is_same_origin(self.headers, &self.storefront.web.public_address) {
            return StatusCode::FORBIDDEN.into_response();
        }
        handler.await.unwrap_or_else(|error| {
            tracing::error!(%error, "what a reader wrote could not be taken");
            crate::app::failure_codes::status_of(&error).into_response()
        })
    }

    /// Refuses a form without a valid nonce, with errors, or over the rate limit. Only forms without errors count.
    pub(super) fn admit<T: Moderated>(
        self,
        reader: &Reader<T>,
        fields: &Pairs,
        errors: Vec<FieldError>,
        rate_limit: &RateLimit,
    ) -> Result<(), Refusal> {
        if !reader.has_nonce(self.storefront, fields) {
            let errors = vec![FieldError::new("", codes::FORM_EXPIRED)];
            return Err(Refusal { status: StatusCode::FORBIDDEN, errors, wait_s: None });
        }
        if !errors.is_empty() {
            return Err(Refusal::invalid_fields(errors));
        }
        self.count(rate_limit).map_err(|wait_s| {
            let minutes = wait_s.saturating_add(59) / 60;
            let errors = vec![
                FieldError::new("", rate_limit.exceeded_code).with("max", rate_limit.limit).with("minutes", minutes),
            ];
            Refusal { status: StatusCode::TOO_MANY_REQUESTS, errors, wait_s: Some(wait_s) }
        })
    }

    fn count(self, rate_limit: &RateLimit) -> Result<(), i64> {
        let Self { storefront, session, connection, .. } = self;
        let now = storefront.web.context.now();
        let address = Some(crate::app::visitor::client::client_ip(connection));
        let key = session.exists().then(|| session.key.clone());
        let account = session.customer_id.map(|id| id.0.to_string());
        for (action, client) in rate_limit.actions.into_iter().zip([address, key, account]) {
            if let Some(client) = client {
                storefront.limits.count(action, &client, rate_limit.limit, rate_limit.span_s, now)?;
            }
        }
        Ok(())
    }

    /// Shows the page again with the form and its errors. `build` renders it from the context and the error notices.
    pub(super) async fn refusal_page<F>(
        self,
        refusal: Refusal,
        build: impl FnOnce(Context, Vec<Notice>) -> F,
    ) -> Response
    where
        F: Future<Output = Result<PageContent, PageFailure>>,
    {
        let Self { storefront, session, request, .. } = self;
        let Refusal { status, errors, wait_s } = refusal;
        let build = || async {
            let context = Context::load(storefront, &session.buyer).await.map_err(unavailable)?;
            let notices = errors.iter().map(|error| error_notice(error, context.lang)).collect();
            build(context, notices).await
        };
        // Boxed, as few forms are refused: the future of the accepted ones stays small.
        let mut response = Box::pin(storefront.pages.respond_uncached(request, storefront.web.lang(), build)).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = status;
        }
        if let Some(wait_s) = wait_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait_s));
        }
        response
    }
}

/// Id of the product or page that a form names; 0 if it names none.
pub(super) fn post_id(fields: &Pairs) -> i64 {
    fields.get("comment_post_ID").and_then(|id| id.trim().parse().ok()).unwrap_or(0)
}

/// Reads a field of a form.
pub(super) fn read_field(fields: &Pairs, name: &str) -> String {
    fields.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect()
}

/// Reads the text of a form, with normalised line breaks.
pub(super) fn read_text(fields: &Pairs) -> String {
    read_field(fields, "comment").replace("\r\n", "\n")
}

/// Parses `comment_parent`: a missing, empty or zero value replies to nothing; `None` if it cannot be a comment's id.
pub(super) fn parse_reply(fields: &Pairs) -> Option<ReplyForm> {
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
        let parent = |typed: &str| parse_reply(&Pairs(vec![("comment_parent".into(), typed.into())]));
        for typed in ["", " ", "0"] {
            assert_eq!(parent(typed), Some(ReplyForm::default()), "{typed:?}");
        }
        assert_eq!(parent("7"), Some(ReplyForm::under(7)));
        for typed in ["x", "-1", "7.5", "99999999999", "7 8"] {
            assert_eq!(parent(typed), None, "{typed}");
        }
        assert_eq!(parse_reply(&Pairs::default()), Some(ReplyForm::default()));
    }
}
