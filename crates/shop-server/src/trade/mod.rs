//! Shared parts of the trade layer: its token, rate limits, and responses to refusals.

pub(crate) mod attachments;
pub(crate) mod bulk;
pub(crate) mod registration_files;
pub(crate) mod subaccounts;
pub mod vat_register;

use axum::http::StatusCode;
use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_core::trade::offer::OfferStatus;
use shop_services::Context;
use shop_services::accounts::buyer::TradeRefusal;
use shop_services::trade::offers::TakeRefusal;

use crate::app::limits::{Budget, Limits};
use crate::app::storefront::WebContext;
use crate::app::visitor::session::Session;

/// Nonce action of the token that every trade call sends as `security`.
const TOKEN: &str = "b2bking_security_nonce";

/// Returns the token of a session.
pub(crate) fn token(web: &WebContext, session: &Session) -> String {
    web.secrets.nonce(TOKEN, &session.key, web.context.now())
}

/// Tells whether a call has the token of its session.
pub(crate) fn token_is_valid(web: &WebContext, session: &Session, sent: &str) -> bool {
    web.secrets.nonce_is_valid(sent, TOKEN, &session.key, web.context.now())
}

/// Returns the status of a refusal.
pub(crate) const fn status(refusal: TradeRefusal) -> StatusCode {
    match refusal {
        TradeRefusal::LogIn => StatusCode::UNAUTHORIZED,
        TradeRefusal::NotTrade | TradeRefusal::Pending | TradeRefusal::NotAllowed => StatusCode::FORBIDDEN,
    }
}

/// Converts a refusal to a field error.
pub(crate) fn error(refusal: TradeRefusal) -> FieldError {
    FieldError::new("", refusal.code())
}

/// Span in which messages are counted, in seconds.
const MESSAGES_SPAN_S: i64 = 3600;
/// Messages of one account in the span.
const MESSAGES: u32 = 60;
/// Messages from one address: whole offices share one.
const MESSAGES_PER_ADDRESS: u32 = 200;
/// Quote requests from one address: each sends a message to an address that the visitor typed.
const QUOTES_PER_ADDRESS: u32 = 20;
/// Quote requests of one session.
const QUOTES: u32 = 10;
/// Forms with files from one address.
const UPLOADS_PER_ADDRESS: u32 = 200;

/// Builds the error for exceeded message limits.
pub(crate) fn too_many(wait_s: i64) -> FieldError {
    FieldError::new("", codes::ACCOUNT_TOO_MANY_TRIES).with("minutes", (wait_s + 59) / 60)
}

/// Counts a message of a conversation; `Err(seconds to wait)` when there were too many.
pub(crate) fn count_messages(context: &Context, limits: &Limits, session: &Session, address: &str) -> Result<(), i64> {
    let budget = |action, who, limit| Budget { action, who, limit, span_s: MESSAGES_SPAN_S };
    let by_address = budget("message_address", address, MESSAGES_PER_ADDRESS);
    let account = session.customer_id.map_or_else(|| address.to_owned(), |id| id.to_string());
    limits.count_both(&by_address, &budget("message_account", &account, MESSAGES), context.now())
}

/// Counts a quote request; `Err(seconds to wait)` when there were too many.
pub(crate) fn count_quotes(context: &Context, limits: &Limits, session: &Session, address: &str) -> Result<(), i64> {
    let budget = |action, who, limit| Budget { action, who, limit, span_s: MESSAGES_SPAN_S };
    let by_address = budget("quote_address", address, QUOTES_PER_ADDRESS);
    limits.count_both(&by_address, &budget("quote_visit", &session.key, QUOTES), context.now())
}

/// Tells whether another form with files is accepted from an address.
pub(crate) fn files_allowed(context: &Context, limits: &Limits, address: &str) -> bool {
    let now = context.now();
    limits.count("upload", address, UPLOADS_PER_ADDRESS, MESSAGES_SPAN_S, now).is_ok()
}

/// Returns status and message of an offer that cannot be added to the cart.
pub(crate) fn offer_refusal(refusal: TakeRefusal) -> (StatusCode, FieldError) {
    match refusal {
        TakeRefusal::Buyer(refusal) => (status(refusal), error(refusal)),
        TakeRefusal::Unknown => (StatusCode::NOT_FOUND, FieldError::new("offer", codes::TRADE_OFFER_UNKNOWN)),
        TakeRefusal::Over { standing, title } => {
            let code = match standing {
                OfferStatus::Withdrawn => codes::TRADE_OFFER_WITHDRAWN,
                OfferStatus::Used => codes::TRADE_OFFER_USED,
                OfferStatus::Open | OfferStatus::Ended => codes::TRADE_OFFER_ENDED,
            };
            (StatusCode::CONFLICT, FieldError::new("offer", code).with("title", title))
        }
        TakeRefusal::Goods(refusal) => {
            let error = FieldError { params: refusal.params, ..FieldError::new("offer", refusal.code) };
            (StatusCode::CONFLICT, error)
        }
    }
}
