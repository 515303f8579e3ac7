//! Appearance of the payment form, which a visitor's page derived from its styles.

use shop_services::payments::PaymentSessions;

use crate::app::visitor::session::Session;

/// Theme of the shop's pages; appearances of others are not stored.
pub(crate) const THEME: &str = "bottega";

/// Returns a session's appearances: of the classic form and of the block checkout.
pub(crate) async fn appearances(
    payment_sessions: &PaymentSessions,
    session: &Session,
) -> (Option<String>, Option<String>) {
    if session.key.is_empty() {
        return (None, None);
    }
    let found = payment_sessions.appearances(&session.key, THEME).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the payment form's appearance could not be loaded");
        Vec::new()
    });
    let of = |block: bool| found.iter().find(|one| one.is_block == block).map(|one| one.appearance.clone());
    (of(false), of(true))
}
