//! The look of the payment form, as a visitor's page derived it.

use crate::app::state::AppState;
use crate::app::visitor::session::Session;

/// The theme of the shop's pages; the looks of others are not kept.
pub(crate) const THEME: &str = "bottega";

/// The looks of a session: of classic pages, and of the block checkout.
pub(crate) async fn looks(state: &AppState, session: &Session) -> (Option<String>, Option<String>) {
    if session.key.is_empty() {
        return (None, None);
    }
    let found = state.shop.payment_sessions.looks(&session.key, THEME).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the payment form's look could not be read");
        Vec::new()
    });
    let of = |block: bool| found.iter().find(|one| one.is_block == block).map(|one| one.look.clone());
    (of(false), of(true))
}
